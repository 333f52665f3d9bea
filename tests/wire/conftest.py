"""Fixtures: a new bot over the wire for each test."""

import os
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.wire.dawn import dawn_bot
from tests.wire.evening import Wired, WireTable, table_of, wired


@pytest.fixture(autouse=True)
def recorded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Record each test's requests for the judge if RECORD_WIRE names a folder, unless they are wrong on purpose."""
    folder = os.environ.get("RECORD_WIRE")
    if folder and request.node.get_closest_marker("sends_invalid") is None:
        running = partial(Sandbox.running, record=Path(folder) / "tests.jsonl", test=request.node.nodeid)
        monkeypatch.setattr(Sandbox, "running", running)


@pytest.fixture
async def wired_bot(tmp_path: Path) -> AsyncIterator[Wired]:
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


@pytest.fixture
async def evening(wired_bot: Wired) -> AsyncIterator[WireTable]:
    """A newly started game of Minos (classic) with three people."""
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        yield evening


@pytest.fixture
async def dawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with Minos (classic) and Minos: Dawn."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot
