"""Which options can be picked together, and in which order they are carried out."""

from copy import deepcopy

import pytest

from engine.kernel.decision import Decision
from engine.kernel.offering.in_a_row import RowResult, give_in_a_row
from engine.kernel.offering.offers import (
    JOINT,
    MOST_FOLLOW_UPS,
    MOST_OF_ALL,
    canonical_fingerprint,
    head_of,
    offer,
    row_of,
)
from engine.kernel.play import Play, automatic_answer, copy_position
from engine.kernel.policy import FastChance
from engine.kernel.proof.laws import check_offered
from engine.kernel.proof.secrecy import check_secrets
from engine.kernel.proof.trial import Case
from engine.minos_dawn.content.box import BUILD, DEVELOP, EXPAND, the_box
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.joining import ROW_ORDER
from engine.minos_dawn.phases.turn import Act
from engine.minos_dawn.state.state import NONE, DawnState, Turn
from engine.minos_dawn.state.steps import Benefit
from engine.simulate import Plan, simulate
from locales.words import Words
from tests.engine.minos_dawn.table import ALICE, table, with_steps
from tests.engine.situation import Situation

GAINS = ["A1-19", "A1-03", "A2-19"]
"""Decrees that ask nothing when they are played. The first one shows no good, and each of the others shows one."""


def acting(action: int, points: int, **alice: object) -> Situation[DawnState]:
    """Return Alice's turn after the benefit of the space. She has that many AP of the action."""
    state = table(2, **alice)
    state.turn = Turn(ALICE, action, 0, 3, 0, points, action, [], [], False, False, is_used=True)
    return with_steps(state, Act(ALICE))


def offer_by_laws(situation: Situation[DawnState]) -> Decision:
    """Check K2 and K4. Return the question as offered."""
    case = Case(GAME, situation.position, FastChance(bytes(16)))
    check_offered(case)
    check_secrets(case)
    return offer(GAME, situation.position, situation.pending[0])


def row(situation: Situation[DawnState], *keys: str) -> RowResult:
    """Return the result of picking these options together."""
    decision = offer_by_laws(situation)
    options = [decision.options[place].key for place in row_of(decision, ROW_ORDER)]
    assert set(keys).issubset(options)
    return give_in_a_row(GAME, situation.position, decision, sorted(keys, key=options.index))


def keys_of(decision: Decision, head: str) -> list[str]:
    return [option.key for option in decision.options if head_of(option.key) == head]


def test_dev_1_the_list_of_decrees_contains_only_decrees() -> None:
    opened = acting(DEVELOP, 2, hand=GAINS[:2], coins=40, weaponry=2).choose(ALICE, "develop")
    decision = offer_by_laws(opened)

    assert {head_of(option.key) for option in decision.options} == {"card", "offer", "skip"}
    assert decision.row == ()


def test_extra_2_gains_of_the_turn_come_before_the_list_of_decrees() -> None:
    situation = acting(DEVELOP, 1, hand=GAINS[:1], coins=40, weaponry=2)
    gathers = keys_of(offer_by_laws(situation), "gather")

    picked = row(situation, "develop", gathers[0])

    assert picked.answers == (gathers[0], "develop")
    assert picked.asked is not None
    assert picked.asked.rule == "DEV-1"


def test_info_13_public_questions_show_the_offer_not_the_hand() -> None:
    situation = acting(DEVELOP, 1, hand=GAINS[:2], coins=40)
    decision = offer_by_laws(situation)

    decrees = [key.split(">")[1] for key in keys_of(decision, "develop") if ">" in key]
    assert not decision.private
    assert keys_of(decision, "develop")[0] == "develop"
    assert decrees
    assert {each.partition(":")[0] for each in decrees} == {"offer"}


def test_dev_6_a_decree_is_offered_with_each_way_to_pay() -> None:
    card = GAINS[1]
    temps = [int(good == the_box().cards.slots[card][0]) for good in range(6)]
    opened = acting(DEVELOP, 1, hand=[card], coins=40, temps=temps).choose(ALICE, "develop")

    decrees = keys_of(offer_by_laws(opened), "card")

    assert [each.partition(">")[2].partition(":")[0] for each in decrees] == ["temp", "pay"]
    hints = [option.hint for option in offer_by_laws(opened).options if option.key in decrees]
    assert [hint.id for hint in hints if hint] == ["minos_dawn.option.temp_less", "minos_dawn.option.pay"]
    assert hints[0] is not None
    assert hints[0].blanks["count"] == the_box().content.player_board.discounts.card, "the coins that the temp saves"


def test_exp_1_two_or_three_warriors_can_be_placed_together() -> None:
    situation = acting(EXPAND, 4, cities=[3], reserves=4)
    place = "place:3"

    assert keys_of(offer_by_laws(situation), "place") == [place, f"{place}>{place}", f"{place}>{place}>{place}"]
    picked = row(situation, f"{place}>{place}")
    assert picked.answers == (place, place)
    assert picked.play.position.state.players[ALICE].reserves == 2


def test_exp_1_options_with_several_warriors_stay_within_a_limit() -> None:
    """Placing two or three warriors together in each of six regions makes twelve options. In the seventh region,
    warriors can only be placed one at a time."""
    situation = acting(EXPAND, 4, cities=list(range(1, 8)), reserves=6)

    places = keys_of(offer(GAME, situation.position, situation.pending[0]), "place")

    assert [each for each in places if JOINT not in each] == [f"place:{number}" for number in range(1, 8)]
    assert len([each for each in places if JOINT in each]) == MOST_FOLLOW_UPS
    assert [each for each in places if each.startswith("place:7")] == ["place:7"]


def test_eff_42_a_conversion_is_taken_as_often_as_affordable() -> None:
    situation = with_steps(table(2, coins=9), Benefit(ALICE, "decree:A2-06"))

    assert keys_of(offer_by_laws(situation), "convert") == [">".join(["convert"] * count) for count in (1, 2, 3)]
    assert row(situation, "convert>convert>convert").play.position.state.players[ALICE].vp == 6


def test_build_22_a_tile_is_used_with_the_ship_that_takes_it() -> None:
    situation = acting(BUILD, 2, ships=[1, 0, 0], coins=40)
    both = [key for key in keys_of(offer_by_laws(situation), "sail") if ">bonus:" in key]

    assert both
    assert all(key.split(">bonus:")[1].startswith(key.split(">tile:")[1].partition(">")[0]) for key in both)


def test_extra_1_gains_come_before_costs_and_private_lists_last() -> None:
    order = sorted(ROW_ORDER, key=lambda head: ROW_ORDER[head])
    assert order.index("trait") < order.index("gather") < order.index("city") < order.index("march")
    assert order.index("march") < order.index("draw") < order.index("develop")
    assert all(number < 0 for number in ROW_ORDER.values())


@pytest.mark.parametrize(("source", "early"), [("coin 1 per area_cards; draw 2", 1), ("move 2; drawactive 1", 2)])
def test_gen_8_independent_effects_and_safe_draws_are_automatic(source: str, early: int) -> None:
    decree = next(f"decree:{d.id}" for d in the_box().decrees.values() if d.effect == source)
    situation = with_steps(table(2, area=GAINS[:1]), Benefit(ALICE, decree))

    assert automatic_answer(Play(GAME, copy_position(GAME, situation.position)), ALICE) == (f"effect:{early}",)


def test_gen_8_the_order_is_asked_if_extra_actions_change_counts() -> None:
    decree = next(f"decree:{d.id}" for d in the_box().decrees.values() if d.effect == "coin 1 per area_cards; draw 2")
    situation = acting(BUILD, 1, bonus_tiles=["blue11"])
    begun = with_steps(situation.state, Benefit(ALICE, decree))

    assert automatic_answer(Play(GAME, copy_position(GAME, begun.position)), ALICE) == ()


def test_card_10_no_draw_is_automatic_if_the_deck_may_run_out() -> None:
    decree = next(f"decree:{d.id}" for d in the_box().decrees.values() if d.effect == "move 2; drawactive 1")
    state = table(2)
    state.discards[0] += state.decks[0][3:]
    del state.decks[0][3:]

    assert automatic_answer(Play(GAME, with_steps(state, Benefit(ALICE, decree)).position), ALICE) == ()


def test_options_do_not_reveal_the_order_of_a_hand() -> None:
    one, other = (acting(EXPAND, 1, hand=list(hand)) for hand in (GAINS, GAINS[::-1]))
    assert canonical_fingerprint(GAME, one.position) == canonical_fingerprint(GAME, other.position)


def test_the_number_of_options_stays_within_the_limit() -> None:
    warriors = [2 * (number in the_box().layouts[2].neighbours) for number in range(13)]
    rich = {"cities": [3], "reserves": 9, "coins": 60, "weaponry": 20, "temps": [5] * 6, "hand": GAINS}
    for action in (EXPAND, BUILD, DEVELOP, NONE):
        decision = offer_by_laws(acting(action, 5, warriors=warriors, ships=[1, 1, 1], **rich))
        assert len(decision.options) <= MOST_OF_ALL


def test_k2_a_city_paid_with_temps_by_wild_ap_is_one_option() -> None:
    """The option joins at least six answers. This game once failed because the option was missing."""
    assert simulate(GAME, Plan("minos-dawn", 3, 7, is_checked=True), 84).failure == ""


def test_info_13_a_private_turn_question_lists_its_decrees() -> None:
    """A due conversion makes the question private. Listing the decrees must not recurse forever."""
    state = acting(DEVELOP, 1, hand=GAINS[:1], coins=40, palace=["A1-45"], vp=9).state
    hands = [card for card, d in the_box().decrees.items() if "=> palace" in d.trait.effect]
    for card in hands:
        assert state.turn is not None
        state.turn.due = [card]
        situation = with_steps(deepcopy(state), Act(ALICE))
        decision = offer(GAME, situation.position, situation.pending[0])
        if decision.private:
            assert [key for key in keys_of(decision, "develop") if "card:" in key]
            return
    raise AssertionError(f"none of {hands} is asked in private")


def notes(situation: Situation[DawnState]) -> dict[str, str]:
    """Return the hint of each playable card."""
    options = offer(GAME, situation.position, situation.pending[0]).options
    cards = [option for option in options if head_of(option.key) == "card"]
    return {option.key: Words().say(option.hint, "en") if option.hint else "" for option in cards}


def test_gen_8_a_decree_with_an_automatic_draw_warns_about_undo() -> None:
    drawing, plain = "A1-16", GAINS[0]
    assert the_box().decrees[drawing].effect == "move 2; drawactive 1"
    opened = acting(DEVELOP, 2, hand=[drawing, plain], coins=40).choose(ALICE, "develop")

    assert notes(opened)[f"card:{drawing}"].startswith("No free undo")
    assert "undo" not in notes(opened)[f"card:{plain}"]


def test_gen_8_there_is_no_warning_if_the_order_is_asked() -> None:
    """No warning is needed for a card that does nothing but draw, or if the seat itself chooses when to draw."""
    asked = acting(DEVELOP, 1, hand=["A1-16"], coins=40)
    asked.state.discards[0] += asked.state.decks[0][3:]
    del asked.state.decks[0][3:]
    opened = with_steps(asked.state, Act(ALICE)).choose(ALICE, "develop")
    drawn = acting(DEVELOP, 1, hand=["A1-67"], coins=40).choose(ALICE, "develop")

    assert the_box().decrees["A1-67"].effect == "drawactive 3"
    assert not [note for each in (opened, drawn) for note in notes(each).values() if "undo" in note]
