"""Draw the strip of an action turn. Also draw the cost and the gains of a seat's next piece of each kind."""

from collections.abc import Iterator, Sequence
from itertools import chain

from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.words import route as route_name
from engine.minos_dawn.seen.prices import city_price, farm_price, sea_price, tower_price
from engine.minos_dawn.seen.view import DawnView, SeatView, TurnView
from render import inline, theme
from render.inline import Group, Sign, Word, amount
from render.minos_dawn import symbols
from render.minos_dawn.plates import frame
from render.minos_dawn.plates.frame import MARGIN, NOTE, NUMBER, SIGNS, chips, die, panel, run
from render.plate import WIDTH, line
from render.renderer import Mark, Say
from render.scene import Box, Icon, Items, Text
from render.seat_colours import COLOURS

STRIP_HEIGHT = 116


def strip(view: DawnView, now: TurnView, top: float) -> Items:
    """Yield the die, the action and its remaining points, the benefit and traits still due, coins and weaponry."""
    seat = view.seats[now.seat]
    yield panel(MARGIN, top, WIDTH - 2 * MARGIN, STRIP_HEIGHT, now.seat)
    middle = top + STRIP_HEIGHT / 2
    yield from die(now.die, MARGIN + 60, middle, 80)
    yield Icon(f"dawn:trigger:{now.acts_as or now.row}", MARGIN + 152, middle, 80)
    yield Text(MARGIN + 206, middle, str(now.points), "bold", NUMBER + 20, theme.INK, "lm")
    left = MARGIN + 230 + theme.text_width(str(now.points), "bold", NUMBER + 20)
    held = (*amount(seat.coins, "dawn:coin"), Word(" "), *amount(seat.weaponry, "dawn:weapon"))
    right = WIDTH - 2 * MARGIN - inline.width_of(held, NUMBER)
    yield from inline.line(held, right, middle, NUMBER)
    due = [symbols.trait_line(card) for card in now.due]
    if now.has_benefit:
        space = the_box().layouts[len(view.seats)].rows[ROWS.index(now.row)][now.space - 1]
        bonus = (Sign("dawn:bonus"), *symbols.effect_line(f"action:{view.action_bonus}"))
        due.insert(0, inline.join(symbols.gains_of(space, [bonus])))
    yield from chips(due, left, top + 4, right - 10 - left, STRIP_HEIGHT - 8, SIGNS + 6)


def _grid(left: float, top: float, width: float, height: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield six rectangles, each including the gap after it. They are stacked if the room is tall, otherwise side by
    side with a narrow first one."""
    if width < height:
        tall = (height + 12) / 6
        yield from ((left, top + place * tall, width, tall) for place in range(6))
        return
    city = 210.0
    yield left, top, city, height + 12
    wide = (width + 12 - city) / 5
    yield from ((left + city + place * wide, top, wide, height + 12) for place in range(5))


def prices(view: DawnView, seat: SeatView, *room: float) -> Items:
    """Yield prices and gains of a seat's next city, tower, farm and ships. `room` is left, top, width and height."""
    for (icon, price, gain), (x, y, wide, tall) in zip(_pieces(view, seat), _grid(*room), strict=True):
        place = round(x), round(y), round(wide - 12), round(tall - 12)
        yield from _price(icon, price, gain, COLOURS[seat.seat], *place)


Piece = tuple[str, Group, Sequence[Group]]
"""The sign, the price (empty if no piece is left), and the gains of a piece."""


def _pieces(view: DawnView, seat: SeatView) -> Iterator[Piece]:
    board = the_box().content.player_board
    city, tower, farm = (price(view, seat.seat) for price in (city_price, tower_price, farm_price))
    ends = [amount(each.end_vp, "dawn:vp@end") for each in board.city]
    yield "dawn:city", _coins(city), () if city is None else (ends[len(seat.cities)],)
    yield "dawn:tower", _coins(tower), () if tower is None else symbols.effect_groups(f"tower:{len(seat.towers) + 1}")
    if farm is None:
        yield "dawn:farm", (), ()
    else:
        number = len(seat.farms) + 1
        scored = amount(board.farm[number - 1].scoring_vp, "dawn:vp@rounds")
        gain = (*symbols.effect_groups(f"farm:{number}"), scored)
        yield "dawn:farm", amount(farm, "guard", COLOURS[seat.seat]), gain
    for number, route in enumerate(view.routes):
        space = seat.ships[number] + 1
        coins = sea_price(view, seat.seat, number)
        yield "ship", _coins(coins), () if coins is None else symbols.effect_groups(f"route:{route.route}:{space}")


def _coins(coins: int | None) -> Group:
    return () if coins is None else amount(coins, "dawn:coin")


def _price(
    icon: str, price: Group, gain: Sequence[Group], colour: str, left: int, top: int, width: int, height: int
) -> Items:
    yield Box(left, top, width, height, theme.CREAM if price else theme.PAPYRUS_DIM, 14, theme.SEATS[colour], 4)
    is_stacked = height < 150
    upper, lower = (height * 0.28, height * 0.74) if is_stacked else (height * 0.46, height - 36)
    yield Icon(icon, left + 50, round(top + (height / 2 if is_stacked else upper)), 80, colour)
    if not price:
        yield Text(left + 112, round(top + height / 2), "–", "bold", NUMBER, theme.INK, "lm")
        return
    yield from inline.line(price, left + 100, round(top + upper), 56)
    start = left + (100 if is_stacked else 10)
    spaced, room = inline.join(gain), left + width - 6 - start
    tokens = spaced if inline.width_of(spaced, SIGNS) <= room else tuple(chain(*gain))
    yield from run(tokens, start, round(top + lower), room, SIGNS + 4)


def numbers(view: DawnView, marks: Sequence[Mark], *room: float) -> Items:
    """Yield the option numbers of routes, next to their prices. `room` is the same as for `prices`."""
    _, _, _, *grid = _grid(*room)
    places = {f"route:{route.route}": (x + 60, y + 30) for route, (x, y, *_) in zip(view.routes, grid, strict=True)}
    yield from frame.numbers(marks, places)


def route_names(view: DawnView, words: Say, *room: float) -> Items:
    """Yield the names of routes next to their prices. `room` is the same as for `prices`."""
    _, _, _, *grid = _grid(*room)
    for route, (x, y, wide, _) in zip(view.routes, grid, strict=True):
        name = words(route_name(route.route))
        yield line(x + wide - 22, y + 26, name, NOTE, theme.INK, wide - 84, anchor="rm", least=NOTE)
