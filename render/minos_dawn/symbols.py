"""Describe effects by rows of numbers and signs, without words."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec

import engine.minos_dawn.content.language as language
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS, TRACKS, fold, parse
from engine.minos_dawn.content.records import ActionSpace
from render.inline import Group, Sign, Token, Word, amount, count, join
from render.minos_dawn.icons import GAME_ICONS

OPERATORS: Mapping[str, str] = {
    **{each.word: f"dawn:{each.word}" for each in get_args(language.Atom) if each is not language.Advance},
    "temp": "dawn:temp:choice", "good": "dawn:good:choice", "randomgood": "dawn:good:random",
}  # fmt: skip
"""The sign of each operator in the effect language, by word. Advances aren't included: they have a sign per track."""


class Assets(msgspec.Struct, frozen=True):
    """Offsets of pieces in each region, and the signs for counts, measures and symbols. All are read from a file."""

    pieces: dict[str, tuple[float, float]]
    counted: dict[str, str]
    measures: dict[str, str]
    symbols: dict[str, str]


ASSETS = msgspec.toml.decode((Path(__file__).parents[1] / "assets" / "minos_dawn.toml").read_bytes(), type=Assets)
COUNTED = {name: f"dawn:{icon}" for name, icon in ASSETS.counted.items()}


def read_group(text: str) -> Group:
    """Parse a row of signs, written as in the asset files."""
    return tuple(_read_sign(word) if word[0].isalpha() else Word(word) for word in text.split())


def _read_sign(word: str) -> Sign:
    icon, _, style = word.partition("=")
    return Sign(f"dawn:{icon}" if f"dawn:{icon}" in GAME_ICONS else icon, style)


@cache
def effect_groups(source: str) -> tuple[Group, ...]:
    """Return everything that a source gives, as groups of tokens. Raise `KeyError` for an unknown source."""
    groups: list[Group] = []
    for number, effect in enumerate(the_box().effects[source]):
        found = groups_of(effect)
        groups += found if number == 0 else [(Word("|"), *found[0]), *found[1:]]
    return tuple(groups)


@cache
def effect_line(source: str) -> Group:
    return join(effect_groups(source))


def trait_line(card: str) -> Group:
    return (Sign(f"dawn:trigger:{the_box().decrees[card].trait.trigger}"), Word(":"), *effect_line(f"trait:{card}"))


def goods(counts: Sequence[int], kind: str = "good") -> list[Group]:
    return [count(f"dawn:{kind}:{good}", number) for good, number in zip(GOODS, counts, strict=True) if number]


def groups_of(effect: language.Effect) -> list[Group]:
    return fold(effect, _GROUPS)


def gains_of(space: ActionSpace, bonus: Sequence[Group] = ((Sign("dawn:bonus"),),)) -> list[Group]:
    """Return the gains of a space in addition to action points. `bonus` represents the action bonus of this game."""
    groups = [group for effect in (parse(space.gain) if space.gain else ()) for group in groups_of(effect)]
    groups += bonus if space.action_bonus else ()
    return [*groups, (Sign("dawn:drawage2"),)] if space.age2_draw else groups


def _gains(gains: language.Gains) -> list[Group]:
    return [_part(part) for part in gains]


def _bracket(found: list[Group]) -> list[Group]:
    """If one side of a choice has several gains, put brackets around them."""
    if len(found) == 1:
        return found
    return [(Word("("), *found[0]), *found[1:-1], (*found[-1], Word(")"))]


def _lead(*lead: Token, groups: list[Group]) -> list[Group]:
    return [(*lead, *groups[0]), *groups[1:]]


def _part(part: language.Part) -> Group:
    if not part.per:
        return _atom(part.atom)
    return (*_atom(part.atom), Word("×"), Sign(COUNTED[part.per]))


def _atom(atom: language.Atom) -> Group:
    if isinstance(atom, language.Advance):
        return _times(atom.n, f"dawn:advance:{(*TRACKS, 'any', 'lowest')[atom.track]}")
    if isinstance(atom, language.TempOf):
        return _times(atom.n, f"dawn:temp:{GOODS[atom.good]}")
    icon = OPERATORS[atom.word]
    if icon in ("dawn:coin", "dawn:weapon", "dawn:vp", "dawn:vp@rounds", "dawn:vp@end"):
        return amount(atom.n, icon)
    return _times(atom.n, icon)


def _times(number: int, icon: str) -> Group:
    return (Sign(icon),) if number == 1 else amount(number, icon)


def _condition(condition: language.Condition) -> Group:
    return Sign(COUNTED[condition.measure]), Word(f"{condition.at_least}+:")


def _cost(cost: language.Cost) -> Group:
    paid = (amount(cost.coins, "dawn:coin"), amount(cost.weaponry, "dawn:weapon"), amount(cost.vp, "dawn:vp"),
            amount(cost.discard, "dawn:discard"))  # fmt: skip
    return tuple(token for each in paid if each[0] != Word("0") for token in each)


def _conversion(conversion: language.Conversion) -> list[Group]:
    again = (Sign("dawn:repeat"),) if conversion.repeats else ()
    return _lead(*again, *_cost(conversion.cost), Word("→"), groups=_gains(conversion.gains))


_GROUPS = language.Fold[list[Group]](
    gains=_gains,
    conversion=_conversion,
    given=lambda condition, then: _lead(*_condition(condition), groups=then),
    instead=lambda first, condition, second: [*first, *_lead(Word("»"), *_condition(condition), groups=second)],
    either=lambda first, second: [*_bracket(first), *_lead(Word("/"), groups=_bracket(second))],
)
