"""Generate `docs/commands.md`, `docs/settings.md` and the tables of `docs/authority.md` from the code."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from cogs.commands.game_commands import GameCommands
from cogs.interactions.authority import Who
from cogs.interactions.gate import CONTROLS
from cogs.interactions.slash import DEFAULT, MESSAGE_COMMANDS, SLASHES
from cogs.people.panels import Panel
from cogs.ui.game_ui import GAME_UIS
from engine.kernel.decision import Message
from locales.words import Words
from sandbox.strict.commands import CHAT, MESSAGE_MENU
from settings import Settings
from tests.architecture.sources import ROOT

WORDS = Words()
COMMANDS, SETTINGS, AUTHORITY = (ROOT / "docs" / name for name in ("commands.md", "settings.md", "authority.md"))
SUBCOMMAND, GROUP = 1, 2
"""Discord's types of options: a subcommand, and a group of subcommands."""
MADE = "<!-- Written by `make documents`. Change the commands or their descriptions, not this page. -->"
TITLES = {
    "table": "At a table",
    "stats": "Statistics",
    "server": "For people who manage a server",
    "minos": "Minos: Dawn of the Bronze Age",
    "classic": "Minos (classic)",
    "minerva": "Minerva",
}
"""Headings of the commands with subcommands. All other commands are listed first, together."""


def write_commands(commands: list[dict[str, Any]]) -> str:
    """Return the text of `docs/commands.md` for the commands registered with Discord."""
    by_name = {command["name"]: command for command in commands if command["type"] == CHAT}
    on_messages = (f"*{command['name']}*" for command in commands if command["type"] == MESSAGE_MENU)
    alone = [name for name in sorted(by_name) if name not in TITLES]
    sections = [("Everywhere", [("", by_name[name]) for name in alone])]
    sections += [(title, list(_leaves("", by_name[name]))) for name, title in TITLES.items()]
    tables = (f"## {title}\n\n{_table(leaves)}" for title, leaves in sections)
    intro = "Type `/` and pick a command. Options in brackets may be left out. Buttons and menus do all of this, too."
    apps = f"Under *Apps* on any message: {', '.join(on_messages)}."
    return "\n\n".join([MADE, "# Commands", f"{intro} {apps}", *tables]) + "\n"


def _leaves(path: str, command: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every command that can be sent, with its full path."""
    inner = [option for option in command.get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        yield path, command
    for each in inner:
        yield from _leaves(f"{path}{command['name']} ", each)


def _table(leaves: list[tuple[str, dict[str, Any]]]) -> str:
    rows = [f"| {_as_typed(path, command)} | {command['description']} |" for path, command in leaves]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def _as_typed(path: str, command: dict[str, Any]) -> str:
    """Return a command and its options as a person types them."""
    words = [f"/{path}{command['name']}"]
    for option in command.get("options") or []:
        words.append(f"{option['name']}:" if option.get("required") else f"[{option['name']}:]")
    return f"`{' '.join(words)}`"


def write_settings(panels: Mapping[str, Panel]) -> str:
    """Return `docs/settings.md`: the panels of `/settings` and `/server settings`, then the host's settings."""
    parts = [
        MADE,
        "# Settings",
        f"## Yours: `/settings`\n\n{_settings(panels['settings'])}",
        f"## A server's: `/server settings`\n\nFor people who may manage the server.\n\n{_settings(panels['server'])}",
        "## A host's: `.env`\n\nSet them in `.env` or in the environment. An empty value means the default.",
        _host_settings(),
    ]
    return "\n\n".join(parts) + "\n"


def _settings(panel: Panel) -> str:
    words = {
        name: [panel.wording.say(Message(f"{panel.name}.{part}.{name}"), "en") for part in ("of", "about")]
        for name in panel.settings
    }
    return "\n".join(["| setting | |", "| --- | --- |", *(f"| {of} | {about} |" for of, about in words.values())])


def _host_settings() -> str:
    fields = Settings.model_fields
    rows = [
        f"| `{name}` | {_default(fields[name.lower()].default)} | {explained} |"
        for name, explained in _settings_with_comments()
    ]
    return "\n".join(["| setting | default | |", "| --- | --- | --- |", *rows])


def _default(default: Any) -> str:
    match default:
        case None:
            return "none"
        case bool():
            return f"`{int(default)}`"
        case _:
            return f"`{default}`"


def _settings_with_comments() -> Iterator[tuple[str, str]]:
    """Yield each setting of `.env.example` with the comment above it."""
    comment: list[str] = []
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            comment.append(line.removeprefix("#").strip())
        elif match := re.match(r"([A-Z_]+)=", line):
            yield match[1], " ".join(comment)
            comment = []
        else:
            comment = []


PERSONS = (
    "owner", "seat", "former seat", "another table’s seat", "member", "moderator", "other server", "direct message",
    "user install",
)  # fmt: skip
"""Headings of the columns of `docs/authority.md`, in the order of the fields of `Who`."""


def write_authority(text: str, panels: Mapping[str, Panel]) -> str:
    """Return `docs/authority.md` with its four tables rebuilt from the registered commands and controls."""
    settings = [_row(f"`{name}` a setting of `/{name}`, in private", panel.who) for name, panel in panels.items()]
    tables = {
        "Commands of a table": _commands(lambda path: path.startswith("table ")),
        "Commands of a person, and look-ups": _commands(lambda path: not path.startswith("table ")),
        "Commands of a game": _game_commands(),
        "Controls": sorted([*_controls(), *settings]),
    }
    for title, rows in tables.items():
        first = "control" if title == "Controls" else "command"
        head = [f"| {' | '.join((first, *PERSONS))} |", f"|{' --- |' * (len(PERSONS) + 1)}"]
        before, heading, after = text.partition(f"\n## {title}\n")
        assert heading, title
        start = after.index("\n|") + 1
        end = after.index("|\n\n", start) + 2 if "|\n\n" in after[start:] else len(after)
        text = before + heading + after[:start] + "\n".join([*head, *rows]) + "\n" + after[end:]
    return text


def _row(label: str, who: Who) -> str:
    return f"| {' | '.join((label, *msgspec.structs.astuple(who)))} |"


def _commands(is_here: Callable[[str], bool]) -> Iterator[str]:
    for path, declared in sorted(SLASHES.items()):
        if is_here(path):
            yield _row(f"`/{path}`" + (f", {declared.note}" if declared.note else ""), declared.who)
    if is_here(""):
        for message_command in MESSAGE_COMMANDS:
            name = WORDS.say(Message(message_command.path), DEFAULT)
            yield _row(f"`/{name}`, under *Apps* on a message", message_command.who)


def _game_commands() -> Iterator[str]:
    for game_ui in GAME_UIS.values():
        if isinstance(game_ui.commands, GameCommands):
            yield from (_row(f"`/{game_ui.commands.name} {each.path}`", each.who) for each in game_ui.commands.specs)


def _controls() -> Iterator[str]:
    for verb, control in sorted(CONTROLS.items()):
        if control.is_public:
            yield _row(f"`{verb}` {control.label}", control.who)
        if control.is_private:
            yield _row(f"`{verb}` {control.label}, in private", control.who_in_private)
