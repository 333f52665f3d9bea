"""Facts of the game. `source` names the origin of a gain or payment, such as `decree:A1-34`. A hidden card is ""."""

from engine.kernel.decision import Fact, Seat, SeatFact


class SetupItemTaken(SeatFact, frozen=True, tag="SetupItemTaken"):
    """A seat took, or was dealt, a Starting card or an ability (`SA1` to `SA5`)."""

    item: str


class SetupCarriedOut(SeatFact, frozen=True, tag="SetupCarriedOut"):
    """A seat's setup choices were carried out. Everyone knows the palace card."""

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
    """A die was retrieved. `traits` are the cards with a trait that became due. ACT-2"""

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
    """A seat gained coins, weaponry, VP, warriors, income steps, or VP that are scored later."""

    what: str
    count: int
    source: str


class Paid(SeatFact, frozen=True, tag="Paid"):
    what: str
    count: int
    source: str


class Exchanged(SeatFact, frozen=True, tag="Exchanged"):
    """A seat exchanged coins for weaponry or the reverse. `count` is the amount that the seat got."""

    given: str
    got: str
    count: int
    price: int = 0
    """The amount that the seat gave, or 0 in logs of older versions."""


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
    """A seat drew a card. `origin` is `offer`, `age1` or `age2`."""

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
    """A decree was played. It cost `coins` in total. `origin` is `hand` or `offer`."""

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
    """Tiles were removed undefeated. `region` is -1 in old facts, and if the tiles are from several regions."""

    tiles: tuple[str, ...]
    region: int = -1


class Advanced(SeatFact, frozen=True, tag="Advanced"):
    """A progress marker reached `space`. 9 means an advance beyond the top."""

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


class RivalArrived(Fact, frozen=True, tag="RivalArrived"):
    """The rival was set up in `home`, with `vp`. Its tiles went to `tiles_moved_to`. SOLO-SETUP-7 to SOLO-SETUP-13"""

    mode: str
    home: int
    tiles_moved_to: int
    vp: int


class SoloCardDrawn(Fact, frozen=True, tag="SoloCardDrawn"):
    """The rival drew the card that chooses his die. The next card's `back` is now in force. SOLO-INFO-2"""

    card: str
    back: tuple[str, ...]


class SoloDeckReshuffled(Fact, frozen=True, tag="SoloDeckReshuffled"):
    count: int


class RivalDieChosen(Fact, frozen=True, tag="RivalDieChosen"):
    """The rival chose a die by comparing `figures`. If the first colour decided, `figures` is empty."""

    card: str
    criterion: str
    colours: tuple[str, ...]
    figures: tuple[int, ...]
    pick: str
    die: str


class SoloCardDiscarded(Fact, frozen=True, tag="SoloCardDiscarded"):
    """The rival discarded a card because all rows on its back were full. `back` has the actions in force now."""

    card: str
    full: tuple[str, ...]
    back: tuple[str, ...]


class RivalDiePlaced(Fact, frozen=True, tag="RivalDiePlaced"):
    """The rival placed his die in a row."""

    die: str
    back: tuple[str, ...]
    full: tuple[str, ...]
    """The rows before `row` on the back. They had no free space."""
    row: str
    space: int
    """Counts from 1."""
    mark: str


class RivalDieRetrieved(Fact, frozen=True, tag="RivalDieRetrieved"):
    """The rival retrieved his highest die."""

    die: str
    row: str
    space: int
    passed: tuple[str, ...]
    """The rows of other dice of equal value."""
    acts_as: str
    strength: int
    """In cards or points."""


class RivalTrackScored(Fact, frozen=True, tag="RivalTrackScored"):
    row: str
    space: int
    vp: int


class RivalPrepared(Fact, frozen=True, tag="RivalPrepared"):
    """The rival took cards face down from the right of the offer, possibly fewer than `strength`."""

    cards: tuple[str, ...]
    strength: int


class RivalDeveloped(Fact, frozen=True, tag="RivalDeveloped"):
    cards: tuple[str, ...]
    values: tuple[int, ...]
    strength: int


class RivalDrew(Fact, frozen=True, tag="RivalDrew"):
    good: int
    region: int


class RivalPlaced(Fact, frozen=True, tag="RivalPlaced"):
    """The rival placed warriors from his reserve. `why` is `absent`, `last` (too few were left) or `weaker`."""

    region: int
    count: int
    why: str


class RivalCityBuilt(Fact, frozen=True, tag="RivalCityBuilt"):
    region: int
    vp: int


class RivalFarmBuilt(Fact, frozen=True, tag="RivalFarmBuilt"):
    region: int


class RivalFought(Fact, frozen=True, tag="RivalFought"):
    """The rival got a tile's weapons as VP. `why` is `arrived`, `dominant` or `tied`, or empty in old facts."""

    region: int
    tile: str
    vp: int
    bonus: int
    why: str = ""


class RivalPassedBy(Fact, frozen=True, tag="RivalPassedBy"):
    """The rival could do nothing in that region, so he drew again. `why` is `dominates` or `no_reserve`."""

    region: int
    why: str


class RivalSailed(Fact, frozen=True, tag="RivalSailed"):
    """The rival's ship advanced."""

    route: str
    space: int
    vp: int
    """The prize if it reached the top."""
    why: str
    """`no_site` or `empty_bag`."""


class RivalPointLost(Fact, frozen=True, tag="RivalPointLost"):
    why: str


class VaseMarked(Fact, frozen=True, tag="VaseMarked"):
    card: str
    vase: str
    space: int


class VaseMarkLost(Fact, frozen=True, tag="VaseMarkLost"):
    """A vase on a solo card had no effect. `why`: the seat (`held`) or the rival (`top`) already has 10 VP."""

    card: str
    vase: str
    why: str


class VaseClaimed(Fact, frozen=True, tag="VaseClaimed"):
    vase: str
    space: int


class RivalScored(Fact, frozen=True, tag="RivalScored"):
    """The rival got VP."""

    category: str
    count: int
    """The number of farms, cards or other things."""
    vp: int
    each: tuple[tuple[int, int], ...] = ()
    """Pairs of numbers: how many things were scored, and the VP for each of them."""


class RivalRegionsScored(Fact, frozen=True, tag="RivalRegionsScored"):
    """The rival scored regions. `bonus` is the mode's extra VP for regions that he dominates."""

    dominated: tuple[int, ...]
    present: tuple[int, ...]
    vp: int
    bonus: int


class RivalPopulationRose(Fact, frozen=True, tag="RivalPopulationRose"):
    space: int


class SoloEnded(Fact, frozen=True, tag="SoloEnded"):
    """The game is over. A tie is a loss. SOLO-END-8"""

    seat: Seat
    vp: int
    rival_vp: int
    is_won: bool
