"""Facts of the game, in the past tense. `source` names what one came from (`decree:A1-34`); a hidden card is ""."""

from engine.kernel.decision import Fact, Seat


class SetupItemTaken(Fact, frozen=True, tag="SetupItemTaken"):
    """A seat took, or was dealt, a Starting card or an ability (`SA1` to `SA5`)."""

    seat: Seat
    item: str


class SetupCarriedOut(Fact, frozen=True, tag="SetupCarriedOut"):
    """A seat's setup choices came into force. Everyone knows the palace card."""

    seat: Seat
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


class DieDrafted(Fact, frozen=True, tag="DieDrafted"):
    """A seat placed a die. `space` counts from 1 and may still change."""

    seat: Seat
    die: str
    row: str
    space: int


class AdvancesDeclared(Fact, frozen=True, tag="AdvancesDeclared"):
    seat: Seat
    tracks: tuple[int, ...]
    sites: tuple[str, ...]


class SiteHeld(Fact, frozen=True, tag="SiteHeld"):
    seat: Seat
    structure: str
    region: int


class SiteLapsed(Fact, frozen=True, tag="SiteLapsed"):
    seat: Seat
    structure: str
    region: int


class DieRetrieved(Fact, frozen=True, tag="DieRetrieved"):
    """A die was retrieved. `traits` are the cards that became due. ACT-2"""

    seat: Seat
    die: str
    row: str
    space: int
    traits: tuple[str, ...]


class Forfeited(Fact, frozen=True, tag="Forfeited"):
    seat: Seat


class ActionChosen(Fact, frozen=True, tag="ActionChosen"):
    seat: Seat
    row: str


class TurnEnded(Fact, frozen=True, tag="TurnEnded"):  # ACT-9
    seat: Seat
    points: int
    traits: tuple[str, ...]


class Gained(Fact, frozen=True, tag="Gained"):
    """A seat gained coins, weaponry, VP, warriors, income steps, or VP for later."""

    seat: Seat
    what: str
    count: int
    source: str


class Paid(Fact, frozen=True, tag="Paid"):
    seat: Seat
    what: str
    count: int
    source: str


class Exchanged(Fact, frozen=True, tag="Exchanged"):
    """A seat exchanged coins for weaponry, or weaponry for coins, and got `count` of those."""

    seat: Seat
    given: str
    got: str
    count: int
    price: int = 0
    """The amount given; 0 in logs of older versions."""


class TempGained(Fact, frozen=True, tag="TempGained"):
    seat: Seat
    good: int
    source: str


class TempSpent(Fact, frozen=True, tag="TempSpent"):
    seat: Seat
    good: int
    source: str


class GoodGained(Fact, frozen=True, tag="GoodGained"):
    seat: Seat
    good: int
    number: int
    source: str


class CardDrawn(Fact, frozen=True, tag="CardDrawn"):
    """A seat drew a card; `origin` is `offer`, `age1` or `age2`."""

    seat: Seat
    card: str
    origin: str
    source: str


class CardsDiscarded(Fact, frozen=True, tag="CardsDiscarded"):
    seat: Seat
    cards: tuple[str, ...]
    source: str


class DeckReshuffled(Fact, frozen=True, tag="DeckReshuffled"):
    age: int


class OfferRefilled(Fact, frozen=True, tag="OfferRefilled"):
    cards: tuple[str, ...]


class DecreePlayed(Fact, frozen=True, tag="DecreePlayed"):
    """A decree was played for `coins` in all; `origin` is `hand` or `offer`."""

    seat: Seat
    card: str
    origin: str
    coins: int


class CardPlaced(Fact, frozen=True, tag="CardPlaced"):
    seat: Seat
    card: str
    origin: str
    vp: int


class CityBuilt(Fact, frozen=True, tag="CityBuilt"):
    seat: Seat
    region: int
    foundation: str


class TowerBuilt(Fact, frozen=True, tag="TowerBuilt"):
    seat: Seat
    region: int


class FarmBuilt(Fact, frozen=True, tag="FarmBuilt"):
    seat: Seat
    region: int
    warriors: int


class ShipBuilt(Fact, frozen=True, tag="ShipBuilt"):
    seat: Seat
    route: str


class ShipAdvanced(Fact, frozen=True, tag="ShipAdvanced"):
    seat: Seat
    route: str
    space: int


class TileTaken(Fact, frozen=True, tag="TileTaken"):
    seat: Seat
    tile: str
    route: str


class TileUsed(Fact, frozen=True, tag="TileUsed"):
    seat: Seat
    tile: str


class WarriorPlaced(Fact, frozen=True, tag="WarriorPlaced"):
    seat: Seat
    region: int


class WarriorMoved(Fact, frozen=True, tag="WarriorMoved"):
    seat: Seat
    origin: int
    region: int


class SeaPeoplesDefeated(Fact, frozen=True, tag="SeaPeoplesDefeated"):
    seat: Seat
    region: int
    tile: str
    weaponry: int


class SeaPeoplesRemoved(Fact, frozen=True, tag="SeaPeoplesRemoved"):
    """Tiles left undefeated. `region` is that of the last battles; -1 for several, and in old facts."""

    tiles: tuple[str, ...]
    region: int = -1


class Advanced(Fact, frozen=True, tag="Advanced"):
    """A progress marker reached `space`; 9 is beyond the top."""

    seat: Seat
    track: int
    space: int
    source: str


class TraitBegan(Fact, frozen=True, tag="TraitBegan"):
    seat: Seat
    card: str


class VaseWon(Fact, frozen=True, tag="VaseWon"):
    seat: Seat
    vase: str
    vp: int


class IncomePaid(Fact, frozen=True, tag="IncomePaid"):
    seat: Seat
    coins: int
    vp: int


class BattlesDeclared(Fact, frozen=True, tag="BattlesDeclared"):
    seat: Seat
    regions: tuple[int, ...]
    exchanges: bool


class Scored(Fact, frozen=True, tag="Scored"):
    seat: Seat
    category: str
    vp: int


class AgeChanged(Fact, frozen=True, tag="AgeChanged"):
    offer: tuple[str, ...]


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    winners: tuple[Seat, ...]


FACTS: tuple[type[Fact], ...] = tuple(
    each for each in vars().values() if isinstance(each, type) and each.__module__ == __name__
)
"""Every kind of fact defined here."""
