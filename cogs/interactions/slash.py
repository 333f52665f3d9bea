"""Slash commands, and commands under *Apps* in a message's menu. Each is declared by decorating a method."""

import inspect
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

import discord
from discord import app_commands

from cogs.interactions.answering import Answering, Reply, offer
from cogs.interactions.authority import Who
from cogs.interactions.gate import table_here
from cogs.ui.matching import suggest_matches
from cogs.ui.wording import LANGUAGE_NAMES, Wording, games_named
from engine.kernel.decision import Message
from locales.words import Words
from sessions.sessions import Sessions

Choices: TypeAlias = list[app_commands.Choice[str]]
Command: TypeAlias = app_commands.Command[Any, ..., None]
Act: TypeAlias = Callable[..., Coroutine[Any, Any, Reply | None]]
"""Called with the interaction and the typed arguments, by option. Returns the answer."""
Suggest: TypeAlias = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]
"""Called with the interaction and the text typed so far. Returns suggestions."""
LANGUAGE_CHOICES = [app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()]
M = TypeVar("M", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Slash:
    """A declared command. Its words have the ids `command.<path>` and `command.<path>.<option>`."""

    path: str
    who: Who
    """The people who may use the command, as shown in `docs/authority.md`."""
    note: str = ""
    """A remark for `docs/authority.md`."""
    suggests: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """The methods that suggest arguments, by option."""
    choices: Mapping[str, Sequence[app_commands.Choice[str]]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of options that differ from their parameters."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The word ids of options if they don't follow from the path."""
    anywhere: bool = False
    """If true, the command also works in direct messages and in servers without the bot."""
    needs: Mapping[str, bool] = field(default_factory=dict)
    """The permissions needed to see the command in Discord's list."""


SLASHES: dict[str, Slash] = {}
"""Every command declared by `slash`, by its path."""
MESSAGE_COMMANDS: list[Slash] = []
"""Every command declared by `message_command`. A command's path is the word id of its name."""
DEFAULT = "en"
"""Message commands are registered under their English names, with translations."""


def slash(path: str, *, who: Who, **options: Any) -> Callable[[M], M]:
    """Make the decorated method the command `/path`. `options` are the other fields of `Slash`."""

    def register(method: M) -> M:
        vars(method)["slash"] = SLASHES[path] = Slash(path, who, **options)
        return method

    return register


def message_command(words: str, *, who: Who, anywhere: bool = False) -> Callable[[M], M]:
    """Offer the decorated method as a command in every message's menu. `words` is the word id of the command's name,
    `anywhere` is as in `Slash`."""

    def register(method: M) -> M:
        vars(method)["message_command"] = declared = Slash(words, who, anywhere=anywhere)
        MESSAGE_COMMANDS.append(declared)
        return method

    return register


def commands_of(answering: Answering, sessions: Sessions, *features: object) -> list[Command | app_commands.Group]:
    """Build the declared commands, in order. `/a b` is in the group `/a`; `session` is the table of the channel."""
    groups: dict[str, app_commands.Group] = {}
    found: list[Command | app_commands.Group] = []
    for feature, declared, act in _find_declared(features, "slash"):
        suggests = {option: suggest.__get__(feature) for option, suggest in declared.suggests.items()}
        command = build_command(answering, declared, *_at_table(sessions, act), suggests)
        head = declared.path.rpartition(" ")[0]
        if not head:
            found.append(command)
            continue
        if head not in groups:
            groups[head] = _place(app_commands.Group(name=head, description=f"command.{head}"), declared)
            found.append(groups[head])
        groups[head].add_command(command)
    return found


def message_commands_of(answering: Answering, words: Words, *features: object) -> Iterator[app_commands.ContextMenu]:
    for _, declared, act in _find_declared(features, "message_command"):
        yield _build_message_command(answering, words.say(Message(declared.path), DEFAULT), declared, act)


def _build_message_command(answering: Answering, name: str, declared: Slash, act: Act) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction, message: discord.Message) -> None:
        await answering.attend(interaction, act(interaction, message))

    return _place(app_commands.ContextMenu(name=name, callback=callback), declared)


def _find_declared(features: Sequence[object], kind: str) -> Iterator[tuple[object, Slash, Act]]:
    for feature in features:
        for name, member in vars(type(feature)).items():
            if isinstance(declared := getattr(member, kind, None), Slash):
                yield feature, declared, getattr(feature, name)


def _at_table(sessions: Sessions, act: Act) -> tuple[Act, inspect.Signature]:
    """Return the action with `session` set to the channel's table, and its signature without `session`."""
    signature = inspect.signature(act)
    if "session" not in signature.parameters:
        return act, signature

    async def act_here(interaction: discord.Interaction, **typed: Any) -> Reply | None:
        return await act(interaction, await table_here(sessions, interaction), **typed)

    typed = [parameter for name, parameter in signature.parameters.items() if name != "session"]
    return act_here, signature.replace(parameters=typed)


Placed = TypeVar("Placed", Command, app_commands.Group, app_commands.ContextMenu)


def _place(command: Placed, declared: Slash) -> Placed:
    if declared.anywhere:
        command = app_commands.allowed_installs(guilds=True, users=True)(command)
        return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    if declared.needs:
        command = app_commands.default_permissions(**declared.needs)(command)
    return app_commands.guild_only()(command)


def build_command(
    answering: Answering, declared: Slash, act: Act, signature: inspect.Signature, suggests: Mapping[str, Suggest]
) -> Command:
    """Build a command that answers with what `act` returns. Its options are the parameters in its `signature`."""
    word_id = f"command.{declared.path.replace(' ', '.').replace('-', '_')}"
    head, _, name = declared.path.rpartition(" ")

    async def callback(interaction: discord.Interaction, **typed: Any) -> None:
        await answering.attend(interaction, act(interaction, **typed))

    # discord.py reads the options of a command from its callback's signature.
    callback.__signature__ = signature  # type: ignore[attr-defined]
    options = [option for option in signature.parameters if option != "interaction"]
    app_commands.describe(**{each: declared.words.get(each, f"{word_id}.{each}") for each in options})(callback)
    app_commands.rename(**declared.names)(callback)
    app_commands.choices(**{option: list(each) for option, each in declared.choices.items()})(callback)
    command: Command = app_commands.Command(name=name, description=word_id, callback=callback)
    for option, suggest in suggests.items():
        command.autocomplete(option)(_suggester(suggest))
    return command if head else _place(command, declared)


def _suggester(suggest: Suggest) -> Suggest:
    async def offer_choices(interaction: discord.Interaction, current: str) -> Choices:
        return await offer(suggest(interaction, current))

    # discord.py inspects each of these hundred functions. With this, it uses the signature below instead.
    vars(offer_choices)["__signature__"] = _SUGGESTING
    return offer_choices


_SUGGESTING = inspect.Signature(
    [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("interaction", "current")]
)


class Worded(Protocol):
    wording: Wording


async def suggest_games(feature: Worded, interaction: discord.Interaction, current: str) -> Choices:
    wording = feature.wording
    return suggest_matches(current, games_named(wording, wording.speech.reader(interaction)))
