"""Draw a view of Minerva as plates, or describe it as text."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from engine.kernel.decision import Fact, Seat
from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView, SeatView
from render.inline import Group, count
from render.minerva import cards, legend, market, panels
from render.minerva.cities import city_layers, city_of, holdings, sources
from render.minerva.frames import asked_seat, fit_frame, share_plate
from render.minerva.text_board import alt_text, board_text, cities_alt, market_alt, seat_alt
from render.names import picture_names
from render.plate import HEAD, HEIGHT, MARGIN, NEEDED, WIDTH, Plate, Plates, bare
from render.renderer import CloseUp, CloseUps, GameRenderer, Mark, Names, Say
from render.scene import BARE, Layer, Scene

LARGEST = 420
"""Maximum side length of a tile in a close-up of a city, in pixels."""
TALL = HEIGHT - MARGIN - panels.TOP


def plates(view: MinervaView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
    """Return the plates, most useful first: the market to choose an action, the acting city during the action, all
    cities between turns. A solo game has the city and the market. A finished game has one plate with all cities."""
    people = picture_names(len(view.seats), names, words)

    def show_market(own: SeatView, marks: Sequence[Mark]) -> Plate:
        scene = _scene(
            Layer("own", tuple(panels.own(view, own)), is_needed=True),
            *market.layers(view, own, marks, words),
            panels.head(view, people, words),
        )
        return Plate("market", scene, market_alt(view, names, words))

    def show_city(own: SeatView) -> Plate:
        """Return the plate of one city, with the current action next to it."""
        width = panels.LEFT - 2 * MARGIN
        found = fit_frame(city_of(view, own, marks), MARGIN, panels.TOP, width, TALL)
        scene = _scene(
            *city_layers(view, (found,), marks, people, words, moves),
            Layer("turn", tuple(panels.beside(view, marks, words)), is_needed=True),
            panels.head(view, people, words),
        )
        return Plate("city", scene, seat_alt(view, own.seat, names, words))

    def show_cities(seats: Sequence[SeatView]) -> Plate:
        found = share_plate([city_of(view, each) for each in seats], panels.TOP, TALL, asked_seat(view))
        scene = _scene(*city_layers(view, found, (), people, words, moves), panels.head(view, people, words))
        return Plate("cities", scene, cities_alt(view, [each.seat for each in seats], names, words))

    seat = asked_seat(view)
    if seat is None:
        return (show_cities(view.seats),)
    own = view.seats[seat]
    others = tuple(each for each in view.seats if each is not own)
    if view.turn is not None and view.turn.act:
        return show_city(own), show_cities(others) if others else show_market(own, ())
    offered, table = show_market(own, marks), show_cities(view.seats)
    return (offered, table) if view.turn is not None else (table, offered)


def _scene(*layers: Layer) -> Scene:
    return Scene(WIDTH, HEIGHT, BARE, HEAD, layers)


def close_ups(view: MinervaView, seat: Seat | None) -> CloseUps:
    """Return close-ups of the display (one or more), of temples with culture tiles, and of each seat's city."""
    pages = {f"display:{number}": shown for number, shown in enumerate(market.pages(view), 1)}
    found = {key: partial(market.page_layers, view, shown) for key, shown in pages.items()}
    found["temples"] = partial(market.supply_layers, view)
    drawn = {key: CloseUp(partial(_draw, layers), partial(market_alt, view)) for key, layers in found.items()}
    for own in view.seats:
        drawn[f"seat:{own.seat}"] = CloseUp(partial(_city, view, own.seat), partial(seat_alt, view, own.seat))
    return drawn


def _draw(layers: Callable[[Say], Iterator[Layer]], names: Names, words: Say) -> Scene:
    return bare(*layers(words))


def _city(view: MinervaView, seat: Seat, names: Names, words: Say) -> Scene:
    found, people = view.seats[seat], picture_names(len(view.seats), names, words)
    won = cards.chip_lines([cards.plain_chip(group) for group in _won_tiles(found)], NEEDED)
    foot = HEIGHT - MARGIN - len(won) * (cards.chip_height(NEEDED) + cards.GAP)
    city = replace(city_of(view, found), holdings=(*holdings(found), *sources(view, found)))
    frame = fit_frame(city, MARGIN, MARGIN, WIDTH - 2 * MARGIN, foot - MARGIN, LARGEST)
    own, *rest = city_layers(view, (frame,), (), people, words, letters=NEEDED)
    chips = tuple(cards.draw_chips(won, foot + cards.GAP, NEEDED))
    return bare(Layer(own.name, own.items, is_needed=True), *rest, Layer("won", chips))


def _won_tiles(seat: SeatView) -> Iterator[Group]:
    for culture in map(the_box().culture_tiles.__getitem__, seat.culture_tiles):
        yield count(f"minerva:{culture.category}", culture.vp)
    for glory in map(the_box().glory_tiles.__getitem__, seat.glory_tiles):
        yield count("minerva:trophy", glory.vp)


RENDERER = GameRenderer(
    plates=plates,
    alt_text=alt_text,
    board_text=board_text,
    film="cities",
    close_ups=close_ups,
    entry_scenes={"tile": legend.tile},
    overview_scenes={"tile": legend.all_tiles},
    emoji=legend.drawings(),
)
