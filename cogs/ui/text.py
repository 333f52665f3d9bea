"""Fit text into a limit, or normalise it for comparison with typed text."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate, takewhile

_ALIKE = {"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-", "‑": "-", "œ": "oe", "æ": "ae", "ø": "o"}
"""Characters that some keyboards lack, with their replacements."""
_BREAKS = re.compile(r"[^\S\u00a0]+")
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"(?:<a?:\w+:\d+> )*")
"""Emoji in Discord's markup at the beginning of a line."""

LETTERS_OF_A_STEM = 4
"""Minimum number of first letters that two forms of a word must share."""
_LONGEST_ENDING = 3
"""Maximum number of letters in an ending, after the shared letters."""


_KEPT = 0x2E80
"""The characters before this one belong to alphabets and punctuation."""


class _Folding(dict[int, str]):
    """Maps decomposed characters to the ones to compare, for `str.translate`. Accents map to nothing.

    Only characters of common alphabets are cached: caching all that people may type would fill the memory.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = "" if unicodedata.combining(character) else _ALIKE.get(character, character)
        if code < _KEPT:
            self[code] = folded
        return folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Return `text` for comparison: without accents, case and extra spaces."""
    return " ".join(unicodedata.normalize("NFKD", text.casefold()).translate(_FOLDING).split())


def words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))


def are_forms(one: str, other: str) -> bool:
    """Return whether two folded words may be forms of one word: the same stem with short endings."""
    if one[:LETTERS_OF_A_STEM] != other[:LETTERS_OF_A_STEM] or min(len(one), len(other)) < LETTERS_OF_A_STEM:
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return max(len(one), len(other)) - shared <= _LONGEST_ENDING


def have_same_stems(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two names, as folded words, differ only in their endings."""
    return len(one) == len(other) and all(a == b or are_forms(a, b) for a, b in zip(one, other, strict=True))


def after_signs(text: str) -> tuple[str, str]:
    found = _SIGNS.match(text)
    assert found is not None, "no emoji match, too"
    return found[0], text[found.end() :]


def capitalise(text: str) -> str:
    """Capitalise the first letter of `text`, after any emoji."""
    signs, words = after_signs(text)
    return signs + words[:1].upper() + words[1:]


def on_one_line(text: str) -> str:
    """Return `text` with single spaces between its words. No-break spaces stay."""
    return " ".join(_BREAKS.split(text.strip()))


def count_fitting(lines: Iterable[str], room: int) -> int:
    """Return how many of the lines fit into `room` characters, including line ends."""
    return sum(total <= room for total in accumulate(len(line) + 1 for line in lines))


def shorten(text: str, longest: int) -> str:
    """Return `text` on one line, cut to `longest` characters with an ellipsis, between words if possible."""
    text = on_one_line(text) or "–"
    if len(text) <= longest:
        return text
    end = text.rfind(" ", 0, longest)
    return text[: end if end >= longest * 2 // 3 else longest - 1].rstrip() + "…"
