"""Whether the order of several effects can matter. GEN-8, Q-62"""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Atom, Effect, Fold, fold
from engine.minos_dawn.effects.meanwhile import changes_of, could_sway, looks_of
from engine.minos_dawn.effects.operators import OPERATORS
from engine.minos_dawn.state.state import DawnState


def order_matters(state: DawnState, seat: Seat, effects: tuple[Effect, ...]) -> bool:
    """Return whether an effect asks or draws, directly or not, or changes what another one depends on. GEN-8

    The order also matters if a later effect pays for an extra action that changes what an earlier one depends on. Q-62
    """
    if any(_is_loud(state, seat, effect) for effect in effects):
        return True
    looks = [looks_of(state, seat, effect) for effect in effects]
    if not any(looks):
        return False
    changes = [changes_of(state, seat, effect) for effect in effects]
    for place, look in enumerate(looks):
        others = frozenset().union(*changes[:place], *changes[place + 1 :])
        if look & others or (any(changes[place + 1 :]) and could_sway(state, seat, look, others)):
            return True
    return False


def _is_loud(state: DawnState, seat: Seat, effect: Effect) -> bool:
    make: Fold[bool] = Fold(
        gains=lambda parts: any(_atom_is_loud(state, seat, part.atom) for part in parts),
        conversion=lambda conversion: True,
        given=lambda condition, then: then,
        instead=lambda first, condition, second: first or second,
        either=lambda first, second: True,
    )
    return fold(effect, make)


def _atom_is_loud(state: DawnState, seat: Seat, atom: Atom) -> bool:
    """Return whether the operator asks or draws, directly or not."""
    entry, effects = OPERATORS[type(atom)], the_box().effects
    if entry.asks(atom) or entry.draws:
        return True
    return any(_is_loud(state, seat, each) for source in entry.brings(state, seat, atom) for each in effects[source])
