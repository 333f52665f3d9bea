"""Channels, guilds and people."""

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_permissions
from sandbox.errors import Form, Refused
from sandbox.incoming import Incoming
from sandbox.records import Channel, is_thread
from sandbox.rest.context import (
    AUTO_ARCHIVE_MINUTES,
    Answer,
    RestContext,
    Routes,
    channel_for,
    guild_of,
    sending,
    snowflake,
)

ROUTES = Routes()


@ROUTES.add("POST", "/users/@me/channels")
def open_direct(rest: RestContext, incoming: Incoming) -> Answer:
    """Open a person's direct messages, even if they accept none."""
    person = rest.world.people.get(snowflake(str(incoming.body.get("recipient_id"))))
    if person is None:
        raise Refused(10013)
    return rest.payloads.channel(rest.world.channels.direct(person))


@ROUTES.add("GET", "/channels/{}")
def fetch(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    return rest.payloads.channel(channel_for(rest, channel_id))


@ROUTES.add("PATCH", "/channels/{}")
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


@ROUTES.add("DELETE", "/channels/{}")
def delete(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    body = rest.payloads.channel(channel)
    if channel.guild_id is not None:
        needed = permissions.MANAGE_THREADS if is_thread(channel) else permissions.MANAGE_CHANNELS
        channel_for(rest, channel_id, needed)
        rest.world.channels.delete(channel)
    return body


@ROUTES.add("POST", "/channels/{}/typing")
def typing(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    channel_for(rest, channel_id, sending(channel))


@ROUTES.add("POST", "/guilds/{}/channels", status=201)
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


@ROUTES.add("GET", "/guilds/{}")
def fetch_guild(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    return rest.payloads.guild(guild_of(rest, guild_id))


@ROUTES.add("GET", "/guilds/{}/channels")
def fetch_channels(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    return [rest.payloads.channel(c) for c in rest.world.channels.of(guild.id) if not is_thread(c)]


@ROUTES.add("GET", "/guilds/{}/members/{}")
def fetch_member(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str) -> Answer:
    guild_of(rest, guild_id)
    number = snowflake(user_id)
    if number in rest.world.absent or (number not in rest.world.people and number != rest.world.bot.id):
        raise Refused(10007)
    return rest.payloads.member(rest.world.user(number))


@ROUTES.add("DELETE", "/users/@me/guilds/{}")
def leave_guild(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    guild.bot_present = False
    rest.world.announce("guild_changed", guild)


@ROUTES.add("GET", "/users/@me/guilds")
def own_guilds(rest: RestContext, incoming: Incoming) -> Answer:
    return [rest.payloads.guild(guild) for guild in rest.world.guilds.values() if guild.bot_present]


@ROUTES.add("GET", "/users/@me")
def fetch_me(rest: RestContext, incoming: Incoming) -> Answer:
    return rest.payloads.myself()


@ROUTES.add("GET", "/users/{}")
def fetch_user(rest: RestContext, incoming: Incoming, user_id: str) -> Answer:
    return rest.payloads.user(rest.world.user(snowflake(user_id)))
