"""The emoji for each message of Minerva. The drawings are in `render.minerva.emoji`."""

from functools import cache
from pathlib import Path

from cogs.ui.game_ui import read_emoji
from engine.kernel.decision import Message
from engine.minerva.content.box import the_box

BY_ID = read_emoji(Path(__file__).with_name("emoji.toml"), "minerva")

BY_LAST = {
    "minerva.culture": "", "minerva.amount": "", "minerva.points": "",
    "minerva.culture_tile": "", "minerva.option.sell": "", "minerva.category": "category_",
    "minerva.direction": "arrow_", "minerva.log.line": "arrow_",
}  # fmt: skip
"""Messages whose emoji is named after the last part of their id."""


@cache
def _category_of(kind: str) -> str:
    return next(tile.category for tile in the_box().tiles.values() if tile.kind == kind)


def sign(message: Message) -> str | None:
    """Return the name of a message's emoji, or None."""
    if message.id in BY_ID:
        return BY_ID[message.id]
    group, _, last = message.id.rpartition(".")
    if group == "minerva.tile":
        return f"category_{_category_of(last)}"
    return BY_LAST[group] + last if group in BY_LAST else None
