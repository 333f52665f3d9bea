"""Give and remove roles. The bot needs Manage Roles, and may only change roles that people made, below its own role."""

from sandbox import permissions
from sandbox.errors import Refused
from sandbox.incoming import Incoming
from sandbox.records import Role
from sandbox.rest.context import Answer, RestContext, guild_of, route, snowflake

BOT_POSITION = 1


@route("PUT", "/guilds/{}/members/{}/roles/{}")
def give(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str, role_id: str) -> Answer:
    role = _role_for(rest, guild_id, user_id, role_id)
    if int(user_id) not in role.members:
        role.members.append(int(user_id))


@route("DELETE", "/guilds/{}/members/{}/roles/{}")
def take(rest: RestContext, incoming: Incoming, guild_id: str, user_id: str, role_id: str) -> Answer:
    role = _role_for(rest, guild_id, user_id, role_id)
    if int(user_id) in role.members:
        role.members.remove(int(user_id))


def _role_for(rest: RestContext, guild_id: str, user_id: str, role_id: str) -> Role:
    """Return a role that the bot may give. Refuse with 10007, 10011 or 50013."""
    guild = guild_of(rest, guild_id)
    if snowflake(user_id) not in rest.world.people or int(user_id) in rest.world.absent:
        raise Refused(10007)
    if rest.payloads.role(guild, str(snowflake(role_id))) is None:
        raise Refused(10011)
    made = next((role for role in guild.roles if role.id == int(role_id)), None)
    is_allowed = guild.bot_permissions & permissions.MANAGE_ROLES
    if not is_allowed or made is None or made.managed or made.position > BOT_POSITION:
        raise Refused(50013)
    return made
