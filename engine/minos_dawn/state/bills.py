"""Costs after goods are deducted, and the temps that could reduce them. GEN-4, DEV-3 to DEV-7, BUILD-3 to BUILD-18"""

from collections.abc import Sequence

import msgspec

from engine.minos_dawn.content.box import SA1, SA3, the_box
from engine.minos_dawn.content.language import COPPER, GOODS, GRAIN, HERB, STONE, WOOD
from engine.minos_dawn.state.measures import Holdings, ability_level, has_ability, ships_on_routes
from engine.minos_dawn.state.state import NONE


class Bill(msgspec.Struct, frozen=True):
    """The coins left to pay."""

    main: int
    """Reduced by temps of type `main_good` or of those in `slots`."""
    side: int = 0
    """Coins for the first space of a new ship. Reduced by temps of type `side_good`."""
    off: int = 0
    """The discount in coins."""
    slots: tuple[int, ...] = ()
    """The open slots of a decree. Each takes one temp."""
    main_good: int = NONE
    side_good: int = NONE

    @property
    def due(self) -> int:  # GEN-4
        return max(0, self.main + self.side - self.off)

    def useful(self, temps: Sequence[int]) -> list[int]:
        """Return the types of temps that could still reduce the bill. DEV-6, BUILD-3, Q-54"""
        if not self.due:
            return []
        types = [good for good in self.slots if temps[good] and self.main]
        if self.main_good != NONE and self.main and temps[self.main_good]:
            types.append(self.main_good)
        if self.side_good != NONE and self.side and temps[self.side_good]:
            types.append(self.side_good)
        return sorted(set(types))

    def less(self, good: int) -> "Bill":
        discounts = the_box().content.player_board.discounts
        if good in self.slots:
            slots = list(self.slots)
            slots.remove(good)
            return msgspec.structs.replace(self, main=max(0, self.main - discounts.card), slots=tuple(slots))
        if good == self.main_good:
            coins: int = getattr(discounts, GOODS[good])
            return msgspec.structs.replace(self, main=max(0, self.main - coins))
        return msgspec.structs.replace(self, side=max(0, self.side - discounts.herb))

    def least(self, temps: Sequence[int]) -> int:
        bill, left = self, list(temps)
        useful = bill.useful(left)
        while useful:
            left[useful[0]] -= 1
            bill = bill.less(useful[0])
            useful = bill.useful(left)
        return bill.due


def decree_bill(holdings: Holdings, card: str) -> Bill:
    """Return the bill for a decree, less goods (one per slot) and SA1. DEV-3, DEV-4, DEV-5, DEV-7, ABIL-SA1"""
    box = the_box()
    decree = box.decrees[card]
    goods = list(holdings.goods)
    cost, slots = decree.cost, []
    for good in box.cards.slots[card]:
        if goods[good]:
            goods[good] -= 1
            cost -= box.content.player_board.discounts.card
        else:
            slots.append(good)
    if has_ability(holdings, SA1):
        cost -= box.abilities[SA1].card_discount[ability_level(holdings) - 1]
    return Bill(max(0, cost), slots=tuple(slots))


def _coin_off(holdings: Holdings) -> int:
    """Return SA3's discount in coins. The discount applies once per building. ABIL-SA3, Q-15b"""
    if not has_ability(holdings, SA3):
        return 0
    return the_box().abilities[SA3].coin_discount[ability_level(holdings) - 1]


def city_bill(holdings: Holdings) -> Bill:  # BUILD-5
    board = the_box().content.player_board
    main = board.city[len(holdings.cities)].cost - board.discounts.stone * holdings.goods[STONE]
    return Bill(max(0, main), off=_coin_off(holdings), main_good=STONE)


def tower_bill(holdings: Holdings) -> Bill:  # BUILD-8
    board = the_box().content.player_board
    main = board.tower[len(holdings.towers)].cost - board.discounts.copper * holdings.goods[COPPER]
    return Bill(max(0, main), off=_coin_off(holdings), main_good=COPPER)


def ship_bill(holdings: Holdings, route_id: str) -> Bill:
    """Return the bill for a new ship and its first space on that route, after the discount for goods. BUILD-16"""
    board = the_box().content.player_board
    main = board.ship[ships_on_routes(holdings)].cost - board.discounts.wood * holdings.goods[WOOD]
    first = _route_cost(holdings, route_id, 1)
    return Bill(max(0, main), first, _coin_off(holdings), main_good=WOOD, side_good=HERB)


def sail_bill(holdings: Holdings, route_id: str, space: int) -> Bill:  # BUILD-18
    return Bill(_route_cost(holdings, route_id, space), main_good=HERB)


def _route_cost(holdings: Holdings, route_id: str, space: int) -> int:  # BUILD-16, BUILD-18
    box = the_box()
    discount: int = box.content.player_board.discounts.herb
    return max(0, box.routes[route_id].cost[space - 1] - discount * holdings.goods[HERB])


def farm_returns_least(holdings: Holdings) -> int:
    """Return how many warriors the next farm costs if the seat uses all its grain. BUILD-11, BUILD-12"""
    cost: int = the_box().content.player_board.farm[len(holdings.farms)].cost
    return max(0, cost - holdings.goods[GRAIN] - holdings.temps[GRAIN])


def farm_returns(holdings: Holdings, number: int) -> range:
    """Return the numbers of warriors that the seat may return for the next farm in that region. BUILD-11 to BUILD-13"""
    cost = the_box().content.player_board.farm[len(holdings.farms)].cost
    return range(farm_returns_least(holdings), min(cost, holdings.warriors[number]) + 1)
