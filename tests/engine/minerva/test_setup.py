"""The laid-out table. SETUP"""

from collections import Counter

import pytest

from engine.kernel.chance import Chance
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import Settings
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import FORUM
from engine.minerva.game import GAME, RULES
from engine.minerva.phases.setup import lay_out
from engine.minerva.state.facts import GameBegan, TilesRevealed
from engine.minerva.state.state import MinervaState, Placed
from tests.engine.situation import SEED, LoadedChance

PILE_SIZES = {1: 7, 2: 7, 3: 9, 4: 11}


def laid_out(seats: int, seed: bytes = SEED, first_seat: str = "first") -> MinervaState:
    """Return the table after it was laid out, before the first step."""
    return lay_out(complete_settings(GAME, seats, {"first_seat": first_seat}), Chance(seed, {}))


def seeds() -> list[bytes]:
    return [bytes([number]) * 16 for number in range(40)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_setup_01_one_to_four_seats_play(seats):
    assert Play(GAME, start(GAME, Settings(seats), SEED).position).pending


@pytest.mark.parametrize("seats", [0, 5])
def test_setup_01_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(UnplayableSettings):
        start(GAME, Settings(seats), SEED)


@pytest.mark.parametrize(("seats", "normal", "starting"), [(1, 42, 6), (2, 42, 6), (3, 54, 7), (4, 66, 8)])
def test_setup_02_tiles_for_more_players_stay_in_the_box(seats, normal, starting):
    state = laid_out(seats)
    tiles, laid = the_box().tiles, [tile for lot in state.lots for tile in lot]
    there = [tile for tile in [*laid, *state.deck] if tile in tiles]
    begun = [tile for tile in there if tile in the_box().starting_buildings(4)]

    assert (len(there), len(begun)) == (normal + starting, starting)
    assert ("villa_rustica-2" in there) is ("villa_rustica-2" in the_box().normal_buildings(seats))


@pytest.mark.parametrize(
    ("seats", "vp"),
    [(4, [7, 6, 5, 4, 4, 3, 2, 2]), (3, [7, 6, 5, 4, 3, 2]), (2, [7, 5, 4, 3, 2]), (1, [7, 5, 4, 3, 2])],
)
def test_setup_03_and_setup_11_the_seat_count_decides_the_culture_piles(seats, vp):
    tiles = the_box().culture_tiles
    assert [[tiles[tile].vp for tile in pile] for pile in laid_out(seats).culture] == [vp] * 3


@pytest.mark.parametrize(("seats", "numbers"), [(1, ()), (2, (1, 2)), (3, (1, 2, 3)), (4, (1, 2, 3, 4))])
def test_setup_04_each_seat_has_an_order_tile_except_in_solo_games(seats, numbers):
    assert RULES.look(laid_out(seats), None).order_tiles == numbers


def test_setup_05_setup_06_setup_15_everyone_starts_with_forum_residences_and_grain():
    for player in laid_out(4).players:
        assert player.city == [Placed(FORUM, 0, 0)]
        assert (player.residences, player.resources) == (9, [1, 0, 0, 0])
        assert (player.glory, player.assistants, player.order) == (0, 0, 0)
        assert player.culture_tiles == player.glory_tiles == []


def test_setup_07_starting_buildings_lie_open_one_by_one():
    state = laid_out(3)
    assert state.lots[:7] == [(tile,) for tile in the_box().starting_buildings(3)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_setup_08_six_equal_piles_hold_round_tiles_in_order(seats):
    for seed in seeds():
        state = laid_out(seats, seed)
        if seats == 1:  # A solo game has already drawn pairs from the top. One round tile is in a pair or set aside.
            continue
        drawn = [lot[0] for lot in state.lots if lot[0] in the_box().normal_buildings(seats)]
        whole = [*state.deck, *reversed([*drawn, "round-1"])]
        size = PILE_SIZES[seats] + 1
        piles = [whole[place : place + size] for place in range(0, len(whole), size)]
        assert [[tile for tile in pile if tile.startswith("round-")] for pile in piles] == [
            [f"round-{number}"] for number in range(6, 0, -1)
        ]


def test_setup_08_the_round_tile_has_a_random_place_in_its_pile():
    depths = Counter(len(laid_out(2, seed).lots) for seed in seeds())
    assert len(depths) > 4


def test_setup_09_tiles_are_drawn_until_a_round_tile_appears():
    state = laid_out(2)
    assert state.aside == ["round-1"]
    assert not any(tile.startswith("round-") for lot in state.lots for tile in lot)


def test_setup_09_the_round_tile_may_be_drawn_first():
    loaded = LoadedChance(SEED, {}, {"pile 1": [[*the_box().normal_buildings(2)[:7], "round-1"]]})
    state = lay_out(complete_settings(GAME, 2, {}), loaded)

    assert state.lots == [(tile,) for tile in the_box().starting_buildings(2)]
    assert len(state.deck) == 42 + 5


def test_setup_10_five_temples_lie_open_and_the_rest_is_shuffled():
    rows = {tuple(laid_out(2, seed).temples) for seed in seeds()[:5]}
    state = laid_out(2)

    assert len(rows) == 5
    assert (len(state.temples), len(state.temple_stack)) == (5, 15)
    assert sorted(state.temples + state.temple_stack) == sorted(the_box().temples)


def test_setup_12_glory_tiles_lie_open():
    assert laid_out(2).glory == [tile.id for tile in the_box().content.glory]


def test_setup_13_an_option_decides_who_begins():
    assert {laid_out(4, seed).first for seed in seeds()} == {0}
    assert {laid_out(4, seed, "random").first for seed in seeds()} == {0, 1, 2, 3}


@pytest.mark.parametrize(("first", "denarii"), [(0, [3, 4, 5, 6]), (2, [5, 6, 3, 4])])
def test_setup_14_money_rises_clockwise_from_the_first_seat(first, denarii):
    chance = LoadedChance(SEED, {}, {"first seat": [[first]]})
    state = lay_out(complete_settings(GAME, 4, {}), chance)

    assert [player.denarii for player in state.players] == denarii


def test_setup_13_setup_09_the_log_begins_with_seat_order_and_reveal():
    outcome = start(GAME, Settings(2), SEED)
    state = outcome.position.state

    assert outcome.facts[:2] == (GameBegan(state.first), TilesRevealed(tuple(state.lots)))
