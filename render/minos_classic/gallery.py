"""Pictures of the gallery: telling positions of Minos (classic)."""

from render.gallery_picture import GalleryPicture
from render.minos_classic.positions import Position, positions
from render.minos_classic.renderer import ClassicRenderer


def table(position: Position) -> GalleryPicture:
    """The picture of the whole table."""
    view, names = position.view, position.names
    return GalleryPicture(
        names,
        lambda say: ClassicRenderer.scene(view, position.marks, names, say),
        lambda say: ClassicRenderer.alt_text(view, names, say),
    )


def pictures() -> dict[str, GalleryPicture]:
    """All of this game, by name."""
    return {name: table(position) for name, position in positions().items()}
