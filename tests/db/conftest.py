"""Fixtures for the database tests: the one of the sessions' tests, and a watch on SQLite."""

import functools
import sqlite3
from collections.abc import Callable

import pytest

from tests.db import watched
from tests.sessions.conftest import fixture

__all__ = ["fixture"]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[[watched.Watch], None]:
    """Return a function that lets a watch see all connections opened later."""
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=watched.Connection))
    monkeypatch.setattr(watched.Connection, "watch", watched.Watch())
    return functools.partial(setattr, watched.Connection, "watch")
