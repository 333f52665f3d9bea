"""The appearance of Minos (classic) at a table. This module has no rules."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import read_commands
from cogs.games.minos_classic.words import entries
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.decision import Message, Option
from engine.kernel.offering.offers import head_of
from engine.kernel.proof.lesson import read_lesson
from engine.minos_classic.content.box import KINDS
from engine.minos_classic.policies.levels import SPACE

KEY = "minos-classic"
FOLDER = Path(__file__).parent
END = "minos_classic.action.end"
GROUPS = {
    **{head: Message(f"minos_classic.group.{head}") for head in ("move", "build", "recruit")},
    **dict.fromkeys(KINDS, Message("minos_classic.kind.dice")),
}
"""The names of lists of options, by the first part of the options' keys."""


def style(option: Option) -> str:
    """Return the style of a button. Income of 0 talents gives nothing. INCOME-4"""
    worth = option.label.blanks.get("worth")
    is_idle = isinstance(worth, Message) and worth == Message("minos_classic.worth.income", {"count": 0})
    return "idle" if is_idle else "plain" if option.label.id == END else "main"


UI = GameUI(
    KEY,
    GameEmoji("classic"),
    GameCommands("classic", read_commands(FOLDER / "commands.toml")),
    options=OptionStyle(
        group=lambda option: GROUPS.get(head_of(option.key)),
        style=style,
        guard=lambda option: Message("minos_classic.guard.end") if option.label.id == END else None,
    ),
    lobby=LobbyUI(
        expert=("same_site_twice", "combination_scope"), minutes={2: 90, 3: 120, 4: 150}, waits={2: 45, 3: 50, 4: 55}
    ),
    results=ResultsUI(points_so_far=lambda view: {each.seat: each.value for each in view.seats}, worth_of_point=SPACE),
    entries=entries,
    lesson=read_lesson(FOLDER / "lesson.toml"),
)
