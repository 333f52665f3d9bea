"""Starting a game, and leaving, opening and taking over its seats."""

from collections.abc import Sequence, Set
from typing import Literal

from msgspec.structs import replace

from engine.kernel.chance import SEED_BYTES, commitment
from engine.kernel.codec import encode_facts
from engine.kernel.decision import Seat
from engine.kernel.play import start
from engine.kernel.rules import Settings
from sessions.clocks.seat_clocks import ALONE
from sessions.lobby.lobby import check_admitted
from sessions.play.change import Change
from sessions.play.state import not_seated
from sessions.play.timeline import Timeline
from sessions.play.undo import last_seat_of
from sessions.records.clock import Due
from sessions.records.departures import abandon, order_of
from sessions.records.log import Conceded, Entry, Reseated, Started
from sessions.records.table import NOBODY, Left, Sitter, Table
from sessions.refusals import AlreadySeated, ComputersUnavailable, HeldAnotherSeat, NoFreeSeat, NotLeftAlone

SILENT_MS = 7 * 24 * 3600 * 1000
"""Someone who has not answered for this long counts as silent."""


def lay_out(change: Change, table: Table) -> None:
    """Start the game at a table with enough players. Raises `ComputersUnavailable`."""
    if table.computers and not change.context.offers_computers:
        raise ComputersUnavailable
    game = change.reader.game
    seed = change.context.token_bytes(SEED_BYTES)
    outcome = start(game, Settings(len(table.sitters), table.options), seed)
    timeline = Timeline(game, outcome.position, 0)
    timeline.progress.facts.extend(outcome.facts)
    timeline.bar()
    timeline.append(None, Started(outcome.position.settings, seed, encode_facts(outcome.facts)), change.origin)
    timeline.bar()
    running = replace(table, status="running", version=game.rules.version, commitment=commitment(seed), proposal=None)
    change.advance(timeline, running)


async def leave_seat(
    change: Change,
    seat: Seat,
    opened_by: int | None = None,
    plays: Left | None = None,
    was_silent: bool = False,
    agreed: tuple[Seat, ...] = (),
) -> None:
    """Free a seat because its player left, another player opened it (`opened_by`), or it timed out (`was_silent`).

    The seat's standing orders are cancelled. `plays` (default: the table's choice) takes over the seat. `agreed` are
    the seats that voted to open it. If only one person is left, they decide whether to play on, unless the seat was
    opened. If nobody is left, the game ends.
    """
    table, timeline = change.table, change.fork()
    user = table.sitters[seat].user
    plays = plays or table.seating.left
    table = replace(abandon(table, seat, plays), epoch=table.epoch + 1, proposal=None)
    stay, is_asked = table.people, opened_by is None and table.is_alone
    if not stay:
        table = replace(table, status="over", ended="conceded")
    elif table.owner == user:
        table = replace(table, owner=await _longest_there(change, stay))
    if is_asked:
        table = replace(table, status="suspended", reason="alone", vote=None)
    timeline.bar()
    _cancel_orders(change, timeline, seat)
    played_by: Left | Literal["nobody"] = plays if stay and not is_asked else "nobody"
    timeline.append(seat, Conceded(user, opened_by, played_by, was_silent, agreed), change.origin)
    change.advance(timeline, table, called=(stay[0].user,) if is_asked else ())
    if opened_by is not None or was_silent:
        change.notify(user, "opened" if stay else "over")
    if is_asked:
        change.include(due=(Due(table.id, ALONE, change.origin.at + SILENT_MS),))


def play_on(change: Change, user: int) -> None:
    """Let the last person play on against the standard policy. Raises `NotLeftAlone`, `NotSeated`."""
    table = change.table
    last_one_left(change, user)
    order = order_of(table)
    left = sorted(order, key=order.__getitem__)
    seating = replace(table.seating, plays=tuple((seat, "standard") for seat in left))
    running = replace(table, status="running", reason=None, seating=seating, epoch=table.epoch + 1)
    timeline = change.fork()
    timeline.bar()
    timeline.run_autopilot(left, change.origin, left)
    if timeline.progress.entries:
        change.advance(timeline, running, called=(user,))
    else:
        change.put(running, (user,))


def last_one_left(change: Change, user: int | None = None) -> Sitter:
    """Return the only person left. Raises `NotLeftAlone`, and `NotSeated` if that person isn't `user`."""
    if not change.table.is_left_alone:
        raise NotLeftAlone
    sitter = change.table.people[0]
    if user is not None and user != sitter.user:
        raise not_seated(change.table, user)
    return sitter


async def _longest_there(change: Change, stay: Sequence[Sitter]) -> int:
    changes = await change.reader.log.seat_changes()
    since = {entry.seat: entry.number for entry in changes if isinstance(entry.action, Reseated)}
    return min(stay, key=lambda sitter: (since.get(sitter.seat, 0), sitter.seat)).user


async def take_over(change: Change, user: int, name: str, roles: Set[int] = frozenset()) -> None:
    """Take over an abandoned seat. If it was someone else's, cancel its standing orders. A paused game stays paused.
    Raises `NoFreeSeat`, …"""
    table = change.table
    if table.sitter_of(user):
        raise AlreadySeated
    left = [sitter for sitter in table.sitters if sitter.has_left]
    if not left:
        raise NoFreeSeat
    seat_changes = await change.reader.log.seat_changes()
    held = last_seat_of(user, seat_changes)
    free = next((sitter for sitter in left if held in (None, sitter.seat)), None)
    if free is None:
        raise HeldAnotherSeat
    if held is None:
        check_admitted(table, user, roles)
    timeline = change.fork()
    sitters = list(table.sitters)
    sitters[free.seat] = replace(free, user=user, name=name, has_left=False)
    timeline.bar()
    timeline.append(free.seat, Reseated(user, free.user, free.name), change.origin)
    if free.user != user:
        _cancel_orders(change, timeline, free.seat)
    plays = tuple(each for each in table.seating.plays if each[0] != free.seat)
    owner = user if table.sitter_of(table.owner) is None else table.owner
    seating = replace(table.seating, plays=plays)
    table = replace(table, sitters=tuple(sitters), owner=owner, seating=seating, epoch=table.epoch + 1)
    if not table.is_paused:
        table = replace(table, status="running", reason=None, proposal=None)
    change.advance(timeline, table)
    if free.user not in (user, NOBODY) and _was_opened(seat_changes, free.seat):
        change.notify(free.user, "taken", by=user)


def _cancel_orders(change: Change, timeline: Timeline, seat: Seat) -> None:
    """Cancel every order that the seat could have given. Nobody can then tell whether it gave one."""
    orders = change.reader.game.orders
    for asked in orders.offer(timeline.position.state, seat):
        timeline.order(seat, asked.rule, (orders.cancelled_by[asked.rule],), change.origin)
    timeline.bar()


def _was_opened(seat_changes: Sequence[Entry], seat: Seat) -> bool:
    """Return whether the seat's last player lost the seat without leaving."""
    last = next((entry.action for entry in reversed(seat_changes) if entry.seat == seat), None)
    return isinstance(last, Conceded) and (last.opened_by is not None or last.was_silent)
