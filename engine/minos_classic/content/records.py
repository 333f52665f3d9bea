"""The TOML files as records, one class per table. Their checks are in checks.py."""

from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from engine.kernel.content import ContentFolder, Count, Id, Name, Named, Pixel, Polygon, Positive, Record

FOLDER = Path(__file__).parent

FACES = ("scales", "arrow", "gull", "build", "joker", "star")
"""The six symbols a die can show. DICE-1"""

SHIP = "ship"
GUARD = "guard"
JOKER = "joker"
STAR = "star"

NOBODY = -1
"""The seat number of a space without pieces."""


class Shape(Named, frozen=True):
    polygon: Polygon


class Spot(Record, frozen=True):
    id: Id
    x: Pixel
    y: Pixel


class Islet(Spot, frozen=True):
    r: Pixel


class Zone(Spot, frozen=True):
    """A sea area; `adjacent` lists the zones it borders. MOVE-6"""

    name: Name
    adjacent: tuple[str, ...]
    polygon: Polygon
    fish: bool = False


class Harbour(Spot, frozen=True):
    """The water of a site, entered only from `zone`. MOVE-8"""

    zone: str


class Site(Spot, frozen=True):
    name: Name
    land: tuple[str, ...]
    harbour: Harbour


class PathPoint(Spot, frozen=True):  # MOVE-4
    land: tuple[str, ...]


class Start(Record, frozen=True):  # SETUP-3
    ship_zone: str


class ShortGame(Record, frozen=True):  # HOUSE-1
    closed_sites_2p: tuple[str, ...]
    closed_sites_3p: tuple[str, ...]
    closed_sites_4p: tuple[str, ...]


class House(Record, frozen=True):
    short_game: ShortGame


class Board(Record, frozen=True):
    schema: Literal["minos-board/1"]
    start: Start
    house: House
    landmass: tuple[Shape, ...]
    outer_sea: tuple[Shape, ...]
    islet: tuple[Islet, ...]
    zone: tuple[Zone, ...]
    site: tuple[Site, ...]
    path: tuple[PathPoint, ...]


class Colour(Named, frozen=True):
    """A colour of pieces."""


class PerPlayer(Record, frozen=True):
    """The pieces of one colour, including those on the board at the start. SETUP-2"""

    ships: Positive
    guards: Count


class StartingPieces(Record, frozen=True):  # SETUP-3 to SETUP-6
    talents: Count
    rings: Count
    marker: Count


class BuildingKind(Named, frozen=True):  # VALUE-1, VALUE-2
    supply: Count
    value: Count
    doubles: bool


class StackLimits(Record, frozen=True):  # BUILD-5 to BUILD-8
    max_per_site: Positive
    city_at: int


class RingSupply(Record, frozen=True):  # SETUP-7
    supply: Count


class Pieces(Record, frozen=True):
    schema: Literal["minos-pieces/1"]
    colour: tuple[Colour, ...]
    per_player: PerPlayer
    start: StartingPieces
    building: tuple[BuildingKind, ...]
    stack: StackLimits
    rings: RingSupply


class PositionCost(Record, frozen=True):
    """The cost of the building with number `number` in a stack. BUILD-3"""

    named_by: ClassVar[str] = "number"

    number: int
    talents: Count
    points: Positive


class WallCost(Record, frozen=True):  # BUILD-4
    points: Positive


class Price(Record, frozen=True):
    talents: Positive


class RecruitCost(Record, frozen=True):  # BUY-1 to BUY-3
    talents: Count
    needs_building: str
    needs_count: Positive


class Founding(Record, frozen=True):  # BUILD-12
    free_guards: Count


class Costs(Record, frozen=True):
    schema: Literal["minos-costs/1"]
    position: tuple[PositionCost, ...]
    wall: WallCost
    ring: Price
    recruit_guard: RecruitCost
    recruit_ship: RecruitCost
    founding: Founding


class DiceSet(Record, frozen=True):  # DICE-1, DICE-3
    rolls_max: Positive


class Die(Record, frozen=True):
    id: Positive
    faces: tuple[str, ...]


class ActionKind(Record, frozen=True):  # DICE-12
    id: str
    face: str
    per_die: Positive
    star_bonus: Count


class Joker(Record, frozen=True):  # DICE-8
    max_per_combination: Count


class Star(Record, frozen=True):  # DICE-9
    max_per_combination: Count


class FightSet(Record, frozen=True):
    """A set of dice that counts for more than its dice separately. FIGHT-13"""

    faces: tuple[str, ...]
    value: Count
    bonus_over_sum: int


class Fight(Record, frozen=True):  # FIGHT-7, FIGHT-11 to FIGHT-14
    locked_faces: tuple[str, ...]
    value: dict[str, Count]
    combination: FightSet


class Dice(Record, frozen=True):
    schema: Literal["minos-dice/1"]
    set: DiceSet
    die: tuple[Die, ...]
    action: tuple[ActionKind, ...]
    joker: Joker
    star: Star
    fight: Fight


class Content(msgspec.Struct, frozen=True):
    board: Board
    pieces: Pieces
    costs: Costs
    dice: Dice


def read_content(folder: ContentFolder) -> Content:
    return Content(
        folder.record("board.toml", Board),
        folder.record("pieces.toml", Pieces),
        folder.record("costs.toml", Costs),
        folder.record("dice.toml", Dice),
    )
