"""Records for weights.toml: the values that guide Dawn's computer players."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from engine.kernel.content import ContentSource, Faults, Positive, Record
from engine.kernel.weights import Weight, Weights, check_names, read_weights
from engine.minos_dawn.content.box import ABILITIES, Box
from engine.minos_dawn.content.language import (
    Advance,
    Amount,
    Atom,
    Income,
    Part,
    Place,
    Plain,
    Route,
    TempOf,
    Vp,
    Warrior,
    parts_of,
)
from engine.minos_dawn.content.piece_checks import MEASURES

VP = 10
"""The worth of 1 VP. All values are in tenths of a VP."""

ROUNDS = 4
SEATS = ("1", "2", "3", "4")
PLAIN = "greedy"
LEANING = ("builder", "ruler", "warlord")

ByRound: TypeAlias = tuple[Weight, Weight, Weight, Weight]
ByRow: TypeAlias = tuple[Weight, Weight, Weight, Weight, Weight]
ByTrack: TypeAlias = tuple[Weight, Weight, Weight]
ByTrigger: TypeAlias = tuple[Weight, Weight, Weight, Weight, Weight, Weight, Weight, Weight]

PRICED: Mapping[type[Amount], str] = {
    kind: "temp_of" if kind is TempOf else kind.word.replace("@", "_")
    for kind in get_args(Atom)
    if kind not in (Vp, Income, Route, Advance)
}
"""The names of operators' prices in the file. The worth of all other operators is calculated."""


class Coins(Record, frozen=True):
    rich: tuple[Weight, ...]
    poor_below: Weight
    expected: Weight


class Tracks(Record, frozen=True):
    """The worth of Income spaces, and of the lasting values on a progress track."""

    beyond_top: Weight
    next_space_part: Positive
    room: Weight
    idle_room: Weight
    idle_cards: Weight
    weaponry: Weight
    presence: Weight
    regions: Weight
    income_space: Weight


class Regions(Record, frozen=True):
    vp: ByRound
    ahead: Weight
    most_ahead: Weight
    without_city: Weight
    without_farm: Weight
    sea_peoples: Weight
    move: Weight
    returned: Weight


class Pieces(Record, frozen=True):
    city: Weight
    ship: Weight
    next_space: Weight
    crossing: Weight
    least_regions: Weight


class Decrees(Record, frozen=True):
    """The worth of decrees in the palace, and how often their traits are triggered."""

    later: Weight
    from_hand: Weight
    firings: ByTrigger


class Goods(Record, frozen=True):
    stone: Weight
    copper: Weight
    wood: Weight
    grain: Weight
    herb: Weight
    used: Weight
    slot: Weight
    a_round: Weight
    silver_a_round: Weight


class Temps(Record, frozen=True):
    less: Weight
    use: Weight
    slot: Weight
    most: Weight
    useless: Weight
    third: Weight
    when_poor: Weight


class Draws(Record, frozen=True):
    deck: Weight
    age2: Weight
    least: Weight


class Drafting(Record, frozen=True):
    """The worth of a row's AP when a die is drafted."""

    plays: tuple[Weight, ...]
    builds: tuple[Weight, ...]
    few_cards: Weight
    prepare_with_few: Weight
    prepare: Weight
    prepare_less: Weight
    prepare_least: Weight
    spare_coins: Weight
    coins_a_point: Positive
    most_for_coins: Weight
    expand: Weight
    expand_less: Weight
    expand_least: Weight
    group: Weight


class Turn(Record, frozen=True):
    march: Weight
    spare_weaponry: Weight
    last_weapon: Weight
    exchanged_weapon: Weight
    forfeit: Weight


class Leaf(Record, frozen=True):
    """Part of a state's worth, in addition to VP and the prices above."""

    good: ByRound
    reserves: Weight
    queue: Weight
    room: Weight


class Taste(Record, frozen=True):
    """A player's preferences in percent, for example for tracks or for the AP of each row."""

    rows: ByRow = (100, 100, 100, 100, 100)
    tracks: ByTrack = (100, 100, 100)
    palace: Weight = 100
    pieces: Weight = 100
    regions: Weight = 100
    battles: Weight = 100


class DawnWeights(Weights, frozen=True, dict=True):
    plays_on: dict[str, Literal["greedy", "builder", "ruler", "warlord"]]
    price: dict[str, ByRound]
    """For each operator, the worth of one unit of its gain, by round."""
    coins: Coins
    tracks: Tracks
    level: dict[str, Weight]
    ability: dict[str, Weight]
    reach: dict[str, Positive]
    regions: Regions
    pieces: Pieces
    decrees: Decrees
    goods: Goods
    temps: Temps
    draws: Draws
    drafting: Drafting
    turn: Turn
    leaf: Leaf
    taste: dict[str, Taste]

    @cached_property
    def prices(self) -> tuple[dict[type[Amount], int], ...]:
        return tuple(
            {Vp: VP} | {kind: self.price[name][number] for kind, name in PRICED.items()} for number in range(ROUNDS)
        )

    @cached_property
    def _fixed(self) -> dict[Box, tuple[dict[str, int], ...]]:
        return {}

    def fixed_worths(self, box: Box) -> tuple[dict[str, int], ...]:
        """Return the worth in each round of all sources whose gains are worth the same to every seat."""
        fixed = self._fixed.get(box)
        if fixed is None:
            fixed = self._fixed[box] = tuple(_fixed_worths(box, prices) for prices in self.prices)
        return fixed

    def taste_of(self, name: str) -> Taste:
        return Taste() if name == PLAIN else self.taste[name]


_OF_A_SEAT = (Advance, Income, Place, Route, Warrior)
"""Operators whose worth depends on the seat's holdings."""


def _fixed_worths(box: Box, prices: Mapping[type[Amount], int]) -> dict[str, int]:
    return {
        source: sum(part.atom.n * prices[type(part.atom)] for effect in effects for part in parts_of(effect))
        for source, effects in box.effects.items()
        if all(isinstance(effect, Plain) and all(map(_is_fixed, effect.gains)) for effect in effects)
    }


def _is_fixed(part: Part) -> bool:
    return not part.per and not isinstance(part.atom, _OF_A_SEAT)


def _check(weights: DawnWeights, faults: Faults) -> None:
    for table, names in (("plays_on", SEATS), ("level", ABILITIES), ("ability", ABILITIES), ("reach", MEASURES),
                         ("taste", LEANING), ("price", PRICED.values())):  # fmt: skip
        faults.run(check_names, getattr(weights, table), names, table, faults)


WEIGHTS = ContentSource(Path(__file__).parent, lambda folder: read_weights(folder, DawnWeights, _check))
the_weights = WEIGHTS.box
