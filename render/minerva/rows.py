"""Lay out legible rows of icons and numbers. If space is tight, shorten the rows."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from render import theme
from render.inline import Group, Sign, Token, Word
from render.plate import LEAST, NEEDED
from render.scene import Icon, Items, Text

APART = 24
"""Minimum distance between two groups, in pixels."""


def width_of(tokens: Sequence[Token], size: int) -> float:
    return sum(_width(token, size) for token in tokens)


@lru_cache(8192)
def _width(token: Token, size: int) -> float:
    if isinstance(token, Sign):
        return size * 1.1
    gap = 0.24 if token.text[-1] in ":→»/·|×" else 0.1
    return theme.text_width(token.text, "bold", size) + size * gap


def row(tokens: Sequence[Token], left: float, middle: float, size: int, ink: str = theme.INK) -> Items:
    x = left
    for token in tokens:
        if isinstance(token, Sign):
            yield Icon(token.icon, round(x + size / 2), round(middle), size, token.style)
        elif token.text.strip():
            yield Text(round(x), round(middle), token.text, "bold", size, ink, "lm")
        x += _width(token, size)


@lru_cache(8192)
def fitting(tokens: Group, size: int, width: float, least: int = LEAST) -> tuple[Group, int] | None:
    """Return the row and the largest size that fits, or None. Repeated icons may become a number and one icon."""

    def fit(tokens: Sequence[Token]) -> int:
        fits = min(size, int(100 * width / max(1, width_of(tokens, 100))) + 1)
        while fits >= least and width_of(tokens, fits) > width:
            fits -= 1
        return fits

    found = max(tokens, short(tokens), key=fit)
    return (found, fit(found)) if fit(found) >= least else None


def wrap(groups: Iterable[Group], size: int, width: float) -> list[list[Group]]:
    """Return the groups in lines of at most `width` pixels."""
    lines, room = list[list[Group]]([[]]), width
    for group in groups:
        wide = width_of(group, size)
        if lines[-1] and wide > room:
            lines.append([])
            room = width
        lines[-1].append(group)
        room -= wide + APART
    return lines


def length(groups: Iterable[Group], size: int) -> float:
    """Return the width of groups on one line, including the space after them."""
    return sum(width_of(group, size) + APART for group in groups)


def spread(groups: Sequence[Group], left: float, width: float, middle: float, size: int) -> Items:
    """Yield the groups in one line, as large as possible and evenly spaced."""
    while size > NEEDED and length(groups, size) > width + APART:
        size -= 1
    gap = APART + (width + APART - length(groups, size)) / max(1, len(groups) - 1)
    for group in groups:
        yield from row(group, left, middle, size)
        left += width_of(group, size) + min(gap, 3 * APART)


def short(tokens: Sequence[Token]) -> Group:
    """Replace repeated icons with a number and one icon."""
    found: list[Token] = []
    for token, run in groupby(tokens):
        count = len(list(run))
        if isinstance(token, Sign) and count > 1:
            found += [Word(str(count)), token]
        else:
            found += [token] * count
    return tuple(found)


def in_lines(
    tokens: Group, x: float, top: float, width: float, height: float, largest: int, least: int = LEAST
) -> Items:
    """Yield a row centred on `x`. Use two lines if that allows larger icons. Yield nothing if it can't fit."""
    half = _half(tokens)
    best, size = list[Group](), least - 1
    for parts in ((tokens,), (tokens[:half], tokens[half:]) if 0 < half < len(tokens) else ()):
        fits = [
            fitting(part, min(largest, int(height / len(parts)) - 2 * (len(parts) - 1)), width, least) for part in parts
        ]
        if all(fits) and (smallest := min((each[1] for each in fits if each), default=0)) > size:
            best, size = [each[0] for each in fits if each], smallest
    for number, each in enumerate(best):
        middle = top + height * (number + 0.5) / len(best)
        yield from row(each, x - width_of(each, size) / 2, middle, size)


def _half(tokens: Sequence[Token]) -> int:
    """Return the index at which to break a row: the separator nearest to its middle."""
    places = [at for at, token in enumerate(tokens) if isinstance(token, Word) and not token.text.isdigit()]
    return min(places, key=lambda at: abs(2 * at - len(tokens)), default=len(tokens) // 2)
