"""Golden scenes are compared as text. Two golden pictures are compared with a tolerance for other versions of Pillow.

To accept new ones, run with the environment variable `ACCEPT_GOLDEN=1` and give the reason in the commit.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render.gallery import fit_phone
from render.minos_classic.gallery import Position
from render.paint import Painting
from render.scene import Scene
from tests.render.dumps import dump

GOLDEN = Path(__file__).parent / "golden"
LEFT = Path(__file__).parents[2] / "var" / "golden"
ACCEPTED_DIFFERENCE = 4.0
"""Mean difference of a channel, out of 255."""


@pytest.mark.parametrize("name", ["03-movement", "05-battle-attacker"])
def test_scene_matches_the_golden_file(scenes: dict[str, Scene], name: str):
    actual, path = dump(scenes[name]), GOLDEN / f"{name}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text(actual, encoding="utf-8")
    if actual != path.read_text(encoding="utf-8"):
        LEFT.mkdir(parents=True, exist_ok=True)
        (LEFT / f"{name}.actual.txt").write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["06-battle-defender", "08-crowded"])
def test_picture_matches_the_golden_file(scenes: dict[str, Scene], painting: Painting, name: str):
    actual, path = fit_phone(painting.paint(scenes[name])), GOLDEN / f"{name}.png"
    if os.environ.get("ACCEPT_GOLDEN"):
        actual.quantize(128).save(path, optimize=True)
    expected = Image.open(path).convert("RGB")
    assert expected.size == actual.size
    difference = ImageChops.difference(expected, actual)
    mean = sum(ImageStat.Stat(difference).mean) / 3
    if mean > ACCEPTED_DIFFERENCE:
        LEFT.mkdir(parents=True, exist_ok=True)
        actual.save(LEFT / f"{name}.actual.png")
        difference.save(LEFT / f"{name}.difference.png")
    assert mean <= ACCEPTED_DIFFERENCE


def test_painting_twice_gives_the_same_bytes(scenes: dict[str, Scene], ten: dict[str, Position]):
    assert Painting().png(scenes["02-mid-roll"]) == Painting().png(scenes["02-mid-roll"])


def test_a_dump_lists_every_item_of_every_layer(scenes: dict[str, Scene]):
    given = scenes["03-movement"]
    lines = dump(given).splitlines()
    assert sum(line.startswith("  ") for line in lines) == len(list(given.items()))
    layers = [line.removeprefix("layer ").removesuffix(", needed") for line in lines if line.startswith("layer ")]
    assert layers == [la.name for la in given.layers]
