"""The store of the sessions, kept in one SQLite file."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy import BindParameter, Connection, and_, bindparam, case, delete, func, insert, select, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine

from db import rows
from db.sqlite.engine import Lock, Opening, engine_of, path_of, prepare, refuse_leftovers
from db.sqlite.queues import WriteQueue
from db.tables import (
    LIVE_ONLY,
    entries,
    handled,
    hashes,
    live_messages,
    people,
    posts,
    results,
    sitters,
    snapshots,
    starts,
)
from db.tables import tables as t
from sessions.records import Entry, LiveMessage, PastGame, Person, Post, Snapshot, Table
from sessions.refusals import TableExists, TooManyTables
from sessions.store import Damaged, Overtaken, Quotas, Stored, Write

T = TypeVar("T")

_OF_TABLE: BindParameter[int] = bindparam("table")
TABLE = select(t).where(t.c.id == _OF_TABLE)
SITTERS = select(sitters).where(sitters.c.table_id == _OF_TABLE).order_by(sitters.c.seat)
TABLE_AT = (
    select(t.c.id)
    .where(t.c.channel == bindparam("channel"))
    .order_by(case((LIVE_ONLY, 0), else_=1), t.c.id.desc())
    .limit(1)
)
TABLES_OF = (
    select(t.c.id)
    .join(sitters, sitters.c.table_id == t.c.id)
    .where(sitters.c.user == bindparam("user"), sitters.c.has_left.is_(False), LIVE_ONLY)
    .order_by(t.c.id)
)
TABLES_IN = select(t.c.id).where(t.c.guild == bindparam("guild"), LIVE_ONLY).order_by(t.c.id)
_OTHERS = results.alias("others")
_ALL_SITTERS = sitters.alias("all_sitters")
PAST_GAMES = (
    select(
        t.c.id, t.c.options, t.c.changed_at, t.c.ended, sitters.c.has_left, results.c.place, results.c.score,
        select(func.max(_OTHERS.c.score))
        .where(_OTHERS.c.table_id == t.c.id, _OTHERS.c.number != results.c.number)
        .scalar_subquery().label("rival"),
        select(func.count()).where(_ALL_SITTERS.c.table_id == t.c.id).scalar_subquery().label("seats"),
    )
    .join(sitters, sitters.c.table_id == t.c.id)
    .outerjoin(results, (results.c.table_id == t.c.id) & (results.c.seat == sitters.c.seat))
    .where(sitters.c.user == bindparam("user"), t.c.game == bindparam("game"), t.c.status == "over")
    .order_by(t.c.id)
)  # fmt: skip
ENTRIES = (
    select(entries)
    .where(entries.c.table_id == _OF_TABLE, entries.c.number.between(bindparam("first"), bindparam("last")))
    .order_by(entries.c.number)
)
NEWEST_ENTRIES = (
    select(entries).where(entries.c.table_id == _OF_TABLE).order_by(entries.c.number.desc()).limit(bindparam("count"))
)
ENTRIES_BY = select(entries).where(entries.c.interaction == bindparam("interaction")).order_by(entries.c.part)
HANDLED = select(handled.c.table_id).where(handled.c.interaction == bindparam("interaction"))
SNAPSHOT_BEFORE = (
    select(snapshots)
    .where(snapshots.c.table_id == _OF_TABLE, snapshots.c.number < bindparam("number"))
    .order_by(snapshots.c.number.desc())
    .limit(1)
)
ANCHOR = (
    select(snapshots)
    .where(snapshots.c.table_id == _OF_TABLE, snapshots.c.is_anchor.is_(True))
    .order_by(snapshots.c.number.desc())
    .limit(1)
)
BEYOND_ALL = 2**62
DEAD_LOBBY_MS = 7 * 24 * 3600 * 1000
"""A lobby that nothing was done in for so long counts no more among the tables that someone may have open."""


def _table(connection: Connection, table: int, is_lenient: bool = False) -> Table | None:
    row = connection.execute(TABLE, {"table": table}).mappings().first()
    if row is None:
        return None
    return rows.table_of(dict(row), [dict(s) for s in connection.execute(SITTERS, {"table": table}).mappings()],
                         is_lenient)  # fmt: skip


def _entries(found: Any) -> list[Entry]:
    return [rows.entry_of(dict(row)) for row in found.mappings()]


def _snapshot(found: Any) -> Snapshot | None:
    row = found.mappings().first()
    return rows.snapshot_of(dict(row)) if row else None


class SqliteStore:
    """Keeps the promise of `sessions.store.Store`. `opening` tells what was found at start."""

    def __init__(self, engine: AsyncEngine, lock: Lock | None, opening: Opening) -> None:
        self.opening = opening
        self.engine = engine
        self._lock = lock
        self.writer = WriteQueue(engine)
        self.reader = WriteQueue(engine)

    @classmethod
    async def open(cls, url: str, *, is_locked: bool = True) -> "SqliteStore":
        """Open, check and migrate the database of this URL or path; it is made if there is none.

        Raises `AlreadyRunning`, `CutShort`, `NewerDatabase`, `UnsoundDatabase`, `UnusableUrl`.
        """
        path = path_of(url).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path) if is_locked else None
        engine = engine_of(path)
        try:
            refuse_leftovers(path)
            # The file holds the seeds of running games: it is its owner's alone to read.
            path.touch(mode=0o600)
            opening = await prepare(engine, path)
        except BaseException:
            if lock:
                lock.release()
            raise
        store = cls(engine, lock, opening)
        await asyncio.gather(store.writer.connect(), store.reader.connect())
        return store

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.opening.path)

    async def close(self) -> None:
        """Finish what was given in, and let go of the file."""
        await self.writer.close()
        await self.reader.close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    def _read(self, job: Callable[[Connection], T]) -> "asyncio.Future[T]":
        return self.reader.submit(job)

    # Tables

    async def open_table(
        self, table: Table, interaction: int, quotas: Quotas, waiting: tuple[Post, ...]
    ) -> tuple[Table, tuple[Post, ...]]:
        """Keep a new table and its posts; the table's id is given here."""

        def job(connection: Connection) -> tuple[Table, tuple[Post, ...]]:
            if connection.execute(HANDLED, {"interaction": interaction}).first():
                raise Overtaken
            _check_quotas(connection, table, quotas)
            last = connection.execute(select(func.max(t.c.id))).scalar_one()
            kept = replace(table, id=(last or 0) + 1)
            due = tuple(replace(post, table=kept.id) for post in waiting)
            connection.execute(insert(t), rows.table_row(kept))
            connection.execute(insert(sitters), rows.sitter_rows(kept))
            if due:
                connection.execute(insert(posts), [rows.post_row(post) for post in due])
            connection.execute(
                insert(handled), {"interaction": interaction, "table_id": kept.id, "at": table.created_at}
            )
            return kept, due

        return await self.writer.submit(job)

    def commit(self, write: Write) -> "asyncio.Future[None]":
        """Carry out `write` as one transaction, begun at once."""
        return self.writer.submit(write)

    async def resume(self, table: int) -> Stored | None:
        """All that is needed to go on with a table. A page that is damaged shelves the table that needs it."""

        def job(connection: Connection) -> Stored | None:
            row = _table(connection, table)
            if row is None:
                return None
            anchor = _snapshot(connection.execute(ANCHOR, {"table": table}))
            newest = _snapshot(connection.execute(SNAPSHOT_BEFORE, {"table": table, "number": BEYOND_ALL}))
            first = anchor.number + 1 if anchor else 1
            found = connection.execute(ENTRIES, {"table": table, "first": first, "last": BEYOND_ALL})
            return Stored(row, anchor, newest, tuple(_entries(found)))

        def checked(connection: Connection) -> Stored | None:
            try:
                return job(connection)
            except DatabaseError as error:
                if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
                    raise Damaged(table, str(error.orig)) from error
                raise

        return await self._read(checked)

    async def suspend_unread(self, table: int) -> Table:
        """Suspend a table whose stored game is damaged, and tell what of its row can be read."""

        def job(connection: Connection) -> Table:
            row = _table(connection, table, is_lenient=True)
            assert row is not None
            if row.status not in ("running", "lobby"):
                return row
            connection.execute(update(t).where(t.c.id == table).values(status="suspended", reason="damaged"))
            return replace(row, status="suspended", reason="damaged")

        return await self.writer.submit(job)

    async def table(self, table: int) -> Table | None:
        """The table with that id."""
        return await self._read(lambda connection: _table(connection, table))

    async def table_at(self, channel: int) -> Table | None:
        """The live table of the channel, else the last one it had."""

        def job(connection: Connection) -> Table | None:
            found = connection.execute(TABLE_AT, {"channel": channel}).scalar()
            return None if found is None else _table(connection, found, is_lenient=True)

        return await self._read(job)

    async def tables_of(self, user: int) -> list[Table]:
        """The live tables where this user sits, oldest first."""

        def job(connection: Connection) -> list[Table]:
            found = connection.execute(TABLES_OF, {"user": user}).scalars().all()
            tables = (_table(connection, table, is_lenient=True) for table in found)
            return [table for table in tables if table is not None]

        return await self._read(job)

    async def tables_in(self, guild: int) -> list[Table]:
        """The live tables of this server, oldest first."""

        def job(connection: Connection) -> list[Table]:
            found = connection.execute(TABLES_IN, {"guild": guild}).scalars().all()
            tables = (_table(connection, table, is_lenient=True) for table in found)
            return [table for table in tables if table is not None]

        return await self._read(job)

    async def past_games(self, user: int, game: str) -> list[PastGame]:
        """The finished games of that kind where this user sat to the end or gave up, oldest first."""
        where = {"user": user, "game": game}
        return await self._read(
            lambda c: [rows.past_game_of(dict(row)) for row in c.execute(PAST_GAMES, where).mappings()]
        )

    # The log

    async def entries(self, table: int, first: int, last: int) -> list[Entry]:
        """The entries `first` to `last`, both included."""
        where = {"table": table, "first": first, "last": last}
        return await self._read(lambda connection: _entries(connection.execute(ENTRIES, where)))

    async def newest_entries(self, table: int, count: int) -> list[Entry]:
        """The last `count` entries, oldest first."""
        where = {"table": table, "count": count}
        return (await self._read(lambda connection: _entries(connection.execute(NEWEST_ENTRIES, where))))[::-1]

    async def snapshot_before(self, table: int, number: int) -> Snapshot | None:
        """The newest snapshot of a position before the entry `number`."""
        where = {"table": table, "number": number}
        return await self._read(lambda connection: _snapshot(connection.execute(SNAPSHOT_BEFORE, where)))

    async def done_by(self, interaction: int) -> tuple[int, list[Entry]] | None:
        """The table that this interaction changed, and the entries it wrote."""

        def job(connection: Connection) -> tuple[int, list[Entry]] | None:
            found = connection.execute(ENTRIES_BY, {"interaction": interaction}).mappings().all()
            if found:
                return found[0]["table_id"], [rows.entry_of(dict(row)) for row in found]
            table = connection.execute(HANDLED, {"interaction": interaction}).scalar()
            return None if table is None else (table, [])

        return await self._read(job)

    # The outbox

    async def posts(self) -> list[Post]:
        """Everything still to be posted, oldest first; what cannot be read is forgotten."""

        def job(connection: Connection) -> tuple[list[Post], list[int]]:
            sound: list[Post] = []
            unsound: list[int] = []
            for row in connection.execute(select(posts).order_by(posts.c.id)).mappings():
                try:
                    sound.append(rows.post_of(dict(row)))
                except Damaged:
                    unsound.append(row["id"])
            return sound, unsound

        sound, unsound = await self._read(job)
        if unsound:
            await self.settle_posts(unsound, [])
        return sound

    async def settle_posts(self, done: Sequence[int], later: Sequence[Post]) -> None:
        """Forget the posts that are done; keep the attempts and due times of the others."""
        await self.writer.submit(Write(settled=tuple(done), put_off=tuple(later)))

    # People, messages, starts

    async def people(self) -> list[Person]:
        """Everyone who chose something."""
        return await self._read(lambda c: [rows.person_of(dict(row)) for row in c.execute(select(people)).mappings()])

    async def keep_person(self, person: Person) -> None:
        """Keep what someone chose."""

        def job(connection: Connection) -> None:
            connection.execute(delete(people).where(people.c.user == person.user))
            connection.execute(insert(people), {"user": person.user, "language": person.language,
                                                "hand_by_dm": person.hand_by_dm,
                                                "dm_closed": person.dm_closed})  # fmt: skip

        await self.writer.submit(job)

    async def live_messages(self, table: int) -> list[LiveMessage]:
        """The messages of ours that a table still has."""
        query = select(live_messages).where(live_messages.c.table_id == table).order_by(live_messages.c.kind)
        return await self._read(lambda c: [rows.message_of(dict(row)) for row in c.execute(query).mappings()])

    async def lately_shown(self, limit: int) -> list[int]:
        """The running tables whose boards were posted last, newest first, `limit` at most."""
        query = (
            select(live_messages.c.table_id)
            .join(t, t.c.id == live_messages.c.table_id)
            .where(t.c.status == "running")
            .order_by(live_messages.c.posted_at.desc())
            .limit(limit)
        )
        return await self._read(lambda c: list(dict.fromkeys(c.execute(query).scalars())))

    async def keep_message(self, message: LiveMessage) -> None:
        """Keep a message in place of the one of its kind."""
        await self.writer.submit(Write(messages=(message,)))

    async def forget_message(self, table: int, kind: str) -> None:
        """Forget the message of that kind."""
        await self.writer.submit(lambda connection: _done(connection.execute(_forget(table, kind))))

    async def starts_since(self, since: int) -> list[int]:
        """When processes were started, oldest first, from `since` on."""
        query = select(starts.c.at).where(starts.c.at >= since).order_by(starts.c.at)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def keep_start(self, at: int) -> None:
        """Keep that a process was started; starts and handled interactions of over two days ago are forgotten."""
        old = at - 2 * 24 * 3600 * 1000

        def job(connection: Connection) -> None:
            connection.execute(delete(starts).where((starts.c.at < old) | (starts.c.at == at)))
            connection.execute(delete(handled).where(handled.c.at < old))
            connection.execute(insert(starts), {"at": at})

        await self.writer.submit(job)

    async def hashes(self) -> dict[str, str]:
        """Hashes of what was last synchronised with Discord, by name."""
        return await self._read(lambda c: {row.name: row.value for row in c.execute(select(hashes))})

    async def keep_hash(self, name: str, value: str) -> None:
        """Keep one of them."""

        def job(connection: Connection) -> None:
            connection.execute(delete(hashes).where(hashes.c.name == name))
            connection.execute(insert(hashes), {"name": name, "value": value})

        await self.writer.submit(job)


def _forget(table: int, kind: str) -> Any:
    return delete(live_messages).where(live_messages.c.table_id == table, live_messages.c.kind == kind)


def _done(_result: object) -> None:
    return None


def _check_quotas(connection: Connection, table: Table, quotas: Quotas) -> None:
    """Raise `TableExists` or `TooManyTables` where the new table may not be opened."""
    there = connection.execute(select(t.c.id).where(t.c.channel == table.channel, LIVE_ONLY)).scalar()
    if there is not None:
        raise TableExists(there)
    dead = (t.c.status == "lobby") & (t.c.changed_at < table.created_at - DEAD_LOBBY_MS)
    live = and_(LIVE_ONLY, ~dead)
    owned = connection.execute(select(func.count()).where(t.c.owner == table.owner, live)).scalar_one()
    if owned >= quotas.per_user:
        raise TooManyTables("user", quotas.per_user)
    if table.guild is not None:
        held = connection.execute(select(func.count()).where(t.c.guild == table.guild, live)).scalar_one()
        if held >= quotas.per_guild:
            raise TooManyTables("guild", quotas.per_guild)
