"""Minos (classic): the layout of its plates, their order, and arrows and glows for the turn's changes."""

from itertools import combinations, product

import pytest
from msgspec import structs

from engine.kernel.decision import Message
from engine.kernel.rules import Placing
from engine.minos_classic.state.facts import PieceMoved, PieceRecruited
from locales.words import LANGUAGES
from render import theme
from render.minos_classic import chart, pieces, seats
from render.minos_classic.board import board, labels, outline, spaces
from render.minos_classic.gallery import positions, table
from render.minos_classic.layout import Room
from render.minos_classic.renderer import RENDERER, plates
from render.paint import bounds
from render.plate import HEAD, HEIGHT, NEEDED, WIDTH
from render.renderer import Mark
from render.scene import Area, Box, Disc, Icon, Text, around, overlap
from tests.render.plates import ink

SIZES = {"z": pieces.SHIP_AT_SEA, "h": pieces.SHIP_IN_HARBOUR, "s": pieces.GUARD_AT_SITE, "p": pieces.GUARD_ON_PATH}
PIECES = {
    space: (x - SIZES[space[0]] / 2, y - SIZES[space[0]] / 2, x + SIZES[space[0]] / 2, y + SIZES[space[0]] / 2)
    for space, (x, y) in spaces().items()
}


def area(rectangle):
    return (rectangle[2] - rectangle[0]) * (rectangle[3] - rectangle[1])


def draw_plates(given, say, moves=None):
    heard = given.moves if moves is None else moves
    return {each.name: each.scene for each in plates(given.view, given.marks, given.names, say, heard)}


def test_every_space_has_a_map_position():
    assert set(labels().ship) == {zone.id for zone in board().zone}
    for left, top, right, bottom in PIECES.values():
        assert left >= 0
        assert top >= HEAD
        assert right <= WIDTH
        assert bottom <= HEIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", positions())
def test_no_words_or_numbers_on_the_map_are_covered(ten, speaking, name, language):
    """Plaques, numbers and names of seas touch neither one another nor pieces, counts or boxes in a corner."""
    scene = draw_plates(ten[name], speaking(language))["map"]
    read = {layer: places_of(scene, layer) for layer in ("plaques", "marks", "waters")}
    others = [*places_of(scene, "pieces", "counts"), *seats.corners(ten[name].view)]
    for one, other in combinations(read, 2):
        for here, there in product(read[one], read[other]):
            assert not overlap(here, there), (one, other, here)
    for layer, places in read.items():
        for here, there in product(places, others):
            assert not overlap(here, there), (layer, here)


def places_of(scene, *layers):
    """Return the rectangles of words and icons."""
    items = list(scene.items(*layers))
    return [around(item.x, item.y, item.size, item.size) for item in items if isinstance(item, Icon)] + [
        ink(item) for item in items if isinstance(item, Text)
    ]


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


def test_four_ships_on_the_fish_zone_are_drawn_side_by_side(ten):
    fleet = pieces.standing(ten["01-setup"].view)
    assert len(fleet) == 4
    for one, other in combinations(fleet, 2):
        assert overlap(one.rectangle, other.rectangle) <= 0.05 * area(one.rectangle)


# ---------------------------------------------------------------- numbers and names


def test_options_at_one_space_share_a_number_box():
    marks = [Mark(number, "s_kyme") for number in (3, 4, 5, 9)] + [Mark(6, "s_taras"), Mark(7, "nowhere")]
    placed = chart.place_numbers(marks, Room(()))
    assert [(mark.target, mark.words) for mark in placed] == [("s_kyme", "3–5, 9"), ("s_taras", "6")]


def test_there_is_room_for_a_hundred_marks():
    marks = [Mark(number, space) for number, space in enumerate(list(spaces())[:100], 1)]
    placed = chart.place_numbers(marks, Room(()))
    assert len(placed) == 100
    assert all(mark.place[0] >= 0 and mark.place[2] <= WIDTH for mark in placed)
    for one, other in combinations(placed, 2):
        assert not overlap(one.place, other.place)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seas_are_named_if_there_is_room(ten, speaking, language):
    empty, full = (
        [item.text for item in draw_plates(ten[name], speaking(language))["map"].items("waters")]
        for name in ("01-setup", "08-crowded")
    )
    assert len(empty) >= 6
    assert len(full) < len(empty)


def test_sites_of_moves_in_this_turn_are_named_first(ten, speaking):
    given, say = ten["08-crowded"], speaking("en")

    def is_named(site, moves):
        return say(Message(f"minos_classic.place.{site}")) in texts(draw_plates(given, say, moves)["map"], "plaques")

    bare = [site.site for site in given.view.sites if not is_named(site.site, ())]
    assert [site for site in bare if is_named(site, (PieceRecruited(3, "guard", site, 4),))]


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
    assert sorted(int(number) for text in on_map for number in text.replace("–", " ").replace(",", "").split()) == [
        *range(1, 12), 13, 14, 15,
    ]  # fmt: skip
    rolling = texts(draw_plates(ten["02-mid-roll"], speaking("en"))["dice"], "dice")
    assert rolling == [*"123456"]
    assert not {"1", "2", "3"} & set(texts(draw_plates(ten["02-mid-roll"], speaking("en"))["map"], "marks"))


@pytest.mark.parametrize(("name", "asked"), [("05-battle-attacker", "Ariadne"), ("06-battle-defender", "Ariadne")])
def test_fight_10_dice_of_the_asked_seat_are_numbered(ten, speaking, name, asked):
    scene = draw_plates(ten[name], speaking("en"))["dice"]
    written = [item for item in scene.items("dice") if isinstance(item, Text)]
    tops = [item.y for item in written if item.text in set("123456") and item.size == NEEDED]
    side = next(item.y for item in written if item.text == asked)
    assert len(tops) == 6
    assert all(-190 < top - side < 0 for top in tops)


def texts(scene, *layers):
    return [item.text for item in scene.items(*layers) if isinstance(item, Text)]


def test_the_legend_shows_the_value_of_each_face(ten, speaking):
    say = speaking("en")
    assert texts(draw_plates(ten["02-mid-roll"], say)["dice"], "legend")[:1] == ["1 × value in talents"]
    assert texts(draw_plates(ten["06-battle-defender"], say)["dice"], "legend") == [" 3", " 2", " 1", " 10", " 0"]


def test_the_map_shows_what_can_still_be_spent_this_turn(ten, speaking):
    """Amounts of 0 are left out. So are the dice, because they have their own plate."""
    shown = list(draw_plates(ten["03-movement"], speaking("en"))["map"].items("turn"))
    assert [item.name for item in shown if isinstance(item, Icon)] == ["sign:gull", "sign:build", "coin", "ring"]
    assert [item.text for item in shown if isinstance(item, Text)] == ["6", "1", "38", "2"]
    landed = list(draw_plates(ten["07-two-seats"], speaking("en"))["map"].items("turn"))
    assert [item.name for item in landed if isinstance(item, Icon)] == ["sign:gull", "coin"]


def test_the_map_marks_the_leader_and_the_asked_seat(ten, speaking):
    corner = list(draw_plates(ten["08-crowded"], speaking("en"))["map"].items("corner"))
    assert [item.name for item in corner if isinstance(item, Icon)] == ["mark", "mark", "mark", "leader"]
    assert theme.SEATS["jade"] in [item.fill for item in corner if isinstance(item, Box)]


# ---------------------------------------------------------------- changes of the turn


def test_a_bright_arrow_shows_the_last_move_of_a_piece(ten, speaking):
    given = ten["08-crowded"]
    layer = list(draw_plates(given, speaking("en"))["map"].items("moves"))
    tips = [item for item in layer if isinstance(item, Area)]
    assert [tip.fill for tip in tips] == [theme.PAPYRUS, theme.GOLD]
    x, y = spaces()["p_side_ugarit_3"]
    assert abs(tips[-1].points[0][0] - x) + abs(tips[-1].points[0][1] - y) < 50
    assert list(draw_plates(given, speaking("en"), ())["map"].items("moves")) == []


def test_a_piece_that_moved_twice_has_one_arrow_and_one_ring(ten, speaking):
    first = PieceMoved(0, "ship", "z_libyan_sea", "z_messenian_sea", 1)
    moves = (first, structs.replace(first, origin="z_messenian_sea", target="z_aegean_sea"))
    scene = draw_plates(ten["03-movement"], speaking("en"), moves)["map"]
    assert len([item for item in scene.items("moves") if isinstance(item, Area)]) == 1
    assert [(ring.x, ring.y) for ring in scene.items("glow")] == [spaces()["z_aegean_sea"]]


def middle_of(box):
    return box.x + box.width / 2, box.y + box.height / 2


def test_new_pieces_buildings_and_dice_glow(ten, speaking):
    given = ten["08-crowded"]
    found = list(draw_plates(given, speaking("en"))["map"].items("glow"))
    rounds = {(item.x, item.y) for item in found if isinstance(item, Disc)}
    assert rounds == {spaces()[space] for space in ("z_pamphylian_sea", "p_side_ugarit_3", "h_kanopos")}
    plaques = list(draw_plates(given, speaking("en"))["map"].items("plaques"))
    papers = {middle_of(item) for item in plaques if isinstance(item, Box) and item.edge == theme.SEATS["jade"]}
    boxes = {middle_of(item) for item in found if isinstance(item, Box)}
    assert len(boxes) == 1
    assert boxes <= papers
    rolled = list(draw_plates(ten["02-mid-roll"], speaking("en"))["dice"].items("dice"))
    assert sum(isinstance(item, Box) and item.fill.startswith(theme.GOLD) for item in rolled) == 3 * 3


# ---------------------------------------------------------------- names and amounts


def test_two_digits_of_rings_stay_in_the_narrowest_panel(ten, speaking):
    given = ten["08-crowded"]
    seat = structs.replace(given.view.seats[0], talents=1284, rings=50)
    shown = seats.panel(given.view, seat, given.names, speaking("en"), (20, 430, 410, 1030))
    (rings,) = [item for item in shown if isinstance(item, Text) and item.text == "50"]
    assert bounds(rings)[2] <= 410 - 8


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
    assert chart.wrap("Strait of Otranto") == ["Strait of", "Otranto"]
    assert chart.wrap("Adrias") == ["Adrias"]


def test_an_eliminated_seat_is_labelled(ten, speaking):
    scene = draw_plates(ten["10-short-game-elimination"], speaking("en"))["dice"]
    assert "Out" in texts(scene, "seats")
