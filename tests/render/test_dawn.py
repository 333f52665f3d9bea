"""Pictures and texts of Minos: Dawn of the Bronze Age: nothing hidden, nothing outside, everything readable."""

import os
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageColor

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import region as region_name
from engine.minos_dawn.seen.view import RegionView
from locales.words import LANGUAGES
from render import inline, theme
from render.emoji import on_paper, rasterised
from render.marks import spelled
from render.minos_classic.pieces import overlap
from render.minos_dawn import cards, regions, symbols
from render.minos_dawn.board import COLOURS, WIDTH, anchor
from render.minos_dawn.icons import GAME_ICONS, STYLES
from render.minos_dawn.positions import Position, full_hand, positions, reached
from render.minos_dawn.renderer import DawnRenderer
from render.paint import bounds, icon
from render.renderer import Mark
from render.scene import Box, Icon, Layer, Scene, Text, dump
from tests.render.test_legibility import behind, contrast

NAMES = sorted(positions())
LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}
GOLDEN = Path(__file__).parent / "golden"
SPOKEN = ("banner", "strip", "rows", "tracks", "routes", "offer", "will", "rival", "seats", "vases", "supply")


@pytest.fixture(scope="module")
def tables() -> dict[str, Position]:
    return dict(positions())


def drawn(given: Position, say, names=None) -> Scene:
    return DawnRenderer.scene(given.view, given.marks, given.names if names is None else names, say)


def texts(scene: Scene, *layers: str) -> list[Text]:
    return [item for item in scene.items(*layers) if isinstance(item, Text)]


def hidden_cards(given: Position) -> set[str]:
    """Decrees that lie nowhere in the open."""
    view = given.view
    shown = {*view.offer, *view.discards[0], *view.discards[1], view.in_payment}
    for seat in view.seats:
        shown |= {*seat.area, *seat.palace}
    if view.rival:
        shown |= {*view.rival.face_up}
    return set(the_box().decrees) - shown


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("name", NAMES)
def test_no_picture_or_text_of_a_table_names_a_card_that_is_hidden(tables, speaking, name):
    given, say = tables[name], speaking("en")
    told = [item.text for item in texts(drawn(given, say))]
    told += [DawnRenderer.alt_text(given.view, given.names, say), DawnRenderer.board_text(given.view, given.names, say)]
    for seat in given.view.seats:
        told += [item.text for item in texts(DawnRenderer.seat_scene(given.view, seat.seat, given.names, say))]
        told.append(DawnRenderer.seat_alt(given.view, seat.seat, given.names, say))
    whole = "\n".join(told)
    assert [card for card in hidden_cards(given) if say(card_name(card)) in whole] == []


def test_a_table_looks_the_same_to_the_seat_that_holds_a_hand_and_to_everybody(speaking):
    own, say = full_hand(), speaking("en")
    stripped = msgspec.structs.replace(own.view, looking=None, hand=(), sealed=None)
    assert len(own.view.hand) >= 9
    assert dump(DawnRenderer.scene(own.view, (), own.names, say)) == dump(
        DawnRenderer.scene(stripped, (), own.names, say)
    )
    for tell in (DawnRenderer.alt_text, DawnRenderer.board_text):
        assert tell(own.view, own.names, say) == tell(stripped, own.names, say)


# ---------------------------------------------------------------- layout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_words_of_a_table_do_not_run_into_each_other(tables, speaking, name, language):
    scene = drawn(tables[name], speaking(language))
    for layer in SPOKEN:
        for one, other in combinations(texts(scene, layer), 2):
            first, second = inner(one), inner(other)
            assert not overlap(first, second), (layer, one.text, other.text)


def inner(item: Text) -> tuple[float, float, float, float]:
    """Where the letters are, without the margin that painting adds."""
    left, top, right, bottom = bounds(item)
    return left + 4, top + 4, right - 4, bottom - 4


def fullest(number: int, seats: int) -> RegionView:
    """A region with all that can be there at once."""
    if number in the_box().setups[seats].starting:
        return RegionView(number, "", (), 0, 1 % seats, 2 % seats, (9,) * seats)
    return RegionView(number, "f11", ("II-10", "I-02"), None, 0, 1, (9,) * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_even_full_regions_hardly_cover_one_another(seats):
    boxes = {}
    for number in the_box().active[seats]:
        top, (x, middle) = regions.top_of(fullest(number, seats), ()), anchor(number)
        boxes[number] = (x - regions.WIDEST / 2, top, x + regions.WIDEST / 2, 2 * middle - top)
    for one, other in combinations(boxes, 2):
        assert overlap(boxes[one], boxes[other]) <= 0.05 * regions.WIDEST * 174, (one, other)


@pytest.mark.parametrize("name", NAMES)
def test_strange_names_stay_inside_the_picture(tables, speaking, name):
    for language in LANGUAGES:
        scene = drawn(tables[name], speaking(language), LONG)
        for item in scene.items():
            if isinstance(item, (Text, Box, Icon)):
                left, top, right, bottom = bounds(item)
                assert left >= -4, item
                assert right <= WIDTH + 4, item
                assert top >= -4, item
                assert bottom <= scene.height + 4, item


def test_a_card_is_read_as_cost_discount_effect_trait_value(speaking):
    for card_id, decree in the_box().decrees.items():
        items = [i for i in cards.card(card_id, 0, 0, 305, speaking("en")) if isinstance(i, (Text, Icon))]
        cost = next(i for i in items if isinstance(i, Text) and i.text == str(decree.cost))
        discounts = [i for i in items if isinstance(i, Icon) and i.name.startswith("dawn:good:") and i.y == cost.y]
        trait = next(i for i in items if isinstance(i, Icon) and i.name == f"dawn:trigger:{decree.trait.trigger}")
        value = items[-2]
        effect = [i for i in items if cost.y + 20 < i.y < trait.y]
        assert len(discounts) == len(decree.discount)
        assert all(cost.x < each.x for each in discounts), card_id
        assert effect, card_id
        assert isinstance(value, Text)
        assert (value.text, value.y) == (str(decree.vp), trait.y)
        assert all(each.x < value.x for each in items if each.y == trait.y and each not in items[-2:]), card_id
        assert all(bounds(each)[2] <= 305 + 2 for each in items), card_id


def test_every_text_of_the_box_has_signs_that_can_be_drawn_and_letters_that_are_there():
    unknown = theme.font("bold", 24).getmask("\uffff").getbbox()
    for source in the_box().effects:
        for token in symbols.effect_line(source):
            if isinstance(token, inline.Sign):
                assert callable(icon(token.icon)), (source, token)
            else:
                for letter in token.text:
                    box = theme.font("bold", 24).getmask(letter).getbbox()
                    assert letter == " " or (box is not None and box != unknown), (source, letter)


def test_effects_are_set_apart_by_a_bar_and_the_sides_of_a_choice_by_brackets():
    def spelled_out(source):
        tokens = symbols.effect_line(source)
        return "".join(token.text if isinstance(token, inline.Word) else "#" for token in tokens)

    card_id = next(d.id for d in the_box().decrees.values() if d.effect == "if regions>=4: vp 4; move 2")
    assert spelled_out(f"decree:{card_id}") == "#4+:4# |2#"
    assert spelled_out("track:influence:3") == "(# #) /#"


def test_different_effects_of_decrees_look_different():
    rows: dict[object, str] = {}
    for decree in the_box().decrees.values():
        for text, source in ((decree.effect, f"decree:{decree.id}"), (decree.trait.effect, f"trait:{decree.id}")):
            assert rows.setdefault(symbols.effect_line(source), text) == text, source


def test_numbers_of_options_stand_at_their_places(tables, speaking):
    given = tables["dawn-05-three-seats-building"]
    assert given.marks
    marked = DawnRenderer.scene(given.view, given.marks, given.names, speaking("en"))
    plates = [text.text for text in texts(marked, "marks")]
    found = {
        target: spelled([m.number for m in given.marks if m.target == target])
        for target in {m.target for m in given.marks if m.target.startswith("region:")}
    }
    assert set(found.values()) <= set(plates)
    nowhere = DawnRenderer.scene(given.view, (Mark(1, "moon"),), given.names, speaking("en"))
    assert texts(nowhere, "marks") == []


def test_runs_of_numbers_are_spelled_short():
    assert spelled([7, 1, 2, 3, 9, 10]) == "1–3, 7, 9–10"


# ---------------------------------------------------------------- legibility and size


@pytest.mark.parametrize("name", NAMES)
def test_what_matters_is_large_enough_on_a_phone(tables, speaking, name):
    """At 400 pixels: the name on turn at least 12 high, phase and round 9, dice 9, scores 18."""
    given = tables[name]
    scene = drawn(given, speaking("en"))
    assert min(text.size for text in texts(scene, "banner")) >= 36
    scores = {str(seat.vp) for seat in given.view.seats}
    assert {text.text for text in texts(scene, "seats") if text.size >= 72} >= scores
    dice = [text for text in texts(scene, "rows") if text.size >= 36]
    assert len(dice) == sum(die is not None for row in given.view.rows for die in row.dice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_at_most_1600_wide_and_400_kilobytes(tables, speaking, painting, name, language):
    scene = drawn(tables[name], speaking(language))
    png = painting.png(scene)
    assert Image.open(BytesIO(png)).size == (scene.width, scene.height)
    assert scene.width <= 1600
    assert len(png) <= 400_000


@pytest.mark.parametrize("name", ["dawn-02-mid-draft", "dawn-03-pending-traits", "dawn-07-end-of-game"])
def test_words_stand_out_from_what_is_behind_them(tables, speaking, painting, name):
    given = drawn(tables[name], speaking("en"))
    wordless = replace(
        given,
        layers=tuple(replace(la, items=tuple(i for i in la.items if not isinstance(i, Text))) for la in given.layers),
    )
    image = painting.paint(wordless)
    for item in texts(given):
        found = contrast(ImageColor.getrgb(item.colour), behind(image, item))
        assert found >= 4.5, (item.text, round(found, 1))


def test_seats_and_hands_are_small_files(tables, speaking, painting):
    end, hand, say = tables["dawn-07-end-of-game"], full_hand(), speaking("cs")
    for seat in end.view.seats:
        assert len(painting.png(DawnRenderer.seat_scene(end.view, seat.seat, end.names, say))) <= 250_000
    assert len(painting.png(DawnRenderer.hand_scene(hand.view, hand.names, say))) <= 250_000


def each_icon() -> Iterator[tuple[str, str]]:
    for name in GAME_ICONS:
        for style in STYLES.get(name, ("",)):
            yield name, style


def test_every_sign_is_a_picture_of_its_own():
    seen: dict[bytes, tuple[str, str]] = {}
    for name, style in each_icon():
        png = rasterised(on_paper(name, style))
        pixels = Image.open(BytesIO(png)).tobytes()
        assert seen.setdefault(pixels, (name, style)) == (name, style)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_alt_text_fits_into_1024_characters(tables, speaking, name, language):
    long = dict.fromkeys(range(4), "Bartholomeus van Nieuwenhuizen-Kratochvíl")
    view, say = tables[name].view, speaking(language)
    for names in (tables[name].names, long, {}):
        assert 0 < len(DawnRenderer.alt_text(view, names, say)) <= 1024
        for seat in view.seats:
            assert 0 < len(DawnRenderer.seat_alt(view, seat.seat, names, say)) <= 1024
    hand = full_hand()
    assert 0 < len(DawnRenderer.hand_alt(hand.view, long, say)) <= 1024


def test_alt_text_names_round_turn_points_and_holdings(tables, speaking):
    given = tables["dawn-03-pending-traits"]
    text = DawnRenderer.alt_text(given.view, given.names, speaking("en"))
    turn = given.view.turn
    assert turn is not None
    assert f"round {given.view.round} of 4" in text
    assert f"To move: {given.names[turn.seat]}" in text
    assert f"action points left: {turn.points}" in text
    for seat in given.view.seats:
        assert f"VP: {seat.vp}, coins: {seat.coins}, weaponry: {seat.weaponry}, cards in hand: {seat.hand_size}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_text_tells_every_region_route_vase_and_card_on_offer(tables, speaking, language):
    given, say = tables["dawn-04-end-of-round-2"], speaking(language)
    lines = DawnRenderer.board_text(given.view, given.names, say).splitlines()
    wanted = [region_name(region.number) for region in given.view.regions]
    wanted += [Message(f"minos_dawn.route.{route.route}") for route in given.view.routes]
    wanted += [Message(f"minos_dawn.vase.{vase.vase}") for vase in given.view.vases]
    wanted += [card_name(card) for card in given.view.offer]
    for message in wanted:
        assert len([line for line in lines if line.startswith(f"{say(message)} ")]) == 1, message


def test_alt_text_and_banner_tell_who_has_still_to_answer_and_nothing_of_what(speaking):
    given, say = reached(3, lambda _, pending: pending[0].rule == "SETUP-19"), speaking("en")
    for waiting in ((0, 1, 2), (1, 2), (2,)):
        view = msgspec.structs.replace(given.view, to_answer=waiting)
        names = " · ".join(given.names[seat] for seat in waiting)
        text = DawnRenderer.alt_text(view, given.names, say)
        assert (f"Still to answer: {names}." if len(waiting) > 1 else f"To move: {names}.") in text
        banner = list(DawnRenderer.scene(view, (), given.names, say).items("banner"))
        colours = [item.style for item in banner if isinstance(item, Icon) and item.name == "mark"]
        assert colours[3:] == [COLOURS[seat] for seat in waiting]


# ---------------------------------------------------------------- golden


@pytest.mark.parametrize("name", ["dawn-01-setup", "dawn-02-mid-draft"])
def test_scene_is_as_agreed(tables, speaking, name):
    """Run with `ACCEPT_GOLDEN=1` to accept a new one, and say why in the commit."""
    actual, path = dump(drawn(tables[name], speaking("en"))), GOLDEN / f"{name}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8")


def test_a_scene_keeps_its_layers_apart(tables, speaking):
    scene = drawn(tables["dawn-02-mid-draft"], speaking("en"))
    assert len({layer.name for layer in scene.layers}) == len(scene.layers)
    assert all(isinstance(layer, Layer) for layer in scene.layers)
