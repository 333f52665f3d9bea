"""The figures of simulated games, computed by hand for two small games."""

from typing import Any

import pytest

from engine.kernel.proof.record import Record
from engine.kernel.rules import Placing, Settings
from engine.report import report
from engine.simulate import Plan, Played, players_of
from tests.engine.kernel.orchard import ORCHARD

RECORD = Record("orchard", 1, Settings(2), "", ())


def placing(seat: int, place: int, jars: int, coins: int) -> Placing:
    return Placing(seat, place, jars + coins, {"jars": jars, "coins": coins})


def game_of(first: Placing, second: Placing, crops: tuple[str, str], failure: str = "", **uses: int) -> Played:
    """Return a game of two seats in which seat 0 sold these fruit."""
    dealt = tuple({"crop": crop, "player": "random"} for crop in crops)
    return Played(RECORD, 10, 100, (first, second), dealt, {(0, "sold", kind): n for kind, n in uses.items()}, failure)


TIED = game_of(placing(0, 1, 6, 4), placing(1, 1, 8, 2), ("early", "late"), plum=3)
WON = game_of(placing(0, 2, 2, 2), placing(1, 1, 8, 0), ("late", "early"), plum=1, fig=2)
FAILED = game_of(placing(0, 2, 99, 0), placing(1, 1, 99, 0), ("early", "late"), failure="K5", pear=1)


def report_on(*games: Played) -> dict[str, Any]:
    return report(ORCHARD, Plan("orchard", 2, 0), games, 2)


def test_scores_are_listed_by_seat_and_shared_victories_count_fully() -> None:
    figures = report_on(TIED, WON, FAILED)
    assert (figures["games"], figures["finished"], figures["answers"], figures["answers_per_second"]) == (3, 2, 30, 15)
    assert figures["scores"] == [
        {"seat": 0, "mean": 7.0, "min": 4, "max": 10, "wins": 1, "parts": {"coins": 3.0, "jars": 4.0}},
        {"seat": 1, "mean": 9.0, "min": 8, "max": 10, "wins": 2, "parts": {"coins": 1.0, "jars": 8.0}},
    ]


def test_the_spread_of_scores_covers_all_seats() -> None:
    spread = report_on(TIED, WON)["distribution"]
    assert set(spread) == {"score", "jars", "coins"}
    assert spread["score"] == {"mean": 8.0, "deviation": 2.83, "p0": 4, "p10": 4, "p50": 10, "p90": 10, "p100": 10}


def test_shared_victories_count_in_part_when_deals_are_compared() -> None:
    by = report_on(TIED, WON)["by"]
    assert set(by) == {"crop"}, "there is nobody to compare a lone player with"
    early = by["crop"]["early"]
    assert (early["seats"], early["mean"], early["ahead"]) == (2, 9.0, 1.0)
    assert (early["ahead_error"], early["wins"], early["wins_error"]) == (1.0, 0.75, 0.25)
    assert early["parts"] == {"coins": 2.0, "jars": 7.0}
    assert by["crop"]["late"]["ahead"] == -1.0


def test_components_are_counted_in_finished_games() -> None:
    figures = report_on(TIED, WON, FAILED)
    assert figures["used"]["sold"] == {
        "plum": {"times": 4, "seats": 2, "ahead": -1.0, "ahead_error": 1.0, "wins": 0.25},
        "fig": {"times": 2, "seats": 1, "ahead": -2.0, "ahead_error": 0.0, "wins": 0.0},
        "pear": {"times": 0, "seats": 0},
    }
    assert figures["never"] == {"sold": ["pear"]}


@pytest.mark.parametrize(("number", "names"), [(0, ("a", "b", "a")), (1, ("b", "a", "b"))])
def test_several_players_rotate_seats_between_games(number: int, names: tuple[str, ...]) -> None:
    assert players_of(Plan("orchard", 3, 0, "a,b"), number) == names
