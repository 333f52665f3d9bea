"""Draw a view of Minos (classic) as plates, or describe it as text."""

from collections.abc import Iterator, Sequence

from engine.kernel.decision import Fact, Message
from engine.minos_classic.seen.view import ClassicView
from render.minos_classic import dice, free_places, pieces, seats
from render.minos_classic.background import background, spots
from render.minos_classic.board import board
from render.minos_classic.text_board import alt_text, board_text, deciding, dice_alt, headline, map_alt
from render.names import picture_names
from render.plate import HEAD, HEIGHT, WIDTH, Plate, Plates, head_line
from render.renderer import GameRenderer, Mark, Names, Say
from render.scene import BARE, Layer, Scene
from render.seat_colours import COLOURS


def plates(view: ClassicView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
    """Return the map, and a plate with the dice and everyone's holdings. The one that the current question needs is
    first. At the end return only the map, since the score sheet comes before it."""
    people = picture_names(len(view.seats), names, words)
    is_about_dice = view.phase in ("roll", "battle")
    table = Plate("map", _map(view, () if is_about_dice else marks, people, words, moves), map_alt(view, names, words))
    if view.result:
        return (table,)
    layers = _head(view, people, words), *_dice_layers(view, people, words, moves)
    rolled = Plate("dice", Scene(WIDTH, HEIGHT, BARE, HEAD, layers), dice_alt(view, names, words))
    return (rolled, table) if is_about_dice else (table, rolled)


def _head(view: ClassicView, people: Names, words: Say) -> Layer:
    seat = deciding(view)
    aside = words(Message("picture.round", {"round": view.round}))
    colour = COLOURS[seat] if seat is not None and not view.result else ""
    return Layer("head", tuple(head_line(words(headline(view, people)), aside, colour)), is_needed=True)


def _map(view: ClassicView, marks: Sequence[Mark], people: Names, words: Say, heard: Sequence[Fact]) -> Scene:
    sites = {site.site: words(Message(f"minos_classic.place.{site.site}")) for site in view.sites}
    zones = {zone: words(Message(f"minos_classic.place.{zone}")) for zone in (each.id for each in board().zone)}
    drawn = pieces.standing(view)
    written = [pieces.name_rectangle(site, sites[site.site]) for site in view.sites]
    written += seats.corners(view)
    placed = free_places.placed_marks(marks, drawn, written)
    taken = [*written, *(piece.rectangle for piece in drawn), *(mark.rectangle for mark in placed)]
    layers = (
        spots(),
        Layer("glow", tuple(pieces.glows(heard))),
        Layer("waters", tuple(free_places.zone_names(zones, taken))),
        Layer("plaques", tuple(pieces.plaques(view, sites))),
        Layer("leaders", tuple(free_places.leaders(placed))),
        Layer("moves", (*pieces.arrows(heard), *pieces.battle(view))),
        Layer("pieces", tuple(pieces.pieces(drawn)), is_needed=True),
        Layer("counts", (*pieces.counts(drawn), *pieces.swords(view))),
        Layer("corner", tuple(seats.standings(view))),
        Layer("turn", tuple(seats.turn_box(view)), is_needed=True),
        Layer("marks", tuple(free_places.marks_at_places(placed)), is_needed=True),
        _head(view, people, words),
    )
    return Scene(WIDTH, HEIGHT, background(), HEIGHT, layers, is_busy=True)


def _dice_layers(view: ClassicView, people: Names, words: Say, heard: Sequence[Fact]) -> Iterator[Layer]:
    if view.battle is not None:
        yield Layer("dice", tuple(dice.battle(view, people)))
        yield Layer("between", tuple(dice.between(view, words)))
        yield Layer("legend", tuple(dice.fight_legend(words)))
        yield Layer("seats", tuple(seats.seat_lines(view, people, words, 852)))
        return
    yield Layer("dice", tuple(dice.row(view, heard)), is_needed=True)
    yield Layer("legend", tuple(dice.legend(words)))
    yield Layer("supply", tuple(dice.supply(view, words)))
    yield Layer("seats", tuple(seats.seats(view, people, words, 542)))


RENDERER = GameRenderer(plates=plates, alt_text=alt_text, board_text=board_text, film="map")
