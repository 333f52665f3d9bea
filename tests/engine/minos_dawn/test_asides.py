"""The extra actions and exchanges offered with each question. EXTRA-2, GEN-5, ABIL-SA5a"""

import pytest

from engine.kernel.steps import SeatChoice
from engine.minos_dawn.actions.action_points import ActionPoints, PlayDecree, SpendWild, WildPoints
from engine.minos_dawn.actions.build import ReturnWarriors, TakeTile
from engine.minos_dawn.actions.cards import DiscardCards, DrawCards, PlaceInPalace
from engine.minos_dawn.actions.choices import ChooseGood, ChooseRoute, ChooseTemp, ChooseTrack
from engine.minos_dawn.actions.expand import March, MoveTo, MoveWarriors, PlaceWarriors
from engine.minos_dawn.actions.extra import EXTRAS
from engine.minos_dawn.actions.payment import Pay
from engine.minos_dawn.content.box import BUILD, SA5, the_box
from engine.minos_dawn.content.language import Conversion
from engine.minos_dawn.effects.interpreter import ChooseEither, Convert, OrderEffects
from engine.minos_dawn.game import RULES
from engine.minos_dawn.phases.asides import ASIDE_RULES
from engine.minos_dawn.state.bills import Bill
from engine.minos_dawn.state.state import Turn
from tests.engine.minos_dawn.table import ALICE, table, warriors, with_steps

SOURCE = "decree:A1-01"
CONVERTS = next(
    source
    for source, effects in the_box().effects.items()
    if isinstance(effects[0], Conversion) and effects[0].cost.coins
)
ORDERED = next(
    source for source, effects in the_box().effects.items() if source.startswith("decree:") and len(effects) == 2
)


def due(is_fresh):
    """Return one question of each kind that an effect can ask. `is_fresh` means that the effect has not begun."""
    return [
        ActionPoints(ALICE, SOURCE, BUILD, 1, is_fresh=is_fresh),
        Convert(ALICE, CONVERTS, 0, is_fresh=is_fresh),
        MoveWarriors(ALICE, SOURCE, 1, is_fresh=is_fresh),
        PlaceInPalace(ALICE, SOURCE, 1, is_free=True, is_fresh=is_fresh),
        PlaceWarriors(ALICE, SOURCE, 1, is_fresh=is_fresh),
        PlayDecree(ALICE, SOURCE, 1, opens_offer=True, is_fresh=is_fresh),
        WildPoints(ALICE, SOURCE, 1, is_fresh=is_fresh),
        ChooseEither(ALICE, "track:influence:3", 0, is_fresh=is_fresh),
    ]


UNDER_WAY = [
    ChooseGood(ALICE, SOURCE, 1),
    ChooseRoute(ALICE, SOURCE, 1),
    ChooseTemp(ALICE, SOURCE, 1),
    ChooseTrack(ALICE, SOURCE, is_lowest=False),
    DrawCards(ALICE, SOURCE, 1),
    SpendWild(ALICE, BUILD, SOURCE, 1),
    TakeTile(ALICE, 0, is_red=False),
    *due(is_fresh=False),
]
IN_ONE_PIECE = [
    DiscardCards(ALICE, SOURCE, 1),
    MoveTo(ALICE, 1),
    Pay(ALICE, Bill(4, main_good=1), "city"),
    ReturnWarriors(ALICE, 1),
]


def name_of(question):
    return type(question).__name__


def rich():
    """Return a table on which Alice can take every extra action and exchange."""
    state = table(
        2, ability=SA5, coins=20, weaponry=5, vp=9, hand=["A1-01", "A1-02"], area=["A1-03"],
        temps=[3, 1, 1, 1, 1, 1], ships=[1, 1, 0], bonus_tiles=["blue01"],
    )  # fmt: skip
    warriors(state, ALICE, r1=3, r7=1)
    return state


def aside_kinds(state, question):
    """Return the kinds of asides that the question has."""
    decision = with_steps(state, question).decision_of(ALICE)
    return {option.key.partition(":")[0] for option in decision.options if decision.is_aside(option.key)}


def in_her_turn(question):
    state = rich()
    state.turn = Turn(ALICE, BUILD, 0, 4, 0, 2, BUILD, [], [], has_benefit=False, has_age2_draw=False)
    return aside_kinds(state, question)


def while_she_advances(question):
    state = rich()
    state.carrying = ALICE
    return aside_kinds(state, question)


def test_extra_2_every_question_lists_its_allowed_extra_actions():
    assert set(ASIDE_RULES) == {step for step in RULES.steps if issubclass(step, SeatChoice)}


@pytest.mark.parametrize("question", due(is_fresh=True), ids=name_of)
def test_extra_2_extra_actions_may_precede_an_effect_not_yet_begun(question):
    assert in_her_turn(question) == set(EXTRAS)


@pytest.mark.parametrize("question", UNDER_WAY + IN_ONE_PIECE, ids=name_of)
def test_extra_2_no_extra_action_interrupts_an_effect_or_act(question):
    assert in_her_turn(question) == set()


@pytest.mark.parametrize("question", due(is_fresh=True), ids=name_of)
def test_extra_2_no_extra_action_is_offered_in_turns_of_others(question):
    assert aside_kinds(rich(), question) == set()


def test_extra_2_an_unaffordable_conversion_waits_for_an_extra_action():
    question = Convert(ALICE, CONVERTS, 0, is_fresh=True)
    state = table(2, bonus_tiles=["blue01"])
    state.turn = Turn(ALICE, BUILD, 0, 4, 0, 2, BUILD, [], [], has_benefit=False, has_age2_draw=False)
    then = with_steps(state, question)
    assert then.keys(ALICE) == ("skip", "bonus:blue01")
    assert "convert" in then.choose(ALICE, "bonus:blue01").keys(ALICE)
    state.turn.extras.append("bonus")
    assert with_steps(state, question).pending == []


def test_extra_2_extra_actions_may_precede_the_next_of_several_effects():
    begun = OrderEffects(ALICE, ORDERED, (0, 1), is_fresh=False)
    between = OrderEffects(ALICE, ORDERED, (0, 1), is_fresh=True)
    assert in_her_turn(begun) == set()
    assert "march" in in_her_turn(between)


@pytest.mark.parametrize("question", UNDER_WAY + due(is_fresh=True), ids=name_of)
def test_abil_sa5a_every_question_about_her_advances_offers_the_exchange(question):
    assert while_she_advances(question) == {"exchange"}


@pytest.mark.parametrize("question", [March(ALICE), *IN_ONE_PIECE], ids=name_of)
def test_gen_5_an_exchange_cannot_interrupt_an_act_or_a_payment(question):
    assert while_she_advances(question) == set()
