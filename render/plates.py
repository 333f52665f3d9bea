"""The numbers of options, as plates beside the places that the options name."""

from collections.abc import Iterator, Sequence

from render import theme
from render.artist import Mark
from render.scene import Box, Item, Point, Text


def by_target(marks: Sequence[Mark]) -> dict[str, list[int]]:
    """The numbers that stand at each place."""
    numbers: dict[str, list[int]] = {}
    for mark in marks:
        numbers.setdefault(mark.target, []).append(mark.number)
    return numbers


def spelled(numbers: Sequence[int]) -> str:
    """Numbers as people write them: `1–3, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def plate(text: str, at: Point, widest: float) -> Iterator[Item]:
    """The numbers, where they can be told in little room: a place that half the list names needs no plate."""
    size = 24
    while size > 18 and theme.text_width(text, "bold", size) > widest - 14:
        size -= 1
    width = round(max(34, theme.text_width(text, "bold", size) + 14))
    if width <= widest:
        x, y = at
        yield Box(x, y - 16, width, 32, theme.NIGHT, 10, theme.GOLD, 3)
        yield Text(round(x + width / 2), y, text, "bold", size, theme.GOLD)
