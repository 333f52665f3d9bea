"""Queries as functions of a connection: the same for every database. `sessions.store` says what they return.

Each reads within the current transaction. Unreadable rows raise `Damaged`.
"""

import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import BindParameter, Connection, and_, bindparam, case, func, select

from db import rows
from db.tables import (
    LIVE_ONLY,
    clock_marks,
    due,
    entries,
    handled,
    hashes,
    live_messages,
    notes,
    people,
    posts,
    schedules,
    seat_clocks,
    servers,
    sitters,
    snapshots,
    starts,
    watchers,
)
from db.tables import tables as t
from sessions.records.clock import Due, Schedule, SeatClock
from sessions.records.log import Conceded, Entry, Reseated, Snapshot
from sessions.records.person import Person, Server, Watcher
from sessions.records.post import LiveMessage, Post
from sessions.records.table import Table
from sessions.store import Damaged, Stored, TimeAt, Write

BEYOND_ALL = 2**31 - 1
"""A number above any entry's, the largest of its column."""

Row: TypeAlias = dict[str, Any]

LAST_TABLE = "last table"
"""The mark with the id of the last table when tables were removed."""

_OF_TABLE: BindParameter[int] = bindparam("table")
TABLE = select(t).where(t.c.id == _OF_TABLE)
REVISION = select(t.c.revision).where(t.c.id == _OF_TABLE)
SITTERS = select(sitters).where(sitters.c.table_id == _OF_TABLE).order_by(sitters.c.seat)
_AMONG: BindParameter[Sequence[int]] = bindparam("tables", expanding=True)
TABLES = select(t).where(t.c.id.in_(_AMONG)).order_by(t.c.id)
SITTERS_OF = select(sitters).where(sitters.c.table_id.in_(_AMONG)).order_by(sitters.c.table_id, sitters.c.seat)
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
ENTRIES = (
    select(entries)
    .where(entries.c.table_id == _OF_TABLE, entries.c.number.between(bindparam("first"), bindparam("last")))
    .order_by(entries.c.number)
)
NEWEST_ENTRIES = (
    select(entries).where(entries.c.table_id == _OF_TABLE).order_by(entries.c.number.desc()).limit(bindparam("count"))
)
SEAT_CHANGES = (
    select(entries)
    .where(entries.c.table_id == _OF_TABLE, entries.c.kind.in_([rows.kind_of(Conceded), rows.kind_of(Reseated)]))
    .order_by(entries.c.number)
)
ENTRIES_BY = select(entries).where(entries.c.interaction == bindparam("interaction")).order_by(entries.c.part)
HANDLED = select(handled.c.table_id).where(handled.c.interaction == bindparam("interaction"))
SNAPSHOT_BEFORE = (
    select(snapshots)
    .where(snapshots.c.table_id == _OF_TABLE, snapshots.c.number < bindparam("number"))
    .order_by(snapshots.c.number.desc())
    .limit(1)
)
_NEWEST = select(snapshots.c.table_id, func.max(snapshots.c.number).label("number")).where(
    snapshots.c.table_id.in_(_AMONG)
)
_NEWEST_OF = _NEWEST.group_by(snapshots.c.table_id).subquery()
_ANCHOR_OF = _NEWEST.where(snapshots.c.is_anchor.is_(True)).group_by(snapshots.c.table_id).subquery()
NEWEST_SNAPSHOTS, ANCHORS = (
    select(snapshots).join(of, and_(of.c.table_id == snapshots.c.table_id, of.c.number == snapshots.c.number))
    for of in (_NEWEST_OF, _ANCHOR_OF)
)
ENTRIES_SINCE = (
    select(entries)
    .outerjoin(_ANCHOR_OF, _ANCHOR_OF.c.table_id == entries.c.table_id)
    .where(entries.c.table_id.in_(_AMONG), entries.c.number > func.coalesce(_ANCHOR_OF.c.number, 0))
    .order_by(entries.c.table_id, entries.c.number)
)
POSTS = select(posts).order_by(posts.c.id)
POSTS_IN = POSTS.where(posts.c.channel == bindparam("channel"))
LIVE_MESSAGES = (
    select(live_messages)
    .where(live_messages.c.table_id.in_(_AMONG))
    .order_by(live_messages.c.table_id, live_messages.c.kind)
)
LATELY_SHOWN = (
    select(live_messages.c.table_id)
    .join(t, t.c.id == live_messages.c.table_id)
    .where(t.c.status == "running")
    .order_by(live_messages.c.posted_at.desc())
    .limit(bindparam("count"))
)
STARTS_SINCE = select(starts.c.at).where(starts.c.at >= bindparam("since")).order_by(starts.c.at)


# Tables


def table_by_id(connection: Connection, table: int, is_lenient: bool = False) -> Table | None:
    """Return the table with this id. If lenient, unreadable parts of its row are left out."""
    row = connection.execute(TABLE, {"table": table}).mappings().first()
    if row is None:
        return None
    seated = connection.execute(SITTERS, {"table": table}).mappings()
    return rows.table_of(dict(row), [dict(sitter) for sitter in seated], is_lenient)


def table_at(connection: Connection, channel: int) -> Table | None:
    found = connection.execute(TABLE_AT, {"channel": channel}).scalar()
    return None if found is None else table_by_id(connection, found, is_lenient=True)


def last_table(connection: Connection) -> int:
    """Return the largest id that a table has or had; 0 if there was none."""
    last = connection.execute(select(func.max(t.c.id))).scalar_one()
    return max(last or 0, clock_mark(connection, LAST_TABLE) or 0)


def tables_of(connection: Connection, user: int) -> list[Table]:
    return _tables(connection, connection.execute(TABLES_OF, {"user": user}))


def tables_in(connection: Connection, guild: int) -> list[Table]:
    return _tables(connection, connection.execute(TABLES_IN, {"guild": guild}))


def guilds_with_tables(connection: Connection) -> list[int]:
    found = select(t.c.guild).where(LIVE_ONLY, t.c.guild.is_not(None)).distinct()
    return list(connection.execute(found).scalars())


def _tables(connection: Connection, found: Any) -> list[Table]:
    """Return the tables of these ids, oldest first, in two queries."""
    among = {"tables": found.scalars().all()}
    seated = _by_table(connection.execute(SITTERS_OF, among))
    found_rows = connection.execute(TABLES, among).mappings()
    return [rows.table_of(dict(row), seated[row["id"]], is_lenient=True) for row in found_rows]


def revision_of(connection: Connection, table: int) -> int | None:
    revision: int | None = connection.execute(REVISION, {"table": table}).scalar()
    return revision


def stored_game(connection: Connection, table: int) -> Stored | None:
    build = _stored(connection, (table,)).get(table)
    return build() if build is not None else None


def stored_games(connection: Connection, *tables: int) -> dict[int, Stored]:
    found: dict[int, Stored] = {}
    for table, build in _stored(connection, tables).items():
        with contextlib.suppress(Damaged):
            found[table] = build()
    return found


def _stored(connection: Connection, tables: Sequence[int]) -> dict[int, Callable[[], Stored]]:
    """Return a function for each of these tables that makes its records, in as many queries as for one."""
    among = {"tables": tables}
    seated, since = (
        _by_table(connection.execute(SITTERS_OF, among)),
        _by_table(connection.execute(ENTRIES_SINCE, among)),
    )
    anchors, newest = (
        _by_table(connection.execute(ANCHORS, among)),
        _by_table(connection.execute(NEWEST_SNAPSHOTS, among)),
    )

    def build(row: Row) -> Stored:
        table = row["id"]
        anchor, last = (next(map(rows.snapshot_of, found[table]), None) for found in (anchors, newest))
        after = tuple(rows.entry_of(each) for each in since[table])
        return Stored(rows.table_of(row, seated[table]), anchor, last, after)

    found = [dict(row) for row in connection.execute(TABLES, among).mappings()]
    return {row["id"]: partial(build, row) for row in found}


def _by_table(found: Any) -> dict[int, list[Row]]:
    by_table: dict[int, list[Row]] = defaultdict(list)
    for row in found.mappings():
        by_table[row["table_id"]].append(dict(row))
    return by_table


# The log


def entries_between(connection: Connection, table: int, first: int, last: int) -> list[Entry]:
    return _entries(connection.execute(ENTRIES, {"table": table, "first": first, "last": last}))


def newest_entries(connection: Connection, table: int, count: int) -> list[Entry]:
    return _entries(connection.execute(NEWEST_ENTRIES, {"table": table, "count": count}))[::-1]


def seat_changes(connection: Connection, table: int) -> list[Entry]:
    return _entries(connection.execute(SEAT_CHANGES, {"table": table}))


def _entries(found: Any) -> list[Entry]:
    return [rows.entry_of(dict(row)) for row in found.mappings()]


def snapshot_before(connection: Connection, table: int, number: int) -> Snapshot | None:
    return _snapshot(connection.execute(SNAPSHOT_BEFORE, {"table": table, "number": number}))


def _snapshot(found: Any) -> Snapshot | None:
    row = found.mappings().first()
    return rows.snapshot_of(dict(row)) if row else None


def done_by(connection: Connection, interaction: int) -> tuple[int, list[Entry]] | None:
    found = connection.execute(ENTRIES_BY, {"interaction": interaction}).mappings().all()
    if found:
        return found[0]["table_id"], [rows.entry_of(dict(row)) for row in found]
    table = connection.execute(HANDLED, {"interaction": interaction}).scalar()
    return None if table is None else (table, [])


def is_carried_out(connection: Connection, writes: Sequence[Write]) -> bool:
    """Return whether these writes of one transaction were carried out, by their traces.

    Waits for the transaction if it is still in progress. Writes without a trace count as not carried out.
    """
    tables = sorted({write.table for write in writes})
    connection.execute(select(t.c.id).where(t.c.id.in_(tables)).order_by(t.c.id).with_for_update()).all()
    for write in writes:
        for entry in write.entries[:1]:
            row = connection.execute(ENTRIES, {"table": write.table, "first": entry.number, "last": entry.number})
            found = row.mappings().first()
            return found is not None and rows.entry_of(dict(found)) == entry
        if write.handled is not None:
            done = connection.execute(HANDLED, {"interaction": write.handled.interaction}).scalar()
            return done is not None and done == write.table
    return False


# The outbox, people, messages, starts, hashes


def waiting_posts(connection: Connection, channel: int | None = None) -> tuple[list[Post], list[int]]:
    """Return all posts still to be sent (to that channel), oldest first, and the ids of unreadable ones."""
    found = connection.execute(POSTS) if channel is None else connection.execute(POSTS_IN, {"channel": channel})
    sound: list[Post] = []
    unsound: list[int] = []
    for row in found.mappings():
        try:
            sound.append(rows.post_of(dict(row)))
        except Damaged:
            unsound.append(row["id"])
    return sound, unsound


def everyone(connection: Connection) -> list[Person]:
    return [rows.person_of(dict(row)) for row in connection.execute(select(people)).mappings()]


def all_servers(connection: Connection) -> list[Server]:
    return [rows.server_of(dict(row)) for row in connection.execute(select(servers)).mappings()]


def everyone_watching(connection: Connection) -> list[Watcher]:
    found = connection.execute(select(watchers).order_by(watchers.c.table_id, watchers.c.user)).mappings()
    return [Watcher(row["table_id"], row["user"], row["told"]) for row in found]


def note_of(connection: Connection, table: int, user: int) -> str | None:
    found = select(notes.c.text).where(notes.c.table_id == table, notes.c.user == user)
    return connection.execute(found).scalar()


def live_messages_of(connection: Connection, *tables: int) -> list[LiveMessage]:
    """Return the bot's live messages of these tables."""
    return [rows.message_of(dict(row)) for row in connection.execute(LIVE_MESSAGES, {"tables": tables}).mappings()]


def lately_shown(connection: Connection, count: int) -> list[int]:
    """Return the running tables of the last `count` messages, newest first."""
    return list(dict.fromkeys(connection.execute(LATELY_SHOWN, {"count": count}).scalars()))


def everyones_schedules(connection: Connection) -> list[Schedule]:
    return [rows.schedule_of(dict(row)) for row in connection.execute(select(schedules)).mappings()]


def all_clocks(connection: Connection) -> list[SeatClock]:
    return [rows.clock_of(dict(row)) for row in connection.execute(select(seat_clocks)).mappings()]


def all_due(connection: Connection) -> list[Due]:
    return [Due(row.table_id, row.kind, row.at) for row in connection.execute(select(due))]


def time_at(connection: Connection, *tables: int) -> TimeAt:
    clocks = connection.execute(select(seat_clocks).where(seat_clocks.c.table_id.in_(tables))).mappings()
    at = connection.execute(select(due).where(due.c.table_id.in_(tables)))
    users = select(sitters.c.user).where(sitters.c.table_id.in_(tables))
    theirs = connection.execute(select(schedules).where(schedules.c.user.in_(users))).mappings()
    return TimeAt(
        tuple(rows.clock_of(dict(row)) for row in clocks),
        tuple(Due(row.table_id, row.kind, row.at) for row in at),
        tuple(rows.schedule_of(dict(row)) for row in theirs),
    )


def tables_without_clocks(connection: Connection) -> list[int]:
    known = select(seat_clocks.c.table_id)
    found = select(t.c.id).where(t.c.status == "running", t.c.id.not_in(known)).order_by(t.c.id)
    return list(connection.execute(found).scalars())


def live_tables_by_status(connection: Connection) -> dict[str, int]:
    """Count the live tables of each status, by an index of these alone."""
    counted = select(t.c.status, func.count()).where(LIVE_ONLY).group_by(t.c.status)
    return {row[0]: row[1] for row in connection.execute(counted)}


def clock_mark(connection: Connection, name: str) -> int | None:
    return connection.execute(select(clock_marks.c.at).where(clock_marks.c.name == name)).scalar()


def starts_since(connection: Connection, since: int) -> list[int]:
    return list(connection.execute(STARTS_SINCE, {"since": since}).scalars())


def kept_hashes(connection: Connection) -> dict[str, str]:
    """Return the hashes of everything last synchronised with Discord, by name."""
    return {row.name: row.value for row in connection.execute(select(hashes))}
