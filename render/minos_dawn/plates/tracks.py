"""Draw tracks and routes: all markers and ships, what spaces give, and the tiles left next to the routes."""

from collections.abc import Collection, Sequence

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
from render.minos_dawn.plates.frame import MARGIN, SIGNS, TEXT, block, run, wrapped_words
from render.plate import WIDTH, round_glow
from render.renderer import Mark, Say
from render.scene import Box, Icon, Items, Text
from render.seat_colours import COLOURS

LABEL_WIDTH = 104
ROUTE_LABEL_WIDTH = 190
ROUTE_STEP = 162
LEAST_SIGNS = 28
"""The smallest size of signs at which numbers are legible."""
BLUE, RED = "#1f5fa8", "#b3262e"


def tracks(
    view: DawnView, top: float, height: float, size: int, least: int, new: Collection[tuple[Seat, int]] = ()
) -> Items:
    """Yield the three progress tracks. Signs for gains have at most the size `size`. Markers in `new` glow."""
    step = (height + 10) / len(TRACKS)
    for number, track in enumerate(TRACKS):
        y, tall = round(top + number * step), round(step - 10)
        yield Box(MARGIN, y, WIDTH - 2 * MARGIN, tall, theme.PAPYRUS_DIM, 14)
        yield Icon(f"dawn:track:{track}", MARGIN + LABEL_WIDTH / 2, y + tall / 2, 76)
        moved = {seat for seat, which in new if which == number}
        for space in range(the_box().tracks.top + 1):
            yield from _space(view, number, space, y + 7, tall - 14, size, least, moved)


def numbers(marks: Sequence[Mark], top: float, height: float) -> Items:
    step = (height + 10) / len(TRACKS)
    places = {f"track:{track}": (MARGIN + 64, top + number * step + 34) for number, track in enumerate(TRACKS)}
    yield from frame.numbers(marks, places)


def _space(
    view: DawnView, track: int, space: int, top: float, height: float, size: int, least: int, moved: Collection[Seat]
) -> Items:
    width = (WIDTH - 2 * MARGIN - LABEL_WIDTH - 4) / (the_box().tracks.top + 1)
    left = round(MARGIN + LABEL_WIDTH + space * width)
    yield Box(left, top, round(width - 7), height, theme.CREAM, 10, DICE[TRACK_COLOURS[TRACKS[track]]], 3)
    markers_tall = 66 if height > 130 else 54
    room = height - markers_tall - 6
    yield from block(gains_of_space(track, space), left + 7, top + 4, width - 14, room, size, least)
    seats = [seat.seat for seat in view.seats if seat.tracks[track] == space]
    # SOLO-SETUP-6: his marker is a reminder of what his regions are worth.
    seats += [RIVAL] if view.rival and TRACKS[track] == "population" and view.rival.population == space else []
    yield from markers(
        "mark", seats, left + (width - 7) / 2, top + height - markers_tall / 2 - 4, width - 14, markers_tall, moved
    )


def markers(
    icon: str, seats: Sequence[Seat], x: float, y: float, width: float, size: float, new: Collection[Seat] = ()
) -> Items:
    """Yield pieces of several seats side by side, centred on (`x`, `y`). Those of seats in `new` glow."""
    step = min(size + 4, width / max(1, len(seats)))
    for number, seat in enumerate(seats):
        middle = round(x + (number - (len(seats) - 1) / 2) * step)
        if seat in new:
            yield from round_glow(middle, round(y), min(size, step) * 0.36)
        yield Icon(icon, middle, round(y), min(size, step), COLOURS[seat])


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
    """Return the sign of a track, the seat's space on it, an arrow, and the next gain, which is VP beyond the top."""
    space, box = view.seats[seat].tracks[track], the_box()
    gains = symbols.effect_groups("track:beyond") if space == box.tracks.top else gains_of_space(track, space + 1)
    return (*count(f"dawn:track:{TRACKS[track]}", space), Word("→"), *(token for gain in gains for token in gain))


def routes(
    view: DawnView, top: float, height: float, words: Say, new: Collection[tuple[Seat, str]] = (),
    least: int = LEAST_SIGNS, wide: int = ROUTE_STEP,
) -> Items:  # fmt: skip
    """Yield a line per route: its spaces, `wide` pixels wide, then its tiles if they have room."""
    step = (height + 10) / len(view.routes)
    for number, route in enumerate(view.routes):
        moved = {seat for seat, which in new if which == route.route}
        yield from _route(view, route, number, round(top + number * step), round(step - 10), words, moved, least, wide)


def _route(
    view: DawnView, route: RouteView, number: int, top: int, height: int, words: Say, moved: Collection[Seat],
    least: int, step: int,
) -> Items:  # fmt: skip
    printed, content = the_box().routes[route.route], the_box().content.routes
    yield from _label(route, top, height, 30 if least < SIGNS else TEXT, words)
    for space in range(1, len(printed.cost) + 1):
        left = MARGIN + ROUTE_LABEL_WIDTH + (space - 1) * step
        edge = {content.blue_space: BLUE, content.red_space: RED}.get(space, theme.SEA_LINE)
        wide, times = step - 7, step / ROUTE_STEP
        yield Box(left, top + 7, wide, height - 14, theme.CREAM, 10, edge, 5 if edge != theme.SEA_LINE else 2)
        price = [*amount(printed.cost[space - 1], "dawn:coin")]
        price += [Sign("dawn:towers")] if space == content.tower_space else []
        price += amount(printed.top_vp, "dawn:vp") if space == len(printed.cost) else ()
        yield from run(price, left + 10, top + height * 0.19, wide - 16, round(36 * times), least)
        income = symbols.effect_groups(f"route:{route.route}:{space}")
        yield from block(income, left + 10, top + height * 0.31, wide - 16, height * 0.36, round(42 * times), least)
        seats = [seat.seat for seat in view.seats if seat.ships[number] == space]
        seats += [RIVAL] if view.rival and view.rival.ships[number] == space else []
        yield from markers(
            "ship", seats, left + wide / 2, top + height * 0.8, wide - 10, round(54 * min(times, 1.3)), moved
        )
    left = MARGIN + ROUTE_LABEL_WIDTH + len(printed.cost) * step + 4
    if left < WIDTH - 2 * step:
        yield from _both_tiles(route, left, top, height, least)


def tiles(view: DawnView, top: float, height: float, words: Say) -> Items:
    """Yield a line per route with the tiles left next to it."""
    step = (height + 10) / len(view.routes)
    for number, route in enumerate(view.routes):
        y, tall = round(top + number * step), round(step - 10)
        yield from _label(route, y, tall, TEXT, words)
        yield from _both_tiles(route, MARGIN + ROUTE_LABEL_WIDTH, y, tall, SIGNS)


def _label(route: RouteView, top: int, height: int, size: int, words: Say) -> Items:
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, height, "#c9dfe0", 14)
    x, lines = (
        MARGIN + ROUTE_LABEL_WIDTH / 2,
        wrapped_words(words(route_name(route.route)), size, ROUTE_LABEL_WIDTH - 14, 2),
    )
    yield Icon("dawn:ship", x, top + height * 0.4, 84)
    for place, text in enumerate(reversed(lines)):
        yield Text(x, top + height - 28 - place * 40, text, "bold", size, theme.INK)


def _both_tiles(route: RouteView, left: float, top: int, height: int, least: int) -> Items:
    room = WIDTH - MARGIN - left - 4
    for tiles, colour, y in ((route.blue, BLUE, top + 7), (route.red, RED, top + height / 2 + 3)):
        yield from _tiles(tiles, colour, left, y, room, height / 2 - 10, least)


def _tiles(
    tiles: tuple[str, ...], colour: str, left: float, top: float, width: float, height: float, least: int
) -> Items:
    step = min(width / max(1, len(tiles)), 300)
    for number, tile in enumerate(tiles):
        x = left + number * step
        yield Box(round(x), round(top), round(step - 6), round(height), theme.CREAM, 10, colour, 4)
        groups = symbols.effect_groups(f"bonus:{tile}")
        room = min(step - 22, sum(inline.width_of(group, 50) + 15 for group in groups))
        yield from block(groups, x + (step - 6 - room) / 2, top + 2, room, height - 4, 50, least)
