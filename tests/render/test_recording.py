"""Recordings of a whole game as a moving picture and as a log."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageColor, ImageDraw, ImageSequence

from engine.simulate import Plan
from render import recording, theme
from render.film import END_MS, FRAME_MS, moving
from render.recording import record

SKY, SUN, SEA = (ImageColor.getrgb(colour) for colour in (theme.NIGHT, theme.GOLD, theme.SEA[0]))
"""Colours of our pictures. Animations can show no other colours."""


def frame(sun: int) -> Image.Image:
    image = Image.new("RGB", (40, 30), SKY)
    draw = ImageDraw.Draw(image)
    draw.ellipse((sun, 4, sun + 8, 12), fill=SUN)
    draw.rectangle((0, 24, 40, 30), fill=SEA)
    return image


def read_frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    """Return the frames as a viewer shows them, each with its duration."""
    image = Image.open(BytesIO(gif))
    frames = []
    for _ in ImageSequence.Iterator(image):
        frames.append((image.convert("RGB"), image.info["duration"]))
    return frames


def test_unchanged_parts_of_a_frame_stay_visible() -> None:
    frames = read_frames(moving([frame(2), frame(20), frame(20)]))
    assert [duration for _, duration in frames] == [FRAME_MS, FRAME_MS, END_MS]
    for (image, _), sun in zip(frames, (2, 20, 20), strict=True):
        assert image.getpixel((sun + 4, 8)) == SUN
        assert image.getpixel((22 - sun + 4, 8)) == SKY
        assert image.getpixel((5, 28)) == SEA


def test_a_game_is_recorded_as_picture_and_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "FEW_ANSWERS", 10_000)
    record(Plan("minos-dawn", 2, 1), 0, 200, tmp_path)
    log = (tmp_path / "minos-dawn-2.md").read_text(encoding="utf-8")
    assert "- Ariadne starts in" in log
    assert "round 4 of 4" in log
    assert "a hidden card" in log, "nobody else may know cards drawn from a deck"
    ending = log.split("## The end")[1].split("|")
    assert {" Ariadne ", " Daidalos "} <= set(ending)
    frames = read_frames((tmp_path / "minos-dawn-2.gif").read_bytes())
    assert 8 <= len(frames) <= 40
    assert frames[0][0].width == 200
