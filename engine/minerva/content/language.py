"""The effect language: each effect text of the content is parsed once into one of these records. EFF

gain(any:1,denarii:1)        culture(theatre:1,art:1)      convert(same:2 -> glory:2)
if(grain:1 => denarii:1)     each(around.residence => denarii:1)
choose(gain(grain:1) | gain(wood:1))                       vp(cross.kinds => 2)
take_culture(1)   activate_around(3)   move_around(1)   remove_residence_around(1)
"""

import re
from typing import TypeAlias

import msgspec

from engine.kernel.content import UnknownEffect, unknown_word
from engine.minerva.content.terms import ARTS, CATEGORIES, RESOURCES

ANY, SAME, DENARII, GLORY = "any", "same", "denarii", "glory"
"""Item kinds other than RESOURCES: any resources, any resources of one kind, money, glory tokens. EFF-07"""

ANY_CULTURE = "any_culture"
"""A wild culture point. CULT-03"""

KINDS_HELD, KINDS = "kinds_held", "kinds"
AROUND, CROSS, HELD = "around", "cross", "held"


class Item(msgspec.Struct, frozen=True):
    """`count` of a resource kind, ANY, SAME, DENARII or GLORY."""

    what: str
    count: int


class Point(msgspec.Struct, frozen=True):
    art: str
    count: int


class Nothing(msgspec.Struct, frozen=True, tag="Nothing"):
    """The effect of a tile that does nothing. RES-07"""


class Gain(msgspec.Struct, frozen=True, tag="Gain"):
    """A gain, received in full. BLDG-18 gains tokens of any kinds when built. EFF-01, BLDG-01, BLDG-02, BLDG-07"""

    items: tuple[Item, ...]


class Culture(msgspec.Struct, frozen=True, tag="Culture"):
    """A gain of culture points; BLDG-11 has a wild one. CULT-01, BLDG-08, BLDG-09, BLDG-10"""

    points: tuple[Point, ...]


class Convert(msgspec.Struct, frozen=True, tag="Convert"):
    """Pay one side for the other, as often as wanted. EFF-02, BLDG-12, BLDG-13, BLDG-14, BLDG-15, BLDG-16"""

    pay: Item
    get: Item


class If(msgspec.Struct, frozen=True, tag="If"):
    """A gain if the seat has at least `held`. Nothing is paid. EFF-03, BLDG-03, BLDG-04, BLDG-05, BLDG-06"""

    held: Item
    get: Item


class Each(msgspec.Struct, frozen=True, tag="Each"):
    """A gain for each thing counted: a resource kind, KINDS_HELD, or a category of tiles AROUND. EFF-03, EFF-05"""

    counter: str
    get: Item


class Choose(msgspec.Struct, frozen=True, tag="Choose"):  # EFF-04
    first: Gain | Culture
    second: Gain | Culture


class TakeCulture(msgspec.Struct, frozen=True, tag="TakeCulture"):
    """Take the top tile of a culture pile. BLDG-17"""


class ActivateAround(msgspec.Struct, frozen=True, tag="ActivateAround"):  # BLDG-21
    tiles: int


class MoveAround(msgspec.Struct, frozen=True, tag="MoveAround"):
    """Move one surrounding tile to another cell. BLDG-19"""


class RemoveResidence(msgspec.Struct, frozen=True, tag="RemoveResidence"):
    """Remove one surrounding residence. BLDG-20"""


class Score(msgspec.Struct, frozen=True, tag="Score"):
    """Victory points: `vp` for each `target` in `area`, which is AROUND, CROSS or HELD. TEMPLE-02"""

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


def parse(text: str) -> Effect:
    """Parse an effect text. An empty text is `Nothing`. Raises `UnknownEffect`."""
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


def _parse_count(text: str, known: tuple[str, ...]) -> tuple[str, int]:
    found = _COUNTED.fullmatch(text.strip())
    if found is None:
        raise UnknownEffect(text, f"a word, a colon and a number from 1 to 99, such as {known[0]}:1")
    if found["what"] not in known:
        raise UnknownEffect(text, unknown_word(found["what"], known))
    return found["what"], int(found["count"])


def _item(text: str, known: tuple[str, ...]) -> Item:
    return Item(*_parse_count(text, known))


def _gain_or_culture(text: str) -> Gain | Culture:
    clause = _CLAUSE.fullmatch(text)
    pieces = clause["inside"].split(",") if clause else []
    if clause and clause["name"] == "gain":
        return Gain(tuple(_item(piece, _ITEMS) for piece in pieces))
    if clause and clause["name"] == "culture":
        return Culture(tuple(Point(*_parse_count(piece, (*ARTS, ANY_CULTURE))) for piece in pieces))
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
