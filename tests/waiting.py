"""Waiting in tests for conditions that no event reports."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, TypeVar, overload

T = TypeVar("T")
PATIENCE_S = 60.0


@overload
async def eventually(
    look: Callable[[], Awaitable[T]], what: str, *, within_s: float = PATIENCE_S, every_s: float = 0.0
) -> T: ...


@overload
async def eventually(look: Callable[[], T], what: str, *, within_s: float = PATIENCE_S, every_s: float = 0.0) -> T: ...


async def eventually(look: Callable[[], Any], what: str, *, within_s: float = PATIENCE_S, every_s: float = 0.0) -> Any:
    """Call `look` until it returns something true, and return that value.

    Other tasks run between the calls. After `within_s` seconds, fail with a message that `what` was expected.
    """
    deadline = time.monotonic() + within_s
    while True:
        found = look()
        if isawaitable(found):
            found = await found
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {within_s:g} s: {what}")
        await asyncio.sleep(every_s)
