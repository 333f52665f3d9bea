"""Slash commands as a person types them, and the data that is sent."""

from dataclasses import dataclass

import discord_limits as limits
from sandbox.access import commands_in
from sandbox.payloads import Payloads
from sandbox.records import Channel, Json, Person
from sandbox.strict.commands import (
    BOOLEAN,
    CHANNEL,
    CHAT,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from sandbox.world import World


class NotOffered(Exception):  # noqa: N818
    """Discord's client would not let a person do this, and the bot never hears of it."""


def must_be_open(channel: Channel) -> None:
    """Raise `NotOffered` for an archived thread, in which nothing can be typed or pressed."""
    if channel.archived:
        raise NotOffered("Commands and controls cannot be used in an archived thread.")


@dataclass(frozen=True, slots=True)
class Command:
    entry: Json
    below: tuple[Json, ...]
    options: tuple[Json, ...]


def find(world: World, channel: Channel, path: str) -> Command:
    """The command "/name sub sub" in this channel, by untranslated names; raises `NotOffered`."""
    name, *rest = path.strip().lstrip("/").split()
    for entry in commands_in(world, channel):
        if entry["type"] == CHAT and entry["name"] == name:
            break
    else:
        raise NotOffered(f"no command {path!r} here")
    below: list[Json] = []
    options = entry.get("options") or []
    for word in rest:
        inner = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if inner is None:
            raise NotOffered(f"{path!r} has no {word!r}")
        below.append(inner)
        options = inner.get("options") or []
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise NotOffered(f"{path!r} needs a subcommand")
    return Command(entry, tuple(below), tuple(options))


def command_data(
    world: World, payloads: Payloads, channel: Channel, path: str, values: dict[str, object], focused: str | None = None
) -> Json:
    """The data of a command or, with an option `focused`, of autocomplete; raises `NotOffered` for unfit values."""
    command = find(world, channel, path)
    given = {key: value for key, value in values.items() if value is not None}
    unknown = set(given) - {option["name"] for option in command.options}
    if unknown:
        raise NotOffered(f"{path!r} has no option {', '.join(sorted(unknown))}")
    resolved: Json = {}
    filled: list[Json] = []
    for option in command.options:
        name = option["name"]
        if name == focused:
            filled.append({"name": name, "type": option["type"], "value": str(given.get(name, "")), "focused": True})
        elif name in given:
            value = _value(world, payloads, option, given[name], resolved)
            filled.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise NotOffered(f"{path!r} needs {name!r}")
    for inner in reversed(command.below):
        filled = [{"name": inner["name"], "type": inner["type"], "options": filled}]
    data: Json = {"id": command.entry["id"], "name": command.entry["name"], "type": CHAT, "options": filled}
    if command.entry.get("guild_id"):
        data["guild_id"] = command.entry["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _value(world: World, payloads: Payloads, option: Json, value: object, resolved: Json) -> object:
    kind, name = option["type"], option["name"]
    choices = option.get("choices")
    if choices:
        for choice in choices:
            if value in (choice["value"], choice["name"]) or str(choice["value"]) == str(value):
                return choice["value"]
        raise NotOffered(f"{value!r} is no choice of {name!r}")
    if kind in (INTEGER, NUMBER):
        return _number(option, value)
    if kind == STRING:
        text = str(value)
        if not option.get("min_length", 0) <= len(text) <= option.get("max_length", limits.STRING_OPTION):
            raise NotOffered(f"{name!r} is too short or too long")
        return text
    if kind == BOOLEAN:
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind in (USER, MENTIONABLE):
        person = _person(world, value)
        resolved.setdefault("users", {})[str(person.id)] = payloads.user(person)
        member = payloads.member(person, person.permissions)
        resolved.setdefault("members", {})[str(person.id)] = {k: v for k, v in member.items() if k != "user"}
        return str(person.id)
    if kind == ROLE:
        role = payloads.role(next(iter(world.guilds.values())), str(value))
        if role is None:
            raise NotOffered(f"{value!r} is no role")
        resolved.setdefault("roles", {})[role["id"]] = role
        return role["id"]
    if kind == CHANNEL:
        channel = value if isinstance(value, Channel) else world.channels.find(int(str(value)))
        resolved.setdefault("channels", {})[str(channel.id)] = payloads.channel(channel)
        return str(channel.id)
    raise NotOffered(f"{name!r} is of a type that nobody can type here")


def _number(option: Json, value: object) -> float:
    try:
        number = int(str(value)) if option["type"] == INTEGER else float(str(value))
    except ValueError as error:
        raise NotOffered(f"{value!r} is no number") from error
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and number < least) or (most is not None and number > most):
        raise NotOffered(f"{option['name']!r} must be between {least} and {most}")
    return number


def _person(world: World, value: object) -> Person:
    if isinstance(value, Person):
        return value
    person = getattr(value, "person", None)
    if isinstance(person, Person):
        return person
    return world.user(int(str(value))) if str(value).isdigit() else world.person_named(str(value).lstrip("@"))
