"""The bot as a program of the machine, and its supervisor, which starts it again whenever it ends."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import bot
from ai.client import Thinkers
from gauntlet.simulation.machine import Machine
from gauntlet.simulation.network import Network
from sandbox import TOKEN, Sandbox
from sandbox.simulation.notes import Life
from sandbox.world import Change
from sessions.sessions import now_ms
from settings import Settings
from tests.seeds import Seeds
from tests.wire.dawn import DawnRenderClient

AGAIN_S = (0.5, 20.0)
"""The supervisor starts the bot again after a pause of this many seconds."""


class Guessers(Thinkers):
    """Thinkers without processes. Policies answer for all computer players."""

    def __init__(self) -> None:
        super().__init__(0)
        self.workers = 1


class Program:
    """The bot, with its database in a file. `parts` is None while it starts or is down. `lives` are the times in which
    it was connected.
    """

    def __init__(self, machine: Machine, network: Network, sandbox: Sandbox, database: Path, random: Random) -> None:
        self.parts: bot.Parts | None = None
        self.on_start: Callable[[bot.Parts], object] = lambda _: None
        """Called with the bot's parts before it connects."""
        self.kills = 0
        self.starts = 0
        self.ended: list[str] = []
        """Why the bot ended by itself, if it did."""
        self.is_connected = asyncio.Event()
        self.lives: list[Life] = []
        self._machine, self._network, self._sandbox, self._database = machine, network, sandbox, database
        self._random, self._seeds = random, Seeds()
        self._number, self._is_wanted, self._since = 0, True, 0
        self._stop, self._over = asyncio.Event(), asyncio.Event()
        sandbox.world.listen(self._note_connection)
        self._supervisor = asyncio.create_task(self._supervise())

    @property
    def is_alive(self) -> bool:
        return self.parts is not None

    async def _supervise(self) -> None:
        while self._is_wanted:
            self._over.clear()
            self._stop.clear()
            self.starts += 1
            self._number, main = self._machine.start_program(self._live())
            main.add_done_callback(self._note_end)
            await self._over.wait()
            self.parts = None
            await asyncio.sleep(self._random.uniform(*AGAIN_S))

    def _note_end(self, main: "asyncio.Task[int]") -> None:
        error = main.exception()
        if error is not None:
            self.ended.append(f"{type(error).__name__}: {error}")
        self._over.set()

    async def _live(self) -> int:
        settings = Settings(_env_file=None, database=str(self._database), presses_per_minute=0)
        async with bot.build(settings, DawnRenderClient(), token_bytes=self._seeds, thinkers=Guessers()) as parts:
            self.parts = parts
            self.on_start(parts)
            bot.point_at(self._sandbox.address)
            return await bot.serve(parts.client, TOKEN, self._stop)

    def kill(self) -> None:
        """Kill the bot without warning. Whatever it has not committed is lost."""
        self.kills += 1
        self._machine.kill(self._number)
        self._network.reset_all_of(self._number)
        self.parts = None
        self._over.set()

    def end(self) -> None:
        """Tell the bot to stop cleanly. The supervisor starts it again."""
        self._stop.set()

    async def restart(self) -> None:
        """Stop the bot cleanly, and wait until it has been started again and is connected."""
        starts = self.starts
        self.end()
        await self._sandbox.until(lambda: self.starts > starts)
        await self.is_connected.wait()

    async def stop(self) -> None:
        """Stop the bot cleanly and permanently."""
        self._is_wanted = False
        self._stop.set()
        await self._over.wait()
        self._supervisor.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._supervisor
        self._note_connection(None)

    def _note_connection(self, change: Change | None) -> None:
        """Record when the bot was connected."""
        is_connected = self._sandbox.gateway.is_connected and change is not None
        if is_connected == self.is_connected.is_set():
            return
        if is_connected:
            self._since = now_ms()
            self.is_connected.set()
        else:
            self.lives.append(Life(self._since, now_ms()))
            self.is_connected.clear()
