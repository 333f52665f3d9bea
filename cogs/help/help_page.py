"""The pages of `/help`: the basics for a newcomer, and a menu of more topics."""

from cogs.interactions.answering import Reply
from cogs.ui.layout import text_panel
from cogs.ui.panel import PanelOption, Select
from cogs.ui.press import HelpPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from engine.kernel.decision import Message

START = "start"

SECTIONS = {
    "table": ("help.table.title", "help.table"),
    "turn": ("help.turn.title", "help.turn"),
    "look": ("help.look.title", "help.look"),
    "back": ("help.back.title", "help.back"),
    "own": ("help.own.title", "help.own"),
}
"""More topics, by the value in the menu: title and text."""


def help_page(wording: Wording, language: str, user: int, game_here: str | None, *, replaces: bool = False) -> Reply:
    names = tuple(game_ui.name for game_ui in wording.game_uis.values())
    parts = [Message("help.start", {"games": names})]
    if game_here is not None:
        parts.append(Message("help.here", {"game": wording.game_uis[game_here].name}))
    text = "\n".join(wording.say(part, language) for part in parts)
    return Reply(view=text_panel(text, [_select(wording, language, user, START, game_here)]), replaces=replaces)


def help_topic(wording: Wording, language: str, user: int, picked: str, *, replaces: bool = False) -> Reply:
    """Show a help topic, or the short explanation of a game. Raises `UIRefusal` for anything else."""
    if picked == START:
        return help_page(wording, language, user, None, replaces=replaces)
    if picked in SECTIONS:
        words = Message(SECTIONS[picked][1])
    elif picked in wording.game_uis:
        game_ui = wording.game_uis[picked]
        words = Message("help.game", {"game": game_ui.name, "teach": game_ui.words.teach})
    else:
        raise UIRefusal("refused.no_page")
    rows = [_select(wording, language, user, picked, picked if picked in wording.game_uis else None)]
    return Reply(view=text_panel(wording.say(words, language), rows), replaces=replaces)


def _select(wording: Wording, language: str, user: int, shown: str, game_here: str | None) -> Select:

    def option(value: str, words: Message, hint: str = "") -> PanelOption:
        return PanelOption(value, wording.say(words, language), hint=hint)

    in_a_minute = wording.say(Message("help.game.hint"), language)
    games = sorted(wording.game_uis.values(), key=lambda game_ui: game_ui.key != game_here)
    options = [
        option(START, Message("help.start.title")),
        *(option(key, Message(title)) for key, (title, _) in SECTIONS.items()),
        *(option(game_ui.key, game_ui.name, in_a_minute) for game_ui in games),
    ]
    title = wording.say(Message("help.more"), language)
    return Select(HelpPress(user), title, tuple(each for each in options if each.value != shown))
