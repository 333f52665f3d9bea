"""Pictures of the gallery: telling positions of Minerva, and single cities."""

from engine.kernel.decision import Seat
from render.gallery_picture import GalleryPicture
from render.minerva.positions import Position, cities, positions
from render.minerva.renderer import MinervaRenderer


def table(position: Position) -> GalleryPicture:
    """The picture of the whole table."""
    view, names = position.view, position.names
    return GalleryPicture(
        names,
        lambda say: MinervaRenderer.scene(view, position.marks, names, say),
        lambda say: MinervaRenderer.alt_text(view, names, say),
    )


def city(position: Position, seat: Seat) -> GalleryPicture:
    """The picture of one seat's city."""
    view, names = position.view, position.names
    return GalleryPicture(
        names,
        lambda say: MinervaRenderer.seat_scene(view, seat, names, say),
        lambda say: MinervaRenderer.seat_alt(view, seat, names, say),
    )


def pictures() -> dict[str, GalleryPicture]:
    """All of this game, by name."""
    tables = {name: table(position) for name, position in positions().items()}
    return tables | {name: city(position, seat) for name, (position, seat) in cities().items()}
