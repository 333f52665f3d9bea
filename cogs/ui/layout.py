"""Panels and texts as Discord's components (V2). The views are finished before they are sent: nothing keeps them.

Presses find their way by custom id alone, so no view may stay in discord.py's memory.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
import msgspec
from discord import ui

import discord_limits as limits
from cogs.ui.panel import Button, Row, Select
from cogs.ui.press import read_press
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
    """One row of controls."""
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


def text_panel(text: str, rows: Sequence[Row] = (), picture: Picture | None = None) -> ui.LayoutView:
    """A text with controls under it, as private answers are; over it the picture that is sent along."""
    items: list[ui.Item[ui.LayoutView]] = []
    if picture is not None:
        items.append(_gallery(picture.filename, picture.alt))
    items.append(ui.TextDisplay(text[: limits.TEXT_DISPLAY_TOTAL]))
    return finished([*items, *(action_row(row) for row in rows)])


def captioned_panel(text: str, pictures: Sequence[tuple[str, Picture]], rows: Sequence[Row] = ()) -> ui.LayoutView:
    """A text, and pictures sent along with it, each under its caption, with controls at the end."""
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)]
    for caption, picture in pictures:
        items += [ui.TextDisplay(caption), _gallery(picture.filename, picture.alt)]
    return finished([*items, *(action_row(row) for row in rows)])


def _gallery(filename: str, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{filename}", description=alt[: limits.ALT_TEXT])
    return gallery


def upload(picture: Picture) -> discord.File:
    """The picture as a file; a new one each time, since sending uses it up."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt[: limits.ALT_TEXT])


class KeptFile(msgspec.Struct, frozen=True):
    """A file of a message that an edit keeps: its id, and the name that `attachment://` finds it by."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """As Discord wants it among an edit's attachments."""
        return {"id": self.id, "filename": self.filename}


def without_controls(message: discord.Message) -> tuple[ui.LayoutView, list[KeptFile]] | None:
    """What a message shows, without buttons and selects, and the files it goes on showing; None when nothing is left.

    Discord lists no attachments that components show, so the files are found where the components name them. An edit
    that refers to one of them without naming it again is refused.
    """
    files: list[KeptFile] = []
    shown: list[ui.Item[ui.LayoutView]] = []
    for item in ui.LayoutView.from_message(message, timeout=None).children:
        if isinstance(item, ui.Container):
            for child in list(item.children):
                if isinstance(child, ui.ActionRow):
                    item.remove_item(child)
                elif isinstance(child, ui.MediaGallery):
                    files += _kept(child)
            if item.children:
                shown.append(item)
        elif not isinstance(item, ui.ActionRow):
            shown.append(item)
            if isinstance(item, ui.MediaGallery):
                files += _kept(item)
    return (finished(shown), files) if shown else None


def shows_table(message: discord.Message, table: int) -> bool:
    """Whether a message has controls of that table."""
    presses = (read_press(getattr(item, "custom_id", None) or "") for item in _inner(message.components))
    return any(press is not None and press.table == table for press in presses)


def _inner(components: Iterable[object]) -> Iterator[object]:
    for component in components:
        yield component
        yield from _inner(getattr(component, "children", ()))


def _kept(gallery: ui.MediaGallery[Any]) -> list[KeptFile]:
    """The gallery's files of this message; it refers to them by name from now on."""
    files: list[KeptFile] = []
    for item in gallery.items:
        if item.media.attachment_id is not None:
            filename = unquote(urlsplit(item.media.url).path).rpartition("/")[2]
            files.append(KeptFile(item.media.attachment_id, filename))
            item.media = f"attachment://{filename}"
    return files


def pages(text: str, longest: int = limits.TEXT_DISPLAY_TOTAL) -> list[str]:
    """`text` in pages broken between lines; a line too long for a page is cut."""
    found = [""]
    for line in text.split("\n"):
        line = line[: longest - 1]
        if len(found[-1]) + len(line) + 1 > longest:
            found.append("")
        found[-1] += line + "\n"
    return [page.strip() for page in found if page.strip()]


def picture_panel(
    head: str, filename: str | None, alt: str, foot: str, rows: Sequence[Row], accent: int
) -> ui.LayoutView:
    """The board: what happened, the picture, what is asked, the controls."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=accent)
    box.add_item(ui.TextDisplay(head))
    if filename is not None:
        box.add_item(_gallery(filename, alt))
    if foot:
        box.add_item(ui.TextDisplay(foot))
    for row in rows:
        box.add_item(action_row(row))
    return finished([box])
