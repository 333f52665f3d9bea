"""Marks for all games: boxes with option numbers, and a mark for each seat, with a laurel if the seat is leading."""

from collections.abc import Container, Mapping, Sequence

from engine.kernel.decision import Seat
from render import theme
from render.renderer import Mark
from render.scene import Box, Icon, Items, Point, Text
from render.seat_colours import COLOURS


def by_target(marks: Sequence[Mark]) -> dict[str, list[int]]:
    numbers: dict[str, list[int]] = {}
    for mark in marks:
        numbers.setdefault(mark.target, []).append(mark.number)
    return numbers


def spell_numbers(numbers: Sequence[int]) -> str:
    """Return numbers in short form, with ranges: `1–3, 7`."""
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs_of(numbers))


def runs_of(numbers: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def measures(text: str, size: int) -> tuple[int, int]:
    height = round(size * 4 / 3)
    return round(max(height + 2, theme.text_width(text, "bold", size) + size * 0.58)), height


def number_box(text: str, at: Point, size: int) -> Items:
    """Yield a box of option numbers with digits of `size`. `at` is the middle of the box's left edge."""
    (x, y), (width, height) = at, measures(text, size)
    yield Box(x, y - height / 2, width, height, theme.NIGHT, 10, theme.GOLD, 3)
    yield Text(round(x + width / 2), y, text, "bold", size, theme.GOLD)


LAUREL = 1.4
"""Size of a mark with a laurel, relative to the same mark without one."""


def leaders(scores: Mapping[Seat, int]) -> frozenset[Seat]:
    """Return the seats that share the highest score, or nobody if all are equal. Pass only public scores."""
    highest = max(scores.values(), default=0)
    leading = frozenset(seat for seat, score in scores.items() if score == highest)
    return leading if len(leading) < len(scores) else frozenset()


def seat_mark(seat: Seat, leading: Container[Seat], x: float, y: float, size: float) -> Icon:
    """Return a seat's mark, `size` pixels wide. The laurel of a leader surrounds it."""
    if seat in leading:
        return Icon("leader", x, y, round(size * LAUREL), COLOURS[seat])
    return Icon("mark", x, y, size, COLOURS[seat])
