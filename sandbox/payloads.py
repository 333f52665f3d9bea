"""Convert records to the JSON that Discord sends for them."""

import zlib
from dataclasses import dataclass

from sandbox import permissions
from sandbox.access import bot_permissions, bot_reaches
from sandbox.clock import made_at, timestamp
from sandbox.records import BODIES, GROUP, Attachment, Channel, Emoji, Guild, Json, Message, Person, is_thread
from sandbox.strict.components import media_urls
from sandbox.world import APPLICATION_ID, World


@dataclass(eq=False)
class Payloads:
    world: World
    base: str

    def user(self, person: Person) -> Json:
        return {
            "id": str(person.id),
            "username": person.name.lower() if not person.is_bot else person.name,
            "global_name": None if person.is_bot else person.name,
            "bot": person.is_bot,
            **BODIES["user"],
        }

    def myself(self) -> Json:
        return self.user(self.world.bot) | {"mfa_enabled": False, "locale": self.world.bot.locale}

    def member(self, person: Person, allowed: int | None = None) -> Json:
        """Return a member of any guild. Interactions also include the member's permissions, `allowed`."""
        member: Json = {"user": self.user(person), "roles": [], **BODIES["member"]}
        if person.is_bot:
            member["roles"] = [str(APPLICATION_ID + 1)]
        elif person.permissions & permissions.MANAGE_GUILD:
            member["roles"] = [str(APPLICATION_ID + 2)]
        if person.plays:
            member["roles"].append(str(APPLICATION_ID + 3))
        made = [role for guild in self.world.guilds.values() for role in guild.roles]
        member["roles"] += [str(role.id) for role in made if person.id in role.members]
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
        body |= BODIES["channels"].get(str(channel.kind), {})
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

    def bots_membership(self, thread: Channel) -> Json:
        """Return the event for a thread that the bot has joined or left."""
        bot = self.world.bot
        body: Json = {"id": str(thread.id), "guild_id": str(thread.guild_id), "member_count": len(thread.members)}
        if bot.id not in thread.members:
            return body | {"removed_member_ids": [str(bot.id)]}
        return body | {
            "added_members": [self.thread_member(thread, bot.id) | {"member": self.member(bot), "presence": None}]
        }

    def threads_of(self, channel: Channel) -> Json:
        """Return the active threads of a channel to which the bot has gained access."""
        own = [each for each in self.world.channels.threads() if each.parent_id == channel.id and not each.archived]
        seen = [each for each in own if bot_reaches(self.world, each)]
        return {
            "guild_id": str(channel.guild_id),
            "channel_ids": [str(channel.id)],
            "threads": [self.channel(each) for each in seen],
            "members": [
                self.thread_member(each, self.world.bot.id) for each in seen if self.world.bot.id in each.members
            ],
        }

    def guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner_id),
            "preferred_locale": guild.locale,
            "roles": self.roles(guild),
            **BODIES["guild"],
            "system_channel_id": str(guild.system_channel_id) if guild.system_channel_id else None,
        }

    def guild_joined(self, guild: Guild) -> Json:
        """Return a guild as the gateway sends it when the bot joins, with channels and members."""
        channels = self.world.channels.of(guild.id)
        seen = [c for c in channels if bot_reaches(self.world, c)]
        return self.guild(guild) | {
            "channels": [self.channel(c) for c in channels if not is_thread(c)],
            "threads": [self.channel(c) for c in seen if is_thread(c) and not c.archived],
            "members": [self.member(self.world.bot)],
            "member_count": len(self.world.people) + 1,
            **BODIES["joined guild"],
        }

    def roles(self, guild: Guild) -> list[Json]:
        def role(role_id: int, name: str, allowed: int, position: int) -> Json:
            named = {"id": str(role_id), "name": name, "permissions": str(allowed), "position": position}
            return named | BODIES["role"]

        return [
            role(guild.id, "@everyone", guild.bot_permissions & permissions.MEMBER, 0),
            role(APPLICATION_ID + 1, "Knossos", guild.bot_permissions, 1),
            role(APPLICATION_ID + 2, "Hosts", permissions.HOST, 2),
            role(APPLICATION_ID + 3, "Players", guild.bot_permissions & permissions.MEMBER, 3),
            *(
                role(each.id, each.name, each.permissions, each.position)
                | {"managed": each.managed, "mentionable": each.mentionable}
                for each in guild.roles
            ),
        ]

    def role(self, guild: Guild, name: str) -> Json | None:
        names = {name, name.lstrip("@")}
        return next((role for role in self.roles(guild) if names & {role["id"], role["name"]}), None)

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
            "mention_roles": [str(role_id) for role_id in message.mention_roles],
            # Discord omits files that are shown only by components.
            "attachments": [a for url, a in urls.items() if url not in shown],
            "embeds": message.embeds,
            "components": [_component(part, urls) for part in message.components],
            "pinned": message.pinned,
            "flags": message.flags,
        }
        if message.reference is not None:
            body["message_reference"] = message.reference
        if message.interaction is not None:
            body["interaction_metadata"] = {key: told for key, told in message.interaction.items() if key != "name"}
            body |= dict.fromkeys(("webhook_id", "application_id"), str(APPLICATION_ID))
        return body

    def emoji(self, emoji: Emoji) -> Json:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "user": self.user(self.world.bot),
            "animated": emoji.content_type == "image/gif",
            **BODIES["emoji"],
        }


def _component(part: Json, attachments: dict[str, Json]) -> Json:
    """Return a component as Discord sends it, with default fields and the URLs of media."""
    sent: Json = {**BODIES["components"].get(str(part.get("type")), {})}
    sent |= {key: value for key, value in part.items() if value is not None and key != "required"}
    for key, value in sent.items():
        if key in ("components", "options"):
            sent[key] = [_component(inner, attachments) for inner in value]
        elif key == "items":
            sent[key] = [{"description": None, "spoiler": False} | _component(item, attachments) for item in value]
        elif key == "accessory":
            sent[key] = _component(value, attachments)
        elif key in ("media", "file"):
            sent[key] = _medium(value, attachments)
        elif key == "default_values":
            sent[key] = [{**each, "id": str(each["id"])} for each in value]
    return sent


def _medium(media: Json, attachments: dict[str, Json]) -> Json:
    """Return a media item as Discord sends it. Its id is that of the attachment, or is derived from an external URL."""
    url = media["url"]
    if url not in attachments:
        return {"id": str(zlib.crc32(url.encode())), "url": url, "proxy_url": url}
    attached = attachments[url]
    keys = ("id", "url", "proxy_url", "content_type", "width", "height")
    return {key: attached[key] for key in keys if key in attached} | {"attachment_id": attached["id"]}
