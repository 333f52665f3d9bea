"""Panels and texts as Discord's components (V2). Views are marked as finished, so discord.py doesn't keep them."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

import discord_limits as limits
from cogs.ui.panel import Button, PlaceSelect, Row, Select
from cogs.ui.press import AnyPress
from render import Picture

TEXT = "text"
LINE = 60
"""A form for at most this many characters has a field of one line."""
BESIDE = 3
"""Maximum number of lines next to a thumbnail: about its height. A phone has little room next to it."""
_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def finish_view(items: Iterable[ui.Item[ui.LayoutView]]) -> ui.LayoutView:
    """Return a view of `items` that discord.py sends without storing it."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def action_row(row: Row) -> ui.ActionRow[ui.LayoutView]:
    made: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    if isinstance(row, PlaceSelect):
        made.add_item(_place_select(row))
    elif isinstance(row, Select):
        made.add_item(_select(row))
    else:
        for button in row:
            made.add_item(_button(button))
    return made


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        custom_id=button.press.custom_id if button.url is None else None,
        url=button.url,
        label=button.label[: limits.BUTTON_LABEL] or None,
        style=_STYLES[button.style],
        disabled=button.is_disabled,
        emoji=button.emoji,
    )


def _select(select: Select) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=choice.label[: limits.SELECT_LABEL],
            value=choice.value,
            description=choice.hint[: limits.SELECT_DESCRIPTION] or None,
            default=choice.is_picked,
            emoji=choice.emoji,
        )
        for choice in select.choices
    ]
    return ui.Select(
        custom_id=select.press.custom_id,
        placeholder=select.placeholder[: limits.SELECT_PLACEHOLDER],
        min_values=select.at_least,
        max_values=select.at_most,
        options=options,
        required=select.at_least > 0,  # Discord rejects a select that is required but accepts no choice
    )


def _place_select(select: PlaceSelect) -> ui.Item[ui.LayoutView]:
    kind = discord.SelectDefaultValueType(select.kind)
    shown: dict[str, Any] = {
        "custom_id": select.press.custom_id,
        "placeholder": select.placeholder[: limits.SELECT_PLACEHOLDER],
        "min_values": select.at_least,
        "max_values": select.at_most,
        "default_values": [discord.SelectDefaultValue(id=int(each.value), type=kind) for each in select.choices],
    }
    if select.kind == "role":
        return ui.RoleSelect(**shown)
    return ui.ChannelSelect(channel_types=[discord.ChannelType.text, discord.ChannelType.news], **shown)


def buttons(row: Sequence[Button]) -> ui.View:
    view = ui.View(timeout=None)
    for button in row:
        view.add_item(_button(button))
    view.stop()
    return view


Part: TypeAlias = "str | Picture | Row | None"


def panel(*parts: Part) -> ui.LayoutView:
    """Return a view of texts, pictures and rows of controls, from top to bottom. Empty parts are left out."""
    return finish_view(_item(part) for part in parts if part)


def text_panel(text: str, rows: Sequence[Row] = (), *pictures: Picture | None) -> ui.LayoutView:
    """Return a view of a text with controls below it, as in private answers, and the pictures above it."""
    return panel(*pictures, text, *rows)


def _item(part: "str | Picture | Row") -> ui.Item[ui.LayoutView]:
    if isinstance(part, str):
        return ui.TextDisplay(part[: limits.TEXT_DISPLAY_TOTAL])
    return _gallery(part) if isinstance(part, Picture) else action_row(part)


def _gallery(picture: Picture) -> ui.MediaGallery[ui.LayoutView]:
    """Return a gallery of one picture. Discord would crop two pictures to fit them side by side."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=_media(picture), description=picture.alt[: limits.ALT_TEXT])
    return gallery


def _media(picture: Picture) -> str:
    return f"attachment://{picture.filename}"


def upload(picture: Picture) -> discord.File:
    """Return the picture as a new file, because sending consumes it."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt[: limits.ALT_TEXT])


def text_form(
    press: AnyPress, title: str, label: str, about: str, most: int, text: str | None = None, *, is_required: bool
) -> ui.Modal:
    """Return a form with one field, `TEXT`, of at most `most` characters. Its custom id is that of `press`."""
    form = ui.Modal(title=title, custom_id=press.custom_id)
    style = discord.TextStyle.paragraph if most > LINE else discord.TextStyle.short
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=TEXT, style=style, default=text, max_length=most, required=is_required
    )
    form.add_item(ui.Label(text=label, description=about, component=field))
    form.stop()
    return form


def pages(text: str, longest: int = limits.TEXT_DISPLAY_TOTAL) -> list[str]:
    """Split `text` into pages at line ends. A line longer than a page is cut."""
    found = [""]
    for line in text.split("\n"):
        line = line[: longest - 1]
        if len(found[-1]) + len(line) + 1 > longest:
            found.append("")
        found[-1] += line + "\n"
    return [page.strip() for page in found if page.strip()]


def picture_panel(head: str, pictures: Sequence[Picture], foot: str, rows: Sequence[Row], accent: int) -> ui.LayoutView:
    """Return a view of the board: what happened, the pictures, the questions, the controls."""
    return _box([head, *pictures, foot, *rows], accent)


def past_panel(text: str, picture: Picture | None, rows: Sequence[Row], accent: int) -> ui.LayoutView:
    """Return a view of a past turn, with a thumbnail of its picture next to the first lines."""
    if picture is None:
        return _box([text, *rows], accent)
    lines = text.split("\n")
    small = ui.Thumbnail[ui.LayoutView](_media(picture), description=picture.alt[: limits.ALT_TEXT])
    beside: ui.Section[ui.LayoutView] = ui.Section("\n".join(lines[:BESIDE]), accessory=small)
    return _box(["\n".join(lines[BESIDE:]), *rows], accent, beside)


def _box(parts: Sequence[Part], accent: int, *above: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    return finish_view([ui.Container(*above, *(_item(part) for part in parts if part), accent_colour=accent)])
