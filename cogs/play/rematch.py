"""The rematch: asked under the end of a game, agreed to in its lobby."""

import discord

from cogs.interactions.answering import Reply
from cogs.interactions.opening import check_may_open
from cogs.interactions.posting import check_may_post
from cogs.services import Services
from cogs.ui.layout import text_panel
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.records import Table
from sessions.refusals import TableExists
from sessions.session import Session

CONTROL = "control"
"""The kind of message that a table's controls are on."""


async def ask_rematch(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """Open the lobby for a rematch, or say yes in the one that is open. Raises the refusals of `Sessions.rematch`."""
    check_may_open(services, interaction)
    await check_may_post(interaction)
    services.rates.admit_opening(interaction)
    user = interaction.user.id
    others = [sitter.user for sitter in session.table.people if sitter.user != user]
    away = await services.members.gone(interaction.guild, others)
    try:
        rematch = await services.sessions.rematch(session, user, interaction.id, away)
    except TableExists:
        raise UIRefusal("refused.rematch_occupied") from None
    place = await _place(services, rematch.table)
    return Reply(view=text_panel(services.say(_said(rematch, place), services.speech.reader(interaction))))


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


async def _place(services: Services, table: Table) -> str:
    """A link to the newest message of that table; its channel where there is none yet."""
    known = await services.sessions.store.live_messages(table.id)
    live = next((message for message in known if message.kind == CONTROL), None)
    if live is None or table.guild is None:
        return f"<#{table.channel}>"
    return f"https://discord.com/channels/{table.guild}/{live.channel}/{live.message}"
