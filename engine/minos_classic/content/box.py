"""The content as the rules use it: spaces as numbers, with tables of neighbours, prices and values. Spaces are numbered
in four runs: zones, harbours, sites, path points. Harbour i and site i form terrain i."""

from typing import NamedTuple

from engine.kernel.content import ContentSource
from engine.minos_classic.content.checks import load_content
from engine.minos_classic.content.records import FOLDER, Content

KINDS = ("income", "rings", "gulls", "builders")
"""The kinds of action, in the order of dice.toml. DICE-7"""

INCOME, RINGS, GULLS, BUILDERS = range(4)


class Dice(NamedTuple):
    """The faces of each die, and for each kind of action its face, the worth of a die, and a star's bonus. DICE-7"""

    faces: tuple[tuple[str, ...], ...]
    sides: int
    kind_faces: tuple[str, ...]
    kind_bases: tuple[int, ...]
    kind_stars: tuple[int, ...]


class Box:
    """The content of one folder, indexed. Read-only. Ships go on `water`, guards everywhere else (MOVE-13). Any number
    of guards may be on one of the `sites` (MOVE-5)."""

    def __init__(self, content: Content) -> None:
        self.content = content
        board, pieces, dice = content.board, content.pieces, content.dice
        zones = tuple(zone.id for zone in board.zone)
        self.site_ids = tuple(site.id for site in board.site)
        harbours = tuple(site.harbour.id for site in board.site)
        paths = tuple(path.id for path in board.path)
        self.space_ids = zones + harbours + self.site_ids + paths
        self.number_of = {space: number for number, space in enumerate(self.space_ids)}
        self.water = range(len(zones) + len(harbours))
        self.harbours = self.water[len(zones) :]
        self.sites = range(self.water.stop, self.water.stop + len(self.site_ids))
        self.terrain_of = (-1,) * len(zones) + tuple(range(len(self.sites))) * 2 + (-1,) * len(paths)
        self.fish = self.number_of[board.start.ship_zone]
        self.neighbours = self._neighbours()
        self.building_ids = tuple(kind.id for kind in pieces.building)
        self.wall = next(kind.id for kind in pieces.building if kind.doubles)
        self.dice = Dice(
            tuple(die.faces for die in dice.die),
            len(dice.die[0].faces),
            tuple(action.face for action in dice.action),
            tuple(action.per_die for action in dice.action),
            tuple(action.star_bonus for action in dice.action),
        )

    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return the spaces one step from each space, by land (MOVE-4) and water (MOVE-6, MOVE-8)."""
        board, number_of = self.content.board, self.number_of
        around: dict[str, list[str]] = {zone.id: list(zone.adjacent) for zone in board.zone}
        for site in board.site:
            around[site.harbour.zone].append(site.harbour.id)
            around[site.harbour.id] = [site.harbour.zone]
            around[site.id] = list(site.land)
        for path in board.path:
            around[path.id] = list(path.land)
        return tuple(tuple(number_of[other] for other in around[space]) for space in self.space_ids)


SOURCE = ContentSource(FOLDER, lambda folder: Box(load_content(folder)))
the_box = SOURCE.box
