"""Slow answers are deferred, even if they fail."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.interactions import answering


async def test_a_slow_failing_action_waits_for_its_deferral(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "SLOW_S", 0.0)
    begun, deferred = asyncio.Event(), []

    async def defer(*, ephemeral: bool, thinking: bool) -> None:
        begun.set()
        await asyncio.sleep(0)
        deferred.append((ephemeral, thinking))

    interaction: Any = SimpleNamespace(response=SimpleNamespace(defer=defer))

    async def fail_slowly() -> None:
        async with answering._deferring(interaction, is_silent=False):
            await begun.wait()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail_slowly()

    assert deferred == [(True, True)], "otherwise the error's answer and the deferral would collide"
