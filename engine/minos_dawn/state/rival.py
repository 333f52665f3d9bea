"""The state of the rival, including his last die and turn."""

import msgspec

RIVAL_CATEGORIES = (
    "cities", "tracks", "battles", "tops", "farms", "regions", "face_down", "face_up", "routes", "vases", "difficulty",
)  # fmt: skip
"""The categories of the rival's VP, in the order of his score sheet. SOLO-END-9"""


class Selection(msgspec.Struct, frozen=True):
    """The rival's last die. SOLO-DICE"""

    card: str
    die: str
    back: tuple[str, ...]
    line: int
    """The line of `back` that placed the die, from 0."""
    mark: str
    """The row of a Wild die."""


class RivalTurn(msgspec.Struct, frozen=True):
    """The rival's last action turn. SOLO-ROUND-6"""

    die: str
    row: int
    space: int
    """Counts from 0."""
    acts_as: int
    strength: int
    goods: tuple[int, ...] = ()
    """The tiles drawn from the bag."""


class Rival(msgspec.Struct):
    """Everything that the rival has. Lists are indexed by region or route, as for a seat. The last card of a pile is
    its top. SOLO-GEN-3"""

    mode: str
    home: int
    vp: int
    reserve: int
    warriors: list[int]
    cities: list[int]
    farms: list[int]
    ships: list[int]
    population: int
    """The space of the rival's Population marker."""
    marks: list[int]
    """The step of the rival's marker on each vase, 0 for none."""
    deck: list[str]
    scored: list[int]
    """VP by category."""
    bag: list[int]
    """The goods in the bag."""
    out: list[int] = []
    """The goods drawn this turn."""
    drawn: list[str] = []
    used: list[str] = []
    face_down: list[str] = []
    face_up: list[str] = []
    sea_tiles: list[str] = []
    selection: Selection | None = None
    turn: RivalTurn | None = None


def earn(rival: Rival, category: str, vp: int) -> None:
    """Add VP to a category of the rival's score sheet. His VP never decrease and have no limit. SOLO-GEN-6"""
    rival.vp += vp
    rival.scored[RIVAL_CATEGORIES.index(category)] += vp
