"""Our signs as emoji: small square pictures that stand in the texts and on the buttons of messages."""

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from render import theme
from render.paint import Easel
from render.scene import Box, Icon, Item

SIDE = 100
"""An emoji is drawn in a square of this side, and is as many pixels wide."""
_FINE = 4


def on_paper(icon: str, style: str = "") -> tuple[Item, ...]:
    """A drawing on a light tile, since the text around it may be on a dark background."""
    return Box(0, 0, SIDE, SIDE, theme.CREAM, 20), Icon(icon, SIDE / 2, SIDE / 2, 86, style)


def rasterised(items: Iterable[Item]) -> bytes:
    """What is drawn in the square, as a PNG with a clear background."""
    image = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE), theme.CREAM + "00")
    easel = Easel(image, _FINE)
    for item in items:
        easel.draw(item)
    file = BytesIO()
    image.reduce(_FINE).save(file, "PNG", optimize=True)
    return file.getvalue()
