"""Time banks run only in own time. When a bank is empty, the other players decide. Nothing happens automatically."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db.__main__ import main
from engine.kernel.decision import Answer
from sessions.clocks.own_time import NAMED, after_turn, pace_of, parse_pace
from sessions.lobby.lobby import LobbyOptions
from sessions.play.timeline import Origin
from sessions.records.clock import COMPUTER, DAY_MS, HOUR_MS, Absence, Choice, Due, Quiet, Schedule
from sessions.records.log import Conceded
from sessions.refusals import (
    EnoughTime,
    NobodyToNudge,
    NoFreeSeat,
    NotAsVoted,
    NotSeated,
    NotSilent,
    NoVote,
    SeatIsOpen,
    StalePress,
    VoteStands,
    VoteWhileAway,
)
from sessions.session import Session
from sessions.store import Overtaken, Write
from tests.databases import DATABASES
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, GUILD, SessionFixture, can_undo
from tests.sessions.test_computers import WITH_LEVELS
from tests.sessions.test_due_work import Time, time  # noqa: F401

DAVE = 1004


def test_paces_are_read_by_name_or_as_two_numbers() -> None:
    assert pace_of("daily") == NAMED["daily"]
    assert pace_of(None) is pace_of("none") is pace_of("soon") is None
    assert [parse_pace(typed) for typed in ("48+6", " 48 h + 6h", "0+0", "6+7", "721+1", "a+b")] == [
        "48+6", "48+6", None, None, None, None,
    ]  # fmt: skip
    own = pace_of("48+6")
    assert own is not None
    assert own.hours == (48, 6, 96)
    assert [after_turn(left * HOUR_MS, own) // HOUR_MS for left in (-5, 0, 50, 95)] == [6, 6, 56, 96]


async def start_with_pace(
    fixture: SessionFixture, *others: int, pace: str = "brisk", channel: int = CHANNEL
) -> Session:
    """Start a game with a pace, and play until only Alice has a pending question."""
    session = await fixture.lobby(*(others or (BOB, CAROL)), channel=channel)
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(pace=pace))
    await session.lobby.start(ALICE, fixture.press())
    while [session.table.sitters[decision.seat].user for decision in session.pending] != [ALICE]:
        await fixture.step(session)
    return session


def clock(fixture: SessionFixture, session: Session, seat: int = 0) -> Any:
    return fixture.sessions.context.seat_clocks.of(session.table.id)[seat]


async def test_a_bank_runs_in_own_time_and_grows_per_turn(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    away = Absence(fixture.now + 2 * HOUR_MS, fixture.now + 3 * DAY_MS)
    await time.schedule(Schedule(ALICE, "Europe/Prague", Quiet(20 * 60, 8 * 60), absences=(away,)))
    session = await start_with_pace(fixture, pace="12+2")
    begun = clock(fixture, session)

    await time.pass_(4 * DAY_MS)

    assert session.table.vote is None, "only some hours of one day count; the rest was night and absence"
    before = clock(fixture, session)
    assert before.left > 0
    await fixture.step(session)
    while session.pending and session.pending[0].seat == 0:
        await fixture.step(session)
    after = clock(fixture, session)
    assert after.decision is None
    own = 12 * HOUR_MS - (after.left - 2 * HOUR_MS)
    assert begun.left - own < begun.left
    assert HOUR_MS < own < 12 * HOUR_MS


async def test_a_turn_adds_to_the_bank_if_only_autopilots_follow(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    """If all others have left, their turns are part of the same change as the player's answer."""
    session = await start_with_pace(fixture)
    before, clocks = clock(fixture, session), fixture.sessions.context.seat_clocks
    timeline, origin = session.reader.timeline.fork(), Origin(fixture.press(), fixture.now)
    while asked := [decision for decision in timeline.pending if decision.seat == 0]:
        assert timeline.progress.passed == set()
        timeline.answer(Answer(0, asked[0].id, fixture.pick(asked[0])), origin)
    timeline.run_autopilot([1, 2], origin)
    assert [decision.seat for decision in timeline.pending] == [0]

    (after,) = (
        each
        for each in clocks.add_to(
            Write(entries=tuple(timeline.progress.entries)),
            session.table,
            timeline.pending,
            origin.at,
            timeline.progress.passed,
        ).clocks
        if each.seat == 0
    )
    assert after.decision != before.decision
    assert after.left == min(12 * HOUR_MS, before.left - (origin.at - before.counted_at) + 2 * HOUR_MS)


async def test_a_bank_warns_early_and_downtime_costs_no_time(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, pace="daily")
    full = clock(fixture, session).left
    await time.pass_(full * 3 // 4 - HOUR_MS)
    await time.kill(away_ms=7 * DAY_MS)
    session = await fixture.sessions.by_id(session.table.id)
    warned_before = clock(fixture, session).is_warned
    told = len(time.reminders(ALICE))
    await time.pass_(2 * HOUR_MS)

    assert not warned_before
    assert clock(fixture, session).is_warned
    assert len(time.reminders(ALICE)) == told + 1
    assert session.table.vote is None
    await time.pass_(full // 4)
    assert session.table.vote is not None


async def begin_vote_on_one_of_two(fixture: SessionFixture, time: Time) -> Session:  # noqa: F811
    """Let the banks of two seats run out together. A vote is open on one of them."""
    session = await fixture.lobby(BOB, CAROL)
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(pace="brisk"))
    await session.lobby.start(ALICE, fixture.press())
    while len(session.pending) < 2:
        await fixture.step(session)
    fixture.now += 13 * HOUR_MS
    await time.work.tick()
    assert session.table.vote is not None
    return session


async def test_the_pass_that_ends_a_vote_opens_the_next(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    session = await begin_vote_on_one_of_two(fixture, time)
    first = session.table.vote
    fixture.now += DAY_MS

    await time.work.tick()

    assert first is not None
    assert session.table.vote is not None
    assert session.table.vote.seat != first.seat


async def test_an_empty_bank_waits_while_another_seat_is_voted_on(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote_on_one_of_two(fixture, time)
    assert session.table.vote is not None
    await time.work.tick()
    assert [time.work.passes.pause_s() for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]

    soon = fixture.now + 20_000
    write = Write(due=(Due(session.table.id, "another", soon),))
    fixture.sessions.context.seat_clocks.adopt(write)
    assert time.work.passes.pause_s() == 20
    other = session.table.vote.seat
    for _ in range(2):
        await session.votes.end()
        await time.work.tick()
        if session.table.vote is not None:
            break
    assert session.table.vote is not None
    assert session.table.vote.seat != other


async def begin_vote(fixture: SessionFixture, time: Time, *others: int) -> Session:  # noqa: F811
    """Start a game with a vote on Alice's seat."""
    session = await start_with_pace(fixture, *others)
    await time.pass_(13 * HOUR_MS)
    assert session.table.vote is not None
    return session


async def test_a_vote_ends_later_if_other_processes_were_always_faster(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time, BOB, CAROL)
    commit = fixture.store.commit

    async def overtake(write: Write) -> None:
        if write.revision is not None:
            raise Overtaken
        await commit(write)

    fixture.now += DAY_MS
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(fixture.store, "commit", overtake)
        await time.work.tick()
    assert session.table.vote is not None
    await time.work.tick()
    assert session.table.vote is None


@pytest.mark.parametrize("choice", ["wait", "once", "substitute", "computer", "end"])
async def test_a_vote_needs_a_majority_of_the_others(fixture: SessionFixture, time: Time, choice: Choice) -> None:  # noqa: F811
    session = await begin_vote(fixture, time, BOB, CAROL, DAVE)
    vote, number = session.table.vote, session.number
    assert vote is not None
    called = [post for post in time.told if post.kind == "board"][-1]
    assert sorted(called.users) == [BOB, CAROL, DAVE]

    with pytest.raises(NotAsVoted):
        await session.votes.cast(ALICE, choice, fixture.press(), vote=vote.id)
    with pytest.raises(StalePress):
        await session.votes.cast(BOB, choice, fixture.press(), vote=vote.id + 1)
    away = Absence(fixture.now, fixture.now + 10 * DAY_MS)
    await time.schedule(Schedule(DAVE, absences=(away,)))
    with pytest.raises(VoteWhileAway):
        await session.votes.cast(DAVE, choice, fixture.press(), vote=vote.id)
    await session.votes.cast(BOB, "end", fixture.press(), vote=vote.id)
    await session.votes.cast(BOB, choice, fixture.press(), vote=vote.id)
    assert session.table.vote is not None, "one of two present voters isn't a majority"
    assert session.number == number
    await session.votes.cast(CAROL, choice, fixture.press(), vote=vote.id)
    if choice == "end":
        assert session.table.vote is not None, "Dave is only away and may be leading"
        await time.schedule(Schedule(DAVE))
        await session.votes.cast(DAVE, choice, fixture.press(), vote=vote.id)

    assert session.table.vote is None
    assert fixture.sessions.context.seat_clocks.due == []
    match choice:
        case "wait":
            assert clock(fixture, session).left == DAY_MS
            await time.pass_(DAY_MS - HOUR_MS)
            assert session.table.vote is None
            await time.pass_(2 * HOUR_MS)
            assert session.table.vote is not None
        case "once":
            assert session.pending[0].seat != 0
            assert not session.table.sitters[0].has_left
            assert clock(fixture, session).missed == 1
        case "substitute" | "computer":
            assert session.table.sitters[0].has_left
            assert session.table.seating.plays_on(0) == ("standard" if choice == "computer" else "autopilot")
            assert session.table.status == "running"
        case "end":
            assert (session.table.status, session.table.ended) == ("over", "agreed")
            assert session.table.sitters[0].has_left, "the player who kept them waiting is last"


async def test_a_seat_is_opened_after_three_undecided_votes(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time)
    for missed in (1, 2, 3):
        vote = session.table.vote
        assert vote is not None
        await time.kill()
        session = await fixture.sessions.by_id(session.table.id)
        (due,) = fixture.sessions.context.seat_clocks.due
        await time.pass_(due.at - fixture.now - HOUR_MS)
        assert session.table.vote == vote, "the vote isn't decided early, even after a kill"
        await time.pass_(2 * HOUR_MS)
        assert session.table.vote is None
        if missed == 3:
            break
        assert clock(fixture, session).missed == missed
        while [decision.seat for decision in session.pending] != [0]:
            decision = next(decision for decision in session.pending if decision.seat)
            user = session.table.sitters[decision.seat].user
            await session.play.answer(user, fixture.pick(decision), fixture.press())
        await time.pass_(13 * HOUR_MS)
    assert session.table.sitters[0].has_left
    assert session.table.status == "running"
    changes = await fixture.store.log.seat_changes(session.table.id)
    assert [change.action for change in changes] == [Conceded(ALICE, was_silent=True)], "nobody opened the seat"


async def miss_three_times(fixture: SessionFixture, time: Time, session: Session, choice: Choice | None) -> None:  # noqa: F811
    """Let Alice time out three times. Bob votes for `choice`. If `choice` is None, each vote expires."""
    for missed in (1, 2, 3):
        vote = session.table.vote
        assert vote is not None
        if choice is None:
            await time.pass_(DAY_MS + HOUR_MS)
        else:
            await session.votes.cast(BOB, choice, fixture.press(), vote=vote.id)
        if missed == 3:
            return
        while [decision.seat for decision in session.pending] != [0]:
            decision = next(decision for decision in session.pending if decision.seat)
            user = session.table.sitters[decision.seat].user
            await session.play.answer(user, fixture.pick(decision), fixture.press())
        await time.pass_(13 * HOUR_MS)


@pytest.mark.parametrize("choice", [None, "once"])
async def test_after_three_timeouts_the_only_other_player_decides(
    fixture: SessionFixture, time: Time, choice: Choice | None  # noqa: F811
) -> None:  # fmt: skip
    """The log names nobody as having opened the seat: Alice ran out of time, and Bob at most voted to play one turn."""
    session = await begin_vote(fixture, time, BOB)
    await miss_three_times(fixture, time, session, choice)

    assert session.table.is_left_alone
    assert session.table.owner == BOB
    (change,) = await fixture.store.log.seat_changes(session.table.id)
    assert (change.number, change.seat) == (session.number, 0)
    assert change.action == Conceded(ALICE, plays="nobody", was_silent=True)
    (told,) = await session.reader.log.lines(None, session.number, session.number)
    assert (told.user, told.was_silent) == (None, True)
    assert fixture.sessions.context.seat_clocks.due_at(session.table.id, "alone") is not None
    await time.pass_(1000)
    assert [post for post in time.told if post.kind == "board"][-1].users == (BOB,), (
        "the player who is asked gets a ping"
    )
    await session.leaving.play_on(BOB, fixture.press())
    assert session.table.seating.plays_on(0) == "standard"


async def test_an_answer_ends_the_vote_and_later_votes_are_refused(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time, BOB)
    vote = session.table.vote
    assert vote is not None

    await fixture.step(session)

    assert session.table.vote is None
    assert fixture.sessions.context.seat_clocks.due == []
    with pytest.raises(NoVote):
        await session.votes.cast(BOB, "end", fixture.press(), vote=vote.id)
    assert session.table.status == "running"


async def test_votes_wait_for_the_host_if_many_banks_run_out(
    fixture: SessionFixture, time: Time, caplog: pytest.LogCaptureFixture  # noqa: F811
) -> None:  # fmt: skip
    sessions = [await start_with_pace(fixture, BOB, channel=CHANNEL + number) for number in range(5)]
    await time.pass_(5 * HOUR_MS)
    fixture.now += 8 * HOUR_MS
    for _ in range(2):
        await time.work.tick()
    assert [session.table.vote for session in sessions] == [None] * 5
    assert caplog.text.count("banks ran out at 5 tables at once") == 1

    await fixture.store.clocks.keep_mark("resumed", fixture.now)
    await time.work.tick()

    assert all(session.table.vote is not None for session in sessions)
    assert await fixture.store.clocks.mark("resumed") is None


def test_the_command_to_resume_clocks_is_stored_for_the_bot(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    async def open_and_read_mark() -> int | None:
        fixture = await SessionFixture.begin(tmp_path / "knossos.db")
        mark = await fixture.store.clocks.mark("resumed")
        await fixture.store.commit(Write(alive_at=fixture.now))
        await fixture.close()
        return mark

    assert asyncio.run(open_and_read_mark()) is None
    assert main(["--database", DATABASES.url(tmp_path / "knossos.db"), "clocks", "resume"]) == 0
    assert "go on" in capsys.readouterr().out
    assert asyncio.run(open_and_read_mark()) is not None


async def test_nudges_are_twelve_hours_apart_and_never_in_quiet_hours(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, pace="none")

    def pings() -> int:
        return sum(ALICE in post.users for post in time.told if post.kind == "board")

    with pytest.raises(NobodyToNudge):
        await session.play.nudge(BOB, fixture.press())
    await time.pass_(13 * HOUR_MS)
    before = pings()
    await session.play.nudge(BOB, fixture.press())
    with pytest.raises(NobodyToNudge):
        await session.play.nudge(BOB, fixture.press())
    with pytest.raises(NobodyToNudge):
        await session.play.nudge(ALICE, fixture.press())
    await time.pass_(13 * HOUR_MS)
    await time.schedule(Schedule(ALICE, absences=(Absence(fixture.now, fixture.now + DAY_MS),)))
    with pytest.raises(NobodyToNudge):
        await session.play.nudge(BOB, fixture.press())
    await fixture.restart()
    assert clock(fixture, session).nudged_at > 0
    assert pings() == before + 1


async def test_an_undone_and_repeated_turn_adds_to_the_bank_once(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, pace="48+6")
    for _ in range(40):  # Play until a turn ends that can be undone.
        seat = session.pending[0].seat
        user, begun = session.table.sitters[seat].user, clock(fixture, session, seat).left
        await fixture.step(session)
        if clock(fixture, session, seat).decision is None and can_undo(session, user):
            break
    else:
        pytest.fail("no such turn")
    added = clock(fixture, session, seat).left - begun
    other = clock(fixture, session, 1 - seat).left

    for _ in range(3):
        await session.undo.take_back(user, fixture.press())
        assert clock(fixture, session, 1 - seat).left <= other, "an undone turn adds nothing"
        while clock(fixture, session, seat).decision is not None:
            decision = next(each for each in session.pending if each.seat == seat)
            await session.play.answer(user, fixture.pick(decision), fixture.press())
        if not can_undo(session, user):
            break

    assert added / HOUR_MS == pytest.approx(6, abs=0.01)
    assert (clock(fixture, session, seat).left - begun) / HOUR_MS == pytest.approx(6, abs=0.02)


async def test_a_bank_continues_when_the_table_has_a_channel_again(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time)
    await session.place.lose_channel(session.table.channel)
    await time.pass_(10 * DAY_MS)
    assert session.table.vote is None
    assert fixture.sessions.context.seat_clocks.due == []
    assert clock(fixture, session).left == 0

    await session.place.move_to(ALICE, 5, CHANNEL + 9, fixture.press())
    assert clock(fixture, session).left == 0, "a deleted channel doesn't refill a time bank"
    await time.pass_(2 * HOUR_MS)
    assert session.table.vote is not None


async def test_without_a_pace_a_silent_week_allows_a_vote(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, CAROL, pace="none")
    await time.schedule(Schedule(ALICE, absences=(Absence(fixture.now + DAY_MS, fixture.now + 4 * DAY_MS),)))
    await time.pass_(10 * DAY_MS - HOUR_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(BOB, fixture.press())
    await time.pass_(2 * HOUR_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(ALICE, fixture.press())

    await session.votes.call(BOB, fixture.press())
    await time.pass_(1000)
    called = [post for post in time.told if post.kind == "board"][-1]
    vote = session.table.vote
    assert vote is not None
    assert called.users == (CAROL,)
    with pytest.raises(VoteStands):
        await session.votes.call(CAROL, fixture.press())
    for user in (BOB, CAROL):
        await session.votes.cast(user, "wait", fixture.press(), vote=vote.id)
    assert session.table.vote is None
    await time.pass_(DAY_MS - HOUR_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(CAROL, fixture.press())
    await time.pass_(2 * HOUR_MS)
    await session.votes.call(CAROL, fixture.press())
    assert session.table.vote is not None
    number = session.number
    await time.pass_(DAY_MS + HOUR_MS)
    assert session.table.vote is None, "without a decision, the bot plays once for the seat"
    assert session.number > number


async def test_the_clocks_of_an_unreadable_game_stop(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    session = await start_with_pace(fixture)
    await fixture.store.tables.suspend_unread(session.table.id)
    await time.kill()
    session = await fixture.sessions.by_id(session.table.id)
    assert session.table.status == "suspended"

    await time.pass_(3 * DAY_MS)

    assert time.reminders() == []
    assert {each.decision for each in fixture.sessions.context.seat_clocks} == {None}
    assert fixture.sessions.context.seat_clocks.next_at() is None


@pytest.mark.parametrize("is_taken", [False, True])
async def test_a_returning_player_gets_their_seat_if_it_is_free(
    fixture: SessionFixture, time: Time, is_taken: bool  # noqa: F811
) -> None:  # fmt: skip
    session = await begin_vote(fixture, time)
    vote = session.table.vote
    assert vote is not None
    for user in (BOB, CAROL):
        await session.votes.cast(user, "substitute", fixture.press(), vote=vote.id)
    if is_taken:
        await session.lobby.join(DAVE, "Dave", fixture.press())

    with pytest.raises(NotSeated) as refused:
        await session.play.answer(ALICE, (), fixture.press())
    assert (type(refused.value) is SeatIsOpen) is not is_taken
    if is_taken:
        with pytest.raises(NoFreeSeat):
            await session.lobby.join(ALICE, "Alice", fixture.press())
        return
    await session.lobby.join(ALICE, "Alice", fixture.press())
    while session.pending and all(asked.seat != 0 for asked in session.pending):
        await fixture.step(session)
    assert session.table.sitters[session.pending[0].seat].user == ALICE
    assert clock(fixture, session).left > 0, "the seat has a time bank again"


async def test_a_bank_keeps_running_after_its_player_left_the_server(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    session = await start_with_pace(fixture)
    await time.work.reminders.note_presence(clock(fixture, session), is_gone=True)
    await time.pass_(13 * HOUR_MS)
    assert session.table.vote is not None


async def ask_everyone(fixture: SessionFixture, channel: int) -> Session:
    """Start a game of four with a pace. Everyone has a pending question."""
    session = await fixture.lobby(BOB, CAROL, DAVE, channel=channel)
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(pace="brisk"))
    await session.lobby.start(ALICE, fixture.press())
    while len(session.pending) < 4:
        await fixture.step(session)
    return session


async def test_abandoned_tables_do_not_trigger_the_hold_on_votes(
    fixture: SessionFixture, time: Time, caplog: pytest.LogCaptureFixture  # noqa: F811
) -> None:  # fmt: skip
    """Each table votes on one seat while its three other time banks are empty.

    Empty banks used to count towards the number that stops all votes.
    """
    sessions, voted = list[Session](), set[int]()
    for hour in range(20):
        if hour % 3 == 0 and len(sessions) < 4:
            sessions.append(await ask_everyone(fixture, CHANNEL + len(sessions)))
        fixture.now += HOUR_MS
        await time.work.tick()
        voted |= {number for number, session in enumerate(sessions) if session.table.vote is not None}

    assert voted == {0, 1, 2, 3}
    assert "at once" not in caplog.text


async def test_holding_votes_does_not_delay_other_due_work(
    fixture: SessionFixture, time: Time, caplog: pytest.LogCaptureFixture  # noqa: F811
) -> None:  # fmt: skip
    """A computer due in three seconds answers in time, and another table's empty bank is noticed."""
    held = [await start_with_pace(fixture, BOB, channel=CHANNEL + number) for number in range(5)]
    await time.pass_(5 * HOUR_MS)
    later = await start_with_pace(fixture, BOB, channel=CHANNEL + 5)
    fixture.now += 8 * HOUR_MS
    await time.work.tick()
    for _ in range(9):
        time.work.passes.pause_s()
    await fixture.store.commit(write := Write(due=(Due(later.table.id, "computer", fixture.now + 3000),)))
    fixture.sessions.context.seat_clocks.adopt(write)

    assert caplog.text.count("at once") == 1
    assert time.work.passes.pause_s() == 3.0
    fixture.now += 8 * HOUR_MS
    await time.work.tick()
    assert later.table.vote is not None
    assert [session.table.vote for session in held] == [None] * 5


async def test_a_player_in_quiet_hours_is_not_pinged_to_vote(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    await time.schedule(Schedule(BOB, "UTC", Quiet(1, 0)))
    session = await begin_vote(fixture, time, BOB, CAROL)
    await time.pass_(1000)
    assert session.table.vote is not None
    assert [post for post in time.told if post.kind == "board"][-1].users == (CAROL,)


async def test_an_opponent_may_give_a_day_up_to_three_times(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, CAROL, pace="48+6")
    decision = session.pending[0].id
    with pytest.raises(EnoughTime):
        await session.votes.give_time(BOB, 0, decision, fixture.press())
    await time.pass_(clock(fixture, session).left - 23 * HOUR_MS)
    with pytest.raises(EnoughTime):
        await session.votes.give_time(ALICE, 0, decision, fixture.press())
    with pytest.raises(StalePress):
        await session.votes.give_time(BOB, 0, decision + 1, fixture.press())
    with pytest.raises(StalePress):
        await session.votes.give_time(BOB, 2, decision, fixture.press())
    with pytest.raises(NotSeated):
        await session.votes.give_time(DAVE, 0, decision, fixture.press())

    press = fixture.press()
    for _ in range(2):
        await session.votes.give_time(BOB, 0, decision, press)
    with pytest.raises(EnoughTime):
        await session.votes.give_time(CAROL, 0, decision, fixture.press())
    assert clock(fixture, session).left / HOUR_MS == pytest.approx(47, abs=0.1)
    assert clock(fixture, session) in await fixture.store.clocks.clocks(), "the clock is stored"
    await time.pass_(48 * HOUR_MS)
    assert session.table.vote is not None
    await session.votes.give_time(CAROL, 0, decision, fixture.press())
    assert session.table.vote is None
    assert fixture.sessions.context.seat_clocks.due == []
    assert clock(fixture, session).left == DAY_MS
    await time.pass_(HOUR_MS)
    await session.votes.give_time(BOB, 0, decision, fixture.press())
    await time.pass_(DAY_MS)
    with pytest.raises(EnoughTime):
        await session.votes.give_time(BOB, 0, decision, fixture.press())
    await time.pass_(DAY_MS)
    assert session.table.vote is not None, "after three times, a vote decides"


async def test_without_a_pace_more_time_begins_a_new_week(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, CAROL, pace="none")
    decision = session.pending[0].id
    await time.pass_(6 * DAY_MS - HOUR_MS)
    with pytest.raises(EnoughTime):
        await session.votes.give_time(BOB, 0, decision, fixture.press())
    await time.pass_(2 * HOUR_MS)
    await session.votes.give_time(BOB, 0, decision, fixture.press())
    await time.pass_(7 * DAY_MS - HOUR_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(CAROL, fixture.press())
    await time.pass_(2 * HOUR_MS)
    await session.votes.call(CAROL, fixture.press())
    while session.pending[0].id == decision:
        await fixture.step(session)
    assert session.table.seating.given == ((0, decision),)


async def test_a_press_before_clocks_restart_costs_no_downtime(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, pace="brisk")
    await time.pass_(HOUR_MS)
    await fixture.kill()
    fixture.now += 10 * HOUR_MS
    await fixture.open()
    session = await fixture.sessions.by_id(session.table.id)

    await fixture.step(session)
    await time.begin()
    await time.work.tick()

    assert clock(fixture, session).left > 6 * HOUR_MS
    assert session.table.vote is None


@pytest.mark.parametrize("is_killed", [True, False])
async def test_a_clock_set_back_while_clocks_are_stopped_costs_nothing(
    fixture: SessionFixture, time: Time, is_killed: bool  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, pace="brisk")
    if is_killed:
        await fixture.kill()
        time.jump(-9 * HOUR_MS)
        await fixture.open()
        session = await fixture.sessions.by_id(session.table.id)
    else:
        await time.work.lose()
        time.jump(-9 * HOUR_MS)

    await fixture.step(session)
    asked = next(iter(session.pending)).seat
    if is_killed:
        await time.begin()
    else:
        await time.work.regain()
    await time.work.tick()

    assert clock(fixture, session, asked).left > 9 * HOUR_MS
    assert session.table.vote is None


async def test_a_press_while_clocks_are_stopped_costs_no_time(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, pace="brisk")
    await time.pass_(HOUR_MS)
    await time.work.lose()
    fixture.now += 10 * HOUR_MS

    await fixture.step(session)
    fixture.now += 10 * HOUR_MS
    await time.work.regain()
    await time.work.tick()

    assert clock(fixture, session).left > 6 * HOUR_MS
    assert session.table.vote is None


async def test_downtime_does_not_make_a_player_silent(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    session = await start_with_pace(fixture, pace="none")
    await time.pass_(HOUR_MS)
    await fixture.kill()
    fixture.now += 8 * DAY_MS
    await fixture.open()
    session = await fixture.sessions.by_id(session.table.id)

    with pytest.raises(NotSilent):
        await session.votes.call(BOB, fixture.press())


@pytest.mark.parametrize("computers", [(), ("Talos",)])
async def test_nobody_plays_for_a_person_who_plays_alone(tmp_path: Path, computers: tuple[str, ...]) -> None:
    fixture = await SessionFixture.begin(tmp_path / "alone.db", WITH_LEVELS)
    time = Time(fixture)  # noqa: F811
    await time.begin()

    async def think(due: Due, now: int) -> None:
        await fixture.sessions.context.commit(Write(due=(replace(due, at=now + DAY_MS),)))

    time.work.handle(COMPUTER, think)
    chosen = LobbyOptions(seats_wanted=1 + len(computers), pace="brisk")
    session = await fixture.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", fixture.press(), chosen, computers=computers
    )
    await session.lobby.start(ALICE, fixture.press())
    number = session.number

    await time.pass_(20 * DAY_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(DAVE, fixture.press(), is_manager=True)

    assert (session.table.status, session.table.vote, session.number) == ("running", None, number)
    await fixture.close()


@pytest.mark.parametrize("is_asked", [True, False])
async def test_the_last_person_has_no_bank_until_somebody_joins(
    fixture: SessionFixture, time: Time, is_asked: bool  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB)
    if is_asked:
        await session.leaving.open_seat(ALICE, BOB, fixture.press(), is_gone=True)
    else:
        await session.leaving.concede(BOB, fixture.press())
        await session.leaving.play_on(ALICE, fixture.press())
    number = session.number
    await time.pass_(20 * DAY_MS)
    with pytest.raises(NotSilent):
        await session.votes.call(DAVE, fixture.press(), is_manager=True)
    assert (session.table.status, session.table.vote, session.number) == ("running", None, number)
    assert clock(fixture, session).left is None

    await session.lobby.join(CAROL, "Carol", fixture.press())
    decision = clock(fixture, session).decision
    while clock(fixture, session).decision in (None, decision):
        await fixture.step(session)

    assert clock(fixture, session).left == 8 * HOUR_MS


async def test_time_given_just_before_a_vote_prevents_it(fixture: SessionFixture, time: Time) -> None:  # noqa: F811
    session = await start_with_pace(fixture, pace="brisk")
    waiting = clock(fixture, session)
    fixture.now += 13 * HOUR_MS

    given, voted = await asyncio.gather(
        session.votes.give_time(BOB, 0, waiting.decision, fixture.press()),
        session.votes.open(0, waiting.decision),
        return_exceptions=True,
    )

    assert not isinstance(given, BaseException)
    assert isinstance(voted, NoVote)
    assert session.table.vote is None
    assert clock(fixture, session).left == DAY_MS
