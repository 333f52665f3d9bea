"""The drawings of Minos (classic): buildings, dice faces and things on the map."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.drawing import Drawing, Square, read_drawings
from render.icons import ICONS

_DRAWINGS = read_drawings("minos_classic")
BUILDINGS = {
    "harbour": ("#2f6f9f", "#14364f"),
    "dwelling": ("#b5533d", "#571f12"),
    "warehouse": ("#6a8a33", "#2f4210"),
    "wall": ("#d8c7a0", "#5c4a26"),
}
SYMBOLS: Mapping[str, tuple[Drawing, str]] = {
    "scales": (ICONS["scales"], "#7a4f00"),
    "arrow": (_DRAWINGS["die_arrow"], "#9c1f26"),
    "gull": (_DRAWINGS["die_gull"], "#175a86"),
    "build": (_DRAWINGS["die_build"], "#8c3f1d"),
    "joker": (_DRAWINGS["die_joker"], "#5b2f7d"),
    "star": (_DRAWINGS["die_star"], "#b07400"),
}
"""The drawing and the colour of each die face."""


def _building(square: Square, style: str, kind: str) -> None:
    """Draw a building on its tile. The style `plain` leaves out the tile's edge, for small sizes."""
    fill, edge = BUILDINGS[kind]
    if style == "plain":
        square.box(0, 0, 100, 100, fill)
    else:
        square.box(2, 2, 98, 98, edge, 16)
        square.box(9, 9, 91, 91, fill, 11)
    _DRAWINGS[kind](square, "")


def _die(square: Square, style: str, face: str) -> None:
    symbol, ink = SYMBOLS[face]
    is_used = style == "used"
    square.box(1, 1, 99, 99, "#5d6f74" if is_used else theme.GOLD_DEEP, 20)
    square.box(4, 3, 96, 94, "#8fa3a6" if is_used else theme.CREAM, 17)
    symbol(square.part(14, 12, 72), "#5d7277" if is_used else ink)
    if is_used:
        square.line([(16, 82), (82, 16)], "#3c4d52", 6)


def _sign(square: Square, style: str, face: str) -> None:
    SYMBOLS[face][0](square, style or SYMBOLS[face][1])


GAME_ICONS: Mapping[str, Drawing] = {
    **_DRAWINGS,
    **{kind: partial(_building, kind=kind) for kind in BUILDINGS},
    **{f"die:{face}": partial(_die, face=face) for face in SYMBOLS},
    **{f"sign:{face}": partial(_sign, face=face) for face in SYMBOLS},
}
