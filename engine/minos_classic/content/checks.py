"""Checks of content before a game is played with it: references and counts."""

from collections.abc import Mapping
from pathlib import Path

from engine.kernel.content import Checks, load
from engine.minos_classic.content.records import FACES, FOLDER, Content, RecruitCost, Zone, read_content

BOARD, PIECES, COSTS, DICE = "board.toml", "pieces.toml", "costs.toml", "dice.toml"

ACTIONS = {"income": "scales", "rings": "arrow", "movement": "gull", "building": "build"}
"""The kinds of action with their faces. DICE-7"""


def load_content(folder: Path = FOLDER) -> Content:
    return load(folder, "minos", read_content, ClassicChecks)


class ClassicChecks(Checks[Content]):
    def _ids(self) -> None:
        board = self.content.board
        harbours = [site.harbour.id for site in board.site]
        self.check_unique([mass.id for mass in (*board.landmass, *board.outer_sea)], BOARD, "landmass", "id")
        self.check_unique([islet.id for islet in board.islet], BOARD, "islet", "id")
        zones, sites, paths = ([each.id for each in table] for table in (board.zone, board.site, board.path))
        seen: set[str] = set()
        for table, ids in (("zone", zones), ("site harbour", harbours), ("site", sites), ("path", paths)):
            for space in ids:
                self.require(space not in seen, BOARD, f"{table} {space}", "id", "names two spaces; each needs its own")
                seen.add(space)

    def _zones(self) -> None:  # MOVE-6
        zones = {zone.id: zone for zone in self.content.board.zone}
        for zone in zones.values():
            self.faults.run(self._zone, zone, zones)

    def _zone(self, zone: Zone, zones: Mapping[str, Zone]) -> None:
        for other in zone.adjacent:
            if self.check_word(other, zones, BOARD, f"zone {zone.id}", "adjacent"):
                lists = zone.id in zones[other].adjacent and other != zone.id
                self.require(lists, BOARD, f"zone {zone.id}", "adjacent", f"{other} does not list it")

    def _sites(self) -> None:  # MOVE-8
        zones = [zone.id for zone in self.content.board.zone]
        for site in self.content.board.site:
            with self.faults.until_unread():
                self.check_word(site.harbour.zone, zones, BOARD, f"site {site.id}", "harbour.zone")

    def _land(self) -> None:
        """Check that land lines lead to known spaces and are mutual. MOVE-4"""
        board = self.content.board
        tables = {**{site.id: "site" for site in board.site}, **{path.id: "path" for path in board.path}}
        land = {site.id: site.land for site in board.site} | {path.id: path.land for path in board.path}
        for space, linked in land.items():
            for other in linked:
                entry = f"{tables[space]} {space}"
                if self.check_word(other, land, BOARD, entry, "land"):
                    lists = space in land[other] and other != space
                    self.require(lists, BOARD, entry, "land", f"{other} does not list it")

    def _start(self) -> None:  # SETUP-3
        board = self.content.board
        start, zones = board.start.ship_zone, [zone.id for zone in board.zone]
        if self.check_word(start, zones, BOARD, "start", "ship_zone"):
            fish = [zone.id for zone in board.zone if zone.fish]
            self.require(
                fish == [start], BOARD, "start", "ship_zone", f"where the fish is, in one zone: {', '.join(fish)}"
            )

    def _short_game(self) -> None:  # HOUSE-1
        board = self.content.board
        short, sites = board.house.short_game, [site.id for site in board.site]
        for field in ("closed_sites_2p", "closed_sites_3p", "closed_sites_4p"):
            with self.faults.until_unread():
                for closed in getattr(short, field):
                    self.check_word(closed, sites, BOARD, "house", f"short_game.{field}")

    def _colours(self) -> None:
        colours = self.content.pieces.colour
        with self.faults.until_unread():
            self.require(len(colours) >= 4, PIECES, "colour", "-", f"{len(colours)} colours for up to 4 players")
        with self.faults.until_unread():
            self.check_unique([colour.id for colour in colours], PIECES, "colour", "id")

    def _buildings(self) -> None:  # VALUE-1, VALUE-2
        pieces = self.content.pieces
        ids = tuple(kind.id for kind in pieces.building)
        self.check_value(ids, ("harbour", "dwelling", "warehouse", "wall"), PIECES, "building", "id")
        for kind in pieces.building:
            with self.faults.until_unread():
                self.check_value(kind.doubles, kind.id == "wall", PIECES, f"building {kind.id}", "doubles")

    def _stack(self) -> None:
        """Check that a city is a full stack. BUILD-5 to BUILD-8"""
        stack = self.content.pieces.stack
        self.require(
            stack.city_at == stack.max_per_site, PIECES, "stack", "city_at", f"a full stack, {stack.max_per_site}"
        )

    def _positions(self) -> None:  # BUILD-3
        positions = self.content.costs.position
        most = self.content.pieces.stack.max_per_site
        numbers = [position.number for position in positions]
        self.require(numbers == list(range(1, most + 1)), COSTS, "position", "number", f"1 to {most}, in order")

    def _recruits(self) -> None:  # BUY-1 to BUY-3
        costs, known = self.content.costs, [kind.id for kind in self.content.pieces.building]
        recruits: tuple[tuple[str, RecruitCost], ...] = (
            ("recruit_guard", costs.recruit_guard), ("recruit_ship", costs.recruit_ship)
        )  # fmt: skip
        for entry, cost in recruits:
            with self.faults.until_unread():
                self.check_word(cost.needs_building, known, COSTS, entry, "needs_building")
                most = self.content.pieces.stack.max_per_site
                self.require(cost.needs_count <= most, COSTS, entry, "needs_count", f"a site holds at most {most}")

    def _dice(self) -> None:  # DICE-1, DICE-3
        dice = self.content.dice
        with self.faults.until_unread():
            self.require(len(dice.die) == 6, DICE, "die", "-", f"{len(dice.die)} of them, not 6")
        for die in dice.die:
            with self.faults.until_unread():
                for face in die.faces:
                    self.check_word(face, FACES, DICE, f"die {die.id}", "faces")
                sides = len(dice.die[0].faces)
                self.require(len(die.faces) == sides > 0, DICE, f"die {die.id}", "faces", "all dice have as many faces")
        with self.faults.until_unread():
            self.check_unique([die.id for die in dice.die], DICE, "die", "id")

    def _actions(self) -> None:  # DICE-7, DICE-12
        actions = self.content.dice.action
        self.check_value(tuple(action.id for action in actions), tuple(ACTIONS), DICE, "action", "id")
        for action in actions:
            with self.faults.until_unread():
                entry = f"action {action.id}"
                self.check_value(action.face, ACTIONS.get(action.id), DICE, entry, "face")

    def _fight(self) -> None:  # FIGHT-7, FIGHT-11 to FIGHT-14
        fight = self.content.dice.fight
        for field, faces in (("locked_faces", fight.locked_faces), ("combination.faces", fight.combination.faces)):
            with self.faults.until_unread():
                for face in faces:
                    self.check_word(face, FACES, DICE, "fight", field)
        for face in fight.value:
            self.check_word(face, FACES, DICE, "fight", "value")
        values = dict.fromkeys(FACES, 0) | dict(fight.value)
        for face in FACES:
            self.require(face in fight.value, DICE, "fight", f"value.{face}", "the face has no value")
        group = fight.combination
        together = group.bonus_over_sum + sum(values.get(face, 0) for face in group.faces)
        self.require(
            group.value == together, DICE, "fight", "combination.value", f"{together}, as its dice and bonus add up"
        )
        self.require(
            len(set(group.faces)) == len(group.faces) > 0, DICE, "fight", "combination.faces", "different faces"
        )

    parts = (
        _ids, _zones, _sites, _land, _start, _short_game, _colours,
        _buildings, _stack, _positions, _recruits, _dice,
        _actions, _fight,
    )  # fmt: skip
