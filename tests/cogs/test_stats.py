"""`/stats` summarises someone's finished games in every language."""

import re

import msgspec
import pytest

from cogs.games.minos_dawn.words import setup_words
from cogs.people.stats_lines import game_lines, ladder_lines, person_lines
from cogs.ui.game_ui import GameEmoji, GameUI, ResultsUI
from engine.kernel.rules import GameOption
from locales.words import LANGUAGES, Words
from sessions.records.log import PastGame
from sessions.results.ladder import Standing
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD

WORDS = Words()


SOLITARY = with_part(
    ORCHARD,
    "rules",
    seats=(1, 2, 3),
    options=(GameOption("difficulty", ("easy", "normal", "hard"), "normal", (1,)),),
)
"""The toy game with the difficulty levels of Minos: Dawn."""

UI = GameUI("minos-dawn", GameEmoji("dawn"), results=ResultsUI(solo_by="difficulty"))
PLAIN = GameUI("minos-dawn", GameEmoji("dawn"))


def game(seats: int = 1, place: int | None = 1, score: int = 70, rival: int = 60, level: str = "hard") -> PastGame:
    return PastGame(
        1, seats, {"difficulty": level}, 0, False, place, score if place else None, rival if place else None
    )


def person_words(game_ui: GameUI, *past: PastGame, language: str = "en") -> list[str]:
    return [WORDS.say(line, language) for line in person_lines(game_ui, SOLITARY, past)]


def test_solo_games_are_listed_by_difficulty() -> None:
    past = (game(level="hard"), game(level="easy", score=90), game(place=2, score=50, rival=55), game(score=71))

    easy, hard, _ = person_words(UI, *past)

    assert "**1 game**, 1 won; best score 90, average 90, best lead +30" in easy
    assert "**3 games**, 2 won; best score 71, average 64, best lead +11" in hard


def test_the_best_lead_is_negative_for_someone_never_ahead() -> None:
    assert "0 won; best score 50, average 50, best lead −5" in person_words(UI, game(place=2, score=50, rival=55))[0]


def test_games_against_others_list_places_and_concessions_separately() -> None:
    left = PastGame(2, 1, {}, 0, is_given_up=True)
    short = PastGame(3, 3, {}, 0, is_given_up=False, is_cut_short=True)
    both = PastGame(4, 3, {}, 0, is_given_up=True, is_cut_short=True)

    lines = person_words(
        UI, game(seats=3, place=2, score=44), game(seats=3, place=2, score=51), game(seats=2), left, short, both
    )

    assert lines == [
        "2 players: **1 game**, places 1 (1×) and 2 (0×); average score 70, best 70.",
        "3 players: **2 games**, places 1 (0×), 2 (2×), and 3 (0×); average score 48, best 51.",
        "Games played to the end: 3 of 5.",
        "Ended early: 1 game.",
    ]


def test_solo_games_without_levels_are_summed_in_one_line() -> None:
    assert person_words(PLAIN, game(level="easy"), game())[0].startswith("Solo – **2 games**, 2 won")


def test_a_game_without_opponents_shows_a_best_score() -> None:
    past = [msgspec.structs.replace(game(score=score), rival=None) for score in (70, 82)]
    assert person_words(PLAIN, *past)[0] == "Solo – **2 games**; best score 82, average 76."


def test_games_without_a_stored_result_are_not_counted() -> None:
    assert person_words(UI, game(place=None)) == person_words(UI) == []


def in_company(place: int, at: int = 0, **changes: object) -> PastGame:
    """Return one player's record of a game with two players."""
    return msgspec.structs.replace(game(seats=2, place=place), ended_at=at, **changes)


def test_streaks_follow_the_order_in_which_games_ended() -> None:
    places = {5: 1, 1: 1, 2: 1, 3: 1, 4: 2}
    lines = person_words(UI, *(in_company(place, at) for at, place in places.items()))
    assert "Current winning streak: 1; longest: 3." in lines
    assert not any("in a row" in line for line in person_words(UI, in_company(1), in_company(2, 1)))


def test_average_waits_leave_out_replaced_seats() -> None:
    quick = in_company(1, turns=30, waited_ms=30 * 60_000)
    slow = in_company(2, turns=10, waited_ms=10 * 5 * 3_600_000)
    changed = in_company(2, turns=10, waited_ms=10**12, has_changed=True)
    assert person_words(UI, quick, changed)[-1] == "Average time per turn: 1 minute."
    assert person_words(UI, quick, slow)[-1] == "Average time per turn: 76 minutes."
    assert person_words(UI, slow)[-1] == "Average time per turn: 5 hours."


def test_statistics_count_setups_by_kind() -> None:
    named = GameUI("minos-dawn", GameEmoji("dawn"), results=ResultsUI(dealt=setup_words))
    first = {"turn": "1", "ability": "SA1", "card": "no such"}
    sides = [in_company(1, score=60, dealt=first), in_company(2, score=40, dealt=first | {"ability": "SA3"})]
    lines = [line for line in person_words(named, *sides) if line.startswith("-# ")]
    assert lines[-1] == "-# no. 1 in the first round’s turn order: 2 games, 1 won; average score 50"
    assert [line.partition(":")[2] for line in lines[:-1]] == [
        " 1 game, 1 won; average score 60",
        " 1 game, 0 won; average score 40",
    ]


def test_server_records_omit_people_who_left_the_ladder() -> None:
    sides = [in_company(1, user=1, name="Ariadne", score=80), in_company(2, user=2, name="Theseus", score=60)]

    def game_words(*hidden: int) -> list[str]:
        return [WORDS.say(line, "en") for line in game_lines(PLAIN, sides, hidden)]

    assert game_words() == ["2 players: **1 game**; average score 70, best 80 (Ariadne)."]
    assert game_words(1) == ["2 players: **1 game**; average score 70, best 80."]


def test_a_ladder_shows_the_top_players_and_the_reader() -> None:
    standings = [Standing(user, f"P{user}", 1500 - user, user) for user in (1, 2, 3, 4)]
    lines = [WORDS.say(line, "en") for line in ladder_lines(standings, 2, reader=4)]
    assert lines == ["**1. P1** 1499? (1 game)", "**2. P2** 1498? (2 games)", "**4. P4** 1496? (4 games)"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 3, 7])
def test_every_line_of_the_statistics_is_worded(language: str, count: int) -> None:
    past = [*[game()] * count, *[game(seats=2)] * count, *[PastGame(2, 1, {}, 0, is_given_up=True)] * 10]
    *lines, share = person_words(PLAIN, *past, language=language)
    assert all(str(count) in line for line in lines)
    assert re.findall(r"\d+", share) == [str(2 * count), str(2 * count + 10)]


LADDERS = {
    "en": ["**1. Ariadne** 1187 (12 games)", "**2. Theseus** 1012? (1 game)", "**2. Phaidra** 1012? (1 game)",
           "**4. Minos** 871? (3 games)"],
    "fr": ["**1. Ariadne** 1187 (12 parties)", "**2. Theseus** 1012? (1 partie)", "**2. Phaidra** 1012? (1 partie)",
           "**4. Minos** 871? (3 parties)"],
    "cs": ["**1. Ariadne** 1187 (12 her)", "**2. Theseus** 1012? (1 hra)", "**2. Phaidra** 1012? (1 hra)",
           "**4. Minos** 871? (3 hry)"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_ratings_share_a_rank(language: str) -> None:
    ratings = {"Ariadne": (1187, 12), "Theseus": (1012, 1), "Phaidra": (1012, 1), "Minos": (871, 3)}
    standings = [Standing(user, name, *reached) for user, (name, reached) in enumerate(ratings.items(), start=1)]
    lines = ladder_lines(standings, 3, reader=4)
    assert [WORDS.say(line, language) for line in lines] == LADDERS[language]
    assert len(ladder_lines(standings, 2, reader=1)) == 2, "a shared rank doesn't make the list longer"


PLACES = {"en": "places 1 (0×), 2 (2×), and 3 (1×)", "fr": "classement 1 (0×), 2 (2×) et 3 (1×)",
          "cs": "umístění 1. (0×), 2. (2×) a\u00a03. (1×)"}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_listed_in_the_language_of_the_reader(language: str) -> None:
    past = [game(seats=3, place=place) for place in (2, 3, 2)]
    assert PLACES[language] in person_words(PLAIN, *past, language=language)[0]


def test_a_conceded_game_counts_as_a_place_without_a_score() -> None:
    lost = in_company(2, is_given_up=True, score=None)
    assert person_words(UI, lost) == [
        "2 players: **1 game**, places 1 (0×) and 2 (1×).",
        "Games played to the end: 0 of 1.",
    ]
    assert person_words(UI, in_company(1, score=60), in_company(2, is_given_up=True, score=90))[0] == (
        "2 players: **2 games**, places 1 (1×) and 2 (1×); average score 60, best 60."
    )
