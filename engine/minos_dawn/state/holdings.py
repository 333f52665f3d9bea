"""The holdings of one seat, in the form that rules and programs both use."""

from collections.abc import Sequence
from typing import Protocol

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import CULTURAL


class Holdings(Protocol):
    """Everything public that prices and counts look at. `warriors` are by region, `ships` by route."""

    @property
    def coins(self) -> int: ...

    @property
    def ability(self) -> int: ...

    @property
    def income(self) -> int: ...

    @property
    def warriors(self) -> Sequence[int]: ...

    @property
    def tracks(self) -> Sequence[int]: ...

    @property
    def goods(self) -> Sequence[int]: ...

    @property
    def temps(self) -> Sequence[int]: ...

    @property
    def ships(self) -> Sequence[int]: ...

    @property
    def area(self) -> Sequence[str]: ...

    @property
    def palace(self) -> Sequence[str]: ...

    @property
    def cities(self) -> Sequence[int]: ...

    @property
    def towers(self) -> Sequence[int]: ...

    @property
    def farms(self) -> Sequence[int]: ...

    @property
    def sea_tiles(self) -> Sequence[str]: ...


def ability_level(holdings: Holdings) -> int:  # ABIL-1
    return the_box().tracks.ability_levels[holdings.tracks[CULTURAL]]


def has_ability(holdings: Holdings, ability: int) -> bool:
    return holdings.ability == ability
