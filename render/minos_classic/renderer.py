"""Draw a view of Minos (classic) as plates, or describe it as text."""

import math
from collections.abc import Iterator, Sequence
from functools import cache, partial

from engine.kernel.decision import Fact, Message, Seat
from engine.minos_classic.seen.view import ClassicView, SiteView
from render.minos_classic import chart, dice, seats, text_board
from render.minos_classic.background import background
from render.minos_classic.board import board
from render.minos_classic.plaques import Plaque
from render.minos_classic.text_board import alt_text, board_text, deciding, dice_alt, headline, map_alt, seat_alt
from render.names import picture_names
from render.plate import HEAD, HEIGHT, MARGIN, WIDTH, Plate, Plates, bare, head_line
from render.renderer import CloseUp, CloseUps, GameRenderer, Mark, Names, Say
from render.scene import BARE, Items, Layer, Rectangle, Scene, enlarge
from render.seat_colours import COLOURS
from render.zoom import zoom


def plates(view: ClassicView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
    """Return the map, and a plate with the dice and everyone's holdings. The one that the current question needs comes
    first. After the game, return only the map: the score sheet is shown before it."""
    people = picture_names(len(view.seats), names, words)
    is_about_dice = view.phase in ("roll", "battle")
    table = Plate("map", _map(view, () if is_about_dice else marks, people, words, moves), map_alt(view, names, words))
    if view.has_ended:
        return (table,)
    rolled = Plate("dice", _dice(view, moves, names, words), dice_alt(view, names, words))
    return (rolled, table) if is_about_dice else (table, rolled)


def _head(view: ClassicView, people: Names, words: Say) -> Layer:
    seat = deciding(view)
    aside = words(Message("picture.round", {"round": view.round}))
    colour = COLOURS[seat] if seat is not None else ""
    return Layer("head", tuple(head_line(words(headline(view, people)), aside, colour)), is_needed=True)


def _map(view: ClassicView, marks: Sequence[Mark], people: Names, words: Say, heard: Sequence[Fact]) -> Scene:
    layers = (
        *chart.layers(view, marks, _places(words), heard),
        Layer("corner", tuple(seats.standings(view))),
        Layer("turn", tuple(seats.turn_box(view)), is_needed=True),
        _head(view, people, words),
    )
    return Scene(WIDTH, HEIGHT, background(), HEIGHT, layers, is_busy=True)


def _places(words: Say) -> dict[str, str]:
    return {each.id: words(Message(f"minos_classic.place.{each.id}")) for each in (*board().site, *board().zone)}


def _dice(view: ClassicView, heard: Sequence[Fact], names: Names, words: Say) -> Scene:
    people = picture_names(len(view.seats), names, words)
    layers = _head(view, people, words), *_dice_layers(view, people, words, heard)
    return Scene(WIDTH, HEIGHT, BARE, HEAD, layers)


def _dice_layers(view: ClassicView, people: Names, words: Say, heard: Sequence[Fact]) -> Iterator[Layer]:
    if view.battle is not None:
        yield Layer("dice", tuple(dice.battle(view, people)))
        yield Layer("between", tuple(dice.between(view, words)))
        yield Layer("legend", tuple(dice.fight_legend(words)))
        yield Layer("seats", tuple(seats.seats(view, people, words, 852)))
        return
    yield Layer("dice", tuple(dice.row(view, heard)), is_needed=True)
    top = 326
    if view.phase == "roll":
        yield Layer("legend", tuple(dice.legend(words)))
        top = 534
    yield Layer("supply", tuple(dice.supply(view, words, top)))
    yield Layer("seats", tuple(seats.seats(view, people, words, top + 108)))


PART_WIDTH = 1100
"""Width of a quarter of the map, in pixels. Quarters overlap, and each space is complete in one of them."""
QUARTERS = {
    f"map_{north_south}_{west_east}": (left, top)
    for north_south, top in (("north", HEAD), ("south", HEIGHT - PART_WIDTH * HEIGHT // WIDTH))
    for west_east, left in (("west", 0), ("east", WIDTH - PART_WIDTH))
}
"""The left and top edge of each quarter of the map."""
TOP, BOTTOM = HEAD + 20, HEIGHT - MARGIN
"""Top and bottom of the area below the head."""
MOST_ENLARGED = 3.6
COLONY = 250, 110
"""Width and height of the space for a plaque, before it is enlarged."""


def close_ups(view: ClassicView, seat: Seat | None) -> CloseUps:
    """Return the quarters of the map, the dice, and each seat's holdings with its colonies."""
    found = {key: CloseUp(partial(_quarter, view, *at), partial(map_alt, view)) for key, at in QUARTERS.items()}
    found["dice"] = CloseUp(partial(_dice, view, ()), partial(dice_alt, view))
    for own in view.seats:
        found[f"seat:{own.seat}"] = CloseUp(partial(_seat, view, own.seat), partial(seat_alt, view, own.seat))
    return found


@cache
def _ground(left: int, top: int) -> Layer:
    return Layer(f"sea {left} {top}", tuple(enlarge(background().items, WIDTH / PART_WIDTH, left, top)))


def _quarter(view: ClassicView, left: int, top: int, names: Names, words: Say) -> Scene:
    places = _places(words)
    layers = chart.layers(view, (), places, (), PART_WIDTH / WIDTH, needed=places)
    return zoom(Scene(WIDTH, HEIGHT, background(), HEIGHT, layers, True), left, top, PART_WIDTH, _ground(left, top))


def _seat(view: ClassicView, seat: Seat, names: Names, words: Say) -> Scene:
    people = picture_names(len(view.seats), names, words)
    held = text_board.held_sites(view, seat)
    right = 560 if held else WIDTH - MARGIN
    aside = words(Message("picture.round", {"round": view.round}))
    return bare(
        Layer("head", tuple(head_line(people[seat], aside, COLOURS[seat])), is_needed=True),
        Layer("seats", tuple(seats.panel(view, view.seats[seat], people, words, (MARGIN, TOP, right, BOTTOM)))),
        Layer("colonies", tuple(_colonies(view, held, words, (right + MARGIN, TOP, WIDTH - MARGIN, BOTTOM)))),
    )


def _colonies(view: ClassicView, held: Sequence[SiteView], words: Say, room: Rectangle) -> Items:
    """Yield the plaques of these sites in a grid."""
    (left, top, right, bottom), (wide, high) = room, COLONY
    across = max(1, round(math.sqrt(len(held) * (right - left) / (bottom - top) * high / wide)))
    by = min((right - left) / across / wide, (bottom - top) / max(1, -(-len(held) // across)) / high, MOST_ENLARGED)
    for number, site in enumerate(held):
        row, column = divmod(number, across)
        plaque = Plaque(site, words(Message(f"minos_classic.place.{site.site}")), by)
        yield from plaque.items(round(left + column * (right - left) / across), round(top + row * high * by))


RENDERER = GameRenderer(plates=plates, alt_text=alt_text, board_text=board_text, film="map", close_ups=close_ups)
