"""Export everything stored about a person, and delete everything stored about a person or server."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Select, delete, exists, func, select, update

from db import queries, rows
from db import tables as t
from db.changes import keep_clock_mark, keep_league
from engine.kernel.decision import Seat
from sessions.records.league import League
from sessions.records.log import Answered, Conceded, Ended, Entry, LoggedAction, Ordered, Reseated
from sessions.records.person import Server
from sessions.records.table import Seating

_PARTS = [each for each in t.metadata.sorted_tables if "table_id" in each.c]
NOBODY = 0
"""The user id that replaces a forgotten person's."""


class StillSeated(Exception):  # noqa: N818
    def __init__(self, live: list[int]) -> None:
        super().__init__(live)
        self.tables = live


def seats_of(connection: Connection, user: int) -> list[tuple[int, int]]:
    query = select(t.sitters.c.table_id, t.sitters.c.seat).filter_by(user=user).order_by(t.sitters.c.table_id)
    return [(row.table_id, row.seat) for row in connection.execute(query)]


def nameless(seat: Seat) -> str:
    return f"Player {seat + 1}"


def export(connection: Connection, user: int) -> dict[str, Any]:
    """Return everything stored about a person as plain values, without seeds or other seats' data."""
    person = connection.execute(select(t.people).where(t.people.c.user == user)).mappings().first()
    noted = select(t.notes.c.table_id, t.notes.c.text).where(t.notes.c.user == user).order_by(t.notes.c.table_id)
    watched = select(t.watchers.c.table_id).where(t.watchers.c.user == user).order_by(t.watchers.c.table_id)
    asked = select(t.seat_clocks).where(t.seat_clocks.c.user == user).order_by(t.seat_clocks.c.table_id)
    schedule = queries.fetch_first(connection, select(t.schedules).where(t.schedules.c.user == user), rows.schedule_of)
    kept = {
        "user": user,
        "choices": dict(person) if person else None,
        "tables": [_export_stint(connection, stint) for stint in stints_of(connection, user)],
        "notes": [{"table": row.table_id, "text": row.text} for row in connection.execute(noted)],
        "notices": queries.notices_of(connection, user, 0),
        "watches": list(connection.execute(watched).scalars()),
        "invited_to": [table for table, seating in _with_seating(connection, user) if user in seating.invited],
        "queue": queries.queues_of(connection, user),
        "leagues": [
            {"league": league.id, "guild": league.guild, "name": league.name, "status": league.status}
            for league in _leagues_with(connection, user)
        ],
        "reports": queries.all_reports(connection, user=user),
        "schedule": schedule,
        "clocks": queries.fetch(connection, asked, rows.clock_of),
    }
    exported: dict[str, Any] = msgspec.to_builtins(kept)
    return exported


class Stint(NamedTuple):
    """A person's time in a seat: from entry `first` to entry `last`, with the name the person used."""

    table: int
    seat: Seat
    first: int
    last: int
    user: int
    name: str


def stints_of(connection: Connection, user: int) -> list[Stint]:
    """Return every stint of this person. A stint ends with the game or when someone takes over the seat."""
    left = select(t.entries).where(t.entries.c.kind == rows.kind_of(Conceded))
    conceded = [(row["table_id"], rows.entry_of(dict(row)).action) for row in connection.execute(left).mappings()]
    moved = {table for table, action in conceded if isinstance(action, Conceded) and action.user == user}
    tables_of = sorted({table for table, _ in seats_of(connection, user)} | moved)
    stints = (stint for table in tables_of for stint in _stints(connection, table))
    return [stint for stint in stints if stint.user == user]


def _stints(connection: Connection, table: int) -> Iterator[Stint]:
    changes = queries.seat_changes(connection, table)
    for row in connection.execute(select(t.sitters).where(t.sitters.c.table_id == table)).mappings().all():
        seat, user, name, last = row["seat"], row["user"], row["name"], queries.BEYOND_ALL
        for change in reversed([change for change in changes if change.seat == seat]):
            if isinstance(change.action, Reseated):
                yield Stint(table, seat, change.number, last, user, name)
                user, name, last = change.action.former, change.action.former_name, change.number - 1
            elif isinstance(change.action, Conceded) and not user:
                user = change.action.user  # Older versions stored the former holder only with the entry for leaving.
        yield Stint(table, seat, 1, last, user, name)


def _export_stint(connection: Connection, stint: Stint) -> dict[str, Any]:
    """Return the actions of a stint, and the result if the stint lasted until the game's end."""
    row = connection.execute(select(t.tables).where(t.tables.c.id == stint.table)).mappings().one()
    own = (
        select(t.entries)
        .filter_by(table_id=stint.table, seat=stint.seat)
        .where(t.entries.c.number.between(stint.first, stint.last))
        .order_by(t.entries.c.number)
    )
    found = queries.fetch(connection, own, rows.entry_of)
    return {
        "table": stint.table, **{name: row[name] for name in ("game", "status", "guild", "channel", "created_at")},
        "seat": stint.seat, "name": stint.name, "is_owner": row["owner"] == stint.user,
        "result": _result(connection, stint.table, stint.seat) if stint.last == queries.BEYOND_ALL else None,
        "entries": [_export_entry(each) for each in found if not getattr(each.action, "by_autopilot", False)],
    }  # fmt: skip


def _result(connection: Connection, table: int, seat: int) -> dict[str, Any] | None:
    query = select(t.results).filter_by(table_id=table, seat=seat)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    shown = {key: row[key] for key in ("place", "score", "turns", "waited_ms")}
    return {**shown, "dealt": msgspec.msgpack.decode(row["dealt"]) if row["dealt"] else {}}


def _export_entry(entry: Entry) -> dict[str, Any]:
    exported: dict[str, Any] = {"number": entry.number, "kind": rows.kind_of(type(entry.action)), "at": entry.at}
    return exported | ({"keys": list(entry.action.keys)} if isinstance(entry.action, Answered | Ordered) else {})


def forget(connection: Connection, user: int) -> int:
    """Remove a person, but not their moves. Return how many seats they had. Raises `StillSeated`."""
    live = connection.execute(
        select(t.tables.c.id)
        .join(t.sitters, t.sitters.c.table_id == t.tables.c.id)
        .where(t.sitters.c.user == user, t.sitters.c.has_left.is_(False), t.LIVE_ONLY)
    )
    if playing := list(live.scalars()):
        raise StillSeated(playing)
    seats = seats_of(connection, user)
    for table, seat in seats:
        own = update(t.sitters).filter_by(table_id=table, seat=seat)
        connection.execute(own.values(user=NOBODY, name=nameless(seat)))
    connection.execute(update(t.tables).where(t.tables.c.owner == user).values(owner=NOBODY))
    changed = t.tables.c.id.in_({table for table, _ in seats}) | (t.tables.c.owner == NOBODY)
    connection.execute(update(t.tables).where(changed).values(revision=t.tables.c.revision + 1))
    for each in (t.people, t.notes, t.notices, t.watchers, t.queue, t.reports, t.schedules, t.seat_clocks):
        connection.execute(delete(each).where(each.c.user == user))
    connection.execute(update(t.notices).where(t.notices.c.by == user).values(by=NOBODY))
    kind = t.live_messages.c.kind
    direct = (kind == f"hand:{user}") | kind.startswith(f"remind:{user}:") | kind.startswith(f"news:{user}:")
    connection.execute(delete(t.live_messages).where(direct))
    _forget_invitations(connection, user)
    _forget_actions(connection, user)
    _forget_posts(connection, user)
    _forget_leagues(connection, user)
    return len(seats)


def _with_seating(connection: Connection, user: int) -> list[tuple[int, Seating]]:
    kept = connection.execute(select(t.tables.c.id, t.tables.c.seating).where(t.tables.c.seating.is_not(None))).all()
    found = ((table, rows.seating_of(seating)) for table, seating in kept)
    return [(table, seating) for table, seating in found if user in (*seating.invited, *seating.ready, *seating.fewer)]


def _forget_invitations(connection: Connection, user: int) -> None:
    for table, seating in _with_seating(connection, user):
        named = {name: getattr(seating, name) for name in ("invited", "ready", "fewer")}
        others = {name: tuple(each for each in users if each != user) for name, users in named.items()}
        packed = rows.encode_seating(replace(seating, **others))
        connection.execute(update(t.tables).where(t.tables.c.id == table).values(seating=packed))


def _forget_actions(connection: Connection, user: int) -> None:
    """Remove a person's id from logs. Only entries for leaving, taking a seat and ending the game contain ids. As the
    holder of a seat, the person gets a negative id that nobody else has at the table."""
    kinds = [rows.kind_of(kind) for kind in (Conceded, Reseated, Ended)]
    named = select(t.entries).where(t.entries.c.kind.in_(kinds)).order_by(t.entries.c.number)
    ids: dict[int, int] = {}
    for row in connection.execute(named).mappings().all():
        entry = rows.entry_of(dict(row))
        if isinstance(entry.action, Conceded | Reseated) and entry.action.user == user:
            ids.setdefault(row["table_id"], -entry.number)
        action = _without(entry.action, entry.seat, user, ids.get(row["table_id"], NOBODY))
        if action is not entry.action:
            stored = rows.entry_row(row["table_id"], replace(entry, action=action))["deed"]
            change = update(t.entries).filter_by(table_id=row["table_id"], number=entry.number)
            connection.execute(change.values(deed=stored))


def _without(action: LoggedAction, seat: Seat | None, user: int, holder: int) -> LoggedAction:
    """Return the action without this person's id, or the same object if it has no such id. `holder` is the new id for
    the holder of a seat."""
    if isinstance(action, Ended) and action.user == user:
        action = replace(action, user=NOBODY)
    if isinstance(action, Conceded | Reseated) and action.user == user:
        action = replace(action, user=holder)
    if isinstance(action, Conceded) and action.opened_by == user:
        action = replace(action, opened_by=NOBODY)
    if isinstance(action, Reseated) and action.former == user and seat is not None:
        action = replace(action, former=holder, former_name=nameless(seat))
    return action


def _forget_posts(connection: Connection, user: int) -> None:
    for row in connection.execute(select(t.posts)).mappings().all():
        post = rows.post_of(dict(row))
        if user in post.users:
            without = rows.post_row(replace(post, users=tuple(other for other in post.users if other != user)))
            connection.execute(update(t.posts).where(t.posts.c.id == post.id).values(payload=without["payload"]))


def _leagues_with(connection: Connection, user: int) -> list[League]:
    found = filter(None, queries.fetch(connection, select(t.leagues).order_by(t.leagues.c.id), rows.league_of))
    return [league for league in found if user in league.users]


def _forget_leagues(connection: Connection, user: int) -> None:
    """Remove a person's id and name from leagues. Their results stay, with a negative id that nobody else has."""
    for league in _leagues_with(connection, user):
        place = next((place for place, each in enumerate(league.entrants) if each.user == user), 0)
        keep_league(connection, league.without(user, -1 - place, nameless(place)))


class StillIn(Exception):  # noqa: N818
    """The database says that the bot is still in this server."""


def forget_server(connection: Connection, guild: int, *, is_sure: bool = False) -> tuple[Counter[str], int]:
    """Delete a server. Return the number of rows by table, and of live games. Raises `StillIn` unless `is_sure`."""
    here = select(t.tables.c.id).where(t.tables.c.guild == guild)
    live = connection.execute(select(func.count()).where(t.tables.c.guild == guild, t.LIVE_ONLY)).scalar_one()
    is_lost = connection.execute(select(exists().where(t.servers.c.guild == guild, t.servers.c.lost_at.is_not(None))))
    is_allowed = is_sure or is_lost.scalar_one()
    removed = _forget_tables(connection, here) + _forget_choices(connection, guild)
    if removed and not is_allowed:
        raise StillIn
    return removed, live


def forget_lost(connection: Connection, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
    is_lost = exists().where(t.servers.c.guild == guild, t.servers.c.lost_at <= lost_by)
    if not connection.execute(select(is_lost)).scalar_one():
        return None
    oldest = select(t.tables.c.id, t.tables.c.channel).filter_by(guild=guild).order_by(t.tables.c.id).limit(most)
    found = [(row.id, row.channel) for row in connection.execute(oldest)]
    _forget_tables(connection, select(t.tables.c.id).where(t.tables.c.id.in_([table for table, _ in found])))
    if len(found) < most:
        _forget_choices(connection, guild)
    return found


def _forget_tables(connection: Connection, chosen: Select[tuple[int]]) -> Counter[str]:
    """Delete these tables. Their ids are never reused, because old buttons contain them."""
    keep_clock_mark(connection, queries.LAST_TABLE, queries.last_table(connection))
    removed = Counter({each.name: connection.execute(delete(each).where(each.c.table_id.in_(chosen))).rowcount
                       for each in _PARTS})  # fmt: skip
    removed[t.tables.name] = connection.execute(delete(t.tables).where(t.tables.c.id.in_(chosen))).rowcount
    return +removed


def _forget_choices(connection: Connection, guild: int) -> Counter[str]:
    keep_clock_mark(connection, Server(guild).digest_mark, None)
    own = (t.queue, t.queue_posts, t.leagues, t.reports, t.servers)
    return +Counter({each.name: connection.execute(delete(each).where(each.c.guild == guild)).rowcount for each in own})
