"""Colours, fonts and seat marks, in the style of a fresco: sea blue, terracotta, ochre and papyrus."""

import re
from functools import cache, lru_cache
from itertools import groupby
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
"""Colours of the sea, from the open sea to the shallows."""
SEA_OUTER = "#3d748a"
SEA_LINE = "#3f7f94"
SEA_INK = "#123c4c"
LAND = "#ecd9ac"
LAND_RIM = ("#cfae74", "#dcc08a", "#e5cd9b")
"""Colours of the land, from the shore inland."""
COAST = "#7a5b33"
HILL = "#c9ab74"
HILL_SHADE = "#a98550"
ROAD = "#a0522f"

SEATS = {"crimson": "#b3262e", "azure": "#1f5fa8", "amber": "#e0a11b", "jade": "#1a7a4d"}
SEATS_DARK = {"crimson": "#6d1218", "azure": "#0f3766", "amber": "#7a5200", "jade": "#0d4a2e"}
SEATS_PALE = {"crimson": "#f5d3cb", "azure": "#cfe0f2", "amber": "#f9e3b0", "jade": "#cfe8d6"}
SEATS_INK = {"crimson": CREAM, "azure": CREAM, "amber": NIGHT_EDGE, "jade": CREAM}
SHAPES = {"crimson": "disc", "azure": "diamond", "amber": "triangle", "jade": "cross"}
"""Each seat has its own shape as well as a colour. Colour never carries meaning alone."""

FACES = {
    "display": "Cinzel-700Bold.ttf",
    "bold": "FiraSansCondensed-700Bold.ttf",
    "text": "FiraSansCondensed-500Medium.ttf",
    "italic": "FiraSansCondensed-500Medium-Italic.ttf",
}


WIDE = {"letters": "NotoSans-Wide.ttf", "han": "NotoSansCJK-Wide.otf"}
"""Faces for letters, symbols and emoji that the others lack. They're tried in this order."""


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / (FACES | WIDE)[face], size, layout_engine=ImageFont.Layout.BASIC)


GEAR = "\N{GEAR}"
"""The symbol before the names of computer players. It's removed from people's names."""


@cache
def face_of(letter: str, face: str = "bold") -> str:
    """Return the first face that has this letter: `face`, then the wide faces. Return "" if none has it."""
    faces = (face, *WIDE)
    return face if letter.isspace() else next((each for each in faces if font(each, 24).getmask(letter).getbbox()), "")


@lru_cache(8192)
def runs(text: str, face: str) -> tuple[tuple[str, str], ...]:
    """Split `text` into runs of one face. Return the face and the letters of each."""
    return tuple((each, "".join(run)) for each, run in groupby(text, lambda letter: face_of(letter, face) or face))


@lru_cache(8192)
def text_width(text: str, face: str, size: int) -> float:
    return sum(font(each, size).getlength(run) for each, run in runs(text, face))


def text_left(text: str, face: str, size: int, anchor: str) -> float:
    return -text_width(text, face, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]


def baseline(face: str, size: int, anchor: str) -> float:
    """Return how far the baseline of `face` is below the anchor, in pixels. Runs of other faces share the baseline."""
    ascent, descent = font(face, size).getmetrics()
    return (ascent - descent) / 2 if anchor[1] == "m" else 0.0


@lru_cache(8192)
def text_box(text: str, face: str, size: int, anchor: str) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edge of `text` in pixels, relative to its anchor."""
    parts = runs(text, face)
    if {each for each, _ in parts} <= {face}:
        return font(face, size).getbbox(text, anchor=anchor)
    left, down = text_left(text, face, size, anchor), baseline(face, size, anchor)
    boxes = [font(each, size).getbbox(run, anchor="ls") for each, run in parts]
    return (
        left,
        down + min(box[1] for box in boxes),
        left + text_width(text, face, size),
        down + max(box[3] for box in boxes),
    )


ENDING = re.compile(r"(?: \d+)?$")
_RIGHT = "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
FROM_RIGHT = re.compile(f"{_RIGHT}(?: +{_RIGHT})*")
"""Matches words written from right to left, but no digits, which are written from left to right."""


def cut(text: str, face: str, size: int, width: float) -> str:
    """Cut `text` to fit `width` pixels, but keep a number at the end, which distinguishes people of the same name.
    Words written from right to left are cut on the left, where they end."""
    if text_width(text, face, size) <= width:
        return text
    ending = ENDING.search(text)
    number = ending[0] if ending else ""
    kept = text.removesuffix(number)
    is_from_right = FROM_RIGHT.fullmatch(kept.replace("…", ""))
    while True:
        shown = f"…{kept.lstrip()}{number}" if is_from_right else f"{kept.rstrip()}…{number}"
        if not kept or text_width(shown, face, size) <= width:
            return shown
        kept = kept[1:] if is_from_right else kept[:-1]


def fit(text: str, face: str, size: int, width: float, smallest: int) -> tuple[str, int]:
    """Shrink `text` from `size` down to `smallest` to fit `width` pixels, then cut it. Return the text and its size."""
    while size > smallest and text_width(text, face, size) > width:
        size -= 1
    return cut(text, face, size, width), size
