"""The log: one line an event, no token in it, and of discord.py nothing below INFO."""

import logging
import re
import sys

_TOKENS = (
    re.compile(r"(/interactions/\d+/)[\w.-]+"),
    re.compile(r"(/webhooks/\d+/)[\w.-]+"),
    re.compile(r"()\b[\w-]{20,30}\.[\w-]{6,7}\.[\w-]{27,}"),
)
_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
FLOORS = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "asyncio": logging.INFO,
    "PIL": logging.INFO,
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
}
"""Libraries whose lines below this would hold events, bodies, tokens or hidden cards."""


def redacted(text: str) -> str:
    """`text` without the tokens of the bot and of interactions."""
    for pattern in _TOKENS:
        text = pattern.sub(r"\1…", text)
    return text


class OneLine(logging.Formatter):
    """One event, one line, no tokens; a traceback is folded into its line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return redacted(super().format(record).replace("\n", " | "))


def set_up(level: str) -> None:
    """Log to standard error from `level` on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine(_LINE))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name, floor in FLOORS.items():
        logging.getLogger(name).setLevel(max(floor, root.level))
