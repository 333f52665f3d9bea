"""Waiting in tests ends with what is looked for, or says what did not happen."""

import pytest

from tests.waiting import eventually


async def test_eventually_returns_the_first_true_answer() -> None:
    answers = iter(["", "", "here"])
    assert await eventually(lambda: next(answers), "an answer") == "here"


async def test_eventually_awaits_what_has_to_be_awaited() -> None:
    answers = iter([0, 7])

    async def look() -> int:
        return next(answers)

    assert await eventually(look, "a number") == 7


async def test_eventually_says_what_did_not_happen() -> None:
    with pytest.raises(AssertionError, match=r"not within 0\.01 s: the ship is back"):
        await eventually(lambda: False, "the ship is back", within_s=0.01)
