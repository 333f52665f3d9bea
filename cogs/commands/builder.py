"""Command groups from declarations: each verb of a game becomes a slash command with its arguments and autocomplete."""

import keyword
from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from cogs.commands.runner import Doer
from cogs.commands.spec import Verb


def group_of(name: str, verbs: Sequence[Verb], doer: Doer) -> app_commands.Group:
    """The command group `/name`. Word ids: `command.<name>.<verb>` and `command.<name>.<verb>.<argument>`.

    A hyphen in a command's name is an underscore there.
    """
    root = app_commands.Group(
        name=name, description=f"command.{name}", allowed_contexts=app_commands.AppCommandContext(guild=True)
    )
    groups = {"": root}
    for verb in verbs:
        head, _, last = verb.path.rpartition(" ")
        if head not in groups:
            groups[head] = app_commands.Group(name=head, description=f"command.{name}.{head}", parent=root)
        groups[head].add_command(_command(name, last, verb, doer))
    return root


def _command(group: str, name: str, verb: Verb, doer: Doer) -> app_commands.Command[Any, ..., None]:
    word_id = f"command.{group}.{verb.path.replace(' ', '.').replace('-', '_')}"
    arguments = {_python_name(argument): argument for argument in (*verb.needed, *verb.optional)}

    async def callback(interaction: discord.Interaction, **typed: str | None) -> None:
        await doer.act(interaction, verb, {arguments[key]: value for key, value in typed.items()})

    # discord.py reads the options of a command from its callback's signature.
    callback.__signature__ = _signature(verb)  # type: ignore[attr-defined]
    described = app_commands.describe(**{key: f"{word_id}.{argument}" for key, argument in arguments.items()})(callback)
    renamed = app_commands.rename(**{key: arg for key, arg in arguments.items() if key != arg})(described)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name, description=word_id, callback=renamed
    )
    for key, argument in arguments.items():
        command.autocomplete(key)(_suggester(verb, argument, doer))
    return command


def _suggester(verb: Verb, argument: str, doer: Doer) -> Any:
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = {key: str(value) for key, value in interaction.namespace if key != argument}
        return await doer.suggest(interaction, verb, argument, typed, current)

    return suggest


def _python_name(argument: str) -> str:
    return f"{argument}_" if keyword.iskeyword(argument) else argument


def _signature(verb: Verb) -> Signature:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter("interaction", kind, annotation=discord.Interaction),
            *(Parameter(_python_name(argument), kind, annotation=str) for argument in verb.needed),
            *(Parameter(_python_name(a), kind, annotation=str | None, default=None) for a in verb.optional),
        ]
    )
