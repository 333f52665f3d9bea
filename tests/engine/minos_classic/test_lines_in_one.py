"""Consecutive log lines of Minos (classic) are joined, such as a piece's moves or a colony and its guard."""

import pytest

from engine.kernel.decision import Fact
from engine.kernel.lines import merge
from engine.minos_classic.game import GAME
from engine.minos_classic.state import facts as f
from locales.words import Words

WORDS = Words()


def say(*facts: Fact) -> list[str]:
    lines = merge(line for fact in facts for line in GAME.narration.lines([fact]))
    return [WORDS.say(line.message, "en", {0: "Ariadne", 1: "Theseus"}) for line in lines]


SAILS = f.PieceMoved(0, "ship", "z_mastian_gulf", "z_alboran", 7)
SAILS_ON = f.PieceMoved(0, "ship", "z_alboran", "z_mastian_gulf", 4)
FOUNDED = f.BuildingPlaced(0, "s_malaka", "dwelling", 1, 5, 1, 3)


def test_move_3_a_continued_move_is_one_line() -> None:
    assert say(SAILS, SAILS_ON, SAILS) == [
        "Ariadne moves a ship: Mastian Gulf → Alboran Sea → Mastian Gulf → Alboran Sea (18 points)."
    ]


def test_build_12_a_colony_comes_with_its_guard() -> None:
    (line,) = say(FOUNDED, f.GuardArrived(0, "s_malaka"))

    assert "with a free guard. Marker: 3." in line


@pytest.mark.parametrize(
    "facts",
    [
        [SAILS, f.PieceMoved(1, "ship", "z_alboran", "z_mastian_gulf", 4)],
        [SAILS, f.PieceMoved(0, "guard", "z_alboran", "z_mastian_gulf", 4)],
        [SAILS, SAILS],
        [FOUNDED, f.GuardArrived(0, "s_panormos")],
    ],
    ids=["another seat", "another piece", "from elsewhere", "another colony"],
)
def test_unrelated_lines_stay_apart(facts: list[Fact]) -> None:
    assert say(*facts) == [line for fact in facts for line in say(fact)]
