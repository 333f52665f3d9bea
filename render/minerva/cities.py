"""The cities: frames with everybody's holdings, tiles in their places, the line of an activation as an arrow."""

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decision import Seat
from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView, SeatView
from render import inline, theme
from render.inline import Group, Sign, Word
from render.marks import measures, number_box, spelled
from render.minerva import tiles
from render.minerva.board import COLOURS
from render.minerva.frames import HEAD, LINE, Cell, Frame, asked_of, cells_of
from render.renderer import Mark, Say
from render.scene import Area, Box, Disc, Icon, Item, Layer, Point, Stroke, Text

Names = Mapping[Seat, str]
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""Columns and rows of a step; rows count downwards."""
PARTS = {
    "culture": "minerva:any_culture", "glory": "minerva:trophy", "temples": "minerva:category:temple",
    "wealth": "minerva:wealth", "order": "minerva:order",
}  # fmt: skip
"""The sign of each part of a final score."""


def frame(view: MinervaView, found: Frame, names: Names) -> Iterator[Item]:
    """The frame of a city, its name and its seat's holdings."""
    seat = view.seats[found.seat]
    colour, is_asked = COLOURS[seat.seat], asked_of(view) == seat.seat
    left, top, width = found.left, found.top, found.width
    edge, edge_width = (theme.CREAM, 6) if is_asked else (theme.SEATS[colour], 4)
    head, ink = theme.SEATS_PALE[colour], theme.INK
    if is_asked:
        head, ink = theme.SEATS[colour], theme.SEATS_INK[colour]
        yield Box(left - 4, top - 4, width + 8, found.height + 8, theme.SEATS[colour], 20)
    yield Box(left, top, width, found.height, theme.PAPYRUS_DIM, 16, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, HEAD - 6, head, 12)
    yield from _head(view, seat, left, top + 29, width, names, ink)
    yield from _holdings(view, seat, found)
    if view.result:
        yield from _score(view, seat, found)
    yield from _paving(found)


def _head(
    view: MinervaView, seat: SeatView, left: float, middle: float, width: float, names: Names, ink: str
) -> Iterator[Item]:
    """Name; points as things stand; the order tile of whoever has passed, in the end the place."""
    yield Icon("mark", left + 36, middle, 48, COLOURS[seat.seat])
    right = left + width - 16
    points = str(points_of(seat))
    yield Text(right, middle, points, "bold", 48, ink, "rm")
    right -= theme.text_width(points, "bold", 48) + 26
    yield Icon("minerva:vp", right, middle, 42)
    right -= 30
    if seat.order and len(view.seats) > 1 and not view.result:
        yield from order_tile(seat.order, right - 22, middle, 40)
        right -= 52
    place = next((each.place for each in view.result if each.seat == seat.seat), None)
    if place is not None and len(view.seats) > 1:
        yield Text(right, middle, f"{place}.", "bold", 38, ink, "rm")
        right -= 44
    name, size = theme.fitted(names[seat.seat], "bold", 36, right - left - 74, 24)
    yield Text(left + 68, middle, name, "bold", size, ink, "lm")


def points_of(seat: SeatView) -> int:
    """What a seat would score if the game ended now; in the end what it has scored."""
    return sum(seat.points.values())


def order_tile(number: int, x: float, middle: float, side: float, is_flipped: bool = False) -> Iterator[Item]:
    """An order tile with its number, drawn at a place."""
    fill = theme.GOLD if is_flipped else theme.CREAM
    yield Box(round(x - side / 2), middle - side / 2, side, side, fill, 8, theme.GOLD_DEEP, 4)
    yield Text(round(x), middle, f"{number}", "bold", round(side * 0.72), theme.NIGHT_EDGE)


def holdings(view: MinervaView, seat: SeatView) -> tuple[Group, ...]:
    """Resources, denarii, glory tokens; assistants in hand and residences left; till scored, where the points are."""
    counts: list[tuple[Sign, int]] = [
        *((Sign(f"minerva:{kind}"), count) for kind, count in zip(_kinds(), seat.resources, strict=True)),
        (Sign("minerva:denarii"), seat.denarii),
        (Sign("minerva:glory"), seat.glory),
        (Sign("minerva:assistant", COLOURS[seat.seat]), seat.assistants),
        (Sign("minerva:residence", COLOURS[seat.seat]), seat.residences),
    ]
    if not view.result:
        counts += [(Sign(PARTS[part]), seat.points[part]) for part in ("culture", "glory", "temples")]
    return tuple((sign, Word(str(count))) for sign, count in counts)


def _kinds() -> tuple[str, ...]:
    return the_box().constants.resources


def _holdings(view: MinervaView, seat: SeatView, found: Frame) -> Iterator[Item]:
    groups = holdings(view, seat)
    lines = (found.head - HEAD) // LINE - bool(view.result)
    on_line = -(-len(groups) // lines)
    for number, group in enumerate(groups):
        row, place = divmod(number, on_line)
        yield from _in_column(group, found, place, on_line, found.top + HEAD + 19 + row * LINE)


def _score(view: MinervaView, seat: SeatView, found: Frame) -> Iterator[Item]:
    """The parts of the final score; a lone seat has no order tile."""
    parts = {part: vp for part, vp in seat.scored.items() if part != "order" or len(view.seats) > 1}
    top = found.top + found.head - LINE
    yield Box(found.left + 9, top - 2, found.width - 18, LINE - 2, theme.SEATS_PALE[COLOURS[seat.seat]], 10)
    for number, (part, vp) in enumerate(parts.items()):
        group = (Sign(PARTS[part]), Word(str(vp)))
        yield from _in_column(group, found, number, len(parts), top + 18)


def _in_column(group: Group, found: Frame, place: int, columns: int, middle: float) -> Iterator[Item]:
    """A sign with its number at a place of a line of holdings."""
    width = (found.width - 20) / columns
    yield from inline.line(group, found.left + 14 + place * width, middle, inline.fitted(group, 36, width - 4))


def _paving(found: Frame) -> Iterator[Item]:
    """The plain that the city stands on."""
    left, top = found.left + 9, found.top + found.head
    yield Box(left, top, found.width - 18, found.height - found.head - 9, theme.LAND, 12)
    x0, y0 = found.corner
    across, down = found.extent.east - found.extent.west + 1, found.extent.south - found.extent.north + 1
    for column in range(across + 1):
        x = x0 + column * found.side
        yield Stroke(((x, y0), (x, y0 + down * found.side)), theme.LAND_RIM[1], 2)
    for row in range(down + 1):
        y = y0 + row * found.side
        yield Stroke(((x0, y), (x0 + across * found.side, y)), theme.LAND_RIM[1], 2)


def backgrounds(seat: SeatView, found: Frame) -> Iterator[Item]:
    """The tiles of a city without what is on them."""
    for placed in seat.city:
        if placed.tile != "residence":
            yield from tiles.background_of(placed.tile, *found.at(placed.x, placed.y), found.side)


def faces(seat: SeatView, found: Frame, words: Say) -> Iterator[Item]:
    """What is on the tiles; residences with their assistants."""
    for placed in seat.city:
        left, top = found.at(placed.x, placed.y)
        if placed.tile != "residence":
            yield from tiles.face_of(placed.tile, left, top, found.side, words)
            continue
        size = round(found.side * 0.86)
        yield Icon("minerva:residence", left + found.side / 2, top + found.side / 2, size, COLOURS[seat.seat])
        if placed.has_assistant:
            x, y = left + found.side * 0.76, top + found.side * 0.72
            yield Icon("minerva:assistant", round(x), round(y), round(found.side * 0.5), COLOURS[seat.seat])


def arrows(view: MinervaView, found: Frame) -> Iterator[Item]:
    """The line being activated; while a direction is to be chosen, all that there are."""
    turn = view.turn
    if turn is None or turn.seat != found.seat or not turn.is_laid:
        return
    start = found.middle(turn.x, turn.y)
    if turn.line:
        yield from _arrow(start, found.middle(*turn.line[-1]), found.side, turn.direction)
    for line in turn.lines:
        if line.cells:
            yield from _arrow(start, found.middle(*line.cells[-1]), found.side, line.direction)


def _arrow(start: Point, end: Point, side: int, direction: str) -> Iterator[Item]:
    (dx, dy), half = STEPS[direction], side * 0.09
    foot = (start[0] + dx * side * 0.3, start[1] + dy * side * 0.3)
    neck = (end[0] + dx * side * 0.1, end[1] + dy * side * 0.1)
    tip = (end[0] + dx * side * 0.44, end[1] + dy * side * 0.44)
    for grown, colour in ((3, theme.GOLD_DEEP), (0, theme.GOLD)):
        yield Stroke((foot, neck), colour, 2 * (half + grown))
        wide = half * 2.4 + grown * 1.7
        head = ((neck[0] - dx * grown + dy * wide, neck[1] - dy * grown + dx * wide),
                (neck[0] - dx * grown - dy * wide, neck[1] - dy * grown - dx * wide),
                (tip[0] + dx * grown * 1.6, tip[1] + dy * grown * 1.6))  # fmt: skip
        yield Area(head, colour)


def steps(view: MinervaView, found: Frame) -> Iterator[Item]:
    """The order in which the tiles of the line are activated: pale those that were, gold the one that is."""
    turn = view.turn
    if turn is None or turn.seat != found.seat or not turn.line:
        return
    radius = max(11, round(found.side * 0.13))
    for number, cell in enumerate(turn.line, 1):
        fill, ink = (theme.PAPYRUS_DIM, theme.INK) if number < turn.reached else (theme.NIGHT, theme.CREAM)
        fill, ink = (theme.GOLD, theme.NIGHT_EDGE) if number == turn.reached else (fill, ink)
        x, y = _entry(found, cell, turn.direction)
        yield Disc(x, y, radius, fill, theme.GOLD_DEEP, 2)
        yield Text(x, y, str(number), "bold", round(radius * 1.35), ink)


def _entry(found: Frame, cell: Cell, direction: str) -> Point:
    """Where a line comes into a cell: on the edge; beside the names, which are written at the foot."""
    (x, y), (dx, dy) = found.middle(*cell), STEPS[direction]
    return round(x - dx * found.side / 2 + abs(dy) * found.side * 0.4), round(y - dy * found.side / 2)


def marks_on(view: MinervaView, found: Frame, marks: Sequence[Mark]) -> Iterator[Item]:
    """The numbers of options: of directions around the residence, in the middle of empty cells, in corners of tiles."""
    turn = view.turn
    if turn is None or turn.seat != found.seat:
        return
    taken = {(placed.x, placed.y) for placed in view.seats[found.seat].city}
    side, steps = found.side, [STEPS[line.direction] for line in turn.lines]
    for cell, numbers in cells_of(marks).items():
        text, step = spelled(numbers), (cell[0] - turn.x, cell[1] - turn.y)
        share, least = (0.26, 18) if step in steps else (0.34, 24) if cell in taken else (0.5, 28)
        largest = max(least, min(46, round(side * share)))
        width, height = measures(text, largest)
        x, y = found.middle(*cell)
        if step in steps:
            x, y = x - step[0] * side * 0.64, y - step[1] * side * 0.64
        elif cell in taken:
            x, y = x + side / 2 - width / 2 - 4, y - side / 2 + height / 2 + 4
        else:
            yield _dashes(found, cell)
        yield from number_box(text, (round(x - width / 2), round(y)), side, largest)


def _dashes(found: Frame, cell: Cell) -> Item:
    """The edge of an empty cell that may be built on."""
    (left, top), inset, side = found.at(*cell), round(found.side * 0.06), found.side
    right, bottom = left + side - inset, top + side - inset
    left, top = left + inset, top + inset
    return Stroke(((left, top), (right, top), (right, bottom), (left, bottom), (left, top)), theme.COAST, 2.5, 7)


def city_layers(
    view: MinervaView, found: Sequence[Frame], marks: Sequence[Mark], people: Names, words: Say
) -> Iterator[Layer]:
    """Cities in their frames, from the ground up."""
    seats = view.seats
    yield Layer("seats", tuple(item for each in found for item in frame(view, each, people)))
    yield Layer("tiles", tuple(item for each in found for item in backgrounds(seats[each.seat], each)))
    yield Layer("arrows", tuple(item for each in found for item in arrows(view, each)))
    yield Layer("faces", tuple(item for each in found for item in faces(seats[each.seat], each, words)))
    yield Layer("steps", tuple(item for each in found for item in steps(view, each)))
    yield Layer("marks", tuple(item for each in found for item in marks_on(view, each, marks)))
