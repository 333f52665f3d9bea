"""Glyphs that games share, drawn in one ink: goods, people, buildings, arrows."""

from collections.abc import Callable

from render import theme
from render.drawing import Part, Square, path, star

GOODS = {
    "silver": ("#d9dee2", "#56626b"),
    "stone": ("#a79c8d", "#453d33"),
    "copper": ("#d98a52", "#6a3210"),
    "wood": ("#9a6a3c", "#3d2410"),
    "grain": ("#f2d068", "#6e4b00"),
    "herb": ("#8fbf6a", "#24491a"),
}
"""Paper and ink of each good, which also has its own drawing."""

Glyph = Callable[[Square, str], None]


def silver(square: Square, ink: str) -> None:
    square.area(path("26,22 74,22 92,78 8,78"), ink)
    square.area(path("34,32 66,32 74,56 26,56"), GOODS["silver"][0])


def stone(square: Square, ink: str) -> None:
    for left, top, right in ((8, 54, 47), (53, 54, 92), (28, 22, 72)):
        square.box(left, top, right, top + 26, ink, 4)


def copper(square: Square, ink: str) -> None:
    square.area(path("8,14 34,26 66,26 92,14 80,50 92,86 66,74 34,74 8,86 20,50"), ink)


def wood(square: Square, ink: str) -> None:
    for x, y in ((30, 64), (70, 64), (50, 32)):
        square.disc(x, y, 21, ink)
        square.disc(x, y, 13, GOODS["wood"][0])
        square.disc(x, y, 6, ink)


def grain(square: Square, ink: str) -> None:
    square.line([(50, 94), (50, 20)], ink, 6)
    for y in (26, 44, 62):
        for side in (-1, 1):
            square.area([(50, y + 14), (50 + side * 8, y - 4), (50 + side * 26, y - 14), (50 + side * 22, y + 6)], ink)
    square.area(path("50,2 60,16 50,30 40,16"), ink)


def herb(square: Square, ink: str) -> None:
    square.line([(50, 94), (50, 40)], ink, 7)
    for corners in ("50,60 22,58 8,36 34,38", "50,60 78,58 92,36 66,38", "50,44 36,24 50,4 64,24"):
        square.area(path(corners), ink)


def star_glyph(square: Square, ink: str) -> None:
    square.area(star(50, 54, 44, 18, 5), ink)


def unknown(square: Square, ink: str) -> None:
    square.arc(50, 34, 21, 170, 400, ink, 13)
    square.line([(62, 50), (50, 62), (50, 68)], ink, 13)
    square.disc(50, 88, 8, ink)


def axe(square: Square, ink: str) -> None:
    square.line([(50, 8), (50, 94)], ink, 9)
    for side in (-1, 1):
        square.area([(50, 26), (50 + side * 44, 8), (50 + side * 34, 32), (50 + side * 44, 56), (50, 40)], ink)


def warrior(square: Square, ink: str) -> None:
    square.disc(46, 18, 14, ink)
    square.area(path("22,40 70,40 66,70 58,96 36,96 26,70"), ink)
    square.line([(84, 6), (84, 94)], ink, 7)
    square.area(path("84,0 94,18 74,18"), ink)


def city(square: Square, ink: str) -> None:
    square.area(path("4,94 4,46 28,46 28,24 72,24 72,46 96,46 96,94"), ink)
    square.area(path("20,24 32,8 40,20 60,20 68,8 80,24"), ink)


def tower(square: Square, ink: str) -> None:
    square.area(path("22,96 30,40 20,40 20,6 34,6 34,18 43,18 43,6 57,6 57,18 66,18 66,6 80,6 80,40 70,40 78,96"), ink)


def farm(square: Square, ink: str) -> None:
    square.area(path("6,50 36,22 66,50 66,94 6,94"), ink)
    square.line([(84, 96), (84, 44)], ink, 7)
    for y in (40, 60):
        square.area([(84, y + 14), (70, y), (74, y - 14), (84, y)], ink)
        square.area([(84, y + 14), (98, y), (94, y - 14), (84, y)], ink)


def boat(square: Square, ink: str) -> None:
    square.area(path("4,64 96,58 88,80 74,92 26,92 12,80"), ink)
    square.area(path("26,8 80,8 86,30 80,52 26,52 34,30"), ink)
    square.line([(54, 4), (54, 64)], ink, 7)


def palace(square: Square, ink: str) -> None:
    square.area(path("8,34 24,10 32,26 68,26 76,10 92,34 92,42 8,42"), ink)
    for x in (22, 50, 78):
        square.area([(x - 10, 46), (x + 10, 46), (x + 6, 80), (x - 6, 80)], ink)
    square.box(6, 82, 94, 94, ink)


def plus(square: Square, ink: str) -> None:
    square.line([(50, 8), (50, 92)], ink, 18)
    square.line([(8, 50), (92, 50)], ink, 18)


def arrow_right(square: Square, ink: str) -> None:
    square.line([(8, 50), (60, 50)], ink, 20)
    square.area(path("50,14 98,50 50,86"), ink)


def arrow_down(square: Square, ink: str) -> None:
    square.line([(50, 8), (50, 60)], ink, 20)
    square.area(path("14,50 50,98 86,50"), ink)


def arrow_up(square: Square, ink: str) -> None:
    square.line([(50, 92), (50, 40)], ink, 20)
    square.area(path("14,50 50,2 86,50"), ink)


def hammer(square: Square, ink: str) -> None:
    square.line([(50, 30), (50, 92)], ink, 13)
    square.area(path("14,10 78,10 92,24 78,42 14,42"), ink)


def raiders(square: Square, ink: str) -> None:
    """Draw the sea peoples: a horned helmet."""
    square.area(path("22,52 28,30 50,18 72,30 78,52 78,66 22,66"), ink)
    for side in (-1, 1):
        x = 50 + side * 22
        square.area([(x, 40), (x + side * 26, 4), (x + side * 22, 40), (x + side * 6, 54)], ink)
    square.area(path("26,70 74,70 66,96 56,80 44,80 34,96"), ink)


def crown(square: Square, ink: str) -> None:
    square.area(path("8,84 4,24 28,48 50,10 72,48 96,24 92,84"), ink)


def amphora(square: Square, ink: str) -> None:
    square.area(path("36,4 64,4 60,22 78,40 72,66 58,86 64,96 36,96 42,86 28,66 22,40 40,22"), ink)
    square.arc(28, 26, 12, 90, 300, ink, 7)
    square.arc(72, 26, 12, -120, 90, ink, 7)


def people(square: Square, ink: str) -> None:
    for x, y in ((28, 34), (72, 34), (50, 22)):
        square.disc(x, y, 14, ink)
        square.area([(x - 20, y + 56), (x - 14, y + 20), (x + 14, y + 20), (x + 20, y + 56)], ink)


def sack(square: Square, ink: str) -> None:
    """Draw Prepare: a full sack."""
    square.area(path("34,8 66,8 60,26 84,52 88,78 76,94 24,94 12,78 16,52 40,26"), ink)
    square.line([(36, 28), (64, 28)], theme.CREAM, 5)


def scroll(square: Square, ink: str) -> None:
    """Draw Develop: a tablet with lines."""
    square.box(16, 6, 84, 94, ink, 12)
    for y in (30, 50, 70):
        square.line([(30, y), (70, y)], theme.CREAM, 7)


def banner(square: Square, ink: str) -> None:
    """Draw Expand: a warrior on the march."""
    warrior(Part(square, 0, 8, 84), ink)
    arrow_right(Part(square, 58, 30, 40), ink)


def crown_bearer(square: Square, ink: str) -> None:
    """Draw a figure with raised arms."""
    square.disc(50, 16, 13, ink)
    square.area(path("40,32 60,32 66,64 82,98 18,98 34,64"), ink)
    for side in (-1, 1):
        square.line([(50 + side * 6, 38), (50 + side * 34, 40), (50 + side * 36, 8)], ink, 11)


def scales(square: Square, ink: str) -> None:
    square.line([(50, 16), (50, 82)], ink, 7)
    square.line([(18, 28), (82, 28)], ink, 7)
    square.line([(32, 84), (68, 84)], ink, 8)
    for x in (20, 80):
        square.line([(x, 28), (x - 13, 56)], ink, 3)
        square.line([(x, 28), (x + 13, 56)], ink, 3)
        square.area([(x - 16, 56), (x + 16, 56), (x + 9, 68), (x - 9, 68)], ink)
