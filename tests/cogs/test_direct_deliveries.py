"""Direct messages of one table to several people."""

import asyncio
from typing import Any, cast

import aiohttp

from cogs.delivery.messages import DIRECT_AT_ONCE, deliver_each
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
