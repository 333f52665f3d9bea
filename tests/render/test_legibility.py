"""Pictures are legible in every kind of vision: contrast, seat colours and shapes, fonts."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from PIL import ImageChops, ImageColor, ImageStat

from render import theme
from render.gallery import VISIONS, view_as
from render.minos_dawn.icons import DICE
from render.minos_dawn.plates.frame import die
from render.paint import Painting, bounds
from render.scene import BARE, Box, Icon, Layer, Scene

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ"
    "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž"
    "«»„“”‚‘’–—…·×−+.,:;!?()/%&'\""
)


def luminance(colour):
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def behind(image, item):
    """Return the commonest colour behind the words."""
    left, top, right, bottom = bounds(item)
    box = (max(0, left), max(0, top), min(image.width, right), min(image.height, bottom))
    return Counter(image.crop(box).get_flattened_data()).most_common(1)[0][0]


def test_sea_names_stand_out_from_sea_and_land():
    for ground in (*theme.SEA[:5], theme.LAND, *theme.LAND_RIM):
        assert contrast(ImageColor.getrgb(theme.SEA_INK), ImageColor.getrgb(ground)) >= 4.5, ground
    assert contrast(ImageColor.getrgb(theme.CREAM), ImageColor.getrgb(theme.SEA_OUTER)) >= 4.5


@cache  # because films have the same colours many times
def lab(colour):
    red, green, blue = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in (c / 255 for c in colour[:3])
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_colours_of_seats_differ_widely():
    for one, other in combinations(theme.SEATS.values(), 2):
        first, second = lab(ImageColor.getrgb(one)), lab(ImageColor.getrgb(other))
        assert sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5 >= 20, (one, other)


def tile(kind, seat, size):
    empty = Layer("empty", ())
    return Painting().paint(Scene(size, size, empty, 1, (Layer("one", (Icon(kind, size / 2, size / 2, size, seat),)),)))


@pytest.mark.parametrize("kind", ["ship", "guard", "mark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_seat_marks_differ_by_shape_for_every_kind_of_vision(kind, vision):
    """Marks are compared at a small size and in two levels of grey, so that only their shapes can differ."""
    pictures = {seat: view_as(tile(kind, seat, 40), vision).convert("L").resize((20, 20)) for seat in theme.SEATS}
    for one, other in combinations(pictures, 2):
        shapes = [p.point(lambda level: 255 * (level > 170)) for p in (pictures[one], pictures[other])]
        differing = sum(a != b for a, b in zip(*(s.get_flattened_data() for s in shapes), strict=True))
        assert differing >= 10, (one, other, differing)


DIE = 76
"""Side of the smallest die of a plate, in pixels."""
INSIDE = (10, 10, DIE - 10, DIE - 10)
"""The face of a die without its edge. The edge is left out because its contrast depends on the colour."""


def dice(vision, draw=die):
    """Return a die of each colour as the frame shows it, reduced to black and white."""
    found = {}
    for colour in DICE:
        items = (Box(0, 0, DIE, DIE, theme.CREAM), *draw(f"{colour}5", DIE / 2, DIE / 2, DIE))
        image = view_as(Painting().paint(Scene(DIE, DIE, BARE, 1, (Layer("die", items),))), vision).convert("L")
        face = image.getpixel((10, DIE // 2))
        found[colour] = (
            image.crop(INSIDE)
            .resize((DIE // 3, DIE // 3))
            .point(lambda level, face=face: 255 * (abs(level - face) > 60))
        )
    return found


def look_alike(pictures):
    """Return the pairs of pictures whose shapes hardly differ."""
    return [
        (one, other)
        for one, other in combinations(pictures, 2)
        if ImageStat.Stat(ImageChops.difference(pictures[one], pictures[other])).sum[0] < 20 * 255
    ]


@pytest.mark.parametrize("vision", VISIONS)
def test_dawn_dice_differ_by_shape_for_every_kind_of_vision(vision):
    assert look_alike(dice(vision)) == []


def test_dice_that_differ_only_by_colour_look_alike():
    def plain(text, x, y, side):
        return [item for item in die(text, x, y, side) if not isinstance(item, Icon)]

    assert look_alike(dice("grey", plain)) == [("red", "yellow"), ("red", "blue"), ("yellow", "blue")]


@pytest.mark.parametrize("face", theme.FACES)
def test_fonts_have_all_letters_of_our_languages(face):
    font = theme.font(face, 24)
    assert [letter for letter in LETTERS if font.getmask(letter).getbbox() is None] == []
