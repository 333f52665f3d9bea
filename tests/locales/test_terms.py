"""Each game uses the printed terms of its rulebook in each language, and no retired words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import games
from tests.architecture.sources import ROOT
from tests.locales.test_catalogues import catalogue

RULES = ROOT / "docs" / "rules"

RETIRED = {
    "en": {
        r"\banew\b": "again",
        r"\b[Ww]hoever\b|\bwhom\b|\bthose who\b": "the player who, people who",
        r"\bsomebody\b|\bSomebody\b|\b[Ee]verybody\b": "someone, everyone",
        r"\bat once\b": "immediately, or together",
        r"\bshall\b|\bbesides\b|\beven so\b|\bfor good\b": "will, too, anyway, permanently",
        r"\btells?\b(?! you\b)": "shows, lists, says",
        r"\bstands? still\b": "is paused, is stopped",
        r"\bplays? on\b": "keeps playing, takes over",
        r": .*\blapses?\b": "is lost, is unused",
        r"\bis no (?!higher|harder|score|table|lesson|sheet|such)": "isn’t a",
        r"\b(?:do|does|did|is|are|has|have|would) not\b": "a contraction",
    },
    "cs": {
        r"\b(?:dočasná|dočasných|náhodná|náhodných) zboží": "{count}× dočasné zboží: the word has no plural",
        r"\b(?:dřev|rud|kamenů)\b": "{count}× dřevo: as materials they have no plural",
        r"(?<!Pečetní )\bprsten": "kroužek: a prsten is worn on a finger",
        r"\brozkaz": "pokyn",
        r"\b(?:má pas|Kromě pasu)\b": "pasovat: a pas is a passport",
        r"\.option\.\w+: Odmítnout$": "Přeskočit: an offer of the game is not refused",
        r"\bkraj(?:e|i|ů|ích)?\b": "oblast",
        r"\bpolíčk": "pole",
        r"\bpřevah|\bovládan": "nadvláda",
        r"\búčin(?:ek|k)": "efekt",
        r"\bna váze\b": "u vázy: váhy are scales",
        r"\bstrážc": "stráž",
        r"\(classic\)": "(klasický)",
    },
    "fr": {
        r"\b(?:de|que|jusque) \{(?:name|gone|people|seat|by|owner|person|waiting)\}": "an elision before a vowel",
        r"\bplace continue": "est jouée automatiquement",
        r"\bAccepter le retour\b": "Accepter l’annulation: retour reads as feedback",
        r"\bla tourne\b": "Pour la suite",
        r"\.option\.\w+: Refuser$": "Renoncer",
        r"\(classic\)": "(classique)",
        r"\b[Cc]hacun (?:reçoit|choisit|prend|peut|construit)": "chaque personne",
    },
}
"""Retired words by language. Each has a replacement or a reason."""


def rulebooks(language: str) -> list[Path]:
    """Return the rules of all games in a language. The English ones are in the folder that holds the others."""
    return sorted((RULES if language == "en" else RULES / language).glob("*.md"))


def texts_of(language: str) -> Iterator[str]:
    """Yield all texts of a language, each with its place: messages of the catalogues, and lines of the rules."""
    for entry in catalogue(language)[0]:
        yield from (f"{entry.id}: {text}" for text in entry.strings)
    for path in rulebooks(language):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}: " + line.replace("\u00a0", " ")


@pytest.mark.parametrize("language", RETIRED)
def test_rules_of_all_games_are_searched(language: str) -> None:
    files = {text.partition(":")[0] for text in texts_of(language)}
    assert {f"{game}.md" for game in games.GAMES} <= files


@pytest.mark.parametrize(("language", "retired"), [(each, word) for each in RETIRED for word in RETIRED[each]])
def test_no_text_contains_a_retired_word(language: str, retired: str) -> None:
    found = [text for text in texts_of(language) if re.search(retired, text)]
    assert found == [], RETIRED[language][retired]


PRINTED: dict[tuple[str, str], dict[str, str | None]] = {
    ("en", "minos_dawn"): {
        "retriev": r"\btakes? back\b|\btook back\b",
        "play area": r"\b[Cc]ards in play\b|(?<![Pp]lay )\barea\b",
        "adjacent": r"\bneighbour",
        "active deck": None,
        "of your choice": r"\bof choice\b",
    },
    ("fr", "minos_dawn"): {
        "denrée": r"\bmarchandise",
        "planisphère": r"\bsur la carte$",
        "paquet actif": r"\b(?:la|une) pioche\b",
        "Joker": r"\bLibre\b|PA libres",
        "récupère": r"\brepren|\brepri[st]\b",
        "piste Revenus": r"piste de revenu",
        "zone de jeu": None,
    },
    ("fr", "minerva"): {
        "construire": r"\bb[âa]ti(?:r|s|t|e|es)?\b|\bbâtiss",
        "céréale": r"\bblés?\b",
        "tuile culturelle": r"[Tt]uiles? de culture",
        "quartier résidentiel": r"\brésidences?\b",
    },
    ("fr", "minos_classic"): {
        "bateau": r"\bnavire",
        "gardien": r"\b(?:un|le|les|des) gardes?\b",
        "ville": r"\bcités?\b",
        "enceinte": r"\bmuraille",
    },
    ("cs", "minos_dawn"): {
        "výnos": r"\b[Dd]ekret",
        "statek": r"\b[Ff]arm(?:a|u|y|ou|ě|em)\b",
        "vlastnost vládce": r"\b[Kk]rálovsk\w+ vlastnost",
        "prostoru hráče": r"\b[Vv]yložen",
        "rezerv": r"\b[Zz]áloh",
        "obchodní cest": r"\btras(?:a|u|y|ou|e|ách)?\b",
        "nadvlád": r"\b[Pp]řevah",
        "Rozšíření": r"\bExpanz",
        "Univerzální": r"\bLibovolná\b",
        "doplňkov": r"\bakc\w+ navíc",
        "počítadl": r"\bstupnic\w+ příjmu",
        "II. věk": r"\bvěku? II\b",
    },
}
"""Printed terms by language and game. A term may have a pattern of words that are forbidden in its place."""


def of_game(language: str, game: str) -> list[str]:
    """Return all texts of one game in a language, from the catalogues and the rules."""
    (rules,) = [path for path in rulebooks(language) if path.stem == game.replace("_", "-")]
    said = [
        text
        for entry in catalogue(language)[0]
        if entry.file.startswith(f"{game}/") and ".lesson." not in entry.id
        for text in entry.strings
    ]
    return said + rules.read_text(encoding="utf-8").replace("\u00a0", " ").splitlines()


def faults_of(said: list[str], terms: dict[str, str | None]) -> list[str]:
    """Return the printed terms that are missing, and the lines with a forbidden word."""
    missing = [f"missing: {term}" for term in terms if not any(term in text for text in said)]
    wrong = [f"{term}: {text}" for term, other in terms.items() if other for text in said if re.search(other, text)]
    return missing + wrong


@pytest.mark.parametrize(("language", "game"), PRINTED)
def test_a_game_uses_the_printed_terms(language: str, game: str) -> None:
    assert faults_of(of_game(language, game), PRINTED[language, game]) == []


def test_control_a_missing_term_and_a_wrong_word_are_found() -> None:
    said = ["Zahrát dekret", "Postavit statek"]
    assert faults_of(said, {"výnos": r"\b[Dd]ekret", "statek": r"\bfarma\b"}) == [
        "missing: výnos",
        "výnos: Zahrát dekret",
    ]


ENCLITIC = re.compile(r"\{seat\} (?:se|si|mu|jí|jim|ho|by)\b")
"""Czech words that can't begin a sentence. The log leaves out the name of the player whose turn it tells."""


def test_no_czech_log_line_begins_with_an_enclitic_without_its_name() -> None:
    lines = [(entry.id, text) for entry in catalogue("cs")[0] if ".log." in entry.id for text in entry.strings]
    assert len(lines) > 100
    assert [line for line in lines if ENCLITIC.match(line[1])] == []
