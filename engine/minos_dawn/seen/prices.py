"""What the next piece of each kind would cost a seat, as pictures tell it: by the bills that the rules ask for."""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.seen.seen_holdings import SeenHoldings
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.bills import (
    city_bill,
    decree_bill,
    farm_returns_least,
    sail_bill,
    ship_bill,
    tower_bill,
)


def city_price(view: DawnView, seat: Seat) -> int | None:
    """Coins for the next city after goods; None when all stand. BUILD-5"""
    held = SeenHoldings.of(view, seat)
    return city_bill(held).due if len(held.cities) < len(the_box().content.player_board.city) else None


def tower_price(view: DawnView, seat: Seat) -> int | None:
    """Coins for the next tower after goods; None when all stand. BUILD-8"""
    held = SeenHoldings.of(view, seat)
    return tower_bill(held).due if len(held.towers) < len(the_box().content.player_board.tower) else None


def farm_price(view: DawnView, seat: Seat) -> int | None:
    """Warriors that the next farm takes at least, grain counted; None when all stand. BUILD-11 to BUILD-13"""
    held = SeenHoldings.of(view, seat)
    return farm_returns_least(held) if len(held.farms) < len(the_box().content.player_board.farm) else None


def sea_price(view: DawnView, seat: Seat, number: int) -> int | None:
    """Coins for a new ship on that route, or for the next space of the one there; None at its end.

    `number` counts the routes of the table from 0. BUILD-16, BUILD-18
    """
    held = SeenHoldings.of(view, seat)
    route, space = view.routes[number].route, held.ships[number] + 1
    if space > len(the_box().routes[route].cost):
        return None
    return ship_bill(held, route).due if space == 1 else sail_bill(held, route, space).due


def decree_price(view: DawnView, seat: Seat, card: str) -> int:
    """Coins that a decree costs after goods and SA1, temps not spent, surcharge of the offer apart. DEV-3 to DEV-7"""
    return decree_bill(SeenHoldings.of(view, seat), card).due
