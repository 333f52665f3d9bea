"""The emoji for each message of Minerva. The drawings are in `render.minerva.emoji`."""

from collections.abc import Mapping
from functools import cache

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box

MESSAGES_OF: Mapping[str, str] = {
    "category_residence": ".option.residence .log.residence",
    "assistant": ".option.assistant .log.assistant .log.bought",
    "order": ".option.pass .log.passed .log.passed_alone .log.scored.order",
    "denarii": ".option.sell .log.fee .log.skip_income",
    "round": ".option.round_tile .round_tile .log.began .log.round",
    "trophy": ".glory_tile .log.glory .log.scored.glory", "take": ".effect.take_culture",
    "activate": ".effect.activate_around", "move": ".effect.move_around .log.moved",
    "remove": ".effect.remove_residence .log.removed",
    "category_temple": ".log.temple_revealed .log.scored.temples .log.scored.temples_of",
    "any_culture": ".log.scored.culture", "wealth": ".log.scored.wealth",
}  # fmt: skip
"""The messages that each emoji always stands for, without the game's domain."""
BY_ID = {f"minerva{id}": emoji for emoji, ids in MESSAGES_OF.items() for id in ids.split()}

BY_LAST = {
    "minerva.culture": "", "minerva.amount": "", "minerva.points": "",
    "minerva.culture_tile": "", "minerva.option.sell": "", "minerva.category": "category_",
    "minerva.direction": "arrow_", "minerva.log.line": "arrow_",
}  # fmt: skip
"""Messages whose emoji is named like the last part of their id."""


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
