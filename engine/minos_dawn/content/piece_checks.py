"""Checks of the cards, the trade routes, the tiles and the vases. VAL-1, VAL-2, VAL-4, VAL-5, VAL-8"""

from engine.minos_dawn.content.checking import SEATS, DawnChecks, as_list, builds
from engine.minos_dawn.content.language import GOODS, TRIGGERS
from engine.minos_dawn.content.records import Content, Decree, Route, StartingCard

TILE_COLOURS = ("blue", "red")

VASE_COLOURS = ("red", "yellow", "blue", "green")
MEASURES = (
    "income_space", "goods_of_one_type", "track.cultural", "presence_regions", "dominance_regions", "track.population",
    "route_spaces", "towers", "ships", "palace_cards", "palace_one_trigger", "track.influence",
)  # fmt: skip
"""The conditions of the twelve vases, VASE-C1 to VASE-C12."""


class PieceChecks(DawnChecks):
    def _decrees(self) -> None:  # VAL-1
        seen: set[str] = set()
        for age, decrees in enumerate(self.content.decrees, 1):
            with self.faults.until_unread():
                file, count = f"decrees_age{age}.toml", len(decrees)
                self.require(count == 72, file, "decree", "-", f"VAL-1: {count} decrees, not 72")
                for decree in decrees:
                    self.faults.run(self._decree, decree, file)
                for decree in decrees:
                    with self.faults.until_unread():
                        at = self.at(file, f"decree {decree.id}")
                        at.require(decree.id not in seen, "id", "is used twice; each needs its own")
                        seen.add(decree.id)

    def _decree(self, decree: Decree, file: str) -> None:
        at = self.at(file, f"decree {decree.id}")
        with self.faults.until_unread():
            at.require(len(decree.discount) <= 2, "discount", "VAL-1: at most two symbols")
            for good in decree.discount:
                at.check_word(good, GOODS, "discount")
        at.effect(decree.effect, "effect")
        with self.faults.until_unread():
            at.effect(decree.trait.effect, "trait.effect")
            at.check_word(decree.trait.trigger, TRIGGERS, "trait.trigger")

    def _starting_cards(self) -> None:  # VAL-2
        file, cards = "starting_cards.toml", self.content.starting_cards
        self.faults.run(lambda: self.faults.check_unique([card.id for card in cards], file, "card", "id"))
        for card in cards:
            self.faults.run(self._starting_card, card)

    def _starting_card(self, card: StartingCard) -> None:
        at = self.at("starting_cards.toml", f"card {card.id}")
        with self.faults.until_unread():
            at.require(card.players in SEATS, "players", f"one of {as_list(SEATS)}")
        with self.faults.until_unread():
            at.check_word(card.good, GOODS, "good")
        with self.faults.until_unread():
            for good in card.temp:
                at.check_word(good, GOODS, "temp")
        with self.faults.until_unread():
            at.require(card.draw <= 20, "draw", "at most 20")
            at.require(card.draw - card.put_back >= 1, "put_back", f"VAL-2: less than the {card.draw} drawn")

    def _setup_cards(self) -> None:  # VAL-2
        for setup in self.content.board.setup:
            cards = [card for card in self.content.starting_cards if card.players == setup.players]
            at = self.at("starting_cards.toml", f"cards for {setup.players}")
            at.require(len(cards) == setup.players, "players", f"VAL-2: {len(cards)} cards, not {setup.players}")
            with self.faults.until_unread():
                regions, wanted = sorted(card.region for card in cards), sorted(setup.starting)
                words = f"VAL-2: one each in {as_list(wanted)}, not {as_list(regions)}"
                at.require(regions == wanted, "region", words)
            with self.faults.until_unread():
                first = sum(card.first_player for card in cards)
                at.require(first == 1, "first_player", f"VAL-2: true on one of them, not on {first}")

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
                        self.at(file, f"{table} {tile.id}").effect(tile.effect, "effect")
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

    parts = (_decrees, _starting_cards, _setup_cards, _routes, _route_tiles, _tiles, _sea_peoples, _vases)


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
