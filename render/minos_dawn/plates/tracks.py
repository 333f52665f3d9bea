"""Draw tracks and routes: all markers and ships, what spaces give, and the tiles left next to the routes."""

from collections.abc import Collection, Sequence
from itertools import chain

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.content.words import route as route_name
from engine.minos_dawn.seen.view import DawnView, RouteView
from render import inline, theme
from render.inline import Group, Sign, Token, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.icons import DICE
from render.minos_dawn.icons import TRACKS as TRACK_COLOURS
from render.minos_dawn.plates import frame
from render.minos_dawn.plates.frame import MARGIN, NOTE, SMALL_SIGNS, block
from render.minos_dawn.situation import turn_order
from render.plate import WIDTH, line, round_glow
from render.renderer import Mark, Say
from render.scene import Box, Icon, Items
from render.seat_colours import COLOURS

LABEL_WIDTH = 100
ROUTE_LABEL_WIDTH = 210
MARKER = 56
Spaces = Sequence[Collection[int]]
"""The spaces that show their gains, for each track or route."""
ALL: Spaces = (range(20),) * 3
BLUE, RED = "#1f5fa8", "#b3262e"


def tracks(
    view: DawnView, top: float, height: float, size: int, new: Collection[tuple[Seat, int]] = (), shown: Spaces = ALL
) -> Items:
    """Yield the three progress tracks. Markers in `new` glow. Signs have at least the given size."""
    step = (height + 10) / len(TRACKS)
    for number, track in enumerate(TRACKS):
        y, tall = round(top + number * step), round(step - 10)
        yield Box(MARGIN, y, WIDTH - 2 * MARGIN, tall, theme.PAPYRUS_DIM, 14)
        yield Icon(f"dawn:track:{track}", MARGIN + LABEL_WIDTH / 2, y + tall / 2, 76)
        moved = {seat for seat, which in new if which == number}
        left = MARGIN + LABEL_WIDTH
        for space, width in enumerate(_widths(number)):
            gains = gains_of_space(number, space) if space in shown[number] else ()
            yield from _space(view, number, space, gains, (left, y + 7, width, tall - 14), size, moved)
            left += width + 7


def numbers(marks: Sequence[Mark], top: float, height: float) -> Items:
    step = (height + 10) / len(TRACKS)
    places = {f"track:{track}": (MARGIN + 64, top + number * step + 34) for number, track in enumerate(TRACKS)}
    yield from frame.numbers(marks, places)


def _widths(track: int) -> list[int]:
    """Return the width of each space. Spaces with a choice of gains are wider."""
    extra = [20 * (len(gains_of_space(track, space)) > 2) for space in range(the_box().tracks.top + 1)]
    equal = (WIDTH - 2 * MARGIN - LABEL_WIDTH - 4 - sum(extra)) // len(extra) - 7
    return [equal + each for each in extra]


def _space(
    view: DawnView, track: int, space: int, gains: Sequence[Group], room: tuple[int, int, int, int], size: int,
    moved: Collection[Seat],
) -> Items:  # fmt: skip
    left, top, width, height = room
    paper = theme.CREAM if gains else theme.PAPYRUS_DIM
    yield Box(left, top, width, height, paper, 10, DICE[TRACK_COLOURS[TRACKS[track]]], 3)
    at = {seat.seat: seat.tracks[track] for seat in view.seats}
    if view.rival and TRACKS[track] == "population":
        at[RIVAL] = view.rival.population  # SOLO-SETUP-6: his marker shows the worth of his regions.
    seats = [seat for seat in turn_order(view) if at.get(seat) == space]
    # A marker in a space without gains is larger.
    tall = MARKER if gains else 88
    rest = height - (tall if seats else 0)
    y = top + (height - tall / 2 - 2 if gains else height / 2)
    yield from block(gains, left + 6, top, width - 10, rest, size + 18, size)
    yield from markers("mark", seats, left + width / 2, y, width - 8, tall, moved)


def markers(
    icon: str, seats: Sequence[Seat], x: float, y: float, width: float, size: float, new: Collection[Seat] = ()
) -> Items:
    """Yield pieces of several seats side by side, centred on (`x`, `y`). Pieces of seats in `new` glow. Squares may
    overlap a little, because the pieces don't fill their squares."""
    step = min(size + 4, width / max(1, len(seats)))
    for number, seat in enumerate(seats):
        middle = round(x + (number - (len(seats) - 1) / 2) * step)
        if seat in new:
            yield from round_glow(middle, round(y), min(size, step) * 0.36)
        yield Icon(icon, middle, round(y), min(size, round(step * 1.16)), COLOURS[seat])


def gains_of_space(track: int, space: int) -> Sequence[Group]:
    found = the_box().content.tracks.track[track].spaces[space]
    source = the_box().tracks.source(track, space)
    if source:
        return symbols.effect_groups(source)
    if found.palace:
        return ((Word(str(found.palace)), Sign("dawn:palace")),)
    if found.ability:
        return ((Sign("dawn:ability"), Word("I" * found.ability)),)
    if found.weapons:
        worth = Word(f"{found.presence}/{found.dominance}")
        return (Word(str(found.weapons)), Sign("dawn:weapon")), (worth, Sign("dawn:vp"))
    return ((),)


def next_gain(view: DawnView, seat: Seat, track: int) -> tuple[Token, ...]:
    """Return the sign of a track, the seat's space on it, an arrow, and the next gain. Beyond the top it's VP."""
    space, box = view.seats[seat].tracks[track], the_box()
    gains = symbols.effect_groups("track:beyond") if space == box.tracks.top else gains_of_space(track, space + 1)
    return (*count(f"dawn:track:{TRACKS[track]}", space), Word("→"), *chain(*gains))


def next_spaces(view: DawnView) -> tuple[Spaces, Spaces]:
    """Return the next spaces of markers and ships, and the top of each track. After the game, return only the tops."""
    seats = () if view.result else view.seats
    steps = [{the_box().tracks.top, *(seat.tracks[track] + 1 for seat in seats)} for track in range(len(TRACKS))]
    return steps, [{seat.ships[route] + 1 for seat in seats} for route in range(len(view.routes))]


def routes(
    view: DawnView, top: float, height: float, words: Say, new: Collection[tuple[Seat, str]] = (), shown: Spaces = ALL
) -> Items:
    """Yield a line per route: its spaces, with what they cost and give, and its ships."""
    step = (height + 10) / len(view.routes)
    for number, route in enumerate(view.routes):
        moved = {seat for seat, which in new if which == route.route}
        yield from _route(
            view, route, number, round(top + number * step), round(step - 10), words, moved, shown[number]
        )


def _route(
    view: DawnView, route: RouteView, number: int, top: int, height: int, words: Say, moved: Collection[Seat],
    spaces: Collection[int],
) -> Items:  # fmt: skip
    """Yield a route. A space that gives a blue or red tile has an edge of that colour."""
    yield from _label(route, top, height, words)
    printed, content, is_flat = the_box().routes[route.route], the_box().content.routes, height < 150
    costs: list[list[Token]] = [[*amount(cost, "dawn:coin")] for cost in printed.cost]
    costs[content.tower_space - 1] += [Sign("dawn:towers")]
    costs[-1] += amount(printed.top_vp, "dawn:vp")
    gains = [symbols.effect_groups(f"route:{route.route}:{space}") for space in range(1, len(costs) + 1)]
    both = enumerate(zip(costs, gains, strict=True), 1)
    shown = [[*cost, *chain(*gain)] if is_flat and space in spaces else [] for space, (cost, gain) in both]
    left, room = float(MARGIN + ROUTE_LABEL_WIDTH), WIDTH - 2 * MARGIN - ROUTE_LABEL_WIDTH - 4
    rest = (room - sum(inline.width_of(tokens, SMALL_SIGNS) for tokens in shown)) / len(shown)
    for space, (cost, gain, tokens) in enumerate(zip(costs, gains, shown, strict=True), 1):
        edge = {content.blue_space: BLUE, content.red_space: RED}.get(space, theme.SEA_LINE)
        wide, rim = rest + inline.width_of(tokens, SMALL_SIGNS) - 6, 5 if edge != theme.SEA_LINE else 2
        paper = theme.CREAM if space in spaces else theme.SEA[4]
        yield Box(round(left), top + 6, round(wide), height - 12, paper, 10, edge, rim)
        ship, middle = (58, top + 34.0) if is_flat else (72, top + height * 0.17)
        ship = ship if space in spaces else height - 22
        size = inline.fit_size(tokens, 54, wide - 30, SMALL_SIGNS)
        paid, tall = inline.width_of(cost, size), round(size * 1.1)
        if space in spaces:
            yield Box(round(left + 5), round(middle - tall / 2), round(paid + 8), tall, theme.PAPYRUS_DIM, 8)
            yield from inline.line(cost, left + 9, middle, size)
            if is_flat:
                yield from inline.line(tuple(chain(*gain)), left + 16 + paid, middle, size)
            else:
                yield from block(gain, left + 10, top + height * 0.31, wide - 16, height * 0.36, size)
        seats = [seat for seat in turn_order(view) if _ships(view, seat)[number] == space]
        yield from markers("ship", seats, left + wide / 2, top + height - 6 - ship / 2, wide - 10, ship, moved)
        left += wide + 6


def _ships(view: DawnView, seat: Seat) -> Sequence[int]:
    return view.rival.ships if view.rival is not None and seat == RIVAL else view.seats[seat].ships


def tiles(view: DawnView, top: float, height: float, words: Say) -> Items:
    """Yield a line per route with the tiles left next to it."""
    step, left = (height + 10) / len(view.routes), MARGIN + ROUTE_LABEL_WIDTH
    for number, route in enumerate(view.routes):
        y, tall = round(top + number * step), round(step - 10)
        yield from _label(route, y, tall, words)
        for tiles, colour, line_top in ((route.blue, BLUE, y + 7), (route.red, RED, y + tall / 2 + 3)):
            wide, high = min((WIDTH - MARGIN - left - 4) / max(1, len(tiles)), 300), tall / 2 - 10
            for place, tile in enumerate(tiles):
                x = left + place * wide
                yield Box(round(x), round(line_top), round(wide - 6), round(high), theme.CREAM, 10, colour, 4)
                groups = symbols.effect_groups(f"bonus:{tile}")
                room = min(wide - 22, sum(inline.width_of(group, 50) + 15 for group in groups))
                start = x + (wide - 6 - room) / 2
                yield from block(groups, start, line_top + 2, room, high - 4, 50, SMALL_SIGNS)


def _label(route: RouteView, top: int, height: int, words: Say) -> Items:
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, height, "#c9dfe0", 14)
    x, name = MARGIN + ROUTE_LABEL_WIDTH // 2, words(route_name(route.route))
    yield Icon("dawn:ship", x, round(top + height / 2 - 22), min(84, height - 56))
    yield line(x, top + height - 28, name, NOTE, theme.INK, ROUTE_LABEL_WIDTH, anchor="mm", least=NOTE)
