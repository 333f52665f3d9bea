"""What one seat has, as rules and programs that play both count with it."""

from collections.abc import Sequence
from typing import Protocol

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import CULTURAL


class Holdings(Protocol):
    """Everything open that prices and counts look at. `SeatState` is one; programs make theirs from a view.

    `warriors` and `ships` are by region and by route, `ability` is an index of ABILITIES or NONE.
    """

    @property
    def coins(self) -> int:
        """Coins in hand."""

    @property
    def ability(self) -> int:
        """The Special Ability."""

    @property
    def income(self) -> int:
        """The space of the Income marker."""

    @property
    def warriors(self) -> Sequence[int]:
        """Own warriors in each region, reserves not."""

    @property
    def tracks(self) -> Sequence[int]:
        """The space on each progress track."""

    @property
    def goods(self) -> Sequence[int]:
        """Goods of each type."""

    @property
    def temps(self) -> Sequence[int]:
        """Temporary goods of each type."""

    @property
    def ships(self) -> Sequence[int]:
        """The space of the ship on each route, 0 for no ship."""

    @property
    def area(self) -> Sequence[str]:
        """Decrees played and not yet in the palace."""

    @property
    def palace(self) -> Sequence[str]:
        """Decrees in the palace."""

    @property
    def cities(self) -> Sequence[int]:
        """Regions of the own cities."""

    @property
    def towers(self) -> Sequence[int]:
        """Regions of the own towers."""

    @property
    def farms(self) -> Sequence[int]:
        """Regions of the own farms."""

    @property
    def sea_tiles(self) -> Sequence[str]:
        """Sea Peoples tiles won."""


def ability_level(holdings: Holdings) -> int:
    """Returns the level of the Special Ability, 1 to 3. ABIL-1"""
    return the_box().ability_levels[holdings.tracks[CULTURAL]]


def has_ability(holdings: Holdings, ability: int) -> bool:
    """Whether a seat has that Special Ability."""
    return holdings.ability == ability
