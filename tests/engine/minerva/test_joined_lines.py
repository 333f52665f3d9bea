"""What the tiles of a line gave stands with the line, what a tile gave for something with that."""

from engine.kernel.decision import Fact
from engine.minerva.seen.joined_lines import tell
from engine.minerva.state import facts as f
from locales.words import Words

WORDS = Words()


def lines(*facts: Fact) -> list[str]:
    return [WORDS.say(message, "en", {0: "Ariadne", 1: "Theseus"}) for message in tell(facts)]


def test_a_line_has_all_its_tiles_gave_beside_it() -> None:
    line = f.LineChosen(0, 1, 1, "e", ("forum", "library-1"))
    gained = f.Gained(0, "grain", 1, "forum"), f.PointsGained(0, "university", 2, "library-1")

    assert lines(line, *gained, f.Gained(1, "wood", 1, "")) == [
        "Ariadne activates to the right: Forum and Library. Gained: 1 grain (Forum) and 2 university points (Library).",
        "Theseus gains 1 wood.",
    ]


def test_an_arrow_is_one_line() -> None:
    paid = f.Converted(0, "grain", 2, 2, "stables-1")

    assert lines(paid, f.Gained(0, "glory", 2, "stables-1"), f.Gained(0, "wood", 1, "forum")) == [
        "Ariadne gains 2 glory for 2 grain (Stables).",
        "Ariadne gains 1 wood (Forum).",
    ]
    assert lines(paid) == ["Ariadne pays 2 grain (Stables)."]
