"""Messages used all over this game, built once. No prose: ids of the catalogue and their blanks."""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.kernel.decision import Message, Option
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import ARTS, RESOURCES, STEP_OF

MOST_BESIDE = 2
"""The most adjacent tiles that are named."""


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
    """An option without blanks. Its message id is its key with dots for colons."""
    return Option(key, Message(f"minerva.option.{key.replace(':', '.')}"))


@cache
def place(x: int, y: int, beside: tuple[tuple[str, str], ...]) -> Message:
    """A cell by column and row, and by the adjacent tiles: (direction, tile)."""
    if not beside:
        return Message("minerva.cell", {"x": x, "y": y})
    around = tuple(Message(f"minerva.beside.{direction}", {"tile": tile(other)}) for direction, other in beside)
    return Message("minerva.place", {"x": x, "y": y, "beside": around})


@cache
def place_in_log(x: int, y: int, beside: tuple[tuple[str, str], ...]) -> Message:
    """Return the same place, in words that fit into a sentence."""
    if not beside:
        return Message("minerva.log.cell", {"x": x, "y": y})
    around = tuple(Message(f"minerva.log.beside.{direction}", {"tile": tile(other)}) for direction, other in beside)
    return Message("minerva.log.place", {"x": x, "y": y, "beside": around})


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


def cell_of(key: str) -> tuple[int, int]:
    column, _, row = key.partition(":")[2].partition(",")
    return int(column), int(row)
