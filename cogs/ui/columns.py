"""A table in a fixed-width font, narrow enough for a phone."""

import unicodedata
from collections.abc import Sequence

WIDEST = 32
"""Characters of a code block that fit on one line of a phone 390 px wide."""
MOST_NAME = 10
"""Maximum width of a column's name. If a name is wider, columns have numbers, explained above the table."""


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
    """Return the lines of a table. `names` or their numbers head the columns. Labels that are too wide are cut."""
    most = max(width_of(cell) for _, cells in rows for cell in cells)
    room = widest - max(width_of(label) for label, _ in rows)
    heads, above = list(names), list[str]()
    if max(map(width_of, names)) > min(MOST_NAME, max(most, room // len(names) - 1)):
        heads = [str(number) for number in range(1, len(names) + 1)]
        above = [f"{number} {cut(name, widest - 2)}" for number, name in zip(heads, names, strict=True)]
    cell_width = max(most, *map(width_of, heads))
    label_width = min(widest - len(names) * (cell_width + 1), widest - room)
    return [*above, *(_line(label, cells, label_width, cell_width) for label, cells in [("", heads), *rows])]


def _line(label: str, cells: Sequence[str], label_width: int, cell_width: int) -> str:
    label = cut(label, label_width)
    shown = [" " * (cell_width + 1 - width_of(cell)) + cell for cell in cells]
    return label + " " * (label_width - width_of(label)) + "".join(shown)
