"""The fixed palette of our image files: the theme's colours, and mixtures of them for soft edges."""

from PIL import Image

from render import theme
from render.icons import GOODS
from render.minerva.icons import BRICK, CATEGORIES, CULTURES, MARBLE, RESOURCES
from render.minos_classic.icons import SYMBOLS
from render.minos_dawn.icons import BRONZE_DARK, DICE, DICE_DARK, DICE_INK, FREE

PLAIN = (
    *theme.SEA, *theme.LAND_RIM, theme.LAND, theme.SEA_OUTER, theme.COAST, theme.HILL, theme.HILL_SHADE, theme.ROAD,
    theme.GOLD, theme.GOLD_DEEP, theme.NIGHT, theme.NIGHT_EDGE, theme.PAPYRUS, theme.PAPYRUS_DIM, theme.TERRACOTTA,
    theme.SEA_LINE, "#2c4a58", "#8fa3a6", "#5d7277", "#6a9db0", "#d9d4c6", "#d5d2c8",
    "#dfdccb", "#ddcbaa", "#eac79c", "#dfc79a", "#f1dd9f", "#d7d9a6", "#b3b9ad", "#c9dfe0",
)  # fmt: skip
"""Colours that fill whole areas. Edges between seas or lands aren't mixed, which keeps files small."""

MIXED = (
    (theme.CREAM, theme.INK, 6), (theme.PAPYRUS_DIM, theme.INK, 6), (theme.CREAM, theme.NIGHT, 6),
    (theme.GOLD, theme.NIGHT, 5), (theme.SEA[3], theme.SEA_INK, 6), (theme.SEA[4], theme.SEA_INK, 4),
    (theme.LAND, theme.COAST, 4), (theme.SEA[4], theme.COAST, 3), (theme.CREAM, theme.ROAD, 3),
    (theme.LAND, theme.ROAD, 3), (theme.SEA_OUTER, theme.CREAM, 4), (theme.SEA[1], theme.SEA_LINE, 3),
    (theme.SEA[1], theme.CREAM, 3), (theme.SEA[1], theme.NIGHT, 3), (theme.LAND, theme.NIGHT, 4),
    (theme.CREAM, theme.GOLD_DEEP, 4), (theme.GOLD, theme.GOLD_DEEP, 3), (theme.CREAM, theme.TERRACOTTA, 4),
    (theme.CREAM, "#2f6f9f", 3), (theme.CREAM, "#b5533d", 3), (theme.CREAM, "#6a8a33", 3), ("#d8c7a0", "#5c4a26", 4),
    ("#8fa3a6", "#3c4d52", 3), ("#c9853a", "#4b3413", 3), ("#8fa3a6", "#2c4a58", 3), ("#d5d2c8", theme.INK, 4),
    *((theme.CREAM, colour, 4) for colour in theme.SEATS.values()),
    *((colour, theme.SEATS_DARK[seat], 3) for seat, colour in theme.SEATS.items()),
    *((colour, theme.SEATS_INK[seat], 4) for seat, colour in theme.SEATS.items()),
    *((theme.SEATS_PALE[seat], colour, 3) for seat, colour in theme.SEATS.items()),
    *((pale, theme.INK, 4) for pale in theme.SEATS_PALE.values()),
    *((theme.CREAM, ink, 4) for _, ink in SYMBOLS.values()),
    *((paper, ink, 4) for paper, ink in GOODS.values()), *((theme.CREAM, ink, 3) for _, ink in GOODS.values()),
    *((DICE[colour], DICE_INK[colour], 4) for colour in DICE), *((DICE[c], DICE_DARK[c], 2) for c in DICE),
    (theme.CREAM, FREE, 4), (theme.POINTS, theme.GOLD, 3), (theme.CREAM, theme.POINTS, 4), ("#f0c58f", BRONZE_DARK, 4),
    (RESOURCES["ore"][0], RESOURCES["ore"][1], 4), (MARBLE, theme.INK, 5), (theme.CREAM, BRICK, 4),
    *((CATEGORIES[each][2], theme.INK, 4) for each in ("production", "culture")),
    *((theme.CREAM, CATEGORIES[each][0], 4) for each in ("production", "temple")), (theme.CREAM, CULTURES["art"][0], 4),
    (theme.CREAM, theme.SEA_INK, 4), ("#c9dfe0", theme.INK, 4), (theme.PAPYRUS_DIM, theme.NIGHT, 3),
)  # fmt: skip
"""Pairs of colours with strong contrast. The number is how many palette colours each pair gets, including both ends."""


def colours() -> list[tuple[int, int, int]]:
    found = {mix(plain, plain, 0): None for plain in PLAIN}
    for start, end, steps in MIXED:
        found.update((mix(start, end, step / (steps - 1)), None) for step in range(steps))
    return list(found)


def palette() -> Image.Image:
    chosen = colours()
    chosen += chosen[:1] * (256 - len(chosen))
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in chosen for part in colour])
    return image


def mix(start: str, end: str, share: float) -> tuple[int, int, int]:
    """Mix two colours. `share` is the part of `end`, from 0 to 1."""
    pairs = [(int(start[i : i + 2], 16), int(end[i : i + 2], 16)) for i in (1, 3, 5)]
    red, green, blue = (round(a + (b - a) * share) for a, b in pairs)
    return red, green, blue
