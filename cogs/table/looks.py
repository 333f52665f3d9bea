"""`/table show`, `read`, `log`, `hint` and the others that change nothing in the game."""

from dataclasses import dataclass
from io import BytesIO

import discord

import discord_limits as limits
from cogs.delivery.outcomes import Outcomes
from cogs.delivery.watch_sender import WatchSender
from cogs.hands.notes import Notes
from cogs.history.looking_back import LookingBack
from cogs.interactions import authority
from cogs.interactions.answering import Reply
from cogs.interactions.gate import table_here
from cogs.interactions.places import check_may_post
from cogs.interactions.promises import promise
from cogs.interactions.slash import Choices, slash
from cogs.play.advice import Advice
from cogs.play.reading import Reading
from cogs.replay.screening import Screen
from cogs.replay.viewer import Viewer
from cogs.traffic import Rates
from cogs.ui.matching import Named, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.people import sitter_name
from engine.kernel.decision import Argument, Message
from sessions.records.table import Sitter
from sessions.refusals import TableOver
from sessions.session import Session
from sessions.sessions import Sessions


@dataclass(frozen=True)
class Looks:
    """Commands that show the table and its past."""

    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _outcomes: Outcomes
    _reading: Reading
    _looking_back: LookingBack
    _advice: Advice

    @slash("table show", who=authority.ANYONE_HERE)
    async def show(
        self, interaction: discord.Interaction, session: Session, player: discord.User | None = None
    ) -> Reply:
        """Post the board again, or show one player's public state."""
        if player is not None:
            return await self._reading.read_seat(interaction, session, player.id)
        await check_may_post(interaction)
        self._rates.admit_board(session.table, interaction.user.id)
        outbox = self._sessions.outbox
        since = outbox.next_id()
        await session.place.post_board()
        outbox.wake(session.table.channel)
        begun, done = Message("table.showing"), Message("table.shown")
        return promise(self.wording, self._outcomes, interaction, session, since, begun=begun, done=done)

    @slash("table read", who=authority.ANYONE_ONCE_STARTED)
    async def read(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the whole position as text."""
        return await self._reading.read_board(interaction, session)

    async def _players(self, interaction: discord.Interaction, current: str) -> Choices:
        session = await table_here(self._sessions, interaction)
        return suggest_matches(current, [Named(name, name) for name in await session.reader.log.holders()])

    @slash("table log", who=authority.ANYONE_ONCE_STARTED, suggests={"player": _players})
    async def log(self, interaction: discord.Interaction, session: Session, player: str | None = None) -> Reply:
        """Show what happened, or what one player did, page by page."""
        return await self._looking_back.read_log(interaction, session, player)

    @slash("table hint", who=authority.ASKED, note="where hints are allowed")
    async def hint(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show a strong computer player's answer."""
        return await self._advice.hint(interaction, session)

    @slash("table since", who=authority.SEATED_ONCE_STARTED)
    async def since(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show what happened since this person's last turn."""
        return await self._looking_back.read_since(interaction, session)


@dataclass(frozen=True)
class Records:
    """Commands that show or export a whole game."""

    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _watches: WatchSender
    _viewer: Viewer
    _screen: Screen
    _notes: Notes

    @slash("table replay", who=authority.ANYONE_ONCE_STARTED)
    async def replay(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Replay the game, step by step."""
        return await self._viewer.open(interaction, session)

    @slash("table gif", who=authority.ANYONE_AT_THE_END)
    async def gif(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show a finished game as an animation."""
        return await self._screen.show(interaction, session)

    @slash("table export", who=authority.ANYONE_ONCE_STARTED)
    async def export(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Reply with the game as a file, or with what this seat may know. Raises `UIRefusal`, `Refusal`."""
        self._rates.take("file", interaction.user.id)
        wording, table, seat = self.wording, session.table, session.seat_of(interaction.user.id)

        def name_of(sitter: Sitter) -> str:
            return wording.say(sitter_name(sitter), table.language)

        file = await session.history.export(seat, limits.FILE_BYTES_LEAST, name_of)
        if file is None:
            raise UIRefusal("refused.export_large")
        key = "replay.exported" if session.history.is_open else "replay.exported_seat" if seat is not None else ""
        words = wording.speech.translate(interaction, key or "replay.exported_public")
        return Reply(words, files=(discord.File(BytesIO(file), f"{table.game}-{table.id}.json"),))

    @slash("table note", who=authority.SEATED_ONCE_STARTED)
    async def note(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Open the form with this person's note."""
        return await self._notes.open(interaction, session)

    @slash("table watch", who=authority.ANYONE_WATCHING)
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
