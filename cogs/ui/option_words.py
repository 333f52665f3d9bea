"""The words of options: labels, descriptions and group names. A label that is too long is replaced by `<id>.short`."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.panel import PanelOption
from cogs.ui.text import on_one_line, shorten
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.offering.offers import head_of, single_keys
from locales.words import Signs, no_sign
from render import Mark

Say: TypeAlias = Callable[[Message], str]
Hint: TypeAlias = "Callable[[Option], Message | None]"

LABEL = 34
"""The longest label of a button or option that Discord shows in full on a phone."""
TITLE = 28
"""The number of characters of a closed select's name that are visible on any phone."""


def numbers(decision: Decision) -> dict[int, int]:
    """Return each option's number on the board, from 1. Options with the same first answer share a number."""
    marked = {index: single_keys(each.key)[0] for index, each in enumerate(decision.options) if each.target is not None}
    number_of = {key: number for number, key in enumerate(dict.fromkeys(marked.values()), start=1)}
    return {index: number_of[key] for index, key in marked.items()}


def marks_of(decision: Decision | None) -> tuple[Mark, ...]:
    if decision is None:
        return ()
    marks = (
        Mark(number, target)
        for index, number in numbers(decision).items()
        if (target := decision.options[index].target) is not None
    )
    return tuple(dict.fromkeys(marks))


class OptionStyle(msgspec.Struct, frozen=True):
    """The appearance of options. All fields but the last three come from the game."""

    hint: Hint = lambda _: None
    """Explains an option whose label isn't clear."""
    group: Hint = lambda _: None
    """Returns the name of an option's select. Options with the same name share a select."""
    style: Callable[[Option], str] = lambda _: "main"
    """Returns the style of a button, or "idle" for an option that gives nothing."""
    is_extra: Callable[[Option], bool] = lambda _: False
    """Returns whether an option may be chosen in addition to the main answer."""
    is_brief: Callable[[Option], bool] = lambda _: False
    """Returns whether the short label is always clear."""
    guard: Hint = lambda _: None
    """Returns the confirmation prompt of an option that forfeits something."""
    subject: Hint = lambda _: None
    """Returns the component that an option names."""
    elsewhere: Say | None = None
    """Says the component's name in the table's language, if the reader's differs."""
    sign: Signs = no_sign
    """Returns the emoji of a label."""
    knows: Callable[[str], bool] = lambda _: False
    """Returns whether the catalogues have a message id."""

    def is_idle(self, option: Option) -> bool:
        return self.style(option) == "idle"


PLAIN = OptionStyle()


class OptionWords:
    """The words of `decision`'s options, in the language of `say`. Options are named by their index."""

    def __init__(self, decision: Decision, say: Say, style: OptionStyle) -> None:
        self.decision = decision
        self.say = say
        self._style = style
        self._numbers = numbers(decision)
        self._groups = [style.group(option) for option in decision.options]
        self._briefs: dict[bool, frozenset[str]] = {}
        self._choices: dict[tuple[int, bool], tuple[str, str]] = {}

    @property
    def shown(self) -> list[int]:
        """Return the options to show. Those that give nothing are left out, unless nothing else is legal."""
        options = range(len(self.decision.options))
        return [index for index in options if not self._style.is_idle(self.decision.options[index])] or list(options)

    def number(self, index: int) -> int | None:
        return self._numbers.get(index)

    def sign(self, index: int) -> str | None:
        return self._style.sign(self.decision.options[index].label)

    def is_extra(self, index: int) -> bool:
        option = self.decision.options[index]
        return self._style.is_extra(option) or self.decision.is_aside(option.key)

    def is_quiet(self, index: int) -> bool:
        return self._style.style(self.decision.options[index]) != "main"

    def is_brief(self, index: int) -> bool:
        return self._style.is_brief(self.decision.options[index])

    def needs_line(self, index: int) -> bool:
        """Return whether an option doesn't fit on a button: it has a hint, or its words and its name are too long."""
        is_told = not self._hints(self.decision.options[index]) and not self._is_long(index)
        return not is_told or len(with_name(self._whole(index), self._elsewhere(index))) > LABEL

    def label(self, index: int) -> str:
        """Return the label of a button, with the name on the board if there is room for it."""
        label = self._label(index, is_brief=self.is_brief(index))
        both = with_name(label, self._elsewhere(index))
        return both if len(both) <= LABEL else label

    def _label(self, index: int, *, is_brief: bool) -> str:
        """Return a label of at most `LABEL` characters, from the short words if `is_brief`."""
        brief = self._short(self.decision.options[index].label) if is_brief else None
        return shorten(self._whole(index) if brief is None else self._with_number(index, brief), LABEL)

    def choices(
        self, indexes: Sequence[int], picked: Collection[int] = (), *, is_told: bool = True
    ) -> tuple[PanelOption, ...]:
        """Return a select's options. If one needs short words, all similar options have short words, too. `is_told`:
        the select's name has the words that brief labels leave out."""
        words = [self._choice(index, is_told) for index in indexes]
        lines = shorten_apart(words, limits.SELECT_DESCRIPTION)
        return tuple(
            PanelOption(str(index), label, index in picked, line, self.sign(index))
            for index, (label, _), line in zip(indexes, words, lines, strict=True)
        )

    def _choice(self, index: int, is_told: bool) -> tuple[str, str]:
        """Return the label of an option in a select, and the line below it. Cached, because many layouts use them."""
        if (index, is_told) not in self._choices:
            is_brief = self._like(index) in self._brief(is_told)
            label = self._label(index, is_brief=is_brief or (is_told and self.is_brief(index)))
            self._choices[index, is_told] = label, self._line(index, is_brief=is_brief)
        return self._choices[index, is_told]

    def group(self, index: int) -> str:
        named = self._groups[index]
        return self.say(named) if named is not None else head_of(self.decision.options[index].key)

    def names(self, indexes: Sequence[int]) -> list[Message]:
        names = [self._groups[index] for index in indexes]
        known = [name for name in names if name is not None]
        return list({self.say(name): name for name in known}.values()) if len(known) == len(names) else []

    def title(self, indexes: Sequence[int]) -> str | None:
        names = self.names(indexes)
        return self.title_of(names[0], indexes) if len(names) == 1 else None

    def title_of(self, name: Message, indexes: Sequence[int]) -> str:
        return self.say(Message("panel.named", {"group": name, "count": len(indexes)}))

    def _with_number(self, index: int, words: str) -> str:
        number = self.number(index)
        return words if number is None else f"{number} · {words}"

    def _whole(self, index: int) -> str:
        return self._with_number(index, on_one_line(self.say(self.decision.options[index].label)))

    def _is_long(self, index: int, is_told: bool = True) -> bool:
        return len(self._whole(index)) > LABEL and not (is_told and self.is_brief(index))

    def _known(self, label: Message, message_id: str) -> str | None:
        return self.say(Message(message_id, label.blanks)) if self._style.knows(message_id) else None

    def _short(self, label: Message) -> str | None:
        return self._known(label, f"{label.id}.short")

    def _rest(self, label: Message) -> str:
        return self._known(label, f"{label.id}.rest") or self.say(label)

    def _hints(self, option: Option) -> list[Message]:
        return [hint for hint in (option.hint, self._style.hint(option)) if hint is not None]

    def _line(self, index: int, *, is_brief: bool) -> str:
        """Return the line below an option's label: words that a brief label leaves out, and hints. It may be empty."""
        option = self.decision.options[index]
        parts = [there] if (there := self._elsewhere(index)) else []
        if is_brief:
            parts.append(self._rest(option.label))
        parts += [self.say(hint) for hint in self._hints(option)]
        return " · ".join(parts)

    def _elsewhere(self, index: int) -> str:
        """Return the name of the option's card or tile in the table's language, or "" if the reader's is the same."""
        thing = self._style.subject(self.decision.options[index])
        if self._style.elsewhere is None or thing is None:
            return ""
        there = self._style.elsewhere(thing)
        return "" if there == self.say(thing) else there

    def _brief(self, is_told: bool) -> frozenset[str]:
        if is_told not in self._briefs:
            options = range(len(self.decision.options))
            self._briefs[is_told] = frozenset(self._like(index) for index in options if self._is_long(index, is_told))
        return self._briefs[is_told]

    def _like(self, index: int) -> str:
        named = self._groups[index]
        return self.decision.options[index].label.id if named is None else self.say(named)


def with_name(words: str, name: str) -> str:
    return f"{words} · {name}" if name else words


def shorten_apart(options: Sequence[tuple[str, str]], longest: int) -> list[str]:
    """Shorten descriptions to `longest` characters. If some would then look alike, they start where they differ."""
    lines = [line for _, line in options]
    starts, shown = [0] * len(options), list[str]()
    for _ in options:
        ends = [f"… {line[start:]}" if start else line for line, start in zip(lines, starts, strict=True)]
        shown = [shorten(end, longest) if end else "" for end in ends]
        alike: dict[tuple[str, str], list[int]] = {}
        for index, (label, _) in enumerate(options):
            alike.setdefault((label, shown[index]), []).append(index)
        cut_alike = [indexes for indexes in alike.values() if len({lines[index] for index in indexes}) > 1]
        if not cut_alike:
            break
        for indexes in cut_alike:
            differ = _first_difference([lines[index] for index in indexes])
            start = max(lines[indexes[0]].rfind(" ", 0, differ) + 1, differ - longest // 2)
            for index in indexes:
                starts[index] = start if len(lines[index]) > differ else 0
    return shown


def _first_difference(lines: Sequence[str]) -> int:
    first, last = min(lines), max(lines)
    return next((at for at in range(len(first)) if first[at] != last[at]), len(first))
