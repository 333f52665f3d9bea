"""Disable a board's controls with the answer to the press that changed it: on a slow line the new one takes seconds."""

from dataclasses import dataclass
from typing import cast

import discord
from discord import ui

from cogs.delivery.attachments import KeptFile
from cogs.delivery.board_locks import BoardLocks, Lock
from cogs.delivery.live_messages import LiveMessages
from cogs.interactions.answering import LockedBoard
from cogs.interactions.gate import CONTROLS, is_private
from cogs.ui.layout import galleries_of
from cogs.ui.presenter import ANSWERS
from cogs.ui.press import Press, read_press
from cogs.views import controls
from sessions.delivery.blocked_channels import BlockedChannels
from sessions.session import Session
from sessions.sessions import Sessions

LOCKS = frozenset({*ANSWERS, controls.UNDO})
"""Verbs of what changes the game from its board."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press on a board that asks one seat alone, before it is carried out.

    `names` are the file names of the pictures by their ids; `number` and `epoch` are what the press would change.
    """

    session: Session
    message: discord.Message
    names: dict[int, str]
    number: int
    epoch: int
    lock: Lock

    def lock_board(self) -> LockedBoard | None:
        """Return the board with its controls disabled; None if the press has changed nothing."""
        if (self.session.number, self.session.table.epoch) == (self.number, self.epoch):
            return None
        return LockedBoard(_disable(self.message, self.names), _kept_files(self.names), self.lock)


class Locking:
    """Says which presses may lock the board they were made on.

    Where several people use a board at the same time, or vote, the others still press there. Where several processes
    post, another one may be about to change it. What this process has not shown itself is not known well enough.
    """

    def __init__(
        self, sessions: Sessions, blocked_channels: BlockedChannels, messages: LiveMessages, locks: BoardLocks
    ) -> None:
        self._sessions = sessions
        self._blocked_channels = blocked_channels
        self._messages = messages
        self._locks = locks

    def begin(self, interaction: discord.Interaction, session: Session, press: Press) -> Pressed | None:
        """Hold back what is posted until this press is answered, if it may lock the board; else return None."""
        table, message = session.table, interaction.message
        live = self._messages.at_hand(table.id)
        is_shown_here = message is not None and live is not None and live.message == message.id
        if press.verb not in LOCKS or not is_shown_here or is_private(interaction):
            return None
        assert message is not None
        assert live is not None
        is_awaited = table.proposal is not None or table.vote is not None
        if is_awaited or [asked.seat for asked in session.pending] != [session.seat_of(interaction.user.id)]:
            return None
        if self._sessions.is_shared or table.channel in self._blocked_channels:
            return None
        names = {id: name for name, id in live.files.items()}
        if any(item.media.attachment_id not in names for gallery in galleries_of(message) for item in gallery.items):
            return None
        lock = self._locks.begin(table.id)
        return None if lock is None else Pressed(session, message, names, session.number, table.epoch, lock)


def _disable(message: discord.Message, names: dict[int, str]) -> ui.LayoutView:
    """The message as it is, but for its controls: those that only look stay enabled."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in view.walk_children():
        if isinstance(item, ui.Button | ui.Select):
            press = read_press(item.custom_id or "")
            control = CONTROLS.get(press.verb) if press is not None else None
            item.disabled = control is not None and not control.only_looks
            if isinstance(item, ui.Select):
                item.required = item.min_values > 0  # discord.py forgets it
        elif isinstance(item, ui.MediaGallery):
            for shown in item.items:
                shown.media = f"attachment://{names[shown.media.attachment_id or 0]}"
    view.stop()
    return view


def _kept_files(names: dict[int, str]) -> list[discord.Attachment]:
    """The files that stay in the message."""
    return [cast(discord.Attachment, KeptFile(id, name)) for id, name in names.items()]
