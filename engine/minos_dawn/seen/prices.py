"""What the next piece of each kind would cost a seat, as everybody can reckon it from the view. BUILD-5 to BUILD-18"""

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import COPPER, GRAIN, HERB, STONE, WOOD
from engine.minos_dawn.seen.view import DawnView, SeatView

MASTER_BUILDER = "SA3"
LAWGIVER = "SA1"


def _coin_off(seat: SeatView) -> int:
    """ABIL-SA3: one coin for the whole build from level 2 on. Q-15b"""
    box = the_box()
    if seat.ability != MASTER_BUILDER:
        return 0
    found = next(each for each in box.abilities if each.id == MASTER_BUILDER)
    return found.coin_discount[seat.level - 1]


def city_price(seat: SeatView) -> int | None:
    """Coins for the next city after goods; None when all stand. BUILD-5"""
    board = the_box().content.player_board
    if len(seat.cities) == len(board.city):
        return None
    cost = max(0, board.city[len(seat.cities)].cost - board.discounts.stone.coins * seat.goods[STONE])
    return max(0, cost - _coin_off(seat))


def tower_price(seat: SeatView) -> int | None:
    """Coins for the next tower after goods; None when all stand. BUILD-8"""
    board = the_box().content.player_board
    if len(seat.towers) == len(board.tower):
        return None
    cost = max(0, board.tower[len(seat.towers)].cost - board.discounts.copper.coins * seat.goods[COPPER])
    return max(0, cost - _coin_off(seat))


def farm_price(seat: SeatView) -> int | None:
    """Warriors that the next farm takes at least, grain counted; None when all stand. BUILD-11 to BUILD-13"""
    board = the_box().content.player_board
    if len(seat.farms) == len(board.farm):
        return None
    return max(0, board.farm[len(seat.farms)].cost - seat.goods[GRAIN] - seat.temps[GRAIN])


def sea_price(view: DawnView, seat: SeatView, route: int) -> int | None:
    """Coins for a new ship on that route, or for the next space of the one there; None at its end.

    `route` counts from 0. BUILD-16, BUILD-18
    """
    box, space = the_box(), seat.ships[route] + 1
    board, costs = box.content.player_board, box.routes[view.routes[route].route].cost
    if space > len(costs):
        return None
    coins = max(0, costs[space - 1] - board.discounts.herb.coins * seat.goods[HERB])
    if space > 1:
        return coins
    ship = board.ship[sum(each > 0 for each in seat.ships)].cost
    return max(0, max(0, ship - board.discounts.wood.coins * seat.goods[WOOD]) + coins - _coin_off(seat))


def decree_price(seat: SeatView, card: str) -> int:
    """Coins that a decree costs after goods and SA1, temps not spent, surcharge of the offer apart. DEV-3 to DEV-7"""
    box = the_box()
    goods, cost = list(seat.goods), box.decrees[card].cost
    for good in box.slots[card]:
        if goods[good]:
            goods[good] -= 1
            cost -= box.content.player_board.discounts.card
    if seat.ability == LAWGIVER:
        found = next(each for each in box.abilities if each.id == LAWGIVER)
        cost -= found.card_discount[seat.level - 1]
    return max(0, cost)
