"""The numbers of the options at the places they name: regions, rows, tracks and routes."""

from collections.abc import Iterator, Sequence

from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.seen.view import DawnView
from render.marks import by_target, number_box, spelled
from render.minos_dawn import tracks
from render.minos_dawn.board import MARGIN, ROWS_HEIGHT, anchor
from render.minos_dawn.regions import holders, top_of
from render.renderer import Mark
from render.scene import Item, Point

WIDEST, WIDEST_BESIDE = 112, 62
"""How wide a box may be at a region, and beside a row, track or route."""


def marks_of(view: DawnView, marks: Sequence[Mark], rows: float) -> Iterator[Item]:
    """A box with numbers for each place that options name; `rows` is where the action rows begin."""
    places = _places(view, rows)
    for target, found in by_target(marks).items():
        if target in places:
            widest = WIDEST if target.startswith("region:") else WIDEST_BESIDE
            yield from number_box(spelled(found), places[target], widest)


def _places(view: DawnView, rows: float) -> dict[str, Point]:
    """Where the left middle of the box of each target lies."""
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
