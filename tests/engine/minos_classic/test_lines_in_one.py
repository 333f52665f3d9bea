"""Consecutive log lines of Minos (classic) are joined, such as a piece's moves or a colony and its guard."""

import pytest

from engine.kernel.decision import Fact
from engine.kernel.lines import Line, merge
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


FIRST, AGAIN, LAST = (f.DiceRolled(0, n, (face,) * 6, (0, 1)) for n, face in enumerate(("gull", "star", "arrow"), 1))
BEGAN = f.BattleBegan(0, "ship", "z_mastian_gulf", "z_alboran", 1, 1)
ATTACK = f.FightDiceRolled(0, 1, True, ("gull",) * 6, (0, 1, 2, 3, 4, 5), 0, False)
RING = f.FightDiceRolled(0, 1, True, ("star",) * 6, (0,), 6, True)
DEFENCE = f.FightDiceRolled(1, 1, False, ("gull",) * 6, (0, 1, 2, 3, 4, 5), 0, False)
WON = f.DuelWon(0, 1, "ship", "z_alboran", 6, 0)


def abridge(*facts: Fact) -> list[str]:
    told: list[Line] = []
    for line in GAME.narration.lines(facts):
        both = told[-1].abridge(line) if told else None
        told = [*told[:-1], both] if both else [*told, line]
    return [WORDS.say(line.message, "en", {0: "Ariadne", 1: "Theseus"}) for line in told]


def test_dice_3_all_rolls_of_a_turn_share_one_line() -> None:
    assert abridge(FIRST) == say(FIRST)
    assert abridge(FIRST, AGAIN, LAST) == ["Ariadne rolls: 6 gulls. After 2 rerolls: 6 arrows."]
    assert len(say(FIRST, AGAIN, LAST)) == 3


def test_fight_10_a_duel_takes_two_lines() -> None:
    attack = "Ariadne attacks Theseus with a ship: Alboran Sea (1 defender)."
    won = "Ariadne wins the duel 6 to 0; Theseus loses a ship: Alboran Sea."

    assert abridge(BEGAN, ATTACK, RING, RING, DEFENCE, WON) == [
        f"{attack} First roll: 6 gulls. Value 0. After spending 2 rings: 6 stars. Value 6.",
        f"Theseus rolls for the fight: 6 gulls. Value 0. {won}",
    ]
    assert abridge(BEGAN, ATTACK) == [f"{attack} Roll: 6 gulls. Value 0."]
    assert abridge(ATTACK, RING) == [
        "Ariadne rolls for the fight: 6 gulls. Value 0. After spending 1 ring: 6 stars. Value 6."
    ]
    assert len(say(BEGAN, ATTACK, RING, RING, DEFENCE, WON)) == 6


def test_rolls_of_different_turns_sides_or_duels_stay_apart() -> None:
    other = f.DiceRolled(1, 2, ("star",) * 6, (0,))
    second = f.FightDiceRolled(0, 2, True, ("star",) * 6, (0, 1, 2, 3, 4, 5), 6, False)
    for facts in ([FIRST, other], [FIRST, LAST], [RING, second], [RING, DEFENCE], [RING, WON]):
        assert len(abridge(*facts)) == 2, facts


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
