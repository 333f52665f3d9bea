"""Pictures of Minos: Dawn show the rival's steps, their reasons and his pieces, but not his future cards."""

from typing import Any

import msgspec
import pytest

from engine.minos_dawn.content.box import RIVAL, ROWS, the_box
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import die as die_words
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.content.words import solo_card
from engine.minos_dawn.seen.rival_view import RivalView
from locales.words import LANGUAGES
from render import theme
from render.minos_dawn.gallery import Position, positions
from render.minos_dawn.icons import SIGN_OF
from render.minos_dawn.plates import court
from render.minos_dawn.plates.reasons import criterion
from render.minos_dawn.renderer import RENDERER
from render.minos_dawn.text_board import tile_region
from render.plate import WIDTH
from render.scene import Box, Icon, Scene, Stroke, Text
from render.seat_colours import COLOURS
from tests.render.plates import close_up

ALONE = ("dawn-10-rival-selects", "dawn-11-rival-expands", "dawn-12-rival-at-the-end")


def find_position(name: str) -> tuple[Position, RivalView]:
    position = positions()[name]
    assert position.view.rival is not None
    return position, position.view.rival


def draw_plate(position: Position, say, place: int = 0) -> Scene:
    return RENDERER.plates(position.view, position.marks, position.names, say)[place].scene


def of(scene: Scene, layer: str, kind: type[Any]) -> list[Any]:
    return [item for item in scene.items(layer) if isinstance(item, kind)]


def beside(scene: Scene, kind: type[Any]) -> list[Any]:
    """Return the items in the rival's panel, next to the rows of dice."""
    pale = [box for box in of(scene, "draft", Box) if box.fill == theme.SEATS_PALE[COLOURS[RIVAL]]]
    panel = max(pale, key=lambda box: box.height)
    return [item for item in of(scene, "draft", kind) if inside(item, panel)]


def inside(item: Any, box: Box) -> bool:
    x, y = item.points[0] if isinstance(item, Stroke) else (item.x, item.y)
    return bool(box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height)


def test_solo_dice_5_the_line_of_the_chosen_action_is_gold(speaking):
    position, rival = find_position("dawn-10-rival-selects")
    chosen = rival.selection
    assert chosen is not None
    assert chosen.line > 0
    scene = draw_plate(position, speaking("en"))

    [line] = [box for box in beside(scene, Box) if box.fill == theme.GOLD and box.height > 100]
    assert [icon.name for icon in beside(scene, Icon) if inside(icon, line)] == [
        "dawn:trigger:wild", f"dawn:trigger:{chosen.mark}",
    ]  # fmt: skip
    assert len(beside(scene, Stroke)) == chosen.line


def test_solo_dice_3_the_deciding_front_colour_is_gold(speaking):
    position, rival = find_position("dawn-10-rival-selects")
    assert rival.selection is not None
    scene = draw_plate(position, speaking("en"))

    golden = next(
        box for box in beside(scene, Box) if (box.fill, box.edge) == (theme.GOLD, theme.GOLD_DEEP) and box.height < 100
    )
    sign = SIGN_OF.get(rival.selection.die[:-1])
    assert [icon.name for icon in beside(scene, Icon) if inside(icon, golden)] == (
        [f"dawn:sign:{sign}"] if sign else []
    )
    assert solo_card(rival.selection.card) in [text.text for text in beside(scene, Text)]


def test_solo_dice_8_the_mark_is_drawn_next_to_its_die(speaking):
    position, rival = find_position("dawn-10-rival-selects")
    assert rival.selection is not None
    marked = [die.mark for row in position.view.rows for die in row.dice if die is not None and die.mark]
    assert rival.selection.mark in marked
    scene = draw_plate(position, speaking("en"))
    others = {id(icon) for icon in beside(scene, Icon)}
    icons = [icon.name for icon in of(scene, "draft", Icon) if id(icon) not in others]
    for mark in marked:
        assert icons.count(f"dawn:trigger:{mark}") == 1 + marked.count(mark), "one for the row, and one per mark"


@pytest.mark.parametrize("language", LANGUAGES)
def test_solo_dice_8_the_texts_name_the_mark_of_each_die(language, speaking):
    say, (position, _) = speaking(language), find_position("dawn-10-rival-selects")
    marked = [die for row in position.view.rows for die in row.dice if die is not None and die.mark]
    assert marked
    for text in (RENDERER.board_text, RENDERER.alt_text):
        told = text(position.view, position.names, say)
        for die in marked:
            row = next(line for line in told.splitlines() if line.startswith(say(row_name(ROWS.index("wild")))))
            place = row.index(say(die_words(die.die)))
            assert say(row_name(ROWS.index(die.mark))) in row[place:]


def test_solo_bag_2_tiles_drawn_this_turn_appear_by_region(speaking):
    position, rival = find_position("dawn-11-rival-expands")
    assert rival.turn is not None
    scene = draw_plate(position, speaking("en"))
    shown = [icon.name for icon in of(scene, "reasons", Icon)]
    assert [f"dawn:good:{good}" for good in rival.turn.goods] == [name for name in shown if "good" in name]
    told = [text.text for text in of(scene, "reasons", Text)]
    assert {str(tile_region(rival, good)) for good in rival.turn.goods} <= set(told)
    assert str(rival.turn.strength) in told


def test_solo_bag_3_a_tile_names_its_only_uncovered_region():
    for name in ALONE:
        _, rival = find_position(name)
        named = [tile_region(rival, good) for good in rival.bag]
        assert rival.home not in named
        assert sorted([*named, rival.home]) == sorted(the_box().layouts[1].active)


def test_solo_income_2_markers_of_the_rival_are_on_vases(speaking):
    position, rival = find_position("dawn-10-rival-selects")
    scene = draw_plate(position, speaking("en"), place=1)
    standing = [icon for icon in of(scene, "vases", Icon) if (icon.name, icon.style) == ("mark", COLOURS[RIVAL])]
    assert len(standing) == sum(space > 0 for space in rival.vases) > 0
    texts = [text.text for text in of(scene, "vases", Text)]
    marked = [number for card in rival.drawn for number in the_box().solo.cards[card].vases]
    due = [marked.count(the_box().vases[vase.vase].number) for vase in position.view.vases]
    assert [text for text in texts if text.startswith("+")] == [f"+{steps}" for steps in due if steps]


def test_solo_end_9_both_sides_show_their_places(speaking):
    position, _ = find_position("dawn-12-rival-at-the-end")
    lines = [text.text for text in of(draw_plate(position, speaking("en")), "holdings", Text)]
    assert {"1.", "2."} <= set(lines)


def test_solo_info_4_open_decrees_of_the_rival_are_shown(speaking):
    position, rival = find_position("dawn-11-rival-expands")
    say = speaking("en")
    scene = close_up(RENDERER, position.view, "seat_cards:0", position.names, say).scene
    shown = {text.text for text in of(scene, "area", Text)}
    assert rival.face_up
    assert {say(card_name(card)) for card in rival.face_up} <= shown
    assert max(box.y + box.height for box in of(scene, "area", Box)) <= scene.height
    assert "Rhadamanthus" in close_up(RENDERER, position.view, "seat:0", position.names, say).alt


def test_solo_offer_1_a_short_offer_has_its_gaps_on_the_left(speaking):
    position, _ = find_position("dawn-11-rival-expands")
    short = msgspec.structs.replace(position.view, offer=position.view.offer[:2])
    boxes = [
        item for item in court.offer(short, short.seats[0], 0, court.CARD, speaking("en")) if isinstance(item, Box)
    ]
    assert min(box.x for box in boxes) > WIDTH / 2


@pytest.mark.parametrize("name", ALONE)
def test_solo_info_3_pictures_and_texts_ignore_future_cards(name, speaking):
    position, rival = find_position(name)
    other = msgspec.structs.replace(rival, undrawn=tuple(f"x{number:02}" for number in range(len(rival.undrawn))))
    view, say = msgspec.structs.replace(position.view, rival=other), speaking("en")
    for tell in (RENDERER.alt_text, RENDERER.board_text):
        assert tell(view, position.names, say) == tell(position.view, position.names, say)
    assert RENDERER.plates(view, (), position.names, say) == RENDERER.plates(position.view, (), position.names, say)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_front_of_a_solo_card_has_words(language, speaking):
    say = speaking(language)
    assert all(say(criterion(card)) for card in the_box().solo.cards.values())
