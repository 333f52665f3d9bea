"""A panel: rows of buttons and selects. `layout.py` turns them into Discord's components."""

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import msgspec

from cogs.ui.phone import button_px, lines
from cogs.ui.press import Pressable

PHONE_ROWS = 6
"""The most rows of controls that leave the picture on a phone's screen."""
TOOL_ROWS = 1


class Button(msgspec.Struct, frozen=True):
    """A button of a panel. `style` is `plain`, `main`, `good` or `danger`.

    `emoji`, marked up, comes before its label, or instead of it.
    """

    press: Pressable
    label: str
    style: str = "plain"
    is_disabled: bool = False
    emoji: str | None = None


class PanelOption(msgspec.Struct, frozen=True):
    """One line of a select. `value` comes back when it is picked; `hint` is shown in small letters below the label."""

    value: str
    label: str
    is_picked: bool = False
    hint: str = ""
    emoji: str | None = None


class Select(msgspec.Struct, frozen=True):
    """A select of a panel. Between `at_least` and `at_most` of its choices may be picked."""

    press: Pressable
    placeholder: str
    choices: tuple[PanelOption, ...]
    at_least: int = 1
    at_most: int = 1


Row: TypeAlias = "tuple[Button, ...] | Select"


def phone_rows(rows: Sequence[Row]) -> int:
    """The number of rows that these controls take on a phone, which wraps buttons that do not fit."""
    return sum(
        1
        if isinstance(row, Select)
        else lines(button_px(button.label, has_emoji=button.emoji is not None) for button in row)
        for row in rows
    )


def tool_row(tools: Sequence[Sequence[Button]]) -> tuple[Button, ...]:
    """Choose one form of each tool, so that a phone shows them all in one row. Forms go from whole words to an icon.

    As few tools as possible are icons, and among rows with equally few the first tools are the fullest. If nothing
    fits, all are icons.
    """

    def loss(row: tuple[Button, ...]) -> tuple[int, list[int]]:
        forms = [tool.index(button) for tool, button in zip(tools, row, strict=True)]
        return sum(not button.label for button in row), forms

    rows = list(product(*tools))
    return min((row for row in rows if phone_rows([row]) == 1), key=loss, default=rows[-1])
