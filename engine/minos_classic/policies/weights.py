"""What the programs that play Minos Classic go by, as weights.toml has it: frozen records, decoded once."""

from pathlib import Path

from engine.kernel.content import ContentSource, Positive
from engine.kernel.weights import Weight, Weights, WeightsTable, read_weights


class Leaf(WeightsTable, frozen=True):
    """What a state is worth to a seat beside its marker, in hundredths of a space of it."""

    talent: Weight
    ring: Weight
    out: Weight


class Dice(WeightsTable, frozen=True):
    """How many dice of each face are kept, and from which space of the marker on those that pay with it. DICE-3"""

    build: Weight
    joker: Weight
    star: Weight
    gull: Weight
    scales: Weight
    scales_from: Weight
    arrow: Weight
    arrow_from: Weight


class Turn(WeightsTable, frozen=True):
    """What is wanted of a turn. TURN-2, BUILD-9, RINGS-2"""

    ships_wanted: Weight
    rings_wanted: Weight
    recruit_from: Weight
    rich_above: Weight
    talents_a_space: Positive
    reserved_buildings: Weight


class Fights(WeightsTable, frozen=True):
    """Who is attacked how often, and when dice are left as they are. MOVE-18, FIGHT-10"""

    least_value: Weight
    dares_one_in: Positive
    holds_from: Weight


class ClassicWeights(Weights, frozen=True):
    """The whole file, decoded."""

    leaf: Leaf
    dice: Dice
    turn: Turn
    fights: Fights


def _unpacked(folder: Path) -> ClassicWeights:
    return read_weights(folder, ClassicWeights)


WEIGHTS = ContentSource(Path(__file__).parent, _unpacked)
the_weights = WEIGHTS.box
