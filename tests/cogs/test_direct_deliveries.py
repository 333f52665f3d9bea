"""Direct messages of one table to several people."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from cogs.delivery.messages import DIRECT_AT_ONCE, deliver_each
from cogs.delivery.outbox_dispatcher import OutboxDispatcher
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post
from sessions.refusals import StorageUnavailable

SESSION: Any = cast("Any", None)


def hands(*users: int) -> list[Post]:
    return [Post(number, 1, 1, "hand", f"n{number}", 0, users=(user,)) for number, user in enumerate(users, 1)]


async def test_people_do_not_wait_for_each_others_messages() -> None:
    users = range(DIRECT_AT_ONCE)
    barrier = asyncio.Barrier(len(users))

    async def bring(user: int, own: list[Post]) -> Exception | None:
        await barrier.wait()
        return None

    async with asyncio.timeout(5):
        assert await deliver_each(SESSION, hands(*users), "hand", bring) == DONE


async def test_only_the_messages_that_may_arrive_later_are_retried() -> None:
    async def bring(user: int, own: list[Post]) -> Exception | None:
        if user == 2:
            return aiohttp.ClientConnectionError()
        if user == 3:
            raise StorageUnavailable
        return None

    assert await deliver_each(SESSION, hands(1, 2, 3, 2), "hand", bring) == Delivery(frozenset({2, 3, 4}))


@pytest.mark.parametrize(("result_s", "first_s"), [(60.0, 60.0), (None, None)])
async def test_a_result_does_not_wait_for_the_end_of_quiet_hours(result_s: float | None, first_s: float | None) -> None:
    """A reminder in quiet hours and the result of the same table are delivered together."""
    table = SimpleNamespace(id=1, channel=1, guild=1, status="lobby", is_live=True)

    def sender(later: Delivery = DONE) -> Any:
        async def do(*_: object) -> Delivery:
            return later

        return SimpleNamespace(
            deliver=do, settle=do, take_back=do, is_overtaken=lambda *_: False, messages=None, end_lobby=lambda *_: ()
        )

    async def by_id(_: int) -> Any:
        return SimpleNamespace(table=table)

    sessions = SimpleNamespace(
        by_id=by_id, is_shared=False, choices=SimpleNamespace(servers=SimpleNamespace(is_lost=lambda _: False))
    )
    quiet = sender(Delivery(frozenset({1}), 8 * 3600.0))
    result = sender(Delivery(frozenset({2}), result_s))
    calm = SimpleNamespace(calm=sender().deliver)
    dispatcher: Any = OutboxDispatcher(
        *cast("Any", (sessions, calm, SimpleNamespace(pause_s=0.0), sender(), sender(), quiet, sender(), sender(),
                      result, sender(), sender(), sender()))
    )  # fmt: skip
    posts = [Post(1, 1, 1, "remind", "n1", 0, users=(7,)), Post(2, 1, 1, "result", "n2", 0)]

    assert await dispatcher.deliver(1, posts) == Delivery(frozenset({1, 2}), first_s)
