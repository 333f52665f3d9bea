"""Orchard: pick one, two or three plums from the tree. The wind takes some. The player with the most plums wins."""

from typing import ClassVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Fact, Message, Option, Seat
from engine.kernel.game import Game
from engine.kernel.rules import GameOption, Placing, Rules, Settings
from engine.kernel.steps import Happening, Now, SeatChoice, Step


class Orchard(msgspec.Struct):
    """The state: the plums left on the tree, and the number of plums that each seat has picked."""

    tree: int
    baskets: list[int]


class Picked(Fact, frozen=True, tag="orchard.picked"):
    """A seat picked `count` plums."""

    seat: Seat
    count: int


class Blown(Fact, frozen=True, tag="orchard.blown"):
    """The wind took `count` plums from the tree."""

    count: int


class Pick(SeatChoice[Orchard], frozen=True, tag="Pick"):
    """PICK-1: a seat picks one to three plums."""

    rule: ClassVar[str] = "PICK-1"

    def prompt(self, state: Orchard) -> Message:
        return Message("orchard.prompt", {"count": state.tree})

    def options(self, state: Orchard) -> list[Option]:
        most = min(3, state.tree)
        return [Option(f"pick:{count}", Message("orchard.pick", {"count": count})) for count in range(1, most + 1)]

    def take(self, state: Orchard, now: Now[Orchard], key: str) -> None:
        count = int(key.removeprefix("pick:"))
        state.tree -= count
        state.baskets[self.seat] += count
        now.emit(Picked(self.seat, count))
        now.then(Wind(), Pick((self.seat + 1) % len(state.baskets)))


class Wind(Happening[Orchard], frozen=True, tag="Wind"):
    """WIND-1: a three-sided die decides whether the wind takes none, one or two plums."""

    def happen(self, state: Orchard, now: Now[Orchard]) -> None:
        count = min(state.tree, now.roll("wind", 1, 3)[0])
        state.tree -= count
        if count:
            now.emit(Blown(count))


class OrchardRules(Rules[Orchard]):
    """The game ends when the tree is empty, because nobody can pick anything."""

    key = "orchard"
    seats = (2, 3, 4)
    options = (GameOption("plums", (20, 30), 20),)
    state_type = Orchard
    steps: ClassVar[tuple[type[Step[Orchard]], ...]] = (Pick, Wind)
    facts = (Picked, Blown)

    def start(self, settings: Settings, chance: Chance) -> tuple[Orchard, list[Step[Orchard]]]:
        return Orchard(int(settings.options["plums"]), [0] * settings.seats), [Pick(0)]

    def look(self, state: Orchard, seat: Seat | None) -> Orchard:
        return self.copy(state)

    def result(self, state: Orchard) -> tuple[Placing, ...]:
        ranked = sorted(enumerate(state.baskets), key=lambda each: -each[1])
        return tuple(Placing(seat, 1 + sum(other > plums for other in state.baskets), plums) for seat, plums in ranked)


GAME = Game(OrchardRules())
