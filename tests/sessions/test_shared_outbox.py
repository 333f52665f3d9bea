"""Several processes share a database. One of them delivers each post, and one does the due work."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from db.postgresql import presence
from db.postgresql.store import PostgresStore
from sessions.delivery import shared_outbox
from sessions.delivery.outbox import DONE, BlockedChannels, Delivery
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import ALIVE, HOUR_MS
from sessions.records.person import Person
from sessions.records.table import Post
from sessions.time.due_work import DueWork
from tests.senders import silence
from tests.sessions.fixture import ALICE, BOB, SessionFixture
from tests.waiting import eventually

pytestmark = [pytest.mark.xdist_group("postgresql"), pytest.mark.at_server]


class RecordingSender:
    """Records posts and the process that delivers them. Tests can block deliveries with `gate`."""

    def __init__(self, name: str, noted: list[tuple[str, int]]) -> None:
        self._name = name
        self._noted = noted
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_at_it = asyncio.Event()

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        self.is_at_it.set()
        await self.gate.wait()
        self._noted += [(self._name, post.id) for post in posts]
        return DONE


class Pair:
    """Two processes, and the posts that they have delivered."""

    def __init__(self, one: SessionFixture, other: SessionFixture) -> None:
        self.one, self.other = one, other
        self.noted: list[tuple[str, int]] = []
        self.senders = [RecordingSender(name, self.noted) for name in ("one", "other")]

    def start(self) -> None:
        for fixture, sender in zip((self.one, self.other), self.senders, strict=True):
            fixture.sessions.outbox.start(sender)

    async def drain(self) -> None:
        """Wait until no posts are waiting."""

        async def look() -> bool:
            return not await self.one.store.posts.waiting()

        await eventually(look, "nothing is left to be posted", every_s=0.02)


def presence_of(fixture: SessionFixture) -> presence.Presence:
    assert isinstance(fixture.store, PostgresStore)
    return fixture.store.sharing


def cut_off(fixture: SessionFixture) -> None:
    """Drop a process's exclusive channels and leadership, as if the process had died."""
    driver = presence_of(fixture)._driver
    assert driver is not None
    driver.terminate()


def due_work(fixture: SessionFixture) -> DueWork:
    return DueWork(fixture.sessions, lambda: fixture.now)


@pytest.fixture
async def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    monkeypatch.setattr(shared_outbox, "LOOK_S", 0.2)
    monkeypatch.setattr(presence, "BEAT_S", 0.2)
    one = await SessionFixture.begin(tmp_path / "knossos.db")
    made = Pair(one, await one.rival())
    yield made
    await made.other.close()
    await made.one.close()


async def test_the_holder_of_a_channel_delivers_its_posts_in_order(pair: Pair) -> None:
    pair.start()
    sessions = [await pair.one.lobby(channel=channel) for channel in range(1, 5)]
    for turn in range(6):
        for session in sessions:
            held = await (pair.one, pair.other)[turn % 2].sessions.by_id(session.table.id)
            await held.place.post_board()
    await pair.drain()

    numbers = [number for _, number in pair.noted]
    assert len(numbers) == len(set(numbers)) == 4 * 7
    assert {name for name, _ in pair.noted} == {"one", "other"}


async def test_a_post_that_comes_while_the_worker_ends_is_delivered_at_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_outbox, "LOOK_S", 3600.0)  # no check finds it later
    session, posts, comes_late = await pair.one.lobby(), pair.one.store.posts, [True]
    whole = posts.waiting_in

    async def waiting_in(channel: int) -> list[Post]:
        found = await whole(channel)
        if not found and comes_late:
            comes_late.clear()
            await session.place.post_board()
        return found

    monkeypatch.setattr(posts, "waiting_in", waiting_in)
    pair.one.sessions.outbox.start(pair.senders[0])
    await eventually(lambda: len(pair.noted) == 2, "both boards are delivered", every_s=0.02)
    await pair.drain()


async def test_two_processes_never_use_the_same_post_id(pair: Pair) -> None:
    outboxes = [fixture.sessions.outbox for fixture in (pair.one, pair.other)]
    numbers = [outbox.next_id() for _ in range(500) for outbox in outboxes]
    assert len(set(numbers)) == 1000
    for start in (0, 1):
        assert numbers[start::2] == sorted(numbers[start::2])


async def test_the_posts_of_a_dead_process_are_delivered_by_others(pair: Pair) -> None:
    pair.senders[0].gate.clear()
    pair.start()
    session = await pair.one.lobby()
    await asyncio.wait_for(pair.senders[0].is_at_it.wait(), 20)
    held = await pair.other.sessions.by_id(session.table.id)
    await held.place.post_board()
    await asyncio.sleep(0.5)
    assert pair.noted == []  # The second process waits for the process that holds the channel.

    cut_off(pair.one)  # This has the same effect as killing the process.
    silence(pair.one.sessions.outbox)
    await pair.drain()
    assert [name for name, _ in pair.noted] == ["other", "other"]
    pair.senders[0].gate.set()


async def test_a_board_posted_after_losing_the_channel_is_repeated(pair: Pair) -> None:
    """Both processes have posted, and the order is unknown. So the channel's holder posts the current board again."""
    pair.senders[0].gate.clear()
    pair.start()
    session = await pair.one.lobby()
    await asyncio.wait_for(pair.senders[0].is_at_it.wait(), 20)
    assert await pair.one.sessions.outbox.holds(session.table.channel)
    cut_off(pair.one)  # This has the effect of killing the database server. The other process may reconnect first.
    assert not await pair.one.sessions.outbox.holds(session.table.channel)
    await pair.drain()
    assert [name for name, _ in pair.noted] == ["other"]

    pair.senders[0].gate.set()
    await eventually(lambda: len(pair.noted) >= 3, "the board is posted once more", every_s=0.02)
    await pair.drain()
    (_, first), (late, again), (_, fresh) = pair.noted
    assert (late, again) == ("one", first)
    assert fresh > first


async def test_one_process_does_due_work_until_another_takes_over(pair: Pair) -> None:
    works = [due_work(each) for each in (pair.one, pair.other)]
    for work in works:
        await work.regain()
    assert [work.is_running for work in works] == [True, True]
    assert [work.is_leading() for work in works] == [True, False]

    await works[0].lose()
    for work in works:
        await work.tick()
    assert [work.is_leading() for work in works] == [False, True]
    await works[0].regain()
    assert not works[0].is_leading()

    cut_off(pair.other)

    async def take_over() -> bool:
        await works[0].tick()
        return works[0].is_leading()

    await eventually(take_over, "the first process leads again")
    assert await pair.one.store.clocks.mark("alive") is not None


async def test_a_press_before_the_leader_restarts_the_clocks_costs_no_downtime(pair: Pair) -> None:
    session = await pair.one.lobby(BOB)
    await session.lobby.configure(ALICE, pair.one.press(), LobbyOptions(pace="brisk"))
    await session.lobby.start(ALICE, pair.one.press())
    await pair.one.store.clocks.keep_mark(ALIVE, pair.one.now)
    pair.one.now += 5 * HOUR_MS
    works = [due_work(each) for each in (pair.one, pair.other)]
    for each in (pair.one, pair.other):
        await each.sessions.load()
    assert await presence_of(pair.one).leads()
    await works[1].regain()
    await works[1].tick()

    table, clocks = session.table.id, pair.other.sessions.context.seat_clocks
    there = await pair.other.sessions.by_id(table)
    seat = there.pending[0].seat
    before = clocks.of(table)[seat].left or 0
    await pair.other.step(there)
    assert (clocks.of(table)[seat].left or 0) > before, "an answer adds to the bank"

    await works[0].regain()
    await works[1].tick()
    assert clocks.stopped_at is None
    stored = (await pair.one.store.clocks.at(table)).clocks
    assert clocks.of(table) == {clock.seat: clock for clock in stored}


async def test_personal_settings_reach_the_other_process(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessions.kept.choices.PAUSE_S", 0)
    await pair.one.sessions.choices.people.choose(ALICE, language="cs")
    people = pair.other.sessions.choices.people
    await eventually(lambda: people.get(ALICE).language == "cs", "Alice's language is known", every_s=0.01)

    cut_off(pair.other)
    monkeypatch.setattr(presence_of(pair.one), "hint", lambda *_: None)  # No hint arrives.
    await pair.one.store.people.keep_person(Person(BOB, "fr"))
    assert await presence_of(pair.other).hold(5)  # Any call connects to the server again.
    await eventually(lambda: people.get(BOB).language == "fr", "Bob's language is known", every_s=0.01)


async def test_the_clocks_of_a_table_reach_the_other_process(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not loaded the table gets them too, because it may have to do the due work."""
    monkeypatch.setattr("sessions.kept.choices.PAUSE_S", 0)
    session = await pair.one.game()
    asked = pair.one.sessions.context.seat_clocks.of(session.table.id)
    assert asked
    clocks = pair.other.sessions.context.seat_clocks
    await eventually(lambda: clocks.of(session.table.id) == asked, "the clocks are known", every_s=0.01)


async def test_each_process_takes_a_different_slot(pair: Pair) -> None:
    third = await pair.one.rival()
    assert len({presence_of(each).slot for each in (pair.one, pair.other, third)}) == 3
    await third.close()
    fourth = await pair.one.rival()
    assert presence_of(fourth).slot not in {presence_of(each).slot for each in (pair.one, pair.other)}
    await fourth.close()


async def test_a_channel_blocked_for_one_process_is_blocked_for_all(pair: Pair) -> None:
    """One process may be refused, and another may learn that the permission is back."""
    one, other = (BlockedChannels(fixture.store.sharing) for fixture in (pair.one, pair.other))
    one.add(7)
    one.add(8)
    await eventually(lambda: set(other) == {7, 8}, "both channels are shut for the other", every_s=0.02)
    other.discard(7)
    other.discard(7)
    await eventually(lambda: set(one) == {8}, "channel 7 is open again for the first", every_s=0.02)
    assert set(other) == {8}
