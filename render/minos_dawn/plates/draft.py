"""The plate of the draft: dice to take, rows with dice and their owners, what spaces give, and each seat's stock."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.content.records import ActionSpace
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.seen.view import DawnView, DieView
from render import theme
from render.inline import Group, Sign, Word, count
from render.minos_dawn import symbols
from render.minos_dawn.icons import TRACKS as TRACK_COLOURS
from render.minos_dawn.plates import frame, reasons
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NUMBER, SIGNS, TOP
from render.minos_dawn.plates.standing import spread
from render.minos_dawn.plates.tracks import next_gain
from render.minos_dawn.situation import turn_order
from render.plate import WIDTH, glow
from render.renderer import Mark, Names, Say
from render.scene import Box, Icon, Items, Text
from render.seat_colours import COLOURS

POOL_HEIGHT = 112
COLUMN = {1: 560, 2: 540, 3: 400}
"""Width of the column next to the rows, by number of seats. With four seats it is below the rows instead."""
BELOW = 124
GAP, SIDE, POINTS = 8, 92, 70
"""Gap between rows and between spaces, side length of a die in its space, and width of the box of action points."""

Rectangle = tuple[int, int, int, int]
"""Left, top, width and height."""


def draft(view: DawnView, people: Names, words: Say, new: Collection[tuple[Seat, str]] = ()) -> Items:
    """Yield everything below the top line. Dice in `new` glow. Dice left over at the end of the draft aren't shown."""
    if view.phase == "draft":
        yield from _pool(view, TOP)
    yield from _rows(view, words)
    for space, standing, room in _spaces(view, words):
        if standing is None:
            yield from _free_space(view, space, room)
        else:
            yield from _space_with_die(view, space, standing, room, (standing.seat, standing.die) in new)
    seats = len(view.seats)
    if seats in COLUMN:
        left = WIDTH - MARGIN - COLUMN[seats]
        yield from _column(view, left, _top(view), COLUMN[seats], people, words)
    else:
        yield from _below(view, BOTTOM - BELOW)


def _top(view: DawnView) -> int:
    return TOP + POOL_HEIGHT if view.phase == "draft" else TOP


def _rows_room(view: DawnView) -> tuple[float, float, float]:
    """Return the top of the first row, the distance from row to row, and their width."""
    beside, top = COLUMN.get(len(view.seats)), _top(view)
    height = BOTTOM - top - (0 if beside else BELOW + MARGIN)
    return top, (height + GAP) / len(view.rows), WIDTH - 2 * MARGIN - (beside + MARGIN if beside else 0)


def numbers(view: DawnView, marks: Sequence[Mark]) -> Items:
    top, step, _ = _rows_room(view)
    places = {f"row:{row.row}": (MARGIN + 80, top + number * step + 30) for number, row in enumerate(view.rows)}
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


def _spaces(view: DawnView, words: Say) -> Iterator[tuple[ActionSpace, DieView | None, Rectangle]]:
    top, tall, width = _rows_room(view)
    left = MARGIN + _label_width(words)
    for number, row in enumerate(view.rows):
        wide = (MARGIN + width - left - GAP) / row.spaces
        y = round(top + number * tall) + GAP
        for place in range(row.spaces):
            space = the_box().layouts[len(view.seats)].rows[ROWS.index(row.row)][place]
            found = row.dice[place] if place < len(row.dice) else None
            yield space, found, (round(left + place * wide), y, round(wide - GAP), round(tall - 3 * GAP))


def _rows(view: DawnView, words: Say) -> Items:
    top, tall, width = _rows_room(view)
    for number, row in enumerate(view.rows):
        y = round(top + number * tall)
        yield Box(MARGIN, y, round(width), round(tall - GAP), theme.PAPYRUS_DIM, 16)
        yield Icon(f"dawn:trigger:{row.row}", MARGIN + _label_width(words) - 46, y + (tall - GAP) / 2 - 22, 80)


def labels(view: DawnView, words: Say) -> Items:
    top, step, _ = _rows_room(view)
    for number in range(len(view.rows)):
        y = round(top + (number + 1) * step - GAP - 26)
        x = MARGIN + _label_width(words) // 2 - 2
        yield Text(x, y, words(row_name(number)), "bold", frame.NOTE, theme.INK)


def _label_width(words: Say) -> int:
    return max(170, *(round(theme.text_width(words(row_name(n)), "bold", frame.NOTE)) + 22 for n in range(len(ROWS))))


def _free_space(view: DawnView, space: ActionSpace, room: Rectangle) -> Items:
    left, top, width, height = room
    yield Box(*room, theme.CREAM, 12, theme.HILL_SHADE, 2)
    yield Box(left, top, POINTS, height, theme.NIGHT, 12)
    yield Text(left + POINTS // 2, top + height / 2, str(space.points), "bold", NUMBER + 8, theme.CREAM)
    first, *others = symbols.effect_groups(f"action:{view.action_bonus}")
    if groups := symbols.gains_of(space, [(Sign("dawn:bonus"), *first), *others]):
        yield from frame.block(
            groups, left + POINTS + 8, top, width - POINTS - 14, height, 52 if len(view.seats) > 2 else 64
        )


def _space_with_die(view: DawnView, space: ActionSpace, standing: DieView, room: Rectangle, is_new: bool) -> Items:
    """Yield a die in its space, and its owner above the action points. For the rival's die on Wild, add the row that it
    counts as. In the action phase, add what the space gives."""
    left, top, width, height = room
    colour, x, middle = COLOURS[standing.seat], left + width - 8 - SIDE / 2, top + height / 2
    yield Box(*room, theme.SEATS_PALE[colour], 12, theme.SEATS[colour], 4)
    yield Box(left, top, POINTS, height, theme.SEATS_DARK[colour], 12)
    yield Icon("mark", left + POINTS // 2, top + height * 0.27, 54, colour)
    yield Text(left + POINTS // 2, top + round(height * 0.74), str(space.points), "bold", 56, theme.CREAM)
    if is_new:
        yield from glow(x - SIDE / 2, middle - SIDE / 2, SIDE, SIDE)
    yield from frame.die(standing.die, x, middle, SIDE)
    if standing.mark:
        yield Icon(f"dawn:trigger:{standing.mark}", x - SIDE / 2 - 44, middle, 70)
    groups = symbols.gains_of(space, symbols.effect_groups(f"action:{view.action_bonus}"))
    if groups and view.phase == "action":
        start, right = left + POINTS + 5, x - SIDE / 2 - 80 * bool(standing.mark)
        yield from frame.block(groups, start, top - 4, right - start, height + 8, 54)


def dice_of(view: DawnView, seat: Seat) -> list[str]:
    return sorted(each.die for row in view.rows for each in row.dice if each is not None and each.seat == seat)


def sums_of(view: DawnView, seat: Seat) -> list[Group]:
    """Return the sum of a seat's dice for each track, and the sum of its gray dice. PROG-2"""
    dice = dice_of(view, seat)
    totals = [sum(int(text[-1]) for text in dice if text[:-1] == TRACK_COLOURS[track]) for track in TRACKS]
    found = [count(f"dawn:track:{track}", total) for track, total in zip(TRACKS, totals, strict=True) if total]
    joker = sum(int(text[-1]) for text in dice if text.startswith("gray"))
    return [*found, (Word(f"+{joker}"),)] if joker else found


def _stock(view: DawnView, seat: Seat) -> list[list[Group]]:
    """Return a line with VP and coins, and one with the sums of dice or, in the action phase, weaponry and hand."""
    own = view.seats[seat]
    last = [count("dawn:weapon", own.weaponry), count("dawn:hand", own.hand_size)]
    held = [count("dawn:vp", own.vp), count("dawn:coin", own.coins)]
    return [held, last if view.phase == "action" else sums_of(view, seat)]


def _below(view: DawnView, top: float) -> Items:
    for seat, left, width in frame.side_by_side(turn_order(view)):
        yield from frame.sealed_panel(view, seat, left, top, width, BELOW)
        yield from _lines(
            [groups for groups in _stock(view, seat) if groups], left + 98, top + 6, width - 106, BELOW - 12
        )


def _lines(lines: Sequence[Sequence[Group]], left: float, top: float, width: float, height: float) -> Items:
    step = min(76, height / len(lines))
    for number, groups in enumerate(lines):
        middle = top + height / 2 + (number + 0.5 - len(lines) / 2) * step
        yield from spread(groups, left, round(middle), left + width, SIGNS, 54)


def _column(view: DawnView, left: int, top: float, width: int, people: Names, words: Say) -> Items:
    if view.rival is not None:
        mine = 336
        yield from _seat(view, 0, left, top, width, mine, people)
        low = top + mine + MARGIN
        yield from reasons.selection(view, view.rival, left, low, width, BOTTOM - low, words)
        return
    order = turn_order(view)
    height = (BOTTOM - top + MARGIN) / len(order)
    for place, seat in enumerate(order):
        yield from _seat(view, seat, left, round(top + place * height), width, round(height - MARGIN), people)


def _seat(view: DawnView, seat: Seat, left: int, top: float, width: int, height: int, people: Names) -> Items:
    """Yield a seat's stock and, if there is room, its next gain on each track."""
    yield from frame.named_panel(view, seat, left, top, width, height, people)
    gains: list[list[Group]] = [[next_gain(view, seat, track)] for track in range(len(TRACKS))]
    first, second = _stock(view, seat)
    shown = [[*first[:1], *second]] if view.rival else [groups for groups in (first, second) if groups]
    shown += gains if (len(shown) + len(gains)) * 56 <= height - 88 else []
    yield from _lines(shown, left + 18, top + 84, width - 28, height - 92)
