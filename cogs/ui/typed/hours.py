"""Spans and times of day as people type them: `3 days`, `1d 12h`, `6pm`, `v 6 večer`, quiet hours, and paces."""

import re
from collections.abc import Iterable

import msgspec

from cogs.ui.typed.vocabulary import Vocabulary, any_of, plain, vocabularies
from sessions.clocks.own_time import MOST_QUIET_MIN, clock_face
from sessions.records.clock import DAY_MS, HOUR_MS, MINUTE_MS, Quiet

_MS = {"minute": MINUTE_MS, "hour": HOUR_MS, "day": DAY_MS, "week": 7 * DAY_MS, "fortnight": 14 * DAY_MS}
_COUNT = r"\d{1,3}(?:[.,]\d)?"


class Span(msgspec.Struct, frozen=True):
    """Calendar months, and additional milliseconds."""

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
    """Return the whole hours that were typed, with or without a unit, or None."""
    text = plain(typed)
    if text.isdecimal() and text.isascii():
        return int(text[:6])
    for words in vocabularies(language):
        found = span_in(text, words)
        if found is not None:
            return None if found.months or found.ms % HOUR_MS else found.ms // HOUR_MS
    return None


def pace_of_text(typed: str, language: str) -> str | None:
    """Return two typed spans as a stored pace, in hours (`48+6`), or None."""
    parts = re.split(r"\s*(?:\+|/|\bplus\b)\s*", plain(typed))
    if len(parts) != 2:
        return None
    bank, more = (hours_of(part, language) for part in parts)
    return None if bank is None or more is None else f"{bank}+{more}"


NOON = 12 * 60
_HALF_DAYS = "en"
"""The language in which a bare 6 may be morning or evening. The others use a 24-hour clock."""


def time_pattern(words: Vocabulary) -> str:
    marks = "|".join(words.pattern(meaning) for meaning in ("am", "pm", "oclock"))
    named = f"{words.pattern('noon')}|{words.pattern('midnight')}"
    return rf"(?:{named}|\d{{1,2}}(?:(?:[:.]|\s?h\s?)\d{{2}})?(?:\s?h\b)?(?:\s*(?:{marks}))?)"


def minutes_of(text: str, words: Vocabulary, language: str, *, counts_to_24: bool = False) -> tuple[int, ...]:
    """Return the minutes since midnight that a text can mean, up to 1,439; () if it isn't a time."""
    if re.fullmatch(words.pattern("noon"), text):
        return (NOON,)
    if re.fullmatch(words.pattern("midnight"), text):
        return (0,)
    match = re.fullmatch(r"(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2}))?(?:\s?h\b)?\s*(\D*)", text)
    if match is None:
        return ()
    hour, minute, mark = int(match[1]), int(match[2] or 0), match[3].strip()
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return ()
    if re.fullmatch(words.pattern("am"), mark):
        return (hour % 12 * 60 + minute,) if hour <= 12 else ()
    if re.fullmatch(words.pattern("pm"), mark):
        return ((hour % 12 + 12) * 60 + minute,) if hour <= 23 else ()
    if mark and not re.fullmatch(words.pattern("oclock"), mark):
        return ()
    at = (hour % 24) * 60 + minute
    is_either = language == _HALF_DAYS and 1 <= hour <= 11 and not match[1].startswith("0") and not counts_to_24
    return (at, at + NOON) if is_either else (at,)


def has_24_hours(text: str) -> bool:
    """Return whether the text's other times show a 24-hour clock: a time past 12, or a leading zero."""
    hours = re.findall(r"(?<!\d)(?<!\d[:.h])(\d{1,2})(?=[:.h\s-]|$)", text)
    return any(hour.startswith("0") or 12 < int(hour) <= 24 for hour in hours)


def quiets_of(typed: str, language: str) -> tuple[Quiet, ...]:
    """Return the daily hours that were typed, as in `22:00-7:00`, `10pm to 7am` or `de 22h à 7h`.

    Readings longer than the maximum quiet hours are left out if others remain.
    """
    text = plain(typed)
    for words in vocabularies(language):
        time = time_pattern(words)
        pattern = rf"(?:{words.pattern('between')}\s+)?({time})\s*(?:-|\b{words.pattern('to')}\b)\s*({time})"
        match = re.fullmatch(pattern, text)
        if match is None:
            continue
        counts = has_24_hours(text)
        begins, ends = (minutes_of(part, words, language, counts_to_24=counts) for part in match.groups())
        found = [Quiet(begin, end) for begin in begins for end in ends]
        short = [quiet for quiet in found if quiet.minutes <= MOST_QUIET_MIN]
        return _once(short or found)
    return ()


def quiet_to_type(quiet: Quiet, language: str) -> str:
    """Return quiet hours in a form that can be typed and has only one reading."""
    by_24 = f"{clock_face(quiet.begin)}-{clock_face(quiet.end)}"
    if quiets_of(by_24, language) == (quiet,):
        return by_24
    return f"{_by_12(quiet.begin)}-{_by_12(quiet.end)}"


def _by_12(minute: int) -> str:
    hour, minute = divmod(minute, 60)
    return f"{(hour + 11) % 12 + 1}:{minute:02}{'am' if hour < 12 else 'pm'}"


def _once(found: Iterable[Quiet]) -> tuple[Quiet, ...]:
    return tuple(dict.fromkeys(found))
