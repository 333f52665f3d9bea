"""Effects of tiles, when they are activated or built. EFF, RES-08 to RES-11, BUILD-08, BUILD-09"""

import pytest

from engine.minerva.effects.interpreter import Apply
from engine.minerva.state.facts import Converted, EffectDeclined, Gained, Overflowed, PointsGained
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, at, facts_of, hold, lay, table
from tests.engine.situation import Situation

FORUM_KINDS = ("kinds:grain", "kinds:wood", "kinds:stone", "kinds:ore", "decline")


def reach(state: MinervaState, tile: str, x: int = 1, y: int = 0) -> Situation[MinervaState]:
    """Activate the tile at that cell of Alice's city. A special tile is used as if just built."""
    return at(state, Apply(ALICE, tile, x, y))


def holdings(situation: Situation[MinervaState]) -> tuple[list[int], int, int]:
    player = situation.state.players[ALICE]
    return player.resources, player.denarii, player.glory


@pytest.mark.parametrize(
    ("rule", "tile", "resources", "denarii", "glory"),
    [
        ("BLDG-02", "wheat_field-1", [1, 0, 0, 0], 0, 0),
        ("BLDG-07", "foundry-1", [0, 0, 0, 0], 3, 0),
        ("EFF-01", "pottery_works-1", [0, 1, 1, 0], 0, 0),
        ("EFF-01", "legion_camp-1", [0, 0, 0, 0], 0, 2),
    ],
)
def test_res_08_and_eff_01_a_bare_icon_is_received_in_full(rule, tile, resources, denarii, glory):
    then = reach(table(4), tile)

    assert holdings(then) == (resources, denarii, glory)
    assert then.is_over


@pytest.mark.parametrize(
    ("rule", "tile", "kind"),
    [
        ("BLDG-03", "market-1", "grain"),
        ("BLDG-04", "charcoal_burner-1", "wood"),
        ("BLDG-05", "stone_seller-1", "stone"),
        ("BLDG-06", "blacksmith-1", "ore"),
    ],
)
def test_eff_03_a_colon_effect_pays_once_and_takes_nothing(rule, tile, kind):
    """BLDG-03, BLDG-04, BLDG-05, BLDG-06"""
    rich = hold(table(), **{kind: 3})
    poor = hold(table(), **{other: 3 for other in ("grain", "wood", "stone", "ore") if other != kind})

    assert holdings(reach(rich, tile)) == (rich.players[ALICE].resources, 1, 0)
    assert holdings(reach(poor, tile))[1] == 0


def test_eff_03_a_table_option_makes_colon_effects_pay_per_token():
    then = reach(hold(table(colon_mode="per_token"), grain=3), "market-1")

    assert holdings(then) == ([3, 0, 0, 0], 3, 0)


def test_eff_03_for_each_counts_tokens_kinds_or_tiles():
    assert holdings(reach(hold(table(), grain=4), "granary_exchange-1"))[1] == 4
    assert holdings(reach(hold(table(), grain=4, ore=1), "money_changer-1"))[1] == 2


def test_eff_05_around_counts_only_the_eight_surrounding_cells():
    state = table()
    for x, y in ((1, 1), (2, 1), (0, 1), (2, 0), (3, 0), (1, 2)):
        lay(state, "residence", x, y)

    then = reach(lay(state, "basilica-1", 1, 0), "basilica-1", 1, 0)

    assert holdings(then)[1] == 4, "three neighbours below and one at the side, none two cells away"


def test_eff_04_and_res_11_both_sides_are_offered_at_the_limit():
    given = reach(hold(table(3), grain=6), "vineyard-1")

    assert given.keys(ALICE) == ("side:1", "side:2", "sell")
    assert holdings(given.choose(ALICE, "side:1")) == ([6, 0, 0, 0], 1, 0)
    assert holdings(given.choose(ALICE, "side:2")) == ([6, 0, 0, 0], 1, 0)
    assert facts_of(given.choose(ALICE, "side:1"), Overflowed) == [Overflowed(ALICE, "grain", 1)]


def test_eff_04_a_side_may_give_culture_points():
    given = reach(table(4), "auditorium-1")

    assert given.choose(ALICE, "side:2").state.on_turn.points == [0, 0, 2]


def test_bldg_01_the_forum_gives_a_resource_of_choice():
    given = reach(table(), "forum", 0, 0)

    assert given.decision_of(ALICE).rule == "EFF-07"
    assert given.keys(ALICE) == FORUM_KINDS[:4]
    assert holdings(given.choose(ALICE, "kinds:ore")) == ([0, 0, 0, 1], 0, 0)


def test_eff_07_tokens_of_choice_are_named_in_one_answer():
    given = reach(table(), "villa_rustica-1")

    assert len(given.keys(ALICE)) == 10
    assert holdings(given.choose(ALICE, "kinds:grain+grain"))[0] == [2, 0, 0, 0]
    assert holdings(given.choose(ALICE, "kinds:grain+ore"))[0] == [1, 0, 0, 1]


def test_eff_01_chosen_and_fixed_kinds_are_gained_together():
    then = reach(table(4), "harbour-1").choose(ALICE, "kinds:stone")

    assert holdings(then) == ([0, 0, 1, 0], 1, 0)


def test_limit_04_a_chosen_kind_at_the_limit_becomes_money():
    then = reach(hold(table(), wood=6), "forum", 0, 0).choose(ALICE, "kinds:wood")

    assert holdings(then) == ([0, 6, 0, 0], 1, 0)
    assert then.facts == (Gained(ALICE, "wood", 1, "forum"), Overflowed(ALICE, "wood", 1))


@pytest.mark.parametrize(
    ("rule", "tile", "kind"),
    [("BLDG-12", "stables-1", "grain"), ("BLDG-13", "arsenal-1", "wood"), ("BLDG-14", "armoury-1", "ore")],
)
def test_res_09_and_eff_02_one_question_asks_how_often_to_convert(rule, tile, kind):
    """BLDG-12, BLDG-13, BLDG-14"""
    given = reach(hold(table(), **{kind: 3}), tile)

    assert given.decision_of(ALICE).rule == "EFF-02"
    assert given.keys(ALICE) == ("times:0", "times:1", "times:2", "times:3", "sell")
    then = given.choose(ALICE, "times:2")
    assert (sum(holdings(then)[0]), holdings(then)[2]) == (1, 2)
    assert then.facts == (Converted(ALICE, kind, 2, 2, tile), Gained(ALICE, "glory", 2, tile))
    assert then.is_over, "not asked again"


def test_res_09_a_conversion_may_be_declined_or_is_skipped_if_impossible():
    nothing = reach(hold(table(), grain=2), "stables-1").choose(ALICE, "times:0")

    assert holdings(nothing) == ([2, 0, 0, 0], 0, 0)
    assert reach(hold(table(), wood=6), "stables-1").is_over


def test_sell_05_a_paid_conversion_waits_for_a_sale():
    """SELL-03: an offer isn't declined automatically if a sale could pay for it."""
    given = reach(hold(table(), wood=2), "recruiting_office-1")

    assert given.keys(ALICE) == ("times:0", "sell")
    then = given.choose(ALICE, "sell").choose(ALICE, "sell:wood:2").choose(ALICE, "times:1")
    assert holdings(then) == ([0, 0, 0, 0], 0, 1)
    assert reach(hold(table(), wood=1), "recruiting_office-1").is_over, "one token isn't enough"


def test_eff_02_many_repetitions_take_several_questions():
    given = reach(hold(table(), denarii=60), "recruiting_office-1")

    assert given.keys(ALICE)[-1] == "times:23"
    again = given.choose(ALICE, "times:23")
    assert again.keys(ALICE)[-1] == "times:7"
    assert holdings(again.choose(ALICE, "times:7")) == ([0, 0, 0, 0], 0, 30)


def test_bldg_15_colosseum_pairs_may_differ_per_repetition():
    """EFF-07: all tokens of one payment are of one kind."""
    given = reach(hold(table(), grain=5, wood=2, ore=1), "colosseum-1")

    assert given.keys(ALICE) == ("swap:grain:1", "swap:grain:2", "swap:wood:1", "done", "sell")
    then = given.choose(ALICE, "swap:grain:1")
    assert holdings(then) == ([3, 2, 0, 1], 0, 2)
    assert then.keys(ALICE) == ("swap:grain:1", "swap:wood:1", "done", "sell")
    last = then.choose(ALICE, "swap:wood:1").choose(ALICE, "swap:grain:1")
    assert holdings(last) == ([1, 0, 0, 1], 0, 6)
    assert last.is_over


def test_eff_07_any_resource_may_be_paid():
    given = reach(hold(table(3), stone=1, ore=2), "emporium-1")

    assert given.keys(ALICE) == ("swap:stone:1", "swap:ore:1", "swap:ore:2", "done", "sell")
    assert holdings(given.choose(ALICE, "swap:ore:2").choose(ALICE, "done")) == ([0, 0, 1, 0], 4, 0)


def test_bldg_16_the_trading_post_sells_resources_of_choice_when_built():
    """BUILD-09: a conversion may be repeated any number of times."""
    given = reach(hold(table(), denarii=5), "trading_post-1")

    assert given.keys(ALICE) == (*(f"swap:{k}:{n}" for k in ("grain", "wood", "stone", "ore") for n in (1, 2)), "done")
    then = given.choose(ALICE, "swap:ore:1").choose(ALICE, "swap:grain:1")
    assert holdings(then) == ([1, 0, 0, 1], 1, 0)


def test_bldg_18_and_build_09_the_refectory_gives_two_tokens_or_nothing():
    given = reach(table(), "refectory-1")

    assert len(given.keys(ALICE)) == 11
    assert holdings(given.choose(ALICE, "kinds:wood+ore"))[0] == [0, 1, 0, 1]
    declined = given.choose(ALICE, "decline")
    assert holdings(declined) == ([0, 0, 0, 0], 0, 0)
    assert declined.facts == (EffectDeclined(ALICE, "refectory-1"),)


@pytest.mark.parametrize(
    ("rule", "tile", "points"),
    [
        ("BLDG-08", "theatre-1", [2, 0, 0]),
        ("BLDG-09", "statue-1", [0, 2, 0]),
        ("BLDG-10", "library-1", [0, 0, 2]),
        ("CULT-01", "muses_court-1", [1, 1, 1]),
    ],
)
def test_cult_01_culture_buildings_give_points_of_their_categories(rule, tile, points):
    """BLDG-08, BLDG-09, BLDG-10"""
    then = reach(table(4), tile)

    assert then.state.on_turn.points == points


def test_cult_02_points_of_one_turn_add_up():
    given = at(table(), Apply(ALICE, "theatre-1", 1, 0), Apply(ALICE, "festival_ground-1", 2, 0))

    assert given.state.on_turn.points == [3, 1, 0]


def test_cult_03_and_bldg_11_a_wild_point_gets_its_category_immediately():
    given = reach(table(), "garden-1")

    assert given.decision_of(ALICE).rule == "CULT-03"
    assert given.keys(ALICE) == ("culture:theatre", "culture:art", "culture:university")
    then = given.choose(ALICE, "culture:art")
    assert then.state.on_turn.points == [0, 1, 0]
    assert then.facts == (PointsGained(ALICE, "art", 1, "garden-1"),)


@pytest.mark.parametrize("tile", ["residence", "ceres_court", "annona", "circus-1", "public_baths-1"])
def test_res_06_and_res_07_temples_residences_and_special_tiles_give_nothing(tile):
    """EFF-06, BLDG-22, TEMPLE-01"""
    then = reach(hold(table(), grain=3), tile)

    assert holdings(then) == ([3, 0, 0, 0], 0, 0)
    assert then.is_over


def test_res_10_a_condition_is_judged_when_its_tile_is_reached():
    field_first = at(table(), Apply(ALICE, "wheat_field-1", 1, 0), Apply(ALICE, "market-1", 2, 0))
    market_first = at(table(), Apply(ALICE, "market-1", 2, 0), Apply(ALICE, "wheat_field-1", 1, 0))

    assert holdings(field_first)[1] == 1
    assert holdings(market_first)[1] == 0


def test_res_10_a_sold_token_does_not_count_for_later_tiles():
    given = at(hold(table(), grain=1), Apply(ALICE, "forum", 0, 0), Apply(ALICE, "market-1", 1, 0))

    then = given.choose(ALICE, "sell").choose(ALICE, "kinds:wood")

    assert holdings(then) == ([0, 1, 0, 0], 1, 0), "the money comes from the sale; the Market finds no grain"
