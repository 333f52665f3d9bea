"""The signs of Minerva as vectors: resources, culture, categories by shape and colour, and effects."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.drawing import Drawing, Part, Square, path, read_drawings, star
from render.icons import GOODS, ICONS

INK = theme.INK
MARBLE, MARBLE_DARK = "#f4efe2", "#8b8577"
BRICK = "#8c5a33"

RESOURCES: Mapping[str, tuple[str, str]] = {
    "grain": GOODS["grain"],
    "wood": GOODS["wood"],
    "stone": GOODS["stone"],
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

_DRAWINGS = read_drawings("minerva", ICONS)
_KNOWN = {**ICONS, **_DRAWINGS}
CULTURE_GLYPHS = {"theatre": "mask", "art": "amphora", "university": "open_scroll"}


def _resource(square: Square, style: str, kind: str) -> None:
    paper, ink = RESOURCES[kind]
    square.box(2, 2, 98, 98, ink, 16)
    square.box(9, 9, 91, 91, paper, 10)
    _KNOWN[kind](Part(square, 17, 17, 66), ink)


def _kinds_held(square: Square, style: str) -> None:
    for (x, y), kind in zip(((0, 0), (52, 0), (0, 52), (52, 52)), RESOURCES, strict=True):
        _resource(Part(square, x, y, 48), "", kind)


def _assistant(square: Square, style: str) -> None:
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
    _KNOWN[CULTURE_GLYPHS[kind]](Part(square, 24, 23, 52), ink)


def _any_culture(square: Square, style: str) -> None:
    hexagon(square, CATEGORIES["culture"][0])
    hexagon(square, theme.CREAM, 41)
    square.area(star(50, 53, 28, 11, 5), CATEGORIES["culture"][0])


def _all_kinds(square: Square, style: str) -> None:
    square.disc(50, 50, 49, theme.CREAM)
    square.disc(50, 50, 45, INK)
    places = [(50.0, 50.0), *star(50, 50, 30, 30, 3)]
    for (x, y), (colour, _, _) in zip(places, (*CATEGORIES.values(),), strict=True):
        square.disc(x, y, 13, theme.CREAM)
        square.disc(x, y, 10, colour)


def _field(square: Square, category: str, fill: str, grown: float) -> None:
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
            _DRAWINGS["house"](Part(square, -grown, -grown, 100 + 2 * grown), fill)


def _category(square: Square, style: str, category: str) -> None:
    colour, ink, _ = CATEGORIES[category]
    _field(square, category, theme.CREAM if category != "commerce" else theme.GOLD_DEEP, 5)
    _field(square, category, colour, 0)
    glyph, *part = CATEGORY_GLYPHS[category]
    _KNOWN[glyph](Part(square, *part), ink)


CATEGORY_GLYPHS: Mapping[str, tuple[str, float, float, float]] = {
    "production": ("sack", 24, 20, 52),
    "commerce": ("scales", 18, 18, 64),
    "culture": ("lyre", 25, 22, 50),
    "military": ("sword", 20, 12, 60),
    "special": ("hammer", 26, 24, 52),
    "temple": ("columns", 0, 0, 100),
    "residence": ("door", 0, 0, 100),
}
"""The drawing on each category, its corner and its side."""


def _take(square: Square, style: str) -> None:
    for y in (56, 44):
        hexagon(Part(square, 8, y - 34, 84), theme.CREAM)
        hexagon(Part(square, 11, y - 31, 78), CATEGORIES["culture"][0])
    _any_culture(Part(square, 8, -6, 84), "")
    part = Part(square, 54, 52, 48)
    part.disc(50, 50, 50, theme.CREAM)
    ICONS["arrow_down"](Part(part, 14, 12, 72), theme.TERRACOTTA)


def _remove(square: Square, style: str) -> None:
    _category(Part(square, 0, 0, 92), "", "residence")
    for width, ink in ((20, theme.CREAM), (11, CATEGORIES["military"][0])):
        square.line([(14, 14), (86, 86)], ink, width)
        square.line([(86, 14), (14, 86)], ink, width)


def _deck(square: Square, style: str) -> None:
    for left, top in ((20, 20), (11, 11)):
        square.box(left, top, left + 78, top + 78, theme.NIGHT_EDGE, 10)
        square.box(left + 6, top + 6, left + 72, top + 72, theme.PAPYRUS_DIM, 6)
    square.box(2, 2, 80, 80, theme.NIGHT_EDGE, 10)
    square.box(8, 8, 74, 74, theme.TERRACOTTA if style != "temple" else MARBLE_DARK, 6)
    _DRAWINGS["columns"](Part(square, 18, 18, 46), theme.CREAM)


def _arrow(square: Square, style: str, turns: int) -> None:
    square.disc(50, 50, 49, theme.GOLD_DEEP)
    square.disc(50, 50, 43, theme.GOLD)
    corners = path("50,14 82,50 60,50 60,84 40,84 40,50 18,50")
    for _ in range(turns):
        corners = [(100 - y, x) for x, y in corners]
    square.area(corners, theme.NIGHT_EDGE)


GAME_ICONS: Mapping[str, Drawing] = {
    **{f"minerva:{kind}": partial(_resource, kind=kind) for kind in RESOURCES},
    **{name: drawing for name, drawing in _DRAWINGS.items() if name.startswith("minerva:")},
    "minerva:kinds_held": _kinds_held, "minerva:assistant": _assistant, "minerva:vp": ICONS["vp"],
    **{f"minerva:{kind}": partial(_culture, kind=kind) for kind in CULTURES},
    "minerva:any_culture": _any_culture, "minerva:kinds": _all_kinds,
    **{f"minerva:category:{each}": partial(_category, category=each) for each in CATEGORIES},
    "minerva:take": _take, "minerva:remove": _remove, "minerva:deck": _deck,
    **{f"minerva:arrow:{each}": partial(_arrow, turns=turns) for turns, each in enumerate("nesw")},
}  # fmt: skip
"""Every drawing of Minerva by its name in a scene."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "minerva:residence": tuple(theme.SEATS),
    "minerva:assistant": ("", *theme.SEATS),
    "minerva:deck": ("", "temple"),
}
"""The styles of drawings that have several."""
