"""What stands on the map: ships, guards, plaques of colonies, the battle, and the numbers of the options."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.minos_classic.seen.view import ClassicView, PiecesView, SiteView
from render import theme
from render.minos_classic.board import BANNER, MAP_HEIGHT, WIDTH, board, labels, spaces
from render.renderer import Mark
from render.scene import Area, Box, Disc, Icon, Item, Point, Stroke, Text

SHIP_AT_SEA, SHIP_IN_HARBOUR, GUARD_AT_SITE, GUARD_ON_PATH = 46, 40, 36, 30
PLAQUE_WIDTH, PLAQUE_HEIGHT, BUILDING = 112, 50, 26
MARK_HEIGHT, MARK_SIZE = 30, 23
CITY = 4

Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Standing:
    """One drawn piece, or several guards in one place."""

    kind: str
    colour: str
    count: int
    space: str
    x: float
    y: float
    size: float

    @property
    def rectangle(self) -> Rectangle:
        """The pixels it covers."""
        half = self.size / 2
        return self.x - half, self.y - half, self.x + half, self.y + half


def standing(view: ClassicView) -> list[Standing]:
    """All pieces with their places; ships that share a space lie side by side."""
    colours = {seat.seat: seat.colour for seat in view.seats}
    ships: dict[str, list[PiecesView]] = defaultdict(list)
    drawn = []
    for pieces in view.pieces:
        if pieces.kind == "ship":
            ships[pieces.space].extend([pieces] * pieces.count)
        else:
            size = GUARD_AT_SITE if pieces.space.startswith("s_") else GUARD_ON_PATH
            drawn.append(
                Standing("guard", colours[pieces.seat], pieces.count, pieces.space, *spaces()[pieces.space], size)
            )
    for space, fleet in ships.items():
        size = SHIP_IN_HARBOUR if space.startswith("h_") else SHIP_AT_SEA
        for pieces, (x, y) in zip(fleet, _fanned(spaces()[space], len(fleet), size), strict=True):
            drawn.append(Standing("ship", colours[pieces.seat], 1, space, x, y, size))
    return sorted(drawn, key=lambda piece: (piece.y, piece.x))


def _fanned(middle: Point, count: int, size: float) -> list[Point]:
    """Places for `count` ships around a point: one, two side by side, or rows of two."""
    x, y = middle
    if count == 1:
        return [middle]
    rows = (count + 1) // 2
    step = size * 0.98
    return [(x + (n % 2 - 0.5) * step, y + (n // 2 - (rows - 1) / 2) * step) for n in range(count)]


def pieces(drawn: Sequence[Standing]) -> Iterator[Item]:
    """The pieces as icons, guards with their number."""
    for piece in drawn:
        yield Icon(piece.kind, round(piece.x), round(piece.y), piece.size, piece.colour)
        if piece.count > 1:
            x, y = round(piece.x + piece.size * 0.36), round(piece.y + piece.size * 0.34)
            yield Disc(x, y, 11, theme.CREAM, theme.NIGHT_EDGE, 2)
            yield Text(x, y, str(piece.count), "bold", 17, theme.NIGHT_EDGE)


def plaque_rectangle(site: str) -> Rectangle:
    """The pixels kept for the plaque of a site."""
    x, y = labels().plaque[site]
    return x - PLAQUE_WIDTH / 2, y - PLAQUE_HEIGHT / 2, x + PLAQUE_WIDTH / 2, y + PLAQUE_HEIGHT / 2


def plaques(view: ClassicView, names: Mapping[str, str]) -> Iterator[Item]:
    """Every site's name, and of every colony its stack from the ground up, its owner and its value."""
    colours = {seat.seat: seat.colour for seat in view.seats}
    for site in view.sites:
        if site.buildings:
            yield from _colony(site, names[site.site], None if site.holder is None else colours[site.holder])
        else:
            yield from _empty_site(site, names[site.site])


def _empty_site(site: SiteView, name: str) -> Iterator[Item]:
    x, y = labels().plaque[site.site]
    words = theme.cut(name, "bold", 18, PLAQUE_WIDTH - (30 if site.is_closed else 10))
    width = theme.text_width(words, "bold", 18) + (34 if site.is_closed else 14)
    fill, ink = (theme.LAND_RIM[1], theme.INK_SOFT) if site.is_closed else (theme.CREAM, theme.INK)
    yield Box(round(x - width / 2), y - 12, round(width), 24, fill, 5, theme.COAST, 1.5)
    if site.is_closed:
        yield Icon("barred", round(x - width / 2 + 13), y, 18)
        yield Icon("barred", *spaces()[site.site], 30)
    yield Text(x + (9 if site.is_closed else 0), y, words, "bold", 18, ink)


def _colony(site: SiteView, name: str, colour: str | None) -> Iterator[Item]:
    left, top, right, _ = plaque_rectangle(site.site)
    edge = theme.SEATS[colour] if colour else theme.INK_SOFT
    pale = theme.SEATS_PALE[colour] if colour else "#d9d4c6"
    if len(site.buildings) == CITY:
        yield Box(left - 5, top - 5, PLAQUE_WIDTH + 10, PLAQUE_HEIGHT + 10, theme.GOLD, 11, theme.GOLD_DEEP, 2)
    yield Box(left, top, PLAQUE_WIDTH, PLAQUE_HEIGHT, pale, 7, edge, 3)
    room = (left + (17 if colour else 7), right - 17)
    size = 17
    while size > 13 and theme.text_width(name, "bold", size) > room[1] - room[0]:
        size -= 1
    words = theme.cut(name, "bold", size, room[1] - room[0])
    yield Text((room[0] + room[1]) / 2, top + 12, words, "bold", size, theme.INK)
    for number in range(CITY):
        middle = round(left + 16 + number * 26.7)
        if number < len(site.buildings):
            yield Icon(site.buildings[number], middle, top + 34, BUILDING)
        else:
            yield Box(middle - 9, top + 25, 18, 18, pale, 4, _faded(edge), 1.5)
    if colour:
        yield Icon("mark", left + 4, top + 7, 28, colour)
    yield Disc(right - 4, top + 6, 14, theme.NIGHT_EDGE, theme.CREAM, 2)
    yield Text(right - 4, top + 6, str(site.value), "bold", 19, theme.CREAM)
    if site.is_closed:
        yield Icon("barred", *spaces()[site.site], 30)


def _faded(colour: str) -> str:
    return colour + "80"


def battle(view: ClassicView) -> Iterator[Item]:
    """The open battle: an arrow from where the attacker came, and crossed swords where it fights."""
    if view.battle is None:
        return
    (x0, y0), (x1, y1) = spaces()[view.battle.from_space], spaces()[view.battle.space]
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    tip = (x1 - dx * 22, y1 - dy * 22)
    x0, y0 = x0 + dx * 24, y0 + dy * 24
    if length > 60:
        yield Stroke(((x0, y0), tip), theme.CREAM, 12)
        yield Stroke(((x0, y0), tip), theme.TERRACOTTA, 7)
    yield Disc(x1, y1, 36, theme.TERRACOTTA + "00", theme.TERRACOTTA, 5)
    yield Area(
        ((x1 - dx * 14, y1 - dy * 14), (tip[0] - dx * 14 - dy * 13, tip[1] - dy * 14 + dx * 13),
         (tip[0] - dx * 14 + dy * 13, tip[1] - dy * 14 - dx * 13)),
        theme.TERRACOTTA,
    )  # fmt: skip
    yield Icon("swords", round(x1), round(y1 - 34), 44)


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """The numbers of all options at one space, and where they stand."""

    target: str
    words: str
    x: float
    y: float
    width: float

    @property
    def rectangle(self) -> Rectangle:
        """The pixels it covers."""
        return (self.x - self.width / 2, self.y - MARK_HEIGHT / 2, self.x + self.width / 2, self.y + MARK_HEIGHT / 2)


def placed_marks(marks: Sequence[Mark], drawn: Sequence[Standing], view: ClassicView) -> list[PlacedMark]:
    """One mark a marked space, off the pieces, the plaques of colonies and the other marks, as near as may be."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for mark in marks:
        if mark.target in spaces():
            numbers[mark.target].append(mark.number)
    taken = [piece.rectangle for piece in drawn] + [plaque_rectangle(site.site) for site in view.sites]
    middles = [(x - 14, y - 14, x + 14, y + 14) for space, (x, y) in spaces().items() if space in numbers]
    placed: list[PlacedMark] = []
    for target, at_target in numbers.items():
        words = _joined(sorted(at_target))
        width = max(MARK_HEIGHT, round(theme.text_width(words, "bold", MARK_SIZE)) + 16)
        placed.append(_nearest(PlacedMark(target, words, 0, 0, width), taken, middles, placed))
    return placed


def _joined(numbers: list[int]) -> str:
    """Numbers as few words: 3, 4, 5, 8 as `3–5 8`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


_STEPS = tuple(
    (round(dx * radius), round(dy * radius))
    for radius in (0, 24, 32, 40, 50, 62, 76, 92)
    for dx, dy in ((0, -1), (0.75, -0.75), (1, 0), (-0.75, -0.75), (-1, 0), (0.75, 0.75), (0, 1), (-0.75, 0.75))
)


def _around(middle: Point) -> list[Point]:
    x, y = middle
    return [(round(x) + dx, round(y) + dy) for dx, dy in _STEPS]


def overlap(one: Rectangle, other: Rectangle) -> float:
    """The area that two rectangles share."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def _nearest(
    mark: PlacedMark, taken: list[Rectangle], middles: list[Rectangle], placed: list[PlacedMark]
) -> PlacedMark:
    """The mark where it covers least and is not far from its space."""
    x, y = spaces()[mark.target]
    reach = 92 + mark.width
    near = (x - reach, y - reach, x + reach, y + reach)
    hindrances = [(other, 5.0) for other in taken if overlap(near, other)]
    hindrances += [(other.rectangle, 20.0) for other in placed if overlap(near, other.rectangle)]
    hindrances += [(other, 1.0) for other in middles if overlap(near, other) and not _holds(other, x, y)]
    best, least = (x, y), float("inf")
    half = mark.width / 2
    for at_x, at_y in _around((x, y)):
        here = (at_x - half, at_y - MARK_HEIGHT / 2, at_x + half, at_y + MARK_HEIGHT / 2)
        cost = abs(at_x - x) + abs(at_y - y)
        if not _is_on_map(here):
            cost += 100_000
        for other, weight in hindrances:
            if cost >= least:
                break
            cost += weight * overlap(here, other)
        if cost < least:
            best, least = (at_x, at_y), cost
    return replace(mark, x=best[0], y=best[1])


def _is_on_map(rectangle: Rectangle) -> bool:
    left, top, right, bottom = rectangle
    return left >= 2 and right <= WIDTH - 2 and top >= BANNER + 2 and bottom <= BANNER + MAP_HEIGHT - 2


def _holds(rectangle: Rectangle, x: float, y: float) -> bool:
    return rectangle[0] <= x <= rectangle[2] and rectangle[1] <= y <= rectangle[3]


def leaders(placed: Sequence[PlacedMark]) -> Iterator[Item]:
    """A line from every mark that stands apart to its space."""
    for mark in placed:
        x, y = spaces()[mark.target]
        if abs(mark.x - x) + abs(mark.y - y) > 20:
            yield Stroke(((x, y), (mark.x, mark.y)), theme.NIGHT_EDGE, 6)
            yield Stroke(((x, y), (mark.x, mark.y)), theme.GOLD, 3)
            yield Disc(x, y, 6, theme.GOLD, theme.NIGHT_EDGE, 1.5)


def marked(placed: Sequence[PlacedMark]) -> Iterator[Item]:
    """The marks at their places on the board."""
    for mark in placed:
        left, top, _, _ = mark.rectangle
        yield Box(left, top, mark.width, MARK_HEIGHT, theme.NIGHT_EDGE, MARK_HEIGHT / 2, theme.GOLD, 3)
        yield Text(mark.x, mark.y, mark.words, "bold", MARK_SIZE, theme.CREAM)


def zone_ids() -> list[str]:
    """The zones, in the order of the board."""
    return [zone.id for zone in board().zone]
