"""The bot of the month. Its clock leaps, and it is killed, cut off from Discord and restarted."""

import asyncio
import contextlib
import re
import time
from collections.abc import Callable

from sandbox.month.almanac import DAY_MS, HOUR_MS, MINUTE_MS, Almanac, Stopwatch
from sandbox.month.database import BotDatabase
from sandbox.records import DIRECT
from sandbox.simulation.simulation import Simulation

REST_S = 15.0
"""Longest wait until the bot has nothing due, in seconds."""
RESTLESS_S = 0.5
"""Longest wait, in seconds, once a wait has timed out. By then the bot is probably stuck."""
POSTED_S = 15.0
LOOK_S = 0.004
BACK_S = 120.0
"""Longest pause before discord.py reconnects, in seconds of real time."""
DOWN_MS = (0, 2 * MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS)
OUTAGES_H = (1, 3, 7)


class LeapingBot:
    """A bot whose clock leaps. `stopwatch` measures the real time spent on waiting for it and on starting it."""

    def __init__(self, simulation: Simulation, almanac: Almanac) -> None:
        self.simulation = simulation
        self.almanac = almanac
        self.stopwatch = Stopwatch()
        self.database = BotDatabase(simulation.database, almanac.ahead_of_unbroken)
        self.is_cut_off = False
        self.leapt_to = 0
        """The time of the newest leap, by the host's clock."""
        self._is_restless = False

    @property
    def is_up(self) -> bool:
        return self.simulation.fleet.uptime.is_up

    def now(self) -> int:
        return self.almanac.now()

    async def start(self) -> None:
        self.almanac.note_start(self.database.newest_post())
        await self.simulation.fleet.start()
        self.leapt_to = self.almanac.host_now()

    async def leap_to_next(self, at: int) -> None:
        """Leap to `at`, or to the time of the bot's next work if that is earlier. Wait until the bot is at rest."""
        target, since = at, self.almanac.host_now()
        if not self.is_cut_off:
            await self.rest()  # work may have come due while people waited for posts
            due = self.database.next_at(since)
            if due is not None:
                target = min(at, self.now() + due - self.almanac.host_now())
        now = self.now()
        if target + 20 > now:
            self._leap_to(target + 20)
        with self.stopwatch.timed("rest"):
            await self.rest()

    def _leap_to(self, at: int) -> None:
        self.almanac.leap_to(at)
        self.leapt_to = self.almanac.shown_at(at)

    async def leap_a_minute(self) -> None:
        """Leap by a minute. The bot then checks its clock."""
        self._leap_to(self.now() + MINUTE_MS)
        await self.rest()

    async def wait_for_posts(self, channel: int | None = None) -> None:
        """Wait until the bot has sent all posts to `channel`. If `channel` is None, wait for all channels."""
        await self._until(
            lambda: not self.is_up or self.database.has_posted(channel, self.almanac.host_now()), POSTED_S
        )

    async def rest(self, patience_s: float = REST_S) -> None:
        def is_at_rest() -> bool:
            is_away = not self.is_up or self.is_cut_off
            return is_away or self.database.is_at_rest(self.almanac.host_now(), self.leapt_to)

        self._is_restless = not await self._until(is_at_rest, RESTLESS_S if self._is_restless else patience_s)

    async def wait_for_note(self, is_noted: Callable[[], bool], what: str) -> None:
        """Wait until the bot has stored something in its database and is at rest."""
        if await self._until(is_noted, POSTED_S):
            await self.leap_a_minute()
        else:
            self.simulation.errors.append(f"the bot doesn't store that {what}")

    async def _until(self, is_done: Callable[[], bool], patience_s: float) -> bool:
        """Wait for a condition, for at most `patience_s`. Return whether it became true."""
        deadline = time.perf_counter() + patience_s
        while not is_done():
            if time.perf_counter() > deadline:
                return False
            await asyncio.sleep(LOOK_S)
        return True


class Misfortunes:
    """Kills of the bot, at any time or during a call, and outages of Discord. `days` is the length of the month."""

    def __init__(self, bot: LeapingBot, days: int) -> None:
        self._bot = bot
        self._days = days
        self._simulation = bot.simulation
        self.armed = ""
        """The event at which the bot will be killed: a kind of call, "message" for its next direct message, or "thread"
        for its next thread."""
        self.is_dead = False
        self.deaths: list[int] = []
        bot.simulation.sandbox.faults.watch = self._watch_requests

    def kill(self) -> None:
        self._simulation.fleet.kill_now()
        self.is_dead = True

    def note_call(self, kind: str) -> None:
        """Kill the bot before Discord confirms this kind of call, if such a kill is planned."""
        if self.armed == kind and not self.is_dead:
            self.armed = ""
            self.kill()

    def _watch_requests(self, method: str, path: str) -> None:
        """Kill the bot before Discord answers this kind of request, if such a kill is planned. A direct message is then
        lost, but a thread has been created."""
        found = re.fullmatch(r"/channels/(\d+)/(message|thread)s", path)
        if found is None or self.armed != found[2] or method != "POST" or self.is_dead:
            return
        sandbox = self._simulation.sandbox
        channel = sandbox.world.channels.get(int(found[1]))
        if self.armed == "thread" or (channel is not None and channel.kind == DIRECT):
            self.armed = ""
            sandbox.faults.drop(f"POST {path}", applied=found[2] == "thread")
            self.kill()

    async def revive(self) -> None:
        """Restart a killed bot after up to 6 hours. In a long month, the third restart comes after 2½ days."""
        if not self.is_dead:
            return
        bot = self._bot
        await self._simulation.fleet.kill()
        self.is_dead = bot.is_cut_off = False
        self.deaths.append(bot.now())
        down = self._simulation.random.choice(DOWN_MS)
        if len(self.deaths) == 3 and self._days > 14:
            down = round(2.5 * DAY_MS)
        bot.almanac.leap_to(bot.now() + down)
        with bot.stopwatch.timed("start"):
            await bot.start()
        await bot.rest()

    async def cut_off(self) -> None:
        bot, fleet, sandbox = self._bot, self._simulation.fleet, self._simulation.sandbox
        fleet.uptime.end()
        bot.is_cut_off = True
        sandbox.connections.lose_network()
        for _ in range(self._simulation.random.choice(OUTAGES_H)):
            await asyncio.sleep(0.1)
            bot.almanac.leap_to(bot.now() + HOUR_MS)
        sandbox.connections.restore_network()
        with contextlib.suppress(TimeoutError):
            await sandbox.until(lambda: sandbox.gateway.is_connected or self.is_dead, BACK_S)
        if self.is_dead:
            return
        if not sandbox.gateway.is_connected:
            self._simulation.errors.append(f"the bot did not come back after an outage: {fleet.bots[0].tail()}")
            self.kill()
            return
        bot.is_cut_off = False
        fleet.uptime.begin()
        bot.leapt_to = bot.almanac.host_now()
        await bot.rest(2 * REST_S)
