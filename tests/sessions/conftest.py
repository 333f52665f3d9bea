"""Tables of the toy game over a real database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sessions.fixture import SessionFixture


@pytest.fixture
async def fixture(tmp_path: Path) -> AsyncIterator[SessionFixture]:
    """A database with sessions, and a clock that tests can move."""
    made = await SessionFixture.begin(tmp_path / "knossos.db")
    yield made
    await made.close()
