"""The bot over the wire, afresh for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.evening import Evening, Wired, table_of, wired


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Wired]:
    async with wired(tmp_path) as house:
        yield house


@pytest.fixture
async def evening(house: Wired) -> AsyncIterator[Evening]:
    """Minos (classic) with three people, just started."""
    async with table_of(house, "minos-classic", 3) as evening:
        yield evening
