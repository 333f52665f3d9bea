"""The facts of Minerva. `source` is the tile an event came from (`market-1`), or `""` for a rule of the game. `beside`
lists the tiles adjacent to the cell, with their directions. Logs of older versions don't have it."""

from typing import TypeAlias

from engine.kernel.decision import Fact, Seat, SeatFact

Beside: TypeAlias = tuple[tuple[str, str], ...]


class GameBegan(Fact, frozen=True, tag="GameBegan"):  # SETUP-13, SETUP-14
    first: Seat


class RoundBegan(Fact, frozen=True, tag="RoundBegan"):  # TURN-02, TURN-03
    round: int
    first: Seat


class TilesRevealed(Fact, frozen=True, tag="TilesRevealed"):
    """New lots joined the display: one tile each, or pairs in the solo game. SETUP-09, PREP-04, SOLO-05"""

    lots: tuple[tuple[str, ...], ...]


class TempleRevealed(Fact, frozen=True, tag="TempleRevealed"):  # BUILD-11
    tile: str


class FeePaid(SeatFact, frozen=True, tag="FeePaid"):  # PASS-04
    denarii: int


class TileBuilt(SeatFact, frozen=True, tag="TileBuilt", repr_omit_defaults=True):
    """A seat built a tile. It paid resources, and `denarii` for missing ones. BUILD-02, BUILD-03, BUILD-05"""

    tile: str
    x: int
    y: int
    paid: tuple[int, ...]
    denarii: int
    beside: Beside = ()


class TileDiscarded(SeatFact, frozen=True, tag="TileDiscarded"):
    """The partner of a tile left the game. SOLO-08, SOLO-09a"""

    tile: str


class RoundTileTaken(SeatFact, frozen=True, tag="RoundTileTaken"):  # SOLO-09a
    tile: str
    denarii: int


class ResidenceBuilt(SeatFact, frozen=True, tag="ResidenceBuilt", repr_omit_defaults=True):  # RES-01
    x: int
    y: int
    beside: Beside = ()


class AssistantPlaced(SeatFact, frozen=True, tag="AssistantPlaced", repr_omit_defaults=True):  # ASSIST-01
    x: int
    y: int
    beside: Beside = ()


class LineChosen(SeatFact, frozen=True, tag="LineChosen"):
    """A seat chose the line to activate from the residence at `x`, `y`: its tiles, nearest first. RES-02 to RES-05"""

    x: int
    y: int
    direction: str
    tiles: tuple[str, ...]


class Gained(SeatFact, frozen=True, tag="Gained"):
    """A seat gained `what`: a resource, `denarii` or `glory`. EFF-01, EFF-03"""

    what: str
    count: int
    source: str


class Overflowed(SeatFact, frozen=True, tag="Overflowed"):
    """Resources above the limit became one denarius each. LIMIT-02"""

    resource: str
    count: int


class Converted(SeatFact, frozen=True, tag="Converted"):
    """A seat paid for `times` repetitions of a conversion. Its gains follow as separate facts. EFF-02"""

    what: str
    count: int
    times: int
    source: str


class PointsGained(SeatFact, frozen=True, tag="PointsGained"):  # CULT-01, CULT-03
    category: str
    count: int
    source: str


class CultureTaken(SeatFact, frozen=True, tag="CultureTaken"):
    """A seat took a culture tile, for points (`source` is "") or by a tile's effect. CULT-04, BLDG-17a"""

    tile: str
    source: str


class EffectDeclined(SeatFact, frozen=True, tag="EffectDeclined"):  # BUILD-08
    tile: str


class TileReached(SeatFact, frozen=True, tag="TileReached"):
    """The Public Baths activated an adjacent tile. BLDG-21a"""

    tile: str
    source: str


class TileMoved(SeatFact, frozen=True, tag="TileMoved", repr_omit_defaults=True):  # BLDG-19b
    tile: str
    x: int
    y: int
    source: str
    beside: Beside = ()


class ResidenceRemoved(SeatFact, frozen=True, tag="ResidenceRemoved", repr_omit_defaults=True):
    """A residence left the game by the effect of the tile `source`. BLDG-20a"""

    x: int
    y: int
    source: str
    beside: Beside = ()


class Sold(SeatFact, frozen=True, tag="Sold"):
    resource: str
    count: int


class Passed(SeatFact, frozen=True, tag="Passed"):
    """A seat passed and took the order tile `order`, 0 in the solo game. PASS-01"""

    order: int


class SkipIncomePaid(SeatFact, frozen=True, tag="SkipIncomePaid"):
    """A seat got denarii instead of a turn because it has passed. PASS-03"""

    denarii: int


class AssistantBought(SeatFact, frozen=True, tag="AssistantBought"):
    """A seat bought an assistant for `what`: `denarii` or `glory`. GAINASSIST-03"""

    what: str
    price: int


class GloryTaken(SeatFact, frozen=True, tag="GloryTaken", repr_omit_defaults=True):
    """A seat took a glory tile. `tied` are the seats that lost a tie for it, () in older logs. GLORY-02, SOLO-13"""

    tile: str
    tokens: int
    tied: tuple[Seat, ...] = ()


class GloryBoxed(Fact, frozen=True, tag="GloryBoxed"):
    """These glory tiles were not won and left the game. GLORY-04"""

    tiles: tuple[str, ...]


class Scored(SeatFact, frozen=True, tag="Scored"):
    """A seat scored VP for one of PARTS. SCORE-01"""

    part: str
    vp: int


class TempleScored(SeatFact, frozen=True, tag="TempleScored"):  # SCORE-04
    tile: str
    vp: int


class TitleEarned(SeatFact, frozen=True, tag="TitleEarned"):
    """The solo player earned a title: its index in the content, where 0 is the highest. SOLO-16"""

    title: int
    score: int


class GameEnded(Fact, frozen=True, tag="GameEnded"):  # SCORE-09, SOLO-03
    winners: tuple[Seat, ...]
