"""The processes of a bot, which may share a database. Each can be started, killed, frozen and stopped."""

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandbox.interactions import Interaction
from sandbox.server import Sandbox
from sandbox.simulation.notes import Life
from sandbox.simulation.postgresql import PostgresServer

ERROR = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback \(most recent call last\)")
READY_S = 240.0
DOWN_S = 1.0
SHORTEST_S, LONGEST_S = 2.0, 20.0
"""Shortest and longest freeze, in seconds. The longest are longer than the lease of a process."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Kill:
    """Kills `process`, or the database server if it is None. `at_s` is a value of `time.perf_counter()`."""

    at_s: float
    process: int | None


@dataclass(frozen=True, slots=True)
class Freeze:
    """A planned freeze of `process`, or of the database server if that's None. It starts after a number of presses."""

    process: int | None
    length_s: float
    after_presses: int


@dataclass(slots=True)
class Frozen:
    """A freeze that has begun. `ended_ms` is in milliseconds since 1970, or None until it ends."""

    process: int | None
    ended_ms: int | None = None


def draw_freezes(random: Random, count: int, processes: int, presses: int, *, has_server: bool) -> list[Freeze]:
    """Draw the freezes of a run of about `presses` presses. Nothing freezes twice before everything has frozen once."""
    everything = [*range(processes), *([None] if has_server else [])]
    turns: list[int | None] = []
    while len(turns) < count:
        turns += random.sample(everything, len(everything))
    marks = sorted(random.randrange(presses // 20, presses) for _ in range(count))
    lengths = [random.uniform(SHORTEST_S, LONGEST_S) for _ in range(count)]
    return [Freeze(*each) for each in zip(turns, lengths, marks, strict=False)]


class Uptime:
    """Records when the bot's processes were reachable, in milliseconds. `lives` are the times when all of them were."""

    def __init__(self, processes: int, clock: Callable[[], int]) -> None:
        self.lives: list[Life] = []
        self.frozen: list[Frozen] = []
        self._clock = clock
        self._since_ms: int | None = None
        self._up_since: list[int | None] = [None] * processes

    @property
    def is_up(self) -> bool:
        return self._since_ms is not None

    def begin(self, *processes: int) -> None:
        """Record that all processes are reachable from now on. Until now, the given ones were not."""
        self._since_ms = self._clock()
        for process in processes:
            self._up_since[process] = self._since_ms

    def end(self, *processes: int) -> None:
        """Record that the bot as a whole and the given processes are unreachable from now on."""
        if self._since_ms is not None:
            self.lives.append(Life(self._since_ms, self._clock()))
        self._since_ms = None
        for process in processes:
            self._up_since[process] = None

    @contextlib.contextmanager
    def without(self, process: int | None) -> Iterator[None]:
        """Record that `process`, or the database server if that's None, is unreachable during the block."""
        processes = () if process is None else (process,)
        self.end(*processes)
        yield
        self.begin(*processes)

    @contextlib.contextmanager
    def freeze(self, process: int | None) -> Iterator[None]:
        """Record that `process`, or the database server if that's None, is frozen during the block."""
        self.frozen.append(Frozen(process))
        with self.without(process):
            yield
        self.frozen[-1].ended_ms = self._clock()

    def must_answer(self, interaction: Interaction, patience_ms: int) -> bool:
        """Return whether a process that received this interaction has been up for the last `patience_ms`."""
        begun = self._clock() - patience_ms
        up = (self._up_since[shard] for shard in interaction.shards if shard < len(self._up_since))
        return any(since is not None and since <= begun for since in up)

    def was_frozen(self, interaction: Interaction, patience_ms: int) -> bool:
        """Return whether a process that received this interaction was frozen at any time in the last `patience_ms`."""
        since_ms = self._clock() - patience_ms
        own = [each for each in self.frozen if each.process in interaction.shards]
        return any(each.ended_ms is None or each.ended_ms > since_ms for each in own)


class BotProcess:
    """Runs Python with `argv` in the folder `home`, with `environment` added. The bot connects as `shard`."""

    def __init__(
        self, sandbox: Sandbox, argv: Sequence[str], home: Path, environment: Mapping[str, str], shard: int = 0
    ) -> None:
        self._shard = shard
        self._sandbox = sandbox
        self._argv = argv
        self._home = home
        home.mkdir(exist_ok=True)
        self._environment = {**os.environ, **environment}
        self.log = home / "bot.log"
        self.rss_mb = 0.0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the bot and wait until it is connected. Raise `RuntimeError` if it doesn't connect."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._argv, cwd=self._home, env=self._environment, stdout=log, stderr=log
            )
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(self._is_connected, READY_S)
        if self._process.returncode is not None or not self._is_connected():
            raise RuntimeError(f"the bot did not start; the end of its log:\n{self.tail()}")

    def _is_connected(self) -> bool:
        return any(session.shard[0] == self._shard for session in self._sandbox.gateway.connected)

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])

    def errors(self) -> list[str]:
        return [line for line in self.log.read_text(errors="replace").splitlines() if ERROR.search(line)]

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def measure(self) -> None:
        assert self._process is not None
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    self.rss_mb = max(self.rss_mb, int(line.split()[1]) / 1024)

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End the process with a signal, wait until it has left the gateway, and return its exit code."""
        assert self._process is not None
        self.measure()
        self.send_signal(number)
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(lambda: not self._is_connected(), READY_S)
        return code

    async def give_up(self) -> None:
        if self._process is not None and self.is_running:
            self.send_signal(signal.SIGKILL)
            await self._process.wait()


class Fleet:
    """One process per shard. `uptime` records when they were reachable."""

    def __init__(
        self,
        sandbox: Sandbox,
        bot: Sequence[str],
        home: Path,
        processes: int,
        environment: Mapping[str, str],
        server: PostgresServer | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Run Python with the arguments `bot`. If there are several processes, each has its own folder."""
        self._server = server
        self.kills: list[Kill] = []
        self.uptime = Uptime(processes, clock)
        self._numbers, is_shared = range(processes), processes > 1
        if is_shared:
            sandbox.gateway.starts.recommended = processes
        homes = [home / f"process-{number}" if is_shared else home for number in self._numbers]
        shards = [f"{number}/{processes}" if is_shared else "" for number in self._numbers]
        self.bots = [
            BotProcess(sandbox, bot, homes[number], {**environment, "SHARDS": shards[number]}, number)
            for number in self._numbers
        ]

    async def start(self) -> None:
        """Start all processes. The first starts alone, since it creates the database and registers the commands."""
        await self.bots[0].start()
        await asyncio.gather(*(bot.start() for bot in self.bots[1:]))
        self.uptime.begin(*self._numbers)

    def kill_now(self) -> None:
        """Send SIGKILL to every process without waiting. Call `kill` to wait for them."""
        for bot in self.bots:
            bot.measure()
            bot.send_signal(signal.SIGKILL)
        self.uptime.end()

    async def kill(self) -> None:
        self.uptime.end(*self._numbers)
        await asyncio.gather(*(bot.end() for bot in self.bots))

    async def break_one(self, random: Random) -> None:
        """Kill and restart one of the processes or the database server while the others continue."""
        number = random.randrange(len(self.bots) + (self._server is not None))
        broken = number if number < len(self.bots) else None
        self.kills.append(Kill(time.perf_counter(), broken))
        with self.uptime.without(broken):
            if broken is not None:
                await self.bots[broken].end()
                await self.bots[broken].start()
            elif self._server is not None:
                await asyncio.to_thread(self._server.kill)
                await asyncio.sleep(random.random() * DOWN_S)
                await asyncio.to_thread(self._server.start)

    async def freeze(self, freeze: Freeze) -> None:
        """Suspend one of the processes or the database server for a while, like a machine that hangs."""
        stopped = self._server if freeze.process is None else self.bots[freeze.process]
        assert stopped is not None
        with self.uptime.freeze(freeze.process):
            stopped.send_signal(signal.SIGSTOP)
            try:
                await asyncio.sleep(freeze.length_s)
            finally:
                stopped.send_signal(signal.SIGCONT)

    async def stop(self) -> list[str]:
        """Stop all processes with SIGTERM. Return a line for each that exits with an error."""
        self.uptime.end()
        codes = await asyncio.gather(*(bot.end(signal.SIGTERM) for bot in self.bots))
        self.uptime.end(*self._numbers)
        return [f"the bot ended with {code}" for code in codes if code != 0]

    async def give_up(self) -> None:
        await asyncio.gather(*(bot.give_up() for bot in self.bots))
        if self._server is not None:
            await asyncio.to_thread(self._server.stop)

    @property
    def rss_mb(self) -> float:
        return max(bot.rss_mb for bot in self.bots)

    def errors(self) -> list[str]:
        return [line for bot in self.bots for line in bot.errors()]
