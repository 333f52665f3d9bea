"""The appearance of Minos (classic) at a table. Wording and mapping, no rule."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import read_commands
from cogs.games.minos_classic.option_style import group, guard, style
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.proof.lesson import read_lesson
from engine.minos_classic.policies.levels import SPACE

KEY = "minos-classic"
FOLDER = Path(__file__).parent

UI = GameUI(
    KEY,
    GameEmoji("classic"),
    GameCommands("classic", read_commands(FOLDER / "commands.toml")),
    options=OptionStyle(group=group, style=style, guard=guard),
    lobby=LobbyUI(
        expert=("same_site_twice", "combination_scope"), minutes={2: 90, 3: 120, 4: 150}, waits={2: 45, 3: 50, 4: 55}
    ),
    results=ResultsUI(points_so_far=lambda view: {each.seat: each.value for each in view.seats}, worth_of_point=SPACE),
    lesson=read_lesson(FOLDER / "lesson.toml"),
)
