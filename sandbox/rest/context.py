"""The table of routes, and objects and checks that all routes share."""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sandbox import permissions
from sandbox.access import bot_permissions, bot_reaches
from sandbox.errors import Refused
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.payloads import Payloads
from sandbox.posting import Posting
from sandbox.records import SPOKEN_IN, Channel, Guild, Message
from sandbox.world import World

Answer: TypeAlias = Any
"""JSON, or None for an empty answer with status 204."""
Endpoint: TypeAlias = Callable[..., Answer]

ROUTES: list[tuple[str, re.Pattern[str], int, Endpoint]] = []


def route(method: str, pattern: str, *, status: int = 200) -> Callable[[Endpoint], Endpoint]:
    """Register the decorated function. `{}` in the pattern matches one part of a path. The first match is used."""

    def register(endpoint: Endpoint) -> Endpoint:
        ROUTES.append((method, re.compile(pattern.replace("{}", "([^/]*)")), status, endpoint))
        return endpoint

    return register


@dataclass(frozen=True, slots=True)
class RestContext:
    world: World
    payloads: Payloads
    posting: Posting
    gateway: Gateway
    interactions: Interactions
    old_edits: dict[int, deque[float]] = field(default_factory=dict)
    """By channel, the times of recent edits of messages that were older than an hour."""
    nonces: dict[str, Message] = field(default_factory=dict)
    """The latest message sent with each nonce."""


def snowflake(text: str) -> int:
    """Parse an id. Refuse with 50035 if it is invalid."""
    if not text.isdigit() or len(text) > 20:
        raise Refused(50035)
    return int(text)


def guild_of(rest: RestContext, guild_id: str) -> Guild:
    """Return a guild that the bot is in. Refuse others with 10004."""
    guild = rest.world.guilds.get(snowflake(guild_id))
    if guild is None or not guild.bot_present:
        raise Refused(10004)
    return guild


def channel_for(rest: RestContext, channel_id: str, needed: int = 0) -> Channel:
    """Return a channel if the bot has the permissions `needed` there. Refuse with 10003, 50013 or (no access) 50001."""
    channel = rest.world.channels.find(snowflake(channel_id))
    allowed = bot_permissions(rest.world, channel)
    if not bot_reaches(rest.world, channel) or (channel.kind in SPOKEN_IN and not allowed & permissions.CONNECT):
        raise Refused(50001)
    if needed & ~allowed:
        raise Refused(50013)
    return channel
