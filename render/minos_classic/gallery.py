"""Pictures of the gallery: telling positions of Minos (classic)."""

from render.gallery_picture import GalleryPicture
from render.minos_classic.positions import Position, positions
from render.minos_classic.renderer import RENDERER


def table(position: Position) -> GalleryPicture:
    """The plates of the whole table."""
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: RENDERER.plates(view, marks, names, say, moves))


def pictures() -> dict[str, GalleryPicture]:
    """All of this game, by name."""
    return {name: table(position) for name, position in positions().items()}
