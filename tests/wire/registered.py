"""Register the commands of bots in tests. Of the bots with the same commands, only the first one sends them."""

from collections.abc import Collection, Hashable
from typing import Any, TypeAlias

from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.commands.sync import SYNCED, sync_commands
from locales.words import Words
from sandbox import Sandbox
from sandbox.records import Json
from sessions.store import StartStore

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

_KNOWN: dict[frozenset[Hashable], tuple[list[Json], str]] = {}
"""The commands as Discord stored them, and the hash that the bot stored, by what was sent."""


async def register(
    sandbox: Sandbox, bot: commands.AutoShardedBot, words: Words, store: StartStore, packaged: Collection[str] = ()
) -> bool:
    """Give a new sandbox these commands without a request, if an earlier bot in this process has sent the same ones.

    Registering took a quarter of each bot's start. Commands are always sent if there are packages, or if the sandbox
    records its traffic or has commands already.
    """
    there = sandbox.world.application.commands
    kinds = AppCommandType.chat_input, AppCommandType.message
    ours = frozenset(_describe(command) for kind in kinds for command in bot.tree.walk_commands(type=kind))
    if packaged or there[0] or sandbox.recording is not None:
        return await sync_commands(bot, words, store, packaged)
    if ours in _KNOWN:
        there[0], stamp = _KNOWN[ours]
        await store.keep_hash(SYNCED, stamp)
        return False
    await sync_commands(bot, words, store)
    _KNOWN[ours] = there[0], (await store.hashes())[SYNCED]
    return True


def _describe(command: AnyCommand) -> Hashable:
    """Return a command's name and description, and those of its options. Within a process, they determine the rest."""
    if isinstance(command, app_commands.Command):
        options = tuple((str(each.display_name), str(each.description)) for each in command.parameters)
        return command.qualified_name, str(command.description), options
    return command.qualified_name
