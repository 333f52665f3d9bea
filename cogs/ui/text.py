"""Text made to fit a limit, or to be compared with what somebody typed."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate, takewhile

_ALIKE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-", "‑": "-", "œ": "oe", "æ": "ae", "ø": "o"})
"""Characters that some keyboards lack, with those typed instead."""
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"(?:<a?:\w+:\d+> )*")
"""The emoji, marked up, that a line begins with."""

LETTERS_OF_A_STEM = 4
"""Fewest letters at the beginning that two forms of one word share."""
_LONGEST_ENDING = 3
"""Most letters of an ending, after the shared letters."""


def fold(text: str) -> str:
    """`text` for comparison: without accents, case and needless spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).translate(_ALIKE).split())


def words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))


def are_forms(one: str, other: str) -> bool:
    """Return whether two folded words may be forms of one word: the same stem with short endings."""
    if one[:LETTERS_OF_A_STEM] != other[:LETTERS_OF_A_STEM] or min(len(one), len(other)) < LETTERS_OF_A_STEM:
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return max(len(one), len(other)) - shared <= _LONGEST_ENDING


def have_same_stems(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two names, as folded words, are the same but for their endings."""
    return len(one) == len(other) and all(a == b or are_forms(a, b) for a, b in zip(one, other, strict=True))


def after_signs(text: str) -> tuple[str, str]:
    found = _SIGNS.match(text)
    assert found is not None, "no emoji match, too"
    return found[0], text[found.end() :]


def capitalise(text: str) -> str:
    """`text` as a sentence begins: with a capital letter, after any emoji."""
    signs, words = after_signs(text)
    return signs + words[:1].upper() + words[1:]


def count_fitting(lines: Iterable[str], room: int) -> int:
    """Return how many of the lines fit into `room` characters, each with the end of its line."""
    return sum(total <= room for total in accumulate(len(line) + 1 for line in lines))


def shorten(text: str, longest: int) -> str:
    """`text` on one line, cut to `longest` characters with an ellipsis: between words unless the last one is long."""
    text = " ".join(text.split()) or "–"
    if len(text) <= longest:
        return text
    end = text.rfind(" ", 0, longest)
    return text[: end if end >= longest * 2 // 3 else longest - 1].rstrip() + "…"
