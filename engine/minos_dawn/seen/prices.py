"""Prices of the next piece of each kind, for pictures, by the bills of the rules."""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.seen.seen_holdings import SeenHoldings
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.bills import city_bill, decree_bill, farm_returns_least, sail_bill, ship_bill, tower_bill


def city_price(view: DawnView, seat: Seat) -> int | None:  # BUILD-5
    held = SeenHoldings.of(view, seat)
    return city_bill(held).due if len(held.cities) < len(the_box().content.player_board.city) else None


def tower_price(view: DawnView, seat: Seat) -> int | None:  # BUILD-8
    held = SeenHoldings.of(view, seat)
    return tower_bill(held).due if len(held.towers) < len(the_box().content.player_board.tower) else None


def farm_price(view: DawnView, seat: Seat) -> int | None:
    """Return the fewest warriors for the next farm, grain counted, or None if all are built. BUILD-11 to BUILD-13"""
    held = SeenHoldings.of(view, seat)
    return farm_returns_least(held) if len(held.farms) < len(the_box().content.player_board.farm) else None


def sea_price(view: DawnView, seat: Seat, number: int) -> int | None:
    """Return the coins for a new ship on that route or the next space of the one there, or None at its end. BUILD-16,
    BUILD-18

    `number` counts the routes of the table from 0.
    """
    held = SeenHoldings.of(view, seat)
    route, space = view.routes[number].route, held.ships[number] + 1
    if space > len(the_box().routes[route].cost):
        return None
    return ship_bill(held, route).due if space == 1 else sail_bill(held, route, space).due


def decree_price(view: DawnView, seat: Seat, card: str) -> int:
    """Return the coins for a decree after goods and SA1, no temps spent, surcharge not included. DEV-3 to DEV-7"""
    return decree_bill(SeenHoldings.of(view, seat), card).due
