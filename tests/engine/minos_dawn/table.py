"""Positions for tests: laid out as in a real game, but seats own only what the test gives them."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from engine.kernel.decision import Answer, Fact
from engine.kernel.play import Play, start
from engine.kernel.rules import Settings
from engine.kernel.steps import Step
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Plain, parse
from engine.minos_dawn.game import GAME
from engine.minos_dawn.state.state import NONE, DawnState, SeatState
from tests.engine.situation import SEED, Situation

ALICE, BOB, CARA, DORA = range(4)


@cache
def _laid_out(seats: int) -> DawnState:
    """Return the table after the roll of round 1. The autopilot answers all questions of the setup."""
    play = Play(GAME, start(GAME, Settings(seats), SEED).position)
    while play.position.state.phase == "setup":
        decision = play.pending[0]
        play.answer(Answer(decision.seat, decision.id, GAME.autopilot.answer(play.position.state, decision)))
    return play.position.state


def bare(seats: int = 2) -> DawnState:
    """Return a table in round 1. Each seat has only a city and a warrior, and no vase can be won yet."""
    state = deepcopy(_laid_out(seats))
    state.phase, state.pool, state.rows, state.first = "action", [], [[] for _ in range(5)], ALICE
    state.vases = ["v01", "v06", "v12"]
    state.temps, state.stacks = [9] * 6, [5] * 6
    for seat, region in enumerate(the_box().layouts[seats].starting):
        player = state.players[seat]
        give(state, seat, cities=[region], reserves=3, supply=6)
        warriors(state, seat, **{f"r{region}": 1})
        state.decks[0] += player.hand + player.palace
        player.hand, player.area, player.palace = [], [], []
        player.ability, player.income = NONE, 0
        player.coins = player.weaponry = player.vp = 0
        player.scored = [0] * 8
        player.goods, player.temps, player.tracks = [0] * 6, [0] * 6, [0, 0, 0]
    return state


def table(seats: int = 2, **alice: Any) -> DawnState:
    """Return a bare table and give Alice these holdings. Cards leave the decks and the offer."""
    state = bare(seats)
    give(state, ALICE, **alice)
    return state


def give(state: DawnState, seat: int, **holdings: Any) -> SeatState:
    """Set a seat's holdings. Named cards leave the decks and the offer."""
    player = state.players[seat]
    for name, value in holdings.items():
        if name in ("hand", "area", "palace"):
            take_cards(state, value)
        if name in ("cities", "towers", "farms"):
            _stand(state, seat, name, value)
        setattr(player, name, value.copy() if isinstance(value, list) else value)
    return player


def take_cards(state: DawnState, cards: list[str]) -> None:
    """Remove cards from decks and offer."""
    for pile in (*state.decks, state.offer):
        pile[:] = [card for card in pile if card not in cards]


def _stand(state: DawnState, seat: int, kind: str, regions: list[int]) -> None:
    taken = getattr(state, kind)
    for number in getattr(state.players[seat], kind):
        if taken[number] == seat:
            taken[number] = -1
    for number in regions:
        taken[number] = seat


def warriors(state: DawnState, seat: int, **places: int) -> None:
    """Place warriors on the map, one region each: `warriors(state, ALICE, r7=2)`."""
    player = state.players[seat]
    player.warriors = [0] * len(player.warriors)
    for place, count in places.items():
        player.warriors[int(place[1:])] = count


def with_steps(state: DawnState, *steps: Step[DawnState], **more: Any) -> Situation[DawnState]:
    """Return a situation in which these steps come next."""
    return Situation(GAME, state, *steps, seats=len(state.players), **more)


def plain(source: str) -> Plain:
    """Parse a text in the effect language. Return its first effect, which must be plain."""
    effect = parse(source)[0]
    assert isinstance(effect, Plain)
    return effect


def facts_of(situation: Situation[DawnState], *kinds: type[Fact]) -> list[Any]:
    """Return the last answer's facts of those kinds."""
    return [fact for fact in situation.facts if isinstance(fact, kinds)]


def play_out(
    situation: Situation[DawnState], pick: Callable[[Any], tuple[str, ...]]
) -> tuple[Situation[DawnState], list[Any]]:
    """Answer all questions with `pick`. Return the last situation and all facts."""
    facts = list(situation.facts)
    while situation.pending:
        decision = situation.pending[0]
        situation = situation.choose(decision.seat, *pick(decision))
        facts += situation.facts
    return situation, facts


def eager(decision: Any) -> tuple[str, ...]:
    """Return the first option that neither declines nor is an extra action. If there is none, return the first."""
    keys = [option.key for option in decision.options]
    wanted = [key for key in keys if key.partition(":")[0] not in BESIDE_OR_SKIP] or keys
    return tuple(wanted[: max(1, decision.at_least)])


BESIDE_OR_SKIP = ("skip", "march", "gather", "bonus", "sell", "swap", "battle", "exchange")
