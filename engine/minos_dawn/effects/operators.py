"""The table of operators: how to carry each out, and how to predict its effect. EFF"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, get_args

from engine.kernel.decision import Seat
from engine.kernel.steps import Now, SeatHappening, Step
from engine.minos_dawn.actions.action_points import ActionPoints, PlayDecree, WildPoints
from engine.minos_dawn.actions.build import build_options
from engine.minos_dawn.actions.cards import DrawCards, PlaceInPalace, can_place, draw_active, draw_age2, palace_options
from engine.minos_dawn.actions.choices import ChooseGood, ChooseRoute, ChooseTemp, ChooseTrack
from engine.minos_dawn.actions.expand import MoveWarriors, PlaceWarriors, expand_options
from engine.minos_dawn.actions.payment import can_pay
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import BUILD, the_box
from engine.minos_dawn.state import changes as changes
from engine.minos_dawn.state.bills import decree_bill
from engine.minos_dawn.state.facts import Gained
from engine.minos_dawn.state.state import DawnState

Aspects: TypeAlias = frozenset[str]
"""Names of conditions, counters and MEANS. An effect or an extra action changes them or depends on them."""
NOTHING: Aspects = frozenset()
MEANS = ("coins", "weaponry", "vp", "temps", "goods", "supply", "hand", "deck", "reserves", "map", "placed")
"""Aspects that are neither conditions nor counters. They count as changed only if they grow. `supply`: temps that
nobody has. `map`: the regions of the seat's warriors. `placed`: the number of its warriors on the map."""
FOR_BUILDING: Aspects = frozenset({"coins", "temps", "goods", "map", "cities", "towers", "ship"})
FOR_PLAYING: Aspects = frozenset({"coins", "temps", "goods", "hand"})
FOR_PALACE: Aspects = frozenset({"area", "hand", "vp"})
FOR_WILD: Aspects = FOR_BUILDING | FOR_PLAYING | {"reserves", "placed", "deck"}
"""Aspects that, if they grow, can help to build, play decrees, fill the palace, or spend Wild AP."""
ANYTHING: Aspects = frozenset((*e.CONDITIONS, *e.COUNTERS, *MEANS))
"""Everything that a building, a decree or a Wild AP may change, directly or indirectly."""


class Resolve(SeatHappening[DawnState], frozen=True, tag="Resolve"):
    """Carry out one operator, in the seat's own turn or in another seat's. EFF-90"""

    source: str
    atom: e.Atom
    is_fresh: bool = False

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Carry out the operator. Gains that aren't available are lost. GEN-6"""
        OPERATORS[type(self.atom)].carry_out(state, now, self)


CarryOut: TypeAlias = Callable[[DawnState, Now[DawnState], Resolve], None]
Judge: TypeAlias = Callable[[DawnState, Seat, Any], bool]


def always(state: DawnState, seat: Seat, atom: e.Amount) -> bool:
    return True


def never(state: DawnState, seat: Seat, atom: e.Amount) -> bool:
    return False


class Operator(NamedTuple):
    carry_out: CarryOut
    may_change: Judge = always
    """Returns whether the operator might change something now, judging only by public information. INFO-13"""
    would_change: Judge | None = None
    """Returns whether the operator changes something with the seat's real hand. None if the hand is irrelevant."""
    surely_changes: Judge | None = None
    """Returns whether the operator changes something with every possible hand. None if the hand is irrelevant."""
    is_optional: bool = False
    """True if the seat may decline the operator. GEN-7"""
    asks: Callable[[Any], bool] = lambda atom: False
    """Returns whether the operator asks the seat a question. INCOME-4"""
    draws: bool = False
    """True if the operator draws from a face-down pile or deck. GEN-8"""
    brings: Callable[[DawnState, Seat, Any], list[str]] = lambda state, seat, atom: []
    """Returns the sources of benefits that the operator triggers."""
    changes: Aspects = NOTHING
    """Aspects that the operator changes directly. Q-62"""
    looks: Callable[[DawnState, Seat, Any], Aspects] = lambda state, seat, atom: NOTHING
    """Returns the aspects that the operator's result depends on. Q-62"""
    waits: Judge = never
    """Returns whether the operator would now ask a question that allows extra actions. EXTRA-2"""

    def is_sure(self, state: DawnState, seat: Seat, atom: e.Atom) -> bool:
        return (self.surely_changes or self.may_change)(state, seat, atom)


def _gain(change: Callable[[DawnState, Now[DawnState], Seat, int, str], None]) -> CarryOut:
    return lambda state, now, it: change(state, now, it.seat, it.atom.n, it.source)


def _means(what: changes.Means) -> CarryOut:
    return lambda state, now, it: changes.gain(state, now, it.seat, what, it.atom.n, it.source)


def _then(step: Callable[[Resolve], Step[DawnState]]) -> CarryOut:
    return lambda state, now, it: now.then(step(it))


def _asks(atom: e.Amount) -> bool:
    return True


def _ask(question: Callable[[Seat, str, int], Step[DawnState]], may_change: Judge, **more: Any) -> Operator:
    """Return an operator that asks its question `n` times. The seat can't decline to answer."""
    return Operator(_then(lambda it: question(it.seat, it.source, it.atom.n)), may_change, asks=_asks, **more)


def _fresh(question: Callable[[Seat, str, int, bool], Step[DawnState]]) -> Callable[[Resolve], Step[DawnState]]:
    return lambda it: question(it.seat, it.source, it.atom.n, it.is_fresh)


def _action(step: Callable[[Resolve], Step[DawnState]], may_change: Judge, **more: Any) -> Operator:
    """Return an operator that the seat may decline. The operator's question allows extra actions."""
    aspects: dict[str, Any] = {"changes": ANYTHING, "waits": may_change} | more
    return Operator(_then(step), may_change, is_optional=True, asks=_asks, **aspects)


def _note_for_scoring(state: DawnState, now: Now[DawnState], it: Resolve) -> None:
    state.players[it.seat].noted += it.atom.n
    now.emit(Gained(it.seat, "vp_at_scoring", it.atom.n, it.source))


def _note_for_end(state: DawnState, now: Now[DawnState], it: Resolve) -> None:
    state.players[it.seat].at_end += it.atom.n
    now.emit(Gained(it.seat, "vp_at_end", it.atom.n, it.source))


def _take_random_goods(state: DawnState, now: Now[DawnState], it: Resolve) -> None:
    if it.atom.n > 1:
        now.then(Resolve(it.seat, it.source, e.RandomGood(it.atom.n - 1)))
    changes.take_random_good(state, now, it.seat, it.source)


def _advance(state: DawnState, now: Now[DawnState], it: Resolve) -> None:
    assert isinstance(it.atom, e.Advance)
    n, track = it.atom.n, it.atom.track
    if n > 1:
        now.then(Resolve(it.seat, it.source, e.Advance(n - 1, track)))
    if track in (e.ANY, e.LOWEST):
        now.then(ChooseTrack(it.seat, it.source, track == e.LOWEST))
    else:
        changes.advance(state, now, it.seat, track, it.source)


def _spaces_reached(state: DawnState, seat: Seat, atom: e.Advance) -> list[str]:
    box = the_box()
    spaces = state.players[seat].tracks
    return [
        source
        for track in (range(len(spaces)) if atom.track >= e.ANY else (atom.track,))
        for place in range(spaces[track] + 1, min(box.tracks.top, spaces[track] + atom.n) + 1)
        if (source := box.tracks.source(track, place))
    ]


def _gain_temps(state: DawnState, now: Now[DawnState], it: Resolve) -> None:
    assert isinstance(it.atom, e.TempOf)
    changes.gain_temp(state, now, it.seat, it.atom.good, it.atom.n, it.source)


def _can_play(state: DawnState, seat: Seat, atom: e.Play) -> bool:
    player = state.players[seat]
    return any(can_pay(player, decree_bill(player, card)) for card in player.hand)


def _can_spend_wild(state: DawnState, seat: Seat, atom: e.Wild) -> bool:
    return bool(
        state.players[seat].hand or state.offer or state.decks[state.age]
        or expand_options(state, seat) or build_options(state, seat)
    )  # fmt: skip


def goods_reached(state: DawnState, seat: Seat, atom: e.Amount) -> list[str]:  # GOOD-4
    return [f"good:{number}" for number in range(1, len(the_box().content.player_board.goods.gained) + 1)]


def _routes_reached(state: DawnState, seat: Seat, atom: e.Amount) -> list[str]:
    ships = state.players[seat].ships
    return [f"route:{state.routes[number]}:{space}" for number, space in enumerate(ships) if space]


def _at_deck(age: int | None) -> Callable[[DawnState, Seat, Any], Aspects]:
    """Make a function that returns the aspect `deck` if the deck has too few cards. Discards may refill it. CARD-9"""

    def looks(state: DawnState, seat: Seat, atom: e.Amount) -> Aspects:
        deck = state.decks[state.age if age is None else age]
        return _DECK if len(deck) < atom.n else NOTHING

    return looks


def _at_temps(state: DawnState, seat: Seat, atom: e.TempOf) -> Aspects:
    """Return the supply as an aspect if it has too few temps and the seat could refill it by using some. GOOD-8"""
    is_short = state.temps[atom.good] < atom.n and state.players[seat].temps[atom.good]
    return _SUPPLY if is_short else NOTHING


def _at(aspects: Aspects) -> Callable[[DawnState, Seat, Any], Aspects]:
    return lambda state, seat, atom: aspects


_DECK, _SUPPLY, _RESERVES = frozenset({"deck"}), frozenset({"supply"}), frozenset({"reserves"})
_HAND, _TEMPS, _GOODS = frozenset({"hand"}), frozenset({"temps"}), frozenset({"goods"})
_LOWEST = frozenset({"lowest_track"})
_TRACKS = frozenset({"influence", "cultural", "population", "tracks", "lowest_track"})
_PALACE = frozenset({"area", "area_cards", "palace", "palace_cards", "hand"})


OPERATORS: Mapping[type[e.Amount], Operator] = {
    e.Coin: Operator(_means("coins"), changes=frozenset({"coins"})),  # EFF-1
    e.Weapon: Operator(_means("weaponry"), changes=frozenset({"weaponry"})),  # EFF-2
    e.Vp: Operator(_means("vp"), changes=frozenset({"vp"})),  # EFF-3
    e.VpAtRounds: Operator(_note_for_scoring),  # EFF-4
    e.VpAtEnd: Operator(_note_for_end),  # EFF-5
    e.Temp: _ask(ChooseTemp, lambda state, seat, atom: any(state.temps), changes=_TEMPS),  # EFF-6
    # EFF-7
    e.Good: _ask(ChooseGood, lambda state, seat, atom: any(state.stacks), brings=goods_reached, changes=_GOODS),
    # EFF-8
    e.RandomGood: Operator(
        _take_random_goods,
        may_change=lambda state, seat, atom: bool(state.goods_pile),
        draws=True,
        brings=goods_reached,
        changes=_GOODS,
    ),
    # EFF-9
    e.Draw: _ask(
        DrawCards,
        lambda state, seat, atom: bool(state.offer or state.decks[state.age]),
        changes=_HAND,
        looks=_at_deck(None),
    ),
    # EFF-10
    e.DrawActive: Operator(
        _gain(draw_active),
        lambda state, seat, atom: bool(state.decks[state.age]),
        draws=True,
        changes=_HAND,
        looks=_at_deck(None),
    ),
    # EFF-11
    e.DrawAge2: Operator(
        _gain(draw_age2), lambda state, seat, atom: bool(state.decks[1]), draws=True, changes=_HAND, looks=_at_deck(1)
    ),
    # EFF-12
    e.Play: _action(
        lambda it: PlayDecree(it.seat, it.source, it.atom.n, opens_offer=False, is_fresh=it.is_fresh),
        lambda state, seat, atom: bool(state.players[seat].hand),
        would_change=_can_play,
        surely_changes=never,
        looks=_at(FOR_PLAYING),
    ),
    # EFF-13
    e.PlayFree: _action(
        lambda it: PlayDecree(it.seat, it.source, it.atom.n, opens_offer=True, is_free=True, is_fresh=it.is_fresh),
        lambda state, seat, atom: bool(state.players[seat].hand or state.offer),
        looks=_at(_HAND),
    ),
    # EFF-14
    e.Build: _action(
        lambda it: ActionPoints(it.seat, it.source, BUILD, it.atom.n, is_fresh=it.is_fresh),
        lambda state, seat, atom: bool(build_options(state, seat)),
        looks=_at(FOR_BUILDING),
        waits=always,
    ),
    # EFF-15
    e.BuildFree: _action(
        lambda it: ActionPoints(it.seat, it.source, BUILD, it.atom.n, is_free=True, is_fresh=it.is_fresh),
        lambda state, seat, atom: bool(build_options(state, seat, is_free=True)),
        looks=_at(FOR_BUILDING),
        waits=always,
    ),
    # EFF-16
    e.Place: _action(
        _fresh(PlaceWarriors),
        lambda state, seat, atom: state.players[seat].reserves > 0,
        changes=frozenset({"map", "placed", "regions", "warriors"}),
        looks=lambda state, seat, atom: _RESERVES if state.players[seat].reserves < atom.n else NOTHING,
    ),
    # EFF-17
    e.Move: _action(
        _fresh(MoveWarriors),
        lambda state, seat, atom: any(state.players[seat].warriors),
        changes=frozenset({"map", "regions"}),
        looks=_at(frozenset({"placed"})),
    ),
    # EFF-18
    e.Warrior: Operator(
        _gain(changes.gain_warriors), lambda state, seat, atom: state.players[seat].supply > 0, changes=_RESERVES
    ),
    e.Wild: _action(_fresh(WildPoints), _can_spend_wild, looks=_at(FOR_WILD), waits=always),  # EFF-19
    # EFF-20, EFF-21, EFF-22
    e.Advance: Operator(
        _advance,
        asks=lambda atom: atom.track >= e.ANY,
        brings=_spaces_reached,
        changes=_TRACKS,
        looks=lambda state, seat, atom: _LOWEST if atom.track == e.LOWEST else NOTHING,
    ),
    # EFF-23
    e.Palace: _action(
        lambda it: PlaceInPalace(it.seat, it.source, it.atom.n, is_free=False, is_fresh=it.is_fresh),
        lambda state, seat, atom: can_place(state.players[seat], is_free=False),
        would_change=lambda state, seat, atom: bool(palace_options(state, seat, is_free=False)),
        surely_changes=lambda state, seat, atom: bool(state.players[seat].area),
        changes=_PALACE | {"vp"},
        looks=_at(FOR_PALACE),
    ),
    # EFF-24
    e.PalaceFree: _action(
        lambda it: PlaceInPalace(it.seat, it.source, it.atom.n, is_free=True, is_fresh=it.is_fresh),
        lambda state, seat, atom: can_place(state.players[seat], is_free=True),
        changes=_PALACE,
        looks=_at(frozenset({"area", "hand"})),
    ),
    # EFF-25
    e.Route: _ask(
        ChooseRoute,
        lambda state, seat, atom: any(state.players[seat].ships),
        brings=_routes_reached,
        looks=_at(frozenset({"route_spaces"})),
    ),
    # EFF-26
    e.Income: Operator(
        _gain(changes.step_income),
        may_change=lambda state, seat, atom: state.players[seat].income < the_box().content.player_board.income.last,
    ),
    # EFF-27
    e.TempOf: Operator(
        _gain_temps, lambda state, seat, atom: state.temps[atom.good] > 0, changes=_TEMPS, looks=_at_temps
    ),
}


def check_complete(operators: Mapping[type[e.Amount], Operator]) -> None:
    """Raise `TypeError` if an operator has no entry, or an entry has no operator."""
    strays = operators.keys() ^ set(get_args(e.Atom))
    if strays:
        raise TypeError(f"no operator and its entry: {', '.join(sorted(each.__name__ for each in strays))}")


check_complete(OPERATORS)
