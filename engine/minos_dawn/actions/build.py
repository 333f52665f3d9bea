"""Cities, towers, farms and ships: their sites, costs and benefits. BUILD"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Now, SeatHappening
from engine.minos_dawn.actions.payment import can_pay, settle_bill
from engine.minos_dawn.content.box import SA3, the_box
from engine.minos_dawn.content.language import GRAIN
from engine.minos_dawn.content.words import effect_of, region, region_option, route
from engine.minos_dawn.state.bills import Bill, city_bill, farm_returns, sail_bill, ship_bill, tower_bill
from engine.minos_dawn.state.changes import gain, return_warriors, spend_temps
from engine.minos_dawn.state.facts import CityBuilt, FarmBuilt, ShipAdvanced, ShipBuilt, TileTaken, TowerBuilt
from engine.minos_dawn.state.measures import Holdings, ability_level, has_ability, ships_on_routes
from engine.minos_dawn.state.state import NOBODY, DawnState
from engine.minos_dawn.state.steps import Benefit, DawnChoice
from engine.minos_dawn.state.vases import check_vases

BLUE_SPACE, RED_SPACE, TOWER_SPACE, LAST_SPACE = 2, 4, 4, 5


def bill_of(state: DawnState, seat: Seat, verb: str, place: str) -> Bill:
    """Return the bill for a piece or a ship's advance, after goods are deducted. BUILD-3, BUILD-5, BUILD-8, GOOD-2"""
    player = state.players[seat]
    match verb:
        case "city":
            return city_bill(player)
        case "tower":
            return tower_bill(player)
        case "ship":
            return ship_bill(player, place)
    return sail_bill(player, place, player.ships[state.routes.index(place)] + 1)


def site_options(state: DawnState, seat: Seat, structure: str) -> list[int]:
    """Return the regions for a city or farm, affordable or not. BUILD-4, BUILD-10, SOLO-HUMAN-4, SOLO-HUMAN-5"""
    player = state.players[seat]
    board = the_box().content.player_board
    if structure == "city":
        taken, has_piece = state.cities, len(player.cities) < len(board.city)
    else:
        taken, has_piece = state.farms, len(player.farms) < len(board.farm)
    if not has_piece:
        return []
    reserved = {held.region for held in state.held if held.seat != seat and held.structure == structure}  # PROG-13
    return [
        number
        for number, warriors in enumerate(player.warriors)
        if warriors
        and taken[number] == NOBODY
        and (structure == "farm" or state.foundations[number])
        and number not in reserved
    ]


def build_options(state: DawnState, seat: Seat, is_free: bool = False) -> list[Option]:
    """List the possible uses of one Build AP: the seat's next piece of each kind. BUILD-1, BUILD-2, BUILD-24"""
    player = state.players[seat]
    board = the_box().content.player_board
    options = _price_sites(state, seat, "city", site_options(state, seat, "city"), is_free)
    if len(player.towers) < len(board.tower):
        sites = [number for number in player.cities if state.towers[number] == NOBODY]
        options += _price_sites(state, seat, "tower", sites, is_free)
    for number in site_options(state, seat, "farm"):
        returns = farm_returns(state.players[seat], number)
        if is_free:
            options.append(region_option("farm", number))
        elif returns:
            options.append(site_option("farm", number, returns[0]))
    return options + _ship_options(state, seat, is_free)


def _price_sites(state: DawnState, seat: Seat, structure: str, sites: list[int], is_free: bool) -> list[Option]:
    if is_free or not sites:
        return [region_option(structure, number) for number in sites]
    bill = bill_of(state, seat, structure, "")
    if not can_pay(state.players[seat], bill):
        return []
    return [site_option(structure, number, bill.due) for number in sites]


def _ship_options(state: DawnState, seat: Seat, is_free: bool) -> list[Option]:  # BUILD-15, BUILD-18
    player = state.players[seat]
    options = []
    for place, space in enumerate(player.ships):
        name, verb = state.routes[place], "sail" if space else "ship"
        if not (may_sail(player, space + 1) if space else may_launch(player)):
            continue
        if is_free:
            options.append(route_option(verb, name))
        elif can_pay(player, bill := bill_of(state, seat, verb, name)):
            options.append(sea_option(verb, name, bill.due))
    return options


def may_launch(holdings: Holdings) -> bool:  # BUILD-15
    return ships_on_routes(holdings) < len(holdings.cities)


def may_sail(holdings: Holdings, space: int) -> bool:
    """Return whether a ship may move onto that space. Each ship on space 4 or 5 needs a tower. BUILD-19"""
    if space != TOWER_SPACE:
        return space <= LAST_SPACE
    return sum(ship >= TOWER_SPACE for ship in holdings.ships) < len(holdings.towers)


_PRICED = {
    "city": "minos_dawn.option.city_coins",
    "tower": "minos_dawn.option.tower_coins",
    "farm": "minos_dawn.option.farm_warriors",
    "ship": "minos_dawn.option.ship_coins",
    "sail": "minos_dawn.option.sail_coins",
}
"""Labels that state the price after the discount for goods. A farm's price is the fewest warriors to return."""


@cache
def site_option(structure: str, number: int, price: int) -> Option:
    blanks: dict[str, Argument] = {"region": region(number), "count": price}
    return Option(f"{structure}:{number}", Message(_PRICED[structure], blanks), f"region:{number}")


@cache
def sea_option(verb: str, name: str, price: int) -> Option:
    blanks: dict[str, Argument] = {"route": route(name), "count": price}
    return Option(f"{verb}:{name}", Message(_PRICED[verb], blanks), f"route:{name}")


@cache
def route_option(verb: str, name: str) -> Option:
    return Option(f"{verb}:{name}", Message(f"minos_dawn.option.{verb}", {"route": route(name)}), f"route:{name}")


def build(state: DawnState, now: Now[DawnState], seat: Seat, key: str, is_free: bool = False) -> None:
    """Carry out an option of `build_options`: pay all costs, then place the piece. BUILD-16"""
    verb, _, place = key.partition(":")
    if verb == "farm":
        now.then(RaiseFarm(seat, int(place), 0) if is_free else ReturnWarriors(seat, int(place)))
        return
    now.then(ADDED[verb](seat, place))
    if not is_free:
        settle_bill(state, now, seat, bill_of(state, seat, verb, place), verb)


def _finish_piece(state: DawnState, now: Now[DawnState], seat: Seat, measure: str) -> None:
    """Give SA3's benefit for a new piece, then check vases. BUILD-23, ABIL-SA3, Q-63"""
    if has_ability(state.players[seat], SA3):
        now.then(Benefit(seat, f"ability:SA3:{ability_level(state.players[seat])}", is_fresh=False))
    if measure:
        check_vases(state, now, measure)


class RaiseCity(SeatHappening[DawnState], frozen=True, tag="RaiseCity"):
    """A city is built on the region's Foundation tile. The tile is used up. BUILD-6"""

    place: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        number = int(self.place)
        state.cities[number] = self.seat
        state.players[self.seat].cities.append(number)
        foundation, state.foundations[number] = state.foundations[number], ""
        now.emit(CityBuilt(self.seat, number, foundation))
        if foundation:
            now.then(Benefit(self.seat, f"foundation:{foundation}"))
        _finish_piece(state, now, self.seat, "")


class RaiseTower(SeatHappening[DawnState], frozen=True, tag="RaiseTower"):
    """A tower is built next to the seat's own city. Each region has room for one tower. BUILD-7, BUILD-9"""

    place: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        number = int(self.place)
        towers = state.players[self.seat].towers
        state.towers[number] = self.seat
        towers.append(number)
        now.emit(TowerBuilt(self.seat, number))
        now.then(Benefit(self.seat, f"tower:{len(towers)}"))
        _finish_piece(state, now, self.seat, "towers")


class ReturnWarriors(DawnChoice, frozen=True, tag="ReturnWarriors"):
    """Choose how many warriors to return for a farm. Grain goods and then grain temps pay for the rest. BUILD-12"""

    number: int
    rule: ClassVar[str] = "BUILD-12"

    def options(self, state: DawnState) -> list[Option]:  # BUILD-13
        counts = farm_returns(state.players[self.seat], self.number)
        return [Option(f"return:{count}", Message("minos_dawn.option.return", {"count": count})) for count in counts]

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.return", {"region": region(self.number)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        count = int(key.removeprefix("return:"))
        player = state.players[self.seat]
        cost = the_box().content.player_board.farm[len(player.farms)].cost
        spend_temps(state, now, self.seat, GRAIN, max(0, cost - count - player.goods[GRAIN]), "farm")
        now.then(RaiseFarm(self.seat, self.number, count))


class RaiseFarm(SeatHappening[DawnState], frozen=True, tag="RaiseFarm"):
    """A farm is built after its warriors have returned. BUILD-11, BUILD-14"""

    number: int
    warriors: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        farms = state.players[self.seat].farms
        return_warriors(state, now, self.seat, self.number, self.warriors)
        state.farms[self.number] = self.seat
        farms.append(self.number)
        now.emit(FarmBuilt(self.seat, self.number, self.warriors))
        now.then(Benefit(self.seat, f"farm:{len(farms)}"))
        _finish_piece(state, now, self.seat, "")


class LaunchShip(SeatHappening[DawnState], frozen=True, tag="LaunchShip"):
    """A ship is placed on space 1 of its route, without any benefit. Several seats may share a route. BUILD-17"""

    place: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.players[self.seat].ships[state.routes.index(self.place)] = 1
        now.emit(ShipBuilt(self.seat, self.place))
        _finish_piece(state, now, self.seat, "ships")
        check_vases(state, now, "route_spaces")


class SailShip(SeatHappening[DawnState], frozen=True, tag="SailShip"):
    """A ship moves one space forward, and the seat gains the new space's benefit. BUILD-18, BUILD-20, BUILD-21"""

    place: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        number = state.routes.index(self.place)
        ships = state.players[self.seat].ships
        ships[number] += 1
        space = ships[number]
        now.emit(ShipAdvanced(self.seat, self.place, space))
        check_vases(state, now, "route_spaces")
        if space in (BLUE_SPACE, RED_SPACE):
            now.then(TakeTile(self.seat, number, space == RED_SPACE))
        elif space == LAST_SPACE:
            gain(state, now, self.seat, "vp", the_box().routes[self.place].top_vp, f"route:{self.place}:{space}")


ADDED: dict[str, type[RaiseCity] | type[RaiseTower] | type[LaunchShip] | type[SailShip]] = {
    "city": RaiseCity,
    "tower": RaiseTower,
    "ship": LaunchShip,
    "sail": SailShip,
}


class TakeTile(DawnChoice, frozen=True, tag="TakeTile"):
    """Choose a trade-bonus tile of the route. The tile stays face up until the seat uses it. BUILD-20, BUILD-22"""

    number: int
    is_red: bool
    rule: ClassVar[str] = "BUILD-20"

    def options(self, state: DawnState) -> list[Option]:
        tiles = (state.red if self.is_red else state.blue)[self.number]
        return [tile_option("tile", tile) for tile in tiles]

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.tile", {"route": route(state.routes[self.number])})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        tile = key.removeprefix("tile:")
        tiles = state.red if self.is_red else state.blue
        tiles[self.number] = tuple([each for each in tiles[self.number] if each != tile])
        state.players[self.seat].bonus_tiles.append(tile)
        now.emit(TileTaken(self.seat, tile, state.routes[self.number]))


def tile_option(verb: str, tile: str) -> Option:
    return Option(f"{verb}:{tile}", Message(f"minos_dawn.option.{verb}", {"effect": effect_of(f"bonus:{tile}")}))
