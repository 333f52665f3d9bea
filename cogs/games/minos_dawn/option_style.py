"""What the options of Minos: Dawn look like: under which name they are grouped, how much their buttons weigh."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Option
from engine.minos_dawn.content.words import ability

KINDS = {kind: Message(f"minos.kind.{kind}") for kind in ("city", "tower", "farm", "ship", "sail")}
GROUPS: Mapping[str, Message] = {
    **KINDS,
    "place": Message("minos.symbol.place"), "move": Message("minos.symbol.move"),
    "draw": Message("minos.symbol.draw"), "wild": Message("minos.symbol.wild"), "trait": Message("minos.symbol.trait"),
    "bonus": Message("minos.symbol.bonus_tile"), "battle": Message("minos.symbol.seapeoples"),
    "gather": Message("minos.symbol.temp"), "swap": Message("minos.symbol.good"), "exchange": ability("SA5"),
}  # fmt: skip
"""By what keys begin with."""

STYLES: Mapping[str, str] = {
    "dawn.option.end": "good", "dawn.option.end_points": "danger", "dawn.option.end_traits": "danger",
    **dict.fromkeys(
        (
            "dawn.option.forfeit", "dawn.option.march", "dawn.option.gather", "dawn.option.bonus", "dawn.option.sell",
            "dawn.option.swap", "dawn.option.battle", "dawn.option.exchange_weaponry", "dawn.option.exchange_coins",
            "dawn.option.skip", "dawn.option.back", "dawn.option.done", "dawn.option.later", "dawn.option.nothing",
        ),
        "plain",
    ),
}  # fmt: skip
"""The end of the turn stands out, and warns where something is left; what goes beside the action stays quiet."""


def group(option: Option) -> Message | None:
    """The name of the select for an option: for dice to draft the row they go to."""
    head = option.key.partition(":")[0]
    row = option.label.blanks.get("row")
    if head == "draft" and isinstance(row, Message):
        return row
    return GROUPS.get(head)


def style(option: Option) -> str:
    """The style of the button of an option."""
    return STYLES.get(option.label.id, "main")
