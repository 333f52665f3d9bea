"""Typed text is matched against possible names."""

import pytest

from cogs.ui.matching import Named, find_meant, match_stems, matching

GAMES = [
    Named("classic", "Minos (classic)", ("Minos (klasický)", "minos-classic")),
    Named("dawn", "Minos: Dawn of the Bronze Age", ("Minos\u00a0: l’aube de l’âge du bronze", "minos-dawn")),
    Named("minerva", "Minerva", ()),
]


def found(typed: str) -> list[str]:
    return [each.thing for each in matching(typed, GAMES)]


def test_an_empty_text_matches_everything_in_order() -> None:
    assert found("") == ["classic", "dawn", "minerva"]
    assert find_meant("", GAMES) is None


@pytest.mark.parametrize(
    "typed", ["dawn", "AUBE", "l'aube", "l’âge", "age bronze", "minos dawn", "minos-dawn", "bronze age dawn", "awn"]
)
def test_games_are_found_by_any_languages_name_or_part(typed: str) -> None:
    assert found(typed)[0] == "dawn"
    assert find_meant(typed, GAMES) == "dawn"


def test_a_very_long_text_matches_nothing() -> None:
    assert found("dawn " * 50)[0] == "dawn"
    assert found("dawn " * 1200) == []


def test_an_ambiguous_name_needs_an_exact_match() -> None:
    things = [Named(1, "Deep Mine"), Named(2, "Mine"), Named(3, "Forest", ("Minewood",))]
    assert [each.thing for each in matching("mine", things)] == [2, 3, 1]
    assert find_meant("mine", things) == 2
    assert find_meant("min", things) is None
    assert find_meant("minos", GAMES) is None


def test_a_match_in_the_shown_name_ranks_above_a_synonym() -> None:
    things = [Named(1, "Port", ("Harbour",)), Named(2, "Forest", ("Portal",))]
    assert find_meant("por", things) == 1


def test_a_text_that_matches_nothing_finds_nothing() -> None:
    assert found("chess") == []
    assert find_meant("chess", GAMES) is None


def test_stems_match_whole_names_only() -> None:
    things = [Named(1, "Sea Peoples"), Named(2, "Peoples"), Named(3, "Coin", ("Pièce",))]
    assert [each.thing for each in match_stems("sea people", things)] == [1]
    assert [each.thing for each in match_stems("coins", things)] == [3]
    assert [each.thing for each in match_stems("pieces", things)] == [3]
    assert match_stems("", things) == []
