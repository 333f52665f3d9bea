"""Waiting in tests ends when the condition is true. Otherwise the test fails and names the missing event."""

import pytest

from tests.waiting import eventually


async def test_the_eventually_helper_returns_the_first_true_answer() -> None:
    answers = iter(["", "", "here"])
    assert await eventually(lambda: next(answers), "an answer") == "here"


async def test_the_eventually_helper_awaits_coroutines() -> None:
    answers = iter([0, 7])

    async def look() -> int:
        return next(answers)

    assert await eventually(look, "a number") == 7


async def test_the_eventually_helper_names_the_missing_event() -> None:
    with pytest.raises(AssertionError, match=r"not within 0\.01 s: the ship is back"):
        await eventually(lambda: False, "the ship is back", within_s=0.01)
