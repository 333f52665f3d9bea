"""What may be seen of Minos (classic): everything but other seats' standing orders. GEN-2, HOUSE-4"""

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.game import Placing


class SeatView(msgspec.Struct, frozen=True):
    """One seat's holdings. `value` is its marker. `standing_rings` is its standing order, seen by itself only."""

    seat: Seat
    colour: str
    talents: int
    rings: int
    value: int
    ships_in_reserve: int
    guards_in_reserve: int
    is_out: bool
    standing_rings: int | None = None


class SiteView(msgspec.Struct, frozen=True):
    """One site: its stack from the ground up, and who holds its terrain."""

    site: str
    buildings: tuple[str, ...]
    holder: Seat | None
    value: int
    is_closed: bool


class PiecesView(msgspec.Struct, frozen=True):
    """The pieces of one seat and kind (`ship`, `guard`) on one space (zone, harbour, site or path id)."""

    space: str
    seat: Seat
    kind: str
    count: int


class DieView(msgspec.Struct, frozen=True):
    """One of the six action dice, in its place."""

    face: str
    is_used: bool


class BattleView(msgspec.Struct, frozen=True):
    """An open battle. Dice are empty until rolled; a value counts what lies there. Stage is `attacker` or `defender`."""

    attacker: Seat
    attacker_kind: str
    from_space: str
    space: str
    defender: Seat
    defender_kind: str
    defenders_left: int
    duel: int
    stage: str
    attacker_dice: tuple[str, ...]
    attacker_value: int
    defender_dice: tuple[str, ...]
    defender_value: int


class ClassicView(msgspec.Struct, frozen=True):
    """All that `looking` (None: a spectator) may see. `phase` is `roll`, `action`, `battle` or `over`."""

    looking: Seat | None
    round: int
    phase: str
    on_turn: Seat | None
    rolls_made: int
    dice: tuple[DieView, ...]
    movement_points: int
    building_points: int
    is_income_open: bool
    seats: tuple[SeatView, ...]
    sites: tuple[SiteView, ...]
    pieces: tuple[PiecesView, ...]
    buildings_in_supply: dict[str, int]
    rings_in_supply: int
    battle: BattleView | None
    result: tuple[Placing, ...]
