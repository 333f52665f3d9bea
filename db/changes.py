"""Rare changes, each in its own transaction, for SQLite and PostgreSQL. `sessions.store` describes the changes."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Table, and_, delete, func, insert, select, update

from db import queries, rows
from db import tables as t
from sessions.records import table as records
from sessions.records.clock import Due
from sessions.records.league import League
from sessions.records.person import NOTICES_KEPT_MS, WAITS_MS, Person, Report, Server, Waiting, Watcher
from sessions.records.table import Post
from sessions.refusals import TableExists, TooManyTables
from sessions.store import Overtaken, Quotas, RematchExists

DAY_MS = 24 * 3600 * 1000
DEAD_LOBBY_MS = 7 * DAY_MS
"""A lobby that has been idle for this long no longer counts towards the limits on live tables."""
MOST_TURNS = 1_000
STARTS_KEPT_MS = 2 * DAY_MS
"""Starts of processes, and interactions without a log entry, are deleted after this time."""


def open_table(
    connection: Connection,
    table: records.Table,
    interaction: int,
    quotas: Quotas,
    waiting: tuple[Post, ...],
    lapse: Due,
) -> tuple[records.Table, tuple[Post, ...]]:
    if queries.handled_at(connection, interaction) is not None:
        raise Overtaken
    if table.rematch_of is not None:
        known = select(t.tables.c.id).where(t.tables.c.rematch_of == table.rematch_of, t.NOT_CLOSED)
        rematch = connection.execute(known).scalar()
        if rematch is not None:
            raise RematchExists(rematch)
    check_quotas(connection, table, quotas)
    kept = replace(table, id=queries.last_table(connection) + 1)
    posted = tuple(replace(post, table=kept.id) for post in waiting)
    connection.execute(insert(t.tables), rows.table_row(kept))
    connection.execute(insert(t.sitters), [rows.row_of(sitter, table=kept.id) for sitter in kept.sitters])
    connection.execute(insert(t.due), rows.row_of(replace(lapse, table=kept.id)))
    if posted:
        connection.execute(insert(t.posts), [rows.post_row(post) for post in posted])
    connection.execute(insert(t.handled), {"interaction": interaction, "table_id": kept.id, "at": table.created_at})
    return kept, posted


def check_quotas(connection: Connection, table: records.Table, quotas: Quotas) -> None:
    there = connection.execute(select(t.tables.c.id).where(t.tables.c.channel == table.channel, t.LIVE_ONLY)).scalar()
    if there is not None:
        raise TableExists(there)
    idle = (t.tables.c.status == "lobby") & (t.tables.c.changed_at < table.created_at - DEAD_LOBBY_MS)
    lost = select(t.servers.c.guild).where(t.servers.c.lost_at.is_not(None))  # nobody can close a table there
    dead = idle | (t.tables.c.guild.is_not(None) & t.tables.c.guild.in_(lost))
    owned, here = t.tables.c.owner == table.owner, t.tables.c.guild == table.guild
    limits = [
        ("user", owned, quotas.per_user),
        ("here", owned & here, quotas.per_user_here),
        ("guild", here, quotas.per_guild),
    ]
    for kind, counted, limit in limits if table.guild is not None else limits[:1]:
        count = select(func.count()).where(counted, and_(t.LIVE_ONLY, ~dead))
        if limit is not None and connection.execute(count).scalar_one() >= limit:
            raise TooManyTables(kind, limit)


def suspend_unread(connection: Connection, table: int) -> records.Table:
    row = queries.table_by_id(connection, table, is_lenient=True)
    assert row is not None
    if row.status not in ("running", "lobby"):
        return row
    changed = {"status": "suspended", "reason": "damaged", "revision": row.revision + 1}
    connection.execute(update(t.tables).where(t.tables.c.id == table).values(**changed))
    return replace(row, **changed)


def _put(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    connection.execute(delete(table).filter_by(**{key.name: row[key.name] for key in table.primary_key}))
    connection.execute(insert(table), row)


def keep_person(connection: Connection, person: Person) -> None:
    _put(connection, t.people, rows.row_of(person))


def keep_server(connection: Connection, server: Server) -> None:
    _put(connection, t.servers, rows.server_row(server))


def keep_note(connection: Connection, table: int, user: int, text: str) -> None:
    if text:
        _put(connection, t.notes, {"table_id": table, "user": user, "text": text})
    else:
        connection.execute(delete(t.notes).filter_by(table_id=table, user=user))


def keep_watcher(connection: Connection, watcher: Watcher) -> None:
    _put(connection, t.watchers, rows.row_of(watcher))


def forget_watcher(connection: Connection, table: int, user: int) -> None:
    connection.execute(delete(t.watchers).filter_by(table_id=table, user=user))


def forget_message(connection: Connection, table: int, kind: str) -> None:
    connection.execute(delete(t.live_messages).filter_by(table_id=table, kind=kind))


def keep_clock_mark(connection: Connection, name: str, at: int | None) -> None:
    if at is not None:
        _put(connection, t.clock_marks, {"name": name, "at": at})
    else:
        connection.execute(delete(t.clock_marks).filter_by(name=name))


def queue_up(connection: Connection, waiting: Waiting) -> None:
    """Join a queue, or change the wanted seats and pace without losing one's place. Also remove everyone who has waited
    for a week."""
    connection.execute(delete(t.queue).where(t.queue.c.at <= waiting.at - WAITS_MS))
    known = select(t.queue.c.at).filter_by(guild=waiting.guild, user=waiting.user, game=waiting.game)
    since = connection.execute(known).scalar()
    _put(connection, t.queue, rows.row_of(waiting, at=waiting.at if since is None else since))


def leave_queue(connection: Connection, guild: int, users: Sequence[int], game: str | None = None) -> int:
    theirs = delete(t.queue).where(t.queue.c.guild == guild, t.queue.c.user.in_(users))
    return connection.execute(theirs if game is None else theirs.where(t.queue.c.game == game)).rowcount


def keep_queue_post(connection: Connection, guild: int, place: tuple[int, int] | None) -> None:
    if place is None:
        connection.execute(delete(t.queue_posts).filter_by(guild=guild))
    else:
        _put(connection, t.queue_posts, {"guild": guild, "channel": place[0], "message": place[1]})


def add_league(connection: Connection, league: League) -> League:
    if stored := queries.league_by_id(connection, league.id):
        return stored
    connection.execute(insert(t.leagues), rows.league_row(league))
    return league


def keep_league(connection: Connection, league: League) -> League:
    kept = replace(league, revision=league.revision + 1)
    known = update(t.leagues).where(t.leagues.c.id == league.id, t.leagues.c.revision == league.revision)
    if not connection.execute(known.values(**rows.league_row(kept))).rowcount:
        raise Overtaken
    return kept


def keep_report(connection: Connection, report: Report, interaction: int) -> Report:
    known = select(t.reports).filter_by(interaction=interaction)
    if stored := queries.fetch_first(connection, known, rows.report_of):
        return stored
    last = connection.execute(select(func.max(t.reports.c.id))).scalar_one()
    kept = replace(report, id=(last or 0) + 1)
    connection.execute(insert(t.reports), rows.row_of(kept, interaction=interaction))
    return kept


def reserve(connection: Connection, name: str, now: int, gap_ms: int) -> int:
    """Reserve the next slot. A stored slot too far in the future is ignored: a wrong clock must have written it."""
    next_at = queries.clock_mark(connection, name)
    at = now if next_at is None or next_at - now > MOST_TURNS * gap_ms else max(now, next_at)
    keep_clock_mark(connection, name, at + gap_ms)
    return at - now


def keep_start(connection: Connection, at: int) -> None:
    old = at - STARTS_KEPT_MS
    connection.execute(delete(t.starts).where((t.starts.c.at < old) | (t.starts.c.at == at)))
    connection.execute(insert(t.starts), {"at": at})
    forget_old(connection, at)


def forget_old(connection: Connection, now: int) -> None:
    connection.execute(delete(t.handled).where(t.handled.c.at < now - STARTS_KEPT_MS))
    connection.execute(delete(t.notices).where(t.notices.c.at < now - NOTICES_KEPT_MS))
    connection.execute(delete(t.queue).where(t.queue.c.at <= now - WAITS_MS))


def keep_hash(connection: Connection, name: str, value: str) -> None:
    _put(connection, t.hashes, {"name": name, "value": value})
