"""A simulation has a bot, people at tables, and a list of faults. Its schedule decides who acts when."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias

from sandbox.driver import Actor
from sandbox.records import Json
from sandbox.server import Sandbox
from sandbox.simulation import chronicle
from sandbox.simulation.fleet import Fleet, now_ms
from sandbox.simulation.hidden import leaks, read_books
from sandbox.simulation.notes import Notes
from sandbox.simulation.postgresql import PostgresServer
from sandbox.simulation.verdict import compare, missing_boards
from sandbox.witness import Witness

ROOT = Path(__file__).parents[2]
BOT = (str(ROOT / "bot.py"),)
"""Arguments of Python to run the bot. The bot reads its settings from the environment."""
LOCALES = ("en-US", "fr", "cs")
MOST_PRINTED = 60

Faults: TypeAlias = dict[str, list[str]]
"""Faults by kind, one line each. The report has the count of each kind, and all counts must be zero."""


class Simulation:
    """A bot in a sandbox, a record of everything it shows, and notes about everything people do."""

    def __init__(
        self,
        sandbox: Sandbox,
        home: Path,
        bot: Sequence[str],
        seed: int,
        environment: Mapping[str, str] | None = None,
        *,
        processes: int = 1,
        server: PostgresServer | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Keep the bot's database in `home` or on `server`. `environment` adds settings for the bot."""
        self.sandbox = sandbox
        self.home = home
        self.database = home / "knossos.db"
        """The file to compare with: the bot's own SQLite file, or a copy of its PostgreSQL database."""
        self.random = Random(seed)
        self.witness = Witness(sandbox)
        self.notes = Notes()
        self.errors: list[str] = []
        settings = {
            "DISCORD_TOKEN": "",
            "DISCORD_TOKEN_FILE": "",
            "DATABASE": str(self.database),
            "PYTHONPATH": str(ROOT),
            "SANDBOX_PORT": sandbox.address.rpartition(":")[2],
            "LOG_LEVEL": "INFO",
            "PRESSES_PER_MINUTE": "0",
        }
        self.fleet = Fleet(sandbox, bot, home, processes, settings | dict(environment or {}), server, clock)

    def newcomer(self, name: str, number: int) -> Actor:
        return self.sandbox.newcomer(name, locale=LOCALES[number % len(LOCALES)])

    async def run_db(self, *command: str) -> int:
        """Run a command of `python -m db` and return its exit code."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "db", *command, cwd=self.home,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(self.database)},
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        return await process.wait()

    async def find_faults(self, database: Path) -> Faults:
        """Compare every answer and message with the log. Every kind of simulation must end without faults."""
        shown, world = self.witness.shown, self.sandbox.world
        verdict = compare(self.notes, database)
        untold, stale = chronicle.compare_channels(database, world.messages, world.bot.id)
        unknown = [f"unknown route: {route}" for route in self.sandbox.rest.unknown]
        return {
            "lost": verdict.lost + verdict.unposted,
            "doubled": verdict.doubled,
            "leaks": self.notes.leaks + leaks(read_books(database), shown),
            "boards_missing": missing_boards(database, shown, self.fleet.uptime.lives),
            "untold": untold,
            "stale_questions": stale,
            "errors_logged": [*self.errors, *self.fleet.errors(), *unknown],
        }


class Schedule(Protocol):
    """Decides who acts when in a simulation, and reports on it."""

    simulation: Simulation

    async def play(self) -> None:
        """Simulate everything, then stop the bot."""

    async def find_faults(self) -> Faults:
        """Find all faults, including those specific to this schedule."""

    def report(self, faults: Faults) -> Json:
        """Return the statistics of the run, without the counts of faults."""


async def play(schedule: Schedule) -> tuple[Json, Faults]:
    simulation = schedule.simulation
    try:
        await schedule.play()
    finally:
        await simulation.fleet.give_up()
    faults = await schedule.find_faults()
    counts = {kind: len(lines) for kind, lines in faults.items()}
    return {**schedule.report(faults), **counts, "replays": await simulation.run_db("replay") == 0}, faults


async def simulate(
    make: Callable[[Sandbox, Path], Schedule], *, record: Path | None = None, rate_limits: bool = False
) -> tuple[Json, int]:
    """Run a schedule in a new sandbox and print its faults. Return the report, and 0 if nothing went wrong."""
    with tempfile.TemporaryDirectory(prefix="knossos-") as folder:
        async with Sandbox.running(port=0, record=record, rate_limits=rate_limits) as sandbox:
            report, faults = await play(make(sandbox, Path(folder)))
    for line in [line for lines in faults.values() for line in lines][:MOST_PRINTED]:
        print(line, file=sys.stderr)
    return report, 0 if report["replays"] and not any(faults.values()) else 1
