"""Messages to words: one gettext catalogue a language, read with Babel, whole sentences with named blanks."""

from collections.abc import Mapping
from gettext import c2py
from pathlib import Path

from babel import localedata
from babel.lists import format_list
from babel.messages.pofile import read_po

from engine.kernel.decision import Argument, Message

LANGUAGES = ("en", "fr", "cs")

_FOLDER = Path(__file__).parent


class MissingWords(KeyError):  # noqa: N818
    """A message id that no catalogue holds."""


class _Catalogue:
    """All `*.po` of one language. A plural entry holds one string for each plural form."""

    def __init__(self, language: str, folder: Path) -> None:
        self.language = language
        self.entries: dict[str, tuple[str, ...]] = {}
        plural = "0"
        for path in sorted((folder / language).glob("*.po")):
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
        # Babel reads a language's patterns of lists when it formats the first, for 5 to 20 ms: not while someone waits.
        localedata.load(language)

    def template(self, message: Message) -> str | None:
        """The sentence for `message`, in the plural that its blank `count` asks for."""
        strings = self.entries.get(message.id)
        if strings is None:
            return None
        if len(strings) == 1:
            return strings[0]
        count = message.blanks.get("count")
        assert isinstance(count, int), message
        return strings[self.plural(count)]


class Words:
    """Says messages. Load once; `folder` holds one folder of `*.po` files a language."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        self._catalogues = {language: _Catalogue(language, folder) for language in LANGUAGES}

    def say(self, message: Message, language: str, names: Mapping[int, str] | None = None) -> str:
        """`message` in `language` (English where it is not one of ours); `names` fills in who sits at which seat.

        Raises `MissingWords` when no catalogue has the message.
        """
        catalogue = self._catalogues.get(language) or self._catalogues["en"]
        if message.id == "seat" and names is not None:
            seat = message.blanks["seat"]
            assert isinstance(seat, int)
            return names[seat]
        template = catalogue.template(message) or self._catalogues["en"].template(message)
        if template is None:
            raise MissingWords(message.id)
        blanks = {key: self._fill(value, catalogue.language, names) for key, value in message.blanks.items()}
        return template.format_map(blanks)

    def _fill(self, value: Argument, language: str, names: Mapping[int, str] | None) -> "int | str":
        if isinstance(value, Message):
            return self.say(value, language, names)
        if isinstance(value, tuple):
            return format_list([self.say(item, language, names) for item in value], locale=language)
        return value

    def knows(self, message_id: str) -> bool:
        """Whether English has words for that id."""
        return message_id in self._catalogues["en"].entries
