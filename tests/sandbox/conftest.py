"""A sandbox, and a little bot that has joined it."""

from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from tests.sandbox.bot import LittleBot, joined


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.running() as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[LittleBot]:
    async with joined(sandbox) as bot:
        yield bot
