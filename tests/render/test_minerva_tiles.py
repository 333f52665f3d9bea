"""Minerva's tiles and icons: category, cost, effect and name are legible, and icons differ."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from cogs.games.minerva.symbols import sign
from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import ARTS, CATEGORIES, RESOURCES, STEP_OF
from engine.minerva.content.words import tile as tile_name
from locales.words import LANGUAGES
from render import theme
from render.drawing import Square
from render.gallery import VISIONS, view_as
from render.inline import Sign, Word
from render.minerva import cards, cities, symbols
from render.minerva import icons as icons_minerva
from render.minerva.icons import GAME_ICONS
from render.minerva.renderer import RENDERER
from render.paint import SIDE, bounds, icon, rasterise
from render.plate import LEAST, NEEDED
from render.scene import Icon, Text
from tests.architecture.sources import ROOT

STYLES = {
    "minerva:residence": tuple(theme.SEATS),
    "minerva:assistant": ("", *theme.SEATS),
    "minerva:deck": ("", "temple"),
}
"""The styles of each drawing that has several."""
KINDS = sorted({tile.kind: tile.id for tile in the_box().tiles.values()}.values())
FACES = [tile for tile in KINDS if tile != "residence"]


def test_there_is_an_icon_for_every_kind_in_the_box():
    assert tuple(icons_minerva.RESOURCES) == RESOURCES
    assert tuple(icons_minerva.CULTURES) == ARTS
    assert tuple(icons_minerva.CATEGORIES) == CATEGORIES
    assert {direction: cities.STEPS[direction] for direction in STEP_OF} == STEP_OF


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_shows_category_name_effect_and_cost_only(speaking, language):
    say = speaking(language)
    place = (0, 0, 397, 240)
    for tile in KINDS:
        printed, face = the_box().tiles[tile], cards.face_of((tile,), say)
        assert len(next(cards.layers([face], [place])).items) > 2, "the name is drawn"
        items = list(cards.content(face, place))
        icons = [item for item in items if isinstance(item, Icon)]
        foot = [item for item in items if isinstance(item, (Icon, Text)) and item.y > 240 - cards.FOOT]
        signs = [item.name if isinstance(item, Icon) else item.text for item in foot]
        assert signs[0] == f"minerva:category:{printed.category}"
        cost = {f"minerva:{each}": count for each, count in zip(RESOURCES, printed.cost, strict=True) if count}
        assert set(signs[1:]) - set("23") == set(cost), tile
        for each, count in cost.items():
            assert signs.count(each) == count or signs[signs.index(each) - 1] == str(count), tile
        effect = {i.name for i in icons if i.y < 240 - cards.FOOT}
        assert effect == {token.icon for token in symbols.effect_line(tile) if isinstance(token, Sign)}
        assert all(item.size >= NEEDED for item in items if isinstance(item, (Icon, Text)))
        written = [item.text for item in cards.paper(face, place) if isinstance(item, Text)]
        assert " ".join(written) == say(tile_name(tile))
        assert all(bounds(item)[2] <= 397 + 2 for item in items), tile


def test_a_small_card_keeps_effect_category_and_number(speaking):
    """The cost is left out before anything else."""
    for tile in KINDS:
        face = replace(cards.face_of((tile,), speaking("en")), name="")
        items = list(cards.content(face, (0, 0, 223, 121), "31"))
        signs = [item.name for item in items if isinstance(item, Icon)]
        assert f"minerva:category:{the_box().tiles[tile].category}" in signs
        assert {token.icon for token in face.effect if isinstance(token, Sign)} <= set(signs), tile
        assert "31" in [item.text for item in items if isinstance(item, Text)]
        assert all(item.size >= NEEDED for item in items if isinstance(item, (Icon, Text)))


@pytest.mark.parametrize("side", [230, 150, 120, 96, 80, 56, 30])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_city_tile_shows_its_content_legibly(speaking, language, side):
    for tile in FACES:
        items = list(cities.face(tile, 0, 0, side, speaking(language)))
        for item in items:
            left, top, right, bottom = bounds(item)
            assert min(left, top) >= -6, (tile, item)
            assert max(right, bottom) <= side + 6, (tile, item)
            assert not isinstance(item, (Icon, Text)) or item.size >= LEAST
            assert not isinstance(item, Text) or "…" not in item.text
        signs = {item.name for item in items if isinstance(item, Icon)}
        effect = {token.icon for token in symbols.effect_line(tile) if isinstance(token, Sign)}
        category = f"minerva:category:{the_box().tiles[tile].category}"
        if side >= 150:
            assert signs == {category, *effect}, tile
        elif side >= 56:
            assert signs in ({category}, effect, {category, *effect}), tile


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_on_large_tiles_are_not_cut(speaking, language):
    for tile in FACES:
        items = list(cities.face(tile, 0, 0, 300, speaking(language)))
        name = " ".join(i.text for i in items if isinstance(i, Text) and not set(i.text) <= set("0123456789×→:/"))
        assert name == speaking(language)(tile_name(tile)), tile


def test_different_effects_look_different():
    rows: dict[object, object] = {}
    for tile in KINDS:
        effect = the_box().tiles[tile].effect
        assert rows.setdefault(symbols.effect_line(tile), effect) == effect, tile
    assert len(rows) >= 50


def test_every_effect_icon_and_letter_can_be_drawn():
    unknown = theme.font("bold", 24).getmask("\uffff").getbbox()
    for tile in KINDS:
        for token in (*symbols.effect_line(tile), *symbols.cost_of(tile)):
            if isinstance(token, Sign):
                assert callable(icon(token.icon)), (tile, token)
            else:
                assert isinstance(token, Word)
                for letter in token.text:
                    box = theme.font("bold", 24).getmask(letter).getbbox()
                    assert letter == " " or (box is not None and box != unknown), (tile, letter)


def picture_of(name: str, style: str = "") -> Image.Image:
    image = Image.new("RGB", (200, 200), theme.PAPYRUS)
    GAME_ICONS[name](Square(ImageDraw.Draw(image), 10, 10, 180), style)
    return image


def test_every_icon_looks_different():
    known: dict[bytes, tuple[str, str]] = {}
    for name in GAME_ICONS:
        for style in STYLES.get(name, ("",)):
            pixels = picture_of(name, style).tobytes()
            assert known.setdefault(pixels, (name, style)) == (name, style)


@pytest.mark.parametrize("vision", VISIONS)
def test_categories_cultures_and_resources_differ_by_shape(vision):
    """All are compared at a small size and in two levels of grey, so that only their shapes can differ."""
    families = ([f"category:{each}" for each in CATEGORIES], list(ARTS), list(RESOURCES))
    for family in families:
        small = {each: view_as(picture_of(f"minerva:{each}"), vision).convert("L").resize((24, 24)) for each in family}
        for one, other in combinations(family, 2):
            shapes = [[level > 128 for level in small[each].tobytes()] for each in (one, other)]
            assert sum(a != b for a, b in zip(*shapes, strict=True)) >= 20, (one, other)


def test_every_emoji_is_small_and_looks_different():
    known: dict[bytes, str] = {}
    for name, items in RENDERER.emoji.items():
        png = rasterise(items)
        assert Image.open(BytesIO(png)).size == (SIDE, SIDE)
        assert known.setdefault(Image.open(BytesIO(png)).tobytes(), name) == name
        assert len(png) < 256_000
        assert 2 <= len(f"minerva_{name}") <= 32


def test_every_emoji_used_in_messages_is_drawn():
    ids = re.findall(r'^msgid "(minerva[.].*)"', (ROOT / "locales/en/minerva/game.po").read_text("utf-8"), re.MULTILINE)
    assert len(ids) > 200
    asked = {sign(Message(each)) for each in ids} - {None}
    assert asked <= set(RENDERER.emoji)
    assert set(RENDERER.emoji) <= asked
