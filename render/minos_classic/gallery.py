"""Gallery pictures of Minos (classic)."""

from render.minos_classic.positions import positions
from render.minos_classic.renderer import RENDERER
from render.position import GalleryPicture, picture_table


def pictures() -> dict[str, GalleryPicture]:
    return {name: picture_table(RENDERER, position) for name, position in positions().items()}
