"""Costs and effects of tiles, as rows of numbers and icons without words."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

import engine.minerva.content.language as language
from engine.minerva.content.box import the_box
from engine.minerva.seen.view import LineView, MinervaView
from render.inline import Group, Sign, Word, amount

PLENTY = (9, 9, 9, 9)
"""Enough resources for any tile."""
MANY = 3
"""Maximum number of icons of one kind to repeat side by side. Larger amounts are drawn as a number and one icon."""


def count_signs(count: int, icon: str, together: int = 1) -> Group:
    """Return `count` icons side by side, or a number and one icon if `count` is 0 or more than `together`."""
    return (Sign(icon),) * count if 1 <= count <= together else (Word(str(count)), Sign(icon))


def piles(view: MinervaView) -> list[tuple[str, tuple[str, ...]]]:
    """Return each kind of culture that has tiles left, with its pile."""
    kinds = the_box().constants.culture_categories
    return [(kind, pile) for kind, pile in zip(kinds, view.culture, strict=True) if pile]


def worth(kind: str, tile: str) -> Group:
    """Return icons for the price and the VP of a culture tile."""
    printed = the_box().culture_tiles[tile]
    return (*amount(printed.icons, f"minerva:{kind}"), Word("→"), *amount(printed.vp, "minerva:vp"))


@cache
def cost_of(tile: str, held: tuple[int, ...] = PLENTY) -> Group:
    """Return the resources to pay, with denarii in place of those missing from `held`. BUILD-03"""
    wanted = list(zip(the_box().constants.resources, the_box().tiles[tile].cost, held, strict=True))
    missing = sum(max(0, count - there) for _, count, there in wanted)
    paid = tuple(Sign(f"minerva:{kind}") for kind, count, there in wanted for _ in range(min(count, there)))
    denarii = missing * the_box().constants.missing_resource_denarii
    return (*paid, *amount(denarii, "minerva:denarii")) if denarii else paid


@cache
def effect_line(tile: str) -> Group:
    return tuple(token for group in _groups(the_box().tiles[tile].effect) for token in group)


def _groups(effect: language.Effect) -> Iterator[Group]:
    match effect:
        case language.Nothing():
            return
        case language.Gain(items):
            yield from (_item(item) for item in items)
        case language.Culture(points):
            yield from (count_signs(point.count, f"minerva:{point.art}", MANY) for point in points)
        case language.Convert(pay, get):
            yield (*_item(pay), Word("→"), *_item(get))
        case language.If(held, get):
            yield (*_item(held), Word(":"), *_item(get))
        case language.Each(counter, get):
            yield (*_item(get), Word("×"), *_counter(counter))
        case language.Choose(first, second):
            yield from _groups(first)
            for number, group in enumerate(_groups(second)):
                yield group if number else (Word("/"), *group)
        case language.TakeCulture():
            yield (Sign("minerva:take"),)
        case language.ActivateAround(tiles):
            yield (Word(str(tiles)), Sign("minerva:activate"))
        case language.MoveAround():
            yield (Sign("minerva:move"),)
        case language.RemoveResidence():
            yield (Sign("minerva:remove"),)
        case language.Score(area, target, vp):
            yield (Word(str(vp)), Sign("minerva:vp"))
            yield (Word("×"), *_target(area, target))
        case _:
            assert_never(effect)


def _item(item: language.Item) -> Group:
    if item.what == language.DENARII:
        return count_signs(item.count, "minerva:denarii")
    return count_signs(item.count, f"minerva:{item.what}", 1 if item.what == "same" else 2)


def _counter(counter: str) -> Group:
    if counter in the_box().constants.categories:
        return Sign("minerva:around"), Sign(f"minerva:category:{counter}")
    return (Sign(f"minerva:{counter}"),)


def _target(area: str, target: str) -> Group:
    if area == language.HELD:
        return (Sign(f"minerva:{target}"),)
    counted_tiles = "minerva:kinds" if target == language.KINDS else f"minerva:category:{target}"
    return Sign("minerva:around" if area == language.AROUND else "minerva:cross"), Sign(counted_tiles)


def gains(line: LineView) -> Group:
    """Return the certain gains of a line: goods, culture points, VP of culture tiles. "?" means that there is a
    choice."""
    points = dict(zip(the_box().constants.culture_categories, line.points, strict=True))
    gained = [(what, count) for what, count in (*line.gains.items(), *points.items()) if count]
    tokens = [token for what, count in gained for token in count_signs(count, f"minerva:{what}", 2)]
    if line.takes:
        worth = sum(the_box().culture_tiles[tile].vp for tile in line.takes)
        tokens += [Word("→"), Word(str(worth)), Sign("minerva:vp")]
    if line.asks:
        tokens.append(Word("+ ?" if tokens else "?"))
    return tuple(tokens)
