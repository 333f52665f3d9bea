"""PROG: groups, declarations, reservations, and carrying out advances."""

import pytest

from engine.minos_dawn.content.box import SA4, SA5, the_box
from engine.minos_dawn.phases.draft import DraftDice
from engine.minos_dawn.phases.progress import ADVANCES, CarryOutAdvances, RevealAdvances, declarable, minimum_of
from engine.minos_dawn.seen.log_lines import describe
from engine.minos_dawn.state.facts import Advanced, AdvancesDeclared, CityBuilt, Gained, SiteHeld, SiteLapsed
from engine.minos_dawn.state.state import Die, Sealed, Site
from engine.minos_dawn.state.steps import Benefit
from tests.engine.minos_dawn.table import ALICE, BOB, CARA, bare, facts_of, give, table, warriors, with_steps

RED, YELLOW, BLUE, GRAY = range(4)


def declaring(dice, **alice):
    """Return a game in which Alice declares advances for these four dice. Bob's dice form no group."""
    state = table(2, **alice)
    state.phase, state.pool = "draft", ["gray1"]
    drafted: list[list[Die | None]] = [[Die(ALICE, *die)] for die in dice]
    state.rows = [*drafted, [Die(BOB, GRAY, 1)] * 4]
    state.sealed = [Sealed(ADVANCES), Sealed(3)]
    return with_steps(state, DraftDice(), RevealAdvances())


@pytest.mark.parametrize(
    ("dice", "advances"),
    [
        ([(RED, 5), (RED, 4)], {(), (0,)}),
        ([(RED, 5), (RED, 3)], {()}),
        ([(RED, 5), (YELLOW, 6)], {()}),
        ([(YELLOW, 3), (GRAY, 6)], {(), (1,)}),
        ([(GRAY, 5), (GRAY, 6)], {()}),
        ([(BLUE, 3), (GRAY, 6), (BLUE, 4), (GRAY, 5)], {(), (2,), (2, 2)}),
        ([(RED, 3), (GRAY, 6), (BLUE, 4), (GRAY, 5)], {(), (0,), (2,), (0, 2), (2, 0)}),
    ],
)
def test_prog_1_2_4_5_valid_groups_of_dice_allow_advances(dice, advances):
    """PROG-2 PROG-4"""
    assert set(declarable(tuple(sorted(dice)), 9)) == advances


def test_prog_3_abil_sa4_lowers_the_minimum_by_level():
    """ABIL-SA4"""
    for cultural, minimum in ((0, 8), (2, 7), (5, 6)):
        assert minimum_of(table(ability=SA4, tracks=[0, cultural, 0]).players[ALICE]) == minimum
    assert minimum_of(table().players[ALICE]) == 9


def test_prog_5_fewer_advances_may_be_declared_in_any_order():
    then = declaring([(RED, 6), (GRAY, 3), (BLUE, 5), (BLUE, 4)])
    assert then.keys(ALICE) == (
        "advance:none",
        "advance:influence",
        "advance:population",
        "advance:influence+population",
        "advance:population+influence",
    )


def test_prog_5_a_seat_without_a_group_is_not_asked():
    state = bare(2)
    state.phase, state.pool = "draft", ["gray1", "gray2"]
    state.rows = [[Die(BOB, RED, 1)], [Die(BOB, RED, 1)], [Die(BOB, RED, 1)], [], []]
    state.rows[3] = [Die(ALICE, GRAY, 6)] * 2
    state.rows[4] = [Die(ALICE, GRAY, 6)] * 2
    then = with_steps(state, DraftDice(), RevealAdvances())
    assert then.decision_of(BOB).rule == "DRAFT-3"
    then = then.choose(BOB, "draft:gray1:prepare")
    assert then.pending == []


def test_prog_6_a_seat_declares_while_others_still_draft():
    state = bare(2)
    state.phase, state.pool = "draft", ["red5", "gray1", "gray2"]
    state.rows = [[Die(ALICE, RED, 4)], [Die(ALICE, GRAY, 1)], [Die(ALICE, GRAY, 1)], [Die(BOB, GRAY, 1)], []]
    state.rows[4] = [Die(BOB, GRAY, 1)] * 2
    then = with_steps(state, DraftDice(), RevealAdvances()).choose(ALICE, "draft:red5:build")
    assert then.decision_of(BOB).rule == "DRAFT-3"
    assert then.decision_of(ALICE).rule == "PROG-5"
    then = then.choose(ALICE, "advance:influence")
    assert facts_of(then, AdvancesDeclared) == []
    assert then.look(BOB).sealed.tracks == ()
    then = then.choose(BOB, then.keys(BOB)[0])
    assert [fact.tracks for fact in facts_of(then, AdvancesDeclared)] == [(0,), ()]


def test_prog_7_8_advances_are_carried_out_in_the_declared_order():
    then = declaring([(RED, 6), (GRAY, 3), (BLUE, 5), (BLUE, 4)]).choose(ALICE, "advance:population+influence")
    told = [fact for fact in then.facts if isinstance(fact, (Advanced, Gained))]
    assert told == [
        Advanced(ALICE, 2, 1, "progress"),
        Gained(ALICE, "warriors", 2, "track:population:1"),
        Advanced(ALICE, 0, 1, "progress"),
        Gained(ALICE, "coins", 3, "track:influence:1"),
    ]


def test_prog_8_seats_carry_out_their_advances_in_turn_order():
    state = bare(3)
    state.first = BOB
    state.sealed = [Sealed(3, tracks=(0,)), Sealed(3, tracks=(2,)), Sealed(3, tracks=(0,))]
    then = with_steps(state, RevealAdvances())
    assert [fact.seat for fact in facts_of(then, Advanced)] == [BOB, CARA, ALICE]


def test_prog_10_only_the_sa5_exchange_may_interrupt_advances():
    state = table(2, ability=SA5, coins=20, weaponry=9, tracks=[0, 2, 0], bonus_tiles=["blue01"])
    state.opened = (Sealed(3, tracks=(1,)), Sealed(3))
    then = with_steps(state, CarryOutAdvances(ALICE))
    assert then.decision_of(ALICE).rule == "EFF-14"
    assert {"exchange:weaponry", "exchange:coins"} <= set(then.keys(ALICE))
    assert not {"bonus:blue01", "march"} & set(then.keys(ALICE))


def test_prog_11_a_site_may_be_reserved_for_each_build_point():
    state = table(2, tracks=[0, 2, 0])
    warriors(state, ALICE, r1=1, r2=1)
    state.phase, state.pool = "draft", ["gray1"]
    state.rows = [[Die(ALICE, YELLOW, 6), Die(ALICE, GRAY, 3)], [Die(ALICE, BLUE, 1)] * 2, [Die(BOB, GRAY, 1)] * 4]
    state.sealed = [Sealed(ADVANCES), Sealed(3)]
    then = with_steps(state, DraftDice()).choose(ALICE, "advance:cultural")
    assert then.decision_of(ALICE).rule == "PROG-11"
    assert then.keys(ALICE) == ("city:2", "farm:1", "farm:2", "site:none")
    then = then.choose(ALICE, "city:2")
    assert then.keys(ALICE) == ()
    assert then.state.sealed[ALICE].sites == (Site("city", 2, ALICE),)


def test_prog_11_no_site_is_reserved_without_a_build_space():
    assert declaring([(YELLOW, 6), (GRAY, 3), (BLUE, 1), (BLUE, 1)]).choose(ALICE, "advance:cultural").pending == []


def test_prog_11_info_13_every_seat_with_a_possible_build_point_is_asked():
    state = table(2, tracks=[0, 2, 0])
    state.phase, state.pool = "draft", ["gray1"]
    state.rows = [[Die(ALICE, YELLOW, 6), Die(ALICE, GRAY, 3)], [Die(ALICE, BLUE, 1)] * 2, [Die(BOB, GRAY, 1)] * 4]
    state.sealed = [Sealed(ADVANCES), Sealed(3)]
    then = with_steps(state, DraftDice()).choose(ALICE, "advance:none")
    assert then.keys(ALICE) == ("site:none",)
    assert then.choose(ALICE, "site:none").pending == []


def test_q_40_nothing_is_exchanged_while_a_payment_is_made():
    state = table(2, ability=SA5, coins=3, tracks=[0, 2, 0], temps=[0, 0, 1, 0, 0, 0])
    state.opened = (Sealed(3, tracks=(1,)), Sealed(3))
    then = with_steps(state, CarryOutAdvances(ALICE))
    assert "exchange:weaponry" in then.keys(ALICE)
    then = then.choose(ALICE, "tower:1")
    assert then.keys(ALICE) == ("temp:copper", "pay")


def test_gen_5_nothing_is_exchanged_while_a_card_is_discarded_as_payment():
    state = table(2, ability=SA5, coins=8, weaponry=8, hand=["A1-01", "A1-02"])
    state.carrying = ALICE
    source = next(f"trait:{d.id}" for d in the_box().decrees.values() if d.trait.effect == "discard 1 => coin 2")
    then = with_steps(state, Benefit(ALICE, source))
    assert "exchange:weaponry" in then.keys(ALICE)
    then = then.choose(ALICE, "convert")
    assert then.decision_of(ALICE).rule == "EFF-32"
    assert then.keys(ALICE) == ("card:A1-01", "card:A1-02")


def contest(bobs_warriors, bobs_weaponry):
    """Return a game in which Alice (the first player) and Bob both reserve the city site of region 2."""
    state = table(2, tracks=[0, 2, 0], coins=20, weaponry=1)
    give(state, BOB, tracks=[0, 2, 0], coins=20, weaponry=bobs_weaponry)
    warriors(state, ALICE, r1=1, r2=1)
    warriors(state, BOB, r3=1, r2=bobs_warriors)
    state.sealed = [
        Sealed(3, tracks=(1,), sites=(Site("city", 2, ALICE),)),
        Sealed(3, tracks=(1,), sites=(Site("city", 2, BOB),)),
    ]
    return with_steps(state, RevealAdvances())


@pytest.mark.parametrize(("bobs_warriors", "bobs_weaponry", "holder"), [(2, 0, BOB), (1, 2, BOB), (1, 1, ALICE)])
def test_prog_12_gen_11_a_contested_site_goes_to_the_strongest_seat(bobs_warriors, bobs_weaponry, holder):
    then = contest(bobs_warriors, bobs_weaponry)
    assert facts_of(then, SiteHeld) == [SiteHeld(holder, "city", 2)]
    assert facts_of(then, SiteLapsed) == [SiteLapsed(ALICE if holder == BOB else BOB, "city", 2)]
    told = describe(facts_of(then, SiteLapsed)[0])
    assert told is not None
    assert told.id == "minos_dawn.log.lapsed.city"


def test_prog_12_an_uncontested_site_does_not_lapse():
    state = table(2, tracks=[0, 2, 0], coins=20)
    warriors(state, ALICE, r1=1, r2=1)
    state.sealed = [Sealed(3, tracks=(1,), sites=(Site("city", 2, ALICE),)), Sealed(3)]
    then = with_steps(state, RevealAdvances())
    assert facts_of(then, SiteHeld) == [SiteHeld(ALICE, "city", 2)]
    assert facts_of(then, SiteLapsed) == []


def test_prog_13_a_reserved_site_is_closed_until_its_holder_is_done():
    then = contest(2, 0)
    assert then.decision_of(ALICE).seat == ALICE
    assert "city:2" not in then.keys(ALICE)
    then = then.choose(ALICE, "skip")
    assert "city:2" in then.keys(BOB)
    then = then.choose(BOB, "skip")
    assert then.state.held == []
    assert facts_of(then, CityBuilt) == []


def test_prog_15_gen_10_scarce_components_are_given_in_turn_order():
    state = bare(2)
    state.first, state.goods_pile = BOB, [3]
    state.sealed = [Sealed(3, tracks=(1,)), Sealed(3, tracks=(1,))]
    then = with_steps(state, RevealAdvances())
    assert then.state.players[BOB].goods[3] == 1
    assert then.state.players[ALICE].goods == [0] * 6
