"""Paths to the things that a state hides from a seat, and functions to rearrange those things. K4, K9"""

from collections.abc import Iterable, Sized
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.conversion import convert

S = TypeVar("S")

Path: TypeAlias = tuple[str | int, ...]
"""A place in a state: field names and list indexes, as in `("players", 1, "hand", 0)`."""


class Zone(msgspec.Struct, frozen=True):
    """Places whose contents could be swapped without the seat noticing."""

    name: str
    places: tuple[Path, ...]
    mentions: tuple[Path, ...] = ()
    """Lists elsewhere that name the same things."""
    is_answer: bool = False
    """True if the zone is another seat's secret answer, which could be any legal answer."""


def paths_outside(zones: Iterable[Zone], paths: Iterable[Path]) -> list[Path]:
    places = {place for zone in zones for place in zone.places}
    return [path for path in paths if not any(path[: depth + 1] in places for depth in range(len(path)))]


def places_in(pile: Sized, *path: str | int) -> tuple[Path, ...]:
    return tuple((*path, number) for number in range(len(pile)))


def tree_of(state: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state))


def state_of(kind: type[S], tree: Any) -> S:
    """Build a state from a tree. Raises `msgspec.ValidationError`."""
    return convert(tree, kind)


def value_at(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def set_value(tree: Any, path: Path, thing: Any) -> None:
    value_at(tree, path[:-1])[path[-1]] = thing


def change_places(tree: Any, zone: Zone, chance: Chance) -> None:
    """Shuffle the contents of a zone. If they aren't all alike, at least two change places. Secret answers stay."""
    before = [value_at(tree, place) for place in zone.places]
    if zone.is_answer or all(thing == before[0] for thing in before):
        return
    after = before.copy()
    chance.shuffle("lie", after)
    if after == before:
        after = [*before[1:], before[0]]
    for place, thing in zip(zone.places, after, strict=True):
        set_value(tree, place, thing)
    if zone.mentions:
        renamed = dict(zip(before, after, strict=True))
        for mention in zone.mentions:
            set_value(tree, mention, [renamed.get(thing, thing) for thing in value_at(tree, mention)])


def differences(one: Any, other: Any, path: Path = ()) -> Iterable[Path]:
    """Return the paths at which two trees differ. A path ends where the shapes of the trees differ."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, theirs, (*path, number))
    else:
        yield path


def texts_in(tree: Any) -> Iterable[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from texts_in(part)
