"""A world: the bot, Discord, and people at tables."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from engine.games import GAMES
from gauntlet.family import Findings
from gauntlet.simulation.machine import Machine
from gauntlet.simulation.network import Network
from gauntlet.simulation.program import Program
from gauntlet.simulation.tables import SimulatedTable
from gauntlet.simulation.weather import Weather
from sandbox import Sandbox
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.records import Guild
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import NobodyAnswers
from sandbox.simulation.visitor import Visitor
from sandbox.world import GUILD_ID

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.rules.seats]
GAMES_AT_ONCE = 3
IN_THREAD, WITH_COMPUTER, WITH_PACE = 0.4, 0.3, 0.4
"""The probabilities that a table gets a thread, a computer player in place of a person, and a pace."""
PACES = ("brisk", "daily", "24+6")
HEALED_S = 900.0
"""Longest time until everything works again, in seconds. A post that failed often is tried every five minutes."""
TOLD_S = 5.0
"""The time in seconds after which a connected bot has heard of everything."""


class World(ABC):
    """A world before anything happens. Subclasses decide what people live through."""

    def __init__(self, machine: Machine, network: Network, weather: Weather, folder: Path, random: Random) -> None:
        self.machine, self.network, self.weather = machine, network, weather
        self.database = folder / "knossos.db"
        self.findings = Findings()
        self.notes = Notes()
        self.happened: Counter[str] = Counter()
        self.tables: list[SimulatedTable] = []
        self.random = random
        self.is_up = asyncio.Event()
        """People act only while this is set."""
        self.sandbox: Sandbox
        self.program: Program

    @abstractmethod
    async def live(self) -> None:
        """Let everything happen, then stop the bot."""

    @property
    def guild(self) -> Guild:
        return self.sandbox.world.guilds[GUILD_ID]

    async def begin(self, sandbox: Sandbox) -> None:
        """Start the bot in this sandbox, and open tables when it is connected."""
        self.sandbox = sandbox
        self.program = Program(self.machine, self.network, sandbox, self.database, Random(self.random.random()))
        await self.wait_until(self.program.is_connected.is_set, "the bot never connected")
        self.notes.begin_stretch()
        self.is_up.set()
        await self._open_tables()

    async def wait_until(self, holds: Callable[[], object], complaint: str, within_s: float = HEALED_S) -> bool:
        try:
            await self.sandbox.until(holds, within_s)
        except TimeoutError:
            self.findings.failures.append(f"{complaint} within {within_s:.0f} s")
            return False
        return True

    async def _open_tables(self) -> None:
        for number in range(GAMES_AT_ONCE):
            game, seats = self.random.choice(TABLES)
            computers = int(seats > 1 and self.random.random() < WITH_COMPUTER)
            locales = ("en-US", "fr", "cs")
            people = [
                self.sandbox.newcomer(f"Guest {number}-{seat}", locale=locales[seat % 3])
                for seat in range(seats - computers)
            ]
            await self.open_table(game, people, computers, f"table-{number}")
        self.findings.expect(bool(self.tables), "no table can be opened")

    async def open_table(self, game: str, people: Sequence[Actor], computers: int, name: str) -> SimulatedTable | None:
        """Let people open a table in a new channel. Return it if it has started."""
        commands = {command["name"] for command in self.sandbox.world.application.commands[0]}
        group = next(word for word in reversed(game.split("-")) if word in commands)
        visitors = [Visitor(person, Random(self.random.random()), group) for person in people]
        channel = self.sandbox.world.channels.new(GUILD_ID, name)
        table = SimulatedTable(
            self.sandbox, channel, self.notes, visitors, Random(self.random.random()), self.is_up,
            computers, presses_at_once=True, taps_twice=True,
        )  # fmt: skip
        table.game, table.database = game, self.database
        try:
            pace = self.random.choice(PACES) if self.random.random() < WITH_PACE else "none"
            await table.open(pace, in_thread=self.random.random() < IN_THREAD)
        except (NobodyAnswers, NotOffered, TimeoutError):  # even in good weather, some answers come too late
            if not table.is_running():
                self.happened["not opened"] += 1
                return None
        self.tables.append(table)
        return table

    async def play(self, is_enough: Callable[[SimulatedTable], bool], limit_s: float | None = None) -> None:
        """Let everybody play until `is_enough` returns true for their table, or for `limit_s` seconds."""
        playing = [asyncio.create_task(table.play(partial(is_enough, table))) for table in self.tables]
        await asyncio.wait(playing, timeout=limit_s)
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def heal(self) -> None:
        """End all failures, and wait until the bot has caught up."""
        self.weather.is_bad = False
        self.is_up.set()
        self.sandbox.connections.restore_network()
        await asyncio.sleep(max(0.0, self.network.stalled_until - self.machine.now_s))
        self.sandbox.world.absent.clear()
        if not self.guild.bot_present:
            self.sandbox.places.invite_bot(self.guild)
        await asyncio.sleep(TOLD_S)
        for person in self.sandbox.world.people.values():
            person.dms_open = True
        for channel in self.sandbox.world.channels.values():
            if channel.bot_denied:
                self.sandbox.places.allow(channel, channel.bot_denied)

        def is_well() -> bool:
            parts = self.program.parts
            return (
                parts is not None
                and self.sandbox.gateway.is_connected
                and parts.client.services.due_work.is_running
                and not parts.sessions.choices.servers.lost
                and not parts.sessions.outbox.depth
            )

        if not await self.wait_until(is_well, "the bot does not recover"):
            parts = self.program.parts
            depth = parts.sessions.outbox.depth if parts else None
            running = parts.client.services.due_work.is_running if parts else None
            self.findings.failures.append(
                f"connected: {self.sandbox.gateway.is_connected}, clocks run: {running}, posts wait: {depth}"
            )
