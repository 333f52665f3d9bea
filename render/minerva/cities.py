"""Draw cities: the frame with the seat's holdings, the tiles, and an arrow along the activated line."""

from collections.abc import Iterator, Sequence

from engine.kernel.decision import Fact, Seat
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import MinervaView, SeatView
from engine.minerva.state.facts import AssistantPlaced, ResidenceBuilt, TileBuilt, TileMoved
from render import theme
from render.inline import Group, count
from render.marks import leaders, measures, number_box, seat_mark, spell_numbers
from render.minerva import rows, symbols
from render.minerva.cards import name_lines
from render.minerva.frames import HELD, LINE, NAME, Cell, City, Frame, asked_seat, cells_of, extent_of
from render.minerva.icons import CATEGORIES
from render.plate import LEAST, NEEDED, arrow, glow, line
from render.renderer import Mark, Names, Say
from render.scene import Box, Disc, Icon, Item, Items, Layer, Stroke, Text
from render.seat_colours import COLOURS

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""The change of column and row for one step. Rows are numbered downwards."""
PARTS = {
    "culture": "minerva:any_culture", "glory": "minerva:trophy", "temples": "minerva:category:temple",
    "wealth": "minerva:wealth", "order": "minerva:order",
}  # fmt: skip
DIM, DIM_HEAD = "#b8b3a6", "#d5d2c8"
"""Background colours of a seat that has passed."""
NAMED_FROM = 192
"""Minimum side length of a tile that shows its name, in pixels."""


def points_of(seat: SeatView) -> int:
    """Return the final score of a seat or, before the end of the game, the score it would have now."""
    return sum(seat.points.values())


def leading(view: MinervaView) -> frozenset[Seat]:
    """Return the winners or, before the end of the game, the seats that have the most points now."""
    places = {each.seat: -each.place for each in view.result if each.seat is not None}
    return leaders(places or {seat.seat: points_of(seat) for seat in view.seats})


def frame(view: MinervaView, found: Frame, names: Names) -> Items:
    seat = view.seats[found.seat]
    colour, is_asked = COLOURS[seat.seat], asked_seat(view) == seat.seat
    left, top, width = found.left, found.top, found.width
    edge, edge_width = (theme.CREAM, 6) if is_asked else (theme.SEATS[colour], 5)
    paper, head, ink = theme.PAPYRUS_DIM, theme.SEATS_PALE[colour], theme.INK
    if seat.order and len(view.seats) > 1 and not view.result:
        paper, head = DIM, DIM_HEAD
    if is_asked:
        head, ink = theme.SEATS[colour], theme.SEATS_INK[colour]
        yield Box(left - 5, top - 5, width + 10, found.height + 10, theme.SEATS[colour], 20)
    yield Box(left, top, width, found.height, paper, 16, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, NAME - 8, head, 12)
    yield from _head(view, seat, left, top + NAME / 2 + 1, width, names, ink)
    for number, groups in enumerate(found.lines):
        yield from rows.spread(groups, left + 20, width - 40, found.foot + LINE * (number + 0.5), HELD)
    yield from _paving(found)


def _head(view: MinervaView, seat: SeatView, left: float, middle: float, width: float, names: Names, ink: str) -> Items:
    yield seat_mark(seat.seat, leading(view), left + 42, middle, 46)
    right = left + width - 16
    points = str(points_of(seat))
    yield Text(right, middle, points, "bold", 46, ink, "rm")
    right -= theme.text_width(points, "bold", 46) + 28
    yield Icon("minerva:vp", right, middle, 42)
    right -= 30
    place = next((each.place for each in view.result if each.seat == seat.seat), None)
    if place is not None and len(view.seats) > 1:
        yield Text(right, middle, f"{place}.", "bold", 42, ink, "rm")
        right -= 48
    yield line(left + 86, middle, names[seat.seat], 42, ink, right - left - 92, least=LEAST)


def city_of(view: MinervaView, seat: SeatView, marks: Sequence[Mark] = ()) -> City:
    """Return a city with its holdings or, at the end of the game, with the VP from each source."""
    return City(seat.seat, extent_of(view, seat, marks), sources(view, seat) if view.result else holdings(seat))


def holdings(seat: SeatView) -> tuple[Group, ...]:
    """Return resources, denarii, glory tokens, assistants, residences left, and the order tile, without zeros."""
    held = dict(zip(the_box().constants.resources, seat.resources, strict=True))
    held |= {"denarii": seat.denarii, "glory": seat.glory, "assistant": seat.assistants, "residence": seat.residences}
    own, held["order"] = ("assistant", "residence"), seat.order
    return tuple(
        count(f"minerva:{what}", number, COLOURS[seat.seat] if what in own else "")
        for what, number in held.items()
        if number
    )


def sources(view: MinervaView, seat: SeatView) -> tuple[Group, ...]:
    """Return the VP from each source that gave VP."""
    return tuple(count(PARTS[part], vp) for part, vp in (seat.scored or seat.points).items() if vp)


def _paving(found: Frame) -> Items:
    top = found.top + NAME
    yield Box(found.left + 9, top, found.width - 18, found.foot - top - 1, theme.LAND, 12)
    x0, y0 = found.corner
    across, down = found.extent.east - found.extent.west + 1, found.extent.south - found.extent.north + 1
    for column in range(across + 1):
        x = x0 + column * found.side
        yield Stroke(((x, y0), (x, y0 + down * found.side)), theme.LAND_RIM[1], 2)
    for row in range(down + 1):
        y = y0 + row * found.side
        yield Stroke(((x0, y), (x0 + across * found.side, y)), theme.LAND_RIM[1], 2)


def glows(found: Frame, moves: Sequence[Fact]) -> Items:
    for fact in moves:
        if isinstance(fact, (TileBuilt, ResidenceBuilt, AssistantPlaced, TileMoved)) and fact.seat == found.seat:
            left, top = found.at(fact.x, fact.y)
            yield from glow(round(left), round(top), found.side, found.side, 16)


def backgrounds(seat: SeatView, found: Frame) -> Items:
    """Yield the tiles without their contents. Residences are squares if their icons would be too small."""
    for placed in seat.city:
        left, top = found.at(placed.x, placed.y)
        if placed.tile != "residence":
            colour, _, paper = CATEGORIES[the_box().tiles[placed.tile].category]
            inset = max(1, round(found.side * 0.015))
            width, edge = found.side - 2 * inset, max(3, round(found.side * 0.04))
            yield Box(left + inset, top + inset, width, width, paper, round(found.side * 0.1), colour, edge)
        elif found.side * 0.86 < LEAST:
            inset = round(found.side * 0.15)
            width = found.side - 2 * inset
            yield Box(left + inset, top + inset, width, width, theme.SEATS[COLOURS[seat.seat]], 0, theme.INK, 3)


def faces(seat: SeatView, found: Frame, words: Say, letters: int) -> Items:
    side = found.side
    for placed in seat.city:
        left, top = found.at(placed.x, placed.y)
        if placed.tile != "residence":
            yield from face(placed.tile, left, top, side, words, letters)
        elif side * 0.86 >= LEAST:
            middle = left + side / 2, top + side / 2
            yield Icon("minerva:residence", *middle, round(side * 0.86), COLOURS[seat.seat])
            if placed.has_assistant and side * 0.5 >= LEAST:
                x, y = round(left + side * 0.75), round(top + side * 0.72)
                yield Icon("minerva:assistant", x, y, round(side * 0.5), COLOURS[seat.seat])


def face(tile: str, left: float, top: float, side: int, words: Say, letters: int = LEAST) -> Items:
    """Yield a tile's category, effect and name if they are legible at this size. The name has size `letters`."""
    printed = the_box().tiles[tile]
    (colour, ink, _), category = CATEGORIES[printed.category], f"minerva:category:{printed.category}"
    x, start, end = left + side / 2, top + side * 0.07, top + side * 0.93
    if side >= NAMED_FROM * letters / LEAST:
        lines, high = name_lines(words(tile_name(tile)), letters, side - 12), letters + 3
        if all(theme.text_width(each, "bold", letters) <= side - 8 for each in lines):
            foot = high * len(lines) + 5
            end = top + side - 4 - foot
            yield Box(round(left + 4), round(end), side - 8, foot, colour, 8)
            for number, each in enumerate(lines):
                yield Text(round(x), round(end + 3 + high * (number + 0.5)), each, "bold", letters, ink)
    tokens, largest = symbols.effect_line(tile), min(120, round(side * 0.42))
    size = max(LEAST, round(side * 0.27))
    below = start - side * 0.01 + size * (0.86 if side < 150 else 1.0)
    if items := list(rows.in_lines(tokens, x, below, side * 0.88, end - below, largest)):
        yield Icon(category, round(left + side * 0.06 + size / 2), round(top + side * 0.06 + size / 2), size)
    else:
        items = list(rows.in_lines(tokens, x, start, side * 0.9, end - start, largest))
    if not items and side * 0.9 >= LEAST:
        yield Icon(category, round(x), round((top + end) / 2), max(LEAST, round(side * 0.6)))
    yield from items


def arrows(view: MinervaView, found: Frame) -> Items:
    turn = view.turn
    if turn is None or turn.seat != found.seat or not turn.is_laid:
        return
    start, side = found.middle(turn.x, turn.y), found.side
    ways = [(turn.direction, turn.line), *((each.direction, each.cells) for each in turn.lines)]
    for (dx, dy), cells in ((STEPS[direction], cells) for direction, cells in ways if cells):
        x, y = found.middle(*cells[-1])
        foot = start[0] + dx * side * 0.3, start[1] + dy * side * 0.3
        yield from arrow(foot, (x + dx * side * 0.44, y + dy * side * 0.44), theme.GOLD, side * 0.1)


def steps(view: MinervaView, found: Frame) -> Items:
    turn = view.turn
    if turn is None or turn.seat != found.seat or not turn.line:
        return
    for number, cell in enumerate(turn.line, 1):
        fill, ink = (theme.PAPYRUS_DIM, theme.INK) if number < turn.reached else (theme.NIGHT, theme.CREAM)
        fill, ink = (theme.GOLD, theme.NIGHT_EDGE) if number == turn.reached else (fill, ink)
        left, top = found.at(*cell)
        x, y = round(left + found.side * 0.93), round(top + 24)
        yield Disc(x, y, 31, fill, theme.GOLD_DEEP, 3)
        yield Text(x, y, str(number), "bold", NEEDED, ink)


def marks_on(view: MinervaView, found: Frame, marks: Sequence[Mark]) -> Items:
    """Yield option numbers: in the middle of empty cells, and in a corner of tiles. Directions are on the panel."""
    turn = view.turn
    if turn is None or turn.seat != found.seat:
        return
    taken = {(placed.x, placed.y) for placed in view.seats[found.seat].city}
    side, directions = found.side, [STEPS[each.direction] for each in turn.lines]
    for cell, numbers in cells_of(marks).items():
        if (cell[0] - turn.x, cell[1] - turn.y) in directions:
            continue
        text = spell_numbers(numbers)
        size = NEEDED if cell in taken else max(NEEDED, min(84, round(side * 0.45)))
        width, height = measures(text, size)
        x, y = found.middle(*cell)
        if cell in taken:
            x, y = x + side / 2 - width / 2 - 2, y - side / 2 + height / 2 + 2
        else:
            yield _dashes(found, cell)
        yield from number_box(text, (round(x - width / 2), round(y)), size)


def _dashes(found: Frame, cell: Cell) -> Item:
    (left, top), inset, side = found.at(*cell), round(found.side * 0.06), found.side
    right, bottom = left + side - inset, top + side - inset
    left, top = left + inset, top + inset
    return Stroke(((left, top), (right, top), (right, bottom), (left, bottom), (left, top)), theme.COAST, 4, 12)


def city_layers(
    view: MinervaView,
    found: Sequence[Frame],
    marks: Sequence[Mark],
    people: Names,
    words: Say,
    moves: Sequence[Fact] = (),
    letters: int = LEAST,
) -> Iterator[Layer]:
    seats = view.seats
    yield Layer("seats", tuple(item for each in found for item in frame(view, each, people)))
    yield Layer("glow", tuple(item for each in found for item in glows(each, moves)))
    yield Layer("tiles", tuple(item for each in found for item in backgrounds(seats[each.seat], each)))
    yield Layer("arrows", tuple(item for each in found for item in arrows(view, each)))
    yield Layer("faces", tuple(item for each in found for item in faces(seats[each.seat], each, words, letters)))
    yield Layer("steps", tuple(item for each in found for item in steps(view, each)), is_needed=True)
    yield Layer("marks", tuple(item for each in found for item in marks_on(view, each, marks)), is_needed=True)
