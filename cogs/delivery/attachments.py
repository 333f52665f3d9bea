"""The files of a board's message: those that are sent, and those that stay there under their id and name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import discord

from cogs.ui.layout import galleries_of, upload
from render import Picture


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that a message has already, as an edit names it: one that is not named is taken away."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, str]:
        """The attachment as discord.py sends it in the request."""
        return {"id": str(self.id), "filename": self.filename}


def attachments(pictures: Sequence[Picture], there: Mapping[str, int]) -> list[discord.Attachment | discord.File]:
    """Return the attachments of a message after an edit. Files in `there` (ids by name) are already in it."""
    return [
        cast(discord.Attachment, KeptFile(there[picture.filename], picture.filename))
        if picture.filename in there
        else upload(picture)
        for picture in pictures
    ]


def files_of(message: discord.Message, pictures: Sequence[Picture]) -> dict[str, int]:
    """Return the ids of these pictures in a message, by file name, or {} if Discord doesn't list them.

    Discord lists no attachment that a gallery shows, so the gallery is asked.
    """
    ids = [item.media.attachment_id for gallery in galleries_of(message) for item in gallery.items]
    if len(ids) != len(pictures):
        return {}
    return {picture.filename: id for picture, id in zip(pictures, ids, strict=True) if id is not None}
