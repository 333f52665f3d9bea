"""Messages, answers to interactions, and follow-ups."""

from collections import deque

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_permissions, shares_a_server
from sandbox.errors import Refused, refuse_field
from sandbox.incoming import Incoming
from sandbox.records import OF_POSTS, Channel, Json, Message, is_thread
from sandbox.rest.context import Answer, RestContext, channel_for, route, snowflake
from sandbox.world import APPLICATION_ID

NONCE_MEMORY_S = 180.0
"""Nonces are remembered for this many seconds. Discord says "the past few minutes"."""
OLD_EDITS_PER_HOUR = 5
"""Limit on edits of messages older than an hour, per channel. Discord doesn't publish its limit."""


@route("POST", "/channels/{}/messages")
def send(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    if channel.kind in OF_POSTS:
        raise Refused(40058)
    needed = permissions.SEND_MESSAGES_IN_THREADS if is_thread(channel) else permissions.SEND_MESSAGES
    channel_for(rest, channel_id, needed | (permissions.ATTACH_FILES if incoming.uploads else 0))
    _open_for_writing(rest, channel)
    message = _find_by_nonce(rest, incoming.body) or rest.posting.post(channel, incoming.body, incoming.uploads)
    if message.nonce is None:
        return rest.payloads.message(message)
    rest.nonces[message.nonce] = message
    return rest.payloads.message(message) | {"nonce": message.nonce}


def _find_by_nonce(rest: RestContext, body: Json) -> Message | None:
    """Return the latest message sent with this enforced nonce in the past few minutes, in any channel. Refuse with
    10008 if it was deleted."""
    for nonce in [nonce for nonce, sent in rest.nonces.items() if rest.world.clock.age_s(sent.id) >= NONCE_MEMORY_S]:
        del rest.nonces[nonce]
    earlier = rest.nonces.get(str(body.get("nonce"))) if body.get("enforce_nonce") else None
    if earlier is not None and earlier.gone:
        raise Refused(10008)
    return earlier


def _open_for_writing(rest: RestContext, channel: Channel) -> None:
    """Refuse closed direct messages and locked threads. Reopen an archived thread."""
    if channel.recipient_id is not None:
        if not shares_a_server(rest.world, channel.recipient_id):
            raise Refused(50278)
        if not rest.world.people[channel.recipient_id].dms_open:
            raise Refused(50007)
    if not is_thread(channel):
        return
    if channel.locked and not bot_permissions(rest.world, channel) & permissions.MANAGE_THREADS:
        raise Refused(160005)
    if channel.archived:
        channel.archived, channel.archive_changed = False, rest.world.clock.now()
        rest.world.announce("channel_changed", channel)
    rest.world.channels.add_bot(channel)


@route("GET", "/channels/{}/messages")
def history(rest: RestContext, incoming: Incoming, channel_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    if "around" in incoming.query:
        raise Refused(50035)
    if not bot_permissions(rest.world, channel) & permissions.READ_MESSAGE_HISTORY:
        return []
    found = [message for message in rest.world.messages[channel.id].values() if message.only_for is None]
    most = int(incoming.query.get("limit", 50))
    if not 1 <= most <= limits.HISTORY:
        refuse_field(("limit",), "NUMBER_TYPE_RANGE", f"int value should be between 1 and {limits.HISTORY}.")
    if "before" in incoming.query:
        found = [message for message in found if message.id < int(incoming.query["before"])]
    elif "after" in incoming.query:
        found = [message for message in found if message.id > int(incoming.query["after"])][:most]
    newest = sorted(found, key=lambda message: message.id, reverse=True)[:most]
    return [_as_read(rest, message) for message in newest]


def _as_read(rest: RestContext, message: Message) -> Json:
    """Return a message as it looks to a bot without the intent for message contents."""
    body, bot = rest.payloads.message(message), rest.world.bot
    is_hidden = message.author_id != bot.id and f"<@{bot.id}>" not in message.content
    if is_hidden and rest.world.channels[message.channel_id].guild_id is not None:
        body |= {"content": "", "embeds": [], "attachments": [], "components": []}
    return body


@route("PUT", "/channels/{}/messages/pins/{}")
def pin(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    if channel.guild_id is not None:
        channel_for(rest, channel_id, permissions.PIN_MESSAGES)
    message = _public(rest, channel, message_id)
    if message.id not in channel.pins:
        if len(channel.pins) >= limits.PINS:
            raise Refused(30003)
        channel.pins.append(message.id)
        message.pinned = True
        rest.world.announce("message_changed", message)


@route("GET", "/channels/{}/messages/{}")
def fetch(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
    channel = channel_for(rest, channel_id, permissions.READ_MESSAGE_HISTORY)
    return _as_read(rest, _public(rest, channel, message_id))


@route("PATCH", "/channels/{}/messages/{}")
def edit(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
    channel = channel_for(rest, channel_id, permissions.ATTACH_FILES if incoming.uploads else 0)
    message = _public(rest, channel, message_id)
    if message.author_id != rest.world.bot.id:
        raise Refused(50005)
    if is_thread(channel) and channel.archived:
        raise Refused(50083)
    if is_thread(channel) and channel.locked and not bot_permissions(rest.world, channel) & permissions.MANAGE_THREADS:
        raise Refused(160005)
    if rest.world.clock.age_s(message.id) > limits.FRESH_EDIT_S:
        now, spent = rest.world.clock.now(), rest.old_edits.setdefault(channel.id, deque(maxlen=OLD_EDITS_PER_HOUR))
        if len(spent) == OLD_EDITS_PER_HOUR and now - spent[0] < 3600:
            raise Refused(30046, retry_after_s=round(3600 - (now - spent[0]), 3))
        spent.append(now)
    return rest.payloads.message(rest.posting.edit(message, incoming.body, incoming.uploads))


@route("DELETE", "/channels/{}/messages/{}")
def delete(rest: RestContext, incoming: Incoming, channel_id: str, message_id: str) -> Answer:
    channel = channel_for(rest, channel_id)
    message = _public(rest, channel, message_id)
    if message.author_id != rest.world.bot.id:
        if channel.guild_id is None:
            raise Refused(50003)
        channel_for(rest, channel_id, permissions.MANAGE_MESSAGES)
    if is_thread(channel) and channel.archived:
        raise Refused(50083)
    rest.world.messages.delete(message)


def _public(rest: RestContext, channel: Channel, message_id: str) -> Message:
    """Return a message that is not ephemeral. Refuse others with 10008."""
    message = rest.world.messages.find(channel.id, snowflake(message_id))
    if message.only_for is not None:
        raise Refused(10008)
    return message


# Answers


@route("POST", "/interactions/{}/{}/callback")
def answer(rest: RestContext, incoming: Incoming, interaction_id: str, token: str) -> Answer:
    number, body, uploads = snowflake(interaction_id), incoming.body, incoming.uploads
    receipt = rest.interactions.answer(number, token, body, uploads, incoming.arrived)
    return receipt if incoming.query.get("with_response") in ("1", "true", "True") else None


@route("POST", "/webhooks/{}/{}")
def follow_up(rest: RestContext, incoming: Incoming, application_id: str, token: str) -> Answer:
    _own(application_id)
    return rest.payloads.message(rest.interactions.follow_up(token, incoming.body, incoming.uploads))


@route("GET", "/webhooks/{}/{}/messages/{}")
def fetch_sent(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    return rest.payloads.message(rest.interactions.sent_message(token, name))


@route("PATCH", "/webhooks/{}/{}/messages/{}")
def edit_sent(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    message = rest.interactions.sent_message(token, name)
    if rest.world.channels.find(message.channel_id).archived:
        raise Refused(50083)
    return rest.payloads.message(rest.posting.edit(message, incoming.body, incoming.uploads))


@route("DELETE", "/webhooks/{}/{}/messages/{}")
def delete_sent(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    rest.world.messages.delete(rest.interactions.sent_message(token, name))


def _own(application_id: str) -> None:
    if application_id != str(APPLICATION_ID):
        raise Refused(10015)
