"""Checks of the information that each game registers."""

import pytest

from engine import games
from tests.engine.contract.tables import GAMES, Table, evening


@pytest.mark.parametrize("key", GAMES)
def test_the_seats_and_options_of_a_game_are_valid(key: str) -> None:
    game = GAMES[key]
    assert game.rules.key == key
    assert game.rules.version >= 1
    assert game.rules.seats == tuple(sorted(set(game.rules.seats)))
    assert game.rules.seats[0] >= 1
    assert len({option.key for option in game.rules.options}) == len(game.rules.options)
    for option in game.rules.options:
        assert option.default in option.choices
        assert 2 <= len(set(map(str, option.choices))) == len(option.choices) <= 25


@pytest.mark.parametrize("key", GAMES)
def test_stored_steps_and_facts_have_distinct_tags(key: str) -> None:
    for kind in (GAMES[key].rules.steps, GAMES[key].rules.facts):
        tags = [each.__struct_config__.tag for each in kind]
        assert len(set(tags)) == len(tags)
        assert all(each.__struct_config__.frozen for each in kind)


@pytest.mark.parametrize("key", games.GAMES)
def test_games_between_computers_contain_every_listed_fact(key: str) -> None:
    game = GAMES[key]
    told = {
        type(fact)
        for seats in game.rules.seats
        for player in ("random", *game.programs.policies)
        for fact in evening(Table(key, seats, player)).facts
    }
    assert told <= set(game.rules.facts)
    assert len(told) * 2 > len(game.rules.facts)
