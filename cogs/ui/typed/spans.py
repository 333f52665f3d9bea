"""Spans of time as people type them: `3 days`, `deux semaines`, `za týden`, `1d 12h`, and paces made of two."""

import re

import msgspec

from cogs.ui.typed.vocabulary import Vocabulary, any_of, plain, vocabularies
from sessions.records.clock import DAY_MS, HOUR_MS, MINUTE_MS

_MS = {"minute": MINUTE_MS, "hour": HOUR_MS, "day": DAY_MS, "week": 7 * DAY_MS, "fortnight": 14 * DAY_MS}
_COUNT = r"\d{1,3}(?:[.,]\d)?"


class Span(msgspec.Struct, frozen=True):
    """Months of the calendar, and milliseconds on top of them."""

    months: int
    ms: int


def span_in(text: str, words: Vocabulary) -> Span | None:
    unit, number, half = any_of(words.units), any_of(words.numbers), words.pattern("half")
    piece = rf"(?:({_COUNT})\s*|({number})\s+|({half})\s+)({unit})\.?(?![^\W\d_])"
    begin = re.match(rf"{words.pattern('in')}\s+", text)
    rest = text[begin.end() :] if begin else text
    if begin and rest in words.units and len(rest) > 1:
        return _span([("1", "", "", rest)], words)
    if re.fullmatch(rf"{piece}(?:(?:\s*(?:,|\+|{words.pattern('and')}\b)?\s*){piece})*", rest) is None:
        return None
    return _span(re.findall(piece, rest), words)


def _span(pieces: list[tuple[str, str, str, str]], words: Vocabulary) -> Span | None:
    months, ms = 0.0, 0.0
    for digits, word, half, unit in pieces:
        count = 0.5 if half else float(digits.replace(",", ".")) if digits else words.numbers[word]
        if words.units[unit] == "month":
            months += count
        else:
            ms += count * _MS[words.units[unit]]
    return Span(int(months), round(ms)) if months == int(months) else None


def hours_of(typed: str, language: str) -> int | None:
    """The whole hours that somebody typed, with or without a unit; None if it isn't that."""
    text = plain(typed)
    if text.isdecimal() and text.isascii():
        return int(text[:6])
    for words in vocabularies(language):
        found = span_in(text, words)
        if found is not None:
            return None if found.months or found.ms % HOUR_MS else found.ms // HOUR_MS
    return None


def pace_of_text(typed: str, language: str) -> str | None:
    """Two spans as a pace is kept, in hours (`48+6`); None if there aren't two."""
    parts = re.split(r"\s*(?:\+|/|\bplus\b)\s*", plain(typed))
    if len(parts) != 2:
        return None
    bank, more = (hours_of(part, language) for part in parts)
    return None if bank is None or more is None else f"{bank}+{more}"
