"""Whether the order of several effects can matter to anybody. GEN-8, Q-62"""

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Atom, Effect, Fold, fold, looked_at, parts_of
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
