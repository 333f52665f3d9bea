"""EFF: conditions, counters and combinators, tested with content or with made-up effects."""

import pytest

from engine.kernel.policy import FastChance
from engine.kernel.proof.secrecy import check_secrets
from engine.kernel.proof.trial import Case
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    Advance,
    Build,
    BuildFree,
    Condition,
    Conversion,
    Cost,
    Draw,
    Move,
    Part,
    Place,
    Route,
    TempOf,
    Vp,
    Warrior,
    Wild,
    parse,
    times,
)
from engine.minos_dawn.effects.interpreter import Convert
from engine.minos_dawn.effects.operators import OPERATORS, Resolve, check_complete
from engine.minos_dawn.phases.turn import RetrieveDie
from engine.minos_dawn.state.facts import Advanced, CardDrawn, CardsDiscarded, Gained, Paid, TempGained
from engine.minos_dawn.state.measures import count_of, is_met
from engine.minos_dawn.state.state import Die
from engine.minos_dawn.state.steps import Benefit
from tests.engine.minos_dawn.table import ALICE, BOB, facts_of, give, plain, table, warriors, with_steps


def decree(effect):
    """Return the source of the decree with that effect."""
    return next(f"decree:{d.id}" for d in the_box().decrees.values() if d.effect == effect)


def begin(effect, state=None, **alice):
    return with_steps(state or table(2, **alice), Benefit(ALICE, decree(effect)))


def cards(count, age=1, first=1):
    return [f"A{age}-{n:02}" for n in range(first, first + count)]


@pytest.mark.parametrize(
    ("measure", "at_least", "short", "met"),
    [
        ("towers", 2, {"cities": [1, 2], "towers": [1]}, {"cities": [1, 2], "towers": [1, 2]}),
        ("farms", 2, {"farms": [1]}, {"farms": [1, 2]}),
        ("cities", 2, {"cities": [1]}, {"cities": [1, 2]}),
        ("seapeoples", 2, {"sea_tiles": ["I-01"]}, {"sea_tiles": ["I-01", "II-01"]}),
        ("influence", 5, {"tracks": [4, 8, 8]}, {"tracks": [5, 0, 0]}),
        ("cultural", 5, {"tracks": [8, 4, 8]}, {"tracks": [0, 5, 0]}),
        ("population", 5, {"tracks": [8, 8, 4]}, {"tracks": [0, 0, 5]}),
        ("palace", 10, {"palace": cards(9)}, {"palace": cards(10)}),
        ("area", 4, {"area": cards(3), "palace": cards(5, first=10)}, {"area": cards(4)}),
        ("tracks", 3, {"tracks": [2, 3, 3]}, {"tracks": [3, 3, 3]}),
        ("ship", 4, {"ships": [3, 3, 3]}, {"ships": [0, 4, 0]}),
    ],
)
def test_conditions_compare_their_measures(measure, at_least, short, met):
    """EFF-50 EFF-51 EFF-52 EFF-53 EFF-54 EFF-55 EFF-56 EFF-57 EFF-58 EFF-59 EFF-60"""
    condition = Condition(measure, at_least)
    assert not is_met(table(2, **short).players[ALICE], condition)
    assert is_met(table(2, **met).players[ALICE], condition)


def test_eff_61_62_conditions_count_warriors_and_regions():
    """EFF-62"""
    state = table(2, reserves=5)
    warriors(state, ALICE, r1=2, r2=3)
    player = state.players[ALICE]
    assert not is_met(player, Condition("warriors", 6))
    assert not is_met(player, Condition("regions", 4))
    warriors(state, ALICE, r1=2, r2=2, r3=1, r4=1)
    assert is_met(player, Condition("warriors", 6))
    assert is_met(player, Condition("regions", 4))


def test_multipliers_count_their_measures():
    """EFF-70 EFF-71 EFF-72 EFF-73 EFF-74 EFF-75 EFF-76 EFF-77 EFF-78 EFF-79"""
    state = table(
        2, area=cards(3), palace=cards(5, first=10), cities=[1, 2], towers=[2], farms=[1, 2, 4, 5], reserves=9,
        sea_tiles=["I-01", "II-01"], tracks=[4, 3, 6], ships=[5, 1, 0],
    )  # fmt: skip
    warriors(state, ALICE, r1=3, r2=1, r7=2)
    expected = {
        "area_cards": 3, "palace_cards": 5, "cities": 2, "towers": 1, "farms": 4, "regions": 3, "seapeoples": 2,
        "lowest_track": 3, "warriors": 6, "route_spaces": 6,
    }  # fmt: skip
    assert {name: count_of(state.players[ALICE], name) for name in expected} == expected


def resolve(state, atom):
    return with_steps(state, Resolve(ALICE, "foundation:f01", atom))


def test_eff_4_vp_for_scoring_are_recorded():
    then = with_steps(table(2), Benefit(ALICE, "foundation:f19"))
    assert (then.state.players[ALICE].noted, then.state.players[ALICE].vp) == (3, 0)


def test_eff_6_temps_are_chosen_one_by_one():
    then = with_steps(table(2), Benefit(ALICE, decree("temp 2"))).choose(ALICE, "temp:wood").choose(ALICE, "temp:herb")
    assert then.state.players[ALICE].temps == [0, 0, 0, 1, 0, 1]


def test_eff_7_8_goods_are_chosen_or_random():
    """EFF-7 EFF-8"""
    then = begin("good 1").choose(ALICE, "good:herb")
    assert then.state.players[ALICE].goods[5] == 1
    state = table(2)
    top = state.goods_pile[-1]
    then = with_steps(state, Benefit(ALICE, "foundation:f05"))
    assert then.state.players[ALICE].goods[top] == 1


def test_eff_9_each_card_is_drawn_from_offer_or_deck():
    state = table(2)
    then = resolve(state, Draw(2))
    assert then.keys(ALICE) == (*(f"draw:{card}" for card in state.offer), "draw:deck")
    then = then.choose(ALICE, f"draw:{state.offer[2]}").choose(ALICE, "draw:deck")
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age1"]
    assert len(then.state.players[ALICE].hand) == 2
    assert len(then.state.offer) == 4


def test_eff_10_cards_are_drawn_from_the_active_deck():
    state = table(2)
    then = begin("drawactive 3", state)
    assert then.state.players[ALICE].hand == state.decks[0][:-4:-1]


def test_eff_14_15_build_points_are_spent_one_by_one():
    """EFF-14 EFF-15"""
    then = resolve(table(2, coins=9), Build(2)).choose(ALICE, "tower:1")
    assert "farm:1" in then.keys(ALICE)
    assert then.choose(ALICE, "farm:1").pending == []
    then = resolve(table(2), BuildFree(1)).choose(ALICE, "tower:1")
    assert facts_of(then, Paid) == []


def test_eff_16_17_18_warriors_are_placed_moved_and_gained():
    """EFF-16 EFF-17 EFF-18"""
    then = resolve(table(2, cities=[1, 2]), Place(2)).choose(ALICE, "place:2").choose(ALICE, "place:2")
    assert then.state.players[ALICE].warriors[2] == 2
    then = resolve(table(2), Move(2)).choose(ALICE, "move:1").choose(ALICE, "region:7")
    assert then.keys(ALICE) == ("move:7", "skip")
    then = resolve(table(2), Warrior(2))
    assert (then.state.players[ALICE].reserves, then.state.players[ALICE].supply) == (5, 4)


def test_eff_19_wild_points_go_to_one_action():
    then = resolve(table(2, hand=["A1-03"], coins=9), Wild(2))
    assert then.keys(ALICE) == ("wild:prepare", "wild:develop", "wild:build", "wild:expand", "skip")
    then = then.choose(ALICE, "wild:develop")
    assert then.decision_of(ALICE).rule == "DEV-1"


def test_eff_20_93_a_number_repeats_an_advance_one_by_one():
    """EFF-93"""
    then = resolve(table(2), Advance(2, 0))
    assert [fact.space for fact in facts_of(then, Advanced)] == [1, 2]
    then = begin("advance cultural 1 instead if tracks>=3: advance any 2", tracks=[3, 3, 3])
    then = then.choose(ALICE, "track:influence")
    assert then.decision_of(ALICE).rule == "TRACK-4"


def test_eff_25_a_chosen_ship_pays_its_route_income():
    state = table(2, ships=[2, 1, 0])
    then = resolve(state, Route(2))
    assert then.keys(ALICE) == ("route:cyclades", "route:egypt")
    then = then.choose(ALICE, "route:cyclades").choose(ALICE, "route:cyclades")
    assert then.state.players[ALICE].coins == 6
    assert resolve(table(2), Route(1)).pending == []


def test_eff_27_temps_missing_from_the_supply_are_lost():
    state = table(2)
    state.temps[3] = 1
    then = resolve(state, TempOf(2, 3))
    assert facts_of(then, TempGained) == [TempGained(ALICE, 3, "foundation:f01")]


def test_eff_30_41_a_conversion_is_optional_and_offered_once():
    """EFF-30 EFF-41"""
    then = begin("coin 3 => good 1", coins=9)
    assert then.keys(ALICE) == ("convert", "skip")
    then = then.choose(ALICE, "convert")
    assert facts_of(then, Paid) == [Paid(ALICE, "coins", 3, decree("coin 3 => good 1"))]
    assert then.choose(ALICE, "good:wood").pending == []
    assert begin("coin 3 => good 1", coins=2).pending == []


def test_eff_41_a_conversion_without_effect_is_not_offered():
    state = table(2, coins=9)
    state.stacks = [0] * 6
    assert begin("coin 3 => good 1", state).pending == []
    assert begin("coin 4 => palace 2", coins=9).pending == []


def palace_trait():
    """Return the source of the royal trait that pays 3 coins for a place in the palace."""
    return next(f"trait:{d.id}" for d in the_box().decrees.values() if d.trait.effect == "coin 3 => palace 1")


def in_turn(**alice):
    """Return Alice's turn on the Wild row, with that trait due."""
    state = table(4, palace=[palace_trait().removeprefix("trait:")], coins=3, vp=3, **alice)
    state.rows = [[], [], [], [], [Die(ALICE, 0, 6)]]
    return with_steps(state, RetrieveDie(ALICE))


def test_eff_41_a_trait_is_not_offered_if_its_coins_buy_nothing():
    dear, cheap = "A1-02", "A1-03"
    trait = palace_trait()
    assert [the_box().decrees[card].vp for card in (dear, cheap)] == [5, 3]
    assert trait not in in_turn(hand=[dear]).keys(ALICE)
    then = in_turn(hand=[dear, cheap]).choose(ALICE, trait)
    assert then.keys(ALICE) == (f"card:{cheap}", "skip")
    assert trait in in_turn(area=[dear]).keys(ALICE)


def test_eff_41_info_13_turn_options_reveal_nothing_of_the_hand():
    for hand in (["A1-02"], ["A1-02", "A1-03"]):
        then = in_turn(hand=hand)
        assert then.decision_of(ALICE).private
        check_secrets(Case(then.game, then.position, FastChance(bytes(16))))
    # If the area has a card, or area and hand are both empty, the question doesn't depend on the hand.
    assert not in_turn(hand=["A1-02"], area=["A1-03"]).decision_of(ALICE).private
    assert not in_turn().decision_of(ALICE).private


def test_eff_41_a_useless_conversion_may_only_be_declined():
    state = in_turn(hand=["A1-02"]).state
    step = Convert(ALICE, palace_trait(), 0)
    then = with_steps(state, step)
    assert then.keys(ALICE) == ("skip",)
    assert then.decision_of(ALICE).private
    check_secrets(Case(then.game, then.position, FastChance(bytes(16))))
    # Outside the turn, the options must not reveal that the hand has no suitable card.
    state.turn = None
    then = with_steps(state, step)
    assert then.keys(ALICE) == ("convert", "skip")
    assert not then.decision_of(ALICE).private


def test_eff_41_the_cost_is_paid_before_the_gain():
    source = decree("discard 2 => palacefree 1")
    assert with_steps(table(2, hand=cards(2)), Benefit(ALICE, source)).pending == []
    assert with_steps(table(2, hand=cards(3)), Benefit(ALICE, source)).keys(ALICE) == ("convert", "skip")


def test_eff_31_42_a_conversion_repeats_until_declined_or_unaffordable():
    """EFF-31 EFF-42"""
    then = begin("weapon 3; repeat weapon 1 => vp 1").choose(ALICE, "effect:1")
    for left in (2, 1):
        then = then.choose(ALICE, "convert")
        assert then.state.players[ALICE].weaponry == left
    assert then.choose(ALICE, "skip").state.players[ALICE].vp == 2
    assert then.choose(ALICE, "convert").pending == []


def test_eff_32_discarding_is_a_cost_and_brings_no_coins():
    hand = cards(4)
    then = begin("discard 3 => vp 6", hand=hand).choose(ALICE, "convert")
    assert then.decision_of(ALICE).private
    then = then.choose(ALICE, *(f"card:{card}" for card in hand[:3]))
    assert facts_of(then, CardsDiscarded)[0].cards == tuple(hand[:3])
    player = then.state.players[ALICE]
    assert (player.coins, player.vp, player.hand) == (0, 6, hand[3:])
    assert begin("discard 3 => vp 6", hand=cards(2)).pending == []


def test_eff_33_losing_vp_is_a_cost():
    effect = parse("vp 3 => coin 1")[0]
    assert isinstance(effect, Conversion)
    assert effect.cost == Cost(vp=3)
    then = begin("draw 1; vp 3 => palacefree 1", hand=["A1-01"], vp=4, scored=[4, 0, 0, 0, 0, 0, 0, 0])
    then = then.choose(ALICE, "effect:2").choose(ALICE, "convert")
    assert then.state.players[ALICE].vp == 1


def test_eff_43_a_condition_is_checked_when_its_effect_begins():
    text = "weapon 1; if seapeoples>=2: vp 4"
    assert begin(text).state.players[ALICE].vp == 0
    assert begin(text, sea_tiles=["I-01", "I-02"]).state.players[ALICE].vp == 4


def test_eff_44_instead_replaces_the_first_part():
    text = "weapon 2 instead if population>=5: vp 5"
    first = begin(text).state.players[ALICE]
    assert (first.weaponry, first.vp) == (2, 0)
    second = begin(text, tracks=[0, 0, 5]).state.players[ALICE]
    assert (second.weaponry, second.vp) == (0, 5)


def test_eff_45_amounts_are_multiplied_and_0_gives_nothing():
    assert times(Vp(2), 3) == Vp(6)
    assert begin("vp 2 per towers").facts == ()
    assert facts_of(begin("vp 2 per towers", cities=[1, 2], towers=[1, 2]), Gained)[0].count == 4


def test_eff_46_only_possible_sides_are_offered():
    then = with_steps(table(2, area=["A1-01"]), Benefit(ALICE, "track:influence:3")).choose(ALICE, "either:1")
    assert len(facts_of(then, CardDrawn)) == 2
    state = table(2, area=["A1-01"])
    state.boxed, state.decks = state.decks[0] + state.decks[1], [[], []]
    then = with_steps(state, Benefit(ALICE, "track:influence:3"))
    assert then.decision_of(ALICE).rule == "EFF-23"


def test_eff_47_parts_take_effect_in_written_order():
    assert plain("coin 1 + vp 2").gains == (Part(plain("coin 1").gains[0].atom), Part(Vp(2)))
    then = with_steps(table(2), Benefit(ALICE, "bonus:blue08"))
    assert [type(fact).__name__ for fact in then.facts] == ["CardDrawn", "CardDrawn", "Gained"]


def test_eff_90_the_owner_chooses_even_in_turns_of_others():
    state = table(2)
    give(state, BOB, tracks=[0, 3, 0])
    then = with_steps(state, Resolve(BOB, "progress", Advance(1, 1)))
    assert then.decision_of(BOB).rule == "EFF-7"


def test_an_operator_without_an_entry_fails_at_loading():
    check_complete(OPERATORS)
    for missing in OPERATORS:
        with pytest.raises(TypeError, match=missing.__name__):
            check_complete({each: entry for each, entry in OPERATORS.items() if each is not missing})


def test_the_code_of_an_operator_is_found_by_its_word():
    for kind in OPERATORS:
        assert kind.__name__.removesuffix("Of").lower().replace("at", "@", "@" in kind.word) == kind.word
