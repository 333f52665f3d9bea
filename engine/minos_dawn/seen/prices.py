"""A seat's holdings taken from a view, and the prices of its next pieces."""

from typing import TypeAlias

from engine.kernel.decision import Seat
from engine.kernel.rules import view_of
from engine.minos_dawn.content.box import ABILITIES, the_box
from engine.minos_dawn.seen.view import DawnView, Glance
from engine.minos_dawn.state.bills import city_bill, decree_bill, farm_returns_least, sail_bill, ship_bill, tower_bill
from engine.minos_dawn.state.measures import SeenHoldings
from engine.minos_dawn.state.state import NONE

Price: TypeAlias = tuple[int, tuple[int, ...]]
"""A decree's price in coins, and the goods that would still reduce the price."""
_ARRIVING = "the decree whose effects are weighed"


def holdings_of(view: DawnView | Glance, seat: Seat) -> SeenHoldings:
    """Return a seat's holdings. The area has one more card, for the decree that the seat considers playing. DEV-9"""
    me = view.seats[seat]
    here = {region.number: region.warriors[seat] for region in view.regions}
    return view_of(
        SeenHoldings,
        me,
        ability=ABILITIES.index(me.ability) if me.ability else NONE,
        warriors=tuple(here.get(number, 0) for number in range(max(here) + 1)),
        area=(*me.area, _ARRIVING),
    )


def city_price(view: DawnView, seat: Seat) -> int | None:  # BUILD-5
    held = holdings_of(view, seat)
    return city_bill(held).due if len(held.cities) < len(the_box().content.player_board.city) else None


def tower_price(view: DawnView, seat: Seat) -> int | None:  # BUILD-8
    held = holdings_of(view, seat)
    return tower_bill(held).due if len(held.towers) < len(the_box().content.player_board.tower) else None


def farm_price(view: DawnView, seat: Seat) -> int | None:
    """Return the next farm's price in warriors, using all grain, or None if no farm is left. BUILD-11 to BUILD-13"""
    held = holdings_of(view, seat)
    return farm_returns_least(held) if len(held.farms) < len(the_box().content.player_board.farm) else None


def sea_price(view: DawnView, seat: Seat, number: int) -> int | None:
    """Return the price of a ship's next space on route `number` (from 0), or None if it has none. BUILD-16, BUILD-18"""
    held = holdings_of(view, seat)
    route, space = view.routes[number].route, held.ships[number] + 1
    if space > len(the_box().routes[route].cost):
        return None
    return ship_bill(held, route).due if space == 1 else sail_bill(held, route, space).due


def decree_price(view: DawnView, seat: Seat, card: str) -> Price:
    """Return a decree's price after discounts for goods and SA1, ignoring temps and surcharges. DEV-3 to DEV-7"""
    bill = decree_bill(holdings_of(view, seat), card)
    return bill.due, bill.slots
