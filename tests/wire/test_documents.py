"""Documents name only existing commands and options, and the generated tables are up to date."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.ui.press import SettingPress
from locales.words import LANGUAGES
from settings import Settings
from tests.architecture.sources import ROOT
from tests.locales.test_catalogues import catalogue
from tests.wire.documents import (
    AUTHORITY,
    COMMANDS,
    GROUP,
    SETTINGS,
    SUBCOMMAND,
    write_authority,
    write_commands,
    write_settings,
)
from tests.wire.evening import Wired

FOR_PEOPLE = ["README.md", "docs/players.md", "docs/moderators.md", "docs/first-day.md", "docs/real-discord.md"]
PATHS = {"/health", "/metrics"}
"""Addresses in documents that look like commands."""
HEADINGS = {"ending.cut_short", "since.then", "since.now", "digest.free", "digest.ladder", "overview.lately"}
"""Messages with bold words that are not buttons. In lessons, terms are bold too."""
MOST_WORDS_OF_README = 600
MOST_WORDS_OF_A_SECTION = 100


async def test_the_generated_documents_are_up_to_date(wired_bot: Wired, request: pytest.FixtureRequest) -> None:
    commands = wired_bot.sandbox.world.application.commands[0]
    panels = wired_bot.parts.client.get_cog("Router").presses[SettingPress].__self__.panels  # type: ignore[union-attr]
    authority = write_authority(AUTHORITY.read_text(encoding="utf-8"), panels)
    written = {COMMANDS: write_commands(commands), SETTINGS: write_settings(panels), AUTHORITY: authority}
    if request.config.getoption("--write-documents"):
        for path, text in written.items():
            path.write_text(text, encoding="utf-8")

    assert {path: path.read_text(encoding="utf-8") for path in written} == written, "run `make documents`"


async def test_every_command_named_in_a_document_exists(wired_bot: Wired) -> None:
    commands = wired_bot.sandbox.world.application.commands[0]
    faults = {name: list(faults_of((ROOT / name).read_text(encoding="utf-8"), commands)) for name in FOR_PEOPLE}

    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_named_in_a_message_exists(wired_bot: Wired, language: str) -> None:
    commands = wired_bot.sandbox.world.application.commands[0]
    texts = {entry.id: " ".join(entry.strings) for entry in catalogue(language)[0]}
    faults = {id: list(faults_of(text, commands)) for id, text in texts.items()}

    assert {id: found for id, found in faults.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_named_in_a_message_exists(language: str) -> None:
    entries = catalogue(language)[0]
    labels = {text for entry in entries for text in entry.strings}
    faults = [
        (entry.id, named)
        for entry in entries
        if ".lesson." not in f".{entry.id}" and entry.id not in HEADINGS
        for text in entry.strings
        for named in labels_in_bold(text)
        if named not in labels
    ]

    assert faults == []


def test_the_check_finds_a_wrong_command_or_button() -> None:
    commands = [{"name": "away", "options": [{"type": 3, "name": "until", "required": True}]}]
    assert list(faults_of("Type `/back`, or `/away from:now`.", commands)) == [
        "/back: no such command",
        "/away from:now: no option ['from']",
        "/away from:now: needs ['until']",
    ]
    assert labels_in_bold("**Really?** Press **Take it back** or **{name}**. **Note:** **1 of 2**") == ["Take it back"]


def labels_in_bold(text: str) -> list[str]:
    """Return the bold words in a text that can be button names. Sentences, headings and numbers cannot."""
    bold = re.findall(r"\*\*([^*{}\n]+)\*\*", text)
    return [named for named in bold if named[0].isalpha() and named[-1] not in " .,:?!"]


def faults_of(text: str, commands: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the faulty commands in a text: those that do not exist, have unknown options, or lack a required one."""
    for typed in re.findall(r"`(/[a-z][^`]*)`", text):
        if typed in PATHS:
            continue
        words = [word for word in typed[1:].split() if ":" not in word]
        given = set(re.findall(r"\b([a-z_]+):", typed))
        found = find(words, commands)
        if found is None:
            yield f"{typed}: no such command"
            continue
        options = {option["name"]: option.get("required", False) for option in found.get("options") or []}
        if unknown := given - set(options):
            yield f"{typed}: no option {sorted(unknown)}"
        if given and (missing := {name for name, needed in options.items() if needed} - given):
            yield f"{typed}: needs {sorted(missing)}"


def find(words: list[str], commands: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the command named by the words, or None. Words after a complete command are values of options."""
    for command in commands:
        if words and command["name"] == words[0]:
            inner = [option for option in command.get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)]
            return find(words[1:], inner) if inner and words[1:] else command
    return None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Type `/table opne`.", "/table opne: no such command"),
        ("Type `/tabel`.", "/tabel: no such command"),
        ("Type `/table open gaem:Minerva`.", "/table open gaem:Minerva: no option ['gaem']"),
        ("Type `/play leave:True`.", "/play leave:True: needs ['game', 'seats']"),
    ],
)
def test_the_check_finds_a_wrong_command(text: str, fault: str) -> None:
    game = {"name": "game", "type": 3, "required": True}
    commands = [
        {"name": "table", "options": [{"name": "open", "type": SUBCOMMAND, "options": [game]}]},
        {"name": "play", "options": [game, {**game, "name": "seats"}, {"name": "leave", "type": 5}]},
    ]
    assert fault in list(faults_of(text, commands))


def test_every_setting_is_explained() -> None:
    names = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(names) == sorted(name.upper() for name in Settings.model_fields)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= MOST_WORDS_OF_README


def test_sections_of_the_changelog_are_short() -> None:
    sections = re.split(r"^#+ ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    long = {each.splitlines()[0]: len(each.split()) for each in sections[1:]}

    assert {title: words for title, words in long.items() if words > MOST_WORDS_OF_A_SECTION} == {}
