"""DATA-SOLO: the requirements for all solo content, and further properties of the bundled deck."""

from collections import Counter

import msgspec
import pytest

from engine.kernel.content import Faults
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.checks import RivalChecks, load_content

CARDS = list(the_box().solo.cards.values())


def with_card(**fields):
    """Return our content with the first solo card changed."""
    content = load_content()
    first, *rest = content.solo_cards
    changed = type(first)(**{**msgspec.structs.asdict(first), **fields})
    return msgspec.structs.replace(content, solo_cards=(changed, *rest))


def unfit(content):
    faults = Faults()
    RivalChecks(content, faults).check()
    return [(fault.file, fault.entry, fault.field) for fault in faults.found]


def test_our_solo_content_is_valid():
    assert unfit(load_content()) == []


def test_data_solo_1_the_twenty_cards_have_unique_ids():
    content = load_content()
    fewer = msgspec.structs.replace(content, solo_cards=content.solo_cards[1:])
    assert unfit(fewer) == [("solo_cards.toml", "card", "-")]
    assert unfit(with_card(id="r02")) == [("solo_cards.toml", "card r02", "id")]


@pytest.mark.parametrize(
    ("rule", "fields", "field"),
    [
        ("DATA-SOLO-2", {"colours": ("red", "red", "blue", "gray")}, "colours"),
        ("DATA-SOLO-2", {"colours": ("red", "blue", "gray")}, "colours"),
        ("DATA-SOLO-3", {"criterion": "nicest"}, "criterion"),
        ("DATA-SOLO-4", {"criterion": "fewest_left", "pick": ""}, "pick"),
        ("DATA-SOLO-4", {"criterion": "total_lowest", "pick": "any"}, "pick"),
        ("DATA-SOLO-4", {"criterion": "lowest", "pick": "high"}, "pick"),
        ("DATA-SOLO-5", {"actions": ("build", "develop")}, "actions"),
        ("DATA-SOLO-5", {"actions": ("build", "develop", "build")}, "actions"),
        ("DATA-SOLO-5", {"actions": ("build", "develop", "fish")}, "actions"),
        ("DATA-SOLO-7", {"vases": (13,)}, "vases"),
        ("DATA-SOLO-7", {"vases": (0,)}, "vases"),
        ("DATA-SOLO-7", {"vases": (4, 4)}, "vases"),
    ],
)
def test_data_solo_2_to_7_an_invalid_card_is_named(rule, fields, field):
    assert unfit(with_card(**fields)) == [("solo_cards.toml", "card r01", field)]


@pytest.mark.parametrize("pick", ["", "high"])
def test_data_solo_4_cards_with_highest_or_lowest_need_no_pick(pick):
    assert unfit(with_card(criterion="highest", pick=pick)) == []


def with_alike(count):
    """Return our content with `count` solo cards that have the same actions in different orders."""
    content = load_content()
    orders = [("build", "develop", "expand"), ("develop", "build", "expand")]
    cards = [
        msgspec.structs.replace(card, actions=orders[place % 2] if place < count else ("prepare", "build", "wild"))
        for place, card in enumerate(content.solo_cards)
    ]
    return msgspec.structs.replace(content, solo_cards=tuple(cards))


def test_data_solo_6_at_most_15_cards_may_share_their_actions():
    assert unfit(with_alike(15)) == []
    assert unfit(with_alike(16))[0][2] == "actions"


def test_a_deck_with_wild_first_marks_the_next_action():
    assert unfit(with_card(actions=("wild", "build", "expand"))) == []


def test_data_solo_9_the_points_of_expand_must_be_even():
    content = load_content()
    rows = tuple(
        msgspec.structs.replace(row, spaces_2=(msgspec.structs.replace(row.spaces_2[0], points=5), *row.spaces_2[1:]))
        if row.id == "expand"
        else row
        for row in content.board.row
    )
    board = msgspec.structs.replace(content.board, row=rows)
    assert unfit(msgspec.structs.replace(content, board=board)) == [("board.toml", "row expand", "spaces_2[1].points")]


def with_good(number, good):
    content = load_content()
    regions = tuple(
        msgspec.structs.replace(region, good=good) if region.number == number else region
        for region in content.board.region
    )
    return msgspec.structs.replace(content, board=msgspec.structs.replace(content.board, region=regions))


def test_data_solo_10_each_good_is_in_one_region_other_than_home():
    assert unfit(with_good(2, "silver"))[0][0] == "board.toml"
    assert ("board.toml", "solo_home 1", "bot_home") in unfit(with_good(7, "grain"))


def test_data_solo_10_a_wrong_home_or_tile_place_is_named():
    content = load_content()
    first, second = content.board.solo_home
    for wrong in ({"bot_home": 1}, {"bot_home": 9}, {"tiles_move_to": 5}, {"tiles_move_to": first.human_start}):
        home = msgspec.structs.replace(first, **wrong)
        board = msgspec.structs.replace(content.board, solo_home=(home, second))
        assert unfit(msgspec.structs.replace(content, board=board))[0][2] == next(iter(wrong))


def test_data_solo_11_the_routes_have_different_top_vp():
    tops = [route.top_vp for route in the_box().routes.values()]
    assert len(set(tops)) == 6


def test_data_solo_12_and_13_one_starting_card_marks_the_first_player():
    cards = [card for card in the_box().starting_cards.values() if card.players == 2]
    assert sorted((card.region, card.first_player) for card in cards) == [(1, True), (3, False)]
    assert sorted(vase.number for vase in the_box().vases.values()) == list(range(1, 13))


def test_a_missing_mode_is_named():
    content = load_content()
    rival = msgspec.structs.replace(content.rival, mode=content.rival.mode[:2])
    assert unfit(msgspec.structs.replace(content, rival=rival)) == [("rival.toml", "mode", "id")]


# Requirements for the bundled deck only


def test_data_solo_3_all_criteria_occur_and_plain_criteria_most_often():
    count = Counter(card.criterion for card in CARDS)
    assert sorted(count) == ["fewest_left", "highest", "lowest", "total_highest", "total_lowest"]
    others = max(count[name] for name in count if name not in ("lowest", "highest"))
    assert min(count["lowest"], count["highest"]) >= 5 > others


def test_data_solo_5_wild_is_second_or_third_but_never_first():
    places = Counter(card.actions.index("wild") for card in CARDS if "wild" in card.actions)
    assert places[0] == 0
    assert min(places[1], places[2]) >= 1


def test_data_solo_6_no_set_of_actions_is_on_more_than_four_backs():
    assert max(Counter(tuple(sorted(card.actions)) for card in CARDS).values()) <= 4


def test_data_solo_7_every_vase_is_marked_three_times():
    marks = Counter(number for card in CARDS for number in card.vases)
    assert marks == dict.fromkeys(range(1, 13), 3)
    assert {len(card.vases) for card in CARDS} == {1, 2}


def test_data_solo_8_fronts_and_backs_are_independent():
    assert set(Counter(card.actions[0] for card in CARDS).values()) == {5}
    assert set(Counter(card.colours[0] for card in CARDS).values()) == {5}
    for card in CARDS:
        for other in CARDS:
            if card is not other and card.actions == other.actions:
                assert card.criterion != other.criterion
                assert card.colours[0] != other.colours[0]
