"""The effect language: the closed family of records that every effect text of the content is parsed into, once. EFF

gain(any:1,denarii:1)        culture(theatre:1,art:1)      convert(same:2 -> glory:2)
if(grain:1 => denarii:1)     each(around.residence => denarii:1)
choose(gain(grain:1) | gain(wood:1))                       vp(cross.kinds => 2)
take_culture(1)   activate_around(3)   move_around(1)   remove_residence_around(1)
"""

import re
from typing import TypeAlias

import msgspec

from engine.kernel.faults import unknown_word
from engine.minerva.content.terms import ARTS, CATEGORIES, RESOURCES

ANY, SAME, DENARII, GLORY = "any", "same", "denarii", "glory"
"""Beside the four kinds: tokens of free choice, tokens of one kind, money, glory tokens. EFF-07"""

ANY_CULTURE = "any_culture"
"""A wild culture point. CULT-03"""

KINDS_HELD, KINDS = "kinds_held", "kinds"
AROUND, CROSS, HELD = "around", "cross", "held"


class Item(msgspec.Struct, frozen=True):
    """`count` of a resource kind, ANY, SAME, DENARII or GLORY."""

    what: str
    count: int


class Point(msgspec.Struct, frozen=True):
    """`count` culture points of one of ARTS, or ANY_CULTURE."""

    art: str
    count: int


class Nothing(msgspec.Struct, frozen=True, tag="Nothing"):
    """No effect of its own. RES-07"""


class Gain(msgspec.Struct, frozen=True, tag="Gain"):
    """EFF-01: a gain, received whole. BLDG-01, BLDG-02, BLDG-07; of choice when built: BLDG-18."""

    items: tuple[Item, ...]


class Culture(msgspec.Struct, frozen=True, tag="Culture"):
    """CULT-01: a gain of culture points. BLDG-08, BLDG-09, BLDG-10; a wild one: BLDG-11."""

    points: tuple[Point, ...]


class Convert(msgspec.Struct, frozen=True, tag="Convert"):
    """EFF-02: pay the left, get the right, as often as wanted.

    BLDG-12, BLDG-13, BLDG-14; of one kind: BLDG-15; of choice when built: BLDG-16.
    """

    pay: Item
    get: Item


class If(msgspec.Struct, frozen=True, tag="If"):
    """EFF-03: a gain, once, where at least `held` is held; nothing is paid. BLDG-03, BLDG-04, BLDG-05, BLDG-06"""

    held: Item
    get: Item


class Each(msgspec.Struct, frozen=True, tag="Each"):
    """EFF-03: a gain for each thing counted.

    `counter` is a resource kind, KINDS_HELD, or a category of tiles AROUND (EFF-05).
    """

    counter: str
    get: Item


class Choose(msgspec.Struct, frozen=True, tag="Choose"):
    """EFF-04: a choice between two sides."""

    first: Gain | Culture
    second: Gain | Culture


class TakeCulture(msgspec.Struct, frozen=True, tag="TakeCulture"):
    """BLDG-17: take the top tile of a culture pile."""


class ActivateAround(msgspec.Struct, frozen=True, tag="ActivateAround"):
    """BLDG-21: activate up to `tiles` of the surrounding tiles."""

    tiles: int


class MoveAround(msgspec.Struct, frozen=True, tag="MoveAround"):
    """BLDG-19: move one surrounding tile to another cell."""


class RemoveResidence(msgspec.Struct, frozen=True, tag="RemoveResidence"):
    """BLDG-20: remove one surrounding residence."""


class Score(msgspec.Struct, frozen=True, tag="Score"):
    """TEMPLE-02: `vp` for each thing counted.

    `area` is AROUND, CROSS or HELD; `target` a category, KINDS or a resource kind.
    """

    area: str
    target: str
    vp: int


Special: TypeAlias = TakeCulture | ActivateAround | MoveAround | RemoveResidence
Effect: TypeAlias = Nothing | Gain | Culture | Convert | If | Each | Choose | Special | Score

_SPECIALS: dict[str, Special] = {
    "take_culture(1)": TakeCulture(),
    "activate_around(3)": ActivateAround(3),
    "move_around(1)": MoveAround(),
    "remove_residence_around(1)": RemoveResidence(),
}
_CLAUSE = re.compile(r"(?P<name>[a-z]+)\((?P<inside>.*)\)")
_COUNTED = re.compile(r"(?P<what>[a-z_]+):(?P<count>[1-9]\d?)")
_CLAUSES = ("gain", "culture", "convert", "if", "each", "choose", "vp")
_ITEMS = (*RESOURCES, ANY, DENARII, GLORY)


class UnknownEffect(ValueError):  # noqa: N818  (the family of UnfitContent)
    """A text that is not of the effect language; carries the piece that does not fit, and what would."""

    def __init__(self, piece: str, fitting: str = "") -> None:
        super().__init__(f'"{piece}"' + (f"; {fitting}" if fitting else ""))


def parse(text: str) -> Effect:
    """The record of an effect text; Nothing for the empty one. Raises `UnknownEffect`."""
    if not text:
        return Nothing()
    if text in _SPECIALS:
        return _SPECIALS[text]
    clause = _CLAUSE.fullmatch(text)
    if clause is None:
        raise UnknownEffect(
            text, f"an effect is one of {', '.join(_CLAUSES)} with its brackets, or {', '.join(_SPECIALS)}"
        )
    inside = clause["inside"]
    match clause["name"]:
        case "gain" | "culture":
            return _gain_or_culture(text)
        case "convert":
            pay, get = _halves(inside, " -> ")
            return Convert(_item(pay, (*RESOURCES, ANY, SAME, DENARII)), _item(get, _ITEMS))
        case "if":
            held, get = _halves(inside, " => ")
            return If(_item(held, RESOURCES), _item(get, _ITEMS))
        case "each":
            counter, get = _halves(inside, " => ")
            return Each(_counter(counter), _item(get, _ITEMS))
        case "choose":
            first, second = _halves(inside, " | ")
            return _choose(_gain_or_culture(first), _gain_or_culture(second), text)
        case "vp":
            return _score(*_halves(inside, " => "))
    raise UnknownEffect(text, unknown_word(clause["name"], _CLAUSES))


def _halves(text: str, sign: str) -> tuple[str, str]:
    first, found, second = text.partition(sign)
    if not found:
        raise UnknownEffect(text, f"two sides with{sign}between them")
    return first, second


def _counted(text: str, known: tuple[str, ...]) -> tuple[str, int]:
    found = _COUNTED.fullmatch(text.strip())
    if found is None:
        raise UnknownEffect(text, f"a word, a colon and a number from 1 to 99, such as {known[0]}:1")
    if found["what"] not in known:
        raise UnknownEffect(text, unknown_word(found["what"], known))
    return found["what"], int(found["count"])


def _item(text: str, known: tuple[str, ...]) -> Item:
    return Item(*_counted(text, known))


def _gain_or_culture(text: str) -> Gain | Culture:
    clause = _CLAUSE.fullmatch(text)
    pieces = clause["inside"].split(",") if clause else []
    if clause and clause["name"] == "gain":
        return Gain(tuple(_item(piece, _ITEMS) for piece in pieces))
    if clause and clause["name"] == "culture":
        return Culture(tuple(Point(*_counted(piece, (*ARTS, ANY_CULTURE))) for piece in pieces))
    raise UnknownEffect(text)


def _choose(first: Gain | Culture, second: Gain | Culture, text: str) -> Choose:
    if type(first) is not type(second):
        raise UnknownEffect(text)
    return Choose(first, second)


def _counter(text: str) -> str:
    around, dot, category = text.partition(".")
    is_area = around == AROUND and bool(dot) and category in CATEGORIES
    if not is_area and text not in (*RESOURCES, KINDS_HELD):
        raise UnknownEffect(text, f"counted is one of {', '.join((*RESOURCES, KINDS_HELD))}, or around. and a category")
    return category if is_area else text


def _score(scope: str, vp: str) -> Score:
    area, _, target = scope.partition(".")
    known = RESOURCES if area == HELD else (*CATEGORIES, KINDS)
    if area not in (AROUND, CROSS, HELD) or target not in known or not re.fullmatch(r"[1-9]\d?", vp):
        raise UnknownEffect(f"{scope} => {vp}", "such as cross.kinds => 2, around.production => 1 or held.grain => 1")
    return Score(area, target, int(vp))
