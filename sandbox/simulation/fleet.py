"""The processes of an evening, which may share a database: started, killed or frozen one by one, stopped."""

import asyncio
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandbox.interactions import Interaction
from sandbox.server import Sandbox
from sandbox.simulation.freezing import Freeze, Frozen
from sandbox.simulation.notes import Life
from sandbox.simulation.postgresql import PostgresServer
from sandbox.simulation.process import BotProcess

DOWN_S = 1.0
"""So long at most the database server stays down before it is started again."""


def now_ms() -> int:
    """The time now in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: when, as `time.perf_counter()` tells it, and of which process (None: the database server)."""

    at_s: float
    process: int | None


class Fleet:
    """A process for each shard. `lives` are the times in which all of them were up."""

    def __init__(
        self,
        sandbox: Sandbox,
        bot: Sequence[str],
        home: Path,
        processes: int,
        environment: Mapping[str, str],
        server: PostgresServer | None = None,
    ) -> None:
        self._server = server
        self.kills: list[Kill] = []
        self.frozen: list[Frozen] = []
        self.lives: list[Life] = []
        self._since_ms: int | None = None
        self.bots = [
            BotProcess(
                sandbox, bot, self._home(home, number, processes), self._own(environment, number, processes), number
            )
            for number in range(processes)
        ]
        self._up_since: list[int | None] = [None] * processes
        if processes > 1:
            sandbox.session_starts.recommended = processes

    @staticmethod
    def _home(home: Path, number: int, processes: int) -> Path:
        """The folder of a process: each has one of its own."""
        own = home if processes == 1 else home / f"process-{number}"
        own.mkdir(exist_ok=True)
        return own

    @staticmethod
    def _own(environment: Mapping[str, str], number: int, processes: int) -> dict[str, str]:
        """The settings of a process."""
        return {**environment, "SHARDS": f"{number}/{processes}" if processes > 1 else ""}

    async def start(self) -> None:
        """Start all of them, the first by itself: it makes the database and tells the commands."""
        await self.bots[0].start()
        await asyncio.gather(*(bot.start() for bot in self.bots[1:]))
        self._up_since = [now_ms()] * len(self.bots)
        self._begin()

    async def kill_all(self) -> None:
        """Kill every process; `start` has them back."""
        self._end()
        self._up_since = [None] * len(self.bots)
        await asyncio.gather(*(bot.kill() for bot in self.bots))

    async def break_one(self, random: Random) -> None:
        """Kill one of the processes or the database server, and start it again, while the others go on."""
        broken = random.randrange(len(self.bots) + (self._server is not None))
        self._end()
        if self._server is not None and broken == len(self.bots):
            self.kills.append(Kill(time.perf_counter(), None))
            await asyncio.to_thread(self._server.kill)
            await asyncio.sleep(random.random() * DOWN_S)
            await asyncio.to_thread(self._server.start)
        else:
            self.kills.append(Kill(time.perf_counter(), broken))
            self._up_since[broken] = None
            await self.bots[broken].kill()
            await self.bots[broken].start()
            self._up_since[broken] = now_ms()
        self._begin()

    async def freeze(self, freeze: Freeze) -> None:
        """Stop one of the processes or the database server for a while, as a machine that hangs does."""
        stopped = self._server if freeze.process is None else self.bots[freeze.process]
        assert stopped is not None
        begun_ms = now_ms()
        self._end()
        if freeze.process is not None:
            self._up_since[freeze.process] = None
        self.frozen.append(Frozen(freeze.process, begun_ms))
        stopped.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(freeze.length_s)
        finally:
            stopped.send_signal(signal.SIGCONT)
        self.frozen[-1] = Frozen(freeze.process, begun_ms, now_ms())
        if freeze.process is not None:
            self._up_since[freeze.process] = now_ms()
        self._begin()

    async def stop(self) -> list[int]:
        """Stop all of them by SIGTERM; their exit codes. From then on they owe nobody an answer."""
        self._end()
        for bot in self.bots:
            bot.measure()
        codes = await asyncio.gather(*(bot.stop() for bot in self.bots))
        self._up_since = [None] * len(self.bots)
        return list(codes)

    async def give_up(self) -> None:
        """Kill whatever still runs."""
        await asyncio.gather(*(bot.give_up() for bot in self.bots))
        if self._server is not None:
            await asyncio.to_thread(self._server.stop)

    def owed(self, interaction: Interaction, patience_ms: int) -> bool:
        """Whether a process that was up all the while was to answer this, and has not."""
        begun = now_ms() - patience_ms
        up = (self._up_since[shard] for shard in interaction.shards if shard < len(self.bots))
        return any(since is not None and since <= begun for since in up)

    def was_frozen(self, interaction: Interaction, patience_ms: int) -> bool:
        """Whether a process that this was sent to was stopped in the time that it had."""
        since_ms = now_ms() - patience_ms
        return any(each.process in interaction.shards and each.reaches(since_ms) for each in self.frozen)

    @property
    def rss_mb(self) -> float:
        """The most memory that a process has held, in MB."""
        return max(bot.rss_mb for bot in self.bots)

    def errors(self) -> Iterator[str]:
        """The lines of all logs that report an error."""
        for bot in self.bots:
            yield from bot.errors()

    def _begin(self) -> None:
        self._since_ms = now_ms()

    def _end(self) -> None:
        if self._since_ms is not None:
            self.lives.append(Life(self._since_ms, now_ms()))
        self._since_ms = None
