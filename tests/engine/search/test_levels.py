"""Levels of computer players: which questions they search, which answers they try, and how they value a state."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start, world_of
from engine.kernel.policy import FastChance, options_of
from engine.minerva.content.box import the_box
from engine.minerva.policies.worth import Ground
from engine.minos_classic.state.state import NO_ORDER, ClassicState
from engine.minos_dawn.policies.levels import BACK, worths_of
from tests.engine.minos_dawn.table import ALICE, BOB, table

THOUGHT_ABOUT = {
    "minos-classic": {"TURN-2", "MOVE-18"},
    "minerva": {"TURN-05", "EFF-07"},
    "minos-dawn": {"DRAFT-3", "ACT-7", "DEV-1", "EXP-1", "EFF-14"},
}
TABLES = [("minos-classic", 2), ("minos-classic", 4), ("minerva", 1), ("minerva", 3), ("minos-dawn", 1),
          ("minos-dawn", 2)]  # fmt: skip


def play_game(key: str, seats: int) -> Iterator[tuple[Play[Any], Decision, tuple[str, ...]]]:
    """Play a game between standard players. Yield each question and its answer. The game is changed in place."""
    game = GAMES[key]
    play = Play(game, start(game, complete_settings(game, seats, {}), bytes([seats] * 16)).position)
    chance, policy = FastChance(bytes(16)), game.programs.levels["standard"].policy
    while play.pending:
        decision = play.pending[0]
        keys = policy(partial(game.rules.look, play.position.state, decision.seat), decision, chance)
        yield play, decision, keys
        play.answer(Answer(decision.seat, decision.id, keys))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_strong_player_tries_legal_answers_and_sees_wins(key: str, seats: int) -> None:
    strong, thought_about = GAMES[key].programs.levels["strong"], set()
    assert strong.search is not None
    assert strong.worth is not None
    for play, decision, keys in play_game(key, seats):
        look = partial(GAMES[key].rules.look, play.position.state, decision.seat)
        if strong.search(look, decision) is None:
            continue
        thought_about.add(decision.rule)
        options = {option.key: option for option in decision.options}
        tried = (strong.candidates or options_of)(look, decision, FastChance(bytes(16)))
        assert len(set(tried)) == len(tried) > 0
        assert all(len(each) == 1 and options[each[0]].label.id != BACK for each in tried)
        assert keys in tried or options[keys[0]].label.id == BACK
    assert thought_about >= THOUGHT_ABOUT[key]
    placings = [placing for placing in GAMES[key].rules.result(play.position.state) if placing.seat is not None]
    ahead = [strong.worth(play.position.state, placing.seat) for placing in placings if placing.seat is not None]
    assert ahead == sorted(ahead, reverse=True)
    assert len(placings) == 1 or ahead[0] > 0 > ahead[-1]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_glance_shows_what_the_view_shows(key: str, seats: int) -> None:
    glance, look = GAMES[key].programs.levels["strong"].glance, GAMES[key].rules.look
    assert glance is not None
    for play, decision, _ in play_game(key, seats):
        seen, view = glance(play.position.state, decision.seat), look(play.position.state, decision.seat)
        fields = [name for name in dir(seen) if not name.startswith("_")]
        assert len(fields) >= 4
        assert [name for name in fields if not is_part(getattr(seen, name), getattr(view, name))] == []


def is_part(part: Any, whole: Any) -> bool:
    """Return whether `whole` has every field of `part`, with the same value. The same goes for records inside them."""
    if isinstance(part, msgspec.Struct):
        return all(is_part(getattr(part, name), getattr(whole, name)) for name in part.__struct_fields__)
    if isinstance(part, tuple):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return bool(part == whole)


@pytest.mark.parametrize(("key", "unordered"), [("minerva", (False, False)), ("minos-classic", NO_ORDER)])
def test_imagined_worlds_keep_orders_of_the_thinking_seat_only(key: str, unordered: Any) -> None:
    """Imagined worlds don't contain the orders that other seats gave."""
    orders, others_orders = [], []
    for play, decision, _ in play_game(key, 3):
        for seat in range(3) if play.position.number % 5 == 0 else ():
            for order in GAMES[key].orders.offer(play.position.state, seat):
                play.order(seat, order.rule, (order.options[play.position.number % len(order.options)].key,))
        secret = Chance(bytes([play.position.number % 256] * 16), {})
        world = world_of(GAMES[key], play.position, decision.seat, secret)
        real, supposed = orders_of(play.position.state), orders_of(world.state)
        assert supposed.pop(decision.seat) == real[decision.seat]
        assert supposed == [unordered, unordered]
        orders.append(real.pop(decision.seat))
        others_orders += real
    assert set(orders) > {unordered}
    assert set(others_orders) > {unordered}


def orders_of(state: Any) -> list[Any]:
    """Return the standing orders that each seat has given."""
    if isinstance(state, ClassicState):
        return [player.order for player in state.players]
    return [(player.next_turn, player.buys_none) for player in state.players]


def test_a_ground_reused_after_a_new_tile_equals_a_fresh_one() -> None:
    """Computer players of Minerva keep the lines of a city. After a new tile, they reuse the lines that it doesn't
    touch."""
    for play, _, _ in play_game("minerva", 3):
        cities = [tuple(player.city) for player in play.position.state.players]
    for city in cities:
        before = None
        for size in range(1, len(city) + 1):
            before, fresh = Ground(the_box(), city[:size], before), Ground(the_box(), city[:size])
            for cell in fresh.cells:
                assert (before.runs(cell), before.sides(cell)) == (fresh.runs(cell), fresh.sides(cell))
                assert before.around(cell) == fresh.around(cell)
        assert before is not None


@pytest.mark.parametrize(
    "more", [{"coins": 9}, {"goods": [1, 0, 0, 0, 0, 0]}, {"temps": [2, 0, 0, 0, 0, 0]}, {"ships": [1, 0, 0]},
             {"income": 4}, {"tracks": [0, 0, 3]}, {"palace": ["A1-01"]}, {"vp": 3}, {"hand": ["A1-01"]}]
)  # fmt: skip
def test_a_seat_that_owns_more_is_valued_higher(more: dict[str, Any]) -> None:
    plain, richer = worths_of(table(2)), worths_of(table(2, **more))
    assert richer[ALICE] > plain[ALICE]
    assert richer[BOB] == plain[BOB]


def test_score_3_what_was_scored_before_the_last_battles_is_not_valued_again() -> None:
    def worth(phase: str, noted: int) -> int:
        state = table(2, noted=noted)
        state.round, state.phase = 4, phase
        return worths_of(state)[ALICE]

    assert worth("income", 3) > worth("income", 0)
    assert worth("battles", 3) == worth("battles", 0)
