"""Pictures and texts of Minerva: every tile legible, every city in its frame, every number in place."""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import LotView
from engine.minerva.state.facts import ResidenceBuilt
from engine.minerva.state.state import Placed
from locales.words import LANGUAGES, Words
from render import USUAL, RenderClient, theme
from render.inline import Sign, Word
from render.minerva import cards, cities, frames, market, rows, symbols
from render.minerva.frames import asked_seat, cells_of
from render.minerva.gallery import Position, largest, positions, reach
from render.minerva.market import is_paired, stacks
from render.minerva.renderer import RENDERER, plates
from render.paint import bounds
from render.plate import HEIGHT, LEAST, NEEDED, WIDTH
from render.renderer import Mark
from render.scene import Box, Disc, Icon, Layer, Scene, Text, overlap
from render.seat_colours import COLOURS
from tests.render.dumps import dump
from tests.render.plates import close_up

NAMES = sorted(positions())
LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def tables() -> Mapping[str, Position]:
    return positions()


def board(given: Position, say, names=None) -> dict[str, Scene]:
    """Return the scenes of the plates by name, in order."""
    found = plates(given.view, given.marks, given.names if names is None else names, say, given.moves)
    return {each.name: each.scene for each in found}


def draw_first(given: Position, say, names=None) -> Scene:
    return next(iter(board(given, say, names).values()))


def texts(scene: Scene, *layers: str) -> list[Text]:
    return [item for item in scene.items(*layers) if isinstance(item, Text)]


def with_city(given: Position, seat: int, cells: list[tuple[int, int]]) -> Position:
    """Return the same table, but with a city of Forums on these cells."""
    view = given.view
    city = tuple(Placed("forum", x, y) for x, y in cells)
    seats = tuple(msgspec.structs.replace(s, city=city) if s.seat == seat else s for s in view.seats)
    return replace(given, view=msgspec.structs.replace(view, seats=seats))


@pytest.mark.parametrize("length", [5, 40])
def test_every_residence_is_drawn_in_a_city_of_any_size(tables, speaking, length):
    given = with_city(tables["minerva-01-early"], 0, [(x, 0) for x in range(length)])
    first, *others = given.view.seats
    first = msgspec.structs.replace(first, city=(*first.city, Placed("residence", 0, 1), Placed("residence", 3, 1)))
    view = msgspec.structs.replace(given.view, seats=(first, *others))
    plate = board(replace(given, view=view), speaking("en"))["cities"]
    icons = [item for item in plate.items("faces") if isinstance(item, Icon) and item.name == "minerva:residence"]
    boxes = [item for item in plate.items("tiles") if isinstance(item, Box) and item.fill == theme.SEATS[COLOURS[0]]]
    assert len(icons) + len(boxes) == 2


# ---------------------------------------------------------------- the first plate


def test_the_plate_for_the_current_question_comes_first(tables, speaking):
    """A question about buildings puts the market first.

    A question about cells or directions puts the city first, and any other question puts the plate with all cities
    first.
    """
    found = {name: list(board(given, speaking("en"))) for name, given in tables.items()}
    assert found == {
        "minerva-01-early": ["market", "cities"],
        "minerva-02-cell": ["city", "cities"],
        "minerva-03-direction": ["city", "cities"],
        "minerva-04-line": ["city", "cities"],
        "minerva-05-late": ["market", "cities"],
        "minerva-06-solo": ["market", "cities"],
        "minerva-07-result": ["cities"],
        "minerva-08-solo-result": ["cities"],
        "minerva-12-passed": ["market", "cities"],
        "minerva-13-assistants": ["cities", "market"],
        "minerva-14-solo-cell": ["city", "market"],
    }


def test_the_city_that_the_question_is_about_is_drawn_once(tables, speaking):
    given = tables["minerva-03-direction"]
    assert given.view.turn is not None
    others = [given.names[seat.seat] for seat in given.view.seats if seat.seat != given.view.turn.seat]
    written = [text.text for text in texts(board(given, speaking("en"))["cities"], "seats")]
    assert [text for text in written if text in given.names.values()] == others


def test_seats_that_have_passed_are_dimmed(tables, speaking):
    given = tables["minerva-12-passed"]
    passed = [seat for seat in given.view.seats if seat.order]
    assert passed
    papers = [item.fill for item in board(given, speaking("en"))["cities"].items("seats") if isinstance(item, Box)]
    assert papers.count(cities.DIM) == papers.count(cities.DIM_HEAD) == len(passed)


# ---------------------------------------------------------------- layout


@pytest.mark.parametrize("name", NAMES)
def test_strange_names_stay_inside_the_plates(tables, speaking, name):
    for language in LANGUAGES:
        for scene in board(tables[name], speaking(language), LONG).values():
            for item in scene.items():
                if isinstance(item, (Text, Box, Icon, Disc)):
                    left, top, right, bottom = bounds(item)
                    assert min(left, top) >= -6, item
                    assert right <= WIDTH + 6, item
                    assert bottom <= HEIGHT + 6, item


def frames_of(given: Position) -> tuple[frames.Frame, ...]:
    asked = None if given.view.result else asked_seat(given.view)
    return frames.share_plate([cities.city_of(given.view, seat) for seat in given.view.seats], 98, 934, asked)


@pytest.mark.parametrize("name", NAMES)
def test_cities_do_not_overlap_and_contain_their_tiles(tables, name):
    given = tables[name]
    found = frames_of(given)
    assert sorted(each.seat for each in found) == [seat.seat for seat in given.view.seats]
    for one, other in combinations(found, 2):
        first, second = ((f.left, f.top, f.left + f.width, f.top + f.height) for f in (one, other))
        assert not overlap(first, second)
    for each in found:
        for placed in given.view.seats[each.seat].city:
            left, top = each.at(placed.x, placed.y)
            assert each.left <= left
            assert left + each.side <= each.left + each.width
            assert each.top + frames.NAME <= top
            assert top + each.side <= each.foot


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_very_long_cities_fit_on_a_plate(tables, speaking, seats):
    """The cities have 40 tiles in a row or column. That is legal. Icons that would be too small are left out."""
    given = {len(each.view.seats): each for each in tables.values() if not each.view.result}[seats]
    given = with_city(given, 0, [(x, 0) for x in range(-20, 20)])
    given = replace(with_city(given, 1, [(0, y) for y in range(40)]), marks=())
    for scene in board(given, speaking("en")).values():
        assert (scene.width, scene.height) == (WIDTH, HEIGHT)
        assert all(item.size >= LEAST for item in scene.items() if isinstance(item, (Icon, Text)))
    assert min(each.side for each in frames_of(given)) >= 6


@pytest.mark.parametrize("name", ["minerva-01-early", "minerva-02-cell", "minerva-03-direction", "minerva-05-late"])
def test_only_the_first_plate_numbers_the_places_to_choose(tables, speaking, name):
    given = tables[name]
    assert given.marks
    first, second = board(given, speaking("en")).values()
    numbers = sorted(text.text for text in texts(first, "marks", "effects", "turn") if text.colour == theme.GOLD)
    assert numbers == sorted(str(mark.number) for mark in given.marks)
    assert [text for text in texts(second) if text.colour == theme.GOLD] == []


def test_cell_numbers_are_on_their_cells(tables, speaking):
    given = tables["minerva-02-cell"]
    written = {text.text: text for text in texts(draw_first(given, speaking("en")), "marks")}
    across: dict[int, set[float]] = {}
    for (x, _), (number, *_more) in cells_of(given.marks).items():
        across.setdefault(x, set()).add(written[str(number)].x)
    assert all(max(found) - min(found) <= 3 for found in across.values())
    first = min(across)
    steps = [(min(found) - min(across[first])) / (x - first) for x, found in across.items() if x > first]
    assert max(steps) - min(steps) < 3
    assert min(steps) > 100


def test_an_unknown_place_has_no_number(tables, speaking):
    given = replace(tables["minerva-05-late"], marks=(Mark(1, "moon"), Mark(2, "tile:moon")))
    assert [text for text in texts(draw_first(given, speaking("en"))) if text.colour == theme.GOLD] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_city_of_the_asked_seat_is_the_largest(tables, name):
    given = tables[name]
    if given.view.result or len(given.view.seats) == 1:
        return
    asked, *others = frames_of(given)
    assert asked.seat == asked_seat(given.view)
    assert asked.side > max(other.side for other in others)
    assert asked.width * asked.height > max(other.width * other.height for other in others)


def test_zeros_are_left_out(tables, speaking):
    for given in tables.values():
        for scene in board(given, speaking("en")).values():
            assert "0" not in [text.text for text in texts(scene, "own")]
            points = ["0" for seat in given.view.seats if not cities.points_of(seat)]
            assert [text.text for text in texts(scene, "seats") if text.text == "0"] <= points


# ---------------------------------------------------------------- the market


def test_tiles_of_a_kind_share_one_card(tables):
    view = tables["minerva-01-early"].view
    fields = [tile for lot in view.lots for tile in lot.tiles if the_box().tiles[tile].kind == "wheat_field"]
    assert len(fields) == 3
    assert tuple(fields) in stacks(view)
    assert sum(len(stack) for stack in stacks(view)) == sum(len(lot.tiles) for lot in view.lots)


@pytest.mark.parametrize("name", ["minerva-01-early", "minerva-05-late", "minerva-06-solo", "minerva-12-passed"])
def test_affordable_tiles_come_first_and_are_larger(tables, speaking, name):
    given = tables[name]
    shown, rest = market.split(given.view, given.marks)
    wanted = {mark.target.removeprefix("tile:") for mark in given.marks}
    assert wanted <= {tile for stack in shown for tile in stack}
    assert not wanted & {tile for lot in rest for stack in lot for tile in stack}
    scene = draw_first(given, speaking("en"))
    assert min(item.size for item in scene.items("effects") if isinstance(item, (Icon, Text))) >= NEEDED
    lowest = max(bounds(item)[3] for item in scene.items("cards"))
    assert min(bounds(item)[1] for item in scene.items("rest")) >= lowest


def test_build_3_a_card_shows_the_price_for_the_asked_seat(tables):
    """Missing resources cost three denarii each."""
    assert symbols.cost_of("garden-1") == (Sign("minerva:grain"), Sign("minerva:stone"))
    assert symbols.cost_of("garden-1", (2, 5, 0, 0)) == (Sign("minerva:grain"), Word("3"), Sign("minerva:denarii"))
    view = tables["minerva-01-early"].view
    own = view.seats[asked_seat(view)]
    signs = [item.name for layer in market.layers(view, own, (), str) for item in layer.items if isinstance(item, Icon)]
    poor = msgspec.structs.replace(own, resources=(0, 0, 0, 0))
    fewer = [
        item.name for layer in market.layers(view, poor, (), str) for item in layer.items if isinstance(item, Icon)
    ]
    assert signs.count("minerva:grain") == fewer.count("minerva:grain") + 1
    assert "minerva:denarii" in fewer


def test_too_many_other_tiles_are_only_counted(tables, speaking):
    """Thirty of sixty tiles can be bought. The close-ups show all of them."""
    given = tables["minerva-05-late"]
    kinds = [tile for tile in the_box().tiles if tile.endswith("-1") and tile not in given.view.temples][:60]
    lots = tuple(LotView((tile,), 0) for tile in kinds)
    marks = tuple(Mark(number, f"tile:{tile}") for number, tile in enumerate(kinds[:30], 1))
    view = msgspec.structs.replace(given.view, lots=lots)
    scene = draw_first(replace(given, view=view, marks=marks), speaking("en"))
    chips = [item.name for item in scene.items("rest") if isinstance(item, Icon)]
    assert 3 <= sum(name.startswith("minerva:category:") for name in chips) < 10
    assert sum(map(len, market.pages(view))) == len(stacks(view))


def test_fewer_cards_are_larger_and_never_overlap():
    for count in range(1, 51):
        found = market.grid(count, market.BOTTOM, market.TOP)
        for one, other in combinations(found, 2):
            first, second = ((x, y, x + width, y + height) for x, y, width, height in (one, other))
            assert not overlap(first, second)
        assert all(x + width <= WIDTH and y + height <= market.BOTTOM for x, y, width, height in found)
    few, many = (market.grid(count, market.BOTTOM, market.TOP)[0] for count in (6, 41))
    assert few[2] * few[3] > 4 * many[2] * many[3]


def test_solo_4_pairs_are_drawn_side_by_side(tables):
    given = tables["minerva-06-solo"]
    assert is_paired(given.view)
    shown, rest = market.split(given.view, given.marks)
    at = dict(zip(shown, market.grid(len(shown), market.BOTTOM, market.TOP, True), strict=True))
    for lot in given.view.lots:
        one, other = ((tile,) for tile in lot.tiles)
        assert (one in at) == (other in at)
        if one in at:
            left, top, width, _ = at[one]
            assert at[other][:2] == (left + width + cards.GAP, top)
        else:
            assert [one, other] in rest


def test_solo_7_a_round_tile_shows_its_denarii(tables, speaking):
    view = tables["minerva-06-solo"].view
    lot = msgspec.structs.replace(view.lots[0], tiles=(view.lots[0].tiles[0], "round-2"), denarii=3)
    given = replace(tables["minerva-06-solo"], view=msgspec.structs.replace(view, lots=(lot,)), marks=())
    scene = draw_first(given, speaking("en"))
    assert {"Round", "tile", "2"} <= set(" ".join(text.text for text in texts(scene, "cards")).split())
    assert "3" in [text.text for text in texts(scene, "effects")]


def test_repeated_icons_in_a_row_become_a_number():
    coins = (Sign("coin"),) * 3
    assert rows.fitting(coins, 40, 200) == (coins, 40)
    assert rows.fitting(coins, 42, 90, NEEDED) == ((Word("3"), Sign("coin")), 42)
    assert rows.fitting(coins, 42, 30, NEEDED) is None


# ---------------------------------------------------------------- lines and changes of the turn


def test_res_4_line_tiles_are_numbered_by_activation_order(tables, speaking):
    given = tables["minerva-04-line"]
    turn = given.view.turn
    assert turn is not None
    assert len(turn.line) >= 3
    scene = draw_first(given, speaking("en"))
    steps = texts(scene, "steps")
    assert [text.text for text in steps] == [str(number) for number in range(1, len(turn.line) + 1)]
    discs = [item for item in scene.items("steps") if isinstance(item, Disc)]
    done = turn.reached - 1
    wanted = [theme.PAPYRUS_DIM] * done + [theme.GOLD] + [theme.NIGHT] * (len(turn.line) - turn.reached)
    assert [disc.fill for disc in discs] == wanted
    assert any(item for item in scene.items("arrows"))
    city = {(placed.x, placed.y): placed.tile for placed in given.view.seats[turn.seat].city}
    effect = {token.icon for token in symbols.effect_line(city[turn.line[done]]) if isinstance(token, Sign)}
    assert effect <= {item.name for item in scene.items("turn") if isinstance(item, Icon)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_res_4_the_text_names_the_line_and_the_step(tables, speaking, language):
    given, say = tables["minerva-04-line"], speaking(language)
    turn = given.view.turn
    assert turn is not None
    city = {(placed.x, placed.y): placed.tile for placed in given.view.seats[turn.seat].city}
    head = say(Message(f"minerva.direction.{turn.direction}"))
    (told,) = (line for line in RENDERER.board_text(given.view, given.names, say).splitlines() if line.startswith(head))
    places = [told.index(say(tile_name(city[cell]))) for cell in turn.line]
    assert places == sorted(places)
    assert re.findall(r"\d+", told)[-2:] == [str(turn.reached), str(len(turn.line))]


def test_tiles_placed_this_turn_glow(tables, speaking):
    given = tables["minerva-04-line"]
    assert given.view.turn is not None
    laid = [(fact.x, fact.y) for fact in given.moves if isinstance(fact, ResidenceBuilt)]
    assert laid == [(given.view.turn.x, given.view.turn.y)]
    assert len(list(draw_first(given, speaking("en")).items("glow"))) == 3
    assert list(draw_first(replace(given, moves=()), speaking("en")).items("glow")) == []


def test_cult_3_culture_tiles_are_numbered_if_one_must_be_chosen(speaking):
    given = reach(3, lambda view, asked: asked is not None and asked.rule == "CULT-03")
    options = [mark.number for mark in given.marks if mark.target.startswith("culture:")]
    written = [text.text for text in texts(draw_first(given, speaking("en")), "turn") if text.colour == theme.GOLD]
    assert len(options) >= 2
    assert written == [str(number) for number in options]


@pytest.mark.parametrize("language", LANGUAGES)
def test_res_2_the_text_names_the_choices_of_each_direction(tables, speaking, language):
    given, say = tables["minerva-03-direction"], speaking(language)
    told = RENDERER.board_text(given.view, given.names, say).splitlines()
    assert given.view.turn is not None
    for each in given.view.turn.lines:
        (found,) = (line for line in told if line.startswith(say(Message(f"minerva.direction.{each.direction}"))))
        gained = found.partition("→ ")[2]
        assert (gained == f"{say(Message('picture_minerva.text.nothing'))}.") == (not each.tiles)
        assert all(say(tile_name(tile)) in gained for tile in each.asks)


def test_res_2_each_direction_shows_its_certain_gains(tables, speaking):
    given = tables["minerva-03-direction"]
    turn = given.view.turn
    assert turn is not None
    beside = list(draw_first(given, speaking("en")).items("turn"))
    for line in turn.lines:
        arrow = next(i for i in beside if isinstance(i, Icon) and i.name == f"minerva:arrow:{line.direction}")
        panel = [i for i in beside if isinstance(i, (Icon, Text)) and abs(i.y - arrow.y) < 50]
        wanted = {f"minerva:{what}" for what, count in line.gains.items() if count}
        assert wanted <= {i.name for i in panel if isinstance(i, Icon)}, line
        assert any("?" in i.text for i in panel if isinstance(i, Text)) == bool(line.asks), line
    arrows = sum(1 for line in turn.lines if line.cells)
    assert len(list(draw_first(given, speaking("en")).items("arrows"))) == 4 * arrows


# ---------------------------------------------------------------- pictures of one seat


def test_a_single_city_is_drawn_larger_in_a_small_file(tables, speaking, painting):
    given, say = tables["minerva-05-late"], speaking("fr")
    seat = largest(given.view)
    scene = close_up(RENDERER, given.view, f"seat:{seat}", given.names, say).scene
    faces = [item for item in scene.items("faces") if isinstance(item, Icon)]
    table = [item for item in board(given, say)["cities"].items("faces") if isinstance(item, Icon)]
    assert max(item.size for item in faces) > 1.1 * max(item.size for item in table)
    assert (scene.width, scene.height) == (WIDTH, HEIGHT)
    assert len(painting.png(scene)) <= 100_000


# ---------------------------------------------------------------- words


def test_alt_text_banner_and_frame_show_who_is_asked(speaking):
    given = reach(3, lambda view, asked: asked is not None and asked.rule == "GAINASSIST-03")
    assert given.decision is not None
    asked, say = given.decision.seat, speaking("en")

    assert (given.view.turn, given.view.to_answer) == (None, (asked,))
    assert f"To move: {given.names[asked]}." in RENDERER.alt_text(given.view, given.names, say)
    assert given.names[asked] in texts(draw_first(given, say), "head")[-1].text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_alt_text_fits_into_1024_characters(tables, speaking, name, language):
    long = dict.fromkeys(range(4), "Bartholomeus van Nieuwenhuizen-Kratochvíl")
    view, say = tables[name].view, speaking(language)
    for names in (tables[name].names, long, {}):
        assert 0 < len(RENDERER.alt_text(view, names, say)) <= 1024
        for seat in view.seats:
            assert 0 < len(close_up(RENDERER, view, f"seat:{seat.seat}", names, say).alt) <= 1024


def test_alt_text_names_round_turn_points_and_holdings(tables, speaking):
    given = tables["minerva-05-late"]
    text = RENDERER.alt_text(given.view, given.names, speaking("en"))
    turn = given.view.turn
    assert turn is not None
    assert f"round {given.view.round} of 6" in text
    assert f"To move: {given.names[turn.seat]}" in text
    for seat in given.view.seats:
        line = next(line for line in text.splitlines() if line.startswith(given.names[seat.seat]))
        assert f"VP: {cities.points_of(seat)};" in line
        assert f"{seat.denarii} denari" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_text_lists_all_city_tiles_and_the_display(tables, speaking, language):
    given, say = tables["minerva-05-late"], speaking(language)
    text = RENDERER.board_text(given.view, given.names, say)
    blocks = text.split("\n\n")
    for seat, block in zip(given.view.seats, blocks[1:], strict=False):
        for placed in seat.city:
            assert f"({placed.x}, {placed.y})" in block
            assert say(tile_name(placed.tile)) in block
    for tile in (*given.view.temples, *(tile for lot in given.view.lots for tile in lot.tiles)):
        assert say(tile_name(tile)) in text


def test_the_board_text_names_the_result(tables, speaking):
    given = tables["minerva-07-result"]
    first = next(given.names[each.seat] for each in given.view.result if each.place == 1)
    assert f"{first} wins" in RENDERER.alt_text(given.view, given.names, speaking("en"))
    assert f"{first} wins" in [text.text for text in texts(draw_first(given, speaking("en")), "head")]


def test_solo_16_the_board_text_names_the_title(tables, speaking):
    given = tables["minerva-08-solo-result"]
    assert given.view.title is not None
    title = [text.text for text in texts(draw_first(given, speaking("en")), "head")]
    assert title
    assert title[-1].startswith("Ariadne: ")
    assert title[-1] in RENDERER.alt_text(given.view, given.names, speaking("en"))


# ---------------------------------------------------------------- golden


@pytest.mark.parametrize("name", ["minerva-01-early"])
def test_scene_matches_the_golden_file(tables, speaking, name):
    """To accept a new scene, run with `ACCEPT_GOLDEN=1` and give the reason in the commit."""
    actual, path = dump(draw_first(tables[name], speaking("en"))), GOLDEN / f"{name}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8")


def test_layers_of_a_scene_have_different_names(tables, speaking):
    scene = draw_first(tables["minerva-03-direction"], speaking("en"))
    assert len({layer.name for layer in scene.layers}) == len(scene.layers)
    assert all(isinstance(layer, Layer) for layer in scene.layers)


async def test_the_client_draws_the_city_of_one_seat(tables):
    given, render_client = tables["minerva-05-late"], RenderClient(Words())
    try:
        assert "seat:1" in render_client.close_ups("minerva", given.view)
        picture = await render_client.close_up(
            "minerva", given.view, "seat:1", given.names, "fr", colours=USUAL, seat=None
        )
        assert Image.open(BytesIO(picture.png)).size == (picture.width, picture.height)
        assert given.names[1] in picture.alt
        assert "hand" not in render_client.close_ups("minerva", given.view)
    finally:
        render_client.close()
