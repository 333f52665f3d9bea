"""What the simple player thinks things are worth, in twelfths of a VP. Estimates, no rules: exactness is elsewhere."""

from collections.abc import Iterable, Sequence

from engine.kernel.decision import Seat
from engine.minerva.content.box import Tile, the_box
from engine.minerva.content.language import (
    ANY,
    ANY_CULTURE,
    AROUND,
    DENARII,
    GLORY,
    HELD,
    KINDS,
    KINDS_HELD,
    SAME,
    Choose,
    Convert,
    Culture,
    Each,
    Gain,
    If,
    Item,
    Point,
    Score,
)
from engine.minerva.content.terms import ARTS, DIRECTIONS, RESIDENCE, RESOURCES, STEP_OF
from engine.minerva.seen.view import MinervaView
from engine.minerva.state.cells import open_cells, surrounding
from engine.minerva.state.standings import crossing
from engine.minerva.state.state import Placed

VP = 12
TOKEN = 4
"""A resource or a denarius: three make a VP."""
SAVED_TOKEN = 7
"""A resource in the last rounds: temples want many."""
SAVING_ROUNDS = 2
"""How many rounds before the last one the saving begins."""
LOST_POINT = 2
"""A culture point that wins nothing yet: the city may grow."""
ASSISTANT = 30
NO_TOP = (99, 0)
"""In place of the symbols and VP on top of a pile."""

Cell = tuple[int, int]


def nearness(cell: Cell) -> tuple[int, Cell]:
    """The nearer to the Forum, the more: cities that hang together are worth more in the end."""
    return -abs(cell[0]) - abs(cell[1]), cell


class Eye:
    """What one seat makes of what it sees."""

    def __init__(self, view: MinervaView, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.own = view.seats[seat]
        self.tiles = the_box().tiles
        self.city = list(self.own.city)
        self.at: dict[Cell, str] = {(placed.x, placed.y): placed.tile for placed in self.city}
        self.rounds_left = the_box().constants.rounds - view.round
        self.cells = open_cells(self.city)
        self.token = SAVED_TOKEN if self.rounds_left <= SAVING_ROUNDS else TOKEN
        self._runs: dict[tuple[Cell, str], list[Placed]] = {}
        self._run_worths: dict[tuple[Cell, str], int] = {}
        self._lone: dict[tuple[str, Cell | None], int] = {}
        self._glories: dict[int, int] = {}
        culture_tiles = the_box().culture_tiles
        self.tops = [
            (culture_tiles[pile[0]].icons, culture_tiles[pile[0]].vp) if pile else NO_TOP for pile in view.culture
        ]

    def run(self, cell: Cell, direction: str) -> list[Placed]:
        """The tiles from beside `cell` to the first gap or residence, nearest first."""
        found = self._runs.get((cell, direction))
        if found is None:
            found = self._runs[cell, direction] = self._run(cell, direction)
        return found

    def run_worth(self, cell: Cell, direction: str) -> int:
        """What activating that run would bring now."""
        worth = self._run_worths.get((cell, direction))
        if worth is None:
            worth = self._run_worths[cell, direction] = self.line(self.run(cell, direction))
        return worth

    def _run(self, cell: Cell, direction: str) -> list[Placed]:
        column, row = STEP_OF[direction]
        x, y = cell
        found: list[Placed] = []
        while True:
            x, y = x + column, y + row
            tile = self.at.get((x, y))
            if tile is None or tile == RESIDENCE:
                return found
            found.append(Placed(tile, x, y))

    def best_line(self, cell: Cell) -> int:
        """The best of the four lines from there."""
        return max([self.run_worth(cell, direction) for direction in DIRECTIONS])

    def line(self, line: Sequence[Placed]) -> int:
        """What activating those tiles would bring now."""
        worth, glory, points, wild = 0, 0, [0, 0, 0], 0
        held = list(self.own.resources)
        for placed in line:
            match self.tiles[placed.tile].effect:
                case Gain(items):
                    worth += self.gain(items, held)
                    glory += sum([item.count for item in items if item.what == GLORY])
                case Culture(gained):
                    wild += self.learn(gained, points)
                case (If() | Each()) as colon:
                    worth += TOKEN * colon.get.count * self._times(colon, placed, held)
                case Convert(pay, get):
                    times = min(2, self._most(pay, held))
                    glory += times * get.count if get.what == GLORY else 0
                    money = TOKEN * get.count if get.what != GLORY else 0
                    worth += times * (money - TOKEN * pay.count)
                case Choose(Gain(items), Gain()):
                    worth += self.gain(items, held)
                case Choose(Culture(gained), Culture()):
                    wild += self.learn(gained, points)
        return worth + self.glory(glory) + self.culture(points, wild)

    def gain(self, items: Sequence[Item], held: list[int]) -> int:
        """The worth of gained tokens, which are added to `held`."""
        worth = 0
        for item in items:
            if item.what in RESOURCES:
                held[RESOURCES.index(item.what)] += item.count
            worth += item.count * {ANY: self.token + 1, GLORY: 0, DENARII: TOKEN}.get(item.what, self.token)
        return worth

    def learn(self, gained: Sequence[Point], points: list[int]) -> int:
        """Add culture points to `points`, by category, and return how many of those gained are wild."""
        for point in gained:
            if point.art != ANY_CULTURE:
                points[ARTS.index(point.art)] += point.count
        return sum([point.count for point in gained if point.art == ANY_CULTURE])

    def culture(self, points: Sequence[int], wild: int) -> int:
        """Culture tiles won; wild points go where they win most."""
        if not wild and not any(points):
            return 0
        worth, gap = LOST_POINT * (sum(points) + wild), 0
        for (icons, vp), count in zip(self.tops, points, strict=True):
            if count >= icons:
                worth += VP * vp
            elif count + wild >= icons:
                gap = max(gap, VP * vp)
        return worth + gap

    def glory(self, more: int) -> int:
        """The worth of `more` glory tokens: a better tile, and the first one pays for an assistant."""
        if not more:
            return 0
        worth = self._glories.get(more)
        if worth is None:
            worth = self._glories[more] = self._glory(more)
        return worth

    def _glory(self, more: int) -> int:
        now = self.own.glory
        for_assistant = ASSISTANT if not now and self.rounds_left and self.own.assistants_owned < 4 else 0
        return VP * (self.prize(now + more) - self.prize(now)) * 2 // 3 + for_assistant + more

    def prize(self, glory: int) -> int:
        """VP of the glory tile of this round that `glory` tokens would take as things stand."""
        tiles = the_box().glory_of(self.view.round)
        if not glory:
            return 0
        if len(self.view.seats) == 1:
            rank = 1 if glory >= self.view.round else 2
        else:
            rank = 1 + sum([other.glory >= glory for other in self.view.seats if other.seat != self.seat])
        return the_box().glory_tiles[tiles[rank]].vp if rank in tiles else 0

    def _times(self, colon: If | Each, placed: Placed, held: Sequence[int]) -> int:
        if isinstance(colon, If):
            return min(1, held[RESOURCES.index(colon.held.what)] // colon.held.count)
        if colon.counter == KINDS_HELD:
            return sum(map(bool, held))
        if colon.counter in RESOURCES:
            return held[RESOURCES.index(colon.counter)]
        near = surrounding(self.city, placed.x, placed.y)
        return sum([self.tiles[other.tile].category == colon.counter for other in near])

    def _most(self, pay: Item, held: Sequence[int]) -> int:
        if pay.what == DENARII:
            return self.own.denarii // pay.count
        if pay.what in (ANY, SAME):
            return max(held) // pay.count
        return held[RESOURCES.index(pay.what)] // pay.count

    def cost(self, tile: Tile) -> int:
        """What building it takes, missing tokens dearly."""
        missing = sum([max(0, want - held) for want, held in zip(tile.cost, self.own.resources, strict=True)])
        return (TOKEN if tile.is_temple else self.token) * sum(tile.cost) + 2 * TOKEN * missing

    def best_place(self, name: str) -> tuple[int, Cell]:
        """The best cell for a tile, and what it is worth there."""
        return max(
            [(self.placed(name, cell), cell) for cell in self.cells], key=lambda found: (found[0], nearness(found[1]))
        )

    def placed(self, name: str, cell: Cell) -> int:
        """What a building adds to the city on that cell, over the rounds to come."""
        tile = self.tiles[name]
        if isinstance(tile.effect, Score):
            return self.temple(Placed(name, *cell), tile.effect)
        if not tile.acts:
            return 0
        added = 0
        for back, forth in (("w", "e"), ("n", "s")):
            before, after = self.run(cell, back), self.run(cell, forth)
            if not before and not after:
                added += self._by_itself(name, tile, cell)
                continue
            whole = [*reversed(before), Placed(name, *cell), *after]
            added += max(0, self.line(whole) - max(self.run_worth(cell, back), self.run_worth(cell, forth)))
        return added * (1 + self.rounds_left) // 4

    def _by_itself(self, name: str, tile: Tile, cell: Cell) -> int:
        """What a building with nothing beside it would bring; wherever that is, unless it counts what surrounds it."""
        key = (name, cell if isinstance(tile.effect, Each) else None)
        worth = self._lone.get(key)
        if worth is None:
            worth = self._lone[key] = max(0, self.line([Placed(name, *cell)]))
        return worth

    def temple(self, temple: Placed, effect: Score) -> int:
        """What it would score in the city as it is, and a little hope."""
        if effect.area == HELD:
            return VP * effect.vp * min(4, 2 + self.own.resources[RESOURCES.index(effect.target)])
        near = (surrounding if effect.area == AROUND else crossing)(self.city, temple.x, temple.y)
        categories = [self.tiles[placed.tile].category for placed in near]
        found = len(set(categories)) if effect.target == KINDS else categories.count(effect.target)
        return VP * effect.vp * found + VP * effect.vp * min(2, self.rounds_left) // 2

    def reached(self, names: Iterable[Placed]) -> list[tuple[int, Cell]]:
        """Tiles by what each alone would bring, the best first."""
        return sorted([(self.line([placed]), (placed.x, placed.y)) for placed in names], reverse=True)
