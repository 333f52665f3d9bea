"""Which answers are offered as one, and which need no asking. WILD-1, EXP-1, GEN-8, TRAIT-5, ACT-9"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.decision import Argument, Decision, Message, Option, Seat
from engine.kernel.game import Choice
from engine.kernel.joining import Called, Joint, Joints, by_first, by_second
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.content.language import (
    Atom,
    Coin,
    Effect,
    Plain,
    TempOf,
    Vp,
    VpAtEnd,
    VpAtRounds,
    Warrior,
    Weapon,
)
from engine.minos_dawn.effects.interpreter import OrderEffects
from engine.minos_dawn.phases.turn import Act, benefit_source
from engine.minos_dawn.state.holdings import has_ability
from engine.minos_dawn.state.state import DawnState

AMPLE = 6
"""With this many temps of a type in the supply no turn runs it out: what is taken early leaves enough for later."""


MOVED, MARCHED = "minos_dawn.option.move_to", "minos_dawn.option.march_to"
LISTED = "minos_dawn.option.listed"


def _moved(first: Option, second: Option) -> Called:
    blanks: dict[str, Argument] = {"from": first.label.blanks["region"], "to": second.label.blanks["region"]}
    return Called(Message(MOVED, blanks))


def _marched(first: Option, second: Option) -> Called:
    """The option to march from a region to its neighbour, which is named where it is the only one."""
    return Called(Message(MARCHED, second.label.blanks)) if second.label.id == MOVED else by_first(first, second)


def _listed(first: Option, second: Option) -> Called:
    """Lists one thing after the other: temps taken or spent, regions where warriors are placed.

    The note of the last one is shown below.
    """
    if second.key in ("pay", "skip"):
        return by_first(first, second)
    choices = second.label.blanks["choices"] if second.label.id == LISTED else (_thing(second),)
    assert isinstance(choices, tuple)
    return Called(Message(LISTED, {"choices": (_thing(first), *choices)}), second.hint)


def _thing(option: Option) -> Message:
    """The good or the region of an option."""
    thing = option.label.blanks.get("good") or option.label.blanks["region"]
    assert isinstance(thing, Message)
    return thing


_GAINED = Joint(by_second)
_FOLLOWED = ("TRACK-4", "EFF-6", "EFF-7", "EFF-9", "EFF-16", "EFF-17", "EFF-25")
"""Questions that a gain asks by itself: a track, a temp, a good, a card, a region, a move, a route."""

JOINTS: Joints = {
    ("move", "EXP-1"): Joint(_moved),
    ("from", "EXP-1"): Joint(_moved),
    ("march", "EXTRA-3"): Joint(_marched),
    **{(head, rule): _GAINED for head in ("benefit", "trait", "bonus", "effect") for rule in _FOLLOWED},
    ("farm", "BUILD-12"): Joint(by_first),
    ("sail", "BUILD-20"): Joint(by_first),
    **{(head, "DEV-6"): Joint(by_first) for head in ("city", "tower", "ship", "sail")},
    ("temp", "DEV-6"): Joint(_listed, may_coincide=True),
    ("temp", "EFF-6"): Joint(_listed, may_coincide=True),
    ("place", "EFF-16"): Joint(_listed, may_coincide=True),
    ("wild", "WILD-1"): Joint(by_second, may_coincide=True),
}


def unasked(state: DawnState, question: Choice[DawnState], decision: Decision) -> tuple[str, ...]:
    """What needs no asking: of several effects one that cannot be taken too early, and such gains of the turn."""
    if isinstance(question, OrderEffects):
        early = _early_effects(state, question)
    elif isinstance(question, Act):
        early = _early_gains(state, decision.seat)
    else:
        return ()
    offered = {option.key for option in decision.options}
    return next(((key,) for key in early if key in offered), ())


def _early_effects(state: DawnState, question: OrderEffects) -> list[str]:
    """The effects, of several in one source, that cannot come too early."""
    effects = the_box().effects[question.source]
    if len(question.left) == 1:
        return []
    return [f"effect:{at + 1}" for at in question.left if is_never_too_early(state, question.seat, effects[at])]


def _early_gains(state: DawnState, seat: Seat) -> list[str]:
    """The due traits that cannot come too early, and the space's benefit once the action cannot be forfeited. ACT-5"""
    turn, effects = state.turn, the_box().effects
    assert turn is not None
    sources = {f"trait:{card}": f"trait:{card}" for card in turn.due}
    if turn.has_benefit and (turn.is_used or turn.extras):
        sources["benefit"] = benefit_source(state)
    return [
        key
        for key, source in sources.items()
        if all(is_never_too_early(state, seat, effect) for effect in effects[source])
    ]


def is_never_too_early(state: DawnState, seat: Seat, effect: Effect) -> bool:
    """Whether all that could be done before `effect` can be done after it as well, and ends alike.

    It gives what nothing counts and no vase looks at, all of it, and asks and draws nothing.
    """
    if not isinstance(effect, Plain):
        return False
    return all(not part.per and _SIMPLE.get(type(part.atom), _never)(state, seat, part.atom) for part in effect.gains)


def _never(state: DawnState, seat: Seat, atom: Atom) -> bool:
    return False


def _always(state: DawnState, seat: Seat, atom: Atom) -> bool:
    return True


def _without_exchange(state: DawnState, seat: Seat, atom: Atom) -> bool:
    """Q-53: a gain lets whoever has SA5 exchange back, so for them its moment matters."""
    return not has_ability(state.players[seat], SA5)


def _is_in_supply(state: DawnState, seat: Seat, atom: Atom) -> bool:
    return state.players[seat].supply >= atom.n


def _is_ample(state: DawnState, seat: Seat, atom: Atom) -> bool:
    assert isinstance(atom, TempOf)
    return state.temps[atom.good] >= atom.n + AMPLE


_SIMPLE: Mapping[type[Atom], Callable[[DawnState, Seat, Any], bool]] = {
    Vp: _always,
    VpAtRounds: _always,
    VpAtEnd: _always,
    Coin: _without_exchange,
    Weapon: _without_exchange,
    Warrior: _is_in_supply,
    TempOf: _is_ample,
}
