"""Seats of a running game that change hands: left, opened because their person is gone, taken over."""

from collections.abc import Sequence, Set

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.change import Change
from sessions.lobby import check_admitted
from sessions.records import Conceded, Reseated, Sitter
from sessions.refusals import AlreadySeated, HeldAnotherSeat, NoFreeSeat
from sessions.undo import last_seat_of

SILENT_MS = 7 * 24 * 3600 * 1000
"""Who was asked so long ago and has not answered is gone, as far as the others at the table can tell."""


async def leave_seat(change: Change, seat: Seat, opened_by: int | None = None) -> None:
    """The person of this seat leaves, or is gone and others open it; the autopilot plays on.

    Who left last makes the last one win, unless computers play on. A seat that was opened waits for somebody else
    instead, whoever is left. No game goes on without a person.
    """
    table, timeline = change.table, change.fork()
    user = table.sitters[seat].user
    sitters = tuple(replace(sitter, has_left=sitter.has_left or sitter.seat == seat) for sitter in table.sitters)
    table = replace(table, sitters=sitters, epoch=table.epoch + 1, proposal=None)
    stay = table.people
    if not stay or (not table.has_company and opened_by is None):
        table = replace(table, status="over", ended="conceded")
    elif table.owner == user:
        table = replace(table, owner=await _longest_there(change, stay))
    timeline.bar()
    timeline.append(seat, Conceded(user, opened_by), change.origin)
    change.advance(timeline, table)


async def _longest_there(change: Change, stay: Sequence[Sitter]) -> int:
    """The user who has sat at the game for longest: from its beginning before who took a seat over."""
    changes = await change.context.store.seat_changes(change.table.id)
    since = {entry.seat: entry.number for entry in changes if isinstance(entry.action, Reseated)}
    return min(stay, key=lambda sitter: (since.get(sitter.seat, 0), sitter.seat)).user


async def take_over(change: Change, user: int, name: str, roles: Set[int] = frozenset()) -> None:
    """Sit down where someone has left, without the orders that person had left for later.

    Raises `AlreadySeated`, `NoFreeSeat`, `HeldAnotherSeat`, `NotInvited`, `LacksRole`.
    """
    table = change.table
    if table.sitter_of(user):
        raise AlreadySeated
    left = [sitter for sitter in table.sitters if sitter.has_left]
    if not left:
        raise NoFreeSeat
    held = last_seat_of(user, await change.context.store.entries(table.id, 1, change.reader.number))
    free = next((sitter for sitter in left if held in (None, sitter.seat)), None)
    if free is None:
        raise HeldAnotherSeat
    if held is None:
        check_admitted(table, user, roles)
    timeline, game = change.fork(), change.reader.game
    sitters = list(table.sitters)
    sitters[free.seat] = replace(free, user=user, name=name, has_left=False)
    timeline.bar()
    timeline.append(free.seat, Reseated(user, free.user, free.name), change.origin)
    if free.user != user:
        for asked in game.standing(timeline.position.state, free.seat):
            timeline.order(free.seat, asked.rule, (game.unordered[asked.rule],), change.origin)
        timeline.bar()
    owner = user if table.sitter_of(table.owner) is None else table.owner
    table = replace(table, sitters=tuple(sitters), owner=owner, epoch=table.epoch + 1, proposal=None)
    change.advance(timeline, table)
