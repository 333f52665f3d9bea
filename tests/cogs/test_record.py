"""`/… record`: what someone's finished games come to, in every language."""

import msgspec
import pytest

from cogs.people.record import record_lines
from cogs.ui.game_ui import GameUI
from engine.kernel.game import GameOption
from locales.words import LANGUAGES, Words
from sessions.records import PastGame
from tests.engine.kernel.orchard import OrchardGame

WORDS = Words()


class Solitary(OrchardGame):
    """The toy, with the difficulties of Minos: Dawn."""

    seats = (1, 2, 3)
    options = (GameOption("difficulty", ("easy", "normal", "hard"), "normal", (1,)),)


UI = GameUI("minos-dawn", "dawn", lambda services: None, alone_by="difficulty")
PLAIN = GameUI("minos-dawn", "dawn", lambda services: None)


def game(seats: int = 1, place: int | None = 1, score: int = 70, rival: int = 60, level: str = "hard") -> PastGame:
    return PastGame(
        1, seats, {"difficulty": level}, 0, False, place, score if place else None, rival if place else None
    )


def said(game_ui: GameUI, *past: PastGame, language: str = "en") -> list[str]:
    return [WORDS.say(line, language) for line in record_lines(game_ui, Solitary(), past)]


def test_games_alone_are_told_apart_by_difficulty_and_in_its_order() -> None:
    past = (game(level="hard"), game(level="easy", score=90), game(place=2, score=50, rival=55), game(score=71))

    _, easy, hard, _ = said(UI, *past)

    assert "**1 game**, won 1; best score 90, best lead +30" in easy
    assert "**3 games**, won 2; best score 71, best lead +11" in hard


def test_a_lead_that_never_was_one_has_a_minus() -> None:
    assert "won 0; best score 50, best lead −5" in said(UI, game(place=2, score=50, rival=55))[1]


def test_games_in_company_and_those_given_up_have_lines_of_their_own() -> None:
    left = PastGame(2, 1, {}, 0, is_given_up=True)
    short = PastGame(3, 3, {}, 0, is_given_up=False, is_cut_short=True)
    both = PastGame(4, 3, {}, 0, is_given_up=True, is_cut_short=True)

    lines = said(UI, game(seats=3, place=2, score=44), game(seats=2), left, short, both)

    assert lines[1] == "In company – **2 games**, won 1; best score 70."
    assert lines[2] == "Given up: 2 games."
    assert lines[3] == "Ended early: 1 game."


def test_a_game_that_tells_none_apart_has_one_line() -> None:
    assert said(PLAIN, game(level="easy"), game())[1].startswith("Alone – **2 games**, won 2")


def test_a_game_without_an_opponent_has_a_best_score_and_no_victories() -> None:
    past = [msgspec.structs.replace(game(score=score), rival=None) for score in (70, 82)]
    assert said(PLAIN, *past)[1] == "Alone – **2 games**; best score 82."


def test_games_whose_result_was_not_kept_count_for_nothing() -> None:
    assert len(said(UI, game(place=None))) == 1
    assert said(UI) == said(UI, game(place=None))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 3, 7])
def test_every_line_has_words(language: str, count: int) -> None:
    past = [*[game()] * count, *[game(seats=2)] * count, *[PastGame(2, 1, {}, 0, is_given_up=True)] * count]
    assert all(str(count) in line for line in said(PLAIN, *past, language=language)[1:-1])
