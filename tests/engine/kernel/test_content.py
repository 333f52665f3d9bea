"""The reader of content files, and the source of the content that games use."""

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest

from engine.kernel.content import (
    UNREAD,
    ContentFolder,
    ContentSource,
    Count,
    Fault,
    Faults,
    Id,
    Record,
    UnfitContent,
    read_record,
)


class Tree(Record, frozen=True):
    id: Id
    fruit: Count
    kinds: tuple[str, ...] = ()


class Bed(Record, frozen=True):
    named_by: ClassVar[str] = "row"

    row: int
    width: Annotated[int, msgspec.Meta(ge=1)]


class Soil(Record, frozen=True):
    kind: Literal["clay", "sand"]
    bed: tuple[Bed, ...] = ()


class Garden(Record, frozen=True):
    name: str
    tree: tuple[Tree, ...]
    soil: Soil | None = None


PLUM = '[[tree]]\nid = "plum"\nfruit = 3\n'


def garden(folder: Path, text: str) -> tuple[Garden, list[tuple[str, str, str]]]:
    (folder / "garden.toml").write_text(text, encoding="utf-8")
    faults = Faults()
    read = read_record(folder, "garden.toml", Garden, faults)
    return read, [(fault.file, fault.entry, fault.field) for fault in faults.found]


def problem(folder: Path, text: str) -> str:
    (folder / "garden.toml").write_text(text, encoding="utf-8")
    faults = Faults()
    read_record(folder, "garden.toml", Garden, faults)
    (fault,) = faults.found
    return fault.problem


def test_a_file_is_read_as_one_record(tmp_path):
    soil = '[soil]\nkind = "clay"\nbed = [{ row = 1, width = 2 }]\n'

    read, faults = garden(tmp_path, f'name = "south"\n{PLUM}{soil}')

    assert (read, faults) == (Garden("south", (Tree("plum", 3),), Soil("clay", (Bed(1, 2),))), [])


def test_all_faults_of_a_file_are_named_together(tmp_path):
    fig = PLUM.replace("plum", "fig").replace("3", '"many"') + 'kinds = ["a", 2]\ncolour = "blue"\n'
    soil = '[soil]\nkind = "mud"\nbed = [{ row = 1, width = 0 }, { width = 2 }]\n'

    _, faults = garden(tmp_path, f"name = 7\n{PLUM}{fig}{soil}")

    assert faults == [
        ("garden.toml", "-", "name"),
        ("garden.toml", "tree fig", "colour"),
        ("garden.toml", "tree fig", "fruit"),
        ("garden.toml", "tree fig", "kinds[2]"),
        ("garden.toml", "soil", "kind"),
        ("garden.toml", "soil", "bed[1].width"),
        ("garden.toml", "soil", "bed[2].row"),
    ]


def test_an_entry_without_a_name_is_identified_by_its_position(tmp_path):
    _, faults = garden(tmp_path, f'name = "south"\n{PLUM}[[tree]]\nfruit = 1\n')

    assert faults == [("garden.toml", "tree no. 2", "id")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLUM, "the field is missing"),
        (f'name = "south"\n{PLUM}fruits = 3\n', "did you mean fruit?"),
        (f'name = "south"\n{PLUM}'.replace("3", "-3"), "expected a whole number >= 0; given is -3"),
        (f'name = "south"\n{PLUM}'.replace('"plum"', '"a plum"'), "letters, digits, - and _ alone"),
        (f'name = "south"\n{PLUM}[soil]\nkind = "clai"\n', "did you mean clay?); it is one of: clay, sand"),
        ('name = "south"\ntree = 7\n', "expected a list of tables, not a number"),
        (f'name = "south"\n{PLUM}soil = "clay"', "is unknown"),
        ("name = = 7", "not TOML: Invalid value (at line 1, column 8)"),
    ],
)
def test_a_fault_lists_the_valid_values(tmp_path, text, said):
    assert said in problem(tmp_path, text)


def test_an_unreadable_value_is_reported_only_once(tmp_path):
    read, _ = garden(tmp_path, f'name = "south"\n{PLUM}'.replace("3", '"many"'))
    faults = Faults()
    faults.require(False, "garden.toml", "tree plum", "fruit", "told when it was read")

    with faults.until_unread():
        faults.require(read.tree[0].fruit < 3, "garden.toml", "tree plum", "fruit", "too many")
    faults.require(False, "garden.toml", "-", "name", "too warm")

    assert read.tree[0].fruit is UNREAD
    assert [fault.problem for fault in faults.found] == ["told when it was read", "too warm"]


def test_a_missing_or_invalid_file_is_named(tmp_path):
    faults = Faults()

    (tmp_path / "garden.toml").write_bytes(b"name = '\xff'")

    assert read_record(tmp_path, "garden.toml", Garden, faults) is UNREAD
    assert read_record(tmp_path, "orchard.toml", Garden, faults) is UNREAD
    assert [str(fault) for fault in faults.found] == [
        "garden.toml: the file is not saved as UTF-8", "orchard.toml: the file is missing"
    ]  # fmt: skip


def test_a_file_that_no_game_reads_is_reported(tmp_path):
    (tmp_path / "gardn.toml").touch()
    faults = Faults()
    folder = ContentFolder(tmp_path, "garden", faults)

    folder.record("garden.toml", Garden)
    folder.check_strays()

    assert str(faults.found[0]) == "gardn.toml: no file of this game, which has garden.toml"


def test_faults_are_raised_together_or_not_at_all():
    faults = Faults()
    faults.close()
    assert faults.require(True, "garden.toml", "tree plum", "fruit", "too few")
    faults.check_word("clai", ("clay", "sand"), "garden.toml", "soil", "kind")
    faults.check_value((1, True), (1, False), "garden.toml", "-", "name")
    faults.check_unique(["plum", "fig", "plum"], "garden.toml", "tree", "id")

    with pytest.raises(UnfitContent) as refused:
        faults.close()

    assert refused.value.faults[1] == Fault("garden.toml", "-", "name", "the rules only allow [1, false] here")
    assert str(refused.value).splitlines()[2].startswith("garden.toml: tree plum: id: is used twice")


def test_a_content_source_reads_its_folder_lazily_once(tmp_path):
    unpacked = []

    def unpack(folder):
        unpacked.append(folder)
        return str(folder)

    source = ContentSource(tmp_path, unpack)

    assert unpacked == []
    assert source.box() == source.box() == str(tmp_path)
    assert unpacked == [tmp_path]


def test_a_content_source_keeps_our_content_despite_an_invalid_folder(tmp_path):
    def unpack(folder: Path) -> str:
        if folder == tmp_path / "bad":
            raise UnfitContent([Fault("garden.toml", "-", "-", "bad")])
        return folder.name

    source = ContentSource(tmp_path / "own", unpack)
    source.use(source.unpack(tmp_path / "other"))
    with pytest.raises(UnfitContent):
        source.use(source.unpack(tmp_path / "bad"))

    assert source.box() == "other"
