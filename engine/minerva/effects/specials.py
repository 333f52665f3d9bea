"""Special tiles that don't just gain: Triumphal Arch, Elevated Aqueduct, Circus, Public Baths. BLDG-17 to BLDG-21"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.actions.placing import PickCell
from engine.minerva.content.box import the_box
from engine.minerva.content.language import ActivateAround, MoveAround, RemoveResidence, TakeCulture
from engine.minerva.content.terms import ARTS, RESIDENCE
from engine.minerva.content.words import beside_in, cell_of, cell_option, culture_tile, place_in, plain, tile
from engine.minerva.effects.interpreter import Apply, ClaimCulture, take_culture
from engine.minerva.state.facts import EffectDeclined, ResidenceRemoved, TileMoved, TileReached
from engine.minerva.state.measures import cells_of, surrounding, tile_at
from engine.minerva.state.state import MinervaState, Placed


def begin_special(now: Now[MinervaState], seat: Seat, name: str, x: int, y: int) -> None:
    """Use the tile just built at `x`, `y`. Gains and conversions work as on any other tile. BUILD-08"""
    match the_box().tiles[name].effect:
        case TakeCulture():
            now.then(TakeFromPile(seat, name))
        case MoveAround():
            now.then(LiftTile(seat, name, x, y))
        case RemoveResidence():
            now.then(RemoveFromCity(seat, name, x, y))
        case ActivateAround(most):
            now.then(PickForBaths(seat, name, x, y, most, ()), ClaimCulture(seat))
        case _:
            now.then(Apply(seat, name, x, y))


class AskBuilder(SeatChoice[MinervaState], frozen=True):
    """A question about the `tile` just built. `decline` leaves the tile's effect unused. BUILD-08, BUILD-09"""

    tile: str

    def uses(self, state: MinervaState) -> list[Option]:
        raise NotImplementedError

    def options(self, state: MinervaState) -> list[Option]:
        uses = self.uses(state)
        return [*uses, plain("decline")] if uses else []

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key == "decline":
            now.emit(EffectDeclined(self.seat, self.tile))
        else:
            self.use(state, now, key)

    def use(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        raise NotImplementedError


class TakeFromPile(AskBuilder, frozen=True, tag="TakeFromPile"):
    """Take the top culture tile of any pile. No points are needed, and CULT-05 doesn't apply (Q-25). BLDG-17a"""

    rule: ClassVar[str] = "BLDG-17a"
    asks: ClassVar[str] = "minerva.prompt.arch"

    def uses(self, state: MinervaState) -> list[Option]:
        return [
            Option(f"take:{art}", Message("minerva.option.take", {"tile": culture_tile(pile[-1])}), f"culture:{art}")
            for art, pile in zip(ARTS, state.culture, strict=True)
            if pile
        ]

    def use(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        take_culture(state, now, self.seat, ARTS.index(key.removeprefix("take:")), self.tile)


class LiftTile(AskBuilder, frozen=True, tag="LiftTile"):
    """Lift one of the tiles around the Aqueduct at `x`, `y`, but not a residence. BLDG-19a"""

    x: int
    y: int
    rule: ClassVar[str] = "BLDG-19a"
    asks: ClassVar[str] = "minerva.prompt.aqueduct"

    def uses(self, state: MinervaState) -> list[Option]:
        city = state.players[self.seat].city
        return [
            cell_option("move", near.x, near.y, tile(near.tile))
            for near in surrounding(city, self.x, self.y)
            if near.tile != RESIDENCE
        ]

    def use(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        x, y = cell_of(key)
        now.then(SetDown(self.seat, tile=self.tile, x=x, y=y))


class SetDown(PickCell, frozen=True, tag="SetDown"):
    """Move the tile at `x`, `y` to a cell next to any other tile. This may split the city (Q-03). BLDG-19b"""

    tile: str = ""
    x: int = 0
    y: int = 0
    rule: ClassVar[str] = "BLDG-19b"
    asks: ClassVar[str] = "minerva.prompt.move"

    def city(self, state: MinervaState) -> Iterable[Placed]:
        """The city without the lifted tile. The Aqueduct stays, so there is always a place."""
        return [placed for placed in state.players[self.seat].city if (placed.x, placed.y) != (self.x, self.y)]

    def cells(self, state: MinervaState) -> Mapping[tuple[int, int], Option]:
        return {cell: option for cell, option in super().cells(state).items() if cell != (self.x, self.y)}

    def _find_tile(self, state: MinervaState) -> Placed:
        lifted = tile_at(state.players[self.seat].city, self.x, self.y)
        assert lifted is not None
        return lifted

    def blanks(self, state: MinervaState) -> dict[str, Argument]:
        return {"tile": tile(self._find_tile(state).tile)}

    def place(self, state: MinervaState, now: Now[MinervaState], x: int, y: int) -> None:
        """Move the tile. It isn't built again: no cost, no effect, no refill. BLDG-19c"""
        city, lifted = state.players[self.seat].city, self._find_tile(state)
        city[city.index(lifted)] = Placed(lifted.tile, x, y)
        now.emit(TileMoved(self.seat, lifted.tile, x, y, self.tile, beside_in(cells_of(city), x, y)))


class RemoveFromCity(AskBuilder, frozen=True, tag="RemoveFromCity"):
    """Choose a residence without an assistant around the Circus at `x`, `y`. It leaves the game. BLDG-20a"""

    x: int
    y: int
    rule: ClassVar[str] = "BLDG-20a"
    asks: ClassVar[str] = "minerva.prompt.circus"

    def uses(self, state: MinervaState) -> list[Option]:
        city = state.players[self.seat].city
        laid = cells_of(city)
        return [
            cell_option("remove", near.x, near.y, place_in(laid, near.x, near.y))
            for near in surrounding(city, self.x, self.y)
            if near.tile == RESIDENCE and not near.has_assistant
        ]

    def use(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        x, y = cell_of(key)
        player = state.players[self.seat]
        player.city.remove(Placed(RESIDENCE, x, y))
        player.removed += 1
        now.emit(ResidenceRemoved(self.seat, x, y, self.tile, beside_in(cells_of(player.city), x, y)))


class PickForBaths(SeatChoice[MinervaState], frozen=True, tag="PickForBaths"):
    """Activate up to `left` tiles around the Baths at `x`, `y`, except those in `done`. BLDG-21a, BLDG-21b"""

    tile: str
    x: int
    y: int
    left: int
    done: tuple[tuple[int, int], ...]
    rule: ClassVar[str] = "BLDG-21a"

    def options(self, state: MinervaState) -> list[Option]:
        """The tiles around the Baths that can be picked. The seat may stop early. BUILD-09"""
        if not self.left:
            return []
        city = state.players[self.seat].city
        options = [
            cell_option("activate", near.x, near.y, tile(near.tile))
            for near in surrounding(city, self.x, self.y)
            if the_box().tiles[near.tile].acts and (near.x, near.y) not in self.done
        ]
        return [*options, plain("done")] if options else []

    def prompt(self, state: MinervaState) -> Message:
        return Message("minerva.prompt.baths", {"count": self.left})

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        """Activate the chosen tile and ask again. Effects look around their tile, not the Baths. BLDG-21b, BLDG-21c"""
        if key == "done":
            return
        x, y = cell_of(key)
        chosen = tile_at(state.players[self.seat].city, x, y)
        assert chosen is not None
        now.emit(TileReached(self.seat, chosen.tile, self.tile))
        done = (*self.done, (x, y))
        rest = PickForBaths(self.seat, self.tile, self.x, self.y, self.left - 1, done)
        now.then(Apply(self.seat, chosen.tile, x, y), rest)
