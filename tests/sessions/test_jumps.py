"""If the host's clock jumps by hours or days, every wait still has its proper length."""

import asyncio

import pytest

from sessions.clocks.seat_clocks import VOTE
from sessions.delivery.outbox import Delivery
from sessions.records.clock import COMPUTER, DAY_MS, HOUR_MS, MINUTE_MS, Due
from sessions.store import Write
from tests.sessions.fixture import ALICE, BOB, SessionFixture
from tests.sessions.test_due_work import Time, time, waiting_game  # noqa: F401
from tests.sessions.test_outbox import Board, drain, until
from tests.sessions.test_paces import begin_vote
from tests.waiting import eventually

SECOND_MS = 1000
JUMPS = pytest.mark.parametrize(
    "by_ms",
    [sign * ms for ms in (HOUR_MS, DAY_MS, 10 * DAY_MS) for sign in (1, -1)],
    ids=lambda ms: f"{ms // HOUR_MS:+} h",
)


def jump(fixture: SessionFixture, by_ms: int) -> None:
    """Set the host's clock forward or back, in tests without `Time`."""
    fixture.now += by_ms
    fixture.jumped += by_ms


def longest_delay_ms(by_ms: int, wait_ms: int) -> int:
    """Return how late a wait can end after the host's clock jumped by `by_ms`, if the time of its end is stored."""
    return min(max(0, -by_ms), wait_ms)


async def postpone_a_post(fixture: SessionFixture, pause_s: float) -> Board:
    """Let a sender put off a lobby's post once. Return the sender."""
    tries = iter([pause_s])

    def answer(posts: object) -> Delivery:
        pause = next(tries, None)
        return Delivery() if pause is None else Delivery(frozenset(post.id for post in board.got[-1]), pause)

    await fixture.lobby()
    board = Board(answer)
    fixture.sessions.outbox.start(board)
    await until(fixture, lambda posts: [post.attempts for post in posts] == [1])
    return board


@JUMPS
async def test_a_postponed_post_is_sent_after_its_pause(fixture: SessionFixture, by_ms: int) -> None:
    board = await postpone_a_post(fixture, 1.0)
    jump(fixture, by_ms)
    fixture.now += SECOND_MS - 1
    fixture.sessions.outbox.look()
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(board.got) == 1, "not before the pause is over"

    fixture.now += 1
    fixture.sessions.outbox.look()
    await drain(fixture)
    assert len(board.got) == 2


@JUMPS
async def test_a_post_made_after_a_clock_jump_is_due_immediately(fixture: SessionFixture, by_ms: int) -> None:
    board = Board()
    fixture.sessions.outbox.start(board)
    jump(fixture, by_ms)
    await fixture.lobby(BOB)
    await drain(fixture)
    assert board.got
    assert fixture.sessions.outbox.waited_ms() == 0


@JUMPS
async def test_a_postponed_post_survives_a_restart_with_a_changed_clock(fixture: SessionFixture, by_ms: int) -> None:
    await postpone_a_post(fixture, 300.0)
    await fixture.kill()
    fixture.now += by_ms
    await fixture.open()

    board = Board()
    fixture.sessions.outbox.start(board)
    await drain(fixture)
    assert len(board.got) == 1


@JUMPS
async def test_the_reported_wait_of_a_post_ignores_clock_jumps(fixture: SessionFixture, by_ms: int) -> None:
    await postpone_a_post(fixture, 60.0)
    before = fixture.sessions.outbox.waited_ms()
    jump(fixture, by_ms)
    fixture.now += 5 * SECOND_MS
    assert fixture.sessions.outbox.waited_ms() - before == 5 * SECOND_MS


@JUMPS
async def test_ten_minutes_after_three_pings_a_player_is_pinged_again(fixture: SessionFixture, by_ms: int) -> None:
    pings = (await fixture.lobby()).writer.pings
    for _ in range(3):
        with pings.calling((ALICE,)):
            pass
    jump(fixture, by_ms)
    assert pings.keep_allowed((ALICE,)) == ()
    fixture.now += 10 * MINUTE_MS
    assert pings.keep_allowed((ALICE,)) == (ALICE,)


@JUMPS
async def test_a_player_may_nudge_again_after_twelve_hours(
    fixture: SessionFixture, time: Time, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    session = await waiting_game(fixture)
    await time.pass_(12 * HOUR_MS)
    await session.play.nudge(BOB, fixture.press())
    time.jump(by_ms)
    await time.pass_(12 * HOUR_MS)
    await session.play.nudge(BOB, fixture.press())


@JUMPS
async def test_a_reminder_at_a_wrong_time_does_not_delay_others(
    fixture: SessionFixture, time: Time, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    session = await waiting_game(fixture)
    await time.pass_(DAY_MS + HOUR_MS)
    assert len(time.reminders(ALICE)) == 1
    await fixture.step(session)
    while fixture.user_asked(session) != ALICE:
        await fixture.step(session)
    time.jump(by_ms)
    await time.work.tick()

    await time.pass_(DAY_MS + HOUR_MS)
    assert len(time.reminders(ALICE)) == 2


@JUMPS
async def test_a_vote_ends_on_time_despite_a_jump_or_outage(
    fixture: SessionFixture, time: Time, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time, BOB)
    assert session.table.vote is not None
    ends_at = fixture.sessions.context.seat_clocks.due_at(session.table.id, VOTE)
    assert ends_at is not None
    left = ends_at - fixture.now
    time.jump(by_ms)
    await time.work.lose(time.steady())
    fixture.now += MINUTE_MS
    await time.work.regain()

    await time.pass_(left - MINUTE_MS)
    assert session.table.vote is not None
    await time.pass_(2 * MINUTE_MS)
    assert session.table.vote is None


@JUMPS
async def test_a_lobby_is_warned_after_a_week_then_closed(
    fixture: SessionFixture, time: Time, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    session = await fixture.lobby()
    await time.pass_(5 * DAY_MS)
    time.jump(by_ms)
    await time.work.tick()
    await time.pass_(DAY_MS + HOUR_MS + longest_delay_ms(by_ms, 6 * DAY_MS))
    assert session.table.seating.lapses_at is not None
    time.jump(by_ms)
    await time.work.tick()
    await time.pass_(DAY_MS + HOUR_MS + longest_delay_ms(by_ms, DAY_MS))
    assert session.table.status == "closed"


@JUMPS
async def test_a_computer_asked_after_a_jump_answers_in_time(
    fixture: SessionFixture, time: Time, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    looked = asyncio.Event()

    async def handle(due: Due, now: int) -> None:
        looked.set()

    await fixture.lobby()
    time.work.handle(COMPUTER, handle)
    time.work.passes.start()
    await eventually(lambda: time.work.passes._pauses_until, "the work waits for its next pass")
    time.jump(by_ms)
    write = Write(due=(Due(1, COMPUTER, fixture.now + 3 * SECOND_MS),))
    await fixture.store.commit(write)
    fixture.sessions.context.seat_clocks.adopt(write)
    time.work.passes.expect(fixture.now + 3 * SECOND_MS)
    fixture.now += 3 * SECOND_MS
    async with asyncio.timeout(10):
        await looked.wait()


@JUMPS
async def test_work_that_failed_is_retried_ten_minutes_later(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch, by_ms: int  # noqa: F811
) -> None:  # fmt: skip
    await waiting_game(fixture)
    with monkeypatch.context() as broken:
        broken.setattr(time.work.reminders, "_remind", None)
        await time.pass_(DAY_MS)
    assert time.reminders() == []
    time.jump(by_ms)
    await time.work.tick()
    fixture.now += 10 * MINUTE_MS
    await time.work.tick()
    await eventually(lambda: time.reminders(ALICE), "Alice is reminded", every_s=0.001)
