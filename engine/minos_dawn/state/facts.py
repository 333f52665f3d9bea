"""Facts of the game, in the past tense. `source` names what one came from (`decree:A1-34`); a hidden card is ""."""

from engine.kernel.decision import Fact, Seat


class SeatFact(Fact, frozen=True):
    seat: Seat


class SetupItemTaken(SeatFact, frozen=True, tag="SetupItemTaken"):
    """A seat took, or was dealt, a Starting card or an ability (`SA1` to `SA5`)."""

    item: str


class SetupCarriedOut(SeatFact, frozen=True, tag="SetupCarriedOut"):
    """A seat's setup choices came into force. Everyone knows the palace card."""

    kept: tuple[str, ...]
    put_back: int
    palace: str


class RoundBegan(Fact, frozen=True, tag="RoundBegan"):
    """A round began. `first` is None if the rival goes first. ROUND-4"""

    round: int
    first: Seat | None


class DiceRolled(Fact, frozen=True, tag="DiceRolled"):  # DRAFT-1
    dice: tuple[str, ...]
    rolls: int


class DieDrafted(SeatFact, frozen=True, tag="DieDrafted"):
    """A seat placed a die. `space` counts from 1 and may still change."""

    die: str
    row: str
    space: int


class AdvancesDeclared(SeatFact, frozen=True, tag="AdvancesDeclared"):
    tracks: tuple[int, ...]
    sites: tuple[str, ...]


class SiteHeld(SeatFact, frozen=True, tag="SiteHeld"):
    structure: str
    region: int


class SiteLapsed(SeatFact, frozen=True, tag="SiteLapsed"):
    structure: str
    region: int


class DieRetrieved(SeatFact, frozen=True, tag="DieRetrieved"):
    """A die was retrieved. `traits` are the cards that became due. ACT-2"""

    die: str
    row: str
    space: int
    traits: tuple[str, ...]


class Forfeited(SeatFact, frozen=True, tag="Forfeited"):
    """A seat took coins instead of its action."""


class ActionChosen(SeatFact, frozen=True, tag="ActionChosen"):
    row: str


class TurnEnded(SeatFact, frozen=True, tag="TurnEnded"):  # ACT-9
    points: int
    traits: tuple[str, ...]


class Gained(SeatFact, frozen=True, tag="Gained"):
    """A seat gained coins, weaponry, VP, warriors, income steps, or VP for later."""

    what: str
    count: int
    source: str


class Paid(SeatFact, frozen=True, tag="Paid"):
    what: str
    count: int
    source: str


class Exchanged(SeatFact, frozen=True, tag="Exchanged"):
    """A seat exchanged coins for weaponry, or weaponry for coins, and got `count` of those."""

    given: str
    got: str
    count: int
    price: int = 0
    """The amount given; 0 in logs of older versions."""


class TempGained(SeatFact, frozen=True, tag="TempGained"):
    good: int
    source: str


class TempSpent(SeatFact, frozen=True, tag="TempSpent"):
    good: int
    source: str


class GoodGained(SeatFact, frozen=True, tag="GoodGained"):
    good: int
    number: int
    source: str


class CardDrawn(SeatFact, frozen=True, tag="CardDrawn"):
    """A seat drew a card; `origin` is `offer`, `age1` or `age2`."""

    card: str
    origin: str
    source: str


class CardsDiscarded(SeatFact, frozen=True, tag="CardsDiscarded"):
    cards: tuple[str, ...]
    source: str


class DeckReshuffled(Fact, frozen=True, tag="DeckReshuffled"):
    age: int


class OfferRefilled(Fact, frozen=True, tag="OfferRefilled"):
    cards: tuple[str, ...]


class DecreePlayed(SeatFact, frozen=True, tag="DecreePlayed"):
    """A decree was played for `coins` in all; `origin` is `hand` or `offer`."""

    card: str
    origin: str
    coins: int


class CardPlaced(SeatFact, frozen=True, tag="CardPlaced"):
    card: str
    origin: str
    vp: int


class CityBuilt(SeatFact, frozen=True, tag="CityBuilt"):
    region: int
    foundation: str


class TowerBuilt(SeatFact, frozen=True, tag="TowerBuilt"):
    region: int


class FarmBuilt(SeatFact, frozen=True, tag="FarmBuilt"):
    region: int
    warriors: int


class ShipBuilt(SeatFact, frozen=True, tag="ShipBuilt"):
    route: str


class ShipAdvanced(SeatFact, frozen=True, tag="ShipAdvanced"):
    route: str
    space: int


class TileTaken(SeatFact, frozen=True, tag="TileTaken"):
    tile: str
    route: str


class TileUsed(SeatFact, frozen=True, tag="TileUsed"):
    tile: str


class WarriorPlaced(SeatFact, frozen=True, tag="WarriorPlaced"):
    region: int


class WarriorMoved(SeatFact, frozen=True, tag="WarriorMoved"):
    origin: int
    region: int


class SeaPeoplesDefeated(SeatFact, frozen=True, tag="SeaPeoplesDefeated"):
    region: int
    tile: str
    weaponry: int


class SeaPeoplesRemoved(Fact, frozen=True, tag="SeaPeoplesRemoved"):
    """Tiles left undefeated. `region` is that of the last battles; -1 for several, and in old facts."""

    tiles: tuple[str, ...]
    region: int = -1


class Advanced(SeatFact, frozen=True, tag="Advanced"):
    """A progress marker reached `space`; 9 is beyond the top."""

    track: int
    space: int
    source: str


class TraitBegan(SeatFact, frozen=True, tag="TraitBegan"):
    card: str


class VaseWon(SeatFact, frozen=True, tag="VaseWon"):
    vase: str
    vp: int


class IncomePaid(SeatFact, frozen=True, tag="IncomePaid"):
    coins: int
    vp: int


class BattlesDeclared(SeatFact, frozen=True, tag="BattlesDeclared"):
    regions: tuple[int, ...]
    exchanges: bool


class Scored(SeatFact, frozen=True, tag="Scored"):
    category: str
    vp: int


class AgeChanged(Fact, frozen=True, tag="AgeChanged"):
    offer: tuple[str, ...]


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    winners: tuple[Seat, ...]


FACTS: tuple[type[Fact], ...] = tuple(
    each for each in vars().values() if isinstance(each, type) and each.__module__ == __name__ and each is not SeatFact
)
"""Every kind of fact defined here."""
