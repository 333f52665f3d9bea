"""Channels, threads and their members, guilds and people."""

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_permissions, bot_reaches
from sandbox.errors import Form, Refused
from sandbox.incoming import Incoming
from sandbox.records import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, is_thread
from sandbox.rest.context import Answer, RestContext, channel_for, guild_of, route, snowflake

AUTO_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
THREAD_KINDS = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,)}
"""The types of thread that the bot can start in each type of channel. It can't start any in forums."""


@route("POST", "/users/@me/channels")
def open_direct(rest: RestContext, incoming: Incoming) -> Answer:
    """Open direct messages with a person, even if the person accepts none."""
    person = rest.world.people.get(snowflake(str(incoming.body.get("recipient_id"))))
    if person is None:
        raise Refused(10013)
    return rest.payloads.channel(rest.world.channels.direct(person))


@route("GET", "/channels/{}")
def fetch(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    return rest.payloads.channel(channel_for(rest, channel_id))


@route("PATCH", "/channels/{}")
def edit_thread(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    """Edit a thread; refuse any other channel. Without Manage Threads, the bot can only rename or archive its own."""
    thread = channel_for(rest, channel_id)
    if thread.guild_id is None:
        raise Refused(50003)
    if not is_thread(thread):
        channel_for(rest, channel_id, permissions.MANAGE_CHANNELS)
        raise Refused(50024)
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
    if minutes != thread.auto_archive_minutes:
        thread.auto_archive_minutes, thread.archive_changed = minutes, rest.world.clock.now()
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived, thread.archive_changed = body["archived"], rest.world.clock.now()
    thread.locked = body.get("locked", thread.locked)
    rest.world.announce("channel_changed", thread)
    return rest.payloads.channel(thread)


@route("DELETE", "/channels/{}")
def delete(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    body = rest.payloads.channel(channel)
    if channel.guild_id is not None:
        needed = permissions.MANAGE_THREADS if is_thread(channel) else permissions.MANAGE_CHANNELS
        channel_for(rest, channel_id, needed)
        rest.world.channels.delete(channel)
    return body


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


@route("GET", "/guilds/{}/members/{}")
def fetch_member(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str) -> Answer:
    guild_of(rest, guild_id)
    number = snowflake(user_id)
    if number in rest.world.absent or (number not in rest.world.people and number != rest.world.bot.id):
        raise Refused(10007)
    return rest.payloads.member(rest.world.user(number))


@route("GET", "/users/@me")
def fetch_me(rest: RestContext, incoming: Incoming) -> Answer:
    return rest.payloads.myself()


@route("GET", "/users/{}")
def fetch_user(rest: RestContext, incoming: Incoming, user_id: str) -> Answer:
    return rest.payloads.user(rest.world.user(snowflake(user_id)))


# Threads


@route("POST", "/channels/{}/threads", status=201)
def start_thread(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    kind = incoming.body.get("type", PRIVATE_THREAD)
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
    thread = rest.world.channels.start_thread(parent, incoming.body["name"], rest.world.bot, kind=kind, minutes=minutes)
    return rest.payloads.channel(thread)


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
