"""Tables of the toy game over a real database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.kernel.chance import Chance
from tests.sessions.fixture import SessionFixture


@pytest.fixture
async def fixture(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SessionFixture]:
    """A database with sessions, and a clock that tests can move. With `--seed`, people give other answers."""
    made = await SessionFixture.begin(tmp_path / "knossos.db")
    seed = request.config.getoption("--seed")
    if seed:
        made.chance = Chance(f"evening {seed}".encode(), {})
    yield made
    await made.close()
