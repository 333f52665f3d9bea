"""Queries, each a function of a connection. `sessions.store` documents the results. Unreadable rows raise `Damaged`."""

import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    union,
)

from db import rows
from db import tables as t
from sessions.records.league import League
from sessions.records.log import Conceded, Entry, Reseated, Snapshot
from sessions.records.person import WAITS_MS, Notice, Report, Waiting
from sessions.records.table import LiveMessage, Post, Table
from sessions.store import Damaged, Stored, TimeAt, Write

T = TypeVar("T")

BEYOND_ALL = 2**31 - 1

Row: TypeAlias = dict[str, Any]

LAST_TABLE = "last table"
"""The name of the mark that stores the highest table id when tables are deleted."""

# These statements run whenever a table is opened, so they are compiled only once.
_AMONG: BindParameter[Sequence[int]] = bindparam("tables", expanding=True)
TABLES = select(t.tables).where(t.tables.c.id.in_(_AMONG)).order_by(t.tables.c.id)
SITTERS_OF = select(t.sitters).where(t.sitters.c.table_id.in_(_AMONG)).order_by(t.sitters.c.table_id, t.sitters.c.seat)
_NEWEST = select(t.snapshots.c.table_id, func.max(t.snapshots.c.number).label("number")).where(
    t.snapshots.c.table_id.in_(_AMONG)
)
_NEWEST_OF = _NEWEST.group_by(t.snapshots.c.table_id).subquery()
_ANCHOR_OF = _NEWEST.where(t.snapshots.c.is_anchor.is_(True)).group_by(t.snapshots.c.table_id).subquery()
NEWEST_SNAPSHOTS, ANCHORS = (
    select(t.snapshots).join(of, and_(of.c.table_id == t.snapshots.c.table_id, of.c.number == t.snapshots.c.number))
    for of in (_NEWEST_OF, _ANCHOR_OF)
)
ENTRIES_SINCE = (
    select(t.entries)
    .outerjoin(_ANCHOR_OF, _ANCHOR_OF.c.table_id == t.entries.c.table_id)
    .where(t.entries.c.table_id.in_(_AMONG), t.entries.c.number >= func.coalesce(_ANCHOR_OF.c.number, 0))
    .order_by(t.entries.c.table_id, t.entries.c.number)
)


def fetch(connection: Connection, query: Select[Any], build: Callable[[Row], T]) -> list[T]:
    return [build(dict(row)) for row in connection.execute(query).mappings()]


def fetch_first(connection: Connection, query: Select[Any], build: Callable[[Row], T]) -> T | None:
    row = connection.execute(query).mappings().first()
    return None if row is None else build(dict(row))


def _column(connection: Connection, query: Select[Any] | CompoundSelect[Any]) -> list[Any]:
    return list(connection.execute(query).scalars())


# Tables


def table_by_id(connection: Connection, table: int, is_lenient: bool = False) -> Table | None:
    """Return the table with this id. If `is_lenient`, skip the unreadable parts of its row."""
    found = _tables(connection, [table], is_lenient)
    return found[0] if found else None


def table_at(connection: Connection, channel: int) -> Table | None:
    query = select(t.tables.c.id).filter_by(channel=channel)
    live_first = query.order_by(case((t.LIVE_ONLY, 0), else_=1), t.tables.c.id.desc())
    found = connection.execute(live_first.limit(1)).scalar()
    return None if found is None else table_by_id(connection, found, is_lenient=True)


def last_table(connection: Connection) -> int:
    last = connection.execute(select(func.max(t.tables.c.id))).scalar_one()
    return max(last or 0, clock_mark(connection, LAST_TABLE) or 0)


def tables_of(connection: Connection, user: int) -> list[Table]:
    joined = select(t.tables.c.id).join(t.sitters)
    seated = joined.where(t.sitters.c.user == user, t.sitters.c.has_left.is_(False), t.LIVE_ONLY)
    return _tables(connection, _column(connection, seated))


def tables_in(connection: Connection, guild: int) -> list[Table]:
    return _tables(connection, _column(connection, select(t.tables.c.id).where(t.tables.c.guild == guild, t.LIVE_ONLY)))


def tables_ended(connection: Connection, guild: int, since: int) -> list[Table]:
    lately = t.tables.c.changed_at > since
    found = _column(connection, select(t.tables.c.id).where(t.tables.c.guild == guild, lately, t.ENDED_ONLY))
    return sorted(_tables(connection, found), key=lambda table: -table.changed_at)


def tables_without_game(connection: Connection, games: Sequence[str]) -> list[Table]:
    is_held = or_(t.tables.c.reason == "game", t.tables.c.game.not_in(games))
    return _tables(connection, _column(connection, select(t.tables.c.id).where(t.LIVE_ONLY, is_held)))


def guilds_with_data(connection: Connection) -> list[int]:
    of_tables = [select(t.tables.c.guild).where(chosen) for chosen in (t.LIVE_ONLY, t.ENDED_ONLY)]  # one for each index
    of_others = [select(each.c.guild) for each in (t.servers, t.leagues, t.queue, t.queue_posts)]
    return [guild for guild in _column(connection, union(*of_tables, *of_others)) if guild is not None]


def _tables(connection: Connection, ids: Sequence[int], is_lenient: bool = True) -> list[Table]:
    among = {"tables": ids}
    seated = _by_table(connection.execute(SITTERS_OF, among))
    found = connection.execute(TABLES, among).mappings()
    return [rows.table_of(dict(row), seated[row["id"]], is_lenient) for row in found]


def revision_of(connection: Connection, table: int) -> int | None:
    return connection.execute(select(t.tables.c.revision).where(t.tables.c.id == table)).scalar()


def stored_game(connection: Connection, table: int) -> Stored | None:
    build = _builders(connection, (table,)).get(table)
    return build() if build is not None else None


def stored_games(connection: Connection, *tables: int) -> dict[int, Stored]:
    found: dict[int, Stored] = {}
    for table, build in _builders(connection, tables).items():
        with contextlib.suppress(Damaged):
            found[table] = build()
    return found


def _builders(connection: Connection, tables: Sequence[int]) -> dict[int, Callable[[], Stored]]:
    """Return a function for each of these tables that builds its records. All tables share the same few queries."""
    among = {"tables": tables}
    seated, since, anchors, newest = (
        _by_table(connection.execute(query, among)) for query in (SITTERS_OF, ENTRIES_SINCE, ANCHORS, NEWEST_SNAPSHOTS)
    )

    def build(row: Row) -> Stored:
        table = row["id"]
        anchor, last = (next(map(rows.snapshot_of, found[table]), None) for found in (anchors, newest))
        return Stored(rows.table_of(row, seated[table]), anchor, last, tuple(map(rows.entry_of, since[table])))

    found = [dict(row) for row in connection.execute(TABLES, among).mappings()]
    return {row["id"]: partial(build, row) for row in found}


def _by_table(found: Any) -> dict[int, list[Row]]:
    by_table: dict[int, list[Row]] = defaultdict(list)
    for row in found.mappings():
        by_table[row["table_id"]].append(dict(row))
    return by_table


# The log


def entries_between(connection: Connection, table: int, first: int, last: int) -> list[Entry]:
    query = select(t.entries).where(t.entries.c.table_id == table, t.entries.c.number.between(first, last))
    return fetch(connection, query.order_by(t.entries.c.number), rows.entry_of)


def newest_entries(connection: Connection, table: int, count: int) -> list[Entry]:
    query = select(t.entries).where(t.entries.c.table_id == table).order_by(t.entries.c.number.desc()).limit(count)
    return fetch(connection, query, rows.entry_of)[::-1]


def seat_changes(connection: Connection, table: int) -> list[Entry]:
    kinds = [rows.kind_of(Conceded), rows.kind_of(Reseated)]
    query = select(t.entries).filter_by(table_id=table).where(t.entries.c.kind.in_(kinds))
    return fetch(connection, query.order_by(t.entries.c.number), rows.entry_of)


def snapshot_before(connection: Connection, table: int, number: int) -> Snapshot | None:
    query = select(t.snapshots).where(t.snapshots.c.table_id == table, t.snapshots.c.number < number)
    return fetch_first(connection, query.order_by(t.snapshots.c.number.desc()).limit(1), rows.snapshot_of)


def done_by(connection: Connection, interaction: int) -> tuple[int, list[Entry]] | None:
    query = select(t.entries).where(t.entries.c.interaction == interaction).order_by(t.entries.c.part)
    found = connection.execute(query).mappings().all()
    if found:
        return found[0]["table_id"], [rows.entry_of(dict(row)) for row in found]
    table = handled_at(connection, interaction)
    return None if table is None else (table, [])


def handled_at(connection: Connection, interaction: int) -> int | None:
    return connection.execute(select(t.handled.c.table_id).where(t.handled.c.interaction == interaction)).scalar()


def is_carried_out(connection: Connection, writes: Sequence[Write]) -> bool | None:
    """Wait until the transaction with these writes has ended. Return whether it was carried out, judging by a log entry
    or a handled interaction. Return None if the writes contain neither."""
    tables = sorted({write.table for write in writes})
    locked = select(t.tables.c.id).where(t.tables.c.id.in_(tables)).order_by(t.tables.c.id).with_for_update()
    connection.execute(locked).all()
    for write in writes:
        for entry in write.entries[:1]:
            return entries_between(connection, write.table, entry.number, entry.number) == [entry]
        if write.handled is not None:
            return handled_at(connection, write.handled.interaction) == write.table
    return None


# The outbox, people, messages, starts, hashes


def waiting_posts(connection: Connection, channel: int | None = None) -> tuple[list[Post], list[int]]:
    """Return the posts still to be sent, oldest first, and the ids of unreadable posts. `channel` limits both."""
    query = select(t.posts).order_by(t.posts.c.id)
    if channel is not None:
        query = query.where(t.posts.c.channel == channel)
    sound: list[Post] = []
    unsound: list[int] = []
    for row in connection.execute(query).mappings():
        try:
            sound.append(rows.post_of(dict(row)))
        except Damaged:
            unsound.append(row["id"])
    return sound, unsound


def _reader(query: Select[Any], build: Callable[[Row], T]) -> Callable[[Connection], list[T]]:
    return lambda connection: fetch(connection, query, build)


everyone = _reader(select(t.people), rows.person_of)
all_servers = _reader(select(t.servers), rows.server_of)
everyone_watching = _reader(select(t.watchers).order_by(t.watchers.c.table_id, t.watchers.c.user), rows.watcher_of)
everyones_schedules = _reader(select(t.schedules), rows.schedule_of)
all_clocks = _reader(select(t.seat_clocks), rows.clock_of)
all_due = _reader(select(t.due), rows.due_of)


def note_of(connection: Connection, table: int, user: int) -> str | None:
    return connection.execute(select(t.notes.c.text).filter_by(table_id=table, user=user)).scalar()


def notices_of(connection: Connection, user: int, since: int) -> list[Notice]:
    query = select(t.notices).where(t.notices.c.user == user, t.notices.c.at >= since)
    return fetch(connection, query.order_by(t.notices.c.id), rows.notice_of)


def all_reports(connection: Connection, *, user: int | None = None) -> list[Report]:
    query = select(t.reports).order_by(t.reports.c.id)
    return fetch(connection, query if user is None else query.where(t.reports.c.user == user), rows.report_of)


def waiting_in(connection: Connection, guild: int, now: int) -> list[Waiting]:
    query = select(t.queue).where(t.queue.c.guild == guild, t.queue.c.at > now - WAITS_MS)
    return fetch(connection, query.order_by(t.queue.c.at, t.queue.c.user), rows.waiting_of)


def queue_guilds(connection: Connection) -> list[int]:
    waits, posts = (_column(connection, select(each.c.guild).distinct()) for each in (t.queue, t.queue_posts))
    return sorted({*waits, *posts})


def queue_post_of(connection: Connection, guild: int) -> tuple[int, int] | None:
    row = connection.execute(select(t.queue_posts).filter_by(guild=guild)).mappings().first()
    return (row["channel"], row["message"]) if row is not None else None


def queues_of(connection: Connection, user: int) -> list[Waiting]:
    return fetch(connection, select(t.queue).where(t.queue.c.user == user).order_by(t.queue.c.guild), rows.waiting_of)


def league_by_id(connection: Connection, league: int) -> League | None:
    return fetch_first(connection, select(t.leagues).where(t.leagues.c.id == league), rows.league_of)


def leagues_in(connection: Connection, guild: int) -> list[League]:
    return _leagues(connection, t.leagues.c.guild == guild)


def active_leagues(connection: Connection) -> list[League]:
    return _leagues(connection, t.leagues.c.is_finished.is_(False))


def _leagues(connection: Connection, wanted: ColumnElement[bool]) -> list[League]:
    """Return the wanted leagues that can be read, oldest first."""
    found = fetch(connection, select(t.leagues).where(wanted).order_by(t.leagues.c.id), rows.league_of)
    return [league for league in found if league is not None]


def live_messages_of(connection: Connection, *tables: int) -> list[LiveMessage]:
    query = select(t.live_messages).where(t.live_messages.c.table_id.in_(tables))
    return fetch(connection, query.order_by(t.live_messages.c.table_id, t.live_messages.c.kind), rows.message_of)


def newest_shown(connection: Connection) -> int:
    newest: int | None = connection.execute(select(func.max(t.live_messages.c.post))).scalar()
    return newest or 0


def lately_shown(connection: Connection, count: int) -> list[int]:
    query = select(t.live_messages.c.table_id).join(t.tables).where(t.LIVE_ONLY, t.tables.c.status == "running")
    return list(dict.fromkeys(_column(connection, query.order_by(t.live_messages.c.posted_at.desc()).limit(count))))


def time_at(connection: Connection, *tables: int) -> TimeAt:
    users = select(t.sitters.c.user).where(t.sitters.c.table_id.in_(tables))
    return TimeAt(
        tuple(fetch(connection, select(t.seat_clocks).where(t.seat_clocks.c.table_id.in_(tables)), rows.clock_of)),
        tuple(fetch(connection, select(t.due).where(t.due.c.table_id.in_(tables)), rows.due_of)),
        tuple(fetch(connection, select(t.schedules).where(t.schedules.c.user.in_(users)), rows.schedule_of)),
    )


def tables_without_clocks(connection: Connection) -> list[int]:
    known = select(t.seat_clocks.c.table_id)
    query = select(t.tables.c.id).where(t.LIVE_ONLY, t.tables.c.status == "running", t.tables.c.id.not_in(known))
    return sorted(_column(connection, query))  # If SQLite sorted them, it would read all tables instead of an index.


def live_tables_by_status(connection: Connection) -> dict[str, int]:
    """Count the live tables of each status, using the index of live tables."""
    counted = select(t.tables.c.status, func.count()).where(t.LIVE_ONLY).group_by(t.tables.c.status)
    return {row[0]: row[1] for row in connection.execute(counted)}


def clock_mark(connection: Connection, name: str) -> int | None:
    return connection.execute(select(t.clock_marks.c.at).where(t.clock_marks.c.name == name)).scalar()


def starts_since(connection: Connection, since: int) -> list[int]:
    return _column(connection, select(t.starts.c.at).where(t.starts.c.at >= since).order_by(t.starts.c.at))


def stored_hashes(connection: Connection) -> dict[str, str]:
    return {row.name: row.value for row in connection.execute(select(t.hashes))}
