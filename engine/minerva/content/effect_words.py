"""The effects of tiles as messages, made from the effect language. No prose."""

from functools import cache

from engine.kernel.decision import Message
from engine.minerva.content import language as e
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import CATEGORIES
from engine.minerva.content.words import amount, points


@cache
def effect_of(tile_id: str) -> Message:
    return effect(the_box().tiles[tile_id].effect)


def effect(each: e.Effect) -> Message:
    match each:
        case e.Gain(items):
            return _list(tuple(_amount(item) for item in items))
        case e.Culture(gained):
            return _list(tuple(points(point.art, point.count) for point in gained))
        case e.Convert(pay, get):
            return Message("minerva.effect.convert", {"cost": _amount(pay), "gain": _amount(get)})
        case e.If(held, get):
            return Message("minerva.effect.if", {"held": _amount(held), "gain": _amount(get)})
        case e.Each(counter, get):
            return _each(_amount(get), f"around.{counter}" if counter in CATEGORIES else counter)
        case e.Choose(first, second):
            return Message("minerva.effect.choose", {"first": effect(first), "second": effect(second)})
        case e.Score(area, target, vp):
            return _each(amount("vp", vp), target if area == e.HELD else f"{area}.{target}")
        case _:
            return _special(each)


def _special(each: e.Nothing | e.Special) -> Message:
    match each:
        case e.Nothing():
            return Message("minerva.effect.none")
        case e.TakeCulture():
            return Message("minerva.effect.take_culture")
        case e.ActivateAround(tiles=count):
            return Message("minerva.effect.activate_around", {"count": count})
        case e.MoveAround():
            return Message("minerva.effect.move_around")
        case e.RemoveResidence():
            return Message("minerva.effect.remove_residence")


def _each(gain: Message, counted: str) -> Message:
    return Message("minerva.effect.each", {"gain": gain, "counter": Message(f"minerva.counter.{counted}")})


def _amount(item: e.Item) -> Message:
    return amount(item.what, item.count)


def _list(messages: tuple[Message, ...]) -> Message:
    return messages[0] if len(messages) == 1 else Message("minerva.effect.and", {"effects": messages})
