"""A table in a fixed-width font, narrow enough for a phone."""

import unicodedata
from collections.abc import Sequence

WIDEST = 32
"""Characters of a code block that fit on one line of a phone 390 px wide."""
LEAST_NAME = 4
MOST_NAME = 10


def width_of(text: str) -> int:
    """Return the width of `text` in a fixed-width font. Wide characters count twice, combining marks not at all."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def cut(text: str, widest: int) -> str:
    kept = ""
    for character in text:
        if width_of(kept + character) > widest:
            break
        kept += character
    return kept.rstrip()


def in_columns(names: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], widest: int = WIDEST) -> list[str]:
    """Return the lines of a table: `names` over the columns, and each row's label before its cells.

    If there is no room for all, names are cut first, then labels.
    """
    room = widest - max(width_of(label) for label, _ in rows)
    name_width = min(max(map(width_of, names)), max(LEAST_NAME, min(MOST_NAME, room // len(names) - 1)))
    cell_width = max(name_width, *(width_of(cell) for _, cells in rows for cell in cells))
    label_width = min(widest - len(names) * (cell_width + 1), max(width_of(label) for label, _ in rows))
    headed = [("", _told_apart(names, cell_width)), *rows]
    return [_line(label, cells, label_width, cell_width) for label, cells in headed]


def _line(label: str, cells: Sequence[str], label_width: int, cell_width: int) -> str:
    label = cut(label, label_width)
    shown = [" " * (cell_width + 1 - width_of(cell)) + cell for cell in cells]
    return label + " " * (label_width - width_of(label)) + "".join(shown)


def _told_apart(names: Sequence[str], widest: int) -> list[str]:
    """Cut the names. Names that would look alike end with their number instead."""
    short = [cut(name, widest) for name in names]
    return [
        name if short.count(name) == 1 else cut(name, widest - 1) + str(place)
        for place, name in enumerate(short, start=1)
    ]
