"""Checks of the trade routes, the tiles and the vases. VAL-4, VAL-5, VAL-8"""

from collections.abc import Callable

from engine.minos_dawn.content.checking import DawnChecks, as_list, builds
from engine.minos_dawn.content.records import Content, Route

TILE_COLOURS = ("blue", "red")


VASE_COLOURS = ("red", "yellow", "blue", "green")
MEASURES = (
    "income_space", "goods_of_one_type", "track.cultural", "presence_regions", "dominance_regions", "track.population",
    "route_spaces", "towers", "ships", "palace_cards", "palace_one_trigger", "track.influence",
)  # fmt: skip
"""The conditions of the twelve vases, VASE-C1 to VASE-C12."""


class TileChecks(DawnChecks):
    def _routes(self) -> None:  # VAL-5
        file, routes = "trade_routes.toml", self.content.routes
        for field, wanted in (("blue_space", 2), ("red_space", 4), ("tower_space", 4)):
            with self.faults.until_unread():
                self.check_value(getattr(routes, field), wanted, file, "-", field)
        with self.faults.until_unread():
            self.faults.check_unique((route.id for route in routes.route), file, "route", "id")
        for route in routes.route:
            self.faults.run(self._route, route)
        sides = sorted((route.tile, route.side) for route in routes.route)
        both = [(tile, side) for tile in (1, 2, 3) for side in "AB"]
        self.require(sides == both, file, "route", "tile", "tiles 1 to 3, each with its sides A and B")

    def _route(self, route: Route) -> None:
        at = self.at("trade_routes.toml", f"route {route.id}")
        with self.faults.until_unread():
            at.require(route.tile in (1, 2, 3), "tile", "1, 2 or 3")
        with self.faults.until_unread():
            at.check_word(route.side, ("A", "B"), "side")
        for field in ("cost", "income"):
            with self.faults.until_unread():
                given = len(getattr(route, field))
                at.require(given == 5, field, f"VAL-5: {given} entries, not one each for five spaces")
        for number, income in enumerate(route.income, 1):
            field = f"income[{number}]"
            at.effect(income, field)
            at.require(not builds(income), field, "PROG-15: an income that builds would need reservations")

    def _route_tiles(self) -> None:  # VAL-5
        beside = self.content.board.trade_bonus_tiles_per_route
        for seats, count in beside.items():
            fits = not seats.isdecimal() or count >= int(seats)
            self.require(fits, "board.toml", "trade_bonus_tiles_per_route", seats, f"VAL-5: at least {seats}")
        for colour in TILE_COLOURS:
            tiles, wanted = sum(tile.colour == colour for tile in self.content.trade_bonuses), 3 * max(beside.values())
            words = f"VAL-5: {tiles} {colour} tiles, and {wanted} lie beside the 3 routes"
            self.require(tiles >= wanted, "trade_bonuses.toml", "tile", "colour", words)

    def _tiles(self) -> None:  # INV-16, INV-17, INV-20, INV-21
        content = self.content
        for file, table, tiles, count in (
            ("trade_bonuses.toml", "tile", content.trade_bonuses, 30),
            ("action_bonuses.toml", "tile", content.action_bonuses, 5),
            ("foundations.toml", "foundation", content.foundations, 20),
            ("sea_peoples.toml", "tile", content.sea_peoples, 20),
        ):
            with self.faults.until_unread():
                self.require(len(tiles) == count, file, table, "-", f"{len(tiles)} of them, not {count}")
                for tile in tiles:
                    with self.faults.until_unread():
                        self.effect(tile.effect, file, f"{table} {tile.id}", "effect")
                self.faults.check_unique([tile.id for tile in tiles], file, table, "id")
        for file, tiles, colours in (
            ("trade_bonuses.toml", content.trade_bonuses, TILE_COLOURS),
            ("action_bonuses.toml", content.action_bonuses, ("",)),
        ):
            with self.faults.until_unread():
                for tile in tiles:
                    words = f"{as_list(colours)}" if colours[0] else "these tiles have no colour"
                    self.require(tile.colour in colours, file, f"tile {tile.id}", "colour", words)

    def _sea_peoples(self) -> None:  # VAL-8, INV-20
        file, tiles = "sea_peoples.toml", self.content.sea_peoples
        for tile in tiles:
            with self.faults.until_unread():
                self.require(tile.level in (1, 2), file, f"tile {tile.id}", "level", "1 or 2")
        first = sum(tile.level == 1 for tile in tiles)
        self.require(first == 10, file, "tile", "level", f"ten of each level, not {first} of level 1")

    def _vases(self) -> None:  # VAL-4
        file, vases = "vases.toml", self.content.vases
        for vase in vases:
            with self.faults.until_unread():
                self.check_word(vase.colour, VASE_COLOURS, file, f"vase {vase.id}", "colour")
        for vase in vases:
            with self.faults.until_unread():
                at = self.at(file, f"vase {vase.id}")
                if at.check_word(vase.measure, MEASURES, "measure"):
                    most = _most(self.content, vase.measure)
                    at.require(vase.at_least <= most, "at_least", f"at most {most} can be reached")
        every = self.at(file, "vase")
        with self.faults.until_unread():
            self.faults.check_unique([vase.id for vase in vases], file, "vase", "id")
        with self.faults.until_unread():
            given = sorted(vase.measure for vase in vases)
            every.require(given == sorted(MEASURES), "measure", f"VAL-4: one vase each for {', '.join(MEASURES)}")
        with self.faults.until_unread():
            numbers = sorted(vase.number for vase in vases)
            every.require(numbers == list(range(1, 13)), "number", "VAL-4: 1 to 12, each once")
        every.require(len({vase.colour for vase in vases}) >= 3, "colour", "VAL-4: fewer than three colours")

    @property
    def parts(self) -> tuple[Callable[[], None], ...]:
        return (self._routes, self._route_tiles, self._tiles, self._sea_peoples, self._vases)


def _most(content: Content, measure: str) -> int:
    match measure:
        case "income_space":
            return content.player_board.income.last
        case "goods_of_one_type":
            return content.board.goods.tiles_per_type
        case "track.cultural" | "track.population" | "track.influence":
            return content.tracks.top
        case "presence_regions" | "dominance_regions":
            return min(len(setup.active) for setup in content.board.setup)
        case "route_spaces":
            return 15
        case "towers" | "ships":
            return 3
    return 72
