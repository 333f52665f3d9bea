"""The effects of tiles as messages, made from the effect language. No prose."""

from functools import cache

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.language import (
    HELD,
    ActivateAround,
    Choose,
    Convert,
    Culture,
    Each,
    Effect,
    Gain,
    If,
    Item,
    MoveAround,
    Nothing,
    RemoveResidence,
    Score,
    Special,
    TakeCulture,
)
from engine.minerva.content.terms import CATEGORIES
from engine.minerva.content.words import amount, points


@cache
def effect_of(tile_id: str) -> Message:
    return effect(the_box().tiles[tile_id].effect)


def effect(each: Effect) -> Message:
    match each:
        case Gain(items):
            return _list(tuple(_amount(item) for item in items))
        case Culture(gained):
            return _list(tuple(points(point.art, point.count) for point in gained))
        case Convert(pay, get):
            return Message("minerva.effect.convert", {"cost": _amount(pay), "gain": _amount(get)})
        case If(held, get):
            return Message("minerva.effect.if", {"held": _amount(held), "gain": _amount(get)})
        case Each(counter, get):
            return _each(_amount(get), f"around.{counter}" if counter in CATEGORIES else counter)
        case Choose(first, second):
            return Message("minerva.effect.choose", {"first": effect(first), "second": effect(second)})
        case Score(area, target, vp):
            return _each(amount("vp", vp), target if area == HELD else f"{area}.{target}")
        case _:
            return _special(each)


def _special(each: Nothing | Special) -> Message:
    match each:
        case Nothing():
            return Message("minerva.effect.none")
        case TakeCulture():
            return Message("minerva.effect.take_culture")
        case ActivateAround(tiles=count):
            return Message("minerva.effect.activate_around", {"count": count})
        case MoveAround():
            return Message("minerva.effect.move_around")
        case RemoveResidence():
            return Message("minerva.effect.remove_residence")


def _each(gain: Message, counted: str) -> Message:
    return Message("minerva.effect.each", {"gain": gain, "counter": Message(f"minerva.counter.{counted}")})


def _amount(item: Item) -> Message:
    return amount(item.what, item.count)


def _list(messages: tuple[Message, ...]) -> Message:
    return messages[0] if len(messages) == 1 else Message("minerva.effect.and", {"effects": messages})
