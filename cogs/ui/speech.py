"""Who reads which language: public messages speak the table's, private ones the reader's."""

import re
from collections.abc import Callable, Mapping

import discord

from cogs.ui.text import after_signs
from engine.kernel.decision import Argument, Message
from locales.words import LANGUAGES, Signs, Words, no_sign

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "cs": "Čeština"}

_NAMED = "\0"
"""What stands for a name while it is looked where that would stand; nobody is called so."""
_SEAT = re.compile(f"{_NAMED}(\\d+){_NAMED}")
"""The same where it matters whose name."""
UNCHOSEN, COMMUNITY = "en-US", "COMMUNITY"
"""The language of a server that has not chosen one, and the feature of those that can."""


def language_of(locale: object) -> str | None:
    """Our language for one of Discord's locales (`en-GB`, `fr`); None where we have none."""
    language = str(locale).partition("-")[0]
    return language if language in LANGUAGES else None


class Speech:
    """Says messages in the right language. `chosen` finds the language a user has settled on, if any, `of_server` the
    one that those who manage a server have."""

    def __init__(
        self,
        words: Words,
        default: str,
        chosen: Callable[[int], str | None],
        of_server: Callable[[int | None], str | None] = lambda _: None,
    ) -> None:
        self.words = words
        self.default = default
        self._chosen = chosen
        self._of_server = of_server

    def reader(self, interaction: discord.Interaction) -> str:
        """Language of private answers: the reader's choice, else their Discord's, else the server's, else ours."""
        return (
            self._chosen(interaction.user.id)
            or language_of(interaction.locale)
            or language_of(interaction.guild_locale)
            or self.default
        )

    def user(self, user: int) -> str:
        """Language of a message to someone who is not speaking to us now."""
        return self._chosen(user) or self.default

    def place(self, interaction: discord.Interaction) -> str:
        """Language of a table opened here that names none: the server's if it has chosen one, else the opener's.

        It chooses by `/server`, or else at Discord. Every server has a language at Discord, English to begin with; only
        a community can choose another.
        """
        settled = self._of_server(interaction.guild_id)
        if settled is not None:
            return settled
        guild = interaction.guild
        is_chosen = str(interaction.guild_locale) != UNCHOSEN or (guild is not None and COMMUNITY in guild.features)
        return (language_of(interaction.guild_locale) if is_chosen else None) or self.reader(interaction)

    def say(
        self, message: Message, language: str, names: Mapping[int, str] | None = None, signs: Signs = no_sign
    ) -> str:
        """`message` in `language`; `names` fills in who sits where, `signs` the little pictures before its words."""
        return self.words.say(message, language, names, signs)

    def say_under(
        self, heading: str, message: Message, language: str, names: Mapping[int, str], signs: Signs = no_sign
    ) -> str:
        """As `say`, below a heading that names `heading`: without that name where the sentence would begin with it.

        What is left begins in lower case, after the sign that the sentence has.
        """
        seat = next((seat for seat, name in names.items() if name == heading), None)
        if heading and seat is not None:
            sign, words = after_signs(self.say(message, language, {**names, seat: _NAMED}, signs))
            rest = words.removeprefix(f"{_NAMED} ")
            if rest[0].isalpha() and _NAMED not in rest:
                return sign + rest
        return self.say(message, language, names, signs)

    def named_first(self, message: Message, language: str, names: Mapping[int, str]) -> str | None:
        """The name of whom a sentence is about: the one it names first, in that language; None where it names none."""
        name, inner = message.blanks.get("name"), message.blanks.get("line")
        if isinstance(name, str) and name in names.values():
            return name
        if isinstance(inner, Message):
            return self.named_first(inner, language, names)
        found = _SEAT.search(self.say(message, language, {seat: f"{_NAMED}{seat}{_NAMED}" for seat in names}))
        return names[int(found[1])] if found else None

    def translate(self, interaction: discord.Interaction, key: str, **blanks: Argument) -> str:
        """The sentence `key` in the reader's language."""
        return self.words.say(Message(key, blanks), self.reader(interaction))


class Below:
    """Says the lines below a `heading` that names somebody, in their order (empty: it names nobody).

    They do without that name where they would begin with it, but for the first after one about somebody else.
    """

    def __init__(self, speech: Speech, heading: str, language: str, signs: Signs = no_sign) -> None:
        self._speech = speech
        self._heading, self._language, self._signs = heading, language, signs
        self._about = self._about_before = heading

    def say(self, message: Message, names: Mapping[int, str], *, is_again: bool = False) -> str:
        """The next line; `is_again`: in place of the last one, which tells more now."""
        if is_again:
            self._about = self._about_before
        heading = self._heading if self._about == self._heading else ""
        words = self._speech.say_under(heading, message, self._language, names, self._signs)
        self._about_before = self._about
        if self._heading:
            self._about = self._speech.named_first(message, self._language, names) or self._about
        return words
