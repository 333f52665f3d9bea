"""Rare changes, as functions of a connection: the same for every database. `sessions.store` describes them.

Each is a transaction of its own. Games write through `db.writing`.
"""

from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from db import queries, rows
from db.tables import (
    LIVE_ONLY,
    NOT_CLOSED,
    clock_marks,
    due,
    handled,
    hashes,
    live_messages,
    notes,
    people,
    posts,
    servers,
    sitters,
    starts,
    watchers,
)
from db.tables import tables as t
from sessions.records.clock import Due
from sessions.records.person import Person, Server, Watcher
from sessions.records.post import Post
from sessions.records.table import Table
from sessions.refusals import TableExists, TooManyTables
from sessions.store import Overtaken, Quotas, RematchExists

DAY_MS = 24 * 3600 * 1000
DEAD_LOBBY_MS = 7 * DAY_MS
"""A lobby that has been idle for this long no longer counts towards the limits of open tables."""
MOST_TURNS = 1_000
"""More turns than can ever be waiting."""
STARTS_KEPT_MS = 2 * DAY_MS
"""Starts of processes, and interactions without an entry, are forgotten after this."""


def open_table(
    connection: Connection, table: Table, interaction: int, quotas: Quotas, waiting: tuple[Post, ...], lapse: Due
) -> tuple[Table, tuple[Post, ...]]:
    if connection.execute(queries.HANDLED, {"interaction": interaction}).first():
        raise Overtaken
    if table.rematch_of is not None:
        known = select(t.c.id).where(t.c.rematch_of == table.rematch_of, NOT_CLOSED)
        rematch = connection.execute(known).scalar()
        if rematch is not None:
            raise RematchExists(rematch)
    _check_quotas(connection, table, quotas)
    kept = replace(table, id=queries.last_table(connection) + 1)
    posted = tuple(replace(post, table=kept.id) for post in waiting)
    connection.execute(insert(t), rows.table_row(kept))
    connection.execute(insert(sitters), rows.sitter_rows(kept))
    connection.execute(insert(due), rows.due_row(replace(lapse, table=kept.id)))
    if posted:
        connection.execute(insert(posts), [rows.post_row(post) for post in posted])
    connection.execute(insert(handled), {"interaction": interaction, "table_id": kept.id, "at": table.created_at})
    return kept, posted


def _check_quotas(connection: Connection, table: Table, quotas: Quotas) -> None:
    """Raise `TableExists` or `TooManyTables` if the new table may not be opened."""
    there = connection.execute(select(t.c.id).where(t.c.channel == table.channel, LIVE_ONLY)).scalar()
    if there is not None:
        raise TableExists(there)
    dead = (t.c.status == "lobby") & (t.c.changed_at < table.created_at - DEAD_LOBBY_MS)
    live = and_(LIVE_ONLY, ~dead)
    owned = connection.execute(select(func.count()).where(t.c.owner == table.owner, live)).scalar_one()
    if owned >= quotas.per_user:
        raise TooManyTables("user", quotas.per_user)
    if quotas.per_user_here is not None:
        mine = (t.c.owner == table.owner) & (t.c.guild == table.guild)
        if connection.execute(select(func.count()).where(mine, live)).scalar_one() >= quotas.per_user_here:
            raise TooManyTables("here", quotas.per_user_here)
    if table.guild is not None:
        held = connection.execute(select(func.count()).where(t.c.guild == table.guild, live)).scalar_one()
        if held >= quotas.per_guild:
            raise TooManyTables("guild", quotas.per_guild)


def suspend_unread(connection: Connection, table: int) -> Table:
    """Suspend a table whose stored game is damaged, and return the readable part of its row."""
    row = queries.table_by_id(connection, table, is_lenient=True)
    assert row is not None
    if row.status not in ("running", "lobby"):
        return row
    changed = {"status": "suspended", "reason": "damaged", "revision": row.revision + 1}
    connection.execute(update(t).where(t.c.id == table).values(**changed))
    return replace(row, **changed)


def keep_person(connection: Connection, person: Person) -> None:
    connection.execute(delete(people).where(people.c.user == person.user))
    connection.execute(insert(people), {"user": person.user, "language": person.language,
                                        "hand_by_dm": person.hand_by_dm, "dm_closed_at": person.dm_closed_at,
                                        "off_ladder": person.off_ladder})  # fmt: skip


def keep_server(connection: Connection, server: Server) -> None:
    connection.execute(delete(servers).where(servers.c.guild == server.guild))
    connection.execute(insert(servers), rows.server_row(server))


def keep_note(connection: Connection, table: int, user: int, text: str) -> None:
    connection.execute(delete(notes).where(notes.c.table_id == table, notes.c.user == user))
    if text:
        connection.execute(insert(notes), {"table_id": table, "user": user, "text": text})


def keep_watcher(connection: Connection, watcher: Watcher) -> None:
    forget_watcher(connection, watcher.table, watcher.user)
    connection.execute(insert(watchers), {"table_id": watcher.table, "user": watcher.user, "told": watcher.told})


def forget_watcher(connection: Connection, table: int, user: int) -> None:
    connection.execute(delete(watchers).where(watchers.c.table_id == table, watchers.c.user == user))


def forget_message(connection: Connection, table: int, kind: str) -> None:
    connection.execute(delete(live_messages).where(live_messages.c.table_id == table, live_messages.c.kind == kind))


def keep_clock_mark(connection: Connection, name: str, at: int | None) -> None:
    connection.execute(delete(clock_marks).where(clock_marks.c.name == name))
    if at is not None:
        connection.execute(insert(clock_marks), {"name": name, "at": at})


def reserve(connection: Connection, name: str, now: int, gap_ms: int) -> int:
    """Take the next turn under that name. Return how many milliseconds after `now` it is.

    A turn too far in the future was taken by a wrong clock, and does not count.
    """
    next_at = queries.clock_mark(connection, name)
    at = now if next_at is None or next_at - now > MOST_TURNS * gap_ms else max(now, next_at)
    keep_clock_mark(connection, name, at + gap_ms)
    return at - now


def keep_start(connection: Connection, at: int) -> None:
    old = at - STARTS_KEPT_MS
    connection.execute(delete(starts).where((starts.c.at < old) | (starts.c.at == at)))
    connection.execute(delete(handled).where(handled.c.at < old))
    connection.execute(insert(starts), {"at": at})


def keep_hash(connection: Connection, name: str, value: str) -> None:
    """Store the hash of something synchronised with Discord."""
    connection.execute(delete(hashes).where(hashes.c.name == name))
    connection.execute(insert(hashes), {"name": name, "value": value})
