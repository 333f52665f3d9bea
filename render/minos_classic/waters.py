"""The names of the waters, where nothing else stands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from render import theme
from render.minos_classic.board import labels
from render.minos_classic.pieces import Rectangle, overlap
from render.plate import LEAST
from render.scene import Text

HEIGHT = 29
"""From one line of a name to the next, in pixels."""


def zone_names(names: Mapping[str, str], taken: Sequence[Rectangle]) -> Iterator[Text]:
    """The names that find room between the rectangles taken, by zone; the others stand in the options and the text."""
    full = list(taken)
    for zone, words in names.items():
        lines = tuple(_lines(words, labels().name[zone]))
        here = rectangle(lines)
        if not any(overlap(here, other) for other in full):
            full.append(here)
            yield from lines


def _lines(words: str, middle: tuple[float, float]) -> Iterator[Text]:
    x, y = middle
    lines = wrapped(words)
    for number, each in enumerate(lines):
        below = (number - (len(lines) - 1) / 2) * HEIGHT
        yield Text(x, round(y + below), each, "italic", LEAST, theme.SEA_INK)


def rectangle(lines: Iterable[Text]) -> Rectangle:
    """The pixels that the lines of a name cover."""
    found = [(text.x, text.y, theme.text_width(text.text, text.face, text.size) / 2) for text in lines]
    x, half = found[0][0], max(half for _, _, half in found)
    return x - half, found[0][1] - HEIGHT / 2, x + half, found[-1][1] + HEIGHT / 2


def wrapped(words: str) -> list[str]:
    """A name in one line or, where that is narrower, in the two most even ones."""
    parts = words.split()
    splits = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=[words])
