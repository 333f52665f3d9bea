"""The signs of Minos: Dawn as vectors: goods, pieces, and all symbols of its effect language."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.drawing import Drawing, Part, Square, read_drawings
from render.icons import GOODS, ICONS

INK = theme.INK
BRONZE_DARK = "#5e3310"
FREE = "#2f7d4f"
DICE = {"red": "#b3262e", "yellow": "#e8b23a", "blue": "#1f5fa8", "gray": "#9aa3a6"}
DICE_DARK = {"red": "#6d1218", "yellow": "#7a5200", "blue": "#0f3766", "gray": "#4a5357"}
DICE_INK = {"red": theme.CREAM, "yellow": theme.NIGHT_EDGE, "blue": theme.CREAM, "gray": theme.NIGHT_EDGE}
TRACKS = {"influence": "red", "cultural": "yellow", "population": "blue"}
GOODS_GLYPHS = {**{good: good for good in GOODS}, "choice": "star", "random": "question"}
TRACK_GLYPHS = {"influence": "crown", "cultural": "amphora", "population": "people"}
ROW_GLYPHS = {
    "prepare": ("sack", "#4f6b1f"),
    "develop": ("tablet", "#7a2f6b"),
    "build": ("hammer", "#8c3f1d"),
    "expand": ("banner", "#123c4c"),
    "wild": ("star", "#8a5a08"),
}


def _good(square: Square, style: str, kind: str) -> None:
    paper, ink = GOODS.get(kind, (theme.CREAM, INK))
    square.box(2, 2, 98, 98, ink, 16)
    square.box(10, 10, 90, 90, paper, 9)
    ICONS[GOODS_GLYPHS[kind]](Part(square, 19, 19, 62), ink)


def _temp(square: Square, style: str, kind: str) -> None:
    paper, ink = GOODS.get(kind, (theme.CREAM, INK))
    square.disc(50, 50, 49, paper)
    for turn in range(0, 360, 45):
        square.arc(50, 50, 44, turn, turn + 20, ink, 8)
    ICONS[GOODS_GLYPHS[kind]](Part(square, 23, 23, 54), ink)


def _numeral(square: Square, age: int) -> None:
    places = (50,) if age == 1 else (41, 59)
    for place in places:
        square.line([(place, 32), (place, 68)], theme.CREAM, 9)
    for y in (30, 70):
        square.line([(places[0] - 8, y), (places[-1] + 8, y)], theme.CREAM, 6)


def _deck(square: Square, style: str) -> None:
    paper = "#8c3f1d" if style == "2" else "#2f6f9f"
    for left, top in ((22, 14), (14, 7)):
        square.box(left, top, left + 62, top + 84, theme.NIGHT_EDGE, 10)
        square.box(left + 5, top + 5, left + 57, top + 79, theme.PAPYRUS_DIM, 6)
    square.box(6, 0, 68, 84, theme.NIGHT_EDGE, 10)
    square.box(12, 6, 62, 78, paper, 6)
    _numeral(Part(square, -6, -2, 86), int(style or 1))


def _track(square: Square, style: str, track: str) -> None:
    colour = TRACKS[track]
    square.disc(50, 50, 49, DICE_DARK[colour])
    square.disc(50, 50, 42, DICE[colour])
    ICONS[TRACK_GLYPHS[track]](Part(square, 24, 22, 52), DICE_INK[colour])


def _advance(square: Square, style: str, track: str) -> None:
    _track(Part(square, 0, 0, 82), style, track)
    part = Part(square, 52, 44, 50)
    part.disc(50, 50, 52, theme.CREAM)
    ICONS["arrow_up"](Part(part, 8, 6, 84), FREE)


def _pips(square: Square, style: str, low: int) -> None:
    square.box(2, 10, 98, 90, theme.NIGHT_EDGE, 14)
    square.box(8, 16, 92, 84, theme.CREAM, 9)
    square.line([(50, 18), (50, 82)], theme.NIGHT_EDGE, 4)
    for value, left in ((low, 12), (low + 1, 54)):
        for x, y in _PIPS[value]:
            square.disc(left + x * 17 + 17, 50 + y * 20, 6.5, theme.NIGHT_EDGE)


_PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.6, -1), (0.6, 1)),
    3: ((-0.6, -1), (0, 0), (0.6, 1)),
    4: ((-0.6, -1), (0.6, -1), (-0.6, 1), (0.6, 1)),
    5: ((-0.6, -1), (0.6, -1), (0, 0), (-0.6, 1), (0.6, 1)),
    6: ((-0.6, -1), (0.6, -1), (-0.6, 0), (0.6, 0), (-0.6, 1), (0.6, 1)),
}


def _row(square: Square, style: str, row: str) -> None:
    glyph, ink = ROW_GLYPHS[row]
    square.box(2, 2, 98, 98, ink, 22)
    square.box(10, 10, 90, 90, theme.CREAM, 15)
    ICONS[glyph](Part(square, 20, 20, 60), ink)


def _vase(square: Square, style: str) -> None:
    paper = DICE.get(style, FREE)
    ICONS["amphora"](square, theme.NIGHT_EDGE)
    ICONS["amphora"](Part(square, 8, 9, 84), paper if style != "green" else FREE)


GAME_ICONS: Mapping[str, Drawing] = {
    **read_drawings("minos_dawn", ICONS),
    "dawn:coin": ICONS["coin"], "dawn:vp": ICONS["vp"],
    **{f"dawn:good:{kind}": partial(_good, kind=kind) for kind in GOODS_GLYPHS},
    **{f"dawn:temp:{kind}": partial(_temp, kind=kind) for kind in GOODS_GLYPHS},
    "dawn:deck": _deck, "dawn:vase": _vase,
    **{f"dawn:track:{track}": partial(_track, track=track) for track in TRACKS},
    **{f"dawn:advance:{track}": partial(_advance, track=track) for track in TRACKS},
    **{f"dawn:trigger:{row}": partial(_row, row=row) for row in ROW_GLYPHS},
    **{f"dawn:trigger:die{low}{low + 1}": partial(_pips, low=low) for low in (1, 3, 5)},
}  # fmt: skip
"""Every drawing of Minos: Dawn by its name in a scene."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "dawn:deck": ("1", "2"),
    "dawn:vase": ("red", "yellow", "blue", "green"),
    **{f"dawn:{piece}": tuple(theme.SEATS) for piece in ("city", "tower", "farm", "held")},
}
"""The styles of drawings that have several."""
