"""Names for the selects of a question, so that no two of them look alike on a phone."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

import discord_limits as limits
from cogs.ui.option_words import TITLE, OptionWords
from cogs.ui.panel import PanelOption, Row, Select
from cogs.ui.text import shorten
from engine.kernel.decision import Argument, Message


class SelectTitles:
    """Names the selects of one decision."""

    def __init__(self, words: OptionWords) -> None:
        self._words = words

    def _say(self, key: str, **blanks: Argument) -> str:
        return self._words.say(Message(key, blanks))

    def of(self, indexes: Sequence[int]) -> str:
        words = self._words
        answers = [index for index in indexes if not words.is_quiet(index)] or indexes
        names = words.names(answers) if len(indexes) < len(words.decision.options) else []
        title = words.title_of(_in_one(names), indexes) if names else self._say("panel.pick")
        return shorten(title, limits.SELECT_PLACEHOLDER)

    def of_row(self, number: int) -> str:
        """Name a row of the decision: its number if there are several rows, and the names of its groups."""
        words, rows = self._words, self._words.decision.rows
        elsewhere = {place for other, row in enumerate(rows) if other != number for place in row}
        extras = [place for place in rows[number] if words.is_extra(place)]
        proper = [place for place in rows[number] if place not in extras and not words.is_quiet(place)]
        proper.sort(key=lambda place: place in elsewhere)
        named = [name for name in map(words.group_name, proper) if name is not None]
        titles = list({words.say(name): name for name in named}.values())
        if extras:
            titles.append(Message("panel.extras", {"count": len(extras)}))
        if len(rows) == 1 or not titles:
            return shorten(self._say("panel.pick_several"), limits.SELECT_PLACEHOLDER)
        title = _in_one(titles)
        if (span := self._span_of_row(number)) is not None:
            title = Message("panel.titles", {"first": span, "rest": title})
        whole = self._say("panel.in_a_row", number=number + 1, count=len(rows), title=title)
        return shorten(whole, limits.SELECT_PLACEHOLDER)

    def _span_of_row(self, number: int) -> str | None:
        """Return the range of a row that has only part of a group."""
        rows = self._words.decision.rows
        counts = Counter(place for row in rows for place in row)
        own = [[place for place in row if counts[place] == 1] for row in rows]
        groups = [{self._words.group(place) for place in places} for places in own]
        others = [group for other, group in enumerate(groups) if other != number]
        is_part = len(groups[number]) == 1 and any(groups[number] <= other for other in others)
        return self._span(self._words.choices(own[number])) if is_part else None

    def _span(self, choices: Sequence[PanelOption]) -> str | None:
        """Return the first and last label or, if labels are equal, the descriptions; None if those are equal too."""
        first, last = choices[0], choices[-1]
        if len({choice.label for choice in choices}) == 1 and first.hint != last.hint:
            return self._say("panel.span", first=first.hint, last=last.hint)
        if first.label == last.label:
            return None
        number, other = (self._words.number(int(each.value)) for each in (first, last))
        mark = f"{number} · " if number == other else ""
        return self._say("panel.span", first=first.label.removeprefix(mark), last=last.label.removeprefix(mark))

    def set_apart(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows, with ranges or numbers in the names of selects that would look alike."""
        called: dict[str, list[Select]] = {}
        for row in rows:
            if isinstance(row, Select):
                called.setdefault(self._first_name(row), []).append(row)
        spanned = {each.press: each for alike in called.values() for each in self._add_spans(alike)}
        return self._add_numbers([spanned[row.press] if isinstance(row, Select) else row for row in rows])

    def _first_name(self, row: Select) -> str:
        indexes = [int(choice.value) for choice in row.choices]
        if all(map(self._words.is_extra, indexes)):
            return "extras"
        names = self._words.names([index for index in indexes if not self._words.is_quiet(index)] or indexes)
        return self._words.say(names[0]) if names else ""

    def _add_spans(self, alike: Sequence[Select]) -> list[Select]:
        """Add its range to each select of the same name, before the name if a phone would cut it off."""
        if len(alike) == 1:
            return list(alike)
        spans = [self._span(row.choices) for row in alike]
        shown = {
            (span or "")[: max(0, TITLE - len(f"{row.placeholder} : "))] for row, span in zip(alike, spans, strict=True)
        }
        key, title, part = ("panel.spanning", "title", "span") if len(shown) == len(alike) else (
            "panel.titles", "rest", "first"
        )  # fmt: skip
        return [
            _rename(row, self._say(key, **{title: row.placeholder, part: span})) if span else row
            for row, span in zip(alike, spans, strict=True)
        ]

    def _add_numbers(self, rows: Sequence[Row]) -> list[Row]:
        alike = Counter(row.placeholder[:TITLE] for row in rows if isinstance(row, Select))
        so_far: Counter[str] = Counter()
        numbered: list[Row] = []
        for row in rows:
            if isinstance(row, Select) and (count := alike[shown := row.placeholder[:TITLE]]) > 1:
                so_far[shown] += 1
                row = _rename(row, self._say("panel.titles", first=f"{so_far[shown]}/{count}", rest=row.placeholder))
            numbered.append(row)
        return numbered


def _rename(row: Select, title: str) -> Select:
    return replace(row, placeholder=shorten(title, limits.SELECT_PLACEHOLDER))


def _in_one(titles: Sequence[Message]) -> Message:
    *before, title = titles
    for first in reversed(before):
        title = Message("panel.titles", {"first": first, "rest": title})
    return title
