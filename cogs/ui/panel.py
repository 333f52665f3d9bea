"""A panel: rows of buttons and selects, and their sizes on a phone. `layout.py` turns it into Discord components."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from cogs.ui.press import AnyPress

ROOM_PX = 269.0
"""The width inside the board's container on a phone 390 px wide, as the sandbox's page shows it."""
GAP_PX = 8.0
PADDING_PX = 28.0
"""The padding on the left and right of a button's label together."""
ICON_PX = 22.0
EMOJI_GAP_PX = 6.0
FONT_PX = 14.0

_EM: tuple[tuple[float, str], ...] = (
    (0.35, " 'ijlI"),
    (0.38, "/\\|J,.·’"),
    (0.46, ":;-f!()[]"),
    (0.52, 'tr_–`"*'),
    (0.6, "?zcs"),
    (0.66, "Lxvy«»“”„k"),
    (0.7, "aeTEFo0123456789$"),
    (0.735, "hnu{}bdgpqSYZPC"),
    (0.78, "BRXAVK"),
    (0.85, "UGDHN#+<=>~→×✕↩OQ"),
    (0.93, "w&"),
)
"""Widths of bold characters, in em. The page's font is the widest, so a real phone never wraps a line earlier."""
_WIDEST_EM = 1.11
_ADVANCE = {letter: em for em, letters in _EM for letter in letters}


def text_px(text: str) -> float:
    plain = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return FONT_PX * sum(_ADVANCE.get(letter, _WIDEST_EM) for letter in plain)


def button_px(label: str, *, has_emoji: bool = False) -> float:
    """Return the width of a button. A label wider than the screen wraps inside its button."""
    icon = ICON_PX + (EMOJI_GAP_PX if label else 0.0) if has_emoji else 0.0
    return min(PADDING_PX + icon + text_px(label), ROOM_PX)


def lines(widths_px: Iterable[float]) -> int:
    count, left_px = 0, 0.0
    for width_px in widths_px:
        if count == 0 or width_px + GAP_PX > left_px:
            count, left_px = count + 1, ROOM_PX - width_px
        else:
            left_px -= width_px + GAP_PX
    return count


PHONE_ROWS = 6
"""Maximum number of rows of controls that leave the picture on a phone's screen."""
TOOL_ROWS = 1


class Button(msgspec.Struct, frozen=True):
    press: AnyPress
    label: str
    style: str = "plain"
    """`plain`, `main`, `good` or `danger`."""
    is_disabled: bool = False
    emoji: str | None = None
    """In Discord's markup, before the label."""
    url: str | None = None
    """If set, the button opens this address, and Discord never sends a press."""


class PanelOption(msgspec.Struct, frozen=True):
    """One option of a select."""

    value: str
    """Identifies the option when it is picked."""
    label: str
    is_picked: bool = False
    hint: str = ""
    """In small print below the label."""
    emoji: str | None = None


class Select(msgspec.Struct, frozen=True):
    """A select: between `at_least` and `at_most` of its choices may be picked."""

    press: AnyPress
    placeholder: str
    choices: tuple[PanelOption, ...]
    at_least: int = 1
    at_most: int = 1


class PlaceSelect(Select, frozen=True, kw_only=True):
    """A select of the server's channels or roles, by their ids. `choices` are only the picked ones."""

    kind: Literal["channel", "role"]


Row: TypeAlias = "tuple[Button, ...] | Select"


def phone_rows(rows: Sequence[Row]) -> int:
    return sum(
        1
        if isinstance(row, Select)
        else lines(button_px(button.label, has_emoji=button.emoji is not None) for button in row)
        for row in rows
    )
