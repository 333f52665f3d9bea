"""A panel: rows of buttons and selects. `layout.py` turns them into Discord's components."""

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.phone import button_px, lines
from cogs.ui.press import Pressable

PHONE_ROWS = 6
"""The most rows of controls that leave the picture on a phone's screen."""
TOOL_ROWS = 1


class Button(msgspec.Struct, frozen=True):
    """A button in the style `plain`, `main`, `good` or `danger`. `emoji`, marked up, comes before its label."""

    press: Pressable
    label: str
    style: str = "plain"
    is_disabled: bool = False
    emoji: str | None = None


class PanelOption(msgspec.Struct, frozen=True):
    """One option of a select. `value` identifies the picked option; `hint` is in small print below the label."""

    value: str
    label: str
    is_picked: bool = False
    hint: str = ""
    emoji: str | None = None


class Select(msgspec.Struct, frozen=True):
    """A select: between `at_least` and `at_most` of its choices may be picked."""

    press: Pressable
    placeholder: str
    choices: tuple[PanelOption, ...]
    at_least: int = 1
    at_most: int = 1


Row: TypeAlias = "tuple[Button, ...] | Select"


def phone_rows(rows: Sequence[Row]) -> int:
    return sum(
        1
        if isinstance(row, Select)
        else lines(button_px(button.label, has_emoji=button.emoji is not None) for button in row)
        for row in rows
    )


def tool_row(most: int, *choices: Sequence[Sequence[Button]]) -> tuple[Button, ...]:
    """Return the first list of buttons that fits on `most` lines of a phone, with the longest labels that fit.

    Each button is a list of its forms, from long to short labels. The last list is used even if it doesn't fit.
    """
    for tools in choices:
        fitting = [row for row in product(*tools) if phone_rows([row]) <= most and len(row) <= limits.ROW_BUTTONS]
        if fitting:
            return min(fitting, key=lambda row: [tool.index(each) for tool, each in zip(tools, row, strict=True)])
    return tuple(tool[-1] for tool in choices[-1])
