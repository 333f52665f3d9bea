"""A table pings everyone, but stops pinging people who do nothing."""

import pytest

from sessions.delivery.outbox import PINGS_AT_MOST, PINGS_WITHIN_MS, Pings
from tests.clocks import Clock

ALICE, BOB = 1, 2


@pytest.fixture
def clock() -> Clock[int]:
    return Clock(0)


@pytest.fixture
def pings(clock: Clock[int]) -> Pings:
    return Pings(clock)


def call(pings: Pings, *users: int) -> None:
    with pings.calling(users):
        pass


def test_an_inactive_player_is_pinged_only_a_few_times(pings: Pings, clock: Clock[int]) -> None:
    for _ in range(PINGS_AT_MOST):
        call(pings, ALICE, BOB)
    pings.forget(BOB)

    assert pings.keep_allowed((ALICE, BOB)) == (BOB,)
    clock.now += PINGS_WITHIN_MS + 1
    assert pings.keep_allowed((ALICE, BOB)) == (ALICE, BOB)


def test_a_ping_answered_before_its_confirmation_does_not_count(pings: Pings) -> None:
    with pings.calling((ALICE,)):
        pings.forget(ALICE)
    for _ in range(PINGS_AT_MOST - 1):
        call(pings, ALICE)

    assert pings.keep_allowed((ALICE,)) == (ALICE,)


def test_pings_of_a_failed_message_do_not_count(pings: Pings) -> None:
    for _ in range(PINGS_AT_MOST + 1):
        with pytest.raises(TimeoutError), pings.calling((ALICE,)):
            raise TimeoutError

    assert pings.keep_allowed((ALICE,)) == (ALICE,)
