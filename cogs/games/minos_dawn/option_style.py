"""What the options of Minos: Dawn look like: under which name they are grouped, how much their buttons weigh."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Option
from engine.minos_dawn.content.words import ability

KINDS = {kind: Message(f"minos_dawn.kind.{kind}") for kind in ("city", "tower", "farm", "ship", "sail")}
GROUPS: Mapping[str, Message] = {
    **KINDS,
    "place": Message("minos_dawn.symbol.place"), "move": Message("minos_dawn.symbol.move"),
    "draw": Message("minos_dawn.symbol.draw"), "wild": Message("minos_dawn.symbol.wild"),
    "trait": Message("minos_dawn.symbol.trait"),
    "bonus": Message("minos_dawn.symbol.bonus_tile"), "battle": Message("minos_dawn.symbol.seapeoples"),
    "gather": Message("minos_dawn.symbol.temp"), "swap": Message("minos_dawn.symbol.good"), "exchange": ability("SA5"),
}  # fmt: skip
"""By what keys begin with."""

STYLES: Mapping[str, str] = {
    "minos_dawn.option.end": "good", "minos_dawn.option.end_points": "danger", "minos_dawn.option.end_traits": "danger",
    **dict.fromkeys(
        (
            "minos_dawn.option.forfeit", "minos_dawn.option.march", "minos_dawn.option.gather",
            "minos_dawn.option.bonus", "minos_dawn.option.sell",
            "minos_dawn.option.swap", "minos_dawn.option.battle", "minos_dawn.option.exchange_weaponry",
            "minos_dawn.option.exchange_coins",
            "minos_dawn.option.skip", "minos_dawn.option.back", "minos_dawn.option.done", "minos_dawn.option.later",
            "minos_dawn.option.nothing",
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
