"""Placing warriors on the map and moving them. EXP, MAP-8, MAP-9"""

from typing import ClassVar

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.steps import Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import SKIP, region, region_option
from engine.minos_dawn.state.changes import move_warrior, pay, place_warrior
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.steps import DawnChoice, RepeatedChoice

MARCH_COST = 1
"""The cost of a march in weaponry. Gathering costs the same. EXTRA-3, EXTRA-4"""


def place_options(state: DawnState, seat: Seat) -> list[Option]:  # EXP-1, EXP-2
    player = state.players[seat]
    return [region_option("place", number) for number in player.cities] if player.reserves else []


def origin_options(state: DawnState, seat: Seat, verb: str) -> list[Option]:  # EXP-2
    warriors = state.players[seat].warriors
    return [region_option(verb, number) for number, count in enumerate(warriors) if count]


def expand_options(state: DawnState, seat: Seat) -> list[Option]:  # EXP-1
    return place_options(state, seat) + origin_options(state, seat, "move")


def expand(state: DawnState, now: Now[DawnState], seat: Seat, key: str) -> None:
    """Carry out an option of `expand_options`. For a move, ask for the destination."""
    verb, _, number = key.partition(":")
    if verb == "place":
        place_warrior(state, now, seat, int(number))
    else:
        now.then(MoveTo(seat, int(number)))


class MoveTo(DawnChoice, frozen=True, tag="MoveTo"):
    """Choose an adjacent region to move to. EXP-1, MAP-2"""

    origin: int
    rule: ClassVar[str] = "EXP-1"

    def options(self, state: DawnState) -> list[Option]:
        neighbours = the_box().layouts[len(state.players)].neighbours[self.origin]
        return [region_option("region", number) for number in neighbours]

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.move_to", {"region": region(self.origin)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        move_warrior(state, now, self.seat, self.origin, int(key.removeprefix("region:")))


class March(DawnChoice, frozen=True, tag="March"):
    """Move a warrior for 1 weaponry. EXTRA-3"""

    rule: ClassVar[str] = "EXTRA-3"
    asks: ClassVar[str] = "minos_dawn.prompt.march"

    def options(self, state: DawnState) -> list[Option]:
        return origin_options(state, self.seat, "from")

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        pay(state, now, self.seat, "weaponry", MARCH_COST, "march")
        now.then(MoveTo(self.seat, int(key.removeprefix("from:"))))


class PlaceWarriors(RepeatedChoice, frozen=True, tag="PlaceWarriors"):
    """Place up to `left` warriors from the reserves, one by one. EFF-16, MAP-8"""

    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-16"
    asks: ClassVar[str] = "minos_dawn.prompt.place"

    def options(self, state: DawnState) -> list[Option]:
        options = place_options(state, self.seat) if self.left else []
        return [*options, SKIP] if options else []

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key != "skip":
            now.then(PlaceWarriors(self.seat, self.source, self.left - 1))
            expand(state, now, self.seat, key)


class MoveWarriors(RepeatedChoice, frozen=True, tag="MoveWarriors"):
    """Move warriors up to `left` times, one step each. The same warrior may move again. EFF-17, MAP-9"""

    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-17"
    asks: ClassVar[str] = "minos_dawn.prompt.move"

    def options(self, state: DawnState) -> list[Option]:
        options = origin_options(state, self.seat, "move") if self.left else []
        return [*options, SKIP] if options else []

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key != "skip":
            now.then(MoveWarriors(self.seat, self.source, self.left - 1))
            expand(state, now, self.seat, key)
