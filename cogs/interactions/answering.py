"""Receive interactions, carry them out, and send exactly one reply in time, usually to that user alone."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import discord
import msgspec
from discord.ext import commands
from msgspec.structs import replace

from cogs.delivery.live_messages import Lock
from cogs.delivery.messages import LOST, reopen_here, take_away
from cogs.delivery.permissions import is_locked, missing_permissions
from cogs.delivery.reactions import ARCHIVED, BAD_FORM
from cogs.interactions.gate import CONTROLS, Control, is_private, table_here, table_pressed
from cogs.logs import log
from cogs.members import Members
from cogs.private_answers import PrivateAnswers
from cogs.traffic import Rates, Traffic
from cogs.ui.layout import Part, panel, text_panel, upload
from cogs.ui.press import BeginPress, Press, decode
from cogs.ui.refusals import UIRefusal, explain
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from engine.kernel.refusals import Refusal
from metrics import Meters
from render import Picture
from sessions.delivery.outbox import BlockedChannels
from sessions.refusals import AlreadyStarted, NoTable, NotOwner, StalePress, StorageRefusal, StorageUnsure, TableOver
from sessions.sessions import Sessions

REFUSED = "✋"
"""The beginning of every refusal, to distinguish refusals at a glance."""
UNKNOWN_MESSAGE = 10008
REMEMBERED = 500
"""The number of recent interactions that are ignored if Discord delivers them again to this process."""
LOOK_PAUSES_S = (0.0, 0.1, 0.4)
"""Pauses in seconds before each look for what an earlier delivery has done. The database may be busy."""
SLOW_S = 1.5
"""An action that isn't finished after this many seconds is deferred: the first answer is due within 3 s."""


class LockedBoard(msgspec.Struct, frozen=True):
    """A board with disabled controls, and the files that stay in it. Posts wait for the `lock`."""

    view: discord.ui.LayoutView
    files: list[discord.Attachment]
    lock: Lock


class Reply(msgspec.Struct, frozen=True):
    """The answer to an interaction."""

    text: str = ""
    view: discord.ui.LayoutView | None = None
    files: tuple[discord.File, ...] = ()
    replaces: bool = False
    """If true, the reply replaces the private message with the pressed control."""
    more: tuple[str, ...] = ()
    """Texts to send after the reply."""
    drawn: Callable[[], Awaitable["Reply | None"]] | None = None
    """Draws the picture, except for people with plain text. Returns the reply with it, or None if the picture is no
    longer wanted."""
    finish: Callable[[], Awaitable["Reply | None"]] | None = None
    """Finishes an answer that has reported only a beginning, also for people with plain text. Returns the rest, or None
    if nobody waits for it."""
    lost: Callable[[], Awaitable[None]] | None = None
    """Called if the answer can't be delivered."""
    form: discord.ui.Modal | None = None
    """Opened in place of sending a message, unless the press was deferred."""
    closes: bool = False
    """If true, the private message with the pressed control is deleted."""
    ends_with_lobby: bool = False
    """If true, the reply is deleted when the game begins."""
    is_public: bool = False
    """If false, only the person who pressed sees the reply."""
    locked: LockedBoard | None = None
    """Replaces the pressed board."""


KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}

SPENT = AlreadyStarted, StalePress, TableOver
"""After these refusals, the controls of a private message no longer work."""

Handle: TypeAlias = Callable[[discord.Interaction, Any], Coroutine[Any, Any, Reply | None]]
Action: TypeAlias = Coroutine[Any, Any, Reply | None]


@dataclass(frozen=True)
class Answering:
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _private_answers: PrivateAnswers
    _blocked_channels: BlockedChannels
    _meters: Meters
    _traffic: Traffic
    _attended: Traffic
    _recent: deque[int] = field(default_factory=lambda: deque(maxlen=REMEMBERED), init=False)

    async def attend(
        self, interaction: discord.Interaction, action: Action, *, always_replies: bool = False, is_hint: bool = False
    ) -> None:
        """Run `action` and answer. If `always_replies`, a slow press shows "thinking". A hint (`is_hint`) replaces only
        hints.

        Discord may deliver an interaction again, even after it was refused. Later deliveries are ignored.
        """
        if interaction.id in self._recent:
            action.close()
            return
        self._recent.append(interaction.id)
        with self._attended.interaction():
            with self._traffic.interaction():
                reply, follow_up = await self._carry_out(interaction, action, always_replies, is_hint)
            rest = self._rest_of(interaction, reply)
            if rest is not None:
                finished = await rest()
                if finished is not None:
                    await self._show(interaction, finished, follow_up)

    def _rest_of(
        self, interaction: discord.Interaction, reply: Reply | None
    ) -> Callable[[], Awaitable[Reply | None]] | None:
        if reply is None:
            return None
        if reply.finish is not None:
            return partial(self._finish, interaction, reply.finish)
        return None if self._sessions.choices.people.get(interaction.user.id).plain_text else reply.drawn

    async def _finish(
        self, interaction: discord.Interaction, rest: Callable[[], Awaitable[Reply | None]]
    ) -> Reply | None:
        """Return the rest of an answer, or say that it failed: otherwise only the beginning would ever be shown."""
        try:
            return await rest()
        except Exception:
            self._meters.mistakes.inc()
            log.exception("our mistake: interaction=%s", interaction.id)
            return Reply(self._wording.speech.translate(interaction, "refused.our_mistake"))

    async def _carry_out(
        self, interaction: discord.Interaction, action: Action, always_replies: bool, is_hint: bool
    ) -> tuple[Reply | None, discord.WebhookMessage | None]:
        """Run `action` and answer, as in `attend`. Return the reply and, if the answer had been deferred, the follow-up
        message that has the reply. If nothing was delivered, return None, or a reply that only has `finish`."""
        reply, began = None, time.perf_counter()
        is_silent = interaction.type is discord.InteractionType.component and not always_replies
        try:
            async with _deferring(interaction, is_silent=is_silent):
                reply = await self._outcome(interaction, action)
            more = await _answer_in_thread(interaction, reply)
            follow_up = next(iter(more), None)
            kind = KINDS.get(interaction.type, "other")
            self._meters.answer_seconds.labels(kind).observe(time.perf_counter() - began)
            if reply is not None:
                more += [await interaction.followup.send(text, ephemeral=True, wait=True) for text in reply.more]
            if reply is not None and _is_new(interaction, reply):
                is_from_board = interaction.type is discord.InteractionType.component and not is_private(interaction)
                before = self._private_answers.note(
                    interaction,
                    more,
                    is_from_board=is_from_board,
                    is_hint=is_hint,
                    ends_with_lobby=reply.ends_with_lobby,
                )
                if before is not None:
                    await take_away(before)
            elif reply is not None and reply.ends_with_lobby:
                self._private_answers.renew(interaction)
        except LOST as error:
            self._note_lost(interaction, error)
            return (None if reply is None or reply.lost is None else Reply(finish=reply.lost)), None
        return reply, follow_up

    async def _show(
        self, interaction: discord.Interaction, finished: Reply, follow_up: discord.WebhookMessage | None
    ) -> None:
        try:
            await _replace(interaction, finished, follow_up)
        except LOST as error:
            self._note_lost(interaction, error)
            if finished.lost is not None:
                await self._finish(interaction, finished.lost)

    def _note_lost(self, interaction: discord.Interaction, error: Exception) -> None:
        code = getattr(error, "code", type(error).__name__)
        if code == BAD_FORM:
            self._wording.emoji.doubt()
        self._meters.lost_answers.inc()
        log.info("answer lost: interaction=%s code=%s", interaction.id, code)

    async def _outcome(self, interaction: discord.Interaction, action: Action) -> Reply | None:
        try:
            if interaction.context.dm_channel:  # writing to the bot may mean that direct messages are open again
                with contextlib.suppress(StorageRefusal):
                    await self._sessions.choices.people.try_dm(interaction.user.id)
            return self._note_block(interaction, await action)
        except Refusal as refusal:
            if await self._is_done(interaction, refusal):
                return (
                    None
                    if _has_message(interaction)
                    else Reply(self._wording.speech.translate(interaction, "play.taken"))
                )
            log.info("refused: interaction=%s why=%s", interaction.id, type(refusal).__name__)
            # If the table's storage refuses, don't wait for it again to read the players' names.
            names = {} if isinstance(refusal, StorageRefusal) else await self._names_here(interaction)
            message = await self._pass_on(interaction, refusal) or explain(refusal, names)
            self._meters.refusals.labels(message.id.removeprefix("refused.")).inc()
            text = f"{REFUSED} {self._wording.speech.say(message, self._wording.speech.reader(interaction))}"
            return Reply(view=text_panel(text), replaces=True) if _is_spent(interaction, refusal) else Reply(text)
        except Exception as error:  # show a message instead of Discord's "interaction failed"
            press = decode(_custom_id_of(interaction))
            held = await self._sessions.contain(error, press.table if isinstance(press, Press) else None)
            self._meters.mistakes.inc()
            if held and isinstance(press, Press):
                failed = self._wording.speech.translate(interaction, "refused.suspended_game")
                return Reply(f"{REFUSED} {failed}")
            if not held:
                log.exception("our mistake: interaction=%s", interaction.id)
            return Reply(self._wording.speech.translate(interaction, "refused.our_mistake"))

    async def _pass_on(self, interaction: discord.Interaction, refusal: Refusal) -> Message | None:
        """Free the seat of a lobby's owner who has left the server. Return a notice for a seated player, or None."""
        if not isinstance(refusal, NotOwner):
            return None
        with contextlib.suppress(Refusal):
            session = await table_here(self._sessions, interaction)
            table = session.table
            if table.status != "lobby" or table.owner != refusal.owner or not table.sitter_of(interaction.user.id):
                return None
            if refusal.owner in await self._members.find_gone(interaction.guild_id, [refusal.owner]):
                await session.lobby.leave(refusal.owner, interaction.id)
                blanks: dict[str, Argument] = {"gone": f"<@{refusal.owner}>", "owner": f"<@{session.table.owner}>"}
                return Message("refused.owner_gone", blanks)
        return None

    async def _is_done(self, interaction: discord.Interaction, refusal: Refusal) -> bool:
        """Return whether an earlier delivery of this interaction has already done the refused action."""
        if isinstance(refusal, StorageRefusal) and not isinstance(refusal, StorageUnsure):
            return False
        for pause_s in LOOK_PAUSES_S:
            await asyncio.sleep(pause_s)
            with contextlib.suppress(StorageRefusal):
                return await self._sessions.store.log.done_by(interaction.id) is not None
        return False

    def _note_block(self, interaction: discord.Interaction, reply: Reply | None) -> Reply | None:
        """If boards can't be posted in this channel, explain why instead of answering silently."""
        channel = interaction.channel_id
        if channel is None or channel not in self._blocked_channels:
            return reply
        lacking = missing_permissions(interaction)
        if is_locked(interaction):
            note = self._wording.speech.translate(interaction, "refused.locked")
        elif lacking:
            note = self._wording.speech.translate(interaction, "refused.permission", permissions=lacking)
        else:
            self._sessions.outbox.wake(channel)
            return reply
        if reply is None:
            return Reply(note)
        is_in_words = self._sessions.choices.people.get(interaction.user.id).plain_text and _is_usually_silent(
            interaction
        )
        return replace(reply, more=(*reply.more, note)) if is_in_words else reply

    async def _names_here(self, interaction: discord.Interaction) -> dict[int, str]:
        press = decode(_custom_id_of(interaction))  # a private message may belong to a table that has moved
        with contextlib.suppress(Refusal):
            if type(press) is Press:
                return (await table_pressed(self._sessions, interaction, press)).table.names
            return (await table_here(self._sessions, interaction)).table.names
        return {}


class Router(commands.Cog):
    """Receives every press and form. `presses` and `forms` have their handlers by kind."""

    def __init__(
        self, answering: Answering, rates: Rates, presses: Mapping[type, Handle], forms: Mapping[str | type, Handle]
    ) -> None:
        self._answering = answering
        self._rates = rates
        self.presses = presses
        self._forms = forms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        press = decode(_custom_id_of(interaction))
        if interaction.type is discord.InteractionType.component:
            handle = self.presses[Press if press is None else type(press)]
            other = Control(always_replies=isinstance(press, BeginPress))
            control = CONTROLS.get(press.verb, Control()) if isinstance(press, Press) else other
            await self._answering.attend(
                interaction,
                self._admit(interaction, press, handle),
                always_replies=control.always_replies,
                is_hint=control.is_hint,
            )
        elif interaction.type is discord.InteractionType.modal_submit:
            fill = self._forms.get(press.verb if type(press) is Press else type(press))
            await self._answering.attend(interaction, self._admit(interaction, press, fill))

    async def _admit(self, interaction: discord.Interaction, press: Any, handle: Handle | None) -> Reply | None:
        """Count a press or form, then handle it. Raises `UIRefusal` for too many, or for an unknown control."""
        self._rates.admit(interaction)
        if handle is None:
            raise UIRefusal("refused.unknown_control")
        return await handle(interaction, press)


@contextlib.asynccontextmanager
async def _deferring(interaction: discord.Interaction, *, is_silent: bool) -> AsyncIterator[None]:
    """Defer the answer if the block takes longer than `SLOW_S`. Unless `is_silent`, Discord then shows "thinking"."""
    deferring: list[asyncio.Task[object]] = []

    def defer() -> None:
        deferring.append(asyncio.create_task(_defer(interaction, is_thinking=not is_silent)))

    timer = asyncio.get_running_loop().call_later(SLOW_S, defer)
    try:
        yield
    finally:
        timer.cancel()
        with contextlib.suppress(*LOST):  # perhaps Discord accepts the answer itself
            await asyncio.gather(*deferring)  # even if the block failed, because its error is answered, too


async def _defer(interaction: discord.Interaction, *, is_thinking: bool) -> None:
    try:
        await interaction.response.defer(ephemeral=True, thinking=is_thinking)
    except discord.HTTPException as error:
        if error.code != ARCHIVED or not await reopen_here(interaction):
            raise
        await interaction.response.defer(ephemeral=True, thinking=is_thinking)


def _custom_id_of(interaction: discord.Interaction) -> str:
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id")
    return custom_id if isinstance(custom_id, str) else ""


def _is_spent(interaction: discord.Interaction, refusal: Refusal) -> bool:
    """Return whether a control of a private message can't be used again, so its message is no longer useful."""
    press = decode(_custom_id_of(interaction))
    control = CONTROLS.get(press.verb) if type(press) is Press else None
    changes = control is not None and not control.only_looks
    return changes and is_private(interaction) and isinstance(refusal, SPENT)


def _is_usually_silent(interaction: discord.Interaction) -> bool:
    """Return whether the press of a public control is answered only for people with plain text."""
    press = decode(_custom_id_of(interaction))
    control = CONTROLS.get(press.verb) if type(press) is Press else None
    return control is not None and not control.always_replies and not is_private(interaction)


def _is_new(interaction: discord.Interaction, reply: Reply) -> bool:
    is_in_place = _has_message(interaction) and (reply.replaces or reply.closes)
    return reply.form is None and reply.locked is None and not reply.is_public and not is_in_place


def _has_message(interaction: discord.Interaction) -> bool:
    is_form = interaction.type is discord.InteractionType.modal_submit
    return interaction.type is discord.InteractionType.component or (is_form and interaction.message is not None)


async def _answer_in_thread(interaction: discord.Interaction, reply: Reply | None) -> list[discord.WebhookMessage]:
    """Answer like `_answer`. If the thread is archived, reopen it and retry. A board's controls then stay enabled."""
    try:
        return await _answer(interaction, reply)
    except discord.HTTPException as error:
        if error.code != ARCHIVED or not await reopen_here(interaction):
            raise
    if reply is None or reply.locked is not None:
        return await _answer(interaction, None)
    for file in reply.files:
        file.reset()
    return await _answer(interaction, reply)


async def _answer(interaction: discord.Interaction, reply: Reply | None) -> list[discord.WebhookMessage]:
    """Answer with `reply`. Return the messages that followed a deferred answer."""
    is_press = _has_message(interaction)
    response = interaction.response
    if response.is_done():
        is_thinking = response.type is discord.InteractionResponseType.deferred_channel_message
        return await _answer_late(interaction, reply, is_press and not is_thinking)
    if reply is None:
        await response.defer(ephemeral=True, thinking=not is_press)
    elif reply.locked is not None:
        await _lock(interaction, reply.locked)
    elif reply.closes and is_press:
        await response.defer()
        await interaction.delete_original_response()
    elif reply.form is not None:
        await response.send_modal(reply.form)
    elif reply.replaces and is_press:
        await _replace_pressed(interaction, reply)
    else:
        await response.send_message(**_content(reply), ephemeral=not reply.is_public)
    return []


async def _lock(interaction: discord.Interaction, locked: LockedBoard) -> None:
    """Disable the controls of the pressed board. If Discord refuses that, they stay."""
    try:
        await interaction.response.edit_message(view=locked.view, attachments=locked.files)
    except discord.HTTPException as error:
        if error.code not in (BAD_FORM, UNKNOWN_MESSAGE):
            raise
        log.info("controls stay: interaction=%s code=%s", interaction.id, error.code)
        await interaction.response.defer()
    finally:
        locked.lock.end()


async def _replace_pressed(interaction: discord.Interaction, reply: Reply) -> None:
    """Replace the pressed message with the reply. If a newer answer has removed that message, send a new one."""
    try:
        # A forged press may come from a plain-text message. Discord rejects a panel there unless `content` is cleared.
        await interaction.response.edit_message(content=None, view=reply.view, attachments=reply.files)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE or reply.view is None:
            raise
        for file in reply.files:
            file.reset()
        await interaction.response.send_message(**_content(reply), ephemeral=True)


async def _answer_late(
    interaction: discord.Interaction, reply: Reply | None, is_press: bool
) -> list[discord.WebhookMessage]:
    if reply is None:
        if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.delete_original_response()  # otherwise Discord shows "thinking" permanently
        return []
    if reply.locked is not None:
        reply.locked.lock.end()
        return []
    if reply.closes:
        await interaction.delete_original_response()
        return []
    if not is_press or reply.replaces:
        try:
            await _replace(interaction, reply)
        except discord.NotFound as error:  # a newer answer has removed the pressed message
            if error.code != UNKNOWN_MESSAGE or not is_press:
                raise
            for file in reply.files:
                file.reset()
        else:
            return []
    return [await interaction.followup.send(**_content(reply), ephemeral=True, wait=True)]


async def _replace(
    interaction: discord.Interaction, reply: Reply, follow_up: discord.WebhookMessage | None = None
) -> None:
    """Edit the answer to show `reply`. After a silent deferral the answer is a `follow_up`, because the original
    response is the pressed message, perhaps a public one."""
    content = {name: value for name, value in _content(reply).items() if name != "files"}
    if follow_up is None:
        await interaction.edit_original_response(**content, attachments=reply.files)
    else:
        await follow_up.edit(**content, attachments=reply.files)


def _content(reply: Reply) -> dict[str, Any]:
    """Return discord.py's arguments for a new message with this reply."""
    content: dict[str, Any] = {"view": reply.view} if reply.view is not None else {"content": reply.text}
    return content | ({"files": list(reply.files)} if reply.files else {})


def illustrate(*parts: Part, replaces: bool = False) -> Reply:
    """Return a reply of texts, pictures and rows of controls, one below the other. `replaces` is as in `Reply`."""
    files = tuple(upload(part) for part in parts if isinstance(part, Picture))
    return Reply(view=panel(*parts), files=files, replaces=replaces)


async def offer(choices: Coroutine[Any, Any, list[discord.app_commands.Choice[Any]]]) -> list[Any]:
    """Answer an autocomplete request. Suggest nothing without a table or question, or without a database."""
    try:
        async with asyncio.timeout(SLOW_S):
            return await choices
    except (Refusal, NoTable, TimeoutError):
        return []
