"""How well programs play Dawn: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Level, Search
from engine.minos_dawn.content.language import Coin, Draw, Temp, Warrior, Weapon
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.policies.outlook import BY_ROUND
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.standings import area_vp, board_vp, farm_vp, palace_vp, region_vp
from engine.minos_dawn.state.state import DawnState

VP = 10
ROUNDS = 4
SEARCHES = {
    "DRAFT-3": Search(rounds=1, width=10, trials=30),
    "ACT-7": Search(turns=1, width=6, trials=12),
}


def search(look: Callable[[], DawnView], decision: Decision) -> Search | None:
    """The die to draft and the turn's menu."""
    return SEARCHES.get(decision.rule)


def worth(state: DawnState, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others, with what it has yet to score and what it holds."""
    worths = worths_of(state)
    return worths[seat] - max((each for other, each in enumerate(worths) if other != seat), default=0)


def worths_of(state: DawnState) -> list[int]:
    """Each side's VP in tenths: those it has, those it would score, and its means."""
    if state.phase == "over":
        return [VP * player.vp for player in state.players] + ([VP * state.rival.vp] if state.rival else [])
    regions, place = region_vp(state), min(ROUNDS, max(1, state.round)) - 1
    scorings = 2 if place < 2 else 1
    worths = []
    for seat, player in enumerate(state.players):
        later = scorings * (farm_vp(state, seat) + regions[seat])
        end = area_vp(state, seat) + palace_vp(state, seat) + board_vp(state, seat)
        means = (
            player.coins * BY_ROUND[Coin][place]
            + player.weaponry * BY_ROUND[Weapon][place]
            + sum(player.temps) * BY_ROUND[Temp][place]
            + len(player.hand) * BY_ROUND[Draw][place]
            + player.reserves * BY_ROUND[Warrior][place] // 2
        )
        worths.append(VP * (player.vp + later + end) + means)
    if state.rival:
        worths.append(VP * state.rival.vp)
    return worths


LEVELS = {
    "novice": Level(POLICIES["greedy"], blunders=200),
    "standard": Level(POLICIES["greedy"]),
    "strong": Level(POLICIES["greedy"], search=search, worth=worth),
}
