"""Check application commands and the choices of autocomplete as Discord does."""

import re
from collections.abc import Collection, Iterator

import discord_limits as limits
from sandbox.errors import Form, Refused, refuse_field
from sandbox.records import DISCORD, Json
from sandbox.strict.components import Path

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
NAME = re.compile(r"^[-_'\w]{1,32}$")
LOCALES = frozenset(DISCORD["locales"])


def check_all(commands: object, installable: Collection[int]) -> None:
    """Check a bulk overwrite. Refuse with 50035 or 30032. Integration types must be among the `installable` ones."""
    form = Form()
    if not isinstance(commands, list):
        refuse_field((), "BASE_TYPE_LIST", "Only iterables may be used in a ListType")
    for place, command in enumerate(commands):
        if not isinstance(command, dict):
            form.wrong((place,), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    form.refuse()
    if sum(command.get("type", CHAT) == CHAT for command in commands) > limits.COMMANDS:
        raise Refused(30032)
    for kind in (USER_MENU, MESSAGE_MENU):
        if sum(command.get("type") == kind for command in commands) > limits.CONTEXT_MENUS:
            raise Refused(30032)
    seen: set[tuple[int, str]] = set()
    for place, command in enumerate(commands):
        check(form, (place,), command)
        for kind in command.get("integration_types") or ():
            form.choice((place, "integration_types"), kind, installable)
        key = (command.get("type", CHAT), str(command.get("name")))
        if key in seen:
            form.wrong((place, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Command names must be unique")
        seen.add(key)
    form.refuse()


def check(form: Form, path: Path, command: Json) -> None:
    if command.get("type", CHAT) == CHAT:
        _check_names(form, path, command)
        _options(form, path, command.get("options") or [], depth=0)
    else:
        for place, name in _localizations(form, path, command, "name"):
            form.length(place, name, 1, limits.COMMAND_NAME)
        if command.get("description"):
            form.wrong((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION", "Context menus have no description")
    if not form.errors and _size(command) > limits.COMMAND_TOTAL:
        most = limits.COMMAND_TOTAL
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({most})")


def check_choices(form: Form, path: Path, choices: object, kind: int, most: int) -> bool:
    """Note the errors in a list of up to `most` choices. Return whether it is a list."""
    if not isinstance(choices, list):
        form.wrong(path, "BASE_TYPE_LIST", "Only iterables may be used in a ListType")
        return False
    form.count(path, len(choices), 0, most)
    for place, choice in enumerate(choices):
        form.length((*path, place, "name"), choice.get("name"), 1, limits.CHOICE_NAME)
        for locale, words in (choice.get("name_localizations") or {}).items():
            form.length((*path, place, "name_localizations", locale), words, 1, limits.CHOICE_NAME)
        value = choice.get("value")
        if kind == STRING:
            form.length((*path, place, "value"), value, 1, limits.CHOICE_VALUE)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else int | float):
            form.wrong((*path, place, "value"), "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")
        elif abs(value) > limits.OPTION_INTEGER:
            form.wrong((*path, place, "value"), "NUMBER_TYPE_RANGE", "The number is too large.")
    return True


def _check_names(form: Form, path: Path, thing: Json) -> None:
    for place, name in _localizations(form, path, thing, "name"):
        fits = form.length(place, name, 1, limits.COMMAND_NAME)
        if fits and (not NAME.match(str(name)) or name != str(name).lower()):
            form.wrong(place, "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name}")
    for place, text in _localizations(form, path, thing, "description"):
        form.length(place, text, 1, limits.COMMAND_DESCRIPTION)


def _localizations(form: Form, path: Path, thing: Json, key: str) -> Iterator[tuple[Path, object]]:
    """Yield the path and value of a field, both untranslated and in each language."""
    yield (*path, key), thing.get(key)
    for locale, words in (thing.get(f"{key}_localizations") or {}).items():
        place: Path = (*path, f"{key}_localizations", locale)
        if locale not in LOCALES:
            form.wrong(place, "DICT_TYPE_INVALID_KEY", f"Unknown locale {locale}.")
        yield place, words


def _options(form: Form, path: Path, options: list[Json], *, depth: int) -> None:
    inner: Path = (*path, "options")
    form.count(inner, len(options), 0, limits.COMMAND_OPTIONS)
    nested = [option for option in options if option.get("type") in (SUBCOMMAND, GROUP)]
    if nested and len(nested) != len(options):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong(inner, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    names: set[object] = set()
    optional_seen = False
    for place, option in enumerate(options):
        here: Path = (*inner, place)
        kind = option.get("type")
        _check_names(form, here, option)
        if option.get("name") in names:
            form.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name is used twice")
        names.add(option.get("name"))
        if (kind == GROUP and depth == 0) or (kind == SUBCOMMAND and depth < 2):
            _options(form, here, option.get("options") or [], depth=1 if kind == GROUP else 2)
            continue
        if kind not in range(STRING, FILE + 1) or depth == 1:
            form.wrong((*here, "type"), "BASE_TYPE_CHOICES", "This type of option cannot stand here.")
            continue
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.wrong((*here, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        _value(form, here, option)


def _value(form: Form, path: Path, option: Json) -> None:
    kind, choices = option["type"], option.get("choices")
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete exclude each other"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message)
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE", "Only text and numbers have choices or autocomplete")
    elif choices and check_choices(form, (*path, "choices"), choices, kind, limits.COMMAND_CHOICES):
        for key in ("name", "value"):
            if len({choice.get(key) for choice in choices}) < len(choices):
                form.wrong((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE", f"A {key} is used twice")
    for key in ("min_length", "max_length"):
        if option.get(key) is not None and (kind != STRING or not 0 <= option[key] <= limits.STRING_OPTION):
            form.wrong((*path, key), "NUMBER_TYPE_RANGE", "Must be between 0 and 6000, for text only.")


def _size(thing: Json) -> int:
    """Count the characters of names, descriptions and values. For each, take the longest localisation."""
    total = 0
    for key in ("name", "description"):
        words = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in words)
    for choice in thing.get("choices") or []:
        names = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        total += max(len(text) for text in names) + len(str(choice.get("value")))
    return total + sum(_size(option) for option in thing.get("options") or [])
