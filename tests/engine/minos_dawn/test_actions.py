"""ACT, PREP, WILD, TRAIT: the action turn."""

import pytest

from engine.kernel.decision import Message
from engine.minos_dawn.actions.action_points import ActionPoints, WildPoints
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.phases.turn import Act, NextTurn, RetrieveDie
from engine.minos_dawn.state.facts import (
    ActionChosen,
    CardDrawn,
    DieRetrieved,
    Forfeited,
    Gained,
    OfferRefilled,
    TraitBegan,
    TurnEnded,
)
from engine.minos_dawn.state.state import Die
from tests.engine.minos_dawn.table import ALICE, BOB, bare, facts_of, table, with_steps

PREPARE, DEVELOP, BUILD, EXPAND, WILD = range(5)


def turn(row=EXPAND, space=0, value=4, seats=4, state=None, **alice):
    """Return a turn in which Alice retrieves her only die from that space."""
    state = state or table(seats, **alice)
    state.rows = [[] for _ in range(5)]
    state.rows[row] = [Die(BOB, 0, 1)] * space + [Die(ALICE, 0, value)]
    return with_steps(state, RetrieveDie(ALICE))


def test_act_1_seats_take_turns_with_one_die_each():
    state = bare(2)
    state.rows = [[Die(ALICE, 0, 5), Die(BOB, 0, 6)], [Die(ALICE, 1, 3), Die(BOB, 1, 2)], [], [], []]
    then = with_steps(state, NextTurn(0))
    seats = []
    while then.pending:
        decision = then.pending[0]
        seats += [decision.seat] if decision.rule == "ACT-7" else []
        then = then.choose(decision.seat, decision.options[-1].key)
    assert seats == [ALICE, BOB, ALICE, BOB]


def test_act_1_a_seat_without_dice_is_passed_over():
    state = bare(2)
    state.rows[0] = [Die(BOB, 0, 6)]
    assert with_steps(state, NextTurn(0)).decision_of(BOB).rule == "ACT-7"


def test_act_2_any_of_the_highest_dice_may_be_retrieved():
    state = bare(3)
    state.rows = [[Die(ALICE, 0, 4)], [Die(ALICE, 1, 5), Die(ALICE, 3, 5)], [], [Die(BOB, 0, 6)], []]
    assert with_steps(state, RetrieveDie(ALICE)).keys(ALICE) == ("die:develop:1", "die:develop:2")


def test_act_3_row_space_and_value_are_fixed():
    then = turn(EXPAND, 1, 5)
    assert facts_of(then, DieRetrieved) == [DieRetrieved(ALICE, "red5", "expand", 2, ())]
    assert (then.state.turn.row, then.state.turn.space, then.state.turn.value, then.state.turn.points) == (3, 1, 5, 5)


def test_act_4_the_space_is_marked_until_the_end_of_the_turn():
    then = turn(EXPAND, 1, 5)
    assert then.look().turn.space == 2
    assert then.choose(ALICE, "end").look().turn is None


def test_act_5_a_die_may_be_forfeited_for_two_coins():
    then = turn(PREPARE, 0).choose(ALICE, "forfeit")
    assert facts_of(then, Forfeited, Gained) == [Forfeited(ALICE), Gained(ALICE, "coins", 2, "forfeit")]
    assert not [key for key in then.keys(ALICE) if key in ("benefit", "draw:deck", "forfeit")]


def test_act_5_a_die_cannot_be_forfeited_after_using_it():
    assert "forfeit" not in turn(PREPARE, 0).choose(ALICE, "benefit").keys(ALICE)
    assert "forfeit" not in turn(EXPAND, 0).choose(ALICE, "place:1").keys(ALICE)
    extra = turn(EXPAND, 0, weaponry=1).choose(ALICE, "gather:grain")
    assert "forfeit" not in extra.keys(ALICE)


def test_act_5_a_trait_does_not_prevent_forfeiting():
    then = turn(EXPAND, 0, 4, palace=["A1-01"]).choose(ALICE, "trait:A1-01")
    assert "forfeit" in then.keys(ALICE)


def test_act_6_trait_6_forfeiting_keeps_traits_and_extra_actions():
    then = turn(EXPAND, 0, 4, palace=["A1-01"], weaponry=1).choose(ALICE, "forfeit")
    assert {"trait:A1-01", "gather:grain", "march", "end"} <= set(then.keys(ALICE))


def test_act_7_gen_9_all_possible_actions_are_offered_in_one_question():
    then = turn(PREPARE, 0, 4, palace=["A1-01"], weaponry=1, hand=["A1-02"], bonus_tiles=["blue01"])
    offer = {f"draw:{card}" for card in then.state.offer}
    assert set(then.keys(ALICE)) == {
        "benefit", "draw:deck", "draw:age2", "trait:A1-01", "march", "gather:grain", "bonus:blue01", "sell", "forfeit",
        "end", *offer,
    }  # fmt: skip
    assert len(then.pending) == 1


def test_act_8_points_may_be_interrupted_and_unused_ones_are_lost():
    then = turn(EXPAND, 0, weaponry=1).choose(ALICE, "place:1").choose(ALICE, "gather:grain").choose(ALICE, "place:1")
    then = then.choose(ALICE, "end")
    assert facts_of(then, TurnEnded) == [TurnEnded(ALICE, 4, ())]


def test_act_9_at_turn_end_the_unused_benefit_comes_before_traits():
    then = turn(PREPARE, 0, 4, palace=["A1-47", "A1-01"]).choose(ALICE, "end")
    assert [fact.source for fact in facts_of(then, Gained)] == [
        "space:4:prepare:1",
        "space:4:prepare:1",
        "trait:A1-47",
        "trait:A1-01",
    ]


def test_act_9_unused_optional_traits_lapse():
    move = "A1-11"
    then = turn(DEVELOP, 0, 6, palace=[move]).choose(ALICE, "end")
    assert facts_of(then, TurnEnded) == [TurnEnded(ALICE, 3, (move,))]


def test_act_9_the_end_option_warns_of_losses():
    state = turn(DEVELOP, 0, 6, palace=["A1-11"]).state
    assert Act(ALICE).options(state)[-1].label == Message("minos_dawn.option.end_points", {"count": 3})

    state.turn.points = 0
    assert Act(ALICE).options(state)[-1].label == Message("minos_dawn.option.end_traits", {"count": 1})

    state.turn.due.clear()
    assert Act(ALICE).options(state)[-1].label == Message("minos_dawn.option.end")


def test_act_10_card_8_the_offer_is_refilled_as_the_turn_ends():
    then = turn(PREPARE, 0)
    card = then.state.offer[0]
    then = then.choose(ALICE, f"draw:{card}")
    assert len(then.state.offer) == 4
    then = then.choose(ALICE, "end")
    assert len(then.state.offer) == 5
    assert len(facts_of(then, OfferRefilled)[0].cards) == 1


def test_act_11_the_seat_chooses_the_track_that_advances():
    then = turn(EXPAND, 2).choose(ALICE, "benefit")
    assert then.keys(ALICE) == ("track:influence", "track:cultural", "track:population")
    assert then.choose(ALICE, "track:population").state.players[ALICE].tracks == [0, 0, 1]


def test_act_12_the_action_bonus_can_be_gained_again_and_again():
    state = table(4)
    state.action_bonus = "ab02"
    then = turn(EXPAND, 3, state=state).choose(ALICE, "benefit")
    assert then.state.players[ALICE].weaponry == 3
    assert then.state.action_bonus == "ab02"


def test_prep_1_each_drawn_card_is_seen_before_the_next_draw():
    then = turn(PREPARE, 0)
    card, top = then.state.offer[1], then.state.decks[0][-1]
    then = then.choose(ALICE, f"draw:{card}").choose(ALICE, "draw:deck")
    assert then.state.players[ALICE].hand == [card, top]
    assert then.state.turn.points == 2


def test_prep_2_the_offer_is_not_refilled_between_points():
    then = turn(PREPARE, 0)
    then = then.choose(ALICE, f"draw:{then.state.offer[0]}").choose(ALICE, f"draw:{then.state.offer[1]}")
    assert len(then.state.offer) == 3


def test_prep_3_hands_are_unlimited_and_cards_to_draw_may_run_out():
    state = table(4)
    state.boxed, state.offer = state.decks[0] + state.offer, []
    state.decks[0] = []
    state.age = 0
    then = turn(PREPARE, 1, state=state)
    assert not [key for key in then.keys(ALICE) if key.startswith("draw")]
    assert len(turn(PREPARE, 0, hand=[f"A1-{n:02}" for n in range(1, 31)]).state.players[ALICE].hand) == 30


def test_prep_4_space_1_may_draw_one_age_2_card():
    then = turn(PREPARE, 0)
    top = then.state.decks[1][-1]
    then = then.choose(ALICE, "draw:age2")
    assert then.state.players[ALICE].hand == [top]
    assert "draw:age2" not in then.keys(ALICE)
    assert "draw:age2" not in turn(PREPARE, 1).keys(ALICE)
    state = table(4)
    state.age, state.round = 1, 3
    assert "draw:age2" not in turn(PREPARE, 0, state=state).keys(ALICE)


def test_prep_5_info_6_a_card_drawn_from_the_deck_is_private():
    then = turn(PREPARE, 0)
    drawn = then.choose(ALICE, "draw:deck")
    (fact,) = facts_of(drawn, CardDrawn)
    assert drawn.game.rules.hear(fact, BOB).card == ""
    assert drawn.game.rules.hear(fact, ALICE).card == drawn.state.players[ALICE].hand[0]
    public = then.choose(ALICE, f"draw:{then.state.offer[0]}")
    assert public.game.rules.hear(facts_of(public, CardDrawn)[0], None).card == then.state.offer[0]


def test_wild_1_the_first_point_decides_the_action_of_all_others():
    then = turn(WILD, 0, 2)
    # Without coins and grain, Alice can only build a farm. It costs her only warrior.
    wild = ("wild:prepare", "wild:develop", "wild:build", "wild:expand")
    assert then.keys(ALICE)[:4] == wild
    then = then.choose(ALICE, "wild:expand")
    assert then.decision_of(ALICE).rule == "WILD-1"
    assert facts_of(then, ActionChosen) == []
    then = then.choose(ALICE, "place:1")
    assert facts_of(then, ActionChosen) == [ActionChosen(ALICE, "expand")]
    assert then.state.turn.points == 1
    assert {"place:1", "move:1"} <= set(then.keys(ALICE))
    assert not [key for key in then.keys(ALICE) if key.startswith(("draw", "wild"))]


@pytest.mark.parametrize("inputs_of", ["prepare", "develop", "build", "expand"])
def test_wild_1_a_seat_that_spent_nothing_may_choose_another_action(inputs_of):
    before = turn(WILD, 0, 2, hand=["A1-03"], coins=20)
    then = before.choose(ALICE, f"wild:{inputs_of}").choose(ALICE, "skip")
    assert then.state == before.state
    assert then.keys(ALICE) == before.keys(ALICE)
    assert then.choose(ALICE, "wild:prepare").choose(ALICE, "draw:deck").state.turn.acts_as == PREPARE


def test_wild_1_after_playing_a_decree_all_points_must_develop():
    then = turn(WILD, 0, 2, hand=["A1-03", "A1-06"], coins=20).choose(ALICE, "wild:develop")
    then = then.choose(ALICE, "card:A1-03")
    assert facts_of(then, ActionChosen) == [ActionChosen(ALICE, "develop")]
    assert then.decision_of(ALICE).rule == "ACT-7"
    assert (then.state.turn.acts_as, then.state.turn.points) == (DEVELOP, 1)
    assert then.choose(ALICE, "develop").choose(ALICE, "card:A1-06").state.turn.points == 0


def test_act_5_a_die_can_be_forfeited_after_choosing_the_wild_action():
    then = turn(WILD, 0, 2).choose(ALICE, "wild:expand")
    assert "forfeit" in then.choose(ALICE, "skip").keys(ALICE)
    assert "forfeit" not in then.choose(ALICE, "place:1").keys(ALICE)


def test_wild_2_wild_as_prepare_has_neither_benefits_nor_age_2_draw():
    then = turn(WILD, 0, 2).choose(ALICE, "wild:prepare")
    assert "draw:deck" in then.keys(ALICE)
    assert not {"draw:age2", "benefit"} & set(then.keys(ALICE))
    assert not {"draw:age2", "benefit"} & set(then.choose(ALICE, "draw:deck").keys(ALICE))


def test_wild_3_only_wild_and_value_traits_are_due():
    triggers = {card: decree.trait.trigger for card, decree in box_decrees().items()}
    wild = next(card for card, trigger in triggers.items() if trigger == "wild")
    expand = next(card for card, trigger in triggers.items() if trigger == "expand")
    then = turn(WILD, 0, 2, palace=[wild, expand])
    assert then.state.turn.due == [wild]
    assert then.choose(ALICE, "wild:expand").choose(ALICE, "place:1").state.turn.due == [wild]


def test_wild_4_effect_points_go_to_one_action_without_traits():
    then = with_steps(table(), WildPoints(ALICE, "bonus:red07", 2)).choose(ALICE, "wild:expand")
    assert then.decision_of(ALICE).rule == "WILD-1"
    then = then.choose(ALICE, "place:1")
    assert facts_of(then, ActionChosen) == [ActionChosen(ALICE, "expand")]
    assert then.decision_of(ALICE).rule == "EFF-14"
    assert then.state.players[ALICE].warriors[1] == 2
    assert facts_of(then, TraitBegan) == []
    assert then.choose(ALICE, "skip").pending == []


@pytest.mark.parametrize("inputs_of", ["prepare", "develop", "build", "expand"])
def test_wild_4_a_viewed_action_may_be_changed(inputs_of):
    before = with_steps(table(hand=["A1-03"], coins=20), WildPoints(ALICE, "bonus:red07", 2))
    then = before.choose(ALICE, f"wild:{inputs_of}").choose(ALICE, "skip")
    assert then.keys(ALICE) == before.keys(ALICE)
    assert then.choose(ALICE, "skip").pending == []
    played = then.choose(ALICE, "wild:develop").choose(ALICE, "card:A1-03")
    assert facts_of(played, ActionChosen) == [ActionChosen(ALICE, "develop")]


def box_decrees():
    from engine.minos_dawn.content.box import the_box

    return the_box().decrees


@pytest.mark.parametrize(
    ("trigger", "row", "value"),
    [
        ("prepare", PREPARE, 6), ("develop", DEVELOP, 6), ("build", BUILD, 6), ("expand", EXPAND, 6), ("wild", WILD, 6),
        ("die12", EXPAND, 1), ("die12", EXPAND, 2), ("die34", EXPAND, 3), ("die34", EXPAND, 4), ("die56", EXPAND, 5),
        ("die56", EXPAND, 6),
    ],
)  # fmt: skip
def test_trait_3_eff_80_to_87_triggers_match_row_or_value(trigger, row, value):
    """EFF-80 EFF-81 EFF-82 EFF-83 EFF-84 EFF-85 EFF-86 EFF-87"""
    one_of_each = {decree.trait.trigger: card for card, decree in box_decrees().items()}
    then = turn(row, 0, value, palace=list(one_of_each.values()))
    due = {box_decrees()[card].trait.trigger for card in then.state.turn.due}
    by_value = ("die12", "die34", "die56")[(value - 1) // 2]
    assert due == {("prepare", "develop", "build", "expand", "wild")[row], by_value}
    assert trigger in due


def test_trait_1_a_trait_acts_only_in_the_palace():
    then = turn(EXPAND, 0, 4, hand=["A1-01"], area=["A1-47"])
    assert then.state.turn.due == []


def test_trait_4_a_later_card_has_no_trait_for_this_die():
    then = turn(BUILD, 0, 4, palace=["A1-01"], area=["A1-47"], bonus_tiles=["blue11"])
    then = then.choose(ALICE, "bonus:blue11").choose(ALICE, "card:A1-47")
    assert then.state.players[ALICE].palace == ["A1-01", "A1-47"]
    assert then.state.turn.due == ["A1-01"]


def test_trait_5_each_trait_acts_once_in_any_order():
    then = turn(EXPAND, 0, 4, palace=["A1-47", "A1-01"]).choose(ALICE, "trait:A1-01")
    assert "trait:A1-01" not in then.keys(ALICE)
    assert "trait:A1-47" in then.keys(ALICE)
    assert facts_of(then, TraitBegan) == [TraitBegan(ALICE, "A1-01")]


def test_trait_5_eff_41_choosing_a_conversion_pays_its_cost():
    card = next(
        c for c, d in box_decrees().items() if d.trait.trigger == "expand" and d.trait.effect == "coin 2 => vp 2"
    )
    then = turn(EXPAND, 0, 1, palace=[card], coins=2).choose(ALICE, f"trait:{card}")
    assert (then.state.players[ALICE].coins, then.state.players[ALICE].vp) == (0, 2)
    assert f"trait:{card}" not in turn(EXPAND, 0, 1, palace=[card], coins=1).keys(ALICE)


def test_trait_7_build_25_points_from_effects_trigger_no_trait():
    """BUILD-25: only retrieving a die makes traits due."""
    triggers = {decree.trait.trigger: card for card, decree in box_decrees().items()}
    state = table(2, palace=[triggers["build"]], coins=20)
    then = with_steps(state, ActionPoints(ALICE, "track:cultural:3", BUILD, 1)).choose(ALICE, "ship:cyclades")
    assert facts_of(then, TraitBegan) == []
    assert then.state.turn is None


def test_trait_8_an_impossible_trait_lapses():
    card = next(c for c, d in box_decrees().items() if d.trait.trigger == "expand" and d.trait.effect == "temp 1")
    state = table(4, palace=[card])
    state.temps = [0] * 6
    then = turn(EXPAND, 0, 1, state=state)
    assert f"trait:{card}" not in then.keys(ALICE)
    then = then.choose(ALICE, "end")
    assert facts_of(then, TurnEnded) == [TurnEnded(ALICE, 6, (card,))]


def test_act_8_develop_can_still_be_chosen_after_viewing_decrees():
    before = turn(DEVELOP, 0, 6, hand=["A1-02"], coins=20)
    then = before.choose(ALICE, "develop").choose(ALICE, "skip")
    assert then.state == before.state
    assert then.keys(ALICE) == before.keys(ALICE)
    assert "develop" in then.keys(ALICE)


@pytest.mark.parametrize(("row", "option"), [(DEVELOP, "develop"), (WILD, "wild:develop")])
def test_dev_12_an_unaffordable_decree_is_offered_again_after_changes(row, option):
    then = turn(row, 0, 6, hand=["A1-02"], weaponry=1).choose(ALICE, option)
    assert then.keys(ALICE) == ("skip",)
    then = then.choose(ALICE, "skip")
    assert option not in then.keys(ALICE)
    assert option in then.choose(ALICE, "sell").choose(ALICE, "card:A1-02").keys(ALICE)
    assert option in then.choose(ALICE, "gather:grain").keys(ALICE)


def to_influence_3(**alice):
    """Return Alice's turn on the third space of Expand. The space's advance brings her to Influence 3."""
    return turn(EXPAND, 2, 6, tracks=[2, 0, 0], **alice).choose(ALICE, "benefit").choose(ALICE, "track:influence")


def test_extra_2_extra_actions_may_precede_draw_or_palace():
    then = to_influence_3(area=["A1-01"], weaponry=1, bonus_tiles=["blue01"])
    assert then.decision_of(ALICE).rule == "EFF-46"
    assert then.keys(ALICE) == ("either:1", "either:2", "march", "gather:grain", "bonus:blue01")
    gathered = then.choose(ALICE, "gather:grain")
    assert gathered.keys(ALICE) == ("either:1", "either:2", "bonus:blue01")
    assert len(gathered.choose(ALICE, "either:1").state.players[ALICE].hand) == 2


def test_extra_2_draw_or_palace_waits_for_vp_to_pay_for_placing():
    tile = next(tile.id for tile in the_box().content.trade_bonuses if tile.effect == "vp 8")
    then = to_influence_3(hand=["A1-02"], bonus_tiles=[tile])
    assert then.keys(ALICE) == ("either:1", f"bonus:{tile}", "sell")
    then = then.choose(ALICE, f"bonus:{tile}").choose(ALICE, "either:2").choose(ALICE, "card:A1-02")
    assert then.state.players[ALICE].palace == ["A1-02"]


def test_extra_2_draw_or_palace_with_one_outcome_is_not_asked():
    then = to_influence_3()
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age1", "age2"]
    then = to_influence_3(weaponry=1).choose(ALICE, "gather:grain")
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age1", "age2"]
    assert then.decision_of(ALICE).rule == "ACT-7"


def test_after_a_played_card_the_next_point_is_offered():
    then = turn(DEVELOP, 0, 6, hand=["A1-03", "A1-06"], coins=20).choose(ALICE, "develop").choose(ALICE, "card:A1-03")
    assert then.state.turn.points == 2
    assert "develop" in then.keys(ALICE)
