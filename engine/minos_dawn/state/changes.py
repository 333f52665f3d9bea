"""Single changes to a seat's holdings, with the benefits that follow immediately. GEN-1, GEN-6, GOOD, TRACK"""

from typing import Literal, TypeAlias

from engine.kernel.decision import Seat
from engine.kernel.steps import Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.steps import Benefit
from engine.minos_dawn.state.vases import check_vases

Means: TypeAlias = Literal["coins", "weaponry", "vp"]

MAP = ("presence_regions", "dominance_regions")
BEYOND = 1
"""An advance beyond the top is logged as a space this far above the top. TRACK-3"""


def gain(state: DawnState, now: Now[DawnState], seat: Seat, what: Means, count: int, source: str) -> None:
    if count:
        _add(state, seat, what, count)
        now.emit(f.Gained(seat, what, count, source))


def pay(state: DawnState, now: Now[DawnState], seat: Seat, what: Means, count: int, source: str) -> None:
    """Pay a cost. The caller has checked that the seat can pay it. GEN-2, GEN-3"""
    if count:
        assert getattr(state.players[seat], what) >= count, source
        _add(state, seat, what, -count)
        now.emit(f.Paid(seat, what, count, source))


def _add(state: DawnState, seat: Seat, what: Means, count: int) -> None:
    player = state.players[seat]
    setattr(player, what, getattr(player, what) + count)
    if what == "vp":
        player.scored[state.category] += count
    else:
        player.exchange_lock = 0


def gain_temp(state: DawnState, now: Now[DawnState], seat: Seat, good: int, count: int, source: str) -> None:
    """Give the seat `count` temps, or as many as the supply has. EFF-27, GEN-6"""
    for _ in range(min(count, state.temps[good])):
        state.temps[good] -= 1
        state.players[seat].temps[good] += 1
        now.emit(f.TempGained(seat, good, source))


def spend_temps(state: DawnState, now: Now[DawnState], seat: Seat, good: int, count: int, source: str) -> None:
    """Return used temps to the supply immediately. GOOD-8"""
    for _ in range(count):
        state.players[seat].temps[good] -= 1
        state.temps[good] += 1
        now.emit(f.TempSpent(seat, good, source))


def gain_good(state: DawnState, now: Now[DawnState], seat: Seat, good: int, source: str) -> None:
    """Give the seat a good and its benefit, which depends on how many of that type it now has. GOOD-3, GOOD-4"""
    goods = state.players[seat].goods
    goods[good] += 1
    number = goods[good]
    now.emit(f.GoodGained(seat, good, number, source))
    check_vases(state, now, "goods_of_one_type")
    if number <= len(the_box().content.player_board.goods.gained):
        now.then(Benefit(seat, f"good:{number}"))


def take_good(state: DawnState, now: Now[DawnState], seat: Seat, good: int, source: str) -> None:  # GOOD-6
    state.stacks[good] -= 1
    gain_good(state, now, seat, good, source)


def take_random_good(state: DawnState, now: Now[DawnState], seat: Seat, source: str) -> None:
    """Give the seat the top good of the pile, if there is one. GOOD-7"""
    if state.goods_pile:
        now.reveal()
        gain_good(state, now, seat, state.goods_pile.pop(), source)


def step_income(state: DawnState, now: Now[DawnState], seat: Seat, steps: int, source: str) -> None:
    """Move the Income marker. Steps beyond the last space are lost. GOOD-11, EFF-26"""
    player = state.players[seat]
    taken = min(steps, the_box().content.player_board.income.last - player.income)
    if taken:
        player.income += taken
        now.emit(f.Gained(seat, "income", taken, source))
        check_vases(state, now, "income_space")


def gain_warriors(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:
    """Move warriors from the seat's supply to its reserves, at most as many as the supply has. EFF-18, MAP-6"""
    player = state.players[seat]
    gained = min(count, player.supply)
    if gained:
        player.supply -= gained
        player.reserves += gained
        now.emit(f.Gained(seat, "warriors", gained, source))


def place_warrior(state: DawnState, now: Now[DawnState], seat: Seat, region: int) -> None:
    player = state.players[seat]
    player.reserves -= 1
    player.warriors[region] += 1
    now.emit(f.WarriorPlaced(seat, region))
    check_vases(state, now, *MAP)


def move_warrior(state: DawnState, now: Now[DawnState], seat: Seat, origin: int, region: int) -> None:
    """Move a warrior to an adjacent region. Anything may be in that region. EXP-1, EXP-3"""
    player = state.players[seat]
    player.warriors[origin] -= 1
    player.warriors[region] += 1
    now.emit(f.WarriorMoved(seat, origin, region))
    check_vases(state, now, *MAP)


def return_warriors(state: DawnState, now: Now[DawnState], seat: Seat, region: int, count: int) -> None:
    """Return warriors to the reserves one by one. Another seat may now dominate the region. MAP-6"""
    player = state.players[seat]
    for _ in range(count):
        player.warriors[region] -= 1
        player.reserves += 1
        check_vases(state, now, *MAP)


def advance(state: DawnState, now: Now[DawnState], seat: Seat, track: int, source: str) -> None:
    """Move a marker up one space and gain the space's benefit. At the top, gain 3 VP instead. TRACK-2, TRACK-3"""
    box = the_box()
    tracks = state.players[seat].tracks
    if tracks[track] == box.tracks.top:
        now.emit(f.Advanced(seat, track, box.tracks.top + BEYOND, source))
        now.then(Benefit(seat, "track:beyond"))
        return
    tracks[track] += 1
    now.emit(f.Advanced(seat, track, tracks[track], source))
    check_vases(state, now, f"track.{TRACKS[track]}")
    benefit = box.tracks.source(track, tracks[track])
    if benefit:
        now.then(Benefit(seat, benefit))
