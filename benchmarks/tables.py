"""Tables in a real database, for the benchmarks that need a database."""

from itertools import count
from pathlib import Path
from random import Random
from time import time_ns

from sqlalchemy import Connection, text

from db.store import AnyStore, open_store
from db.tables import entries, sitters, snapshots, tables
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Quotas

GAME = "minos-classic"
"""Benchmarks that use only one game use this one."""
USERS = (11, 12, 13)
UNLIMITED = Quotas(per_user=10**9, per_guild=10**9)


SERIES = "SELECT n FROM generate_series({first}, {last}) AS n"
RECURSION = "WITH RECURSIVE s(n) AS (VALUES({first}) UNION ALL SELECT n + 1 FROM s WHERE n < {last}) SELECT n FROM s"


def multiply(
    connection: Connection, played: int, copies: range, most_entries: int = 1 << 30, status: str = "status"
) -> None:
    """Copy tables 1 to `played` to the ids `copies`, each in a new channel. `status` is SQL that may use the id `n`."""
    series = SERIES if connection.dialect.name == "postgresql" else RECURSION
    numbers = series.format(first=copies.start, last=copies.stop - 1)
    for table in (tables, sitters, entries, snapshots):
        key = "id" if table is tables else "table_id"
        fresh = {key: "n", "channel": "n", "interaction": "NULL", "status": status}
        names = [column.name for column in table.c]
        chosen = ", ".join(fresh.get(name, f'"{name}"') for name in names)
        quoted = ", ".join(f'"{name}"' for name in names)
        where = f" AND number <= {most_entries}" if table is entries else ""
        connection.execute(
            text(
                f"INSERT INTO {table.name} ({quoted}) SELECT {chosen} FROM ({numbers}) AS made "  # noqa: S608
                f"JOIN {table.name} ON {key} = n % {played} + 1{where}"
            )
        )


class Tables:
    """A database with sessions, and random players who press."""

    def __init__(self, store: AnyStore, most_loaded: int, offers_computers: bool = False) -> None:
        self.store = store
        self.sessions = Sessions(
            store,
            GAMES,
            token_bytes=Random(0).randbytes,  # so that every run plays the same games
            quotas=UNLIMITED,
            most_loaded=most_loaded,
            offers_computers=offers_computers,
        )
        self.chance = Chance(b"benchmark of tables", {})
        self._interactions = count(time_ns())  # all new, because a known press isn't carried out again

    @classmethod
    async def open(cls, file: Path | str, most_loaded: int = 2000, offers_computers: bool = False) -> "Tables":
        """Lock, check, migrate and load the database, as the bot does when it starts."""
        opened = cls(await open_store(str(file)), most_loaded, offers_computers)
        await opened.sessions.load()
        return opened

    def interaction(self) -> int:
        return next(self._interactions)

    async def start(self, channel: int, game: str = GAME) -> Session:
        session = await self.sessions.open(1, channel, USERS[0], "A", game, self.interaction())
        for user in USERS[1:]:
            await session.lobby.join(user, f"user {user}", self.interaction())
        await session.lobby.start(USERS[0], self.interaction())
        return session

    async def press(self, session: Session) -> None:
        """Give a random legal answer for the first seat that has a question. Return when it is on disk."""
        if session.pending:
            decision = session.pending[0]
            keys = random_policy(lambda: None, decision, self.chance)
            user, epoch, known = session.table.sitters[decision.seat].user, session.table.epoch, session.number
            moved = await session.play.answer(user, keys, self.interaction(), epoch=epoch, decision=decision.id)
            assert moved.first > known, "the press was not stored"

    async def close(self) -> None:
        await self.sessions.stop(0)
        await self.store.close()


async def play_some(url: str, count: int, presses: int, game: str = GAME) -> None:
    """Start `count` tables in a new database. Press `presses` times at each."""
    played = await Tables.open(url, count)
    for channel in range(1, count + 1):
        session = await played.start(channel, game)
        for _ in range(presses):
            await played.press(session)
    await played.close()
