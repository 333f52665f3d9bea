"""The plate of the draft: dice on the left, rows with dice and owners, what spaces give, and dice by seat."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.content.records import ActionSpace
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.seen.view import DawnView, DieView
from render import theme
from render.inline import Group, Sign
from render.minos_dawn import symbols
from render.minos_dawn.plates import frame, reasons
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, NUMBER, SIGNS, SMALL_SIGNS, TEXT, TOP
from render.minos_dawn.plates.tracks import next_gain
from render.minos_dawn.situation import turn_order
from render.plate import WIDTH, glow, line
from render.renderer import Mark, Names, Say
from render.scene import Box, Icon, Items, Text
from render.seat_colours import COLOURS

POOL_HEIGHT = 112
COLUMN = {1: 540, 2: 540, 3: 400}
"""Width of the column next to the rows, by number of seats. With four seats it is below the rows instead."""
BELOW = 108
LABEL = {1: 180, 2: 180, 3: 180, 4: 200}
GAP, SIDE = 8, 92
"""Gap between rows and between spaces, and side length of a die in its space."""

Rectangle = tuple[int, int, int, int]
"""Left, top, width and height."""


def draft(view: DawnView, people: Names, words: Say, new: Collection[tuple[Seat, str]] = ()) -> Items:
    """Yield everything below the top line. Dice in `new` glow. Dice left over at the end of the draft aren't shown."""
    if view.phase == "draft":
        yield from _pool(view, TOP)
    yield from _rows(view, new)
    seats = len(view.seats)
    if seats in COLUMN:
        left = WIDTH - MARGIN - COLUMN[seats]
        yield from _column(view, left, TOP + POOL_HEIGHT, COLUMN[seats], people, words)
    else:
        yield from _below(view, BOTTOM - BELOW)


def _rows_room(view: DawnView) -> tuple[float, float, float]:
    """Return the top of the first row, the distance from row to row, and their width."""
    beside, top = COLUMN.get(len(view.seats)), TOP + POOL_HEIGHT
    height = BOTTOM - top - (0 if beside else BELOW + MARGIN)
    return top, (height + GAP) / len(view.rows), WIDTH - 2 * MARGIN - (beside + MARGIN if beside else 0)


def numbers(view: DawnView, marks: Sequence[Mark]) -> Items:
    top, step, _ = _rows_room(view)
    places = {f"row:{row.row}": (MARGIN + 74, top + number * step + 34) for number, row in enumerate(view.rows)}
    yield from frame.numbers(marks, places)


def _pool(view: DawnView, top: float) -> Items:
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, POOL_HEIGHT - 12, theme.SEA_INK, 16)
    groups = [tuple(dice) for _, dice in groupby(view.pool, key=lambda text: text[-1])]
    between = 26
    room = WIDTH - 4 * MARGIN - between * (len(groups) - 1)
    step = min(98.0, room / max(1, len(view.pool)))
    x = (WIDTH - len(view.pool) * step - between * (len(groups) - 1)) / 2
    for group in groups:
        for text in group:
            yield from frame.die(text, round(x + step / 2), top + POOL_HEIGHT / 2 - 6, round(step - 8))
            x += step
        x += between


def _spaces(view: DawnView) -> Iterator[tuple[ActionSpace, DieView | None, Rectangle]]:
    top, tall, width = _rows_room(view)
    left = MARGIN + LABEL[len(view.seats)]
    for number, row in enumerate(view.rows):
        wide = (MARGIN + width - left - GAP) / row.spaces
        y = round(top + number * tall) + GAP
        for place in range(row.spaces):
            space = the_box().layouts[len(view.seats)].rows[ROWS.index(row.row)][place]
            found = row.dice[place] if place < len(row.dice) else None
            yield space, found, (round(left + place * wide), y, round(wide - GAP), round(tall - 3 * GAP))


def _rows(view: DawnView, new: Collection[tuple[Seat, str]]) -> Items:
    top, tall, width = _rows_room(view)
    for number, row in enumerate(view.rows):
        y = round(top + number * tall)
        yield Box(MARGIN, y, round(width), round(tall - GAP), theme.PAPYRUS_DIM, 16)
        sign = MARGIN + LABEL[len(view.seats)] / 2, y + (tall - GAP) / 2 - 20
        yield Icon(f"dawn:trigger:{row.row}", *sign, 84)
    for space, standing, room in _spaces(view):
        yield from _space(view, space, standing, room)
        if standing is not None:
            yield from _standing(standing, room, (standing.seat, standing.die) in new)


def labels(view: DawnView, words: Say) -> Items:
    label = LABEL[len(view.seats)]
    top, step, _ = _rows_room(view)
    for number in range(len(view.rows)):
        y = round(top + (number + 1) * step - GAP - 24)
        name = words(row_name(number))
        yield line(MARGIN + label / 2, y, name, TEXT - 4, theme.INK, label - 12, anchor="mm")


def _space(view: DawnView, space: ActionSpace, standing: DieView | None, room: Rectangle) -> Items:
    left, top, width, height = room
    yield Box(*room, theme.CREAM if standing is None else theme.LAND, 12, theme.HILL_SHADE, 2)
    wide = _after_points(space, left) - left - 8
    yield Box(left, top, wide, height, theme.NIGHT, 12)
    yield Text(round(left + wide / 2), top + height / 2, str(space.points), "bold", NUMBER + 8, theme.CREAM)
    groups = _gains(view, space, is_taken=False)
    if standing is None and groups:
        start = _after_points(space, left)
        yield from frame.block(groups, start, top, left + width - 10 - start, height, 60)


def _after_points(space: ActionSpace, left: int) -> int:
    return round(left + 30 + theme.text_width(str(space.points), "bold", NUMBER + 12))


def _standing(standing: DieView, room: Rectangle, is_new: bool) -> Items:
    """Yield a die in its space, with its owner. For the rival's die on Wild, add the row that it counts as."""
    left, top, width, height = room
    x, middle = left + width - 10 - SIDE / 2, top + height / 2
    if is_new:
        yield from glow(x - SIDE / 2, middle - SIDE / 2, SIDE, SIDE)
    yield from frame.die(standing.die, x, middle, SIDE)
    yield Icon("mark", x - SIDE / 2 - 40, middle, 72, COLOURS[standing.seat])
    if standing.mark:
        yield Icon(f"dawn:trigger:{standing.mark}", x - SIDE / 2 - 106, middle, 58)


def gains_below_dice(view: DawnView) -> Items:
    for space, standing, (left, top, width, height) in _spaces(view):
        groups = _gains(view, space, is_taken=True)
        if standing is not None and groups:
            start, right = _after_points(space, left), left + width - 10 - (SIDE + 80 + 58 * bool(standing.mark))
            yield from frame.block(groups, start, top, right - start, height, 48, SMALL_SIGNS)


def _gains(view: DawnView, space: ActionSpace, is_taken: bool) -> list[Group]:
    """Return what a space gives. If the space is free, spell out the action bonus after its sign."""
    first, *others = symbols.effect_groups(f"action:{view.action_bonus}")
    return symbols.gains_of(space, [first if is_taken else (Sign("dawn:bonus"), *first), *others])


def dice_of(view: DawnView, seat: Seat) -> list[str]:
    return sorted(each.die for row in view.rows for each in row.dice if each is not None and each.seat == seat)


def _below(view: DawnView, top: float) -> Items:
    order = turn_order(view)
    width = round((WIDTH - MARGIN * (len(order) + 1)) / len(order))
    for place, seat in enumerate(order):
        left = MARGIN + place * (width + MARGIN)
        yield frame.panel(left, top, width, BELOW, seat)
        yield Icon("mark", left + 38, top + BELOW / 2, 56, COLOURS[seat])
        for number, text in enumerate(dice_of(view, seat)):
            yield from frame.die(text, left + 110 + number * 79, top + BELOW / 2, 76)


def _column(view: DawnView, left: int, top: float, width: int, people: Names, words: Say) -> Items:
    if view.rival is not None:
        mine = 346
        yield from _seat(view, 0, left, top, width, mine, people)
        low = top + mine + MARGIN
        yield from reasons.selection(view, view.rival, left, low, width, BOTTOM - low, words)
        return
    order = turn_order(view)
    height = (BOTTOM - top + MARGIN) / len(order)
    for place, seat in enumerate(order):
        yield from _seat(view, seat, left, round(top + place * height), width, round(height - MARGIN), people)


def _seat(view: DawnView, seat: Seat, left: int, top: float, width: int, height: int, people: Names) -> Items:
    yield frame.panel(left, top, width, height, seat)
    yield Icon("mark", left + 44, top + 42, 60, COLOURS[seat])
    yield line(left + 84, top + 42, people[seat], NAME, theme.INK, width - 100, least=TEXT)
    dice = dice_of(view, seat)
    side = min(86, (width - 30) // 4 - 8)
    for number, text in enumerate(dice):
        yield from frame.die(text, left + 16 + side / 2 + number * (side + 8), top + 84 + side / 2, side)
    low = top + 84 + side + 10
    rest = top + height - low - 8
    for track in range(len(TRACKS)):
        tokens = next_gain(view, seat, track)
        if rest >= 3 * 50:
            y = low + rest * (track + 0.5) / 3
            yield from frame.run(tokens, left + 16, y, width - 32, SIGNS + 8)
