"""The application, its commands and its emojis."""

import base64
import binascii
import re

import discord_limits as limits
from sandbox.errors import Form, Refused
from sandbox.incoming import Incoming
from sandbox.records import BODIES, Emoji, Json
from sandbox.rest.context import Answer, RestContext, guild_of, route, snowflake
from sandbox.strict import commands as strict
from sandbox.world import APPLICATION_ID

_EMOJI_NAME = re.compile(r"^\w+$", re.ASCII)
_IMAGE = re.compile(r"^data:image/(png|jpeg|gif|webp);base64,(.*)$", re.DOTALL)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def about(rest: RestContext, incoming: Incoming) -> Answer:
    return BODIES["application"] | {
        "id": str(APPLICATION_ID),
        "name": rest.world.bot.name,
        "owner": rest.payloads.user(next(iter(rest.world.people.values()))),
        "approximate_guild_count": len(rest.world.guilds),
        "integration_types_config": {str(kind): {} for kind in rest.world.application.integration_types},
    }


@route("GET", "/gateway/bot")
def gateway(rest: RestContext, incoming: Incoming) -> Answer:
    guilds = sum(guild.bot_present for guild in rest.world.guilds.values())
    return {"url": rest.gateway.url} | rest.gateway.starts.limits_of(incoming.token, guilds)


# Commands


@route("GET", "/applications/{}/commands")
@route("GET", "/applications/{}/guilds/{}/commands")
def list_commands(rest: RestContext, incoming: Incoming, application_id: str, guild_id: str = "") -> Answer:
    _own(application_id)
    return rest.world.application.commands.get(guild_of(rest, guild_id).id if guild_id else 0, [])


@route("PUT", "/applications/{}/commands")
@route("PUT", "/applications/{}/guilds/{}/commands")
def overwrite_commands(rest: RestContext, incoming: Incoming, application_id: str, guild_id: str = "") -> Answer:
    _own(application_id)
    guild = guild_of(rest, guild_id).id if guild_id else 0
    strict.check_all(incoming.json, rest.world.application.integration_types)
    before = {(c["type"], c["name"]): c["id"] for c in rest.world.application.commands.get(guild, [])}
    version = str(rest.world.clock.fresh_id())
    stored: list[Json] = []
    for command in incoming.json:
        kind = command.get("type", strict.CHAT)
        fresh = before.get((kind, command["name"])) or str(rest.world.clock.fresh_id())
        full: Json = {"description": "", "options": [], "default_member_permissions": None, "nsfw": False}
        full |= {"contexts": None, "integration_types": list(rest.world.application.integration_types)}
        full |= {key: value for key, value in command.items() if value is not None}
        full |= {"id": fresh, "application_id": application_id, "version": version, "type": kind}
        if full["default_member_permissions"] is not None:
            full["default_member_permissions"] = str(full["default_member_permissions"])
        if guild_id:
            full["guild_id"] = str(guild)
        stored.append(full)
    rest.world.application.commands[guild] = stored
    rest.world.announce("commands_changed")
    return stored


# Emojis


@route("GET", "/applications/{}/emojis")
def emojis(rest: RestContext, incoming: Incoming, application_id: str) -> Answer:
    _own(application_id)
    return {"items": [rest.payloads.emoji(emoji) for emoji in rest.world.application.emojis.values()]}


@route("POST", "/applications/{}/emojis", status=201)
def create_emoji(rest: RestContext, incoming: Incoming, application_id: str) -> Answer:
    _own(application_id)
    if len(rest.world.application.emojis) >= limits.EMOJIS:
        raise Refused(30008)
    form = Form()
    name = incoming.body.get("name")
    if form.length(("name",), name, limits.EMOJI_NAME_LEAST, limits.EMOJI_NAME):
        if not _EMOJI_NAME.match(str(name)):
            form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        elif any(emoji.name == name for emoji in rest.world.application.emojis.values()):
            form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
    image = _IMAGE.match(str(incoming.body.get("image") or ""))
    if image is None:
        form.wrong(("image",), "BASE_TYPE_IMAGE", "Not a data URI of a PNG, JPEG, GIF or WebP image.")
    else:
        try:
            size = len(base64.b64decode(image[2], validate=True))
        except binascii.Error:
            form.wrong(("image",), "BASE_TYPE_IMAGE", "Invalid base64.")
        else:
            if size > limits.EMOJI_BYTES:
                form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.refuse()
    assert image is not None
    emoji = Emoji(rest.world.clock.fresh_id(), str(name), f"image/{image[1]}", image[2])
    rest.world.application.emojis[emoji.id] = emoji
    rest.world.announce("emojis_changed")
    return rest.payloads.emoji(emoji)


@route("DELETE", "/applications/{}/emojis/{}")
def delete_emoji(rest: RestContext, incoming: Incoming, application_id: str, emoji_id: str) -> Answer:
    _own(application_id)
    if rest.world.application.emojis.pop(snowflake(emoji_id), None) is None:
        raise Refused(10014)
    rest.world.announce("emojis_changed")


def _own(application_id: str) -> None:
    """Refuse applications other than the bot's own with 20012."""
    if application_id != str(APPLICATION_ID):
        raise Refused(20012)
