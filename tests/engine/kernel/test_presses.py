"""Counts of presses: two small cases counted by hand, and whole games counted by the command."""

import json

import pytest

from engine.__main__ import main
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.play import Position
from engine.kernel.rules import Settings
from engine.presses import Group, Press, Pressed, ends_turn, presses_of
from engine.report import press_report
from engine.simulate import Plan
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD, Orchard

OPTIONS = tuple(Option(key, Message(f"test.{key}")) for key in ("one", "two", "three", "end"))


def question_of(rule: str = "TURN-1", at_least: int = 1, at_most: int = 1, asides: int = 0) -> Decision:
    return Decision(0, rule, Message(f"test.prompt.{rule}"), OPTIONS, at_least, at_most, asides=asides)


@pytest.mark.parametrize(
    ("keys", "presses"),
    [((), 1), (("one",), 1), (("one", "end"), 2), (("one", "two", "three"), 3), (("one", "two", "three", "end"), 1)],
)
def test_picking_none_or_all_takes_one_press(keys: tuple[str, ...], presses: int) -> None:
    assert presses_of(question_of(at_least=0, at_most=4), keys) == presses


ENDING = with_part(ORCHARD, "statistics", once_a_turn=("TURN-1", "end"))
"""The toy game with an `end` option in every turn."""


def press_of(decision: Decision, keys: tuple[str, ...], is_in_turn: bool = True) -> Press:
    key = keys[0] if decision.at_most == 1 else ""
    position: Position[Orchard] = Position(Settings(2), b"", Orchard([], [], [], [], [], [], [], [], []), [], [], {})
    ends = ends_turn(ENDING, decision, keys)
    return Press(position, decision, decision, keys, key, is_in_turn, ends)


def test_several_picks_count_as_one_answer_with_several_presses() -> None:
    found = Pressed()
    first = press_of(question_of(), ("one",))
    found.count(first)
    found.count_group(Group(ENDING, first))
    found.count(press_of(question_of(), ("end",)))
    report = press_report(Plan("orchard", 2, 0), [found])
    assert (report["turns"], report["answers_per_turn"], report["presses_per_turn"]) == (1, 1.0, 2.0)
    assert report["by_answer"] == {"TURN-1 one": 1.0}


def test_turns_are_counted_separately_from_other_questions() -> None:
    found = Pressed()

    for press in (
        press_of(question_of(), ("one",)),
        press_of(question_of("PICK-2", at_most=3), ("one", "two")),
        press_of(question_of(asides=1), ("end",)),  # Here `end` is the key of an aside, which doesn't end the turn.
        press_of(question_of(), ("end",)),
        press_of(question_of("DRAFT-3"), ("one",), is_in_turn=False),
    ):
        found.count(press)
        found.count_group(Group(ENDING, press))

    report = press_report(Plan("orchard", 2, 0), [found, Pressed()])
    assert (report["turns"], report["answers_per_turn"], report["presses_per_turn"]) == (1, 4.0, 5.0)
    assert report["presses_outside_per_game"] == 0.5
    assert report["by_question"] == {
        "test.prompt.TURN-1": {"presses_per_turn": 3.0, "answers": 3, "alone": 0},
        "test.prompt.PICK-2": {"presses_per_turn": 2.0, "answers": 1, "alone": 0},
    }
    assert report["outside"] == {"test.prompt.DRAFT-3": 1}


def test_the_command_counts_the_same_games_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["presses", "minerva", "--seats", "2", "--games", "2", "--seed", "1", "--json"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == first
    figures = json.loads(first)
    assert figures["turns"] > 0
    assert figures["player"] == "greedy"
    assert figures["presses_per_turn"] >= figures["answers_per_turn"] >= 1


def test_dawn_counts_one_turn_per_retrieved_die(capsys: pytest.CaptureFixture[str]) -> None:
    """Three seats use four dice each in four rounds. That makes 48 turns."""
    assert main(["presses", "minos-dawn", "--seats", "3", "--games", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["turns"] == 48
    assert figures["outside"]["minos_dawn.prompt.draft"] == 48


def test_a_count_without_games_is_reported_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presses", "minerva", "--seats", "2", "--games", "0"]) == 2
    assert "nothing to count" in capsys.readouterr().err
