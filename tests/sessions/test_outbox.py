"""The outbox: posts are stored with the change, delivered in order, retried, and resumed after a restart."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from sessions.delivery.outbox import DONE, Delivery
from sessions.delivery.shared_outbox import SharedOutbox
from sessions.records.clock import DAY_MS, HOUR_MS
from sessions.records.table import LiveMessage, Post
from sessions.refusals import StorageUnavailable
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, SessionFixture
from tests.waiting import eventually


class Board:
    """A sender that records posts. `answer` decides how each delivery ends."""

    def __init__(self, answer: Callable[[Sequence[Post]], Delivery] = lambda posts: DONE) -> None:
        self.answer = answer
        self.got: list[list[Post]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.reached = asyncio.Event()
        self.called = asyncio.Event()

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        self.reached.set()
        await self.gate.wait()
        assert {post.table for post in posts} == {table}
        self.got.append(list(posts))
        self.called.set()
        return self.answer(posts)


async def until(fixture: SessionFixture, holds: Callable[[Sequence[Post]], bool]) -> None:
    """Wait until `holds` returns True for the stored posts."""

    async def look() -> bool:
        return holds(await fixture.store.posts.waiting())

    await eventually(look, "the posts on disk are as expected", within_s=60, every_s=0.001)


async def drain(fixture: SessionFixture) -> None:
    await until(fixture, lambda posts: not posts and not fixture.sessions.outbox.depth)


async def test_posts_are_stored_with_the_change_until_delivered(fixture: SessionFixture) -> None:
    session = await fixture.game()
    board = Board()
    board.gate.clear()
    assert {post.table for post in await fixture.store.posts.waiting()} == {session.table.id}
    fixture.sessions.outbox.start(board)
    await fixture.step(session)
    assert await fixture.store.posts.waiting()
    board.gate.set()
    await drain(fixture)
    assert board.got


async def test_waiting_posts_are_delivered_together_in_order(fixture: SessionFixture) -> None:
    session = await fixture.game()
    board = Board()
    board.gate.clear()
    fixture.sessions.outbox.start(board)
    async with asyncio.timeout(60):
        await board.reached.wait()
    await fixture.play(session, 5)
    board.gate.set()
    await drain(fixture)

    ids = [post.id for posts in board.got for post in posts]
    assert ids == sorted(ids)
    assert len(board.got) <= 2
    assert board.got[-1][-1].last == session.number
    assert len({post.nonce for posts in board.got for post in posts}) == len(ids)
    assert all(len(post.nonce) <= 25 for posts in board.got for post in posts)


async def test_only_players_with_a_new_question_are_pinged(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    posts = await fixture.store.posts.waiting()
    assert posts[-1].users == (ALICE, BOB, CAROL)
    for key, user in (("tree:0", ALICE), ("tree:1", BOB), ("tree:2", CAROL)):
        await session.play.answer(user, (key,), fixture.press())
    posts = (await fixture.store.posts.waiting())[-3:]

    assert [post.users for post in posts] == [(), (), (ALICE,)]
    assert [post.turn_passed for post in posts] == [False, False, True]


async def test_hands_go_only_to_subscribers_who_accept_direct_messages(fixture: SessionFixture) -> None:
    people = fixture.sessions.choices.people
    await people.choose(BOB, hand_by_dm=True)
    await people.choose(ALICE, hand_by_dm=True)
    await people.close_dm(ALICE)
    session = await fixture.game()
    hands = [post.users for post in await fixture.store.posts.waiting() if post.kind == "hand"]
    assert hands == [(BOB,)]

    await fixture.restart()
    assert fixture.sessions.choices.people.is_dm_closed(ALICE)
    await fixture.sessions.choices.people.try_dm(ALICE)
    session = await fixture.sessions.at(CHANNEL)
    await fixture.step(session)
    hands = [post.users for post in await fixture.store.posts.waiting() if post.kind == "hand"]
    assert hands[1:] == [(ALICE,), (BOB,)]


async def test_a_storage_failure_is_not_logged_as_a_sender_error(
    fixture: SessionFixture, caplog: pytest.LogCaptureFixture
) -> None:
    await fixture.lobby()
    away = [StorageUnavailable()]

    def refuse_once(posts: Sequence[Post]) -> Delivery:
        if away:
            raise away.pop()
        return DONE

    board = Board(refuse_once)
    fixture.sessions.outbox.start(board)
    await until(fixture, lambda posts: [post.attempts for post in posts] == [1])
    fixture.now += 2000
    fixture.sessions.outbox.wake()
    await drain(fixture)
    assert len(board.got) == 2
    assert caplog.records == []


async def test_a_failed_post_is_retried_with_the_same_nonce(fixture: SessionFixture) -> None:
    await fixture.lobby()
    tries = 0

    def twice(posts: Sequence[Post]) -> Delivery:
        nonlocal tries
        tries += 1
        return Delivery(frozenset(post.id for post in posts), 0) if tries < 3 else DONE

    board = Board(twice)
    fixture.sessions.outbox.start(board)
    await drain(fixture)

    assert len(board.got) == 3
    assert [posts[0].attempts for posts in board.got] == [0, 1, 2]
    assert len({posts[0].nonce for posts in board.got}) == 1


async def test_a_delivery_pause_survives_a_restart_but_can_be_ended(fixture: SessionFixture) -> None:
    await fixture.lobby()
    board = Board(lambda posts: Delivery(frozenset(post.id for post in posts), 60))
    fixture.sessions.outbox.start(board)
    await until(fixture, lambda posts: [post.attempts for post in posts] == [1])
    await fixture.close()
    await fixture.open()
    (post,) = await fixture.store.posts.waiting()
    assert (post.attempts, post.due_at) == (1, fixture.now + 60_000)

    board = Board()
    fixture.sessions.outbox.start(board)
    await asyncio.sleep(0.02)
    assert not board.got
    fixture.sessions.outbox.wake(CHANNEL)
    await drain(fixture)
    assert len(board.got) == 1


async def test_a_channel_woken_during_a_failing_delivery_is_retried_immediately(fixture: SessionFixture) -> None:
    await fixture.lobby()
    board = Board(lambda posts: Delivery(frozenset(post.id for post in posts), 60))
    board.gate.clear()
    fixture.sessions.outbox.start(board)
    async with asyncio.timeout(60):
        await board.reached.wait()

    fixture.sessions.outbox.wake(CHANNEL)
    board.gate.set()
    await until(fixture, lambda posts: [post.attempts for post in posts] == [2])

    (post,) = await fixture.store.posts.waiting()
    assert post.due_at == fixture.now + 60_000
    assert len(board.got) == 2


async def test_pauses_between_retries_grow_up_to_five_minutes(fixture: SessionFixture) -> None:
    pauses = []
    for attempts in range(20):
        later = fixture.sessions.outbox._put_off(Post(1, 1, 1, "board", "n", 0, attempts=attempts), Delivery())
        pauses.append(later.due_at - fixture.now)
    assert pauses[0] <= 1000
    assert pauses[5] > pauses[2]
    assert max(pauses) <= 300_000


async def test_a_sender_that_crashes_loses_nothing(fixture: SessionFixture) -> None:
    await fixture.lobby()

    def crash(posts: Sequence[Post]) -> Delivery:
        raise RuntimeError("a fault of ours")

    fixture.sessions.outbox.start(Board(crash))
    await until(fixture, lambda posts: [post.attempts for post in posts] == [1])
    assert fixture.sessions.outbox.depth == 1
    await fixture.restart()
    board = Board()
    fixture.sessions.outbox.start(board)
    fixture.sessions.outbox.wake()
    await drain(fixture)
    assert len(board.got) == 1


async def test_a_failing_channel_does_not_delay_other_channels(fixture: SessionFixture) -> None:
    await fixture.lobby(channel=1)
    await fixture.lobby(channel=2)
    board = Board(lambda posts: Delivery(frozenset(p.id for p in posts if p.channel == 1), 60))
    fixture.sessions.outbox.start(board)
    await until(fixture, lambda posts: {post.channel for post in posts} == {1} and fixture.sessions.outbox.depth == 1)


async def test_an_undeliverable_hand_does_not_delay_the_board(fixture: SessionFixture) -> None:
    await fixture.sessions.choices.people.choose(BOB, hand_by_dm=True)
    session = await fixture.game()
    board = Board(lambda posts: Delivery(frozenset(post.id for post in posts if post.kind == "hand"), 60))
    fixture.sessions.outbox.start(board)
    await asyncio.wait_for(board.called.wait(), 60)
    board.called.clear()
    await fixture.step(session)
    await asyncio.wait_for(board.called.wait(), 60)

    assert [post.kind for post in board.got[1]] == ["board"]
    await fixture.sessions.outbox.stop()
    assert {post.kind for post in await fixture.store.posts.waiting()} == {"hand"}


async def test_the_longest_wait_can_be_read_while_posts_arrive(fixture: SessionFixture) -> None:
    """Metrics are read in another thread."""
    await fixture.game()
    outbox = fixture.sessions.outbox

    class Arriving(set[int]):
        def __contains__(self, channel: object) -> bool:
            (post,) = outbox._waiting[CHANNEL][:1]
            outbox.add([replace(post, id=post.id + 1, channel=len(outbox._waiting))])
            return False

    assert outbox.waited_ms(Arriving()) == outbox.waited_ms()


def test_posts_of_another_process_are_recognised_as_inherited() -> None:
    sharing = cast("Any", SimpleNamespace(slot=3, listen=lambda hear: None))
    shared = SharedOutbox(cast("Any", None), lambda: 1_000, sharing)
    own = shared.next_id()
    sharing.slot = 4
    other = SharedOutbox(cast("Any", None), lambda: 1_000, sharing).next_id()
    sharing.slot = 3
    assert [shared.is_inherited(Post(number, 1, 1, "board", "n", 0)) for number in (own, other)] == [False, True]


@pytest.mark.parametrize("by_ms", [-HOUR_MS, -DAY_MS + HOUR_MS])
async def test_new_posts_are_newer_after_a_start_with_a_slow_clock(fixture: SessionFixture, by_ms: int) -> None:
    session = await fixture.game()
    shown = fixture.sessions.outbox.next_id()
    await fixture.store.posts.keep_message(
        LiveMessage(session.table.id, "control", CHANNEL, 1, fixture.now, post=shown)
    )
    board = Board()
    fixture.sessions.outbox.start(board)
    await drain(fixture)
    await fixture.kill()
    fixture.now += by_ms
    await fixture.open()
    outbox = fixture.sessions.outbox

    await (await fixture.sessions.by_id(session.table.id)).place.post_board()

    (post,) = await fixture.store.posts.waiting()
    assert post.id > shown
    assert (outbox.age_ms(post), outbox.waited_ms()) == (0, 0)
    fixture.now += 1000
    assert outbox.waited_ms() == 1000
