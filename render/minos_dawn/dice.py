"""A small die for emoji, and the gains of action spaces."""

from collections.abc import Iterator

from engine.minos_dawn.content.language import parse
from engine.minos_dawn.content.records import ActionSpace
from render.inline import Sign, Token
from render.minos_dawn import symbols
from render.minos_dawn.icons import DICE, DICE_DARK, DICE_INK
from render.scene import Box, Icon, Item, Text

SIGN_OF = {"red": "influence", "yellow": "cultural", "blue": "population"}
"""The sign on a die as well as its colour; gray has none."""


def die(text: str, x: float, y: float, side: float) -> Iterator[Item]:
    """Yield a die such as `red5` around (`x`, `y`)."""
    colour, value = text[:-1], text[-1]
    half = side / 2
    yield Box(x - half, y - half, side, side, DICE[colour], side * 0.2, DICE_DARK[colour], max(2, side // 18))
    if colour in SIGN_OF:
        yield Text(x + side * 0.1, y + 1, value, "bold", round(side * 0.82), DICE_INK[colour])
        yield Icon(
            f"dawn:sign:{SIGN_OF[colour]}", x - half + side * 0.21, y - half + side * 0.22, side * 0.3, DICE_INK[colour]
        )
    else:
        yield Text(x, y + 1, value, "bold", round(side * 0.82), DICE_INK[colour])


def gain_of(space: ActionSpace) -> tuple[Token, ...]:
    """Return what a space gives besides its points."""
    tokens: list[Token] = []
    if space.gain:
        for effect in parse(space.gain):
            tokens += [token for group in symbols.groups_of(effect) for token in group]
    if space.action_bonus:
        tokens.append(Sign("dawn:bonus"))
    if space.age2_draw:
        tokens.append(Sign("dawn:drawage2"))
    return tuple(tokens)
