"""One table of the evening. Its people press whenever they are asked, until the game or the evening is over."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from sandbox.client import NotOffered
from sandbox.seen import Reply, Seen
from sandbox.simulation.notes import Fate
from sandbox.simulation.table import Table
from sandbox.simulation.verdict import BOARD_S
from sandbox.simulation.visitor import Visitor, controls_of, fate_of, has_ended

FIRST_BOARD_S = 60.0
PATIENCE_S = BOARD_S + 2.0
"""Longest wait for a board after an answer, in seconds. After that the board counts as missing."""
OVER_S = 10.0
"""A game counts as over if its board has offered no answer for this many seconds."""
COMPUTERS_S = 120.0
QUIET_S = 1.0
REFUSED_S = 0.25
THINKING_S = 0.03
OLD_KEPT = 200


@dataclass(eq=False)
class EveningTable(Table):
    visitors: list[Visitor]
    random: Random
    is_up: asyncio.Event
    """People act only while this is set."""
    computers: int = 0
    """The number of computer players."""
    level: str = ""
    presses_at_once: bool = False
    taps_twice: bool = False
    is_over: bool = False
    _old: list[str] = field(default_factory=list)
    _pressed: bool = True

    async def sit_down(self, game: str) -> None:
        """Open the table, fill it, start it and wait for its board. Raise `NobodyAnswers` if one of these fails."""
        options: dict[str, object] = {"game": game, "seats": len(self.visitors) + self.computers}
        if self.computers:
            options |= {"computers": self.computers, "level": self.level}
        await self.seat([visitor.actor for visitor in self.visitors], options)
        await self.sandbox.until(
            lambda: (live := self.live()) and self._is_board(live) and (self.computers or self.asked_visitors()),
            FIRST_BOARD_S,
        )

    def _is_board(self, live: Seen) -> bool:
        """Return whether this message is a board. On a busy machine, or with several processes, it may be text only."""
        return bool(live.pictures or self.computers or controls_of(live).answering)

    def asked_visitors(self) -> list[Visitor]:
        named = self.mentions()
        return [visitor for visitor in self.visitors if visitor.actor.id in named]

    async def play(self, is_enough: Callable[[], bool]) -> None:
        while not is_enough() and not self.is_over:
            await self.is_up.wait()
            await asyncio.sleep(self.random.expovariate(1 / THINKING_S))
            if not self.is_up.is_set():
                continue
            live = self.live()
            if live is None or not controls_of(live).answering:
                self.is_over = await self._is_really_over()
                continue
            before = self.state()
            fate = await self._act(live)
            if fate in ("confirmed", "put_off"):
                await self._see_board_move(before, PATIENCE_S if self._pressed else QUIET_S)
            elif fate == "refused":
                await self._see_board_move(before, REFUSED_S)

    async def _see_board_move(self, before: tuple[int, int] | None, timeout_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            await self.sandbox.until(lambda: self.state() != before or not self.is_up.is_set(), timeout_s)

    async def _is_really_over(self) -> bool:
        """Return whether the game has ended: the board says so, or has stayed without controls although computer
        players had time to move."""

        def is_decided() -> bool:
            live = self.live()
            return live is not None and (bool(controls_of(live).answering) or has_ended(live))

        try:
            patience_s = PATIENCE_S if self.presses_at_once else OVER_S
            await self.sandbox.until(is_decided, COMPUTERS_S if self.computers else patience_s)
        except TimeoutError:
            return self.is_up.is_set()
        live = self.live()
        return live is not None and has_ended(live)

    async def _act(self, live: Seen) -> Fate | None:
        visitor = self.random.choice(self.asked_visitors() or self.visitors)
        chance = self.random.random()
        self._old.extend(button.custom_id for button in live.buttons if button.custom_id)
        del self._old[:-OLD_KEPT]
        at_s = self.notes.now_s()
        is_command = False
        self._pressed = True
        with contextlib.suppress(NotOffered):
            if chance < 0.04:
                reply = await self.random.choice(self.visitors).use_other(live)
            elif chance < 0.07:
                reply = await visitor.press_old(live, self._old)
            elif chance < 0.10:
                reply = await self.random.choice(self.visitors).use(live)
            elif chance < 0.30:
                self._pressed = False
                reply = await visitor.type(self.channel)
                at_s = self.notes.now_s() - ((reply.latency_s or 0.0) if reply else 0.0)
                is_command = True
            elif self.presses_at_once and 0.85 < chance < 0.97:
                return await self._press_together(live, at_s)
            elif self.taps_twice and chance < 0.75:
                return await self._tap_twice(visitor, live, at_s)
            else:
                if chance > 0.97:
                    self.sandbox.interactions.deliveries = self.random.randint(2, 4)
                reply = await visitor.use(live)
            self.sandbox.interactions.deliveries = 1
            if reply is not None:
                return await self.note(visitor, reply, at_s, is_command=is_command)
        return None

    async def _press_together(self, live: Seen, at_s: float) -> Fate | None:
        pair = [self.random.choice(self.asked_visitors() or self.visitors) for _ in range(2)]
        replies = await asyncio.gather(*(visitor.use(live) for visitor in pair))
        fates = [
            await self.note(visitor, reply, at_s)
            for visitor, reply in zip(pair, replies, strict=True)
            if reply is not None
        ]
        return "confirmed" if "confirmed" in fates else next(iter(fates), None)

    async def _tap_twice(self, visitor: Visitor, live: Seen, at_s: float) -> Fate | None:
        """Tap one control twice. If one tap is accepted, the bot must not refuse the other."""
        replies: tuple[Reply, ...] = await visitor.use_twice(live)
        fates = [fate_of(reply) for reply in replies]
        self.notes.second_presses += bool(fates)
        if "refused" in fates and "confirmed" in fates:
            control = replies[0].interaction.data.get("custom_id")
            self.notes.wrong_refusals.append(f"{visitor.actor.name} was refused for a second tap on {control}")
        noted = None
        for reply in replies:
            with contextlib.suppress(NotOffered):  # the second answer has replaced the message from the first one
                fate = await self.note(visitor, reply, at_s)
                noted = fate if noted in (None, "refused") else noted
        return noted
