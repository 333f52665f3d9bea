"""The content files match the box. Faulty files are refused, and the errors name the fault."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine.kernel.content import Fault, UnfitContent, UnknownEffect
from engine.minerva.content.box import SOURCE, the_box
from engine.minerva.content.checks import load_content
from engine.minerva.content.language import (
    AROUND,
    CROSS,
    HELD,
    KINDS,
    ActivateAround,
    Choose,
    Convert,
    Culture,
    Each,
    Gain,
    If,
    Item,
    Nothing,
    Point,
    Score,
    TakeCulture,
    parse,
)
from engine.minerva.content.records import FOLDER
from engine.minerva.content.terms import ARTS, CATEGORIES, RESOURCES
from tests.engine.spoilt import change, faults_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of our content in a host's folder."""
    return Path(shutil.copytree(FOLDER, tmp_path / "content"))


def spoil(folder: Path, file: str, old: str, new: str) -> tuple[Fault, ...]:
    """Replace `old` with `new` in `file`. Return the faults found by reading and checking."""
    change(folder, file, old, new)
    return faults_of(load_content, folder)


def test_the_content_matches_the_box():
    content = load_content()

    assert (len(content.buildings), len(content.startings), len(content.temples)) == (66, 8, 20)
    assert (len(content.culture), len(content.glory), len(content.order)) == (24, 16, 4)
    assert {tile.id for tile in content.constants.kit} == {"forum", "residence"}
    assert content.constants.start.residences == 9


@pytest.mark.parametrize(
    ("seats", "normal", "a_pile", "starting"), [(1, 42, 7, 6), (2, 42, 7, 6), (3, 54, 9, 7), (4, 66, 11, 8)]
)
def test_setup_02_tiles_for_more_players_are_left_out(seats, normal, a_pile, starting):
    box = the_box()

    assert len(box.normal_buildings(seats)) == normal == 6 * a_pile
    assert box.constants.normal_deck.pile_size[str(seats)] == a_pile
    assert len(box.starting_buildings(seats)) == starting


@pytest.mark.parametrize(
    ("seats", "vp"),
    [
        (1, [2, 3, 4, 5, 7]),
        (2, [2, 3, 4, 5, 7]),
        (3, [2, 3, 4, 5, 6, 7]),
        (4, [2, 2, 3, 4, 4, 5, 6, 7]),
    ],
)
def test_setup_03_and_setup_11_the_lowest_culture_tile_is_on_top(seats, vp):
    box = the_box()

    for culture, pile in zip(ARTS, box.culture_piles(seats), strict=True):
        assert [box.culture_tiles[tile].vp for tile in reversed(pile)] == vp
        assert {box.culture_tiles[tile].category for tile in pile} == {culture}


def test_setup_04_order_tiles_count_up_to_the_number_of_players():
    box = the_box()

    assert [box.order_numbers(seats) for seats in (1, 2, 3, 4)] == [(), (1, 2), (1, 2, 3), (1, 2, 3, 4)]
    assert [box.order_tiles[number].vp for number in (1, 2, 3, 4)] == [3, 2, 1, 0]


def test_setup_12_glory_tiles_are_listed_by_round_and_rank():
    box = the_box()

    assert [sorted(box.glory_of(round)) for round in range(1, 7)] == [[1, 2], [1, 2], *[[1, 2, 3]] * 4]
    assert [box.glory_tiles[tile].vp for tile in box.glory_of(6).values()] == [9, 5, 3]


def test_normal_buildings_are_counted_by_category():
    buildings = load_content().buildings
    count = {least: Counter(tile.category for tile in buildings if tile.min_players == least) for least in (2, 3, 4)}

    assert count[2] == {"production": 10, "commerce": 8, "culture": 10, "military": 8, "special": 6}
    assert count[3] == {"production": 3, "commerce": 2, "culture": 3, "military": 2, "special": 2}
    assert count[4] == count[3]


def test_temple_02_to_08_temples_score_all_categories_kinds_and_resources():
    effects = [the_box().tiles[temple].effect for temple in the_box().temples]
    scores = [(effect.area, effect.target) for effect in effects if isinstance(effect, Score)]
    areas = [(area, target) for area in (AROUND, CROSS) for target in (*CATEGORIES, KINDS)]

    assert sorted(scores) == sorted([*areas, *((HELD, resource) for resource in RESOURCES)])


NAMED = {
    "BLDG-01": ("forum", "production", Gain((Item("any", 1),))),
    "BLDG-02": ("wheat_field", "production", Gain((Item("grain", 1),))),
    "BLDG-03": ("market", "commerce", If(Item("grain", 1), Item("denarii", 1))),
    "BLDG-04": ("charcoal_burner", "commerce", If(Item("wood", 1), Item("denarii", 1))),
    "BLDG-05": ("stone_seller", "commerce", If(Item("stone", 1), Item("denarii", 1))),
    "BLDG-06": ("blacksmith", "commerce", If(Item("ore", 1), Item("denarii", 1))),
    "BLDG-07": ("foundry", "commerce", Gain((Item("denarii", 3),))),
    "BLDG-08": ("theatre", "culture", Culture((Point("theatre", 2),))),
    "BLDG-09": ("statue", "culture", Culture((Point("art", 2),))),
    "BLDG-10": ("library", "culture", Culture((Point("university", 2),))),
    "BLDG-11": ("garden", "culture", Culture((Point("any_culture", 1),))),
    "BLDG-12": ("stables", "military", Convert(Item("grain", 1), Item("glory", 1))),
    "BLDG-13": ("arsenal", "military", Convert(Item("wood", 1), Item("glory", 1))),
    "BLDG-14": ("armoury", "military", Convert(Item("ore", 1), Item("glory", 1))),
    "BLDG-15": ("colosseum", "military", Convert(Item("same", 2), Item("glory", 2))),
    "BLDG-16": ("trading_post", "special", Convert(Item("denarii", 2), Item("any", 1))),
    "BLDG-17": ("triumphal_arch", "special", TakeCulture()),
    "BLDG-18": ("refectory", "special", Gain((Item("any", 2),))),
    "BLDG-21": ("public_baths", "special", ActivateAround(3)),
    "BLDG-22": ("residence", "residence", Nothing()),
}


@pytest.mark.parametrize("rule", NAMED)
def test_named_tiles_have_the_category_and_effect_of_the_rules(rule):
    kind, category, effect = NAMED[rule]
    tiles = [tile for tile in the_box().tiles.values() if tile.kind == kind]

    assert tiles
    assert {(tile.category, tile.effect) for tile in tiles} == {(category, effect)}


def test_solo_04_starting_buildings_make_pairs():
    assert len(the_box().starting_buildings(1)) % 2 == 0


def test_effects_with_choose_and_each_are_parsed():
    either = parse("choose(gain(grain:1) | gain(denarii:1))")
    each = parse("each(around.residence => denarii:1)")

    assert either == Choose(Gain((Item("grain", 1),)), Gain((Item("denarii", 1),)))
    assert each == Each("residence", Item("denarii", 1))


@pytest.mark.parametrize(
    "text",
    [
        "gain", "gain()", "gain(grain)", "gain(grain:0)", "gain(gold:1)", "gain(grain:1", "gain(same:2)",
        "culture(music:1)", "culture(grain:1)", "convert(grain:1 => glory:1)", "convert(glory:1 -> grain:1)",
        "if(any:1 => denarii:1)", "if(grain:1 -> denarii:1)", "each(around => denarii:1)",
        "each(around.kinds => denarii:1)", "each(temples => denarii:1)", "choose(gain(grain:1))",
        "choose(gain(grain:1) | culture(art:1))", "choose(vp(held.ore => 1) | gain(ore:1))", "vp(around.grain => 2)",
        "vp(held.temple => 2)", "vp(cross.kinds => 0)", "activate_around(4)", "take_culture(2)", "draw(1)",
    ],
)  # fmt: skip
def test_text_outside_the_effect_language_is_refused(text):
    with pytest.raises(UnknownEffect):
        parse(text)


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "field"),
    [
        ("buildings.toml", 'id = "mine-2"', 'id = "mine-1"', "building mine-1", "id"),
        ("buildings.toml", 'id = "mine-2"', 'id = "mine:2"', "building mine:2", "id"),
        ("buildings.toml", "gain(grain:2)", "gain(wheat:2)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "vp(held.grain => 2)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "convert(denarii:1 -> any:1)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "convert(any:1 -> grain:1)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "gain(any:4)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "convert(same:2 -> any:1)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "each(grain => any:1)", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "choose(gain(any:1) | gain(ore:1))", "building latifundium-1", "effect"),
        ("buildings.toml", "gain(grain:2)", "choose(culture(any_culture:1) | culture(art:1))", "building latifundium-1",
         "effect"),
        ("buildings.toml", 'effect = "gain(ore:1)"', "when_built = false", "building mine-1", "when_built"),
        ("buildings.toml", 'category = "production"', 'category = "temple"', "building mine-1", "category"),
        ("buildings.toml", "wood = 1", "wood = 2", "building mine-2", "cost"),
        ("buildings.toml", "wood = 1", "wood = -1", "building mine-1", "cost.wood"),
        ("buildings.toml", "min_players = 2", "min_players = 5", "building mine-1", "min_players"),
        ("buildings.toml", "min_players = 2", 'min_players = "2"', "building mine-1", "min_players"),
        ("buildings.toml", "min_players = 2", "min_player = 2", "building mine-1", "min_player"),
        ("starting.toml", "min_players = 3", "min_players = 2", "starting", "min_players"),
        ("starting.toml", "gain(grain:1)", "gain(grain:2)", "starting wheat_field-2", "effect"),
        ("temples.toml", "vp(around.production => 2)", "gain(grain:2)", "temple ceres_court", "effect"),
        ("culture.toml", 'category = "theatre"', 'category = "music"', "culture culture-theatre-1", "category"),
        ("culture.toml", "min_players = 4", "min_players = 2", "culture", "min_players"),
        ("culture.toml", "icons = 1", "icons = 0", "culture culture-theatre-1", "icons"),
        ("glory.toml", "rank = 2", "rank = 3", "round 1", "rank"),
        ("glory.toml", "round = 1", "round = 7", "glory r1-1st", "round"),
        ("order.toml", "number = 4", "number = 5", "order", "number"),
        ("assistants.toml", "owned = 4", "owned = 5", "price", "owned"),
        ("assistants.toml", "max_owned = 5", "max_owned = 6", "price", "owned"),
        ("assistants.toml", "denarii = 5", "denarii = 0", "price 0", "denarii"),
        ("game.toml", "rounds = 6", "rounds = 7", "-", "rounds"),
        ("game.toml", "sale_denarii = 1", "sale_denarii = 2", "-", "sale_denarii"),
        ("game.toml", "denarii_by_seat = [3, 4, 5, 6]", "denarii_by_seat = [3, 4, 5]", "start", "denarii_by_seat"),
        ("game.toml", '"3" = 9', '"3" = 8', "normal_deck", "pile_size.3"),
        ("game.toml", "min_points = 0", "min_points = 20", "solo", "title"),
        ("game.toml", 'effect = "gain(any:1)"', 'effect = "vp(cross.kinds => 1)"', "kit forum", "effect"),
        ("game.toml", 'effect = ""', 'effect = "gain(any:1)"', "kit residence", "effect"),
    ],
)  # fmt: skip
def test_each_content_fault_is_reported_by_name(folder, file, old, new, entry, field):
    faults = spoil(folder, file, old, new)

    assert (file, entry, field) in [(fault.file, fault.entry, fault.field) for fault in faults]


def test_a_missing_file_is_named(folder):
    (folder / "glory.toml").unlink()

    with pytest.raises(UnfitContent) as refused:
        load_content(folder)
    assert [fault.file for fault in refused.value.faults] == ["glory.toml"]


def test_a_host_folder_is_used_only_if_it_is_valid(folder):
    file = folder / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("resource_cap = 6", "resource_cap = 7"), encoding="utf-8")
    try:
        SOURCE.use(SOURCE.unpack(folder))
        assert the_box().constants.resource_cap == 7
        (folder / "game.toml").unlink()
        with pytest.raises(UnfitContent):
            SOURCE.use(SOURCE.unpack(folder))
        assert the_box().constants.resource_cap == 7
    finally:
        SOURCE.use(SOURCE.unpack(FOLDER))
    assert the_box().constants.resource_cap == 6
