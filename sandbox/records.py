"""The records of the simulated Discord, stored as JSON between runs, and constant fields of Discord's objects."""

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent
DISCORD: Json = tomllib.loads((FOLDER / "discord.toml").read_text(encoding="utf-8"))
BODIES: dict[str, Json] = json.loads((FOLDER / "bodies.json").read_text(encoding="utf-8"))
"""The fields that have the same value in all of Discord's objects of one kind."""

TEXT, DIRECT, VOICE, GROUP, ANNOUNCEMENT = 0, 1, 2, 3, 5
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
STAGE, FORUM, MEDIA = 13, 15, 16

THREADS = frozenset({ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})
SPOKEN_IN = frozenset({VOICE, STAGE})
"""Types of channel that need the permission to connect, even to write."""
OF_POSTS = frozenset({FORUM, MEDIA})
"""Channel types that contain only threads."""

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15


@dataclass(slots=True)
class Person:
    id: int
    name: str
    locale: str = "en-US"
    permissions: int = 0
    dms_open: bool = True
    is_bot: bool = False
    plays: bool = False


@dataclass(slots=True)
class Role:
    """A role that people have created in a server."""

    id: int
    guild_id: int
    name: str
    permissions: int = 0
    position: int = 1
    """Above 1, the role is above the bot's."""
    managed: bool = False
    """True if the role belongs to an app."""
    mentionable: bool = True
    members: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Guild:
    """A Discord server. Everyone is a member, and so is the bot if `bot_present`."""

    id: int
    name: str
    owner_id: int
    bot_permissions: int
    locale: str = "en-US"
    bot_present: bool = True
    system_channel_id: int | None = None
    roles: list[Role] = field(default_factory=list)


@dataclass(slots=True)
class Channel:
    """A channel, thread or conversation."""

    id: int
    kind: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int = 0
    recipient_id: int | None = None
    topic: str | None = None
    position: int = 0
    bot_denied: int = 0
    """The permissions that the bot lacks here."""
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    archive_changed: float = 0.0
    members: list[int] = field(default_factory=list)
    pins: list[int] = field(default_factory=list)
    last_message_id: int | None = None
    message_count: int = 0
    """The count never decreases."""


def is_thread(channel: Channel) -> bool:
    return channel.kind in THREADS


@dataclass(slots=True)
class Attachment:
    """A file in a message, without its bytes. Anyone who knows `secret` can download it, as on Discord."""

    id: int
    filename: str
    size: int
    content_type: str
    secret: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    author_id: int
    content: str = ""
    flags: int = 0
    kind: int = 0
    only_for: int | None = None
    """If set, only this person sees the message."""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    """The people named in the text."""
    mention_roles: list[int] = field(default_factory=list)
    pings: list[int] = field(default_factory=list)
    """The people who were alerted."""
    push: str = ""
    """The notification's text: the content as first posted."""
    mentions_everyone: bool = False
    pinned: bool = False
    edited: float | None = None
    edits: int = 0
    nonce: str | None = None
    reference: Json | None = None
    interaction: Json | None = None
    gone: bool = False


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    content_type: str
    image_base64: str
