"""The records that the content files are decoded to, one class for each table of a file."""

from typing import Annotated, ClassVar, Literal

import msgspec

from engine.kernel.content import Count, Id, Name, Pixel, Positive


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


Hex = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Point = tuple[Pixel, Pixel]
Polygon = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


class Canvas(Record, frozen=True):
    """Size of the drawn board in pixels; the map ends at `map_height`, below it runs the value scale."""

    width: Pixel
    height: Pixel
    map_height: Pixel


class ScaleTrack(Record, frozen=True):
    """The value scale: the centre of cell n lies at (x0 + n * dx, y). VALUE-4"""

    min: int
    max: int
    x0: Pixel
    dx: Pixel
    y: Pixel


class Shape(Record, frozen=True):
    """An outline that is only drawn."""

    id: Id
    name: Name
    polygon: Polygon


class Islet(Record, frozen=True):
    """A small island that is only drawn."""

    id: Id
    x: Pixel
    y: Pixel
    r: Pixel


class Zone(Record, frozen=True):
    """One sea area; `adjacent` lists the zones that share a border with it. MOVE-6"""

    id: Id
    name: Name
    x: Pixel
    y: Pixel
    adjacent: tuple[str, ...]
    polygon: Polygon
    fish: bool = False


class Harbour(Record, frozen=True):
    """The disc of water that belongs to a site, entered from `zone` alone. MOVE-8"""

    id: Id
    x: Pixel
    y: Pixel
    zone: str


class Site(Record, frozen=True):
    """A place for a stack of buildings; `land` lists the land spaces linked to it."""

    id: Id
    name: Name
    region: str
    landmass: str
    x: Pixel
    y: Pixel
    land: tuple[str, ...]
    harbour: Harbour


class PathPoint(Record, frozen=True):
    """A land dot between sites. MOVE-4"""

    id: Id
    x: Pixel
    y: Pixel
    land: tuple[str, ...]


class Start(Record, frozen=True):
    """Where the ships stand at the start. SETUP-3"""

    ship_zone: str


class ShortGame(Record, frozen=True):
    """Sites closed in the short game, by number of seats. HOUSE-1"""

    enabled: bool
    closed_sites_2p: tuple[str, ...]
    closed_sites_3p: tuple[str, ...]
    closed_sites_4p: tuple[str, ...]


class House(Record, frozen=True):
    """What house options need of the board."""

    short_game: ShortGame


class Board(Record, frozen=True):
    """The file board.toml: zones, sites, paths and where pieces start."""

    schema: Literal["minos-board/1"]
    id: Id
    name: Name
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


class Colour(Record, frozen=True):
    """The colour of a seat."""

    id: Id
    name: Name
    hex: Hex


class PlayerCount(Record, frozen=True):
    """How many can play. GEN-1"""

    min: int
    max: int
    basis: str


class PerPlayer(Record, frozen=True):
    """Pieces of one colour, those on the board at the start included. SETUP-2"""

    ships: Positive
    guards: Count
    value_markers: int
    basis: str


class StartingPieces(Record, frozen=True):
    """What each player starts with. SETUP-3 to SETUP-6"""

    ships_on_board: int
    guards_on_board: int
    talents: Count
    rings: Count
    marker: Count
    basis: str


class BuildingTotal(Record, frozen=True):
    """All buildings of the box together. SETUP-7"""

    total: int
    total_basis: str
    split_basis: str


class BuildingKind(Record, frozen=True):
    """One kind of building: how many there are, and what one is worth. VALUE-1, VALUE-2"""

    id: Id
    name: Name
    supply: Count
    value: Count
    doubles: bool
    recruits: str
    hex: Hex


class StackLimits(Record, frozen=True):
    """How buildings may stand on one another. BUILD-5 to BUILD-8"""

    max_per_site: Positive
    city_at: int
    walls_per_site_max: int
    first_may_be_wall: bool
    city_needs_wall: bool


class RingSupply(Record, frozen=True):
    """All rings of the box. SETUP-7"""

    supply: Count
    basis: str


class Bank(Record, frozen=True):
    """The coins; the bank can always pay. GEN-3"""

    coins_in_box: int
    coins_basis: str
    unlimited: bool
    display_denominations: tuple[int, ...]
    denominations_basis: str


class ValueScale(Record, frozen=True):
    """The printed scale and the size of a lap beyond it. VALUE-4"""

    min: int
    max: int
    range_basis: str
    overflow: str
    lap_size: int
    overflow_basis: str


class Pieces(Record, frozen=True):
    """The file pieces.toml: what is in the box for each player and in common."""

    schema: Literal["minos-pieces/1"]
    players: PlayerCount
    colour: tuple[Colour, ...]
    per_player: PerPlayer
    start: StartingPieces
    buildings: BuildingTotal
    building: tuple[BuildingKind, ...]
    stack: StackLimits
    rings: RingSupply
    bank: Bank
    value_scale: ValueScale


class PositionCost(Record, frozen=True):
    """What the building that becomes number `number` of a stack costs. BUILD-3"""

    named_by: ClassVar[str] = "number"

    number: int
    talents: Count
    points: Positive
    wall_allowed: bool
    basis: str


class WallCost(Record, frozen=True):
    """What a wall costs wherever it comes. BUILD-4"""

    points: Positive
    talents: Literal["by_position"]
    basis: str


class Price(Record, frozen=True):
    """A price in talents. `basis` says whether a source states it or it is our design."""

    talents: Positive
    basis: str


class RecruitCost(Record, frozen=True):
    """Price and condition of a recruit. BUY-1 to BUY-3"""

    talents: Count
    needs_building: str
    needs_count: Positive
    per_colony_per_turn: int
    basis: str
    needs_empty_harbour: bool = False


class Founding(Record, frozen=True):
    """What comes with the first building of a site. BUILD-12"""

    free_guards: Count
    basis: str


class StepCost(Record, frozen=True):
    """Price of a step. MOVE-3"""

    points_per_step: int
    basis: str


class RerollCost(Record, frozen=True):
    """Price of a further roll in a fight. FIGHT-9, FIGHT-10"""

    rings: int
    first_roll_free: bool
    basis: str


class Costs(Record, frozen=True):
    """The file costs.toml: all prices of the game."""

    schema: Literal["minos-costs/1"]
    position: tuple[PositionCost, ...]
    wall: WallCost
    ring: Price
    recruit_guard: RecruitCost
    recruit_ship: RecruitCost
    founding: Founding
    move: StepCost
    reroll_in_fight: RerollCost


class DiceSet(Record, frozen=True):
    """The action dice. DICE-1, DICE-3"""

    dice: Positive
    rolls_max: Positive
    identical: bool
    faces_basis: str


class Die(Record, frozen=True):
    """One die: its number and its faces."""

    id: Positive
    faces: tuple[str, ...]


class ActionKind(Record, frozen=True):
    """One kind of action and what dice are worth for it. DICE-12"""

    id: str
    face: str
    per_die: Positive
    star_bonus: Count
    unit: str
    must_be_first: bool


class Joker(Record, frozen=True):
    """What a joker stands for. DICE-8"""

    stands_for: tuple[str, ...]
    max_per_combination: Count


class Star(Record, frozen=True):
    """What a star needs. DICE-9"""

    needs_partner: bool
    max_per_combination: Count


class CombinationScope(Record, frozen=True):
    """The readings of a combination. DICE-10"""

    scope: str
    scope_options: tuple[str, ...]
    scope_basis: str


class FightSet(Record, frozen=True):
    """The set that counts more than its dice. FIGHT-13"""

    faces: tuple[str, ...]
    value: Count
    bonus_over_sum: int
    repeatable: bool


class Fight(Record, frozen=True):
    """What dice do in a fight. FIGHT-7, FIGHT-11 to FIGHT-14"""

    dice: Positive
    locked_faces: tuple[str, ...]
    tie_winner: str
    max_value: int
    value: dict[str, Count]
    combination: FightSet


class Dice(Record, frozen=True):
    """The file dice.toml: the dice, their actions and the fight."""

    schema: Literal["minos-dice/1"]
    set: DiceSet
    die: tuple[Die, ...]
    action: tuple[ActionKind, ...]
    joker: Joker
    star: Star
    combination: CombinationScope
    fight: Fight
