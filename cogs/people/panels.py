"""Panels of settings. For each setting, they show its meaning, its current value, and one control that changes it
immediately."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol, TypeAlias

import discord
import msgspec
from msgspec.structs import replace

from cogs.interactions.answering import Reply
from cogs.interactions.authority import Who
from cogs.interactions.gate import is_private, picked_values, text_of
from cogs.ui.layout import LINE, TEXT, Part, panel, text_form
from cogs.ui.panel import Button, PanelOption, PlaceSelect, Row, Select
from cogs.ui.press import SettingPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message

ON, OFF = "on", "off"
TYPE, NOW, TURN = "type", "now", "turn"

Options: TypeAlias = Mapping[str, tuple["str | Message", object]]
"""Each option's label and stored value, keyed by its value in the select."""


class Setting(msgspec.Struct, frozen=True):
    """A setting of a panel. Its words are `<panel>.of.<name>` and `<panel>.about.<name>`.

    A setting with the options `on` and `off` is a button. A setting with other options is a select.
    """

    field: str
    """The field that stores the setting."""
    options: Callable[[discord.Interaction], Options] = lambda _: {}
    read: Callable[[discord.Interaction, Any], object] | None = None
    """Converts typed text or picked ids into the stored value. For typed text, there is also a button with a form."""
    label: Callable[[discord.Interaction, Any], str | Message] = lambda _, value: str(value)
    """Describes a value that isn't among the options."""
    kind: Literal["channel", "role"] | None = None
    """If set, the setting is a select of up to `most` channels or roles."""
    most: int = 1
    page: int = 1
    """The settings of a page are shown together."""


def one_of(field: str, options: Options, page: int = 1) -> Setting:
    return Setting(field, lambda _: options, page=page)


def switch(field: str, *, on: bool = True, page: int = 1) -> Setting:
    """Return a setting with the options on and off. `on` is the value stored for on."""
    return one_of(field, {OFF: (Message("settings.off"), not on), ON: (Message("settings.on"), on)}, page)


class Panel(Protocol):
    """The settings of a person or a server. `who` says who may change them."""

    wording: Wording
    name: str
    command: str
    who: Who
    settings: Mapping[str, Setting]

    def head(self, interaction: discord.Interaction) -> list[Message]: ...
    def value(self, interaction: discord.Interaction, field: str) -> Any:
        """Return the current value. Raises `UIRefusal` if this person may not change it."""

    async def keep(self, interaction: discord.Interaction, field: str, value: Any) -> None:
        """Save a value. Raises `UIRefusal`."""


def show_panel(shown: Panel, interaction: discord.Interaction, page: int = 1, **notes: Message) -> Reply:
    """Return a page of the panel. `notes` are about the last change, by the name of the setting."""
    reader = shown.wording.speech.reader(interaction)
    parts: list[Part] = ["\n".join(shown.wording.say(line, reader) for line in shown.head(interaction))]
    others: dict[int, str] = {}
    for name, setting in shown.settings.items():
        if setting.page != page:
            others.setdefault(setting.page, name)
            continue
        about = Message(f"{shown.name}.about.{name}")
        lines = [Message("lobby.about", {"option": _title(shown, name), "about": about})]
        lines += [notes[name]] if name in notes else []
        parts += ["\n".join(shown.wording.say(line, reader) for line in lines), *_rows(shown, interaction, name)]
    turn, say = SettingPress(shown.name, "", interaction.user.id, TURN), partial(shown.wording.say, language=reader)
    labels = {name: say(Message(f"{shown.name}.page.{number}")) for number, name in others.items()}
    parts.append(tuple(Button(replace(turn, name=name), label, "main") for name, label in labels.items()))
    return Reply(view=panel(*parts), replaces=True)


def _title(shown: Panel, name: str) -> Message:
    return Message(f"{shown.name}.of.{name}")


def _label(setting: Setting, interaction: discord.Interaction, value: Any) -> Message:
    options = setting.options(interaction).values()
    label = next((label for label, stored in options if stored == value), None) or setting.label(interaction, value)
    return label if isinstance(label, Message) else Message("table.person", {"name": label})


def _rows(shown: Panel, interaction: discord.Interaction, name: str) -> list[Row]:
    setting, say = shown.settings[name], partial(shown.wording.speech.translate, interaction)
    press = SettingPress(shown.name, name, interaction.user.id)
    value, options = shown.value(interaction, setting.field), setting.options(interaction)
    label = say("lobby.choice", option=_title(shown, name), value=_label(setting, interaction, value))
    if setting.kind:
        picked = tuple(PanelOption(str(each), "") for each in (value if isinstance(value, tuple) else (value,)) if each)
        return [PlaceSelect(press, label, picked, at_least=0, at_most=setting.most, kind=setting.kind)]
    if not options:
        return [(Button(replace(press, value=TYPE), label),)]
    now = next((key for key, (_, stored) in options.items() if stored == value), NOW)
    if set(options) == {OFF, ON}:
        other, style = (OFF, "good") if now == ON else (ON, "plain")
        return [(Button(replace(press, value=other), label, style),)]
    labels = {key: text if isinstance(text, str) else shown.wording.say(text, shown.wording.speech.reader(interaction))
              for key, (text, _) in options.items()} | {now: label}  # fmt: skip
    rows: list[Row] = [Select(press, label, tuple(PanelOption(key, labels[key], key == now) for key in labels))]
    return (
        rows
        if setting.read is None
        else [*rows, (Button(replace(press, value=TYPE), say(f"{shown.name}.type.{name}")),)]
    )


class SettingPresses:
    def __init__(self, panels: Sequence[Panel]) -> None:
        self.panels = {each.name: each for each in panels}

    async def take(self, interaction: discord.Interaction, press: SettingPress) -> Reply:
        """Carry out a press: change the setting, or open the form for it."""
        shown, setting = self._find(interaction, press)
        if press.value == TURN:
            return show_panel(shown, interaction, setting.page)
        if press.value == TYPE and setting.read is not None and not setting.kind:
            return replace(show_panel(shown, interaction, setting.page), form=_form(shown, interaction, press))
        picked = [press.value] if press.value else picked_values(interaction)
        if setting.kind and setting.read is not None:
            return await self._change(interaction, press, setting.read(interaction, picked))
        options = setting.options(interaction)
        if len(picked) == 1 and picked[0] in options:
            return await self._change(interaction, press, options[picked[0]][1])
        notes = {} if picked == [NOW] else {press.name: Message("settings.no_option")}
        return show_panel(shown, interaction, setting.page, **notes)

    async def fill(self, interaction: discord.Interaction, press: SettingPress) -> Reply:
        _, setting = self._find(interaction, press)
        if setting.read is None or setting.kind:
            raise UIRefusal("refused.unknown_control")
        return await self._change(interaction, press, setting.read(interaction, text_of(interaction, TEXT)))

    def _find(self, interaction: discord.Interaction, press: SettingPress) -> tuple[Panel, Setting]:
        """Return the panel and the setting. Raises `UIRefusal`, also if the panel was opened by another person."""
        shown = self.panels.get(press.of)
        if shown is None or press.name not in shown.settings:
            raise UIRefusal("refused.unknown_control")
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.panel_of_another", command=f"`/{shown.command}`")
        shown.value(interaction, shown.settings[press.name].field)
        return shown, shown.settings[press.name]

    async def _change(self, interaction: discord.Interaction, press: SettingPress, value: object) -> Reply:
        shown = self.panels[press.of]
        setting = shown.settings[press.name]
        await shown.keep(interaction, setting.field, value)
        kept = _label(setting, interaction, shown.value(interaction, setting.field))
        blanks: dict[str, Argument] = {"setting": _title(shown, press.name), "value": kept}
        return show_panel(shown, interaction, setting.page, **{press.name: Message("settings.changed", blanks)})


def _form(shown: Panel, interaction: discord.Interaction, press: SettingPress) -> discord.ui.Modal:
    say = partial(shown.wording.speech.translate, interaction)
    title = say(f"{shown.name}.of.{press.name}")
    return text_form(press, title, title, say(f"{shown.name}.typed.{press.name}"), LINE, is_required=True)
