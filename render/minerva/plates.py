"""Minerva's plates: the market or the city in question, and the other cities."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Fact, Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.minerva import market, panels
from render.minerva.cities import city_layers
from render.minerva.frames import asked_of, extent_of, fit_frame, share_plate
from render.minerva.text_board import cities_alt, market_alt, seat_alt
from render.names import picture_names
from render.plate import HEAD, HEIGHT, MARGIN, WIDTH, Plate
from render.renderer import Mark, Say
from render.scene import Layer, Scene

BARE = Layer("bare", ())
TALL = HEIGHT - MARGIN - panels.TOP
"""Height below the top line."""

Names = Mapping[Seat, str]


def plates(
    view: MinervaView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()
) -> tuple[Plate, ...]:
    """Return the market while an action is chosen, the acting city during a turn, or all cities between turns; then the
    rest.

    A single seat sees its city and the market. At the end all cities are on one plate.
    """
    people = picture_names(len(view.seats), names, words)
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
    width = panels.LEFT - 2 * MARGIN
    found = fit_frame(own.seat, extent_of(view, own, marks), MARGIN, panels.TOP, width, TALL)
    scene = _scene(
        *city_layers(view, (found,), marks, people, words, moves),
        Layer("turn", tuple(panels.beside(view, marks, words)), is_needed=True),
        panels.head(view, people, words),
    )
    return Plate("city", scene, seat_alt(view, own.seat, names, words))


def _cities(
    view: MinervaView, seats: Sequence[SeatView], names: Names, people: Names, words: Say, moves: Sequence[Fact]
) -> Plate:
    found = share_plate([(each.seat, extent_of(view, each, ())) for each in seats], panels.TOP, TALL)
    scene = _scene(*city_layers(view, found, (), people, words, moves), panels.head(view, people, words))
    return Plate("cities", scene, cities_alt(view, [each.seat for each in seats], names, words))
