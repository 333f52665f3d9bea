"""Minerva's icons as vectors: resources, culture points, effects, and tile categories by shape and colour."""

from collections.abc import Mapping

from render import theme
from render.drawing import Drawing, Square, read_drawings
from render.icons import GOODS, ICONS

MARBLE, MARBLE_DARK = "#f4efe2", "#8b8577"
BRICK = "#8c5a33"

RESOURCES: Mapping[str, tuple[str, str]] = {
    "grain": GOODS["grain"],
    "wood": GOODS["wood"],
    "stone": GOODS["stone"],
    "ore": ("#9db4cc", "#22364d"),
}

CATEGORIES: Mapping[str, tuple[str, str, str]] = {
    "production": ("#4f6b1f", theme.CREAM, "#dbe6bd"),
    "commerce": (theme.GOLD, theme.NIGHT_EDGE, "#f9e3b0"),
    "culture": (theme.POINTS, theme.CREAM, "#ead6e7"),
    "military": ("#b3262e", theme.CREAM, "#f5d3cb"),
    "special": ("#1f5fa8", theme.CREAM, "#cfe0f2"),
    "temple": ("#4b5866", theme.CREAM, MARBLE),
    "residence": (BRICK, theme.CREAM, "#ecd9ac"),
}
"""Each category's colour, the ink on that colour, and the background of its tiles."""

CULTURES: Mapping[str, tuple[str, str]] = {
    "theatre": ("#7a2f6b", theme.CREAM),
    "art": ("#2f6f9f", theme.CREAM),
    "university": ("#8a5a08", theme.CREAM),
}

COLOURS = {
    **{f"{kind}_ink": ink for kind, (_, ink) in RESOURCES.items()},
    **{name: shades[0] for name, shades in (*RESOURCES.items(), *CULTURES.items(), *CATEGORIES.items())},
}
_DRAWINGS = read_drawings("minerva", ICONS, COLOURS)


def _assistant(square: Square, style: str) -> None:
    """Draw an assistant. If `style` names a seat, use that seat's colour."""
    body = ((50, 46), (68, 51), (79, 66), (84, 91), (16, 91), (21, 66), (32, 51))
    for grown, ink in ((8, theme.NIGHT_EDGE), (4.5, theme.CREAM), (0, theme.SEATS.get(style, theme.TERRACOTTA))):
        square.disc(50, 26, 18 + grown, ink)
        square.outline_area(body, ink, ink, grown)


def _deck(square: Square, style: str) -> None:
    _DRAWINGS["deck"](square, MARBLE_DARK if style == "temple" else theme.TERRACOTTA)


GAME_ICONS: Mapping[str, Drawing] = {
    **{name: drawing for name, drawing in _DRAWINGS.items() if name.startswith("minerva:")},
    "minerva:assistant": _assistant, "minerva:vp": ICONS["vp"], "minerva:deck": _deck,
}  # fmt: skip
