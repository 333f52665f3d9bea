"""Single changes of what a seat has, each followed by what it brings about at once. GEN-1, GEN-6, GOOD, TRACK"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.state.benefit_step import Benefit
from engine.minos_dawn.state.facts import (
    Advanced,
    Gained,
    GoodGained,
    Paid,
    TempGained,
    TempSpent,
    WarriorMoved,
    WarriorPlaced,
)
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.vases import check_vases

MAP = ("presence_regions", "dominance_regions")
BEYOND = 1
"""TRACK-3: told as the space above the top."""


def gain_coins(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Give the seat coins. EFF-1"""
    if count:
        player = state.players[seat]
        player.coins += count
        player.exchange_lock = 0
        now.emit(Gained(seat, "coins", count, source))


def gain_weaponry(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Give the seat weaponry. EFF-2"""
    if count:
        player = state.players[seat]
        player.weaponry += count
        player.exchange_lock = 0
        now.emit(Gained(seat, "weaponry", count, source))


def gain_vp(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Give the seat VP. EFF-3"""
    if count:
        player = state.players[seat]
        player.vp += count
        player.scored[state.category] += count
        now.emit(Gained(seat, "vp", count, source))


def pay_coins(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Take coins from the seat. The caller has seen that there are enough. GEN-3"""
    if count:
        player = state.players[seat]
        assert player.coins >= count, source
        player.coins -= count
        player.exchange_lock = 0
        now.emit(Paid(seat, "coins", count, source))


def pay_weaponry(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Take weaponry from the seat. The caller has seen that there is enough. GEN-3"""
    if count:
        player = state.players[seat]
        assert player.weaponry >= count, source
        player.weaponry -= count
        player.exchange_lock = 0
        now.emit(Paid(seat, "weaponry", count, source))


def lose_vp(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """GEN-2: the whole amount; VP never fall below 0."""
    if count:
        player = state.players[seat]
        assert player.vp >= count, source
        player.vp -= count
        player.scored[state.category] -= count
        now.emit(Paid(seat, "vp", count, source))


def gain_temp(state: DawnState, now: Now[DawnState], seat: Seat, good: int, count: int, source: str) -> None:
    """Give a seat temps from the supply; any that the supply lacks are lost. EFF-27, GEN-6"""
    for _ in range(min(count, state.temps[good])):
        state.temps[good] -= 1
        state.players[seat].temps[good] += 1
        now.emit(TempGained(seat, good, source))


def spend_temps(state: DawnState, now: Now[DawnState], seat: Seat, good: int, count: int, source: str) -> None:
    """GOOD-8: back to the supply as soon as it is used."""
    for _ in range(count):
        state.players[seat].temps[good] -= 1
        state.temps[good] += 1
        now.emit(TempSpent(seat, good, source))


def gain_good(state: DawnState, now: Now[DawnState], seat: Seat, good: int, source: str) -> None:
    """GOOD-4: a good from its stack or the pile comes to the seat for good (GOOD-3), with its benefit by number."""
    goods = state.players[seat].goods
    goods[good] += 1
    number = goods[good]
    now.emit(GoodGained(seat, good, number, source))
    check_vases(state, now, "goods_of_one_type")
    if number <= len(the_box().content.player_board.goods.gained):
        now.then(Benefit(seat, f"good:{number}"))


def take_good(state: DawnState, now: Now[DawnState], seat: Seat, good: int, source: str) -> None:
    """Give a seat one good from its face-up stack. GOOD-6"""
    state.stacks[good] -= 1
    gain_good(state, now, seat, good, source)


def take_random_good(state: DawnState, now: Now[DawnState], seat: Seat, source: str) -> None:
    """GOOD-7: the top of the goods pile. × Pile empty: nothing."""
    if state.goods_pile:
        now.reveal()
        gain_good(state, now, seat, state.goods_pile.pop(), source)


def step_income(state: DawnState, now: Now[DawnState], seat: Seat, steps: int, source: str) -> None:
    """GOOD-11: steps beyond the last space are lost. EFF-26"""
    player = state.players[seat]
    taken = min(steps, the_box().last_income - player.income)
    if taken:
        player.income += taken
        now.emit(Gained(seat, "income", taken, source))
        check_vases(state, now, "income_space")


def gain_warriors(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """EFF-18: from the supply to the reserves, as many as there are. MAP-6"""
    player = state.players[seat]
    gained = min(count, player.supply)
    if gained:
        player.supply -= gained
        player.reserves += gained
        now.emit(Gained(seat, "warriors", gained, source))


def place_warrior(state: DawnState, now: Now[DawnState], seat: Seat, region: int) -> None:
    """Move a warrior from the seat's reserves to a region. MAP-6"""
    player = state.players[seat]
    player.reserves -= 1
    player.warriors[region] += 1
    now.emit(WarriorPlaced(seat, region))
    check_vases(state, now, *MAP)


def move_warrior(state: DawnState, now: Now[DawnState], seat: Seat, origin: int, region: int) -> None:
    """EXP-1: one warrior to a neighbouring region. EXP-3: whatever stands there."""
    player = state.players[seat]
    player.warriors[origin] -= 1
    player.warriors[region] += 1
    now.emit(WarriorMoved(seat, origin, region))
    check_vases(state, now, *MAP)


def return_warriors(state: DawnState, now: Now[DawnState], seat: Seat, region: int, count: int) -> None:
    """MAP-6: to the reserves, one after the other; others may come to dominate by it."""
    player = state.players[seat]
    for _ in range(count):
        player.warriors[region] -= 1
        player.reserves += 1
        check_vases(state, now, *MAP)


def advance(state: DawnState, now: Now[DawnState], seat: Seat, track: int, source: str) -> None:
    """TRACK-2: one space up, with its benefit. TRACK-3: at the top 3 VP instead."""
    box = the_box()
    tracks = state.players[seat].tracks
    if tracks[track] == box.top:
        now.emit(Advanced(seat, track, box.top + BEYOND, source))
        now.then(Benefit(seat, "track:beyond"))
        return
    tracks[track] += 1
    now.emit(Advanced(seat, track, tracks[track], source))
    check_vases(state, now, f"track.{TRACKS[track]}")
    benefit = box.track_source(track, tracks[track])
    if benefit:
        now.then(Benefit(seat, benefit))
