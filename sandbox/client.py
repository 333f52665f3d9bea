"""The commands and controls in Discord's own client, and the data that the client sends for them."""

from collections.abc import Iterator
from dataclasses import dataclass

import discord_limits as limits
from sandbox.access import commands_in
from sandbox.payloads import Payloads
from sandbox.records import Channel, Json, Message, Person
from sandbox.strict import commands, components
from sandbox.world import World


class NotOffered(Exception):  # noqa: N818
    """Discord's client would not let a person do this, so the bot never hears about it."""


def must_be_open(channel: Channel) -> None:
    """Raise `NotOffered` for an archived thread, since people can't type or press anything there."""
    if channel.archived:
        raise NotOffered("Commands and controls cannot be used in an archived thread.")


@dataclass(frozen=True, slots=True)
class Command:
    entry: Json
    below: tuple[Json, ...]
    options: tuple[Json, ...]


def find(world: World, channel: Channel, path: str) -> Command:
    """Return this channel's command "/name sub sub", by untranslated names. Raise `NotOffered` if there is none."""
    name, *rest = path.strip().lstrip("/").split()
    offered = {entry["name"]: entry for entry in commands_in(world, channel) if entry["type"] == commands.CHAT}
    if name not in offered:
        raise NotOffered(f"no command {path!r} here")
    entry = offered[name]
    below: list[Json] = []
    options = entry.get("options") or []
    for word in rest:
        nested = {o["name"]: o for o in options if o["type"] in (commands.SUBCOMMAND, commands.GROUP)}
        if word not in nested:
            raise NotOffered(f"{path!r} has no {word!r}")
        below.append(nested[word])
        options = nested[word].get("options") or []
    if any(option["type"] in (commands.SUBCOMMAND, commands.GROUP) for option in options):
        raise NotOffered(f"{path!r} needs a subcommand")
    return Command(entry, tuple(below), tuple(options))


def command_data(
    payloads: Payloads, channel: Channel, path: str, values: dict[str, object], focused: str | None = None
) -> Json:
    """Return the data of a command, or of autocomplete for the option `focused`. Raise `NotOffered` for bad values."""
    command = find(payloads.world, channel, path)
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
            value = _value(payloads, option, given[name], resolved)
            filled.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise NotOffered(f"{path!r} needs {name!r}")
    for inner in reversed(command.below):
        filled = [{"name": inner["name"], "type": inner["type"], "options": filled}]
    data: Json = {"id": command.entry["id"], "name": command.entry["name"], "type": commands.CHAT, "options": filled}
    if command.entry.get("guild_id"):
        data["guild_id"] = command.entry["guild_id"]
    if resolved and focused is None:
        data["resolved"] = resolved
    return data


def message_command_data(payloads: Payloads, channel: Channel, name: str, message: Message) -> Json:
    """Return the data of an entry under *Apps* in a message's menu, by untranslated name. Raise `NotOffered` if there
    is none."""
    kind = commands.MESSAGE_MENU
    offered = [each for each in commands_in(payloads.world, channel) if (each["type"], each["name"]) == (kind, name)]
    if not offered:
        raise NotOffered(f"no entry {name!r} here")
    resolved = {"messages": {str(message.id): payloads.message(message)}}
    return {"id": offered[0]["id"], "name": name, "type": kind, "target_id": str(message.id), "resolved": resolved}


def _value(payloads: Payloads, option: Json, value: object, resolved: Json) -> object:
    kind, name = option["type"], option["name"]
    choices = option.get("choices")
    if choices:
        for choice in choices:
            if value in (choice["value"], choice["name"]) or str(choice["value"]) == str(value):
                return choice["value"]
        raise NotOffered(f"{name!r} has no choice {value!r}")
    if kind in (commands.INTEGER, commands.NUMBER):
        return _number(option, value)
    if kind == commands.STRING:
        text = str(value)
        if not option.get("min_length", 0) <= len(text) <= option.get("max_length", limits.STRING_OPTION):
            raise NotOffered(f"{name!r} is too short or too long")
        return text
    if kind == commands.BOOLEAN:
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind in (commands.USER, commands.MENTIONABLE):
        person = _person(payloads.world, value)
        resolved.setdefault("users", {})[str(person.id)] = payloads.user(person)
        member = payloads.member(person, person.permissions)
        resolved.setdefault("members", {})[str(person.id)] = {k: v for k, v in member.items() if k != "user"}
        return str(person.id)
    if kind == commands.ROLE:
        role = payloads.role(next(iter(payloads.world.guilds.values())), str(value))
        if role is None:
            raise NotOffered(f"there is no role {value!r}")
        resolved.setdefault("roles", {})[role["id"]] = role
        return role["id"]
    if kind == commands.CHANNEL:
        channel = value if isinstance(value, Channel) else payloads.world.channels.find(int(str(value)))
        resolved.setdefault("channels", {})[str(channel.id)] = payloads.channel(channel)
        return str(channel.id)
    raise NotOffered(f"{name!r} has a type that the sandbox doesn't support")


def _number(option: Json, value: object) -> float:
    try:
        number = int(str(value)) if option["type"] == commands.INTEGER else float(str(value))
    except ValueError as error:
        raise NotOffered(f"{value!r} isn't a number") from error
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


def component(message: Message, custom_id: str) -> Json:
    for part in components.walk(message.components):
        if part.get("custom_id") == custom_id:
            return part
    raise NotOffered(f"the message has no control {custom_id!r}")


def use_data(payloads: Payloads, message: Message, custom_id: str, values: list[str]) -> Json:
    """Return the data for pressing a button or choosing `values` in a select. Raise `NotOffered` if impossible."""
    part = component(message, custom_id)
    if payloads.world.channels.find(message.channel_id).locked:
        raise NotOffered("controls cannot be used in a locked thread")
    if part.get("disabled"):
        raise NotOffered(f"{custom_id!r} is disabled")
    if part["type"] == components.BUTTON:
        return raw_data(custom_id, components.BUTTON, None, part.get("id"))
    if not part.get("min_values", 1) <= len(values) <= part.get("max_values", 1):
        raise NotOffered(f"{custom_id!r} takes {part.get('min_values', 1)} to {part.get('max_values', 1)} values")
    if len(set(values)) < len(values):
        raise NotOffered("a value can be chosen only once")
    offered = set(_values_of(payloads, message, part))
    if not set(values) <= offered:
        raise NotOffered(f"{custom_id!r} does not offer {sorted(set(values) - offered)}")
    return raw_data(custom_id, part["type"], values, part.get("id"))


def _values_of(payloads: Payloads, message: Message, part: Json) -> Iterator[str]:
    """Yield the values of a select: its options, or the ids of the server's roles or text channels."""
    if part["type"] == components.STRING_SELECT:
        yield from (option["value"] for option in part["options"])
        return
    guild = payloads.world.channels.find(message.channel_id).guild_id or 0
    if part["type"] == components.CHANNEL_SELECT:
        kinds = part["channel_types"]
        yield from (str(each.id) for each in payloads.world.channels.of(guild) if each.kind in kinds)
    elif part["type"] == components.ROLE_SELECT:
        yield from (role["id"] for role in payloads.roles(payloads.world.guilds[guild]))
    else:
        raise NotOffered(f"{part['custom_id']!r} is a select of a type that the sandbox doesn't support")


def raw_data(custom_id: str, kind: int, values: list[str] | None, component_id: int | None = None) -> Json:
    data: Json = {"custom_id": custom_id, "component_type": kind, "id": component_id or 1}
    if kind != components.BUTTON:
        data["values"] = values or []
    return data


def modal_data(modal: Json, values: dict[str, object]) -> Json:
    """Return the data for submitting a modal, with values by custom id or label. Raise `NotOffered` for bad values."""
    left = dict(values)
    filled: list[Json] = []
    for part in modal["components"]:
        if part["type"] == components.LABEL:
            inner = _fill_field(part["component"], part.get("label", ""), left)
            filled.append({"type": components.LABEL, "id": part.get("id", 0), "component": inner})
        elif part["type"] == components.ROW:
            inner = _fill_field(part["components"][0], part["components"][0].get("label", ""), left)
            filled.append({"type": components.ROW, "components": [inner]})
        elif part["type"] == components.TEXT:
            filled.append({"type": components.TEXT, "id": part.get("id", 0)})
    if left:
        raise NotOffered(f"the modal has no {', '.join(sorted(left))}")
    return {"custom_id": modal["custom_id"], "components": filled}


def _fill_field(part: Json, label: str, left: dict[str, object]) -> Json:
    custom_id = part["custom_id"]
    given = left.pop(custom_id, left.pop(label, None))
    filled: Json = {"type": part["type"], "id": part.get("id", 0), "custom_id": custom_id}
    if part["type"] == components.TEXT_INPUT:
        text = str(part.get("value") or "") if given is None else str(given)
        least, most = part.get("min_length") or 0, part.get("max_length") or 4000
        if (part.get("required", True) and not text) or (text and not least <= len(text) <= most):
            raise NotOffered(f"{label or custom_id!r} must be {least} to {most} characters long")
        return filled | {"value": text}
    raise NotOffered(f"{label or custom_id!r} has a type that the sandbox doesn't support")
