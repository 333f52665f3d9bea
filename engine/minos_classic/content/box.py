"""The content as the rules use it: spaces as numbers, with tables of neighbours, prices and values.

Spaces are numbered in four runs: zones, harbours, sites, path points. Number i of the harbours and of the sites form
terrain i.
"""

from pathlib import Path

from engine.kernel.content import ContentSource
from engine.minos_classic.content.checks import load_content
from engine.minos_classic.content.files import FOLDER, Content

KINDS = ("income", "rings", "gulls", "builders")
"""The kinds of action, in the order of dice.toml. DICE-7"""

INCOME, RINGS, GULLS, BUILDERS = range(4)


class Box:
    """The content of one folder, indexed. Read-only."""

    def __init__(self, content: Content) -> None:
        self.content = content
        board, pieces, dice = content.board, content.pieces, content.dice
        zones = tuple(zone.id for zone in board.zone)
        self.site_ids = tuple(site.id for site in board.site)
        harbours = tuple(site.harbour.id for site in board.site)
        paths = tuple(path.id for path in board.path)
        self.space_ids = zones + harbours + self.site_ids + paths
        self.number_of = {space: number for number, space in enumerate(self.space_ids)}
        self.sites = len(self.site_ids)
        self.first_harbour = len(zones)
        self.first_site = self.first_harbour + self.sites
        self.first_path = self.first_site + self.sites
        self.fish = self.number_of[board.start.ship_zone]
        self.neighbours = self._neighbours()
        self.terrain_of = tuple(
            (space - self.first_harbour) % self.sites if self.first_harbour <= space < self.first_path else -1
            for space in range(len(self.space_ids))
        )
        self.building_ids = tuple(kind.id for kind in pieces.building)
        self.wall = next(kind.id for kind in pieces.building if kind.doubles)
        self.faces = tuple(die.faces for die in dice.die)
        self.sides = len(dice.die[0].faces)
        self.dice = len(dice.die)
        self.kind_faces = tuple(action.face for action in dice.action)
        self.kind_bases = tuple(action.per_die for action in dice.action)
        self.kind_stars = tuple(action.star_bonus for action in dice.action)

    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The spaces one step from each space, by land (MOVE-4) and water (MOVE-6, MOVE-8)."""
        board, number_of = self.content.board, self.number_of
        around: dict[str, list[str]] = {zone.id: list(zone.adjacent) for zone in board.zone}
        for site in board.site:
            around[site.harbour.zone].append(site.harbour.id)
            around[site.harbour.id] = [site.harbour.zone]
            around[site.id] = list(site.land)
        for path in board.path:
            around[path.id] = list(path.land)
        return tuple(tuple(number_of[other] for other in around[space]) for space in self.space_ids)

    def harbour_of(self, terrain: int) -> int:
        return self.first_harbour + terrain

    def site_of(self, terrain: int) -> int:
        return self.first_site + terrain

    def is_water(self, space: int) -> bool:
        """Return whether ships go there. Guards go everywhere else. MOVE-13"""
        return space < self.first_site

    def is_site(self, space: int) -> bool:
        """Return whether any number of guards may be there. MOVE-5"""
        return self.first_site <= space < self.first_path


def _unpacked(folder: Path) -> Box:
    return Box(load_content(folder))


SOURCE = ContentSource(FOLDER, _unpacked)
use_folder = SOURCE.use_folder
the_box = SOURCE.box
