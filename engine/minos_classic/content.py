"""The box: board, pieces, costs and dice, read from the TOML files beside this one and checked when they are read."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

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


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


Polygon = tuple[tuple[int, int], ...]


class Canvas(_Record, frozen=True):
    """Size of the drawn board in pixels; the map ends at `map_height`, below it runs the value scale."""

    width: int
    height: int
    map_height: int


class ScaleTrack(_Record, frozen=True):
    """The value scale: the centre of cell n lies at (x0 + n * dx, y). VALUE-4"""

    min: int
    max: int
    x0: int
    dx: int
    y: int


class Shape(_Record, frozen=True):
    """An outline that is only drawn."""

    id: str
    name: str
    polygon: Polygon


class Islet(_Record, frozen=True):
    """A small island that is only drawn."""

    id: str
    x: int
    y: int
    r: int


class Zone(_Record, frozen=True):
    """One sea area; `adjacent` lists the zones that share a border with it. MOVE-6"""

    id: str
    name: str
    x: int
    y: int
    adjacent: tuple[str, ...]
    polygon: Polygon
    fish: bool = False


class Harbour(_Record, frozen=True):
    """The disc of water that belongs to a site, entered from `zone` alone. MOVE-8"""

    id: str
    x: int
    y: int
    zone: str


class Site(_Record, frozen=True):
    """A place for a stack of buildings; `land` lists the land spaces linked to it."""

    id: str
    name: str
    region: str
    landmass: str
    x: int
    y: int
    land: tuple[str, ...]
    harbour: Harbour


class PathPoint(_Record, frozen=True):
    """A land dot between sites. MOVE-4"""

    id: str
    x: int
    y: int
    land: tuple[str, ...]


class Start(_Record, frozen=True):
    """Where the ships stand at the start. SETUP-3"""

    ship_zone: str


class ShortGame(_Record, frozen=True):
    """Sites closed in the short game, by number of seats. HOUSE-1"""

    enabled: bool
    closed_sites_2p: tuple[str, ...]
    closed_sites_3p: tuple[str, ...]
    closed_sites_4p: tuple[str, ...]


class House(_Record, frozen=True):
    """What house options need of the board."""

    short_game: ShortGame


class Board(_Record, frozen=True):
    """board.toml"""

    schema: str
    id: str
    name: str
    site_count: int
    zone_count: int
    canvas: Canvas
    scale_track: ScaleTrack
    start: Start
    house: House
    landmass: tuple[Shape, ...]
    outer_sea: tuple[Shape, ...]
    islet: tuple[Islet, ...]
    zone: tuple[Zone, ...]
    site: tuple[Site, ...]
    path: tuple[PathPoint, ...]


class Colour(_Record, frozen=True):
    """The colour of a seat."""

    id: str
    name: str
    hex: str


class PlayerCount(_Record, frozen=True):
    """How many can play. GEN-1"""

    min: int
    max: int
    basis: str


class PerPlayer(_Record, frozen=True):
    """Pieces of one colour, those on the board at the start included. SETUP-2"""

    ships: int
    guards: int
    value_markers: int
    basis: str


class Holdings(_Record, frozen=True):
    """What each player starts with. SETUP-3 to SETUP-6"""

    ships_on_board: int
    guards_on_board: int
    talents: int
    rings: int
    marker: int
    basis: str


class BuildingTotal(_Record, frozen=True):
    """All buildings of the box together. SETUP-7"""

    total: int
    total_basis: str
    split_basis: str


class BuildingKind(_Record, frozen=True):
    """One kind of building: how many there are, and what one is worth. VALUE-1, VALUE-2"""

    id: str
    name: str
    supply: int
    value: int
    doubles: bool
    recruits: str
    hex: str


class StackLimits(_Record, frozen=True):
    """How buildings may stand on one another. BUILD-5 to BUILD-8"""

    max_per_site: int
    city_at: int
    walls_per_site_max: int
    first_may_be_wall: bool
    city_needs_wall: bool


class RingSupply(_Record, frozen=True):
    """All rings of the box. SETUP-7"""

    supply: int
    basis: str


class Bank(_Record, frozen=True):
    """The coins; the bank can always pay. GEN-3"""

    coins_in_box: int
    coins_basis: str
    unlimited: bool
    display_denominations: tuple[int, ...]
    denominations_basis: str


class ValueScale(_Record, frozen=True):
    """The printed scale and the size of a lap beyond it. VALUE-4"""

    min: int
    max: int
    range_basis: str
    overflow: str
    lap_size: int
    overflow_basis: str


class Pieces(_Record, frozen=True):
    """pieces.toml"""

    schema: str
    players: PlayerCount
    colour: tuple[Colour, ...]
    per_player: PerPlayer
    start: Holdings
    buildings: BuildingTotal
    building: tuple[BuildingKind, ...]
    stack: StackLimits
    rings: RingSupply
    bank: Bank
    value_scale: ValueScale


class PositionCost(_Record, frozen=True):
    """What the building that becomes number `number` of a stack costs. BUILD-3"""

    number: int
    talents: int
    points: int
    wall_allowed: bool
    basis: str


class WallCost(_Record, frozen=True):
    """What a wall costs wherever it comes. BUILD-4"""

    points: int
    talents: str
    basis: str


class Price(_Record, frozen=True):
    """A price in talents."""

    talents: int
    basis: str


class RecruitCost(_Record, frozen=True):
    """Price and condition of a recruit. BUY-1 to BUY-3"""

    talents: int
    needs_building: str
    needs_count: int
    per_colony_per_turn: int
    basis: str
    needs_empty_harbour: bool = False


class Founding(_Record, frozen=True):
    """What comes with the first building of a site. BUILD-12"""

    free_guards: int
    basis: str


class StepCost(_Record, frozen=True):
    """Price of a step. MOVE-3"""

    points_per_step: int
    basis: str


class RerollCost(_Record, frozen=True):
    """Price of a further roll in a fight. FIGHT-9, FIGHT-10"""

    rings: int
    first_roll_free: bool
    basis: str


class Costs(_Record, frozen=True):
    """costs.toml"""

    schema: str
    position: tuple[PositionCost, ...]
    wall: WallCost
    ring: Price
    recruit_guard: RecruitCost
    recruit_ship: RecruitCost
    founding: Founding
    move: StepCost
    reroll_in_fight: RerollCost


class DiceSet(_Record, frozen=True):
    """The action dice. DICE-1, DICE-3"""

    dice: int
    rolls_max: int
    identical: bool
    faces_basis: str


class Die(_Record, frozen=True):
    """One die."""

    id: int
    faces: tuple[str, ...]


class ActionKind(_Record, frozen=True):
    """One kind of action and what dice are worth for it. DICE-12"""

    id: str
    face: str
    per_die: int
    star_bonus: int
    unit: str
    must_be_first: bool


class Joker(_Record, frozen=True):
    """What a joker stands for. DICE-8"""

    stands_for: tuple[str, ...]
    max_per_combination: int


class Star(_Record, frozen=True):
    """What a star needs. DICE-9"""

    needs_partner: bool
    max_per_combination: int


class CombinationScope(_Record, frozen=True):
    """The readings of a combination. DICE-10"""

    scope: str
    scope_options: tuple[str, ...]
    scope_basis: str


class FightSet(_Record, frozen=True):
    """The set that counts more than its dice. FIGHT-13"""

    faces: tuple[str, ...]
    value: int
    bonus_over_sum: int
    repeatable: bool


class Fight(_Record, frozen=True):
    """What dice do in a fight. FIGHT-7, FIGHT-11 to FIGHT-14"""

    dice: int
    locked_faces: tuple[str, ...]
    tie_winner: str
    max_value: int
    value: dict[str, int]
    combination: FightSet


class Dice(_Record, frozen=True):
    """dice.toml"""

    schema: str
    set: DiceSet
    die: tuple[Die, ...]
    action: tuple[ActionKind, ...]
    joker: Joker
    star: Star
    combination: CombinationScope
    fight: Fight


_FILES: dict[str, type[_Record]] = {
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
