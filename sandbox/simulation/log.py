"""Read a bot's log from its database. The bot may be running."""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from db import rows
from engine.kernel.decision import Message, Seat
from locales.words import Words
from sessions.records.log import Conceded, Entry, Reseated
from sessions.records.table import Table


def open_read_only(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def stored_tables(database: Path) -> list[tuple[Table, list[Entry]]]:
    """Return all tables that were started, each with its entries in order."""
    with closing(open_read_only(database)) as connection:
        connection.row_factory = sqlite3.Row

        def rows_of(table: int, records: str, order: str) -> list[dict[str, object]]:
            query = f"SELECT * FROM {records} WHERE table_id = ? ORDER BY {order}"  # noqa: S608
            return [dict(row) for row in connection.execute(query, (table,))]

        tables = connection.execute("SELECT * FROM tables WHERE commitment IS NOT NULL ORDER BY id").fetchall()
        return [
            (
                rows.table_of(dict(table), rows_of(table["id"], "sitters", "seat")),
                [rows.entry_of(entry) for entry in rows_of(table["id"], "entries", "number")],
            )
            for table in tables
        ]


def users_of(table: Table, entries: Iterable[Entry]) -> dict[Seat, set[int]]:
    """Return everyone who has ever sat at each seat."""
    users = {sitter.seat: {sitter.user} for sitter in table.sitters}
    for entry in entries:
        if isinstance(entry.action, Conceded | Reseated) and entry.seat is not None:
            users[entry.seat].add(entry.action.user)
    return users


_words = cache(Words)  # Reading the catalogues takes seconds.


def in_words(message: Message, language: str, names: Mapping[Seat, str] | None = None) -> str:
    """Return a message in the words that the bot uses."""
    return _words().say(message, language, names)
