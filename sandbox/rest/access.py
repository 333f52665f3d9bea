"""What every route asks first: is the thing there, and may the bot."""

from sandbox import permissions
from sandbox.errors import Form, Refused
from sandbox.records import SPOKEN_IN, Channel, Guild
from sandbox.rest.context import RestContext

AUTO_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def snowflake(text: str) -> int:
    """An id out of a path; refuses with 50035 where it is none."""
    if not text.isdigit() or len(text) > 20:
        raise Refused(50035)
    return int(text)


def guild_of(rest: RestContext, guild_id: str) -> Guild:
    """A guild the bot is in; refuses with 10004."""
    guild = rest.world.guilds.get(snowflake(guild_id))
    if guild is None or not guild.bot_present:
        raise Refused(10004)
    return guild


def channel_for(rest: RestContext, channel_id: str, needed: int = 0) -> Channel:
    """A channel where the bot has all of `needed`; refuses with 10003, 50001 or 50013.

    What is missing of View Channel is access, and so is Connect in a voice or stage channel.
    """
    channel = rest.world.channel(snowflake(channel_id))
    allowed = rest.world.bot_permissions(channel)
    if not rest.world.bot_reaches(channel) or (channel.kind in SPOKEN_IN and not allowed & permissions.CONNECT):
        raise Refused(50001)
    if needed & ~allowed:
        raise Refused(50013)
    return channel


def sending(channel: Channel) -> int:
    """The permission that sending in this channel takes."""
    return permissions.SEND_MESSAGES_IN_THREADS if channel.is_thread else permissions.SEND_MESSAGES


def check_archiving(form: Form, minutes: object) -> None:
    """How long a thread without a message stays open; Discord knows four answers."""
    if minutes not in AUTO_ARCHIVE_MINUTES:
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", "Must be one of (60, 1440, 4320, 10080).")
