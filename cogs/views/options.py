"""The options of a lobby, for its owner alone: each said in words, the usual choice marked, experts' behind *More*."""

from collections.abc import Mapping

from cogs.ui.game_ui import GameUI
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.speech import LANGUAGE_NAMES
from cogs.ui.wording import Wording
from cogs.views.lobby import note_of, options_of
from cogs.views.pace import hours_of
from engine.kernel.decision import Argument, Message
from engine.kernel.game import Game
from engine.kernel.rules import GameOption, OptionValue
from sessions.clocks.paces import NAMED, NONE, pace_of
from sessions.snapshot import TableSnapshot

SET, SEATS, LANGUAGE, ITSELF, LEFT, PACE, MORE = "set", "seats", "language", "itself", "left", "pace", "more"
PRACTICE, HINTS = "practice", "hints"
USUAL, EXPERT = 0, 1
"""The two pages."""


class OptionPages:
    """The pages of options at one table, in the language of `user`, who owns it."""

    def __init__(self, wording: Wording, seen: TableSnapshot, language: str, user: int) -> None:
        self.wording = wording
        self.seen = seen
        self.language = language
        self.user = user
        self.game_ui: GameUI = wording.game_uis[seen.table.game]

    def page_of(self, key: str) -> int:
        """The page on which an option is."""
        return EXPERT if key in self.game_ui.lobby.expert else USUAL

    def sections(self, page: int) -> "list[tuple[str, Row | None]]":
        """Texts with the controls under them."""
        options = [
            (self._about(option), self._select(place, option))
            for place, option in options_of(self.seen)
            if self.page_of(option.key) == page
        ]
        if page == EXPERT:
            return [(self._say("lobby.experts"), None), *options, ("", (self._turn(USUAL, "button.back"),))]
        has_more = any(self.page_of(option.key) == EXPERT for _, option in options_of(self.seen))
        more: list[tuple[str, Row | None]] = [("", (self._turn(EXPERT, "button.more"),))] if has_more else []
        seats = self._say("lobby.about_seats"), self._seats()
        language = self._say("lobby.about_language"), self._languages()
        table = self._table() if self.seen.table.seats_wanted != 1 else []
        return [(self._say("lobby.options"), None), seats, *options, language, *table, *self._hints(), *more]

    def _say(self, key: str) -> str:
        return self.wording.say(Message(key), self.language)

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self.seen.table.id, self.seen.table.epoch, verb, index, user=self.user)

    def _about(self, option: GameOption) -> str:
        """The name and purpose of an option, and notes on its values."""
        about: dict[str, Argument] = {
            "option": self.game_ui.words.option(option.key),
            "about": self.game_ui.words.about(option.key),
        }
        notes = [note for value in option.choices if (note := note_of(self.game_ui, option.key, value)) is not None]
        lines = [Message("lobby.about", about), *(Message("lobby.small", {"text": note}) for note in notes)]
        return "\n".join(self.wording.say(line, self.language) for line in lines)

    def _select(self, place: int, option: GameOption) -> Select:
        chosen = self.seen.table.options.get(option.key, option.default)
        choices = tuple(
            PanelOption(
                str(number),
                self.wording.say(self.game_ui.words.value(option.key, value), self.language),
                value == chosen,
                self._say("lobby.usual") if value == option.default else "",
            )
            for number, value in enumerate(option.choices)
        )
        name = self.wording.say(self.game_ui.words.option(option.key), self.language)
        return Select(self._press(SET, place), name, choices)

    def _seats(self) -> Select:
        wanted = self.seen.table.seats_wanted
        choices = tuple(
            PanelOption(
                str(seats), self.wording.say(Message("lobby.seats", {"count": seats}), self.language), seats == wanted
            )
            for seats in self.seen.game.rules.seats
        )
        return Select(self._press(SEATS), self._say("lobby.seats_wanted"), choices)

    def _languages(self) -> Select:
        now = self.seen.table.language
        choices = tuple(PanelOption(key, name, key == now) for key, name in LANGUAGE_NAMES.items())
        return Select(self._press(LANGUAGE), self._say("lobby.language"), choices)

    def _table(self) -> "list[tuple[str, Row | None]]":
        """Settings for several people: their pace, the start, replacements for those who leave."""
        seating = self.seen.table.seating
        begins = {"owner": "lobby.begin_owner", "full": "lobby.begin_full"}
        plays = {"autopilot": "lobby.autopilot", "standard": "lobby.standard"}
        itself = self._one_of(ITSELF, begins, "full" if seating.starts_itself else "owner")
        left = self._one_of(LEFT, plays, seating.left)
        sections: list[tuple[str, Row | None]] = [
            (self._say("lobby.about_pace"), self._paces()),
            (self._say("lobby.about_begin"), itself),
            (self._say("lobby.about_left"), left),
        ]
        if self.seen.table.computers:
            undone = {"game": "lobby.undo_game", "practice": "lobby.undo_practice"}
            practice = self._one_of(PRACTICE, undone, "practice" if seating.practice else "game")
            sections.append((self._say("lobby.about_practice"), practice))
        return sections

    def _hints(self) -> "list[tuple[str, Row | None]]":
        """The choice of hints, or a line that this bot has no computer players."""
        if not self.seen.offers_computers:
            return [(self._say("lobby.about_no_computers"), None)]
        hints = {"no": "lobby.hints_no", "yes": "lobby.hints_yes"}
        chosen = "yes" if self.seen.table.seating.hints else "no"
        return [(self._say("lobby.about_hints"), self._one_of(HINTS, hints, chosen))]

    def _paces(self) -> Select:
        """The paces that have names, and the table's own."""
        kept = self.seen.table.pace
        now = NONE if pace_of(kept) is None or kept is None else kept
        known = dict.fromkeys((NONE, *NAMED, now))
        names = {key: self._say(f"server.pace.{key}") if key in (NONE, *NAMED) else key for key in known}
        choices = tuple(PanelOption(key, name, key == now, self._hours(key)) for key, name in names.items())
        return Select(self._press(PACE), names[now], choices)

    def _hours(self, key: str) -> str:
        """The hours of a pace; empty without a pace."""
        hours = hours_of(key)
        return "" if hours is None else self.wording.say(hours, self.language)

    def _one_of(self, verb: str, words: Mapping[str, str], chosen: str) -> Select:
        """A choice between things that have words of their own."""
        choices = tuple(PanelOption(key, self._say(name), key == chosen) for key, name in words.items())
        return Select(self._press(verb), self._say(words[chosen]), choices)

    def _turn(self, page: int, words: str) -> Button:
        return Button(self._press(MORE, page), self._say(words))


def typed_options(game: Game[object], typed: str) -> tuple[list[str], str]:
    """The `key=value` words at the beginning that are whole, and what is being typed after them."""
    words = {f"{option.key}={str(value).lower()}" for option in game.rules.options for value in option.choices}
    whole: list[str] = []
    rest = typed
    while (parts := rest.split(maxsplit=1)) and parts[0].lower() in words and rest != parts[0]:
        whole.append(parts[0].lower())
        rest = parts[1] if len(parts) > 1 else ""
    return whole, rest


def read_options(game: Game[object], typed: str) -> Mapping[str, OptionValue]:
    """Options typed as `key=value` words. Raises `UIRefusal` naming the word that is none."""
    known = {option.key: option for option in game.rules.options}
    chosen: dict[str, OptionValue] = {}
    for word in typed.split():
        key, _, text = word.partition("=")
        option = known.get(key)
        values = {str(choice).lower(): choice for choice in option.choices} if option else {}
        if text.lower() not in values:
            legal = ", ".join(
                f"{one.key}={str(choice).lower()}" for one in game.rules.options for choice in one.choices
            )
            raise UIRefusal("refused.unknown_option", typed=word[:60], legal=legal)
        chosen[key] = values[text.lower()]
    return chosen
