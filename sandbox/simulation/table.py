"""One table of the evening: opened, filled and played to its end or until the evening is over."""

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sandbox.records import Channel
from sandbox.seen import Reply, Seen
from sandbox.server import Sandbox
from sandbox.simulation.notes import Fate, Notes, Press
from sandbox.simulation.verdict import BOARD_S
from sandbox.simulation.visitor import REFUSED_SIGN, Visitor, controls_of, ends, fate_of
from sandbox.typed import NotOffered

MENTION = re.compile(r"<@(\d+)>")
FIRST_BOARD_S = 60.0
PATIENCE_S = BOARD_S + 2.0
"""A board that does not follow an answer within this time is looked for no longer: by then it counts as missing."""
OVER_S = 10.0
"""A game whose board offers no answer for so long is over."""
COMPUTERS_S = 120.0
"""The same where computers may be at it, one after the other."""
QUIET_S = 1.0
"""The same after a command, which may have been one that moves nothing on the board."""
REFUSED_S = 0.25
"""Seconds for which somebody watches for the board to move after a refusal, before pressing again."""
THINKING_S = 0.03
"""Mean pause before a press."""
OLD_KEPT = 200


class NobodyAnswers(Exception):  # noqa: N818
    """The table could not be opened, filled or started."""


@dataclass(slots=True)
class Clock:
    """The time within a stretch; stops while the bot is down."""

    begun: float = field(default_factory=time.perf_counter)
    is_up: asyncio.Event = field(default_factory=asyncio.Event)

    def now_s(self) -> float:
        return time.perf_counter() - self.begun


class TableRun:
    """The visitors of one table in one channel. `presses_at_once`: now and then two press at the same instant."""

    def __init__(
        self,
        sandbox: Sandbox,
        channel: Channel,
        visitors: list[Visitor],
        notes: Notes,
        clock: Clock,
        random: Random,
        computers: tuple[int, str] = (0, ""),
        *,
        presses_at_once: bool = False,
        taps_twice: bool = False,
    ) -> None:
        """`computers`: how many sit there, and how well they play."""
        self.sandbox = sandbox
        self.channel = channel
        self.visitors = visitors
        self.notes = notes
        self.clock = clock
        self.random = random
        self.computers, self.level = computers
        self.is_over = False
        self._presses_at_once = presses_at_once
        self._taps_twice = taps_twice
        self._old: list[str] = []
        self._pressed = True
        self._by_user = {visitor.actor.id: visitor for visitor in visitors}

    # Before the game

    async def sit_down(self, game: str) -> None:
        """Open the table, join it and start; raises `NobodyAnswers`."""
        opener, *others = self.visitors
        options: dict[str, object] = {"game": game, "seats": len(self.visitors) + self.computers}
        if self.computers:
            options |= {"computers": self.computers, "level": self.level}
        await self._must(opener.actor.command("/table open", self.channel, **options))
        for visitor in others:
            await self._must(visitor.actor.command("/table join", self.channel))
        await self._must(opener.actor.command("/table start", self.channel))
        await self.sandbox.until(
            lambda: (live := self.live()) and self._is_board(live) and (self.computers or self.asked()), FIRST_BOARD_S
        )

    def _is_board(self, live: Seen) -> bool:
        """Whether this is a board. Where many processes share a machine it may have words in place of a picture."""
        return bool(live.pictures or self.computers or (self._presses_at_once and controls_of(live).answering))

    @staticmethod
    async def _must(action: Coroutine[Any, Any, Reply]) -> None:
        reply = await action
        if fate_of(reply) == "put_off":
            await reply.settled()
        if fate_of(reply) == "unanswered" or reply.text.startswith(REFUSED_SIGN):
            raise NobodyAnswers(reply.text)

    # What lies on the table

    def live(self) -> Seen | None:
        """The newest public message of the bot, if it has controls: what stays of older turns may have some, too."""
        for message in self.sandbox.newest(self.channel):
            if message.is_by_bot and not message.is_ephemeral:
                return message if message.buttons else None
        return None

    def asked(self) -> list[Visitor]:
        """The visitors whom the newest message names."""
        live = self.live()
        named = {int(user) for user in MENTION.findall(live.text)} if live else set()
        return [visitor for user, visitor in self._by_user.items() if user in named]

    def state(self) -> tuple[int, int] | None:
        """The newest message and how often it was edited: changes whenever the board does."""
        live = self.live()
        return (live.id, live.edits) if live else None

    # Play

    async def play(self, is_enough: Callable[[], bool]) -> None:
        """Press until the game is over or `is_enough`."""
        while not is_enough() and not self.is_over:
            await self.clock.is_up.wait()
            await asyncio.sleep(self.random.expovariate(1 / THINKING_S))
            if not self.clock.is_up.is_set():
                continue
            live = self.live()
            if live is None or not controls_of(live).answering:
                self.is_over = await self._is_really_over()
                continue
            before = self.state()
            fate = await self._action(live)
            if fate in ("confirmed", "put_off"):
                await self._see_board_move(before, PATIENCE_S if self._pressed else QUIET_S)
            elif fate == "refused":
                await self._see_board_move(before, REFUSED_S)

    async def _see_board_move(self, before: tuple[int, int] | None, timeout_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            await self.sandbox.until(lambda: self.state() != before or not self.clock.is_up.is_set(), timeout_s)

    async def _is_really_over(self) -> bool:
        """Whether the controls stay away, and are neither just on their way nor waiting for computers."""

        def is_decided() -> bool:
            live = self.live()
            return live is not None and (bool(controls_of(live).answering) or ends(live))

        try:
            patience_s = PATIENCE_S if self._presses_at_once else OVER_S
            await self.sandbox.until(is_decided, COMPUTERS_S if self.computers else patience_s)
        except TimeoutError:
            return self.clock.is_up.is_set()
        live = self.live()
        return live is not None and ends(live)

    async def _action(self, live: Seen) -> Fate | None:
        visitors = self.asked() or self.visitors
        visitor = self.random.choice(visitors)
        chance = self.random.random()
        self._remember(live)
        at_s = self.clock.now_s()
        is_command, deliveries = False, 1
        self._pressed = True
        with contextlib.suppress(NotOffered):
            if chance < 0.04:
                reply = await self.random.choice(self.visitors).mind_manners(live)
            elif chance < 0.07:
                reply = await visitor.press_old([live], self._old)
            elif chance < 0.10:
                reply = await self.random.choice(self.visitors).use(live)
            elif chance < 0.30:
                self._pressed = False
                at_s, reply = await self._typed(visitor)
                is_command = True
            elif self._presses_at_once and 0.85 < chance < 0.97:
                return await self._two_at_once(live, at_s)
            elif self._taps_twice and chance < 0.75:
                return await self._tapped_twice(visitor, live, at_s)
            else:
                if chance > 0.97:
                    deliveries = self.sandbox.interactions.deliveries = self.random.randint(2, 4)
                reply = await visitor.use(live)
            self.sandbox.interactions.deliveries = 1
            if reply is not None:
                return await self.note(visitor, reply, at_s, is_command, deliveries)
        return None

    async def _two_at_once(self, live: Seen, at_s: float) -> Fate | None:
        """Two who may be asked, or one with two hands, press at the same instant: what became of it."""
        pair = [self.random.choice(self.asked() or self.visitors) for _ in range(2)]
        replies = await asyncio.gather(*(visitor.use(live) for visitor in pair))
        fates = [
            await self.note(visitor, reply, at_s, is_command=False, deliveries=1)
            for visitor, reply in zip(pair, replies, strict=True)
            if reply is not None
        ]
        return "confirmed" if "confirmed" in fates else next(iter(fates), None)

    async def _tapped_twice(self, visitor: Visitor, live: Seen, at_s: float) -> Fate | None:
        """Tap one control twice: what became of it. Whoever had one tap accepted is told off for none."""
        replies = await visitor.use_twice(live)
        fates = [fate_of(reply) for reply in replies]
        self.notes.second_presses += bool(fates)
        if "refused" in fates and "confirmed" in fates:
            control = replies[0].interaction.data.get("custom_id")
            self.notes.wrong_refusals.append(f"{visitor.actor.name} was told off for a second tap on {control}")
        noted = None
        for reply in replies:
            with contextlib.suppress(NotOffered):  # what the first tap had opened, the second one has replaced
                fate = await self.note(visitor, reply, at_s, False, 1)
                noted = fate if noted in (None, "refused") else noted
        return noted

    async def _typed(self, visitor: Visitor) -> tuple[float, Reply | None]:
        """When the command was sent, and its answer."""
        reply = await visitor.type(self.channel)
        return self.clock.now_s() - ((reply.latency_s or 0.0) if reply else 0.0), reply

    def _remember(self, live: Seen) -> None:
        self._old.extend(button.custom_id for button in live.buttons if button.custom_id)
        del self._old[:-OLD_KEPT]

    async def note(self, visitor: Visitor, reply: Reply, at_s: float, is_command: bool, deliveries: int) -> Fate:
        """Write down what became of an action, and go on with what was asked in private; returns the first fate."""
        fate = fate_of(reply)
        if fate == "told" and is_command:
            fate = "confirmed"
        if reply.message is not None and reply.kind == "message" and not reply.is_ephemeral:
            self.notes.leaks.append(f"a public answer to {visitor.actor.name}: {reply.text[:80]}")
        interaction = reply.interaction.id
        control = str(reply.interaction.data.get("custom_id") or "")
        what = f"{control or reply.interaction.data.get('name')}, answered by {reply.kind}"
        now_ms = round(time.time() * 1000)
        self.notes.presses.append(
            Press(interaction, self.channel.id, fate, at_s, reply.latency_s, deliveries, what, control, now_ms)
        )
        self.notes.stretches[-1].append(at_s)
        private = reply.message if reply.kind in ("message", "update") else None
        if fate == "refused" or private is None or not private.is_ephemeral or visitor.puts_away(private):
            return fate
        again = self.clock.now_s()
        answer = await visitor.use(private)
        return fate if answer is None else await self.note(visitor, answer, again, False, 1)
