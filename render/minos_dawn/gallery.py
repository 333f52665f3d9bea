"""Gallery pictures of Minos: Dawn: chosen positions, a seat's own things, and a hand."""

from engine.kernel.decision import Seat
from render.gallery_picture import GalleryPicture
from render.minos_dawn.positions import Position, full_hand, positions
from render.minos_dawn.renderer import RENDERER
from render.plate import Plate


def table(position: Position) -> GalleryPicture:
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: RENDERER.plates(view, marks, names, say, moves))


def seat(position: Position, seat: Seat) -> GalleryPicture:
    view = position.view
    return GalleryPicture(
        position.names,
        lambda names, say: (
            Plate("seat", RENDERER.seat_scene(view, seat, names, say), RENDERER.seat_alt(view, seat, names, say)),
        ),
    )


def hand(position: Position) -> GalleryPicture:
    view = position.view
    return GalleryPicture(
        position.names,
        lambda names, say: (Plate("hand", RENDERER.hand_scene(view, names, say), RENDERER.hand_alt(view, names, say)),),
    )


def pictures() -> dict[str, GalleryPicture]:
    tables = positions()
    end = tables["dawn-07-end-of-game"]
    richest = max(end.view.seats, key=lambda each: (len(each.area), len(each.palace))).seat
    return {
        **{name: table(position) for name, position in tables.items()},
        "dawn-08-seat": seat(end, richest),
        "dawn-09-full-hand": hand(full_hand()),
    }
