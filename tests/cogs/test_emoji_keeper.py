"""The emoji are kept up to date while the bot runs, despite errors in a single pass."""

import asyncio
from typing import Any

import pytest

from cogs.delivery import emoji_keeper
from cogs.delivery.emoji_keeper import EmojiKeeper
from sessions.refusals import StorageUnavailable


class Known:
    """A store without emoji."""

    def __init__(self) -> None:
        self.emoji = self
        self.is_doubted = asyncio.Event()

    def __len__(self) -> int:
        return 0


async def test_emoji_updates_are_retried_after_a_storage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_keeper, "RETRY_S", 0.0)
    wording: Any = Known()
    nothing: Any = None
    keeper = EmojiKeeper(nothing, wording, nothing, nothing, nothing)
    tries, is_done = [], asyncio.Event()

    async def update_all() -> int:
        tries.append(True)
        if len(tries) == 1:
            raise StorageUnavailable
        is_done.set()
        return 0

    monkeypatch.setattr(keeper, "update_all", update_all)
    keeping = asyncio.create_task(keeper.keep())
    try:
        async with asyncio.timeout(5.0):
            await is_done.wait()
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    assert len(tries) == 2
