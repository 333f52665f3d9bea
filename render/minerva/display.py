"""The tiles on display, by kind, and how they share a picture."""

from collections.abc import Mapping

from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView

Stack = tuple[str, ...]


def is_paired(view: MinervaView) -> bool:
    """Return whether cards lie in pairs, as in the solo game. SOLO-04"""
    return len(view.seats) == 1


def stacks(view: MinervaView) -> list[Stack]:
    """Return the buildings in display order: pair by pair, or by category with equal ones as one card."""
    if is_paired(view):
        return [(tile,) for lot in view.lots for tile in lot.tiles]
    found: dict[str, list[str]] = {}
    tiles = (tile for lot in view.lots for tile in lot.tiles)
    for tile in sorted(tiles, key=the_box().rank.__getitem__):
        found.setdefault(the_box().tiles[tile].kind, []).append(tile)
    return [tuple(each) for each in found.values()]


def money(view: MinervaView) -> Mapping[str, int]:
    """Return the denarii on each round tile of the display. SOLO-07"""
    return {tile: lot.denarii for lot in view.lots for tile in lot.tiles}
