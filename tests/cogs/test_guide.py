"""The rules as `/rules` looks them up."""

from cogs.ui.rulebook import Rulebook
from tests.architecture.sources import ROOT

TEXT = """# A game

## Setup

- **SETUP-1** Sit down.
- SETUP-2 Definitions have no topic of their own.
- **VASE-C4** A kind of id with letters.
- **SOLO-DICE-3** A chapter of a chapter,
  in two lines.

A paragraph below.

## Alone

- **SOLO-END-1** The last.
"""


def test_every_kind_of_rule_id_is_a_topic_with_its_own_text_alone():
    book = Rulebook(TEXT)
    assert [topic.title for topic in book.topics.values()] == [
        "Setup", "SETUP-1", "VASE-C4", "SOLO-DICE-3", "Alone", "SOLO-END-1",
    ]  # fmt: skip
    assert book.find("vase-c4")[0].text == "### Setup\n- **VASE-C4** A kind of id with letters."
    assert book.find("SOLO-DICE-3")[0].text.endswith("in two lines.")
    assert len(book.find("alone")) == 1


def test_the_rules_of_the_solo_game_can_be_looked_up():
    book = Rulebook((ROOT / "docs" / "rules" / "minos-dawn.md").read_text(encoding="utf-8"))
    assert "bag" in book.find("SOLO-BAG-1")[0].text
    assert book.find("SOLO-BAG-1")[0].text.count("**SOLO-") == 1
    assert [topic.title for topic in book.find("rhadamanthus")] == ["Alone"]
