"""Every command sent to Discord has descriptions in every language, within the limits."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

import discord_limits as limits
from cogs.commands.game_commands import GameCommandBuilder, GameCommands
from cogs.commands.sync import localize
from cogs.games.minos_classic.ui import UI as CLASSIC
from cogs.hands.hand import Hand
from cogs.help.guide import Guide
from cogs.help.lessons import Lessons
from cogs.history.looking_back import LookingBack
from cogs.interactions.slash import commands_of
from cogs.people.settings import PersonalSettings
from cogs.play.advice import Advice
from cogs.play.agreeing import Agreements
from cogs.play.menu import Menu
from cogs.play.reading import Reading
from cogs.replay.films import Screen
from cogs.replay.viewer import Viewer
from cogs.table.moving import Moving
from cogs.table.opening import Opening
from cogs.table.seats import Seats
from cogs.table.turns import Turns
from locales.words import Words
from tests.cogs.descriptions import missing_words

WORDS = Words()


@pytest.fixture
async def payload() -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    part: Any = None
    table = (
        Opening(*[part] * 6),
        Seats(part, part, part, part, part),
        Reading(part, part),
        Menu(*[part] * 6),
        LookingBack(*[part] * 3),
        Advice(*[part] * 3),
        Viewer(part, part, part),
        Screen(*[part] * 3),
        Hand(*[part] * 3),
    )
    rest = Agreements(part, part), Moving(part, part, part, part, part), Turns(part, part, part, part)
    own = Guide(part, part), Lessons(part, part, part), PersonalSettings(*[Mock()] * 6)
    assert isinstance(CLASSIC.commands, GameCommands)
    classic = GameCommandBuilder(part, part, part).build(CLASSIC.commands)
    made = [*commands_of(part, part, *table, *rest, *own), classic]
    return [command.to_dict(tree) for command in made]


def parts(command: Any) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from parts(option)


async def test_every_description_comes_from_the_catalogue(payload: list[dict[str, Any]]) -> None:
    assert missing_words(payload, WORDS) == []


async def test_every_description_fits_in_every_language(payload: list[dict[str, Any]]) -> None:
    for command in localize(payload, WORDS):
        total = 0
        for part in parts(command):
            texts = [part["description"], *part["description_localizations"].values()]
            assert set(part["description_localizations"]) == {"fr", "cs"}
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in texts), part
            assert len(part.get("options", [])) <= limits.COMMAND_OPTIONS
            choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or [])
            total += len(part["name"]) + max(map(len, texts)) + choices
        assert total <= limits.COMMAND_TOTAL
