"""The holdings of a seat by its view, so that programs can ask the rules for prices and counts."""

from dataclasses import dataclass
from typing import Self

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ABILITIES
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.state import NONE

_ARRIVING = "the decree whose effects are weighed"


@dataclass(frozen=True, slots=True)
class SeenHoldings:
    """`Holdings` of a seat as its view shows them, and in the area the decree to play that is weighed. DEV-9"""

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

    @classmethod
    def of(cls, view: DawnView, seat: Seat) -> Self:
        me = view.seats[seat]
        here = {region.number: region.warriors[seat] for region in view.regions}
        return cls(
            coins=me.coins,
            ability=ABILITIES.index(me.ability) if me.ability else NONE,
            income=me.income,
            warriors=tuple(here.get(number, 0) for number in range(max(here) + 1)),
            tracks=me.tracks,
            goods=me.goods,
            temps=me.temps,
            ships=me.ships,
            area=(*me.area, _ARRIVING),
            palace=me.palace,
            cities=me.cities,
            towers=me.towers,
            farms=me.farms,
            sea_tiles=me.sea_tiles,
        )
