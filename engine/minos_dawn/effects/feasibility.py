"""Predicts whether an effect could change anything, and whether extra actions could affect it. EFF, EXTRA-2, GEN-8"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, cast

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.minos_dawn.actions.expand import MARCH_COST
from engine.minos_dawn.actions.extra import GATHER_COST, TEMPS_PER_GOOD, exchange_cost, extra_options
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.effects.operators import ANYTHING, NOTHING, OPERATORS, Aspects, Operator
from engine.minos_dawn.state.measures import count_of, has_ability, is_met
from engine.minos_dawn.state.state import DawnState, SeatState, turn_of

Remainder: TypeAlias = e.Plain | e.Conversion | e.Either | None
"""The part of an effect that remains once its conditions are checked, or None if nothing remains."""


def reduce_effect(player: SeatState, effect: e.Effect) -> Remainder:
    """Check the effect's condition now. Return the part that takes place. EFF-43, EFF-44"""
    if type(effect) is e.If:
        return effect.then if is_met(player, effect.condition) else None
    if type(effect) is e.Instead:
        return e.Plain(effect.second if is_met(player, effect.condition) else effect.first)
    return cast("Remainder", effect)


def can_convert(state: DawnState, seat: Seat, conversion: e.Conversion) -> bool:
    """Return whether the seat can pay the cost, and whether the gains would then change anything. Look at the hand in
    the seat's own turn, otherwise only at public information. EFF-41, INFO-13"""
    if not _can_afford(state, seat, conversion.cost):
        return False
    judge = possible if state.is_turn_of(seat) else gains_may_change
    return judge(_after_paying(state, seat, conversion.cost), seat, conversion.gains)


def depends_on_hand(state: DawnState, seat: Seat, effect: e.Effect) -> bool:
    """Return whether offering an effect would reveal something about the seat's hand. INFO-13"""
    match reduce_effect(state.players[seat], effect):
        case e.Conversion(cost, parts) if state.is_turn_of(seat) and _can_afford(state, seat, cost):
            paid = _after_paying(state, seat, cost)
            is_sure = any(entry.is_sure(paid, seat, atom) for entry, atom in _operators_of(paid, seat, parts))
            return not is_sure and gains_may_change(paid, seat, parts)
    return False


def _can_afford(state: DawnState, seat: Seat, cost: e.Cost) -> bool:
    player = state.players[seat]
    return (
        player.coins >= cost.coins
        and player.weaponry >= cost.weaponry
        and player.vp >= cost.vp
        and len(player.hand) >= cost.discard
    )


def _after_paying(state: DawnState, seat: Seat, cost: e.Cost) -> DawnState:
    """Return the state after paying `cost`. Remove cards from the hand only if all of them must be discarded."""
    player = state.players[seat]
    paid = replace(
        player,
        coins=player.coins - cost.coins,
        weaponry=player.weaponry - cost.weaponry,
        vp=player.vp - cost.vp,
        hand=player.hand if len(player.hand) > cost.discard else [],
    )
    return replace(state, players=[*state.players[:seat], paid, *state.players[seat + 1 :]])


def _operators_of(state: DawnState, seat: Seat, parts: e.Gains) -> Iterator[tuple[Operator, e.Atom]]:
    player = state.players[seat]
    return ((OPERATORS[type(each.atom)], each.atom) for each in parts if not each.per or count_of(player, each.per) > 0)


def possible(state: DawnState, seat: Seat, parts: e.Gains) -> bool:
    """Return whether any part would change anything, judging by the seat's real hand. EFF-46"""
    found = _operators_of(state, seat, parts)
    return any((entry.would_change or entry.may_change)(state, seat, atom) for entry, atom in found)


def gains_may_change(state: DawnState, seat: Seat, parts: e.Gains) -> bool:
    """Return whether any part might change something now, judging only by public information. INFO-13"""
    return any(entry.may_change(state, seat, atom) for entry, atom in _operators_of(state, seat, parts))


def may_change(state: DawnState, seat: Seat, effect: e.Effect) -> bool:
    """Return whether an effect might change something if it begins now, judging only by public information."""
    match reduce_effect(state.players[seat], effect):
        case None:
            return False
        case e.Plain(parts):
            return gains_may_change(state, seat, parts)
        case e.Conversion() as conversion:
            return can_convert(state, seat, conversion)
        case e.Either(first, second):
            return gains_may_change(state, seat, first) or gains_may_change(state, seat, second)


_OPTIONAL = e.Fold[bool](
    gains=lambda parts: all(OPERATORS[type(part.atom)].is_optional for part in parts),
    conversion=lambda conversion: True,
    given=lambda condition, then: then,
    instead=lambda first, condition, second: first and second,
    either=lambda first, second: False,
)


def is_optional(effect: e.Effect) -> bool:
    """Return whether the seat may decline every part of an effect. GEN-7, ACT-9"""
    return e.fold(effect, _OPTIONAL)


_PAID = frozenset({"hand", "coins", "weaponry", "vp"})
_GATHERED, _SOLD, _EXCHANGED = frozenset({"temps"}), frozenset({"coins", "deck"}), frozenset({"coins", "weaponry"})
_SWAPPED, _A_GOOD = frozenset({"supply"}), e.Plain((e.Part(e.Good(1)),))
_MARCHED = frozenset({"map", "regions"})
_FOUGHT = frozenset({"map", "regions", "warriors", "reserves", "seapeoples"})


def could_sway(state: DawnState, seat: Seat, looks: Aspects, given: Aspects = NOTHING) -> bool:
    """Return whether extra actions could change an aspect in `looks` after the aspects in `given` have changed."""
    return bool(looks) and state.is_turn_of(seat) and not looks.isdisjoint(_could_change(state, seat, given))


def could_sway_effect(state: DawnState, seat: Seat, effect: e.Effect, holds_up: bool = False) -> bool:
    """Return whether to ask about extra actions before an effect, because one could change the effect's result.

    Return False if the effect's first question allows extra actions anyway. If `holds_up`, extra actions could also
    change the outer effect. EXTRA-2
    """
    now = reduce_effect(state.players[seat], effect)
    if holds_up and state.is_turn_of(seat) and not _waits(state, seat, now) and extra_options(state, seat):
        return True
    return could_sway(state, seat, _looks_before_question(state, seat, effect, now))


def _waits(state: DawnState, seat: Seat, effect: Remainder) -> bool:
    if not isinstance(effect, e.Plain):
        return effect is not None
    first = effect.gains[0].atom
    return OPERATORS[type(first)].waits(state, seat, first)


def looks_of(state: DawnState, seat: Seat, effect: e.Effect) -> Aspects:
    """Return the aspects that the effect's result depends on."""
    looks = frozenset(e.inputs_of(effect))
    return looks.union(*(OPERATORS[type(part.atom)].looks(state, seat, part.atom) for part in e.parts_of(effect)))


def _looks_before_question(state: DawnState, seat: Seat, effect: e.Effect, now: Remainder) -> Aspects:
    """Return the aspects that matter until the effect asks a question that allows extra actions. `now` is the part of
    `effect` that takes place."""
    looks = frozenset(e.inputs_of(effect))
    if not isinstance(now, e.Plain):
        return looks
    gained = 0
    for number, part in enumerate(now.gains):
        entry = OPERATORS[type(part.atom)]
        if isinstance(part.atom, e.Warrior):
            gained += part.atom.n
        # MAP-6: if the effect itself gains warriors, its next part can place them.
        atom = replace(part.atom, n=part.atom.n - gained) if isinstance(part.atom, e.Place) else part.atom
        if number or not entry.waits(state, seat, atom):
            looks |= entry.looks(state, seat, atom)
    return looks


def changes_of(state: DawnState, seat: Seat, effect: e.Effect) -> Aspects:
    """Return the aspects that an effect may change, including through benefits that it triggers."""
    return _all_changes(state, seat, (effect,), set())


def _changes_from(state: DawnState, seat: Seat, sources: Iterable[str]) -> Aspects:
    effects = the_box().effects
    return _all_changes(state, seat, (each for source in sources for each in effects[source]), set())


def _all_changes(state: DawnState, seat: Seat, effects: Iterable[e.Effect], known: set[str]) -> Aspects:
    """Return the aspects that these effects may change. Skip sources in `known` and add new ones to it."""
    changed, sources = NOTHING, the_box().effects
    for effect in effects:
        if isinstance(effect.then if isinstance(effect, e.If) else effect, e.Conversion):
            changed |= _PAID
        for part in e.parts_of(effect):
            entry = OPERATORS[type(part.atom)]
            changed |= entry.changes
            if changed == ANYTHING:
                return ANYTHING
            for source in entry.brings(state, seat, part.atom):
                if source not in known:
                    known.add(source)
                    changed |= _all_changes(state, seat, sources[source], known)
    return changed


def _could_change(state: DawnState, seat: Seat, given: Aspects) -> Aspects:
    """Return the aspects that extra actions could change, once the aspects in `given` have changed."""
    changed = NOTHING
    while True:
        more = _changes_after(state, seat, given | changed)
        if more <= changed or more == ANYTHING:
            return more
        changed |= more


def _changes_after(state: DawnState, seat: Seat, grown: Aspects) -> Aspects:
    """Return the aspects that extra actions could change once there is more of everything in `grown`. EXTRA-1"""
    turn, player = turn_of(state), state.players[seat]
    done, changed = turn.extras, NOTHING
    is_armed, is_there = "weaponry" in grown, "placed" in grown or any(player.warriors)
    if "bonus" not in done:
        changed |= _changes_from(state, seat, [f"bonus:{tile}" for tile in player.bonus_tiles])
    if "battle" not in done and changed != ANYTHING:
        changed |= _changes_of_fights(state, seat, grown)
    if changed == ANYTHING:
        return changed
    if "march" not in done and is_there and (is_armed or player.weaponry >= MARCH_COST):
        changed |= _MARCHED
    if "gather" not in done and is_there and (is_armed or player.weaponry >= GATHER_COST):
        changed |= _GATHERED
    if "sell" not in done and (player.hand or "hand" in grown):
        changed |= _SOLD
    if "swap" not in done and ("temps" in grown or max(player.temps) >= TEMPS_PER_GOOD) and any(state.stacks):
        changed |= _SWAPPED | _all_changes(state, seat, (_A_GOOD,), set())
    if has_ability(player, SA5):
        give = exchange_cost(player)
        if grown & _EXCHANGED or player.coins >= give or player.weaponry >= give:
            changed |= _EXCHANGED
    return changed


def _changes_of_fights(state: DawnState, seat: Seat, grown: Aspects) -> Aspects:
    """Return the aspects that a fight could change once there is more of everything in `grown`. EXTRA-8, MAP-11"""
    box, player = the_box(), state.players[seat]
    near = {number for number, count in enumerate(player.warriors) if count}
    if "map" in grown:
        neighbours = box.layouts[len(state.players)].neighbours
        near.update(*(neighbours[number] for number in near))
    tiles = [
        stack[-1]
        for number, stack in enumerate(state.sea)
        if stack
        and (number in near or "placed" in grown)
        and ("weaponry" in grown or box.tiles_of_sea[stack[-1]].weapons <= player.weaponry)
    ]
    if not tiles:
        return NOTHING
    return _FOUGHT | _changes_from(state, seat, [f"sea:{tile}" for tile in tiles])


def order_matters(state: DawnState, seat: Seat, effects: tuple[e.Effect, ...]) -> bool:
    """Return whether any effect asks, draws, or changes an aspect that another effect depends on. GEN-8, Q-62"""
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


def _is_loud(state: DawnState, seat: Seat, effect: e.Effect) -> bool:
    make: e.Fold[bool] = e.Fold(
        gains=lambda parts: any(_atom_is_loud(state, seat, part.atom) for part in parts),
        conversion=lambda conversion: True,
        given=lambda condition, then: then,
        instead=lambda first, condition, second: first or second,
        either=lambda first, second: True,
    )
    return e.fold(effect, make)


def _atom_is_loud(state: DawnState, seat: Seat, atom: e.Atom) -> bool:
    entry, effects = OPERATORS[type(atom)], the_box().effects
    if entry.asks(atom) or entry.draws:
        return True
    return any(_is_loud(state, seat, each) for source in entry.brings(state, seat, atom) for each in effects[source])
