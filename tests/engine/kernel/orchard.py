"""Orchard, the small toy game of the kernel's tests, which uses everything that the kernel offers.

GROW-1: a round fills the tree with one fruit more than there are seats. PICK-1: all seats secretly point at a fruit.
PICK-2: a fruit goes to the only seat that picked it, or to one of several by a roll. CROW-1: crows may come, and each
seat returns a fruit to the compost, unless its order STAND-1 puts up a scarecrow for a coin. TURN-1: in seating order,
each seat draws two fruit, sells a pair (2 coins), preserves, or passes. PRESERVE-1: one to three fruit go into jars.
TRIM-2: a basket holds BASKET_LIMIT fruit, and the surplus returns to the bag. END-1: the game ends when a seat has
`goal` jars, or after ROUNDS rounds. SCORE-1: a jar scores two points and a coin one.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Message, Option, Seat, seat_name
from engine.kernel.game import Autopilot, Game, Narration, Programs, Proof, Secrecy, StandingOrders, Statistics
from engine.kernel.hidden import Zone, places_in
from engine.kernel.rules import Agreement, GameOption, Placing, Rules, Settings
from engine.kernel.steps import Choice, Happening, Now, Step

PLUM, PEAR, FIG = KINDS = ("plum", "pear", "fig")
OF_A_KIND = 12
BASKET_LIMIT = 4
ROUNDS = 8
UNKNOWN = "unknown"
NO_PICK = -1


class Orchard(msgspec.Struct):
    """The whole state. Fruit are drawn from the end of `bag`.

    `picks` are places on the tree, secret until all seats have picked. `picked` lists the fruit that each seat last
    took from the tree, or "". Views must show `picked`, because everyone saw those fruit. K4
    """

    bag: list[str]
    tree: list[str]
    baskets: list[list[str]]
    jars: list[list[str]]
    compost: list[str]
    coins: list[int]
    picks: list[int]
    picked: list[str]
    scarecrows: list[bool]
    round: int = 0
    goal: int = 6
    has_crows: bool = True


class FruitPicked(Fact, frozen=True, tag="FruitPicked"):
    """A seat took a fruit from the tree."""

    seat: Seat
    fruit: str


class FruitDrawn(Fact, frozen=True, tag="FruitDrawn"):
    """A seat drew from the bag. Other seats learn only the number of fruit."""

    seat: Seat
    fruit: tuple[str, ...]


class FruitReturned(Fact, frozen=True, tag="FruitReturned"):
    """A seat returned surplus fruit to the bag. Other seats learn only the number of fruit."""

    seat: Seat
    fruit: tuple[str, ...]


class FruitPreserved(Fact, frozen=True, tag="FruitPreserved"):
    """A seat filled jars. Everyone sees them."""

    seat: Seat
    fruit: tuple[str, ...]


class PairSold(Fact, frozen=True, tag="PairSold"):
    """A seat sold a pair of equal fruit."""

    seat: Seat
    fruit: str


class FruitLost(Fact, frozen=True, tag="FruitLost"):
    """The crows took a fruit. It goes to the compost, and everyone sees it."""

    seat: Seat
    fruit: str


class ScarecrowStood(Fact, frozen=True, tag="ScarecrowStood"):
    """A scarecrow kept the crows away."""

    seat: Seat


class OrchardWon(Fact, frozen=True, tag="OrchardWon"):
    """A seat reached the goal."""

    seat: Seat


def _fruit(kind: str) -> Message:
    return Message(f"orchard.fruit.{kind}")


def _basket_options(state: Orchard, seat: Seat) -> tuple[Option, ...]:
    return tuple(Option(f"fruit:{place}", _fruit(kind)) for place, kind in enumerate(state.baskets[seat]))


def _take_out(state: Orchard, seat: Seat, keys: tuple[str, ...]) -> tuple[str, ...]:
    places = sorted((int(key.removeprefix("fruit:")) for key in keys), reverse=True)
    return tuple(state.baskets[seat].pop(place) for place in places)


class Round(Happening[Orchard], frozen=True, tag="Round"):
    """GROW-1: the tree is filled up and every seat has a turn."""

    def happen(self, state: Orchard, now: Now[Orchard]) -> None:
        state.round += 1
        if state.round > ROUNDS:
            return
        while len(state.tree) <= len(state.baskets) and state.bag:
            state.tree.append(state.bag.pop())
        now.reveal()
        now.then(PickFruit(), Crows(), *(Turn(seat) for seat in range(len(state.baskets))), Round())


class PickFruit(Choice[Orchard], frozen=True, tag="PickFruit"):
    """PICK-1: all seats point at a fruit together, in secret."""

    def decisions(self, state: Orchard) -> list[Decision]:
        options = tuple(Option(f"tree:{place}", _fruit(kind), f"tree:{place}") for place, kind in enumerate(state.tree))
        return [
            Decision(seat, "PICK-1", Message("orchard.prompt.pick"), options, private=True)
            for seat, pick in enumerate(state.picks)
            if pick == NO_PICK and options
        ]

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        state.picks[answer.seat] = int(answer.keys[0].removeprefix("tree:"))
        now.then(self if NO_PICK in state.picks else HandOut())


class HandOut(Happening[Orchard], frozen=True, tag="HandOut"):
    """PICK-2: a fruit goes to the seat that picked it, or to one of several by a roll."""

    def happen(self, state: Orchard, now: Now[Orchard]) -> None:
        state.picked = [""] * len(state.picks)
        for place in reversed(range(len(state.tree))):
            seats = [seat for seat, pick in enumerate(state.picks) if pick == place]
            if seats:
                seat = seats[0] if len(seats) == 1 else seats[now.below("contest", len(seats))]
                fruit = state.tree.pop(place)
                state.baskets[seat].append(fruit)
                state.picked[seat] = fruit
        for seat, fruit in enumerate(state.picked):
            if fruit:
                now.emit(FruitPicked(seat, fruit))
        state.picks = [NO_PICK] * len(state.picks)
        now.then(*(TrimBasket(seat) for seat in range(len(state.baskets))))


class Crows(Happening[Orchard], frozen=True, tag="Crows"):
    """CROW-1, STAND-1: the crows come on a roll of one or two. They avoid seats with a scarecrow."""

    def happen(self, state: Orchard, now: Now[Orchard]) -> None:
        if not state.has_crows or now.roll("crows", 1)[0] > 1:
            return
        for seat, basket in enumerate(state.baskets):
            if basket and state.scarecrows[seat] and state.coins[seat]:
                state.coins[seat] -= 1
                state.scarecrows[seat] = False
                now.emit(ScarecrowStood(seat))
            elif basket:
                now.then(LoseFruit(seat))


class LoseFruit(Choice[Orchard], frozen=True, tag="LoseFruit"):
    """CROW-1: one fruit of the basket goes to the compost. The seat is asked even if it has only one fruit."""

    seat: Seat

    def decisions(self, state: Orchard) -> list[Decision]:
        options = _basket_options(state, self.seat)
        return [Decision(self.seat, "CROW-1", Message("orchard.prompt.crows"), options, private=True, shown=True)]

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        (fruit,) = _take_out(state, self.seat, answer.keys)
        state.compost.append(fruit)
        now.emit(FruitLost(self.seat, fruit))


class Turn(Choice[Orchard], frozen=True, tag="Turn"):
    """TURN-1: one action. Everyone knows when a seat can only pass, because its basket and the bag are empty."""

    seat: Seat
    allows_asides: ClassVar[bool] = True

    def decisions(self, state: Orchard) -> list[Decision]:
        basket = state.baskets[self.seat]
        options = [Option("draw", Message("orchard.action.draw"))] if state.bag else []
        options += [
            Option(f"sell:{kind}", Message("orchard.action.sell", {"fruit": _fruit(kind)}))
            for kind in KINDS
            if basket.count(kind) >= 2
        ]
        options += [Option("preserve", Message("orchard.action.preserve"))] if basket else []
        options.append(Option("pass", Message("orchard.action.pass")))
        return [Decision(self.seat, "TURN-1", Message("orchard.prompt.turn"), tuple(options), private=True)]

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        action, _, kind = answer.keys[0].partition(":")
        match action:
            case "draw":
                drawn = tuple(state.bag.pop() for _ in range(min(2, len(state.bag))))
                state.baskets[self.seat] += drawn
                now.emit(FruitDrawn(self.seat, drawn))
                now.reveal()
                now.then(TrimBasket(self.seat))
            case "sell":
                for _ in range(2):
                    state.baskets[self.seat].remove(kind)
                    state.compost.append(kind)
                state.coins[self.seat] += 2
                now.emit(PairSold(self.seat, kind))
            case "preserve":
                now.then(Preserve(self.seat))


class Preserve(Choice[Orchard], frozen=True, tag="Preserve"):
    """PRESERVE-1, END-1: one to three fruit go into jars. Reaching the goal ends the game."""

    seat: Seat
    allows_asides: ClassVar[bool] = True

    def decisions(self, state: Orchard) -> list[Decision]:
        options = _basket_options(state, self.seat)
        prompt = Message("orchard.prompt.preserve")
        return [Decision(self.seat, "PRESERVE-1", prompt, options, 1, min(3, len(options)), private=True, shown=True)]

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        fruit = _take_out(state, self.seat, answer.keys)
        state.jars[self.seat] += fruit
        now.emit(FruitPreserved(self.seat, fruit))
        if len(state.jars[self.seat]) >= state.goal:
            now.emit(OrchardWon(self.seat))
            now.abandon()


class TrimBasket(Choice[Orchard], frozen=True, tag="TrimBasket"):
    """TRIM-2: a basket holds BASKET_LIMIT fruit. Its owner returns the surplus to the bag."""

    seat: Seat
    allows_asides: ClassVar[bool] = True

    def decisions(self, state: Orchard) -> list[Decision]:
        surplus = len(state.baskets[self.seat]) - BASKET_LIMIT
        if surplus <= 0:
            return []
        prompt = Message("orchard.prompt.trim", {"count": surplus})
        options = _basket_options(state, self.seat)
        return [Decision(self.seat, "TRIM-2", prompt, options, surplus, surplus, private=True)]

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        returned = _take_out(state, self.seat, answer.keys)
        state.bag += returned
        now.shuffle("bag", state.bag)
        now.emit(FruitReturned(self.seat, returned))


class OrchardView(msgspec.Struct, frozen=True):
    """A seat's view. Other seats' baskets show only how many fruit they hold."""

    looking: Seat | None
    round: int
    tree: tuple[str, ...]
    bag_left: int
    basket: tuple[str, ...]
    fruit_in_baskets: tuple[int, ...]
    jars: tuple[tuple[str, ...], ...]
    compost: tuple[str, ...]
    coins: tuple[int, ...]
    has_picked: tuple[bool, ...]
    pick: int | None
    picked: tuple[str, ...]
    has_scarecrow: bool | None


def greedy_policy(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Preserve as much fruit as possible, whenever possible."""
    keys = [option.key for option in decision.options]
    if decision.rule == "TURN-1":
        return ("preserve",) if len(look().basket) > 1 else (keys[0],)
    return tuple(keys[: decision.at_most])


class OrchardRules(Rules[Orchard]):
    """The rules of the toy game."""

    key = "orchard"
    version = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption("goal", (4, 6, 12), 6),
        GameOption("crows", (True, False), True),
    )
    state_type: ClassVar[type[Any]] = Orchard
    steps: ClassVar[tuple[type[Step[Any]], ...]] = (
        Round,
        PickFruit,
        HandOut,
        Crows,
        LoseFruit,
        Turn,
        Preserve,
        TrimBasket,
    )
    facts: ClassVar[tuple[type[Fact], ...]] = (
        FruitPicked, FruitDrawn, FruitReturned, FruitPreserved, PairSold, FruitLost, ScarecrowStood, OrchardWon,
    )  # fmt: skip

    def start(self, settings: Settings, chance: Chance) -> tuple[Orchard, list[Step[Orchard]]]:
        seats = settings.seats
        bag = [kind for kind in KINDS for _ in range(OF_A_KIND)]
        chance.shuffle("bag", bag)
        state = Orchard(
            bag, [], [[bag.pop()] for _ in range(seats)], [[] for _ in range(seats)], [],
            [1] * seats, [NO_PICK] * seats, [""] * seats, [False] * seats,
            goal=int(settings.options["goal"]), has_crows=bool(settings.options["crows"]),
        )  # fmt: skip
        return state, [Round()]

    def copy(self, state: Orchard) -> Orchard:
        return Orchard(
            state.bag.copy(), state.tree.copy(), [b.copy() for b in state.baskets], [j.copy() for j in state.jars],
            state.compost.copy(), state.coins.copy(), state.picks.copy(), state.picked.copy(), state.scarecrows.copy(),
            state.round, state.goal, state.has_crows,
        )  # fmt: skip

    def look(self, state: Orchard, seat: Seat | None) -> OrchardView:
        return OrchardView(
            seat, state.round, tuple(state.tree), len(state.bag),
            tuple(state.baskets[seat]) if seat is not None else (),
            tuple(len(basket) for basket in state.baskets),
            tuple(tuple(jars) for jars in state.jars), tuple(state.compost), tuple(state.coins),
            tuple(pick != NO_PICK for pick in state.picks),
            state.picks[seat] if seat is not None else None, tuple(state.picked),
            state.scarecrows[seat] if seat is not None else None,
        )  # fmt: skip

    def hear(self, fact: Fact, seat: Seat | None) -> Fact | None:
        if isinstance(fact, (FruitDrawn, FruitReturned)) and fact.seat != seat:
            return type(fact)(fact.seat, (UNKNOWN,) * len(fact.fruit))
        return fact

    def result(self, state: Orchard) -> tuple[Placing, ...]:
        parts = [{"jars": 2 * len(jars), "coins": coins} for jars, coins in zip(state.jars, state.coins, strict=True)]
        scores = [sum(part.values()) for part in parts]
        order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        return tuple(Placing(s, 1 + sum(other > scores[s] for other in scores), scores[s], parts[s]) for s in order)


class OrchardNarration(Narration[Orchard]):
    """One line of log per fact."""

    def describe(self, fact: Fact) -> Message | None:
        name = f"orchard.told.{type(fact).__name__}"
        seat = seat_name(fact.seat)  # type: ignore[attr-defined]
        match fact:
            case FruitDrawn(_, fruit) | FruitReturned(_, fruit) | FruitPreserved(_, fruit):
                return Message(name, {"seat": seat, "fruit": tuple(map(_fruit, fruit)), "count": len(fruit)})
            case FruitPicked(_, kind) | PairSold(_, kind) | FruitLost(_, kind):
                return Message(name, {"seat": seat, "fruit": _fruit(kind)})
        return Message(name, {"seat": seat})


class OrchardOrders(StandingOrders[Orchard]):
    """STAND-1"""

    cancelled_by: ClassVar[Mapping[str, str]] = {"STAND-1": "scarecrow:off"}

    def offer(self, state: Orchard, seat: Seat) -> list[Decision]:
        options = tuple(Option(f"scarecrow:{on}", Message(f"orchard.order.{on}")) for on in ("on", "off"))
        return [Decision(seat, "STAND-1", Message("orchard.prompt.stand"), options, private=True)]

    def take(self, state: Orchard, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        state.scarecrows[seat] = keys == ("scarecrow:on",)


class OrchardAutopilot(Autopilot[Orchard]):
    """An autopilot that passes."""

    def answer(self, state: Orchard, decision: Decision) -> tuple[str, ...]:
        if decision.rule == "TURN-1":
            return ("pass",)
        return tuple(option.key for option in decision.options[: decision.at_least])


class OrchardSecrecy(Secrecy[Orchard]):
    """Hides the bag, others' baskets, and secret answers."""

    def hidden(self, state: Orchard, seat: Seat | None) -> tuple[Zone, ...]:
        others = [other for other in range(len(state.baskets)) if other != seat]
        baskets = [place for other in others for place in places_in(state.baskets[other], "baskets", other)]
        answers = [(name, other) for other in others for name in ("picks", "scarecrows")]
        return (
            Zone("fruit", (*places_in(state.bag, "bag"), *baskets)),
            Zone("secret answers", tuple(answers), is_answer=True),
        )

    def redeal(self, world: Orchard, seat: Seat | None, chance: Chance) -> None:
        others = [other for other in range(len(world.baskets)) if other != seat]
        hidden = sorted(world.bag + [fruit for other in others for fruit in world.baskets[other]])
        chance.shuffle("redeal", hidden)
        for other in others:
            world.baskets[other] = [hidden.pop() for _ in world.baskets[other]]
            world.scarecrows[other] = bool(chance.below("redeal", 2))
            if world.picks[other] != NO_PICK:
                world.picks[other] = chance.below("redeal", len(world.tree))
        world.bag = hidden


class OrchardStatistics(Statistics[Orchard]):
    """Counts the fruit picked and sold."""

    uses = {FruitPicked: ("picked", "fruit"), PairSold: ("sold", "fruit")}  # noqa: RUF012

    def components(self) -> dict[str, tuple[str, ...]]:
        return {"sold": KINDS}


class OrchardProof(Proof[Orchard]):
    """Checks that no fruit is lost or duplicated."""

    longest_answers = ROUNDS * 4 * 5

    def census(self, state: Orchard) -> None:
        owned = [fruit for pile in state.baskets + state.jars for fruit in pile]
        everywhere = state.bag + state.tree + state.compost + owned
        for kind in KINDS:
            assert everywhere.count(kind) == OF_A_KIND, (kind, everywhere.count(kind))


ORCHARD = Game(
    rules=OrchardRules(),
    narration=OrchardNarration(),
    orders=OrchardOrders(),
    autopilot=OrchardAutopilot(),
    secrecy=OrchardSecrecy(),
    programs=Programs({"greedy": greedy_policy}),
    statistics=OrchardStatistics(),
    agreement=Agreement(OrchardRules().result, "SCORE-1"),
    proof=OrchardProof(),
)
