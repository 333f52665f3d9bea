"""Messages in a server's channel for finding players: one for each table, and one for the queues of all games."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any

import discord
from msgspec.structs import replace

from cogs.delivery.messages import delete, message_at
from cogs.delivery.permissions import is_gone, may_post, role_fault
from cogs.delivery.reactions import FAILURES, OUTAGES, check_is_final, code_of
from cogs.logs import log
from cogs.ui.layout import buttons
from cogs.ui.panel import Button
from cogs.ui.press import Press, QueuePress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.waits import SIT, play_buttons, queue_lines
from engine.kernel.decision import Message
from sessions.records.person import Waiting
from sessions.records.table import LiveMessage, Table
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions

SEEK = "seek"
"""The kind of the messages about tables."""
TAKE, DROP = "take", "drop"
"""The verbs of the button for the seekers' role."""
POST_S = 10.0
SOUGHT_MS = 6 * 3600 * 1000
"""Shortest time between two mentions of a server's seekers' role, in milliseconds."""


def has_room(session: Session) -> bool:
    """Return whether someone could sit down: in the lobby, or in an open seat of the running game."""
    table = session.table
    if table.status == "lobby":
        return len(table.sitters) < session.reader.seats
    return table.has_open_seat


@dataclass(frozen=True)
class Seeking:
    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _none: set[int] = field(default_factory=set, init=False)
    """Tables that are known to have no message for finding players."""
    _shown: dict[int, tuple[int | None, str, frozenset[tuple[int, str]]]] = field(default_factory=dict, init=False)
    """The channel and text of each server's post about the queue, and the users and games that the post counts."""
    _unkept: dict[int, str] = field(default_factory=dict, init=False)
    """The nonce of each server's post about the queue that was sent but not recorded yet."""

    def forget(self, table: int) -> None:
        self._none.discard(table)

    async def post(self, session: Session, channel: discord.TextChannel, nonce: int) -> bool:
        """Post that this table looks for players, replacing an earlier post. Return whether Discord accepted it. Raises
        `UIRefusal` if Discord may accept it later."""
        table = session.table
        await self._delete(session)
        words = self._words(table)
        label = self._wording.say(Message("button.join"), table.language)
        # Plain text with a button: the notification shows the text.
        view = buttons([Button(Press(table.id, table.epoch, SIT), label, "main")])
        try:
            role = await self._role_to_mention(channel.guild)
            try:
                posted = await _send(channel, words, role, view=view, nonce=str(nonce))
            except OUTAGES:  # if the message did arrive, Discord returns it for the same nonce
                posted = await _send(channel, words, role, view=view, nonce=str(nonce))
        except FAILURES as error:
            log.info("seek not posted: table=%s why=%s", table.id, code_of(error))
            check_is_final(error)
            return False
        store, now = self._sessions.store, self._sessions.context.clock()
        await store.posts.keep_message(LiveMessage(table.id, SEEK, channel.id, posted.id, now))
        self._none.discard(table.id)
        return True

    def _words(self, table: Table) -> str:
        key = "seek.players" if table.status == "lobby" else "seek.substitute"
        return self._wording.say(Message(key, self._wording.place_of(table)), table.language)

    async def follow(self, session: Session) -> None:
        """Show the table's new channel in its message. If that fails, *Join* still leads there."""
        known, words = await self._find_message(session.table), self._words(session.table)
        if known is not None:
            with contextlib.suppress(*FAILURES):
                async with asyncio.timeout(POST_S):
                    await message_at(self._client, known.channel, known.message).edit(content=words)

    async def take_back(self, session: Session) -> None:
        """Delete the message of a table that no longer looks for players. A failure is retried with the next board."""
        # Another process may have posted a message, so look it up each time.
        has_none = session.table.id in self._none and not self._sessions.is_shared
        if not has_none and not has_room(session):
            with contextlib.suppress(StorageRefusal):
                await self._delete(session)

    def serves(self, guild: int) -> bool:
        """Return whether this process is connected to that server."""
        return self._client.get_guild(guild) is not None

    async def show_queue(self, guild: int, waiting: Sequence[Waiting]) -> None:
        """Show who is waiting for games in this server. Post a new message if somebody joined: edits go unnoticed."""
        queue, server = self._sessions.store.queue, self._sessions.choices.servers.get(guild)
        chosen = server.seeking
        known, place = await queue.post_of(guild), self._client.get_channel(chosen) if chosen else None
        text, view, posted = "", None, None
        if waiting and isinstance(place, discord.TextChannel) and may_post(place):
            language = self._wording.speech.guild(place.guild)
            text = "\n".join(self._wording.say(line, language) for line in queue_lines(self._wording, waiting))
            may_open = not server.channels or place.id in server.channels  # else each press would be refused
            view = buttons(play_buttons(self._wording, waiting, language) if may_open else ())
        counted, old = frozenset((each.user, each.game) for each in waiting), self._shown.get(guild)
        if old == (chosen, text, counted) or (known is None and not text):
            return
        is_edited = known is not None and known[0] == chosen and (old is None or counted <= old[2])
        try:
            async with asyncio.timeout(POST_S):
                if known is not None and view is not None and is_edited:
                    with contextlib.suppress(discord.NotFound, discord.RateLimited):  # then post a new one
                        posted = await message_at(self._client, *known).edit(content=text, view=view)
                if view is not None and posted is None:
                    assert isinstance(place, discord.TextChannel)
                    posted = await self._post_queue(place, text, view)
        except FAILURES as error:
            log.info("queue not shown: server=%s why=%s", guild, code_of(error))
            if isinstance(error, OUTAGES):
                return
        else:
            await queue.keep_post(guild, None if posted is None else (posted.channel.id, posted.id))
            self._unkept.pop(guild, None)
            if known is not None and (posted is None or posted.id != known[1]):
                await delete(self._client, *known, POST_S)
        self._shown[guild] = chosen, text, counted

    async def _post_queue(self, place: discord.TextChannel, text: str, view: discord.ui.View) -> discord.Message:
        """Post who is waiting. If an earlier try wasn't recorded, Discord returns its message, which is then edited."""
        role, is_repeated = await self._role_to_mention(place.guild), place.guild.id in self._unkept
        nonce = self._unkept.setdefault(place.guild.id, token_urlsafe(16))
        posted = await _send(place, text, role, view=view, silent=role is None, nonce=nonce)
        return await posted.edit(content=text, view=view) if is_repeated else posted

    async def _role_to_mention(self, guild: discord.Guild) -> int | None:
        """Return the seekers' role, at most once in six hours. Store the time first, so no crash repeats a mention."""
        servers, now = self._sessions.choices.servers, self._sessions.context.clock()
        server = servers.get(guild.id)
        role, is_early = server.seekers_role, 0 <= now - server.sought_at < SOUGHT_MS
        if role is None or is_early or role == guild.id or guild.get_role(role) is None:
            return None
        await servers.change(guild.id, lambda server: replace(server, sought_at=now))
        return role

    def role_row(self, interaction: discord.Interaction, verb: str | None = None) -> tuple[Button, ...]:
        """Return the button that takes or drops the seekers' role. `verb` is the button that this person has just
        pressed."""
        user, role = interaction.user, self._sessions.choices.servers.get(interaction.guild_id).seekers_role
        if role is None or not isinstance(user, discord.Member) or is_gone(interaction.guild, role):
            return ()
        has_role = user._roles.has(role) if verb is None else verb == TAKE
        other = DROP if has_role else TAKE
        label = self._wording.speech.translate(interaction, f"button.seekers_{other}")
        return (Button(QueuePress(other, "", user.id), label),)

    async def change_role(self, interaction: discord.Interaction, verb: str) -> None:
        """Give this person the seekers' role, or take it away. Raises `UIRefusal`, saying why that's impossible."""
        guild, user = interaction.guild, interaction.user
        role = self._sessions.choices.servers.get(interaction.guild_id).seekers_role
        if role is None or guild is None or not isinstance(user, discord.Member):
            raise UIRefusal("refused.seekers_none")
        fault = role_fault(guild, role)
        if fault is None:
            try:
                async with asyncio.timeout(POST_S):
                    await (user.add_roles if verb == TAKE else user.remove_roles)(discord.Object(role))
            except FAILURES as error:
                log.info("role not changed: server=%s why=%s", guild.id, code_of(error))
                fault = "refused"
        if fault is not None:
            raise UIRefusal("refused.seekers", why=Message(f"seekers.{fault}"))

    async def _find_message(self, table: Table) -> LiveMessage | None:
        messages = await self._sessions.store.posts.live_messages(table.id)
        return next((message for message in messages if message.kind == SEEK), None)

    async def _delete(self, session: Session) -> None:
        table, store, known = session.table.id, self._sessions.store, await self._find_message(session.table)
        if known is not None:
            error = await delete(self._client, known.channel, known.message, POST_S)
            if error is not None:
                log.info("seek stays: table=%s why=%s", table, code_of(error))
                if isinstance(error, OUTAGES):
                    return
            await store.posts.forget_message(table, SEEK)
        self._none.add(table)


async def _send(channel: discord.TextChannel, words: str, role: int | None, **options: Any) -> discord.Message:
    """Post these words. Mention this role (None: no role) and nobody else."""
    called = [discord.Object(role)] if role is not None else False
    allowed = discord.AllowedMentions(everyone=False, users=False, replied_user=False, roles=called)
    text = words if role is None else f"{words} <@&{role}>"
    async with asyncio.timeout(POST_S):
        return await channel.send(text, allowed_mentions=allowed, **options)
