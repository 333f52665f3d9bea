"""Suggestions for the option of a command that somebody is typing."""

from collections.abc import Iterable

from discord import app_commands

import discord_limits as limits
from cogs.ui.matching import Named, matching
from cogs.ui.text import folded, shorten


def suggested(typed: str, things: Iterable[Named[str]]) -> list[app_commands.Choice[str]]:
    """Return what matches `typed`, best first, as much as Discord shows."""
    return [
        app_commands.Choice(name=shorten(each.name, limits.CHOICE_NAME), value=each.thing[: limits.CHOICE_VALUE])
        for each in matching(typed, things)[: limits.AUTOCOMPLETE_CHOICES]
    ]


def echoed(typed: str, choices: Iterable[app_commands.Choice[str]]) -> list[app_commands.Choice[str]]:
    """As many choices as Discord shows. Each contains what was typed: before its name, if it isn't part of that."""
    shown = list(choices)[: limits.AUTOCOMPLETE_CHOICES]
    for choice in shown:
        if _alike(typed) not in _alike(choice.name):
            choice.name = shorten(f"{typed} → {choice.name}", limits.CHOICE_NAME)
    return shown


def _alike(text: str) -> str:
    return folded(text.replace("_", " "))
