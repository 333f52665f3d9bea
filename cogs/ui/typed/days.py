"""Days as people type them: `24.12.`, `Dec 24th`, `vendredi prochain`, `pozítří`. Returns all readings."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import msgspec

from cogs.ui.typed.vocabulary import Vocabulary, any_of

_MONTH_FIRST = "en"
"""The language of whose readers some write the month first, and some the day."""
_ORDINAL = r"(?:st|nd|rd|th|er|re|\.)?"


class Days(msgspec.Struct, frozen=True):
    """Reads days in the words of one language. `is_past` says whether a day, at the time typed with it, is over."""

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
        """That day of that year, or without a year the next one."""
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
