"""The weights of computer players of Minerva: the file weights.toml as frozen records."""

from pathlib import Path

from engine.kernel.content import ContentSource, Positive, Record
from engine.kernel.weights import Weight, Weights, read_weights


class Worth(Record, frozen=True):
    """Values in twelfths of a VP, and a few counts. weights.toml explains each."""

    token: Weight
    saved_token: Weight
    saving_rounds: Weight
    wild_token: Weight
    missing_token: Weight
    culture_point: Weight
    glory_vp: Weight
    assistant: Weight
    conversions: Weight
    rounds_a_use: Positive


class Temples(Record, frozen=True):
    """The score that a temple is expected to gain from future tiles."""

    hoped_tokens: Weight
    most_tokens: Weight
    hoped_vp: Weight
    hoped_rounds: Weight


class Turn(Record, frozen=True):
    """Values of actions, and the least that an action must be worth, in twelfths of a VP."""

    least: Weight
    residence: Weight
    spare_residence: Weight
    special: Weight
    round_tile: Weight
    chance: Positive


class Tokens(Record, frozen=True):
    abounding: Weight
    scarce: Weight
    rich: Weight
    no_resource: Weight


class MinervaWeights(Weights, frozen=True):
    worth: Worth
    temples: Temples
    turn: Turn
    tokens: Tokens


WEIGHTS = ContentSource(Path(__file__).parent, lambda folder: read_weights(folder, MinervaWeights))
the_weights = WEIGHTS.box
