"""Pictures and texts of Minerva: every tile readable, every city in its frame, every number at its place."""

import os
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageColor

from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.state.state import Placed
from locales.words import LANGUAGES, Words
from render import RenderClient, theme
from render.minerva import cities, frames
from render.minerva.board import WIDTH
from render.minerva.market import Display
from render.minerva.positions import Position, largest, positions, reached
from render.minerva.renderer import MinervaRenderer
from render.minos_classic.pieces import overlap
from render.paint import bounds
from render.renderer import CardRenderer, Mark
from render.scene import Box, Disc, Icon, Layer, Scene, Text, dump
from tests.render.test_legibility import behind, contrast

NAMES = sorted(positions())
LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}
GOLDEN = Path(__file__).parent / "golden"
SPOKEN = ("banner", "strip", "supply", "market", "seats", "faces", "steps", "options", "marks")


@pytest.fixture(scope="module")
def tables() -> dict[str, Position]:
    return dict(positions())


def drawn(given: Position, say, names=None) -> Scene:
    return MinervaRenderer.scene(given.view, given.marks, given.names if names is None else names, say)


def texts(scene: Scene, *layers: str) -> list[Text]:
    return [item for item in scene.items(*layers) if isinstance(item, Text)]


def inner(item: Text) -> tuple[float, float, float, float]:
    """Where the letters are, without the margin that painting adds."""
    left, top, right, bottom = bounds(item)
    return left + 4, top + 4, right - 4, bottom - 4


def with_city(given: Position, seat: int, cells: list[tuple[int, int]]) -> Position:
    """The same table where that seat has Forums on these cells."""
    view = given.view
    city = tuple(Placed("forum", x, y) for x, y in cells)
    seats = tuple(msgspec.structs.replace(s, city=city) if s.seat == seat else s for s in view.seats)
    return replace(given, view=msgspec.structs.replace(view, seats=seats))


# ---------------------------------------------------------------- layout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_words_of_a_table_do_not_run_into_each_other(tables, speaking, name, language):
    scene = drawn(tables[name], speaking(language))
    for layer in SPOKEN:
        for one, other in combinations(texts(scene, layer), 2):
            assert not overlap(inner(one), inner(other)), (layer, one.text, other.text)


@pytest.mark.parametrize("name", NAMES)
def test_strange_names_stay_inside_the_picture(tables, speaking, name):
    for language in LANGUAGES:
        scene = drawn(tables[name], speaking(language), LONG)
        for item in scene.items():
            if isinstance(item, (Text, Box, Icon, Disc)):
                left, top, right, bottom = bounds(item)
                assert left >= -4, item
                assert right <= WIDTH + 4, item
                assert top >= -4, item
                assert bottom <= scene.height + 4, item


def framed(given: Position, top: float = 600) -> tuple[frames.Frame, ...]:
    return frames.framed(given.view, given.marks, top)


@pytest.mark.parametrize("name", NAMES)
def test_cities_stand_apart_and_hold_their_tiles(tables, name):
    given = tables[name]
    found = framed(given)
    assert [each.seat for each in found] == [seat.seat for seat in given.view.seats]
    for one, other in combinations(found, 2):
        first, second = ((f.left, f.top, f.left + f.width, f.top + f.height) for f in (one, other))
        assert not overlap(first, second)
    for each in found:
        for placed in given.view.seats[each.seat].city:
            left, top = each.at(placed.x, placed.y)
            assert each.left <= left
            assert left + each.side <= each.left + each.width
            assert each.top + each.head <= top
            assert top + each.side <= each.top + each.height


def test_a_frame_grows_with_its_city(tables):
    given = tables["minerva-01-early"]
    young = framed(given)[0]
    old = framed(with_city(given, 0, [(x, y) for x in range(6) for y in range(5)]))[0]
    assert (old.extent.columns, old.extent.rows) == (6, 5)
    assert old.width > young.width
    assert old.height > young.height


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_even_cities_that_straggle_fit_into_a_picture(tables, speaking, seats):
    """A city of 40 tiles in a row beside a city of 40 in a column: nobody builds so, but anybody may."""
    given = {len(each.view.seats): each for each in tables.values() if not each.view.result}[seats]
    given = with_city(given, 0, [(x, 0) for x in range(-20, 20)])
    given = with_city(given, 1, [(0, y) for y in range(40)])
    scene = drawn(replace(given, marks=()), speaking("en"))
    assert scene.width == WIDTH
    assert scene.height <= 4000
    assert min(each.side for each in framed(replace(given, marks=()))) >= frames.SMALLEST


@pytest.mark.parametrize("name", ["minerva-01-early", "minerva-02-cell", "minerva-03-direction", "minerva-05-late"])
def test_every_target_of_a_decision_carries_its_number(tables, speaking, name):
    given = tables[name]
    assert given.marks
    plates = sorted(text.text for text in texts(drawn(given, speaking("en")), "marks", "options"))
    assert plates == sorted(str(mark.number) for mark in given.marks)


def test_numbers_of_cells_stand_on_their_cells(tables, speaking):
    given = tables["minerva-02-cell"]
    turn = given.view.turn
    assert turn is not None
    scene = drawn(given, speaking("en"))
    frame = next(each for each in framed(given, 0) if each.seat == turn.seat)
    plates = {text.text: text for text in texts(scene, "marks")}
    rows: dict[int, set[float]] = {}
    columns: dict[int, set[float]] = {}
    for mark in given.marks:
        x, y = (int(part) for part in mark.target.removeprefix("cell:").split(","))
        columns.setdefault(x, set()).add(plates[str(mark.number)].x)
        rows.setdefault(y, set()).add(plates[str(mark.number)].y)
    assert all(max(found) - min(found) <= 3 for found in (*columns.values(), *rows.values()))
    middles = {column - min(columns): min(found) for column, found in columns.items()}
    assert all(x - middles[0] == pytest.approx(column * frame.side, abs=3) for column, x in middles.items())


def test_a_place_that_is_nowhere_carries_no_number(tables, speaking):
    given = tables["minerva-05-late"]
    marks = (Mark(1, "moon"), Mark(2, "tile:moon"))
    nowhere = MinervaRenderer.scene(given.view, marks, given.names, speaking("en"))
    assert texts(nowhere, "marks", "options") == []


def test_tiles_of_a_kind_share_a_card_that_all_of_them_name(tables):
    view = tables["minerva-01-early"].view
    display = Display(view, 0)
    fields = [tile for lot in view.lots for tile in lot.tiles if the_box().tiles[tile].kind == "wheat_field"]
    assert len(fields) == 3
    assert len({display.places()[f"tile:{tile}"] for tile in fields}) == 1
    assert sum(len(stack) for stack in display.stacks) == sum(len(lot.tiles) for lot in view.lots)


def test_solo_4_pairs_lie_side_by_side(tables, speaking):
    given = tables["minerva-06-solo"]
    display = Display(given.view, 0)
    assert display.is_paired
    assert given.view.lots
    for lot in given.view.lots:
        (left, top), width = display.places()[f"tile:{lot.tiles[0]}"]
        assert display.places()[f"tile:{lot.tiles[1]}"][0] == (left + width + 12, top)


def test_solo_7_a_round_tile_shows_its_denarii(tables, speaking):
    view = tables["minerva-06-solo"].view
    lot = msgspec.structs.replace(view.lots[0], tiles=(view.lots[0].tiles[0], "round-2"), denarii=3)
    given = replace(tables["minerva-06-solo"], view=msgspec.structs.replace(view, lots=(lot,)), marks=())
    scene = drawn(given, speaking("en"))
    assert "Round tile 2" in [text.text for text in texts(scene, "market")]
    assert any(isinstance(item, Icon) and item.name == "minerva:round" for item in scene.items("market"))


# ---------------------------------------------------------------- lines


def test_res_4_the_tiles_of_a_line_are_numbered_in_the_order_of_activation(tables, speaking):
    given = tables["minerva-04-line"]
    turn = given.view.turn
    assert turn is not None
    assert len(turn.line) >= 3
    scene = drawn(given, speaking("en"))
    steps = texts(scene, "steps")
    assert [text.text for text in steps] == [str(number) for number in range(1, len(turn.line) + 1)]
    discs = [item for item in scene.items("steps") if isinstance(item, Disc)]
    done = turn.reached - 1
    wanted = [theme.PAPYRUS_DIM] * done + [theme.GOLD] + [theme.NIGHT] * (len(turn.line) - turn.reached)
    assert [disc.fill for disc in discs] == wanted
    assert any(item for item in scene.items("arrows"))


def test_res_2_every_direction_is_promised_what_it_certainly_gives(tables, speaking):
    given = tables["minerva-03-direction"]
    turn = given.view.turn
    assert turn is not None
    strip = list(drawn(given, speaking("en")).items("strip"))
    for line in turn.lines:
        arrow = next(i for i in strip if isinstance(i, Icon) and i.name == f"minerva:arrow:{line.direction}")
        panel = [i for i in strip if isinstance(i, (Icon, Text)) and arrow.x < i.x < arrow.x + 340]
        wanted = {f"minerva:{what}" for what, count in line.gains.items() if count}
        assert wanted <= {i.name for i in panel if isinstance(i, Icon)}, line
        assert any("?" in i.text for i in panel if isinstance(i, Text)) == bool(line.asks), line
    arrows = sum(1 for line in turn.lines if line.cells)
    assert len(list(drawn(given, speaking("en")).items("arrows"))) == 4 * arrows


# ---------------------------------------------------------------- legibility and size


@pytest.mark.parametrize("name", NAMES)
def test_what_matters_is_large_enough_on_a_phone(tables, speaking, name):
    """At 400 pixels: the name on turn at least 9 high, points 12, holdings 7, numbers on empty cells 7."""
    given = tables[name]
    scene = drawn(given, speaking("en"))
    assert min(text.size for text in texts(scene, "banner")) >= 33
    points = [text for text in texts(scene, "seats") if text.size >= 48]
    found = sorted(str(cities.points_of(seat)) for seat in given.view.seats)
    assert sorted(text.text for text in points) == found
    if name == "minerva-02-cell":
        assert min(text.size for text in texts(scene, "marks")) >= 28


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_at_most_1600_wide_and_400_kilobytes(tables, speaking, painting, name, language):
    scene = drawn(tables[name], speaking(language))
    png = painting.png(scene)
    assert Image.open(BytesIO(png)).size == (scene.width, scene.height)
    assert scene.width <= 1600
    assert scene.height <= 2100
    assert len(png) <= 400_000


@pytest.mark.parametrize("name", NAMES)
def test_words_stand_out_from_what_is_behind_them(tables, speaking, painting, name):
    given = drawn(tables[name], speaking("en"))
    wordless = replace(
        given,
        layers=tuple(replace(la, items=tuple(i for i in la.items if not isinstance(i, Text))) for la in given.layers),
    )
    image = painting.paint(wordless)
    for item in texts(given):
        found = contrast(ImageColor.getrgb(item.colour), behind(image, item))
        assert found >= 4.4, (item.text, round(found, 1))


def test_a_city_alone_is_larger_than_at_the_table_and_a_small_file(tables, speaking, painting):
    given, say = tables["minerva-05-late"], speaking("fr")
    seat = largest(given.view)
    scene = MinervaRenderer.seat_scene(given.view, seat, given.names, say)
    faces = [item for item in scene.items("faces") if isinstance(item, Icon)]
    table = [item for item in drawn(given, say).items("faces") if isinstance(item, Icon)]
    assert max(item.size for item in faces) > 1.3 * max(item.size for item in table)
    assert scene.width <= 1600
    assert len(painting.png(scene)) <= 250_000


# ---------------------------------------------------------------- words


def test_alt_text_banner_and_frame_tell_who_is_asked_between_the_turns(speaking):
    given = reached(3, lambda view, asked: asked is not None and asked.rule == "GAINASSIST-03")
    assert given.decision is not None
    asked, say = given.decision.seat, speaking("en")

    assert (given.view.turn, given.view.to_answer) == (None, (asked,))
    assert f"To move: {given.names[asked]}." in MinervaRenderer.alt_text(given.view, given.names, say)
    assert given.names[asked] in [text.text for text in texts(drawn(given, say), "banner")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_alt_text_fits_into_1024_characters(tables, speaking, name, language):
    long = dict.fromkeys(range(4), "Bartholomeus van Nieuwenhuizen-Kratochvíl")
    view, say = tables[name].view, speaking(language)
    for names in (tables[name].names, long, {}):
        assert 0 < len(MinervaRenderer.alt_text(view, names, say)) <= 1024
        for seat in view.seats:
            assert 0 < len(MinervaRenderer.seat_alt(view, seat.seat, names, say)) <= 1024


def test_alt_text_names_round_turn_points_and_holdings(tables, speaking):
    given = tables["minerva-05-late"]
    text = MinervaRenderer.alt_text(given.view, given.names, speaking("en"))
    turn = given.view.turn
    assert turn is not None
    assert f"round {given.view.round} of 6" in text
    assert f"To move: {given.names[turn.seat]}" in text
    for seat in given.view.seats:
        line = next(line for line in text.splitlines() if line.startswith(given.names[seat.seat]))
        assert f"VP: {cities.points_of(seat)};" in line
        assert f"{seat.denarii} denari" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_text_tells_every_tile_of_every_city_and_all_that_may_be_built(tables, speaking, language):
    given, say = tables["minerva-05-late"], speaking(language)
    text = MinervaRenderer.board_text(given.view, given.names, say)
    blocks = text.split("\n\n")
    for seat, block in zip(given.view.seats, blocks[1:], strict=False):
        for placed in seat.city:
            assert f"({placed.x}, {placed.y})" in block
            assert say(tile_name(placed.tile)) in block
    for tile in (*given.view.temples, *(tile for lot in given.view.lots for tile in lot.tiles)):
        assert say(tile_name(tile)) in text


def test_the_result_is_told(tables, speaking):
    given = tables["minerva-07-result"]
    first = next(given.names[each.seat] for each in given.view.result if each.place == 1)
    assert f"{first} wins" in MinervaRenderer.alt_text(given.view, given.names, speaking("en"))
    assert f"{first} wins" in [text.text for text in texts(drawn(given, speaking("en")), "strip")]


def test_solo_16_the_title_is_told(tables, speaking):
    given = tables["minerva-08-solo-result"]
    assert given.view.title is not None
    title = [text.text for text in texts(drawn(given, speaking("en")), "strip")]
    assert title
    assert title[0].startswith("Ariadne: ")
    assert title[0] in MinervaRenderer.alt_text(given.view, given.names, speaking("en"))


# ---------------------------------------------------------------- golden


@pytest.mark.parametrize("name", ["minerva-01-early"])
def test_scene_is_as_agreed(tables, speaking, name):
    """Run with `ACCEPT_GOLDEN=1` to accept a new one, and say why in the commit."""
    actual, path = dump(drawn(tables[name], speaking("en"))), GOLDEN / f"{name}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8")


def test_a_scene_keeps_its_layers_apart(tables, speaking):
    scene = drawn(tables["minerva-03-direction"], speaking("en"))
    assert len({layer.name for layer in scene.layers}) == len(scene.layers)
    assert all(isinstance(layer, Layer) for layer in scene.layers)


async def test_the_painter_draws_a_city_of_a_game_without_hands(tables):
    given, render_client = tables["minerva-05-late"], RenderClient(Words())
    try:
        assert render_client.draws_seats("minerva")
        picture = await render_client.seat("minerva", given.view, 1, given.names, "fr")
        assert Image.open(BytesIO(picture.png)).size == (picture.width, picture.height)
        assert given.names[1] in picture.alt
        assert not isinstance(MinervaRenderer(), CardRenderer)
    finally:
        render_client.close()
