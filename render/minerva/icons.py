"""The signs of Minerva as vectors: resources, culture, categories by shape and colour, and effects."""

from collections.abc import Mapping
from functools import partial

from render import glyphs, theme
from render.drawing import Drawing, Part, Square, path, shape, star
from render.glyphs import Glyph
from render.icons import ICONS

INK = theme.INK
MARBLE, MARBLE_DARK = "#f4efe2", "#8b8577"
BRICK = "#8c5a33"

RESOURCES: Mapping[str, tuple[str, str]] = {
    "grain": glyphs.GOODS["grain"],
    "wood": glyphs.GOODS["wood"],
    "stone": glyphs.GOODS["stone"],
    "ore": ("#9db4cc", "#22364d"),
}
"""Paper and ink of the resources."""

CATEGORIES: Mapping[str, tuple[str, str, str]] = {
    "production": ("#4f6b1f", theme.CREAM, "#dbe6bd"),
    "commerce": (theme.GOLD, theme.NIGHT_EDGE, "#f9e3b0"),
    "culture": (theme.POINTS, theme.CREAM, "#ead6e7"),
    "military": ("#b3262e", theme.CREAM, "#f5d3cb"),
    "special": ("#1f5fa8", theme.CREAM, "#cfe0f2"),
    "temple": ("#4b5866", theme.CREAM, MARBLE),
    "residence": (BRICK, theme.CREAM, "#ecd9ac"),
}
"""Colour, ink and paper of each category."""

CULTURES: Mapping[str, tuple[str, str]] = {
    "theatre": ("#7a2f6b", theme.CREAM),
    "art": ("#2f6f9f", theme.CREAM),
    "university": ("#8a5a08", theme.CREAM),
}
"""Colour and ink of each kind of culture."""


def ore(square: Square, ink: str) -> None:
    """Draw a lump with bright faces."""
    square.area(path("16,62 24,30 52,12 82,26 92,60 74,88 34,90"), ink)
    paper = RESOURCES["ore"][0]
    square.area(path("31,57 35,37 52,27 55,49"), paper)
    square.area(path("64,54 60,32 75,36 81,58"), paper)
    square.area(path("36,76 50,60 70,66 66,78"), paper)


def scroll(square: Square, ink: str) -> None:
    """Draw an open scroll."""
    square.box(8, 12, 30, 88, ink, 10)
    square.box(70, 12, 92, 88, ink, 10)
    square.box(22, 20, 78, 80, ink)
    paper = theme.GOLD_DEEP if ink == theme.CREAM else theme.CREAM
    for y in (36, 50, 64):
        square.line([(38, y), (62, y)], paper, 6)


def lyre(square: Square, ink: str) -> None:
    square.arc(14, 40, 24, -70, 60, ink, 9)
    square.arc(86, 40, 24, 120, 250, ink, 9)
    square.arc(50, 56, 28, 10, 170, ink, 11)
    square.line([(18, 20), (82, 20)], ink, 8)
    for x in (42, 58):
        square.line([(x, 22), (x, 80)], ink, 5)


def sword(square: Square, ink: str) -> None:
    """Draw a gladius, point up."""
    square.area(path("50,2 62,18 60,64 40,64 38,18"), ink)
    square.line([(28, 66), (72, 66)], ink, 10)
    square.line([(50, 70), (50, 84)], ink, 11)
    square.disc(50, 90, 9, ink)


def house(square: Square, ink: str) -> None:
    square.area(path("50,4 96,46 84,46 84,94 16,94 16,46 4,46"), ink)


def person(square: Square, ink: str) -> None:
    square.disc(50, 24, 21, ink)
    square.area(path("50,44 70,50 82,66 86,96 14,96 18,66 30,50"), ink)


GLYPHS: Mapping[str, Glyph] = {"grain": glyphs.grain, "wood": glyphs.wood, "stone": glyphs.stone, "ore": ore}
CULTURE_GLYPHS: Mapping[str, Glyph] = {
    "theatre": lambda square, ink: mask(square, ink, CULTURES["theatre"][0]),
    "art": glyphs.amphora,
    "university": scroll,
}


def mask(square: Square, ink: str, holes: str) -> None:
    """Draw a comic mask, with eyes and mouth in the colour behind it."""
    square.area(path("12,18 30,9 50,6 70,9 88,18 89,50 79,76 64,91 50,96 36,91 21,76 11,50"), ink)
    square.area(path("22,36 42,32 40,46 27,48"), holes)
    square.area(path("78,36 58,32 60,46 73,48"), holes)
    square.area(path("26,58 40,64 60,64 74,58 66,78 50,84 34,78"), holes)


def _resource(square: Square, style: str, kind: str) -> None:
    """Draw a square token; style `none` means that the resource is missing."""
    paper, ink = RESOURCES[kind]
    square.box(2, 2, 98, 98, ink, 16)
    square.box(9, 9, 91, 91, paper, 10)
    GLYPHS[kind](Part(square, 17, 17, 66), ink)


def _any(square: Square, style: str) -> None:
    square.box(2, 2, 98, 98, INK, 16)
    square.box(9, 9, 91, 91, theme.CREAM, 10)
    square.area(star(50, 53, 37, 15, 5), INK)


def _same(square: Square, style: str) -> None:
    """Draw "tokens of one kind": a star and an equals sign."""
    square.box(2, 2, 98, 98, INK, 16)
    square.box(9, 9, 91, 91, theme.CREAM, 10)
    square.area(star(50, 38, 26, 11, 5), INK)
    for y in (68, 81):
        square.line([(26, y), (74, y)], INK, 7)


def _kinds_held(square: Square, style: str) -> None:
    """Draw all four resources."""
    for (x, y), kind in zip(((0, 0), (52, 0), (0, 52), (52, 52)), RESOURCES, strict=True):
        _resource(Part(square, x, y, 48), "", kind)


def _denarii(square: Square, style: str) -> None:
    """Draw a denarius, with the X of ten asses."""
    square.disc(50, 50, 48, "#56626b")
    square.disc(50, 50, 41, "#d9dee2")
    square.arc(50, 50, 34, 0, 360, "#56626b", 4)
    for side in (-1, 1):
        square.line([(50 - side * 17, 32), (50 + side * 17, 68)], "#22313a", 9)
    square.line([(34, 50), (66, 50)], "#22313a", 6)


def _wealth(square: Square, style: str) -> None:
    _any(Part(square, 0, 0, 72), "")
    _denarii(Part(square, 36, 36, 64), "")


def _glory(square: Square, style: str) -> None:
    """Draw a vexillum, the standard of a legion."""
    red, dark = CATEGORIES["military"][0], "#6d1218"
    square.line([(50, 6), (50, 96)], theme.CREAM, 15)
    square.outline_area(path("16,20 84,20 84,66 50,80 16,66"), theme.CREAM, theme.CREAM, 5)
    square.line([(50, 4), (50, 96)], theme.GOLD_DEEP, 8)
    square.line([(12, 18), (88, 18)], theme.GOLD_DEEP, 9)
    square.outline_area(path("19,22 81,22 81,62 50,75 19,62"), red, dark, 4)
    square.area(star(50, 45, 20, 8, 5), theme.GOLD)


def _trophy(square: Square, style: str) -> None:
    """Draw a glory tile: a wreath."""
    square.disc(50, 50, 49, "#6d1218")
    square.disc(50, 50, 43, CATEGORIES["military"][0])
    ICONS["laurel"](Part(square, 10, 8, 80), "")


def _assistant(square: Square, style: str) -> None:
    """Draw an assistant, in the colour of the seat `style` if given."""
    body = path("50,46 68,51 79,66 84,91 16,91 21,66 32,51")
    for grown, ink in ((8, theme.NIGHT_EDGE), (4.5, theme.CREAM), (0, theme.SEATS.get(style, theme.TERRACOTTA))):
        square.disc(50, 26, 18 + grown, ink)
        square.outline_area(body, ink, ink, grown)


def hexagon(square: Square, fill: str, radius: float = 49) -> None:
    """Draw the ground of everything cultural."""
    half = radius * 0.87
    corners = ((0, -radius), (half, -radius / 2), (half, radius / 2), (0, radius), (-half, radius / 2))
    square.area([*((50 + x, 50 + y) for x, y in corners), (50 - half, 50 - radius / 2)], fill)


def _culture(square: Square, style: str, kind: str) -> None:
    colour, ink = CULTURES[kind]
    hexagon(square, theme.CREAM)
    hexagon(square, colour, 45)
    CULTURE_GLYPHS[kind](Part(square, 24, 23, 52), ink)


def _any_culture(square: Square, style: str) -> None:
    hexagon(square, CATEGORIES["culture"][0])
    hexagon(square, theme.CREAM, 41)
    square.area(star(50, 53, 28, 11, 5), CATEGORIES["culture"][0])


def _around(square: Square, style: str) -> None:
    for row in range(3):
        for column in range(3):
            is_middle = row == column == 1
            left, top = 3 + column * 33, 3 + row * 33
            square.box(left, top, left + 28, top + 28, INK if is_middle else theme.TERRACOTTA, 4)
    square.box(43, 43, 57, 57, theme.CREAM)


def _cross(square: Square, style: str) -> None:
    """Draw the whole row and column of a tile."""
    for x, y in ((0, 1), (1, 0), (2, 1), (1, 2)):
        square.box(3 + x * 33, 3 + y * 33, 31 + x * 33, 31 + y * 33, theme.TERRACOTTA, 4)
    square.box(36, 36, 64, 64, INK, 4)
    square.box(43, 43, 57, 57, theme.CREAM)
    for tip, left, right in (
        ("50,0", "38,14", "62,14"),
        ("50,100", "38,86", "62,86"),
        ("0,50", "14,38", "14,62"),
        ("100,50", "86,38", "86,62"),
    ):
        square.area(path(f"{tip} {left} {right}"), INK)


def _all_kinds(square: Square, style: str) -> None:
    """Draw "different categories": a dot of each colour."""
    square.disc(50, 50, 49, theme.CREAM)
    square.disc(50, 50, 45, INK)
    places = [(50.0, 50.0), *star(50, 50, 30, 30, 3)]
    for (x, y), (colour, _, _) in zip(places, (*CATEGORIES.values(),), strict=True):
        square.disc(x, y, 13, theme.CREAM)
        square.disc(x, y, 10, colour)


def _field(square: Square, category: str, fill: str, grown: float) -> None:
    """Draw the shape of a category, `grown` on every side."""
    low, high = 8 - grown, 92 + grown
    match category:
        case "production":
            square.box(low, low, high, high, fill, 18)
        case "commerce":
            square.disc(50, 50, 44 + grown, fill)
        case "culture":
            hexagon(square, fill, 44 + grown)
        case "military":
            square.area([(low, low), (high, low), (high, 52), (50, high + 4), (low, 52)], fill)
        case "special":
            square.area(star(50, 50, 46 + grown, 33 + grown, 8), fill)
        case "temple":
            left, right = -grown * 0.6, 100 + grown * 0.6
            square.area([(50, 2 - grown * 0.4), (right, 46), (right, high), (left, high), (left, 46)], fill)
        case _:
            house(Part(square, -grown, -grown, 100 + 2 * grown), fill)


def _category(square: Square, style: str, category: str) -> None:
    colour, ink, _ = CATEGORIES[category]
    _field(square, category, theme.CREAM if category != "commerce" else theme.GOLD_DEEP, 5)
    _field(square, category, colour, 0)
    CATEGORY_GLYPHS[category](square, ink)


def _columns(square: Square, ink: str) -> None:
    square.area(path("50,12 88,40 12,40"), ink)
    for x in (24, 50, 76):
        square.box(x - 6, 46, x + 6, 74, ink)
    square.box(12, 78, 88, 86, ink)


CATEGORY_GLYPHS: Mapping[str, Glyph] = {
    "production": lambda square, ink: glyphs.sack(Part(square, 24, 20, 52), ink),
    "commerce": lambda square, ink: glyphs.scales(Part(square, 18, 18, 64), ink),
    "culture": lambda square, ink: lyre(Part(square, 25, 22, 50), ink),
    "military": lambda square, ink: sword(Part(square, 20, 12, 60), ink),
    "special": lambda square, ink: glyphs.hammer(Part(square, 26, 24, 52), ink),
    "temple": _columns,
    "residence": lambda square, ink: square.box(38, 56, 62, 94, ink),
}


def _residence(square: Square, seat: str) -> None:
    """Draw a house with the seat's shape on it."""
    for margin, ink in ((0.0, theme.NIGHT_EDGE), (5.0, theme.CREAM), (10.0, theme.SEATS[seat])):
        house(Part(square, margin, margin, 100 - 2 * margin), ink)
    shape(square, seat, 50, 62, 18, theme.CREAM)


def _take(square: Square, style: str) -> None:
    """Draw taking the top culture tile of a pile for free."""
    for y in (56, 44):
        hexagon(Part(square, 8, y - 34, 84), theme.CREAM)
        hexagon(Part(square, 11, y - 31, 78), CATEGORIES["culture"][0])
    _any_culture(Part(square, 8, -6, 84), "")
    part = Part(square, 54, 52, 48)
    part.disc(50, 50, 50, theme.CREAM)
    glyphs.arrow_down(Part(part, 14, 12, 72), theme.TERRACOTTA)


def _activate(square: Square, style: str) -> None:
    """Draw using tiles around."""
    _around(square, "")
    part = Part(square, 44, 44, 58)
    part.disc(50, 50, 50, theme.CREAM)
    part.area(path("58,8 22,56 46,56 40,94 78,42 54,42"), theme.GOLD_DEEP)


def _move(square: Square, style: str) -> None:
    """Draw moving a tile around."""
    _around(Part(square, 0, 0, 84), "")
    part = Part(square, 44, 44, 58)
    part.disc(50, 50, 50, theme.CREAM)
    glyphs.arrow_right(Part(part, 14, 14, 72), theme.TERRACOTTA)


def _remove(square: Square, style: str) -> None:
    """Draw removing a residence around."""
    _category(Part(square, 0, 0, 92), "", "residence")
    for width, ink in ((20, theme.CREAM), (11, CATEGORIES["military"][0])):
        square.line([(14, 14), (86, 86)], ink, width)
        square.line([(86, 14), (14, 86)], ink, width)


def _round(square: Square, style: str) -> None:
    """Draw a round tile: an hourglass."""
    square.box(4, 4, 96, 96, theme.NIGHT_EDGE, 18)
    square.box(11, 11, 89, 89, theme.GOLD, 12)
    square.area(path("24,20 76,20 50,50"), theme.NIGHT_EDGE)
    square.area(path("24,80 76,80 50,50"), theme.NIGHT_EDGE)


def _deck(square: Square, style: str) -> None:
    for left, top in ((20, 20), (11, 11)):
        square.box(left, top, left + 78, top + 78, theme.NIGHT_EDGE, 10)
        square.box(left + 6, top + 6, left + 72, top + 72, theme.PAPYRUS_DIM, 6)
    square.box(2, 2, 80, 80, theme.NIGHT_EDGE, 10)
    square.box(8, 8, 74, 74, theme.TERRACOTTA if style != "temple" else MARBLE_DARK, 6)
    _columns(Part(square, 18, 18, 46), theme.CREAM)


def _order(square: Square, style: str) -> None:
    square.box(4, 4, 96, 96, theme.GOLD_DEEP, 16)
    square.box(13, 13, 87, 87, theme.CREAM, 9)
    square.line([(38, 36), (52, 24), (52, 74)], theme.NIGHT_EDGE, 10)


def _arrow(square: Square, style: str, turns: int) -> None:
    """Draw a direction: up, turned clockwise by quarters."""
    square.disc(50, 50, 49, theme.GOLD_DEEP)
    square.disc(50, 50, 43, theme.GOLD)
    corners = path("50,14 82,50 60,50 60,84 40,84 40,50 18,50")
    for _ in range(turns):
        corners = [(100 - y, x) for x, y in corners]
    square.area(corners, theme.NIGHT_EDGE)


GAME_ICONS: Mapping[str, Drawing] = {
    **{f"minerva:{kind}": partial(_resource, kind=kind) for kind in RESOURCES},
    "minerva:any": _any, "minerva:same": _same, "minerva:kinds_held": _kinds_held,
    "minerva:denarii": _denarii, "minerva:wealth": _wealth, "minerva:glory": _glory, "minerva:trophy": _trophy,
    "minerva:assistant": _assistant, "minerva:vp": ICONS["vp"],
    **{f"minerva:{kind}": partial(_culture, kind=kind) for kind in CULTURES},
    "minerva:any_culture": _any_culture,
    "minerva:around": _around, "minerva:cross": _cross, "minerva:kinds": _all_kinds,
    **{f"minerva:category:{each}": partial(_category, category=each) for each in CATEGORIES},
    "minerva:residence": _residence, "minerva:take": _take, "minerva:activate": _activate, "minerva:move": _move,
    **{f"minerva:arrow:{each}": partial(_arrow, turns=turns) for turns, each in enumerate("nesw")},
    "minerva:order": _order, "minerva:remove": _remove, "minerva:round": _round, "minerva:deck": _deck,
}  # fmt: skip
"""Every drawing of Minerva by its name in a scene."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "minerva:residence": tuple(theme.SEATS),
    "minerva:assistant": ("", *theme.SEATS),
    "minerva:deck": ("", "temple"),
}
"""The styles of drawings that have several."""
