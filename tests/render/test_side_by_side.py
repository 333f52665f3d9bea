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
    (tmp_path / "old").mkdir()
    Image.new("RGB", (1600, 1814), "#336699").save(tmp_path / "old" / "late.png")
    works = {name: GalleryPicture({}, lambda *_: (toy("map"), toy("seats"))) for name in ("late", "new")}
    take_over(list(works), tmp_path / "old", tmp_path / "out")
    return tmp_path / "out", page("minerva", works, Words(), Painting(), tmp_path / "out")


def test_old_and_new_are_compared_at_discord_sizes(drawn: tuple[Path, str]) -> None:
    out, text = drawn
    late = text.partition("## late")[2].partition("## new")[0]
    assert "| Before | After |" in late
    assert 'before/late.png" width="309" height="350"' in late
    assert 'before/late.png" width="390" height="442"' in late
    for name in ("map", "seats"):
        assert f'after/late-{name}.png" width="550" height="350"' in late
        assert f'after/late-{name}.png" width="390" height="248"' in late
        with Image.open(out / "after" / f"late-{name}.png") as image:
            assert image.size == (1650, 1050)
    assert "Round 3, 'map'" in late
    assert "More." not in late


def test_a_position_without_an_old_picture_is_left_out(drawn: tuple[Path, str]) -> None:
    out, text = drawn
    assert "## new" not in text
    assert not list((out / "after").glob("new-*"))


def test_pictures_are_never_enlarged() -> None:
    assert fit(100, 50, 550, 350) == (100, 50)
