"""Pictures and texts of Minos: Dawn hide secrets, stay within bounds and are legible."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from cogs.games.minos_dawn.words import hand_words
from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import region as region_name
from engine.minos_dawn.seen.view import RegionView, cards_in_hand
from engine.minos_dawn.state.facts import (
    Advanced,
    DieDrafted,
    Gained,
    OfferRefilled,
    Scored,
    ShipAdvanced,
    TowerBuilt,
    VaseWon,
    WarriorMoved,
)  # fmt: skip
from locales.words import LANGUAGES
from render import inline, theme
from render.marks import spell_numbers
from render.minos_dawn import symbols
from render.minos_dawn.gallery import Position, full_hand, positions, reach
from render.minos_dawn.icons import GAME_ICONS
from render.minos_dawn.plates import court, land
from render.minos_dawn.plates.chart import chart
from render.minos_dawn.plates.court import card
from render.minos_dawn.renderer import RENDERER
from render.minos_dawn.situation import turn_order
from render.minos_dawn.text_board import cost_words
from render.paint import bounds, icon, on_paper, rasterise
from render.plate import Plate
from render.renderer import Mark
from render.scene import Area, Box, Disc, Icon, Layer, Scene, Text
from render.seat_colours import COLOURS
from tests.render import plates
from tests.render.dumps import dump
from tests.render.plates import MUCH, close_up, wealthy

STYLES = {
    "dawn:deck": ("1", "2"),
    "dawn:vase": ("red", "yellow", "blue", "green"),
    **{f"dawn:{piece}": tuple(theme.SEATS) for piece in ("city", "tower", "farm", "held")},
}
"""The styles of each drawing that has several."""
NAMES = sorted(positions())
LONG = {0: "W" * 80, 1: "שלום עולם " * 6, 2: "😀🏺🐙", 3: "e\u0301\u202etxt\n\n**bold** \u0000" + "ř" * 50}
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def tables() -> Mapping[str, Position]:
    return positions()


def draw_plates(given: Position, say, names=None) -> list[Scene]:
    people = given.names if names is None else names
    return [each.scene for each in RENDERER.plates(given.view, given.marks, people, say, given.moves)]


def texts(scene: Scene, *layers: str) -> list[Text]:
    return [item for item in scene.items(*layers) if isinstance(item, Text)]


def hidden_cards(given: Position) -> set[str]:
    """Return all decrees that aren't visible to everyone."""
    view = given.view
    shown = {*view.offer, *view.discards[0], *view.discards[1], view.in_payment}
    for seat in view.seats:
        shown |= {*seat.area, *seat.palace}
    if view.rival:
        shown |= {*view.rival.face_up}
    return set(the_box().decrees) - shown


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("name", NAMES)
def test_no_picture_or_text_names_a_hidden_card(tables, speaking, name):
    given, say = tables[name], speaking("en")
    told = [item.text for scene in draw_plates(given, say) for item in texts(scene)]
    told += [RENDERER.alt_text(given.view, given.names, say), RENDERER.board_text(given.view, given.names, say)]
    for seat in given.view.seats:
        told += [
            item.text for item in texts(close_up(RENDERER, given.view, f"seat:{seat.seat}", given.names, say).scene)
        ]
        told.append(close_up(RENDERER, given.view, f"seat:{seat.seat}", given.names, say).alt)
    whole = "\n".join(told)
    assert [card for card in hidden_cards(given) if say(card_name(card)) in whole] == []


def test_the_board_is_the_same_for_seats_and_spectators(speaking):
    own, say = full_hand(), speaking("en")
    stripped = msgspec.structs.replace(own.view, looking=None, hand=(), sealed=None)
    assert len(own.view.hand) >= 9
    seen, unseen = ("".join(map(dump, draw_plates(replace(own, view=view), say))) for view in (own.view, stripped))
    assert seen == unseen
    for tell in (RENDERER.alt_text, RENDERER.board_text):
        assert tell(own.view, own.names, say) == tell(stripped, own.names, say)


# ---------------------------------------------------------------- layout


def fullest(number: int, seats: int) -> RegionView:
    """Return a region with every piece that can be there together."""
    if number in the_box().layouts[seats].starting:
        return RegionView(number, "", (), 0, 1 % seats, 2 % seats, (9,) * seats)
    return RegionView(number, "f11", ("II-10", "I-02"), None, 0, 1, (9,) * seats)


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_covers_the_number_of_a_region(seats):
    given = positions()["dawn-15-expanding" if seats == 4 else "dawn-20-two-seats-expanding"]
    view = msgspec.structs.replace(given.view, regions=tuple(fullest(r.number, seats) for r in given.view.regions))
    items = list(
        land.clusters(
            view, chart(seats, 224, 940, 7 / 6), land.RegionContent(has_goods=False, has_prices=False, tiles=1)
        )
    )
    heads = items[-2 * len(view.regions) :]
    assert [item.text for item in heads if isinstance(item, Text)] == [str(r.number) for r in view.regions]
    for one, other in combinations([item for item in heads if isinstance(item, Disc)], 2):
        assert abs(one.x - other.x) + abs(one.y - other.y) > one.radius + other.radius


@pytest.mark.parametrize("seats", [2, 4])
def test_a_region_shows_the_whole_reward(seats):
    given = positions()["dawn-15-expanding" if seats == 4 else "dawn-20-two-seats-expanding"]
    number = next(each.number for each in given.view.regions if each.number not in the_box().layouts[seats].starting)
    sources = [f"foundation:{each.id}" for each in the_box().content.foundations]
    sources += [f"sea:{each.id}" for each in the_box().content.sea_peoples]
    for source in sources:
        kind, _, found = source.partition(":")
        tiles = (found,) if kind == "sea" else ()
        region = RegionView(number, "" if tiles else found, tiles, None, None, None, (0,) * seats)
        view = msgspec.structs.replace(given.view, regions=(region,))
        items = list(land.clusters(view, chart(seats, 224, 845, 7 / 6), land.RegionContent(has_goods=False, tiles=1)))
        signs = [token.icon for token in symbols.effect_line(source) if isinstance(token, inline.Sign)]
        shown = [item.name for item in items if isinstance(item, Icon)]
        assert [name for name in signs if name not in shown] == [], source
        assert "…" not in [item.text for item in items if isinstance(item, Text)], source
        assert max(bounds(item)[2] - bounds(item)[0] for item in items) < 330


def test_the_second_plate_shows_gains_of_next_and_top_spaces(tables, speaking):
    """On tracks, only these spaces show gains. The close-up shows the gains of all spaces."""
    given, say = tables["dawn-16-battles"], speaking("en")
    view, (_, second) = given.view, draw_plates(given, say)
    whole = close_up(RENDERER, view, "tracks", given.names, say).scene
    top = the_box().tracks.top
    ahead = [{top, *(min(top, seat.tracks[track] + 1) for seat in view.seats)} for track in range(3)]
    papers = [[item for item in scene.items("tracks") if isinstance(item, Box) and item.fill == theme.CREAM]
              for scene in (second, whole)]  # fmt: skip
    assert [len(found) for found in papers] == [sum(map(len, ahead)), 3 * (top + 1)]


@pytest.mark.parametrize("name", ["dawn-02-mid-draft", "dawn-14-income", "dawn-16-battles", "dawn-17-developing"])
def test_the_leaders_mark_has_a_laurel_on_some_plate(tables, speaking, name):
    view = tables[name].view
    most = max(seat.vp for seat in view.seats)
    first = {COLOURS[seat.seat] for seat in view.seats if seat.vp == most}
    icons = [i for scene in draw_plates(tables[name], speaking("en")) for i in scene.items() if isinstance(i, Icon)]
    assert {icon.style for icon in icons if icon.name == "leader"} == first


@pytest.mark.parametrize("name", ["dawn-02-mid-draft", "dawn-10-rival-selects", "dawn-14-income", "dawn-15-expanding"])
def test_strange_names_stay_inside_the_plates(tables, speaking, name):
    for plate in RENDERER.plates(tables[name].view, (), LONG, speaking("cs")):
        assert plates.faults((plate,)) == []


def test_a_card_shows_cost_discount_value_effect_and_trait_in_order(speaking):
    for card_id, decree in the_box().decrees.items():
        items = [
            i
            for i in card(card_id, None, 0, 0, court.CARD_WIDTH, court.CARD, speaking("en"))
            if isinstance(i, (Text, Icon))
        ]
        cost = next(i for i in items if isinstance(i, Text) and i.text == str(decree.cost))
        line = [i for i in items if i.y == cost.y]
        discounts = [i for i in line if isinstance(i, Icon) and i.name.startswith("dawn:good:")]
        trait = next(i for i in items if isinstance(i, Icon) and i.name == f"dawn:trigger:{decree.trait.trigger}")
        *_, value, star = sorted(line, key=lambda each: each.x)
        assert [i.name.removeprefix("dawn:good:") for i in discounts] == list(decree.discount)
        assert all(cost.x < each.x < value.x for each in discounts), card_id
        assert isinstance(value, Text)
        assert isinstance(star, Icon)
        assert (value.text, star.name) == (str(decree.vp), "dawn:vp")
        assert [i for i in items if cost.y + 20 < i.y < trait.y - 20], card_id
        assert all(bounds(each)[2] <= 316 + 2 for each in items), card_id


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_offered_card_shows_every_part(speaking, language):
    told = [
        item.text for card_id in the_box().decrees
        for item in card(card_id, None, 0, 0, court.CARD_WIDTH, court.CARD, speaking(language))
        if isinstance(item, Text)
    ]  # fmt: skip
    assert [text for text in told if "…" in text] == []


SLACK = 12
"""The bounds of neighbours may overlap by this many pixels.

A sign's bounds are 5 pixels too wide on each side.
"""


@pytest.mark.parametrize(("width", "height"), [(316, 436), (308, 303)])
def test_a_reduced_price_has_room_on_every_card(width, height):
    """The sizes are those of a card on offer and of a card in a hand of ten.

    Each of the seat's goods lowers the price, and SA1 can take off another 1 to 3 coins.
    """
    for card_id, decree in the_box().decrees.items():
        slots = the_box().cards.slots[card_id]
        for kept in range(len(slots) + 1):
            for off in range(4):
                less = the_box().content.player_board.discounts.card * (len(slots) - kept)
                price = max(0, decree.cost - off - less), slots[:kept]
                items = [i for i in card(card_id, price, 0, 0, width, height, str) if isinstance(i, (Text, Icon))]
                cost = next(i for i in items if isinstance(i, Text) and i.text.startswith(str(decree.cost)))
                line = sorted((i for i in items if i.y == cost.y), key=lambda each: each.x)
                assert cost.size >= 36 or off == 0, (card_id, kept, off, cost.size)
                for one, other in pairwise(line):
                    assert bounds(one)[2] <= bounds(other)[0] + SLACK, (card_id, kept, off)


def test_a_reduced_price_shows_old_and_new_everywhere(speaking):
    """Pictures and alt texts of hand and offer, and the list of the hand, show prices such as `10 → 7`."""
    given = full_hand()
    seat, say = given.view.looking, speaking("en")
    seats = tuple(msgspec.structs.replace(each, goods=(3,) * 6) for each in given.view.seats)
    view = msgspec.structs.replace(given.view, seats=seats, hand=given.view.hand[:4])
    expected = [cost_words(view, seat, each) for each in cards_in_hand(view)]
    hand, told = close_up(RENDERER, view, "hand", given.names, say), [say(each) for each in hand_words(view)[1:]]
    offer = close_up(RENDERER, view, "offer", given.names, say, seat)
    assert sum(" → " in each for each in expected) >= 2
    for each, line in zip(expected, told, strict=True):
        assert each.replace(" ", "") in [text.text for text in texts(hand.scene)]
        assert f"cost {each}," in hand.alt
        assert f"Cost: {each} coins" in line
    for card_id in view.offer:
        assert cost_words(view, seat, card_id).replace(" ", "") in [text.text for text in texts(offer.scene)]
        assert f"cost {cost_words(view, seat, card_id)}," in offer.alt


def test_a_card_on_offer_shows_its_price_for_the_seat(tables, speaking):
    """The price is checked without goods, and then with all goods of the cost and the Lawgiver's rebate."""
    view = tables["dawn-17-developing"].view
    last = len(the_box().tracks.ability_levels) - 1
    rich = {"goods": (9,) * 6, "ability": "SA1", "tracks": (5, last, 5)}
    for more, off in (({"goods": (0,) * 6, "ability": "SA2"}, (0, 0)), (rich, (3, 3))):
        seats = tuple(msgspec.structs.replace(each, **more) for each in view.seats)
        seen = msgspec.structs.replace(view, seats=seats)
        for card_id in view.offer:
            decree = the_box().decrees[card_id]
            price = max(0, decree.cost - off[0] * len(decree.discount) - off[1])
            one = msgspec.structs.replace(seen, offer=(card_id,))
            items = court.offer(one, seats[0], 0, court.CARD, speaking("en"))
            told = str(decree.cost) if price == decree.cost else f"{decree.cost}→{price}"
            assert told in [item.text for item in items if isinstance(item, Text)], card_id


def test_every_sign_and_letter_of_the_box_can_be_drawn():
    unknown = theme.font("bold", 24).getmask("\uffff").getbbox()
    for source in the_box().effects:
        for token in symbols.effect_line(source):
            if isinstance(token, inline.Sign):
                assert callable(icon(token.icon)), (source, token)
            else:
                for letter in token.text:
                    box = theme.font("bold", 24).getmask(letter).getbbox()
                    assert letter == " " or (box is not None and box != unknown), (source, letter)


def test_bars_separate_effects_and_brackets_enclose_choices():
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


def test_option_numbers_are_drawn_at_their_places(tables, speaking):
    given = tables["dawn-05-three-seats-building"]
    assert given.marks
    marked, _ = draw_plates(given, speaking("en"))
    boxed = [text.text for text in texts(marked, "marks")]
    found = {
        target: spell_numbers([m.number for m in given.marks if m.target == target])
        for target in {m.target for m in given.marks if m.target.startswith("region:")}
    }
    assert set(found.values()) <= set(boxed)
    nowhere, _ = draw_plates(replace(given, marks=(Mark(1, "moon"),)), speaking("en"))
    assert texts(nowhere, "marks") == []


def test_runs_of_numbers_are_written_as_ranges():
    assert spell_numbers([7, 1, 2, 3, 9, 10]) == "1–3, 7, 9–10"


# ---------------------------------------------------------------- legibility and size


PHASES = {
    "dawn-01-setup": ("setup", "regions"), "dawn-19-dealt": ("setup", "regions"),
    "dawn-02-mid-draft": ("draft", "regions"), "dawn-23-retrieving": ("draft", "regions"),
    "dawn-17-developing": ("offer", "regions"),
    "dawn-11-rival-expands": ("offer", "regions"), "dawn-05-three-seats-building": ("prices", "tracks"),
    "dawn-15-expanding": ("troops", "tracks"), "dawn-16-battles": ("troops", "tracks"),
    "dawn-13-progress": ("progress", "regions"), "dawn-14-income": ("income", "regions"),
    "dawn-07-end-of-game": ("seats", "tracks"),
}  # fmt: skip


@pytest.mark.parametrize("name", PHASES)
def test_the_question_decides_which_plates_are_shown(tables, speaking, name):
    shown = [{layer.name for layer in scene.layers} for scene in draw_plates(tables[name], speaking("en"))]
    assert all(layer in layers for layer, layers in zip(PHASES[name], shown, strict=True))
    every = {first for first, _ in PHASES.values()}
    assert every & shown[0] == {PHASES[name][0]}


RICH = ("dawn-07-end-of-game", "dawn-15-expanding", "dawn-16-battles", "dawn-18-alone-building")


@pytest.mark.parametrize("name", RICH)
@pytest.mark.parametrize("language", LANGUAGES)
def test_five_digit_amounts_fit(speaking, name, language):
    given = wealthy(name)
    drawing = RENDERER.plates(given.view, given.marks, plates.LONG, speaking(language))
    assert plates.faults(drawing) == []
    assert any(text.text == str(MUCH) for plate in drawing for text in texts(plate.scene))


def test_seats_and_hands_have_plates(tables, speaking, painting):
    end, hand, say = tables["dawn-07-end-of-game"], full_hand(), speaking("cs")
    scenes = [close_up(RENDERER, end.view, f"seat:{seat.seat}", end.names, say).scene for seat in end.view.seats]
    for count in (1, 3, 7, 12, 40):
        view = msgspec.structs.replace(hand.view, hand=(hand.view.hand * 5)[:count])
        scenes.append(close_up(RENDERER, view, "hand", hand.names, say).scene)
    assert plates.faults([]) == ["names or number of plates"]
    for scene in scenes:
        assert plates.faults((Plate("one", scene, "One."),)) == []
    assert max(len(painting.png(scene)) for scene in scenes[3:5]) <= 100_000


def each_icon() -> Iterator[tuple[str, str]]:
    for name in GAME_ICONS:
        for style in STYLES.get(name, ("",)):
            yield name, style


def test_every_icon_is_different():
    seen: dict[bytes, tuple[str, str]] = {}
    for name, style in each_icon():
        png = rasterise(on_paper(name, style))
        pixels = Image.open(BytesIO(png)).tobytes()
        assert seen.setdefault(pixels, (name, style)) == (name, style)


# ---------------------------------------------------------------- moves


def glowing(scene: Scene, layer: str) -> list[Disc | Box]:
    return [
        item for item in scene.items(layer)
        if isinstance(item, (Disc, Box)) and item.fill.startswith(theme.GOLD) and len(item.fill) > len(theme.GOLD)
    ]  # fmt: skip


def test_moved_warriors_get_arrows_and_changed_regions_glow(tables, speaking):
    given = replace(tables["dawn-15-expanding"], moves=(WarriorMoved(2, 6, 7), TowerBuilt(1, 3)))
    asked, _ = draw_plates(given, speaking("en"))
    tips = [item for item in asked.items("moves") if isinstance(item, Area)]
    assert [tip.fill for tip in tips] == [theme.SEATS[COLOURS[2]]]
    crete = chart(4, 224, 941, 7 / 6)
    (x, _), (start, _), (end, _) = tips[0].points[0], crete.anchor(6), crete.anchor(7)
    assert abs(x - end) < abs(x - start)
    drawn = list(asked.items("regions"))
    numbers = {text.text: disc.x for disc, text in pairwise(drawn) if isinstance(disc, Disc) and isinstance(text, Text)}
    assert {round(item.x) for item in glowing(asked, "glow")} == {round(numbers["7"]), round(numbers["3"])}


@pytest.mark.parametrize(
    ("name", "plate", "layer", "fact"),
    [
        ("dawn-02-mid-draft", 0, "draft", lambda view: DieDrafted(0, view.rows[1].dice[0].die, "develop", 1)),
        ("dawn-17-developing", 0, "offer", lambda view: OfferRefilled(view.offer[2:3])),
        ("dawn-17-developing", 1, "vases", lambda view: VaseWon(0, view.vases[0].vase, 10)),
        ("dawn-13-progress", 0, "progress", lambda view: Advanced(1, 2, 4, "")),
        ("dawn-16-battles", 1, "tracks", lambda view: Advanced(0, 0, 1, "")),
        ("dawn-16-battles", 1, "seats", lambda view: Gained(0, "vp", 3, "")),
        ("dawn-14-income", 1, "seats", lambda view: Scored(0, "tracks", 3)),
        ("dawn-16-battles", 1, "routes", lambda view: ShipAdvanced(0, view.routes[0].route, 2)),
    ],
)
def test_changed_components_glow(tables, speaking, name, plate, layer, fact):
    given = tables[name]
    told, untold = (replace(given, moves=moves) for moves in ((fact(given.view),), ()))
    assert glowing(draw_plates(told, speaking("en"))[plate], layer)
    assert not glowing(draw_plates(untold, speaking("en"))[plate], layer)


def test_places_of_answers_decide_which_plate_is_shown(tables, speaking):
    """A march shows the map, even in a turn of Develop. Advances on tracks show the plate with the tracks."""
    given = tables["dawn-17-developing"]
    for places, layer in (("region", "troops"), ("route", "prices"), ("track", "tracks"), ("", "offer")):
        view = msgspec.structs.replace(given.view, asked_places=places)
        asked, _ = draw_plates(replace(given, view=view), speaking("en"))
        assert layer in {each.name for each in asked.layers}


def test_option_numbers_never_cover_pieces_of_nearby_regions(tables, speaking):
    """All regions are offered twice, with warriors of two seats in each."""
    view = tables["dawn-15-expanding"].view
    manned = tuple(msgspec.structs.replace(each, warriors=(1, 1, 0, 0)) for each in view.regions)
    marks = [Mark(number, f"region:{each.number}") for number, each in enumerate((*manned, *manned), 1)]
    view = msgspec.structs.replace(view, regions=manned)
    assert plates.faults(RENDERER.plates(view, marks, tables["dawn-15-expanding"].names, speaking("en"))) == []


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_alt_text_fits_into_1024_characters(tables, speaking, name, language):
    long = dict.fromkeys(range(4), "Bartholomeus van Nieuwenhuizen-Kratochvíl")
    view, say = tables[name].view, speaking(language)
    for names in (tables[name].names, long, {}):
        assert 0 < len(RENDERER.alt_text(view, names, say)) <= 1024
        for seat in view.seats:
            assert 0 < len(close_up(RENDERER, view, f"seat:{seat.seat}", names, say).alt) <= 1024
    hand = full_hand()
    assert 0 < len(close_up(RENDERER, hand.view, "hand", long, say).alt) <= 1024


def test_alt_text_names_round_turn_points_and_holdings(tables, speaking):
    given = tables["dawn-03-pending-traits"]
    text = RENDERER.alt_text(given.view, given.names, speaking("en"))
    turn = given.view.turn
    assert turn is not None
    assert f"round {given.view.round} of 4" in text
    assert f"To move: {given.names[turn.seat]}" in text
    assert f"action points left: {turn.points}" in text
    for seat in given.view.seats:
        assert f"VP: {seat.vp}, coins: {seat.coins}, weaponry: {seat.weaponry}, cards in hand: {seat.hand_size}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_text_lists_regions_routes_vases_and_offered_cards(tables, speaking, language):
    given, say = tables["dawn-04-end-of-round-2"], speaking(language)
    lines = RENDERER.board_text(given.view, given.names, say).splitlines()
    wanted = [region_name(region.number) for region in given.view.regions]
    wanted += [Message(f"minos_dawn.route.{route.route}") for route in given.view.routes]
    wanted += [Message(f"minos_dawn.vase.{vase.vase}") for vase in given.view.vases]
    wanted += [card_name(card) for card in given.view.offer]
    for message in wanted:
        assert len([line for line in lines if line.startswith(f"{say(message)} ")]) == 1, message


def test_texts_name_the_space_benefit_until_it_is_taken(speaking):
    given, say = reach(3, lambda view, _: view.turn is not None and view.turn.has_benefit), speaking("en")
    assert given.view.turn is not None
    turn = msgspec.structs.replace(given.view.turn, has_benefit=False)
    taken = msgspec.structs.replace(given.view, turn=turn)
    for tell in (RENDERER.alt_text, RENDERER.board_text):
        assert "Space benefit still to take: " in tell(given.view, given.names, say)
        assert "Space benefit" not in tell(taken, given.names, say)


def test_alt_text_names_pending_seats_but_no_answers(speaking):
    given, say = reach(3, lambda _, pending: pending[0].rule == "SETUP-19"), speaking("en")
    for waiting in ((0, 1, 2), (1, 2), (2,)):
        view = msgspec.structs.replace(given.view, to_answer=waiting)
        order = [seat for seat in turn_order(view) if seat in waiting]
        names = " · ".join(given.names[seat] for seat in order)
        text = RENDERER.alt_text(view, given.names, say)
        assert (f"Still to answer: {names}." if len(waiting) > 1 else f"To move: {names}.") in text
        head = RENDERER.plates(view, (), given.names, say)[0].scene.items("head")
        colours = [item.style for item in head if isinstance(item, Icon) and item.name == "mark"]
        assert colours == [COLOURS[seat] for seat in order]


# ---------------------------------------------------------------- golden


@pytest.mark.parametrize("name", ["dawn-02-mid-draft"])
def test_scene_equals_its_golden_file(tables, speaking, name):
    """To accept a new scene, run with `ACCEPT_GOLDEN=1` and give the reason in the commit."""
    actual, path = "".join(map(dump, draw_plates(tables[name], speaking("en")))), GOLDEN / f"{name}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8")


def test_layers_of_a_scene_have_different_names(tables, speaking):
    for scene in draw_plates(tables["dawn-05-three-seats-building"], speaking("en")):
        assert len({layer.name for layer in scene.layers}) == len(scene.layers)
        assert all(isinstance(layer, Layer) for layer in scene.layers)
