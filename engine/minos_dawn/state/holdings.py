"""The holdings of one seat, in the form that rules and programs both use."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import CULTURAL
from engine.minos_dawn.state.state import SeatState


@dataclass(frozen=True, slots=True)
class SeenHoldings:
    """The holdings of a seat as everyone sees them. `warriors` are by region, `ships` by route."""

    coins: int
    ability: int
    income: int
    warriors: tuple[int, ...]
    tracks: tuple[int, ...]
    goods: tuple[int, ...]
    temps: tuple[int, ...]
    ships: tuple[int, ...]
    area: tuple[str, ...]
    palace: tuple[str, ...]
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    farms: tuple[int, ...]
    sea_tiles: tuple[str, ...]


Holdings: TypeAlias = SeatState | SeenHoldings
"""Everything public that prices and counts look at."""


def ability_level(holdings: Holdings) -> int:  # ABIL-1
    return the_box().tracks.ability_levels[holdings.tracks[CULTURAL]]


def has_ability(holdings: Holdings, ability: int) -> bool:
    return holdings.ability == ability
