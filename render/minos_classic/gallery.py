"""Gallery pictures of Minos (classic)."""

from render.gallery_picture import GalleryPicture
from render.minos_classic.positions import Position, positions
from render.minos_classic.renderer import RENDERER


def table(position: Position) -> GalleryPicture:
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: RENDERER.plates(view, marks, names, say, moves))


def pictures() -> dict[str, GalleryPicture]:
    return {name: table(position) for name, position in positions().items()}
