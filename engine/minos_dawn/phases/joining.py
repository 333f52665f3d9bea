"""Options that combine several answers, and automatic answers. WILD-1, EXP-1, GEN-8, TRAIT-5, ACT-9"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from engine.kernel.decision import Argument, Decision, Message, Option, Seat
from engine.kernel.game import FollowUp, Join, Joins, Revealing, Wording
from engine.kernel.lines import count_of
from engine.kernel.offering.offers import head_of, single_keys
from engine.kernel.steps import Choice
from engine.minos_dawn.actions.expand import MARCH_COST
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import SA5, Box, the_box
from engine.minos_dawn.content.words import named_atom
from engine.minos_dawn.effects.feasibility import changes_of, could_sway, looks_of
from engine.minos_dawn.effects.interpreter import OrderEffects
from engine.minos_dawn.effects.operators import NOTHING, always, never
from engine.minos_dawn.phases.turn import Act, benefit_source
from engine.minos_dawn.state.measures import has_ability
from engine.minos_dawn.state.state import DawnState, turn_of

DEEP = 12
"""The number of cards that must remain after a draw. Then no other effect can empty the deck and change the draw."""
AMPLE = 6
"""The number of temps of a type that must remain in the supply. Then taking some early never leaves too few."""
NO_PRICE = 10_000
"""More coins than anyone can have."""
MOVED, MARCHED = "minos_dawn.option.move_to", "minos_dawn.option.march_to"
MARCHED_FROM, MARCHED_INTO = "minos_dawn.option.march_from", "minos_dawn.option.march_into"
LISTED, THEN, TIMES = "minos_dawn.option.listed", "minos_dawn.option.then", "minos_dawn.option.times"
PLACED = "minos_dawn.option.place_times"
TEMP_LESS, LISTED_LESS = "minos_dawn.option.temp_less", "minos_dawn.option.listed_less"


def _word_move(first: Option, second: Option) -> Wording:
    blanks: dict[str, Argument] = {"from": first.label.blanks["region"], "to": second.label.blanks["region"]}
    return Wording(Message(MOVED, blanks))


def _word_march(first: Option, second: Option) -> Wording:
    if second.label.id == MOVED:
        return Wording(Message(MARCHED, second.label.blanks))
    way = MARCHED_FROM if head_of(second.key) == "from" else MARCHED_INTO
    return Wording(Message(way, second.label.blanks), named_atom("weapon", MARCH_COST))


def _word_list(first: Option, second: Option) -> Wording:
    """List temps or regions in one option. For temps that are spent, state how many coins they save together."""
    if head_of(second.key) in ("pay", "skip") or _is_spent(first) != _is_spent(second):
        return _by_first(first, second)
    choices = second.label.blanks["choices"] if second.label.id in (LISTED, LISTED_LESS) else (_thing(second),)
    assert isinstance(choices, tuple)
    blanks: dict[str, Argument] = {"choices": (_thing(first), *choices)}
    if _is_spent(first):
        saved = count_of(first.label) + count_of(second.label)
        return Wording(Message(LISTED_LESS, {**blanks, "count": saved}), second.hint)
    return Wording(Message(LISTED, blanks), second.hint)


def _is_spent(option: Option) -> bool:
    return option.label.id in (TEMP_LESS, LISTED_LESS)


def _thing(option: Option) -> Message:
    thing = option.label.blanks.get("good") or option.label.blanks["region"]
    assert isinstance(thing, Message)
    return thing


def _both(first: Message, then: Message | None) -> Message:
    return first if then is None else Message(THEN, {"first": first, "then": then})


def _by_first(first: Option, second: Option) -> Wording:
    return Wording(first.label, _both(second.label, second.hint))


def _by_second(first: Option, second: Option) -> Wording:
    """Label the pair with the second answer, with the first as the hint. If the second declines, swap the two."""
    if head_of(second.key) == "skip":
        return _by_first(first, second)
    return Wording(second.label, _both(first.label, second.hint))


_GAINED, _BUILT = Join(_by_second), Join(_by_first)
_FOLLOWED = ("TRACK-4", "EFF-6", "EFF-7", "EFF-9", "EFF-16", "EFF-17", "EFF-25")
"""Rule ids of the questions that gains ask: track, temp, good, card, region, move, route."""


_OFFERED = Join(_by_second, in_public=lambda option: head_of(option.key) == "offer")
"""If a decree is from the offer, everyone can see its cost, so the pair is offered in public. INFO-13"""

BROUGHT = ("track", "return", "farm", "city", "tower", "battle", "route", "card", "offer", "pay")
"""First words of answers that may lead to a gain with a question: advances, buildings, fights, decrees."""

JOINS: Joins = {
    ("move", "EXP-1"): Join(_word_move),
    ("from", "EXP-1"): Join(_word_move),
    ("march", "EXTRA-3"): Join(_word_march),
    ("march", "EXP-1"): Join(_word_march),
    **{(head, rule): _GAINED for head in ("benefit", "trait", "bonus", "effect", "convert") for rule in _FOLLOWED},
    **{(head, rule): _BUILT for head in BROUGHT for rule in _FOLLOWED},
    ("farm", "BUILD-12"): _BUILT,
    **{(head, "BUILD-20"): _BUILT for head in ("sail", "pay", "temp")},
    **{(head, "DEV-6"): _BUILT for head in ("city", "tower", "ship", "sail", "card", "offer")},
    ("temp", "DEV-6"): Join(_word_list, may_coincide=True),
    ("temp", "EFF-6"): Join(_word_list, may_coincide=True),
    ("develop", "DEV-1"): _OFFERED,
    ("wild", "DEV-1"): _OFFERED,
    ("wild", "WILD-1"): Join(_by_second, may_coincide=True),
}


def _is_again(first: Option, second: Option) -> bool:
    return single_keys(first.key)[-1] == second.key


def _again(first: Option, second: Option) -> Wording:
    count = len(single_keys(first.key)) + 1
    if head_of(second.key) == "place":
        return Wording(Message(PLACED, {**second.label.blanks, "count": count}))
    return Wording(Message(TIMES, {"option": second.label, "count": count}), second.hint)


def _uses_tile(first: Option, second: Option) -> bool:  # BUILD-22
    return second.key.startswith("bonus:" + single_keys(first.key)[-1].removeprefix("tile:"))


def _and_bonus(first: Option, second: Option) -> Wording:
    bonus = _both(second.label, second.hint)
    return Wording(first.label, bonus if first.hint is None else _both(first.hint, bonus))


FOLLOW_UPS: Mapping[str, FollowUp] = {
    "place": FollowUp(_is_again, _again, most=3),
    "convert": FollowUp(_is_again, _again),
    "sail": FollowUp(_uses_tile, _and_bonus),
    "wild": FollowUp(_uses_tile, _and_bonus),
}
"""Options that can be picked together with the option that makes them possible. EXP-1, ABIL-SA5a, EFF-42, EXTRA-5"""

MOST_ALIKE = {"battle": 12, "develop": 8, "card": 18, "offer": 8, "trait": 36}
"""Maximum number of options to list for each first word. Options that follow a fight or a decree have to fit in as
well."""

_ORDER = (
    ("forfeit",),
    ("benefit", "trait"),
    ("bonus", "gather", "swap", "exchange"),
    ("city", "tower", "ship", "sail", "farm", "wild", "place", "move"),
    ("march", "battle"),
    ("draw",),
    ("effect", "either", "convert", "develop", "wild:develop", "sell", "card", "offer"),
)
ROW_ORDER = {head: number for number, heads in enumerate(_ORDER, start=-len(_ORDER)) for head in heads}
"""The order in which options picked together are carried out: gains, spending, draws, cards. ACT-7, EXTRA-2"""


REVEALS: Mapping[str, Revealing] = {
    "GEN-8": Revealing(
        frozenset({*BROUGHT, "temp", "from", "region", "skip", "develop", "wild", "trait", "benefit", "bonus"}),
        lambda option: Wording(option.label, _both(Message("minos_dawn.option.drawn"), option.hint)),
    )
}
"""Options with a warning that undo is lost, because a card is drawn automatically after them. GEN-8"""


def answer_automatically(state: DawnState, question: Choice[DawnState], decision: Decision) -> tuple[str, ...]:
    """Return the key of an effect or gain that can safely come first, so the seat needn't be asked, or ()."""
    if isinstance(question, OrderEffects):
        early = _early_effects(state, question)
    elif isinstance(question, Act):
        early = _early_gains(state, decision.seat)
    else:
        return ()
    offered = {option.key for option in decision.options}
    return next(((key,) for key in early if key in offered), ())


def _early_effects(state: DawnState, question: OrderEffects) -> list[str]:
    effects, seat = the_box().effects[question.source], question.seat
    if len(question.left) == 1:
        return []
    return [
        f"effect:{at + 1}"
        for at in question.left
        if is_early_enough(state, seat, effects[at], [effects[other] for other in question.left if other != at])
    ]


def _early_gains(state: DawnState, seat: Seat) -> list[str]:
    """Return due traits that can safely come first, and the space's benefit once it can't be forfeited. ACT-5"""
    turn, effects = turn_of(state), the_box().effects
    sources = {f"trait:{card}": f"trait:{card}" for card in turn.due}
    if turn.has_benefit and (turn.is_used or turn.extras):
        sources["benefit"] = benefit_source(state)
    return [
        key
        for key, source in sources.items()
        if all(is_never_too_early(state, seat, effect) for effect in effects[source])
    ]


def is_early_enough(state: DawnState, seat: Seat, effect: e.Effect, others: Sequence[e.Effect]) -> bool:
    """Return whether `effect` can safely be carried out before `others`. It may only draw from a large deck or pile.
    Neither `others` nor extra actions may be able to change the effect's counters. GEN-8"""
    if not isinstance(effect, e.Plain):
        return False
    for part in effect.gains:
        simple = _SIMPLE.get(type(part.atom)) or _DRAWN.get(type(part.atom), never)
        if not simple(state, seat, part.atom):
            return False
    changed = NOTHING.union(*(changes_of(state, seat, each) for each in others))
    looks = looks_of(state, seat, effect)
    return looks.isdisjoint(changed) and not could_sway(state, seat, looks, changed)


def is_never_too_early(state: DawnState, seat: Seat, effect: e.Effect) -> bool:
    """Return whether `effect` asks nothing, draws nothing, and only gives things that no effect counts."""
    if not isinstance(effect, e.Plain):
        return False
    return all(not part.per and _SIMPLE.get(type(part.atom), never)(state, seat, part.atom) for part in effect.gains)


def _without_exchange(state: DawnState, seat: Seat, atom: e.Atom) -> bool:
    """Return whether the seat lacks SA5. A gain allows SA5 to reverse an exchange, so its timing matters. Q-53"""
    return not has_ability(state.players[seat], SA5)


def _is_ample(state: DawnState, seat: Seat, atom: e.Atom) -> bool:
    """Return whether the type's supply lasts for any turn, even if its temps are bought one by one. GOOD-8, EFF-42"""
    assert isinstance(atom, e.TempOf)
    bought = state.players[seat].coins // _price_of(the_box(), atom.good)
    return state.temps[atom.good] >= atom.n + AMPLE + bought


@cache
def _price_of(box: Box, good: int) -> int:
    """Return the lowest price of one temp in a conversion that repeats, in coins, or NO_PRICE."""
    conversions = [each for effects in box.effects.values() for each in effects if isinstance(each, e.Conversion)]
    prices = [
        each.cost.coins
        for each in conversions
        if each.repeats and any(isinstance(part.atom, e.TempOf) and part.atom.good == good for part in each.gains)
    ]
    return max(1, min(prices, default=NO_PRICE))


def _is_deep(state: DawnState, seat: Seat, atom: e.Atom) -> bool:
    """Return whether the deck is so large that nothing can empty it before the draw. CARD-9"""
    deck = state.decks[1 if isinstance(atom, e.DrawAge2) else state.age]
    return len(deck) >= atom.n + DEEP


def _is_high(state: DawnState, seat: Seat, atom: e.Atom) -> bool:
    """Return whether the pile and the Age II deck are large enough. A good may give an Age II card. GOOD-4, GOOD-7"""
    return len(state.goods_pile) >= atom.n + AMPLE and _is_deep(state, seat, e.DrawAge2(atom.n))


_DRAWN: Mapping[type[e.Atom], Callable[[DawnState, Seat, Any], bool]] = {
    e.DrawActive: _is_deep,
    e.DrawAge2: _is_deep,
    e.RandomGood: _is_high,
    e.Income: always,
}
"""Operators that can safely come first among the effects of a source, although they draw or may win a vase. VASE-C1"""

_SIMPLE: Mapping[type[e.Atom], Callable[[DawnState, Seat, Any], bool]] = {
    e.Vp: always,
    e.VpAtRounds: always,
    e.VpAtEnd: always,
    e.Coin: _without_exchange,
    e.Weapon: _without_exchange,
    e.Warrior: lambda state, seat, atom: state.players[seat].supply >= atom.n,
    e.TempOf: _is_ample,
}
