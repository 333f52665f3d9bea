"""The stores there are, for whoever opens one."""

from db.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
