"""Positions for tests of the solo game. The seat and the rival own only what the test gives them."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Fact
from engine.kernel.play import Play, Position, start
from engine.kernel.rules import Settings
from engine.kernel.steps import Now, Step
from engine.minos_dawn.content.box import COLOURS, RIVAL, ROWS, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.seen.rival_view import RivalView
from engine.minos_dawn.state.facts import RivalArrived
from engine.minos_dawn.state.rival import Rival, RivalTurn
from engine.minos_dawn.state.state import NONE, DawnState, Die
from tests.engine.minos_dawn.table import ALICE, give, take_cards
from tests.engine.situation import SEED, Situation

RIVAL_FACTS = RULES.facts[RULES.facts.index(RivalArrived) :]
"""Every kind of fact about the rival. Every VP that he scores is in one of these facts. SOLO-GEN-2, SOLO-INV-10"""

NORMAL, EASY, HARD = "normal", "easy", "hard"


@cache
def first_position(region: int, mode: str = NORMAL) -> Position[DawnState]:
    """Return the first position of a real game. The seat starts in that region."""
    for number in range(100):
        outcome = start(GAME, Settings(1, {"difficulty": mode}), bytes([number] * 16))
        if outcome.position.state.players[ALICE].cities == [region]:
            return outcome.position
    raise AssertionError(region)


@cache
def _laid_out(region: int, mode: str) -> DawnState:
    """Return the table before the seat's first draft. The autopilot answers all questions of the setup."""
    play: Play[DawnState] = Play(GAME, Position(**_fields(first_position(region, mode))))
    while play.position.state.phase == "setup":
        decision = play.pending[0]
        play.answer(Answer(decision.seat, decision.id, GAME.autopilot.answer(play.position.state, decision)))
    return play.position.state


def _fields(position: Position[DawnState]) -> dict[str, Any]:
    fields = {name: getattr(position, name) for name in Position.__struct_fields__}
    return {**fields, "state": deepcopy(position.state), "agenda": list(position.agenda), "answered": [0], "draws": {}}


def solo(region: int = 3, mode: str = NORMAL, **alice: Any) -> DawnState:
    """Return round 1 in the action phase. The seat has only a city and a warrior in `region`. Nobody has dice.

    The rival has what the setup gives him. His solo cards are sorted by name, and no vase can be won yet. The Sea
    Peoples tiles (I-01 over II-01 and so on) are in their real regions, in ascending order.
    """
    state = deepcopy(_laid_out(region, mode))
    state.phase, state.pool, state.rows, state.first = "action", [], [[] for _ in ROWS], ALICE
    state.vases, state.places = ["v01", "v06", "v12"], [[-1, -2, -1] for _ in range(3)]
    state.stacks = [5] * 6
    player = state.players[ALICE]
    state.temps = [have + own for have, own in zip(state.temps, player.temps, strict=True)]
    state.decks[0] += player.hand + player.palace
    player.hand, player.area, player.palace = [], [], []
    player.ability, player.income = NONE, 0
    player.coins = player.weaponry = player.vp = 0
    player.scored = [0] * 8
    player.goods, player.temps, player.tracks = [0] * 6, [0] * 6, [0, 0, 0]
    warriors(state, **{f"r{region}": 1})
    rival = the_rival(state)
    rival.deck, rival.drawn, rival.used = sorted(the_box().solo.cards, reverse=True), [], []
    rival.selection = None
    tiles = list(the_box().tiles_of_sea)
    for place, number in enumerate(number for number, stack in enumerate(state.sea) if stack):
        state.sea[number] = (tiles[10 + place], tiles[place])
    laid = {tile for stack in state.sea for tile in stack}
    state.sea_box = [tile for tile in tiles if tile not in laid]
    give(state, ALICE, **alice)
    return state


def the_rival(state: DawnState) -> Rival:
    """Return the rival in a solo game."""
    assert state.rival is not None
    return state.rival


def warriors(state: DawnState, **places: int) -> None:
    """Place the seat's warriors in these regions, and all others in its reserve: `warriors(state, r7=2)`."""
    player = state.players[ALICE]
    player.warriors = [places.get(f"r{number}", 0) for number in range(len(player.warriors))]
    player.reserves = 10 - player.supply - sum(player.warriors)


def rivals(state: DawnState, reserve: int | None = None, **places: int) -> None:
    """Place the rival's warriors in these regions, and all others in his reserve: `rivals(state, r7=2)`."""
    rival = the_rival(state)
    rival.warriors = [places.get(f"r{number}", 0) for number in range(len(rival.warriors))]
    rival.reserve = 10 - sum(rival.warriors) if reserve is None else reserve


def solo_deck(state: DawnState, *top: str) -> None:
    """Put these solo cards on top of the deck in this order. The other cards follow, sorted by name."""
    rival = the_rival(state)
    rest = [card for card in sorted(the_box().solo.cards) if card not in (*top, *rival.drawn, *rival.used)]
    rival.deck = [*reversed(rest), *reversed(top)]


def offer(state: DawnState, *cards: str) -> None:
    """Set the offer to these cards, from left to right."""
    state.decks[0] += [card for card in state.offer if card not in cards]
    take_cards(state, list(cards))
    state.offer = list(cards)


def stand(state: DawnState, row: str, *dice: str, mark: str = "") -> None:
    """Put dice in a row from the left: `red5` is the rival's, `+red5` the seat's, `-` an empty space."""
    state.rows[ROWS.index(row)] = [_die(text, mark) for text in dice]


def _die(text: str, mark: str) -> Die | None:
    if text == "-":
        return None
    seat, text = (ALICE, text[1:]) if text.startswith("+") else (RIVAL, text)
    stands_for = ROWS.index(mark) if mark and seat == RIVAL else NONE
    return Die(seat, COLOURS.index(text[:-1]), int(text[-1]), stands_for)


def drawing(*goods: str) -> dict[str, Sequence[Sequence[int]]]:
    """Return loaded draws: the bag gives these goods in this order within one turn."""
    bag, draws = list(GOODS), []
    for good in goods:
        draws.append([bag.index(good)])
        bag.remove(good)
    return {"bag": draws}


def happen(
    state: DawnState,
    *steps: Step[DawnState],
    bag: Sequence[str] = (),
    loaded: Mapping[str, Sequence[Sequence[Any]]] | None = None,
) -> Situation[DawnState]:
    """Carry out the steps in this order during a turn of the rival. Draws from the bag give the goods in `bag`."""
    rival = the_rival(state)
    rival.turn = RivalTurn("red6", 0, 0, 0, 0)
    draws = {**drawing(*bag), **(loaded or {})}
    return Situation(GAME, state, *steps, seats=1, loaded=draws, options={"difficulty": rival.mode})


def facts_of(situation: Situation[DawnState], *kinds: type[Fact]) -> list[Any]:
    """Return the facts of the last answer. If kinds are named, return only those."""
    return [fact for fact in situation.facts if isinstance(fact, kinds or Fact)]


def rival_seen(state: DawnState, seat: int | None) -> RivalView:
    """Return the view of the rival for `seat`. If `seat` is None, return the view of a spectator."""
    rival = RULES.look(state, seat).rival
    assert rival is not None
    return rival


class Lent(Now[DawnState]):
    """The context of a step, for calling functions without a game."""

    def __init__(self, chance: Chance | None = None) -> None:
        super().__init__([], chance or Chance(SEED, {}))

    @property
    def steps(self) -> list[Step[DawnState]]:
        """Return the coming steps, the next one first."""
        return self._agenda[::-1]
