"""EXP, EXTRA, MAP: warriors, extra actions and battles."""

import pytest

from engine.minos_dawn.actions.expand import MoveTo, expand_options
from engine.minos_dawn.content.box import EXPAND, SA5, the_box
from engine.minos_dawn.content.language import Move, Place, Warrior
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.phases.turn import RetrieveDie
from engine.minos_dawn.state.facts import (
    CardsDiscarded,
    Gained,
    GoodGained,
    Paid,
    SeaPeoplesDefeated,
    TempGained,
    TileUsed,
    TraitBegan,
    WarriorMoved,
    WarriorPlaced,
)
from engine.minos_dawn.state.measures import dominator, regions_present
from engine.minos_dawn.state.state import NOBODY, Die
from tests.engine.minos_dawn.table import ALICE, BOB, bare, facts_of, give, table, warriors, with_steps


def turn(seats=2, state=None, **alice):
    state = state or table(seats, **alice)
    state.rows = [[] for _ in range(5)]
    state.rows[EXPAND] = [Die(ALICE, 0, 4)]
    return with_steps(state, RetrieveDie(ALICE))


def test_exp_1_placing_and_moving_mix_freely():
    then = turn().choose(ALICE, "place:1").choose(ALICE, "move:1")
    assert then.keys(ALICE) == ("region:2", "region:7")
    then = then.choose(ALICE, "region:7")
    assert facts_of(then, WarriorMoved) == [WarriorMoved(ALICE, 1, 7)]
    assert then.state.turn.points == 4
    assert [key for key in then.keys(ALICE) if key.startswith("place")] == ["place:1"]


def test_exp_2_placing_and_moving_need_warriors():
    assert [option.key for option in expand_options(table(2, reserves=0), ALICE)] == ["move:1"]
    state = table(2)
    warriors(state, ALICE)
    assert [option.key for option in expand_options(state, ALICE)] == ["place:1"]


def test_exp_3_no_region_is_closed_or_full():
    state = table(2)
    warriors(state, BOB, r7=9)
    warriors(state, ALICE, r1=1, r7=5)
    then = with_steps(state, MoveTo(ALICE, 1)).choose(ALICE, "region:7")
    assert then.state.players[ALICE].warriors[7] == 6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_map_2_adjacency_is_symmetric_within_regions_in_play(seats):
    around = the_box().layouts[seats].neighbours
    assert all(a in around[b] for a, neighbours in around.items() for b in neighbours)
    assert around[7] == ((1, 2, 6) if seats == 2 else (1, 2, 6, 8, 12))


def test_map_3_presence_needs_a_warrior_rather_than_a_city():
    state = table(2, cities=[1, 2])
    warriors(state, ALICE, r4=2)
    assert regions_present(state.players[ALICE]) == 1


@pytest.mark.parametrize(
    ("alice", "bob", "who"), [(2, 1, ALICE), (1, 1, NOBODY), (0, 0, NOBODY), (1, 0, ALICE), (1, 3, BOB)]
)
def test_map_4_dominance_needs_strictly_the_most_warriors(alice, bob, who):
    state = bare(2)
    warriors(state, ALICE, r5=alice)
    warriors(state, BOB, r5=bob)
    assert dominator(state, 5) == who


def test_map_6_warriors_are_gained_placed_and_returned():
    then = with_steps(table(2, supply=1), Resolve(ALICE, "tower:2", Warrior(3)))
    assert (then.state.players[ALICE].supply, then.state.players[ALICE].reserves) == (0, 4)
    assert facts_of(then, Gained) == [Gained(ALICE, "warriors", 1, "tower:2")]


def test_map_8_placing_by_an_effect_is_optional_and_ignored_without_reserves():
    then = with_steps(table(2), Resolve(ALICE, "action:ab05", Place(2)))
    assert then.keys(ALICE) == ("place:1", "skip")
    then = then.choose(ALICE, "place:1")
    assert facts_of(then, WarriorPlaced) == [WarriorPlaced(ALICE, 1)]
    assert then.choose(ALICE, "skip").pending == []
    assert with_steps(table(2, reserves=0), Resolve(ALICE, "action:ab05", Place(2))).pending == []


def test_map_9_moving_by_an_effect_is_optional_and_ignored_without_warriors():
    then = with_steps(table(2), Resolve(ALICE, "sea:I-04", Move(2)))
    assert then.keys(ALICE) == ("move:1", "skip")
    state = table(2)
    warriors(state, ALICE)
    assert with_steps(state, Resolve(ALICE, "sea:I-04", Move(2))).pending == []


def test_extra_1_each_kind_of_extra_action_is_allowed_once_a_turn():
    then = turn(weaponry=5, hand=["A1-01", "A1-02"]).choose(ALICE, "gather:grain").choose(ALICE, "march")
    then = then.choose(ALICE, "region:7")
    assert not {"march", "gather:grain", "gather:wood"} & set(then.keys(ALICE))
    assert "sell" in then.keys(ALICE)


def test_extra_2_extra_actions_may_precede_a_nested_effect():
    card = next(d.id for d in the_box().decrees.values() if d.effect == "play 1")
    state = table(2, hand=[card, "A1-03"], coins=the_box().decrees[card].cost, bonus_tiles=["blue01"])
    state.rows[1] = [Die(ALICE, 0, 6)]
    then = with_steps(state, RetrieveDie(ALICE)).choose(ALICE, "develop").choose(ALICE, f"card:{card}")
    assert "bonus:blue01" in then.keys(ALICE)
    assert "card:A1-03" not in then.keys(ALICE)
    then = then.choose(ALICE, "bonus:blue01")
    assert then.state.players[ALICE].coins == 5
    assert then.decision_of(ALICE).rule == "DEV-1"
    assert "bonus:blue01" not in then.keys(ALICE)


def after_the_first_effect(*, tiles):
    """Return the game after card A1-22 gave 3 weaponry.

    The next effect of the card gives 6 VP to a seat with two defeated tiles. Alice has defeated one tile and can fight
    for `tiles`.
    """
    state = table(2, hand=["A1-22"], coins=8, sea_tiles=["I-08"])
    state.sea = [() for _ in state.sea]
    state.sea[1] = tuple(tiles)
    state.rows[1] = [Die(ALICE, 0, 6)]
    return with_steps(state, RetrieveDie(ALICE)).choose(ALICE, "develop").choose(ALICE, "card:A1-22")


def test_extra_2_a_battle_may_precede_an_effect_that_counts_the_battle():
    then = after_the_first_effect(tiles=["I-01"])
    assert then.decision_of(ALICE).rule == "GEN-8"
    assert {"effect:2", "battle:1"} <= set(then.keys(ALICE))
    assert then.choose(ALICE, "effect:2").state.players[ALICE].vp == 0
    fought = then.choose(ALICE, "battle:1")
    assert Gained(ALICE, "vp", 6, "decree:A1-22") in fought.facts
    assert fought.decision_of(ALICE).rule != "GEN-8"


def test_extra_2_an_effect_unaffected_by_extra_actions_does_not_wait():
    then = after_the_first_effect(tiles=[])
    assert then.decision_of(ALICE).rule != "GEN-8"
    assert then.state.players[ALICE].weaponry == 3


def test_extra_2_no_extra_action_interrupts_an_effect():
    state = table(2, hand=["A1-03"], bonus_tiles=["blue01", "blue05"])
    then = turn(state=state).choose(ALICE, "bonus:blue05")
    assert then.decision_of(ALICE).rule == "DEV-1"
    assert then.keys(ALICE) == ("skip",)


def test_extra_3_a_march_costs_weaponry():
    then = turn(weaponry=1).choose(ALICE, "march")
    assert facts_of(then, Paid) == [Paid(ALICE, "weaponry", 1, "march")]
    assert then.choose(ALICE, "region:2").state.players[ALICE].warriors[2] == 1
    assert "march" not in turn(weaponry=0).keys(ALICE)


def test_extra_4_gathering_gives_a_good_of_a_region_with_warriors():
    state = table(2, weaponry=1)
    warriors(state, ALICE, r1=1, r7=1)
    then = turn(state=state)
    assert [key for key in then.keys(ALICE) if key.startswith("gather")] == ["gather:wood", "gather:grain"]
    then = then.choose(ALICE, "gather:wood")
    assert facts_of(then, TempGained) == [TempGained(ALICE, 3, "gather")]
    state.temps[3] = 0
    assert "gather:wood" not in turn(state=state).keys(ALICE)


def test_extra_5_a_trade_bonus_is_used_once():
    then = turn(bonus_tiles=["blue01", "red01"]).choose(ALICE, "bonus:blue01")
    assert facts_of(then, TileUsed) == [TileUsed(ALICE, "blue01")]
    assert then.state.players[ALICE].bonus_tiles == ["red01"]
    assert "bonus:red01" not in then.keys(ALICE)


def test_extra_6_any_number_of_cards_may_be_sold():
    then = turn(hand=["A1-01", "A1-02", "A1-03"]).choose(ALICE, "sell")
    decision = then.decision_of(ALICE)
    assert (decision.at_least, decision.at_most, decision.private) == (1, 3, True)
    then = then.choose(ALICE, "card:A1-01", "card:A1-03")
    assert facts_of(then, CardsDiscarded) == [CardsDiscarded(ALICE, ("A1-01", "A1-03"), "sell")]
    assert then.state.players[ALICE].coins == 2


def test_extra_7_three_temps_of_a_type_buy_a_good():
    then = turn(temps=[0, 0, 0, 3, 2, 0])
    assert [key for key in then.keys(ALICE) if key.startswith("swap")] == ["swap:wood"]
    then = then.choose(ALICE, "swap:wood")
    assert facts_of(then, GoodGained) == [GoodGained(ALICE, 3, 1, "swap")]
    assert then.state.players[ALICE].income == 1
    state = table(2, temps=[0, 0, 0, 3, 0, 0])
    state.stacks[3] = 0
    assert "swap:wood" not in turn(state=state).keys(ALICE)


def battlefield(weaponry=9):
    state = table(2, weaponry=weaponry)
    warriors(state, ALICE, r1=1, r7=1)
    state.sea[7] = ("II-04", "I-01")
    return state


def test_extra_8_map_10_a_battle_gives_benefit_and_tile():
    then = turn(state=battlefield()).choose(ALICE, "battle:7")
    told = [fact for fact in then.facts if isinstance(fact, (SeaPeoplesDefeated, Paid, Gained))]
    assert told == [
        Paid(ALICE, "weaponry", 2, "battle"),
        SeaPeoplesDefeated(ALICE, 7, "I-01", 2),
        Gained(ALICE, "coins", 4, "sea:I-01"),
        Gained(ALICE, "vp", 2, "sea:I-01"),
    ]
    player = then.state.players[ALICE]
    assert (player.warriors[7], player.reserves, player.sea_tiles) == (0, 4, ["I-01"])
    assert then.state.sea[7] == ("II-04",)
    assert then.look(BOB).regions[6].sea_peoples == ("II-04",)


def test_map_11_a_battle_needs_weaponry_and_a_warrior_but_no_dominance():
    assert "battle:7" not in turn(state=battlefield(1)).keys(ALICE)
    state = battlefield()
    warriors(state, ALICE, r1=1)
    assert "battle:7" not in turn(state=state).keys(ALICE)
    state = battlefield()
    warriors(state, BOB, r7=5)
    assert "battle:7" in turn(state=state).keys(ALICE)


def test_extra_9_extra_actions_trigger_no_trait():
    due = [d.id for d in the_box().decrees.values() if d.trait.trigger == "expand"][:1]
    then = turn(palace=[*due, "A1-40"], weaponry=1).choose(ALICE, "gather:grain")
    assert then.state.turn.due == due
    assert facts_of(then, TraitBegan) == []


@pytest.mark.parametrize(("cultural", "give_", "got"), [(0, 2, 1), (2, 1, 1), (5, 1, 1)])
def test_abil_sa5a_the_exchange_works_both_ways_by_level(cultural, give_, got):
    then = turn(ability=SA5, tracks=[0, cultural, 0], coins=4, weaponry=4)
    to_weaponry = then.choose(ALICE, "exchange:weaponry").state.players[ALICE]
    assert (to_weaponry.coins, to_weaponry.weaponry) == (4 - give_, 4 + got)
    to_coins = then.choose(ALICE, "exchange:coins").state.players[ALICE]
    assert (to_coins.coins, to_coins.weaponry) == (4 + got, 4 - give_)


def test_abil_sa5a_an_exchange_cannot_be_reversed_directly():
    then = turn(ability=SA5, tracks=[0, 2, 0], coins=4, weaponry=4).choose(ALICE, "exchange:weaponry")
    assert "exchange:weaponry" in then.keys(ALICE)
    assert "exchange:coins" not in then.keys(ALICE)
    assert "exchange:coins" in then.choose(ALICE, "gather:grain").keys(ALICE)


def test_abil_sa5a_the_exchange_is_not_an_extra_action():
    then = turn(ability=SA5, tracks=[0, 2, 0], coins=4).choose(ALICE, "exchange:weaponry")
    assert "forfeit" in then.keys(ALICE)
    state = bare(2)
    give(state, ALICE, ability=0, coins=9)
    assert "exchange:weaponry" not in turn(state=state).keys(ALICE)
