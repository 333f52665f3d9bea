"""Pictures of the gallery: telling positions of Minos: Dawn of the Bronze Age, a seat's own things and a hand."""

from render.gallery_picture import GalleryPicture
from render.minos_dawn.positions import Position, full_hand, positions
from render.minos_dawn.renderer import DawnRenderer


def table(position: Position) -> GalleryPicture:
    """The picture of the whole table."""
    view, names = position.view, position.names
    return GalleryPicture(
        names,
        lambda say: DawnRenderer.scene(view, position.marks, names, say),
        lambda say: DawnRenderer.alt_text(view, names, say),
    )


def pictures() -> dict[str, GalleryPicture]:
    """All of this game, by name."""
    tables, hand = positions(), full_hand()
    end = tables["dawn-07-end-of-game"]
    seat = max(end.view.seats, key=lambda each: (len(each.area), len(each.palace))).seat
    return {
        **{name: table(position) for name, position in tables.items()},
        "dawn-08-seat": GalleryPicture(
            end.names,
            lambda say: DawnRenderer.seat_scene(end.view, seat, end.names, say),
            lambda say: DawnRenderer.seat_alt(end.view, seat, end.names, say),
        ),
        "dawn-09-full-hand": GalleryPicture(
            hand.names,
            lambda say: DawnRenderer.hand_scene(hand.view, hand.names, say),
            lambda say: DawnRenderer.hand_alt(hand.view, hand.names, say),
        ),
    }
