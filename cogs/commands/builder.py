"""Command groups from specs: each of a game's becomes a slash command with its arguments and autocomplete."""

import keyword
from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from cogs.commands.runner import CommandRunner
from cogs.commands.spec import CommandSpec


def group_of(name: str, specs: Sequence[CommandSpec], runner: CommandRunner) -> app_commands.Group:
    """The command group `/name`. Word ids: `command.<name>.<spec>` and `command.<name>.<spec>.<argument>`.

    A hyphen in a command's name is an underscore there.
    """
    root = app_commands.Group(
        name=name, description=f"command.{name}", allowed_contexts=app_commands.AppCommandContext(guild=True)
    )
    groups = {"": root}
    for spec in specs:
        head, _, last = spec.path.rpartition(" ")
        if head not in groups:
            groups[head] = app_commands.Group(name=head, description=f"command.{name}.{head}", parent=root)
        groups[head].add_command(_command(name, last, spec, runner))
    return root


def _command(group: str, name: str, spec: CommandSpec, runner: CommandRunner) -> app_commands.Command[Any, ..., None]:
    word_id = f"command.{group}.{spec.path.replace(' ', '.').replace('-', '_')}"
    arguments = {_python_name(argument): argument for argument in (*spec.needed, *spec.optional)}

    async def callback(interaction: discord.Interaction, **typed: str | None) -> None:
        await runner.act(interaction, spec, {arguments[key]: value for key, value in typed.items()})

    # discord.py reads the options of a command from its callback's signature.
    callback.__signature__ = _signature(spec)  # type: ignore[attr-defined]
    described = app_commands.describe(**{key: f"{word_id}.{argument}" for key, argument in arguments.items()})(callback)
    renamed = app_commands.rename(**{key: arg for key, arg in arguments.items() if key != arg})(described)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name, description=word_id, callback=renamed
    )
    for key, argument in arguments.items():
        command.autocomplete(key)(_suggester(spec, argument, runner))
    return command


def _suggester(spec: CommandSpec, argument: str, runner: CommandRunner) -> Any:
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = {key: str(value) for key, value in interaction.namespace if key != argument}
        return await runner.suggest(interaction, spec, argument, typed, current)

    return suggest


def _python_name(argument: str) -> str:
    return f"{argument}_" if keyword.iskeyword(argument) else argument


def _signature(spec: CommandSpec) -> Signature:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter("interaction", kind, annotation=discord.Interaction),
            *(Parameter(_python_name(argument), kind, annotation=str) for argument in spec.needed),
            *(Parameter(_python_name(a), kind, annotation=str | None, default=None) for a in spec.optional),
        ]
    )
