"""The options of a lobby, for its owner alone. A first game needs three; the rest are behind *Advanced options*."""

from collections.abc import Mapping
from typing import TypeAlias, get_args

from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from cogs.views.lobby import is_rated, note_of, options_of
from cogs.views.pace import hours_of
from engine.kernel.decision import Argument, Message
from engine.kernel.game import Game
from engine.kernel.rules import GameOption, OptionValue
from sessions.clocks.own_time import NAMED, NONE, pace_of
from sessions.records.table import Kept
from sessions.snapshot import TableSnapshot

SET, SEATS, LANGUAGE, ITSELF, LEFT, PACE, MORE = "set", "seats", "language", "itself", "left", "pace", "more"
PRACTICE, HINTS, PICTURES, SILENT, RATING = "practice", "hints", "pictures", "silent", "rating"
FIRST, ADVANCED = 0, 1
KEPT = {kept: f"lobby.pictures_{kept}" for kept in get_args(Kept)}


Section: TypeAlias = "tuple[str, Row | None]"


class OptionPages:
    def __init__(self, wording: Wording, seen: TableSnapshot, language: str, user: int) -> None:
        self._wording = wording
        self._seen = seen
        self._language = language
        self._user = user
        self._game_ui = wording.game_uis[seen.table.game]
        self._is_for_several = seen.table.seats_wanted != 1

    def page_of(self, press: Press) -> int:
        if press.verb == SET:
            return _page_of_option(self._seen.game.rules.options[press.index])
        return FIRST if press.verb in (SEATS, PACE, LANGUAGE) else ADVANCED

    def sections(self, page: int) -> list[Section]:
        own = [
            (self._about(option), self._option(place, option))
            for place, option in options_of(self._seen)
            if _page_of_option(option) == page
        ]
        if page == ADVANCED:
            company = self._company() if self._is_for_several else []
            return [
                (self._say("lobby.advanced"), None),
                *own,
                *company,
                self._hints(),
                *self.boards(),
                self._turn(FIRST, "button.back"),
            ]
        pace = [(self._say("lobby.about_pace"), self._paces())] if self._is_for_several else []
        table = self._seen.table
        numbers = {str(seats): self._say("lobby.seats", count=seats) for seats in self._seen.game.rules.seats}
        seats = self._select(self._press(SEATS), self._say("lobby.seats_wanted"), numbers, str(table.seats_wanted))
        language = self._select(self._press(LANGUAGE), self._say("lobby.language"), LANGUAGE_NAMES, table.language)
        return [
            (self._say("lobby.options"), None),
            (self._say("lobby.about_seats"), seats),
            *pace,
            *own,
            (self._say("lobby.about_language"), language),
            self._turn(ADVANCED, "button.more"),
        ]

    def _say(self, key: str, **blanks: Argument) -> str:
        return self._wording.say(Message(key, blanks), self._language)

    def _press(self, verb: str, index: int = 0) -> Press:
        return Press(self._seen.table.id, self._seen.table.epoch, verb, index, user=self._user)

    def _turn(self, page: int, words: str) -> Section:
        return "", (Button(self._press(MORE, page), self._say(words)),)

    def _select(
        self, press: Press, title: str, values: Mapping[str, str], chosen: str, hints: Mapping[str, str] | None = None
    ) -> Select:
        """Return a select for one option. A closed select shows only the chosen label, so that label includes
        the option's name."""
        known = hints or {}
        labels = {**values, chosen: self._say("lobby.choice", option=title, value=values.get(chosen, ""))}
        choices = tuple(PanelOption(key, labels[key], key == chosen, known.get(key, "")) for key in values)
        return Select(press, title, choices)

    def _one_of(self, verb: str, title: str, ids: Mapping[str, str], chosen: str) -> Select:
        return self._select(
            self._press(verb), self._say(title), {key: self._say(id) for key, id in ids.items()}, chosen
        )

    def _about(self, option: GameOption) -> str:
        words = self._game_ui.words
        notes = [note_of(self._game_ui, option.key, value) for value in option.choices]
        return "\n".join([
            self._say("lobby.about", option=words.option(option.key), about=words.about(option.key)),
            *(self._say("lobby.small", text=note) for note in notes if note is not None),
        ])  # fmt: skip

    def _option(self, place: int, option: GameOption) -> Select:
        words, value = self._game_ui.words, self._seen.table.options.get(option.key, option.default)
        names = {
            str(number): self._wording.say(words.value(option.key, choice), self._language)
            for number, choice in enumerate(option.choices)
        }
        usual = {str(option.choices.index(option.default)): self._say("lobby.usual")}
        chosen = next((str(number) for number, choice in enumerate(option.choices) if choice == value), "")
        title = self._wording.say(words.option(option.key), self._language)
        return self._select(self._press(SET, place), title, names, chosen, usual)

    def _company(self) -> list[Section]:
        table, seating = self._seen.table, self._seen.table.seating
        begins = {"owner": "lobby.begin_owner", "full": "lobby.begin_full"}
        beginning = "full" if seating.starts_itself else "owner"
        plays = {"autopilot": "lobby.autopilot", "standard": "lobby.standard"}
        sections: list[Section] = [
            (self._say("lobby.about_begin"), self._one_of(ITSELF, "lobby.start", begins, beginning)),
            (self._say("lobby.about_left"), self._one_of(LEFT, "lobby.if_left", plays, seating.left)),
        ]
        if table.guild is not None:
            ways = {"rated": "lobby.rating_rated", "casual": "lobby.rating_casual"}
            rating = self._one_of(RATING, "lobby.rating", ways, "rated" if is_rated(table) else "casual")
            sections.append((self._say("lobby.about_rating"), rating))
        if table.computers:
            undone = {"game": "lobby.undo_game", "practice": "lobby.undo_practice"}
            practice = self._one_of(PRACTICE, "lobby.undo", undone, "practice" if seating.practice else "game")
            sections.append((self._say("lobby.about_practice"), practice))
        return sections

    def _hints(self) -> Section:
        if not self._seen.offers_computers:
            return self._say("lobby.about_no_computers"), None
        hints = {"no": "lobby.hints_no", "yes": "lobby.hints_yes"}
        chosen = "yes" if self._seen.table.seating.hints else "no"
        return self._say("lobby.about_hints"), self._one_of(HINTS, "lobby.hinting", hints, chosen)

    def boards(self) -> list[Section]:
        """Return the options that the owner may also change while the game runs."""
        seating = self._seen.table.seating
        sounds = {"no": "lobby.silent_no", "yes": "lobby.silent_yes"}
        silent = self._one_of(SILENT, "lobby.silent", sounds, "yes" if seating.silent else "no")
        return [
            (self._say("lobby.about_pictures"), self._one_of(PICTURES, "lobby.pictures", KEPT, seating.pictures)),
            (self._say("lobby.about_silent"), silent),
        ]

    def _paces(self) -> Select:
        kept = self._seen.table.pace
        now = NONE if pace_of(kept) is None or kept is None else kept
        known = dict.fromkeys((NONE, *NAMED, now))
        names = {key: self._say(f"server.pace.{key}") if key in (NONE, *NAMED) else key for key in known}
        hours = {key: self._wording.say(pace, self._language) for key in known if (pace := hours_of(key)) is not None}
        return self._select(self._press(PACE), self._say("lobby.pace_name"), names, now, hours)


def _page_of_option(option: GameOption) -> int:
    """Return the page of an option. An option for solo games, such as the level, is on the first page."""
    return FIRST if option.seats == (1,) else ADVANCED


def typed_options(game: Game[object], typed: str) -> tuple[list[str], str]:
    """Return the complete `key=value` words at the beginning, and the unfinished text after them."""
    words = {f"{option.key}={str(value).lower()}" for option in game.rules.options for value in option.choices}
    whole: list[str] = []
    rest = typed
    while (parts := rest.split(maxsplit=1)) and parts[0].lower() in words and rest != parts[0]:
        whole.append(parts[0].lower())
        rest = parts[1] if len(parts) > 1 else ""
    return whole, rest


def read_options(game: Game[object], typed: str) -> Mapping[str, OptionValue]:
    """Parse options typed as `key=value` words. Raises `UIRefusal` naming a wrong word."""
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
