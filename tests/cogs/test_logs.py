"""Who may say what in the log."""

import logging

import pytest

from tests.wire.test_logs import logged_at


@pytest.mark.parametrize(
    ("level", "heard"),
    [
        ("DEBUG", ["knossos DEBUG", "knossos INFO", "sessions.outbox DEBUG", "aiosqlite INFO", "chatty INFO"]),
        ("INFO", ["knossos INFO", "aiosqlite INFO", "chatty INFO"]),
        ("WARNING", []),
    ],
)
def test_libraries_are_heard_from_info_on_whatever_is_set(
    monkeypatch: pytest.MonkeyPatch, level: str, heard: list[str]
) -> None:
    """Also one that nobody has heard of, and that has turned itself up."""
    with logged_at(level, monkeypatch) as written:
        logging.getLogger("chatty").setLevel(logging.DEBUG if level == "DEBUG" else logging.NOTSET)
        for name, number in (
            ("knossos", logging.DEBUG),
            ("knossos", logging.INFO),
            ("sessions.outbox", logging.DEBUG),
            ("aiosqlite", logging.DEBUG),
            ("aiosqlite", logging.INFO),
            ("chatty", logging.DEBUG),
            ("chatty", logging.INFO),
            ("sqlalchemy.engine", logging.INFO),
        ):
            logging.getLogger(name).log(number, "something")
    assert [" ".join(line.split()[2:4][::-1]) for line in written.getvalue().splitlines()] == heard
