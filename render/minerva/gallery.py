"""Gallery pictures of Minerva: chosen positions, and single cities."""

from engine.kernel.decision import Seat
from render.gallery_picture import GalleryPicture
from render.minerva.positions import Position, cities, positions
from render.minerva.renderer import RENDERER
from render.plate import Plate


def table(position: Position) -> GalleryPicture:
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: RENDERER.plates(view, marks, names, say, moves))


def city(position: Position, seat: Seat) -> GalleryPicture:
    view = position.view
    return GalleryPicture(
        position.names,
        lambda names, say: (
            Plate("seat", RENDERER.seat_scene(view, seat, names, say), RENDERER.seat_alt(view, seat, names, say)),
        ),
    )


def pictures() -> dict[str, GalleryPicture]:
    tables = {name: table(position) for name, position in positions().items()}
    return tables | {name: city(position, seat) for name, (position, seat) in cities().items()}
