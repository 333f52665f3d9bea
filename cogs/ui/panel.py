"""The presenter: any decision of any game as rows of buttons and selects. Pure; `layout.py` makes Discord's of it.

Up to five options are buttons, unless they need a line on what they do. More are grouped as their game names the
groups, else by the first word of their keys (`move:`, `build:`): what stands alone is a button, a group is a select.
Extra actions share one select. Where all that would be too much for a phone, buttons are gathered into selects, too.
A question that comes again after most of its answers is one select, in which several options may be picked at once.
Options with a place on the board carry the number of their mark.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.option_words import LABEL, PLAIN, TITLE, OptionStyle, OptionWords, Say, in_one, shorten_apart
from cogs.ui.phone import button_px, lines
from cogs.ui.press import NOBODY, Press, Pressable
from cogs.ui.text import shorten
from engine.kernel.decision import Decision, Message
from engine.kernel.offering.joining import is_offered

PHONE_ROWS = 6
"""The most rows of controls that leave the picture on a phone's screen."""
TOOL_ROWS = 1
EXTRAS_ALONE = 1
"""The most extra actions that stand as buttons."""

ANSWER, PICK, ALL, NONE, DRAFT, DONE, SURE = "o", "s", "all", "none", "d", "done", "sure"
"""Verbs of the controls of a decision.

One option; a select; every option; no option; part of a choice; its end; one option, though something is given up.
"""
ANSWER_OFFERED, PICK_OFFERED, SURE_OFFERED = "oj", "sj", "surej"
"""The same where their numbers count options that stand for several answers. See `engine.kernel.offering.offers`."""


class Button(msgspec.Struct, frozen=True):
    """A button of a panel. `style` is `plain`, `main`, `good` or `danger`; `emoji` stands before its label, marked up.

    Without a label it is the emoji alone.
    """

    press: Pressable
    label: str
    style: str = "plain"
    is_disabled: bool = False
    emoji: str | None = None


class PanelOption(msgspec.Struct, frozen=True):
    """One line of a select; `value` comes back when it is picked, `hint` stands small below the label.

    `emoji` stands before it, marked up.
    """

    value: str
    label: str
    is_picked: bool = False
    hint: str = ""
    emoji: str | None = None


class Select(msgspec.Struct, frozen=True):
    """A select of a panel. Between `at_least` and `at_most` of its choices may be picked."""

    press: Pressable
    placeholder: str
    choices: tuple[PanelOption, ...]
    at_least: int = 1
    at_most: int = 1


Row: TypeAlias = "tuple[Button, ...] | Select"


class Presenter:
    """Turns one seat's decision at one table and epoch into controls, worded by `say`.

    `user` is whom a private message with them is made for.
    """

    def __init__(
        self, table: int, epoch: int, decision: Decision, say: Say, style: OptionStyle = PLAIN, user: int = NOBODY
    ) -> None:
        self.decision = decision
        self._say = say
        self._style = style
        self._words = OptionWords(decision, say, style)
        self._answer, self._pick = (ANSWER_OFFERED, PICK_OFFERED) if is_offered(decision) else (ANSWER, PICK)
        self._table, self._epoch, self._user = table, epoch, user

    @property
    def needs_drafting(self) -> bool:
        """Whether the choice is too large for one select, and is put together in several before it counts."""
        return self.decision.at_most > 1 and len(self.decision.options) > limits.SELECT_OPTIONS

    def confirmation(self, key: str) -> list[Row]:
        """The button that gives the answer `key` after its question was asked once more."""
        index = next(index for index, option in enumerate(self.decision.options) if option.key == key)
        words = self._say(Message("button.sure"))
        verb = SURE_OFFERED if is_offered(self.decision) else SURE
        return [(Button(self._press(verb, index), shorten(words, LABEL), "danger"),)]

    def rows(self, picked: Mapping[int, bool] | None = None, most: int = PHONE_ROWS - TOOL_ROWS) -> list[Row]:
        """The controls, in order. On a phone there are at most `most` rows where one answer is chosen.

        `picked` are the options already chosen of a choice being drafted.
        """
        if self.needs_drafting:
            return self._told_apart(self._drafting(picked or {}))
        if self.decision.at_most > 1 or self.decision.at_least == 0:
            return self._several()
        return self._one(most)

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self._table, self._epoch, verb, index, self.decision.seat, self.decision.id, self._user)

    # One answer

    def _one(self, most: int) -> list[Row]:
        for rows in self._in_rows():
            if phone_rows(rows) <= most:
                return rows
        options = self.decision.options
        extras = [index for index in range(len(options)) if self._words.is_extra(index)]
        proper = [index for index in range(len(options)) if index not in extras]
        alone, groups = self._grouped(proper)
        if len(extras) <= EXTRAS_ALONE and not any(map(self._words.needs_line, extras)):
            alone, proper, extras = [*alone, *extras], [*proper, *extras], []
        for each in ((alone, groups), self._gathered(alone, groups), ([], self._packed(proper))):
            rows = self._told_apart(self._laid_out(*each, extras))
            if phone_rows(rows) <= most:
                return rows
        return self._told_apart(self._laid_out([], self._packed(range(len(options))), []))

    def _in_rows(self) -> Iterator[list[Row]]:
        """Selects in which several options may be picked at once, with what stands alone as buttons, too.

        Where a phone has no room, main answers are no buttons, in the end none is: the selects have every option.
        """
        if not self.decision.rows:
            return
        made: list[Row] = [self._row(number, row) for number, row in enumerate(self.decision.rows)]
        options = range(len(self.decision.options))
        alone, _ = self._grouped([index for index in options if not self._words.is_extra(index)])
        main = _button_rows([self._button(index) for index in alone if not self._words.is_quiet(index)])
        quiet = _button_rows([self._button(index) for index in alone if self._words.is_quiet(index)])
        yield [*main, *made, *quiet]
        yield [*made, *quiet]
        yield made

    def _row(self, number: int, indexes: Sequence[int]) -> Select:
        """A select of which several may be picked, known by its number: options may stand in more than one.

        Where there are several, each is called by its number and by what it holds: what is in no other comes first.
        """
        words = self._row_title(number, indexes) or Message("panel.pick_several")
        return Select(
            self._press(self._pick, number),
            shorten(self._say(words), limits.SELECT_PLACEHOLDER),
            self._choices(indexes),
            at_most=len(indexes),
        )

    def _span(self, number: int) -> str | None:
        """Where a row begins and ends that has nothing of its own but a part of a group; None for any other."""
        rows = self.decision.rows
        counts = Counter(place for row in rows for place in row)
        own = [[place for place in row if counts[place] == 1] for row in rows]
        groups = [{self._words.group(place) for place in places} for places in own]
        is_part = len(groups[number]) == 1 and any(
            groups[number] <= other for other in groups if other is not groups[number]
        )
        return self._from_to(self._choices(own[number])) if is_part else None

    def _from_to(self, choices: Sequence[PanelOption]) -> str | None:
        """The first and the last label, without the number of a mark that both have; None where they are equal.

        Where all are called the same, what stands below them tells more.
        """
        first, last = choices[0], choices[-1]
        if len({choice.label for choice in choices}) == 1 and first.hint != last.hint:
            return self._say(Message("panel.span", {"first": first.hint, "last": last.hint}))
        if first.label == last.label:
            return None
        number, other = (self._words.number(int(each.value)) for each in (first, last))
        mark = f"{number} · " if number == other else ""
        ends = {"first": first.label.removeprefix(mark), "last": last.label.removeprefix(mark)}
        return self._say(Message("panel.span", dict(ends)))

    def _told_apart(self, rows: Sequence[Row]) -> list[Row]:
        """The rows, where selects called alike say where they begin and end."""
        called: dict[str, list[Select]] = {}
        for row in rows:
            if isinstance(row, Select):
                called.setdefault(self._first_name(row), []).append(row)
        told = {
            row.press: each for alike in called.values() for row, each in zip(alike, self._spans(alike), strict=True)
        }
        return self._numbered([told[row.press] if isinstance(row, Select) else row for row in rows])

    def _numbered(self, rows: Sequence[Row]) -> list[Row]:
        """The rows, where selects that a phone would still show alike are numbered: `1/2 · Choose one`."""
        alike = Counter(row.placeholder[:TITLE] for row in rows if isinstance(row, Select))
        so_far: Counter[str] = Counter()
        numbered: list[Row] = []
        for row in rows:
            if isinstance(row, Select) and (count := alike[seen := row.placeholder[:TITLE]]) > 1:
                so_far[seen] += 1
                title = self._say(
                    Message("panel.titles", {"first": f"{so_far[seen]}/{count}", "rest": row.placeholder})
                )
                row = msgspec.structs.replace(row, placeholder=shorten(title, limits.SELECT_PLACEHOLDER))
            numbered.append(row)
        return numbered

    def _first_name(self, row: Select) -> str:
        """What the name of a select begins with: what it is called on a phone that shows no more."""
        indexes = [int(choice.value) for choice in row.choices]
        if all(map(self._words.is_extra, indexes)):
            return "extras"
        names = self._words.names([index for index in indexes if not self._words.is_quiet(index)] or indexes)
        return self._say(names[0]) if names else ""

    def _spans(self, alike: Sequence[Select]) -> list[Select]:
        """Selects called alike, with where each begins and ends: before its name where a phone would cut that off."""
        if len(alike) == 1:
            return list(alike)
        spans = [self._from_to(row.choices) for row in alike]
        seen = {
            (span or "")[: max(0, TITLE - len(f"{row.placeholder} : "))] for row, span in zip(alike, spans, strict=True)
        }
        is_seen = len(seen) == len(alike)
        key, title, part = ("panel.spanning", "title", "span") if is_seen else ("panel.titles", "rest", "first")
        words = [
            self._say(Message(key, {title: row.placeholder, part: span})) if span else row.placeholder
            for row, span in zip(alike, spans, strict=True)
        ]
        return [
            msgspec.structs.replace(row, placeholder=shorten(each, limits.SELECT_PLACEHOLDER))
            for row, each in zip(alike, words, strict=True)
        ]

    def _row_title(self, number: int, indexes: Sequence[int]) -> Message | None:
        """What one of several selects is called; None where there is but one, or nothing in it has a name."""
        rows, options = self.decision.rows, self.decision.options
        elsewhere = {place for other, row in enumerate(rows) if other != number for place in row}
        proper = [index for index in indexes if not self._words.is_extra(index) and not self._words.is_quiet(index)]
        proper.sort(key=lambda index: index in elsewhere)
        named = [name for name in (self._style.group(options[index]) for index in proper) if name is not None]
        distinct = list({self._say(name): name for name in named}.values())
        extras = sum(self._words.is_extra(index) for index in indexes)
        titles = [*distinct, *([Message("panel.extras", {"count": extras})] if extras else [])]
        if len(rows) == 1 or not titles:
            return None
        title = in_one(titles)
        if (span := self._span(number)) is not None:
            title = Message("panel.titles", {"first": span, "rest": title})
        return Message("panel.in_a_row", {"number": number + 1, "count": len(rows), "title": title})

    def _grouped(self, indexes: Sequence[int]) -> tuple[list[int], list[list[int]]]:
        """The options that stand alone as buttons, and the groups that are selects.

        A few that say it all are all buttons.
        """
        if len(indexes) <= limits.ROW_BUTTONS and not any(map(self._words.needs_line, indexes)):
            return list(indexes), []
        groups: dict[str, list[int]] = {}
        for index in indexes:
            groups.setdefault(self._words.group(index), []).append(index)
        alone = [group[0] for group in groups.values() if len(group) == 1 and not self._words.needs_line(group[0])]
        together = [group for group in groups.values() if len(group) > 1 or group[0] not in alone]
        return alone, [part for group in together for part in _parts(group)]

    def _gathered(self, alone: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
        """The same with the buttons that answer gathered into a select, and small groups with them."""
        quiet = [index for index in alone if self._words.is_quiet(index)]
        named = [list(group) for group in groups if self._words.title(group) is not None and len(group) > 1]
        others = [index for group in groups if list(group) not in named for index in group]
        rest = sorted([*(index for index in alone if index not in quiet), *others])
        return quiet, [*_parts(rest), *named]

    def _packed(self, indexes: Sequence[int]) -> list[list[int]]:
        """As few selects as hold them all; groups stay whole and in order where that takes no more of them."""
        groups: dict[str, list[int]] = {}
        for index in indexes:
            groups.setdefault(self._words.group(index), []).append(index)
        packed: list[list[int]] = []
        for group in groups.values():
            if packed and len(packed[-1]) + len(group) <= limits.SELECT_OPTIONS:
                packed[-1] += group
            else:
                packed += _parts(group)
        fewest = _parts(indexes)
        return packed if len(packed) <= len(fewest) else fewest

    def _laid_out(self, alone: Sequence[int], groups: Sequence[Sequence[int]], extras: Sequence[int]) -> list[Row]:
        """Answers first, then extra actions, then what ends or declines: never beside the main answer."""
        first = [self._button(index) for index in alone if not self._words.is_quiet(index)]
        last = [self._button(index) for index in alone if self._words.is_quiet(index)]
        extra = Message("panel.extras", {"count": len(extras)})
        rows: list[Row] = [*_button_rows(first), *(self._select(group) for group in groups)]
        rows += [self._select(part, self._say(extra)) for part in _parts(extras)]
        if rows and all(isinstance(row, tuple) for row in rows) and len(first) + len(last) <= limits.ROW_BUTTONS:
            return [(*first, *last)]
        return [*rows, *_button_rows(last)]

    def _button(self, index: int) -> Button:
        option = self.decision.options[index]
        label = self._words.label(index, is_brief=self._words.is_brief(index))
        return Button(self._press(self._answer, index), label, self._style.style(option), emoji=self._sign(index))

    def _choices(
        self, indexes: Sequence[int], picked: Mapping[int, bool] | None = None, *, is_told: bool = True
    ) -> tuple[PanelOption, ...]:
        """The lines of a select. Where one has to be brief, its like in all of the question are, too.

        `is_told`: the select or the question says what `OptionStyle.is_brief` leaves out.
        """
        brief = self._words.brief(is_told)
        words: list[tuple[str, str]] = []
        for index in indexes:
            is_brief = self._words.like(index) in brief
            label = self._words.label(index, is_brief=is_brief or (is_told and self._words.is_brief(index)))
            words.append((label, self._words.line(index, is_brief=is_brief)))
        lines = shorten_apart(words, limits.SELECT_DESCRIPTION)
        return tuple(
            PanelOption(str(index), label, bool(picked and picked.get(index)), line, self._sign(index))
            for index, (label, _), line in zip(indexes, words, lines, strict=True)
        )

    def _sign(self, index: int) -> str | None:
        return self._style.sign(self.decision.options[index].label)

    def _placeholder(self, indexes: Sequence[int]) -> str:
        answers = [index for index in indexes if not self._words.is_quiet(index)] or indexes
        names = self._words.names(answers) if len(indexes) < len(self.decision.options) else []
        title = self._words.named(in_one(names), indexes) if names else self._say(Message("panel.pick"))
        return shorten(title, limits.SELECT_PLACEHOLDER)

    def _select(self, indexes: Sequence[int], title: str = "") -> Select:
        choices = self._choices(indexes, is_told=self._words.title(indexes) is not None)
        return Select(self._press(self._pick, indexes[0]), title or self._placeholder(indexes), choices)

    # Several answers

    def _several(self) -> list[Row]:
        decision = self.decision
        count = len(decision.options)
        rows: list[Row] = []
        if count:
            most = min(decision.at_most, count)
            choices = self._choices(range(count))
            least = min(decision.at_least, most)
            words = Message("panel.pick_exactly", {"count": most}) if least == most else Message("panel.pick_several")
            title = shorten(self._say(Message("panel.pick") if most == 1 else words), limits.SELECT_PLACEHOLDER)
            rows.append(Select(self._press(PICK), title, choices, least, most))
        whole: list[Button] = []
        if decision.at_most >= count > 0:
            whole.append(Button(self._press(ALL), self._say(Message("panel.all"))))
        if decision.at_least == 0:
            whole.append(Button(self._press(NONE), self._say(Message("panel.none"))))
        return rows + _button_rows(whole)

    def _drafting(self, picked: Mapping[int, bool]) -> list[Row]:
        rows: list[Row] = []
        for part in _parts(range(len(self.decision.options))):
            choices = self._choices(part, picked)
            rows.append(Select(self._press(DRAFT, part[0]), self._placeholder(part), choices, 0, len(part)))
        count = sum(picked.values())
        fits = self.decision.at_least <= count <= self.decision.at_most
        label = self._say(Message("panel.done", {"count": count}))
        return [*rows, (Button(self._press(DONE), label, "good", not fits),)]


def phone_rows(rows: Sequence[Row]) -> int:
    """How many rows these controls take on a phone, where buttons that do not fit beside others go below them."""
    return sum(
        1
        if isinstance(row, Select)
        else lines(button_px(button.label, has_emoji=button.emoji is not None) for button in row)
        for row in rows
    )


def tool_row(tools: Sequence[Sequence[Button]]) -> tuple[Button, ...]:
    """A row of tools that a phone does not break. Each tool is given in several forms, from whole words to an icon.

    As few tools as possible are icons, and among rows with equally few the first tools are the fullest. Where nothing
    fits, all are icons.
    """

    def loss(row: tuple[Button, ...]) -> tuple[int, list[int]]:
        forms = [tool.index(button) for tool, button in zip(tools, row, strict=True)]
        return sum(not button.label for button in row), forms

    rows = list(product(*tools))
    return min((row for row in rows if phone_rows([row]) == 1), key=loss, default=rows[-1])


def _parts(indexes: Sequence[int]) -> list[list[int]]:
    size = limits.SELECT_OPTIONS
    return [list(indexes[start : start + size]) for start in range(0, len(indexes), size)]


def _button_rows(buttons: Sequence[Button]) -> list[Row]:
    size = limits.ROW_BUTTONS
    return [tuple(buttons[start : start + size]) for start in range(0, len(buttons), size)]
