"""What the rival did and why, in the past tense. Every VP he scores is in one of these. SOLO-GEN-2, SOLO-INV-10"""

from engine.kernel.decision import Fact, Seat


class RivalArrived(Fact, frozen=True, tag="RivalArrived"):
    """He has settled in `home`, whose tiles went to `tiles_moved_to`; `vp` he starts with. SOLO-SETUP-7 to -13"""

    mode: str
    home: int
    tiles_moved_to: int
    vp: int


class SoloCardDrawn(Fact, frozen=True, tag="SoloCardDrawn"):
    """The front that chooses his die is open; `back` are the actions in force now. SOLO-DICE-1

    Whose back that is stays hidden: its front is still to come. SOLO-INFO-2
    """

    card: str
    back: tuple[str, ...]


class SoloDeckReshuffled(Fact, frozen=True, tag="SoloDeckReshuffled"):
    """The used cards, `count` of them, are his deck again. SOLO-DICE-10"""

    count: int


class RivalDieChosen(Fact, frozen=True, tag="RivalDieChosen"):
    """The rival chose a die: the colours in the pool in the card's order, and of each what the criterion compares.
    SOLO-DICE-3

    `figures` are totals or numbers of dice, and empty where the first colour decides; `pick` is `low` or `high`.
    """

    card: str
    criterion: str
    colours: tuple[str, ...]
    figures: tuple[int, ...]
    pick: str
    die: str


class SoloCardDiscarded(Fact, frozen=True, tag="SoloCardDiscarded"):
    """All three rows of its back were full; `back` are the actions in force now. SOLO-DICE-9"""

    card: str
    full: tuple[str, ...]
    back: tuple[str, ...]


class RivalDiePlaced(Fact, frozen=True, tag="RivalDiePlaced"):
    """The rival's die went to the first row of the back with a free space; the rows before it, `full`, had none.
    SOLO-DICE-5

    `space` counts from 1 and may still change; `mark` is what a Wild die stands for, else "". SOLO-DICE-7
    """

    die: str
    back: tuple[str, ...]
    full: tuple[str, ...]
    row: str
    space: int
    mark: str


class RivalDieRetrieved(Fact, frozen=True, tag="RivalDieRetrieved"):
    """The rival retrieved his highest die; `passed` are rows with a die as high that come later. SOLO-ORDER-1 to -3

    `acts_as` is the row's action, or what a Wild die was marked with; `strength` its cards or points. SOLO-ORDER-7
    """

    die: str
    row: str
    space: int
    passed: tuple[str, ...]
    acts_as: str
    strength: int


class RivalTrackScored(Fact, frozen=True, tag="RivalTrackScored"):
    """The space shows a track advance. SOLO-ORDER-5"""

    row: str
    space: int
    vp: int


class RivalPrepared(Fact, frozen=True, tag="RivalPrepared"):
    """Cards taken face down from the right of the offer; `strength` may have been more. SOLO-PREP-1"""

    cards: tuple[str, ...]
    strength: int


class RivalDeveloped(Fact, frozen=True, tag="RivalDeveloped"):
    """Cards taken face up, the most VP first; `values` are theirs. SOLO-DEV-1"""

    cards: tuple[str, ...]
    values: tuple[int, ...]
    strength: int


class RivalDrew(Fact, frozen=True, tag="RivalDrew"):
    """A tile from the bag designated a region. SOLO-BAG-3"""

    good: int
    region: int


class RivalPlaced(Fact, frozen=True, tag="RivalPlaced"):
    """Warriors from his reserve: `why` is `absent` (SOLO-BUILD-3, SOLO-EXP-3), `last` (fewer were left) or `weaker`."""

    region: int
    count: int
    why: str


class RivalCityBuilt(Fact, frozen=True, tag="RivalCityBuilt"):
    """The rival built a city. SOLO-BUILD-5"""

    region: int
    vp: int


class RivalFarmBuilt(Fact, frozen=True, tag="RivalFarmBuilt"):
    """The rival built a farm and returned one warrior. SOLO-BUILD-6"""

    region: int


class RivalFought(Fact, frozen=True, tag="RivalFought"):
    """VP for the weapons asked, and `bonus` of the mode. SOLO-SEA-2, SOLO-HARD-4

    `why` is `arrived` (SOLO-EXP-3), `dominant` or `tied` (SOLO-EXP-4, SOLO-END-3); facts of old have none.
    """

    region: int
    tile: str
    vp: int
    bonus: int
    why: str = ""


class RivalPassedBy(Fact, frozen=True, tag="RivalPassedBy"):
    """Nothing to do in that region, so another tile: `why` is `dominates` or `no_reserve`. SOLO-EXP-6"""

    region: int
    why: str


class RivalSailed(Fact, frozen=True, tag="RivalSailed"):
    """`why` is `no_site` (SOLO-BUILD-3) or `empty_bag` (SOLO-EXP-7); `vp` at the top. SOLO-SHIP-3"""

    route: str
    space: int
    vp: int
    why: str


class RivalPointLost(Fact, frozen=True, tag="RivalPointLost"):
    """All his ships are at the top. SOLO-SHIP-5"""

    why: str


class VaseMarked(Fact, frozen=True, tag="VaseMarked"):
    """A mark on a card moved his marker onto `space`. SOLO-INCOME-2"""

    card: str
    vase: str
    space: int


class VaseMarkLost(Fact, frozen=True, tag="VaseMarkLost"):
    """`why` is `held` (the seat is on 10) or `top`. SOLO-INCOME-4"""

    card: str
    vase: str
    why: str


class VaseClaimed(Fact, frozen=True, tag="VaseClaimed"):
    """At the end his marker took the best space open to him. SOLO-END-5"""

    vase: str
    space: int


class RivalScored(Fact, frozen=True, tag="RivalScored"):
    """VP of one heading of his sheet, for `count` farms, cards, spaces or vases. SOLO-SCORE-2, SOLO-END-6

    `each` says how many of them are worth how many VP apiece, where that is what makes up the VP.
    """

    category: str
    count: int
    vp: int
    each: tuple[tuple[int, int], ...] = ()


class RivalRegionsScored(Fact, frozen=True, tag="RivalRegionsScored"):
    """SOLO-SCORE-3; `bonus` is the mode's, for dominated regions. SOLO-HARD-3"""

    dominated: tuple[int, ...]
    present: tuple[int, ...]
    vp: int
    bonus: int


class RivalPopulationRose(Fact, frozen=True, tag="RivalPopulationRose"):
    """The rival's Population marker moved up. SOLO-SCORE-6"""

    space: int


class SoloEnded(Fact, frozen=True, tag="SoloEnded"):
    """A tie is a loss. SOLO-END-8"""

    seat: Seat
    vp: int
    rival_vp: int
    is_won: bool


RIVAL_FACTS: tuple[type[Fact], ...] = (
    RivalArrived, SoloCardDrawn, SoloDeckReshuffled, RivalDieChosen, SoloCardDiscarded, RivalDiePlaced,
    RivalDieRetrieved, RivalTrackScored, RivalPrepared, RivalDeveloped, RivalDrew, RivalPlaced, RivalCityBuilt,
    RivalFarmBuilt, RivalFought, RivalPassedBy, RivalSailed, RivalPointLost, VaseMarked, VaseMarkLost, VaseClaimed,
    RivalScored, RivalRegionsScored, RivalPopulationRose, SoloEnded,
)  # fmt: skip
