"""Consecutive lines of Minerva's log are joined: gains with their tiles, a fee with its action."""

import pytest

from engine.kernel.decision import Fact
from engine.kernel.lines import merge
from engine.minerva.game import GAME
from engine.minerva.state import facts as f
from locales.words import Words

WORDS = Words()


def say(*entries: list[Fact], language: str = "en") -> list[str]:
    lines = merge(line for facts in entries for line in GAME.narration.lines(facts))
    return [WORDS.say(line.message, language, {0: "Ariadne", 1: "Theseus"}) for line in lines]


FORUM = f.Gained(0, "wood", 1, "forum")
LINE = f.LineChosen(0, 1, 0, "e", ("forest-1", "forum"))


def test_gains_are_grouped_despite_questions_in_between() -> None:
    line: list[Fact] = [LINE, f.Gained(0, "wood", 1, "forest-1")]

    assert say(line, [FORUM]) == [
        "Ariadne activates a line going right: Forest and Forum. Gained: 1 wood (Forest) and 1 wood (Forum)."
    ]


WITH_TEMPLE = f.LineChosen(0, 1, 0, "e", ("vesta_way", "forest-1", "trading_post-1", "forum"))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "Ariadne activates a line going right: Forest and Forum. No effect: Sanctuary of Vesta and "
            "Trading Post. Gained: 1 wood (Forest) and 1 wood (Forum).",
        ),
        (
            "fr",
            "Ariadne active vers la droite\u00a0: Forêt et Forum. Sans effet\u00a0: Sanctuaire de Vesta et "
            "Comptoir. Gain\u00a0: 1 bois (Forêt) et 1 bois (Forum).",
        ),
        (
            "cs",
            "Ariadne aktivuje směrem doprava: Les a\xa0Forum. "
            "Bez efektu zůstávají: Svatyně Vesty a\xa0Obchodní stanice. Zisk: 1× dřevo (Les) a\xa01× dřevo (Forum).",
        ),
    ],
)
def test_res_06_idle_tiles_of_a_line_are_named_separately(language: str, line: str) -> None:
    assert say([WITH_TEMPLE, f.Gained(0, "wood", 1, "forest-1")], [FORUM], language=language) == [line]


def test_res_06_a_line_of_idle_tiles_activates_nothing() -> None:
    assert say([f.LineChosen(0, 1, 0, "e", ("vesta_way",))]) == [
        "Ariadne activates an empty line. No effect: Sanctuary of Vesta."
    ]
    assert say([f.LineChosen(0, 1, 0, "e", ())]) == ["Ariadne activates an empty line."]


def test_pass_04_a_fee_is_in_the_line_of_the_action() -> None:
    built = f.TileBuilt(0, "refectory-1", 0, 0, (1, 0, 0, 0), 0)

    assert say([f.FeePaid(0, 1), f.ResidenceBuilt(0, 1, 0)]) == [
        "Ariadne builds a residence at (1, 0). Fee for the turn: 1 denarius."
    ]
    assert say([f.FeePaid(0, 1), built], [f.Gained(0, "wood", 1, "refectory-1")])[0].endswith(
        "Fee for the turn: 1 denarius. Gained: 1 wood (Refectory)."
    )


@pytest.mark.parametrize(
    "facts",
    [[LINE, f.Gained(1, "wood", 1, "forum")], [f.FeePaid(0, 1), f.ResidenceBuilt(1, 1, 0)], [FORUM, LINE]],
    ids=["others' gain", "others' fee", "a gain before"],
)
def test_unrelated_lines_stay_apart(facts: list[Fact]) -> None:
    assert say(*([fact] for fact in facts)) == [line for fact in facts for line in say([fact])]


def test_score_04_temples_are_listed_with_their_total() -> None:
    temples: list[Fact] = [
        f.TempleScored(0, "apollo_court", 5),
        f.TempleScored(0, "vesta_way", 2),
        f.TempleScored(0, "silvanus", 0),
    ]
    others: list[Fact] = [f.TempleScored(1, "mars_way", 3), f.Scored(1, "temples", 3)]

    assert say([*temples, f.Scored(0, "culture", 0), f.Scored(0, "temples", 7), *others]) == [
        "Ariadne: 7 VP for temples (Temple of Apollo 5 and Sanctuary of Vesta 2).",
        "Theseus: 3 VP for temples (Sanctuary of Mars 3).",
    ]
    assert say([f.Scored(0, "temples", 0)]) == []
