"""Tables of the toy game over a real database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sessions.evening import Evening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A database, the sessions over it, and a clock to turn."""
    made = await Evening.begin(tmp_path / "knossos.db")
    yield made
    await made.close()
