"""Draw the vases with their free places, and the supply. Both are in the sea, or in the closed west."""

from collections.abc import Collection, Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.seen.view import DawnView, VaseView
from render import inline, theme
from render.inline import Token, Word, count
from render.minos_dawn import symbols
from render.minos_dawn.plates.chart import FEW
from render.minos_dawn.plates.frame import MARGIN, SMALL_SIGNS, run
from render.plate import WIDTH, glow
from render.scene import Box, Icon, Items, Text
from render.seat_colours import COLOURS

WIDE, TALL = 222, 116
"""Size of a vase in the sea."""
ROOM = WIDTH - 2 * MARGIN
COLUMN_WIDTH = 380


def condition(vase_id: str) -> tuple[Token, ...]:
    vase = the_box().vases[vase_id]
    return Word(f"{vase.at_least}+"), *symbols.read_group(symbols.ASSETS.measures[vase.measure])


def on_map(view: DawnView, bottom: float, new: Collection[str] = ()) -> Items:
    """Yield the vases in the south-west and the supply in the east, or both in the closed west. Vases in `new` glow."""
    if len(view.seats) <= FEW:
        for number, each in enumerate(view.vases):
            yield from _vase(view, number, each, MARGIN, MARGIN + number * 158, COLUMN_WIDTH, 146, each.vase in new)
        yield from _supply(view, MARGIN, MARGIN + 3 * 158, COLUMN_WIDTH, 4)
        return
    for number, each in enumerate(view.vases):
        left = MARGIN + number * (WIDE + 8)
        yield from _vase(view, number, each, left, bottom - TALL - 6, WIDE, TALL, each.vase in new)
    yield from _supply(view, WIDTH - MARGIN - 676, bottom - 56, 676, 7)


def strip(view: DawnView, top: float, height: float, left: float = MARGIN, width: float = ROOM) -> Items:
    step = (width + MARGIN) / len(view.vases)
    for number, each in enumerate(view.vases):
        yield from _vase(view, number, each, left + number * step, top, step - MARGIN, height)


def _vase(
    view: DawnView, number: int, each: VaseView, left: float, top: float, width: float, height: float,
    is_new: bool = False,
) -> Items:  # fmt: skip
    if is_new:
        yield from glow(left, top, width, height)
    yield Box(round(left), round(top), round(width), round(height), theme.PAPYRUS, 14, theme.COAST, 3)
    is_wide = width > 2 * height
    x, y, size = (left + 50, top + height / 2, 84) if is_wide else (left + 34, top + height * 0.3, 56)
    yield Icon("dawn:vase", x, y, size, the_box().vases[each.vase].colour)
    start = left + (100 if is_wide else 62)
    yield from run(condition(each.vase), start, top + height * 0.3, left + width - 6 - start, 46, SMALL_SIGNS)
    begin, lower = start if is_wide else left + 10, top + height * 0.73
    owners = list(_places(view, number, each))
    step = min(92.0, (left + width - 8 - begin) / max(1, len(owners)))
    for place, (points, seat) in enumerate(owners):
        x = begin + place * step
        paper = theme.CREAM if seat is None else theme.SEATS_PALE[COLOURS[seat]]
        yield Box(round(x), round(lower - 27), round(step - 6), 54, paper, 10, theme.HILL_SHADE, 2)
        if seat is None:
            yield Text(round(x + (step - 6) / 2), lower, str(points), "bold", 36, theme.INK)
        else:
            yield Icon("mark", round(x + (step - 6) / 2), lower, min(48, step - 10), COLOURS[seat])
    # SOLO-INCOME-2: each mark of this vase on a drawn solo card will move the rival's marker by one step.
    drawn, printed = view.rival.drawn if view.rival else (), the_box().vases[each.vase].number
    if due := sum(printed in the_box().solo.cards[card].vases for card in drawn):
        x = left + width - 42
        yield Box(x - 32, top + 8, 64, 46, theme.SEATS_PALE[COLOURS[RIVAL]], 10, theme.SEATS[COLOURS[RIVAL]], 3)
        yield Text(x, top + 31, f"+{due}", "bold", 36, theme.SEATS_DARK[COLOURS[RIVAL]])


def _places(view: DawnView, number: int, each: VaseView) -> Iterator[tuple[int, Seat | None]]:
    """Yield the VP and the owner of each place that this game uses."""
    for place, seat in enumerate(each.places):
        points = the_box().board.vase_slots.vp[place]
        if seat is None and view.rival is not None and view.rival.vases[number] == points:
            yield points, RIVAL
        elif seat is not None or place not in each.blocked:
            yield points, seat


def _supply(view: DawnView, left: float, top: float, width: float, across: int) -> Items:
    found = [count("dawn:deck", view.deck_sizes[view.age - 1], str(view.age)), *symbols.goods(view.stacks)]
    rows = -(-len(found) // across)
    yield Box(round(left), round(top), round(width), rows * 54, theme.SEA_INK, 14)
    for place, tokens in enumerate(found):
        row, column = divmod(place, across)
        yield from inline.line(
            tokens, left + 14 + column * (width - 14) / across, top + 27 + row * 54, SMALL_SIGNS, theme.CREAM
        )
