"""Checks of the main board: its figures, rows and map. VAL-3, VAL-6"""

from collections.abc import Callable, Mapping

from engine.minos_dawn.content.checking import SEATS, DawnChecks, as_list
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.records import ActionSpace, MapSetup, Region

DICE_COLOURS = ("red", "blue", "yellow", "gray")
TRACK_COLOURS = {"red": "influence", "yellow": "cultural", "blue": "population"}
ROWS = ("prepare", "develop", "build", "expand", "wild")
MOST_REGIONS = 24


class BoardChecks(DawnChecks):
    def _figures(self) -> None:
        board, file = self.content.board, "board.toml"
        for field, wanted in (
            ("rounds", 4), ("scoring_rounds", (2, 4)), ("age2_from_round", 3), ("reroll_if_same_value", 6),
            ("dice_per_player", 4),
        ):  # fmt: skip
            with self.faults.until_unread():
                self.check_value(getattr(board, field), wanted, file, "-", field)
        with self.faults.until_unread():
            self.require(board.offer_size <= 10, file, "-", "offer_size", "at most 10 fit on the table")
        self.payment(board.forfeit, file, "forfeit")

    def _dice(self) -> None:  # SETUP-2
        dice, file = self.content.board.dice, "board.toml"
        self._colours(dice.colours, "colours")
        words = f"one count for each of {as_list(DICE_COLOURS)}"
        self.require(set(dice.colours) == set(DICE_COLOURS), file, "dice", "colours", words)
        for seats in SEATS:
            with self.faults.until_unread():
                field = f"removed_{seats}"
                removed: Mapping[str, int] = getattr(dice, field)
                self._colours(removed, field)
                for colour, count in removed.items():
                    there = dice.colours.get(colour, 0)
                    self.require(count <= there, file, "dice", field, f"there are only {there} {colour} dice")
                left = sum(dice.colours.values()) - sum(removed.values())
                wanted = 4 * seats
                words = f"{left} dice are left, and {seats} players take {wanted}"
                self.require(left >= wanted, file, "dice", field, words)

    def _colours(self, counts: Mapping[str, int], field: str) -> None:
        for colour in counts:
            self.check_word(colour, DICE_COLOURS, "board.toml", "dice", field)

    def _supplies(self) -> None:
        goods, file = self.content.board.goods, "board.toml"
        with self.faults.until_unread():
            self.check_value(goods.types, GOODS, file, "goods", "types")
        with self.faults.until_unread():
            is_even = goods.temporary_tiles % len(GOODS) == 0
            self.require(is_even, file, "goods", "temporary_tiles", f"as many of each of the {len(GOODS)} types")
        with self.faults.until_unread():
            most = goods.tiles_per_type
            is_less = goods.face_up_per_type <= most
            self.require(is_less, file, "goods", "face_up_per_type", f"at most the {most} of a type")
        beside = self.content.board.trade_bonus_tiles_per_route
        fits = sorted(beside) == ["2", "3", "4"]
        self.require(fits, file, "trade_bonus_tiles_per_route", "-", "one count each for 2, 3 and 4")

    def _rows(self) -> None:  # VAL-6
        rows = self.content.board.row
        self.check_value(tuple(row.id for row in rows), ROWS, "board.toml", "row", "id")
        for row in rows:
            for seats in SEATS:
                self.faults.run(self._spaces, row.id, seats, getattr(row, f"spaces_{seats}"))

    def _spaces(self, row: str, seats: int, spaces: tuple[ActionSpace, ...]) -> None:
        at = self.at("board.toml", f"row {row}")
        field = f"spaces_{seats}"
        at.require(len(spaces) == seats, field, f"VAL-6: {len(spaces)} spaces for {seats} players, not {seats}")
        for number, space in enumerate(spaces, 1):
            with self.faults.until_unread():
                if space.gain:
                    at.effect(space.gain, f"{field}[{number}].gain")
                fits = not space.age2_draw or row == "prepare"
                at.require(fits, f"{field}[{number}].age2_draw", "PREP-4: in the row prepare alone")

    def _vase_slots(self) -> None:  # VASE-1, VASE-3
        slots, file = self.content.board.vase_slots, "board.toml"
        self.check_value(slots.vases_in_play, 3, file, "vase_slots", "vases_in_play")
        self.require(len(slots.vp) == 3, file, "vase_slots", "vp", f"three slots, not {len(slots.vp)}")
        falls = slots.vp == tuple(sorted(set(slots.vp), reverse=True))
        self.require(falls, file, "vase_slots", "vp", "each less than the one before")
        for vp in slots.covered_at_2:
            words = f"no slot of {vp} VP; they are {as_list(slots.vp)}"
            self.require(vp in slots.vp, file, "vase_slots", "covered_at_2", words)

    def _map(self) -> None:  # VAL-3
        regions, file = self.content.board.region, "board.toml"
        self.faults.check_unique((region.id for region in regions), file, "region", "id")
        self.faults.check_unique((islet.id for islet in self.content.board.islet), file, "islet", "id")
        self.faults.check_unique((region.number for region in regions), file, "region", "number")
        by_number = {region.number: region for region in regions}
        for region in regions:
            self.faults.run(self._region, region, by_number)

    def _region(self, region: Region, regions: Mapping[int, Region]) -> None:
        at = self.at("board.toml", f"region {region.id}")
        at.require(region.number <= MOST_REGIONS, "number", f"at most {MOST_REGIONS}")
        with self.faults.until_unread():
            at.check_word(region.good, GOODS, "good")
        for other in region.adjacent:
            if at.require(other in regions and other != region.number, "adjacent", f"there is no other region {other}"):
                there = regions[other]
                words = f"{there.id} ({other}) does not list {region.number}"
                at.require(region.number in there.adjacent, "adjacent", words)

    def _setups(self) -> None:  # VAL-3
        board, file = self.content.board, "board.toml"
        given = sorted(setup.players for setup in board.setup)
        self.require(given == list(SEATS), file, "setup", "players", f"one setup each for {as_list(SEATS)} players")
        for setup in board.setup:
            self.faults.run(self._setup, setup, {region.number: region for region in board.region})

    def _setup(self, setup: MapSetup, regions: Mapping[int, Region]) -> None:
        at = self.at("board.toml", f"setup {setup.players}")
        for field in ("active", "starting"):
            numbers = getattr(setup, field)
            for number in numbers:
                at.require(number in regions, field, f"there is no region {number}")
            at.require(len(set(numbers)) == len(numbers), field, "a region stands there twice")
        active = set(setup.active)
        at.require(set(setup.starting) <= active, "starting", "a region out of play")
        at.require(len(setup.starting) == setup.players, "starting", f"VAL-3: {setup.players}, as many as seats")
        at.require(len(active) - setup.players <= 10, "active", "VAL-3: more than 10 do not start")
        at.require(len(active) >= 7, "active", "VAL-3: fewer than 7 regions")
        edge = [number for number in setup.active[:1] if number in regions]
        reached = set(edge)
        while edge:
            edge = [n for number in edge for n in regions[number].adjacent if n in active and n not in reached]
            edge = [number for number in dict.fromkeys(edge) if number in regions]
            reached.update(edge)
        at.require(reached == active, "active", "VAL-3: not all connected with one another")

    @property
    def parts(self) -> tuple[Callable[[], None], ...]:
        return (self._figures, self._dice, self._supplies, self._rows, self._vase_slots, self._map, self._setups)
