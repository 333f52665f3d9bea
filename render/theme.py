"""Palette, faces and the marks of the seats: a fresco of sea blue, terracotta, ochre and papyrus."""

from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

_FONTS = Path(__file__).parent / "assets" / "fonts"

INK = "#22313a"
INK_SOFT = "#4a4335"
NIGHT = "#16303d"
NIGHT_EDGE = "#0c212b"
PAPYRUS = "#f6ead0"
PAPYRUS_DIM = "#e4d3ae"
CREAM = "#fff8e6"
GOLD = "#e8b23a"
GOLD_DEEP = "#8a5a08"
TERRACOTTA = "#a8452b"
POINTS = "#7a2f6b"
SEA = ("#6fb0bf", "#82bdc8", "#9acbd0", "#b5dad8", "#d2e9e0")
"""From the open sea to the shallows."""
SEA_OUTER = "#3d748a"
SEA_LINE = "#3f7f94"
SEA_INK = "#123c4c"
LAND = "#ecd9ac"
LAND_RIM = ("#cfae74", "#dcc08a", "#e5cd9b")
"""From the shore inland."""
COAST = "#7a5b33"
HILL = "#c9ab74"
HILL_SHADE = "#a98550"
ROAD = "#a0522f"

SEATS = {"crimson": "#b3262e", "azure": "#1f5fa8", "amber": "#e0a11b", "jade": "#1a7a4d"}
SEATS_DARK = {"crimson": "#6d1218", "azure": "#0f3766", "amber": "#7a5200", "jade": "#0d4a2e"}
SEATS_PALE = {"crimson": "#f5d3cb", "azure": "#cfe0f2", "amber": "#f9e3b0", "jade": "#cfe8d6"}
SEATS_INK = {"crimson": CREAM, "azure": CREAM, "amber": NIGHT_EDGE, "jade": CREAM}
"""What is written on a seat's colour."""
SHAPES = {"crimson": "disc", "azure": "diamond", "amber": "triangle", "jade": "cross"}
"""Every seat has a shape beside its colour: nothing is told by colour alone."""

FACES = {
    "display": "Cinzel-700Bold.ttf",
    "bold": "FiraSansCondensed-700Bold.ttf",
    "text": "FiraSansCondensed-500Medium.ttf",
    "italic": "FiraSansCondensed-500Medium-Italic.ttf",
}


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """The font of one of `FACES` at `size` pixels."""
    return ImageFont.truetype(_FONTS / FACES[face], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(8192)
def text_width(text: str, face: str, size: int) -> float:
    """How wide `text` is, in pixels."""
    return font(face, size).getlength(text)


def cut(text: str, face: str, size: int, width: float) -> str:
    """`text`, shortened with an ellipsis where it is wider than `width` pixels."""
    if text_width(text, face, size) <= width:
        return text
    kept = text
    while kept and text_width(kept.rstrip() + "…", face, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def fitted(text: str, face: str, size: int, width: float, smallest: int) -> tuple[str, int]:
    """`text` and its size: at most `size`, smaller where it would be wider than `width`, cut below `smallest`."""
    while size > smallest and text_width(text, face, size) > width:
        size -= 1
    return cut(text, face, size, width), size
