"""SOLO-SETUP, SOLO-GEN: the setup for one player."""

import pytest

from engine.kernel.chance import Chance
from engine.kernel.game import complete_settings
from engine.kernel.play import decisions, start
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import Settings
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.phases.draft import dice_in_play
from engine.minos_dawn.phases.setup import lay_out
from engine.minos_dawn.state.facts import RivalArrived
from engine.minos_dawn.state.state import BLOCKED, FREE, NOBODY
from tests.engine.minos_dawn.solo.solo_table import EASY, HARD, NORMAL, first_position, rival_seen, the_rival

HOMES = [(3, 7, 1), (1, 4, 3)]


def before(region):
    """Return the table as laid out, before the rival's setup."""
    return lay_out(complete_settings(GAME, 1, {}), Chance(first_position(region).seed, {}))[0]


@pytest.fixture(params=[1, 3])
def state(request):
    return first_position(request.param).state


def test_solo_setup_1_the_solo_board_is_the_two_player_board(state):
    view = RULES.look(state, 0)
    assert [region.number for region in view.regions] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.spaces for row in view.rows] == [2] * 5
    assert [(len(route.blue), len(route.red)) for route in view.routes] == [(3, 3)] * 3
    assert state.places == [[FREE, BLOCKED, FREE]] * 3
    assert len({the_box().vases[vase].colour for vase in state.vases}) == 3
    assert state.action_bonus
    assert len(state.offer) == 5
    assert {the_box().cards.age_of[card] for card in state.offer} == {0}
    for number in (2, 5, 6):
        assert state.foundations[number]
        assert [the_box().tiles_of_sea[tile].level for tile in state.sea[number]] == [2, 1]


@pytest.mark.parametrize(("mode", "dice"), [(NORMAL, 13), (HARD, 13), (EASY, 17)])
def test_solo_setup_2_solo_easy_3_there_are_13_dice_or_17_in_easy_mode(mode, dice):
    colours = dice_in_play(first_position(3, mode).state)
    count = {colour: colours.count(colour) for colour in colours}
    assert len(colours) == dice
    assert count["gray"] - 1 == count["red"] == count["yellow"] == count["blue"]


def test_solo_setup_3_one_card_and_one_ability_are_dealt(state):
    player = state.players[0]
    assert player.card in ("s2-1", "s2-2")
    assert 0 <= player.ability < 5
    assert state.setup_cards == []
    assert state.setup_abilities == []
    card = the_box().starting_cards[player.card]
    assert (player.coins, player.weaponry, player.vp) == (card.coins, card.weapons, card.vp)
    assert len(player.hand) == card.draw
    assert player.warriors[card.region] == 1
    assert (player.reserves, player.supply) == (3, 6)


def test_solo_setup_3_items_are_dealt_even_if_draft_was_chosen():
    outcome = start(GAME, Settings(1, {"setup": "draft"}), bytes(16))
    assert [decision.rule for decision in decisions(GAME, outcome.position)] == ["SETUP-19"]


def test_solo_setup_4_the_starting_card_decides_whether_the_rival_begins():
    assert first_position(1).state.first == 0
    assert the_box().starting_cards["s2-1"].first_player
    assert first_position(3).state.first == RIVAL


def test_solo_setup_5_the_rival_has_his_pieces(state):
    rival = the_rival(state)
    figures = the_box().solo.figures
    assert (figures.cities, figures.farms, figures.warriors) == (3, 4, 10)
    assert len(rival.ships) == 3
    assert len(rival.marks) == 3
    assert sum(rival.warriors) + rival.reserve == 10


@pytest.mark.parametrize(("mode", "space"), [(EASY, 2), (NORMAL, 2), (HARD, 5)])
def test_solo_setup_6_solo_hard_2_his_population_starts_at_2_or_5(mode, space):
    assert the_rival(first_position(3, mode).state).population == space


@pytest.mark.parametrize(("mode", "vp"), [(EASY, 0), (NORMAL, 0), (HARD, 10)])
def test_solo_setup_7_solo_hard_1_he_starts_with_0_or_10_vp(mode, vp):
    assert the_rival(first_position(3, mode).state).vp == vp


def test_solo_setup_8_ships_start_on_space_1_without_gain(state):
    assert the_rival(state).ships == [1, 1, 1]
    assert the_rival(state).vp == 0
    assert [len(tiles) for tiles in state.blue] == [3, 3, 3]


def test_solo_setup_9_his_vase_markers_start_off_the_board(state):
    assert the_rival(state).marks == [0, 0, 0]
    assert rival_seen(state, 0).vases == (0, 0, 0)


@pytest.mark.parametrize(("region", "home", "other"), HOMES)
def test_solo_setup_10_his_home_depends_on_where_the_seat_starts(region, home, other):
    assert the_rival(first_position(region).state).home == home


@pytest.mark.parametrize(("region", "home", "other"), HOMES)
def test_solo_setup_11_the_tiles_of_home_lie_in_the_other_starting_region(region, home, other):
    state = first_position(region).state
    assert state.foundations[home] == ""
    assert state.sea[home] == ()
    assert state.foundations[other] == before(region).foundations[home] != ""
    assert state.sea[other] == before(region).sea[home] != ()
    assert state.cities[other] == NOBODY


@pytest.mark.parametrize(("region", "home", "other"), HOMES)
def test_solo_setup_12_a_farm_and_a_warrior_stand_at_home(region, home, other):
    state = first_position(region).state
    assert state.farms[home] == RIVAL
    assert the_rival(state).warriors[home] == 1
    assert the_box().regions[home].good == "wood"


def test_solo_setup_13_nine_warriors_three_cities_and_three_farms_are_left(state):
    view = rival_seen(state, None)
    assert (view.reserve, view.cities_left, view.farms_left) == (9, 3, 3)
    assert view.cities == ()


def test_solo_setup_14_twenty_cards_are_shuffled_and_the_top_back_is_seen(state):
    rival = the_rival(state)
    assert sorted(rival.deck) == sorted(the_box().solo.cards)
    assert rival.deck != sorted(rival.deck)
    assert rival_seen(state, 0).back == the_box().solo.cards[rival.deck[-1]].actions


def test_solo_setup_15_one_temp_of_each_type_stays_in_the_bag():
    state = first_position(1).state
    assert the_rival(state).bag == [0, 1, 2, 3, 4, 5]
    assert [have + own for have, own in zip(state.temps, state.players[0].temps, strict=True)] == [8] * 6


def test_solo_human_10_eight_temps_of_each_type_are_left_for_the_seat():
    state = first_position(3).state
    assert state.players[0].temps == [0, 0, 0, 1, 0, 0]
    assert state.temps == [8, 8, 8, 7, 8, 8]


def test_solo_offer_4_the_first_card_is_on_the_right():
    assert first_position(1).state.offer == before(1).offer[::-1]


def test_solo_gen_3_he_has_no_coins_goods_cards_or_ability(state):
    fields = set(the_rival(state).__struct_fields__)
    assert not fields & {"coins", "weaponry", "goods", "temps", "hand", "palace", "ability", "income", "card", "towers"}


@pytest.mark.parametrize("mode", [EASY, NORMAL, HARD])
def test_solo_gen_7_the_mode_is_an_option_of_the_game(mode):
    state = first_position(3, mode).state
    assert the_rival(state).mode == mode
    assert rival_seen(state, 0).difficulty == mode


def test_solo_gen_7_easy_is_the_default_and_unknown_levels_are_refused():
    assert complete_settings(GAME, 1, {}).options["difficulty"] == EASY
    with pytest.raises(UnplayableSettings):
        complete_settings(GAME, 1, {"difficulty": "brutal"})


def test_the_log_describes_the_solo_setup():
    outcome = start(GAME, Settings(1, {"difficulty": HARD}), bytes(16))
    state = outcome.position.state
    other = 4 - state.players[0].cities[0]
    assert RivalArrived(HARD, the_rival(state).home, other, 10) in outcome.facts


def test_games_with_several_seats_have_no_rival():
    assert start(GAME, Settings(2), bytes(16)).position.state.rival is None
