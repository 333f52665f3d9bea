"""Each game's commands fit Discord's limits, have words, and leave no word unused."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

import discord_limits as limits
from cogs.commands.game_commands import GameCommandBuilder
from cogs.commands.sync import localize
from cogs.ui.game_ui import GAME_UIS, GameUI
from locales.words import LANGUAGES, Words
from tests.cogs.descriptions import missing_words

WORDS = Words()
SHARED = ("record",)
"""Commands that the client adds to each game's group."""
WORDING: Any = SimpleNamespace(game_uis=GAME_UIS)
NOTHING: Any = None


@pytest.fixture(params=list(GAME_UIS.values()), ids=list(GAME_UIS))
def game_ui(request: pytest.FixtureRequest) -> GameUI:
    """Return each game's UI in turn."""
    found: GameUI = request.param
    return found


def payloads(*commands: Any) -> list[dict[str, Any]]:
    """Return commands as sent to Discord, with message ids instead of words."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return [command.to_dict(tree) for command in commands]


def parts(command: Any) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from parts(option)


def assert_fits(payload: list[dict[str, Any]]) -> None:
    assert missing_words(payload, WORDS) == []
    for command in localize(payload, WORDS):
        total = 0
        for part in parts(command):
            texts = [part["description"], *part["description_localizations"].values()]
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in texts), part
            assert len(part.get("options", [])) <= limits.COMMAND_OPTIONS
            assert len(part["name"]) <= limits.COMMAND_NAME
            total += len(part["name"]) + max(map(len, texts))
        assert total <= limits.COMMAND_TOTAL


def group_of(game_ui: GameUI) -> Any:
    assert game_ui.commands is not None
    return GameCommandBuilder(NOTHING, WORDING, NOTHING).build(game_ui.commands)


async def test_commands_fit_the_limits_of_discord_in_every_language(game_ui: GameUI) -> None:
    assert_fits(payloads(group_of(game_ui)))


async def test_a_game_has_room_for_one_more_command(game_ui: GameUI) -> None:
    """A group holds 25 commands. In a full group, a new command would replace an old one."""
    group = payloads(group_of(game_ui))[0]
    assert len(group["options"]) + len(SHARED) < limits.COMMAND_OPTIONS


async def test_no_catalogue_text_of_a_command_is_unused(game_ui: GameUI) -> None:
    (group,) = payloads(group_of(game_ui))
    used = {part["description"] for part in parts(group)}
    root = f"command.{group['name']}"
    assert {key for key in WORDS._catalogues["en"].entries if key == root or key.startswith(f"{root}.")} == used


def test_everything_to_look_up_is_described_in_every_language(game_ui: GameUI) -> None:
    assert game_ui.entries is not None
    found = [entry for entries in game_ui.entries().values() for entry in entries]
    assert len({entry.key for entry in found}) == len(found)
    for entry in found:
        for language in LANGUAGES:
            text = WORDS.say(entry.text, language)
            assert WORDS.say(entry.name, language) in text
            assert len(text) < 600
