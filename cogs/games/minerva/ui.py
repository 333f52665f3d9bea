"""Minerva by slash commands: one command for each action of the game. Wording and mapping, no rule."""

from discord import app_commands

from cogs.commands.builder import group_of
from cogs.commands.runner import Doer
from cogs.commands.spec import Action, Verb, Word
from cogs.games.minerva.symbols import sign
from cogs.games.minerva.words import entries, tile_hint
from cogs.services import Services
from cogs.ui.game_ui import GameUI

KEY = "minerva"
MENU = "TURN-05"
WHERE, MOVED_TO = Word("BUILD-05", "cell:", "where"), Word("BLDG-19b", "cell:", "where")
RESIDENCE = Word("ASSIST-01", "residence:", "where")
DIRECTION = Word("RES-02", "direction:", "direction")


def _chain(*words: Word) -> tuple[Action, ...]:
    """One question after the other."""
    return (Action(words),)


def _one(*words: Word) -> tuple[Action, ...]:
    """Whichever of these questions is asked."""
    return tuple(Action((word,)) for word in words)


SALE = Word("SELL-01", "sell:", "what")

VERBS = (
    Verb("build", _chain(Word(MENU, "build:", "tile"), WHERE), ("tile",), ("where",)),
    Verb("round-tile", _chain(Word(MENU, "round_tile:", "tile")), ("tile",)),
    Verb("residence", _chain(Word(MENU, "residence"), WHERE, DIRECTION), (), ("where", "direction")),
    Verb(
        "assistant",
        _chain(Word(MENU, "assistant"), RESIDENCE, DIRECTION),
        (),
        ("where", "direction"),
    ),
    Verb(
        "place",
        (Action((WHERE, DIRECTION)), Action((RESIDENCE, DIRECTION)), Action((MOVED_TO,))),
        ("where",),
        ("direction",),
    ),
    Verb("activate", _one(DIRECTION), ("direction",)),
    Verb("pass", _chain(Word(MENU, "pass"))),
    Verb("sell", (Action((Word("", "sell"), SALE)), Action((SALE,))), ("what",)),
    Verb("convert", _one(Word("EFF-02", "times:", "what"), Word("EFF-07", "swap:", "what")), ("what",)),
    Verb(
        "gain",
        _one(Word("EFF-07", "kinds:", "what"), Word("EFF-07", "gain", "what"), Word("EFF-04", "side:", "what")),
        ("what",),
    ),
    Verb(
        "culture", _one(Word("CULT-03", "culture:", "category"), Word("BLDG-17a", "take:", "category")), ("category",)
    ),
    Verb("move", _chain(Word("BLDG-19a", "move:", "tile"), MOVED_TO), ("tile",), ("where",)),
    Verb("remove", _one(Word("BLDG-20a", "remove:", "residence")), ("residence",)),
    Verb("bathe", _one(Word("BLDG-21a", "activate:", "tile")), ("tile",)),
    Verb("buy-assistant", _one(Word("GAINASSIST-03", "buy:", "with")), ("with",)),
    Verb("done", _one(Word("", "done"), Word("", "decline"))),
    Verb("orders pass", _one(Word("PASS-01", "passes:", "when")), ("when",), is_order=True),
    Verb("orders assistant", _one(Word("GAINASSIST-02", "buys:", "when")), ("when",), is_order=True),
    Verb("choose", _one(Word("", argument="choice")), ("choice",)),
)
"""Every action of the game."""


def commands(services: Services) -> app_commands.Group:
    """`/minerva`."""
    return group_of("minerva", VERBS, Doer(services))


UI = GameUI(
    KEY,
    "minerva",
    commands,
    has_sheet=True,
    accent=0x7B5EA7,
    hint=tile_hint,
    sign=sign,
    entries=entries,
)
"""Minerva at the table."""
