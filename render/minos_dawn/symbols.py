"""Effects as rows of numbers and signs, so that a card is read without words."""

from functools import cache
from typing import assert_never

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    GOODS,
    TRACKS,
    Advance,
    Atom,
    Condition,
    Conversion,
    Cost,
    Effect,
    Either,
    Gains,
    If,
    Instead,
    Part,
    Plain,
    TempOf,
)
from render.inline import Group, Sign, Token, Word

ATOMS = {
    "Coins": "dawn:coin", "Weaponry": "dawn:weapon", "Points": "dawn:vp", "PointsAtScoring": "dawn:vp@rounds",
    "PointsAtEnd": "dawn:vp@end", "TempChoice": "dawn:temp:choice", "GoodChoice": "dawn:good:choice",
    "GoodRandom": "dawn:good:random", "DrawOfferOrActive": "dawn:draw", "DrawActive": "dawn:drawactive",
    "DrawAge2": "dawn:drawage2", "Play": "dawn:play", "PlayFree": "dawn:playfree", "Build": "dawn:build",
    "BuildFree": "dawn:buildfree", "PlaceWarrior": "dawn:place", "MoveWarrior": "dawn:move",
    "GainWarrior": "dawn:warrior", "Wild": "dawn:wild", "Palace": "dawn:palace", "PalaceFree": "dawn:palacefree",
    "RouteIncome": "dawn:route", "IncomeSteps": "dawn:income",
}  # fmt: skip
"""The sign of each operator that has one of its own."""

COUNTED = {
    "area_cards": "dawn:area", "area": "dawn:area", "palace_cards": "dawn:palace", "palace": "dawn:palace",
    "cities": "dawn:cities", "towers": "dawn:towers", "farms": "dawn:farms", "regions": "dawn:regions",
    "seapeoples": "dawn:seapeoples", "lowest_track": "dawn:tracks", "tracks": "dawn:tracks",
    "warriors": "dawn:warriors", "route_spaces": "dawn:ship", "ship": "dawn:ship",
    "influence": "dawn:track:influence", "cultural": "dawn:track:cultural", "population": "dawn:track:population",
}  # fmt: skip
"""The sign of each counter and of what each condition measures."""


@cache
def effect_groups(source: str) -> tuple[Group, ...]:
    """All that a source gives, in groups. Raises `KeyError` for an unknown source."""
    groups: list[Group] = []
    for number, effect in enumerate(the_box().effects[source]):
        found = groups_of(effect)
        groups += found if number == 0 else [(Word("|"), *found[0]), *found[1:]]
    return tuple(groups)


@cache
def effect_line(source: str) -> Group:
    """The same on one line."""
    groups = effect_groups(source)
    return (*groups[0], *(token for group in groups[1:] for token in (Word(" "), *group)))


def groups_of(effect: Effect) -> list[Group]:
    """One effect in groups."""
    match effect:
        case Plain(gains):
            return _gains(gains)
        case Conversion(cost, gains, repeats):
            found = _gains(gains)
            paid = (*((Sign("dawn:repeat"),) if repeats else ()), *_cost(cost), Word("→"), *found[0])
            return [paid, *found[1:]]
        case If(condition, then):
            found = groups_of(then)
            return [(*_condition(condition), *found[0]), *found[1:]]
        case Instead(first, condition, second):
            found = _gains(second)
            return [*_gains(first), (Word("»"), *_condition(condition), *found[0]), *found[1:]]
        case Either(first, second):
            found = _bracketed(second)
            return [*_bracketed(first), (Word("/"), *found[0]), *found[1:]]
    assert_never(effect)


def _gains(gains: Gains) -> list[Group]:
    return [_part(part) for part in gains]


def _bracketed(gains: Gains) -> list[Group]:
    """Gains that are one side of a choice: several of them in brackets, so that nobody chooses between two of three."""
    found = _gains(gains)
    if len(found) > 1:
        found[0] = (Word("("), *found[0])
        found[-1] = (*found[-1], Word(")"))
    return found


def _part(part: Part) -> Group:
    if not part.per:
        return _atom(part.atom)
    return (*_atom(part.atom), Word("×"), Sign(COUNTED[part.per]))


def _atom(atom: Atom) -> Group:
    if isinstance(atom, Advance):
        return _times(atom.n, f"dawn:advance:{(*TRACKS, 'any', 'lowest')[atom.track]}")
    if isinstance(atom, TempOf):
        return _times(atom.n, f"dawn:temp:{GOODS[atom.good]}")
    icon = ATOMS[type(atom).__name__]
    if icon in ("dawn:coin", "dawn:weapon", "dawn:vp", "dawn:vp@rounds", "dawn:vp@end"):
        return Word(str(atom.n)), Sign(icon)
    return _times(atom.n, icon)


def _times(count: int, icon: str) -> Group:
    return (Sign(icon),) if count == 1 else (Word(str(count)), Sign(icon))


def _condition(condition: Condition) -> Group:
    return Sign(COUNTED[condition.measure]), Word(f"{condition.at_least}+:")


def _cost(cost: Cost) -> Group:
    tokens: list[Token] = []
    for amount, icon in (
        (cost.coins, "dawn:coin"),
        (cost.weaponry, "dawn:weapon"),
        (cost.vp, "dawn:vp"),
        (cost.discard, "dawn:discard"),
    ):
        if amount:
            tokens += [Word(str(amount)), Sign(icon)]
    return tuple(tokens)
