"""Gaining and paying tokens and money. Only the sum of coins is stored. MONEY, LIMIT, MONEY-02"""

from functools import lru_cache
from typing import NamedTuple

from engine.kernel.decision import Seat
from engine.kernel.steps import Now
from engine.minerva.content.box import the_box
from engine.minerva.content.language import DENARII, GLORY
from engine.minerva.content.terms import RESOURCES
from engine.minerva.state.facts import Gained, Overflowed
from engine.minerva.state.state import MinervaState, SeatState


def gain(state: MinervaState, now: Now[MinervaState], seat: Seat, what: str, count: int, source: str) -> None:
    """Gain a resource, DENARII or GLORY. What exceeds the limit becomes money. MONEY-01, MONEY-04, LIMIT-03"""
    if not count:
        return
    now.emit(Gained(seat, what, count, source))
    if surplus := receive(state.players[seat], what, count):
        now.emit(Overflowed(seat, what, surplus))


def receive(player: SeatState, what: str, count: int) -> int:
    """Add to the holdings. Return how many resources above the limit became money. LIMIT-01, LIMIT-02, LIMIT-05"""
    if what == DENARII:
        player.denarii += count
        return 0
    if what == GLORY:
        player.glory += count
        return 0
    kind, constants = RESOURCES.index(what), the_box().constants
    held = player.resources[kind] + count
    surplus = max(0, held - constants.resource_cap)
    player.resources[kind] = held - surplus
    player.denarii += surplus * constants.overflow_denarii
    return surplus


class Cover(NamedTuple):
    """The payment for a tile."""

    paid: tuple[int, ...]
    """The tokens of each kind."""
    denarii: int
    """The denarii to pay instead of missing tokens. BUILD-03"""
    proceeds: int
    """The denarii from selling what the tile doesn't need. SELL-03"""


class Covers(dict[str, Cover]):
    """The payment for each tile, computed on demand. Resources in `held` must be used before denarii. BUILD-03"""

    def __init__(self, held: tuple[int, ...]) -> None:
        super().__init__()
        self._held = held

    def __missing__(self, tile: str) -> Cover:
        cost, constants = the_box().tiles[tile].cost, the_box().constants
        paid = tuple([min(wanted, held) for wanted, held in zip(cost, self._held, strict=True)])
        missing, spare = sum(cost) - sum(paid), sum(self._held) - sum(paid)
        cover = Cover(paid, missing * constants.missing_resource_denarii, spare * constants.sale_denarii)
        self[tile] = cover
        return cover


_covers = lru_cache(maxsize=1 << 10)(Covers)


def covers(player: SeatState) -> Covers:
    return _covers(tuple(player.resources))


def pay(player: SeatState, tile: str) -> Cover:  # BUILD-02
    cover = covers(player)[tile]
    player.resources = [held - given for held, given in zip(player.resources, cover.paid, strict=True)]
    player.denarii -= cover.denarii
    return cover


def could_raise(player: SeatState, denarii: int) -> bool:
    """Return whether the player has that much money, or would after selling everything. SELL-05"""
    return player.denarii + sum(player.resources) * the_box().constants.sale_denarii >= denarii
