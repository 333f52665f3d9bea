"""Turn messages into words, with one gettext catalogue per language: whole sentences with named blanks."""

from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TypeAlias

from babel import localedata
from babel.lists import format_list
from babel.messages.pofile import read_po

from engine.kernel.decision import Argument, Message

_FOLDER = Path(__file__).parent

LANGUAGES = ("en", "fr", "cs")
"""The complete languages. People get the one that their Discord uses."""
OFFERED = (*LANGUAGES, *sorted({file.parent.name for file in _FOLDER.glob("*/*.po")} - set(LANGUAGES)))
"""The languages to choose from: the complete ones, and those with a folder here. Their missing messages are English."""


Signs: TypeAlias = Callable[[Message], str | None]
"""A function that returns the emoji to put before a message, in Discord's markup, or None."""


def no_sign(_: Message) -> str | None:
    return None


class MissingWords(KeyError):  # noqa: N818
    """A message id that is in no catalogue."""


class _Catalogue:
    """All `*.po` files of one language. A plural entry has a string per form."""

    def __init__(self, language: str, folder: Path) -> None:
        self.language = language
        self.entries: dict[str, tuple[str, ...]] = {}
        plural = "0"
        for path in sorted((folder / language).rglob("*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file, locale=language)
            plural = str(catalogue.plural_expr)
            for entry in catalogue:
                if entry.id:
                    name = entry.id if isinstance(entry.id, str) else entry.id[0]
                    strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
                    if strings and all(strings):
                        self.entries[name] = strings
        self.plural = c2py(plural)
        # Babel reads the patterns of lists at first use, which takes 5 to 20 ms. Do it before someone waits.
        localedata.load(language)

    def template(self, message: Message) -> str | None:
        """Return the sentence for `message`, if any. The blank `count` selects the plural form."""
        strings = self.entries.get(message.id)
        if strings is None:
            return None
        if len(strings) == 1:
            return strings[0]
        count = message.blanks.get("count")
        assert isinstance(count, int), message
        return strings[self.plural(count)]


_bundled = cache(lambda language: _Catalogue(language, _FOLDER))


class Words:
    """The messages of all languages, from `*.po` files in `folder` or the bundled catalogues."""

    def __init__(self, folder: Path | None = None) -> None:
        self._catalogues = {
            language: _bundled(language) if folder is None else _Catalogue(language, folder) for language in OFFERED
        }

    def say(
        self, message: Message, language: str, names: Mapping[int, str] | None = None, signs: Signs = no_sign
    ) -> str:
        """Return `message` in `language`, or in English. `names` maps seats to names; `signs` gives emojis. If a
        message has an emoji, its blanks get none. Raises `MissingWords`."""
        catalogue = self._catalogues.get(language) or self._catalogues["en"]
        if message.id == "seat" and names is not None:
            seat = message.blanks["seat"]
            assert isinstance(seat, int)
            return names[seat]
        template = catalogue.template(message) or self._catalogues["en"].template(message)
        if template is None:
            raise MissingWords(message.id)
        sign = signs(message)
        inner = no_sign if sign else signs
        blanks = {key: self._fill(value, catalogue.language, names, inner) for key, value in message.blanks.items()}
        words = template.format_map(blanks)
        return f"{sign} {words}" if sign else words

    def _fill(self, value: Argument, language: str, names: Mapping[int, str] | None, signs: Signs) -> "int | str":
        if isinstance(value, Message):
            return self.say(value, language, names, signs)
        if isinstance(value, tuple):
            return format_list([self.say(item, language, names, signs) for item in value], locale=language)
        return value

    def knows(self, message_id: str) -> bool:
        return message_id in self._catalogues["en"].entries
