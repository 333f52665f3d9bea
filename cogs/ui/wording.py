"""Everything the bot says, with the emoji that Discord has: in the table's language if public, else in the reader's."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from babel import Locale

from cogs.ui.game_ui import GameUI
from cogs.ui.matching import Named, find_meant, matching
from cogs.ui.refusals import UIRefusal
from cogs.ui.rulebook import Rulebooks
from cogs.ui.text import after_signs, shorten
from engine.kernel.decision import Argument, Message
from engine.kernel.game import Game
from locales.words import LANGUAGES, OFFERED, Signs, Words, no_sign
from render import GEAR
from sessions.records.table import Table

LANGUAGE_NAMES = {language: str(Locale(language).get_display_name(language)).capitalize() for language in OFFERED}
LANGUAGE_NAMES |= {begun: f"{LANGUAGE_NAMES[begun]} / English" for begun in OFFERED if begun not in LANGUAGES}
"""Each language's name in itself. If it lacks messages, "English" follows, because those are shown in English."""

_NAMED = "\0"
"""Stands in for a name to find its place in a sentence. Nobody has this name."""
_SEAT = re.compile(f"{_NAMED}(\\d+){_NAMED}")
"""Matches a seat's number between two `_NAMED` characters."""
UNCHOSEN, COMMUNITY = "en-US", "COMMUNITY"
"""The language Discord reports for servers that haven't chosen one, and the feature that lets a server choose."""


def language_of(locale: object) -> str | None:
    """Return our complete language for one of Discord's locales (`en-GB`, `fr`), or None."""
    language = str(locale).partition("-")[0]
    return language if language in LANGUAGES else None


@dataclass
class Speech:
    """Chooses the language to speak: the user's choice, the server's choice, or the default."""

    words: Words
    default: str
    _chosen: Callable[[int], str | None]
    _of_server: Callable[[int | None], str | None] = lambda _: None

    def reader(self, interaction: discord.Interaction) -> str:
        """Return the reader's language: chosen here, set in Discord, set for the server, or else the default."""
        return (
            self._chosen(interaction.user.id)
            or language_of(interaction.locale)
            or language_of(interaction.guild_locale)
            or self.default
        )

    def user(self, user: int, at_table: str) -> str:
        """Return the language of a direct message: the user's choice, or else that of the table (`at_table`), because
        Discord doesn't say what language the user has set."""
        return self._chosen(user) or at_table

    def place(self, interaction: discord.Interaction) -> str:
        """Return a new table's language: the server's if set here or (by a community) in Discord, else the opener's."""
        settled = self._of_server(interaction.guild_id)
        if settled is not None:
            return settled
        guild = interaction.guild
        is_chosen = str(interaction.guild_locale) != UNCHOSEN or (guild is not None and COMMUNITY in guild.features)
        return (language_of(interaction.guild_locale) if is_chosen else None) or self.reader(interaction)

    def guild(self, guild: discord.Guild) -> str:
        """Return a server's language: chosen here, chosen in Discord by a community, or else the default."""
        chosen = language_of(guild.preferred_locale) if COMMUNITY in guild.features else None
        return self._of_server(guild.id) or chosen or self.default

    def say(
        self, message: Message, language: str, names: Mapping[int, str] | None = None, signs: Signs = no_sign
    ) -> str:
        return self.words.say(message, language, names, signs)

    def say_under(
        self, heading: str, message: Message, language: str, names: Mapping[int, str], signs: Signs = no_sign
    ) -> str:
        """Say a message. If it begins with the name `heading`, drop the name and continue in lower case."""
        seat = next((seat for seat, name in names.items() if name == heading), None)
        if heading and seat is not None:
            sign, words = after_signs(self.say(message, language, {**names, seat: _NAMED}, signs))
            rest = words.removeprefix(f"{_NAMED} ")
            if rest[0].isalpha() and _NAMED not in rest:
                return sign + rest
        return self.say(message, language, names, signs)

    def named_first(self, message: Message, language: str, names: Mapping[int, str]) -> str | None:
        """Return the player a message is about: its `name`, or else the first player it names. None without a name."""
        name, inner = message.blanks.get("name"), message.blanks.get("line")
        if isinstance(name, str) and name in names.values():
            return name
        if isinstance(inner, Message):
            return self.named_first(inner, language, names)
        found = _SEAT.search(self.say(message, language, {seat: f"{_NAMED}{seat}{_NAMED}" for seat in names}))
        return names[int(found[1])] if found else None

    def translate(self, interaction: discord.Interaction, key: str, **blanks: Argument) -> str:
        return self.words.say(Message(key, blanks), self.reader(interaction))


class Below:
    """Puts lines into words below a `heading`, a name or "". A line that begins with that name omits it."""

    def __init__(self, speech: Speech, heading: str, language: str, signs: Signs = no_sign) -> None:
        self._speech = speech
        self._heading, self._language, self._signs = heading, language, signs
        self._about = self._about_before = heading

    def say(self, message: Message, names: Mapping[int, str], *, is_again: bool = False) -> str:
        """Return the next line in words. If `is_again`, the line replaces the previous one."""
        if is_again:
            self._about = self._about_before
        heading = self._heading if self._about == self._heading else ""
        words = self._speech.say_under(heading, message, self._language, names, self._signs)
        self._about_before = self._about
        if self._heading:
            self._about = self._speech.named_first(message, self._language, names) or self._about
        return words


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
        """Return the text of each message. Emoji are omitted if they make the total longer than `longest`."""
        texts = [self.speech.say(message, language, names, self.sign) for message, names in lines]
        if sum(map(len, texts)) + 2 * len(texts) <= longest:
            return texts
        return [self.speech.say(message, language, names) for message, names in lines]

    def place_of(self, table: Table) -> dict[str, Argument]:
        """Return the blanks `game` and `channel` of a message about a table."""
        return {"game": self.game_uis[table.game].name, "channel": f"<#{table.channel}>"}

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


def read_game(wording: Wording, typed: str, language: str) -> str:
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
