"""Pictures of look-ups: everything in them fits, for every entry of every game in every language."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from cogs.games.minerva import words as minerva_words
from cogs.games.minos_dawn import words as dawn_words
from engine.minos_dawn.content.box import the_box
from locales.words import LANGUAGES, Words
from render import RENDERERS, RenderClient, plate
from render.inline import Sign
from render.minos_dawn import symbols
from render.minos_dawn.legend import SYMBOLS, legend
from render.paint import bounds
from render.scene import Area, Box, Clip, Disc, Icon, Scene, Stroke, Text, enlarge, overlap
from tests.render import plates
from tests.render.conftest import PATIENCE_S

GAMES = {"minos-dawn": dawn_words.entries, "minerva": minerva_words.entries}
"""The entries that each game's UI offers to look up."""


def entries() -> list[tuple[str, str, str]]:
    return [
        (game, kind, entry.key)
        for game, offered in GAMES.items()
        for kind, found in offered().items()
        if kind in RENDERERS[game].entry_scenes
        for entry in found
    ]


def texts(scene: Scene) -> list[Text]:
    return [item for item in scene.items() if isinstance(item, Text)]


def within(scene: Scene) -> bool:
    return all(
        left >= -2 and top >= -2 and right <= scene.width + 2 and bottom <= scene.height + 2
        for left, top, right, bottom in map(bounds, scene.items())
    )


def comfortable(scenes: Sequence[Scene], least: int) -> set[str]:
    """Check that each word and icon is legible in the frame and at least `least` high. Return the words."""
    assert 1 < len(scenes) < 10, "Discord shows at most ten pictures"
    for scene in scenes:
        assert (scene.width, scene.height) == (plate.WIDTH, plate.HEIGHT)
        assert within(scene)
        assert min(item.size for item in scene.items() if isinstance(item, (Text, Icon))) >= least
        assert not any(overlap(bounds(one), bounds(other)) for one, other in combinations(texts(scene), 2))
    return {item.text for scene in scenes for item in texts(scene)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_fits_its_picture(speaking, language):
    for game, kind, key in entries():
        scene = RENDERERS[game].entry_scenes[kind](key, speaking(language))
        assert within(scene), key
        assert plates.covered_share(scene) >= plates.FILLED, key
        assert not any(overlap(bounds(one), bounds(other)) > 60 for one, other in combinations(texts(scene), 2)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_names_every_symbol_in_full(speaking, language):
    say = speaking(language)
    assert {say(entry.name) for entry in dawn_words.entries()["symbol"]} <= comfortable(legend(say), plate.LEAST)
    assert len(SYMBOLS) == len(dawn_words.entries()["symbol"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_picture_names_every_tile_of_minerva(speaking, language):
    say = speaking(language)
    names = comfortable(RENDERERS["minerva"].overview_scenes["tile"](say), plate.LEAST)
    assert {say(entry.name) for entry in minerva_words.entries()["tile"]} <= names


def test_the_legend_shows_every_icon_of_a_card():
    shown = {token for tokens in SYMBOLS.values() for token in tokens}
    icons = {token.icon for token in shown if hasattr(token, "icon")}
    used = {item.icon for source in the_box().effects for item in signs_of(source)}
    assert used <= icons


def signs_of(source: str):

    return [token for token in symbols.effect_line(source) if isinstance(token, Sign)]


async def test_the_painter_draws_an_entry_with_given_words():
    render_client = RenderClient(Words(), order_s=PATIENCE_S, start_s=PATIENCE_S)
    try:
        assert render_client.draws_entry("minos-dawn", "symbol", "")
        assert not render_client.draws_entry("minos-dawn", "card", "")
        assert not render_client.draws_entry("minos-classic", "card", "x")
        (picture,) = await render_client.entry("minos-dawn", "symbol", "coin", "fr", "Pièces")
        (other,) = await render_client.entry("minos-dawn", "symbol", "coin", "cs", "Mince")
        assert (picture.filename, picture.alt) == ("symbol.png", "Pièces")
        assert other.png != picture.png
        all_of_them = await render_client.entry("minerva", "tile", "", "en", "Tiles")
        assert [each.filename for each in all_of_them] == [f"tile-{number}.png" for number in range(1, 6)]
        assert sum(len(each.png) for each in all_of_them) <= 300_000
    finally:
        render_client.close()


def test_enlarged_items_keep_their_proportions():
    items = (
        Area(((1, 2), (3, 4)), "#000000"), Stroke(((1, 1), (2, 2)), "#000000", 2, 1), Box(1, 2, 3, 4, "#000000", 5),
        Disc(1, 2, 3, "#000000"), Icon("coin", 1, 2, 3), Text(1, 2, "a", "bold", 3, "#000000"),
    )  # fmt: skip
    assert list(enlarge(items, 2)) == [
        Area(((2, 4), (6, 8)), "#000000"), Stroke(((2, 2), (4, 4)), "#000000", 4, 2), Box(2, 4, 6, 8, "#000000", 10),
        Disc(2, 4, 6, "#000000"), Icon("coin", 2, 4, 6), Text(2, 4, "a", "bold", 6, "#000000"),
    ]  # fmt: skip
    assert list(enlarge([Clip((((1, 2),),), items[2:3])], 2, 1, 1)) == [
        Clip((((0, 2),),), (Box(0, 2, 6, 8, "#000000", 10),))
    ]
