"""Animations keep every colour of their plates, and the contrast of their words."""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest
from PIL import Image

from render import theme
from render.film import frame_of, moving
from render.minos_dawn.icons import DICE
from render.paint import Painting
from render.palette import colours, mix
from render.plate import Plate
from render.renderer import RENDERERS
from tests.render import plates
from tests.render.conftest import Speaking
from tests.render.plates import GALLERY
from tests.render.test_legibility import lab
from tests.render.test_recording import read_frames

Pixel = tuple[int, int, int]

NOTICED = 2.3
"""The smallest distance in CIE Lab that people notice."""
FEW = 12
"""A colour is judged only if it fills more pixels of a frame than this."""
SEATS = {f"{seat} {kind}": shades[seat] for kind, shades in (("seat", theme.SEATS), ("paper", theme.SEATS_PALE))
         for seat in shades}  # fmt: skip
DICE_COLOURS = {f"{name} die": colour for name, colour in DICE.items()}
COLOURS: Mapping[Pixel, str] = {mix(colour, colour, 0): name for name, colour in {**DICE_COLOURS, **SEATS}.items()}
"""Names of the colours that have a meaning for players."""
SHOWN = {"minerva": set(SEATS), "minos-classic": set(SEATS), "minos-dawn": {*SEATS, "gray die"}}
"""The named colours in each game's film. Dice have the colours of seats."""


@dataclass
class Film:
    """A game's gallery as plates, as frames made of these plates, and as the frames that a viewer of the film sees."""

    game: str
    plates: list[Plate]
    frames: list[Image.Image]
    seen: list[Image.Image]


@pytest.fixture(scope="module", params=sorted(GALLERY))
def film(request: pytest.FixtureRequest, speaking: Speaking, painting: Painting) -> Film:
    game, say = request.param, speaking("en")
    pictures = GALLERY[game]().values()
    shown = [RENDERERS[game].film_plate(given.draw(given.names, say)) for given in pictures]
    frames = [frame_of(painting.png(each.scene)) for each in shown]
    return Film(game, shown, frames, [seen for seen, _ in read_frames(moving(frames))])


def distances(frame: Image.Image, seen: Image.Image) -> Iterator[tuple[str, float]]:
    """Yield each colour that fills an area of the frame, with its distance from the colour shown in the film."""
    known, counted = set(colours()), frame.getcolors(frame.width * frame.height)
    assert counted is not None
    filled = {colour for count, colour in counted if count > FEW and colour in known}
    for true, shown in pairs(frame, seen):
        if true in filled:
            yield COLOURS.get(true, str(true)), distance(true, shown)


def pairs(one: Image.Image, other: Image.Image) -> Iterator[tuple[Pixel, Pixel]]:
    """Yield each pair of colours that two pictures have in the same place. Their pixels are compared as integers."""
    first, second = (memoryview(image.convert("RGBX").tobytes()).cast("I") for image in (one, other))
    for true, shown in set(zip(first, second, strict=True)):
        yield unpack(true), unpack(shown)


def unpack(pixel: int) -> Pixel:
    red, green, blue, _ = pixel.to_bytes(4, sys.byteorder)
    return red, green, blue


def pixels(image: Image.Image) -> list[Pixel]:
    return list(image.get_flattened_data())  # type: ignore[arg-type]


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    return float(math.dist(lab(one), lab(other)))


def test_films_show_the_true_colours_of_seats_dice_and_boards(film: Film) -> None:
    worst: dict[str, float] = {}
    for frame, seen in zip(film.frames, film.seen, strict=True):
        for name, found in distances(frame, seen):
            worst[name] = max(found, worst.get(name, 0.0))
    assert {name: found for name, found in worst.items() if found >= NOTICED} == {}
    assert SHOWN[film.game] <= set(worst)


def test_words_of_films_stand_out_in_every_kind_of_vision(film: Film, painting: Painting) -> None:
    judged = 0
    faint: list[str] = []
    for plate, frame, seen in zip(film.plates, film.frames, film.seen, strict=True):
        bare, scale = painting.paint(plates.wordless(plate.scene)), seen.width / plate.scene.width
        for text in plates.texts(plate.scene):
            left, top, right, bottom = (round(edge * scale) for edge in plates.ink(text))
            box = max(0, left), max(0, top), right, bottom
            before, after = pixels(frame.crop(box)), pixels(seen.crop(box))
            nearest = [
                before.index(min(dict.fromkeys(before), key=lambda pixel: distance(pixel, colour)))
                for colour in plates.ground_and_ink(text, bare)
            ]
            faint += plates.unclear(text, *(after[at] for at in nearest))
            judged += 1
    assert faint == []
    assert judged > 100
