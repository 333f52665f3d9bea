"""Minos (classic) by slash commands: one command for each action of the game. Wording and mapping, no rule."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.answering import Reply, attend, offer
from cogs.commands import Action, Typist, Word
from cogs.declared import Verb, group_of
from cogs.faces import Face
from cogs.house import House

KEY = "minos-classic"
MENU, DICE, KEEP = "TURN-2", "DICE-7", "DICE-3"
ORDER, RINGS = "HOUSE-4", "rings:"
"""The standing order for defence, and how its options begin."""


def _verb(path: str, *words: Word, needed: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> Verb:
    return Verb(path, (Action(words),), needed, optional)


def _with_dice(path: str) -> Verb:
    return _verb(path, Word(MENU, path), Word(DICE, argument="dice"), optional=("dice",))


LEAVE_ORDER = Verb("order", (), ("rings",))
VERBS = (
    _verb("roll", Word(KEEP, "die:", otherwise="none")),
    _verb("stop", Word(KEEP, "die:", otherwise="all")),
    _verb("keep", Word(KEEP, "die:", "dice"), needed=("dice",)),
    _with_dice("income"),
    _verb(
        "rings", Word(MENU, "rings"), Word(DICE, argument="dice"), Word("RINGS-2", "buy:", "buy"),
        optional=("dice", "buy"),
    ),
    _with_dice("gulls"),
    _with_dice("builders"),
    _verb("move", Word(MENU, "move:", "piece"), Word("MOVE-18", "to:", "to"), needed=("piece",), optional=("to",)),
    _verb(
        "build", Word(MENU, "build:", "site"), Word("BUILD-9", "kind:", "kind"), needed=("site",), optional=("kind",)
    ),
    _verb("recruit", Word(MENU, "recruit:", "site"), needed=("site",)),
    _verb("fight", Word("FIGHT-10", "die:", "reroll", otherwise="none"), optional=("reroll",)),
    LEAVE_ORDER,
    _verb("end", Word(MENU, "end")),
    _verb("choose", Word("", argument="choice"), needed=("choice",)),
)  # fmt: skip


class ClassicCommands:
    """Carries out `/classic …` for a house."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def act(self, interaction: discord.Interaction, verb: Verb, typed: Mapping[str, str | None]) -> None:
        """Carry out a verb; the answer is for its person alone."""

        async def deed() -> Reply:
            typist = Typist(self.house, interaction, await self.house.session_here(interaction))
            if verb is LEAVE_ORDER:
                return await typist.order(ORDER, RINGS, typed["rings"] or "")
            return await typist.act(verb.ways[0], typed)

        await attend(self.house, interaction, deed())

    async def suggest(
        self, interaction: discord.Interaction, verb: Verb, argument: str, typed: Mapping[str, str | None], current: str
    ) -> list[app_commands.Choice[str]]:
        """What may be typed for an argument of a verb."""

        async def choices() -> list[app_commands.Choice[str]]:
            typist = Typist(self.house, interaction, await self.house.session_here(interaction))
            if verb is LEAVE_ORDER:
                return typist.orders(ORDER, RINGS, current)
            return typist.suggestions(verb.ways[0], argument, typed, current)

        return await offer(choices())


def commands(house: House) -> app_commands.Group:
    """`/classic`."""
    return group_of("classic", VERBS, ClassicCommands(house))


def face(rules: Path, build: Any = commands) -> Face:
    """Minos (classic) at the table; `rules` is the folder of the rules in our words."""
    return Face(KEY, "classic", rules / f"{KEY}.md", build)
