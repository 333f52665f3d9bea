"""What the programs that play Dawn go by, as weights.toml has it: frozen records, decoded once."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from engine.kernel.content import ContentSource, Positive
from engine.kernel.faults import Faults
from engine.kernel.weights import Weight, Weights, WeightsTable, check_names, read_weights
from engine.minos_dawn.content.box import ABILITIES
from engine.minos_dawn.content.language import Advance, Amount, Atom, Income, Route, TempOf, Vp
from engine.minos_dawn.content.vase_checks import MEASURES

VP = 10
"""What a VP is worth: all else is told in tenths of it."""

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
"""Operators whose price the file has, and by which name. A VP is the measure of all; the others are reckoned."""


class Coins(WeightsTable, frozen=True):
    """How many coins make a seat rich or poor, and how many more it will have."""

    rich: tuple[Weight, ...]
    poor_below: Weight
    expected: Weight


class Tracks(WeightsTable, frozen=True):
    """What spaces of the progress tracks and of the Income track change for good."""

    beyond_top: Weight
    next_space_part: Positive
    room: Weight
    idle_room: Weight
    idle_cards: Weight
    weaponry: Weight
    presence: Weight
    regions: Weight
    income_space: Weight


class Regions(WeightsTable, frozen=True):
    """What a region is worth to whoever has warriors there."""

    vp: ByRound
    ahead: Weight
    most_ahead: Weight
    without_city: Weight
    without_farm: Weight
    sea_peoples: Weight
    move: Weight
    returned: Weight


class Pieces(WeightsTable, frozen=True):
    """What pieces promise beyond what they give at once."""

    city: Weight
    ship: Weight
    next_space: Weight
    crossing: Weight
    least_regions: Weight


class Decrees(WeightsTable, frozen=True):
    """What decrees promise in the palace, and how often their traits act."""

    later: Weight
    from_hand: Weight
    firings: ByTrigger


class Goods(WeightsTable, frozen=True):
    """What one more good saves."""

    stone: Weight
    copper: Weight
    wood: Weight
    grain: Weight
    herb: Weight
    used: Weight
    slot: Weight
    a_round: Weight
    silver_a_round: Weight


class Temps(WeightsTable, frozen=True):
    """What a temp of a type serves."""

    less: Weight
    use: Weight
    slot: Weight
    most: Weight
    useless: Weight
    third: Weight
    when_poor: Weight


class Draws(WeightsTable, frozen=True):
    """What a card to draw is worth."""

    deck: Weight
    age2: Weight
    least: Weight


class Drafting(WeightsTable, frozen=True):
    """What AP of a row are worth to whoever drafts a die for it."""

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


class Turn(WeightsTable, frozen=True):
    """What is done in a turn beside its AP."""

    march: Weight
    spare_weaponry: Weight
    last_weapon: Weight
    exchanged_weapon: Weight
    forfeit: Weight


class Leaf(WeightsTable, frozen=True):
    """What a state promises beside what would be scored, and beside the prices above."""

    good: ByRound
    reserves: Weight
    queue: Weight
    room: Weight


class Taste(WeightsTable, frozen=True):
    """How highly a player thinks of things, in hundredths of what they are worth: AP by row, tracks, and so on."""

    rows: ByRow = (100, 100, 100, 100, 100)
    tracks: ByTrack = (100, 100, 100)
    palace: Weight = 100
    pieces: Weight = 100
    regions: Weight = 100
    battles: Weight = 100


class DawnWeights(Weights, frozen=True, dict=True):
    """The whole file, decoded."""

    plays_on: dict[str, Literal["greedy", "builder", "ruler", "warlord"]]
    price: dict[str, ByRound]
    """What one of each operator is worth, by round."""
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
        """What one of each operator is worth, for each round in their order."""
        return tuple(
            {Vp: VP} | {kind: self.price[name][number] for kind, name in PRICED.items()} for number in range(ROUNDS)
        )

    def taste_of(self, name: str) -> Taste:
        """What the player of that name leans on: the plain one on nothing."""
        return Taste() if name == PLAIN else self.taste[name]


def _check(weights: DawnWeights, faults: Faults) -> None:
    """Note what lacks in tables that have one field for each measure, ability and the like."""
    for table, names in (("plays_on", SEATS), ("level", ABILITIES), ("ability", ABILITIES), ("reach", MEASURES),
                         ("taste", LEANING), ("price", PRICED.values())):  # fmt: skip
        faults.run(check_names, getattr(weights, table), names, table, faults)


def _unpacked(folder: Path) -> DawnWeights:
    return read_weights(folder, DawnWeights, _check)


WEIGHTS = ContentSource(Path(__file__).parent, _unpacked)
the_weights = WEIGHTS.box
