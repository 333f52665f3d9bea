"""Questions wait for extra actions that could change or pay for an effect. Q-62, EXTRA-2, GEN-8"""

from typing import Any

import pytest

from engine.kernel.play import Play, automatic_answer, copy_position
from engine.minos_dawn.content.box import BUILD, the_box
from engine.minos_dawn.content.language import COPPER, WOOD
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.turn import Act
from engine.minos_dawn.state.state import DawnState, Turn
from engine.minos_dawn.state.steps import Benefit
from tests.engine.minos_dawn.table import ALICE, table, warriors, with_steps
from tests.engine.situation import Situation

BUILDER = "blue06"
"""The tile with coins and a Build AP."""
HERE, THERE = 7, 2
"""A region with Sea Peoples, and a neighbour without any."""


def in_turn(state: DawnState, sea: str = "") -> DawnState:
    """Return Alice's turn. The only Sea Peoples tile on the map is `sea`, in the region of her warriors."""
    state.turn = Turn(ALICE, BUILD, 0, 4, 0, 0, BUILD, [], [], has_benefit=False, has_age2_draw=False)
    state.sea = [() for _ in state.sea]
    if sea:
        state.sea[HERE] = (sea,)
    return state


def due(state: DawnState, source: str) -> Situation[DawnState]:
    """Return Alice's turn when the effects of that source are due and none has begun."""
    return with_steps(state, Benefit(ALICE, source), Act(ALICE))


def decree(text: str) -> str:
    """Return the source of the decree with that effect."""
    return next(f"decree:{each.id}" for each in the_box().decrees.values() if each.effect == text)


def foundation(text: str) -> str:
    return next(f"foundation:{each.id}" for each in the_box().content.foundations if each.effect == text)


def bonus(text: str) -> str:
    return next(each.id for each in the_box().content.trade_bonuses if each.effect == text)


def to_the_end(situation: Situation[DawnState]) -> Situation[DawnState]:
    """Carry out everything due, without extra actions."""
    while situation.pending[0].rule != "ACT-7":
        situation = situation.choose(ALICE, situation.keys(ALICE)[0])
    return situation


def soldier(**alice: Any) -> DawnState:
    """Return a table on which Alice can afford a battle."""
    state = table(2, weaponry=6, **alice)
    warriors(state, ALICE, **{f"r{HERE}": 2})
    return state


def test_extra_2_a_tower_from_a_battle_counts_for_the_next_effect() -> None:
    """A1-42: 2 copper, then 6 VP for a seat with two towers. Defeating tile I-07 allows a tower."""
    state = soldier(cities=[HERE, THERE], towers=[THERE])

    asked = due(in_turn(state, "I-07"), "decree:A1-42")

    assert state.players[ALICE].temps[COPPER] == 0
    assert asked.state.players[ALICE].temps[COPPER] == 2
    assert f"battle:{HERE}" in asked.keys(ALICE)
    built = asked.choose(ALICE, f"battle:{HERE}").choose(ALICE, f"tower:{HERE}")
    assert to_the_end(built).state.players[ALICE].vp == 3 + 6


def test_gen_8_q_62_the_order_is_asked_if_one_effect_helps_another() -> None:
    """Card A1-44 gives 2 VP per farm and also a grain. With tile blue06, that grain can first pay for another farm."""
    state = table(2, bonus_tiles=[BUILDER])
    warriors(state, ALICE, r7=1)

    asked = due(in_turn(state), "decree:A1-44")

    assert asked.keys(ALICE)[:2] == ("effect:1", "effect:2")
    built = asked.choose(ALICE, "effect:2").choose(ALICE, f"bonus:{BUILDER}").choose(ALICE, "farm:7")
    assert to_the_end(built).state.players[ALICE].vp == 2


def test_gen_8_q_62_independent_effects_need_no_order() -> None:
    state = table(2)
    warriors(state, ALICE, r7=1)

    assert due(in_turn(state), "decree:A1-44").pending[0].rule == "ACT-7"


def to_effect(situation: Situation[DawnState]) -> Situation[DawnState]:
    """Begin the due effect, ignoring extra actions that could come first."""
    return situation.choose(ALICE, "effect:1") if situation.pending[0].rule == "GEN-8" else situation


def waiting(state: DawnState, source: str) -> Situation[DawnState]:
    """Return a turn with a due effect that does nothing unless an extra action comes first."""
    asked = due(state, source)
    assert [key for key in asked.keys(ALICE) if key.startswith(("effect", "skip"))] == ["effect:1"]
    assert asked.choose(ALICE, "effect:1").pending[0].rule == "ACT-7"
    return asked


def test_extra_2_eff_16_placing_waits_for_a_warrior_from_a_battle() -> None:
    state = in_turn(soldier(reserves=0, tracks=[0, 0, 2]), "I-01")
    asked = due(state, decree("advance population 1; place 1"))
    assert asked.keys(ALICE)[:2] == ("effect:1", "effect:2")

    waits = asked.choose(ALICE, "effect:1")
    assert waits.keys(ALICE)[0] == "effect:2"
    assert waits.choose(ALICE, "effect:2").pending[0].rule == "ACT-7"

    fought = waits.choose(ALICE, f"battle:{HERE}")
    assert [decision.rule for decision in fought.pending] == ["EFF-16"]


def test_extra_2_eff_16_placing_after_another_gain_waits_too() -> None:
    """No extra action fits between the two gains, so the warriors are counted before both."""
    text = "place 2 + move 3"
    state = in_turn(soldier(reserves=0), "I-01")

    fought = due(state, decree(text)).choose(ALICE, f"battle:{HERE}")

    assert [decision.rule for decision in fought.pending] == ["EFF-16"]


def test_extra_2_eff_17_moving_waits_for_warriors_from_a_tile() -> None:
    tile = bonus("warrior 2 + place 2 + coin 1")
    state = in_turn(table(2, bonus_tiles=[tile]))
    warriors(state, ALICE)
    city = state.players[ALICE].cities[0]

    asked = due(state, decree("weapon 2 + move 1"))
    placed = asked.choose(ALICE, f"bonus:{tile}").choose(ALICE, f"place:{city}").choose(ALICE, "skip")

    assert asked.choose(ALICE, "effect:1").pending[0].rule == "ACT-7"
    assert to_effect(placed).pending[0].rule == "EFF-17"


def test_extra_2_eff_23_the_palace_waits_for_a_card_from_a_battle() -> None:
    state = in_turn(soldier(vp=9), "I-03")
    asked = due(state, foundation("palace 1 + vp 2"))

    fought = asked.choose(ALICE, f"battle:{HERE}")

    assert [decision.rule for decision in fought.pending] == ["EFF-23"]
    assert asked.choose(ALICE, "effect:1").pending[0].rule == "ACT-7"


def test_extra_2_eff_12_playing_a_decree_waits_for_a_card_from_a_battle() -> None:
    asked = waiting(in_turn(soldier(coins=40), "I-03"), decree("play 1"))

    assert [decision.rule for decision in asked.choose(ALICE, f"battle:{HERE}").pending] == ["DEV-1"]


def test_extra_2_eff_25_route_income_waits_for_a_ship_from_a_battle() -> None:
    state = in_turn(soldier(coins=40, ships=[0, 0, 0]), "I-07")
    asked = due(state, decree("route 1 instead if ship>=4: route 3"))
    ship = f"ship:{state.routes[0]}"

    built = asked.choose(ALICE, f"battle:{HERE}").choose(ALICE, ship)

    assert asked.choose(ALICE, "effect:1").state.players[ALICE] == state.players[ALICE]
    paid = {"coins", "weaponry"} & {fact.what for fact in built.facts if hasattr(fact, "what")}
    assert paid, "the income of the route that the ship is on"


def test_extra_2_eff_27_a_temp_waits_for_an_exchange_that_returns_temps() -> None:
    """EXTRA-7: the supply has no wood until the seat exchanges three temporary wood for a good."""
    state = in_turn(table(2, temps=[0, 0, 0, 9, 0, 0]))
    state.temps[WOOD] = 0

    asked = due(state, decree("temp wood 1 + temp herb 1 + coin 1"))

    assert asked.keys(ALICE) == ("effect:1", "swap:wood")
    after = asked.choose(ALICE, "swap:wood").state.players[ALICE]
    assert after.temps[WOOD] == 9 - 3 + 1


def test_extra_2_eff_10_a_draw_waits_for_cards_to_be_sold() -> None:
    """CARD-9: cards discarded while the deck is empty form the new deck."""
    state = in_turn(table(2, hand=["A1-19", "A1-03"]))
    state.decks[0].clear()

    asked = due(state, decree("drawactive 3"))

    assert asked.keys(ALICE) == ("effect:1", "sell")
    sold = asked.choose(ALICE, "sell").choose(ALICE, "card:A1-03")
    assert sold.state.players[ALICE].hand.count("A1-03") == 1


def test_extra_2_eff_43_a_condition_waits_for_the_city_that_meets_it() -> None:
    state = in_turn(soldier(coins=40, cities=[THERE], bonus_tiles=[bonus("buildfree 1 + vp 3")]))
    tile = state.players[ALICE].bonus_tiles[0]

    asked = due(state, decree("if cities>=2: advance any 1 + coin 2"))
    built = asked.choose(ALICE, f"bonus:{tile}").choose(ALICE, f"city:{HERE}")

    assert asked.choose(ALICE, "effect:1").state.players[ALICE].coins == 40
    while built.pending[0].rule != "TRACK-4" or built.pending[0].prompt.id != "minos_dawn.prompt.track":
        built = built.choose(ALICE, built.keys(ALICE)[0])
    assert built.state.players[ALICE].cities == [THERE, HERE]


def test_extra_2_eff_22_the_lowest_track_waits_for_an_advance() -> None:
    tile = bonus("advance any 1 + vp 4")
    state = in_turn(table(2, tracks=[1, 0, 1], bonus_tiles=[tile]))

    asked = due(state, foundation("advance lowest 1 + coin 1"))

    assert asked.keys(ALICE) == ("effect:1", f"bonus:{tile}")


def test_extra_2_a_nested_effect_waits_if_later_effects_would_profit() -> None:
    """A1-17: the advance gives weaponry. A battle can then bring the warrior that the next effect places."""
    source = decree("place 3 instead if warriors>=6: advance population 1 + place 1")
    state = in_turn(soldier(reserves=0, tracks=[0, 0, 2]), "I-01")
    warriors(state, ALICE, r7=6)

    asked = due(state, source)
    inside = asked.choose(ALICE, "effect:1")
    fought = inside.choose(ALICE, f"battle:{HERE}")

    assert inside.keys(ALICE)[0] == "effect:1"
    assert inside.state.players[ALICE].tracks[2] == 3
    assert to_effect(fought).pending[0].rule == "EFF-16"


def test_eff_45_the_order_is_asked_if_battles_can_raise_a_multiplier() -> None:
    """A Sea Peoples tile can give a farm, so a gain multiplied by farms is not automatic."""
    source = decree("income 1 per farms; coin 2")
    begun = due(in_turn(soldier(), "I-07"), source)

    assert begun.keys(ALICE)[:2] == ("effect:1", "effect:2")
    assert automatic_answer(Play(GAME, copy_position(GAME, begun.position)), ALICE) == ("effect:2",)
    assert due(in_turn(soldier()), source).pending[0].rule == "ACT-7"


@pytest.mark.parametrize(("coins", "is_given"), [(0, True), (40, False)])
def test_trait_5_a_temp_that_could_be_bought_is_not_automatic(coins: int, is_given: bool) -> None:
    """A1-36 sells wood and herbs repeatedly. A temp taken early leaves one fewer in the supply to buy. EFF-42"""
    trait = next(each.id for each in the_box().decrees.values() if each.trait.effect == "temp wood 1")
    state = in_turn(table(2, coins=coins, palace=[trait]))
    assert state.turn is not None
    state.turn.due, state.turn.is_used = [trait], True
    asked = with_steps(state, Act(ALICE))

    keys = automatic_answer(Play(GAME, copy_position(GAME, asked.position)), ALICE)

    assert keys == ((f"trait:{trait}",) if is_given else ())


def test_extra_2_no_effect_waits_if_no_extra_action_helps() -> None:
    """Alice can march, gather and sell, but none of these builds a tower."""
    state = in_turn(soldier(cities=[HERE], hand=["A1-19"]))

    assert due(state, decree("vp 2 per towers")).pending[0].rule == "ACT-7"
    assert due(state, decree("coin 1; if towers>=2: vp 4")).pending[0].rule == "ACT-7"


def test_extra_2_no_effect_waits_in_turns_of_other_seats() -> None:
    state = in_turn(soldier(), "I-07")
    assert state.turn is not None
    state.turn.seat = 1

    assert with_steps(state, Benefit(ALICE, decree("vp 2 per towers"))).pending == []
