"""The commands of a game, built from its specs."""

import keyword
from dataclasses import dataclass
from functools import cache, partial
from inspect import Parameter, Signature

import discord
from discord import app_commands

from cogs.commands.resolver import CommandResolver
from cogs.commands.spec import CommandSpec
from cogs.interactions.answering import Answering, Reply
from cogs.interactions.gate import table_here
from cogs.interactions.slash import Choices, Command, Slash, build_command
from cogs.ui.wording import Wording
from sessions.sessions import Sessions


@dataclass(frozen=True, slots=True)
class GameCommands:
    """A game's declarations: the name of its group, its commands, and the resolver of typed arguments."""

    name: str
    specs: tuple[CommandSpec, ...]
    resolver: type[CommandResolver] = CommandResolver


@dataclass(frozen=True, slots=True)
class GameCommandBuilder:
    _answering: Answering
    _wording: Wording
    _sessions: Sessions

    def build(self, commands: GameCommands) -> app_commands.Group:
        """Build the group `/name`. Message ids: `command.<name>.<spec>.<argument>`, with underscores for hyphens."""
        name = commands.name
        root = app_commands.Group(
            name=name, description=f"command.{name}", allowed_contexts=app_commands.AppCommandContext(guild=True)
        )
        groups = {"": root}
        for spec in commands.specs:
            head = spec.path.rpartition(" ")[0]
            if head not in groups:
                groups[head] = app_commands.Group(name=head, description=f"command.{name}.{head}", parent=root)
            groups[head].add_command(self._build(commands, spec))
        return root

    def _build(self, commands: GameCommands, spec: CommandSpec) -> Command:
        arguments = {_python_name(argument): argument for argument in (*spec.needed, *spec.optional)}

        async def act(interaction: discord.Interaction, **typed: str | None) -> Reply:
            session = await table_here(self._sessions, interaction)
            resolver = commands.resolver(self._wording, interaction, session)
            return await resolver.carry_out(spec, {arguments[key]: value for key, value in typed.items()})

        async def suggest(argument: str, interaction: discord.Interaction, current: str) -> Choices:
            session = await table_here(self._sessions, interaction)
            typed = {key: str(value) for key, value in interaction.namespace if key != argument}
            return commands.resolver(self._wording, interaction, session).offers(spec, argument, typed, current)

        word_id = f"command.{commands.name}.{spec.path.replace(' ', '.').replace('-', '_')}"
        declared = Slash(
            f"{commands.name} {spec.path}",
            spec.who,
            names={key: argument for key, argument in arguments.items() if key != argument},
            words={key: f"{word_id}.{argument}" for key, argument in arguments.items()},
        )
        suggests = {key: partial(suggest, argument) for key, argument in arguments.items()}
        return build_command(self._answering, declared, act, _signature(spec), suggests)


def _python_name(argument: str) -> str:
    return f"{argument}_" if keyword.iskeyword(argument) else argument


@cache
def _signature(spec: CommandSpec) -> Signature:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter("interaction", kind, annotation=discord.Interaction),
            *(Parameter(_python_name(argument), kind, annotation=str) for argument in spec.needed),
            *(Parameter(_python_name(a), kind, annotation=str | None, default=None) for a in spec.optional),
        ]
    )
