"""The records that the content files are decoded to, one class for each table of a file."""

from typing import Annotated, ClassVar, Literal

import msgspec

from engine.kernel.content import Count, Id, Name, Pixel, Positive


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


Point = tuple[Pixel, Pixel]
Polygon = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


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

    closed_sites_2p: tuple[str, ...]
    closed_sites_3p: tuple[str, ...]
    closed_sites_4p: tuple[str, ...]


class House(Record, frozen=True):
    """What house options need of the board."""

    short_game: ShortGame


class Board(Record, frozen=True):
    """The file board.toml: zones, sites, paths and where pieces start."""

    schema: Literal["minos-board/1"]
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


class PerPlayer(Record, frozen=True):
    """Pieces of one colour, those on the board at the start included. SETUP-2"""

    ships: Positive
    guards: Count


class StartingPieces(Record, frozen=True):
    """What each player starts with. SETUP-3 to SETUP-6"""

    talents: Count
    rings: Count
    marker: Count


class BuildingKind(Record, frozen=True):
    """One kind of building: how many there are, and what one is worth. VALUE-1, VALUE-2"""

    id: Id
    name: Name
    supply: Count
    value: Count
    doubles: bool


class StackLimits(Record, frozen=True):
    """How buildings may stand on one another. BUILD-5 to BUILD-8"""

    max_per_site: Positive
    city_at: int


class RingSupply(Record, frozen=True):
    """All rings of the box. SETUP-7"""

    supply: Count


class Pieces(Record, frozen=True):
    """The file pieces.toml: what is in the box for each player and in common."""

    schema: Literal["minos-pieces/1"]
    colour: tuple[Colour, ...]
    per_player: PerPlayer
    start: StartingPieces
    building: tuple[BuildingKind, ...]
    stack: StackLimits
    rings: RingSupply


class PositionCost(Record, frozen=True):
    """What the building that becomes number `number` of a stack costs. BUILD-3"""

    named_by: ClassVar[str] = "number"

    number: int
    talents: Count
    points: Positive


class WallCost(Record, frozen=True):
    """What a wall costs wherever it comes. BUILD-4"""

    points: Positive


class Price(Record, frozen=True):
    """A price in talents. `basis` says whether a source states it or it is our design."""

    talents: Positive


class RecruitCost(Record, frozen=True):
    """Price and condition of a recruit. BUY-1 to BUY-3"""

    talents: Count
    needs_building: str
    needs_count: Positive


class Founding(Record, frozen=True):
    """What comes with the first building of a site. BUILD-12"""

    free_guards: Count


class Costs(Record, frozen=True):
    """The file costs.toml: all prices of the game."""

    schema: Literal["minos-costs/1"]
    position: tuple[PositionCost, ...]
    wall: WallCost
    ring: Price
    recruit_guard: RecruitCost
    recruit_ship: RecruitCost
    founding: Founding


class DiceSet(Record, frozen=True):
    """The action dice. DICE-1, DICE-3"""

    rolls_max: Positive


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


class Joker(Record, frozen=True):
    """What a joker stands for. DICE-8"""

    max_per_combination: Count


class Star(Record, frozen=True):
    """What a star needs. DICE-9"""

    max_per_combination: Count


class FightSet(Record, frozen=True):
    """The set that counts more than its dice. FIGHT-13"""

    faces: tuple[str, ...]
    value: Count
    bonus_over_sum: int


class Fight(Record, frozen=True):
    """What dice do in a fight. FIGHT-7, FIGHT-11 to FIGHT-14"""

    locked_faces: tuple[str, ...]
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
    fight: Fight
