"""Play a season of a league at random, in a process that is killed (SIGKILL) again and again.

`python -m tests.sessions.season --people 64 --seats 4 --form swiss --kills 40` prints figures. It exits with an error
if `lost`, `doubled`, `wrong_places` or `errors` is not 0. The killed process runs `--run DATABASE SEED FUSE`. It kills
itself after FUSE steps, or ends with the league.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from engine.kernel.rules import Placing
from sessions.leagues.leagues import Leagues
from sessions.leagues.progress import Step, next_steps, open_tables
from sessions.leagues.standings import champions, standings
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import DAY_MS
from sessions.records.departures import settle
from sessions.records.league import League, Play
from sessions.session import Session
from sessions.store import Quotas
from tests.sessions.fixture import GUILD, SessionFixture

LEAGUE = 2**60
BEGIN = 1_700_000_000_000
NOW = "season"
"""The season's clock is stored under this mark, because a killed process forgets it."""
WAYS = ("played", "conceded", "silent")
"""The fate of a table: it is played to its end, one person concedes and leaves the league, or everyone falls silent."""
WEIGHTS = (88, 8, 4)
KILLED = -signal.SIGKILL
BAD = ("lost", "doubled", "wrong_places", "errors")


class Player:
    """Plays a league. It takes each step twice, and may kill itself after any step."""

    def __init__(self, fixture: SessionFixture, seed: int, fuse: int) -> None:
        self.fixture = fixture
        self.random = Random(seed)
        self.fuse = fuse
        self.leagues = Leagues(fixture.store.leagues, lambda: fixture.now)

    def burn(self) -> None:
        self.fuse -= 1
        if self.fuse == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    async def play(self) -> None:
        league = await self.leagues.by_id(LEAGUE)
        while not league.is_finished:
            league = await self.advance()
            for step in next_steps(league, self.fixture.now):
                await self.carry_out(league, step)
            for table in open_tables(await self.leagues.by_id(LEAGUE)):
                await self.play_table(await self.fixture.sessions.by_id(table))
            await self.pass_time()
            league = await self.leagues.by_id(LEAGUE)

    async def advance(self) -> League:
        tables = open_tables(await self.leagues.by_id(LEAGUE))
        plays = {table: play_of(await self.fixture.sessions.by_id(table)) for table in tables}
        for _ in range(2):
            league = await self.leagues.advance(LEAGUE, plays)
            self.burn()
        return league

    async def carry_out(self, league: League, step: Step) -> None:
        for _ in range(2):
            table = await self.open_table(league, step) if step.kind == "open" else None
            self.burn()
            await self.leagues.finish(step, table)
            self.burn()

    async def open_table(self, league: League, step: Step) -> int:
        number = -(10_000 * step.round + 100 * step.match + 1)
        names = {each.user: each.name for each in league.entrants}
        (owner, name), *others = [(user, names[user]) for user in step.users]
        session = await self.fixture.sessions.open(
            GUILD, -number, owner, name, league.game, number, LobbyOptions({"goal": 4}, len(step.users)), others=others
        )
        self.burn()
        if session.table.status == "lobby":
            await session.lobby.start(owner, number - 1)
        return session.table.id

    async def play_table(self, session: Session) -> None:
        """Play a table in one of the `WAYS`. The way depends only on the table, so it is the same after a kill."""
        (way,) = Random(session.table.id).choices(WAYS, WEIGHTS)
        if way == "conceded" and session.table.status == "running" and session.number > 8:
            user = session.table.people[0].user
            await self.leagues.withdraw(LEAGUE, user)
            self.burn()
            await session.leaving.concede(user, -(10**9 + session.table.id))
            self.burn()
        if session.table.is_left_alone:
            await session.leaving.end_alone(session.table.people[0].user, -(2 * 10**9 + session.table.id))
        while session.pending and not (way == "silent" and session.number > 8):
            decision = session.pending[0]
            user = session.table.sitters[decision.seat].user
            number = -(10**10 + 10**5 * session.table.id + session.number)
            await session.play.answer(
                user, self.fixture.pick(decision), number, epoch=session.table.epoch, decision=decision.id
            )
            if self.random.random() < 0.1:
                self.burn()
            if way == "conceded" and session.number > 8:
                return

    async def pass_time(self) -> None:
        self.fixture.now += DAY_MS
        await self.fixture.store.clocks.keep_mark(NOW, self.fixture.now)
        self.burn()


def play_of(session: Session) -> Play:
    table, result = session.table, session.reader.result()
    left = frozenset(sitter.user for sitter in table.sitters if sitter.has_left)
    if result is None and table.status == "over":
        result = settle(table, [Placing(sitter.seat, 1, 0) for sitter in table.sitters])
    places = {table.sitters[each.seat].user: each.place for each in result or () if each.seat is not None}
    return Play(places, left)


async def open_fixture(path: Path) -> SessionFixture:
    fixture = await SessionFixture.begin(path, quotas=Quotas(per_user=1000, per_guild=1000))
    fixture.now = await fixture.store.clocks.mark(NOW) or BEGIN
    return fixture


async def begin(path: Path, people: int, seats: int, form: Any) -> None:
    fixture = await open_fixture(path)
    leagues = Leagues(fixture.store.leagues, lambda: fixture.now)
    sizes = tuple(range(2, seats + 1))
    await leagues.create(
        League(LEAGUE, GUILD, 77, 1, "Season", "orchard", seats, sizes, form, BEGIN + DAY_MS, 7)
    )  # fmt: skip
    for user in range(1, people + 1):
        await leagues.sign_up(LEAGUE, user, f"user {user}")
    await fixture.close()


async def run(path: Path, seed: int, fuse: int) -> None:
    fixture = await open_fixture(path)
    await Player(fixture, seed, fuse).play()
    await fixture.close()


async def judge(path: Path) -> dict[str, Any]:
    """Compare a season with the stored tables. Return the figures."""
    fixture = await open_fixture(path)
    league = await Leagues(fixture.store.leagues, lambda: fixture.now).by_id(LEAGUE)
    matches = [match for each in league.rounds_played for match in each.matches]
    tables = [match.table for match in matches if match.table is not None]
    stored = {side.table for side in await fixture.store.log.past_games(guild=GUILD)}
    stored |= {table.id for table in await fixture.store.tables.in_guild(GUILD)}
    wrong = 0
    for match in matches:
        if match.by == "game" and match.table is not None:
            places = play_of(await fixture.sessions.by_id(match.table)).places
            wrong += match.places != tuple(places[user] for user in match.users)
    seats = [Counter(user for match in each.matches for user in match.users) for each in league.rounds_played]
    met: Counter[tuple[int, int]] = Counter()
    for match in (match for each in league.rounds_played[:-1] for match in each.matches):
        met.update(combinations(sorted(match.users), 2))
    lines = standings(league)
    figures = {
        "people": len(league.entrants), "left": len(league.entrants) - len(league.present),
        "rounds": len(league.rounds_played), "tables": len(tables),
        **{by: sum(match.by == by for match in matches) for by in ("game", "bye", "walkover", "overdue")},
        "days": (fixture.now - BEGIN) // DAY_MS, "changes": league.revision, "champions": len(champions(league)),
        "decided_by": Counter(line.decided_by or "shared" for line in lines[1:]),
        "met_again": sum(count - 1 for count in met.values()),
        "lost": sum(not match.is_decided for match in matches) + (not league.is_finished),
        "doubled": len(tables) - len(set(tables)) + len(stored - set(tables))
        + sum(count - 1 for each in seats for count in each.values()),
        "wrong_places": wrong,
    }  # fmt: skip
    await fixture.close()
    return figures


def play_season(path: Path, people: int, seats: int, form: str, kills: int, seed: int) -> dict[str, Any]:
    """Play a season, and kill the playing process at most `kills` times. Return the season's figures."""
    asyncio.run(begin(path, people, seats, form))
    random, killed, began = Random(seed), 0, time.monotonic()
    while True:
        fuse = random.randint(1, 60) if killed < kills else 0
        arguments = [sys.executable, "-m", "tests.sessions.season", "--run", str(path), str(seed + killed), str(fuse)]
        ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if ended.returncode != KILLED:
            break
        killed += 1
    figures = {**asyncio.run(judge(path)), "kills": killed, "seconds": round(time.monotonic() - began, 1)}
    print(ended.stderr, file=sys.stderr, end="")
    return {**figures, "errors": int(ended.returncode != 0)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--form", choices=("swiss", "groups"), default="swiss")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", nargs=3)
    given = parser.parse_args()
    if given.run:
        asyncio.run(run(Path(given.run[0]), int(given.run[1]), int(given.run[2])))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = play_season(Path(folder) / "season.db", given.people, given.seats, given.form, given.kills, given.seed)
    print(json.dumps(found, indent=1))
    return int(any(found[name] for name in BAD))


if __name__ == "__main__":
    sys.exit(main())
