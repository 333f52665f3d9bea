"""What the options of a question are called in its controls: labels, the lines below them, and the names of lists.

No label is longer than `LABEL`. A message that may be longer has a short form in the catalogues (`<id>.short`), and
what that leaves out stands in the option's description: the message `<id>.rest`, else the whole words.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from cogs.ui.text import shorten
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.offering.joining import head_of, single_keys
from locales.words import Signs, no_sign

Say: TypeAlias = Callable[[Message], str]
Hint: TypeAlias = "Callable[[Option], Message | None]"

LABEL = 34
"""The longest label of a button or option that Discord's programs show whole on a phone."""
TITLE = 28
"""As many characters of what a list is called are surely seen on a phone while it is closed."""


def numbers(decision: Decision) -> dict[int, int]:
    """The number of the mark of each option that has a place on the board, by the option's index; counts from 1.

    Options that begin with the same answer share its number.
    """
    marked = {index: single_keys(each.key)[0] for index, each in enumerate(decision.options) if each.target is not None}
    number_of = {key: number for number, key in enumerate(dict.fromkeys(marked.values()), start=1)}
    return {index: number_of[key] for index, key in marked.items()}


class OptionStyle(msgspec.Struct, frozen=True):
    """The looks of options, beyond their own words. All but the last three come from the game.

    `hint` explains an option whose label does not. Options with the same `group` are in one select of that name;
    `style` is a button's. `is_extra`: an option may be taken in addition to the proper answers. `is_brief`: the short
    label is always clear enough. `guard` asks for confirmation of an option that ends something while others are left.
    `subject` is the thing that an option is about; `elsewhere` gives its name in the table's language, for a reader of
    another one. `sign` is the emoji of a label. `knows`: the catalogues have a message of that id.
    """

    hint: Hint = lambda _: None
    group: Hint = lambda _: None
    style: Callable[[Option], str] = lambda _: "main"
    is_extra: Callable[[Option], bool] = lambda _: False
    is_brief: Callable[[Option], bool] = lambda _: False
    guard: Hint = lambda _: None
    subject: Hint = lambda _: None
    elsewhere: Say | None = None
    sign: Signs = no_sign
    knows: Callable[[str], bool] = lambda _: False


PLAIN = OptionStyle()


class OptionWords:
    """The words of the options of `decision`, said by `say`; options are told by their index."""

    def __init__(self, decision: Decision, say: Say, style: OptionStyle) -> None:
        self.decision = decision
        self._say = say
        self._style = style
        self._numbers = numbers(decision)
        self._briefs: dict[bool, frozenset[str]] = {}

    def number(self, index: int) -> int | None:
        """The number of its mark on the board, where it has one."""
        return self._numbers.get(index)

    def _numbered(self, index: int, words: str) -> str:
        number = self.number(index)
        return words if number is None else f"{number} · {words}"

    def whole(self, index: int) -> str:
        """All words of an option's label."""
        return self._numbered(index, " ".join(self._say(self.decision.options[index].label).split()))

    def is_brief(self, index: int) -> bool:
        """Whether an option's short words always do."""
        return self._style.is_brief(self.decision.options[index])

    def is_long(self, index: int, is_told: bool = True) -> bool:
        """Whether an option's words are longer than `LABEL`; `is_told`: where short words do, they are not."""
        return len(self.whole(index)) > LABEL and not (is_told and self.is_brief(index))

    def _known(self, label: Message, message_id: str) -> str | None:
        """The words of that message with the blanks of `label`, where the catalogues have it."""
        return self._say(Message(message_id, label.blanks)) if self._style.knows(message_id) else None

    def _short(self, label: Message) -> str | None:
        return self._known(label, f"{label.id}.short")

    def _rest(self, label: Message) -> str:
        """What the short words of a label leave out."""
        return self._known(label, f"{label.id}.rest") or self._say(label)

    def label(self, index: int, *, is_brief: bool) -> str:
        """The words of a button or a line, at most `LABEL` long; the short ones where they are to be brief."""
        brief = self._short(self.decision.options[index].label) if is_brief else None
        return shorten(self.whole(index) if brief is None else self._numbered(index, brief), LABEL)

    def needs_line(self, index: int) -> bool:
        """Whether a button's words could not say all that there is to say of an option."""
        return bool(self._hints(self.decision.options[index])) or self.is_long(index)

    def _hints(self, option: Option) -> list[Message]:
        """What an option leads to, and what the thing does that it is about."""
        return [hint for hint in (option.hint, self._style.hint(option)) if hint is not None]

    def line(self, index: int, *, is_brief: bool) -> str:
        """What an option does beyond its label, uncut; empty if the label says it all."""
        option = self.decision.options[index]
        thing = self._style.subject(option)
        parts: list[str] = []
        if self._style.elsewhere is not None and thing is not None:
            there = self._style.elsewhere(thing)
            parts += [there] if there != self._say(thing) else []
        if is_brief:
            parts.append(self._rest(option.label))
        parts += [self._say(hint) for hint in self._hints(option)]
        return " · ".join(parts)

    def brief(self, is_told: bool) -> frozenset[str]:
        """What options are like that have to be brief in a select."""
        if is_told not in self._briefs:
            options = range(len(self.decision.options))
            self._briefs[is_told] = frozenset(self.like(index) for index in options if self.is_long(index, is_told))
        return self._briefs[is_told]

    def like(self, index: int) -> str:
        """What is the same of options that are called alike: the name of their group, else their message."""
        option = self.decision.options[index]
        named = self._style.group(option)
        return option.label.id if named is None else self._say(named)

    def group(self, index: int) -> str:
        """The group of options that this one is of: as its game names it, else the first word of its key."""
        option = self.decision.options[index]
        named = self._style.group(option)
        return self._say(named) if named is not None else head_of(option.key)

    def is_extra(self, index: int) -> bool:
        """Whether an option is something that may be done beside the answers proper."""
        option = self.decision.options[index]
        return self._style.is_extra(option) or self.decision.is_aside(option.key)

    def is_quiet(self, index: int) -> bool:
        """Whether an option stands back behind the answers proper: to end, to decline."""
        return self._style.style(self.decision.options[index]) != "main"

    def names(self, indexes: Sequence[int]) -> list[Message]:
        """What these options are called, each name once; nothing where one of them has no name."""
        names = [self._style.group(self.decision.options[index]) for index in indexes]
        known = [name for name in names if name is not None]
        return list({self._say(name): name for name in known}.values()) if len(known) == len(names) else []

    def title(self, indexes: Sequence[int]) -> str | None:
        """What a select of these options is called; None where they have no name in common."""
        names = self.names(indexes)
        return self.named(names[0], indexes) if len(names) == 1 else None

    def named(self, name: Message, indexes: Sequence[int]) -> str:
        """That name, and how many options stand under it."""
        return self._say(Message("panel.named", {"group": name, "count": len(indexes)}))


def shorten_apart(options: Sequence[tuple[str, str]], longest: int) -> list[str]:
    """Shorten the line of each option (a label and a line) to `longest` characters, so that no two read alike.

    Lines below the same label that would be cut before they differ begin near where they do. Equal lines stay equal.
    """
    lines = [line for _, line in options]
    starts, shown = [0] * len(options), list[str]()
    for _ in options:
        shown = [_shortened(line, start, longest) for line, start in zip(lines, starts, strict=True)]
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


def _shortened(line: str, start: int, longest: int) -> str:
    if not line:
        return ""
    return shorten(f"… {line[start:]}" if start else line, longest)


def _first_difference(lines: Sequence[str]) -> int:
    """Returns the place of the first character that is not the same in all of them."""
    first, last = min(lines), max(lines)
    return next((at for at in range(len(first)) if first[at] != last[at]), len(first))


def in_one(titles: Sequence[Message]) -> Message:
    """Returns several titles as one, in their order."""
    *before, title = titles
    for first in reversed(before):
        title = Message("panel.titles", {"first": first, "rest": title})
    return title
