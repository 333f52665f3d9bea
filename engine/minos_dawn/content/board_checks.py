"""Checks of the main board and player boards, tracks and abilities. VAL-3, VAL-6, INV-9 to INV-14, INV-19, INV-26"""

from collections.abc import Mapping

from engine.minos_dawn.content.checking import SEATS, DawnChecks, as_list
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.content.records import Ability, ActionSpace, MapSetup, Region, Track

DICE_COLOURS = ("red", "blue", "yellow", "gray")
TRACK_COLOURS = {"red": "influence", "yellow": "cultural", "blue": "population"}
ROWS = ("prepare", "develop", "build", "expand", "wild")
MOST_REGIONS = 24

LEVELS = 3

STANDING = {"influence": ("palace",), "cultural": ("ability",), "population": ("weapons", "presence", "dominance")}
"""For each track, the fields whose values stay in force. Space 0 of the track must set all of them. TRACK-2"""

ABILITY_FIELDS = {
    "SA1": ("card_discount",),
    "SA2": ("gain",),
    "SA3": ("gain", "coin_discount"),
    "SA4": ("group_total",),
    "SA5": ("exchange_give", "exchange_get", "income", "resources_per_vp"),
}
"""For each ability, the fields with one number or gain per level. ABIL"""


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
            at.require(len(set(numbers)) == len(numbers), field, "a region is listed twice")
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

    def _player_board(self) -> None:  # INV-9 to INV-14
        board, file = self.content.player_board, "player_board.toml"
        with self.faults.until_unread():
            self.check_value(board.income.start, 0, file, "income", "start")
        with self.faults.until_unread():
            spaces = len(board.income.spaces)
            words = f"{spaces - 1}, as there are {spaces} spaces"
            self.require(spaces == board.income.last + 1, file, "income", "last", words)
        with self.faults.until_unread():
            self.check_value(board.warriors.on_map, 1, file, "warriors", "on_map")
        for table, count in (("city", 3), ("tower", 3), ("ship", 3), ("farm", 4)):
            with self.faults.until_unread():
                given = len(getattr(board, table))
                self.require(given == count, file, table, "-", f"INV-10: {given} of them, not {count}")
        for table in ("tower", "farm"):
            for number, piece in enumerate(getattr(board, table), 1):
                with self.faults.until_unread():
                    self.at(file, f"{table} no. {number}").effect(piece.gain, "gain")
        for number, gain in enumerate(board.goods.gained, 1):
            self.at(file, "goods").effect(gain, f"gained[{number}]")

    def _tracks(self) -> None:  # INV-26
        tracks, file = self.content.tracks, "progress_tracks.toml"
        self.check_value(tracks.top, 8, file, "-", "top")
        self.payment(tracks.beyond_top, file, "beyond_top")
        self.check_value(tuple(track.id for track in tracks.track), TRACKS, file, "track", "id")
        for track in tracks.track:
            self.faults.run(self._track, track)

    def _track(self, track: Track) -> None:
        at = self.at("progress_tracks.toml", f"track {track.id}")
        with self.faults.until_unread():
            wanted = {name: colour for colour, name in TRACK_COLOURS.items()}.get(track.id)
            at.check_value(track.colour, wanted, "colour")
        spaces, top = track.spaces, self.content.tracks.top
        at.require(len(spaces) == top + 1, "spaces", f"{len(spaces)} spaces, not {top + 1}: 0 to {top}")
        mine = STANDING.get(track.id, ())
        for number, space in enumerate(spaces, 1):
            with self.faults.until_unread():
                if space.gain:
                    at.effect(space.gain, f"spaces[{number}].gain")
                for field in ("palace", "ability", "weapons", "presence", "dominance"):
                    stands = field in mine or not getattr(space, field)
                    at.require(stands, f"spaces[{number}].{field}", f"this track has {as_list(mine) or 'none'}")
                at.require(space.ability <= LEVELS, f"spaces[{number}].ability", f"1 to {LEVELS}")
        for field in mine:
            at.require(getattr(spaces[0], field) >= 1 if spaces else False, f"spaces[1].{field}", "space 0 needs one")

    def _abilities(self) -> None:  # INV-19
        abilities, file = self.content.abilities, "abilities.toml"
        self.check_value(tuple(ability.id for ability in abilities), tuple(ABILITY_FIELDS), file, "ability", "id")
        for ability in abilities:
            self.faults.run(self._ability, ability)
        for number, field, wanted in (
            (1, "gain", ("temp 1", "randomgood 1", "temp 1; good 1")),
            (4, "exchange_get", (1, 1, 1)),
        ):
            with self.faults.until_unread():
                if number < len(abilities):
                    ability = abilities[number]
                    self.check_value(getattr(ability, field), wanted, file, f"ability {ability.id}", field)

    def _ability(self, ability: Ability) -> None:
        at = self.at("abilities.toml", f"ability {ability.id}")
        if ability.id not in ABILITY_FIELDS:
            return
        mine = ABILITY_FIELDS[ability.id]
        for field in dict.fromkeys(name for names in ABILITY_FIELDS.values() for name in names):
            with self.faults.until_unread():
                given, wanted = len(getattr(ability, field)), LEVELS if field in mine else 0
                words = f"one a level, {LEVELS} in all" if wanted else f"{ability.id} has no use for it"
                at.require(given == wanted, field, words)
        for field in ("gain", "income"):
            with self.faults.until_unread():
                for number, text in enumerate(getattr(ability, field), 1):
                    at.effect(text, f"{field}[{number}]")

    parts = (_figures, _dice, _supplies, _rows, _vase_slots, _map, _setups, _player_board, _tracks, _abilities)
