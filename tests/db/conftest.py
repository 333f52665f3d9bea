"""The fixture of the sessions' tests, for those of the database, and SQLite under watch."""

import functools
import sqlite3
from collections.abc import Callable

import pytest

from tests.db import watched
from tests.sessions.conftest import fixture

__all__ = ["fixture"]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[[watched.Watch], None]:
    """Puts someone on watch over all connections opened after this fixture."""
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=watched.Connection))
    monkeypatch.setattr(watched.Connection, "watch", watched.Watch())
    return functools.partial(setattr, watched.Connection, "watch")
