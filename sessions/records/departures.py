"""People who left a game before its end: their order, their places, and who remains."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing
from sessions.records.table import Left, Sitter, Table


def rank_of(place: int, left_at: int | None) -> tuple[bool, int]:
    """Return a sort key for final places. People who stayed come first. Of the others, the last to leave comes
    first."""
    return (False, place) if left_at is None else (True, -left_at)


def order_of(table: Table) -> dict[Seat, int]:
    """Return each abandoned seat's place in the order of leaving: 0 for the first, -1 if unknown."""
    order = [seat for seat, _ in table.seating.plays]
    return {each.seat: order.index(each.seat) if each.seat in order else -1 for each in table.sitters if each.has_left}


def abandon(table: Table, seat: Seat, plays: Left) -> Table:
    """Return the table after this seat's player has left. `plays` takes over the seat."""
    sitters = tuple(replace(each, has_left=each.has_left or each.seat == seat) for each in table.sitters)
    return replace(table, sitters=sitters, seating=replace(table.seating, plays=(*table.seating.plays, (seat, plays))))


def settle(table: Table, placings: Sequence[Placing]) -> tuple[Placing, ...]:
    """Return final placings. People who left come after everyone else. Of them, the last to leave has the best
    place."""
    left = order_of(table)
    if not left:
        return tuple(placings)
    ranks = [rank_of(each.place, None if each.seat is None else left.get(each.seat)) for each in placings]
    return tuple(
        replace(each, place=1 + sorted(ranks).index(rank))
        for rank, each in sorted(zip(ranks, placings, strict=True), key=lambda ranked: ranked[0])
    )


def is_against_programs(table: Table) -> bool:
    """Return whether only one person still plays, against computer players or the seats of people who left."""
    return table.is_alone and len(table.sitters) > 1


def last_one(table: Table) -> Sitter | None:
    """Return the player who won because everyone else left (decision 007)."""
    return table.people[0] if table.ended == "conceded" and table.people else None


def is_won(table: Table) -> bool:
    """Return whether a game under way has been won because all the others left."""
    return table.has_open_seat and table.is_alone and not table.computers
