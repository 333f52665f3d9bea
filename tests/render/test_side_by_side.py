"""Pages that compare old and new pictures of a position."""

from pathlib import Path

import pytest
from PIL import Image

from locales.words import Words
from render.gallery import GalleryPicture, fit
from render.paint import Painting
from render.plate import Plate
from render.side_by_side import page, take_over
from tests.render.test_plates import head, plate


def toy(name: str) -> Plate:
    return plate(head(), name=name, alt=f'Round 3, "{name}"\nMore.')


@pytest.fixture
def drawn(tmp_path: Path) -> tuple[Path, str]:
    old, before = tmp_path / "old", tmp_path / "out" / "before"
    old.mkdir()
    before.mkdir(parents=True)
    for name in ("late-map", "late-seats", "late-seats-grey", "late-map-frame", "later-map"):
        Image.new("RGB", (1650, 1050), "#336699").save(old / f"{name}.png")
    Image.new("RGB", (800, 907)).save(before / "late.png")
    works = {name: GalleryPicture({}, lambda *_: (toy("seats"), toy("map"))) for name in ("late", "new")}
    take_over(list(works), old, tmp_path / "out")
    return tmp_path / "out", page("minerva", works, Words(), Painting(), tmp_path / "out")


def test_old_and_new_are_compared_at_discord_sizes(drawn: tuple[Path, str]) -> None:
    out, text = drawn
    late = text.partition("## late")[2].partition("## new")[0]
    assert "| Before | After |" in late
    for file in ("before/late-map", "before/late-seats", "after/late-map", "after/late-seats"):
        assert f'{file}.png" width="550" height="350"' in late
        assert f'{file}.png" width="268" height="171"' in late
        with Image.open(out / f"{file}.png") as image:
            assert image.size == ((825, 525) if file.startswith("before") else (1650, 1050))
    assert late.index("before/late-seats") < late.index("before/late-map"), "in the order of the plates"
    assert "Round 3, 'map'" not in late
    assert "Round 3, 'seats'" in late
    assert "More." not in late


def test_earlier_copies_and_other_kinds_of_vision_are_left_out(drawn: tuple[Path, str]) -> None:
    assert sorted(file.name for file in (drawn[0] / "before").iterdir()) == ["late-map.png", "late-seats.png"]


def test_a_position_without_an_old_picture_is_left_out(drawn: tuple[Path, str]) -> None:
    out, text = drawn
    assert "## new" not in text
    assert not list((out / "after").glob("new-*"))


def test_pictures_are_never_enlarged() -> None:
    assert fit(100, 50, 550, 350) == (100, 50)
