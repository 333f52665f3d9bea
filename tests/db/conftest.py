"""The evening of the sessions' tests, for those of the database."""

from tests.sessions.conftest import evening

__all__ = ["evening"]
