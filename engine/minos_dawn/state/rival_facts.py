"""Facts of the rival's actions, with the reasons. Every VP he scores is in one of these. SOLO-GEN-2, SOLO-INV-10"""

from engine.kernel.decision import Fact, Seat


class RivalArrived(Fact, frozen=True, tag="RivalArrived"):
    """He has settled in `home`, whose tiles went to `tiles_moved_to`, with `vp`. SOLO-SETUP-7 to -13"""

    mode: str
    home: int
    tiles_moved_to: int
    vp: int


class SoloCardDrawn(Fact, frozen=True, tag="SoloCardDrawn"):
    """The front that chooses his die is open, and the next card's `back` is in force. SOLO-INFO-2"""

    card: str
    back: tuple[str, ...]


class SoloDeckReshuffled(Fact, frozen=True, tag="SoloDeckReshuffled"):
    count: int


class RivalDieChosen(Fact, frozen=True, tag="RivalDieChosen"):
    """He chose a die by the totals or numbers in `figures`, none if the first colour decides."""

    card: str
    criterion: str
    colours: tuple[str, ...]
    figures: tuple[int, ...]
    pick: str
    die: str


class SoloCardDiscarded(Fact, frozen=True, tag="SoloCardDiscarded"):
    """All rows of its back were full. `back` are the actions in force now."""

    card: str
    full: tuple[str, ...]
    back: tuple[str, ...]


class RivalDiePlaced(Fact, frozen=True, tag="RivalDiePlaced"):
    """His die went to a row of the back; those before it were `full`. `space` is from 1, as drafted."""

    die: str
    back: tuple[str, ...]
    full: tuple[str, ...]
    row: str
    space: int
    mark: str


class RivalDieRetrieved(Fact, frozen=True, tag="RivalDieRetrieved"):
    """He retrieved his highest die. `passed` are rows with an equal one, `strength` cards or points."""

    die: str
    row: str
    space: int
    passed: tuple[str, ...]
    acts_as: str
    strength: int


class RivalTrackScored(Fact, frozen=True, tag="RivalTrackScored"):
    row: str
    space: int
    vp: int


class RivalPrepared(Fact, frozen=True, tag="RivalPrepared"):
    """He took cards face down from the right of the offer. `strength` may have been more."""

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
    """Warriors came from his reserve: `why` is `absent`, `last` (fewer were left) or `weaker`."""

    region: int
    count: int
    why: str


class RivalCityBuilt(Fact, frozen=True, tag="RivalCityBuilt"):
    region: int
    vp: int


class RivalFarmBuilt(Fact, frozen=True, tag="RivalFarmBuilt"):
    region: int


class RivalFought(Fact, frozen=True, tag="RivalFought"):
    """He got a tile's weapons as VP. `why` is `arrived`, `dominant` or `tied`; old facts have none."""

    region: int
    tile: str
    vp: int
    bonus: int
    why: str = ""


class RivalPassedBy(Fact, frozen=True, tag="RivalPassedBy"):
    """He could do nothing in that region, so he drew again: `why` is `dominates` or `no_reserve`."""

    region: int
    why: str


class RivalSailed(Fact, frozen=True, tag="RivalSailed"):
    """A ship advanced, for `vp` at the top; `why` is `no_site` or `empty_bag`."""

    route: str
    space: int
    vp: int
    why: str


class RivalPointLost(Fact, frozen=True, tag="RivalPointLost"):
    why: str


class VaseMarked(Fact, frozen=True, tag="VaseMarked"):
    card: str
    vase: str
    space: int


class VaseMarkLost(Fact, frozen=True, tag="VaseMarkLost"):
    """A mark had no effect: `why` is `held` (the seat is on 10) or `top`."""

    card: str
    vase: str
    why: str


class VaseClaimed(Fact, frozen=True, tag="VaseClaimed"):
    vase: str
    space: int


class RivalScored(Fact, frozen=True, tag="RivalScored"):
    """He got VP for `count` farms, cards or the like. `each` pairs numbers with VP apiece."""

    category: str
    count: int
    vp: int
    each: tuple[tuple[int, int], ...] = ()


class RivalRegionsScored(Fact, frozen=True, tag="RivalRegionsScored"):
    """He scored regions; `bonus` is the mode's for dominated ones."""

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


RIVAL_FACTS: tuple[type[Fact], ...] = tuple(
    each for each in vars().values() if isinstance(each, type) and each.__module__ == __name__
)
"""Every kind of fact defined here."""
