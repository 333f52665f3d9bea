"""Gallery pictures of Minos: Dawn: chosen positions, a seat's own things, and a hand."""

from render.minos_dawn.positions import full_hand, positions
from render.minos_dawn.renderer import RENDERER
from render.position import GalleryPicture, picture_hand, picture_seat, picture_table


def pictures() -> dict[str, GalleryPicture]:
    tables = positions()
    end = tables["dawn-07-end-of-game"]
    richest = max(end.view.seats, key=lambda each: (len(each.area), len(each.palace))).seat
    return {
        **{name: picture_table(RENDERER, position) for name, position in tables.items()},
        "dawn-08-seat": picture_seat(RENDERER, end, richest),
        "dawn-09-full-hand": picture_hand(RENDERER, full_hand()),
    }
