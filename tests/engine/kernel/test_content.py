"""The reader of content files, and the shelf that holds what games are played from."""

from pathlib import Path

import msgspec
import pytest

from engine.kernel.content import Shelf, UnfitContent, fit, read_record, read_toml


class Tree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    fruit: int


class Garden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    tree: tuple[Tree, ...]


PLUM = '[[tree]]\nid = "plum"\nfruit = 3\n'


def garden(folder: Path, text: str) -> Garden:
    (folder / "garden.toml").write_text(text, encoding="utf-8")
    return read_record(folder, "garden.toml", Garden)


def refused(folder: Path, text: str) -> tuple[str, str, str]:
    with pytest.raises(UnfitContent) as error:
        garden(folder, text)
    return error.value.file, error.value.entry, error.value.field


def test_a_file_is_read_as_one_record(tmp_path):
    assert garden(tmp_path, f'name = "south"\n{PLUM}') == Garden("south", (Tree("plum", 3),))


def test_what_does_not_decode_is_named_by_file_entry_and_field(tmp_path):
    fig = PLUM.replace("plum", "fig").replace("3", '"many"')

    assert refused(tmp_path, f'name = "south"\n{PLUM}{fig}') == ("garden.toml", "tree fig", "fruit")
    assert refused(tmp_path, f"name = 7\n{PLUM}") == ("garden.toml", "name", "-")
    assert refused(tmp_path, f'name = "south"\n{PLUM}colour = "blue"\n') == ("garden.toml", "tree plum", "-")


def test_a_file_that_is_missing_or_no_toml_is_named(tmp_path):
    assert refused(tmp_path, "name = = 7") == ("garden.toml", "-", "-")
    with pytest.raises(UnfitContent):
        read_toml(tmp_path, "orchard.toml")


def test_fit_raises_only_where_something_does_not_hold():
    fit(True, "garden.toml", "tree plum", "fruit", "too few")
    with pytest.raises(UnfitContent, match=r"garden\.toml: tree plum: fruit: too few"):
        fit(False, "garden.toml", "tree plum", "fruit", "too few")


def test_a_shelf_unpacks_its_own_folder_once_and_when_it_is_needed(tmp_path):
    unpacked = []
    shelf = Shelf(tmp_path, lambda folder: unpacked.append(folder) or str(folder))

    assert unpacked == []
    assert shelf.box() == shelf.box() == str(tmp_path)
    assert unpacked == [tmp_path]


def test_a_shelf_keeps_its_box_where_another_folder_is_unfit(tmp_path):
    def unpack(folder: Path) -> str:
        fit(folder != tmp_path / "bad", "garden.toml", "-", "-", "bad")
        return folder.name

    shelf = Shelf(tmp_path / "own", unpack)
    shelf.use_folder(tmp_path / "other")
    with pytest.raises(UnfitContent):
        shelf.use_folder(tmp_path / "bad")

    assert shelf.box() == "other"
