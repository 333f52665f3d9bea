"""The content matches the printed inventory, and invalid content is refused. VAL, INV"""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine.kernel.content import UnfitContent, UnknownEffect
from engine.minos_dawn.content.box import SOURCE, Box, the_box
from engine.minos_dawn.content.checks import load_content
from engine.minos_dawn.content.language import parse
from engine.minos_dawn.content.records import FOLDER
from tests.engine.spoilt import change

FILES = (
    "board.toml", "player_board.toml", "progress_tracks.toml", "trade_routes.toml", "decrees_age1.toml",
    "decrees_age2.toml", "starting_cards.toml", "abilities.toml", "trade_bonuses.toml", "action_bonuses.toml",
    "foundations.toml", "sea_peoples.toml", "vases.toml", "solo_cards.toml", "rival.toml",
)  # fmt: skip


def change_copy(tmp_path: Path, file: str, old: str, new: str, count: int = 1) -> Path:
    """Copy the content and change one text. Return the folder."""
    folder = tmp_path / "content"
    shutil.copytree(FOLDER, folder)
    change(folder, file, old, new, count)
    return folder


def test_val_1_to_8_our_content_is_valid():
    load_content()


def test_inv_the_box_has_every_component():
    content = load_content()
    assert Counter(Box(content).layouts[4].dice) == {"red": 4, "blue": 4, "yellow": 4, "gray": 5}
    assert [len(decrees) for decrees in content.decrees] == [72, 72]
    assert [sum(card.players == seats for card in content.starting_cards) for seats in (2, 3, 4)] == [2, 3, 4]
    assert Counter(tile.colour for tile in content.trade_bonuses) == {"blue": 15, "red": 15}
    assert len(content.foundations) == 20
    assert Counter(tile.level for tile in content.sea_peoples) == {1: 10, 2: 10}
    assert len(content.action_bonuses) == 5
    assert len(content.vases) == 12
    assert len(content.routes.route) == 6
    assert content.board.goods.tiles_per_type * 6 == content.board.goods.temporary_tiles == 54
    assert next(space.coin for space in content.player_board.income.spaces) == 8


def test_the_rows_for_four_seats_match_section_6():
    rows = the_box().layouts[4].rows
    assert [[space.points for space in row] for row in rows] == [
        [4, 3, 2, 2],
        [3, 2, 1, 1],
        [3, 2, 1, 1],
        [6, 5, 4, 4],
        [2, 1, 1, 1],
    ]
    assert all(row[3].action_bonus and row[2].gain == "advance any 1" for row in rows)


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "field"),
    [
        ("decrees_age2.toml", 'id = "A2-02"', 'id = "A2-01"', "decree A2-01", "id"),
        ("decrees_age1.toml", 'effect = "coin 6"', 'effect = "coins 6"', "decree A1-03", "effect"),
        ("decrees_age1.toml", "cost = 8", "cost = -1", "decree A1-01", "cost"),
        ("decrees_age1.toml", 'trigger = "die34"', 'trigger = "die33"', "decree A1-01", "trait.trigger"),
        ("decrees_age1.toml", 'discount = ["silver"]', 'discount = ["gold"]', "decree A1-01", "discount"),
        ("starting_cards.toml", "region = 1", "region = 2", "cards for 2", "region"),
        ("starting_cards.toml", "first_player = true", "first_player = false", "cards for 2", "first_player"),
        ("starting_cards.toml", "put_back = 2", "put_back = 6", "card s2-1", "put_back"),
        ("board.toml", "adjacent = [2, 7, 12]", "adjacent = [2, 7]", "region monastiraki", "adjacent"),
        ("board.toml", "starting = [1, 3]", "starting = [1]", "setup 2", "starting"),
        ("board.toml", "active = [1, 2, 3, 4, 5, 6, 7]\n", "active = [1, 2, 3, 5, 6, 7]\n", "setup 2", "active"),
        ("board.toml", "2 = 3\n", "2 = 1\n", "trade_bonus_tiles_per_route", "2"),
        ("board.toml", "{ points = 3 }, { points = 2 }, ", "{ points = 3 }, ", "row develop", "spaces_4"),
        ("trade_routes.toml", "cost = [2, 2, 3, 4, 4]", "cost = [2, 2, 3, 4]", "route cyclades", "cost"),
        ("trade_routes.toml", '["coin 2", "coin 3",', '["build 1", "coin 3",', "route cyclades", "income[1]"),
        ("sea_peoples.toml", "weapons = 2", "weapons = 0", "tile I-01", "weapons"),
        ("vases.toml", 'measure = "income_space"', 'measure = "ships"', "vase", "measure"),
        ("foundations.toml", 'effect = "coin 8"', 'effect = "repeat coin 1 => weapon 1"', "foundation f01", "effect"),
        ("foundations.toml", 'effect = "coin 8"', 'effekt = "coin 8"', "foundation f01", "effekt"),
    ],
)
def test_val_1_to_8_a_fault_names_file_entry_and_field(tmp_path, file, old, new, entry, field):
    folder = change_copy(tmp_path, file, old, new)
    with pytest.raises(UnfitContent) as error:
        load_content(folder)
    assert (file, entry, field) in [(fault.file, fault.entry, fault.field) for fault in error.value.faults]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnfitContent) as error:
        load_content(tmp_path)
    assert [fault.file for fault in error.value.faults] == list(FILES)


@pytest.mark.parametrize(
    "text",
    [
        "", "coin", "coin 0", "coin x", "gold 2", "advance north 1", "temp gold 1", "coin 1 per moons",
        "if towers: coin 1", "if towers>=2 coin 1", "repeat coin 1", "coin 1 =>", "good 1 => coin 1",
        "coin 1 instead if towers>=2", "if towers>=1: coin 1 or vp 1",
    ],
)  # fmt: skip
def test_val_1_only_the_effect_language_parses(text):
    with pytest.raises(UnknownEffect):
        parse(text)


def test_a_valid_host_folder_is_used_and_a_faulty_one_ignored(tmp_path):
    folder = change_copy(tmp_path, "board.toml", 'forfeit = "coin 2"', 'forfeit = "coin 3"')
    try:
        SOURCE.use(SOURCE.unpack(folder))
        assert the_box().effects["forfeit"] == parse("coin 3")
        (folder / "board.toml").unlink()
        with pytest.raises(UnfitContent):
            SOURCE.use(SOURCE.unpack(folder))
        assert the_box().effects["forfeit"] == parse("coin 3")
    finally:
        SOURCE.use(SOURCE.unpack(FOLDER))
    assert the_box().effects["forfeit"] == parse("coin 2")
