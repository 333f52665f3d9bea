"""SQLite connections with a watch.

The watch is called before and after each call to SQLite, in the same thread.
"""

import sqlite3
from collections.abc import Iterable
from typing import Any, ClassVar


class Watch:
    """Runs before and after each call, with its SQL, `COMMIT` or `ROLLBACK`. Errors raised here reach the caller."""

    def before(self, call: str, parameters: Any) -> None:
        """React before the call."""

    def after(self, call: str, connection: sqlite3.Connection) -> None:
        """React after the call."""


class Cursor(sqlite3.Cursor):
    """A cursor that reports its statements to the watch."""

    def execute(self, sql: str, parameters: Any = (), /) -> "Cursor":
        Connection.watch.before(sql, parameters)
        super().execute(sql, parameters)
        Connection.watch.after(sql, self.connection)
        return self

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> "Cursor":
        rows = list(parameters)
        Connection.watch.before(sql, rows)
        super().executemany(sql, rows)
        Connection.watch.after(sql, self.connection)
        return self


class Connection(sqlite3.Connection):
    """A connection that reports every statement to `watch`. All connections share one watch."""

    watch: ClassVar[Watch] = Watch()

    def cursor(self, factory: Any = Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        return self.cursor().execute(sql, parameters)  # type: ignore[no-any-return]

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor:
        return self.cursor().executemany(sql, parameters)  # type: ignore[no-any-return]

    def commit(self) -> None:
        Connection.watch.before("COMMIT", ())
        super().commit()
        Connection.watch.after("COMMIT", self)

    def rollback(self) -> None:
        Connection.watch.before("ROLLBACK", ())
        super().rollback()
        Connection.watch.after("ROLLBACK", self)
