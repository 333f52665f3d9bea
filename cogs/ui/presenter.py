"""Any decision of any game as rows of buttons and selects. Pure; `layout.py` turns them into Discord's components.

- Up to five options are buttons, unless they need a line of explanation.
- More options are put into the groups that the game names, or else grouped by the first word of their keys (`move:`,
`build:`). A single option is a button, a group is a select. Extra actions share one select.
- If that is too much for a phone, buttons are gathered into selects, too.
- A pick counts immediately. If a question is asked again after most answers, a button opens a private list. There,
several options are marked, and then carried out together.
- Options with a place on the board show the number that the board marks it with.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

import discord_limits as limits
from cogs.ui.option_words import LABEL, PLAIN, TITLE, OptionStyle, OptionWords, Say
from cogs.ui.panel import PHONE_ROWS, TOOL_ROWS, Button, PanelOption, Row, Select, phone_rows
from cogs.ui.press import NOBODY, Press
from cogs.ui.text import shorten
from engine.kernel.decision import Argument, Decision, Message
from engine.kernel.offering.offers import FEWEST_TOGETHER, is_offered

EXTRAS_ALONE = 1
"""Maximum number of extra actions that are buttons."""

ANSWER, PICK, ALL, NONE, DRAFT, DONE, SURE = "o", "s", "all", "none", "d", "done", "sure"
"""Verbs of controls. `PICK` is for selects. `DRAFT` picks part of a choice, `DONE` submits it, `SURE` confirms."""
SEVERAL = "several"
"""The verb of the button that opens the list for marking several options."""
ANSWER_OFFERED, PICK_OFFERED, SURE_OFFERED = "oj", "sj", "surej"
"""Like `ANSWER`, `PICK` and `SURE`, for decisions with combined options. Indexes then count the offered options, see
`engine.kernel.offering.offers`."""
ANSWERS = (ANSWER, ANSWER_OFFERED, PICK, PICK_OFFERED, ALL, NONE)
"""The verbs that give a whole answer."""


class Presenter:
    """The controls for one seat's decision at a table and epoch, in the language of `say`, private for `user`."""

    def __init__(
        self, table: int, epoch: int, decision: Decision, say: Say, style: OptionStyle = PLAIN, user: int = NOBODY
    ) -> None:
        self.decision = decision
        self._say = say
        self._style = style
        self._words = OptionWords(decision, say, style)
        self._titles = SelectTitles(self._words)
        self._shown = self._words.shown
        self._answer, self._pick = (ANSWER_OFFERED, PICK_OFFERED) if is_offered(decision) else (ANSWER, PICK)
        self._table, self._epoch, self._user = table, epoch, user
        self._made: list[list[Row]] = []
        self._rest = self._layouts()

    @property
    def needs_drafting(self) -> bool:
        """Return whether a choice is drafted in several selects before it is submitted."""
        return self.decision.at_most > 1 and len(self.decision.options) > limits.SELECT_OPTIONS

    def confirmation(self, key: str) -> list[Row]:
        index = next(index for index, option in enumerate(self.decision.options) if option.key == key)
        verb = SURE_OFFERED if is_offered(self.decision) else SURE
        return [(Button(self._press(verb, index), shorten(self._say(Message("button.sure")), LABEL), "danger"),)]

    @property
    def acts(self) -> list[int]:
        """Return the options that can be marked, in the order they are carried out."""
        return [index for index in self.decision.row if index in self._shown]

    def rows(self, picked: Collection[int] = (), most: int = PHONE_ROWS - TOOL_ROWS) -> list[Row]:
        """Return the controls in order, if possible in at most `most` rows of a phone. `picked` is the draft so far."""
        if self.needs_drafting:
            return self.marking(range(len(self.decision.options)), picked)
        if self.decision.at_most > 1 or self.decision.at_least == 0:
            return self._several()
        return self._one(most)

    def marking(self, options: Sequence[int], picked: Collection[int]) -> list[Row]:
        """Return selects for marking several options, and the button that submits them."""
        several = self._say(Message("panel.pick_several"))
        rows: list[Row] = [
            Select(
                self._press(DRAFT, part[0]),
                several if len(part) == len(options) else self._titles.of(part),
                self._words.choices(part, picked),
                0,
                len(part),
            )
            for part in _in_selects(options)
        ]
        least, most = (1, len(options)) if self.decision.row else (self.decision.at_least, self.decision.at_most)
        label = self._say(Message("panel.do" if self.decision.row else "panel.done", {"count": len(picked)}))
        done = Button(self._press(DONE), label, "good", not least <= len(picked) <= most)
        return [*self._titles.rename_alike(rows), (done,)]

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self._table, self._epoch, verb, index, self.decision.seat, self.decision.id, self._user)

    # One answer

    def _one(self, most: int) -> list[Row]:
        for rows in self._each_layout():
            if phone_rows(rows) <= most:
                break
        return rows

    def _each_layout(self) -> Iterator[list[Row]]:
        """Yield the finished layouts. Each is made once, however often rows are asked for."""
        yield from self._made
        for layout in self._rest:
            self._made.append(self._with_several(self._titles.rename_alike(layout)))
            yield self._made[-1]

    def _with_several(self, rows: list[Row]) -> list[Row]:
        """Add the button for marking several options. If possible, it shares a phone's line with the last buttons."""
        if len(self.acts) < FEWEST_TOGETHER:
            return rows
        labels = [self._say(Message(key)) for key in ("button.several", "button.several.short")]
        forms = [Button(self._press(SEVERAL), label) for label in labels]
        last = rows[-1]
        if isinstance(last, Select):
            return [*rows, (forms[0],)]
        fitting = [(form, *last) for form in forms if phone_rows([(form, *last)]) == phone_rows([last])]
        return [*rows[:-1], *(fitting[:1] if len(last) < limits.ROW_BUTTONS and fitting else [(forms[0],), last])]

    def _layouts(self) -> Iterator[list[Row]]:
        """Yield layouts, from many short lists to few long ones. Quiet options are the last to move into selects."""
        extras = [index for index in self._shown if self._words.is_extra(index)]
        proper = [index for index in self._shown if index not in extras]
        alone, groups = self._group(proper)
        if len(extras) <= EXTRAS_ALONE and not any(map(self._words.needs_line, extras)):
            alone, proper, extras = [*alone, *extras], [*proper, *extras], []
        yield self._lay_out(alone, groups, extras)
        yield self._lay_out(alone, self._pack(sorted(index for group in groups for index in group)), extras)
        yield self._lay_out(*self._gather(alone, groups), extras)
        ends = [index for index in alone if self._words.is_quiet(index)]
        for buttons in (ends, ends[-1:], []):
            yield self._lay_out(buttons, self._pack([index for index in proper if index not in buttons]), extras)
            yield self._lay_out(buttons, self._pack([index for index in self._shown if index not in buttons]), [])

    def _groups(self, indexes: Sequence[int]) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for index in indexes:
            groups.setdefault(self._words.group(index), []).append(index)
        return list(groups.values())

    def _group(self, indexes: Sequence[int]) -> tuple[list[int], list[list[int]]]:
        """Return the options shown as buttons, and the groups shown as selects."""
        if len(indexes) <= limits.ROW_BUTTONS and not any(map(self._words.needs_line, indexes)):
            return list(indexes), []
        groups = self._groups(indexes)
        alone = [group[0] for group in groups if len(group) == 1 and not self._words.needs_line(group[0])]
        return alone, [part for group in groups if group[0] not in alone for part in _in_selects(group)]

    def _gather(self, alone: Sequence[int], groups: Sequence[list[int]]) -> tuple[list[int], list[list[int]]]:
        quiet = [index for index in alone if self._words.is_quiet(index)]
        named = [group for group in groups if self._words.title(group) is not None and len(group) > 1]
        others = [index for group in groups if group not in named for index in group]
        rest = sorted([*(index for index in alone if index not in quiet), *others])
        return quiet, [*_in_selects(rest), *named]

    def _pack(self, indexes: Sequence[int]) -> list[list[int]]:
        """Fill as few selects as possible. Groups stay whole and in order if that needs no more selects."""
        packed: list[list[int]] = []
        for group in self._groups(indexes):
            if packed and len(packed[-1]) + len(group) <= limits.SELECT_OPTIONS:
                packed[-1] += group
            else:
                packed += _in_selects(group)
        fewest = _in_selects(indexes)
        return packed if len(packed) <= len(fewest) else fewest

    def _lay_out(self, alone: Sequence[int], groups: Sequence[Sequence[int]], extras: Sequence[int]) -> list[Row]:
        """Return the rows: answers, then extra actions, then options that end or decline, away from the main answer."""
        first, last = self._buttons(alone)
        extra = self._say(Message("panel.extras", {"count": len(extras)}))
        rows = [*_in_buttons(first), *(self._select(group, self._titles.of(group)) for group in groups)]
        rows += [self._select(part, extra) for part in _in_selects(extras)]
        if rows and all(isinstance(row, tuple) for row in rows) and len(first) + len(last) <= limits.ROW_BUTTONS:
            return [(*first, *last)]
        return [*rows, *_in_buttons(last)]

    def _buttons(self, indexes: Sequence[int]) -> tuple[list[Button], list[Button]]:
        """Return the buttons of answers, then the quiet ones: extra actions first, the end of the turn last."""
        quiet = [index for index in indexes if self._words.is_quiet(index)]
        quiet.sort(key=self._words.is_extra, reverse=True)
        return [self._button(index) for index in indexes if index not in quiet], [*map(self._button, quiet)]

    def _button(self, index: int) -> Button:
        label, option = self._words.label(index), self.decision.options[index]
        style = "plain" if self._style.is_idle(option) else self._style.style(option)
        return Button(self._press(self._answer, index), label, style, emoji=self._words.sign(index))

    def _select(self, indexes: Sequence[int], title: str) -> Select:
        choices = self._words.choices(indexes, is_told=self._words.title(indexes) is not None)
        return Select(self._press(self._pick, indexes[0]), title, choices)

    # Several answers

    def _several(self) -> list[Row]:
        decision, count = self.decision, len(self.decision.options)
        rows: list[Row] = []
        if count:
            most = min(decision.at_most, count)
            least = min(decision.at_least, most)
            words = Message("panel.pick_exactly", {"count": most}) if least == most else Message("panel.pick_several")
            title = shorten(self._say(Message("panel.pick") if most == 1 else words), limits.SELECT_PLACEHOLDER)
            rows.append(Select(self._press(PICK), title, self._words.choices(range(count)), least, most))
        whole: list[Button] = []
        if decision.at_most >= count > 0:
            whole.append(Button(self._press(ALL), self._say(Message("panel.all"))))
        if decision.at_least == 0:
            whole.append(Button(self._press(NONE), self._say(Message("panel.none"))))
        return rows + _in_buttons(whole)


def _in_selects(indexes: Sequence[int]) -> list[list[int]]:
    size = limits.SELECT_OPTIONS
    return [list(indexes[start : start + size]) for start in range(0, len(indexes), size)]


def _in_buttons(buttons: Sequence[Button]) -> list[Row]:
    size = limits.ROW_BUTTONS
    return [tuple(buttons[start : start + size]) for start in range(0, len(buttons), size)]


class SelectTitles:
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

    def _span(self, choices: Sequence[PanelOption]) -> str | None:
        """Return the range of the labels. If all labels are equal, use the hints. None if those are equal too."""
        first, last = choices[0], choices[-1]
        if len({choice.label for choice in choices}) == 1 and first.hint != last.hint:
            return self._say("panel.span", first=first.hint, last=last.hint)
        if first.label == last.label:
            return None
        number, other = (self._words.number(int(each.value)) for each in (first, last))
        mark = f"{number} · " if number == other else ""
        return self._say("panel.span", first=first.label.removeprefix(mark), last=last.label.removeprefix(mark))

    def rename_alike(self, rows: Sequence[Row]) -> list[Row]:
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
        """Distinguish selects of the same name by their ranges. The range comes first if a phone would cut it off."""
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
