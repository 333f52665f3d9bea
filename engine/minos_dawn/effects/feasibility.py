"""Judging if an effect could change anything now, as far as its seat can know. EFF-41, EFF-46, TRAIT-8"""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.minos_dawn.content.language import Atom, Conversion, Cost, Effect, Either, Fold, Gains, Plain, fold
from engine.minos_dawn.effects.operators import OPERATORS, Operator
from engine.minos_dawn.state.measures import count_of, is_met
from engine.minos_dawn.state.state import DawnState, SeatState

Begun: TypeAlias = Plain | Conversion | Either | None
"""The rest of an effect after its conditions are checked; None for nothing."""


def reduce_effect(player: SeatState, effect: Effect) -> Begun:
    """Return what an effect that begins now comes to. EFF-43, EFF-44"""

    def either(first: Begun, second: Begun) -> Begun:
        assert isinstance(first, Plain)
        assert isinstance(second, Plain)
        return Either(first.gains, second.gains)

    make: Fold[Begun] = Fold(
        gains=Plain,
        conversion=lambda conversion: conversion,
        given=lambda condition, then: then if is_met(player, condition) else None,
        instead=lambda first, condition, second: second if is_met(player, condition) else first,
        either=either,
    )
    return fold(effect, make)


def can_convert(state: DawnState, seat: Seat, conversion: Conversion) -> bool:
    """Return whether all of the left can be paid and the right side would then change anything. EFF-41

    In the seat's own turn its hand counts, so that nothing is paid for nothing; elsewhere only what everyone can see.
    INFO-13
    """
    if not _can_afford(state, seat, conversion.cost):
        return False
    judge = possible if state.is_turn_of(seat) else gains_may_change
    return judge(_after_paying(state, seat, conversion.cost), seat, conversion.gains)


def hangs_on_hand(state: DawnState, seat: Seat, effect: Effect) -> bool:
    """Return whether offering an effect, or not, shows what cards the hand holds. INFO-13"""
    match reduce_effect(state.players[seat], effect):
        case Conversion(cost, parts) if state.is_turn_of(seat) and _can_afford(state, seat, cost):
            paid = _after_paying(state, seat, cost)
            is_sure = any(entry.is_sure(paid, seat, atom) for entry, atom in _operators_of(paid, seat, parts))
            return not is_sure and gains_may_change(paid, seat, parts)
    return False


def _can_afford(state: DawnState, seat: Seat, cost: Cost) -> bool:
    player = state.players[seat]
    return (
        player.coins >= cost.coins
        and player.weaponry >= cost.weaponry
        and player.vp >= cost.vp
        and len(player.hand) >= cost.discard
    )


def _after_paying(state: DawnState, seat: Seat, cost: Cost) -> DawnState:
    """Return the table after `cost` is paid, with any card of the hand left, or none."""
    player = state.players[seat]
    paid = replace(
        player,
        coins=player.coins - cost.coins,
        weaponry=player.weaponry - cost.weaponry,
        vp=player.vp - cost.vp,
        hand=player.hand if len(player.hand) > cost.discard else [],
    )
    return replace(state, players=[*state.players[:seat], paid, *state.players[seat + 1 :]])


def _operators_of(state: DawnState, seat: Seat, parts: Gains) -> Iterator[tuple[Operator, Atom]]:
    player = state.players[seat]
    return ((OPERATORS[type(each.atom)], each.atom) for each in parts if not each.per or count_of(player, each.per) > 0)


def possible(state: DawnState, seat: Seat, parts: Gains) -> bool:
    """Return whether any part would change anything, given the hand. EFF-46"""
    return any(entry.is_possible(state, seat, atom) for entry, atom in _operators_of(state, seat, parts))


def gains_may_change(state: DawnState, seat: Seat, parts: Gains) -> bool:
    """Return whether any part could change anything now, by what everyone can see. INFO-13"""
    return any(entry.may_change(state, seat, atom) for entry, atom in _operators_of(state, seat, parts))


def may_change(state: DawnState, seat: Seat, effect: Effect) -> bool:
    """Return whether an effect, begun now, could change anything, by what everyone can see."""
    match reduce_effect(state.players[seat], effect):
        case None:
            return False
        case Plain(parts):
            return gains_may_change(state, seat, parts)
        case Conversion() as conversion:
            return can_convert(state, seat, conversion)
        case Either(first, second):
            return gains_may_change(state, seat, first) or gains_may_change(state, seat, second)


_OPTIONAL = Fold[bool](
    gains=lambda parts: all(OPERATORS[type(part.atom)].is_optional for part in parts),
    conversion=lambda conversion: True,
    given=lambda condition, then: then,
    instead=lambda first, condition, second: first and second,
    either=lambda first, second: False,
)


def is_optional(effect: Effect) -> bool:
    """Return whether nothing of an effect happens in any case. GEN-7, ACT-9"""
    return fold(effect, _OPTIONAL)
