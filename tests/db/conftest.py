"""Fixtures for the database tests: sessions over SQLite or over every kind of store, and a watch on SQLite."""

import functools
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.databases import DATABASES, KINDS, WHY_NOT, is_installed
from tests.db import watched
from tests.sessions.conftest import fixture
from tests.sessions.fixture import SessionFixture

__all__ = ["fixture"]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[[watched.Watch], None]:
    """Return a function that sets a watch. The watch sees all connections opened after this fixture."""
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=watched.Connection))
    monkeypatch.setattr(watched.Connection, "watch", watched.Watch())
    return functools.partial(setattr, watched.Connection, "watch")


@pytest.fixture(params=KINDS)
async def stored(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SessionFixture]:
    """Sessions over an empty store of each kind."""
    if request.param == "postgresql" and not is_installed():
        pytest.skip(WHY_NOT)
    monkeypatch.setattr(DATABASES, "kind", request.param)
    made = await SessionFixture.begin(tmp_path / "knossos.db")
    yield made
    await made.close()
