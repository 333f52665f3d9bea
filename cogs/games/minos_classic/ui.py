"""Minos (classic) by slash commands: one command for each action of the game. Wording and mapping, no rule."""

from discord import app_commands

from cogs.commands.builder import group_of
from cogs.commands.runner import Doer
from cogs.commands.spec import Action, Verb, Word
from cogs.services import Services
from cogs.ui.game_ui import GameUI

KEY = "minos-classic"
MENU, DICE, KEEP = "TURN-2", "DICE-7", "DICE-3"


def _verb(path: str, *words: Word, needed: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> Verb:
    return Verb(path, (Action(words),), needed, optional)


def _with_dice(path: str) -> Verb:
    return _verb(path, Word(MENU, path), Word(DICE, argument="dice"), optional=("dice",))


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
    Verb("order", (Action((Word("HOUSE-4", "rings:", "rings"),)),), ("rings",), is_order=True),
    _verb("end", Word(MENU, "end")),
    _verb("choose", Word("", argument="choice"), needed=("choice",)),
)  # fmt: skip


def commands(services: Services) -> app_commands.Group:
    """`/classic`."""
    return group_of("classic", VERBS, Doer(services))


UI = GameUI(KEY, "classic", commands)
"""Minos (classic) at the table."""
