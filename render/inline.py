"""Lay out rows of numbers and icons: fit, wrap or centre them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from render import theme
from render.scene import Icon, Items, Text


class Sign(msgspec.Struct, frozen=True):
    icon: str
    style: str = ""


class Word(msgspec.Struct, frozen=True):
    """A number or a punctuation mark in a row of icons."""

    text: str


Token: TypeAlias = Sign | Word
Group: TypeAlias = tuple[Token, ...]


def count(icon: str, number: object, style: str = "") -> Group:
    """Return an icon followed by its number."""
    return Sign(icon, style), Word(str(number))


def amount(number: object, icon: str, style: str = "") -> Group:
    """Return a number followed by its icon."""
    return Word(str(number)), Sign(icon, style)


def join(groups: Sequence[Group]) -> Group:
    """Return all groups as one, with small gaps between them."""
    return tuple(token for number, group in enumerate(groups) for token in ((Word(" "),) * bool(number) + group))


@lru_cache(8192)
def token_width(token: Token, size: int) -> float:
    """Return the width of a token, including the space after it, in pixels. `size` is the size of icons."""
    if isinstance(token, Word):
        gap = 0.3 if token.text[-1] in ":→»/·|" else 0.1
        return theme.text_width(token.text, "bold", round(size * 0.86)) + size * gap
    return size * 1.12


def width_of(tokens: Sequence[Token], size: int) -> float:
    return sum(token_width(token, size) for token in tokens)


def line(tokens: Sequence[Token], left: float, middle: float, size: int, ink: str = theme.INK) -> Items:
    """Yield the items of a row that starts at `left` and is vertically centred on `middle`."""
    x = left
    for token in tokens:
        if token == Word(" "):
            pass
        elif isinstance(token, Word):
            yield Text(round(x), middle, token.text, "bold", round(size * 0.86), ink, "lm")
        else:
            yield Icon(token.icon, round(x + size / 2), middle, size, token.style)
        x += token_width(token, size)


def centre(tokens: Sequence[Token], x: float, middle: float, size: int, ink: str = theme.INK) -> Items:
    yield from line(tokens, x - width_of(tokens, size) / 2, middle, size, ink)


def fit_size(tokens: Sequence[Token], size: int, width: float, smallest: int = 12) -> int:
    """Shrink `size` until the tokens fit on a line of `width` pixels, but never below `smallest`. Return the result."""
    while size > smallest and width_of(tokens, size) > width:
        size -= 1
    return size


def wrap(groups: Sequence[Group], size: int, width: float) -> list[list[Token]]:
    lines: list[list[Token]] = [[]]
    for group in groups:
        gap = size * 0.3 if lines[-1] else 0
        if lines[-1] and width_of(lines[-1], size) + gap + width_of(group, size) > width:
            lines.append([])
        elif lines[-1]:
            lines[-1].append(Word(" "))
        lines[-1] += group
    return lines
