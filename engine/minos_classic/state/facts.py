"""The facts of Minos (classic). Places are space ids, dice are faces. Everyone may hear everything. GEN-2"""

import msgspec

from engine.kernel.decision import Fact, Seat, SeatFact


class Combination(msgspec.Struct, frozen=True):
    """Dice used together for one kind of action: natural faces, jokers, stars. DICE-7"""

    natural: int
    jokers: int
    stars: int


class GameBegan(Fact, frozen=True, tag="GameBegan"):  # SETUP-8
    first: Seat


class RoundBegan(Fact, frozen=True, tag="RoundBegan"):  # TURN-7
    round: int


class DiceRolled(SeatFact, frozen=True, tag="DiceRolled"):
    """Action dice were rolled: all six faces now, and the numbers (0 to 5) of the rolled dice. DICE-2, DICE-3"""

    number: int
    dice: tuple[str, ...]
    rolled: tuple[int, ...]


class IncomePaid(SeatFact, frozen=True, tag="IncomePaid"):
    """The bank paid `multiple` times the marker value. INCOME-1"""

    dice: Combination
    multiple: int
    marker: int
    talents: int


class RingsGained(SeatFact, frozen=True, tag="RingsGained"):
    """A seat took free rings. `lost` counts the rings that it didn't get because the supply was empty. RINGS-1"""

    dice: Combination
    rings: int
    lost: int


class RingsBought(SeatFact, frozen=True, tag="RingsBought"):  # RINGS-2
    rings: int
    talents: int


class MovementGained(SeatFact, frozen=True, tag="MovementGained"):  # MOVE-1
    dice: Combination
    points: int
    pool: int


class BuildingGained(SeatFact, frozen=True, tag="BuildingGained"):  # BUILD-1
    dice: Combination
    points: int
    pool: int


class PieceMoved(SeatFact, frozen=True, tag="PieceMoved"):
    """A piece moved from `origin` to `target` for `points`, not counting a battle there. MOVE-3"""

    kind: str
    origin: str
    target: str
    points: int


class ColonyTaken(SeatFact, frozen=True, tag="ColonyTaken"):
    """A colony got an owner, whose marker is now `marker`. OWN-3, OWN-4"""

    site: str
    value: int
    marker: int


class ColonyLeft(SeatFact, frozen=True, tag="ColonyLeft"):
    """A colony lost its owner, whose marker is now `marker`. OWN-2"""

    site: str
    value: int
    marker: int


class BuildingPlaced(SeatFact, frozen=True, tag="BuildingPlaced"):
    """A seat added the building at position `number` of a stack. Its marker is now `marker`. BUILD-3"""

    site: str
    kind: str
    number: int
    talents: int
    points: int
    marker: int


class GuardArrived(SeatFact, frozen=True, tag="GuardArrived"):  # BUILD-12
    site: str


class PieceRecruited(SeatFact, frozen=True, tag="PieceRecruited"):  # BUY-1, BUY-2
    kind: str
    site: str
    talents: int


class BattleBegan(Fact, frozen=True, tag="BattleBegan"):
    """A piece stepped onto another seat's pieces. `defenders` counts the pieces to fight. FIGHT-1"""

    attacker: Seat
    kind: str
    origin: str
    space: str
    defender: Seat
    defenders: int


class FightDiceRolled(SeatFact, frozen=True, tag="FightDiceRolled"):
    """A side rolled in a duel. `dice` are all six faces, `rolled` the numbers of rolled dice. FIGHT-8 to FIGHT-13"""

    duel: int
    is_attacker: bool
    dice: tuple[str, ...]
    rolled: tuple[int, ...]
    value: int
    ring: bool


class DuelWon(Fact, frozen=True, tag="DuelWon"):
    """A duel was decided, and the loser's piece is back in reserve. FIGHT-14, FIGHT-15"""

    winner: Seat
    loser: Seat
    kind: str
    space: str
    value: int
    against: int


class PlayerEliminated(SeatFact, frozen=True, tag="PlayerEliminated"):
    """A player has no piece left on the board. FIGHT-20"""


class TurnEnded(SeatFact, frozen=True, tag="TurnEnded"):
    """A turn ended. `movement`, `building` and `dice` were left over and are lost. TURN-4"""

    movement: int
    building: int
    dice: int


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    """The game ended in this round."""

    reason: str
    """`complete` END-1, `survivor` END-5, `dead` END-6, `stalemate` END-7 or `limit` HOUSE-2."""
    round: int
    winners: tuple[Seat, ...] = ()
    """The seats in first place (END-3, TIE). Logs of older versions have none."""
