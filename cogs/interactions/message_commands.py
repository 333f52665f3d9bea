"""Message commands: the entries under *Apps* in the menu of a message."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord
from discord import app_commands

from cogs.interactions.answering import Answering, Reply
from cogs.interactions.authority import Who
from engine.kernel.decision import Message
from locales.words import Words

DEFAULT = "en"
"""Message commands are registered under their English names, with translations."""
Act: TypeAlias = Callable[[discord.Interaction, discord.Message], Coroutine[Any, Any, Reply | None]]
M = TypeVar("M", bound=Callable[..., Any])


class MessageCommand(NamedTuple):
    """A declared command. `words` is the word id of its name, `who` may use it, `anywhere` as in `Slash`."""

    words: str
    who: Who
    anywhere: bool = False


MESSAGE_COMMANDS: list[MessageCommand] = []


def message_command(words: str, *, who: Who, anywhere: bool = False) -> Callable[[M], M]:
    """Offer the decorated method on every message."""

    def register(method: M) -> M:
        vars(method)["message_command"] = declared = MessageCommand(words, who, anywhere)
        MESSAGE_COMMANDS.append(declared)
        return method

    return register


def message_commands_of(answering: Answering, words: Words, *features: object) -> Iterator[app_commands.ContextMenu]:
    for feature in features:
        for name, member in vars(type(feature)).items():
            if isinstance(declared := getattr(member, "message_command", None), MessageCommand):
                yield _build(answering, words.say(Message(declared.words), DEFAULT), declared, getattr(feature, name))


def _build(answering: Answering, name: str, declared: MessageCommand, act: Act) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction, message: discord.Message) -> None:
        await answering.attend(interaction, act(interaction, message))

    command = app_commands.ContextMenu(name=name, callback=callback)
    if not declared.anywhere:
        return app_commands.guild_only()(command)
    command = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
