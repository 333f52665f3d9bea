"""Everything the bot says, in the reader's language, with the emoji that Discord has."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.ui.game_ui import GameUI
from cogs.ui.matching import Named, find_meant, matching
from cogs.ui.refusals import UIRefusal
from cogs.ui.rulebook import Rulebooks
from cogs.ui.speech import Speech
from cogs.ui.text import shorten
from engine.kernel.decision import Message
from engine.kernel.game import Game
from locales.words import LANGUAGES
from render import GEAR
from sessions.records.table import Table


class Emoji:
    """The emoji that Discord is known to have, by name."""

    def __init__(self) -> None:
        self._marked_up: dict[str, str] = {}
        self.is_doubted = asyncio.Event()
        """Set when Discord refuses a message with emoji: the list is then fetched again."""

    def keep(self, name: str, emoji_id: int) -> None:
        self._marked_up[name] = f"<:{name}:{emoji_id}>"

    def lose(self, name: str) -> None:
        self._marked_up.pop(name, None)

    def doubt(self) -> bool:
        """Stop using emoji until they have been looked up again. Return whether any were in use."""
        were_used = bool(self._marked_up)
        self._marked_up.clear()
        if were_used:
            self.is_doubted.set()
        return were_used

    def markup(self, name: str) -> str | None:
        return self._marked_up.get(name)

    def __len__(self) -> int:
        return len(self._marked_up)


def parts(message: Message) -> Iterator[Message]:
    """Yield a message and all messages in its blanks, outermost first."""
    yield message
    for value in message.blanks.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from parts(part)


@dataclass(frozen=True, slots=True)
class Wording:
    """Puts messages into words, with names of players and emoji of games. Games are named by their keys."""

    speech: Speech
    game_uis: Mapping[str, GameUI]
    games: Mapping[str, Game[Any]]
    rulebooks: Rulebooks
    emoji: Emoji = field(default_factory=Emoji)

    def say(self, message: Message, language: str, table: Table | None = None) -> str:
        """Return `message` in `language`, with the names of the people at `table`, without emoji."""
        return self.speech.say(message, language, table.names if table else None)

    def show(self, message: Message, language: str, table: Table | None = None) -> str:
        """Return `message` with emoji, for the text of a Discord message: no other text can show them."""
        return self.speech.say(message, language, table.names if table else None, self.sign)

    def show_all(self, lines: Sequence[tuple[Message, Mapping[int, str]]], language: str, longest: int) -> list[str]:
        """Say each message with its own names. Emoji are omitted if they make the total longer than `longest`."""
        texts = [self.speech.say(message, language, names, self.sign) for message, names in lines]
        if sum(map(len, texts)) + 2 * len(texts) <= longest:
            return texts
        return [self.speech.say(message, language, names) for message, names in lines]

    def sign(self, message: Message) -> str | None:
        for game_ui in self.game_uis.values():
            name = game_ui.emoji.name_of(message)
            if name is not None:
                return self.emoji.markup(name)
        return None

    def sign_within(self, message: Message) -> str | None:
        return next((sign for part in parts(message) if (sign := self.sign(part)) is not None), None)


def computer_names(wording: Wording, game: str, language: str) -> list[str]:
    """Return names for computer players in seating order: from the game's world, marked with a gear."""
    names = wording.game_uis[game].words.computers
    known = [
        name if wording.speech.words.knows(name.id) else Message("computer.numbered", {"number": number})
        for number, name in enumerate(names, start=1)
    ]
    return [f"{GEAR} {wording.say(name, language)}" for name in known]


def games_named(wording: Wording, language: str) -> list[Named[str]]:
    """Return every game's key, with its name in `language` first, then in the other languages."""
    return [
        Named(
            key,
            wording.say(game_ui.name, language),
            (*(wording.say(game_ui.name, other) for other in LANGUAGES if other != language), key),
        )
        for key, game_ui in wording.game_uis.items()
    ]


def game_meant(wording: Wording, typed: str, language: str) -> str:
    """Return the key of the game that was typed. Raises `UIRefusal` if none or several match."""
    games = games_named(wording, language)
    key = find_meant(typed, games)
    if key is not None:
        return key
    shown = shorten(typed, 50).replace("`", "'")
    fitting = tuple(wording.game_uis[each.thing].name for each in matching(typed, games))
    if len(fitting) > 1:
        raise UIRefusal("refused.several", typed=shown, things=fitting)
    raise UIRefusal("refused.unknown_game", game=shown)
