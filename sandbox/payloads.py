"""Records as the JSON that Discord sends for them."""

import zlib
from dataclasses import dataclass

from sandbox import permissions
from sandbox.access import bot_permissions, bot_reaches
from sandbox.clock import made_at, timestamp
from sandbox.records import (
    GROUP,
    OF_POSTS,
    SPOKEN_IN,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Json,
    Message,
    Person,
    is_thread,
)
from sandbox.strict.components import media_urls
from sandbox.world import APPLICATION_ID, World

JOINED = "2026-01-01T00:00:00+00:00"


PLAIN_GUILD: Json = {
    **dict.fromkeys((
        "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
        "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
        "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
    )),
    **dict.fromkeys((
        "system_channel_flags", "verification_level", "default_message_notifications", "mfa_level",
        "explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level",
    ), 0),
    **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
    "features": [], "emojis": [], "stickers": [], "region": "deprecated", "afk_timeout": 300,
    "max_members": 25_000_000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
}  # fmt: skip
PLAIN_MEMBER: Json = {
    **dict.fromkeys(("nick", "avatar", "banner", "premium_since", "communication_disabled_until")),
    **dict.fromkeys(("deaf", "mute", "pending"), False),
    "joined_at": JOINED, "flags": 0,
}  # fmt: skip
PLAIN_ROLE: Json = {
    "color": 0, "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
    "managed": False, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
}  # fmt: skip
NOTHING_GOES_ON: Json = {
    "voice_states": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": []
}  # fmt: skip
DEFAULTS: dict[int, Json] = {
    3: {"min_values": 1, "max_values": 1},
    9: {},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}
"""Fields that Discord adds to components, by type."""


@dataclass(eq=False)
class Payloads:
    world: World
    base: str

    def user(self, person: Person) -> Json:
        return {
            "id": str(person.id),
            "username": person.name.lower() if not person.is_bot else person.name,
            "global_name": None if person.is_bot else person.name,
            "discriminator": "0",
            "avatar": None,
            "bot": person.is_bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def myself(self) -> Json:
        return self.user(self.world.bot) | {"mfa_enabled": False, "locale": self.world.bot.locale}

    def member(self, person: Person, allowed: int | None = None) -> Json:
        """Return a member of any guild. In interactions, `allowed` adds their permissions."""
        member: Json = {"user": self.user(person), "roles": [], **PLAIN_MEMBER}
        if person.is_bot:
            member["roles"] = [str(APPLICATION_ID + 1)]
        elif person.permissions & permissions.MANAGE_GUILD:
            member["roles"] = [str(APPLICATION_ID + 2)]
        if person.plays:
            member["roles"].append(str(APPLICATION_ID + 3))
        if allowed is not None:
            member["permissions"] = str(allowed)
        return member

    def channel(self, channel: Channel) -> Json:
        body: Json = {"id": str(channel.id), "type": channel.kind, "flags": 0}
        body["last_message_id"] = None if channel.last_message_id is None else str(channel.last_message_id)
        if channel.guild_id is None:
            told = channel.members if channel.recipient_id is None else [channel.recipient_id]
            body["recipients"] = [self.user(self.world.people[each]) for each in told]
            is_group = channel.kind == GROUP
            return body | ({"name": None, "icon": None, "owner_id": str(channel.owner_id)} if is_group else {})
        body |= {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "rate_limit_per_user": 0,
            "permissions": str(bot_permissions(self.world, channel)),
        }
        if is_thread(channel):
            body |= {
                "owner_id": str(channel.owner_id),
                "message_count": channel.message_count,
                "total_message_sent": channel.message_count,
                "member_count": len(channel.members),
                "thread_metadata": {
                    "archived": channel.archived,
                    "locked": channel.locked,
                    "auto_archive_duration": channel.auto_archive_minutes,
                    "archive_timestamp": timestamp(channel.archive_changed),
                    "create_timestamp": timestamp(made_at(channel.id)),
                    "invitable": True,
                },
            }
            if self.world.bot.id in channel.members:
                body["member"] = self.thread_member(channel, self.world.bot.id)
            return body
        if channel.kind in SPOKEN_IN:
            body |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
        if channel.kind in OF_POSTS:
            body |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
            body |= {"default_forum_layout": 0}
        denied = {"id": str(self.world.bot.id), "type": 1, "allow": "0", "deny": str(channel.bot_denied)}
        overwrites = [denied] if channel.bot_denied else []
        plain = {"position": channel.position, "nsfw": False, "topic": channel.topic}
        return body | plain | {"permission_overwrites": overwrites}

    def thread_member(self, thread: Channel, user_id: int) -> Json:
        return {
            "id": str(thread.id),
            "user_id": str(user_id),
            "join_timestamp": timestamp(made_at(thread.id)),
            "flags": 0,
        }

    def guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner_id),
            "preferred_locale": guild.locale,
            "roles": self._roles(guild),
            **PLAIN_GUILD,
            "system_channel_id": str(guild.system_channel_id) if guild.system_channel_id else None,
        }

    def guild_joined(self, guild: Guild) -> Json:
        """Return a guild as the gateway sends it, with its channels and members."""
        channels = self.world.channels.of(guild.id)
        seen = [c for c in channels if bot_reaches(self.world, c)]
        return self.guild(guild) | {
            "channels": [self.channel(c) for c in channels if not is_thread(c)],
            "threads": [self.channel(c) for c in seen if is_thread(c) and not c.archived],
            "members": [self.member(self.world.bot)],
            "member_count": len(self.world.people) + 1,
            "large": False,
            "unavailable": False,
            "joined_at": JOINED,
            **NOTHING_GOES_ON,
        }

    def _roles(self, guild: Guild) -> list[Json]:
        def role(role_id: int, name: str, allowed: int, position: int) -> Json:
            named = {"id": str(role_id), "name": name, "permissions": str(allowed), "position": position}
            return named | PLAIN_ROLE

        return [
            role(guild.id, "@everyone", guild.bot_permissions & permissions.MEMBER, 0),
            role(APPLICATION_ID + 1, "Knossos", guild.bot_permissions, 1),
            role(APPLICATION_ID + 2, "Hosts", permissions.HOST, 2),
            role(APPLICATION_ID + 3, "Players", guild.bot_permissions & permissions.MEMBER, 3),
        ]

    def role(self, guild: Guild, name: str) -> Json | None:
        names = {name, name.lstrip("@")}
        return next((role for role in self._roles(guild) if names & {role["id"], role["name"]}), None)

    def attachment(self, channel_id: int, attachment: Attachment, *, ephemeral: bool = False) -> Json:
        url = f"{self.base}/attachments/{channel_id}/{attachment.id}/{attachment.filename}?hm={attachment.secret}"
        body: Json = {"id": str(attachment.id), "filename": attachment.filename, "size": attachment.size}
        body |= {"content_type": attachment.content_type, "url": url, "proxy_url": url}
        if attachment.description is not None:
            body["description"] = attachment.description
        if attachment.width is not None:
            body |= {"width": attachment.width, "height": attachment.height}
        if ephemeral:
            body["ephemeral"] = True
        return body

    def message(self, message: Message) -> Json:
        author = self.world.user(message.author_id)
        ephemeral = message.only_for is not None
        attachments = [self.attachment(message.channel_id, a, ephemeral=ephemeral) for a in message.attachments]
        urls = {f"attachment://{a['filename']}": a for a in attachments}
        shown = set(media_urls(message.components))
        channel = self.world.channels.get(message.channel_id)
        body: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": message.kind,
            "author": self.user(author),
            "content": message.content,
            "timestamp": timestamp(made_at(message.id)),
            "edited_timestamp": None if message.edited is None else timestamp(message.edited),
            "tts": False,
            "mention_everyone": message.mentions_everyone,
            "mentions": [self.user(self.world.user(user_id)) for user_id in message.mentions],
            "mention_roles": [],
            # Discord lists files that components show only there.
            "attachments": [a for url, a in urls.items() if url not in shown],
            "embeds": message.embeds,
            "components": [_component(part, urls) for part in message.components],
            "pinned": message.pinned,
            "flags": message.flags,
        }
        if message.nonce is not None:
            body["nonce"] = message.nonce
        if message.reference is not None:
            body["message_reference"] = message.reference
        if message.interaction is not None:
            body["interaction_metadata"] = {key: told for key, told in message.interaction.items() if key != "name"}
            body |= dict.fromkeys(("webhook_id", "application_id"), str(APPLICATION_ID))
        if channel is not None and message.id in self.world.channels and not is_thread(channel):
            body["thread"] = self.channel(self.world.channels[message.id])
        return body

    def emoji(self, emoji: Emoji) -> Json:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "roles": [],
            "user": self.user(self.world.bot),
            "require_colons": True,
            "managed": False,
            "animated": emoji.content_type == "image/gif",
            "available": True,
        }


def _component(part: Json, attachments: dict[str, Json]) -> Json:
    """Return a component as Discord sends it, with the URLs of media and default fields."""
    sent = DEFAULTS.get(part.get("type", 0), {}) | {key: value for key, value in part.items() if value is not None}
    sent.pop("required", None)
    for key, value in sent.items():
        if key in ("components", "options"):
            sent[key] = [_component(inner, attachments) for inner in value]
        elif key == "items":
            sent[key] = [{"description": None, "spoiler": False} | _component(item, attachments) for item in value]
        elif key == "accessory":
            sent[key] = _component(value, attachments)
        elif key in ("media", "file"):
            sent[key] = _medium(value, attachments)
    return sent


def _medium(media: Json, attachments: dict[str, Json]) -> Json:
    """Return a media item as Discord sends it. Its id is the attachment's, or derived from an external URL."""
    url = media["url"]
    if url not in attachments:
        return {"id": str(zlib.crc32(url.encode())), "url": url, "proxy_url": url}
    attached = attachments[url]
    keys = ("id", "url", "proxy_url", "content_type", "width", "height")
    return {key: attached[key] for key in keys if key in attached} | {"attachment_id": attached["id"]}
