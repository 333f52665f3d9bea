"""Counts on the table: fees, repetitions, and what culture points earn."""

from collections.abc import Sequence

from engine.minerva.content.box import the_box
from engine.minerva.content.language import KINDS_HELD, Each, If
from engine.minerva.content.terms import RESOURCES
from engine.minerva.state.cells import surrounding
from engine.minerva.state.state import MinervaState, Placed, SeatState

PER_TOKEN = "per_token"
"""The value of `MinervaState.colon_mode` for which EFF-03 pays per token. Q-01"""


def fee(state: MinervaState) -> int:
    """The fee for acting now: one denarius, however many seats have passed. PASS-04"""
    return the_box().constants.turn_fee_denarii if state.somebody_passed else 0


def repetitions(state: MinervaState, player: SeatState, effect: If | Each, x: int, y: int) -> int:
    """Return how many times `player` gains the right side of a colon for the tile at `x`, `y`. EFF-03"""
    if isinstance(effect, If):
        held = player.resources[RESOURCES.index(effect.held.what)] // effect.held.count
        return held if state.colon_mode == PER_TOKEN else min(1, held)
    return count_things(player.resources, player.city, effect.counter, x, y)


def count_things(held: Sequence[int], city: Sequence[Placed], counter: str, x: int, y: int) -> int:
    """The number of tokens of a kind, of kinds held, or of tiles of a category around. EFF-05"""
    if counter == KINDS_HELD:
        return sum(map(bool, held))
    if counter in RESOURCES:
        return held[RESOURCES.index(counter)]
    tiles = the_box().tiles
    return sum([tiles[placed.tile].category == counter for placed in surrounding(city, x, y)])


def is_earned(state: MinervaState, art: int, points: int) -> bool:
    """Return whether these points earn the top tile of that pile. An empty pile gives nothing."""
    pile = state.culture[art]
    return bool(pile) and points >= the_box().culture_tiles[pile[-1]].icons
