"""Check which channels the bot and people can access."""

from sandbox import permissions
from sandbox.records import PRIVATE_THREAD, Channel, Json, Message, Person
from sandbox.world import USER_INSTALL, World


def is_home(world: World, channel: Channel) -> bool:
    return channel.guild_id is not None and world.guilds[channel.guild_id].bot_present


def bot_permissions(world: World, channel: Channel) -> int:
    """Return the bot's permissions in this channel. A thread grants no more than its parent."""
    if channel.guild_id is None:
        return permissions.AMONG_PEOPLE if channel.recipient_id is None else permissions.DIRECT
    denied = channel.bot_denied
    if channel.parent_id is not None and channel.parent_id in world.channels:
        denied |= world.channels[channel.parent_id].bot_denied
    allowed = world.guilds[channel.guild_id].bot_permissions & ~denied
    return allowed if allowed & permissions.VIEW_CHANNEL else 0


def bot_reaches(world: World, channel: Channel) -> bool:
    """Return whether the bot can see the channel. Private threads are visible to their members and to managers."""
    if channel.guild_id is None:
        return channel.recipient_id is not None
    allowed = bot_permissions(world, channel)
    if not world.guilds[channel.guild_id].bot_present or not allowed:
        return False
    is_let_in = bool(allowed & permissions.MANAGE_THREADS) or world.bot.id in channel.members
    return channel.kind != PRIVATE_THREAD or is_let_in


def shares_a_server(world: World, user_id: int) -> bool:
    """Return whether a person may get direct messages: they share a server with the bot, or installed it themselves."""
    if user_id in world.application.user_installs:
        return True
    return user_id not in world.absent and any(guild.bot_present for guild in world.guilds.values())


def may_see(person: Person, channel: Channel) -> bool:
    if channel.guild_id is None:
        return person.id == channel.recipient_id or person.id in channel.members
    if channel.kind != PRIVATE_THREAD:
        return bool(person.permissions & permissions.VIEW_CHANNEL)
    return person.id in channel.members or bool(person.permissions & permissions.MANAGE_THREADS)


def seen_by(world: World, person: Person, channel: Channel) -> list[Message]:
    if not may_see(person, channel):
        return []
    return [message for message in world.messages[channel.id].values() if message.only_for in (None, person.id)]


def context_of(channel: Channel) -> int:
    """Return the context of commands: 0 in a guild, 1 in the bot's direct messages, 2 in people's conversations."""
    if channel.guild_id is not None:
        return 0
    return 2 if channel.recipient_id is None else 1


def commands_in(world: World, channel: Channel) -> list[Json]:
    """Return the commands of a channel. A guild's command hides a global one of the same name and type."""
    offered: dict[tuple[int, str], Json] = {}
    here, commands = context_of(channel), world.application.commands
    for command in commands[0] + commands.get(channel.guild_id or -1, []):
        contexts = command.get("contexts")
        if contexts is None:
            contexts = [0] if command.get("dm_permission") is False else [0, 1]
        is_offered = here == 1 or is_home(world, channel)
        if here in contexts and (is_offered or USER_INSTALL in (command.get("integration_types") or ())):
            offered[command["type"], command["name"]] = command
    return list(offered.values())
