"""Consecutive lines of the log are merged if they belong together, and no line is lost."""

import pytest

from engine.kernel.decision import Fact
from engine.kernel.lines import merge
from engine.minos_dawn.game import GAME
from engine.minos_dawn.state import facts as f
from locales.words import Words

NAMES = {0: "Ariadne", 1: "Theseus"}
WORDS = Words()
ONE_VP_TRAIT, ANY_GOOD_TRAIT = "A1-47", "A1-25"


def lines_of(*entries: list[Fact]) -> list[str]:
    """Return the lines of a message about these entries."""
    lines = merge(line for facts in entries for line in GAME.narration.lines(facts))
    return [WORDS.say(line.message, "en", NAMES) for line in lines]


def test_extra_3_a_march_and_its_cost_share_a_line() -> None:
    assert lines_of([f.Paid(0, "weaponry", 1, "march")], [f.WarriorMoved(0, 7, 1)]) == [
        "Ariadne marches for 1 weaponry: ⑦ Knossos → ① Phaistos."
    ]


def test_gains_of_one_source_share_a_line() -> None:
    goods: list[list[Fact]] = [[f.TempGained(0, 3, "action:x")], [f.TempGained(0, 0, "action:x")]]
    last: list[Fact] = [f.TempGained(0, 3, "action:x"), f.Gained(0, "coins", 2, "action:x")]

    assert lines_of(*goods, last) == [
        "Ariadne gains 2 temporary goods (wood), 1 temporary good (silver), and 2 coins (action bonus)."
    ]


def test_repeated_conversions_are_added_up() -> None:
    once: list[Fact] = [f.Paid(0, "coins", 3, "decree:A2-12"), f.Gained(0, "vp", 2, "decree:A2-12")]

    assert lines_of(once, once, once) == ["Ariadne gains 6 VP for 9 coins (decree Colonists to Kythera)."]


def test_ship_incomes_share_a_line_and_name_their_routes() -> None:
    earned: list[Fact] = [
        f.Gained(0, "coins", 3, "route:cyclades:2"),
        f.Gained(0, "weaponry", 2, "route:egypt:2"),
        f.Gained(1, "weaponry", 1, "route:egypt:1"),
    ]

    assert lines_of(earned) == [
        "Ariadne gains 3 coins (The Cyclades, space 2) and 2 weaponry (Egypt, space 2).",
        "Theseus gains 1 weaponry (Egypt, space 1).",
    ]


def test_moved_and_placed_warriors_are_counted() -> None:
    moves: list[list[Fact]] = [[f.WarriorMoved(0, 7, 8)], [f.WarriorMoved(0, 2, 5)]]
    places: list[list[Fact]] = [[f.WarriorPlaced(0, 5)], [f.WarriorPlaced(0, 3)], [f.WarriorPlaced(0, 5)]]

    assert lines_of(*moves, *places, [f.WarriorPlaced(1, 5)], [f.WarriorPlaced(1, 5)]) == [
        "Ariadne moves warriors: ⑦ Knossos → ⑧ Rhithymna and ② Myrtos → ⑤ Gournia.",
        "Ariadne places 3 warriors: 2 × ⑤ Gournia and 1 × ③ Zakros.",
        "Theseus places 2 warriors: ⑤ Gournia.",
    ]


def test_cards_of_a_kind_share_a_line_that_counts_hidden_ones() -> None:
    offered: list[list[Fact]] = [[f.CardDrawn(0, card, "offer", "prepare")] for card in ("A1-34", "A1-47")]
    hidden: list[list[Fact]] = [[f.CardDrawn(0, "", "age2", "prepare")]] * 3
    mine: list[Fact] = [f.CardDrawn(0, "A2-12", "age2", "prepare")]

    lines = lines_of(*offered, *hidden, mine)

    assert lines[0] == "Ariadne takes Isle of Mochlos and Horns of Consecration from the offer (Prepare)."
    assert lines[1:] == ["Ariadne draws from the Age II deck: Colonists to Kythera and 3 hidden cards (Prepare)."]


def test_extra_5_a_tile_used_immediately_is_logged_once() -> None:
    taken, used = f.TileTaken(0, "blue11", "cyclades"), f.TileUsed(0, "blue11")
    coins = f.Gained(0, "coins", 5, "bonus:blue11")

    assert lines_of([taken], [used, coins]) == [
        "Ariadne takes a trade bonus (The Cyclades) and uses it: 1 card to the palace and 5 coins."
    ]


def test_a_trait_and_the_gain_chosen_for_it_share_a_line() -> None:
    began = f.TraitBegan(0, ANY_GOOD_TRAIT)
    (line,) = lines_of([began], [f.TempGained(0, 0, f"trait:{ANY_GOOD_TRAIT}")])

    assert line == lines_of([began])[0] + " Gained: 1 temporary good (silver)."
    assert lines_of([f.TraitBegan(0, ONE_VP_TRAIT)], [f.Gained(0, "vp", 1, f"trait:{ONE_VP_TRAIT}")]) == lines_of(
        [f.TraitBegan(0, ONE_VP_TRAIT)]
    )


def test_a_price_paid_in_parts_is_logged_as_one_payment() -> None:
    paid: list[Fact] = [f.TempSpent(0, 1, "city")]

    (line,) = lines_of(
        paid, [f.TempSpent(0, 1, "city"), f.CityBuilt(0, 9, "f02"), f.Gained(0, "weaponry", 4, "foundation:f02")]
    )

    assert line == ("Ariadne builds a city: ⑨ Kydonia, Armoury. Spent: 2 temporary goods (stone). Gained: 4 weaponry.")


def test_the_cost_of_a_decree_includes_the_offer_surcharge() -> None:
    played: list[Fact] = [f.Paid(0, "coins", 6, "decree:A2-12"), f.DecreePlayed(0, "A2-12", "offer", 9)]

    (line,) = lines_of([f.Paid(0, "coins", 3, "offer")], played)

    assert "from the offer for 9 coins" in line


def test_score_3a_seats_with_equal_preferences_share_a_line() -> None:
    alike: list[list[Fact]] = [
        [f.BattlesDeclared(0, (4, 2), exchanges=False)],
        [f.BattlesDeclared(1, (4, 2), exchanges=True)],
    ]
    another: list[Fact] = [f.BattlesDeclared(0, (2, 4), exchanges=False)]

    assert lines_of(*alike, another) == [
        "Ariadne and Theseus are willing to fight these Sea Peoples, in order of preference: ④ Petras and ② Myrtos.",
        "Ariadne is willing to fight these Sea Peoples, in order of preference: ② Myrtos and ④ Petras.",
    ]


@pytest.mark.parametrize(
    "facts",
    [
        [f.Gained(0, "coins", 2, "action:x"), f.Gained(1, "coins", 2, "action:x")],
        [f.Gained(0, "coins", 2, "action:x"), f.Gained(0, "coins", 2, "income")],
        [f.Paid(0, "weaponry", 1, "gather"), f.WarriorMoved(0, 7, 1)],
        [f.WarriorMoved(0, 7, 1), f.WarriorMoved(1, 7, 1)],
        [f.TempSpent(0, 1, "ship"), f.CityBuilt(0, 9, "f02")],
        [f.TileTaken(0, "blue11", "cyclades"), f.TileUsed(1, "blue11")],
        [f.CardDrawn(0, "", "age1", "prepare"), f.CardDrawn(0, "", "age2", "prepare")],
    ],
    ids=[
        "two seats",
        "two sources",
        "another price",
        "others' warriors",
        "another building",
        "others' tile",
        "two decks",
    ],
)
def test_unrelated_lines_stay_apart(facts: list[Fact]) -> None:
    assert lines_of(*([fact] for fact in facts)) == [line for fact in facts for line in lines_of([fact])]


def test_cards_drawn_by_a_trait_share_its_line() -> None:
    """The trait's line includes the cards. No other line does."""
    trait, source = "A2-44", "trait:A2-44"
    drawn: list[list[Fact]] = [[f.CardDrawn(0, "", "age1", source)], [f.CardDrawn(0, "A1-47", "age1", source)]]
    lines = lines_of([f.TraitBegan(0, trait)], *drawn, [f.CardDrawn(0, "", "age1", "prepare")])

    assert len(lines) == 2
    assert lines[0].startswith("Ariadne uses the royal trait of ")
    assert lines[0].endswith(". Drawn from the Age I deck: Horns of Consecration and a hidden card.")
    assert lines[1] == "Ariadne draws from the Age I deck: a hidden card (Prepare)."


def test_score_2_and_4_equal_scorings_share_a_line() -> None:
    scored: list[Fact] = [
        f.Scored(0, "farms", 4),
        f.Scored(1, "farms", 2),
        f.Scored(0, "regions", 6),
        f.Scored(1, "regions", 5),
        f.SeaPeoplesRemoved(("I-01", "I-10"), -1),
        *(f.Scored(seat, part, 3 + seat) for seat in (0, 1) for part in ("resources", "area", "palace", "board")),
    ]

    assert lines_of(scored) == [
        "Scored for farms: Ariadne 4 VP and Theseus 2 VP.",
        "Scored for regions: Ariadne 6 VP and Theseus 5 VP.",
        "Sea Peoples tiles of Level I leave the game: 2.",
        "Ariadne scores 12 VP: 3 for resources and cards in hand, 3 for cards in the play area, 3 for palace, and 3 for"
        " cities, ships and end bonuses.",
        "Theseus scores 16 VP: 4 for resources and cards in hand, 4 for cards in the play area, 4 for palace, and 4 for"
        " cities, ships and end bonuses.",
    ]


def test_income_6_a_card_paid_into_the_palace_is_logged_once() -> None:
    lines = lines_of([f.Paid(0, "vp", 4, "decree:A1-47"), f.CardPlaced(0, "A1-47", "hand", 4)])

    assert len(lines) == 1
    assert lines[0].startswith("Ariadne places Horns of Consecration in the palace from hand for 4 VP.")
