"""Effects as rows of numbers and signs, so that a card is read without words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, assert_never

from engine.minos_dawn.box import the_box
from engine.minos_dawn.effects import (
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
from render import theme
from render.scene import Icon, Item, Text


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing in a row of symbols."""

    icon: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A number or a mark of punctuation in a row of symbols."""

    text: str


Token: TypeAlias = Sign | Word
Group: TypeAlias = tuple[Token, ...]
"""Tokens that stay on one line."""

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
        groups += found if number == 0 else [(Word("·"), *found[0]), *found[1:]]
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
            found = _gains(second)
            return [*_gains(first), (Word("/"), *found[0]), *found[1:]]
    assert_never(effect)


def _gains(gains: Gains) -> list[Group]:
    return [_part(part) for part in gains]


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


def token_width(token: Token, size: int) -> float:
    """Pixels that a token takes at signs of `size`, with the space after it."""
    if isinstance(token, Word):
        gap = 0.3 if token.text[-1] in ":→»/·" else 0.1
        return theme.text_width(token.text, "bold", round(size * 0.86)) + size * gap
    return size * 1.12


def width_of(tokens: Sequence[Token], size: int) -> float:
    """Pixels that tokens take on one line."""
    return sum(token_width(token, size) for token in tokens)


def line(tokens: Sequence[Token], left: float, middle: float, size: int, ink: str = theme.INK) -> Iterator[Item]:
    """Tokens from `left` on, around the height `middle`, with signs of `size`."""
    x = left
    for token in tokens:
        if token == Word(" "):
            pass
        elif isinstance(token, Word):
            yield Text(round(x), middle, token.text, "bold", round(size * 0.86), ink, "lm")
        else:
            yield Icon(token.icon, round(x + size / 2), middle, size, token.style)
        x += token_width(token, size)


def centred(tokens: Sequence[Token], x: float, middle: float, size: int, ink: str = theme.INK) -> Iterator[Item]:
    """Tokens around (`x`, `middle`)."""
    yield from line(tokens, x - width_of(tokens, size) / 2, middle, size, ink)


def fitted(tokens: Sequence[Token], size: int, width: float, smallest: int = 12) -> int:
    """The size, at most `size`, at which tokens fit into `width` on one line."""
    while size > smallest and width_of(tokens, size) > width:
        size -= 1
    return size


def wrapped(groups: Sequence[Group], size: int, width: float) -> list[list[Token]]:
    """The lines that groups need at that size."""
    lines: list[list[Token]] = [[]]
    for group in groups:
        gap = size * 0.3 if lines[-1] else 0
        if lines[-1] and width_of(lines[-1], size) + gap + width_of(group, size) > width:
            lines.append([])
        elif lines[-1]:
            lines[-1].append(Word(" "))
        lines[-1] += group
    return lines


def block(
    groups: Sequence[Group], left: float, top: float, size: int, width: float, height: float, ink: str = theme.INK
) -> Iterator[Item]:
    """Groups in as many lines as they need, in a box: smaller where they would not fit."""
    lines = wrapped(groups, size, width)
    while size > 14 and (len(lines) * size * 1.22 > height or max(width_of(each, size) for each in lines) > width):
        size -= 1
        lines = wrapped(groups, size, width)
    start = top + (height - len(lines) * size * 1.22) / 2
    for number, each in enumerate(lines):
        yield from line(each, left, round(start + (number + 0.5) * size * 1.22), size, ink)
