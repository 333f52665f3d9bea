"""The levels of Dawn's computer players: candidate answers, and the worth of a state in tenths of a VP."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Keys
from engine.kernel.weights import three_levels
from engine.minos_dawn.content.language import Coin, Draw, Temp, Warrior, Weapon
from engine.minos_dawn.policies.greedy import POLICIES, ranked
from engine.minos_dawn.policies.weights import ROUNDS, VP, the_weights
from engine.minos_dawn.policies.worth import Outlook, palace, trait
from engine.minos_dawn.seen.view import DawnView, Glance
from engine.minos_dawn.state.standings import area_vp, board_vp, farm_vp, palace_vp, region_vp
from engine.minos_dawn.state.state import DawnState, SeatState


def worths_of(state: DawnState) -> list[int]:
    """Return each side's worth: its VP, the VP still to be scored, and the worth of its resources, income and palace.
    The rival is last, with VP only."""
    rival = [VP * state.rival.vp] if state.rival else []
    if state.phase == "over":
        return [VP * player.vp for player in state.players] + rival
    view, regions = Glance(state, None), region_vp(state)
    found = []
    for seat, player in enumerate(state.players):
        at = Outlook(view, seat)
        scored = at.time.scorings * (farm_vp(state, seat) + regions[seat] + player.noted)
        scored += area_vp(state, seat) + palace_vp(state, seat) + board_vp(state, seat)
        found.append(VP * (player.vp + scored) + _means(at, player) + _incomes(at, player) + _palace(at, player))
    return found + rival


def _means(at: Outlook, player: SeatState) -> int:
    ready = player.coins * at.price(Coin) + player.weaponry * at.price(Weapon) + sum(player.temps) * at.price(Temp)
    leaf = at.weights.leaf
    ready += len(player.hand) * at.price(Draw) + player.reserves * at.price(Warrior) * leaf.reserves // 100
    level = at.time.incomes * at.weights.level.get(at.me.ability, 0)
    return ready + sum(player.goods) * leaf.good[at.time.round - 1] + (at.me.level - 1) * level


def _incomes(at: Outlook, player: SeatState) -> int:  # INCOME-3, INCOME-4, INCOME-5
    space = at.box.content.player_board.income.spaces[player.income]
    weaponry = at.box.tracks.weaponry_income[player.tracks[2]] * at.price(Weapon)
    one = space.coin * at.price(Coin) + space.vp * VP + weaponry
    return at.time.incomes * (one + sum(at.route_income(number, ship) for number, ship in enumerate(player.ships)))


def _palace(at: Outlook, player: SeatState) -> int:
    """Return the worth of the palace's traits, its free room, and the area cards that it can still hold. SCORE-5"""
    traits = sum(trait(at, card, ROUNDS + 1 - at.time.round) for card in player.palace)
    room = at.time.incomes * at.box.tracks.palace_limits[player.tracks[0]]
    waiting = sorted((max(0, palace(at, card) - VP) for card in player.area), reverse=True)
    leaf = at.weights.leaf
    return traits + sum(waiting[:room]) * leaf.queue // 100 + leaf.room * max(0, room - len(waiting))


BACK = "minos_dawn.option.back"


def forethinking(look: Callable[[], DawnView | Glance], decision: Decision, chance: Chance) -> Keys:
    """Answer like the simple player that the weights file names for this number of seats. Used inside a search."""
    view = look()
    return POLICIES[the_weights().plays_on[str(len(view.seats))]](lambda: view, decision, chance)


def candidates(look: Callable[[], DawnView | Glance], decision: Decision, chance: Chance) -> list[Keys]:
    """Return the options, except for going back. The policy's best option is first."""
    back = {option.key for option in decision.options if option.label.id == BACK}
    return [(key,) for key in ranked(look, decision) if key not in back]


def worth(state: DawnState, seat: Seat) -> int:
    """Return the seat's lead over the other sides: the mean of its leads over their best and over their average."""
    worths = worths_of(state)
    others = [each for other, each in enumerate(worths) if other != seat]
    return worths[seat] - (max(others) + sum(others) // len(others)) // 2


LEVELS = three_levels(POLICIES["greedy"], the_weights, forethinking, candidates=candidates, worth=worth, glance=Glance)
