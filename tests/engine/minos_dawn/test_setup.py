"""SETUP: the laid-out table, Starting cards, abilities and first hands."""

from collections import Counter

import pytest

from engine.kernel.decision import Answer
from engine.kernel.play import Play, start
from engine.kernel.rules import Settings
from engine.minos_dawn.content.box import SA2, the_box
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.setup import DealHands, OpenSetup, VisitSetup
from engine.minos_dawn.seen.view import cards_in_hand, look
from engine.minos_dawn.state.facts import Gained, GoodGained, SetupCarriedOut, TempGained
from engine.minos_dawn.state.state import BLOCKED, NONE, Sealed
from tests.engine.minos_dawn.table import ALICE, BOB, bare, facts_of, with_steps
from tests.engine.situation import SEED


def laid_out(seats, **options):
    return start(GAME, Settings(seats, options), SEED).position.state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_1_map_and_rows_depend_on_the_seat_count(seats):
    state, box = laid_out(seats), the_box()
    assert all(len(row) == seats for row in box.layouts[seats].rows)
    assert len(box.layouts[seats].active) == (7 if seats == 2 else 12)
    assert all(n in box.layouts[seats].active for around in box.layouts[seats].neighbours.values() for n in around)
    assert len(state.players) == seats


@pytest.mark.parametrize(("seats", "dice"), [(2, (3, 3, 3, 4)), (3, (4, 4, 4, 4)), (4, (4, 4, 4, 5))])
def test_setup_2_the_dice_pool_depends_on_the_seat_count(seats, dice):
    count = Counter(the_box().layouts[seats].dice)
    assert tuple(count[colour] for colour in ("red", "blue", "yellow", "gray")) == dice


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_3_4_5_foundations_and_sea_peoples_avoid_starting_regions(seats):
    """SETUP-4 SETUP-5"""
    state, box = laid_out(seats), the_box()
    for number in box.layouts[seats].active:
        levels = [box.tiles_of_sea[tile].level for tile in state.sea[number]]
        is_start = number in box.layouts[seats].starting
        assert levels == ([] if is_start else [2, 1])
        assert bool(state.foundations[number]) is not is_start
        assert (state.cities[number] >= 0) is is_start


def test_setup_6_7_goods_are_stacked_and_temps_supplied():
    """SETUP-7"""
    state = laid_out(4)
    gone = [sum(player.goods[good] for player in state.players) for good in range(6)]
    assert [left + taken for left, taken in zip(state.stacks, gone, strict=True)] == [5] * 6
    assert Counter(state.goods_pile) == dict.fromkeys(range(6), 4)
    owned = [sum(player.temps[good] for player in state.players) for good in range(6)]
    assert [left + own for left, own in zip(state.temps, owned, strict=True)] == [9] * 6


def test_setup_8_round_1_begins_after_the_setup():
    assert laid_out(2).round == 0
    assert bare(2).round == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_9_each_route_has_its_bonus_tiles(seats):
    state = laid_out(seats, routes="ABA")
    assert state.routes == ["cyclades", "libya", "ugarit"]
    assert [len(tiles) for tiles in state.blue + state.red] == [seats + 1] * 6
    everything = [tile for tiles in state.blue + state.red for tile in tiles]
    assert len(set(everything)) == len(everything)


def test_setup_9_random_sides_are_drawn():
    seen = {
        tuple(start(GAME, Settings(2, {"routes": "random"}), bytes([n] * 16)).position.state.routes) for n in range(9)
    }
    assert len(seen) > 1


def test_setup_10_decks_and_offer_are_laid_out():
    state = laid_out(3)
    assert len(state.offer) == 5
    assert len(state.decks[0]) + 5 + sum(len(player.hand) for player in state.players) == 72
    assert len(state.decks[1]) == 72
    assert state.discards == [[], []]


def test_setup_11_three_vases_have_three_colours():
    for number in range(8):
        state = start(GAME, Settings(2), bytes([number] * 16)).position.state
        assert len({the_box().vases[vase].colour for vase in state.vases}) == 3
    assert state.places == [[-1, BLOCKED, -1]] * 3
    assert laid_out(3).places == [[-1, -1, -1]] * 3


def test_setup_12_one_action_bonus_is_in_play():
    assert laid_out(2).action_bonus in {tile.id for tile in the_box().content.action_bonuses}


def test_setup_13_14_15_each_seat_drafts_a_card_and_an_ability():
    """SETUP-14 SETUP-15"""
    play = Play(GAME, start(GAME, Settings(3, {"setup": "draft"}), SEED).position)
    first = play.position.state.picked_first
    order = []
    while play.pending[0].rule == "SETUP-15":
        decision = play.pending[0]
        keys = [option.key for option in decision.options]
        order.append(decision.seat)
        if len(order) == 1:
            assert sum(key.startswith("start:") for key in keys) == 3
            assert sum(key.startswith("ability:") for key in keys) == 3
        player = play.position.state.players[decision.seat]
        assert not (player.card and any(key.startswith("start:") for key in keys))
        play.answer(Answer(decision.seat, decision.id, (keys[-1],)))
    state = play.position.state
    assert order[:3] == [(first + place) % 3 for place in range(3)]
    assert order[3:] == sorted(order[3:], key=order[2::-1].index)
    assert sorted(player.card for player in state.players) == ["s3-1", "s3-2", "s3-3"]
    assert len({player.ability for player in state.players} - {NONE}) == 3


def test_setup_16_the_quick_setup_deals_everything_and_asks_nothing():
    state = laid_out(4)
    assert sorted(player.card for player in state.players) == ["s4-1", "s4-2", "s4-3", "s4-4"]
    assert len({player.ability for player in state.players} - {NONE}) == 4
    assert GAME.rules.options[0].default == "quick"


def deal(seats=4):
    state = laid_out(seats)
    return state, {player.card: player for player in state.players}


def test_setup_17_21_boards_and_tracks_start_empty():
    """SETUP-21"""
    state, _ = deal()
    for player in state.players:
        assert (player.income, player.tracks, player.ships) == (0, [0, 0, 0], [0, 0, 0])
        assert (player.towers, player.farms, len(player.cities)) == ([], [], 1)


def test_setup_18_goods_of_the_starting_card_give_no_benefit():
    _state, by_card = deal()
    player = by_card["s4-3"]
    assert (player.coins, player.weaponry, player.vp) == (11, 3, 3)
    assert player.goods == [0, 0, 0, 1, 0, 0]
    assert player.temps[5] == 1
    assert player.income == 0
    told = start(GAME, Settings(4), SEED).facts
    assert not [fact for fact in told if isinstance(fact, (GoodGained, Gained))]


def test_setup_19_20_hands_are_chosen_in_secret_and_opened_together():
    """SETUP-20"""
    state = bare(2)
    state.phase = "setup"
    state.sealed = [Sealed(), Sealed()]
    state.players[ALICE].card, state.players[BOB].card = "s2-1", "s2-2"
    for seat in (ALICE, BOB):
        state.players[seat].hand = [state.decks[0].pop() for _ in range(6)]
    hand = state.players[ALICE].hand.copy()
    size = len(state.decks[0])

    then = with_steps(state, VisitSetup(), OpenSetup())
    assert {decision.seat for decision in then.pending} == {ALICE, BOB}
    assert all(decision.private for decision in then.pending)
    then = then.choose(ALICE, f"card:{hand[0]}", f"card:{hand[1]}")
    assert set(then.keys(ALICE)) == {f"card:{card}" for card in hand[2:]}
    assert cards_in_hand(look(then.state, ALICE)) == tuple(hand[2:])
    then = then.choose(ALICE, f"card:{hand[2]}")
    assert cards_in_hand(look(then.state, ALICE)) == tuple(hand[3:])
    assert look(then.state, BOB).seats[ALICE].hand_size == 6, "others can't see how many answers the seat has given"
    assert then.keys(ALICE) == ()
    assert then.facts == ()
    bobs = state.players[BOB].hand
    then = then.choose(BOB, f"card:{bobs[0]}", f"card:{bobs[1]}").choose(BOB, f"card:{bobs[2]}")

    assert then.state.players[ALICE].hand == hand[3:]
    assert then.state.players[ALICE].palace == [hand[2]]
    assert then.state.players[ALICE].vp == 0
    assert len(then.state.decks[0]) == size + 4
    assert then.state.discards == [[], []]
    assert then.position.draws["deck 1"] == 1
    assert [fact.seat for fact in facts_of(then, SetupCarriedOut)] == [ALICE, BOB]


def test_setup_22_23_each_seat_starts_with_a_city_and_warriors():
    """SETUP-23"""
    _, by_card = deal()
    player = by_card["s4-4"]
    assert player.cities == [3]
    assert (player.warriors[3], player.reserves, player.supply) == (2, 2, 6)
    player = by_card["s4-1"]
    assert (player.warriors[8], player.reserves, player.supply) == (1, 3, 6)


def test_setup_24_the_card_with_the_symbol_has_the_first_player_marker():
    state, by_card = deal()
    assert state.players[state.first] is by_card["s4-1"]


def test_setup_25_sa2_names_its_temp_in_the_same_visit():
    state = bare(2)
    state.phase, state.picked_first, state.round = "setup", ALICE, 0
    state.players[ALICE].card, state.players[BOB].card = "s2-1", "s2-2"
    state.players[ALICE].ability = SA2
    for player in state.players:
        player.cities, player.warriors = [], [0] * len(player.warriors)
    state.cities = [-1] * len(state.cities)
    then = with_steps(state, DealHands())
    for seat in (ALICE, BOB):
        then = then.choose(seat, *then.keys(seat)[:2])
        then = then.choose(seat, then.keys(seat)[0])
    assert then.decision_of(ALICE).rule == "SETUP-25"
    then = then.choose(ALICE, "temp:wood")
    assert facts_of(then, TempGained) == [TempGained(ALICE, 3, "ability:SA2:1")]
    assert then.state.round == 1
    assert then.state.players[ALICE].temps[3] == 1
