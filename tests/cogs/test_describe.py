"""Commands as Discord gets them: every description in every language and within the limits."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

import discord_limits as limits
from cogs.commands.sync import missing_words, worded
from cogs.games.minos_classic.ui import commands as classic_commands
from cogs.hands.commands import Hands
from cogs.help.guide import Guide
from cogs.help.lessons import Lessons
from cogs.people.settings import PersonalSettings
from cogs.table.commands import TableCommands
from locales.words import Words

WORDS = Words()


@pytest.fixture
async def payload() -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    services: Any = SimpleNamespace()
    board_sender: Any = SimpleNamespace(watches=None, seeking=None, outcomes=None)
    table = TableCommands(services, board_sender, *[services] * 7).app_command
    assert table is not None
    cogs = (Guide(services), Lessons(services), Hands(services, services), PersonalSettings(services, board_sender))
    made = [table, classic_commands(services), *(command for cog in cogs for command in cog.get_app_commands())]
    return [command.to_dict(tree) for command in made]


def parts(command: Any) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from parts(option)


async def test_every_description_is_a_word_id(payload: list[dict[str, Any]]) -> None:
    assert missing_words(payload, WORDS) == []


async def test_every_description_fits_in_every_language(payload: list[dict[str, Any]]) -> None:
    for command in worded(payload, WORDS):
        total = 0
        for part in parts(command):
            texts = [part["description"], *part["description_localizations"].values()]
            assert set(part["description_localizations"]) == {"fr", "cs"}
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in texts), part
            assert len(part.get("options", [])) <= limits.COMMAND_OPTIONS
            choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or [])
            total += len(part["name"]) + max(map(len, texts)) + choices
        assert total <= limits.COMMAND_TOTAL
