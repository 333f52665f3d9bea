"""Write and edit messages: check them, store their files, and resolve their mentions."""

import mimetypes
import re
import secrets
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from sandbox.access import bot_permissions, may_see
from sandbox.archive import Files
from sandbox.errors import refuse_field
from sandbox.incoming import Upload
from sandbox.permissions import MENTION_EVERYONE
from sandbox.records import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, Attachment, Channel, Json, Message, Role
from sandbox.strict.components import TEXT, number, spell_emoji, walk
from sandbox.strict.messages import SENDABLE, check_message
from sandbox.world import World

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_UNSAFE = re.compile(r"[^\w.\-]+")


@dataclass(eq=False)
class Posting:
    world: World
    files: Files

    def post(
        self,
        channel: Channel,
        payload: Json,
        uploads: list[Upload],
        *,
        only_for: int | None = None,
        interaction: Json | None = None,
    ) -> Message:
        """Post a message by the bot. Refuse whatever Discord would. With `only_for`, the message is ephemeral."""
        files = _with_names(uploads)
        check_message(payload, _sizes(files), self.world.application.emojis, may_hide=interaction is not None)
        self._check_reference(channel, payload.get("message_reference"))
        message = Message(self.world.clock.fresh_id(), channel.id, self.world.bot.id, only_for=only_for)
        message.flags = int(payload.get("flags") or 0) & SENDABLE | (EPHEMERAL if only_for is not None else 0)
        message.content = (payload.get("content") or "").strip()
        message.embeds = payload.get("embeds") or []
        message.interaction = interaction
        message.reference = payload.get("message_reference")
        message.nonce = None if payload.get("nonce") is None else str(payload["nonce"])
        self._place(message, payload, files)
        self._mention(message, payload.get("allowed_mentions"))
        if message.only_for is None and not message.flags & SILENT:
            self._ping(message, payload.get("allowed_mentions"))
        return self.world.messages.add(message)

    def _check_reference(self, channel: Channel, reference: Json | None) -> None:
        """Refuse a reply to a missing message unless `fail_if_not_exists` is false."""
        if reference is None or not reference.get("fail_if_not_exists", True):
            return
        if int(reference.get("message_id") or 0) not in self.world.messages[channel.id]:
            refuse_field(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")

    def placeholder(self, channel: Channel, interaction: Json, only_for: int | None) -> Message:
        """Post the "is thinking…" message for a deferred answer."""
        message = Message(self.world.clock.fresh_id(), channel.id, self.world.bot.id, only_for=only_for)
        message.flags = LOADING | (EPHEMERAL if only_for is not None else 0)
        message.interaction = interaction
        return self.world.messages.add(message)

    def edit(self, message: Message, payload: Json, uploads: list[Upload]) -> Message:
        """Edit a message. Omitted fields stay as they are. An edit pings nobody. If the payload lists attachments,
        only those are in the message afterwards. New files without a list replace all old ones."""
        listed = payload.get("attachments")
        if listed is None and uploads:
            listed = []
        elif listed is not None:
            uploads = [upload for upload in uploads if str(upload.index) in {str(entry.get("id")) for entry in listed}]
        files = _with_names(uploads)
        told = {(str(entry.get("id")), entry.get("filename")) for entry in listed or []}
        new = {str(upload.index) for upload in uploads}
        staying = message.attachments
        if listed is not None:
            ids = {str(entry.get("id")) for entry in listed} - new
            staying = [attachment for attachment in message.attachments if str(attachment.id) in ids]
            known = {str(attachment.id) for attachment in message.attachments}
            for place, entry in enumerate(listed):
                if str(entry.get("id")) not in known | new:
                    where = ("attachments", place, "id")
                    refuse_field(where, "ATTACHMENT_NOT_FOUND", "Attachment data cannot be found")
        named = [a.filename for a in staying if (str(a.id), a.filename) in told]
        kept = [attachment.filename for attachment in staying]
        emojis = self.world.application.emojis
        check_message(payload, _sizes(files), emojis, before=message, kept=kept, named=named)
        if message.flags & LOADING:
            message.flags &= ~LOADING
        else:
            message.edited = self.world.clock.now()
        message.flags |= int(payload.get("flags") or 0) & COMPONENTS_V2
        if "content" in payload:
            message.content = (payload["content"] or "").strip()
        if "embeds" in payload:
            message.embeds = payload["embeds"] or []
        for attachment in message.attachments:
            if attachment not in staying:
                self.files.drop(attachment.id)
        message.attachments = list(staying)
        self._place(message, payload, files)
        self._mention(message, payload.get("allowed_mentions"))
        message.edits += 1
        self.world.announce("message_changed", message)
        return message

    def _place(self, message: Message, payload: Json, files: list[tuple[str, Upload]]) -> None:
        if payload.get("components") is not None:
            message.components = payload["components"]
            number(message.components)
            spell_emoji(message.components)
        told = {str(entry.get("id")): entry for entry in payload.get("attachments") or []}
        for attachment in message.attachments:
            if "description" in told.get(str(attachment.id), {}):
                attachment.description = told[str(attachment.id)]["description"]
        for name, upload in files:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            attachment = Attachment(self.world.clock.fresh_id(), name, len(upload.content), kind, secrets.token_hex(16))
            attachment.description = told.get(str(upload.index), {}).get("description")
            attachment.width, attachment.height = picture_size(upload.content)
            self.files.put(attachment.id, upload.content)
            message.attachments.append(attachment)

    def _mention(self, message: Message, allowed: Json | None) -> None:
        """Note the people and roles in the text that the message may mention."""
        named = _allowed_ids(_USER_MENTION.findall(_text(message)), allowed, "users")
        message.mentions = [user_id for user_id in named if user_id in self.world.people]
        named = _allowed_ids(_ROLE_MENTION.findall(_text(message)), allowed, "roles")
        message.mention_roles = [role.id for role in self._roles(message) if role.id in named]

    def _roles(self, message: Message) -> list[Role]:
        guild = self.world.guilds.get(self.world.channels[message.channel_id].guild_id or 0)
        return [] if guild is None else guild.roles

    def _ping(self, message: Message, allowed: Json | None) -> None:
        pinged = list(message.mentions)
        replied = (message.reference or {}).get("message_id")
        if replied is not None and (allowed is None or allowed.get("replied_user")):
            original = self.world.messages[message.channel_id].get(int(replied))
            if original is not None and original.author_id in self.world.people:
                pinged.append(original.author_id)
        channel = self.world.channels[message.channel_id]
        may_ping_everyone = bot_permissions(self.world, channel) & MENTION_EVERYONE
        for role in self._roles(message):
            if role.id in message.mention_roles:
                pinged += role.members if role.mentionable or may_ping_everyone else []
        if (
            _EVERYONE.search(_text(message))
            and (allowed is None or "everyone" in (allowed.get("parse") or []))
            and may_ping_everyone
        ):
            message.mentions_everyone = True
            pinged = list(self.world.people)
        pinged = [user_id for user_id in pinged if self._is_reached(user_id, channel)]
        if channel.recipient_id is not None and channel.recipient_id not in pinged:
            pinged.append(channel.recipient_id)
        message.pings = list(dict.fromkeys(pinged))
        message.push = message.content

    def _is_reached(self, user_id: int, channel: Channel) -> bool:
        return user_id not in self.world.absent and may_see(self.world.people[user_id], channel)


def _allowed_ids(found: list[str], allowed: Json | None, kind: str) -> list[int]:
    """Return those of the ids found in a text that may be mentioned."""
    ids = [int(each) for each in dict.fromkeys(found)]
    if allowed is None or kind in (allowed.get("parse") or []):
        return ids
    listed = {int(each) for each in allowed.get(kind) or []}
    return [each for each in ids if each in listed]


def _text(message: Message) -> str:
    return "\n".join([message.content, *texts(message.components)])


def texts(components: list[Json]) -> list[str]:
    """Return the contents of all text display components in reading order."""
    return [str(part.get("content") or "") for part in walk(components) if part.get("type") == TEXT]


def _with_names(uploads: list[Upload]) -> list[tuple[str, Upload]]:
    """Return uploads with the names that Discord gives them. Discord replaces unsafe characters with underscores."""
    return [(_UNSAFE.sub("_", upload.filename) or "file", upload) for upload in uploads]


def _sizes(files: list[tuple[str, Upload]]) -> dict[str, int]:
    return {name: len(upload.content) for name, upload in files}


def picture_size(content: bytes) -> tuple[int, int] | tuple[None, None]:
    """Return the width and height of a PNG, GIF or JPEG in pixels, or (None, None)."""
    try:
        return Image.open(BytesIO(content), formats=("PNG", "GIF", "JPEG")).size
    except UnidentifiedImageError:
        return None, None
