"""The numbers of the options at the places they name: regions, rows, tracks and routes."""

from collections.abc import Iterator, Sequence

from engine.minos_dawn.effects import TRACKS
from engine.minos_dawn.view import DawnView
from render import theme
from render.artist import Mark
from render.minos_dawn import tracks
from render.minos_dawn.board import MARGIN, ROWS_HEIGHT, anchor
from render.minos_dawn.regions import holders, top_of
from render.scene import Box, Item, Point, Text

WIDEST, WIDEST_BESIDE = 112, 62
"""How wide a plate may be at a region, and beside a row, track or route."""


def badges(view: DawnView, marks: Sequence[Mark], rows: float) -> Iterator[Item]:
    """A plate for each place that options name; `rows` is where the action rows begin."""
    numbers: dict[str, list[int]] = {}
    for mark in marks:
        numbers.setdefault(mark.target, []).append(mark.number)
    places = _places(view, rows)
    for target, found in numbers.items():
        if target in places:
            widest = WIDEST if target.startswith("region:") else WIDEST_BESIDE
            yield from _plate(spelled(found), places[target], widest)


def _places(view: DawnView, rows: float) -> dict[str, Point]:
    """Where the left middle of the plate of each target lies."""
    places: dict[str, Point] = {}
    found = holders(view)
    for region in view.regions:
        top = top_of(region, found.get(region.number, ()))
        places[f"region:{region.number}"] = (anchor(region.number)[0] - 20, round(top) - 12)
    for number, row in enumerate(view.rows):
        places[f"row:{row.row}"] = (MARGIN + 72, rows + number * ROWS_HEIGHT / len(view.rows) + 24)
    for number, track in enumerate(TRACKS):
        places[f"track:{track}"] = (tracks.LEFT + 60, rows + number * tracks.TRACK_HEIGHT + 22)
    step = (ROWS_HEIGHT - tracks.TRACKS_HEIGHT) / len(view.routes)
    for number, route in enumerate(view.routes):
        y = rows + tracks.TRACKS_HEIGHT + number * step + 24
        places[f"route:{route.route}"] = (tracks.LEFT + 60, y)
    return places


def spelled(numbers: Sequence[int]) -> str:
    """Numbers as people write them: `1–3, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _plate(text: str, at: Point, widest: float) -> Iterator[Item]:
    """The numbers, where they can be told in little room: a place that half the list names needs no plate."""
    size = 24
    while size > 18 and theme.text_width(text, "bold", size) > widest - 14:
        size -= 1
    width = round(max(34, theme.text_width(text, "bold", size) + 14))
    if width <= widest:
        x, y = at
        yield Box(x, y - 16, width, 32, theme.NIGHT, 10, theme.GOLD, 3)
        yield Text(round(x + width / 2), y, text, "bold", size, theme.GOLD)
