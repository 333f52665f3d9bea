"""The content files match the box. Faulty files are refused, and the errors name the fault."""

import shutil
from pathlib import Path

import pytest

from engine.kernel.chance import Chance
from engine.kernel.content import Fault, UnfitContent
from engine.kernel.game import complete_settings
from engine.minos_classic.content.box import SOURCE, the_box
from engine.minos_classic.content.checks import load_content
from engine.minos_classic.content.records import FOLDER
from engine.minos_classic.game import GAME
from engine.minos_classic.phases.setup import lay_out
from tests.engine.spoilt import change, faults_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of our content in a host's folder."""
    return Path(shutil.copytree(FOLDER, tmp_path / "content"))


def spoil(folder: Path, file: str, old: str, new: str) -> tuple[Fault, ...]:
    """Replace `old` with `new` in `file`. Return the faults found by reading."""
    change(folder, file, old, new)
    faults = faults_of(load_content, folder)
    assert {fault.file for fault in faults} == {file}
    return faults


def test_the_board_has_the_expected_spaces():
    board = load_content().board

    assert (len(board.zone), len(board.site), len(board.path)) == (40, 30, 84)
    assert len({site.harbour.id for site in board.site}) == 30


def test_pieces_costs_and_dice_match_the_box():
    content = load_content()
    pieces = content.pieces

    assert [(kind.id, kind.supply, kind.value) for kind in pieces.building] == [
        ("harbour", 20, 1),
        ("dwelling", 20, 1),
        ("warehouse", 20, 2),
        ("wall", 20, 0),
    ]
    assert (4 * pieces.per_player.ships, 4 * pieces.per_player.guards, pieces.rings.supply) == (28, 48, 50)
    assert [(cost.talents, cost.points) for cost in content.costs.position] == [(5, 1), (10, 2), (15, 3), (20, 4)]
    assert len(content.dice.die) == 6


def test_the_start_zone_reaches_every_harbour():
    box = the_box()
    seen, edge = {box.fish}, [box.fish]
    while edge:
        edge = [near for space in edge for near in box.neighbours[space] if near not in seen]
        seen.update(edge)

    assert set(box.water) == seen, "every space is water"


def test_a_host_can_play_from_a_folder_of_their_own(folder: Path):
    text = (folder / "pieces.toml").read_text(encoding="utf-8")
    (folder / "pieces.toml").write_text(text.replace("talents = 25", "talents = 40"), encoding="utf-8")

    SOURCE.use(SOURCE.unpack(folder))
    try:
        settings = complete_settings(GAME, 2, {})
        assert [player.talents for player in lay_out(settings, Chance(bytes(16), {})).players] == [40, 40]
    finally:
        SOURCE.use(SOURCE.unpack(FOLDER))


def test_a_missing_file_is_named(folder: Path):
    (folder / "dice.toml").unlink()

    with pytest.raises(UnfitContent) as refused:
        load_content(folder)
    assert [fault.file for fault in refused.value.faults] == ["dice.toml"]


def test_a_wrong_type_names_entry_and_field(folder: Path):
    (error,) = spoil(folder, "board.toml", 'id = "s_kyme"\nname = "Kyme"', 'id = "s_kyme"\nname = 7')

    assert (error.entry, error.field) == ("site s_kyme", "name")
    assert str(error).startswith("board.toml: site s_kyme: name:")


def test_an_unknown_field_is_refused(folder: Path):
    (error,) = spoil(folder, "pieces.toml", "talents = 25", "talents = 25\ntalens = 3")

    assert error.entry == "start"
    assert "talens" in error.problem


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "field"),
    [
        ("board.toml", 'adjacent = ["z_mastian_gulf"]', 'adjacent = ["z_nowhere"]', "zone z_alboran", "adjacent"),
        ("board.toml", 'adjacent = ["z_mastian_gulf"]', "adjacent = []", "zone z_mastian_gulf", "adjacent"),
        ("board.toml", 'land = ["p_kyme_taras_2"]', "land = []", "path p_kyme_taras_2", "land"),
        ("board.toml", 'ship_zone = "z_fish"', 'ship_zone = "z_adrias"', "start", "ship_zone"),
        ("board.toml", 'schema = "minos-board/1"', 'schema = "minos-board/1"\nsite_count = 31', "-", "site_count"),
        ("board.toml", 'zone = "z_adrias"', 'zone = "z_lost"', "site s_spina", "harbour.zone"),
        ("costs.toml", "number = 4", "number = 5", "position", "number"),
        ("costs.toml", 'needs_building = "dwelling"', 'needs_building = "tent"', "recruit_guard", "needs_building"),
        ("dice.toml", '"joker", "star"]', '"joker", "moon"]', "die 1", "faces"),
    ],
)
def test_each_content_fault_is_reported_by_name(folder: Path, file: str, old: str, new: str, entry: str, field: str):
    faults = spoil(folder, file, old, new)

    assert (file, entry, field) in [(fault.file, fault.entry, fault.field) for fault in faults]
