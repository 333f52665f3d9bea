"""Our own code logs at the configured level and above. Libraries also do, but never below INFO."""

import json
import logging

import pytest

from tests.wire.test_logs import logged_at


@pytest.mark.parametrize(
    ("level", "heard"),
    [
        ("DEBUG", ["knossos DEBUG", "knossos INFO", "sessions.delivery.outbox DEBUG", "aiosqlite INFO", "chatty INFO"]),
        ("INFO", ["knossos INFO", "aiosqlite INFO", "chatty INFO"]),
        ("WARNING", []),
    ],
)
def test_libraries_log_from_info_at_any_setting(monkeypatch: pytest.MonkeyPatch, level: str, heard: list[str]) -> None:
    """This includes an unknown library that sets its own level to DEBUG."""
    with logged_at(level, monkeypatch) as written:
        logging.getLogger("chatty").setLevel(logging.DEBUG if level == "DEBUG" else logging.NOTSET)
        for name, number in (
            ("knossos", logging.DEBUG),
            ("knossos", logging.INFO),
            ("sessions.delivery.outbox", logging.DEBUG),
            ("aiosqlite", logging.DEBUG),
            ("aiosqlite", logging.INFO),
            ("chatty", logging.DEBUG),
            ("chatty", logging.INFO),
            ("sqlalchemy.engine", logging.INFO),
        ):
            logging.getLogger(name).log(number, "something")
    assert [" ".join(line.split()[2:4][::-1]) for line in written.getvalue().splitlines()] == heard


def test_json_logs_have_one_object_per_line_without_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    with logged_at("INFO", monkeypatch, "json") as written:
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("knossos").exception("lost: /interactions/42/%s „ř“", "aW50ZXJhY3Rpb24")
    (line,) = written.getvalue().splitlines()
    told = json.loads(line)
    assert told.keys() == {"time", "level", "logger", "message"}
    assert (told["level"], told["logger"]) == ("ERROR", "knossos")
    assert told["message"].startswith("lost: /interactions/42/… „ř“ | Traceback")
    assert told["message"].endswith("ValueError: two | lines")


def test_an_outage_of_discord_is_a_warning_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with logged_at("INFO", monkeypatch) as written:
        try:
            raise ConnectionResetError
        except ConnectionResetError:
            logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
            logging.getLogger("discord.client").exception("Something else")
    calm, loud = written.getvalue().splitlines()
    assert calm.endswith("WARNING discord.client ConnectionResetError: Attempting a reconnect in 1.50s")
    assert "ERROR discord.client Something else | Traceback" in loud
