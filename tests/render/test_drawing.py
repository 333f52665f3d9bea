"""Drawings as data: commands in a file become strokes in a square."""

import pytest
from PIL import Image, ImageDraw

from render import drawing
from render.drawing import Square, read_drawings


def colour_at(name: str, style: str, at: tuple[int, int]) -> object:
    """Return one pixel of a drawing that is painted on white, 100 pixels wide."""
    image = Image.new("RGB", (100, 100), "#ffffff")
    read_drawings("test")[name](Square(ImageDraw.Draw(image), 0, 0, 100), style)
    return image.getpixel(at)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with one file of drawings."""
    (tmp_path / "test.toml").write_text(
        'dot = "disc tint/#00ff00 50,50 20"\n'
        'two = """\nin 0,0 50\nuse dot 0,0 100 #ff0000\nin 50,50 50\ndisc tint 50,50 20"""\n'
        'wrong = "circle #00ff00 50,50 20"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(drawing, "FOLDER", tmp_path)


def test_a_drawing_uses_its_own_colour_without_a_style():
    assert colour_at("dot", "", (50, 50)) == (0, 255, 0)
    assert colour_at("dot", "#0000ff", (50, 50)) == (0, 0, 255)


def test_a_drawing_can_include_another():
    assert colour_at("two", "#0000ff", (25, 25)) == (255, 0, 0)
    assert colour_at("two", "#0000ff", (75, 75)) == (0, 0, 255)
    assert colour_at("two", "#0000ff", (50, 50)) == (255, 255, 255)


def test_an_unknown_command_is_refused():
    with pytest.raises(ValueError, match="circle"):
        colour_at("wrong", "", (0, 0))
