"""Channels, threads and their members, guilds and people."""

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_permissions, bot_reaches
from sandbox.errors import Form, Refused
from sandbox.incoming import Incoming
from sandbox.records import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, is_thread
from sandbox.rest.context import Answer, RestContext, channel_for, guild_of, route, sending, snowflake

AUTO_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
THREAD_KINDS = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,)}
"""Types of thread that the bot can start, by type of channel. In forums it can't start any."""


@route("POST", "/users/@me/channels")
def open_direct(rest: RestContext, incoming: Incoming) -> Answer:
    """Open a person's direct messages, even if they accept none."""
    person = rest.world.people.get(snowflake(str(incoming.body.get("recipient_id"))))
    if person is None:
        raise Refused(10013)
    return rest.payloads.channel(rest.world.channels.direct(person))


@route("GET", "/channels/{}")
def fetch(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    return rest.payloads.channel(channel_for(rest, channel_id))


@route("PATCH", "/channels/{}")
def edit(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    if channel.guild_id is None:
        raise Refused(50003)
    if is_thread(channel):
        _edit_thread(rest, channel, incoming)
    else:
        channel_for(rest, channel_id, permissions.MANAGE_CHANNELS)
        form = Form()
        if "name" in incoming.body:
            form.length(("name",), incoming.body["name"], 1, limits.CHANNEL_NAME)
        if incoming.body.get("topic") is not None:
            form.length(("topic",), incoming.body["topic"], 0, limits.CHANNEL_TOPIC)
        form.refuse()
        channel.name = incoming.body.get("name", channel.name)
        channel.topic = incoming.body.get("topic", channel.topic)
    rest.world.announce("channel_changed", channel)
    return rest.payloads.channel(channel)


def _edit_thread(rest: RestContext, thread: Channel, incoming: Incoming) -> None:
    """Edit a thread. Its starter may rename and archive it; locking needs Manage Threads."""
    body = incoming.body
    manages = bot_permissions(rest.world, thread) & permissions.MANAGE_THREADS
    if not manages and (thread.owner_id != rest.world.bot.id or thread.locked or "locked" in body):
        raise Refused(50013)
    if thread.archived and body.get("archived", True):
        raise Refused(50083)
    form = Form()
    if "name" in body:
        form.length(("name",), body["name"], 1, limits.THREAD_NAME)
    minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)
    form.choice(("auto_archive_duration",), minutes, AUTO_ARCHIVE_MINUTES)
    form.refuse()
    thread.name = body.get("name", thread.name)
    thread.auto_archive_minutes = minutes
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived, thread.archive_changed = body["archived"], rest.world.clock.now()
    thread.locked = body.get("locked", thread.locked)


@route("DELETE", "/channels/{}")
def delete(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    body = rest.payloads.channel(channel)
    if channel.guild_id is not None:
        needed = permissions.MANAGE_THREADS if is_thread(channel) else permissions.MANAGE_CHANNELS
        channel_for(rest, channel_id, needed)
        rest.world.channels.delete(channel)
    return body


@route("POST", "/channels/{}/typing")
def typing(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    channel_for(rest, channel_id, sending(channel))


@route("POST", "/guilds/{}/channels", status=201)
def create(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    if not guild.bot_permissions & permissions.MANAGE_CHANNELS:
        raise Refused(50013)
    if incoming.body.get("type", 0) != 0:
        raise Refused(50024)
    form = Form()
    form.length(("name",), incoming.body.get("name"), 1, limits.CHANNEL_NAME)
    form.refuse()
    if sum(not is_thread(channel) for channel in rest.world.channels.of(guild.id)) >= limits.GUILD_CHANNELS:
        raise Refused(30013)
    return rest.payloads.channel(rest.world.channels.new(guild.id, incoming.body["name"]))


@route("GET", "/guilds/{}")
def fetch_guild(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    return rest.payloads.guild(guild_of(rest, guild_id))


@route("GET", "/guilds/{}/channels")
def fetch_channels(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    return [rest.payloads.channel(c) for c in rest.world.channels.of(guild.id) if not is_thread(c)]


@route("GET", "/guilds/{}/members/{}")
def fetch_member(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str) -> Answer:
    guild_of(rest, guild_id)
    number = snowflake(user_id)
    if number in rest.world.absent or (number not in rest.world.people and number != rest.world.bot.id):
        raise Refused(10007)
    return rest.payloads.member(rest.world.user(number))


@route("DELETE", "/users/@me/guilds/{}")
def leave_guild(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    guild.bot_present = False
    rest.world.announce("guild_changed", guild)


@route("GET", "/users/@me/guilds")
def own_guilds(rest: RestContext, incoming: Incoming) -> Answer:
    return [rest.payloads.guild(guild) for guild in rest.world.guilds.values() if guild.bot_present]


@route("GET", "/users/@me")
def fetch_me(rest: RestContext, incoming: Incoming) -> Answer:
    return rest.payloads.myself()


@route("GET", "/users/{}")
def fetch_user(rest: RestContext, incoming: Incoming, user_id: str) -> Answer:
    return rest.payloads.user(rest.world.user(snowflake(user_id)))


# Threads


@route("POST", "/channels/{}/threads", status=201)
def start_thread(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    return _start(rest, incoming, channel_id, incoming.body.get("type", PRIVATE_THREAD), None)


@route("POST", "/channels/{}/messages/{}/threads", status=201)
def start_thread_from_message(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
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
    if kind not in THREAD_KINDS.get(parent.kind, ()):
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


@route("PUT", "/channels/{}/thread-members/{}")
def add_member(rest: RestContext, incoming: Incoming, channel_id: str, user_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    user = rest.world.user(rest.world.bot.id if user_id == "@me" else snowflake(user_id))
    if thread.archived:
        raise Refused(50083)
    if user.id not in thread.members:
        thread.members.append(user.id)
        rest.world.announce("channel_changed", thread)


@route("DELETE", "/channels/{}/thread-members/{}")
def remove_member(rest: RestContext, incoming: Incoming, channel_id: str, user_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    user = rest.world.user(rest.world.bot.id if user_id == "@me" else snowflake(user_id))
    if user.id != rest.world.bot.id:
        channel_for(rest, channel_id, permissions.MANAGE_THREADS)
    if user.id in thread.members:
        thread.members.remove(user.id)
        rest.world.announce("channel_changed", thread)


@route("GET", "/channels/{}/thread-members")
def thread_members(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    thread = _thread(rest, channel_id)
    return [rest.payloads.thread_member(thread, user_id) for user_id in thread.members]


@route("GET", "/guilds/{}/threads/active")
def active_threads(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    threads = [c for c in rest.world.channels.of(guild.id) if is_thread(c) and not c.archived]
    visible = [c for c in threads if bot_reaches(rest.world, c)]
    mine = [c for c in visible if rest.world.bot.id in c.members]
    return {
        "threads": [rest.payloads.channel(thread) for thread in visible],
        "members": [rest.payloads.thread_member(thread, rest.world.bot.id) for thread in mine],
        "has_more": False,
    }
