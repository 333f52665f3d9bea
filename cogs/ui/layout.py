"""Panels and texts as Discord's components (V2). The views are finished before they are sent: nothing keeps them."""

from collections.abc import Iterable, Sequence
from io import BytesIO

import discord
from discord import ui

import discord_limits as limits
from cogs.ui.panel import Button, Row, Select
from render import Picture

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def finished(items: Iterable[ui.Item[ui.LayoutView]]) -> ui.LayoutView:
    """A view of `items` that discord.py sends and then forgets."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def action_row(row: Row) -> ui.ActionRow[ui.LayoutView]:
    made: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    if isinstance(row, Select):
        made.add_item(_select(row))
    else:
        for button in row:
            made.add_item(_button(button))
    return made


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        custom_id=button.press.custom_id,
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
        required=select.at_least > 0,  # Discord refuses one that must be filled and may be left empty
    )


def buttons(row: Sequence[Button]) -> ui.View:
    view = ui.View(timeout=None)
    for button in row:
        view.add_item(_button(button))
    view.stop()
    return view


def text_panel(text: str, rows: Sequence[Row] = (), *pictures: Picture | None) -> ui.LayoutView:
    """A text with controls under it, as private answers are; over it the pictures that are sent along."""
    items: list[ui.Item[ui.LayoutView]] = [_gallery(picture) for picture in pictures if picture]
    items.append(ui.TextDisplay(text[: limits.TEXT_DISPLAY_TOTAL]))
    return finished([*items, *(action_row(row) for row in rows)])


def captioned_panel(
    text: str, boards: Sequence[tuple[str, Sequence[Picture]]], rows: Sequence[Row] = ()
) -> ui.LayoutView:
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)]
    for caption, pictures in boards:
        items += [ui.TextDisplay(caption), *(_gallery(picture) for picture in pictures)]
    return finished([*items, *(action_row(row) for row in rows)])


def sections_panel(sections: "Sequence[tuple[str, Row | None]]") -> ui.LayoutView:
    """Texts, each with its control under it, as private answers are."""
    items: list[ui.Item[ui.LayoutView]] = []
    for text, row in sections:
        if text:
            items.append(ui.TextDisplay(text))
        if row is not None:
            items.append(action_row(row))
    return finished(items)


def _gallery(picture: Picture) -> ui.MediaGallery[ui.LayoutView]:
    """One picture each: two would share its frame, side by side and cropped."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{picture.filename}", description=picture.alt[: limits.ALT_TEXT])
    return gallery


def upload(picture: Picture) -> discord.File:
    """The picture as a file; a new one each time, since sending uses it up."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt[: limits.ALT_TEXT])


def pages(text: str, longest: int = limits.TEXT_DISPLAY_TOTAL) -> list[str]:
    """`text` in pages broken between lines; a line too long for a page is cut."""
    found = [""]
    for line in text.split("\n"):
        line = line[: longest - 1]
        if len(found[-1]) + len(line) + 1 > longest:
            found.append("")
        found[-1] += line + "\n"
    return [page.strip() for page in found if page.strip()]


def picture_panel(head: str, pictures: Sequence[Picture], foot: str, rows: Sequence[Row], accent: int) -> ui.LayoutView:
    """The board: what happened, the pictures, what is asked, the controls."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=accent)
    box.add_item(ui.TextDisplay(head))
    for picture in pictures:
        box.add_item(_gallery(picture))
    if foot:
        box.add_item(ui.TextDisplay(foot))
    for row in rows:
        box.add_item(action_row(row))
    return finished([box])
