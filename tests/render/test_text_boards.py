"""The board as text includes all information of the picture: prices, effects, borders and incomes."""

import pytest

from engine.minerva.content.words import effect_of as tile_effect
from engine.minerva.content.words import tile
from engine.minos_classic.content.box import the_box as classic_box
from engine.minos_classic.content.words import place
from engine.minos_dawn.content.box import the_box as dawn_box
from engine.minos_dawn.content.words import effect_of, region
from locales.words import LANGUAGES
from render.minerva import gallery as minerva
from render.minerva.text_board import board_text as minerva_text
from render.minos_classic import gallery as classic
from render.minos_classic.text_board import board_text as classic_text
from render.minos_dawn import gallery as dawn
from render.minos_dawn.text_board import board_text as dawn_text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(minerva.positions()))
def test_minerva_lists_cost_and_effect_of_each_tile(speaking, name, language):
    say, given = speaking(language), minerva.positions()[name]
    lines = minerva_text(given.view, given.names, say).splitlines()
    named = (*(each for lot in given.view.lots for each in lot.tiles), *given.view.temples)
    for each in (each for each in named if not each.startswith("round-")):
        (line,) = [line for line in lines if line.startswith(f"• {say(tile(each))} –")]
        assert say(tile_effect(each)) in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_classic_lists_neighbouring_spaces(speaking, language):
    say, given = speaking(language), classic.positions()["08-crowded"]
    text = classic_text(given.view, given.names, say)
    borders, ways = (block.splitlines()[1:] for block in text.split("\n\n")[-2:])
    board = classic_box().content.board
    assert len(borders) == len(board.zone)
    for zone, line in zip(board.zone, borders, strict=True):
        assert all(say(place(other)) in line for other in zone.adjacent)
    for site in board.site:
        assert sum(say(place(site.harbour.id)) in line for line in borders) == 1
        assert not site.land or any(say(place(site.id)) in line for line in ways)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(dawn.positions()))
def test_dawn_lists_borders_spaces_and_incomes(speaking, name, language):
    say, given = speaking(language), dawn.positions()[name]
    view, box = given.view, dawn_box()
    lines = dawn_text(view, given.names, say).splitlines()
    for each in view.regions:
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{say(region(each.number))} ("))
        around = box.layouts[len(view.seats)].neighbours[each.number]
        assert all(say(region(other)) in lines[at + 1] for other in around)
    for route in view.routes:
        effects = [say(effect_of(f"route:{route.route}:{place}")) for place in range(1, 6)]
        assert any(all(effect in line for effect in effects) for line in lines)
    points = [space.points for spaces in box.layouts[len(view.seats)].rows for space in spaces]
    shown = "\n".join(lines)
    ap = {"en": "AP", "fr": "PA", "cs": "AB"}[language]
    assert sum(shown.count(f": {number} {ap}") for number in range(1, 10)) >= len(points)
