"""The slash commands of Minerva, one for each action. Wording and mapping, no rule."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import AnswerChain, AnswerPattern, CommandSpec
from cogs.games.minerva.option_style import group, guard, style, subject
from cogs.games.minerva.symbols import sign
from cogs.games.minerva.words import alone, entries, tile_hint
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.proof.lesson import read_lesson
from engine.minerva.policies.levels import VP

KEY = "minerva"
MENU = "TURN-05"
WHERE, MOVED_TO = AnswerPattern("BUILD-05", "cell:", "where"), AnswerPattern("BLDG-19b", "cell:", "where")
RESIDENCE = AnswerPattern("ASSIST-01", "residence:", "where")
DIRECTION = AnswerPattern("RES-02", "direction:", "direction")


def _chain(*words: AnswerPattern) -> tuple[AnswerChain, ...]:
    return (words,)


def _one(*words: AnswerPattern) -> tuple[AnswerChain, ...]:
    """Return one chain for each of these questions."""
    return tuple((word,) for word in words)


SALE = AnswerPattern("SELL-01", "sell:", "what")

COMMANDS = (
    CommandSpec("build", _chain(AnswerPattern(MENU, "build:", "tile"), WHERE), ("tile",), ("where",)),
    CommandSpec("round-tile", _chain(AnswerPattern(MENU, "round_tile:", "tile")), ("tile",)),
    CommandSpec("residence", _chain(AnswerPattern(MENU, "residence"), WHERE, DIRECTION), (), ("where", "direction")),
    CommandSpec(
        "assistant", _chain(AnswerPattern(MENU, "assistant"), RESIDENCE, DIRECTION), (), ("where", "direction")
    ),
    CommandSpec("place", ((WHERE, DIRECTION), (RESIDENCE, DIRECTION), (MOVED_TO,)), ("where",), ("direction",)),
    CommandSpec("activate", _one(DIRECTION), ("direction",)),
    CommandSpec("pass", _chain(AnswerPattern(MENU, "pass"))),
    CommandSpec("sell", ((AnswerPattern("", "sell"), SALE), (SALE,)), ("what",)),
    CommandSpec(
        "convert", _one(AnswerPattern("EFF-02", "times:", "what"), AnswerPattern("EFF-07", "swap:", "what")), ("what",)
    ),
    CommandSpec(
        "gain",
        _one(
            AnswerPattern("EFF-07", "kinds:", "what"),
            AnswerPattern("EFF-07", "gain", "what"),
            AnswerPattern("EFF-04", "side:", "what"),
        ),
        ("what",),
    ),
    CommandSpec(
        "culture",
        _one(AnswerPattern("CULT-03", "culture:", "category"), AnswerPattern("BLDG-17a", "take:", "category")),
        ("category",),
    ),
    CommandSpec("move", _chain(AnswerPattern("BLDG-19a", "move:", "tile"), MOVED_TO), ("tile",), ("where",)),
    CommandSpec("remove", _one(AnswerPattern("BLDG-20a", "remove:", "residence")), ("residence",)),
    CommandSpec("bathe", _one(AnswerPattern("BLDG-21a", "activate:", "tile")), ("tile",)),
    CommandSpec("buy-assistant", _one(AnswerPattern("GAINASSIST-03", "buy:", "with")), ("with",)),
    CommandSpec("done", _one(AnswerPattern("", "done"), AnswerPattern("", "decline"))),
    CommandSpec("orders pass", _one(AnswerPattern("PASS-01", "passes:", "when")), ("when",), is_order=True),
    CommandSpec("orders assistant", _one(AnswerPattern("GAINASSIST-02", "buys:", "when")), ("when",), is_order=True),
    CommandSpec("choose", _one(AnswerPattern("", argument="choice")), ("choice",)),
)


UI = GameUI(
    KEY,
    GameEmoji("minerva", sign),
    GameCommands("minerva", COMMANDS),
    accent=0x7B5EA7,
    options=OptionStyle(hint=tile_hint, group=group, style=style, guard=guard, subject=subject),
    lobby=LobbyUI(expert=("colon_mode",), minutes={1: 30, 2: 45, 3: 60, 4: 75}, waits={2: 50, 3: 80, 4: 110}),
    results=ResultsUI(
        solo=alone,
        points_so_far=lambda view: {each.seat: sum(each.points.values()) for each in view.seats},
        worth_of_point=VP,
    ),
    entries=entries,
    lesson=read_lesson(Path(__file__).with_name("lesson.toml")),
)
