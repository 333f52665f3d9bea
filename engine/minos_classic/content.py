"""The box: board, pieces, costs and dice, read from the TOML files beside this one and checked when they are read."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.minos_classic.records import Board, Costs, Dice, Pieces, Record

T = TypeVar("T")

FOLDER = Path(__file__).parent / "content"

FACES = ("scales", "arrow", "gull", "build", "joker", "star")
"""The six symbols a die can show. DICE-1"""

SHIP = "ship"
GUARD = "guard"

NOBODY = -1
"""In place of a seat, where a space has no pieces."""


class UnfitContent(ValueError):  # noqa: N818  (as the kernel names its refusals)
    """A content file that no game can be played with: which file, entry and field, and what is wrong there."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {problem}")
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem


_FILES: dict[str, type[Record]] = {
    "board.toml": Board,
    "pieces.toml": Pieces,
    "costs.toml": Costs,
    "dice.toml": Dice,
}

_PLACE = re.compile(r"\$\.?(?P<table>\w+)?(?:\[(?P<number>\d+)\])?\.?(?P<field>.*)")


def _read(folder: Path, file: str, record: type[T]) -> T:
    """One file, decoded. Raises `UnfitContent`."""
    try:
        raw = tomllib.loads((folder / file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UnfitContent(file, "-", "-", str(error)) from error
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).rpartition(" - at `")
        raise UnfitContent(file, *_entry_and_field(raw, place.rstrip("`")), problem or str(error)) from error


def _entry_and_field(raw: dict[str, Any], place: str) -> tuple[str, str]:
    """Which entry and field msgspec's path `$.site[3].land[0]` means: (`site s_populonia`, `land[0]`)."""
    found = _PLACE.match(place)
    if found is None:
        return "-", place or "-"
    table = found["table"] or "-"
    if found["number"] is None:
        return table, found["field"] or "-"
    entry = raw[table][int(found["number"])]
    name = entry.get("id", found["number"]) if isinstance(entry, dict) else found["number"]
    return f"{table} {name}", found["field"] or "-"


class Content(msgspec.Struct, frozen=True):
    """All four files, decoded and checked."""

    board: Board
    pieces: Pieces
    costs: Costs
    dice: Dice


def read_content(folder: Path = FOLDER) -> Content:
    """The content of `folder`. Raises `UnfitContent` when a file is missing, does not decode or does not fit."""
    content = Content(
        _read(folder, "board.toml", Board),
        _read(folder, "pieces.toml", Pieces),
        _read(folder, "costs.toml", Costs),
        _read(folder, "dice.toml", Dice),
    )
    _check_board(content.board)
    _check_pieces(content.pieces)
    _check_costs(content.costs, content.pieces)
    _check_dice(content.dice)
    return content


def _check(holds: bool, file: str, entry: str, field: str, problem: str) -> None:
    if not holds:
        raise UnfitContent(file, entry, field, problem)


def _check_board(board: Board) -> None:
    file = "board.toml"
    zones = {zone.id: zone for zone in board.zone}
    sites = {site.id: site for site in board.site}
    land = {**{site.id: site.land for site in board.site}, **{path.id: path.land for path in board.path}}
    harbours = [site.harbour.id for site in board.site]
    everything = [*(zone.id for zone in board.zone), *harbours, *sites, *(path.id for path in board.path)]
    for space in everything:
        _check(everything.count(space) == 1, file, space, "id", "stands for two spaces")
    _check(len(zones) == board.zone_count, file, "-", "zone_count", f"there are {len(zones)} zones")
    _check(len(sites) == board.site_count, file, "-", "site_count", f"there are {len(sites)} sites")
    for zone in board.zone:
        for other in zone.adjacent:
            _check(other in zones, file, f"zone {zone.id}", "adjacent", f"no zone {other}")
            _check(zone.id in zones[other].adjacent, file, f"zone {zone.id}", "adjacent", f"{other} does not list it")
    for site in board.site:
        _check(site.harbour.zone in zones, file, f"site {site.id}", "harbour.zone", f"no zone {site.harbour.zone}")
    for space, linked in land.items():
        for other in linked:
            _check(other in land, file, space, "land", f"no land space {other}")
            _check(space in land[other], file, space, "land", f"{other} does not list it")
    _check(board.start.ship_zone in zones, file, "start", "ship_zone", f"no zone {board.start.ship_zone}")
    fish = [zone.id for zone in board.zone if zone.fish]
    _check(fish == [board.start.ship_zone], file, "start", "ship_zone", f"the fish is on {fish}")
    short = board.house.short_game
    for field in ("closed_sites_2p", "closed_sites_3p", "closed_sites_4p"):
        for closed in getattr(short, field):
            _check(closed in sites, file, "house.short_game", field, f"no site {closed}")


def _check_pieces(pieces: Pieces) -> None:
    file = "pieces.toml"
    _check(len(pieces.colour) >= pieces.players.max, file, "colour", "-", "fewer colours than players")
    supply = sum(kind.supply for kind in pieces.building)
    _check(supply == pieces.buildings.total, file, "buildings", "total", f"the kinds add up to {supply}")
    walls = [kind.id for kind in pieces.building if kind.doubles]
    _check(len(walls) == 1, file, "building", "doubles", f"one kind doubles, not {len(walls)}")
    _check(pieces.start.ships_on_board == 1, file, "start", "ships_on_board", "one ship starts on the fish zone")
    _check(pieces.start.guards_on_board == 0, file, "start", "guards_on_board", "no guard starts on the board")
    _check(pieces.per_player.ships >= 1, file, "per_player", "ships", "at least the starting ship")
    _check(pieces.stack.walls_per_site_max == 1, file, "stack", "walls_per_site_max", "a colony has one wall")
    _check(pieces.stack.city_at == pieces.stack.max_per_site, file, "stack", "city_at", "a city is a full stack")
    _check(not pieces.stack.first_may_be_wall, file, "stack", "first_may_be_wall", "a wall cannot come first")


def _check_costs(costs: Costs, pieces: Pieces) -> None:
    file = "costs.toml"
    numbers = [position.number for position in costs.position]
    _check(numbers == list(range(1, pieces.stack.max_per_site + 1)), file, "position", "number", "one entry a building")
    for position in costs.position:
        _check(position.talents >= 0, file, f"position {position.number}", "talents", "below nothing")
        _check(position.points >= 1, file, f"position {position.number}", "points", "a building takes a point")
        _check(
            position.wall_allowed == (position.number > 1),
            file,
            f"position {position.number}",
            "wall_allowed",
            "anywhere but first",
        )
    _check(costs.wall.points >= 1, file, "wall", "points", "a building takes a point")
    _check(costs.move.points_per_step == 1, file, "move", "points_per_step", "a step costs one point")
    _check(costs.reroll_in_fight.rings == 1, file, "reroll_in_fight", "rings", "a further roll costs one ring")
    _check(costs.ring.talents >= 1, file, "ring", "talents", "a ring costs something")
    for entry, cost in (("recruit_guard", costs.recruit_guard), ("recruit_ship", costs.recruit_ship)):
        known = [kind.id for kind in pieces.building]
        _check(cost.needs_building in known, file, entry, "needs_building", f"no building {cost.needs_building}")
        _check(cost.per_colony_per_turn == 1, file, entry, "per_colony_per_turn", "once a colony and turn")


def _check_dice(dice: Dice) -> None:
    file = "dice.toml"
    _check(len(dice.die) == dice.set.dice, file, "set", "dice", f"there are {len(dice.die)} dice")
    _check(dice.fight.dice == dice.set.dice, file, "fight", "dice", "a fight takes as many dice as a turn")
    for die in dice.die:
        for face in die.faces:
            _check(face in FACES, file, f"die {die.id}", "faces", f"no face {face}")
        _check(len(die.faces) == len(dice.die[0].faces), file, f"die {die.id}", "faces", "all dice have as many faces")
    kinds = [action.id for action in dice.action]
    _check(kinds == ["income", "rings", "movement", "building"], file, "action", "id", f"the kinds are {kinds}")
    for face in FACES:
        _check(face in dice.fight.value, file, "fight.value", face, "no value")
    _check(dice.fight.tie_winner == "defender", file, "fight", "tie_winner", "a tie is the defender's")
