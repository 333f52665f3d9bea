"""The content in the shape the rules reckon with: tiles by id with their parsed effects, decks by number of seats."""

from pathlib import Path

import msgspec

from engine.kernel.content import ContentSource
from engine.minerva.content.checks import load_content
from engine.minerva.content.language import Effect, Nothing, parse
from engine.minerva.content.records import (
    FOLDER,
    AssistantPrice,
    Content,
    CultureTile,
    GloryTile,
    OrderTile,
)
from engine.minerva.content.terms import ARTS, CATEGORIES, KIT, RESOURCES


class Tile(msgspec.Struct, frozen=True):
    """A square city tile. `cost` is by RESOURCES; tiles of one `kind` are alike, a temple is a kind of its own."""

    id: str
    kind: str
    category: str
    cost: tuple[int, ...]
    effect: Effect

    @property
    def is_special(self) -> bool:
        """Whether its effect is used once, when it is built. BUILD-08, EFF-06"""
        return self.category == "special"

    @property
    def is_temple(self) -> bool:
        """Whether its effect counts in the final scoring only. TEMPLE-01"""
        return self.category == "temple"

    @property
    def acts(self) -> bool:
        """Whether it does anything when an activation reaches it. RES-06, RES-07"""
        return not (self.is_special or self.is_temple or isinstance(self.effect, Nothing))


class Box:
    """The content of one folder, indexed and never changed."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.constants = content.constants
        tiles = [
            Tile(tile.id, tile.kind, tile.category, tuple(tile.cost), parse(tile.effect))
            for tile in (*content.buildings, *content.startings)
        ]
        tiles += [Tile(it.id, it.id, "temple", tuple(it.cost), parse(it.effect)) for it in content.temples]
        free = (0,) * len(RESOURCES)
        tiles += [Tile(it.id, it.id, KIT[it.id], free, parse(it.effect)) for it in content.constants.kit]
        self.tiles: dict[str, Tile] = {tile.id: tile for tile in tiles}
        by_category = sorted(tiles, key=lambda tile: CATEGORIES.index(tile.category))
        self.rank: dict[str, int] = {tile.id: number for number, tile in enumerate(by_category)}
        """Where a tile stands in a display in order: by category, then as in the files."""
        self.culture_tiles: dict[str, CultureTile] = {tile.id: tile for tile in content.culture}
        self.glory_tiles: dict[str, GloryTile] = {tile.id: tile for tile in content.glory}
        self.order_tiles: dict[int, OrderTile] = {tile.number: tile for tile in content.order}
        self.prices: tuple[AssistantPrice, ...] = content.assistants.price
        self.temples = tuple(temple.id for temple in content.temples)

    def normal_buildings(self, seats: int) -> tuple[str, ...]:
        """The tiles of the normal deck, in the order of the file. SETUP-02"""
        return tuple(tile.id for tile in self.content.buildings if tile.min_players <= max(2, seats))

    def starting_buildings(self, seats: int) -> tuple[str, ...]:
        """The tiles of the display at the start. SETUP-02, SETUP-07"""
        return tuple(tile.id for tile in self.content.startings if tile.min_players <= max(2, seats))

    def culture_piles(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """The culture piles in the order of ARTS, the top tile of each last. SETUP-11

        The highest VP lie at the bottom, and among equal VP the tiles with more icons.
        """
        used = [tile for tile in self.content.culture if tile.min_players <= max(2, seats)]
        used.sort(key=lambda tile: (-tile.vp, -tile.icons))
        return tuple(tuple(tile.id for tile in used if tile.category == culture) for culture in ARTS)

    def order_numbers(self, seats: int) -> tuple[int, ...]:
        """The order tiles in play, ascending; none for one seat. SETUP-04, SOLO-02"""
        return tuple(number for number in self.order_tiles if number <= seats) if seats > 1 else ()

    def glory_of(self, round: int) -> dict[int, str]:
        """The glory tiles of that round by rank, 1 the first. SETUP-12"""
        return {tile.rank: tile.id for tile in self.content.glory if tile.round == round}


def _unpacked(folder: Path) -> Box:
    return Box(load_content(folder))


SOURCE = ContentSource(FOLDER, _unpacked)
use_folder = SOURCE.use_folder
the_box = SOURCE.box
