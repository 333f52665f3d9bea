"""Movement: the spaces in reach of a piece, and moves to them. MOVE"""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import msgspec

from engine.kernel.decision import Answer, Argument, Decision, Message, Option, Seat
from engine.kernel.steps import Choice, Now
from engine.minos_classic.actions.fights import begin_battle
from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.content.records import GUARD, NOBODY, SHIP
from engine.minos_classic.content.words import place, place_option
from engine.minos_classic.state.facts import PieceMoved
from engine.minos_classic.state.ownership import lift, put
from engine.minos_classic.state.state import ClassicState, holder_of

BLOCKED, FREE, FIGHT = range(3)


def entry(table: ClassicState, box: Box, seat: Seat, space: int) -> int:
    """Classify a step by `seat` onto an adjacent `space`. It is BLOCKED if the seat's pieces fill the space (MOVE-10).

    Other seats' pieces on the terrain mean FIGHT (MOVE-11, MOVE-12), or BLOCKED in round 1 (FIGHT-2, INV-8). A zone
    doesn't include its harbours (MOVE-9). Otherwise the step is FREE. MOVE-5, MOVE-7
    """
    held = table.held
    terrain = box.terrain_of[space]
    if terrain >= 0:
        holder = holder_of(table, box, terrain)
        if holder == seat:
            return FREE if space in box.sites or held[space] == NOBODY else BLOCKED
    elif space == box.fish:
        holder = _holder_of_fish(table, seat)
        if holder == seat:
            return BLOCKED
    else:
        holder = held[space]
        if holder == seat:
            return BLOCKED
    if holder == NOBODY:
        return FREE
    return FIGHT if table.round > 1 else BLOCKED


def _holder_of_fish(table: ClassicState, seat: Seat) -> Seat:
    """The seat that a ship of `seat` meets on the fish zone: `seat` itself if it is there, or NOBODY. MOVE-15"""
    fish, players = the_box().fish, table.players
    if fish in players[seat].ships:
        return seat
    for other, player in enumerate(players):
        if fish in player.ships:
            return other
    return NOBODY


class Way(msgspec.Struct, frozen=True):
    """A shortest way to a target: its points, the space before the target, and whether the last step starts a fight."""

    target: int
    points: int
    before: int
    is_fight: bool


def ways(table: ClassicState, seat: Seat, origin: int, points: int) -> Iterator[Way]:
    """Yield one shortest way to each space in reach, nearest first. Only own guards on a site can be passed. MOVE-10,
    MOVE-18"""
    box = the_box()
    seen = {origin}
    edge = [origin]
    for spent in range(1, points + 1):
        reached: list[int] = []
        for space in edge:
            for neighbour in box.neighbours[space]:
                if neighbour in seen:
                    continue
                meeting = entry(table, box, seat, neighbour)
                if meeting == BLOCKED:
                    continue
                seen.add(neighbour)
                yield Way(neighbour, spent, space, meeting == FIGHT)
                if meeting == FREE:
                    reached.append(neighbour)
        if not reached:
            return
        edge = reached


def first_ways(table: ClassicState, seat: Seat, origin: int, points: int) -> tuple[Way, ...]:
    """The first two of `ways`. Two are enough to see if a piece can move and has a choice. MOVE-3 to MOVE-8"""
    return tuple(islice(ways(table, seat, origin, points), 2))


class MovePiece(Choice[ClassicState], frozen=True, tag="MovePiece"):
    """Choose the target of the piece on `origin`, any number of steps away. MOVE-2, MOVE-16, MOVE-18"""

    origin: int

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Ask for a space in reach on land or water. Ask even if a fight is the only choice. MOVE-13"""
        turn = state.turn
        found = list(ways(state, turn.seat, self.origin, turn.movement))
        options = tuple([way_option(way.target, way.points, way.is_fight) for way in found])
        return [Decision(turn.seat, "MOVE-18", _prompt(self.origin), options, shown=found[0].is_fight)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        """Pay a point per step, even for a step into a fight. Other steps can be undone. MOVE-3, MOVE-17, FIGHT-3"""
        box, turn = the_box(), state.turn
        target = box.number_of[answer.keys[0].removeprefix("to:")]
        way = next(way for way in ways(state, turn.seat, self.origin, turn.movement) if way.target == target)
        kind = SHIP if target in box.water else GUARD
        turn.movement -= way.points
        turn.is_income_open = False
        peaceful = way.before if way.is_fight else target
        if peaceful != self.origin:
            names = box.space_ids
            points = way.points - way.is_fight
            now.emit(PieceMoved(turn.seat, kind, names[self.origin], names[peaceful], points))
        lift(state, now, turn.seat, kind, self.origin)
        if way.is_fight:
            begin_battle(state, now, kind, way.before, target)
        else:
            put(state, now, turn.seat, kind, target)


def move_option(origin: int, kind: str, found: tuple[Way, ...]) -> Option:
    """The menu's option to move a piece. If `found` has only one peaceful way, the option names its target. TURN-2"""
    if len(found) > 1 or found[0].is_fight:
        return place_option("move", origin, kind)
    return _only_move(origin, kind, found[0].target)


@cache
def _only_move(origin: int, kind: str, target: int) -> Option:
    names = the_box().space_ids
    blanks: dict[str, Argument] = {"place": place(names[origin]), "target": place(names[target])}
    return Option(f"move:{names[origin]}", Message(f"minos_classic.action.move_{kind}_to", blanks), names[origin])


@cache
def way_option(target: int, points: int, is_fight: bool) -> Option:
    name = the_box().space_ids[target]
    label = "minos_classic.choice.to_fight" if is_fight else "minos_classic.choice.to"
    return Option(f"to:{name}", Message(label, {"place": place(name), "count": points}), name)


@cache
def _prompt(origin: int) -> Message:
    box = the_box()
    kind = SHIP if origin in box.water else GUARD
    return Message(f"minos_classic.prompt.move_{kind}", {"place": place(box.space_ids[origin])})
