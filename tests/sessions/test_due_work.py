"""Due work is done once and on time, even after a kill. Players lose no time while they can't answer."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from db import privacy
from sessions.clocks.own_time import own_at, thresholds
from sessions.delivery.outbox import DONE, Delivery
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import ALIVE, DAY_MS, HOUR_MS, LOBBY, MINUTE_MS, NEVER, Absence, Due, Quiet, Schedule
from sessions.records.table import Post
from sessions.refusals import StorageUnavailable
from sessions.session import Session
from sessions.store import Write
from sessions.time.due_work import DueWork
from sessions.time.interruptions import NOTED_MS
from sessions.time.reminders import MOST_REMINDERS
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, GUILD, SessionFixture
from tests.waiting import eventually


class Time:
    """The host's clock and the steady clock. Tests move them."""

    def __init__(self, fixture: SessionFixture) -> None:
        self.fixture = fixture
        self.work: DueWork
        self.told: list[Post] = []
        self.is_cut_off = False
        self._behind = 0

    def steady(self) -> int:
        return self.fixture.now + self._behind

    async def begin(self, is_new: bool = True) -> None:
        """Start a process that can reach Discord."""
        self.work = DueWork(self.fixture.sessions, self.steady)
        self.fixture.sessions.outbox.start(self)
        self.fixture.sessions.outbox.wake()
        await self.work.regain()

    async def deliver(self, table: int, posts: Any) -> Delivery:
        """Deliver all posts immediately. While `is_cut_off` is set, postpone all of them by an hour."""
        if self.is_cut_off:
            return Delivery(frozenset(post.id for post in posts), 3600.0)
        self.told += posts
        return DONE

    async def pass_(self, ms: int) -> None:
        """Let time pass, doing due work on time."""
        end = self.fixture.now + ms
        while self.fixture.now < end:
            next_at = self.work_at()
            self.fixture.now = min(end, max(next_at, self.fixture.now + 1)) if next_at else end
            await self.work.tick()
            await self.await_delivery()

    async def await_delivery(self) -> None:
        """Wait until all due posts are delivered, if several processes share the database."""
        store = self.fixture.store
        if store.sharing is not None and not self.is_cut_off:

            async def look() -> bool:
                return all(post.due_at > self.fixture.now for post in await store.posts.waiting())

            await eventually(look, "all due posts are delivered", every_s=0.001)

    def work_at(self) -> int | None:
        return self.fixture.sessions.context.seat_clocks.next_at()

    def jump(self, ms: int) -> None:
        """Set the host's clock forward or back."""
        self.fixture.now += ms
        self.fixture.jumped += ms
        self._behind -= ms

    def reminders(self, user: int | None = None) -> list[Post]:
        return [post for post in self.told if post.kind == "remind" and user in (None, *post.users)]

    async def kill(self, away_ms: int = 0) -> None:
        """Kill the process and start it again later."""
        await self.fixture.kill()
        self.fixture.now += away_ms
        await self.fixture.open()
        await self.begin()

    async def schedule(self, schedule: Schedule) -> None:
        """Store a person's schedule."""
        write = Write(schedules=(schedule,))
        await self.fixture.store.commit(write)
        self.fixture.sessions.context.seat_clocks.adopt(write)


@pytest.fixture
async def time(fixture: SessionFixture) -> AsyncIterator[Time]:
    """A clock that tests can move. `pass_` also does the sessions' due work."""
    made = Time(fixture)
    await made.begin()
    yield made
    await made.work.passes.stop()


async def waiting_game(fixture: SessionFixture, channel: int = CHANNEL) -> Session:
    """Return a game in which only Alice has a pending question."""
    session = await fixture.game(channel=channel)
    await until_alice(fixture, session)
    return session


async def until_alice(fixture: SessionFixture, session: Session) -> None:
    """Play until only Alice has a pending question."""
    while [session.table.sitters[decision.seat].user for decision in session.pending] != [ALICE]:
        await fixture.step(session)


def clock_of(fixture: SessionFixture, session: Session) -> Any:
    (clock,) = fixture.sessions.context.seat_clocks.of(session.table.id).values()
    return clock


async def test_after_three_reminders_a_table_sends_no_more(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    begun = clock_of(fixture, session).since

    await time.pass_(30 * DAY_MS)

    assert [post.users for post in time.reminders()] == [(ALICE,)] * 3
    hours = [round((post.id // 1000 - begun) / HOUR_MS, 1) for post in time.reminders()]
    assert hours == [24, 72, 168]
    assert clock_of(fixture, session).is_asleep
    assert clock_of(fixture, session).due_at is None
    last = [post for post in time.told if post.kind == "board"][-1]
    assert last.id // 1000 - begun == 8 * DAY_MS, "the board shows that the table is asleep"
    assert not last.users


async def test_an_answer_starts_new_reminders_for_the_next_question(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    await time.pass_(2 * DAY_MS)
    assert len(time.reminders()) == 1

    await fixture.step(session)
    await until_alice(fixture, session)
    begun = clock_of(fixture, session)
    await time.pass_(23 * HOUR_MS)

    assert (begun.reminded, begun.own) == (0, 0)
    assert len(time.reminders()) == 1
    await time.pass_(2 * HOUR_MS)
    assert len(time.reminders()) == 2


async def test_one_reminder_covers_all_tables_of_a_person(fixture: SessionFixture, time: Time) -> None:
    first = await waiting_game(fixture, CHANNEL)
    await time.pass_(10 * HOUR_MS)
    second = await waiting_game(fixture, CHANNEL + 1)

    await time.pass_(100 * HOUR_MS)

    tables = [post.table for post in time.reminders()]
    assert tables == [first.table.id] * 2, "after 24 and 72 hours, together with the second table's reminders"
    assert [clock_of(fixture, session).reminded for session in (first, second)] == [2, 2]


async def test_a_second_table_adds_no_reminder_within_a_day(fixture: SessionFixture, time: Time) -> None:
    await waiting_game(fixture, CHANNEL)
    await time.pass_(20 * HOUR_MS)
    second = await waiting_game(fixture, CHANNEL + 1)

    await time.pass_(5 * HOUR_MS)
    assert len(time.reminders()) == 1
    assert clock_of(fixture, second).reminded == 0
    await time.pass_(20 * HOUR_MS)
    assert len(time.reminders()) == 1, "at most one reminder per day"
    await time.pass_(5 * HOUR_MS)
    assert len(time.reminders()) == 2


async def test_quiet_hours_and_absences_delay_reminders(fixture: SessionFixture, time: Time) -> None:
    away = Absence(fixture.now + 10 * HOUR_MS, fixture.now + 5 * DAY_MS)
    await time.schedule(Schedule(ALICE, "Europe/Prague", Quiet(20 * 60, 8 * 60), absences=(away,)))
    session = await waiting_game(fixture)
    schedule = fixture.sessions.choices.schedules.get(ALICE)

    await time.pass_(30 * DAY_MS)

    moments = [post.id // 1000 for post in time.reminders()]
    hours = [datetime.fromtimestamp(at / 1000, ZoneInfo("Europe/Prague")).hour for at in moments]
    assert all(8 <= hour < 20 for hour in hours), hours
    assert not any(away.since <= at < away.until for at in moments)
    clock = replace(clock_of(fixture, session), own=0, counted_at=clock_of(fixture, session).since)
    assert [round(own_at(clock, schedule, at) / HOUR_MS) for at in moments] == [24, 72, 168]


@pytest.mark.parametrize(("hours", "told"), [(NEVER, []), (2, [2, 72, 168]), (100, [100, 168]), (168, [168])])
def test_each_person_chooses_when_to_be_reminded(hours: int, told: list[int]) -> None:
    assert [moment // HOUR_MS for moment in thresholds(Schedule(ALICE, remind_h=hours))] == told


async def test_a_player_who_wants_no_reminders_is_shown_as_asleep(fixture: SessionFixture, time: Time) -> None:
    await time.schedule(Schedule(ALICE, remind_h=NEVER))
    session = await waiting_game(fixture)

    await time.pass_(10 * DAY_MS)

    assert time.reminders() == []
    assert clock_of(fixture, session).is_asleep


async def test_a_week_without_the_bot_costs_nobody_time(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    await time.pass_(23 * HOUR_MS)

    await time.kill(away_ms=7 * DAY_MS)
    await time.pass_(30 * MINUTE_MS)
    assert time.reminders() == []
    await time.pass_(HOUR_MS)

    assert len(time.reminders()) == 1
    assert clock_of(fixture, await fixture.sessions.by_id(session.table.id)).reminded == 1


async def test_hours_without_discord_cost_nobody_time(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    await time.pass_(23 * HOUR_MS)
    await time.work.lose()
    fixture.now += 5 * HOUR_MS
    await time.work.tick()
    assert time.reminders() == [], "no work is done without Discord"
    await fixture.kill()
    fixture.now += 5 * HOUR_MS
    await fixture.open()
    await time.begin()

    own = own_at(clock_of(fixture, session), fixture.sessions.choices.schedules.get(ALICE), fixture.now)
    assert own / HOUR_MS == pytest.approx(23, abs=0.01)


async def test_a_clock_that_jumps_back_and_forth_costs_nobody_time(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    for ms in (HOUR_MS, -HOUR_MS, -25 * HOUR_MS, 400 * HOUR_MS):
        await time.pass_(2 * HOUR_MS)
        time.jump(ms)
        await time.work.tick()

    assert time.reminders() == []
    own = own_at(clock_of(fixture, session), fixture.sessions.choices.schedules.get(ALICE), fixture.now)
    assert own / HOUR_MS == pytest.approx(8, abs=0.05)


async def test_a_reminder_noted_before_a_kill_is_sent_once(fixture: SessionFixture, time: Time) -> None:
    """The reminder's row and its post are stored in one transaction, so a kill leaves both or neither."""
    await waiting_game(fixture)
    time.is_cut_off = True
    await time.pass_(25 * HOUR_MS)
    assert time.reminders() == []
    await time.kill()
    await time.kill()
    time.is_cut_off = False

    await time.kill()
    await time.pass_(20 * HOUR_MS)

    assert len(time.reminders()) == 1
    assert await fixture.store.posts.waiting() == []


async def test_a_digest_comes_once_a_day_despite_kills(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    await time.pass_(3 * HOUR_MS)
    hour = datetime.fromtimestamp(fixture.now / 1000, ZoneInfo("UTC")).hour
    await time.work.reschedule(ALICE, digest_h=hour - 1)  # this hour passed while the question was open
    await time.pass_(HOUR_MS)
    await time.work.reschedule(ALICE, digest_h=(hour + 3) % 24)
    early = len(time.reminders())

    time.is_cut_off = True
    await time.pass_(2 * HOUR_MS)
    noted = clock_of(fixture, session)
    await time.kill()
    time.is_cut_off = False
    await time.kill()
    await time.pass_(HOUR_MS)
    first = len(time.reminders())
    await time.pass_(6 * DAY_MS)

    assert (early, first, len(time.reminders())) == (0, 1, 7)
    assert noted.reminded == 1
    assert clock_of(fixture, session).reminded == 1, "digests count as one reminder, so a bank can still warn"
    hours = {datetime.fromtimestamp(post.id / 1_000_000, ZoneInfo("UTC")).hour for post in time.reminders()}
    assert hours == {(hour + 3) % 24}


async def test_games_from_before_clocks_existed_get_clocks(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    stopped = tuple((clock.table, clock.seat) for clock in fixture.sessions.context.seat_clocks)
    await fixture.store.commit(Write(stopped=stopped))

    await time.kill(away_ms=DAY_MS)

    assert clock_of(fixture, session).since == fixture.now


async def test_clocks_follow_the_game_and_survive_a_restart(fixture: SessionFixture, time: Time) -> None:
    session = await fixture.game(BOB, CAROL)
    for _ in range(40):
        clocks = fixture.sessions.context.seat_clocks.of(session.table.id)
        assert {seat: clock.decision for seat, clock in clocks.items()} == {d.seat: d.id for d in session.pending}
        assert sorted(await fixture.store.clocks.clocks(), key=lambda clock: clock.seat) == [
            clocks[s] for s in sorted(clocks)
        ]
        await fixture.step(session)
    assert session.pending
    while session.pending:
        await fixture.step(session)
    assert await fixture.store.clocks.clocks() == []


async def test_due_work_is_done_once_and_follows_the_clocks(fixture: SessionFixture, time: Time) -> None:
    session = await fixture.lobby(BOB)
    done: list[int] = []

    async def lapse(due: Due, now: int) -> None:
        done.append(now)
        write = Write(undone=((due.table, due.kind),))
        await fixture.store.commit(write)
        fixture.sessions.context.seat_clocks.adopt(write)

    due = Due(session.table.id, "lapse", fixture.now + DAY_MS)
    await fixture.store.commit(Write(due=(due,)))
    await time.kill(away_ms=3 * DAY_MS)
    time.work.handle("lapse", lapse)
    await time.pass_(23 * HOUR_MS)
    assert done == []
    await time.pass_(2 * HOUR_MS)

    assert len(done) == 1
    assert [each.kind for each in await fixture.store.clocks.due()] == ["lobby"]


async def test_a_job_woken_while_stopping_still_stops(fixture: SessionFixture, time: Time) -> None:
    time.work.passes.start()
    await eventually(lambda: time.work.passes._pauses_until, "the work waits for its next pass")

    time.work.passes.wake()
    async with asyncio.timeout(20):
        await time.work.passes.stop()


@contextmanager
def refusing_clocks(fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the store refuse to read the clocks' last run, so that they can't restart."""

    async def refuse(name: str) -> int | None:
        raise StorageUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(fixture.store.clocks, "mark", refuse)
        yield


async def test_the_next_pass_restarts_clocks_after_a_storage_failure(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fixture.game(BOB)
    await time.work.lose()

    with refusing_clocks(fixture, monkeypatch), pytest.raises(StorageUnavailable):
        await time.work.regain()
    fixture.now += MINUTE_MS
    await time.work.tick()

    assert await fixture.store.clocks.mark(ALIVE) == fixture.now


async def test_running_clocks_are_saved_every_few_seconds(fixture: SessionFixture, time: Time) -> None:
    """Computers cause frequent passes. Writing in each of them would delay people's answers."""
    fixture.now += MINUTE_MS
    await time.work.tick()
    noted = fixture.now
    for _ in range(2):
        fixture.now += NOTED_MS // 2 - 1
        await time.work.tick()
        assert await fixture.store.clocks.mark(ALIVE) == noted
    fixture.now += 2
    await time.work.tick()
    assert await fixture.store.clocks.mark(ALIVE) == noted + NOTED_MS == fixture.now


async def test_a_hanging_database_does_not_prevent_stopping(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await fixture.game(BOB)
    await fixture.step(game)
    reached = asyncio.Event()

    def hangs(write: Write) -> "asyncio.Future[None]":
        reached.set()
        return asyncio.get_running_loop().create_future()

    with monkeypatch.context() as patch:
        patch.setattr(fixture.store, "commit", hangs)
        time.work.passes.start()
        async with asyncio.timeout(5.0):
            await reached.wait()
            await time.work.passes.stop(0.01)
            await fixture.sessions.stop(0.01)


async def test_an_export_includes_hours_until_the_person_is_forgotten(fixture: SessionFixture, time: Time) -> None:
    await time.schedule(Schedule(ALICE, "Europe/Prague", Quiet(0, 480), absences=(Absence(1, 2),)))
    session = await waiting_game(fixture)

    exported = await fixture.store.transactions.writer.submit(lambda connection: privacy.export(connection, ALICE))
    assert exported["schedule"]["zone"] == "Europe/Prague"
    assert exported["schedule"]["absences"] == ({"since": 1, "until": 2},)
    assert [clock["table"] for clock in exported["clocks"]] == [session.table.id]

    await session.leaving.concede(ALICE, fixture.press())
    await fixture.store.transactions.writer.submit(lambda connection: privacy.forget(connection, ALICE))
    assert ALICE not in {schedule.user for schedule in await fixture.store.people.schedules()}
    assert ALICE not in {clock.user for clock in await fixture.store.clocks.clocks()}


async def test_reminders_of_a_member_who_left_are_still_due(fixture: SessionFixture, time: Time) -> None:
    """Before each reminder, a look-up finds out whether the person is back."""
    session = await waiting_game(fixture)
    await time.pass_(HOUR_MS)
    await time.work.reminders.note_presence(clock_of(fixture, session), is_gone=True)
    await time.pass_(9 * DAY_MS)
    clock = clock_of(fixture, session)
    assert (clock.is_gone, clock.is_asleep) == (True, True)
    assert len(time.reminders()) == MOST_REMINDERS


async def test_time_spent_saving_clocks_does_not_count_as_a_jump(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In this test, the disk is slow when the clocks restart after an outage."""
    whole = fixture.store.commit

    async def slow(write: Write) -> None:
        fixture.now += 2 * MINUTE_MS
        await whole(write)

    await time.work.lose()
    monkeypatch.setattr(fixture.store, "commit", slow)
    await time.work.regain()
    monkeypatch.undo()
    await time.work.tick()
    assert "jumped" not in caplog.text


async def test_an_answer_just_before_a_reminder_is_sent_cancels_it(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await waiting_game(fixture)
    by_id, is_answered = fixture.sessions.by_id, False

    async def answer_first(table: int) -> Session:
        nonlocal is_answered
        if not is_answered:
            is_answered = True
            await fixture.step(session)
        return await by_id(table)

    monkeypatch.setattr(fixture.sessions, "by_id", answer_first)
    await time.pass_(25 * HOUR_MS)
    assert is_answered
    assert time.reminders() == []


async def test_an_error_in_one_chore_does_not_stop_the_others(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    due_work = DueWork(fixture.sessions, lambda: fixture.now)

    async def fail(now: int) -> None:
        raise ValueError

    async def do(now: int) -> None:
        done.append(now)

    due_work.add_chore(fail)
    due_work.add_chore(do)
    await due_work.tick()
    await due_work.regain()
    await due_work.tick()

    async def leads() -> bool:
        return False

    monkeypatch.setattr(due_work, "_leads", leads)
    fixture.now += HOUR_MS
    await due_work.tick()

    assert done == [fixture.now - HOUR_MS, fixture.now], "no chore runs while nobody can answer"


async def test_two_personal_choices_at_once_are_both_kept(fixture: SessionFixture) -> None:
    people = fixture.sessions.choices.people
    await asyncio.gather(people.choose(ALICE, plain_text=True), people.choose(ALICE, low_data=True))
    (stored,) = await fixture.store.people.everyone()
    assert (stored.plain_text, stored.low_data) == (True, True)
    assert people.get(ALICE) == stored


async def test_a_clock_years_behind_at_a_start_delays_no_digest(fixture: SessionFixture, time: Time) -> None:
    hour = datetime.fromtimestamp(fixture.now / 1000, ZoneInfo("UTC")).hour
    await time.work.reschedule(ALICE, digest_h=(hour + 3) % 24)
    await waiting_game(fixture)
    years = 1000 * DAY_MS

    await time.kill(away_ms=-years)
    await time.work.tick()
    time.jump(years)
    await time.work.tick()
    await time.pass_(2 * DAY_MS)

    assert len(time.reminders(ALICE)) == 2


async def test_clocks_stop_when_discord_is_lost_during_a_long_pass(fixture: SessionFixture, time: Time) -> None:
    session = await waiting_game(fixture)
    await time.pass_(HOUR_MS)
    is_ending = asyncio.Event()

    async def wait(_: int) -> None:
        await is_ending.wait()

    time.work.add_chore(wait)
    running = asyncio.create_task(time.work.tick())
    await asyncio.sleep(0)
    losing = asyncio.create_task(time.work.lose())
    await asyncio.sleep(0)
    fixture.now += 10 * MINUTE_MS
    is_ending.set()
    await asyncio.gather(running, losing)
    await time.work.regain()

    own = own_at(clock_of(fixture, session), fixture.sessions.choices.schedules.get(ALICE), fixture.now)
    assert own < HOUR_MS + MINUTE_MS


async def test_new_hours_before_the_clocks_restart_cost_no_time(
    fixture: SessionFixture, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks stay stopped until the database accepts their restart."""
    session = await waiting_game(fixture)
    await time.work.lose()
    fixture.now += 10 * HOUR_MS

    with refusing_clocks(fixture, monkeypatch):
        with pytest.raises(StorageUnavailable):
            await time.work.regain()
        await time.work.reschedule(ALICE, remind_h=48)
    await time.work.tick()

    own = own_at(clock_of(fixture, session), fixture.sessions.choices.schedules.get(ALICE), fixture.now)
    assert own == 0


async def test_someone_who_stops_watching_during_a_delivery_stays_away(fixture: SessionFixture) -> None:
    table, watchers = (await fixture.game()).table.id, fixture.sessions.choices.watchers
    await watchers.watch(table, CAROL, 0)
    watcher = watchers.get(table, CAROL)
    assert watcher is not None
    await asyncio.gather(watchers.stop(table, CAROL), watchers.tell(watcher, 3))
    assert watchers.of(table) == ()
    assert await fixture.store.people.watchers() == []


async def test_a_newcomer_has_a_day_even_while_the_clocks_restart(fixture: SessionFixture, time: Time) -> None:
    options = LobbyOptions(seats_wanted=3, starts_itself=True)
    session = await fixture.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", fixture.press(), options, invited=(BOB, CAROL)
    )
    await time.pass_(2 * HOUR_MS)
    interaction = fixture.press()
    await time.work.lose()

    await asyncio.gather(session.lobby.join(BOB, "Bob", interaction), time.work.regain())

    (due,) = (due for due in fixture.sessions.context.seat_clocks.due if due.kind == LOBBY)
    assert session.table.is_from_queue
    assert due.at == session.table.changed_at + DAY_MS
