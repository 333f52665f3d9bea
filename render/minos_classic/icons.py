"""The drawings of Minos (classic): buildings, dice and things on the map."""

from collections.abc import Mapping

from render import glyphs, theme
from render.drawing import Drawing, Part, Square, path, star


def _tile(square: Square, fill: str, edge: str, style: str) -> None:
    """Draw the tile of a building. Style `plain` has no edge, for small sizes."""
    if style == "plain":
        square.box(0, 0, 100, 100, fill)
        return
    square.box(2, 2, 98, 98, edge, 16)
    square.box(9, 9, 91, 91, fill, 11)


def _harbour(square: Square, style: str) -> None:
    _tile(square, "#2f6f9f", "#14364f", style)
    square.disc(50, 25, 10, theme.CREAM)
    square.disc(50, 25, 4, "#2f6f9f")
    square.line([(50, 34), (50, 80)], theme.CREAM, 9)
    square.line([(33, 44), (67, 44)], theme.CREAM, 8)
    square.arc(50, 50, 30, 15, 165, theme.CREAM, 9)


def _dwelling(square: Square, style: str) -> None:
    _tile(square, "#b5533d", "#571f12", style)
    square.area(path("50,16 86,48 76,48 76,82 24,82 24,48 14,48"), theme.CREAM)
    square.box(42, 55, 58, 82, "#571f12")


def _warehouse(square: Square, style: str) -> None:
    _tile(square, "#6a8a33", "#2f4210", style)
    square.arc(36, 36, 12, 120, 300, theme.CREAM, 6)
    square.arc(64, 36, 12, -120, 60, theme.CREAM, 6)
    square.area(path("40,16 60,16 58,30 72,44 70,62 56,86 44,86 30,62 28,44 42,30"), theme.CREAM)
    square.line([(31, 50), (69, 50)], "#2f4210", 6)


def _wall(square: Square, style: str) -> None:
    _tile(square, "#d8c7a0", "#5c4a26", style)
    ink = "#5c4a26"
    square.area(path("16,24 32,24 32,38 42,38 42,24 58,24 58,38 68,38 68,24 84,24 84,80 16,80"), ink)
    square.line([(20, 52), (80, 52)], "#d8c7a0", 4)
    square.line([(20, 66), (80, 66)], "#d8c7a0", 4)
    for x, y in ((38, 52), (62, 52), (50, 66)):
        square.line([(x, y), (x, y + 13)], "#d8c7a0", 4)


def _ring(square: Square, style: str) -> None:
    square.disc(50, 50, 46, "#4b3413")
    square.disc(50, 50, 40, "#c9853a")
    square.disc(50, 50, 24, "#4b3413")
    square.disc(50, 50, 18, theme.PAPYRUS)
    square.arc(50, 50, 32, 200, 290, "#f2d3a0", 7)


def _arrow(square: Square, ink: str) -> None:
    square.line([(22, 78), (74, 26)], ink, 8)
    square.area([(88, 12), (80, 46), (54, 20)], ink)
    for shift in (0, 11):
        square.line([(20 + shift, 80 - shift), (13 + shift, 62 - shift)], ink, 6)
        square.line([(20 + shift, 80 - shift), (38 + shift, 87 - shift)], ink, 6)


def _gull(square: Square, ink: str) -> None:
    square.area(path("4,34 22,27 38,36 50,54 62,36 78,27 96,34 80,37 68,48 58,68 50,76 42,68 32,48 20,37"), ink)
    square.area([(44, 66), (56, 66), (50, 86)], ink)


def _build(square: Square, ink: str) -> None:
    square.area([(50, 14), (88, 36), (12, 36)], ink)
    for x in (24, 50, 76):
        square.box(x - 6, 40, x + 6, 74, ink)
    square.box(12, 77, 88, 86, ink)


def _joker(square: Square, ink: str) -> None:
    """Draw a theatre's comic mask."""
    face = path("16,22 32,13 50,10 68,13 84,22 85,50 76,74 62,87 50,91 38,87 24,74 15,50")
    square.area(face, ink)
    paper = theme.CREAM
    square.area([(24, 36), (44, 34), (42, 46), (28, 46)], paper)
    square.area([(76, 36), (56, 34), (58, 46), (72, 46)], paper)
    square.area(path("26,56 40,62 60,62 74,56 66,74 50,80 34,74"), paper)


def _star(square: Square, ink: str) -> None:
    square.area(star(50, 53, 45, 18, 5), ink)


SYMBOLS: Mapping[str, tuple[Drawing, str]] = {
    "scales": (glyphs.scales, "#7a4f00"),
    "arrow": (_arrow, "#9c1f26"),
    "gull": (_gull, "#175a86"),
    "build": (_build, "#8c3f1d"),
    "joker": (_joker, "#5b2f7d"),
    "star": (_star, "#b07400"),
}


def _die(face: str) -> Drawing:
    def draw(square: Square, style: str) -> None:
        symbol, ink = SYMBOLS[face]
        is_used = style == "used"
        square.box(1, 1, 99, 99, "#5d6f74" if is_used else theme.GOLD_DEEP, 20)
        square.box(4, 3, 96, 94, "#8fa3a6" if is_used else theme.CREAM, 17)
        inner = Part(square, 14, 12, 72)
        symbol(inner, "#5d7277" if is_used else ink)
        if is_used:
            square.line([(16, 82), (82, 16)], "#3c4d52", 6)

    return draw


def _sign(face: str) -> Drawing:
    return lambda square, style: SYMBOLS[face][0](square, style or SYMBOLS[face][1])


def _swords(square: Square, style: str) -> None:
    square.disc(50, 50, 48, theme.TERRACOTTA)
    square.disc(50, 50, 41, theme.CREAM)
    for side in (-1, 1):
        square.line([(50 - side * 24, 76), (50 + side * 22, 26)], theme.INK, 8)
        square.line([(50 - side * 28, 60), (50 - side * 10, 74)], theme.INK, 7)


def _fish(square: Square, style: str) -> None:
    square.area(path("6,50 26,30 52,26 76,44 96,28 90,50 96,72 76,56 52,74 26,70"), style or theme.SEA_LINE)
    square.disc(24, 45, 4, theme.SEA[4])
    square.arc(26, 50, 16, -55, 55, theme.SEA[4], 3)


def _hill(square: Square, style: str) -> None:
    square.area([(4, 84), (40, 24), (54, 44), (64, 34), (96, 84)], theme.HILL)
    square.area(path("40,24 54,44 64,34 96,84 62,84 52,58 44,66"), theme.HILL_SHADE)


def _no_entry(square: Square, style: str) -> None:
    square.disc(50, 50, 48, theme.CREAM)
    square.disc(50, 50, 42, "#5b4a44")
    square.line([(30, 30), (70, 70)], theme.CREAM, 12)
    square.line([(70, 30), (30, 70)], theme.CREAM, 12)


def _skull(square: Square, style: str) -> None:
    """Draw an eliminated seat: a broken shield."""
    left = path("14,10 46,6 40,34 56,50 42,92 24,76 12,48")
    square.area(left, style or theme.INK_SOFT)
    square.area(path("58,5 86,10 88,48 76,76 56,92 68,52 52,36"), style or theme.INK_SOFT)


GAME_ICONS: Mapping[str, Drawing] = {
    "harbour": _harbour, "dwelling": _dwelling, "warehouse": _warehouse, "wall": _wall, "ring": _ring,
    "swords": _swords, "fish": _fish, "hill": _hill, "barred": _no_entry, "out": _skull,
    **{f"die:{face}": _die(face) for face in SYMBOLS},
    **{f"sign:{face}": _sign(face) for face in SYMBOLS},
}  # fmt: skip
"""Every drawing by its name in a scene."""
