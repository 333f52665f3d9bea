"""The weights of computer players of Minos (classic): the file weights.toml as frozen records."""

from pathlib import Path

from engine.kernel.content import ContentSource, Positive, Record
from engine.kernel.weights import Weight, Weights, read_weights


class Leaf(Record, frozen=True):
    """The worth of a state beyond its marker value, in hundredths of a marker space."""

    talent: Weight
    ring: Weight
    out: Weight


class Dice(Record, frozen=True):
    """Maximum number of dice to keep per face, and the marker values from which scales and arrows are kept. DICE-3"""

    build: Weight
    joker: Weight
    star: Weight
    gull: Weight
    scales: Weight
    scales_from: Weight
    arrow: Weight
    arrow_from: Weight


class Turn(Record, frozen=True):  # TURN-2, BUILD-9, RINGS-2
    ships_wanted: Weight
    rings_wanted: Weight
    recruit_from: Weight
    rich_above: Weight
    talents_a_space: Positive
    reserved_buildings: Weight


class Fights(Record, frozen=True):  # MOVE-18, FIGHT-10
    least_value: Weight
    dares_one_in: Positive
    holds_from: Weight


class ClassicWeights(Weights, frozen=True):
    leaf: Leaf
    dice: Dice
    turn: Turn
    fights: Fights


WEIGHTS = ContentSource(Path(__file__).parent, lambda folder: read_weights(folder, ClassicWeights))
the_weights = WEIGHTS.box
