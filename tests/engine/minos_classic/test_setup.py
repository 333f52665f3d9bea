"""GEN and SETUP: general rules and the start of each seat."""

from typing import Any

import msgspec
import pytest

from engine.kernel.chance import Chance
from engine.kernel.game import complete_settings
from engine.kernel.play import Outcome, start
from engine.kernel.refusals import NotAnOption, NotAsked, UnplayableSettings
from engine.kernel.rules import Settings
from engine.minos_classic.game import GAME, RULES
from engine.minos_classic.phases.setup import lay_out
from engine.minos_classic.phases.turn import BeginTurn
from engine.minos_classic.state.facts import GameBegan
from engine.minos_classic.state.state import ClassicState
from tests.engine.minos_classic.tables import ANN, BOB, acting, space, table
from tests.engine.situation import SEED, Situation


def begin_game(seats: int = 4, **options: Any) -> Outcome[ClassicState]:
    return start(GAME, Settings(seats, options), SEED)


@pytest.mark.parametrize("seats", [1, 5])
def test_gen_1_two_to_four_players_can_play(seats: int):
    with pytest.raises(UnplayableSettings):
        complete_settings(GAME, seats, {})


def test_gen_2_views_differ_only_in_standing_orders():
    state = begin_game().position.state
    state.players[ANN].order = 3

    assert msgspec.structs.replace(RULES.look(state, BOB), looking=None) == RULES.look(state, None)
    own = RULES.look(state, ANN)
    assert own.seats[ANN].standing_rings == 3
    assert [seat.standing_rings for seat in RULES.look(state, BOB).seats] == [None] * 4


def test_gen_3_unaffordable_actions_are_refused():
    given = acting(table({ANN: "h_pylos"}, building=1, talents=4))

    assert "build:s_pylos" not in given.keys(ANN)
    with pytest.raises(NotAnOption):
        given.choose(ANN, "build:s_pylos")


def test_gen_4_another_seat_is_refused_and_nothing_changes():
    given = acting(table())

    with pytest.raises(NotAsked):
        given.choose(BOB, "end")
    assert given.state.turn.seat == ANN


def test_gen_5_a_roll_depends_only_on_the_draw():
    rolls = [Situation(GAME, table(), BeginTurn(ANN), seats=2, seed=bytes([n] * 16)).state.turn.dice for n in range(8)]

    assert len({tuple(roll) for roll in rolls}) > 1
    assert rolls[0] == Situation(GAME, table(), BeginTurn(ANN), seats=2, seed=bytes(16)).state.turn.dice


def test_gen_6_an_empty_reserve_places_no_piece():
    laid = table({ANN: "s_pylos " * 12}, stacks={"s_pylos": ("dwelling", "dwelling")})

    assert "recruit:s_pylos" not in acting(laid).keys(ANN)


def test_setup_1_all_sites_are_empty():
    assert begin_game().position.state.stacks == [()] * 30


def test_setup_2_each_seat_has_seven_ships_and_twelve_guards():
    for player in begin_game().position.state.players:
        assert player.ships_in_reserve + len(player.ships) == 7
        assert player.guards_in_reserve == 12


def test_setup_3_each_seat_starts_with_a_fish_zone_ship():
    assert [player.ships for player in begin_game().position.state.players] == [[space("z_fish")]] * 4


def test_setup_4_no_guard_starts_on_the_board():
    assert [player.guards for player in begin_game().position.state.players] == [[]] * 4


def test_setup_5_seats_start_with_25_talents_and_no_rings():
    assert [(player.talents, player.rings) for player in begin_game().position.state.players] == [(25, 0)] * 4


def test_setup_6_markers_start_at_zero():
    assert [player.marker for player in begin_game().position.state.players] == [0] * 4


def test_setup_7_the_supply_has_eighty_buildings_and_fifty_rings():
    state = begin_game().position.state
    assert state.supply == {"harbour": 20, "dwelling": 20, "warehouse": 20, "wall": 20}
    assert state.rings_in_supply == 50


def test_setup_8_the_first_seat_is_drawn_or_given():
    settings = complete_settings(GAME, 4, {})
    drawn = {lay_out(settings, Chance(bytes([n] * 16), {})).first for n in range(40)}
    assert drawn == {0, 1, 2, 3}

    fixed = begin_game(first_seat="first")
    assert fixed.facts[0] == GameBegan(0)
    assert fixed.position.state.turn.seat == 0


def test_setup_9_round_one_starts_with_all_sites_in_play():
    for seats in (2, 3, 4):
        state = begin_game(seats).position.state
        assert state.round == 1
        assert state.closed == []
