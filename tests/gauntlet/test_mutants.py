"""Mutants change one place of a module, and are the same in every run."""

from pathlib import Path

import pytest

from gauntlet.mutants import mutants_of

MODULE = Path("engine", "rule.py")


@pytest.mark.parametrize(
    ("code", "mutated"),
    [
        ("a = b < c", ["a = (b <= c)"]),
        ("a = b and c", ["a = (b or c)"]),
        ("a = b + c * 2", ["a = (b - c * 2)", "a = b + (c // 2)", "a = b + c * 3"]),
        ("a += b", ["a -= b"]),
        ("a = not b", ["a = (b)"]),
        ("if a:\n    f(b)", ["if (not a):\n    f(b)", "if a:\n    pass"]),
        ("a = True", ["a = False"]),
        ("ž = 'ž' if a == 'ž' else b", ["ž = 'ž' if (a != 'ž') else b"]),
    ],
)
def test_each_mutant_changes_one_place(code: str, mutated: list[str]) -> None:
    found = [each.apply(code.encode()).decode() for each in mutants_of(MODULE, code.encode())]
    assert found == mutated


@pytest.mark.parametrize(
    "code",
    ["assert a < b", "raise ValueError(a + b)", "log.info('%s', 1)", "a: Literal[1]", "a = f'{b + 1}'", '"""A."""'],
)
def test_words_hints_and_logs_are_left_alone(code: str) -> None:
    assert mutants_of(MODULE, code.encode()) == []


def test_a_mutant_is_known_without_its_line() -> None:
    (mutant,) = mutants_of(MODULE, b"\n\na = b < c")
    assert str(mutant) == "engine/rule.py:3: `b < c` became `(b <= c)`"
    assert mutant.known_as == "engine/rule.py: b < c -> (b <= c)"
