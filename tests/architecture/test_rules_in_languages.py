"""Translated rules match the English ones: sections, rule ids, marks, numbers and references."""

import re
from collections import Counter

import msgspec
import pytest
from babel.messages.pofile import read_po

from engine import games
from locales.words import LANGUAGES
from tests.architecture.sources import ROOT

RULES = ROOT / "docs" / "rules"
GAMES = sorted(games.GAMES)
OTHERS = sorted(set(LANGUAGES) - {"en"})
BOTH = [(language, game) for language in OTHERS for game in GAMES]

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?"
ENTRY = re.compile(rf"^- (\*\*)?({ID})(?:\*\*)? ")
MARK = re.compile(r"\((?:partly )?[RDH]\b")
NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f]\d+)*")
KINDS = {"-": "item", "|": "row"}
NAMED = re.compile(r"\w+\.(?:row|track|good|region|route|ability|vase|face|building|tile|title|culture)\.\w+")
"""Messages that name things. The rules must use the same names as the table."""


class Line(msgspec.Struct, frozen=True):
    """The parts of a line that every language must keep."""

    kind: str
    """Heading with its level, list item, table row, or paragraph."""
    rule: str
    """The id of the line's rule, with its asterisks if tests name the rule. Empty if the line has no rule."""
    marks: tuple[str, ...]
    """The marks `(R`, `(D`, `(partly D` and `(H`, in the order in which the line has them."""
    numbers: Counter[str]
    """The digits of every number, without separators."""
    references: Counter[str]
    """The ids of other rules that the line names."""


def read(text: str) -> list[Line]:
    """Return the lines of the rules that aren't blank."""
    return [_read_line(line) for line in text.splitlines() if line.strip()]


def _read_line(line: str) -> Line:
    entry = ENTRY.match(line)
    told = line[entry.end() :] if entry else line
    without = re.sub(rf"\b{ID}", "", told)
    return Line(
        kind=_kind(line),
        rule="".join(part or "" for part in entry.groups()) if entry else "",
        marks=tuple(MARK.findall(told)),
        numbers=Counter(re.sub(r"\D", "", number) for number in NUMBER.findall(without)),
        references=Counter(re.findall(rf"\b{ID}", told)),
    )


def _kind(line: str) -> str:
    if line.startswith("#"):
        return f"heading {line.split(maxsplit=1)[0]}"
    return KINDS.get(line[0], "paragraph")


def english(game: str) -> str:
    return (RULES / f"{game}.md").read_text(encoding="utf-8")


def translations(language: str, game: str) -> str:
    return (RULES / language / f"{game}.md").read_text(encoding="utf-8")


def ids(text: str) -> list[str]:
    """Return the ids of the rules in a text, in order."""
    return [line.rule for line in read(text) if line.rule]


def test_rules_are_translated_into_every_catalogue_language() -> None:
    written = {path.relative_to(RULES).as_posix() for path in RULES.rglob("*.md")}
    assert written == {f"{game}.md" for game in GAMES} | {f"{language}/{game}.md" for language, game in BOTH}


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_translated_rules_keep_english_sections_and_ids_in_order(language: str, game: str) -> None:
    ours, theirs = translations(language, game), english(game)
    assert ids(ours) == ids(theirs)
    assert [line.kind for line in read(ours)] == [line.kind for line in read(theirs)]


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_every_line_keeps_its_marks_numbers_and_references(language: str, game: str) -> None:
    pairs = zip(read(translations(language, game)), read(english(game)), strict=True)
    assert [(ours, theirs) for ours, theirs in pairs if ours != theirs] == []


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_sections_have_distinct_titles(language: str, game: str) -> None:
    titles = re.findall(r"^## (.+)$", translations(language, game), re.MULTILINE)
    assert len(titles) == len(set(titles))
    assert len(titles) == len(re.findall(r"^## ", english(game), re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_every_list_item_with_an_id_is_a_rule(game: str) -> None:
    """Each id occurs once, at the start of its own list item."""
    heads = re.findall(r"^- \**([A-Z][A-Z0-9]*-[A-Z0-9-]*\d+[a-z]?)\b", english(game), re.MULTILINE)
    assert [rule.removeprefix("**") for rule in ids(english(game))] == heads
    assert len(heads) == len(set(heads)) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_french_punctuation_stays_on_the_line_of_its_word(game: str) -> None:
    text = translations("fr", game)
    prose = re.sub(r"`[^`]*`|\(D: ", "", text)
    assert re.findall(r".{0,20}(?:(?<![\u00a0\u202f])[:;!?»]|«(?![\u00a0\u202f])).{0,10}", prose) == []
    assert "'" not in prose


def names(language: str, game: str) -> dict[str, str]:
    """Return the names of a game's rows, regions and tiles by message."""
    with (ROOT / "locales" / language / game.replace("-", "_") / "game.po").open("rb") as file:
        entries = [entry for entry in read_po(file, locale=language) if isinstance(entry.id, str)]
    return {str(entry.id): str(entry.string) for entry in entries if NAMED.fullmatch(str(entry.id))}


def contains_name(name: str, text: str) -> bool:
    """Return whether a text contains the name as separate words, in any case and with any kind of space."""
    return re.search(rf"\b{re.escape(name)}\b", " ".join(text.split()), re.IGNORECASE) is not None


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_rules_and_table_use_the_same_names(language: str, game: str) -> None:
    """If the English rules contain a name, the translated rules contain the translated name."""
    theirs, ours = english(game), translations(language, game)
    said = {message: name for message, name in names("en", game).items() if contains_name(name, theirs)}
    assert said
    assert [
        name for message, name in names(language, game).items() if message in said and not contains_name(name, ours)
    ] == []
