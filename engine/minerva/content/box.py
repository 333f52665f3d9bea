"""The content as the rules use it: tiles by id with parsed effects, and decks by number of seats."""

from collections.abc import Iterable

import msgspec

from engine.kernel.content import ContentSource
from engine.minerva.content.checks import load_content
from engine.minerva.content.language import Effect, Nothing, parse
from engine.minerva.content.records import FOLDER, AssistantPrice, Content, CultureTile, GloryTile, OrderTile
from engine.minerva.content.terms import ARTS, CATEGORIES, KIT, RESOURCES


class Tile(msgspec.Struct, frozen=True):
    """A square city tile."""

    id: str
    kind: str
    """Tiles of one kind are alike. Each temple has a kind of its own."""
    category: str
    cost: tuple[int, ...]
    """In the order of RESOURCES."""
    effect: Effect
    is_special: bool
    """If true, the effect is used once, when the tile is built. BUILD-08, EFF-06"""
    is_temple: bool
    acts: bool
    """True if activating the tile does something. RES-06, RES-07"""


def make_tile(id: str, kind: str, category: str, cost: Iterable[int], effect: str) -> Tile:
    is_special, is_temple, parsed = category == "special", category == "temple", parse(effect)  # TEMPLE-01
    acts = not (is_special or is_temple or isinstance(parsed, Nothing))
    return Tile(id, kind, category, tuple(cost), parsed, is_special, is_temple, acts)


class Box:
    def __init__(self, content: Content) -> None:
        self.content = content
        self.constants = content.constants
        tiles = [
            make_tile(tile.id, tile.kind, tile.category, tile.cost, tile.effect)
            for tile in (*content.buildings, *content.startings)
        ]
        tiles += [make_tile(it.id, it.id, "temple", it.cost, it.effect) for it in content.temples]
        free = (0,) * len(RESOURCES)
        tiles += [make_tile(it.id, it.id, KIT[it.id], free, it.effect) for it in content.constants.kit]
        self.tiles: dict[str, Tile] = {tile.id: tile for tile in tiles}
        by_category = sorted(tiles, key=lambda tile: CATEGORIES.index(tile.category))
        self.rank: dict[str, int] = {tile.id: number for number, tile in enumerate(by_category)}
        """The position of each tile in an ordered display: by category, then as in the files."""
        self.culture_tiles: dict[str, CultureTile] = {tile.id: tile for tile in content.culture}
        self.glory_tiles: dict[str, GloryTile] = {tile.id: tile for tile in content.glory}
        self.order_tiles: dict[int, OrderTile] = {tile.number: tile for tile in content.order}
        self.prices: tuple[AssistantPrice, ...] = content.assistants.price
        self.temples = tuple(temple.id for temple in content.temples)

    def normal_buildings(self, seats: int) -> tuple[str, ...]:  # SETUP-02
        return tuple(tile.id for tile in self.content.buildings if tile.min_players <= max(2, seats))

    def starting_buildings(self, seats: int) -> tuple[str, ...]:  # SETUP-02, SETUP-07
        return tuple(tile.id for tile in self.content.startings if tile.min_players <= max(2, seats))

    def culture_piles(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """The culture piles, in the order of ARTS. The top tile comes last: least VP, then fewest icons. SETUP-11"""
        used = [tile for tile in self.content.culture if tile.min_players <= max(2, seats)]
        used.sort(key=lambda tile: (-tile.vp, -tile.icons))
        return tuple(tuple(tile.id for tile in used if tile.category == culture) for culture in ARTS)

    def order_numbers(self, seats: int) -> tuple[int, ...]:
        """The order tiles in play, ascending; () for one seat. SETUP-04, SOLO-02"""
        return tuple(number for number in self.order_tiles if number <= seats) if seats > 1 else ()

    def glory_of(self, round: int) -> dict[int, str]:  # SETUP-12
        return {tile.rank: tile.id for tile in self.content.glory if tile.round == round}


SOURCE = ContentSource(FOLDER, lambda folder: Box(load_content(folder)))
the_box = SOURCE.box
