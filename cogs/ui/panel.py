"""The presenter: any decision of any game as rows of buttons and selects. Pure; `layout.py` makes Discord's of it.

Up to five options are buttons, unless they need a line on what they do. More are grouped as their game names the
groups, else by the first word of their keys (`move:`, `build:`): what stands alone is a button, a group is a select.
Extra actions share one select. Where all that would be too much for a phone, buttons are gathered into selects, too.
A question that comes again after most of its answers is one select, in which several options may be picked at once.
Options with a place on the board carry the number of their mark.

No label is longer than `LABEL`. A message that may be longer has a short form in the catalogues (`<id>.short`), and
what that leaves out stands in the option's description: the message `<id>.rest`, else the whole words.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.phone import button_px, lines
from cogs.ui.press import NOBODY, Press, Pressable
from cogs.ui.text import shorten
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.joining import head_of, is_offered, single_keys
from locales.words import Signs, no_sign

Say: TypeAlias = Callable[[Message], str]
Hint: TypeAlias = "Callable[[Option], Message | None]"

LABEL = 34
"""The longest label of a button or option that Discord's programs show whole on a phone."""
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
"""The same where their numbers count options that stand for several answers. See `engine.kernel.offering`."""


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


def numbers(decision: Decision) -> dict[int, int]:
    """The number of the mark of each option that has a place on the board, by the option's index; counts from 1.

    Options that begin with the same answer share its number.
    """
    marked = {index: single_keys(each.key)[0] for index, each in enumerate(decision.options) if each.target is not None}
    number_of = {key: number for number, key in enumerate(dict.fromkeys(marked.values()), start=1)}
    return {index: number_of[key] for index, key in marked.items()}


def no_hint(_: Option) -> Message | None:
    """No hint: the label says it all."""
    return None


def main_style(_: Option) -> str:
    """The style of an option where all weigh the same."""
    return "main"


def never(_: Option) -> bool:
    """No option is one of these."""
    return False


def knows_none(_: str) -> bool:
    """The catalogues have no such message."""
    return False


class OptionStyle(msgspec.Struct, frozen=True):
    """What options look like beyond their words.

    `hint` says what an option does where its label does not, `sign` which emoji goes with a label. `group` names the
    select in which an option stands with others of its name, `style` the style of its button; `is_extra` tells what
    may be done beside the answers proper. `knows` tells which messages the catalogues hold. `elsewhere` says a thing's
    name as the table's language has it, for a reader of another one; `subject` is the thing that an option is about.
    `is_brief` tells options whose short words always do.
    """

    hint: Hint = no_hint
    sign: Signs = no_sign
    group: Hint = no_hint
    style: Callable[[Option], str] = main_style
    is_extra: Callable[[Option], bool] = never
    knows: Callable[[str], bool] = knows_none
    subject: Hint = no_hint
    elsewhere: Say | None = None
    is_brief: Callable[[Option], bool] = never


PLAIN = OptionStyle()


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
        self._numbers = numbers(decision)
        self._briefs: dict[bool, frozenset[str]] = {}
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
        return self._told_apart(self._one(most))

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self._table, self._epoch, verb, index, self.decision.seat, self.decision.id, self._user)

    # Words

    def _numbered(self, index: int, words: str) -> str:
        number = self._numbers.get(index)
        return words if number is None else f"{number} · {words}"

    def _whole(self, index: int) -> str:
        """All words of an option's label."""
        return self._numbered(index, " ".join(self._say(self.decision.options[index].label).split()))

    def _is_brief(self, index: int) -> bool:
        return self._style.is_brief(self.decision.options[index])

    def _is_long(self, index: int, is_told: bool = True) -> bool:
        return len(self._whole(index)) > LABEL and not (is_told and self._is_brief(index))

    def _known(self, label: Message, message_id: str) -> str | None:
        """The words of that message with the blanks of `label`, where the catalogues have it."""
        return self._say(Message(message_id, label.blanks)) if self._style.knows(message_id) else None

    def _short(self, label: Message) -> str | None:
        return self._known(label, f"{label.id}.short")

    def _rest(self, label: Message) -> str:
        """What the short words of a label leave out."""
        return self._known(label, f"{label.id}.rest") or self._say(label)

    def _label(self, index: int, *, is_brief: bool) -> str:
        brief = self._short(self.decision.options[index].label) if is_brief else None
        return shorten(self._whole(index) if brief is None else self._numbered(index, brief), LABEL)

    def _needs_line(self, index: int) -> bool:
        """Whether a button's words could not say all that there is to say of an option."""
        return bool(self._hints(self.decision.options[index])) or self._is_long(index)

    def _hints(self, option: Option) -> list[Message]:
        """What an option leads to, and what the thing does that it is about."""
        return [hint for hint in (option.hint, self._style.hint(option)) if hint is not None]

    def _line(self, index: int, *, is_brief: bool) -> str:
        """What stands small below an option's label."""
        option = self.decision.options[index]
        thing = self._style.subject(option)
        parts: list[str] = []
        if self._style.elsewhere is not None and thing is not None:
            there = self._style.elsewhere(thing)
            parts += [there] if there != self._say(thing) else []
        if is_brief:
            parts.append(self._rest(option.label))
        parts += [self._say(hint) for hint in self._hints(option)]
        return shorten(" · ".join(parts), limits.SELECT_DESCRIPTION) if parts else ""

    # One answer

    def _one(self, most: int) -> list[Row]:
        for rows in self._in_rows():
            if phone_rows(rows) <= most:
                return rows
        options = self.decision.options
        extras = [index for index, option in enumerate(options) if self._is_extra(option)]
        proper = [index for index in range(len(options)) if index not in extras]
        alone, groups = self._grouped(proper)
        if len(extras) <= EXTRAS_ALONE and not any(map(self._needs_line, extras)):
            alone, extras = [*alone, *extras], []
        for each in ((alone, groups), self._gathered(alone, groups), ([], self._packed(proper))):
            rows = self._laid_out(*each, extras)
            if phone_rows(rows) <= most:
                return rows
        return self._laid_out([], self._packed(range(len(options))), [])

    def _in_rows(self) -> Iterator[list[Row]]:
        """Selects in which several options may be picked at once, with what stands alone as buttons, too.

        Where a phone has no room, main answers are no buttons, in the end none is: the selects have every option.
        """
        if not self.decision.rows:
            return
        made: list[Row] = [self._row(number, row) for number, row in enumerate(self.decision.rows)]
        options = range(len(self.decision.options))
        alone, _ = self._grouped([index for index in options if not self._is_extra(self.decision.options[index])])
        main = _button_rows([self._button(index) for index in alone if not self._is_quiet(index)])
        quiet = _button_rows([self._button(index) for index in alone if self._is_quiet(index)])
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
        groups = [{self._group(self.decision.options[place]) for place in places} for places in own]
        is_part = len(groups[number]) == 1 and any(
            groups[number] <= other for other in groups if other is not groups[number]
        )
        return self._from_to(self._choices(own[number])) if is_part else None

    def _from_to(self, choices: Sequence[PanelOption]) -> str | None:
        """The first and the last label, without the number of a mark that both have; None where they are equal."""
        first, last = choices[0], choices[-1]
        if first.label == last.label:
            return None
        number, other = (self._numbers.get(int(each.value)) for each in (first, last))
        mark = f"{number} · " if number == other else ""
        ends = {"first": first.label.removeprefix(mark), "last": last.label.removeprefix(mark)}
        return self._say(Message("panel.span", dict(ends)))

    def _told_apart(self, rows: Sequence[Row]) -> list[Row]:
        """The rows, where selects of the same groups say where they begin and end; `_row` has said it already."""
        if self.decision.rows:
            return list(rows)
        counts = Counter(self._groups(row) for row in rows if isinstance(row, Select))
        return [
            self._spanning(row) if isinstance(row, Select) and counts[self._groups(row)] > 1 else row for row in rows
        ]

    def _groups(self, row: Select) -> frozenset[str]:
        return frozenset(self._group(self.decision.options[int(choice.value)]) for choice in row.choices)

    def _spanning(self, row: Select) -> Select:
        span = self._from_to(row.choices)
        if span is None:
            return row
        words = self._say(Message("panel.spanning", {"title": row.placeholder, "span": span}))
        return msgspec.structs.replace(row, placeholder=shorten(words, limits.SELECT_PLACEHOLDER))

    def _row_title(self, number: int, indexes: Sequence[int]) -> Message | None:
        """What one of several selects is called; None where there is but one, or nothing in it has a name."""
        rows, options = self.decision.rows, self.decision.options
        elsewhere = {place for other, row in enumerate(rows) if other != number for place in row}
        proper = [index for index in indexes if not self._is_extra(options[index]) and not self._is_quiet(index)]
        proper.sort(key=lambda index: index in elsewhere)
        named = [name for name in (self._style.group(options[index]) for index in proper) if name is not None]
        distinct = list({self._say(name): name for name in named}.values())
        extras = sum(self._is_extra(options[index]) for index in indexes)
        titles = [*distinct, *([Message("panel.extras", {"count": extras})] if extras else [])]
        if len(rows) == 1 or not titles:
            return None
        title = _one_after_another(titles)
        if (span := self._span(number)) is not None:
            title = Message("panel.titles", {"first": span, "rest": title})
        return Message("panel.in_a_row", {"number": number + 1, "count": len(rows), "title": title})

    def _is_extra(self, option: Option) -> bool:
        return self._style.is_extra(option) or self.decision.is_aside(option.key)

    def _grouped(self, indexes: Sequence[int]) -> tuple[list[int], list[list[int]]]:
        """The options that stand alone as buttons, and the groups that are selects.

        A few that say it all are all buttons.
        """
        if len(indexes) <= limits.ROW_BUTTONS and not any(map(self._needs_line, indexes)):
            return list(indexes), []
        groups: dict[str, list[int]] = {}
        for index in indexes:
            groups.setdefault(self._group(self.decision.options[index]), []).append(index)
        alone = [group[0] for group in groups.values() if len(group) == 1 and not self._needs_line(group[0])]
        together = [group for group in groups.values() if len(group) > 1 or group[0] not in alone]
        return alone, [part for group in together for part in _parts(group)]

    def _gathered(self, alone: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
        """The same with the buttons that answer gathered into a select, and small groups with them."""
        quiet = [index for index in alone if self._is_quiet(index)]
        named = [list(group) for group in groups if self._title(group) is not None and len(group) > 1]
        others = [index for group in groups if list(group) not in named for index in group]
        rest = sorted([*(index for index in alone if index not in quiet), *others])
        return quiet, [*_parts(rest), *named]

    def _packed(self, indexes: Sequence[int]) -> list[list[int]]:
        """As few selects as hold them all; groups stay whole and in order where that takes no more of them."""
        groups: dict[str, list[int]] = {}
        for index in indexes:
            groups.setdefault(self._group(self.decision.options[index]), []).append(index)
        packed: list[list[int]] = []
        for group in groups.values():
            if packed and len(packed[-1]) + len(group) <= limits.SELECT_OPTIONS:
                packed[-1] += group
            else:
                packed += _parts(group)
        fewest = _parts(indexes)
        return packed if len(packed) <= len(fewest) else fewest

    def _is_quiet(self, index: int) -> bool:
        """Whether an option stands back behind the answers proper: to end, to decline."""
        return self._style.style(self.decision.options[index]) != "main"

    def _laid_out(self, alone: Sequence[int], groups: Sequence[Sequence[int]], extras: Sequence[int]) -> list[Row]:
        """Answers first, then extra actions, then what ends or declines: never beside the main answer."""
        first = [self._button(index) for index in alone if not self._is_quiet(index)]
        last = [self._button(index) for index in alone if self._is_quiet(index)]
        extra = Message("panel.extras", {"count": len(extras)})
        rows: list[Row] = [*_button_rows(first), *(self._select(group) for group in groups)]
        rows += [self._select(part, self._say(extra)) for part in _parts(extras)]
        if rows and all(isinstance(row, tuple) for row in rows) and len(first) + len(last) <= limits.ROW_BUTTONS:
            return [(*first, *last)]
        return [*rows, *_button_rows(last)]

    def _button(self, index: int) -> Button:
        option = self.decision.options[index]
        label = self._label(index, is_brief=self._is_brief(index))
        return Button(
            self._press(self._answer, index), label, self._style.style(option), emoji=self._style.sign(option.label)
        )

    def _choices(
        self, indexes: Sequence[int], picked: Mapping[int, bool] | None = None, *, is_told: bool = True
    ) -> tuple[PanelOption, ...]:
        """The lines of a select. Where one has to be brief, its like in all of the question are, too.

        `is_told`: the select or the question says what `OptionStyle.is_brief` leaves out.
        """
        chosen, brief = picked or {}, self._brief(is_told)
        return tuple(
            self._choice(index, chosen.get(index, False), self._like(index) in brief, is_told) for index in indexes
        )

    def _brief(self, is_told: bool) -> frozenset[str]:
        """What options are like that have to be brief in a select."""
        if is_told not in self._briefs:
            options = range(len(self.decision.options))
            self._briefs[is_told] = frozenset(self._like(index) for index in options if self._is_long(index, is_told))
        return self._briefs[is_told]

    def _like(self, index: int) -> str:
        """What is the same of options that are called alike: the name of their group, else their message."""
        option = self.decision.options[index]
        named = self._style.group(option)
        return option.label.id if named is None else self._say(named)

    def _choice(self, index: int, is_picked: bool, is_brief: bool, is_told: bool) -> PanelOption:
        label = self._label(index, is_brief=is_brief or (is_told and self._is_brief(index)))
        emoji = self._style.sign(self.decision.options[index].label)
        return PanelOption(str(index), label, is_picked, self._line(index, is_brief=is_brief), emoji)

    def _names(self, indexes: Sequence[int]) -> list[Message]:
        """What these options are called, each name once; nothing where one of them has no name."""
        names = [self._style.group(self.decision.options[index]) for index in indexes]
        known = [name for name in names if name is not None]
        return list({self._say(name): name for name in known}.values()) if len(known) == len(names) else []

    def _title(self, indexes: Sequence[int]) -> str | None:
        """What a select of these options is called; None where they have no name in common."""
        names = self._names(indexes)
        return self._named(names[0], indexes) if len(names) == 1 else None

    def _named(self, name: Message, indexes: Sequence[int]) -> str:
        return self._say(Message("panel.named", {"group": name, "count": len(indexes)}))

    def _placeholder(self, indexes: Sequence[int]) -> str:
        answers = [index for index in indexes if not self._is_quiet(index)] or indexes
        names = self._names(answers) if len(indexes) < len(self.decision.options) else []
        title = self._named(_one_after_another(names), indexes) if names else self._say(Message("panel.pick"))
        return shorten(title, limits.SELECT_PLACEHOLDER)

    def _select(self, indexes: Sequence[int], title: str = "") -> Select:
        choices = self._choices(indexes, is_told=self._title(indexes) is not None)
        return Select(self._press(self._pick, indexes[0]), title or self._placeholder(indexes), choices)

    def _group(self, option: Option) -> str:
        named = self._style.group(option)
        return self._say(named) if named is not None else head_of(option.key)

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


def _one_after_another(titles: Sequence[Message]) -> Message:
    """Titles as one."""
    *before, title = titles
    for first in reversed(before):
        title = Message("panel.titles", {"first": first, "rest": title})
    return title


def _button_rows(buttons: Sequence[Button]) -> list[Row]:
    size = limits.ROW_BUTTONS
    return [tuple(buttons[start : start + size]) for start in range(0, len(buttons), size)]
