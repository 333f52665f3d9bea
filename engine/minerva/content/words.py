"""Messages that many modules of this game share, and the wording of tile effects: catalogue ids and their blanks."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from engine.kernel.decision import Message, Option
from engine.minerva.content import language as e
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import ARTS, CATEGORIES, RESOURCES, STEP_OF

MOST_BESIDE = 2
"""Maximum number of adjacent tiles to name."""


@cache
def tile(tile_id: str) -> Message:
    if tile_id.startswith("round-"):
        return Message("minerva.round_tile", {"number": int(tile_id.removeprefix("round-"))})
    return Message(f"minerva.tile.{the_box().tiles[tile_id].kind}")


def tiles(tile_ids: Sequence[str]) -> tuple[Message, ...]:
    return tuple(tile(each) for each in tile_ids)


@cache
def culture(name: str) -> Message:
    return Message(f"minerva.culture.{name}")


@cache
def amount(what: str, count: int) -> Message:
    return Message(f"minerva.amount.{what}", {"count": count})


@cache
def points(name: str, count: int) -> Message:
    return Message(f"minerva.points.{name}", {"count": count})


@cache
def amounts(counts: tuple[int, ...]) -> tuple[Message, ...]:
    return tuple(amount(name, count) for name, count in zip(RESOURCES, counts, strict=True) if count)


def gains(counts: Mapping[str, int], by_culture: Sequence[int]) -> tuple[Message, ...]:
    found = [amount(what, count) for what, count in counts.items() if count]
    found += [points(name, count) for name, count in zip(ARTS, by_culture, strict=True) if count]
    return tuple(found)


@cache
def culture_tile(tile_id: str) -> Message:
    found = the_box().culture_tiles[tile_id]
    return Message(f"minerva.culture_tile.{found.category}", {"count": found.vp})


@cache
def glory_tile(tile_id: str) -> Message:
    found = the_box().glory_tiles[tile_id]
    return Message("minerva.glory_tile", {"rank": found.rank, "count": found.vp})


@cache
def plain(key: str) -> Option:
    """An option without blanks. Its message id is its key, with dots instead of colons."""
    return Option(key, Message(f"minerva.option.{key.replace(':', '.')}"))


@lru_cache(maxsize=1 << 14)
def place(x: int, y: int, beside: tuple[tuple[str, str], ...], wording: str = "minerva") -> Message:
    """A cell by column and row, and by the adjacent tiles: (direction, tile). `wording` starts the message ids."""
    if not beside:
        return Message(f"{wording}.cell", {"x": x, "y": y})
    around = tuple(Message(f"{wording}.beside.{direction}", {"tile": tile(other)}) for direction, other in beside)
    return Message(f"{wording}.place", {"x": x, "y": y, "beside": around})


def place_in(laid: Mapping[tuple[int, int], str], x: int, y: int) -> Message:
    return place(x, y, beside_in(laid, x, y))


def beside_in(laid: Mapping[tuple[int, int], str], x: int, y: int) -> tuple[tuple[str, str], ...]:
    """Directions and names of tiles adjacent to `x`, `y`, at most MOST_BESIDE to keep labels short."""
    found = []
    for direction, (column, row) in STEP_OF.items():
        name = laid.get((x + column, y + row))
        if name is not None:
            found.append((direction, name))
    return tuple(found[:MOST_BESIDE])


def cell_option(verb: str, x: int, y: int, label: Message) -> Option:
    return Option(f"{verb}:{x},{y}", label, f"cell:{x},{y}")


@lru_cache(maxsize=1 << 14)
def open_cell_option(x: int, y: int, beside: tuple[tuple[str, str], ...]) -> Option:
    return cell_option("cell", x, y, place(x, y, beside))


def cell_of(key: str) -> tuple[int, int]:
    column, _, row = key.partition(":")[2].partition(",")
    return int(column), int(row)


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
