"""The language of each message: the table's for public messages, the reader's for private ones."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord

from cogs.ui.text import after_signs
from engine.kernel.decision import Argument, Message
from locales.words import LANGUAGES, Signs, Words, no_sign

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "cs": "Čeština"}

_NAMED = "\0"
"""Stands in for a name to find its place in a sentence. Nobody has this name."""
_SEAT = re.compile(f"{_NAMED}(\\d+){_NAMED}")
"""Like the stand-in above, with the number of the named seat."""
UNCHOSEN, COMMUNITY = "en-US", "COMMUNITY"
"""The language that Discord gives a server that can't choose one, and the feature of servers that can."""


def language_of(locale: object) -> str | None:
    """Return our language for one of Discord's locales (`en-GB`, `fr`), or None."""
    language = str(locale).partition("-")[0]
    return language if language in LANGUAGES else None


@dataclass
class Speech:
    """Says messages in the right language: one `chosen` by a user, or one `of_server`."""

    words: Words
    default: str
    _chosen: Callable[[int], str | None]
    _of_server: Callable[[int | None], str | None] = lambda _: None

    def reader(self, interaction: discord.Interaction) -> str:
        """Return the language of private answers: the reader's choice, else their Discord's, the server's, or ours."""
        return (
            self._chosen(interaction.user.id)
            or language_of(interaction.locale)
            or language_of(interaction.guild_locale)
            or self.default
        )

    def user(self, user: int) -> str:
        return self._chosen(user) or self.default

    def place(self, interaction: discord.Interaction) -> str:
        """Return the language of a new table without a chosen one: the server's choice, else the opener's.

        Discord gives every server English at first, and only a community can choose another language.
        """
        settled = self._of_server(interaction.guild_id)
        if settled is not None:
            return settled
        guild = interaction.guild
        is_chosen = str(interaction.guild_locale) != UNCHOSEN or (guild is not None and COMMUNITY in guild.features)
        return (language_of(interaction.guild_locale) if is_chosen else None) or self.reader(interaction)

    def guild(self, guild: discord.Guild) -> str:
        """Return the language of a message to a server: its choice here, else a community's choice at Discord."""
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
        """Return the name that the sentence begins with in that language, or None if it names nobody."""
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
    """Says lines below a `heading`, a name or "". A line that begins with that name omits it."""

    def __init__(self, speech: Speech, heading: str, language: str, signs: Signs = no_sign) -> None:
        self._speech = speech
        self._heading, self._language, self._signs = heading, language, signs
        self._about = self._about_before = heading

    def say(self, message: Message, names: Mapping[int, str], *, is_again: bool = False) -> str:
        """Return the next line in words. With `is_again` it replaces the last line and adds to it."""
        if is_again:
            self._about = self._about_before
        heading = self._heading if self._about == self._heading else ""
        words = self._speech.say_under(heading, message, self._language, names, self._signs)
        self._about_before = self._about
        if self._heading:
            self._about = self._speech.named_first(message, self._language, names) or self._about
        return words
