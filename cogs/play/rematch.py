"""The rematch: asked under the end of a game, agreed to in its lobby."""

import discord

from cogs.delivery.outcomes import Outcomes
from cogs.interactions.answering import Reply
from cogs.interactions.opening import check_may_open
from cogs.interactions.posting import check_may_post
from cogs.interactions.promises import promise
from cogs.services import Services
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.records.post import LiveMessage
from sessions.records.table import Table
from sessions.refusals import TableExists
from sessions.session import Session

CONTROL = "control"
"""The kind of message that a table's controls are on."""


async def ask_rematch(
    services: Services, outcomes: Outcomes, interaction: discord.Interaction, session: Session
) -> Reply:
    """Open the lobby for a rematch, or say yes in the one that is open. Raises the refusals of `Sessions.rematch`.

    What comes of a lobby that nobody sees yet is said once that is known.
    """
    check_may_open(services, interaction)
    await check_may_post(interaction)
    services.rates.admit_opening(interaction)
    user = interaction.user.id
    others = [sitter.user for sitter in session.table.people if sitter.user != user]
    away = await services.members.gone(interaction.guild_id, others)
    try:
        rematch = await services.sessions.rematch(session, user, interaction.id, away)
    except TableExists:
        raise UIRefusal("refused.rematch_occupied") from None
    table = rematch.table
    shown = await _shown(services, table)
    if shown is None and table.is_live:
        place = f"<#{table.channel}>"
        begun = Message("table.opening", {"game": services.wording.game_uis[table.game].name, "channel": place})
        return promise(services.wording, outcomes, interaction, rematch, 0, begun=begun, done=_said(rematch, place))
    return Reply(services.wording.say(_said(rematch, _link(table, shown)), services.wording.speech.reader(interaction)))


def _said(rematch: Session, place: str) -> Message:
    """What is said of the rematch to whoever asked for it."""
    table = rematch.table
    match table.status:
        case "lobby" if table.proposal is not None:
            return Message("rematch.open", {"place": place})
        case "lobby":
            return Message("rematch.lobby", {"place": place})
        case "over" | "closed":
            return Message("rematch.over", {"place": place})
    return Message("rematch.running", {"place": place})


async def _shown(services: Services, table: Table) -> LiveMessage | None:
    """The newest message with that table's controls."""
    known = await services.sessions.store.posts.live_messages(table.id)
    return next((message for message in known if message.kind == CONTROL), None)


def _link(table: Table, shown: LiveMessage | None) -> str:
    """A link to what is shown of a table; its channel if that is nothing."""
    if shown is None or table.guild is None:
        return f"<#{table.channel}>"
    return f"https://discord.com/channels/{table.guild}/{shown.channel}/{shown.message}"
