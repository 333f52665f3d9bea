"""An action, its cost and its results share a line, and every payment and gain is logged exactly once."""

import pytest

from engine.kernel.decision import Fact
from engine.minos_dawn.game import GAME
from engine.minos_dawn.state import facts as f
from locales.words import Words

NAMES = {0: "Ariadne", 1: "Theseus"}
WORDS = Words()
ONE_VP_TRAIT, PER_REGION, EITHER_OF = "A1-47", "A2-12", "A1-63"


def lines(*facts: Fact) -> list[str]:
    return [WORDS.say(message, "en", NAMES) for message in GAME.narration.tell(facts)]


def test_the_line_of_a_building_includes_its_price() -> None:
    paid = [f.TempSpent(0, 0, "city"), f.TempSpent(0, 0, "city"), f.Paid(0, "coins", 2, "city")]

    assert lines(*paid, f.CityBuilt(0, 9, "f02"), f.Gained(0, "weaponry", 4, "foundation:f02")) == [
        "Ariadne builds a city: ⑨ Kydonia, Armoury. Spent: 2 temporary goods (silver) and 2 coins. Gained: 4 weaponry."
    ]


def test_the_line_of_a_decree_states_its_price_once() -> None:
    paid = [f.Paid(0, "coins", 3, "offer"), f.TempSpent(0, 1, f"decree:{PER_REGION}")]
    played = f.DecreePlayed(0, PER_REGION, "offer", 9)
    gained = f.Gained(0, "vp", 6, f"decree:{PER_REGION}")

    assert lines(*paid, f.Paid(0, "coins", 6, f"decree:{PER_REGION}"), played, gained) == [
        "Ariadne plays Colonists to Kythera from the offer for 9 coins: 1 VP per region with presence. "
        "Spent: 1 temporary good (stone). Gained: 6 VP."
    ]


def test_the_line_of_a_trait_does_not_repeat_its_gains() -> None:
    used = f.TraitBegan(0, ONE_VP_TRAIT)

    assert lines(used, f.Gained(0, "vp", 1, f"trait:{ONE_VP_TRAIT}")) == lines(used)
    assert "1 VP" in lines(used)[0]


def test_a_multiplied_gain_of_one_is_stated() -> None:
    played = f.DecreePlayed(0, PER_REGION, "hand", 6)

    (line,) = lines(played, f.Gained(0, "vp", 1, f"decree:{PER_REGION}"))

    assert line.endswith("1 VP per region with presence. Gained: 1 VP.")


def test_a_conversion_and_its_gain_share_a_line() -> None:
    assert lines(f.Paid(1, "weaponry", 1, "gather"), f.TempGained(1, 2, "gather")) == [
        "Theseus gains 1 temporary good (copper) for 1 weaponry (gathering)."
    ]


@pytest.mark.parametrize(
    "facts",
    [
        [f.Paid(0, "weaponry", 1, "march")],
        [f.Gained(0, "coins", 2, "action:x")],
        [f.Paid(0, "coins", 2, "ship"), f.CityBuilt(0, 9, "f02")],
        [f.CityBuilt(0, 9, "f02"), f.Gained(0, "coins", 2, "sell")],
        [f.CityBuilt(0, 9, "f02"), f.Gained(1, "weaponry", 4, "sea:x")],
    ],
    ids=["a payment alone", "a gain alone", "another price", "another gain", "of somebody else"],
)
def test_unrelated_lines_stay_apart(facts: list[Fact]) -> None:
    assert lines(*facts) == [line for fact in facts for line in lines(fact)]


def test_joining_keeps_every_line_of_an_entry() -> None:
    """Each line appears once and in order: two incomes, a payment without an action, and tiles that leave the game."""
    told = lines(
        f.IncomePaid(0, 11, 0),
        f.Gained(0, "weaponry", 2, "income"),
        f.Paid(0, "coins", 1, "march"),
        f.SeaPeoplesRemoved(("x",), 4),
        f.SeaPeoplesRemoved(("y",), 5),
        f.TurnEnded(1, 0, ()),
    )

    assert told == [
        "Ariadne takes income: 11 coins.",
        "Ariadne gains 2 weaponry (income).",
        "Ariadne pays 1 coin (march).",
        "2 Sea Peoples tiles leave the game undefeated: ④ Petras and ⑤ Gournia.",
        "Theseus ends the turn.",
    ]
