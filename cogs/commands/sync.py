"""Translate the descriptions of commands, and register the commands with Discord."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Collection
from http import HTTPStatus
from typing import Any

import discord
from discord.ext import commands

from cogs.interactions.slash import DEFAULT, MESSAGE_COMMANDS
from cogs.logs import log
from engine.kernel.decision import Message
from locales.words import Words
from sessions.refusals import StorageRefusal
from sessions.store import StartStore

LOCALES = {"fr": "fr", "cs": "cs"}
"""Discord's locale for each of our languages except the default."""

SYNCED = "commands"


def localize(payload: Any, words: Words) -> Any:
    """Return a command in Discord's format with its words translated. Message commands are named in English already."""
    if isinstance(payload, list):
        return [localize(part, words) for part in payload]
    if not isinstance(payload, dict):
        return payload
    made = {key: localize(value, words) for key, value in payload.items()}
    key = payload.get("description")
    if isinstance(key, str) and words.knows(key):
        made["description"] = words.say(Message(key), DEFAULT)
        made["description_localizations"] = _translate(key, words)
    if payload.get("type") == discord.AppCommandType.message.value and "description" not in payload:
        ids = [declared.path for declared in MESSAGE_COMMANDS]
        named = (key for key in ids if words.say(Message(key), DEFAULT) == payload["name"])
        made["name_localizations"] = _translate(next(named), words)
    return made


def _translate(word_id: str, words: Words) -> dict[str, str]:
    return {locale: words.say(Message(word_id), language) for language, locale in LOCALES.items()}


class CommandsRefused(Exception):  # noqa: N818  (told to the host as a sentence)
    """Discord rejects the commands. The text gives Discord's error code and explanation."""


async def sync_commands(
    bot: commands.AutoShardedBot, words: Words, store: StartStore, packaged: Collection[str] = ()
) -> bool:
    """Register the commands if they have changed. Return whether they have. If Discord refuses them, leave out the
    commands named in `packaged`, which belong to games from packages. Raises `CommandsRefused`."""
    assert bot.application_id is not None
    payload = [localize(command.to_dict(bot.tree), words) for command in bot.tree.get_commands()]
    ours = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    there = await bot.http.get_global_commands(bot.application_id)
    with contextlib.suppress(StorageRefusal):  # the commands may then be registered again needlessly
        if (await store.hashes()).get(SYNCED) == _stamp(ours, there):
            return False
    try:
        made = await bot.http.bulk_upsert_global_commands(bot.application_id, payload=payload)
    except discord.RateLimited as error:
        log.warning("commands wait: seconds=%.0f", error.retry_after)
        await asyncio.sleep(error.retry_after)
        return await sync_commands(bot, words, store, packaged)
    except discord.HTTPException as error:
        if error.status != HTTPStatus.BAD_REQUEST:
            raise
        left_out = [name for name in packaged if bot.tree.remove_command(name) is not None]
        if left_out:
            log.warning("commands left out: games=%s why=%s", ",".join(left_out), error.code)
            return await sync_commands(bot, words, store)
        raise CommandsRefused(f"{error.code}: {error.text}") from error
    with contextlib.suppress(StorageRefusal):  # the next start registers them again
        await store.keep_hash(SYNCED, _stamp(ours, made))
    log.info("commands synced: count=%s", len(payload))
    return True


def _stamp(ours: str, there: list[Any]) -> str:
    versions = "/".join(sorted(f"{command['id']}:{command['version']}" for command in there))
    return hashlib.sha256(f"{ours}/{versions}".encode()).hexdigest()
