"""The appearance of Minerva at a table. This module has no rules."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import read_commands
from cogs.games.minerva.symbols import sign
from cogs.games.minerva.words import alone, entries, tile_hint, tile_of
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.decision import Message
from engine.kernel.proof.lesson import read_lesson
from engine.minerva.policies.levels import VP

KEY = "minerva"
FOLDER = Path(__file__).parent
COMMANDS = read_commands(FOLDER / "commands.toml")
PASS, BUILD = "minerva.option.pass", Message("minerva.group.build")
QUIET = frozenset({PASS, "minerva.option.decline", "minerva.option.done", "minerva.option.sell"})
"""Options that end, decline or sell something. Their buttons are grey."""

UI = GameUI(
    KEY,
    GameEmoji("minerva", sign),
    GameCommands("minerva", COMMANDS),
    accent=0x7B5EA7,
    options=OptionStyle(
        hint=tile_hint,
        group=lambda option: BUILD if option.key.startswith("build:") else None,
        style=lambda option: "plain" if option.label.id in QUIET else "main",
        guard=lambda option: Message("minerva.guard.pass") if option.label.id == PASS else None,
        subject=tile_of,
    ),
    lobby=LobbyUI(expert=("colon_mode",), minutes={1: 30, 2: 45, 3: 60, 4: 75}, waits={2: 50, 3: 80, 4: 110}),
    results=ResultsUI(
        solo=alone,
        points_so_far=lambda view: {each.seat: sum(each.points.values()) for each in view.seats},
        worth_of_point=VP,
    ),
    entries=entries,
    lesson=read_lesson(FOLDER / "lesson.toml"),
)
