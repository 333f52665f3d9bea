"""What happened, in the past tense. `source` names what it came from (`decree:A1-34`); hidden cards are heard as ""."""

from engine.kernel.decision import Fact, Seat


class SetupItemTaken(Fact, frozen=True, tag="SetupItemTaken"):
    """A seat took, or was dealt, a Starting card or an ability (`SA1` to `SA5`). SETUP-15"""

    seat: Seat
    item: str


class SetupCarriedOut(Fact, frozen=True, tag="SetupCarriedOut"):
    """A seat's hidden setup choices came into force; the palace card is known to all. SETUP-19, SETUP-20"""

    seat: Seat
    kept: tuple[str, ...]
    put_back: int
    palace: str


class RoundBegan(Fact, frozen=True, tag="RoundBegan"):
    """ROUND-4; `first` is None where the rival begins."""

    round: int
    first: Seat | None


class DiceRolled(Fact, frozen=True, tag="DiceRolled"):
    """The pool after `rolls` rolls. DRAFT-1"""

    dice: tuple[str, ...]
    rolls: int


class DieDrafted(Fact, frozen=True, tag="DieDrafted"):
    """A seat placed a die; `space` counts from 1 and may still change. DRAFT-3"""

    seat: Seat
    die: str
    row: str
    space: int


class AdvancesDeclared(Fact, frozen=True, tag="AdvancesDeclared"):
    """A declaration was revealed, as all of them are at once. PROG-6"""

    seat: Seat
    tracks: tuple[int, ...]
    sites: tuple[str, ...]


class SiteHeld(Fact, frozen=True, tag="SiteHeld"):
    """A reserved site got its holder. PROG-12"""

    seat: Seat
    structure: str
    region: int


class SiteLapsed(Fact, frozen=True, tag="SiteLapsed"):
    """A reserved site got another holder. PROG-12"""

    seat: Seat
    structure: str
    region: int


class DieRetrieved(Fact, frozen=True, tag="DieRetrieved"):
    """ACT-2; `traits` are the cards that became due."""

    seat: Seat
    die: str
    row: str
    space: int
    traits: tuple[str, ...]


class Forfeited(Fact, frozen=True, tag="Forfeited"):
    """A seat forfeited its action for coins. ACT-5"""

    seat: Seat


class ActionChosen(Fact, frozen=True, tag="ActionChosen"):
    """A seat chose the action that its Wild AP stand for. WILD-1"""

    seat: Seat
    row: str


class TurnEnded(Fact, frozen=True, tag="TurnEnded"):
    """ACT-9; AP and traits that lapsed."""

    seat: Seat
    points: int
    traits: tuple[str, ...]


class Gained(Fact, frozen=True, tag="Gained"):
    """Coins, weaponry, VP, warriors, income steps, VP later: `what` is the operator's name."""

    seat: Seat
    what: str
    count: int
    source: str


class Paid(Fact, frozen=True, tag="Paid"):
    """Coins, weaponry or VP given."""

    seat: Seat
    what: str
    count: int
    source: str


class Exchanged(Fact, frozen=True, tag="Exchanged"):
    """A seat exchanged coins for weaponry, or weaponry for coins, and got `count` of those. ABIL-SA5a"""

    seat: Seat
    given: str
    got: str
    count: int
    price: int = 0
    """How much was given; 0 in logs of older versions."""


class TempGained(Fact, frozen=True, tag="TempGained"):
    """A seat gained a temporary good. GOOD-9"""

    seat: Seat
    good: int
    source: str


class TempSpent(Fact, frozen=True, tag="TempSpent"):
    """A seat used a temporary good, which went back to the supply. GOOD-8"""

    seat: Seat
    good: int
    source: str


class GoodGained(Fact, frozen=True, tag="GoodGained"):
    """GOOD-4: `number` is its number among the seat's goods of that type."""

    seat: Seat
    good: int
    number: int
    source: str


class CardDrawn(Fact, frozen=True, tag="CardDrawn"):
    """`origin` is `offer`, `age1` or `age2`. INFO-6"""

    seat: Seat
    card: str
    origin: str
    source: str


class CardsDiscarded(Fact, frozen=True, tag="CardsDiscarded"):
    """A seat discarded cards. CARD-7"""

    seat: Seat
    cards: tuple[str, ...]
    source: str


class DeckReshuffled(Fact, frozen=True, tag="DeckReshuffled"):
    """A deck was reshuffled from its discards; `age` counts from 1. CARD-9"""

    age: int


class OfferRefilled(Fact, frozen=True, tag="OfferRefilled"):
    """The offer was refilled with these cards. CARD-8"""

    cards: tuple[str, ...]


class DecreePlayed(Fact, frozen=True, tag="DecreePlayed"):
    """DEV-8: `coins` were paid for it in all; `origin` is `hand` or `offer`."""

    seat: Seat
    card: str
    origin: str
    coins: int


class CardPlaced(Fact, frozen=True, tag="CardPlaced"):
    """A decree entered the palace for `vp` VP. CARD-5"""

    seat: Seat
    card: str
    origin: str
    vp: int


class CityBuilt(Fact, frozen=True, tag="CityBuilt"):
    """A seat built a city on a Foundation tile. BUILD-6"""

    seat: Seat
    region: int
    foundation: str


class TowerBuilt(Fact, frozen=True, tag="TowerBuilt"):
    """A seat built a tower. BUILD-7"""

    seat: Seat
    region: int


class FarmBuilt(Fact, frozen=True, tag="FarmBuilt"):
    """A farm was built; `warriors` of the region returned to the reserves. BUILD-10"""

    seat: Seat
    region: int
    warriors: int


class ShipBuilt(Fact, frozen=True, tag="ShipBuilt"):
    """A seat built a ship on a trade route. BUILD-17"""

    seat: Seat
    route: str


class ShipAdvanced(Fact, frozen=True, tag="ShipAdvanced"):
    """A ship moved on by one space. BUILD-18"""

    seat: Seat
    route: str
    space: int


class TileTaken(Fact, frozen=True, tag="TileTaken"):
    """A seat took a trade-bonus tile beside a route. BUILD-20"""

    seat: Seat
    tile: str
    route: str


class TileUsed(Fact, frozen=True, tag="TileUsed"):
    """A seat used up a trade-bonus tile. EXTRA-5"""

    seat: Seat
    tile: str


class WarriorPlaced(Fact, frozen=True, tag="WarriorPlaced"):
    """A warrior came from the reserves to a region. EXP-1"""

    seat: Seat
    region: int


class WarriorMoved(Fact, frozen=True, tag="WarriorMoved"):
    """A warrior moved to a neighboring region. EXP-1"""

    seat: Seat
    origin: int
    region: int


class SeaPeoplesDefeated(Fact, frozen=True, tag="SeaPeoplesDefeated"):
    """A seat defeated a Sea Peoples tile. EXTRA-8"""

    seat: Seat
    region: int
    tile: str
    weaponry: int


class SeaPeoplesRemoved(Fact, frozen=True, tag="SeaPeoplesRemoved"):
    """Tiles left the game undefeated. SCORE-3

    `region` is where a tile of the last battles lay; -1 for several at once, and in facts of old.
    """

    tiles: tuple[str, ...]
    region: int = -1


class Advanced(Fact, frozen=True, tag="Advanced"):
    """A progress marker reached `space`; 9 means beyond the top. TRACK-2, TRACK-3"""

    seat: Seat
    track: int
    space: int
    source: str


class TraitBegan(Fact, frozen=True, tag="TraitBegan"):
    """A royal trait is carried out. TRAIT-5"""

    seat: Seat
    card: str


class VaseWon(Fact, frozen=True, tag="VaseWon"):
    """A seat claimed a vase. VASE-2"""

    seat: Seat
    vase: str
    vp: int


class IncomePaid(Fact, frozen=True, tag="IncomePaid"):
    """A seat received the income of its Income space. INCOME-3"""

    seat: Seat
    coins: int
    vp: int


class BattlesDeclared(Fact, frozen=True, tag="BattlesDeclared"):
    """A seat declared where it will fight at the end, in order of preference. SCORE-3a"""

    seat: Seat
    regions: tuple[int, ...]
    exchanges: bool


class Scored(Fact, frozen=True, tag="Scored"):
    """VP of one category of the score sheet. END-2"""

    seat: Seat
    category: str
    vp: int


class AgeChanged(Fact, frozen=True, tag="AgeChanged"):
    """Age II began with this offer. AGE2-2"""

    offer: tuple[str, ...]


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    """The game is over, and these seats won. END-1"""

    winners: tuple[Seat, ...]


FACTS: tuple[type[Fact], ...] = (
    SetupItemTaken, SetupCarriedOut, RoundBegan, DiceRolled, DieDrafted, AdvancesDeclared, SiteHeld, SiteLapsed,
    DieRetrieved,
    Forfeited, ActionChosen, TurnEnded, Gained, Paid, Exchanged, TempGained, TempSpent, GoodGained, CardDrawn,
    CardsDiscarded, DeckReshuffled, OfferRefilled, DecreePlayed, CardPlaced, CityBuilt, TowerBuilt, FarmBuilt,
    ShipBuilt, ShipAdvanced, TileTaken, TileUsed, WarriorPlaced, WarriorMoved, SeaPeoplesDefeated, SeaPeoplesRemoved,
    Advanced, TraitBegan, VaseWon, IncomePaid, BattlesDeclared, Scored, AgeChanged, GameEnded,
)  # fmt: skip
