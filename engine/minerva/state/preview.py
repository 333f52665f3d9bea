"""A forecast of each direction, for choosing one. RES-05"""

from collections.abc import Sequence

import msgspec

from engine.kernel.decision import Seat
from engine.minerva.content import language as e
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import ARTS, DIRECTIONS, RESOURCES
from engine.minerva.state.changes import receive
from engine.minerva.state.measures import is_earned, lines_from, repetitions
from engine.minerva.state.state import MinervaState, Placed, SeatState


class Forecast(msgspec.Struct, frozen=True):
    """A line, and its gains that need no choice."""

    direction: str
    line: tuple[Placed, ...]
    gains: dict[str, int]
    """Amounts above 0, by kind (RESOURCES, DENARII, GLORY)."""
    points: tuple[int, ...]
    """Culture points in the order of ARTS."""
    takes: tuple[str, ...]
    """The culture tiles that the points earn."""
    asks: tuple[str, ...]
    """The tiles that offer a choice."""

    @property
    def tiles(self) -> tuple[str, ...]:
        return tuple([placed.tile for placed in self.line])


def acts(line: Sequence[Placed]) -> bool:
    """Return whether activating any tile of the line does something. RES-06"""
    tiles = the_box().tiles
    return bool(line) and any(tiles[placed.tile].acts for placed in line)


def forecasts(state: MinervaState, seat: Seat) -> list[Forecast]:
    turn = state.on_turn
    lines = lines_from(state.players[seat].city, turn.x, turn.y)
    return [forecast(state, state.players[seat], direction, lines[direction]) for direction in DIRECTIONS]


def forecast(state: MinervaState, player: SeatState, direction: str, line: Sequence[Placed]) -> Forecast:
    """Forecast one line tile by tile, limits included. LIMIT-02"""
    later = SeatState(player.denarii, player.resources.copy(), player.residences, player.city, player.glory)
    points, asks = state.on_turn.points.copy(), []
    for placed in line:
        if _foresee(state, later, points, placed):
            asks.append(placed.tile)
    gains = {name: now - then for name, now, then in zip(RESOURCES, later.resources, player.resources, strict=True)}
    gains |= {e.DENARII: later.denarii - player.denarii, e.GLORY: later.glory - player.glory}
    return Forecast(
        direction,
        tuple(line),
        {what: count for what, count in gains.items() if count},
        tuple(points),
        tuple([state.culture[art][-1] for art, count in enumerate(points) if is_earned(state, art, count)]),
        tuple(asks),
    )


def _foresee(state: MinervaState, player: SeatState, points: list[int], placed: Placed) -> bool:
    """Add a tile's certain gains to `player` and `points`. Return whether the tile offers a choice. RES-06"""
    tile = the_box().tiles[placed.tile]
    effect = tile.effect
    if not tile.acts:
        return False
    match effect:
        case e.Gain(items):
            return not all([_take(player, item, 1) for item in items])  # noqa: C419  (every item is to be taken)
        case e.Culture(gained):
            for point in gained:
                if point.art != e.ANY_CULTURE:
                    points[ARTS.index(point.art)] += point.count
            return any(point.art == e.ANY_CULTURE for point in gained)
        case e.If() | e.Each():
            _take(player, effect.get, repetitions(state, player, effect, placed.x, placed.y))
            return False
        case e.Convert() | e.Choose():
            return True
    return False


def _take(player: SeatState, item: e.Item, times: int) -> bool:
    if item.what != e.ANY:
        receive(player, item.what, item.count * times)
    return item.what != e.ANY
