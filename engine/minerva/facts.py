"""What happened, in the past tense. `source` is the tile it came from (`market-1`), or `""` for a rule of the game."""

from engine.kernel.decision import Fact, Seat


class GameBegan(Fact, frozen=True):
    """SETUP-13, SETUP-14"""

    first: Seat


class RoundBegan(Fact, frozen=True):
    """TURN-02, TURN-03"""

    round: int
    first: Seat


class TilesRevealed(Fact, frozen=True):
    """The lots that joined the display: one tile each, in the solo game pairs. SETUP-09, PREP-04, SOLO-05"""

    lots: tuple[tuple[str, ...], ...]


class TempleRevealed(Fact, frozen=True):
    """BUILD-11"""

    tile: str


class FeePaid(Fact, frozen=True):
    """PASS-04"""

    seat: Seat
    denarii: int


class TileBuilt(Fact, frozen=True):
    """`paid` are resources by RESOURCES, `denarii` what was paid for missing ones. BUILD-02, BUILD-03, BUILD-05"""

    seat: Seat
    tile: str
    x: int
    y: int
    paid: tuple[int, ...]
    denarii: int


class TileDiscarded(Fact, frozen=True):
    """The partner left the game. SOLO-08, SOLO-09a"""

    seat: Seat
    tile: str


class RoundTileTaken(Fact, frozen=True):
    """SOLO-09a"""

    seat: Seat
    tile: str
    denarii: int


class ResidenceBuilt(Fact, frozen=True):
    """RES-01"""

    seat: Seat
    x: int
    y: int


class AssistantPlaced(Fact, frozen=True):
    """ASSIST-01"""

    seat: Seat
    x: int
    y: int


class LineChosen(Fact, frozen=True):
    """The line that is activated, from the residence at `x`, `y`: its tiles, nearest first. RES-02 to RES-05"""

    seat: Seat
    x: int
    y: int
    direction: str
    tiles: tuple[str, ...]


class Gained(Fact, frozen=True):
    """`what` is a resource, `denarii` or `glory`. EFF-01, EFF-03"""

    seat: Seat
    what: str
    count: int
    source: str


class Overflowed(Fact, frozen=True):
    """Resources above the limit became denarii, one each. LIMIT-02"""

    seat: Seat
    resource: str
    count: int


class Converted(Fact, frozen=True):
    """A tile's arrow was used: what was paid for what is gained next, `times` repetitions. EFF-02"""

    seat: Seat
    what: str
    count: int
    times: int
    source: str


class PointsGained(Fact, frozen=True):
    """Culture points of a category of ARTS. CULT-01, CULT-03"""

    seat: Seat
    category: str
    count: int
    source: str


class CultureTaken(Fact, frozen=True):
    """A culture tile, by points (`source` empty) or by a tile's effect. CULT-04, BLDG-17a"""

    seat: Seat
    tile: str
    source: str


class EffectDeclined(Fact, frozen=True):
    """BUILD-08"""

    seat: Seat
    tile: str


class TileReached(Fact, frozen=True):
    """The Public Baths apply a tile beside them. BLDG-21a"""

    seat: Seat
    tile: str
    source: str


class TileMoved(Fact, frozen=True):
    """BLDG-19b"""

    seat: Seat
    tile: str
    x: int
    y: int
    source: str


class ResidenceRemoved(Fact, frozen=True):
    """BLDG-20a"""

    seat: Seat
    x: int
    y: int
    source: str


class Sold(Fact, frozen=True):
    """SELL-01"""

    seat: Seat
    resource: str
    count: int


class Passed(Fact, frozen=True):
    """`order` is the order tile taken, 0 in the solo game. PASS-01"""

    seat: Seat
    order: int


class SkipIncomePaid(Fact, frozen=True):
    """PASS-03"""

    seat: Seat
    denarii: int


class AssistantBought(Fact, frozen=True):
    """`what` is `denarii` or `glory`. GAINASSIST-03"""

    seat: Seat
    what: str
    price: int


class GloryTaken(Fact, frozen=True):
    """GLORY-02, SOLO-13"""

    seat: Seat
    tile: str
    tokens: int


class GloryBoxed(Fact, frozen=True):
    """Tiles of the round that nobody took. GLORY-04"""

    tiles: tuple[str, ...]


class Scored(Fact, frozen=True):
    """VP of one of PARTS. SCORE-01"""

    seat: Seat
    part: str
    vp: int


class TempleScored(Fact, frozen=True):
    """SCORE-04"""

    seat: Seat
    tile: str
    vp: int


class TitleEarned(Fact, frozen=True):
    """SOLO-16; `title` is its number in the content, the highest 0."""

    seat: Seat
    title: int
    score: int


class GameEnded(Fact, frozen=True):
    """SCORE-09; nobody wins alone. SOLO-03"""

    winners: tuple[Seat, ...]


FACTS: tuple[type[Fact], ...] = (
    GameBegan, RoundBegan, TilesRevealed, TempleRevealed, FeePaid, TileBuilt, TileDiscarded, RoundTileTaken,
    ResidenceBuilt, AssistantPlaced, LineChosen, Gained, Overflowed, Converted, PointsGained, CultureTaken,
    EffectDeclined, TileReached, TileMoved, ResidenceRemoved, Sold, Passed, SkipIncomePaid, AssistantBought,
    GloryTaken, GloryBoxed, Scored, TempleScored, TitleEarned, GameEnded,
)  # fmt: skip
