"""The bot of the month: its clock leaps, and it is killed, cut off from Discord and started again."""

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Iterator
from random import Random

from sandbox.month.almanac import DAY_MS, HOUR_MS, MINUTE_MS, Almanac
from sandbox.month.database import BotDatabase
from sandbox.records import DIRECT
from sandbox.simulation.simulation import Simulation

REST_S = 15.0
"""Longest time until nothing is due, in seconds."""
RESTLESS_S = 0.5
"""The same if the bot did not come to rest the last time: it leaves undone what is due."""
POSTED_S = 15.0
LOOK_S = 0.004
BACK_S = 120.0
"""Longest pause of discord.py before it connects again, in seconds of real time."""
DOWN_MS = (0, 2 * MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS)
OUTAGES_H = (1, 3, 7)


class LeapingBot:
    """One bot in leaping time. `days` is the length of the month."""

    def __init__(self, simulation: Simulation, almanac: Almanac, days: int) -> None:
        self.sandbox = simulation.sandbox
        self.notes = simulation.notes
        self.now: Callable[[], int] = almanac.now
        self._almanac = almanac
        self._days = days
        self._fleet = simulation.fleet
        self._errors = simulation.errors
        self._random: Random = simulation.random
        self._path = simulation.database
        self._database: BotDatabase | None = None
        self._leapt_to = 0
        """The time of the newest leap by the host's clock."""
        self.armed = ""
        """The kind of call at which the bot is killed next, or "message" for its next direct message."""
        self.is_dead = False
        """The bot was killed, and has to be started again."""
        self._is_restless = False
        self._is_cut_off = False
        self.deaths: list[int] = []
        self.seconds: dict[str, float] = {}
        """Real time by what it was spent on."""
        self.sandbox.faults.watch = self._watch_requests

    @property
    def database(self) -> BotDatabase:
        if self._database is None:
            self._database = BotDatabase(self._path)
        return self._database

    @property
    def is_up(self) -> bool:
        return self._fleet.is_up

    @contextlib.contextmanager
    def timed(self, what: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[what] = self.seconds.get(what, 0.0) + time.perf_counter() - begun

    async def start(self) -> None:
        self._almanac.starts.append(self.now())
        await self._fleet.start()
        self._leapt_to = self._almanac.host_now()

    async def stop(self) -> None:
        self._errors += await self._fleet.stop()

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    async def leap_to_next(self, at: int) -> None:
        """Leap to that time, or to whatever the bot does by itself before, and wait until it has done it."""
        now, target = self.now(), at
        if not self._is_cut_off:
            shown = self._almanac.shown_at(now)
            due = self.database.next_at(shown)
            if due is not None:
                target = min(at, now + due - shown)
        if target + 20 > now:
            self._leap_to(target + 20)
        with self.timed("rest"):
            await self.rest()

    def _leap_to(self, at: int) -> None:
        self._almanac.leap_to(at)
        self._leapt_to = self._almanac.shown_at(at)

    async def leap_a_minute(self) -> None:
        """Let the bot look at the clock, as it does once a minute."""
        self._leap_to(self.now() + MINUTE_MS)
        await self.rest()

    async def wait_for_posts(self, channel: int | None = None) -> None:
        """Wait until nothing waits to be posted in that channel, or in any."""
        deadline = time.perf_counter() + POSTED_S
        while self.is_up and time.perf_counter() < deadline:
            if self.database.has_posted(channel, self._almanac.host_now()):
                return
            await asyncio.sleep(LOOK_S)

    async def rest(self, patience_s: float = REST_S) -> None:
        """Wait until the bot has checked what is due, and nothing is."""
        deadline = time.perf_counter() + (RESTLESS_S if self._is_restless else patience_s)
        while self.is_up and not self._is_cut_off:
            is_at_rest = self.database.is_at_rest(self._almanac.host_now(), self._leapt_to)
            if is_at_rest or time.perf_counter() > deadline:
                self._is_restless = not is_at_rest
                return
            await asyncio.sleep(LOOK_S)

    async def wait_for_note(self, is_noted: Callable[[], bool], what: str) -> None:
        """Wait until the bot has noted something in its database, and is at rest."""
        deadline = time.perf_counter() + POSTED_S
        while not is_noted():
            if time.perf_counter() > deadline:
                self._errors.append(f"the bot does not note that {what}")
                return
            await asyncio.sleep(LOOK_S)
        await self.leap_a_minute()

    def stuck_tables(self, late_ms: int) -> list[int]:
        """The tables that wait for somebody and have had nothing due for `late_ms`."""
        return self.database.stuck(self._almanac.host_now() - late_ms)

    # What goes wrong

    def kill_now(self) -> None:
        """Kill the bot at this very moment. `revive` starts it again."""
        self._fleet.kill_now()
        self.is_dead = True

    def note_call(self, kind: str) -> None:
        """Kill a bot that is armed for such a call, before it hears that the call arrived."""
        if self.armed == kind and not self.is_dead:
            self.armed = ""
            self.kill_now()

    def _watch_requests(self, method: str, path: str) -> None:
        """Kill a bot that is armed for its next direct message, before the message arrives."""
        if self.armed != "message" or method != "POST" or self.is_dead:
            return
        found = re.fullmatch(r"/channels/(\d+)/messages", path)
        channel = self.sandbox.world.channels.get(int(found[1])) if found else None
        if channel is not None and channel.kind == DIRECT:
            self.armed = ""
            self.sandbox.faults.drop(f"POST {path}")
            self.kill_now()

    async def revive(self) -> None:
        """Start a bot that was killed after minutes or hours; once in a long month, after days."""
        if not self.is_dead:
            return
        await self._fleet.kill()
        self.is_dead = self._is_cut_off = False
        self.deaths.append(self.now())
        down = self._random.choice(DOWN_MS)
        if len(self.deaths) == 3 and self._days > 14:
            down = round(2.5 * DAY_MS)
        self._almanac.leap_to(self.now() + down)
        with self.timed("start"):
            await self.start()
        await self.rest()

    async def cut_off(self) -> None:
        """Let Discord be out of reach for some hours."""
        self._fleet.end_life()
        self._is_cut_off = True
        self.sandbox.line.lose_network()
        for _ in range(self._random.choice(OUTAGES_H)):
            await asyncio.sleep(0.1)
            self._almanac.leap_to(self.now() + HOUR_MS)
        self.sandbox.line.restore_network()
        with contextlib.suppress(TimeoutError):
            await self.sandbox.until(lambda: self.sandbox.gateway.is_connected or self.is_dead, BACK_S)
        if self.is_dead:
            return
        if not self.sandbox.gateway.is_connected:
            self._errors.append(f"the bot did not come back after an outage: {self._fleet.bots[0].tail()}")
            self.kill_now()
            return
        self._is_cut_off = False
        self._fleet.begin_life()
        self._leapt_to = self._almanac.host_now()
        await self.rest(2 * REST_S)
