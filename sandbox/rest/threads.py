"""Threads and their members."""

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_reaches
from sandbox.errors import Form, Refused
from sandbox.incoming import Incoming
from sandbox.records import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, is_thread
from sandbox.rest.context import AUTO_ARCHIVE_MINUTES, Answer, RestContext, Routes, channel_for, guild_of, snowflake

ROUTES = Routes()
KINDS = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,)}
"""Types of thread that the bot can start, by type of channel. In forums it can't start any."""


@ROUTES.add("POST", "/channels/{}/threads", status=201)
def start(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    return _start(rest, incoming, channel_id, incoming.body.get("type", PRIVATE_THREAD), None)


@ROUTES.add("POST", "/channels/{}/messages/{}/threads", status=201)
def start_from_message(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
    message = rest.world.messages.find(snowflake(channel_id), snowflake(message_id))
    if message.only_for is not None:
        raise Refused(10008)
    if message.id in rest.world.channels:
        raise Refused(160004)
    is_news = rest.world.channels.find(snowflake(channel_id)).kind == ANNOUNCEMENT
    return _start(rest, incoming, channel_id, ANNOUNCEMENT_THREAD if is_news else PUBLIC_THREAD, message.id)


def _start(rest: RestContext, incoming: Incoming, channel_id: str, kind: int, thread_id: int | None) -> Answer:
    is_private = kind == PRIVATE_THREAD
    needed = permissions.CREATE_PRIVATE_THREADS if is_private else permissions.CREATE_PUBLIC_THREADS
    parent = channel_for(rest, channel_id, needed)
    if kind not in KINDS.get(parent.kind, ()):
        raise Refused(50024)
    form = Form()
    form.length(("name",), incoming.body.get("name"), 1, limits.THREAD_NAME)
    minutes = incoming.body.get("auto_archive_duration", parent.auto_archive_minutes)
    form.choice(("auto_archive_duration",), minutes, AUTO_ARCHIVE_MINUTES)
    form.refuse()
    active = sum(is_thread(c) and not c.archived for c in rest.world.channels.of(parent.guild_id or 0))
    if active >= limits.THREADS_ACTIVE:
        raise Refused(160006)
    thread = rest.world.channels.start_thread(
        parent, incoming.body["name"], rest.world.bot, kind=kind, thread_id=thread_id, minutes=minutes
    )
    return rest.payloads.channel(thread)


def _thread(rest: RestContext, channel_id: str) -> Channel:
    thread = channel_for(rest, channel_id)
    if not is_thread(thread):
        raise Refused(50024)
    return thread


@ROUTES.add("PUT", "/channels/{}/thread-members/{}")
def add(rest: RestContext, incoming: Incoming, channel_id: str, user_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    user = rest.world.user(rest.world.bot.id if user_id == "@me" else snowflake(user_id))
    if thread.archived:
        raise Refused(50083)
    if user.id not in thread.members:
        thread.members.append(user.id)
        rest.world.announce("channel_changed", thread)


@ROUTES.add("DELETE", "/channels/{}/thread-members/{}")
def remove(rest: RestContext, incoming: Incoming, channel_id: str, user_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    user = rest.world.user(rest.world.bot.id if user_id == "@me" else snowflake(user_id))
    if user.id != rest.world.bot.id:
        channel_for(rest, channel_id, permissions.MANAGE_THREADS)
    if user.id in thread.members:
        thread.members.remove(user.id)
        rest.world.announce("channel_changed", thread)


@ROUTES.add("GET", "/channels/{}/thread-members")
def members(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    return [rest.payloads.thread_member(thread, user_id) for user_id in thread.members]


@ROUTES.add("GET", "/guilds/{}/threads/active")
def active(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    threads = [c for c in rest.world.channels.of(guild.id) if is_thread(c) and not c.archived]
    visible = [c for c in threads if bot_reaches(rest.world, c)]
    mine = [c for c in visible if rest.world.bot.id in c.members]
    return {
        "threads": [rest.payloads.channel(thread) for thread in visible],
        "members": [rest.payloads.thread_member(thread, rest.world.bot.id) for thread in mine],
        "has_more": False,
    }
