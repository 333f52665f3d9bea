"""Gaining and paying tokens and money. Coins aren't modelled, only their sum. MONEY, LIMIT, MONEY-02"""

from functools import lru_cache

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


@lru_cache(maxsize=1 << 14)
def missing(held: tuple[int, ...], cost: tuple[int, ...]) -> int:
    """The number of tokens of `cost` missing from `held`, over all kinds. BUILD-03"""
    return sum([max(0, wanted - there) for wanted, there in zip(cost, held, strict=True)])


def substitute(player: SeatState, cost: tuple[int, ...]) -> int:
    """The denarii to pay instead of missing tokens. BUILD-03"""
    return missing(tuple(player.resources), cost) * the_box().constants.missing_resource_denarii


def can_pay(player: SeatState, cost: tuple[int, ...], fee: int) -> bool:
    """Return whether the player can pay `fee` and then `cost`. MONEY-03, BUILD-04, PASS-05"""
    return player.denarii - fee >= substitute(player, cost)


def could_pay(player: SeatState, cost: tuple[int, ...], fee: int) -> bool:
    """Return whether the player could pay after selling what `cost` doesn't need. BUILD-04, SELL-03"""
    spare = sum([max(0, held - wanted) for wanted, held in zip(cost, player.resources, strict=True)])
    return player.denarii + spare * the_box().constants.sale_denarii - fee >= substitute(player, cost)


def price(player: SeatState, cost: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The resources and denarii the player would pay for `cost`. Held resources must be used. BUILD-03"""
    paid = tuple([min(wanted, held) for wanted, held in zip(cost, player.resources, strict=True)])
    return paid, substitute(player, cost)


def pay(player: SeatState, cost: tuple[int, ...]) -> tuple[tuple[int, ...], int]:  # BUILD-02
    paid, denarii = price(player, cost)
    player.resources = [held - given for held, given in zip(player.resources, paid, strict=True)]
    player.denarii -= denarii
    return paid, denarii


def could_raise(player: SeatState, denarii: int) -> bool:
    """Return whether the player has that much money, or would after selling everything. SELL-05"""
    return player.denarii + sum(player.resources) * the_box().constants.sale_denarii >= denarii
