"""DEV, GOOD-2, GEN-3, GEN-4: playing decrees and what they cost."""

import pytest

from engine.minos_dawn.actions.action_points import PlayDecree
from engine.minos_dawn.content.box import SA1, the_box
from engine.minos_dawn.content.language import Play, PlayFree
from engine.minos_dawn.content.words import reason
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.state.bills import decree_bill
from engine.minos_dawn.state.facts import CardDrawn, DecreePlayed, Gained, Paid, TempSpent
from tests.engine.minos_dawn.table import ALICE, BOB, facts_of, table, take_cards, with_steps

SILVER, STONE, COPPER, WOOD, GRAIN, HERB = range(6)
TERRACES, MARKET = "A1-01", "A1-03"
"""Both have a silver slot. TERRACES costs 8 coins ("weapon 1; randomgood 1"), and MARKET costs 6 ("coin 6")."""


def develop(opens_offer=True, **alice):
    return with_steps(table(2, **alice), PlayDecree(ALICE, "bonus:blue05", 1, opens_offer))


def with_offer(card, **alice):
    state = table(2, **alice)
    take_cards(state, [card])
    state.decks[0] += state.offer[:1]
    state.offer[0] = card
    return with_steps(state, PlayDecree(ALICE, "bonus:blue05", 1, opens_offer=True))


def twice():
    """Return a decree that shows the same icon twice."""
    box = the_box()
    return next(card for card, slots in box.cards.slots.items() if len(slots) == 2 and slots[0] == slots[1])


def test_dev_1_decrees_come_from_hand_or_offer():
    then = develop(hand=[MARKET], coins=30)
    assert f"card:{MARKET}" in then.keys(ALICE)
    assert {f"offer:{card}" for card in then.state.offer} <= set(then.keys(ALICE))


def test_dev_2_the_surcharge_is_paid_first_and_nothing_reduces_it():
    then = with_offer(MARKET, coins=3, goods=[9, 0, 0, 0, 0, 0], ability=SA1)
    assert f"offer:{MARKET}" not in then.keys(ALICE)
    then = with_offer(MARKET, coins=5, goods=[1, 0, 0, 0, 0, 0], ability=SA1).choose(ALICE, f"offer:{MARKET}")
    assert facts_of(then, Paid) == [Paid(ALICE, "coins", 3, "offer"), Paid(ALICE, "coins", 2, f"decree:{MARKET}")]
    assert facts_of(then, DecreePlayed) == [DecreePlayed(ALICE, MARKET, "offer", 5)]


def test_dev_3_gen_3_the_discounted_cost_is_paid_in_full():
    assert f"card:{MARKET}" not in develop(hand=[MARKET], coins=5).keys(ALICE)
    then = develop(hand=[MARKET], coins=6).choose(ALICE, f"card:{MARKET}")
    assert facts_of(then, Paid) == [Paid(ALICE, "coins", 6, f"decree:{MARKET}")]


def test_gen_4_a_discount_never_turns_into_a_gain():
    state = table(2, goods=[1, 0, 0, 0, 0, 0], ability=SA1, tracks=[0, 5, 0])
    cheap = min(the_box().decrees.values(), key=lambda decree: decree.cost)
    assert decree_bill(state.players[ALICE], cheap.id).due >= 0
    state.players[ALICE].goods = [1] * 6
    assert min(decree_bill(state.players[ALICE], card).due for card in the_box().decrees) == 0


def test_dev_4_5_each_slot_takes_one_token():
    state = table(2, goods=[5, 0, 0, 0, 0, 0])
    assert decree_bill(state.players[ALICE], TERRACES).due == 8 - 3
    card = twice()
    cost, good = the_box().decrees[card].cost, the_box().cards.slots[card][0]
    for owned, paid in ((0, cost), (1, cost - 3), (2, cost - 6), (3, cost - 6)):
        state.players[ALICE].goods = [owned if each == good else 0 for each in range(6)]
        assert decree_bill(state.players[ALICE], card).due == max(0, paid)


def test_dev_5_a_good_and_a_temp_fill_the_same_icon_twice():
    card = twice()
    cost, good = the_box().decrees[card].cost, the_box().cards.slots[card][0]
    goods = [int(each == good) for each in range(6)]
    then = develop(hand=[card], goods=goods, temps=goods, coins=cost - 6).choose(ALICE, f"card:{card}")
    assert facts_of(then, TempSpent) == [TempSpent(ALICE, good, f"decree:{card}")]
    assert then.state.players[ALICE].coins + cost - 6 >= cost - 6


def test_dev_6_a_temp_may_be_spent_only_on_open_slots():
    then = develop(hand=[MARKET], temps=[1, 1, 0, 0, 0, 0], coins=6).choose(ALICE, f"card:{MARKET}")
    assert then.keys(ALICE) == ("temp:silver", "pay")
    assert then.choose(ALICE, "pay").state.players[ALICE].temps == [1, 1, 0, 0, 0, 0]
    spent = then.choose(ALICE, "temp:silver")
    assert spent.state.players[ALICE].temps == [0, 1, 0, 0, 0, 0]
    assert facts_of(spent, Paid) == [Paid(ALICE, "coins", 3, f"decree:{MARKET}")]
    filled = develop(hand=[MARKET], goods=[1, 0, 0, 0, 0, 0], temps=[1, 0, 0, 0, 0, 0], coins=6)
    assert filled.choose(ALICE, f"card:{MARKET}").state.players[ALICE].temps[0] == 1


def test_dev_7_goods_and_sa1_count_before_temps():
    cheap = next(d for d in the_box().decrees.values() if d.cost == 3 and d.discount)
    good = the_box().cards.slots[cheap.id][0]
    alice = {"ability": SA1, "tracks": [0, 5, 0], "temps": [int(each == good) for each in range(6)], "coins": 0}
    then = develop(hand=[cheap.id], **alice).choose(ALICE, f"card:{cheap.id}")
    assert facts_of(then, TempSpent) == []
    assert facts_of(then, DecreePlayed) == [DecreePlayed(ALICE, cheap.id, "hand", 0)]


def test_dev_8_a_decree_enters_the_area_before_its_effects():
    then = develop(hand=[MARKET], coins=6).choose(ALICE, f"card:{MARKET}")
    assert [type(fact) for fact in then.facts] == [Paid, DecreePlayed, Gained]
    assert then.state.players[ALICE].area == [MARKET]


def test_dev_9_the_card_counts_for_its_own_effects():
    card = next(d.id for d in the_box().decrees.values() if d.effect == "vp 1 per area_cards")
    then = develop(hand=[card], coins=30).choose(ALICE, f"card:{card}")
    assert facts_of(then, Gained) == [Gained(ALICE, "vp", 1, f"decree:{card}")]


def test_dev_10_eff_92_a_card_finishes_before_the_next_card():
    chain = next(d.id for d in the_box().decrees.values() if d.effect == "play 1")
    state = table(2, hand=[chain, MARKET, "A1-06"], coins=40)
    then = with_steps(state, PlayDecree(ALICE, "bonus:blue05", 2, False)).choose(ALICE, f"card:{chain}")
    assert then.decision_of(ALICE).prompt.blanks["reason"] == reason(f"decree:{chain}")
    then = then.choose(ALICE, f"card:{MARKET}")
    assert facts_of(then, Gained) == [Gained(ALICE, "coins", 6, f"decree:{MARKET}")]
    assert then.decision_of(ALICE).prompt.blanks["reason"] == reason("bonus:blue05")


def test_dev_11_played_decrees_stay_through_the_clean_up():
    from engine.minos_dawn.phases.income import CleanUp

    assert with_steps(table(2, area=[MARKET]), CleanUp()).state.players[ALICE].area == [MARKET]


def test_dev_12_a_seat_that_can_pay_for_nothing_may_only_decline():
    then = develop(opens_offer=False, hand=[MARKET], coins=0)
    assert then.keys(ALICE) == ("skip",)
    assert then.decision_of(ALICE).private


def test_eff_12_card_3_decrees_played_by_effects_come_from_hand_and_cost_coins():
    then = with_steps(table(2, hand=[MARKET], coins=6), Resolve(ALICE, "bonus:blue05", Play(1)))
    assert then.keys(ALICE) == (f"card:{MARKET}", "skip")
    then = then.choose(ALICE, f"card:{MARKET}")
    assert then.state.players[ALICE].coins == 6
    assert with_steps(table(2), Resolve(ALICE, "bonus:blue05", Play(1))).pending == []


def test_eff_13_playing_for_free_includes_the_offer_and_costs_nothing():
    then = with_steps(table(2, hand=[TERRACES], temps=[1] * 6), Resolve(ALICE, "bonus:red05", PlayFree(1)))
    assert len(then.keys(ALICE)) == 1 + 5 + 1
    then = then.choose(ALICE, f"card:{TERRACES}")
    assert facts_of(then, Paid, TempSpent) == []


@pytest.mark.parametrize(("cultural", "off"), [(0, 1), (2, 2), (5, 3)])
def test_abil_sa1_every_paid_decree_is_discounted(cultural, off):
    state = table(2, ability=SA1, tracks=[0, cultural, 0])
    assert decree_bill(state.players[ALICE], TERRACES).due == 8 - off
    assert decree_bill(state.players[BOB], TERRACES).due == 8


def test_good_2_any_type_discounts_decrees_that_show_it():
    box = the_box()
    for card, slots in box.cards.slots.items():
        state = table(2, goods=[slots.count(good) for good in range(6)])
        assert decree_bill(state.players[ALICE], card).due == max(0, box.decrees[card].cost - 3 * len(slots))


def test_card_3_effects_that_draw_cards_do_not_touch_the_offer():
    from engine.minos_dawn.content.language import DrawActive

    then = with_steps(table(2), Resolve(ALICE, "foundation:f12", DrawActive(3)))
    assert len(then.state.offer) == 5
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age1"] * 3
