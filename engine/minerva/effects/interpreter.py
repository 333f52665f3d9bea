"""Carries out the effects of tiles that were activated or just built, and claims culture tiles. EFF, RES, CULT"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import ClassVar, assert_never

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.steps import Now, SeatHappening
from engine.minerva.content import language as e
from engine.minerva.content import words
from engine.minerva.content.box import Tile, the_box
from engine.minerva.content.terms import ARTS, RESOURCES
from engine.minerva.effects.conversions import Repeat, Swap, TileChoice
from engine.minerva.state.changes import gain
from engine.minerva.state.facts import CultureTaken, EffectDeclined, PointsGained
from engine.minerva.state.measures import is_earned, repetitions
from engine.minerva.state.state import MinervaState


class Apply(SeatHappening[MinervaState], frozen=True, tag="Apply"):
    """Resolve an activated tile (RES-06 to RES-11), or a tile just built that gains or converts (BUILD-08)."""

    tile: str
    x: int
    y: int

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Apply the effect to the current state, including gains of earlier tiles. EFF-01 to EFF-05, RES-10"""
        tile, seat = the_box().tiles[self.tile], self.seat
        match tile.effect:
            case e.Gain(items):
                receive(state, now, seat, tile, items)
            case e.Culture(points):
                learn(state, now, seat, tile, points)
            case e.Convert(pay, get):
                is_free = {pay.what, get.what} & {e.ANY, e.SAME}
                now.then(Swap(seat, tile.id) if is_free else Repeat(seat, tile.id))
            case e.If() | e.Each():
                times = repetitions(state, state.players[seat], tile.effect, self.x, self.y)
                gain(state, now, seat, tile.effect.get.what, tile.effect.get.count * times, tile.id)
            case e.Choose():
                now.then(ChooseSide(seat, tile.id))
            case e.Nothing() | e.Score() | e.TakeCulture() | e.ActivateAround() | e.MoveAround() | e.RemoveResidence():
                pass
            case _:
                assert_never(tile.effect)


def receive(state: MinervaState, now: Now[MinervaState], seat: Seat, tile: Tile, items: Sequence[e.Item]) -> None:
    """Gain all items. Ask first if kinds are free or a special tile may be declined. EFF-01, RES-08, BUILD-09"""
    if tile.is_special or any(item.what == e.ANY for item in items):
        now.then(ChooseKinds(seat, tile.id, tuple(items)))
        return
    for item in items:
        gain(state, now, seat, item.what, item.count, tile.id)


class ChooseKinds(TileChoice, frozen=True, tag="ChooseKinds"):
    """Choose the kinds of a gain's free tokens. Kinds at their limit are allowed. EFF-07, LIMIT-04, LIMIT-03"""

    items: tuple[e.Item, ...]
    rule: ClassVar[str] = "EFF-07"
    asks: ClassVar[str] = "minerva.prompt.kinds"

    def options(self, state: MinervaState) -> list[Option]:
        """Every combination of kinds. If the tile was just built, its gain may be declined. BUILD-08, BUILD-09"""
        free = sum([item.count for item in self.items if item.what == e.ANY])
        options = [
            Option(f"kinds:{'+'.join(kinds)}" if kinds else "gain", _gain_label(self._with(kinds)))
            for kinds in combinations_with_replacement(RESOURCES, free)
        ]
        return [*options, words.plain("decline")] if the_box().tiles[self.tile].is_special else options

    def _with(self, kinds: Sequence[str]) -> list[e.Item]:
        chosen = [e.Item(kind, kinds.count(kind)) for kind in RESOURCES if kind in kinds]
        return chosen + [item for item in self.items if item.what != e.ANY]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key == "decline":
            now.emit(EffectDeclined(self.seat, self.tile))
            return
        kinds = key.removeprefix("kinds:").split("+") if key != "gain" else []
        for item in self._with(kinds):
            gain(state, now, self.seat, item.what, item.count, self.tile)


def _gain_label(items: Sequence[e.Item]) -> Message:
    return Message("minerva.option.gain", {"gains": tuple(words.amount(item.what, item.count) for item in items)})


def learn(state: MinervaState, now: Now[MinervaState], seat: Seat, tile: Tile, points: Sequence[e.Point]) -> None:
    """Add culture points by category, asking about wild ones. Tiles are claimed later. CULT-01, CULT-02, RES-12"""
    for point in points:
        if point.art == e.ANY_CULTURE:
            now.then(NameCulture(seat, tile.id, point.count))
        else:
            add_points(state, now, seat, tile.id, point)


def add_points(state: MinervaState, now: Now[MinervaState], seat: Seat, tile: str, point: e.Point) -> None:  # CULT-02
    assert state.turn is not None
    state.turn.points[ARTS.index(point.art)] += point.count
    now.emit(PointsGained(seat, point.art, point.count, tile))


class NameCulture(TileChoice, frozen=True, tag="NameCulture"):
    """Choose the category of a wild point when it is gained, one point after the other. CULT-03"""

    left: int
    rule: ClassVar[str] = "CULT-03"
    asks: ClassVar[str] = "minerva.prompt.wild"

    def options(self, state: MinervaState) -> list[Option]:
        return [Option(f"culture:{art}", words.points(art, 1), f"culture:{art}") for art in ARTS]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        add_points(state, now, self.seat, self.tile, e.Point(key.removeprefix("culture:"), 1))
        if self.left > 1:
            now.then(NameCulture(self.seat, self.tile, self.left - 1))


class ChooseSide(TileChoice, frozen=True, tag="ChooseSide"):
    """Choose exactly one side of an effect, even one that does nothing. EFF-04, RES-11"""

    rule: ClassVar[str] = "EFF-04"
    asks: ClassVar[str] = "minerva.prompt.either"

    def sides(self) -> tuple[e.Gain | e.Culture, e.Gain | e.Culture]:
        effect = the_box().tiles[self.tile].effect
        assert isinstance(effect, e.Choose), self.tile
        return effect.first, effect.second

    def options(self, state: MinervaState) -> list[Option]:
        return [Option(f"side:{number}", _side_label(side)) for number, side in enumerate(self.sides(), 1)]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        tile = the_box().tiles[self.tile]
        match self.sides()[int(key.removeprefix("side:")) - 1]:
            case e.Gain(items):
                receive(state, now, self.seat, tile, items)
            case e.Culture(points):
                learn(state, now, self.seat, tile, points)


def _side_label(side: e.Gain | e.Culture) -> Message:
    if isinstance(side, e.Gain):
        return _gain_label(side.items)
    return Message("minerva.option.gain", {"gains": tuple(words.points(p.art, p.count) for p in side.points)})


class ClaimCulture(SeatHappening[MinervaState], frozen=True, tag="ClaimCulture"):
    """Claim culture tiles, each category separately, once per turn. A seat can't refuse. CULT-04, BUILD-13, BLDG-21d"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Take at most one tile per category. The next tile of a pile waits for a later turn. CULT-05, CULT-06"""
        assert state.turn is not None
        for art, points in enumerate(state.turn.points):
            if is_earned(state, art, points):
                take_culture(state, now, self.seat, art, "")


def take_culture(state: MinervaState, now: Now[MinervaState], seat: Seat, art: int, source: str) -> None:
    """Give the top tile to the seat permanently. CULT-08, BLDG-17a"""
    *left, tile = state.culture[art]
    state.culture[art] = tuple(left)
    state.players[seat].culture_tiles.append(tile)
    now.emit(CultureTaken(seat, tile, source))
