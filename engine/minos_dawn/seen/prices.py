"""What the next piece of each kind would cost a seat, as pictures tell it: by the bills that the rules ask for."""

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.bills import city_bill, farm_returns_least, sail_bill, ship_bill, tower_bill
from engine.minos_dawn.state.holdings import Holdings


def city_price(holdings: Holdings) -> int | None:
    """Coins for the next city after goods; None when all stand. BUILD-5"""
    has_piece = len(holdings.cities) < len(the_box().content.player_board.city)
    return city_bill(holdings).due if has_piece else None


def tower_price(holdings: Holdings) -> int | None:
    """Coins for the next tower after goods; None when all stand. BUILD-8"""
    has_piece = len(holdings.towers) < len(the_box().content.player_board.tower)
    return tower_bill(holdings).due if has_piece else None


def farm_price(holdings: Holdings) -> int | None:
    """Warriors that the next farm takes at least, grain counted; None when all stand. BUILD-11 to BUILD-13"""
    has_piece = len(holdings.farms) < len(the_box().content.player_board.farm)
    return farm_returns_least(holdings) if has_piece else None


def sea_price(view: DawnView, holdings: Holdings, number: int) -> int | None:
    """Coins for a new ship on that route, or for the next space of the one there; None at its end.

    `number` counts the routes of the table from 0. BUILD-16, BUILD-18
    """
    route, space = view.routes[number].route, holdings.ships[number] + 1
    if space > len(the_box().routes[route].cost):
        return None
    return ship_bill(holdings, route).due if space == 1 else sail_bill(holdings, route, space).due
