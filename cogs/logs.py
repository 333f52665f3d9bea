"""The log: one line per event, without tokens. Libraries log at INFO and above only."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Literal

log = logging.getLogger("knossos")
_TOKENS = (
    re.compile(r"(/interactions/\d+/)[\w.-]+"),
    re.compile(r"(/webhooks/\d+/)[\w.-]+"),
    re.compile(r"()\b[\w-]{20,30}\.[\w-]{6,7}\.[\w-]{27,}"),
)
_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
OURS = frozenset({"knossos", "cogs", "db", "engine", "locales", "render", "sessions"})
"""Loggers whose level the host sets. Below INFO, other libraries log events, bodies, tokens, seeds and hands."""
FLOORS = {"sqlalchemy": logging.WARNING, "alembic": logging.WARNING}
"""Libraries that log too much even at INFO."""
RECONNECTS = "Attempting a reconnect"
"""The beginning of discord.py's message about a lost connection, which comes with a traceback."""


def redact(text: str) -> str:
    for pattern in _TOKENS:
        text = pattern.sub(r"\1…", text)
    return text


class OneLine(logging.Formatter):
    """Formats an event as one line without tokens, including its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record).replace("\n", " | "))


class OneObject(OneLine):
    """Formats an event as one line of JSON: `time` (ISO 8601, UTC), `level`, `logger`, `message`, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": super().format(record),
        }
        return json.dumps(told, ensure_ascii=False)


def may_be_logged(record: logging.LogRecord) -> bool:
    """Return whether a record is ours, or at least at the level we set for its library."""
    package = record.name.partition(".")[0]
    return package in OURS or record.levelno >= FLOORS.get(package, logging.INFO)


def shorten_outage(record: logging.LogRecord) -> bool:
    """Turn discord.py's report of an outage into a one-line warning: discord.py will reconnect. Return True."""
    if record.name in ("discord.client", "discord.shard") and str(record.msg).startswith(RECONNECTS):
        error = record.exc_info[1] if record.exc_info else None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{type(error).__name__}: {record.getMessage()}", ()
        record.exc_info = record.exc_text = None
    return True


def set_up(level: str, layout: Literal["text", "json"] = "text") -> None:
    """Log to standard error at `level` and above. Libraries log at INFO and above, some only at higher levels."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneObject("%(message)s") if layout == "json" else OneLine(_LINE))
    handler.addFilter(may_be_logged)
    handler.addFilter(shorten_outage)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # The filter would be enough; the levels keep libraries from making records that are thrown away.
    chosen = logging.getLevelNamesMapping()[level]
    root.setLevel(max(chosen, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(chosen)
    for name, floor in FLOORS.items():
        logging.getLogger(name).setLevel(max(chosen, floor))
