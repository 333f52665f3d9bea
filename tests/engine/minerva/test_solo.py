"""The solo game: pairs, round tiles and passing. Glory and titles have separate test files. SOLO"""

import pytest

from engine.kernel.chance import Chance
from engine.kernel.game import complete_settings
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile
from engine.minerva.game import GAME
from engine.minerva.phases.building import build_options
from engine.minerva.phases.setup import lay_out, reveal
from engine.minerva.phases.turn import BeginRound, EndTurn, TakeTurn
from engine.minerva.state.facts import Passed, RoundTileTaken, TileDiscarded, TilesRevealed
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, at, facts_of, hold, lay, show, table
from tests.engine.situation import SEED, Situation


def alone(*lots: tuple[str, ...]) -> MinervaState:
    """Return a solo table that displays these pairs."""
    return show(table(1), *lots)


def turn(state: MinervaState) -> Situation[MinervaState]:
    return at(state, TakeTurn(ALICE), EndTurn(ALICE))


def test_solo_08_each_option_names_the_partner_it_removes():
    given = turn(alone(("forest-1", "quarry-1"), ("mine-1", "round-2")))
    labels = {option.key: option.label for option in given.decision_of(ALICE).options}

    assert labels["build:forest-1"].blanks["partner"] == (tile("quarry-1"),)
    assert labels["build:quarry-1"].blanks["partner"] == (tile("forest-1"),)
    assert labels["round_tile:round-2"].blanks["partner"] == tile("mine-1")
    several = build_options(table(2), ALICE, 0)
    assert several
    assert not any("partner" in option.label.blanks for option in several)


def test_solo_01_the_solo_game_uses_the_two_player_setup():
    state = lay_out(complete_settings(GAME, 1, {}), Chance(SEED, {}))
    box, player = the_box(), state.players[ALICE]

    assert len(state.players) == 1
    assert (player.denarii, player.resources) == (3, [1, 0, 0, 0])
    assert [len(pile) for pile in state.culture] == [5, 5, 5]
    drawn = [tile for lot in state.lots for tile in lot]
    assert sorted(tile for tile in [*state.deck, *drawn] if tile in box.tiles) == sorted(
        [*box.normal_buildings(2), *box.starting_buildings(2)]
    )


def test_solo_04_starting_buildings_lie_in_shuffled_pairs():
    starting = set(the_box().starting_buildings(1))
    laid = {
        tuple(lot)
        for seed in range(4)
        for lot in lay_out(complete_settings(GAME, 1, {}), Chance(bytes(15) + bytes([seed]), {})).lots[:3]
    }

    assert all(len(lot) == 2 and set(lot) <= starting for lot in laid)
    assert len(laid) > 3, "the pairs differ from game to game"


def reveal_tiles(*top: str) -> MinervaState:
    """Return the table after these tiles are revealed, the first drawn first."""
    state = alone()
    state.deck += reversed(top)
    reveal(state)
    return state


def test_solo_05_single_tiles_make_pairs_in_the_order_they_are_drawn():
    state = reveal_tiles("mine-1", "odeon-1", "school-1", "foundry-1", "round-2")

    assert state.lots == [("mine-1", "odeon-1"), ("school-1", "foundry-1")]


def test_solo_06_a_round_tile_drawn_first_ends_the_reveal():
    state = reveal_tiles("mine-1", "odeon-1", "round-2", "school-1")

    assert state.lots == [("mine-1", "odeon-1")]
    assert state.aside[-1] == "round-2"
    assert state.deck[-1] == "school-1"
    assert reveal_tiles("round-2").lots == []


def test_solo_07_a_round_tile_drawn_second_pairs_with_denarii():
    state = reveal_tiles("mine-1", "odeon-1", "school-1", "round-2", "foundry-1")

    assert state.lots == [("mine-1", "odeon-1"), ("school-1", "round-2")]
    assert state.deck[-1] == "foundry-1"
    assert [lot.denarii for lot in at(state).look().lots] == [0, 3]


def test_solo_08_building_one_of_a_pair_removes_the_other():
    state = hold(alone(("mine-1", "odeon-1"), ("wheat_field-1", "forest-1")), wood=2)

    given = turn(state)
    assert [key for key in given.keys(ALICE) if key.startswith("build:")] == [
        "build:mine-1", "build:odeon-1", "build:wheat_field-1", "build:forest-1",
    ]  # fmt: skip
    then = given.choose(ALICE, "build:odeon-1")
    assert then.state.lots == [("wheat_field-1", "forest-1")]
    assert then.state.boxed == ["mine-1"]
    assert facts_of(then, TileDiscarded) == [TileDiscarded(ALICE, "mine-1")]


def test_solo_08_an_unaffordable_pair_is_not_offered():
    given = turn(alone(("mine-1", "odeon-1")))

    assert not any(key.startswith("build:") for key in given.keys(ALICE))


def test_solo_09a_taking_money_from_a_round_tile_is_an_action():
    state = alone(("mine-1", "round-1"), ("wheat_field-1", "forest-1"))
    state.aside.clear()

    given = turn(state)
    assert "round_tile:round-1" in given.keys(ALICE)
    then = given.choose(ALICE, "round_tile:round-1")

    assert then.state.players[ALICE].denarii == 3
    assert then.state.lots == [("wheat_field-1", "forest-1")]
    assert (then.state.aside, then.state.boxed) == (["round-1"], ["mine-1"])
    assert facts_of(then, RoundTileTaken) == [RoundTileTaken(ALICE, "round-1", 3)]
    assert then.decision_of(ALICE).rule == "TURN-05", "the next turn"
    assert [placed.tile for placed in then.state.players[ALICE].city] == ["forum"]


def test_solo_09b_choosing_the_building_loses_the_money():
    state = alone(("mine-1", "round-1"))
    state.aside.clear()
    poor, rich = turn(hold(state)), turn(hold(state, denarii=3))

    assert "build:mine-1" not in poor.keys(ALICE)
    then = rich.choose(ALICE, "build:mine-1")
    assert then.state.players[ALICE].denarii == 0
    assert (then.state.aside, then.state.boxed) == (["round-1"], [])


def test_solo_10_passing_ends_the_main_phase_without_income():
    then = turn(hold(table(1), denarii=4)).choose(ALICE, "pass")

    assert facts_of(then, Passed) == [Passed(ALICE, 0)]
    assert then.state.round == 2
    assert then.decision_of(ALICE).rule == "TURN-05"
    assert then.state.players[ALICE].denarii == 4
    assert at(then.state).look().turn.fee == 0


def test_solo_11_temples_are_not_paired_and_are_refilled():
    state = hold(alone(), wood=1, stone=1, ore=1)
    lay(state, "annona", 0, -1)
    state.players[ALICE].city.pop()
    state.temples[0] = "annona"
    stack = len(state.temple_stack)

    then = turn(state).choose(ALICE, "build:annona")
    then = then.choose(ALICE, then.keys(ALICE)[0])

    assert len(then.state.temples) == 5
    assert len(then.state.temple_stack) == stack - 1
    assert then.state.boxed == []


def test_solo_12_assistants_are_bought_as_usual():
    given = turn(hold(table(1), denarii=5, glory=1)).choose(ALICE, "pass")

    assert given.keys(ALICE) == ("buy:denarii", "buy:glory", "decline")
    then = given.choose(ALICE, "buy:glory")
    assert then.state.players[ALICE].assistants == 1
    assert then.state.players[ALICE].glory_tiles == [], "the token was spent before glory is compared"


def test_solo_14_preparation_returns_glory_tokens_and_adds_pairs():
    state = hold(alone(("mine-1", "round-1")), glory=1)
    state.aside.clear()
    state.players[ALICE].buys_none = True

    then = turn(state).choose(ALICE, "pass")

    assert then.state.lots[0] == ("mine-1", "round-1")
    assert then.state.players[ALICE].glory == 0
    assert len(then.state.lots) == 1 + len(facts_of(then, TilesRevealed)[0].lots)


@pytest.mark.parametrize("seed", range(3))
def test_solo_05_every_lot_of_a_game_is_a_pair(seed):
    state = lay_out(complete_settings(GAME, 1, {}), Chance(bytes([seed]) * 16, {}))
    for _ in range(5):
        reveal(state)

    assert all(len(lot) == 2 for lot in state.lots)
    tiles = the_box().tiles
    rounds = [tile for lot in state.lots for tile in lot if tile not in tiles]
    assert sorted([*state.aside, *rounds]) == [f"round-{number}" for number in range(1, 7)]
    assert all(tile in tiles for tile in state.deck), "PREP-05: what is left lies under round tile 6"


def test_turn_02_a_solo_round_begins_with_the_main_phase():
    assert at(table(1), BeginRound()).decision_of(ALICE).rule == "TURN-05"
