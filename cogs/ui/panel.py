"""The presenter: any decision of any game as rows of buttons and selects. Pure; `layout.py` makes Discord's of it.

Up to five options are buttons, unless they need a line on what they do. More are grouped by the first word of their
keys (`move:`, `build:`), or as their game names the groups: what stands alone is a button, a group is a select. Options
with a place on the board carry the number of their mark.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.press import NOBODY, Press
from cogs.ui.text import shorten
from engine.kernel.decision import Decision, Message, Option
from locales.words import Signs, no_sign

Say: TypeAlias = Callable[[Message], str]
Hint: TypeAlias = "Callable[[Option], Message | None]"

BUTTONS_AT_MOST = 2 * limits.ROW_BUTTONS
SELECTS_AT_MOST = 5

ANSWER, PICK, ALL, NONE, DRAFT, DONE = "o", "s", "all", "none", "d", "done"
"""Verbs of the controls of a decision: one option; a select; every option; no option; part of a choice; its end."""


class Button(msgspec.Struct, frozen=True):
    """One button. `style` is `plain`, `main`, `good` or `danger`; `emoji` stands before its label, marked up."""

    press: Press
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
    """One select. Between `at_least` and `at_most` of its choices may be picked."""

    press: Press
    placeholder: str
    choices: tuple[PanelOption, ...]
    at_least: int = 1
    at_most: int = 1


Row: TypeAlias = "tuple[Button, ...] | Select"


def numbers(decision: Decision) -> dict[int, int]:
    """The number of the mark of each option that has a place on the board, by the option's index; counts from 1."""
    marked = [index for index, option in enumerate(decision.options) if option.target is not None]
    return {index: number for number, index in enumerate(marked, start=1)}


def no_hint(_: Option) -> Message | None:
    """Labels say it all."""
    return None


def main_style(_: Option) -> str:
    """Every option weighs the same."""
    return "main"


class OptionStyle(msgspec.Struct, frozen=True):
    """What options look like beyond their words.

    `hint` says what an option does where its label does not, `sign` which emoji goes with a label. `group` names the
    select in which an option stands with others of its name, `style` the style of its button.
    """

    hint: Hint = no_hint
    sign: Signs = no_sign
    group: Hint = no_hint
    style: Callable[[Option], str] = main_style


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
        self._table, self._epoch, self._user = table, epoch, user

    @property
    def needs_drafting(self) -> bool:
        """Whether the choice is too large for one select, and is put together in several before it counts."""
        return self.decision.at_most > 1 and len(self.decision.options) > limits.SELECT_OPTIONS

    def rows(self, picked: Mapping[int, bool] | None = None) -> list[Row]:
        """The controls, in order. `picked` are the options already chosen of a choice being drafted."""
        if self.needs_drafting:
            return self._drafting(picked or {})
        if self.decision.at_most > 1 or self.decision.at_least == 0:
            return self._several()
        if len(self.decision.options) <= limits.ROW_BUTTONS and not any(map(self._style.hint, self.decision.options)):
            return _button_rows([self._button(index) for index in range(len(self.decision.options))])
        return self._grouped()

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self._table, self._epoch, verb, index, self.decision.seat, self.decision.id, self._user)

    def _label(self, index: int, longest: int) -> str:
        words = self._say(self.decision.options[index].label)
        number = self._numbers.get(index)
        return shorten(words if number is None else f"{number} · {words}", longest)

    def _button(self, index: int) -> Button:
        option = self.decision.options[index]
        label = self._label(index, limits.BUTTON_LABEL)
        return Button(
            self._press(ANSWER, index), label, self._style.style(option), emoji=self._style.sign(option.label)
        )

    def _choices(self, indexes: Sequence[int], picked: Mapping[int, bool] | None = None) -> tuple[PanelOption, ...]:
        chosen = picked or {}
        return tuple(self._choice(index, chosen.get(index, False)) for index in indexes)

    def _choice(self, index: int, is_picked: bool) -> PanelOption:
        label, emoji = self._label(index, limits.SELECT_LABEL), self._style.sign(self.decision.options[index].label)
        return PanelOption(str(index), label, is_picked, self._hinted(index), emoji)

    def _hinted(self, index: int) -> str:
        hint = self._style.hint(self.decision.options[index])
        return shorten(self._say(hint), limits.SELECT_DESCRIPTION) if hint is not None else ""

    def _placeholder(self, indexes: Sequence[int]) -> str:
        option = self.decision.options[indexes[0]]
        group, first = self._style.group(option), self._say(option.label)
        if group is not None and len(indexes) < len(self.decision.options):
            named: dict[str, int | str | Message | tuple[Message, ...]] = {"group": group, "count": len(indexes)}
            return shorten(self._say(Message("panel.named", named)), limits.SELECT_PLACEHOLDER)
        if len(indexes) == len(self.decision.options):
            return shorten(self._say(self.decision.prompt), limits.SELECT_PLACEHOLDER)
        blanks: dict[str, int | str | Message | tuple[Message, ...]] = {"first": first, "count": len(indexes)}
        return shorten(self._say(Message("panel.group", blanks)), limits.SELECT_PLACEHOLDER)

    def _select(self, indexes: Sequence[int]) -> Select:
        return Select(self._press(PICK, indexes[0]), self._placeholder(indexes), self._choices(indexes))

    def _grouped(self) -> list[Row]:
        groups: dict[str, list[int]] = {}
        for index, option in enumerate(self.decision.options):
            groups.setdefault(self._group(option), []).append(index)
        alone = [indexes[0] for indexes in groups.values() if len(indexes) == 1 and not self._hinted(indexes[0])]
        if len(alone) > BUTTONS_AT_MOST:
            alone = []
        together = [indexes for indexes in groups.values() if not (len(indexes) == 1 and indexes[0] in alone)]
        parts = [part for indexes in together for part in _parts(indexes)]
        if len(parts) > SELECTS_AT_MOST:
            parts = _parts([index for indexes in together for index in indexes])
        return [*_button_rows([self._button(index) for index in alone]), *(self._select(part) for part in parts)]

    def _group(self, option: Option) -> str:
        named = self._style.group(option)
        head, colon, _ = option.key.partition(":")
        return self._say(named) if named is not None else head if colon else option.key

    def _several(self) -> list[Row]:
        decision = self.decision
        count = len(decision.options)
        rows: list[Row] = []
        if count:
            most = min(decision.at_most, count)
            choices = self._choices(range(count))
            prompt = shorten(self._say(decision.prompt), limits.SELECT_PLACEHOLDER)
            rows.append(Select(self._press(PICK), prompt, choices, min(decision.at_least, most), most))
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


def _parts(indexes: Sequence[int]) -> list[list[int]]:
    size = limits.SELECT_OPTIONS
    return [list(indexes[start : start + size]) for start in range(0, len(indexes), size)]


def _button_rows(buttons: Sequence[Button]) -> list[Row]:
    size = limits.ROW_BUTTONS
    return [tuple(buttons[start : start + size]) for start in range(0, len(buttons), size)]
