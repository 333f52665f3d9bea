"""The component sheets show every component, and everything fits."""

import pytest

from engine.minerva.content.box import the_box as minerva_box
from engine.minos_dawn.content.box import the_box as dawn_box
from locales.words import Words
from render import theme
from render.gallery import draw_sheets
from render.scene import Text
from render.sheets import sheets


def texts_of(game):
    words = Words()
    pages = sheets(game, lambda message: words.say(message, "en", {}))
    return {
        name: [item for layer in page.layers for item in layer.items if isinstance(item, Text)]
        for name, page in pages.items()
    }


@pytest.mark.parametrize("game", ["minos-dawn", "minerva"])
def test_every_component_is_on_a_sheet_with_its_id(game):
    told = " ".join(f" {text.text} " for texts in texts_of(game).values() for text in texts)

    if game == "minos-dawn":
        content = dawn_box().content
        tables = (
            *content.decrees, content.starting_cards, content.abilities, content.trade_bonuses, content.action_bonuses,
            content.foundations, content.sea_peoples, content.solo_cards,
        )  # fmt: skip
        names = [each.id for table in tables for each in table] + [route.id for route in content.routes.route]
    else:
        box = minerva_box().content
        names = [each.id for table in (box.buildings, box.startings, box.temples, box.culture, box.glory, box.order)
                 for each in table]  # fmt: skip
    assert [name for name in names if f" {name} " not in told and f"({name})" not in told] == []


@pytest.mark.parametrize("game", ["minos-dawn", "minerva"])
def test_all_words_fit_on_their_sheet(game):
    for page, texts in texts_of(game).items():
        for text in texts:
            if text.anchor == "lm":
                assert text.x + theme.text_width(text.text, text.face, text.size) <= 1840, (page, text.text)


def test_the_component_sheets_are_painted(tmp_path):
    draw_sheets(tmp_path, "en", "solo")

    assert [path.name for path in tmp_path.iterdir()] == ["minos-dawn-solo-cards.png"]
