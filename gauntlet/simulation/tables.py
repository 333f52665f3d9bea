"""A table of a world. Its people ask for the board if they miss it, and move the table if its channel is gone."""

import asyncio
import contextlib
from contextlib import closing
from pathlib import Path

from sandbox.client import NotOffered
from sandbox.evening.table import EveningTable
from sandbox.seen import Seen
from sandbox.simulation.log import open_read_only
from sandbox.simulation.table import NobodyAnswers
from sandbox.simulation.visitor import controls_of, has_ended
from sandbox.world import GUILD_ID

LOOK_S = 2.0
LONGEST_MISSED_S = 60.0
"""Longest time until somebody moves a table whose channel was deleted, in seconds."""
SETUP_S = 120.0


class SimulatedTable(EveningTable):
    """A table of a world."""

    game = ""
    database = Path()
    number = 0
    """The table's number in the database."""
    is_moved = False

    @property
    def has_channel(self) -> bool:
        return self.channel.id in self.sandbox.world.channels

    def live(self) -> Seen | None:
        return super().live() if self.has_channel else None

    async def open(self, pace: str, *, in_thread: bool) -> None:
        """Open, fill and start the table, in the channel or in a new thread of it. Raises `NobodyAnswers`."""
        owner, *others = [visitor.actor for visitor in self.visitors]
        known = {thread.id for thread in self.sandbox.world.channels.threads()}
        options: dict[str, object] = {"game": self.game, "seats": len(self.visitors) + self.computers}
        if self.computers:
            options["computers"] = self.computers
        await self.take(owner.command("/table open", self.channel, thread=in_thread, **options))
        if in_thread:
            self.channel = next(each for each in self.sandbox.world.channels.threads() if each.id not in known)
        await self.take(owner.command("/table pace", self.channel, pace=pace))
        for person in others:
            await self.take(person.command("/table join", self.channel))
        await self.take(owner.command("/table start", self.channel))
        await self.sandbox.until(lambda: (live := self.live()) and controls_of(live).answering, SETUP_S)
        if not self.is_running():
            raise NobodyAnswers(self.channel.name)

    def is_running(self) -> bool:
        """Look the table up in the database and keep its number. Return whether its game runs."""
        with closing(open_read_only(self.database)) as log:
            row = log.execute(
                "SELECT id FROM tables WHERE channel = ? AND status = 'running'", (self.channel.id,)
            ).fetchone()
        self.number = row[0] if row else 0
        return row is not None

    async def _is_really_over(self) -> bool:
        self._follow()
        if not self.has_channel:
            await asyncio.sleep(self.random.uniform(0, LONGEST_MISSED_S))
            await self._move()
            return False
        live = self.live()
        if live is not None and has_ended(live):
            return True
        await asyncio.sleep(LOOK_S)
        live = self.live()
        if live is None or not controls_of(live).answering:
            visitor = self.random.choice(self.visitors)
            with contextlib.suppress(NotOffered):
                at_s = self.notes.now_s()
                reply = await visitor.actor.command("/table show", self.channel)
                await self.note(visitor, reply, at_s)
        return False

    def _follow(self) -> None:
        """Go to the channel of the table, because anybody may have moved it."""
        with closing(open_read_only(self.database)) as log:
            row = log.execute("SELECT channel FROM tables WHERE id = ?", (self.number,)).fetchone()
        channel = self.sandbox.world.channels.get(row[0])
        if channel is not None and channel is not self.channel:
            self.channel, self.is_moved = channel, True

    async def _move(self) -> None:
        """Let somebody move the table to a new channel, if the bot knows already that the old one is gone."""
        actor = self.random.choice(self.visitors).actor
        channel = self.sandbox.world.channels.new(GUILD_ID, f"{self.channel.name}-again")
        with contextlib.suppress(NotOffered):
            offered = await actor.autocomplete("/table move", channel, "table", table="")
            if str(self.number) in [each["value"] for each in offered]:
                await actor.command("/table move", channel, table=str(self.number))
