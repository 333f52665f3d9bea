"""Values of a press or a pick, read and never trusted."""

from typing import Any

import discord

from cogs.ui import presenter
from cogs.ui.press import Press
from engine.kernel.decision import Decision
from sessions.refusals import StalePress


def custom_id_of(interaction: discord.Interaction) -> str:
    """The id of the control that was pressed, or an empty string."""
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id")
    return custom_id if isinstance(custom_id, str) else ""


def picked_values(interaction: discord.Interaction) -> list[str]:
    """Return the values picked in a select, never trusted."""
    data: Any = interaction.data or {}
    values = data.get("values", [])
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def picked_number(interaction: discord.Interaction) -> int:
    """The one number that was picked. Raises `StalePress` if it isn't one number."""
    values = [int(value) for value in picked_values(interaction) if value.isdecimal() and len(value) <= 3]
    if len(values) != 1:
        raise StalePress
    return values[0]


def options_at(decision: Decision, values: list[str]) -> tuple[str, ...]:
    """The keys of the options with these indexes. Raises `StalePress` for what is none."""
    options = decision.options
    indexes = [int(value) if value.isdecimal() and len(value) <= 3 else len(options) for value in values]
    if any(index >= len(options) for index in indexes):
        raise StalePress
    return tuple(options[index].key for index in indexes)


def pressed_keys(interaction: discord.Interaction, decision: Decision, press: Press) -> tuple[str, ...]:
    """The options of `decision` that were chosen with this control. Raises `StalePress` for what is none of them."""
    match press.verb:
        case presenter.ALL:
            return tuple(option.key for option in decision.options)
        case presenter.NONE:
            return ()
        case presenter.DONE:
            return options_at(decision, [str(index) for index in sorted(drafted(interaction))])
        case presenter.PICK | presenter.PICK_OFFERED:
            return options_at(decision, picked_values(interaction))
    return options_at(decision, [str(press.index)])  # an answer, or one that was asked again


def drafted(interaction: discord.Interaction) -> set[int]:
    """The options shown as picked in a message that drafts a choice: the message is all there is to remember it."""
    picked: set[int] = set()
    rows = interaction.message.components if interaction.message else []
    for row in rows:
        for child in getattr(row, "children", []):
            if isinstance(child, discord.SelectMenu):
                picked |= {int(option.value) for option in child.options if option.default and option.value.isdecimal()}
    return picked
