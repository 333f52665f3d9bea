"""Matches between computer players: each deal is played from every seat, wins have intervals, and matches can end
early."""

import json
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from engine.__main__ import main
from engine.kernel.game import Programs
from engine.kernel.policy import Level, random_policy
from engine.match import FEWEST_DEALS, Bout, figures, interval, play_bout, until_clear
from engine.search.thinking import MOST_CPU_S
from engine.simulate import Plan
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD, greedy_policy
from tests.engine.search.test_thinking import level, passing

REQUIRED = "game seats games players wins share low high margin cpu_s_per_decision cpu_s_p99 cut"


LEVELLED = replace(
    ORCHARD,
    programs=Programs(
        {"greedy": greedy_policy},
        {
            "standard": Level(greedy_policy),
            "strong": level(greedy_policy, trials=16),
            "idle": Level(passing),
            "pensive": level(passing, trials=8),
            "wild": Level(passing, blunders=lambda: 900),
        },
    ),
)
"""The toy game with levels."""


KNOWN = "greedy, idle, pensive, random, standard, strong, wild"

GAMES: dict[str, Any] = {"orchard": LEVELLED}


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    code = main(command.split(), GAMES)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_match_prints_the_better_player_and_the_certainty(capsys: pytest.CaptureFixture[str]) -> None:
    command = "match orchard --seats 3 --games 12 --seed 4 --players strong,random --json --jobs "
    found = [json.loads(run(capsys, command + jobs)[1]) for jobs in "12"]
    assert set(REQUIRED.split()) <= set(found[0])
    assert (found[0]["games"], found[0]["deals"], found[0]["players"]) == (12, 4, ["strong", "random"])
    assert 0 <= found[0]["low"] <= found[0]["share"] <= found[0]["high"] <= 1
    assert found[0]["share"] > 1 / 3
    assert found[0]["margin"] > 0 < found[0]["cpu_s_per_decision"] <= found[0]["cpu_s_p99"]
    for each in found:
        del each["cpu_s_per_decision"], each["cpu_s_p99"]
    assert found[0] == found[1]


def test_simulated_levels_have_reproducible_thoughts(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate orchard --seats 3 --games 9 --seed 4 --player pensive,idle,wild --json --jobs "
    found = [json.loads(run(capsys, command + jobs)[1]) for jobs in "12"]
    ahead = {name: figures["ahead"] for name, figures in found[0]["by"]["player"].items()}
    # All three levels have the same policy. It only passes. One level searches, one doesn't, and one blunders.
    assert ahead["pensive"] > ahead["wild"] > ahead["idle"]
    for each in found:
        del each["seconds"], each["answers_per_second"]
    assert found[0] == found[1]
    code, out, err = run(capsys, "simulate orchard --seats 3 --player nobody")
    assert (code, out) == (2, "")
    assert f"there are {KNOWN}" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--seats 3 --games 4 --players strong,random", "not a multiple of 3"),
        ("--seats 3 --games 3 --players strong", "are played by 2"),
        ("--seats 2 --games 2 --players strong,nobody", f"there are {KNOWN}"),
        ("--seats 7 --games 7 --players strong,random", "cannot be played with seats = 7"),
        ("--seats 2 --games 2 --players strong,random --option goal=5", "it is one of 4, 6, 12"),
    ],
)
def test_an_impossible_match_is_refused_in_plain_words(
    capsys: pytest.CaptureFixture[str], arguments: str, said: str
) -> None:
    code, out, err = run(capsys, f"match orchard {arguments}")
    assert (code, out) == (2, "")
    assert said in err


def test_a_deal_is_replayed_from_every_seat() -> None:
    began: list[tuple[int, bytes]] = []

    def result(rules: Any, state: Any) -> Any:
        began.append((len(state.baskets), bytes(len(jars) for jars in state.jars)))
        return ORCHARD.rules.result(state)

    levels = {"standard": Level(greedy_policy), "blind": Level(random_policy)}
    watched = replace(with_part(ORCHARD, "rules", result=result), programs=Programs(levels=levels))
    match = Plan("orchard", 2, 1, "standard,standard")
    same = [play_bout(watched, match, number, lambda: 0.0) for number in range(4)]
    assert [each.deal for each in same] == [0, 0, 1, 1]
    # If both players are the same, a deal leads to the same game from either seat.
    assert began[0] == began[1]
    assert same[0].lead == -same[1].lead
    assert same[2].lead == -same[3].lead
    assert sum(each.share for each in same[:2]) == 1


@pytest.mark.parametrize("players", [("pensive", "standard"), ("standard", "pensive")])
def test_a_match_cuts_long_thoughts_short_as_tables_do(players: tuple[str, str]) -> None:
    """The clock matters only if a thought takes too long. Here it advances by more than a second at each reading."""
    game, match = LEVELLED, Plan("orchard", 2, 1, ",".join(players))
    whole = play_bout(game, match, 0, lambda: 0.0)
    assert whole.cut == 0
    assert play_bout(game, match, 0, lambda: 99.0) == whole
    ticking = count(0.0)
    assert play_bout(game, match, 0, lambda: next(ticking)).cut == 0, "no thought reads the clock five times"
    leaping = count(0.0, MOST_CPU_S)
    cut = play_bout(game, match, 0, lambda: next(leaping))
    assert cut.cut > 1
    assert len(cut.seconds) == (cut.cut if players[0] == "pensive" else 0), "a search that was cut short is timed too"
    assert figures(match, [cut, cut])["cut"] == 2 * cut.cut


def test_a_confidence_interval_narrows_but_keeps_some_width() -> None:
    low, high = interval([1.0] * 20)
    assert 0.8 < low < 1.0 == high
    wide, narrow = interval([0.5, 1.0] * 5), interval([0.5, 1.0] * 50)
    assert wide[0] < narrow[0] < 0.75 < narrow[1] < wide[1]


@pytest.mark.parametrize(("bar", "deals"), [(None, 40), (0.3, FEWEST_DEALS), (0.88, 36)])
def test_a_match_ends_once_its_interval_excludes_the_threshold(bar: float | None, deals: int) -> None:
    match = Plan("orchard", 2, 1, "strong,random")
    bouts = (Bout(number // 2, 1.0, 3, 2, ()) for number in range(80))
    assert len(list(until_clear(match, bouts, bar))) == 2 * deals


def test_shared_victories_count_in_part_and_second_places_are_ranked() -> None:
    match = Plan("orchard", 2, 1, "strong,random")
    told = figures(match, [Bout(0, 0.5, 9, 0, tuple(map(float, range(100)))), Bout(0, 1.0, 5, 3, (), cut=2)])
    assert (told["wins"], told["won"], told["share"], told["margin"], told["score"]) == (1, 2, 0.75, 1.5, 7)
    assert (told["searched"], told["cpu_s_per_decision"], told["cpu_s_p99"], told["cut"]) == (100, 49.5, 99.0, 2)
