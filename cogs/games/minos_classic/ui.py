"""The slash commands of Minos (classic), one for each action. Wording and mapping, no rule."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import AnswerPattern, CommandSpec
from cogs.games.minos_classic.option_style import group, guard, style
from cogs.interactions.authority import ASKED, ASKED_BY_THE_RULES
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.proof.lesson import read_lesson
from engine.minos_classic.policies.levels import SPACE

KEY = "minos-classic"
MENU, DICE, KEEP = "TURN-2", "DICE-7", "DICE-3"


def _command(
    path: str, *words: AnswerPattern, needed: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> CommandSpec:
    # In the walk of docs/authority.md the owner has rolled and is asked which dice to keep.
    who = ASKED if path in ("roll", "stop", "choose") else ASKED_BY_THE_RULES
    return CommandSpec(path, (words,), needed, optional, who=who)


def _with_dice(path: str) -> CommandSpec:
    return _command(path, AnswerPattern(MENU, path), AnswerPattern(DICE, argument="dice"), optional=("dice",))


COMMANDS = (
    _command("roll", AnswerPattern(KEEP, "die:", otherwise="none")),
    _command("stop", AnswerPattern(KEEP, "die:", otherwise="all")),
    _command("keep", AnswerPattern(KEEP, "die:", "dice"), needed=("dice",)),
    _with_dice("income"),
    _command(
        "rings",
        AnswerPattern(MENU, "rings"), AnswerPattern(DICE, argument="dice"), AnswerPattern("RINGS-2", "buy:", "buy"),
        optional=("dice", "buy"),
    ),
    _with_dice("gulls"),
    _with_dice("builders"),
    _command(
        "move", AnswerPattern(MENU, "move:", "piece"), AnswerPattern("MOVE-18", "to:", "to"),
        needed=("piece",), optional=("to",),
    ),
    _command(
        "build", AnswerPattern(MENU, "build:", "site"), AnswerPattern("BUILD-9", "kind:", "kind"),
        needed=("site",), optional=("kind",),
    ),
    _command("recruit", AnswerPattern(MENU, "recruit:", "site"), needed=("site",)),
    _command("fight", AnswerPattern("FIGHT-10", "die:", "reroll", otherwise="none"), optional=("reroll",)),
    CommandSpec("order", ((AnswerPattern("HOUSE-4", "rings:", "rings"),),), ("rings",), is_order=True),
    _command("end", AnswerPattern(MENU, "end")),
    _command("choose", AnswerPattern("", argument="choice"), needed=("choice",)),
)  # fmt: skip


UI = GameUI(
    KEY,
    GameEmoji("classic"),
    GameCommands("classic", COMMANDS),
    options=OptionStyle(group=group, style=style, guard=guard),
    lobby=LobbyUI(
        expert=("same_site_twice", "combination_scope"), minutes={2: 90, 3: 120, 4: 150}, waits={2: 45, 3: 50, 4: 55}
    ),
    results=ResultsUI(points_so_far=lambda view: {each.seat: each.value for each in view.seats}, worth_of_point=SPACE),
    lesson=read_lesson(Path(__file__).with_name("lesson.toml")),
)
