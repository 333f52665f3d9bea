"""What the database holds about one person: exported for them, or taken out."""

from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, delete, select, update

from db import rows
from db.tables import LIVE_ONLY, entries, live_messages, notes, people, posts, results, sitters, tables, watchers
from engine.kernel.decision import Seat
from sessions.records import Answered, Conceded, Ended, LoggedAction, Ordered, Reseated

NOBODY = 0
"""The user that stands where someone was forgotten."""


class StillSeated(Exception):  # noqa: N818
    """A person sits at live tables and would leave holes there."""

    def __init__(self, live: list[int]) -> None:
        super().__init__(live)
        self.tables = live


def seats_of(connection: Connection, user: int) -> list[tuple[int, int]]:
    """Every (table, seat) where this user sits."""
    query = select(sitters.c.table_id, sitters.c.seat).where(sitters.c.user == user).order_by(sitters.c.table_id)
    return [(row.table_id, row.seat) for row in connection.execute(query)]


def nameless(seat: Seat) -> str:
    """What someone who was forgotten is called."""
    return f"Player {seat + 1}"


def export(connection: Connection, user: int) -> dict[str, Any]:
    """All that is stored about a person, as plain values. Nothing of other seats, and no seed."""
    person = connection.execute(select(people).where(people.c.user == user)).mappings().first()
    played = []
    for table, seat in seats_of(connection, user):
        row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
        sitter = select(sitters.c.name).where(sitters.c.table_id == table, sitters.c.seat == seat)
        own = select(entries).where(entries.c.table_id == table, entries.c.seat == seat).order_by(entries.c.number)
        answers = [_exported(dict(entry)) for entry in connection.execute(own).mappings()]
        played.append({
            "table": table, "game": row["game"], "status": row["status"], "guild": row["guild"],
            "channel": row["channel"], "created_at": row["created_at"], "seat": seat,
            "name": connection.execute(sitter).scalar_one(), "is_owner": row["owner"] == user,
            "result": _result(connection, table, seat), "entries": answers,
        })  # fmt: skip
    noted = select(notes.c.table_id, notes.c.text).where(notes.c.user == user).order_by(notes.c.table_id)
    watched = select(watchers.c.table_id).where(watchers.c.user == user).order_by(watchers.c.table_id)
    own_notes = [{"table": row.table_id, "text": row.text} for row in connection.execute(noted)]
    return {"user": user, "choices": dict(person) if person else None, "tables": played, "notes": own_notes,
            "watches": list(connection.execute(watched).scalars())}  # fmt: skip


def _result(connection: Connection, table: int, seat: int) -> dict[str, int] | None:
    """Place and score of a seat; None where the game was not played to its end."""
    query = select(results.c.place, results.c.score).where(results.c.table_id == table, results.c.seat == seat)
    row = connection.execute(query).mappings().first()
    return dict(row) if row else None


def _exported(row: dict[str, Any]) -> dict[str, Any]:
    entry = rows.entry_of(row)
    exported: dict[str, Any] = {"number": entry.number, "kind": row["kind"], "at": entry.at}
    if isinstance(entry.action, Answered | Ordered):
        exported["keys"] = list(entry.action.keys)
    return exported


def forget(connection: Connection, user: int) -> int:
    """Take a person out. Returns how many tables they were at; finished games keep their moves, under "Player 2".

    Raises `StillSeated` while they play at a live table.
    """
    live = connection.execute(
        select(tables.c.id)
        .join(sitters, sitters.c.table_id == tables.c.id)
        .where(sitters.c.user == user, sitters.c.has_left.is_(False), LIVE_ONLY)
    )
    if playing := list(live.scalars()):
        raise StillSeated(playing)
    seats = seats_of(connection, user)
    for table, seat in seats:
        here = (sitters.c.table_id == table) & (sitters.c.seat == seat)
        connection.execute(update(sitters).where(here).values(user=NOBODY, name=nameless(seat)))
    connection.execute(update(tables).where(tables.c.owner == user).values(owner=NOBODY))
    connection.execute(delete(people).where(people.c.user == user))
    connection.execute(delete(notes).where(notes.c.user == user))
    connection.execute(delete(watchers).where(watchers.c.user == user))
    connection.execute(delete(live_messages).where(live_messages.c.kind == f"hand:{user}"))
    _forget_actions(connection, user)
    _forget_posts(connection, user)
    return len(seats)


def _forget_actions(connection: Connection, user: int) -> None:
    """Who left, who sat down and who ended the game is all that a log says of persons."""
    named = select(entries).where(entries.c.kind.in_([rows.kind_of(kind) for kind in (Conceded, Reseated, Ended)]))
    for row in connection.execute(named).mappings().all():
        entry = rows.entry_of(dict(row))
        action = _without(entry.action, entry.seat, user)
        if action is not entry.action:
            here = (entries.c.table_id == row["table_id"]) & (entries.c.number == entry.number)
            stored = rows.entry_row(row["table_id"], replace(entry, action=action))["deed"]
            connection.execute(update(entries).where(here).values(deed=stored))


def _without(action: LoggedAction, seat: Seat | None, user: int) -> LoggedAction:
    """The action without this person; the same where it does not name them."""
    if isinstance(action, Conceded | Reseated | Ended) and action.user == user:
        action = replace(action, user=NOBODY)
    if isinstance(action, Reseated) and action.former == user and seat is not None:
        action = replace(action, former=NOBODY, former_name=nameless(seat))
    return action


def _forget_posts(connection: Connection, user: int) -> None:
    for row in connection.execute(select(posts)).mappings().all():
        post = rows.post_of(dict(row))
        if user in post.users:
            without = rows.post_row(replace(post, users=tuple(other for other in post.users if other != user)))
            connection.execute(update(posts).where(posts.c.id == post.id).values(payload=without["payload"]))


def as_json(exported: dict[str, Any]) -> str:
    """An export as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(exported), indent=2).decode()
