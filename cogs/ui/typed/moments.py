"""Moments as people type them, in the zone and language of a reader, and the same moments said back in full."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

from babel.dates import format_datetime

from cogs.ui.typed.days import Days
from cogs.ui.typed.hours import has_24_hours, minutes_of, time_pattern
from cogs.ui.typed.spans import Span, span_in
from cogs.ui.typed.vocabulary import Vocabulary, plain, vocabularies
from sessions.clocks.own_time import moment, zone_of

_FULL = {"en": "EEEE d MMMM y, HH:mm", "fr": "EEEE d MMMM y, HH:mm", "cs": "EEEE d. MMMM y, HH:mm"}
_TO_TYPE = {"en": "d MMMM y h:mm a", "fr": "d MMMM y HH:mm", "cs": "d. MMMM y HH:mm"}


def moments_of(typed: str, now: int, zone: str, language: str) -> tuple[int, ...]:
    """Every moment that somebody can mean, in milliseconds since 1970. A day without a time begins at midnight."""
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
    """A moment with its weekday, day, year and time in that zone, in a reader's language."""
    return format_datetime(datetime.fromtimestamp(at / 1000, zone_of(zone)), _FULL[language], locale=language)


def to_type(at: int, zone: str, language: str) -> str:
    """A moment as it can be typed and means nothing else."""
    return format_datetime(datetime.fromtimestamp(at / 1000, zone_of(zone)), _TO_TYPE[language], locale=language)


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
