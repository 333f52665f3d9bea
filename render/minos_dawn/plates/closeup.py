"""Parts of the board, large enough to read on a phone. The hand is drawn only for its own seat."""

from collections.abc import Collection
from functools import partial

from msgspec.structs import replace

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.seen.prices import decree_price
from engine.minos_dawn.seen.view import DawnView, SeatView, cards_in_hand
from render.inline import Group, Sign, amount, count
from render.minos_dawn import symbols, text_board
from render.minos_dawn.plates import court, frame, land, tracks, turn, vases
from render.minos_dawn.plates.chart import CLOSE_WIDEST, FEW, background, part
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, SIGNS, SMALL_SIGNS, TOP, panel
from render.minos_dawn.plates.standing import SHORT_HEIGHT, short, spread
from render.minos_dawn.situation import people_of
from render.plate import HEIGHT, WIDTH, bare, head_line
from render.renderer import CloseUp, CloseUps, Names, Say
from render.scene import Items, Layer, Scene
from render.seat_colours import COLOURS

HELD_HEIGHT, PRICES_HEIGHT, TILES_HEIGHT, VASES_HEIGHT = 288, 190, 84, 116


def close_ups(view: DawnView, seat: Seat | None) -> CloseUps:
    """Return the map in one or two parts, tracks, routes, the offer, and each seat's board and cards."""
    halves = (("map_west", True), ("map_east", False)) if len(view.seats) > FEW else (("map", False),)
    found = {key: CloseUp(partial(_map, view, is_west), partial(_map_text, view, is_west)) for key, is_west in halves}
    about_tracks = partial(text_board.tracks_text, view)
    for key, scene in (("tracks", _tracks), ("routes", _routes), ("tiles", _tiles_left)):
        found[key] = CloseUp(partial(scene, view), about_tracks)
    if view.offer:
        found["offer"] = CloseUp(partial(_offer, view, seat), partial(text_board.offer_text, view, seat))
    for own in view.seats:
        about = partial(text_board.seat_alt, view, own.seat)
        found[f"seat:{own.seat}"] = CloseUp(partial(_seat, view, own.seat), about)
        if _open_cards(view, own):
            found[f"seat_cards:{own.seat}"] = CloseUp(partial(_cards, view, own.seat), about)
    if view.looking is not None and cards_in_hand(view):
        found["hand"] = CloseUp(partial(_hand, view), partial(text_board.hand_alt, view))
    return found


def _map(view: DawnView, is_west: bool, names: Names, words: Say) -> Scene:
    crete = part(len(view.seats), is_west)
    within = replace(view, regions=tuple(each for each in view.regions if each.number in _regions(view, is_west)))
    regions = Layer(
        "regions", tuple(land.clusters(within, crete, land.RegionContent(has_prices=False, tiles=3, words=words)))
    )
    return Scene(WIDTH, HEIGHT, background(crete), HEIGHT, (regions,))


def _map_text(view: DawnView, is_west: bool, names: Names, words: Say) -> str:
    return text_board.map_text(view, names, words, _regions(view, is_west))


def _regions(view: DawnView, is_west: bool) -> Collection[int]:
    """Return the numbers of the regions that are entirely in this half of the map."""
    crete, half = part(len(view.seats), is_west), CLOSE_WIDEST / 2
    return [each.number for each in view.regions if half <= crete.anchor(each.number)[0] <= WIDTH - half]


def _tracks(view: DawnView, names: Names, words: Say) -> Scene:
    low, high = BOTTOM - VASES_HEIGHT, 2 * MARGIN + SHORT_HEIGHT
    return bare(
        Layer("seats", tuple(short(view, MARGIN))),
        Layer("tracks", tuple(tracks.tracks(view, high, low - MARGIN - high, SIGNS))),
        Layer("vases", tuple(vases.strip(view, low, VASES_HEIGHT))),
    )


def _routes(view: DawnView, names: Names, words: Say) -> Scene:
    return bare(Layer("routes", tuple(tracks.routes(view, MARGIN, BOTTOM - MARGIN, words))))


def _tiles_left(view: DawnView, names: Names, words: Say) -> Scene:
    return bare(Layer("tiles", tuple(tracks.tiles(view, MARGIN, BOTTOM - MARGIN, words))))


def _offer(view: DawnView, seat: Seat | None, names: Names, words: Say) -> Scene:
    prices = tuple((card, None if seat is None else decree_price(view, seat, card)) for card in view.offer)
    return bare(Layer("offer", tuple(court.lay_out(prices, MARGIN, BOTTOM, words))))


def _seat(view: DawnView, seat: Seat, names: Names, words: Say) -> Scene:
    """Return a seat's holdings, the prices of its next pieces, its palace and its tiles."""
    own, prices = view.seats[seat], TOP + HELD_HEIGHT + MARGIN
    aside = f"{words(ability_name(own.ability))} {'I' * own.level}" if own.ability else ""
    low = prices + PRICES_HEIGHT + MARGIN
    tiles = [(Sign("dawn:bonustile"), *symbols.effect_line(f"bonus:{each}")) for each in own.bonus_tiles]
    tiles += [(Sign("dawn:seapeoples"), *symbols.effect_line(f"sea:{each}")) for each in own.sea_tiles]
    won = frame.chips(tiles, MARGIN + 20, BOTTOM - TILES_HEIGHT, WIDTH - 2 * MARGIN - 40, TILES_HEIGHT, 54, SMALL_SIGNS)
    end = BOTTOM - (TILES_HEIGHT + MARGIN if tiles else 0)
    return bare(
        Layer("head", tuple(head_line(people_of(view, names, words)[seat], aside, COLOURS[seat])), is_needed=True),
        Layer("held", tuple(_holdings(own, TOP)), is_needed=True),
        Layer("prices", tuple(turn.prices(view, own, MARGIN, prices, WIDTH - 2 * MARGIN, PRICES_HEIGHT))),
        Layer("palace", tuple(court.palace(own, low, end - low))),
        Layer("tiles", tuple(won)),
    )


def _open_cards(view: DawnView, own: SeatView) -> tuple[str, ...]:
    """Return a seat's player area. In a solo game add the rival's open decrees. SOLO-INFO-4"""
    return (*own.area, *(view.rival.face_up if view.rival else ()))


def _cards(view: DawnView, seat: Seat, names: Names, words: Say) -> Scene:
    cards = tuple((card, None) for card in _open_cards(view, view.seats[seat]))
    return bare(Layer("area", tuple(court.lay_out(cards, MARGIN, BOTTOM, words))))


def _hand(view: DawnView, names: Names, words: Say) -> Scene:
    assert view.looking is not None
    cards, people = cards_in_hand(view), people_of(view, names, words)
    priced = tuple((card, decree_price(view, view.looking, card)) for card in cards)
    laid = court.lay_out(priced, TOP, BOTTOM, words)
    title = words(Message("picture_minos_dawn.hand", {"name": people[view.looking], "count": len(cards)}))
    return bare(
        Layer("head", tuple(head_line(title, "", COLOURS[view.looking])), is_needed=True),
        Layer("hand", tuple(laid), is_needed=len(cards) <= court.MOST_NEEDED),
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
    ships, colour = sum(space > 0 for space in own.ships), COLOURS[own.seat]
    built = zip(("city", "tower", "farm"), (own.cities, own.towers, own.farms), strict=True)
    second = [*(count(f"dawn:{kind}", len(found), colour) for kind, found in built), count("ship", ships, colour)]
    third = [*symbols.goods(own.goods), *symbols.goods(own.temps, "temp")]
    for groups, y, size in ((first, top + 52, 64), (second, top + 144, 64), (third, top + 236, 58)):
        yield from spread(groups, MARGIN + 24, y, WIDTH - 2 * MARGIN, 42, size)
