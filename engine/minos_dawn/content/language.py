"""The effect language: the records that every effect text is parsed into. EFF"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec

from engine.kernel.content import UnknownEffect, unknown_word

GOODS = ("silver", "stone", "copper", "wood", "grain", "herb")
"""The types of goods and temps in the order of their numbers. GOOD-1"""

TRACKS = ("influence", "cultural", "population")
"""The progress tracks in the order of their numbers. TRACK-1"""

SILVER, STONE, COPPER, WOOD, GRAIN, HERB = range(6)
INFLUENCE, CULTURAL, POPULATION = range(3)
ANY, LOWEST = 3, 4
"""Used instead of a track number. The seat chooses any track (ANY) or one of its lowest tracks (LOWEST). TRACK-4"""


class Amount(msgspec.Struct, frozen=True, tag=True):
    """An operator with its number. The number is at least 1, but becomes 0 if a counter multiplies it by 0. EFF-93"""

    word: ClassVar[str]
    """The operator's word in effect texts, by default the class name. Message, icon and price have the same name."""
    n: int

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "word" not in vars(cls):
            cls.word = cls.__name__.lower()


class Coin(Amount, frozen=True, tag="Coins"):
    """A gain of coins. EFF-1"""


class Weapon(Amount, frozen=True, tag="Weaponry"):
    """A gain of weaponry. EFF-2"""


class Vp(Amount, frozen=True, tag="Points"):
    """A gain of VP, scored now. EFF-3"""


class VpAtRounds(Amount, frozen=True, tag="PointsAtScoring"):
    """A gain of VP after rounds 2 and 4. EFF-4"""

    word: ClassVar[str] = "vp@rounds"


class VpAtEnd(Amount, frozen=True, tag="PointsAtEnd"):
    """A gain of VP at the end. EFF-5, SCORE-6"""

    word: ClassVar[str] = "vp@end"


class Temp(Amount, frozen=True, tag="TempChoice"):
    """Gain temps of the types that the seat chooses. EFF-6"""


class Good(Amount, frozen=True, tag="GoodChoice"):
    """Gain goods that the seat chooses from the face-up stacks. EFF-7"""


class RandomGood(Amount, frozen=True, tag="GoodRandom"):
    """Gain goods from the face-down pile. EFF-8"""


class Draw(Amount, frozen=True, tag="DrawOfferOrActive"):
    """Draw cards from the offer or the active deck. EFF-9"""


class DrawActive(Amount, frozen=True, tag="DrawActive"):
    """Draw the top cards of the active deck. EFF-10"""


class DrawAge2(Amount, frozen=True, tag="DrawAge2"):
    """Draw the top cards of the Age II deck. EFF-11"""


class Play(Amount, frozen=True, tag="Play"):
    """Play decrees from the hand and pay for them. EFF-12"""


class PlayFree(Amount, frozen=True, tag="PlayFree"):
    """Play decrees from the hand or the offer for free. EFF-13"""


class Build(Amount, frozen=True, tag="Build"):
    """A gain of Build AP. EFF-14"""


class BuildFree(Amount, frozen=True, tag="BuildFree"):
    """A gain of free Build AP. EFF-15"""


class Place(Amount, frozen=True, tag="PlaceWarrior"):
    """Place warriors from the reserves in regions with one of the seat's cities. EFF-16"""


class Move(Amount, frozen=True, tag="MoveWarrior"):
    """Move warriors, one step at a time. EFF-17"""


class Warrior(Amount, frozen=True, tag="GainWarrior"):
    """Add warriors from the supply to the seat's reserves. EFF-18"""


class Wild(Amount, frozen=True, tag="Wild"):
    """A gain of Wild AP. EFF-19"""


class Palace(Amount, frozen=True, tag="Palace"):
    """Place cards in the palace. Hand cards cost their VP. EFF-23"""


class PalaceFree(Amount, frozen=True, tag="PalaceFree"):
    """Place cards in the palace for free. EFF-24"""


class Route(Amount, frozen=True, tag="RouteIncome"):
    """Gain the income of a route space with one of the seat's ships. EFF-25"""


class Income(Amount, frozen=True, tag="IncomeSteps"):
    """Move the Income marker by that many spaces. EFF-26"""


class Advance(Amount, frozen=True, tag="Advance"):
    """Advance on a track. `track` is its number, or ANY or LOWEST if the seat chooses. EFF-20, EFF-21, EFF-22"""

    track: int


class TempOf(Amount, frozen=True, tag="TempOf"):
    """Gain temps of one type. EFF-27"""

    word: ClassVar[str] = "temp"

    good: int


Atom: TypeAlias = (
    Coin | Weapon | Vp | VpAtRounds | VpAtEnd | Good | RandomGood | Income | Draw | DrawActive | DrawAge2 | Play
    | PlayFree | Build | BuildFree | Wild | Warrior | Place | Move | Palace | PalaceFree | Route | Temp | TempOf
    | Advance
)  # fmt: skip


class Part(msgspec.Struct, frozen=True):
    """One gain of an effect. If `per` names a counter, the gain is multiplied by it when the effect begins. EFF-45"""

    atom: Atom
    per: str = ""


Gains: TypeAlias = tuple[Part, ...]
"""All parts of one effect, in the written order. EFF-47"""


class Condition(msgspec.Struct, frozen=True):
    """Met if `measure`, one of CONDITIONS, is at least `at_least`. EFF-50 to EFF-62"""

    measure: str
    at_least: int


class Cost(msgspec.Struct, frozen=True):
    """The cost of a conversion. EFF-30 to EFF-33"""

    coins: int = 0
    weaponry: int = 0
    discard: int = 0
    vp: int = 0


class Plain(msgspec.Struct, frozen=True):
    """Gains with no cost and no condition."""

    gains: Gains


class Conversion(msgspec.Struct, frozen=True):
    """The seat may pay `cost` to get `gains`. With `repeats`, the seat may pay any number of times. EFF-41, EFF-42"""

    cost: Cost
    gains: Gains
    repeats: bool = False


class If(msgspec.Struct, frozen=True):
    """An effect that is carried out only if the condition is met when it begins. EFF-43"""

    condition: Condition
    then: Plain | Conversion


class Instead(msgspec.Struct, frozen=True):
    """Gives `second` if the condition is met, otherwise `first`. EFF-44"""

    first: Gains
    condition: Condition
    second: Gains


class Either(msgspec.Struct, frozen=True):
    """The seat chooses one of two effects if both are possible. EFF-46"""

    first: Gains
    second: Gains


Effect: TypeAlias = Plain | Conversion | If | Instead | Either
Effects: TypeAlias = tuple[Effect, ...]
"""The effects of one source. If their order matters, the seat chooses the order. EFF-40"""

T = TypeVar("T")


class Fold(NamedTuple, Generic[T]):
    """The functions that `fold` calls, one for each form of effect. Each gets the results for the effect's parts."""

    gains: Callable[[Gains], T]
    conversion: Callable[[Conversion], T]
    given: Callable[[Condition, T], T]
    """Called for an `If` with its condition and the result of its effect."""
    instead: Callable[[T, Condition, T], T]
    either: Callable[[T, T], T]


def fold(effect: Effect, make: Fold[T]) -> T:
    if isinstance(effect, Plain):
        return make.gains(effect.gains)
    if isinstance(effect, Conversion):
        return make.conversion(effect)
    if isinstance(effect, If):
        return make.given(effect.condition, fold(effect.then, make))
    first, second = make.gains(effect.first), make.gains(effect.second)
    if isinstance(effect, Instead):
        return make.instead(first, effect.condition, second)
    return make.either(first, second)


_PARTS = Fold[Gains](
    gains=lambda parts: parts,
    conversion=lambda conversion: conversion.gains,
    given=lambda condition, then: then,
    instead=lambda first, condition, second: first + second,
    either=lambda first, second: first + second,
)


def parts_of(effect: Effect) -> Gains:
    """Return all gains of an effect, ignoring choices, conditions and costs."""
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


def inputs_of(effect: Effect) -> list[str]:
    """Return the names of conditions and counters that are evaluated when an effect begins. EFF-43 to EFF-45"""
    return fold(effect, _LOOKED_AT)


CONDITIONS = (
    "towers", "farms", "cities", "seapeoples", "influence", "cultural", "population", "palace", "area", "tracks",
    "ship", "warriors", "regions",
)  # fmt: skip
COUNTERS = (
    "area_cards", "palace_cards", "cities", "towers", "farms", "regions", "seapeoples", "lowest_track", "warriors",
    "route_spaces",
)  # fmt: skip
TRIGGERS = ("prepare", "develop", "build", "expand", "wild", "die12", "die34", "die56")
"""Triggers of traits: rows (EFF-80, EFF-81, EFF-82, EFF-83, EFF-84), then die values (EFF-85, EFF-86, EFF-87)."""

_BY_WORD: dict[str, type[Amount]] = {each.word: each for each in get_args(Atom) if each not in (TempOf, Advance)}
"""Maps a word to its operator, for operators written as a word and a number."""
_COSTS = {"coin": "coins", "weapon": "weaponry", "vp": "vp", "discard": "discard"}

MOST = 99
"""The highest number allowed in an effect text. A larger one must be a typing mistake."""


@lru_cache(1024)
def parse(text: str) -> Effects:
    """Return the records of an effect text. Raises `UnknownEffect`. EFF"""
    return tuple(_effect(piece.strip()) for piece in text.split(";"))


def _effect(text: str) -> Effect:
    if " instead if " in text:
        first, rest = text.split(" instead if ", 1)
        condition, colon, second = rest.partition(":")
        if not colon:
            raise UnknownEffect(text, "a colon must follow the condition")
        return Instead(_gains(first), _condition(condition), _gains(second))
    if text.startswith("if "):
        condition, colon, rest = text.removeprefix("if ").partition(":")
        if not colon:
            raise UnknownEffect(text, "a colon must follow the condition")
        then = _effect(rest.strip())
        if not isinstance(then, (Plain, Conversion)):
            raise UnknownEffect(text, "only plain gains or one conversion may follow the colon")
        return If(_condition(condition), then)
    if text.startswith("repeat "):
        conversion = _effect(text.removeprefix("repeat "))
        if not isinstance(conversion, Conversion) or conversion.repeats:
            raise UnknownEffect(text, "`repeat` must come before a conversion such as `coin 2 => vp 1`")
        return Conversion(conversion.cost, conversion.gains, True)
    if "=>" in text:
        cost, _, gains = text.partition("=>")
        return Conversion(_cost(cost), _gains(gains))
    if " or " in text:
        one, _, other = text.partition(" or ")
        return Either(_gains(one), _gains(other))
    return Plain(_gains(text))


def _gains(text: str) -> Gains:
    return tuple(_part(piece.strip()) for piece in text.split("+"))


def _part(text: str) -> Part:
    atom, per, counter = text.partition(" per ")
    if per and counter not in COUNTERS:
        raise UnknownEffect(text, f"`per` counts one of: {', '.join(COUNTERS)}")
    return Part(_atom(atom), counter)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(MOST)) and int(word) >= 1):
        raise UnknownEffect(word, f"expected a number from 1 to {MOST}")
    return int(word)


def _atom(text: str) -> Atom:
    match text.split(" "):
        case ["temp", good, number] if good in GOODS:
            return TempOf(_number(number), GOODS.index(good))
        case ["advance", track, number] if track in (*TRACKS, "any", "lowest"):
            return Advance(_number(number), (*TRACKS, "any", "lowest").index(track))
        case [name, number] if name in _BY_WORD:
            return _BY_WORD[name](_number(number))  # type: ignore[return-value]
        case ["temp", good, _]:
            raise UnknownEffect(text, unknown_word(good, GOODS))
        case ["advance", track, _]:
            raise UnknownEffect(text, unknown_word(track, (*TRACKS, "any", "lowest")))
        case [name, _] if name:
            raise UnknownEffect(text, unknown_word(name, dict.fromkeys(("temp", "advance", *_BY_WORD))))
    raise UnknownEffect(text, "a gain is written as a word and a number, such as: coin 2")


def _condition(text: str) -> Condition:
    measure, sign, number = text.strip().partition(">=")
    if not sign or measure not in CONDITIONS:
        raise UnknownEffect(text, f"a condition is written such as `towers>=2`, with one of: {', '.join(CONDITIONS)}")
    return Condition(measure, _number(number))


def _cost(text: str) -> Cost:
    amounts: dict[str, int] = {}
    for piece in text.split("+"):
        name, _, number = piece.strip().partition(" ")
        if name not in _COSTS or _COSTS[name] in amounts:
            raise UnknownEffect(piece.strip(), f"what is paid is, once each, one of: {', '.join(_COSTS)}")
        amounts[_COSTS[name]] = _number(number)
    return Cost(**amounts)


def times(atom: Atom, count: int) -> Atom:  # EFF-45
    return msgspec.structs.replace(atom, n=atom.n * count)
