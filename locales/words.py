"""Turn messages into words, with one gettext catalogue per language: whole sentences with named blanks."""

import logging
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Self, TypeAlias

from babel import Locale, localedata
from babel.lists import format_list
from babel.messages.pofile import read_po

import games
from engine.kernel.decision import Argument, Message

log = logging.getLogger(__name__)

_FOLDER = Path(__file__).parent

LANGUAGES = ("en", "fr", "cs")
"""The complete languages. People get the one that their Discord uses."""
OFFERED = (*LANGUAGES, *sorted({file.parent.name for file in _FOLDER.glob("*/*.po")} - set(LANGUAGES)))
"""Languages that people may choose: the complete ones, and those with a folder here. Missing messages appear in
English."""


Signs: TypeAlias = Callable[[Message], str | None]
"""A function that returns the emoji to put before a message, in Discord's markup, or None."""


def no_sign(_: Message) -> str | None:
    return None


class MissingWords(KeyError):  # noqa: N818
    """A message id that is in no catalogue."""


class _Catalogue:
    """All `*.po` files of one language. A plural message has one string per form."""

    def __init__(self, language: str, folder: Path, *, is_strict: bool = False) -> None:
        self.language = language
        self.entries: dict[str, tuple[str, ...]] = {}
        plural, self.forms = "0", 1
        for path in sorted((folder / language).rglob("*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file, locale=language, abort_invalid=is_strict)
            plural, self.forms = str(catalogue.plural_expr), catalogue.num_plurals
            for entry in catalogue:
                if entry.id:
                    name = entry.id if isinstance(entry.id, str) else entry.id[0]
                    strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
                    if strings and all(strings):
                        self.entries[name] = strings
        self.plural = c2py(plural)
        # Babel reads the patterns of lists at first use, which takes 5 to 20 ms. Do it before someone waits.
        localedata.load(language)

    def with_words(self, others: Iterable["_Catalogue"]) -> Self:
        """Return a copy with the others' messages. It keeps its own words for messages that are in both."""
        larger = copy(self)
        larger.entries = dict(self.entries)
        for other in others:
            larger.entries = other.entries | larger.entries
        return larger

    def template(self, message: Message) -> str | None:
        """Return the sentence for `message`, or None. The blank `count` selects the plural form."""
        strings = self.entries.get(message.id)
        if strings is None:
            return None
        if len(strings) == 1:
            return strings[0]
        count = message.blanks.get("count")
        assert isinstance(count, int), message
        return strings[self.plural(count)]


_locale = cache(Locale.parse)
_bundled = cache(lambda language: _Catalogue(language, _FOLDER))


def check_words(game: games.Registration) -> None:
    """Check the catalogues of a package's game. Raises `Unfit`, and errors of files that can't be read."""
    own = _bundled("en")
    if game.package in _domains(own) or f"command.{game.key}" in own.entries:
        raise games.Unfit("the bot's own messages or commands have this name")
    for language in OFFERED:
        catalogue = _of_package(game, language)
        forms = {1, _bundled(language).forms}
        for id, strings in catalogue.entries.items():
            if len(strings) not in forms:
                raise games.Unfit(f"locales/{language}: {id} has {len(strings)} plural forms, not {max(forms)}")
        if language == "en" and f"{game.package}.name" not in catalogue.entries:
            raise games.Unfit(f"locales/en: there is no message {game.package}.name")


def _of_package(game: games.Registration, language: str) -> _Catalogue:
    assert game.folder is not None, game.key
    return _Catalogue(language, game.folder / "locales", is_strict=True)


def _domains(catalogue: _Catalogue) -> set[str]:
    return {id.partition(".")[0] for id in catalogue.entries}


class Words:
    """The messages of all languages, from `*.po` files in `folder` or the bundled catalogues, and from packages."""

    def __init__(self, folder: Path | None = None) -> None:
        own = {language: _bundled(language) if folder is None else _Catalogue(language, folder) for language in OFFERED}
        packaged = [game for game in games.GAMES.values() if game.folder is not None]
        self._domains = _domains(own["en"])
        self._catalogues = {
            language: catalogue.with_words(_of_package(game, language) for game in packaged) if packaged else catalogue
            for language, catalogue in own.items()
        }
        self._missed: set[str] = set()

    def say(
        self, message: Message, language: str, names: Mapping[int, str] | None = None, signs: Signs = no_sign
    ) -> str:
        """Return `message` in `language`, or in English if it isn't translated. `names` maps seats to names; `signs`
        gives emojis. If a message has an emoji, its blanks get none. If it can't be worded, raise `MissingWords` or
        an error of its blanks. For a message of a package's game, return its id and blanks instead."""
        catalogue = self._catalogues.get(language) or self._catalogues["en"]
        if message.id == "seat" and names is not None:
            seat = message.blanks["seat"]
            assert isinstance(seat, int)
            return names[seat]
        sign = signs(message)
        inner = no_sign if sign else signs
        blanks = {key: self._fill(value, catalogue.language, names, inner) for key, value in message.blanks.items()}
        try:
            template = catalogue.template(message) or self._catalogues["en"].template(message)
            if template is None:
                raise MissingWords(message.id)
            words = template.format_map(blanks)
        except Exception:  # a package's messages can fail in any way
            domain, _, rest = message.id.partition(".")
            if domain in self._domains or not rest:
                raise
            self._note_missing(message.id, catalogue.language)
            plain = domain.replace("_", " ").capitalize()
            words = plain if rest == "name" else " ".join(map(str, (message.id, *blanks.values())))
        return f"{sign} {words}" if sign else words

    def _note_missing(self, id: str, language: str) -> None:
        """Log once that a message of a package's game can't be worded."""
        if id not in self._missed:
            self._missed.add(id)
            log.warning("no words: message=%s language=%s", id, language)

    def _fill(self, value: Argument, language: str, names: Mapping[int, str] | None, signs: Signs) -> "int | str":
        if isinstance(value, Message):
            return self.say(value, language, names, signs)
        if isinstance(value, tuple):
            return format_list([self.say(item, language, names, signs) for item in value], locale=_locale(language))
        return value

    def knows(self, message_id: str) -> bool:
        return message_id in self._catalogues["en"].entries
