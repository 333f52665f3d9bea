"""Words that read oddly in play were mended; none of them comes back, in catalogues or in translated rules."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT
from tests.locales.test_catalogues import catalogue

RULES = ROOT / "docs" / "rules"

RETIRED = {
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
        r"\bplace continue": "est jouée automatiquement",
        r"\bAccepter le retour\b": "Accepter l’annulation: retour reads as feedback",
        r"\bla tourne\b": "Pour la suite",
        r"\.option\.\w+: Refuser$": "Renoncer",
        r"\(classic\)": "(classique)",
    },
}
"""What a language said once, and what it says now, or why."""


def told(language: str) -> Iterator[str]:
    """All that a language says, with where: messages of the catalogues, lines of the rules."""
    for entry in catalogue(language)[0]:
        yield from (f"{entry.id}: {text}" for text in entry.strings)
    for path in sorted((RULES / language).glob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}: " + line.replace("\u00a0", " ")


@pytest.mark.parametrize(("language", "retired"), [(each, word) for each in RETIRED for word in RETIRED[each]])
def test_a_retired_word_stays_retired(language: str, retired: str) -> None:
    found = [text for text in told(language) if re.search(retired, text)]
    assert found == [], RETIRED[language][retired]
