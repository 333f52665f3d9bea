"""Ownership: placing and lifting pieces, colonies that change owners, and markers. OWN, VALUE"""

from bisect import insort
from functools import cache

from engine.kernel.decision import Seat
from engine.kernel.steps import Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import NOBODY, SHIP
from engine.minos_classic.state.facts import ColonyLeft, ColonyTaken
from engine.minos_classic.state.state import ClassicState, holder_of


@cache
def stack_value(stack: tuple[str, ...]) -> int:
    """The value of a stack. A wall doubles the rest; a city has no bonus. VALUE-1, VALUE-2, VALUE-5"""
    kinds = {kind.id: kind for kind in the_box().content.pieces.building}
    value = sum(kinds[building].value for building in stack)
    return value * 2 if any(kinds[building].doubles for building in stack) else value


def put(table: ClassicState, now: Now[ClassicState], seat: Seat, kind: str, space: int) -> None:
    """Put a piece onto a legal space. If a colony there has no owner, the seat becomes its owner. OWN-3, MOVE-14"""
    box, player = the_box(), table.players[seat]
    terrain = box.terrain_of[space]
    was_held = terrain >= 0 and holder_of(table, box, terrain) != NOBODY
    insort(player.ships if kind == SHIP else player.guards, space)
    if space != box.fish:
        table.held[space] = seat
    if terrain >= 0 and not was_held:
        _gain(table, now, seat, terrain)


def lift(table: ClassicState, now: Now[ClassicState], seat: Seat, kind: str, space: int) -> None:
    """Take a piece off a space. If no piece remains on its terrain, the seat loses the colony. OWN-2"""
    box, player = the_box(), table.players[seat]
    pieces = player.ships if kind == SHIP else player.guards
    pieces.remove(space)
    if space == box.fish:
        return
    if kind == SHIP or space not in pieces:
        table.held[space] = NOBODY
    terrain = box.terrain_of[space]
    if terrain >= 0 and holder_of(table, box, terrain) == NOBODY:
        _lose(table, now, seat, terrain)


def _gain(table: ClassicState, now: Now[ClassicState], seat: Seat, terrain: int) -> None:
    """Add the colony's whole value to the marker. An empty site has none. OWN-4, OWN-5"""
    stack = table.stacks[terrain]
    if stack:
        value, player = stack_value(stack), table.players[seat]
        player.marker += value
        now.emit(ColonyTaken(seat, the_box().site_ids[terrain], value, player.marker))


def _lose(table: ClassicState, now: Now[ClassicState], seat: Seat, terrain: int) -> None:
    """Subtract the colony's whole value from the marker. The buildings stay. OWN-2, OWN-4, BUILD-14"""
    stack = table.stacks[terrain]
    if stack:
        value, player = stack_value(stack), table.players[seat]
        player.marker -= value
        now.emit(ColonyLeft(seat, the_box().site_ids[terrain], value, player.marker))
