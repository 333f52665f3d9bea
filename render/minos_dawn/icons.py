"""The vector icons of Minos: Dawn: goods, pieces, and the symbols that describe effects."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.drawing import Drawing, Square, read_drawings
from render.icons import GOODS, ICONS

BRONZE_DARK = "#5e3310"
FREE = "#2f7d4f"
DICE = {"red": "#b3262e", "yellow": "#e8b23a", "blue": "#1f5fa8", "gray": "#9aa3a6"}
DICE_DARK = {"red": "#6d1218", "yellow": "#7a5200", "blue": "#0f3766", "gray": "#4a5357"}
DICE_INK = {"red": theme.CREAM, "yellow": theme.NIGHT_EDGE, "blue": theme.CREAM, "gray": theme.NIGHT_EDGE}
TRACKS = {"influence": "red", "cultural": "yellow", "population": "blue"}
SIGN_OF = {colour: track for track, colour in TRACKS.items()}
"""The sign that a die has in addition to its colour. Gray dice have none."""
GOODS_GLYPHS = {**{good: good for good in GOODS}, "choice": "star", "random": "question"}
_DRAWINGS = read_drawings("minos_dawn", ICONS, {
    **DICE, **{f"{colour}_dark": dark for colour, dark in DICE_DARK.items()},
    **{f"{colour}_ink": ink for colour, ink in DICE_INK.items()},
})  # fmt: skip


def _good(square: Square, style: str, kind: str) -> None:
    paper, ink = GOODS.get(kind, (theme.CREAM, theme.INK))
    square.box(2, 2, 98, 98, ink, 16)
    square.box(10, 10, 90, 90, paper, 9)
    ICONS[GOODS_GLYPHS[kind]](square.part(19, 19, 62), ink)


def _temp(square: Square, style: str, kind: str) -> None:
    """Draw a temporary good as a round token with a broken ring."""
    paper, ink = GOODS.get(kind, (theme.CREAM, theme.INK))
    square.disc(50, 50, 49, paper)
    for turn in range(0, 360, 45):
        square.arc(50, 50, 44, turn, turn + 20, ink, 8)
    ICONS[GOODS_GLYPHS[kind]](square.part(23, 23, 54), ink)


GAME_ICONS: Mapping[str, Drawing] = {
    **{name: drawing for name, drawing in _DRAWINGS.items() if name.startswith("dawn:")},
    "dawn:coin": ICONS["coin"], "dawn:vp": ICONS["vp"],
    **{f"dawn:good:{kind}": partial(_good, kind=kind) for kind in GOODS_GLYPHS},
    **{f"dawn:temp:{kind}": partial(_temp, kind=kind) for kind in GOODS_GLYPHS},
    "dawn:deck": lambda square, age: _DRAWINGS[f"deck_{age or 1}"](square, ""),
    "dawn:vase": lambda square, colour: _DRAWINGS["vase"](square, DICE.get(colour, FREE)),
}  # fmt: skip
