"""Time people's presses while strong computer players think at ten tables, and while there are none."""

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from ai.client import Thinkers
from benchmarks.row import Row
from benchmarks.tables import USERS, Tables
from bot import SWITCH_S
from engine.games import GAMES
from sessions.clocks.seat_clocks import steady_ms
from sessions.computers.computers import Computers
from sessions.records.clock import COMPUTER
from sessions.records.log import Answered
from sessions.session import Session
from sessions.time.due_work import DueWork

TABLES, PEOPLES, EACH = 10, 10, 3
"""Number of tables with computer players, of tables with only people, and of computer players per table."""
PRESSES, PAUSE_S = 1500, 0.008
"""Number of presses, and seconds between them. With this many, a few slow writes don't affect the 99th percentile."""
GIVEN_UP_S = 300.0
"""Longest wait until every computer player has answered once, in seconds."""
ROUNDS = 9
"""Rounds with computer players and rounds without alternate, because a disk may be slow for some seconds."""


class Hall:
    """A bot with two kinds of tables: some have only people, the others have one person and computer players."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.thinkers = Thinkers(1)
        sessions = tables.sessions
        self.work = DueWork(sessions)
        self.computers = Computers(sessions, self.thinkers.think, self.work.passes.expect, steady_ms)
        self.work.handle(COMPUTER, self.computers.handle)
        sessions.context.seat_clocks.hear_due = self.computers.begin
        self.against: list[Session] = []

    async def seat_computers(self) -> None:
        """Start the tables with computer players, one game after another."""
        await self.work.regain()
        self.work.passes.start()
        names = [f"program {number}" for number in range(EACH)]
        games = list(GAMES)
        for number in range(TABLES):
            press = self.tables.interaction
            session = await self.tables.sessions.open(
                1, 1000 + number, USERS[0], "A", games[number % len(games)], press(), computers=names,
                level="strong",
            )  # fmt: skip
            await session.lobby.start(USERS[0], press())
            self.against.append(session)

    async def count_answers(self) -> int:
        """Return how many computer players have answered at least once."""
        found = 0
        for session in self.against:
            entries = await self.tables.store.log.entries(session.table.id, 1, session.number)
            seats = {entry.seat for entry in entries if isinstance(entry.action, Answered)}
            found += len(seats & {sitter.seat for sitter in session.table.computers})
        return found

    async def close(self) -> None:
        await self.work.passes.stop()
        await self.computers.stop()
        self.thinkers.close()
        await self.tables.close()


async def _measure(has_computers: bool, given_up_s: float = 0.0) -> tuple[float, int]:
    """Return the 99th percentile of press times in seconds, and how many computer players answered meanwhile. Only
    tables of people are timed, because a press takes longer at tables with more players.
    """
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(await Tables.open(Path(folder) / "knossos.db", offers_computers=True))
        people = [await hall.tables.start(channel) for channel in range(1, PEOPLES + 1)]
        if has_computers:
            await hall.seat_computers()
        taken: list[float] = []
        for number in range(PRESSES):
            begun = perf_counter()
            await hall.tables.press(people[number % PEOPLES])
            taken.append(perf_counter() - begun)
            for session in filter(is_asked, hall.against):
                await hall.tables.press(session)
            await asyncio.sleep(PAUSE_S)
        begun, answered = perf_counter(), await hall.count_answers()
        while answered < TABLES * EACH and perf_counter() - begun < given_up_s:
            for session in filter(is_asked, hall.against):
                await hall.tables.press(session)
            await asyncio.sleep(0.2)
            answered = await hall.count_answers()
        await hall.close()
    return sorted(taken)[len(taken) * 99 // 100], answered


def is_asked(session: Session) -> bool:
    return bool(session.pending) and session.pending[0].seat == 0


def rows() -> list[Row]:
    """Return the medians of all rounds with and without computer players."""
    ours: list[float] = []
    theirs: list[float] = []
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)  # The bot uses the same interval.
    try:
        for number in range(ROUNDS):
            for has_computers in (False, True) if number % 2 else (True, False):
                (ours if has_computers else theirs).append(asyncio.run(_measure(has_computers))[0])
        _, answered = asyncio.run(_measure(True, GIVEN_UP_S))
    finally:
        sys.setswitchinterval(before_s)
    what = f"press on disk, p99, while {TABLES * EACH} strong computers play"
    return [
        Row(what, 1000 * median(ours), 1000 * median(theirs), "ms", "none playing", 1.1),
        Row("of these computers have answered", answered, TABLES * EACH, "", "all", 1.0, more_is_better=True),
    ]
