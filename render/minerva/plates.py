"""Minerva's plates: the market or the city that is asked about, and the cities of the others."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Fact, Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.minerva import market, panels
from render.minerva.cities import city_layers
from render.minerva.frames import asked_of, extent_of, framed, shared
from render.minerva.people import people_of
from render.minerva.text_board import cities_alt, market_alt, seat_alt
from render.plate import HEAD, HEIGHT, MARGIN, WIDTH, Plate
from render.renderer import Mark, Say
from render.scene import Layer, Scene

BARE = Layer("bare", ())
TALL = HEIGHT - MARGIN - panels.TOP
"""Height of what stands below the line at the top."""

Names = Mapping[Seat, str]


def plates(
    view: MinervaView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()
) -> tuple[Plate, ...]:
    """The market while an action is chosen, the city of a turn under way, all cities between the turns; then the rest.

    A lone seat has no others: its city and the market stand for each other. In the end all cities are one plate.
    """
    people = people_of(view, names, words)
    seat = asked_of(view)
    if view.result or seat is None:
        return (_cities(view, view.seats, names, people, words, moves),)
    is_laying = view.turn is not None and bool(view.turn.act)
    own = view.seats[seat]
    others = tuple(each for each in view.seats if each is not own)
    if is_laying:
        first = _city(view, own, marks, names, people, words, moves)
        return first, _cities(view, others, names, people, words, moves) if others else _market(
            view, own, (), names, people, words
        )
    offered = _market(view, own, marks, names, people, words)
    table = _cities(view, view.seats, names, people, words, moves)
    return (offered, table) if view.turn is not None else (table, offered)


def _scene(*layers: Layer) -> Scene:
    return Scene(WIDTH, HEIGHT, BARE, HEAD, layers)


def _market(view: MinervaView, own: SeatView, marks: Sequence[Mark], names: Names, people: Names, words: Say) -> Plate:
    scene = _scene(
        Layer("own", tuple(panels.own(view, own)), is_needed=True),
        Layer("market", tuple(market.papers(view, words))),
        Layer("effects", tuple(market.effects(view, words)), is_needed=True),
        Layer("supply", tuple(market.supply(view))),
        Layer("options", tuple(market.numbers(view, marks)), is_needed=True),
        panels.head(view, people, words),
    )
    return Plate("market", scene, market_alt(view, names, words))


def _city(
    view: MinervaView,
    own: SeatView,
    marks: Sequence[Mark],
    names: Names,
    people: Names,
    words: Say,
    moves: Sequence[Fact],
) -> Plate:
    """The city that is asked about, and beside it what is under way."""
    width = panels.LEFT - 2 * MARGIN
    found = framed(own.seat, extent_of(view, own, marks), MARGIN, panels.TOP, width, TALL)
    scene = _scene(
        *city_layers(view, (found,), marks, people, words, moves),
        Layer("turn", tuple(panels.beside(view, marks, words)), is_needed=True),
        panels.head(view, people, words),
    )
    return Plate("city", scene, seat_alt(view, own.seat, names, words))


def _cities(
    view: MinervaView, seats: Sequence[SeatView], names: Names, people: Names, words: Say, moves: Sequence[Fact]
) -> Plate:
    """Cities side by side, each with what its seat has."""
    found = shared([(each.seat, extent_of(view, each, ())) for each in seats], panels.TOP, TALL)
    scene = _scene(*city_layers(view, found, (), people, words, moves), panels.head(view, people, words))
    return Plate("cities", scene, cities_alt(view, [each.seat for each in seats], names, words))
