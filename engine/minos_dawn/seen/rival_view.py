"""The public view of the rival: all except the order of his cards and the next tile of his bag. SOLO-INFO"""

from typing import TypeAlias

import msgspec

from engine.kernel.rules import view_of
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.state.rival import RIVAL_CATEGORIES, Rival, Selection

SelectionView: TypeAlias = Selection
"""Everything about the rival's last die is public."""


class RivalTurnView(msgspec.Struct, frozen=True):
    """The rival's last action turn: the die, its row and space (from 1), the action, and the goods he drew."""

    die: str
    row: str
    space: int
    acts_as: str
    strength: int
    goods: tuple[str, ...]


class RivalView(msgspec.Struct, frozen=True):
    """All public information about the rival. SOLO-INFO-1, SOLO-INFO-2, SOLO-INFO-4, SOLO-INFO-5"""

    difficulty: str
    home: int
    vp: int
    reserve: int
    cities: tuple[int, ...]
    cities_left: int
    farms: tuple[int, ...]
    farms_left: int
    ships: tuple[int, ...]
    population: int
    vases: tuple[int, ...]
    """The spaces of the rival's markers, 0 for none, in the order of the view's vases."""
    bag: tuple[str, ...]
    back: tuple[str, ...]
    """The actions on the top card's back."""
    undrawn: tuple[str, ...]
    """The deck, sorted by name to hide its order. SOLO-INFO-3"""
    drawn: tuple[str, ...]
    used: tuple[str, ...]
    face_up: tuple[str, ...]
    face_down: tuple[int, int]
    """The number of cards by Age."""
    sea_tiles: tuple[str, ...]
    selection: SelectionView | None
    """The die that the rival chose last."""
    turn: RivalTurnView | None
    """The rival's last action turn."""
    scored: dict[str, int]

    @property
    def worth(self) -> tuple[int, int]:
        """The VP that the rival scores for a region: for presence, and for dominance. SOLO-SCORE-3, SOLO-HARD-3"""
        box = the_box()
        more = box.solo.modes[self.difficulty].dominance_vp
        return box.tracks.presence[self.population], box.tracks.dominance[self.population] + more


def look_at(rival: Rival) -> RivalView:
    box = the_box()
    ages = [box.cards.age_of[card] for card in rival.face_down]
    steps = (0, *box.solo.figures.vase_spaces)
    return view_of(
        RivalView,
        rival,
        difficulty=rival.mode,
        cities_left=box.solo.figures.cities - len(rival.cities),
        farms_left=box.solo.figures.farms - len(rival.farms),
        vases=tuple(steps[step] for step in rival.marks),
        bag=tuple(GOODS[good] for good in rival.bag),
        back=box.solo.cards[rival.deck[-1]].actions if rival.deck else (),
        undrawn=tuple(sorted(rival.deck)),
        face_down=(ages.count(0), ages.count(1)),
        turn=_turn(rival),
        scored=dict(zip(RIVAL_CATEGORIES, rival.scored, strict=True)),
    )


def _turn(rival: Rival) -> RivalTurnView | None:
    turn = rival.turn
    if turn is None:
        return None
    goods = tuple(GOODS[good] for good in turn.goods)
    return RivalTurnView(turn.die, ROWS[turn.row], turn.space + 1, ROWS[turn.acts_as], turn.strength, goods)
