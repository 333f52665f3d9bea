"""Computer players at a table that is opened: how many, and how well they play."""

from typing import NamedTuple

import discord
from discord import app_commands

from cogs.ui.matching import Named, meant
from cogs.ui.refusals import UIRefusal
from cogs.ui.suggestions import suggested
from cogs.ui.wording import Wording, game_meant
from engine.kernel.decision import Message
from sessions.records.table import Seating

USUAL_LEVEL = Seating().level


class Programs(NamedTuple):
    """How many computers are to play, and how well, as it was typed."""

    number: int
    level: str


def levels_suggested(
    wording: Wording, interaction: discord.Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """How well computers can play at the game that is typed already; at any game as long as none is."""
    language = wording.speech.reader(interaction)
    try:
        game = game_meant(wording, str(interaction.namespace.game or ""), language)
    except UIRefusal:
        game = next(iter(wording.games))
    return suggested(current, _levels(wording, game, language))


def level_meant(wording: Wording, game: str, typed: str, language: str) -> str:
    """The level that somebody typed. Raises `UIRefusal` where it is none."""
    levels = _levels(wording, game, language)
    if not levels:
        return USUAL_LEVEL  # nobody can play there, so it says nothing
    found = meant(typed, levels)
    if found is None:
        names = tuple(Message("table.person", {"name": named.name}) for named in levels)
        raise UIRefusal("refused.unknown_level", levels=names)
    return found


def _levels(wording: Wording, game: str, language: str) -> list[Named[str]]:
    """The levels of a game by their keys, as they are called in `language`."""
    levels = wording.games[game].programs.levels
    return [Named(level, wording.say(Message(f"lobby.level.{level}"), language), (level,)) for level in levels]
