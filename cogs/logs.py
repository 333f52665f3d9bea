"""The log: one line an event, no token in it, and of libraries nothing below INFO."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Literal

log = logging.getLogger("knossos")
"""The logger of everything in cogs."""
_TOKENS = (
    re.compile(r"(/interactions/\d+/)[\w.-]+"),
    re.compile(r"(/webhooks/\d+/)[\w.-]+"),
    re.compile(r"()\b[\w-]{20,30}\.[\w-]{6,7}\.[\w-]{27,}"),
)
_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
OURS = frozenset({"knossos", "cogs", "db", "engine", "locales", "render", "sessions"})
"""Loggers that the level is for. All others are libraries': what they say below INFO holds events, bodies, tokens, and
the parameters of every statement, in which are seeds and hands."""
FLOORS = {"sqlalchemy": logging.WARNING, "alembic": logging.WARNING}
"""Libraries that say too much even at INFO."""
RECONNECTS = "Attempting a reconnect"
"""The beginning of discord.py's message, with a traceback, whenever it has lost its connection."""


def redact(text: str) -> str:
    for pattern in _TOKENS:
        text = pattern.sub(r"\1…", text)
    return text


class OneLine(logging.Formatter):
    """One event, one line, no tokens; a traceback is folded into its line."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record).replace("\n", " | "))


class OneObject(OneLine):
    """One event, one JSON object on a line: `time` (ISO 8601, UTC), `level`, `logger`, `message`, no tokens."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": super().format(record),
        }
        return json.dumps(told, ensure_ascii=False)


def may_be_logged(record: logging.LogRecord) -> bool:
    """Whether a record is ours or not below its library's floor, whatever level that library has set for itself."""
    package = record.name.partition(".")[0]
    return package in OURS or record.levelno >= FLOORS.get(package, logging.INFO)


def calmly(record: logging.LogRecord) -> bool:
    """Let an outage of Discord be a warning in one line, as discord.py connects again by itself. Always true."""
    if record.name in ("discord.client", "discord.shard") and str(record.msg).startswith(RECONNECTS):
        error = record.exc_info[1] if record.exc_info else None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{type(error).__name__}: {record.getMessage()}", ()
        record.exc_info = record.exc_text = None
    return True


def set_up(level: str, layout: Literal["text", "json"] = "text") -> None:
    """Log to standard error from `level` on, libraries from INFO on at the lowest."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneObject("%(message)s") if layout == "json" else OneLine(_LINE))
    handler.addFilter(may_be_logged)
    handler.addFilter(calmly)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # The filter would do; the levels spare libraries the making of records that are thrown away.
    chosen = logging.getLevelNamesMapping()[level]
    root.setLevel(max(chosen, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(chosen)
    for name, floor in FLOORS.items():
        logging.getLogger(name).setLevel(max(chosen, floor))
