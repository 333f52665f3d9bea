"""Guilds, their members, and people."""

from sandbox.errors import Refused
from sandbox.incoming import Incoming
from sandbox.rest.access import guild_of, snowflake
from sandbox.rest.context import RestContext
from sandbox.routes import Answer, Routes

ROUTES = Routes()


@ROUTES.add("GET", "/guilds/{}")
def fetch(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    return rest.payloads.guild(guild_of(rest, guild_id))


@ROUTES.add("GET", "/guilds/{}/channels")
def channels(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    return [rest.payloads.channel(c) for c in rest.world.channels_of(guild.id) if not c.is_thread]


@ROUTES.add("GET", "/guilds/{}/members/{}")
def member(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str) -> Answer:
    guild_of(rest, guild_id)
    number = snowflake(user_id)
    if number in rest.world.absent or (number not in rest.world.people and number != rest.world.bot.id):
        raise Refused(10007)
    return rest.payloads.member(rest.world.user(number))


@ROUTES.add("DELETE", "/users/@me/guilds/{}")
def leave(rest: RestContext, incoming: Incoming, guild_id: str) -> Answer:
    guild = guild_of(rest, guild_id)
    guild.bot_present = False
    rest.world.changed("guild_changed", guild)


@ROUTES.add("GET", "/users/@me/guilds")
def own(rest: RestContext, incoming: Incoming) -> Answer:
    return [rest.payloads.guild(guild) for guild in rest.world.guilds.values() if guild.bot_present]


@ROUTES.add("GET", "/users/@me")
def me(rest: RestContext, incoming: Incoming) -> Answer:
    return rest.payloads.myself()


@ROUTES.add("GET", "/users/{}")
def user(rest: RestContext, incoming: Incoming, user_id: str) -> Answer:
    return rest.payloads.user(rest.world.user(snowflake(user_id)))
