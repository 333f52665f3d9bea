"""The rules that `/rules` finds and shows."""

import re
import tomllib
from functools import cache

import pytest

import discord_limits as limits
from cogs.ui.layout import pages
from cogs.ui.rulebook import Rulebook, Rulebooks, read_rulebooks
from cogs.views.rules import PAGE_LETTERS
from engine.kernel.decision import Message
from games import GAMES
from locales.words import LANGUAGES, Words
from tests.architecture.sources import ROOT

WORDS = Words()

TEXT = """# A game

## Setup

- **SETUP-1** Sit down.
- SETUP-2 Words that are defined can be looked up too.
- **VASE-C4** A kind of id with letters.
- **SOLO-DICE-3** (R) A chapter of a chapter,
  in two lines (D: 1, 2).

A paragraph below about seating (partly D).

## Alone

- **SOLO-END-1** The last (R, SETUP-1).

## Terms

| Term | Meaning |
| --- | --- |
| Chair | what one sits on |
"""


def english(message: Message) -> str:
    return WORDS.say(message, "en")


@cache
def rulebooks() -> Rulebooks:
    return read_rulebooks({key: ROOT / game.rulebook for key, game in GAMES.items()}, WORDS)


def found(game: str, language: str, typed: str) -> list[str]:
    return [topic.title for topic in rulebooks().search(game, language, typed).topics]


def test_every_rule_id_is_a_topic_with_its_text() -> None:
    book = Rulebook(TEXT, english)
    assert [topic.title for topic in book.topics.values()] == [
        "Setup", "Alone", "Terms", "SETUP-1", "SETUP-2", "VASE-C4", "SOLO-DICE-3", "SOLO-END-1",
    ]  # fmt: skip
    assert book.topics["VASE-C4"].text == "- **VASE-C4** A kind of id with letters."
    assert book.topics["section-1"].title == "Alone"


def test_marks_in_the_rules_become_words_with_a_legend() -> None:
    book = Rulebook(TEXT, english)
    assert book.topics["SOLO-DICE-3"].text == (
        "- **SOLO-DICE-3** *(our ruling)* A chapter of a chapter,\n  in two lines *(our design: 1, 2)*."
    )
    assert book.topics["SOLO-END-1"].text == "- **SOLO-END-1** The last *(our ruling, see SETUP-1)*."
    assert "about seating *(partly our design)*." in book.topics["section-0"].text
    assert book.legend(book.topics["SETUP-1"].text) == []
    assert [line.split(":")[0] for line in book.legend(book.topics["section-0"].text)] == [
        "*Our ruling*",
        "*Our design*",
    ]


def test_tables_in_the_rules_become_lists() -> None:
    assert Rulebook(TEXT, english).topics["section-2"].text == "## Terms\n- **Chair**: what one sits on\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_rulebook_shows_raw_marks_or_tables(game: str, language: str) -> None:
    book = rulebooks().of(game, language)
    text = "\n".join(topic.text for topic in book.topics.values())
    assert re.findall(r"\((?:partly )?[RDH]\b[^)]*\)|^\|", text, re.MULTILINE) == []
    assert book.legend(text)
    assert set(book.topics) == set(rulebooks().of(game, "en").topics)


@pytest.mark.parametrize(
    ("language", "typed", "section"),
    [
        ("en", "retrieve", "Actions"),
        ("en", "player area", "Cards"),
        ("fr", "denrée", "Denrées"),
        ("fr", "planisphère", "La Crète et ses régions"),
        ("fr", "récupérer", "Actions"),
        ("fr", "Joker", "Joker"),
        ("fr", "marchandise", "Denrées"),
        ("fr", "decree", "Décrets et cartes"),
        ("cs", "výnos", "Karty"),
        ("cs", "univerzální", "Univerzální"),
        ("cs", "nadvláda", "Mapa"),
        ("cs", "Rozšíření", "Rozšíření"),
        ("cs", "statek", "Stavba"),
        ("cs", "vlastnost vládce", "Vlastnosti vládce"),
        ("cs", "dekrety", "Karty"),
    ],
)
def test_a_printed_or_common_word_finds_its_section_first(language: str, typed: str, section: str) -> None:
    assert found("minos-dawn", language, typed)[0] == section


@pytest.mark.parametrize("game", GAMES)
def test_every_synonym_leads_to_a_word_of_the_rules(game: str) -> None:
    file = (ROOT / GAMES[game].rulebook).with_suffix(".synonyms.toml")
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    assert set(tables) == set(LANGUAGES)
    for language, table in tables.items():
        for typed, meant in table.items():
            assert rulebooks().of(game, language).search(meant)[0], (language, typed, meant)
            assert rulebooks().find_meant(game, language, typed.upper()) == meant


@pytest.mark.parametrize(
    ("language", "typed", "section"),
    [("en", "soldier", "warriors"), ("fr", "pioches", "paquet actif"), ("cs", "dekretů", "Karty")],
)
def test_another_form_of_a_synonym_finds_the_same_section(language: str, typed: str, section: str) -> None:
    books = rulebooks()
    assert books.find_meant("minos-dawn", language, typed) == ""
    assert books.find_meant_by_stems("minos-dawn", language, typed) == section
    assert books.search("minos-dawn", language, typed).topics


def test_words_of_the_rules_rank_above_forms_of_synonyms() -> None:
    """ "Unite" is a form of "units", a synonym for warriors."""
    text = "## Peace\n\nClans unite.\n\n## War\n\nWarriors.\n"
    books = Rulebooks({("toy", "en"): Rulebook(text, english)}, {("toy", "en"): {("units",): "War"}})
    assert [topic.title for topic in books.search("toy", "en", "unite").topics] == ["Peace"]
    assert [topic.title for topic in books.search("toy", "en", "unit").topics] == ["Peace"]
    assert [topic.title for topic in books.search("toy", "en", "units").topics] == ["War", "Peace"]


def test_solo_rules_come_last_unless_the_search_asks_for_them() -> None:
    ids = [topic.section for topic in rulebooks().search("minos-dawn", "en", "ship").topics]
    titles = [rulebooks().of("minos-dawn", "en").sections[section].title for section in ids]
    solo = [title.startswith("Alone") for title in titles]
    assert any(solo)
    assert solo == sorted(solo)
    assert found("minos-dawn", "en", "alone dice")[0].startswith(("Alone", "SOLO"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_the_rules_is_lost_between_pages(game: str, language: str) -> None:
    for section in rulebooks().of(game, language).sections:
        whole = pages(section.text, PAGE_LETTERS)
        assert " ".join(" ".join(whole).split()) == " ".join(section.text.split())
        assert len(section.title) <= limits.SELECT_DESCRIPTION


def test_whole_words_and_titles_rank_first() -> None:
    book = Rulebook(
        "## Dice\n\n- **ROLL-1** A die has a seat.\n- **ROLL-2** Seats are many.\n- **ROLL-3** Nobody is unseated.\n"
        "\n## Seat\n\n- **DICE-1** Roll.\n\n## Seating\n\nHere.\n",
        english,
    )
    assert [topic.title for topic in book.search("seat")[0]] == [
        "Seat",
        "Seating",
        "ROLL-1",
        "DICE-1",
        "ROLL-2",
        "ROLL-3",
    ]


@pytest.mark.parametrize(
    ("game", "language", "typed", "first"),
    [
        ("minos-dawn", "en", "build 4", "BUILD-4"),
        ("minos-dawn", "en", "BUILD", "Build"),
        ("minos-dawn", "en", "how do warriors move", "SETUP-23"),
        ("minos-dawn", "fr", "developpement", "Développement"),
        ("minos-dawn", "cs", "kostka", "Výběr kostek"),
        ("minos-classic", "fr", "harbour", "Vocabulaire"),
    ],
)
def test_rule_search_accepts_missing_accents_other_forms_and_english(
    game: str, language: str, typed: str, first: str
) -> None:
    assert found(game, language, typed)[0] == first


def test_all_forms_of_a_word_find_the_same_section() -> None:
    """The inflected forms of a word share their beginning."""
    assert set(found("minos-dawn", "cs", "válečníky")) == set(found("minos-dawn", "cs", "valecniku"))
    assert set(found("minos-dawn", "fr", "guerriers")) == set(found("minos-dawn", "fr", "GUERRIER"))
    assert len(found("minos-dawn", "cs", "válečník")) > 30


def test_sections_with_most_search_words_match_if_none_has_all() -> None:
    best = [title for title in found("minos-dawn", "en", "warrior") if title != "In a minute"]
    assert found("minos-dawn", "en", "warrior xylophone") == best
    assert found("minos-dawn", "en", "xylophone") == []


def test_the_rules_of_the_solo_game_can_be_looked_up() -> None:
    book = rulebooks().of("minos-dawn", "en")
    assert "bag" in book.topics["SOLO-BAG-1"].text
    assert book.topics["SOLO-BAG-1"].text.count("**SOLO-") == 1
    assert found("minos-dawn", "en", "rhadamanthus")[0] == "Alone"
    called = book.by_title("alone")
    assert called is not None
    assert called.title == "Alone"
