"""L1 to L7: time and memory limits under load, measured with code from `benchmarks`.

The limits are absolute, so every row names its machine.
"""

import asyncio
import contextlib
import os
import platform
import resource
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine, Sequence
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.computers import Hall, is_asked
from benchmarks.pictures import PATIENCE_S, Board
from benchmarks.storage import FEW, PRESSES, TEMPLATES, multiply_file, press_in_turn
from benchmarks.tables import Tables, play_some
from bot import SWITCH_S
from engine.games import GAMES
from gauntlet.family import ROOT, Control, Doses, Family, Findings
from render import CannotDraw, RenderClient
from sandbox.server import Sandbox
from sandbox.simulation.simulation import BOT, Simulation
from sandbox.world import GUILD_ID
from sessions.refusals import NotYourTurn, StalePress

MACHINE = f"{os.cpu_count()} cores, {platform.machine()}"
PLAYED = 40
"""Number of answers at each of the games that are copied."""
ONE_IN_TEN = "CASE n % 10 WHEN 0 THEN 'running' ELSE 'over' END"
RUNNING = 1000
A_SECOND, SECONDS = 200, 10
LOOK_S = 0.01
BOARDS = 100
COMPUTERS_S = 20.0
QUIET_S = 2.0


class Lag:
    """Measures a hundred times a second how late the event loop runs a timer."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @contextlib.asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._look())
        try:
            yield
        finally:
            task.cancel()

    async def _look(self) -> None:
        while True:
            begun = perf_counter()
            await asyncio.sleep(LOOK_S)
            self.seconds.append(perf_counter() - begun - LOOK_S)


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile. Without any measurement it is infinite, because nothing ran in time."""
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * percent // 100)] if seconds else inf


def check(findings: Findings, what: str, measured: float, *, most: float | None = None, least: float = 0.0) -> None:
    """Print a figure. Record a failure if it is outside its limits."""
    print(f"{what}: {measured:.3f}", flush=True)
    is_within = measured >= least and (most is None or measured <= most)
    findings.expect(is_within, f"{what}: {measured:.3f}, but the limit is {most or least:g} ({MACHINE})")


def run(measure: Coroutine[Any, Any, None]) -> None:
    """Measure with the bot's interval for switching threads."""
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        asyncio.run(measure)
    finally:
        sys.setswitchinterval(before_s)


async def press_steadily(findings: Findings, file: Path) -> None:
    """Press 200 times a second at 1,000 running of 10,000 tables. A press doesn't wait for those before it."""
    tables, lag = await Tables.open(file), Lag()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        running = [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'running' ORDER BY id")]
    findings.expect(len(running) >= RUNNING, f"only {len(running)} tables are running")
    taken: list[float] = []

    async def press(number: int, begun: float) -> None:
        await asyncio.sleep(max(0.0, begun + number / A_SECOND - perf_counter()))
        asked = perf_counter()
        session = await tables.sessions.by_id(running[number % len(running)])
        if session.pending:
            with contextlib.suppress(StalePress, NotYourTurn):  # if an earlier press at this table is still under way
                await tables.press(session)
                taken.append(perf_counter() - asked)

    begun = perf_counter()
    async with lag.measured():
        await asyncio.gather(*(press(number, begun) for number in range(A_SECOND * SECONDS)))
    await tables.close()
    findings.tries += len(taken)
    for percent, most in ((50, 0.15), (99, 1.0), (100, 2.5)):
        check(findings, f"seconds of an answer, percentile {percent}", percentile(taken, percent), most=most)
    check(findings, "seconds of lag, percentile 99", percentile(lag.seconds, 99), most=0.1)


def memory_mb() -> float:
    """Return the most memory that this process has used, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def attempt_presses(seed: int) -> Findings:
    """Measure answers, the event loop and memory under a steady load."""
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        file = prepare(Path(folder), seed)
        run(press_steadily(findings, file))
    check(findings, "megabytes", memory_mb(), most=512)
    return findings


def prepare(folder: Path, seed: int) -> Path:
    """Make a database of 10,000 tables. More than 1,000 of them are running."""
    file = folder / f"load-{seed}.db"
    asyncio.run(play_some(str(file), TEMPLATES, PLAYED))
    multiply_file(file, status=ONE_IN_TEN)
    return file


async def back_up(file: Path) -> int:
    """Back up the database with `python -m db`. Return the exit code."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "db", "backup", str(file.with_suffix(".backup")), cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(file)}, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    return await process.wait()


def attempt_backup(seed: int) -> Findings:
    """Measure answers and the event loop under the same load while a backup is made."""
    findings = Findings()

    async def both(file: Path) -> None:
        codes = await asyncio.gather(back_up(file), press_steadily(findings, file))
        findings.expect(codes[0] == 0, "the backup failed")

    with tempfile.TemporaryDirectory() as folder:
        run(both(prepare(Path(folder), seed)))
    return findings


def attempt_start(seed: int) -> Findings:
    """Start the bot once without tables, then with 10,000. Measure the second start: its time, and its requests until
    the bot is at rest.
    """
    findings = Findings(1)
    with tempfile.TemporaryDirectory() as folder:
        run(_start(findings, Path(folder), seed))
    return findings


async def _start(findings: Findings, home: Path, seed: int) -> None:
    calls: list[str] = []
    async with Sandbox.running(port=0, rate_limits=False) as sandbox:
        sandbox.faults.watch = lambda method, path: calls.append(f"{method} {path}")
        simulation = Simulation(sandbox, home, BOT, seed)
        await simulation.fleet.start()
        await _until_quiet(calls)
        findings.failures += await simulation.fleet.stop()
        await play_some(str(simulation.database), TEMPLATES, PLAYED)
        multiply_file(simulation.database, status=ONE_IN_TEN)
        with contextlib.closing(sqlite3.connect(simulation.database)) as connection, connection:
            connection.execute("UPDATE tables SET guild = ?", (GUILD_ID,))
        calls.clear()
        begun = perf_counter()
        await simulation.fleet.start()
        check(findings, "seconds until ready", perf_counter() - begun, most=10)
        await _until_quiet(calls)
        check(findings, "requests", len(calls), most=50)
        findings.failures += await simulation.fleet.stop()


async def _until_quiet(calls: Sequence[str]) -> None:
    before = -1
    while before != len(calls):
        before = len(calls)
        await asyncio.sleep(QUIET_S)


def attempt_pictures(seed: int) -> Findings:
    """Ask for the boards of 100 tables together. Meanwhile people press at another table."""
    findings = Findings(BOARDS)
    with tempfile.TemporaryDirectory() as folder:
        run(_draw_together(findings, Path(folder) / "pictures.db"))
    return findings


async def _draw_together(findings: Findings, file: Path) -> None:
    tables, client, lag = await Tables.open(file), RenderClient(order_s=PATIENCE_S), Lag()
    games = list(GAMES)
    boards = [Board(client, await tables.start(number, games[number % len(games)])) for number in range(1, BOARDS + 1)]
    other = await tables.start(BOARDS + 1)
    await asyncio.gather(*(board.draw() for board in boards))  # fills the caches of backgrounds and tiles
    for board in boards:
        await tables.press(board.session)
    drawn: list[float] = []
    answered: list[float] = []
    is_kept = False

    async def draw(board: Board) -> None:
        begun = perf_counter()
        await board.draw()
        drawn.append(perf_counter() - begun)

    async def press_on() -> None:
        while other.pending:
            begun = perf_counter()
            await tables.press(other)
            answered.append(perf_counter() - begun)
            await asyncio.sleep(LOOK_S)

    async with lag.measured():
        pressing = asyncio.create_task(press_on())
        await asyncio.gather(*map(draw, boards))
        pressing.cancel()
    check(findings, "seconds of an answer, slowest", max(answered, default=inf), most=3)
    check(findings, "seconds of a picture, percentile 95", percentile(drawn, 95), most=1.5)
    check(findings, "seconds of lag, percentile 99", percentile(lag.seconds, 99), most=0.1)
    await boards[-1].draw()
    client.close()
    with contextlib.suppress(CannotDraw, RuntimeError):
        await boards[-1].draw()  # nothing paints any more, so this comes from the cache
        is_kept = True
    findings.expect(is_kept, "a board that was just drawn was not kept")
    await tables.close()


def attempt_computers(seed: int) -> Findings:
    """Let 30 strong computer players think. A try is one look at the event loop."""
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        run(_let_computers_think(findings, Path(folder) / "computers.db"))
    return findings


async def _let_computers_think(findings: Findings, file: Path) -> None:
    hall, lag = Hall(await Tables.open(file, offers_computers=True)), Lag()
    missing: list[None] = []
    hall.thinkers.note_missing = hall.computers.note_missing = lambda: missing.append(None)
    await hall.seat_computers()
    ends = perf_counter() + COMPUTERS_S
    async with lag.measured():
        while perf_counter() < ends:
            for session in filter(is_asked, hall.against):
                await hall.tables.press(session)
            await asyncio.sleep(LOOK_S)
    answered = await hall.count_answers()
    await hall.close()
    findings.tries += len(lag.seconds)
    check(findings, "computer players that have answered", answered, least=1)
    check(findings, "answers without a thought", len(missing), most=0)
    check(findings, "seconds of lag, percentile 99", percentile(lag.seconds, 99), most=0.1)


def attempt_commits(seed: int) -> Findings:
    """Press at ten tables, each again as soon as its press is on disk."""
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"commits-{seed}.db"
        asyncio.run(play_some(str(file), FEW, PLAYED))
        run(_commit(findings, file))
    return findings


async def _commit(findings: Findings, file: Path) -> None:
    findings.tries, seconds = await press_in_turn(file, FEW)
    check(findings, "presses a second", findings.tries / seconds, least=200)


ROW_BY_ROW = partial(Control, "commits-row-by-row")
FAMILIES = (
    Family(
        "L1",
        f"200 presses a second at 1,000 running of 10,000 tables, without Discord; memory (also L5) [{MACHINE}]",
        "presses",
        Doses(1900, 12_000, 84_000),
        1900,
        attempt_presses,
        (ROW_BY_ROW("seconds of an answer"), Control("half-a-megabyte-a-table", "megabytes")),
    ),
    Family(
        "L2",
        f"starts with 10,000 tables: ready in 10 s, with 50 requests at most [{MACHINE}]",
        "starts",
        Doses(1, 3, 10),
        1,
        attempt_start,
        (Control("all-tables-at-start", "seconds until ready"),),
    ),
    Family(
        "L3",
        f"boards of 100 tables asked for together: answers, pictures, lag [{MACHINE}]",
        "boards",
        Doses(100, 1000, 5000),
        BOARDS,
        attempt_pictures,
        (Control("painted-on-the-loop", "seconds of lag"),),
    ),
    Family(
        "L4",
        f"lag of the event loop while 30 computer players think [{MACHINE}]",
        "looks at the loop",
        Doses(1000, 10_000, 50_000),
        1500,
        attempt_computers,
        (Control("thinks-on-the-loop", "seconds of lag"), Control("thinkers-that-die", "answers without a thought")),
    ),
    Family(
        "L6",
        f"the same load as in L1 during a backup [{MACHINE}]",
        "presses",
        Doses(1900, 6000, 20_000),
        1900,
        attempt_backup,
        (Control("backup-locks-the-file", "seconds of an answer"),),
    ),
    Family(
        "L7",
        f"at least 200 presses a second that are on disk [{MACHINE}]",
        "presses",
        Doses(3000, 30_000, 100_000),
        PRESSES,
        attempt_commits,
        (ROW_BY_ROW("presses a second"),),
    ),
)
