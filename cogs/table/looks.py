"""*Download* and *Watch*: follow a game from elsewhere."""

from dataclasses import dataclass
from io import BytesIO

import discord

import discord_limits as limits
from cogs.delivery.watch_sender import WatchSender
from cogs.interactions import authority
from cogs.interactions.answering import Reply
from cogs.interactions.gate import PRIVATE_LOOK, press
from cogs.traffic import Rates
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.menu import EXPORT, WATCH
from cogs.views.people import sitter_name
from engine.kernel.decision import Argument
from sessions.records.table import Sitter
from sessions.refusals import TableOver
from sessions.session import Session
from sessions.sessions import Sessions


@dataclass(frozen=True)
class Records:
    """Presses that export a game, or send its rounds to a watcher."""

    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _watches: WatchSender

    @press(EXPORT, "*Download*", at=PRIVATE_LOOK, who=authority.READER_ONCE_STARTED)
    async def export(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Reply with the game as a file, or with what this seat may know. Raises `UIRefusal`, `Refusal`."""
        self._rates.take("file", interaction.user.id)
        wording, table, seat = self.wording, session.table, session.reader.seat_of(interaction.user.id)

        def name_of(sitter: Sitter) -> str:
            return wording.say(sitter_name(sitter), table.language)

        file = await session.history.export(seat, limits.FILE_BYTES_LEAST, name_of)
        if file is None:
            raise UIRefusal("refused.export_large")
        key = "replay.exported" if session.history.is_open else "replay.exported_seat" if seat is not None else ""
        words = wording.speech.translate(interaction, key or "replay.exported_public")
        return Reply(words, files=(discord.File(BytesIO(file), f"{table.game}-{table.id}.json"),))

    @press(WATCH, "*Watch*", at=PRIVATE_LOOK, who=authority.READER_WATCHING)
    async def watch(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Start or stop sending this person the end of each round and the result."""
        watchers, table, user = self._sessions.choices.watchers, session.table, interaction.user.id
        translate = self.wording.speech.translate
        blanks: dict[str, Argument] = {"game": self.wording.game_uis[table.game].name, "channel": f"<#{table.channel}>"}
        if watchers.get(table.id, user) is not None:
            await watchers.stop(table.id, user)
            return Reply(translate(interaction, "watch.stopped"))
        if not table.is_live:
            raise TableOver
        self._rates.take("watch", interaction.user.id)
        if not await self._watches.greet(user, translate(interaction, "watch.hello", **blanks)):
            return Reply(translate(interaction, "watch.dm_closed"))
        begun = (await session.reader.log.index()).round_before(session.number + 1) if session.number else None
        await watchers.watch(table.id, user, (begun or 1) - 1)
        return Reply(translate(interaction, "watch.begun"))
