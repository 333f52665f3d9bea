"""Minos (classic): the layout of its plates, their order, and arrows and glows for the turn's changes."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.kernel.rules import Placing
from locales.words import LANGUAGES
from render import theme
from render.minos_classic import free_places, pieces, seats
from render.minos_classic.board import board, labels, outline, spaces
from render.minos_classic.gallery import table
from render.minos_classic.renderer import RENDERER, plates
from render.paint import bounds
from render.plate import HEAD, HEIGHT, WIDTH
from render.renderer import Mark
from render.scene import Area, Box, Disc, Icon, Text, overlap

SIZES = {"z": pieces.SHIP_AT_SEA, "h": pieces.SHIP_IN_HARBOUR, "s": pieces.GUARD_AT_SITE, "p": pieces.GUARD_ON_PATH}
PLAQUES = {site.id: pieces.plaque_rectangle(site.id) for site in board().site}
PIECES = {
    space: (x - SIZES[space[0]] / 2, y - SIZES[space[0]] / 2, x + SIZES[space[0]] / 2, y + SIZES[space[0]] / 2)
    for space, (x, y) in spaces().items()
}


def area(rectangle):
    return (rectangle[2] - rectangle[0]) * (rectangle[3] - rectangle[1])


def draw_plates(given, say, moves=None):
    heard = given.moves if moves is None else moves
    return {each.name: each.scene for each in plates(given.view, given.marks, given.names, say, heard)}


def test_every_space_and_label_has_a_map_position():
    assert set(labels().plaque) == {site.id for site in board().site}
    assert set(labels().name) == set(labels().ship) == {zone.id for zone in board().zone}
    for left, top, right, bottom in (*PIECES.values(), *PLAQUES.values()):
        assert left >= 0
        assert top >= HEAD
        assert right <= WIDTH
        assert bottom <= HEIGHT


def test_colony_plaques_never_cover_each_other_or_boxes():
    for one, other in combinations((*PLAQUES.values(), seats.STANDINGS, seats.TURN), 2):
        assert not overlap(one, other), (one, other)


def test_a_plaque_hardly_covers_pieces_on_sites_and_harbours():
    """Pieces on roads and at sea may be covered by less than half, since pieces are drawn above plaques."""
    for site, plaque in PLAQUES.items():
        for space, piece in PIECES.items():
            most = 0.22 if space[0] in "sh" else 0.5
            assert overlap(plaque, piece) <= most * area(piece), (site, space)


def test_a_ship_is_drawn_inside_its_own_zone():
    for zone in board().zone:
        assert inside(spaces()[zone.id], [*map(tuple, outline(zone.polygon))]), zone.id


def inside(point, polygon):
    x, y = point
    crossings = 0
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            crossings += 1
    return crossings % 2 == 1


def test_four_ships_on_the_fish_zone_lie_side_by_side(ten):
    fleet = pieces.standing(ten["01-setup"].view)
    assert len(fleet) == 4
    for one, other in combinations(fleet, 2):
        assert overlap(one.rectangle, other.rectangle) <= 0.05 * area(one.rectangle)


# ---------------------------------------------------------------- numbers and names


def test_options_at_one_space_share_a_number_box():
    marks = [Mark(number, "s_kyme") for number in (3, 4, 5, 9)] + [Mark(6, "s_taras"), Mark(7, "nowhere")]
    placed = free_places.placed_marks(marks, [], [])
    assert [(mark.target, mark.words) for mark in placed] == [("s_kyme", "3–5 9"), ("s_taras", "6")]


def placed_on(given, say):
    written = [pieces.name_rectangle(site, site.site) for site in given.view.sites]
    return free_places.placed_marks(given.marks, pieces.standing(given.view), [*written, *seats.corners(given.view)])


@pytest.mark.parametrize("name", ["03-movement", "08-crowded"])
def test_marks_cover_neither_one_another_nor_pieces(ten, speaking, name):
    given = ten[name]
    placed = placed_on(given, speaking("en"))
    assert {mark.target for mark in placed} == {mark.target for mark in given.marks}
    for one, other in combinations(placed, 2):
        assert not overlap(one.rectangle, other.rectangle)
    for mark in placed:
        for piece in pieces.standing(given.view):
            assert overlap(mark.rectangle, piece.rectangle) <= 0.2 * area(piece.rectangle), mark


def test_a_hundred_marks_find_room(ten):
    marks = [Mark(number, space) for number, space in enumerate(list(spaces())[:100], 1)]
    placed = free_places.placed_marks(marks, [], [])
    assert len(placed) == 100
    assert all(mark.rectangle[0] >= 0 and mark.rectangle[2] <= WIDTH for mark in placed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sea_is_named_until_a_piece_covers_it(ten, speaking, language):
    given, say = ten["01-setup"], speaking(language)
    names = [item.text for item in draw_plates(given, say)["map"].items("waters")]
    assert len(names) >= 30
    ships = tuple(("z_fish", zone.id) for zone in board().zone[:4] if not zone.fish)
    fewer = replace(given, view=table(ships))
    left = [item.text for item in draw_plates(fewer, say)["map"].items("waters")]
    assert len(left) < len(names)


# ---------------------------------------------------------------- plates and questions


def test_the_plate_for_the_current_question_comes_first(ten, speaking):
    first = {name: plates(given.view, given.marks, given.names, speaking("en"))[0].name for name, given in ten.items()}
    assert {name for name, plate in first.items() if plate == "map"} == {
        "03-movement", "04-colonies", "07-two-seats", "08-crowded", "09-result", "10-short-game-elimination",
    }  # fmt: skip


def test_a_film_always_shows_the_map(ten, speaking):
    for given in (ten["02-mid-roll"], ten["03-movement"]):
        found = plates(given.view, given.marks, given.names, speaking("en"))
        assert RENDERER.film_plate(found).name == "map"


def test_map_places_and_dice_have_separate_numbers(ten, speaking):
    on_map = texts(draw_plates(ten["03-movement"], speaking("en"))["map"], "marks")
    assert sorted(int(number) for text in on_map for number in text.replace("–", " ").split()) == [
        *range(1, 12), 13, 14, 15,
    ]  # fmt: skip
    rolling = texts(draw_plates(ten["02-mid-roll"], speaking("en"))["dice"], "dice")
    assert rolling == [*"123456", "2/3"]
    assert not {"1", "2", "3"} & set(texts(draw_plates(ten["02-mid-roll"], speaking("en"))["map"], "marks"))


@pytest.mark.parametrize(("name", "asked"), [("05-battle-attacker", "Ariadne"), ("06-battle-defender", "Ariadne")])
def test_fight_10_the_asked_seats_dice_are_numbered(ten, speaking, name, asked):
    scene = draw_plates(ten[name], speaking("en"))["dice"]
    written = [item for item in scene.items("dice") if isinstance(item, Text)]
    tops = [item.y for item in written if item.text in set("123456") and item.size == 36]
    side = next(item.y for item in written if item.text == asked)
    assert len(tops) == 6
    assert all(-190 < top - side < 0 for top in tops)


def texts(scene, *layers):
    return [item.text for item in scene.items(*layers) if isinstance(item, Text)]


def test_the_legend_shows_the_value_of_each_face(ten, speaking):
    say = speaking("en")
    assert texts(draw_plates(ten["02-mid-roll"], say)["dice"], "legend")[:1] == ["1 × value in talents"]
    assert texts(draw_plates(ten["06-battle-defender"], say)["dice"], "legend") == [" 3", " 2", " 1", " 10", " 0"]


def test_the_map_shows_the_turns_remaining_points(ten, speaking):
    given = ten["03-movement"]
    free = [f"die:{die.face}" for die in given.view.dice if not die.is_used]
    turn = list(draw_plates(given, speaking("en"))["map"].items("turn"))
    assert [item.name for item in turn if isinstance(item, Icon)][: len(free)] == free
    assert [item.text.strip() for item in turn if isinstance(item, Text)] == ["6", "1", "38", "2"]


# ---------------------------------------------------------------- changes of the turn


def test_a_bright_arrow_shows_a_pieces_last_move(ten, speaking):
    given = ten["08-crowded"]
    layer = list(draw_plates(given, speaking("en"))["map"].items("moves"))
    tips = [item for item in layer if isinstance(item, Area)]
    assert [tip.fill for tip in tips] == [theme.PAPYRUS, theme.GOLD]
    x, y = spaces()["p_side_ugarit_3"]
    assert abs(tips[-1].points[0][0] - x) + abs(tips[-1].points[0][1] - y) < 50
    assert list(draw_plates(given, speaking("en"), ())["map"].items("moves")) == []


def test_new_pieces_buildings_and_dice_glow(ten, speaking):
    given = ten["08-crowded"]
    found = list(draw_plates(given, speaking("en"))["map"].items("glow"))
    rounds = {(item.x, item.y) for item in found if isinstance(item, Disc)}
    assert rounds == {spaces()[space] for space in ("z_pamphylian_sea", "p_side_ugarit_3", "h_kanopos")}
    left, top, right, _ = pieces.plaque_rectangle("s_miletos")
    boxes = [item for item in found if isinstance(item, Box)]
    assert boxes
    assert all(box.x < left and box.y < top and box.x + box.width > right for box in boxes)
    rolled = list(draw_plates(ten["02-mid-roll"], speaking("en"))["dice"].items("dice"))
    assert sum(isinstance(item, Box) and item.fill.startswith(theme.GOLD) for item in rolled) == 3 * 3


# ---------------------------------------------------------------- names and amounts

LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strange_names_and_large_numbers_stay_inside_the_plates(speaking, ten, language, seats):
    start = (("z_fish", "s_kyme", "s_kyme"),) * seats
    places = start[:1] + (("z_fish",),) * (seats - 1)
    busy = table(places, "kyme:wwwW", round=999, talents=(99999,) * 4, rings=(50, 0, 0, 0))
    over = table(start, phase="over", result=tuple(Placing(seat, 1, 12) for seat in range(seats)))
    for view in (busy, over, ten["06-battle-defender"].view):
        for each in plates(view, (), LONG, speaking(language)):
            for item in each.scene.items():
                if isinstance(item, (Text, Box, Icon)):
                    left, top, right, bottom = bounds(item)
                    assert left >= -6, item
                    assert top >= -6, item
                    assert right <= WIDTH + 6, item
                    assert bottom <= HEIGHT + 6, item


def test_sea_names_break_into_even_lines():
    assert free_places.wrap("Strait of Otranto") == ["Strait of", "Otranto"]
    assert free_places.wrap("Adrias") == ["Adrias"]


def test_an_eliminated_seat_is_labelled(ten, speaking):
    scene = draw_plates(ten["10-short-game-elimination"], speaking("en"))["dice"]
    assert "Out" in texts(scene, "seats")
