"""Which emoji of Minerva stands for which message; the drawings are `render.minerva.emoji`."""

from collections.abc import Mapping
from functools import cache

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box

BY_ID: Mapping[str, str] = {
    "minerva.option.residence": "category_residence", "minerva.option.assistant": "assistant",
    "minerva.option.pass": "order", "minerva.option.sell": "denarii", "minerva.option.round_tile": "round",
    "minerva.round_tile": "round", "minerva.glory_tile": "trophy", "minerva.effect.take_culture": "take",
    "minerva.effect.activate_around": "activate", "minerva.effect.move_around": "move",
    "minerva.effect.remove_residence": "remove", "minerva.log.began": "round", "minerva.log.round": "round",
    "minerva.log.residence": "category_residence", "minerva.log.assistant": "assistant",
    "minerva.log.bought": "assistant", "minerva.log.fee": "denarii", "minerva.log.skip_income": "denarii",
    "minerva.log.passed": "order", "minerva.log.passed_alone": "order", "minerva.log.glory": "trophy",
    "minerva.log.moved": "move", "minerva.log.removed": "remove", "minerva.log.temple_revealed": "category_temple",
    "minerva.log.scored.culture": "any_culture", "minerva.log.scored.glory": "trophy",
    "minerva.log.scored.temples": "category_temple", "minerva.log.scored.temples_of": "category_temple",
    "minerva.log.scored.wealth": "wealth", "minerva.log.scored.order": "order",
}  # fmt: skip

BY_LAST = {
    "minerva.culture": "", "minerva.amount": "", "minerva.points": "",
    "minerva.culture_tile": "", "minerva.option.sell": "", "minerva.category": "category_",
    "minerva.direction": "arrow_", "minerva.log.line": "arrow_",
}  # fmt: skip
"""Messages whose emoji is called like the last part of their id."""


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
