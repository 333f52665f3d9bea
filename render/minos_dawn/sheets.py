"""One seat's own things on a picture: its board, palace and cards; and a hand, for its seat alone."""

from collections.abc import Iterator, Mapping

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import TRIGGERS
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import cards, panels, symbols
from render.minos_dawn.board import COLOURS, MARGIN, SEAT_HEIGHT, WIDTH
from render.minos_dawn.cards import CARD_HEIGHT
from render.minos_dawn.rival_text import rival_lines
from render.minos_dawn.text_board import LONGEST_ALT, card_line, people, seat_lines
from render.names import all_shown
from render.renderer import Say
from render.scene import Box, Icon, Item, Layer, Scene, Text

COLUMNS = 5
HAND_COLUMNS, HAND_WIDTH = 4, 1240
"""A hand is narrower than a table: it is read on phones."""
HEADING = 46
INCOME_HEIGHT, PLACES_HEIGHT = 70, 112
TRAIT_HEIGHT = 64
_BARE = Layer("bare", ())


def seat_scene(view: DawnView, seat: Seat, names: Mapping[Seat, str], words: Say) -> Scene:
    """All that is public of a seat: holdings, income, buildings, palace by trigger, cards in play, tiles.

    Below those of a lone seat are the decrees that lie open before the rival.
    """
    shown = all_shown(names, {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats})
    found = view.seats[seat]
    income = 10 + SEAT_HEIGHT
    places = income + INCOME_HEIGHT
    palace = places + PLACES_HEIGHT
    area = palace + HEADING + 54 + max(1, max(map(len, _by_trigger(found)))) * TRAIT_HEIGHT
    tiles = area + HEADING + _rows(len(found.area), COLUMNS) * (CARD_HEIGHT + MARGIN)
    own_tiles = (*(f"bonus:{t}" for t in found.bonus_tiles), *(f"sea:{t}" for t in found.sea_tiles))
    rival = tiles + (76 if own_tiles else 0) + MARGIN
    face_up = view.rival.face_up if view.rival else ()
    return Scene(
        WIDTH,
        rival + (HEADING + _rows(len(face_up), COLUMNS) * (CARD_HEIGHT + MARGIN) if face_up else 0),
        _BARE,
        1,
        (
            Layer("seat", tuple(panels.panel(view, found, MARGIN, 10, WIDTH - 2 * MARGIN, shown, words))),
            Layer("income", tuple(_income(found, income))),
            Layer("places", tuple(_places(found, places))),
            Layer("palace", tuple(_palace(found, palace, words))),
            Layer("area", tuple(_area(found, area, words))),
            Layer("tiles", tuple(_tiles(own_tiles, tiles))),
            Layer("rival", tuple(_rival(face_up, rival, words))),
        ),
    )


def hand_scene(view: DawnView, names: Mapping[Seat, str], words: Say) -> Scene:
    """The hand of the seat that looks. The picture is for that seat alone."""
    assert view.looking is not None
    shown = all_shown(names, {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats})
    colour = COLOURS[view.looking]
    title = words(Message("picture_minos_dawn.hand", {"name": shown[view.looking], "count": len(view.hand)}))
    top = 84
    height = top + max(1, _rows(len(view.hand), HAND_COLUMNS)) * (CARD_HEIGHT + MARGIN)
    banner = (
        Box(MARGIN, 8, HAND_WIDTH - 2 * MARGIN, 66, theme.SEATS[colour], 16, theme.CREAM, 3),
        Icon("mark", 56, 41, 54, colour),
        Text(96, 41, theme.cut(title, "bold", 40, HAND_WIDTH - 140), "bold", 40, theme.SEATS_INK[colour], "lm"),
    )
    laid = tuple(cards.laid_out(view.hand, top, HAND_COLUMNS, HAND_WIDTH, words))
    return Scene(HAND_WIDTH, height, _BARE, 1, (Layer("banner", banner), Layer("hand", laid)))


def seat_alt(view: DawnView, seat: Seat, names: Mapping[Seat, str], words: Say) -> str:
    """The picture of a seat in at most 1024 characters."""
    who = people(view, names, words)
    lines = [*seat_lines(view, view.seats[seat], who), *(rival_lines(view.rival) if view.rival else ())]
    return _cut("\n".join(map(words, lines)))


def hand_alt(view: DawnView, names: Mapping[Seat, str], words: Say) -> str:
    """The picture of a hand in at most 1024 characters: cards in words, or their names where they are many."""
    assert view.looking is not None
    who = people(view, names, words)
    title = words(Message("picture_minos_dawn.hand", {"name": who[view.looking], "count": len(view.hand)}))
    whole = "\n".join([title, *(words(card_line(each)) for each in view.hand)])
    if len(whole) <= LONGEST_ALT:
        return whole
    return _cut("\n".join([title, *(words(card_name(each)) for each in view.hand)]))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_ALT else text[: LONGEST_ALT - 1] + "…"


def _rows(count: int, columns: int) -> int:
    return -(-count // columns)


def _heading(text: str, icon: str, top: float) -> Iterator[Item]:
    yield Icon(icon, MARGIN + 22, top + 24, 36)
    yield Text(MARGIN + 50, top + 25, text, "bold", 30, theme.PAPYRUS, "lm")


def _income(seat: SeatView, top: float) -> Iterator[Item]:
    """The income track, with the space reached in gold."""
    spaces = the_box().content.player_board.income.spaces
    width = (WIDTH - 2 * MARGIN - 56) / len(spaces)
    yield Icon("dawn:income", MARGIN + 24, top + 30, 46)
    for number, space in enumerate(spaces):
        left = MARGIN + 56 + number * width
        is_reached = number == seat.income
        fill, edge = (theme.GOLD, theme.CREAM) if is_reached else (theme.PAPYRUS_DIM, theme.HILL_SHADE)
        yield Box(left, top, width - 4, INCOME_HEIGHT - 10, fill, 10, edge, 4 if is_reached else 2)
        yield from inline.centred((Word(str(space.coin)), Sign("dawn:coin")), left + width / 2 - 2, top + 18, 26)
        if space.vp:
            yield from inline.centred((Word(str(space.vp)), Sign("dawn:vp")), left + width / 2 - 2, top + 44, 24)


def _places(seat: SeatView, top: float) -> Iterator[Item]:
    """Cities, towers, farms and ships in building order: what each costs and gives, and which are built."""
    board = the_box().content.player_board
    ships = sum(space > 0 for space in seat.ships)
    found: list[tuple[str, bool, tuple[Token, ...], tuple[Token, ...]]] = []
    for number, city in enumerate(board.city, 1):
        found.append(("dawn:city", number <= len(seat.cities), _price(city.cost), _end(city.end_vp)))
    for number, tower in enumerate(board.tower, 1):
        gain = symbols.effect_line(f"tower:{number}")
        found.append(("dawn:tower", number <= len(seat.towers), _price(tower.cost), gain))
    for number, farm in enumerate(board.farm, 1):
        gain = (*symbols.effect_line(f"farm:{number}"), Word("·"), Word(str(farm.scoring_vp)), Sign("dawn:vp@rounds"))
        price: tuple[Token, ...] = (Word(str(farm.cost)), Sign("dawn:warriors"))
        found.append(("dawn:farm", number <= len(seat.farms), price, gain))
    for number, ship in enumerate(board.ship, 1):
        found.append(("ship", number <= ships, _price(ship.cost), _end(ship.end_vp)))
    width = (WIDTH - 2 * MARGIN) / len(found)
    for number, (icon, is_built, price, gain) in enumerate(found):
        yield from _spot(icon, is_built, price, gain, MARGIN + number * width, top, width - 5, COLOURS[seat.seat])


def _spot(
    icon: str, is_built: bool, price: tuple[Token, ...], gain: tuple[Token, ...], left: float, top: float,
    width: float, colour: str,
) -> Iterator[Item]:  # fmt: skip
    fill = theme.SEATS_PALE[colour] if is_built else theme.PAPYRUS_DIM
    yield Box(left, top, width, PLACES_HEIGHT - 12, fill, 12, theme.SEATS[colour], 4 if is_built else 2)
    if is_built:
        yield Icon(icon, left + width / 2, top + 36, 60, colour)
    else:
        plain = {"dawn:city": "dawn:cities", "dawn:tower": "dawn:towers", "dawn:farm": "dawn:farms"}
        yield Icon(plain.get(icon, "dawn:ship"), left + 30, top + 36, 38)
        yield from inline.line(price, left + 54, top + 36, inline.fitted(price, 30, width - 58))
    yield from inline.centred(gain, left + width / 2, top + 80, inline.fitted(gain, 24, width - 12))


def _price(coins: int) -> tuple[Token, ...]:
    return (Word(str(coins)), Sign("dawn:coin")) if coins else ()


def _end(points: int) -> tuple[Token, ...]:
    return (Word(str(points)), Sign("dawn:vp@end")) if points else ()


def _by_trigger(seat: SeatView) -> list[list[str]]:
    traits = the_box().trigger_of
    return [[each for each in seat.palace if traits[each] == number] for number in range(len(TRIGGERS))]


def _palace(seat: SeatView, top: float, words: Say) -> Iterator[Item]:
    """The royal traits of the palace, a column a trigger."""
    title = words(Message("picture_minos_dawn.palace", {"count": len(seat.palace)}))
    yield from _heading(title, "dawn:palace", top)
    width = (WIDTH - 2 * MARGIN) / len(TRIGGERS)
    for number, found in enumerate(_by_trigger(seat)):
        left = MARGIN + number * width
        yield Box(left, top + HEADING, width - 6, 48, theme.PAPYRUS_DIM, 12)
        yield Icon(f"dawn:trigger:{TRIGGERS[number]}", left + (width - 6) / 2, top + HEADING + 24, 40)
        for place, each in enumerate(found):
            y = top + HEADING + 54 + place * TRAIT_HEIGHT
            yield Box(left, y, width - 6, TRAIT_HEIGHT - 6, theme.CREAM, 10, theme.GOLD_DEEP, 2)
            name = theme.cut(words(card_name(each)), "text", 17, width - 24)
            yield Text(left + 10, y + 13, name, "text", 17, theme.INK, "lm")
            tokens = symbols.effect_line(f"trait:{each}")
            value = (Word(str(the_box().decrees[each].vp)), Sign("dawn:vp"))
            room = width - 34 - inline.width_of(value, 22)
            yield from inline.line(tokens, left + 10, y + 39, inline.fitted(tokens, 28, room))
            yield from inline.line(value, left + width - 14 - inline.width_of(value, 22), y + 40, 22)


def _area(seat: SeatView, top: float, words: Say) -> Iterator[Item]:
    title = words(Message("picture_minos_dawn.area", {"count": len(seat.area)}))
    yield from _heading(title, "dawn:area", top)
    yield from cards.laid_out(seat.area, top + HEADING, COLUMNS, WIDTH, words)


def _rival(face_up: tuple[str, ...], top: float, words: Say) -> Iterator[Item]:
    """The rival's open decrees. SOLO-INFO-4"""
    if face_up:
        title = words(Message("picture_minos_dawn.rival.face_up", {"count": len(face_up)}))
        yield from _heading(title, "dawn:solocard", top)
        yield from cards.laid_out(face_up, top + HEADING, COLUMNS, WIDTH, words)


def _tiles(sources: tuple[str, ...], top: float) -> Iterator[Item]:
    """Trade bonus tiles not yet used, then defeated sea peoples."""
    width = min(190, (WIDTH - 2 * MARGIN) / max(1, len(sources)))
    for number, source in enumerate(sources):
        left = MARGIN + number * width
        is_bonus = source.startswith("bonus:")
        edge = "#1f5fa8" if source.startswith("bonus:blue") else "#b3262e" if is_bonus else "#2c4a58"
        yield Box(left, top + 4, width - 6, 60, theme.CREAM, 12, edge, 4)
        yield Icon("dawn:bonustile" if is_bonus else "dawn:seapeoples", left + 26, top + 34, 34)
        tokens = symbols.effect_line(source)
        yield from inline.line(tokens, left + 48, top + 34, inline.fitted(tokens, 26, width - 64))
