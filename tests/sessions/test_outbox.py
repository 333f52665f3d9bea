"""The outbox: written with the change, delivered in order, retried, resumed after a restart."""

import asyncio
from collections.abc import Callable, Sequence

from sessions.outbox import DONE, Delivery
from sessions.records import Post
from tests.sessions.evening import ALICE, BOB, CAROL, CHANNEL, Evening


class Board:
    """A sender that writes down what it gets; `answer` says what becomes of it."""

    def __init__(self, answer: Callable[[Sequence[Post]], Delivery] = lambda posts: DONE) -> None:
        self.answer = answer
        self.got: list[list[Post]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.called = asyncio.Event()

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        await self.gate.wait()
        assert {post.table for post in posts} == {table}
        self.got.append(list(posts))
        self.called.set()
        return self.answer(posts)


async def drained(evening: Evening) -> None:
    for _ in range(2000):
        if not evening.sessions.outbox.depth and not await evening.store.posts():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the outbox does not get empty")


async def test_posts_are_on_disk_with_the_change_and_gone_once_delivered(evening: Evening) -> None:
    session = await evening.game()
    board = Board()
    board.gate.clear()
    assert {post.table for post in await evening.store.posts()} == {session.table.id}
    evening.sessions.start(board)
    await evening.step(session)
    assert await evening.store.posts()
    board.gate.set()
    await drained(evening)
    assert board.got


async def test_what_piles_up_is_handed_over_at_once_and_in_order(evening: Evening) -> None:
    session = await evening.game()
    board = Board()
    board.gate.clear()
    evening.sessions.start(board)
    await evening.play(session, 5)
    board.gate.set()
    await drained(evening)

    ids = [post.id for posts in board.got for post in posts]
    assert ids == sorted(ids)
    assert len(board.got) <= 2
    assert board.got[-1][-1].last == session.number
    assert len({post.nonce for posts in board.got for post in posts}) == len(ids)
    assert all(len(post.nonce) <= 25 for posts in board.got for post in posts)


async def test_only_who_is_newly_asked_is_pinged(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL, options={"crows": False})
    posts = await evening.store.posts()
    assert posts[-1].users == (ALICE, BOB, CAROL)
    for key, user in (("tree:0", ALICE), ("tree:1", BOB), ("tree:2", CAROL)):
        await session.answer(user, (key,), evening.press())
    posts = (await evening.store.posts())[-3:]

    assert [post.users for post in posts] == [(), (), (ALICE,)]
    assert [post.turn_passed for post in posts] == [True, True, True]


async def test_hands_go_to_those_who_want_them_and_whose_messages_are_open(evening: Evening) -> None:
    people = evening.sessions.people
    await people.send_hand(BOB, True)
    await people.send_hand(ALICE, True)
    await people.close_dm(ALICE)
    session = await evening.game()
    hands = [post.users for post in await evening.store.posts() if post.kind == "hand"]
    assert hands == [(BOB,)]

    await evening.restart()
    assert evening.sessions.people.get(ALICE).dm_closed
    await evening.sessions.people.send_hand(ALICE, True)
    session = await evening.sessions.at(CHANNEL)
    await evening.step(session)
    hands = [post.users for post in await evening.store.posts() if post.kind == "hand"]
    assert hands[1:] == [(ALICE,), (BOB,)]


async def test_what_fails_comes_again_with_the_same_nonce(evening: Evening) -> None:
    await evening.lobby()
    tries = 0

    def twice(posts: Sequence[Post]) -> Delivery:
        nonlocal tries
        tries += 1
        return Delivery(frozenset(post.id for post in posts), 0) if tries < 3 else DONE

    board = Board(twice)
    evening.sessions.start(board)
    await drained(evening)

    assert len(board.got) == 3
    assert [posts[0].attempts for posts in board.got] == [0, 1, 2]
    assert len({posts[0].nonce for posts in board.got}) == 1


async def test_a_pause_is_kept_across_a_restart_and_ended_by_a_wake(evening: Evening) -> None:
    await evening.lobby()
    board = Board(lambda posts: Delivery(frozenset(post.id for post in posts), 60))
    evening.sessions.start(board)
    await asyncio.wait_for(board.called.wait(), 60)
    await evening.close()
    await evening.open()
    (post,) = await evening.store.posts()
    assert (post.attempts, post.due_at) == (1, evening.now + 60_000)

    board = Board()
    evening.sessions.start(board)
    await asyncio.sleep(0.02)
    assert not board.got
    evening.sessions.outbox.wake(CHANNEL)
    await drained(evening)
    assert len(board.got) == 1


async def test_pauses_grow_and_stay_below_five_minutes(evening: Evening) -> None:
    pauses = []
    for attempts in range(20):
        later = evening.sessions.outbox._put_off(Post(1, 1, 1, "board", "n", 0, attempts=attempts), Delivery())
        pauses.append(later.due_at - evening.now)
    assert pauses[0] <= 1000
    assert pauses[5] > pauses[2]
    assert max(pauses) <= 300_000


async def test_a_courier_that_crashes_loses_nothing(evening: Evening) -> None:
    await evening.lobby()

    def crash(posts: Sequence[Post]) -> Delivery:
        raise RuntimeError("a fault of ours")

    evening.sessions.start(Board(crash))
    await asyncio.sleep(0.02)
    assert evening.sessions.outbox.depth == 1
    await evening.restart()
    board = Board()
    evening.sessions.start(board)
    evening.sessions.outbox.wake()
    await drained(evening)
    assert len(board.got) == 1


async def test_one_channel_in_trouble_holds_up_no_other(evening: Evening) -> None:
    await evening.lobby(channel=1)
    await evening.lobby(channel=2)
    board = Board(lambda posts: Delivery(frozenset(p.id for p in posts if p.channel == 1), 60))
    evening.sessions.start(board)
    for _ in range(200):
        await asyncio.sleep(0.001)
        if {post.channel for post in await evening.store.posts()} == {1}:
            break
    assert {post.channel for post in await evening.store.posts()} == {1}
    assert evening.sessions.outbox.depth == 1


async def test_a_hand_that_cannot_be_sent_does_not_hold_up_the_board(evening: Evening) -> None:
    await evening.sessions.people.send_hand(BOB, True)
    session = await evening.game()
    board = Board(lambda posts: Delivery(frozenset(post.id for post in posts if post.kind == "hand"), 60))
    evening.sessions.start(board)
    await asyncio.wait_for(board.called.wait(), 60)
    board.called.clear()
    await evening.step(session)
    await asyncio.wait_for(board.called.wait(), 60)

    assert [post.kind for post in board.got[1]] == ["board"]
    await evening.sessions.outbox.stop()
    assert {post.kind for post in await evening.store.posts()} == {"hand"}
