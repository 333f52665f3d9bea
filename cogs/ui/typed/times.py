"""Spans, times of day, days and moments as people type them: `1d 12h`, `v 6 večer`, `22-7`, `next Friday at 6pm`."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

import msgspec
from babel.dates import format_date, format_datetime

from cogs.ui.typed.vocabulary import Vocabulary, any_of, plain, vocabularies
from sessions.clocks.own_time import MOST_QUIET_MIN, clock_face, moment, zone_of
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
    if re.fullmatch(rf"{piece}(?:\s*(?:(?:,|\+|{words.pattern('and')}\b)\s*)?{piece})*", rest) is None:
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
"""In this language, a bare 6 may be morning or evening. The others use a 24-hour clock."""


def time_pattern(words: Vocabulary) -> str:
    marks = "|".join(words.pattern(meaning) for meaning in ("am", "pm", "oclock"))
    named = f"{words.pattern('noon')}|{words.pattern('midnight')}"
    return rf"(?:{named}|\d{{1,2}}(?:(?:[:.]|\s?h\s?)\d{{2}})?(?:\s?h\b)?(?:\s*(?:{marks}))?)"


def minutes_of(text: str, words: Vocabulary, language: str, *, counts_to_24: bool = False) -> tuple[int, ...]:
    """Return the minutes since midnight that a text can mean, up to 1,439; () if it isn't a time. If the text around it
    `counts_to_24`, a bare 6 is in the morning."""
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
    """Return whether a text uses a 24-hour clock: it has a time past 12, or a leading zero."""
    hours = re.findall(r"(?<!\d)(?<!\d[:.h])(\d{1,2})(?=[:.h\s-]|$)", text)
    return any(hour.startswith("0") or 12 < int(hour) <= 24 for hour in hours)


def quiets_of(typed: str, language: str) -> tuple[Quiet, ...]:
    """Read daily hours, such as `22-7` or `de 22h à 7h`. Drop readings too long for quiet hours, unless all are."""
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
        return tuple(dict.fromkeys(short or found))
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


_MONTH_FIRST = "en"
"""In this language, some readers write the month first, and others the day."""
_ORDINAL = r"(?:st|nd|rd|th|er|re|\.)?"


class Days(msgspec.Struct, frozen=True):
    """Reads days in one language. `is_past` returns whether the typed time has passed on a given day."""

    today: date
    words: Vocabulary
    language: str
    is_past: Callable[[date], bool]
    has_time: bool

    def read(self, text: str) -> set[date]:
        ways = (self._near, self._weekday, self._numbers, self._month_named, self._day_alone)
        found = next((days for way in ways if (days := set(way(text)))), set())
        if found:
            return found
        match = re.fullmatch(rf"(?:{self._on})?({any_of(self.words.weekdays)})\.?,?\s+(.+)", text)
        if match is None:
            return set()
        weekday = self.words.weekdays[match[1]]
        return {day for day in self.read(match[2]) if day.weekday() == weekday}

    @property
    def _on(self) -> str:
        return rf"{self.words.pattern('on')}\s+"

    def _near(self, text: str) -> Iterator[date]:
        for ahead, meaning in enumerate(("today", "tomorrow", "after")):
            if re.fullmatch(self.words.pattern(meaning), text):
                yield self.today + timedelta(days=ahead)
        if re.fullmatch(self.words.pattern("next_week"), text):
            yield self._next_monday

    @property
    def _next_monday(self) -> date:
        return self.today + timedelta(days=7 - self.today.weekday())

    def _weekday(self, text: str) -> Iterator[date]:
        words, names = self.words, any_of(self.words.weekdays)
        before = rf"(?:{self._on})?(?:({words.pattern('next')})\s+|{words.pattern('this')}\s+)?"
        after = rf"(?:\s+(?:({words.pattern('next')})|({words.pattern('week_later')})))?"
        match = re.fullmatch(rf"{before}({names})\.?{after}", text)
        if match is None:
            return
        weekday = words.weekdays[match[2]]
        coming = self.today + timedelta(days=(weekday - self.today.weekday() - 1) % 7 + 1)
        if match[4]:
            yield coming + timedelta(days=7)
            return
        yield coming
        if match[1] or match[3]:
            yield self._next_monday + timedelta(days=weekday)
        elif weekday == self.today.weekday() and self.has_time and not self.is_past(self.today):
            yield self.today

    def _numbers(self, text: str) -> Iterator[date]:
        if match := re.fullmatch(r"(\d{4})([-/.])\s*(\d{1,2})\2\s*(\d{1,2})", text):
            yield from self._days(int(match[4]), int(match[3]), match[1])
            return
        match = re.fullmatch(r"(\d{1,2})\s*([./-])(\s*)(\d{1,2})\s*(?:(\2)\s*(\d{4}|\d{2})?)?", text)
        if match is None or (match[5] and not match[6] and match[2] != "."):
            return
        if match[6] and len(match[6]) == 2 and match[2] == "-":
            return
        first, second, year = int(match[1]), int(match[4]), match[6]
        day_first, month_first = self._days(first, second, year), self._days(second, first, year)
        is_dotted = match[2] == "." and bool(match[3] or (match[5] and not year))
        yield from day_first
        if (self.language == _MONTH_FIRST and not is_dotted) or not day_first:
            yield from month_first

    def _month_named(self, text: str) -> Iterator[date]:
        month, year = any_of(self.words.months), r"(?:,?\s*(\d{4}))?"
        on = rf"(?:{self._on})?"
        if match := re.fullmatch(rf"{on}(\d{{1,2}}){_ORDINAL}\s*{on}({month})\.?{year}", text):
            yield from self._days(int(match[1]), self.words.months[match[2]], match[3])
        elif match := re.fullmatch(rf"{on}({month})\.?\s*(\d{{1,2}}){_ORDINAL}{year}", text):
            yield from self._days(int(match[2]), self.words.months[match[1]], match[3])

    def _day_alone(self, text: str) -> Iterator[date]:
        words = self.words.pattern("dayth")
        match = re.fullmatch(rf"(?:{words}\s+(\d{{1,2}}){_ORDINAL}|(\d{{1,2}})(?:st|nd|rd|th|er|\.))", text)
        if match is None:
            return
        month = self.today.replace(day=1)
        for _ in range(3):
            found = _day(month.year, month.month, int(match[1] or match[2]))
            if found is not None and not self.is_past(found):
                yield found
                return
            month = (month + timedelta(days=32)).replace(day=1)

    def _days(self, day: int, month: int, year: str | None) -> list[date]:
        """Return that day of the given year or, without a year, the next such day."""
        if year is not None:
            found = _day(int(year) + (2000 if len(year) == 2 else 0), month, day)
            return [] if found is None else [found]
        coming = (_day(self.today.year + ahead, month, day) for ahead in (0, 1))
        return [found for found in coming if found is not None and not self.is_past(found)][:1]


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if 2000 <= year <= 2200 else None
    except ValueError:
        return None


_DAY = {"cs": "d. MMMM y"}
_DAY_OF_MOST = "d MMMM y"
_FIRST_DAY = {"fr": "d'er' MMMM y"}
_HOUR = {"en": "h:mm a"}
_HOUR_OF_MOST = "HH:mm"


def moments_of(typed: str, now: int, zone: str, language: str) -> tuple[int, ...]:
    """Return every moment that a text can mean, in milliseconds since 1970. A bare day begins at midnight."""
    text = plain(typed)
    for words in vocabularies(language):
        reader = _Reader(now, zone, language, words)
        found = reader.read(text)
        until = re.match(rf"{words.pattern('until')}\s+", text)
        if not found and until:
            found = reader.read(text[until.end() :])
        if found:
            return tuple(sorted(found))
    return ()


def in_full(at: int, zone: str, language: str) -> str:
    """Return a moment with its weekday, day, year and time in that zone, in a reader's language."""
    here = datetime.fromtimestamp(at / 1000, zone_of(zone))
    return format_datetime(here, f"EEEE {_pattern_of(here, language)}, {_HOUR_OF_MOST}", locale=language)


def day_to_type(day: date, language: str) -> str:
    """Return a day in a form that can be typed and has only one reading."""
    return format_date(day, _pattern_of(day, language), locale=language)


def to_type(at: int, zone: str, language: str) -> str:
    """Return a moment in a form that can be typed and has only one reading."""
    here = datetime.fromtimestamp(at / 1000, zone_of(zone))
    pattern = f"{_pattern_of(here, language)} {_HOUR.get(language, _HOUR_OF_MOST)}"
    return format_datetime(here, pattern, locale=language)


def _pattern_of(day: date, language: str) -> str:
    usual = _DAY.get(language, _DAY_OF_MOST)
    return _FIRST_DAY.get(language, usual) if day.day == 1 else usual


def weeklies_of(typed: str, now: int, zone: str, language: str) -> tuple[int, ...]:
    """Return every minute of the week that a text can mean, such as `Monday 18:00` or `pondělí v 6 večer`."""
    shown = (datetime.fromtimestamp(at / 1000, zone_of(zone)) for at in moments_of(typed, now, zone, language))
    return tuple(dict.fromkeys((at.weekday() * 24 + at.hour) * 60 + at.minute for at in shown))


def weekly_to_type(minute: int, language: str) -> str:
    """Return a minute of the week in words that can be typed and have only one reading."""
    monday = datetime(2024, 1, 1)
    pattern = f"EEEE {_HOUR.get(language, _HOUR_OF_MOST)}"
    return format_datetime(monday + timedelta(minutes=minute), pattern, locale=language)


class _Reader:
    def __init__(self, now: int, zone: str, language: str, words: Vocabulary) -> None:
        self._now, self._zone, self._language, self._words = now, zone_of(zone), language, words
        self._today = datetime.fromtimestamp(now / 1000, self._zone).date()

    def read(self, text: str) -> set[int]:
        words = self._words
        if re.fullmatch(words.pattern("now"), text):
            return {self._now}
        found = {self._after(span)} if (span := span_in(text, words)) else set()
        if found and not (self._language != "en" and re.fullmatch(r"\d{1,2}\s?h", text)):
            return found
        time, at, on = time_pattern(words), rf"(?:{words.pattern('at')}\s+)", rf"(?:{words.pattern('on')}\s+)?"
        found |= self._days(text, None)
        if match := re.fullmatch(rf"({at}?)({time})", text):
            is_time = bool(match[1]) or re.search(r"[:hm]|[^\W\d_]", match[2]) is not None
            found |= self._next(match[2]) if is_time else set()
        if iso := re.fullmatch(rf"(\d{{4}}-\d{{1,2}}-\d{{1,2}})t({time})", text):
            found |= self._days(iso[1], iso[2])
        day_first = re.fullmatch(rf"(?P<day>.+?)(?:,\s*|\s+)(?P<at>{at}?)(?P<time>{time})", text)
        time_first = re.fullmatch(rf"(?P<at>{at}?)(?P<time>{time})(?:,\s*|\s+)(?P<day>.+)", text)
        for match in (day_first, time_first):
            if match is not None and (match["at"] or not match["time"].isdecimal()):
                found |= self._days(re.sub(rf"^{on}", "", match["day"]), match["time"])
        return found

    def _days(self, text: str, time: str | None) -> set[int]:
        is_iso = re.match(r"\d{4}\D", text) is not None
        minutes = [0]
        if time is not None:
            counts = is_iso or has_24_hours(time)
            minutes = list(minutes_of(time, self._words, self._language, counts_to_24=counts))
            if re.fullmatch(self._words.pattern("midnight"), time):
                minutes.append(24 * 60)
        found: set[int] = set()
        for minute in minutes:
            days = Days(self._today, self._words, self._language, self._over_at(minute), time is not None)
            found |= {self._moment(day, minute) for day in days.read(text)}
        return found

    def _next(self, time: str) -> set[int]:
        found = set()
        for minute in minutes_of(time, self._words, self._language, counts_to_24=has_24_hours(time)):
            today = self._moment(self._today, minute)
            found.add(today if today > self._now else self._moment(self._today + timedelta(days=1), minute))
        return found

    def _over_at(self, minute: int) -> Callable[[date], bool]:
        return lambda day: self._moment(day, minute) <= self._now

    def _moment(self, day: date, minute: int) -> int:
        return moment(day + timedelta(days=minute // (24 * 60)), minute % (24 * 60), self._zone)

    def _after(self, span: Span) -> int:
        here = datetime.fromtimestamp(self._now / 1000, self._zone)
        if not span.months:
            return self._now + span.ms
        months = here.year * 12 + here.month - 1 + span.months
        year, month = divmod(months, 12)
        last = (date(year + (month == 11), (month + 1) % 12 + 1, 1) - timedelta(days=1)).day
        day = date(year, month + 1, min(here.day, last))
        return moment(day, here.hour * 60 + here.minute, self._zone) + span.ms
