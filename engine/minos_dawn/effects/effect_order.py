"""Whether the order of several effects can matter to anybody. GEN-8, Q-62"""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Atom, Effect, Fold, Gains, fold
from engine.minos_dawn.effects.operators import OPERATORS
from engine.minos_dawn.state.state import DawnState


def order_matters(state: DawnState, seat: Seat, effects: tuple[Effect, ...]) -> bool:
    """GEN-8: one of those left holds or causes a choice or a draw, or changes a condition or counter of another."""
    if any(_is_loud(state, seat, effect) for effect in effects):
        return True
    changed = {each for effect in effects for part in parts_of(effect) for each in OPERATORS[type(part.atom)].changes}
    return any(measure in changed for effect in effects for measure in looked_at(effect))


def _is_loud(state: DawnState, seat: Seat, effect: Effect) -> bool:
    """Whether an effect holds or causes a choice or a draw."""
    make: Fold[bool] = Fold(
        gains=lambda parts: any(_atom_is_loud(state, seat, part.atom) for part in parts),
        conversion=lambda conversion: True,
        given=lambda condition, then: then,
        instead=lambda first, condition, second: first or second,
        either=lambda first, second: True,
    )
    return fold(effect, make)


def _atom_is_loud(state: DawnState, seat: Seat, atom: Atom) -> bool:
    """A choice or a draw, or what brings one about."""
    entry, effects = OPERATORS[type(atom)], the_box().effects
    if entry.asks(atom) or entry.draws:
        return True
    return any(_is_loud(state, seat, each) for source in entry.brings(state, seat, atom) for each in effects[source])


_PARTS = Fold[Gains](
    gains=lambda parts: parts,
    conversion=lambda conversion: conversion.gains,
    given=lambda condition, then: then,
    instead=lambda first, condition, second: first + second,
    either=lambda first, second: first + second,
)


def parts_of(effect: Effect) -> Gains:
    """Everything that an effect may bring, whatever is chosen, met or paid."""
    return fold(effect, _PARTS)


def _counters(parts: Gains) -> list[str]:
    return [part.per for part in parts if part.per]


_LOOKED_AT = Fold[list[str]](
    gains=_counters,
    conversion=lambda conversion: _counters(conversion.gains),
    given=lambda condition, then: [condition.measure, *then],
    instead=lambda first, condition, second: [condition.measure, *first, *second],
    either=lambda first, second: first + second,
)


def looked_at(effect: Effect) -> list[str]:
    """The conditions and counters that an effect looks at when it begins. EFF-43 to EFF-45"""
    return fold(effect, _LOOKED_AT)
