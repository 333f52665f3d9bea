"""Whether an effect could change anything now, as far as its seat can tell. EFF-41, EFF-46, TRAIT-8"""

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.minos_dawn.actions.build import build_options
from engine.minos_dawn.actions.cards import can_place, palace_options
from engine.minos_dawn.actions.develop import decree_bill
from engine.minos_dawn.actions.expand import expand_options
from engine.minos_dawn.actions.payment import can_pay
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    Atom,
    Build,
    BuildFree,
    Conversion,
    Cost,
    DrawActive,
    DrawAge2,
    DrawOfferOrActive,
    Effect,
    Either,
    Gains,
    GainWarrior,
    GoodChoice,
    GoodRandom,
    If,
    IncomeSteps,
    Instead,
    MoveWarrior,
    Palace,
    PalaceFree,
    PlaceWarrior,
    Plain,
    Play,
    PlayFree,
    RouteIncome,
    TempChoice,
    TempOf,
    Wild,
)
from engine.minos_dawn.state.measures import counted, is_met
from engine.minos_dawn.state.state import Table


def can_convert(state: Table, seat: Seat, conversion: Conversion) -> bool:
    """EFF-41: whether all of the left can be paid, and the right side would then change anything.

    In the own turn the hand is looked at, so that nothing is paid for nothing; elsewhere what all can see. INFO-13
    """
    if not _can_afford(state, seat, conversion.cost):
        return False
    judge = possible if state.is_turn_of(seat) else gains_may_change
    return judge(_paid(state, seat, conversion.cost), seat, conversion.gains)


def hangs_on_hand(state: Table, seat: Seat, effect: Effect) -> bool:
    """INFO-13: whether an effect that is offered in the own turn, or left out, tells what cards the hand holds."""
    match effect:
        case If(condition, then):
            return is_met(state.players[seat], condition) and hangs_on_hand(state, seat, then)
        case Conversion(cost, parts) if state.is_turn_of(seat) and _can_afford(state, seat, cost):
            paid = _paid(state, seat, cost)
            is_sure = any(_is_sure(paid, seat, atom) for atom in _counted_atoms(paid, seat, parts))
            return not is_sure and gains_may_change(paid, seat, parts)
    return False


def _can_afford(state: Table, seat: Seat, cost: Cost) -> bool:
    player = state.players[seat]
    return (
        player.coins >= cost.coins
        and player.weaponry >= cost.weaponry
        and player.vp >= cost.vp
        and len(player.hand) >= cost.discard
    )


def _paid(state: Table, seat: Seat, cost: Cost) -> Table:
    """The table once `cost` is paid, to look at. Of the hand any card may be left, or none is."""
    player = state.players[seat]
    paid = replace(
        player,
        coins=player.coins - cost.coins,
        weaponry=player.weaponry - cost.weaponry,
        vp=player.vp - cost.vp,
        hand=player.hand if len(player.hand) > cost.discard else [],
    )
    return replace(state, players=[*state.players[:seat], paid, *state.players[seat + 1 :]])


def _counted_atoms(state: Table, seat: Seat, parts: Gains) -> list[Atom]:
    """The operators of the parts whose counter, if they have one, counts anything."""
    player = state.players[seat]
    return [part.atom for part in parts if not part.per or counted(player, part.per) > 0]


def possible(state: Table, seat: Seat, parts: Gains) -> bool:
    """EFF-46: whether any part would change anything, the hand known."""
    return any(_is_possible(state, seat, atom) for atom in _counted_atoms(state, seat, parts))


def _is_possible(state: Table, seat: Seat, atom: Atom) -> bool:
    """Whether an operator would change anything, the hand known."""
    match atom:
        case Palace():
            return bool(palace_options(state, seat, is_free=False))
        case Play():
            return any(can_pay(state, seat, decree_bill(state, seat, card)) for card in state.players[seat].hand)
    return _may_change(state, seat, atom)


def _is_sure(state: Table, seat: Seat, atom: Atom) -> bool:
    """Whether an operator would change something whatever cards the hand holds."""
    match atom:
        case Palace():
            return bool(state.players[seat].area)
        case Play():
            return False
    return _may_change(state, seat, atom)


def _may_change(state: Table, seat: Seat, atom: Atom) -> bool:
    """Whether an operator could change anything, by what all can see. INFO-13"""
    player = state.players[seat]
    match atom:
        case TempChoice():
            return any(state.temps)
        case TempOf(_, good):
            return state.temps[good] > 0
        case GoodChoice():
            return any(state.stacks)
        case GoodRandom():
            return bool(state.goods_pile)
        case DrawOfferOrActive():
            return bool(state.offer or state.decks[state.age])
        case DrawActive():
            return bool(state.decks[state.age])
        case DrawAge2():
            return bool(state.decks[1])
        case Play():
            return bool(player.hand)
        case PlayFree():
            return bool(player.hand or state.offer)
        case Build():
            return bool(build_options(state, seat))
        case BuildFree():
            return bool(build_options(state, seat, is_free=True))
        case PlaceWarrior():
            return player.reserves > 0
        case MoveWarrior():
            return any(player.warriors)
        case GainWarrior():
            return player.supply > 0
        case Wild():
            return bool(
                player.hand or state.offer or state.decks[state.age]
                or expand_options(state, seat) or build_options(state, seat)
            )  # fmt: skip
        case Palace():
            return can_place(player, is_free=False)
        case PalaceFree():
            return can_place(player, is_free=True)
        case RouteIncome():
            return any(player.ships)
        case IncomeSteps():
            return player.income < the_box().last_income
    return True


def may_change(state: Table, seat: Seat, effect: Effect) -> bool:
    """Whether an effect, begun now, could change anything, by what all can see."""
    player = state.players[seat]
    match effect:
        case Plain(parts):
            return gains_may_change(state, seat, parts)
        case Conversion():
            return can_convert(state, seat, effect)
        case If(condition, then):
            return is_met(player, condition) and may_change(state, seat, then)
        case Instead(first, condition, second):
            return gains_may_change(state, seat, second if is_met(player, condition) else first)
        case Either(first, second):
            return gains_may_change(state, seat, first) or gains_may_change(state, seat, second)


def gains_may_change(state: Table, seat: Seat, parts: Gains) -> bool:
    """Whether any part could change anything now, by what all can see."""
    return any(_may_change(state, seat, atom) for atom in _counted_atoms(state, seat, parts))


_OPTIONAL = (Play, PlayFree, Build, BuildFree, PlaceWarrior, MoveWarrior, Wild, Palace, PalaceFree)


def is_optional(effect: Effect) -> bool:
    """Whether an effect holds nothing that happens in any case. GEN-7, ACT-9"""
    match effect:
        case Conversion():
            return True
        case Plain(parts):
            return all(isinstance(part.atom, _OPTIONAL) for part in parts)
        case If(_, then):
            return is_optional(then)
        case Instead(first, _, second):
            return is_optional(Plain(first)) and is_optional(Plain(second))
        case Either():
            return False
