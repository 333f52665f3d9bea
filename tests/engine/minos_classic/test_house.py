"""HOUSE: the options of the table and the standing order."""

from typing import Any

import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Message
from engine.kernel.game import complete_settings
from engine.kernel.play import place_order
from engine.kernel.rules import Settings
from engine.minos_classic.actions.fights import dice_to_reroll, ordered_reroll
from engine.minos_classic.content.box import the_box
from engine.minos_classic.game import GAME, RULES
from engine.minos_classic.phases.setup import lay_out
from engine.minos_classic.state.ending import is_complete
from engine.minos_classic.state.facts import FightDiceRolled, GameEnded
from tests.engine.minos_classic.battles import ARROWS, GULLS, SCALES, STARS, at_sea
from tests.engine.minos_classic.tables import ANN, BOB, D, H, acting, keys, sides, table


def laid_out(seats: int, **options: Any):
    return lay_out(complete_settings(GAME, seats, Settings(seats, options).options), Chance(bytes(16), {}))


def test_house_options_are_off_by_default():
    assert complete_settings(GAME, 3, {}).options == {
        "first_seat": "random",
        "short_game": False,
        "round_limit": 0,
        "same_site_twice": True,
        "combination_scope": "per_action",
    }


def test_house_1_the_short_game_closes_sites():
    assert [len(laid_out(seats, short_game=True).closed) for seats in (2, 3, 4)] == [10, 5, 0]

    laid = table({ANN: "s_malaka s_kyme"}, building=4, closed=["s_malaka"])
    assert keys(acting(laid), "build:") == ["build:s_kyme"]
    assert laid.players[ANN].marker == 0

    sites = the_box().site_ids
    laid.stacks = [()] + [(D,)] * 27 + [(D, H, "wall", D)] * 2
    assert sites[0] == "s_malaka"
    assert is_complete(laid), "a closed site does not count"


def test_house_1_closed_terrain_stays_open_for_movement():
    laid = table({ANN: "z_alboran"}, movement=1, closed=["s_malaka"])

    then = acting(laid).choose(ANN, "move:z_alboran").choose(ANN, "to:h_malaka")

    assert then.look().sites[0].holder == ANN
    assert then.look().sites[0].is_closed


def test_house_2_the_game_ends_after_the_last_round():
    laid = table(round=10, round_limit=10, first=BOB)
    over = acting(laid).choose(ANN, "end")
    assert over.is_over
    assert GameEnded("limit", 10, (ANN, BOB)) in over.facts

    laid.round_limit = 15
    assert not acting(laid).choose(ANN, "end").is_over


def test_house_3_a_site_gets_one_building_a_turn():
    given = acting(table({ANN: "h_pylos s_kyme"}, building=4, same_site_twice=False))

    then = given.choose(ANN, "build:s_pylos").choose(ANN, "kind:dwelling")

    assert keys(then, "build:") == ["build:s_kyme"]


def test_house_4_the_order_rerolls_idle_dice_then_stars_then_jokers():
    assert dice_to_reroll(("gull", "arrow", "build", "star", "scales", "joker")) == (0, 2)
    assert dice_to_reroll(("star", "arrow", "joker", "star", "scales", "star")) == (3, 5)
    assert dice_to_reroll(("joker", "arrow", "joker", "star", "star", "scales")) == (4,), "stars before jokers"
    assert dice_to_reroll(("joker", "arrow", "joker", "arrow", "scales", "scales")) == (0, 2)
    assert dice_to_reroll(("joker", "arrow", "star", "joker", "scales", "scales")) == (3,)
    assert dice_to_reroll(("arrow", "joker", "star", "arrow", "scales", "scales")) == ()


def test_house_4_the_order_rerolls_within_the_limit_while_the_defender_trails():
    then = at_sea(STARS, GULLS, rings={BOB: 5}, orders={BOB: 2})
    assert then.keys(BOB) == ()
    assert then.state.players[BOB].rings in (3, 4)

    none = at_sea(STARS, GULLS, rings={BOB: 5}, orders={BOB: 0})
    assert none.state.players[BOB].rings == 5
    assert none.decision_of(ANN).rule == "TURN-2"

    holds = at_sea(GULLS, GULLS, rings={BOB: 5}, orders={BOB: 5})
    assert holds.state.players[BOB].rings == 5, "he wins ties, so no ring is spent"


def test_house_4_the_order_stops_once_the_defender_would_win():
    laid = at_sea(STARS, GULLS, rings={BOB: 5}, orders={BOB: 5}, dice="")
    spent = 5 - laid.state.players[BOB].rings
    assert spent >= 1
    rolled: list[Any] = [fact for fact in laid.facts if getattr(fact, "ring", False)]
    assert [fact.value < 6 for fact in rolled[:-1]] == [True] * (len(rolled) - 1)


def test_house_4_the_order_stops_when_rings_run_out():
    loaded = {"defence": [sides(GULLS), sides(GULLS)]}

    then = at_sea(STARS, GULLS, rings={BOB: 1}, orders={BOB: 9}, loaded=loaded)

    assert then.state.players[BOB].rings == 0
    assert sum(isinstance(fact, FightDiceRolled) and fact.ring for fact in then.facts) == 1
    assert then.state.battle is None


def test_house_4_the_order_stops_rolling_if_no_die_is_idle():
    then = at_sea(ARROWS, "arrow arrow joker star scales scales", rings={BOB: 3}, orders={BOB: 3})

    assert then.state.players[BOB].rings == 3
    assert then.state.battle is None


def test_house_4_the_ring_limit_applies_to_each_duel():
    laid = table({ANN: "z_messenian_sea s_taras", BOB: "h_pylos s_pylos s_kyme"}, movement=1, rings={BOB: 9})
    laid.players[BOB].order = 1
    loaded = {"attack": [sides(ARROWS)] * 2, "defence": [sides(GULLS), sides(SCALES)] * 2}

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos", loaded=loaded)

    assert then.state.players[BOB].rings == 7, "one ring for the ship, one for the guard"


def test_house_4_the_order_is_private_and_can_be_withdrawn():
    given = acting(table())
    [order] = GAME.orders.offer(given.state, BOB)
    assert order.private
    assert [option.key for option in order.options] == [
        "rings:off",
        *(f"rings:{most}" for most in range(13)),
        *(f"{kind}:{most}" for kind in ("guard", "ship") for most in range(1, 6)),
    ]

    position = place_order(GAME, given.position, BOB, "HOUSE-4", ("rings:4",))
    assert RULES.look(position.state, BOB).seats[BOB].standing_rings == 4
    assert RULES.look(position.state, ANN).seats[BOB].standing_rings is None
    [standing] = GAME.orders.offer(position.state, BOB)
    assert standing.options == order.options, "the options are the same whatever the order is"
    assert current_order(position.state, BOB) == Message("minos_classic.choice.order", {"count": 4})
    assert current_order(position.state, ANN).id == "minos_classic.choice.order_off"
    off = place_order(GAME, position, BOB, "HOUSE-4", ("rings:off",))
    assert RULES.look(off.state, BOB).seats[BOB].standing_rings is None


def current_order(state, seat):
    """Return what the seat's own panel says about its order."""
    [order] = GAME.orders.offer(state, seat)
    return order.prompt.blanks["now"]


def test_house_4_an_order_for_one_kind_asks_about_the_other():
    loaded = {"defence": [sides(GULLS), sides(ARROWS)]}
    ship = at_sea(STARS, rings={BOB: 2}, orders={BOB: "ship:1"}, loaded=loaded)
    assert ship.state.players[BOB].rings == 1
    assert current_order(ship.state, BOB).id == "minos_classic.choice.order_ship"

    guard = at_sea(STARS, rings={BOB: 2}, orders={BOB: "guard:1"})
    assert guard.decision_of(BOB).rule == "FIGHT-10", "a ship is attacked, so he is asked"
    assert guard.state.players[BOB].rings == 2


@pytest.mark.parametrize("loser", ["BOB", "ANN"])
def test_house_4_an_order_for_a_kind_ends_with_a_lost_piece(loser):
    seat = {"BOB": BOB, "ANN": ANN}[loser]
    attack, defence = (ARROWS, GULLS) if seat == BOB else (GULLS, SCALES)
    then = at_sea(attack, defence, orders={seat: "guard:2", 1 - seat: 3})
    assert then.state.battle is None
    assert current_order(then.state, seat).id == "minos_classic.order.lost_ship"
    assert then.state.players[1 - seat].order == 3, "an order for all pieces stays"


def test_house_4_an_order_during_a_duel_waits_for_the_next_duel():
    given = at_sea(STARS, GULLS, rings={BOB: 2})

    position = place_order(GAME, given.position, BOB, "HOUSE-4", ("rings:1",))

    assert len(position.agenda) == len(given.position.agenda)
    assert given.keys(BOB) == tuple(f"die:{number}" for number in range(1, 7))


def test_house_4_an_order_counts_rings_spent_earlier_in_the_duel():
    given = at_sea(ARROWS, GULLS, rings={BOB: 5})
    state = place_order(GAME, given.position, BOB, "HOUSE-4", ("rings:2",)).state
    assert ordered_reroll(state) == tuple(range(6))

    rolled = given.choose(BOB, "die:1", loaded={"defence": [sides("star")]})
    assert ordered_reroll(place_order(GAME, rolled.position, BOB, "HOUSE-4", ("rings:1",)).state) == ()
    state = place_order(GAME, rolled.position, BOB, "HOUSE-4", ("rings:2",)).state
    assert ordered_reroll(state) == tuple(range(1, 6))


def ways_to(scope: str, dice: str, *spent: str) -> set[str]:
    given = acting(table(dice=dice, scope=scope))
    for key in spent:
        given = given.choose(ANN, "gulls").choose(ANN, key)
    if "gulls" not in given.keys(ANN):
        return set()
    then = given.choose(ANN, "gulls")
    return set(keys(then, "")) if then.decision_of(ANN).rule == "DICE-7" else {"one"}


def test_house_5_anchored_allows_a_joker_and_star_for_each_natural_face():
    both = ways_to("anchored", "gull gull joker joker star star")
    assert "natural:2+joker:2+star:2" in both
    assert "natural:1+joker:2" not in both
    assert "joker:1+star:1" in both
    assert "joker:2" not in both
    assert "joker:2" in ways_to("anchored", "gull gull joker joker star star", "natural:2"), "faces spent earlier count"
    late = ways_to("anchored", "gull gull gull joker star star", "natural:2")
    assert "natural:1+star:1" in late
    assert "natural:1+star:2" not in late, "each star has a partner in its own command"


def test_house_5_per_group_limits_each_combination_separately():
    first = ways_to("per_group", "gull gull joker joker star star")
    assert "natural:2+joker:1+star:1" in first
    assert not any("joker:2" in key or "star:2" in key for key in first)
    second = ways_to("per_group", "gull gull joker joker star star", "natural:1+joker:1+star:1")
    assert "natural:1+joker:1+star:1" in second
    assert ways_to("per_action", "gull gull joker joker star star", "natural:1+joker:1+star:1") == {"one"}
