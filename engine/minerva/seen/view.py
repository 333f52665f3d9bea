"""Views of the game. Only this module hides anything: the order of decks, and other seats' standing orders. INFO"""

from functools import cached_property, lru_cache

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.hidden import Zone, places_in
from engine.kernel.rules import Placing, view_of
from engine.minerva.content.box import Box, the_box
from engine.minerva.content.terms import PARTS
from engine.minerva.state.measures import fee
from engine.minerva.state.preview import Forecast, forecasts
from engine.minerva.state.standings import parts, placings, title_of
from engine.minerva.state.state import MinervaState, Placed, Turn, Wishes


class SeatView(msgspec.Struct, frozen=True):
    """One seat's holdings, all public. INFO-02"""

    seat: Seat
    denarii: int
    resources: tuple[int, ...]
    residences: int
    removed: int
    glory: int
    assistants: int
    assistants_owned: int
    order: int
    order_vp: int
    """The VP of the order tile if the game ended now. SCORE-06"""
    city: tuple[Placed, ...]
    culture_tiles: tuple[str, ...]
    glory_tiles: tuple[str, ...]
    culture_vp: int
    glory_vp: int
    points: dict[str, int]
    """The score if the game ended now."""
    scored: dict[str, int]


class LotView(msgspec.Struct, frozen=True):
    """Tiles displayed together: one, or two in the solo game. `denarii` is the money on a round tile. SOLO-07"""

    tiles: tuple[str, ...]
    denarii: int


class LineView(msgspec.Struct, frozen=True):
    """The view of a `Forecast`, with the cells of its line. RES-05"""

    direction: str
    cells: tuple[tuple[int, int], ...]
    tiles: tuple[str, ...]
    gains: dict[str, int]
    points: tuple[int, ...]
    takes: tuple[str, ...]
    asks: tuple[str, ...]


class TurnView(msgspec.Struct, frozen=True):
    """The current turn as in `state.Turn`, with the price of acting and the directions to choose from. PASS-04"""

    seat: Seat
    act: str
    tile: str
    x: int
    y: int
    is_laid: bool
    direction: str
    line: tuple[tuple[int, int], ...]
    reached: int
    points: tuple[int, ...]
    fee: int
    lines: tuple[LineView, ...]


class OrdersView(msgspec.Struct, frozen=True):
    """The viewer's own standing orders for this round. PASS-01, BUILD-01, GAINASSIST-03"""

    next_turn: bool | str | Wishes
    buys_none: bool | str


class MinervaView(msgspec.Struct, frozen=True):
    """Everything that the seat `looking` may see (None: a spectator)."""

    looking: Seat | None
    round: int
    phase: str
    first: Seat
    colon_mode: str
    seats: tuple[SeatView, ...]
    lots: tuple[LotView, ...]
    """The display without temples."""
    temples: tuple[str, ...]
    temple_stack_size: int
    deck_size: int
    """Counts round tiles, too, so nobody can tell how many tiles will be drawn. INFO-01"""
    culture: tuple[tuple[str, ...], ...]
    """Piles that begin with their top tile."""
    glory: tuple[str, ...]
    order_tiles: tuple[int, ...]
    turn: TurnView | None
    orders: OrdersView | None
    boxed: tuple[str, ...]
    result: tuple[Placing, ...]
    title: int | None
    """The number of the solo title. The highest is 0. SOLO-16"""
    to_answer: tuple[Seat, ...] = ()
    is_over: bool = False
    """True if the table has ended, perhaps without a result. Filled in by the session, like `to_answer`."""

    @property
    def has_ended(self) -> bool:
        return self.is_over or bool(self.result)


def look(state: MinervaState, seat: Seat | None) -> MinervaView:
    """Return the view of `seat`. Only the order of decks and other seats' orders are hidden. INFO-01 to INFO-03"""
    box, over = the_box(), state.phase == "over"
    numbers = box.order_numbers(len(state.players))
    held = [player.order for player in state.players]
    return view_of(
        MinervaView,
        state,
        looking=seat,
        seats=tuple([_seat(state, each) for each in range(len(state.players))]),
        lots=tuple([_lot(box, lot) for lot in state.lots]),
        temple_stack_size=len(state.temple_stack),
        deck_size=len(state.deck),
        culture=_culture(state),
        order_tiles=tuple([number for number in numbers if number not in held]),
        turn=None if state.turn is None else _turn(state, state.turn),
        orders=None if seat is None else view_of(OrdersView, state.players[seat]),
        result=placings(state) if over else (),
        title=title_of(sum(state.players[0].scored)) if over and state.is_solo else None,
    )


class SeatGlance(msgspec.Struct, frozen=True):
    """The part of a `SeatView` that computer players judge by."""

    seat: Seat
    denarii: int
    resources: tuple[int, ...]
    residences: int
    glory: int
    assistants: int
    assistants_owned: int
    city: tuple[Placed, ...]


class TurnGlance(msgspec.Struct, frozen=True):
    """The part of a `TurnView` that computer players judge by."""

    act: str
    tile: str
    x: int
    y: int
    points: tuple[int, ...]
    fee: int


class Glance:
    """The part of a `MinervaView` that computer players judge by. Each field is computed when it is first read, so a
    glance is useless once the state has changed."""

    def __init__(self, state: MinervaState, seat: Seat) -> None:
        self._state = state
        self.round = state.round

    @cached_property
    def seats(self) -> tuple[SeatGlance, ...]:
        return tuple([view_of(SeatGlance, player, seat=seat) for seat, player in enumerate(self._state.players)])

    @cached_property
    def culture(self) -> tuple[tuple[str, ...], ...]:
        return _culture(self._state)

    @cached_property
    def turn(self) -> TurnGlance | None:
        turn = self._state.turn
        return None if turn is None else view_of(TurnGlance, turn, fee=fee(self._state))


def hidden(state: MinervaState, seat: Seat | None) -> tuple[Zone, ...]:
    """Everything that `look` hides: the order of tiles in each pile, and others' standing orders. INFO-01, SETUP-08"""
    constants, tiles = the_box().constants, the_box().tiles
    size = constants.normal_deck.pile_size[str(len(state.players))] + 1
    buildings = tuple(("deck", place) for place, name in enumerate(state.deck) if name in tiles)
    whole = range(len(state.deck) - len(buildings))
    piles = [tuple(("deck", size * pile + place) for place in range(size)) for pile in whole]
    others = [other for other in range(len(state.players)) if other != seat]
    orders = [("players", other, name) for other in others for name in ("passes", "buys_none")]  # stored names
    return (
        Zone("buildings", buildings),
        *(Zone("pile", pile) for pile in piles),
        Zone("temples", places_in(state.temple_stack, "temple_stack")),
        Zone("orders", tuple(orders), is_answer=True),
    )


def _seat(state: MinervaState, seat: Seat) -> SeatView:
    player = state.players[seat]
    points = dict(zip(PARTS, parts(state, player), strict=True))
    return view_of(
        SeatView,
        player,
        seat=seat,
        order_vp=points["order"],
        culture_vp=points["culture"],
        glory_vp=points["glory"],
        points=points,
        scored=dict(zip(PARTS, player.scored, strict=True)) if player.scored else {},
    )


def _culture(state: MinervaState) -> tuple[tuple[str, ...], ...]:
    return tuple([pile[::-1] for pile in state.culture])


@lru_cache(maxsize=1 << 10)
def _lot(box: Box, lot: tuple[str, ...]) -> LotView:
    has_round_tile = any(name not in box.tiles for name in lot)
    return LotView(lot, box.constants.solo.round_tile_bonus_denarii if has_round_tile else 0)


def _turn(state: MinervaState, turn: Turn) -> TurnView:
    is_choosing = turn.act in ("residence", "assistant") and turn.is_laid and not turn.direction
    lines = forecasts(state, turn.seat) if is_choosing else []
    return view_of(TurnView, turn, fee=fee(state), lines=tuple([_line(line) for line in lines]))


def _line(line: Forecast) -> LineView:
    cells = tuple([(placed.x, placed.y) for placed in line.line])
    return view_of(LineView, line, cells=cells)
