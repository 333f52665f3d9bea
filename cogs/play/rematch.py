"""Rematches: proposed under the end of a game, accepted in the new lobby."""

from dataclasses import dataclass

import discord

from cogs.delivery.live_messages import CONTROL
from cogs.delivery.permissions import check_may_open, check_may_post
from cogs.interactions.answering import Reply
from cogs.interactions.authority import SEATED_AT_THE_END
from cogs.interactions.gate import ASK, press
from cogs.interactions.promises import Promises
from cogs.members import Members
from cogs.traffic import Rates
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.ending import REMATCH
from engine.kernel.decision import Message
from sessions.records.table import LiveMessage, Table
from sessions.refusals import TableExists
from sessions.session import Session
from sessions.sessions import Sessions


@dataclass(frozen=True)
class Rematches:
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _rates: Rates
    _promises: Promises

    @press(REMATCH, "*Rematch*", at=ASK, who=SEATED_AT_THE_END)
    async def ask(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Open the lobby of a rematch, or join the open one. Raises the refusals of `Sessions.rematch`."""
        check_may_open(self._sessions.choices.servers, interaction)
        await check_may_post(interaction)
        self._rates.admit_opening(interaction)
        user = interaction.user.id
        others = [sitter.user for sitter in session.table.people if sitter.user != user]
        away = await self._members.gone(interaction.guild_id, others)
        try:
            rematch = await self._sessions.rematch(session, user, interaction.id, away)
        except TableExists:
            raise UIRefusal("refused.rematch_occupied") from None
        table = rematch.table
        messages = await self._sessions.store.posts.live_messages(table.id)
        shown = next((message for message in messages if message.kind == CONTROL), None)
        if shown is None and table.is_live:
            place = f"<#{table.channel}>"
            begun = Message("table.opening", {"game": self._wording.game_uis[table.game].name, "channel": place})
            return self._promises.make(interaction, rematch, 0, begun, _answer(rematch, place))
        return Reply(self._wording.say(_answer(rematch, _link(table, shown)), self._wording.speech.reader(interaction)))


def _answer(rematch: Session, place: str) -> Message:
    table = rematch.table
    match table.status:
        case "lobby" if table.proposal is not None:
            return Message("rematch.open", {"place": place})
        case "lobby":
            return Message("rematch.lobby", {"place": place})
        case "over" | "closed":
            return Message("rematch.over", {"place": place})
    return Message("rematch.running", {"place": place})


def _link(table: Table, shown: LiveMessage | None) -> str:
    if shown is None or table.guild is None:
        return f"<#{table.channel}>"
    return f"https://discord.com/channels/{table.guild}/{shown.channel}/{shown.message}"
