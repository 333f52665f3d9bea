"""CARD, GOOD, TRACK, GEN: decks, goods, tracks and general principles."""

from copy import deepcopy

import pytest

from engine.kernel.chance import Chance
from engine.kernel.steps import Now
from engine.minos_dawn.actions.cards import DrawCards, RefillOffer, discard, draw_active, draw_age2
from engine.minos_dawn.actions.payment import settle_bill
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    ANY,
    Advance,
    Coin,
    DrawActive,
    DrawAge2,
    Good,
    Income,
    Palace,
    PalaceFree,
    RandomGood,
    Temp,
    TempOf,
    Vp,
    Weapon,
)
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.phases.rounds import ChangeAge
from engine.minos_dawn.state.bills import Bill
from engine.minos_dawn.state.changes import advance
from engine.minos_dawn.state.facts import (
    Advanced,
    CardDrawn,
    CardPlaced,
    CardsDiscarded,
    DeckReshuffled,
    Gained,
    GoodGained,
    Paid,
    TempGained,
)
from engine.minos_dawn.state.measures import ability_level
from engine.minos_dawn.state.steps import Benefit
from tests.engine.minos_dawn.table import ALICE, BOB, bare, facts_of, table, with_steps
from tests.engine.situation import SEED


def now():
    return Now([], Chance(SEED, {}))


def resolve(state, atom, source="foundation:f01"):
    return with_steps(state, Resolve(ALICE, source, atom))


def test_gen_1_amounts_are_whole_and_coins_have_no_limit():
    then = resolve(table(2), Coin(1000))
    assert then.state.players[ALICE].coins == 1000


def test_gen_2_vp_are_paid_in_full_or_not_at_all():
    card = next(d.id for d in the_box().decrees.values() if "vp 3 => palacefree 1" in d.effect)
    for vp, offered in ((2, False), (3, True)):
        state = table(2, vp=vp, area=["A1-01"])
        then = with_steps(state, Benefit(ALICE, f"decree:{card}"))
        if then.decision_of(ALICE).rule == "GEN-8":
            then = then.choose(ALICE, "effect:2")
        assert ("convert" in then.keys(ALICE)) is offered


def test_gen_3_4_settling_a_bill_pays_exactly_what_is_due():
    state, told = table(2, coins=5), now()
    settle_bill(state, told, ALICE, Bill(7, off=4), "city")
    assert told.facts == [Paid(ALICE, "coins", 3, "city")]


def test_gen_5_an_effect_ends_before_the_next():
    """EFF-92: an effect's consequences come before the next effect."""
    state = table(2, goods=[2, 0, 0, 0, 0, 0])
    then = resolve(state, Good(2)).choose(ALICE, "good:silver")
    kinds = [type(fact).__name__ for fact in then.facts]
    assert kinds == ["GoodGained", "Gained", "CardDrawn"]
    assert then.decision_of(ALICE).rule == "EFF-7"


def test_gen_6_unavailable_gains_are_lost():
    state = table(2, supply=0)
    state.temps, state.stacks, state.goods_pile = [0] * 6, [0] * 6, []
    state.boxed, state.decks = state.decks[0] + state.decks[1], [[], []]
    for atom in (Temp(2), Good(1), RandomGood(1), DrawActive(1), DrawAge2(1), TempOf(2, 0)):
        then = resolve(state, atom)
        assert (then.facts, then.pending) == ((), [])


def test_gen_7_gains_must_be_taken_and_acts_may_be_declined():
    assert "skip" not in resolve(table(2), Temp(1)).keys(ALICE)
    assert "skip" not in resolve(table(2), Advance(1, ANY)).keys(ALICE)
    assert "skip" in resolve(table(2, area=["A1-01"]), Palace(1)).keys(ALICE)


def test_gen_8_eff_40_the_order_is_asked_only_if_it_can_matter():
    """EFF-40"""
    decrees = the_box().decrees
    quiet = next(d.id for d in decrees.values() if d.effect == "income 2; coin 2")
    then = with_steps(table(2), Benefit(ALICE, f"decree:{quiet}"))
    assert [fact.what for fact in facts_of(then, Gained)] == ["income", "coins"]
    loud = next(d.id for d in decrees.values() if d.effect == "weapon 1; randomgood 1")
    then = with_steps(table(2), Benefit(ALICE, f"decree:{loud}"))
    assert then.keys(ALICE) == ("effect:1", "effect:2")
    then = then.choose(ALICE, "effect:2")
    assert [type(fact).__name__ for fact in then.facts] == ["GoodGained", "Gained", "Gained"]


def test_gen_8_the_order_is_asked_if_an_effect_counts_an_advance():
    card = next(d.id for d in the_box().decrees.values() if d.effect == "advance lowest 1; if tracks>=3: vp 2")
    then = with_steps(table(2, tracks=[2, 3, 3]), Benefit(ALICE, f"decree:{card}"))
    assert then.decision_of(ALICE).rule == "GEN-8"


def test_card_2_every_decree_is_in_one_place():
    from engine.minos_dawn.game import GAME

    then = resolve(bare(4), DrawActive(3))
    GAME.proof.census(then.state)


def test_card_4_info_2_the_hand_is_private_and_its_size_public():
    """INFO-2"""
    then = resolve(table(2), DrawActive(3))
    assert then.look(BOB).seats[ALICE].hand_size == 3
    assert then.look(BOB).hand == ()
    assert len(then.look(ALICE).hand) == 3


def test_card_5_eff_23_24_the_palace_takes_area_and_hand_cards():
    """EFF-23 EFF-24"""
    then = resolve(table(2, area=["A1-01"], hand=["A1-02"], vp=9, scored=[9, 0, 0, 0, 0, 0, 0, 0]), Palace(2))
    then = then.choose(ALICE, "card:A1-02")
    assert facts_of(then, CardPlaced) == [CardPlaced(ALICE, "A1-02", "hand", 5)]
    assert then.state.players[ALICE].vp == 4
    assert then.choose(ALICE, "card:A1-01").state.players[ALICE].vp == 4
    then = resolve(table(2, hand=["A1-02"]), PalaceFree(1)).choose(ALICE, "card:A1-02")
    assert facts_of(then, CardPlaced) == [CardPlaced(ALICE, "A1-02", "hand", 0)]


def test_info_13_public_facts_decide_whether_the_palace_is_asked_about():
    assert resolve(table(2, hand=["A1-02"], vp=4), Palace(1)).keys(ALICE) == ("skip",)
    assert resolve(table(2, hand=["A1-02"], vp=0), Palace(1)).pending == []


def test_card_7_discards_go_to_the_pile_of_their_age():
    state, told = table(2, hand=["A1-01", "A2-01"]), now()
    discard(state, told, ALICE, ("A2-01", "A1-01"), "sell")
    assert state.discards == [["A1-01"], ["A2-01"]]
    assert told.facts == [CardsDiscarded(ALICE, ("A2-01", "A1-01"), "sell")]


def test_card_8_a_short_deck_leaves_the_offer_short():
    state = bare(2)
    state.boxed, state.decks[0], state.offer = state.decks[0][2:], state.decks[0][:2], []
    then = with_steps(state, RefillOffer())
    assert len(then.state.offer) == 2


def test_card_9_an_empty_deck_is_reshuffled_immediately():
    state = bare(2)
    cards, state.decks[0] = state.decks[0][1:], state.decks[0][:1]
    state.discards[0] = cards
    then = resolve(state, DrawActive(1))
    assert len(then.state.decks[0]) == len(cards)
    assert then.state.discards[0] == []
    assert facts_of(then, DeckReshuffled) == [DeckReshuffled(1)]


def test_card_9_an_empty_deck_takes_the_next_discard():
    state = table(2, hand=["A1-01"])
    state.boxed, state.decks[0] = state.decks[0], []
    discard(state, now(), ALICE, ("A1-01",), "sell")
    assert (state.decks[0], state.discards[0]) == (["A1-01"], [])


def test_card_10_drawing_from_an_empty_deck_does_nothing():
    state, told = bare(2), now()
    state.decks = [[], []]
    draw_active(state, told, ALICE, 2, "x")
    draw_age2(state, told, ALICE, 2, "x")
    assert told.facts == []
    assert with_steps(state, DrawCards(ALICE, "bonus:blue01", 0)).pending == []


def test_card_11_eff_11_age_2_cards_are_drawn_in_both_ages():
    """EFF-11"""
    state = bare(2)
    top = state.decks[1][-1]
    then = resolve(state, DrawAge2(1))
    assert then.state.players[ALICE].hand == [top]
    changed = with_steps(state, ChangeAge()).state
    then = resolve(changed, DrawAge2(1))
    assert facts_of(then, CardDrawn)[0].origin == "age2"
    assert changed.age == 1
    assert resolve(changed, DrawActive(1)).state.players[ALICE].hand == then.state.players[ALICE].hand


def test_card_12_age_1_discards_leave_the_game_from_round_3():
    state = table(2, hand=["A1-01"])
    state = deepcopy(with_steps(state, ChangeAge()).state)
    discard(state, now(), ALICE, ("A1-01",), "sell")
    assert (state.decks[0], state.discards[0]) == ([], ["A1-01"])


def test_good_3_10_goods_stay_and_are_public():
    """GOOD-10"""
    then = with_steps(table(2, goods=[3] * 6, temps=[2] * 6), ChangeAge())
    assert then.look(BOB).seats[ALICE].goods == (3,) * 6
    assert then.look(None).seats[ALICE].temps == (2,) * 6


@pytest.mark.parametrize(("owned", "steps", "cards"), [(0, 1, 0), (1, 2, 0), (2, 1, 1), (3, 2, 0), (4, 0, 0)])
def test_good_4_the_benefit_depends_on_the_number_owned(owned, steps, cards):
    state = table(2, goods=[0, 0, 0, owned, 1, 0])
    state.stacks[3] = 5
    then = resolve(state, Good(1)).choose(ALICE, "good:wood")
    assert then.state.players[ALICE].income == steps
    assert len(facts_of(then, CardDrawn)) == cards
    assert facts_of(then, GoodGained) == [GoodGained(ALICE, 3, owned + 1, "foundation:f01")]


def test_good_5_goods_come_one_after_the_other():
    state = bare(2)
    state.goods_pile = [0, 3, 3]
    then = resolve(state, RandomGood(2))
    assert [fact.number for fact in facts_of(then, GoodGained)] == [1, 2]
    assert then.state.players[ALICE].income == 3
    assert then.state.goods_pile == [0]


def test_good_6_a_chosen_good_comes_from_a_nonempty_stack():
    state = bare(2)
    state.stacks = [0, 1, 0, 2, 0, 0]
    then = resolve(state, Good(1))
    assert then.keys(ALICE) == ("good:stone", "good:wood")
    assert then.choose(ALICE, "good:stone").state.stacks == [0, 0, 0, 2, 0, 0]


def test_good_7_a_random_good_comes_from_the_top_of_the_pile():
    state = bare(2)
    top = state.goods_pile[-1]
    then = resolve(state, RandomGood(1))
    assert facts_of(then, GoodGained)[0].good == top
    state.goods_pile = []
    assert resolve(state, RandomGood(1)).facts == ()


def test_good_8_a_temp_gives_no_income_and_returns_when_used():
    then = resolve(table(2), TempOf(2, 3))
    assert facts_of(then, TempGained) == [TempGained(ALICE, 3, "foundation:f01")] * 2
    assert then.state.players[ALICE].income == 0
    assert then.state.temps[3] == 7


def test_good_9_a_temp_of_choice_is_of_a_type_in_the_supply():
    state = bare(2)
    state.temps = [0, 1, 0, 1, 0, 0]
    then = resolve(state, Temp(3)).choose(ALICE, "temp:wood")
    assert then.pending == []
    assert then.state.temps == [0] * 6


def test_good_11_eff_26_steps_beyond_the_last_space_are_lost():
    """EFF-26"""
    then = resolve(table(2, income=14), Income(3))
    assert then.state.players[ALICE].income == 15
    assert facts_of(then, Gained) == [Gained(ALICE, "income", 1, "foundation:f01")]


def reach(track, space, **alice):
    """Return the game after Alice's marker reaches that space."""
    tracks = [0, 0, 0]
    tracks[track] = space - 1
    return resolve(table(2, tracks=tracks, **alice), Advance(1, track))


def test_track_1_2_reaching_a_space_gives_its_benefit_once():
    """TRACK-2"""
    then = reach(0, 1)
    assert facts_of(then, Advanced) == [Advanced(ALICE, 0, 1, "foundation:f01")]
    assert then.state.players[ALICE].tracks == [1, 0, 0]
    assert then.state.players[ALICE].coins == 3


@pytest.mark.parametrize("track", [0, 1, 2])
def test_track_3_each_advance_beyond_the_top_gives_3_vp(track):
    tracks = [8 if each == track else 0 for each in range(3)]
    then = resolve(table(2, tracks=tracks), Advance(2, track))
    assert then.state.players[ALICE].vp == 6
    assert then.state.players[ALICE].tracks == tracks


def test_track_4_eff_21_22_the_seat_chooses_any_track_or_a_lowest_track():
    """EFF-21 EFF-22"""
    assert resolve(table(2, tracks=[8, 1, 1]), Advance(1, ANY)).keys(ALICE) == (
        "track:influence", "track:cultural", "track:population",
    )  # fmt: skip
    lowest = resolve(table(2, tracks=[8, 1, 1]), Advance(1, 4))
    assert lowest.keys(ALICE) == ("track:cultural", "track:population")
    assert resolve(table(2, tracks=[8, 8, 8]), Advance(1, 4)).state.players[ALICE].vp == 3


@pytest.mark.parametrize(
    ("track", "space", "what", "count"),
    [
        (0, 1, "coins", 3), (0, 4, "coins", 5), (0, 8, "vp", 3), (1, 8, "vp", 4), (2, 1, "warriors", 2),
        (2, 3, "weaponry", 2), (2, 6, "weaponry", 3), (2, 8, "vp", 5),
    ],
)  # fmt: skip
def test_each_track_space_gives_its_gain(track, space, what, count):
    """TRACK-I1 TRACK-I4 TRACK-I8 TRACK-C8 TRACK-P1 TRACK-P3 TRACK-P6 TRACK-P8"""
    (fact,) = facts_of(reach(track, space), Gained)
    assert (fact.what, fact.count) == (what, count)


@pytest.mark.parametrize("space", [3, 6])
def test_track_i3_i6_the_seat_chooses_draw_or_palace(space):
    """TRACK-I3 TRACK-I6"""
    then = reach(0, space)
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age1", "age2"]
    then = reach(0, space, area=["A1-01"])
    assert then.keys(ALICE) == ("either:1", "either:2")
    assert then.decision_of(ALICE).private
    placed = then.choose(ALICE, "either:2")
    assert "skip" not in placed.keys(ALICE)
    assert placed.choose(ALICE, "card:A1-01").state.players[ALICE].palace == ["A1-01"]


def test_track_i3_info_13_the_seat_is_asked_even_if_only_drawing_is_possible():
    then = reach(0, 3, hand=["A1-02"], vp=4)
    assert then.keys(ALICE) == ("either:1",)


@pytest.mark.parametrize("space", [2, 5, 7])
def test_track_i2_i5_i7_raising_the_palace_limit_gives_nothing_immediately(space):
    """TRACK-I2 TRACK-I5 TRACK-I7"""
    assert facts_of(reach(0, space), Gained, CardDrawn) == []


def test_track_c1_c4_a_good_comes_with_its_benefit():
    """TRACK-C1 TRACK-C4"""
    then = reach(1, 1)
    assert (len(facts_of(then, GoodGained)), then.state.players[ALICE].income) == (1, 1)
    then = reach(1, 4).choose(ALICE, "good:wood")
    assert (then.state.players[ALICE].goods[3], then.state.players[ALICE].income) == (1, 1)


@pytest.mark.parametrize(("space", "level"), [(1, 1), (2, 2), (4, 2), (5, 3), (8, 3)])
def test_abil_1_track_c2_c5_the_cultural_track_sets_the_ability_level(space, level):
    """TRACK-C2 TRACK-C5"""
    assert ability_level(table(2, tracks=[0, space, 0]).players[ALICE]) == level


@pytest.mark.parametrize("space", [3, 6])
def test_track_c3_c6_a_build_point_costs_the_usual_price(space):
    """TRACK-C3 TRACK-C6"""
    then = reach(1, space, coins=3)
    assert then.keys(ALICE) == ("tower:1", "farm:1", "skip")
    assert then.choose(ALICE, "tower:1").state.players[ALICE].coins == 1


def test_track_c7_a_build_point_builds_for_free():
    then = reach(1, 7)
    assert "ship:egypt" in then.keys(ALICE)
    assert then.choose(ALICE, "ship:egypt").state.players[ALICE].ships == [0, 1, 0]


def test_track_6_a_build_point_that_is_not_used_is_lost():
    then = reach(1, 3, coins=9).choose(ALICE, "skip")
    assert then.pending == []
    assert reach(1, 3, warriors=[0] * 8).pending == []


def test_track_p2_p5_p7_the_space_only_raises_income_and_scores():
    """TRACK-P0 TRACK-P2 TRACK-P5 TRACK-P7"""
    box = the_box()
    assert [box.tracks.weaponry_income[space] for space in (0, 2, 5, 7)] == [1, 2, 3, 4]
    assert [(box.tracks.presence[space], box.tracks.dominance[space]) for space in (0, 2, 5, 7)] == [
        (1, 3),
        (2, 4),
        (3, 5),
        (4, 6),
    ]
    for space in (2, 5, 7):
        assert facts_of(reach(2, space), Gained) == []


def test_track_p4_two_warriors_are_gained_before_one_may_be_placed():
    then = reach(2, 4)
    assert then.state.players[ALICE].reserves == 5
    assert then.keys(ALICE) == ("place:1", "skip")


def test_track_5_advances_beyond_the_top_do_not_raise_the_marker():
    state, told = table(2, tracks=[8, 0, 0]), now()
    advance(state, told, ALICE, 0, "progress")
    assert state.players[ALICE].tracks == [8, 0, 0]
    assert min(state.players[ALICE].tracks) == 0


def test_eff_1_2_3_coins_weaponry_and_vp_are_gained():
    """EFF-1 EFF-2 EFF-3"""
    state = table(2)
    for atom, what in ((Coin(2), "coins"), (Weapon(2), "weaponry"), (Vp(2), "vp")):
        then = resolve(state, atom)
        assert facts_of(then, Gained) == [Gained(ALICE, what, 2, "foundation:f01")]
        assert getattr(then.state.players[ALICE], what) == 2
