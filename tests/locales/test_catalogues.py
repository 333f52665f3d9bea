"""Catalogues have the same ids and blanks in every language.

Each message in a catalogue is used, and none is missing.
"""

import re
from collections import Counter
from functools import cache
from gettext import c2py
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from cogs.games.minerva import symbols as minerva_symbols
from cogs.games.minos_dawn import symbols as dawn_symbols
from cogs.games.minos_dawn.option_style import STYLES
from cogs.ui.game_ui import GAME_UIS
from engine.games import GAMES
from engine.kernel.decision import Message
from locales.words import LANGUAGES
from render import RENDERERS
from tests.architecture.sources import ROOT
from tests.locales.keys import FILLED_BY_THE_SHELL, uses

PLURAL_FORMS = {"en": {2}, "fr": {2, 3}, "cs": {3}}
FOLDER = ROOT / "locales"


class Entry(NamedTuple):
    """A message of a catalogue. A plural message has several strings."""

    file: str
    id: str
    plural: str | None
    strings: tuple[str, ...]
    is_fuzzy: bool


class Header(NamedTuple):
    """The plural rule of a catalogue."""

    forms: int
    rule: str
    language: str


@cache
def catalogue(language: str) -> tuple[tuple[Entry, ...], dict[str, Header]]:
    """Return all entries of a language, and the header of each of its files."""
    entries, headers = [], {}
    for path in sorted((FOLDER / language).rglob("*.po")):
        with path.open("rb") as file:
            read = read_po(file, abort_invalid=True)
        file_name = path.relative_to(FOLDER / language).as_posix()
        headers[file_name] = Header(read.num_plurals, str(read.plural_expr), str(read.locale))
        for message in read:
            if message.id:
                ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
                strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
                plural = ids[1] if len(ids) > 1 else None
                entries.append(Entry(file_name, ids[0], plural, tuple(map(str, strings)), message.fuzzy))
    return tuple(entries), headers


def by_id(language: str) -> dict[str, Entry]:
    return {entry.id: entry for entry in catalogue(language)[0]}


def blanks(text: str) -> set[str]:
    """Return the names of the blanks in a sentence."""
    found = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    assert all(name.isidentifier() for name in found), text
    return found


def all_blanks(entry: Entry) -> set[str]:
    return set().union(*map(blanks, entry.strings))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


def test_every_language_has_the_same_files_and_ids(language: str) -> None:
    assert {(entry.file, entry.id) for entry in catalogue(language)[0]} == {
        (entry.file, entry.id) for entry in catalogue("en")[0]
    }


def test_no_id_is_repeated_in_a_language(language: str) -> None:
    assert [name for name, times in Counter(entry.id for entry in catalogue(language)[0]).items() if times > 1] == []


def test_no_id_is_repeated_in_a_file(language: str) -> None:
    """Babel would keep only the last of several entries with one id, so this test reads the file directly."""
    for path in sorted((FOLDER / language).rglob("*.po")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("msgid ")]
        assert [line for line, times in Counter(lines).items() if times > 1] == [], path.name


def test_no_string_is_empty_or_marked_fuzzy(language: str) -> None:
    for entry in catalogue(language)[0]:
        assert all(text.strip() for text in entry.strings), entry
        assert not entry.is_fuzzy, entry


def test_blanks_are_the_same_as_in_english(language: str) -> None:
    english = by_id("en")
    differing = [
        (entry.id, all_blanks(entry), all_blanks(english[entry.id]))
        for entry in catalogue(language)[0]
        if entry.id in english and all_blanks(entry) != all_blanks(english[entry.id])
    ]
    assert differing == []


def test_a_plural_form_may_omit_only_the_number(language: str) -> None:
    for entry in catalogue(language)[0]:
        for text in entry.strings:
            assert all_blanks(entry) - blanks(text) <= {"count"}, entry


def test_every_plural_has_all_forms_of_its_language(language: str) -> None:
    entries, headers = catalogue(language)
    for file, header in headers.items():
        assert header.language == language, file
        assert header.forms in PLURAL_FORMS[language], file
        assert {c2py(header.rule)(count) for count in range(1000)} <= set(range(header.forms)), file
    for entry in entries:
        if entry.plural is not None:
            assert entry.plural == entry.id
            assert len(entry.strings) == headers[entry.file].forms, entry
    assert len({(header.forms, *map(c2py(header.rule), range(200))) for header in headers.values()}) == 1


def test_the_same_messages_are_plural_as_in_english(language: str) -> None:
    english = by_id("en")
    for entry in catalogue(language)[0]:
        assert (entry.plural is None) == (english[entry.id].plural is None), entry


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 0, 1), ("en", 1, 0), ("en", 2, 1), ("fr", 0, 0), ("fr", 1, 0), ("fr", 2, 1),
        ("cs", 0, 2), ("cs", 1, 0), ("cs", 2, 1), ("cs", 4, 1), ("cs", 5, 2), ("cs", 22, 2),
    ],
)  # fmt: skip
def test_plural_rules_match_each_language(language: str, count: int, form: int) -> None:
    for file, header in catalogue(language)[1].items():
        assert c2py(header.rule)(count) == form, file


def domains() -> frozenset[str]:
    return frozenset(name.split(".")[0] for name in by_id("en"))


def test_every_message_in_the_code_is_in_the_catalogue() -> None:
    known = set(by_id("en"))
    missing = [
        (use.where, use.pattern)
        for use in uses(domains())
        if use.is_said
        and use.pattern not in FILLED_BY_THE_SHELL
        and not any(use.matches(message_id) for message_id in known)
    ]
    assert missing == []


def test_every_written_out_id_is_in_the_catalogue() -> None:
    known = by_id("en")
    missing = [
        (use.where, use.pattern)
        for use in uses(domains())
        if use.is_exact
        and use.pattern not in FILLED_BY_THE_SHELL
        and use.pattern not in known
        and not any(message_id.startswith(use.pattern + ".") for message_id in known)
    ]
    assert missing == []


def test_messages_with_an_emoji_or_style_are_in_the_catalogue() -> None:
    known = by_id("en")
    given = [*dawn_symbols.BY_ID, *minerva_symbols.BY_ID, *STYLES]
    assert [each for each in given if each not in known and not any(id.startswith(f"{each}.") for id in known)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_message_has_an_emoji_that_is_drawn_or_none(game: str) -> None:
    sign, drawn = GAME_UIS[game].emoji.sign, RENDERERS[game].emoji
    for message_id, entry in by_id("en").items():
        found = sign(Message(message_id, dict.fromkeys(all_blanks(entry), 3)))
        assert found is None or found in drawn, message_id


def test_every_message_of_the_catalogue_is_used() -> None:
    found = uses(domains())
    assert [message_id for message_id in by_id("en") if not any(use.matches(message_id) for use in found)] == []


def test_every_use_of_a_message_fills_all_its_blanks() -> None:
    english = by_id("en")
    unfilled = [
        (use.where, use.pattern, all_blanks(english[use.pattern]) - use.blanks)
        for use in uses(domains())
        if use.is_exact
        and use.blanks is not None
        and use.pattern in english
        and all_blanks(english[use.pattern]) - use.blanks
    ]
    assert unfilled == []


UNIQUE_OR_INLINE = {"chronicle.person", "stats.place"}
"""Messages that may begin with a place. One has the number of a seat, and the other is inside a line."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_that_may_be_shared_do_not_begin_a_list(language: str) -> None:
    """Discord numbers a list itself, so it would show a second "1. " as 2."""
    listed = {
        entry.id
        for entry in catalogue(language)[0]
        if not entry.file.endswith("picture.po")
        and any(text.startswith(("{place}. ", "{rank}. ")) for text in entry.strings)
    }
    assert listed <= UNIQUE_OR_INLINE


LOOSE = re.compile(r".{0,20}(?:(?<![\u00a0?!])[:;!?»]|«(?!\u00a0)).{0,10}")


def test_french_punctuation_stays_on_the_line_of_its_word() -> None:
    """Commands and times of day are written without spaces."""
    texts = (re.sub(r"`[^`]*`|\d:\d", "", text) for entry in catalogue("fr")[0] for text in entry.strings)
    assert [found for text in texts for found in LOOSE.findall(text)] == []


def test_control_loose_french_punctuation_is_found() -> None:
    assert [LOOSE.findall(text) for text in ("Quoi ?", "Quoi?", "« oui\u00a0»", "Quoi\u00a0? Non\u00a0!")] == [
        ["Quoi ?"], ["Quoi?"], ["« oui\u00a0»"], []
    ]  # fmt: skip
