"""Fixtures: a sandbox, a little bot that has joined it, and requests without a library."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.interactions import COMMAND, Interaction
from tests.sandbox.bot import LittleBot, joined


class Wire:
    """Sends requests without a library. Each result is a pair of status and JSON."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(self, method: str, path: str, json: Any = None, **options: Any) -> tuple[int, Any]:
        headers = {"Authorization": "Bot sandbox"}
        url = self.sandbox.api_base + path
        async with self.session.request(method, url, json=json, headers=headers, **options) as response:
            return response.status, (await response.json() if response.status != 204 else None)

    async def send(self, channel: str = "agora", **body: Any) -> tuple[int, Any]:
        """Send a message."""
        return await self("POST", f"/channels/{self.sandbox.channel(channel).id}/messages", body)

    async def answer(self, interaction: Interaction, kind: int, **data: Any) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self("POST", path, {"type": kind, "data": data})

    def interaction(self, person: str = "Ariadne", channel: str = "agora", kind: int = COMMAND) -> Interaction:
        """Send an interaction that nobody answers."""
        place = self.sandbox.channel(channel)
        return self.sandbox.interactions.send(
            kind, self.sandbox.person(person).person, place, {"name": "ping", "options": []}
        )


@pytest.fixture
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of an evening draw nothing, for tests that look at no board: drawing is half of their work."""
    monkeypatch.setenv("SANDBOX_PICTURES", "0")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox without rate limits. Only `test_rate_limits.py` and `test_shards.py` test with limits."""
    async with Sandbox.running(rate_limits=False) as sandbox:
        yield sandbox


@pytest.fixture
async def limited() -> AsyncIterator[Sandbox]:
    """A sandbox with Discord's rate limits. A sandbox has them by default."""
    async with Sandbox.running() as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[LittleBot]:
    async with joined(sandbox) as bot:
        yield bot


@pytest.fixture
async def wire(sandbox: Sandbox) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as session:
        yield Wire(sandbox, session)
