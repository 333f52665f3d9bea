"""Every press on a control of a table: check it and carry it out. A second press on an old board is ignored."""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord
import msgspec
from discord import ui

from cogs.delivery.live_messages import BoardLocks, KeptFile, LiveMessages, Lock, components_in, galleries_of
from cogs.interactions.answering import LockedBoard, Reply
from cogs.interactions.gate import CONTROLS, Handler, is_private, picked_values, table_pressed
from cogs.logs import log
from cogs.ui.presenter import ANSWERS
from cogs.ui.press import NOBODY, Press, read_press
from cogs.views import controls
from sessions import refusals
from sessions.delivery.outbox import BlockedChannels
from sessions.session import Session
from sessions.sessions import Sessions

AGAIN_MS = 5_000
"""For this many ms after an accepted press, the person's presses on the old board are ignored silently."""
DONE = (
    refusals.AlreadySeated, refusals.AlreadyStarted, refusals.EnoughTime, refusals.NoProposal, refusals.NoVote,
    refusals.NotLeftAlone, refusals.NotPaused, refusals.NotSeated, refusals.ProposalStands, refusals.VoteStands,
)  # fmt: skip
"""Refusals of a second press on a control whose first press has succeeded."""


class Attempt(msgspec.Struct, eq=False):
    """A press that is under way or was accepted."""

    session: Session
    press: Press
    picked: Sequence[str]
    """The values picked with the press."""
    revision: int
    """The table's revision before the press."""
    changed_at: int | None = None
    """The time in ms at which the press changed the table, or None if it hasn't."""


class OwnPresses:
    """All presses under way, and the recently accepted presses. `steady` returns the monotonic time in milliseconds."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._under_way: dict[tuple[int, int], list[Attempt]] = {}
        self._accepted: OrderedDict[tuple[int, int], Attempt] = OrderedDict()

    @contextlib.contextmanager
    def carrying_out(self, session: Session, user: int, press: Press, picked: Sequence[str]) -> Iterator[None]:
        """Note a press while it is under way. Afterwards note whether it was accepted and changed the table."""
        place, attempt = (press.table, user), Attempt(session, press, picked, session.table.revision)
        under_way = self._under_way.setdefault(place, [])
        under_way.append(attempt)
        try:
            yield
        finally:
            under_way.remove(attempt)
            if not under_way:
                del self._under_way[place]
        if session.table.revision > attempt.revision:
            self._forget()
            attempt.changed_at = self._steady()
            self._accepted[place] = attempt
            self._accepted.move_to_end(place)

    def is_second(self, user: int, press: Press, picked: Sequence[str], refusal: refusals.TableRefusal) -> bool:
        """Return whether a refused press was made on a board that the same person had just changed."""
        self._forget()
        place = press.table, user
        known = [each for each in self._under_way.get(place, []) if each.session.table.revision > each.revision]
        if place in self._accepted:
            known.append(self._accepted[place])
        if not known:
            return False
        is_same = any(each.press == press and each.picked == picked for each in known)
        return _is_of_old_board(known[-1].session, press, refusal) or (is_same and isinstance(refusal, DONE))

    def _forget(self) -> None:
        before = self._steady() - AGAIN_MS
        while self._accepted:
            place, oldest = next(iter(self._accepted.items()))
            if oldest.changed_at is not None and oldest.changed_at > before:
                return
            del self._accepted[place]


def _is_of_old_board(session: Session, press: Press, refusal: refusals.TableRefusal) -> bool:
    if not isinstance(refusal, refusals.StalePress | refusals.NotYourTurn | refusals.TableOver):
        return False
    is_asked = any(press.decision == asked.id and press.seat in (NOBODY, asked.seat) for asked in session.pending)
    return (press.decision != NOBODY and not is_asked) or press.epoch != session.table.epoch


LOCKS = frozenset({*ANSWERS, controls.UNDO})
"""Verbs that change the game from its board."""


@dataclass(frozen=True, slots=True)
class LockingPress:
    """A press to be carried out on a board that asks only one seat. `names` are the board's file names, by id."""

    session: Session
    message: discord.Message
    names: dict[int, str]
    number: int
    epoch: int
    lock: Lock

    def lock_board(self) -> LockedBoard | None:
        """Return the board with its controls disabled, or None if the press has changed nothing."""
        if (self.session.number, self.session.table.epoch) == (self.number, self.epoch):
            return None
        files = [cast(discord.Attachment, KeptFile(id, name)) for id, name in self.names.items()]
        return LockedBoard(_disable(self.message, self.names), files, self.lock)


@dataclass(frozen=True)
class Locking:
    """Decides which presses lock their board. Only one seat may be asked, and only one process may post boards."""

    _sessions: Sessions
    _blocked_channels: BlockedChannels
    _messages: LiveMessages
    _locks: BoardLocks

    def begin(self, interaction: discord.Interaction, session: Session, press: Press) -> LockingPress | None:
        """Delay posts until this press is answered. Return None and delay nothing if it can't lock the board."""
        table, message = session.table, interaction.message
        live = self._messages.at_hand(table.id)
        is_shown_here = message is not None and live is not None and live.message == message.id
        if press.verb not in LOCKS or not is_shown_here or is_private(interaction):
            return None
        assert message is not None
        assert live is not None
        is_awaited = table.proposal is not None or table.vote is not None
        if is_awaited or [asked.seat for asked in session.pending] != [session.reader.seat_of(interaction.user.id)]:
            return None
        if self._sessions.is_shared or table.channel in self._blocked_channels:
            return None
        names = {id: name for name, id in live.files.items()}
        if any(item.media.attachment_id not in names for gallery in galleries_of(message) for item in gallery.items):
            return None
        lock = self._locks.begin(table.id)
        return None if lock is None else LockingPress(session, message, names, session.number, table.epoch, lock)

    async def is_below_board(self, interaction: discord.Interaction, table: int) -> bool:
        """Return whether this message is newer than the board. If so, it is left over from an unconfirmed post."""
        message = interaction.message
        if message is None or is_private(interaction) or self._locks.is_posting(table):
            return False
        if self._sessions.is_shared:
            await self._messages.refresh(table)
        live = await self._messages.of(table)
        return live is not None and live.channel == interaction.channel_id and live.message < message.id


class _KeptComponents(ui.LayoutView):
    """A message's own components. Converting them into items of a view would take most of the time of an answer."""

    def __init__(self, components: Sequence[discord.Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def has_components_v2(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return [dict(each.to_dict()) for each in self._components]


def _disable(message: discord.Message, names: dict[int, str]) -> ui.LayoutView:
    """Disable all controls except those that only show something. This changes `message`."""
    for part in components_in(message):
        if isinstance(part, discord.Button | discord.SelectMenu):
            press = read_press(part.custom_id or "")
            control = CONTROLS.get(press.verb) if press is not None else None
            part.disabled = control is not None and not control.only_looks
            if isinstance(part, discord.SelectMenu):
                part.required = part.min_values > 0  # discord.py drops this field
        elif isinstance(part, discord.MediaGalleryComponent):
            for shown in part.items:
                shown.media = discord.UnfurledMediaItem(f"attachment://{names[shown.media.attachment_id or 0]}")
    return _KeptComponents(message.components)


@dataclass(frozen=True)
class Play:
    """Carries out every press at a table. `handlers` maps verbs to handlers."""

    _sessions: Sessions
    _locking: Locking
    _own_presses: OwnPresses
    handlers: Mapping[str, Handler]

    async def take(self, interaction: discord.Interaction, press: Press | None) -> Reply | None:
        user, picked = interaction.user.id, picked_values(interaction)
        session: Session | None = None
        try:
            session = await table_pressed(self._sessions, interaction, press)
            assert press is not None
            if CONTROLS[press.verb].only_looks:
                looked: Reply | None = await self.handlers[press.verb](interaction, session, press)
                return looked
            with self._own_presses.carrying_out(session, user, press, picked):
                return await self._carry_out(interaction, session, press)
        except refusals.TableRefusal as refusal:
            is_storage = isinstance(refusal, refusals.StorageRefusal)
            if press is None or is_storage or not self._own_presses.is_second(user, press, picked, refusal):
                if session is not None and isinstance(refusal, refusals.StalePress):
                    await self._post_again(interaction, session)
                raise
            log.info("second press: interaction=%s why=%s", interaction.id, type(refusal).__name__)
            return None

    async def _post_again(self, interaction: discord.Interaction, session: Session) -> None:
        """Post the board again if a newer message hides it."""
        with contextlib.suppress(refusals.TableRefusal):
            if await self._locking.is_below_board(interaction, session.table.id):
                await session.place.post_board()

    async def _carry_out(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        """Carry out a press that changes something. If it needs no reply, lock its board if possible."""
        pressed = self._locking.begin(interaction, session, press)
        reply = locked = None
        try:
            reply = await self.handlers[press.verb](interaction, session, press)
            if pressed is not None and reply is None:
                locked = pressed.lock_board()
        finally:
            if pressed is not None and locked is None:
                pressed.lock.end()
        return reply if locked is None else Reply(locked=locked)
