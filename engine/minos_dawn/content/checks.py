"""What content must fit before a game is played with it: VAL-1 to VAL-8, and the counts of the box (INV)."""

from collections.abc import Collection, Mapping
from pathlib import Path

from engine.kernel.faults import Faults
from engine.minos_dawn.content.effect_checks import builds, checked_effect
from engine.minos_dawn.content.language import GOODS, TRACKS, TRIGGERS, Coin, Effects, Plain, Vp, Weapon
from engine.minos_dawn.content.records import (
    FOLDER,
    Ability,
    ActionSpace,
    Content,
    Decree,
    MapSetup,
    Region,
    Route,
    StartingCard,
    Track,
    read_content,
)
from engine.minos_dawn.content.rival_checks import check_solo
from engine.minos_dawn.content.vase_checks import check_vases

SEATS = (2, 3, 4)
LEVELS = 3
TILE_COLOURS = ("blue", "red")
DICE_COLOURS = ("red", "blue", "yellow", "gray")
TRACK_COLOURS = {"red": "influence", "yellow": "cultural", "blue": "population"}
ROWS = ("prepare", "develop", "build", "expand", "wild")
MOST_REGIONS = 24

STANDING = {"influence": ("palace",), "cultural": ("ability",), "population": ("weapons", "presence", "dominance")}
"""The standing values of each track; all of them from its space 0 on. TRACK-2"""

ABILITY_FIELDS = {
    "SA1": ("play_decree", ("card_discount",)),
    "SA2": ("round_start", ("gain",)),
    "SA3": ("build_piece", ("gain", "coin_discount")),
    "SA4": ("advance_step", ("group_total",)),
    "SA5": ("turn_progress_battles", ("exchange_give", "exchange_get", "income", "resources_per_vp")),
}
"""When each ability does something, and its figures by level. ABIL"""

DISCOUNTED = {
    "stone": ("city", "coins"),
    "copper": ("tower", "coins"),
    "wood": ("ship", "coins"),
    "herb": ("route_space", "coins"),
    "grain": ("farm", "warriors"),
}
"""What each good makes cheaper, and in what. GOOD-2"""


def checked(folder: Path = FOLDER) -> Content:
    """The content of `folder`, with which a game can be played. Raises `UnfitContent` with all that is wrong."""
    faults = Faults()
    content = read_content(folder, faults)
    check(content, faults)
    faults.close()
    return content


def check(content: Content, faults: Faults) -> None:
    """Note all that keeps a game from being played with `content`, at any number of seats."""
    Checks(content, faults).check()
    faults.run(check_vases, content, faults)
    check_solo(content, faults)


class Checks:
    """The checks of one content. Each goes as far as what it looks at could be read."""

    def __init__(self, content: Content, faults: Faults) -> None:
        self.content = content
        self.faults = faults
        self.require = faults.require
        self.fixed = faults.is_fixed
        self.known = faults.known

    def check(self) -> None:
        """Run every check of the content."""
        for part in (
            self._figures, self._dice, self._supplies, self._rows, self._vase_slots, self._map, self._setups,
            self._player_board, self._discounts, self._tracks, self._abilities, self._decrees, self._starting_cards,
            self._setup_cards, self._routes, self._route_tiles, self._tiles, self._sea_peoples,
        ):  # fmt: skip
            self.faults.run(part)

    def _effect(self, text: str, file: str, entry: str, field: str) -> Effects:
        return checked_effect(self.faults, text, file, entry, field)

    def _payment(self, text: str, file: str, field: str) -> None:
        """An effect that is paid without a question: plain coins, weapons or VP."""
        effects = self._effect(text, file, "-", field)
        plain = all(
            isinstance(effect, Plain)
            and all(isinstance(part.atom, Coin | Weapon | Vp) and not part.per for part in effect.gains)
            for effect in effects
        )
        self.require(plain, file, "-", field, "coins, weapons and VP alone fit here, such as: coin 2")

    def _figures(self) -> None:
        """What the rules themselves know of the board."""
        board, file = self.content.board, "board.toml"
        for field, wanted in (
            ("rounds", 4), ("scoring_rounds", (2, 4)), ("age2_from_round", 3), ("reroll_if_same_value", 6),
            ("dice_per_player", 4),
        ):  # fmt: skip
            with self.faults.reading():
                self.fixed(getattr(board, field), wanted, file, "-", field)
        with self.faults.reading():
            self.fixed(board.canvas.width, 1000, file, "canvas", "width")
            self.fixed(board.canvas.height, 400, file, "canvas", "height")
        with self.faults.reading():
            self.require(board.offer_size <= 10, file, "-", "offer_size", "at most 10 fit on the table")
        self._payment(board.forfeit, file, "forfeit")

    def _dice(self) -> None:
        """Checks the colours of the dice and the track of each. SETUP-2, PROG-1"""
        dice, file = self.content.board.dice, "board.toml"
        with self.faults.reading():
            self.fixed(dice.tracks, TRACK_COLOURS, file, "dice", "tracks")
        self._colours(dice.colours, "colours")
        self.require(
            set(dice.colours) == set(DICE_COLOURS),
            file,
            "dice",
            "colours",
            f"one count for each of {_list(DICE_COLOURS)}",
        )
        for seats in SEATS:
            with self.faults.reading():
                field = f"removed_{seats}"
                removed: Mapping[str, int] = getattr(dice, field)
                self._colours(removed, field)
                for colour, count in removed.items():
                    there = dice.colours.get(colour, 0)
                    self.require(count <= there, file, "dice", field, f"there are only {there} {colour} dice")
                left = sum(dice.colours.values()) - sum(removed.values())
                wanted = 4 * seats
                self.require(
                    left >= wanted, file, "dice", field, f"{left} dice are left, and {seats} players take {wanted}"
                )

    def _colours(self, counts: Mapping[str, int], field: str) -> None:
        for colour in counts:
            self.known(colour, DICE_COLOURS, "board.toml", "dice", field)

    def _supplies(self) -> None:
        goods, file = self.content.board.goods, "board.toml"
        with self.faults.reading():
            self.fixed(goods.types, GOODS, file, "goods", "types")
        with self.faults.reading():
            is_even = goods.temporary_tiles % len(GOODS) == 0
            self.require(is_even, file, "goods", "temporary_tiles", f"as many of each of the {len(GOODS)} types")
        with self.faults.reading():
            most = goods.tiles_per_type
            self.require(
                goods.face_up_per_type <= most, file, "goods", "face_up_per_type", f"at most the {most} of a type"
            )
        beside = self.content.board.trade_bonus_tiles_per_route
        given = sorted(beside)
        self.require(
            given == ["2", "3", "4"], file, "trade_bonus_tiles_per_route", "-", "one count each for 2, 3 and 4"
        )

    def _rows(self) -> None:
        """Checks the action rows and their spaces at each number of seats. VAL-6"""
        rows = self.content.board.row
        self.fixed(tuple(row.id for row in rows), ROWS, "board.toml", "row", "id")
        for row in rows:
            for seats in SEATS:
                self.faults.run(self._spaces, row.id, seats, getattr(row, f"spaces_{seats}"))

    def _spaces(self, row: str, seats: int, spaces: tuple[ActionSpace, ...]) -> None:
        file, entry, field = "board.toml", f"row {row}", f"spaces_{seats}"
        self.require(
            len(spaces) == seats, file, entry, field, f"VAL-6: {len(spaces)} spaces for {seats} players, not {seats}"
        )
        for number, space in enumerate(spaces, 1):
            with self.faults.reading():
                if space.gain:
                    self._effect(space.gain, file, entry, f"{field}[{number}].gain")
                fits = not space.age2_draw or row == "prepare"
                self.require(fits, file, entry, f"{field}[{number}].age2_draw", "PREP-4: in the row prepare alone")

    def _vase_slots(self) -> None:
        """Checks the slots for vases and how many vases are in play. VASE-1, VASE-3"""
        slots, file = self.content.board.vase_slots, "board.toml"
        self.fixed(slots.vases_in_play, 3, file, "vase_slots", "vases_in_play")
        self.require(len(slots.vp) == 3, file, "vase_slots", "vp", f"three slots, not {len(slots.vp)}")
        self.require(
            slots.vp == tuple(sorted(set(slots.vp), reverse=True)),
            file,
            "vase_slots",
            "vp",
            "each less than the one before",
        )
        for vp in slots.covered_at_2:
            self.require(
                vp in slots.vp, file, "vase_slots", "covered_at_2", f"no slot of {vp} VP; they are {_list(slots.vp)}"
            )

    def _map(self) -> None:
        """Checks the regions and islets of the map, and that their ids differ. VAL-3"""
        regions, file = self.content.board.region, "board.toml"
        self.faults.unique((region.id for region in regions), file, "region", "id")
        self.faults.unique((islet.id for islet in self.content.board.islet), file, "islet", "id")
        self.faults.unique((region.number for region in regions), file, "region", "number")
        by_number = {region.number: region for region in regions}
        for region in regions:
            self.faults.run(self._region, region, by_number)

    def _region(self, region: Region, regions: Mapping[int, Region]) -> None:
        file, where = "board.toml", f"region {region.id}"
        self.require(region.number <= MOST_REGIONS, file, where, "number", f"at most {MOST_REGIONS}")
        with self.faults.reading():
            self.known(region.good, GOODS, file, where, "good")
        for other in region.adjacent:
            if self.require(
                other in regions and other != region.number,
                file,
                where,
                "adjacent",
                f"there is no other region {other}",
            ):
                there = regions[other]
                self.require(
                    region.number in there.adjacent,
                    file,
                    where,
                    "adjacent",
                    f"{there.id} ({other}) does not list {region.number}",
                )

    def _setups(self) -> None:
        """Checks that there is one layout of the map for each number of seats. VAL-3"""
        board, file = self.content.board, "board.toml"
        given = sorted(setup.players for setup in board.setup)
        self.require(given == list(SEATS), file, "setup", "players", f"one setup each for {_list(SEATS)} players")
        for setup in board.setup:
            self.faults.run(self._setup, setup, {region.number: region for region in board.region})

    def _setup(self, setup: MapSetup, regions: Mapping[int, Region]) -> None:
        file, where = "board.toml", f"setup {setup.players}"
        for field in ("active", "starting", "covered"):
            numbers = getattr(setup, field)
            for number in numbers:
                self.require(number in regions, file, where, field, f"there is no region {number}")
            self.require(len(set(numbers)) == len(numbers), file, where, field, "a region stands there twice")
        active = set(setup.active)
        self.require(set(setup.starting) <= active, file, where, "starting", "a region out of play")
        self.require(
            set(setup.covered) == regions.keys() - active,
            file,
            where,
            "covered",
            f"all regions that are not active: {_list(sorted(regions.keys() - active))}",
        )
        self.require(
            len(setup.starting) == setup.players, file, where, "starting", f"VAL-3: {setup.players}, as many as seats"
        )
        self.require(len(active) - setup.players <= 10, file, where, "active", "VAL-3: more than 10 do not start")
        self.require(len(active) >= 7, file, where, "active", "VAL-3: fewer than 7 regions")
        edge = [number for number in setup.active[:1] if number in regions]
        reached = set(edge)
        while edge:
            edge = [n for number in edge for n in regions[number].adjacent if n in active and n not in reached]
            edge = [number for number in dict.fromkeys(edge) if number in regions]
            reached.update(edge)
        self.require(reached == active, file, where, "active", "VAL-3: not all connected with one another")

    def _player_board(self) -> None:
        """Checks the figures printed on a player board. INV-9 to INV-14"""
        board, file = self.content.player_board, "player_board.toml"
        with self.faults.reading():
            self.fixed(board.income.start, 0, file, "income", "start")
        with self.faults.reading():
            spaces = len(board.income.spaces)
            self.require(
                spaces == board.income.last + 1, file, "income", "last", f"{spaces - 1}, as there are {spaces} spaces"
            )
        with self.faults.reading():
            self.fixed(board.warriors.on_map, 1, file, "warriors", "on_map")
        for table, count in (("city", 3), ("tower", 3), ("ship", 3), ("farm", 4)):
            with self.faults.reading():
                given = len(getattr(board, table))
                self.require(given == count, file, table, "-", f"INV-10: {given} of them, not {count}")
        for number, tower in enumerate(board.tower, 1):
            with self.faults.reading():
                self._effect(tower.gain, file, f"tower no. {number}", "gain")
        for number, farm in enumerate(board.farm, 1):
            with self.faults.reading():
                self._effect(farm.gain, file, f"farm no. {number}", "gain")
        for number, gain in enumerate(board.goods.gained, 1):
            self._effect(gain, file, "goods", f"gained[{number}]")

    def _discounts(self) -> None:
        """Checks what each good makes cheaper, and in what it is paid. GOOD-2"""
        file = "player_board.toml"
        for good, (on, unit) in DISCOUNTED.items():
            with self.faults.reading():
                discount = getattr(self.content.player_board.discounts, good)
                self.fixed(discount.on, on, file, "discounts", f"{good}.on")
                other = "warriors" if unit == "coins" else "coins"
                self.require(
                    getattr(discount, other) == 0, file, "discounts", f"{good}.{other}", f"{good} takes off {unit}"
                )

    def _tracks(self) -> None:
        """Checks the progress tracks and their spaces. INV-26"""
        tracks, file = self.content.tracks, "progress_tracks.toml"
        self.fixed(tracks.top, 8, file, "-", "top")
        self._payment(tracks.beyond_top, file, "beyond_top")
        self.fixed(tuple(track.id for track in tracks.track), TRACKS, file, "track", "id")
        for track in tracks.track:
            self.faults.run(self._track, track)

    def _track(self, track: Track) -> None:
        file, entry = "progress_tracks.toml", f"track {track.id}"
        with self.faults.reading():
            wanted = {name: colour for colour, name in TRACK_COLOURS.items()}.get(track.id)
            self.fixed(track.colour, wanted, file, entry, "colour")
        spaces, top = track.spaces, self.content.tracks.top
        self.require(len(spaces) == top + 1, file, entry, "spaces", f"{len(spaces)} spaces, not {top + 1}: 0 to {top}")
        mine = STANDING.get(track.id, ())
        for number, space in enumerate(spaces, 1):
            with self.faults.reading():
                if space.gain:
                    self._effect(space.gain, file, entry, f"spaces[{number}].gain")
                for field in ("palace", "ability", "weapons", "presence", "dominance"):
                    stands = field in mine or not getattr(space, field)
                    self.require(
                        stands, file, entry, f"spaces[{number}].{field}", f"this track has {_list(mine) or 'none'}"
                    )
                self.require(space.ability <= LEVELS, file, entry, f"spaces[{number}].ability", f"1 to {LEVELS}")
        for field in mine:
            self.require(
                getattr(spaces[0], field) >= 1 if spaces else False,
                file,
                entry,
                f"spaces[1].{field}",
                "space 0 needs one",
            )

    def _abilities(self) -> None:
        """Checks the Special Abilities and their figures by level. INV-19"""
        abilities, file = self.content.abilities, "abilities.toml"
        self.fixed(tuple(ability.id for ability in abilities), tuple(ABILITY_FIELDS), file, "ability", "id")
        for ability in abilities:
            self.faults.run(self._ability, ability)
        for number, field, wanted in (
            (1, "gain", ("temp 1", "randomgood 1", "temp 1; good 1")),
            (4, "exchange_get", (1, 1, 1)),
        ):
            with self.faults.reading():
                if number >= len(abilities):
                    continue
                ability = abilities[number]
                self.fixed(getattr(ability, field), wanted, file, f"ability {ability.id}", field)

    def _ability(self, ability: Ability) -> None:
        file, entry = "abilities.toml", f"ability {ability.id}"
        if ability.id not in ABILITY_FIELDS:
            return
        when, mine = ABILITY_FIELDS[ability.id]
        with self.faults.reading():
            self.fixed(ability.when, when, file, entry, "when")
        for field in dict.fromkeys(name for _, names in ABILITY_FIELDS.values() for name in names):
            with self.faults.reading():
                given, wanted = len(getattr(ability, field)), LEVELS if field in mine else 0
                words = f"one a level, {LEVELS} in all" if wanted else f"{ability.id} has no use for it"
                self.require(given == wanted, file, entry, field, words)
        for field in ("gain", "income"):
            with self.faults.reading():
                for number, text in enumerate(getattr(ability, field), 1):
                    self._effect(text, file, entry, f"{field}[{number}]")

    def _decrees(self) -> None:
        """Checks that there are 72 decrees of each age, each with its own id. VAL-1"""
        seen: set[str] = set()
        for age, decrees in enumerate(self.content.decrees, 1):
            with self.faults.reading():
                file, count = f"decrees_age{age}.toml", len(decrees)
                self.require(count == 72, file, "decree", "-", f"VAL-1: {count} decrees, not 72")
                for decree in decrees:
                    self.faults.run(self._decree, decree, file)
                for decree in decrees:
                    with self.faults.reading():
                        is_new = decree.id not in seen
                        self.require(
                            is_new, file, f"decree {decree.id}", "id", "stands there twice; each needs its own"
                        )
                        seen.add(decree.id)

    def _decree(self, decree: Decree, file: str) -> None:
        entry = f"decree {decree.id}"
        with self.faults.reading():
            self.require(len(decree.discount) <= 2, file, entry, "discount", "VAL-1: at most two symbols")
            for good in decree.discount:
                self.known(good, GOODS, file, entry, "discount")
        self._effect(decree.effect, file, entry, "effect")
        with self.faults.reading():
            self._effect(decree.trait.effect, file, entry, "trait.effect")
            self.known(decree.trait.trigger, TRIGGERS, file, entry, "trait.trigger")

    def _starting_cards(self) -> None:
        """Checks each Starting card by itself. VAL-2"""
        file, cards = "starting_cards.toml", self.content.starting_cards
        self.faults.run(lambda: self.faults.unique([card.id for card in cards], file, "card", "id"))
        for card in cards:
            self.faults.run(self._starting_card, card)

    def _starting_card(self, card: StartingCard) -> None:
        file, entry = "starting_cards.toml", f"card {card.id}"
        with self.faults.reading():
            self.require(card.players in SEATS, file, entry, "players", f"one of {_list(SEATS)}")
        with self.faults.reading():
            self.known(card.good, GOODS, file, entry, "good")
        with self.faults.reading():
            for good in card.temp:
                self.known(good, GOODS, file, entry, "temp")
        with self.faults.reading():
            self.require(card.draw <= 20, file, entry, "draw", "at most 20")
            self.require(
                card.draw - card.put_back >= 1, file, entry, "put_back", f"VAL-2: less than the {card.draw} drawn"
            )

    def _setup_cards(self) -> None:
        """Checks that the Starting cards of each layout fit its starting regions. VAL-2"""
        file = "starting_cards.toml"
        for setup in self.content.board.setup:
            cards = [card for card in self.content.starting_cards if card.players == setup.players]
            where = f"cards for {setup.players}"
            self.require(
                len(cards) == setup.players, file, where, "players", f"VAL-2: {len(cards)} cards, not {setup.players}"
            )
            with self.faults.reading():
                regions, wanted = sorted(card.region for card in cards), sorted(setup.starting)
                self.require(
                    regions == wanted,
                    file,
                    where,
                    "region",
                    f"VAL-2: one each in {_list(wanted)}, not {_list(regions)}",
                )
            with self.faults.reading():
                first = sum(card.first_player for card in cards)
                self.require(first == 1, file, where, "first_player", f"VAL-2: true on one of them, not on {first}")

    def _routes(self) -> None:
        """Checks the trade routes and their spaces. VAL-5"""
        file, routes = "trade_routes.toml", self.content.routes
        for field, wanted in (("blue_space", 2), ("red_space", 4), ("tower_space", 4)):
            with self.faults.reading():
                self.fixed(getattr(routes, field), wanted, file, "-", field)
        with self.faults.reading():
            self.faults.unique((route.id for route in routes.route), file, "route", "id")
        for route in routes.route:
            self.faults.run(self._route, route)
        sides = sorted((route.tile, route.side) for route in routes.route)
        both = [(tile, side) for tile in (1, 2, 3) for side in "AB"]
        self.require(sides == both, file, "route", "tile", "tiles 1 to 3, each with its sides A and B")

    def _route(self, route: Route) -> None:
        file, entry = "trade_routes.toml", f"route {route.id}"
        with self.faults.reading():
            self.require(route.tile in (1, 2, 3), file, entry, "tile", "1, 2 or 3")
        with self.faults.reading():
            self.known(route.side, ("A", "B"), file, entry, "side")
        for field in ("cost", "income"):
            with self.faults.reading():
                given = len(getattr(route, field))
                self.require(given == 5, file, entry, field, f"VAL-5: {given} entries, not one each for five spaces")
        for number, income in enumerate(route.income, 1):
            field = f"income[{number}]"
            self._effect(income, file, entry, field)
            self.require(
                not builds(income), file, entry, field, "PROG-15: an income that builds would need reservations"
            )

    def _route_tiles(self) -> None:
        """Checks that there are enough trade-bonus tiles beside each route. VAL-5"""
        beside = self.content.board.trade_bonus_tiles_per_route
        for seats, count in beside.items():
            fits = not seats.isdecimal() or count >= int(seats)
            self.require(fits, "board.toml", "trade_bonus_tiles_per_route", seats, f"VAL-5: at least {seats}")
        for colour in TILE_COLOURS:
            tiles, wanted = sum(tile.colour == colour for tile in self.content.trade_bonuses), 3 * max(beside.values())
            words = f"VAL-5: {tiles} {colour} tiles, and {wanted} lie beside the 3 routes"
            self.require(tiles >= wanted, "trade_bonuses.toml", "tile", "colour", words)

    def _tiles(self) -> None:
        """Checks the tiles of the box: how many there are, their effects, ids and colours.

        INV-16, INV-17, INV-20, INV-21
        """
        content = self.content
        for file, table, tiles, count in (
            ("trade_bonuses.toml", "tile", content.trade_bonuses, 30),
            ("action_bonuses.toml", "tile", content.action_bonuses, 5),
            ("foundations.toml", "foundation", content.foundations, 20),
            ("sea_peoples.toml", "tile", content.sea_peoples, 20),
        ):
            with self.faults.reading():
                self.require(len(tiles) == count, file, table, "-", f"{len(tiles)} of them, not {count}")
                for tile in tiles:
                    with self.faults.reading():
                        self._effect(tile.effect, file, f"{table} {tile.id}", "effect")
                self.faults.unique([tile.id for tile in tiles], file, table, "id")
        for file, tiles, colours in (
            ("trade_bonuses.toml", content.trade_bonuses, TILE_COLOURS),
            ("action_bonuses.toml", content.action_bonuses, ("",)),
        ):
            with self.faults.reading():
                for tile in tiles:
                    words = f"{_list(colours)}" if colours[0] else "these tiles have no colour"
                    self.require(tile.colour in colours, file, f"tile {tile.id}", "colour", words)

    def _sea_peoples(self) -> None:
        """Checks the tiles of the Sea Peoples. VAL-8, INV-20"""
        file, tiles = "sea_peoples.toml", self.content.sea_peoples
        for tile in tiles:
            with self.faults.reading():
                self.require(tile.level in (1, 2), file, f"tile {tile.id}", "level", "1 or 2")
        first = sum(tile.level == 1 for tile in tiles)
        self.require(first == 10, file, "tile", "level", f"ten of each level, not {first} of level 1")


def _list(words: Collection[object]) -> str:
    return ", ".join(map(str, words))
