"""A table of a world. Its people ask for the board if they miss it."""

import asyncio
import contextlib

from sandbox.client import NotOffered
from sandbox.evening.table import EveningTable
from sandbox.seen import Seen
from sandbox.simulation.visitor import controls_of, has_ended

LOOK_S = 2.0
SETUP_S = 120.0


class SimulatedTable(EveningTable):
    """A table of a world."""

    game = ""

    def live(self) -> Seen | None:
        return super().live() if self.channel.id in self.sandbox.world.channels else None

    async def open(self, game: str, *, in_thread: bool) -> None:
        """Open, fill and start the table, in the channel or in a new thread of it. Raise `NobodyAnswers`."""
        owner, *others = [visitor.actor for visitor in self.visitors]
        known = {thread.id for thread in self.sandbox.world.channels.threads()}
        seats = len(self.visitors)
        await self.take(owner.command("/table open", self.channel, game=game, seats=seats, thread=in_thread))
        if in_thread:
            self.channel = next(each for each in self.sandbox.world.channels.threads() if each.id not in known)
        for person in others:
            await self.take(person.command("/table join", self.channel))
        await self.take(owner.command("/table start", self.channel))
        await self.sandbox.until(lambda: (live := self.live()) and controls_of(live).answering, SETUP_S)

    async def _is_really_over(self) -> bool:
        if self.channel.id not in self.sandbox.world.channels:
            return True
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
