"""Whether the order of several effects can matter to anybody. GEN-8, Q-62"""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    ANY,
    Advance,
    Atom,
    Coins,
    Conversion,
    DrawActive,
    DrawAge2,
    Effect,
    Either,
    Gains,
    GainWarrior,
    GoodRandom,
    If,
    IncomeSteps,
    Instead,
    Plain,
    Points,
    PointsAtEnd,
    PointsAtScoring,
    TempOf,
    Weaponry,
)
from engine.minos_dawn.state.state import Table

_QUIET = (Coins, Weaponry, Points, PointsAtScoring, PointsAtEnd, GainWarrior, IncomeSteps, TempOf)
"""Operators without choice or draw that no condition and no counter looks at."""


def order_matters(state: Table, seat: Seat, effects: tuple[Effect, ...]) -> bool:
    """GEN-8: one of those left holds or causes a choice or a draw, or changes a condition or counter of another."""
    if any(_is_loud(state, seat, effect) for effect in effects):
        return True
    changed = {track for effect in effects for track in _tracks_changed(effect)}
    return bool(changed) and any(_looks_at_tracks(effect) for effect in effects)


def _is_loud(state: Table, seat: Seat, effect: Effect) -> bool:
    match effect:
        case Plain(parts):
            return _any_loud(state, seat, parts)
        case If(_, then):
            return _is_loud(state, seat, then)
        case Instead(first, _, second):
            return _any_loud(state, seat, first) or _any_loud(state, seat, second)
        case Conversion() | Either():
            return True


def _any_loud(state: Table, seat: Seat, parts: Gains) -> bool:
    return any(_atom_is_loud(state, seat, part.atom) for part in parts)


def _atom_is_loud(state: Table, seat: Seat, atom: Atom) -> bool:
    """A choice or a draw, or an advance onto a space that brings one."""
    if isinstance(atom, Advance):
        if atom.track >= ANY:
            return True
        box = the_box()
        space = state.players[seat].tracks[atom.track]
        sources = [box.track_source(atom.track, place) for place in range(space + 1, min(box.top, space + atom.n) + 1)]
        return any(source and _any_effect_loud(state, seat, source) for source in sources)
    return not isinstance(atom, _QUIET)


def _any_effect_loud(state: Table, seat: Seat, source: str) -> bool:
    return any(_is_loud(state, seat, effect) for effect in the_box().effects[source])


def parts_of(effect: Effect) -> Gains:
    """Everything that an effect may bring, whatever is chosen, met or paid."""
    match effect:
        case Plain(parts):
            return parts
        case If(_, then):
            return parts_of(then)
        case Instead(first, _, second) | Either(first, second):
            return (*first, *second)
        case Conversion(_, parts):
            return parts


def _tracks_changed(effect: Effect) -> list[int]:
    return [part.atom.track for part in parts_of(effect) if isinstance(part.atom, Advance)]


def looked_at(effect: Effect) -> list[str]:
    """The conditions and counters that an effect looks at when it begins. EFF-43 to EFF-45"""
    measures = [effect.condition.measure] if isinstance(effect, (If, Instead)) else []
    return measures + [part.per for part in parts_of(effect) if part.per]


_OF_TRACKS = ("influence", "cultural", "population", "tracks", "lowest_track")


def _looks_at_tracks(effect: Effect) -> bool:
    return any(measure in _OF_TRACKS for measure in looked_at(effect))


def is_loud_atom(atom: Atom) -> bool:
    """Whether an operator asks its seat something by itself. INCOME-4"""
    return not isinstance(atom, (*_QUIET, DrawActive, DrawAge2, GoodRandom)) and not (
        isinstance(atom, Advance) and atom.track < ANY
    )
