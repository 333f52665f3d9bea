"""A clock for tests that only the test moves."""

from typing import Generic, TypeVar

N = TypeVar("N")


class Clock(Generic[N]):
    """Shows `now` in the unit of the code under test: seconds or milliseconds."""

    def __init__(self, now: N) -> None:
        self.now = now

    def __call__(self) -> N:
        return self.now
