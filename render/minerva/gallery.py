"""Gallery pictures of Minerva: chosen positions, and single cities."""

from render.minerva.positions import cities, positions
from render.minerva.renderer import RENDERER
from render.position import GalleryPicture, picture_seat, picture_table


def pictures() -> dict[str, GalleryPicture]:
    tables = {name: picture_table(RENDERER, position) for name, position in positions().items()}
    return tables | {name: picture_seat(RENDERER, position, seat) for name, (position, seat) in cities().items()}
