"""Where things stand in the pictures: labels apart, pieces in sight, words inside their panels."""

from itertools import combinations

import pytest

from engine.kernel.game import Placing
from locales.words import LANGUAGES
from render.minos_classic import background, pieces
from render.minos_classic.board import BANNER, MAP_HEIGHT, WIDTH, board, labels, outline, spaces
from render.minos_classic.positions import table
from render.minos_classic.renderer import scene
from render.paint import bounds
from render.renderer import Mark
from render.scene import Box, Icon, Scene, Text

SIZES = {"z": pieces.SHIP_AT_SEA, "h": pieces.SHIP_IN_HARBOUR, "s": pieces.GUARD_AT_SITE, "p": pieces.GUARD_ON_PATH}
PLAQUES = {site.id: pieces.plaque_rectangle(site.id) for site in board().site}
PIECES = {
    space: (x - SIZES[space[0]] / 2, y - SIZES[space[0]] / 2, x + SIZES[space[0]] / 2, y + SIZES[space[0]] / 2)
    for space, (x, y) in spaces().items()
}


def area(rectangle):
    return (rectangle[2] - rectangle[0]) * (rectangle[3] - rectangle[1])


def zone_names(say):
    """The rectangle of each zone's name in a language."""
    from engine.kernel.decision import Message

    found = {}
    for zone in board().zone:
        boxes = [
            bounds(t)
            for t in background.zone_name(say(Message(f"minos_classic.place.{zone.id}")), *labels().name[zone.id])
        ]
        left, top = min(box[0] for box in boxes) + 5, min(box[1] for box in boxes) + 5
        right, bottom = max(box[2] for box in boxes) - 5, max(box[3] for box in boxes) - 5
        found[zone.id] = (left, top, right, bottom)
    return found


def test_every_space_and_label_of_the_board_has_its_place_on_the_map():
    assert set(labels().plaque) == {site.id for site in board().site}
    assert set(labels().name) == {zone.id for zone in board().zone}
    for left, top, right, bottom in (*PIECES.values(), *PLAQUES.values()):
        assert left >= 0
        assert top >= BANNER - 2
        assert right <= WIDTH
        assert bottom <= BANNER + MAP_HEIGHT


def test_plaques_of_colonies_never_cover_one_another():
    for one, other in combinations(PLAQUES, 2):
        assert not pieces.overlap(PLAQUES[one], PLAQUES[other]), (one, other)


def test_a_plaque_hides_hardly_anything_of_a_piece_in_any_space():
    for site, plaque in PLAQUES.items():
        for space, piece in PIECES.items():
            assert pieces.overlap(plaque, piece) <= 0.21 * area(piece), (site, space)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_waters_keep_off_each_other_and_off_plaques_and_pieces(speaking, language):
    names = zone_names(speaking(language))
    for one, other in combinations(names, 2):
        assert not pieces.overlap(names[one], names[other]), (one, other)
    for zone, name in names.items():
        for site, plaque in PLAQUES.items():
            assert pieces.overlap(name, plaque) <= 0.15 * area(name), (zone, site)
        for space, piece in PIECES.items():
            assert pieces.overlap(name, piece) <= 0.25 * area(name), (zone, space)


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


def test_four_ships_on_the_fish_zone_lie_side_by_side(scenes, ten):
    fleet = pieces.standing(ten["01-setup"].view)
    assert len(fleet) == 4
    for one, other in combinations(fleet, 2):
        assert pieces.overlap(one.rectangle, other.rectangle) <= 0.05 * area(one.rectangle)


def test_options_at_one_space_share_a_badge_and_say_their_numbers(ten):
    marks = [Mark(number, "s_kyme") for number in (3, 4, 5, 9)] + [Mark(6, "s_taras"), Mark(7, "nowhere")]
    placed = pieces.placed_marks(marks, [], ten["01-setup"].view)
    assert [(badge.target, badge.words) for badge in placed] == [("s_kyme", "3–5 9"), ("s_taras", "6")]


@pytest.mark.parametrize("name", ["03-movement", "08-crowded"])
def test_marks_cover_neither_one_another_nor_pieces(ten, name):
    given = ten[name]
    drawn = pieces.standing(given.view)
    placed = pieces.placed_marks(given.marks, drawn, given.view)
    assert {badge.target for badge in placed} == {mark.target for mark in given.marks}
    for one, other in combinations(placed, 2):
        assert not pieces.overlap(one.rectangle, other.rectangle)
    for badge in placed:
        for piece in drawn:
            assert pieces.overlap(badge.rectangle, piece.rectangle) <= 0.2 * area(piece.rectangle)


def test_a_hundred_marks_find_room(ten):
    marks = [Mark(number, space) for number, space in enumerate(list(spaces())[:100], 1)]
    placed = pieces.placed_marks(marks, [], ten["01-setup"].view)
    assert len(placed) == 100
    assert all(badge.rectangle[0] >= 0 and badge.rectangle[2] <= WIDTH for badge in placed)


LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}


def outside(given: Scene):
    return [
        item
        for item in given.items("banner", "dice", "battle", "seats", "scale")
        if isinstance(item, (Text, Box, Icon))
        and (bounds(item)[0] < -4 or bounds(item)[2] > given.width + 4 or bounds(item)[3] > given.height + 4)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strange_names_and_large_numbers_stay_inside_the_picture(speaking, ten, language, seats):
    start = (("z_fish", "s_kyme", "s_kyme"),) * seats
    view = table(
        start[:1] + (("z_fish",),) * (seats - 1), "kyme:wwwW", round=999, talents=(9999,) * 4, rings=(50, 0, 0, 0)
    )
    assert outside(scene(view, (), LONG, speaking(language))) == []
    over = table(start, phase="over", result=tuple(Placing(seat, 1, 12) for seat in range(seats)))
    assert outside(scene(over, (), LONG, speaking(language))) == []
    fight = ten["06-battle-defender"].view
    assert outside(scene(fight, (), LONG, speaking(language))) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_words_of_a_seat_panel_do_not_run_into_each_other(speaking, seats):
    view = table((("z_fish",),) * seats, round=9, talents=(1234,) * 4, rings=(50, 0, 0, 0))
    texts = [item for item in scene(view, (), LONG, speaking("en")).items("seats") if isinstance(item, Text)]
    for one, other in combinations(texts, 2):
        assert not pieces.overlap(bounds(one), bounds(other)), (one.text, other.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_banner_keeps_round_name_and_phase_apart(speaking, ten, language):
    for given in ten.values():
        texts = [i for i in scene(given.view, (), LONG, speaking(language)).items("banner") if isinstance(i, Text)]
        for one, other in combinations(texts, 2):
            assert not pieces.overlap(bounds(one), bounds(other)), (one.text, other.text)


def test_a_marker_past_49_shows_its_lap(ten, scenes):
    assert ten["08-crowded"].view.seats[3].value == 52
    assert "+50" in [item.text for item in scenes["08-crowded"].items("scale") if isinstance(item, Text)]
