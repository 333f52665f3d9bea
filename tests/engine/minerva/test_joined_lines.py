"""Gains share a log line with the tiles or payments that brought them."""

from engine.kernel.decision import Fact
from engine.minerva.seen import grouped_facts
from engine.minerva.state import facts as f
from locales.words import Words

WORDS = Words()


def lines(*facts: Fact) -> list[str]:
    return [WORDS.say(line.message, "en", {0: "Ariadne", 1: "Theseus"}) for line in grouped_facts.lines(facts)]


def test_gains_share_the_line_of_the_activation() -> None:
    line = f.LineChosen(0, 1, 1, "e", ("forum", "library-1"))
    gained = f.Gained(0, "grain", 1, "forum"), f.PointsGained(0, "university", 2, "library-1")

    assert lines(line, *gained, f.Gained(1, "wood", 1, "")) == [
        (
            "Ariadne activates a line going right: Forum and Library."
            " Gained: 1 grain (Forum) and 2 university points (Library)."
        ),
        "Theseus gains 1 wood.",
    ]


def test_payment_and_gain_share_a_line() -> None:
    paid = f.Converted(0, "grain", 2, 2, "stables-1")

    assert lines(paid, f.Gained(0, "glory", 2, "stables-1"), f.Gained(0, "wood", 1, "forum")) == [
        "Ariadne gains 2 glory for 2 grain (Stables).",
        "Ariadne gains 1 wood (Forum).",
    ]
    assert lines(paid) == ["Ariadne pays 2 grain (Stables)."]
