"""Results of games: read for statistics, and completed from the log at the end of a game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby

from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Connection,
    Update,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)

from db import rows
from db import tables as t
from engine.kernel.decision import Seat
from sessions.records.log import Answered, Conceded, Entry, LoggedAction, PastGame, Reseated
from sessions.store import Damaged

SEAT_CHANGES = (
    select(t.entries)
    .join(t.tables, t.tables.c.id == t.entries.c.table_id)
    .where(t.tables.c.status == "over", t.SEATS_CHANGED)
    .order_by(t.entries.c.number)
)
"""The seat changes in finished games that somebody left."""
TAKEOVERS = select(t.entries.c.table_id, t.entries.c.deed).where(
    t.SEATS_CHANGED, t.entries.c.kind == rows.kind_of(Reseated)
)
"""All takeovers of seats. There may be very many, so only two columns are read."""

ZERO: ColumnElement[int] = literal_column("0")
_TABLE = bindparam("of_table", type_=t.tables.c.id.type)
_OTHERS = t.results.alias("others")
_ALL_SITTERS = t.sitters.alias("all_sitters")
PAST_GAMES = (
    select(
        t.tables.c.id, t.tables.c.guild, t.tables.c.game, t.tables.c.options, t.tables.c.changed_at, t.tables.c.ended,
        t.tables.c.seating,
        t.sitters.c.seat, t.sitters.c.user, t.sitters.c.name, t.sitters.c.has_left,
        t.results.c.place, t.results.c.score, t.results.c.dealt, t.results.c.turns, t.results.c.waited_ms,
        t.results.c.has_changed,
        select(func.max(_OTHERS.c.score))
        .where(_OTHERS.c.table_id == t.tables.c.id, _OTHERS.c.number != t.results.c.number)
        .scalar_subquery().label("rival"),
        select(func.count()).where(_ALL_SITTERS.c.table_id == t.tables.c.id).scalar_subquery().label("seats"),
        select(func.count(_ALL_SITTERS.c.level)).where(_ALL_SITTERS.c.table_id == t.tables.c.id)
        .scalar_subquery().label("computers"),
    )
    .join(t.sitters, t.sitters.c.table_id == t.tables.c.id)
    .outerjoin(t.results, (t.results.c.table_id == t.tables.c.id) & (t.results.c.seat == t.sitters.c.seat))
    .where(t.tables.c.status == "over", t.sitters.c.level.is_(None))
    .order_by(t.tables.c.id, t.sitters.c.seat)
)  # fmt: skip


def past_games(
    connection: Connection, *, user: int | None = None, guild: int | None = None, game: str | None = None
) -> list[PastGame]:
    """Return the sides of finished games. People who left come last, even if someone else took their seat."""
    filters = [(t.tables.c.guild, guild), (t.tables.c.game, game)]
    wanted = [column == value for column, value in filters if value is not None]
    if user is not None:
        own = connection.execute(select(t.sitters.c.table_id).where(t.sitters.c.user == user)).scalars()
        lost = (table for table, stored in connection.execute(TAKEOVERS) if _takes_from(rows.action_of(stored), user))
        wanted.append(t.tables.c.id.in_({*own, *lost}))
    changes: dict[int, list[Entry]] = {}
    for row in connection.execute(SEAT_CHANGES.where(*wanted)).mappings():
        with suppress(Damaged):
            changes.setdefault(row["table_id"], []).append(rows.entry_of(dict(row)))
    found = [rows.past_game_of(dict(row)) for row in connection.execute(PAST_GAMES.where(*wanted)).mappings()]
    games = groupby(found, key=lambda each: each[0].table)
    settled = chain.from_iterable(
        _settle([side for seat in sides for side in _holders(*seat, changes.get(table, ()))]) for table, sides in games
    )
    return [side for side in settled if user in (None, side.user)]


def _takes_from(action: LoggedAction | None, user: int) -> bool:
    """Return whether this action gives this person's seat to someone else. Older versions didn't store the person."""
    return isinstance(action, Reseated) and action.former in (user, 0)


def _holders(side: PastGame, seat: Seat, changes: Sequence[Entry]) -> Iterator[PastGame]:
    """Yield the sides of everyone who held this seat. All except the first holder are substitutes."""
    own = [(entry.number, entry.action) for entry in changes if entry.seat == seat]
    left = {action.user: number for number, action in own if isinstance(action, Conceded)}
    names = {action.former: action.former_name for _, action in own if isinstance(action, Reseated)}
    first = next(iter(left), side.user)
    last = next((action.user for _, action in reversed(own) if isinstance(action, Reseated)), first)
    for user, at in left.items():
        if user != last:  # a deleted person's id is negative
            known = replace(side, user=max(user, 0), name=names.get(user, ""), is_substitute=user != first)
            gone = replace(known, is_given_up=True, is_last_one=False, left_at=at)
            yield replace(gone, score=None, turns=0, waited_ms=0)
    yield replace(side, is_substitute=last != first, left_at=left.get(last, 0) if side.is_given_up else None)


def _settle(sides: Sequence[PastGame]) -> Sequence[PastGame]:
    """Return the sides of one game. Everyone who left ranks below everyone who stayed, and is never first. A single
    person who stayed wins. If several people stayed but the game was cut short, they have no places."""
    one, stayed = sides[0], sum(not side.is_given_up for side in sides)
    if one.computers or one.seats == 1 or stayed == len(sides):
        return sides
    if stayed < 2 or one.is_cut_short:
        sides = [replace(side, place=0) for side in sides]
    elif one.place is None:  # older versions didn't store results
        return sides
    ranks = sorted(side.rank for side in sides)

    def place_of(side: PastGame) -> int | None:
        if side.is_given_up:
            return max(2, min(1 + ranks.index(side.rank), side.seats))
        return None if side.is_cut_short and stayed > 1 else 1 + ranks.index(side.rank)

    return [replace(side, place=place_of(side)) for side in sides]


def _is_a(kind: ColumnElement[str], action: type[Answered | Conceded | Reseated]) -> ColumnElement[bool]:
    """Return an SQL condition for entries of this class, as a literal that needs no bound parameter."""
    return kind == literal_column(f"'{rows.kind_of(action)}'")


def _completion() -> Update:
    """Return a statement that adds turns, waiting times and changes of holder to each seat's result. A turn begins when
    a person answers after another seat. Automatic answers don't count."""
    log = (
        select(
            t.entries.c.number, t.entries.c.kind, t.entries.c.seat, t.entries.c.part, t.entries.c.at,
            func.lag(t.entries.c.at).over(order_by=t.entries.c.number).label("before"),
        )
        .where(t.entries.c.table_id == _TABLE)
        .subquery()
    )  # fmt: skip
    answers = (
        select(
            log.c.seat,
            (log.c.at - log.c.before).label("waited"),
            func.lag(log.c.seat).over(order_by=log.c.number).label("last_seat"),
        )
        .where(_is_a(log.c.kind, Answered), log.c.part == ZERO)
        .subquery()
    )
    begins = (answers.c.seat == t.results.c.seat) & answers.c.last_seat.is_distinct_from(answers.c.seat)
    changes = t.entries.alias("changes")
    changed = exists().where(
        changes.c.table_id == _TABLE,
        or_(_is_a(changes.c.kind, Conceded), _is_a(changes.c.kind, Reseated)),
        changes.c.seat == t.results.c.seat,
    )
    return (
        update(t.results)
        .where(t.results.c.table_id == _TABLE)
        .values(
            turns=select(func.count()).select_from(answers).where(begins).scalar_subquery(),
            waited_ms=select(func.coalesce(func.sum(answers.c.waited), ZERO)).where(begins).scalar_subquery(),
            has_changed=changed,
        )
    )


COMPLETE_RESULTS = _completion()
