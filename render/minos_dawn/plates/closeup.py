"""One seat's things on a plate: holdings, board, palace and cards. Another plate shows its hand, to that seat only."""

from collections.abc import Sequence

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.prices import decree_price
from engine.minos_dawn.seen.view import DawnView, SeatView, cards_in_hand
from render import inline, theme
from render.inline import Group, Sign, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates import court
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, TEXT, TOP, block, panel, run
from render.minos_dawn.plates.standing import spread
from render.minos_dawn.situation import people_of
from render.plate import WIDTH, bare, head_line, line
from render.renderer import Names, Say
from render.scene import Box, Icon, Items, Layer, Scene
from render.seat_colours import COLOURS

HELD_HEIGHT, PLACES_HEIGHT, TILES_HEIGHT = 196, 140, 72
PALACE_WIDTH = 800
LISTED_HEIGHT = 62
OWNERLESS = {"dawn:city": "dawn:cities", "dawn:tower": "dawn:towers", "dawn:farm": "dawn:farms", "ship": "dawn:ship"}


def seat_scene(view: DawnView, seat: Seat, names: Names, words: Say) -> Scene:
    """Return everything public about a seat. In a solo game add the rival's open decrees. SOLO-INFO-4"""
    own = view.seats[seat]
    aside = f"{words(ability_name(own.ability))} {'I' * own.level}" if own.ability else ""
    places = TOP + HELD_HEIGHT + MARGIN
    low = places + PLACES_HEIGHT + MARGIN
    tiles = (*(f"bonus:{each}" for each in own.bonus_tiles), *(f"sea:{each}" for each in own.sea_tiles))
    end = BOTTOM - (TILES_HEIGHT + MARGIN if tiles else 0)
    lists: list[tuple[str, Sequence[str]]] = [("dawn:area", own.area)]
    if view.rival is not None and view.rival.face_up:
        lists.append(("dawn:solocard", view.rival.face_up))
    return bare(
        Layer("head", tuple(head_line(people_of(view, names, words)[seat], aside, COLOURS[seat])), is_needed=True),
        Layer("held", tuple(_holdings(own, TOP)), is_needed=True),
        Layer("places", tuple(_places(own, places))),
        Layer("palace", tuple(court.palace(own, low, end - low, MARGIN, PALACE_WIDTH))),
        Layer("area", tuple(_lists(lists, low, end - low, words))),
        Layer("tiles", tuple(_tiles(tiles, BOTTOM - TILES_HEIGHT))),
    )


def hand_scene(view: DawnView, names: Names, words: Say) -> Scene:
    assert view.looking is not None
    cards, people = cards_in_hand(view), people_of(view, names, words)
    priced = tuple((card, decree_price(view, view.looking, card)) for card in cards)
    laid = court.laid_out(priced, TOP, BOTTOM, words)
    title = words(Message("picture_minos_dawn.hand", {"name": people[view.looking], "count": len(cards)}))
    return bare(
        Layer("head", tuple(head_line(title, "", COLOURS[view.looking])), is_needed=True),
        Layer("hand", tuple(laid), is_needed=len(cards) <= 10),
    )


def _holdings(own: SeatView, top: int) -> Items:
    yield panel(MARGIN, top, WIDTH - 2 * MARGIN, HELD_HEIGHT, own.seat)
    income = the_box().content.player_board.income.spaces[own.income]
    first: list[Group] = [
        count("dawn:vp", own.vp),
        count("dawn:coin", own.coins),
        count("dawn:weapon", own.weaponry),
        count("dawn:hand", own.hand_size),
        count("guard", f"{own.reserves}+{own.supply}", COLOURS[own.seat]),
        (*count("dawn:income", f"{own.income}:"), *amount(income.coin, "dawn:coin"))
        + (amount(income.vp, "dawn:vp") if income.vp else ()),
    ]
    second = [*symbols.goods(own.goods), *symbols.goods(own.temps, "temp")]
    for groups, y, size in ((first, top + 52, 64), (second, top + 144, 58)):
        yield from spread(groups, MARGIN + 24, y, WIDTH - 2 * MARGIN, 42, size)


def _places(own: SeatView, top: int) -> Items:
    """Yield cities, towers, farms and ships in building order. Those not yet built have their cost and gain."""
    board, colour = the_box().content.player_board, COLOURS[own.seat]
    ships = sum(space > 0 for space in own.ships)
    found: list[tuple[str, bool, Group, Sequence[Group]]] = []
    for number, city in enumerate(board.city, 1):
        found.append(("dawn:city", number <= len(own.cities), _coins(city.cost), (_end(city.end_vp),)))
    for number, tower in enumerate(board.tower, 1):
        gain = symbols.effect_groups(f"tower:{number}")
        found.append(("dawn:tower", number <= len(own.towers), _coins(tower.cost), gain))
    for number, farm in enumerate(board.farm, 1):
        gain = (amount(farm.scoring_vp, "dawn:vp@rounds"), *symbols.effect_groups(f"farm:{number}"))
        found.append(("dawn:farm", number <= len(own.farms), amount(farm.cost, "dawn:warriors"), gain))
    for number, ship in enumerate(board.ship, 1):
        found.append(("ship", number <= ships, _coins(ship.cost), (_end(ship.end_vp),)))
    step = (WIDTH - 2 * MARGIN + 6) / len(found)
    for number, (icon, is_built, price, groups) in enumerate(found):
        left = round(MARGIN + number * step)
        paper = theme.SEATS_PALE[colour] if is_built else theme.PAPYRUS_DIM
        yield Box(left, top, round(step - 6), PLACES_HEIGHT, paper, 12, theme.SEATS[colour], 5 if is_built else 2)
        if is_built:
            yield Icon(icon, left + step / 2 - 3, top + PLACES_HEIGHT / 2, 92, colour)
            continue
        yield Icon(OWNERLESS[icon], left + 30, top + 38, 44)
        yield from run(price, left + 56, top + 38, step - 66, 36, 28)
        yield from block(groups, left + 8, top + 62, step - 18, PLACES_HEIGHT - 66, 40, 28)


def _coins(coins: int) -> Group:
    return amount(coins, "dawn:coin") if coins else ()


def _end(points: int) -> Group:
    return amount(points, "dawn:vp@end") if points else ()


def _lists(lists: Sequence[tuple[str, Sequence[str]]], top: float, height: float, words: Say) -> Items:
    left, width = 2 * MARGIN + PALACE_WIDTH, WIDTH - 3 * MARGIN - PALACE_WIDTH
    yield panel(left, top, width, height)
    rows = int((height - 12) // LISTED_HEIGHT)
    entries = [(icon, card) for icon, cards in lists for card in cards]
    shown = entries if len(entries) <= rows else entries[: rows - 1]
    for number, (icon, card) in enumerate(shown):
        y = top + 8 + number * LISTED_HEIGHT
        middle = y + LISTED_HEIGHT / 2 - 3
        yield Box(left + 8, round(y), width - 16, LISTED_HEIGHT - 6, theme.CREAM, 10)
        yield Icon(icon, left + 38, middle, 44)
        yield line(left + 66, middle, words(card_name(card)), 32, theme.INK, 310)
        value = amount(the_box().decrees[card].vp, "dawn:vp")
        right = left + width - 18 - inline.width_of(value, 40)
        yield from inline.line(value, right, middle, 40)
        yield from run(symbols.trait_line(card), left + 386, middle, right - left - 392, 42, 28)
    if len(shown) < len(entries):
        y = top + 8 + len(shown) * LISTED_HEIGHT + LISTED_HEIGHT / 2
        yield line(left + width / 2, y, f"+{len(entries) - len(shown)}", TEXT, theme.INK, width, anchor="mm")
    if not entries:
        yield Icon("dawn:area", left + width / 2, top + height / 2, 96)


def _tiles(sources: Sequence[str], top: int) -> Items:
    step = min(300.0, (WIDTH - 2 * MARGIN + 6) / max(1, len(sources)))
    for number, source in enumerate(sources):
        left = round(MARGIN + number * step)
        is_bonus = source.startswith("bonus:")
        edge = "#1f5fa8" if source.startswith("bonus:blue") else "#b3262e" if is_bonus else "#2c4a58"
        yield Box(left, top, round(step - 6), TILES_HEIGHT, theme.CREAM, 12, edge, 4)
        tokens = (Sign("dawn:bonustile" if is_bonus else "dawn:seapeoples"), *symbols.effect_line(source))
        yield from run(tokens, left + 10, top + TILES_HEIGHT / 2, step - 24, 42, 28)
