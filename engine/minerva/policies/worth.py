"""The simple player's values, in twelfths of a VP. Estimates, not rules."""

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from engine.kernel.decision import Seat
from engine.minerva.content import language as e
from engine.minerva.content.box import Box, Tile, the_box
from engine.minerva.content.terms import ARTS, CATEGORIES, DIRECTIONS, RESIDENCE, RESOURCES, STEP_OF
from engine.minerva.policies.weights import the_weights
from engine.minerva.seen.view import Glance, MinervaView
from engine.minerva.state.measures import count_things, open_cells, surrounding
from engine.minerva.state.standings import crossing
from engine.minerva.state.state import Placed

VP = 12
NO_TOP = (99, 0)
"""Used as icons and VP of the top tile if a pile is empty."""

Cell = tuple[int, int]


class Sides(NamedTuple):
    """The tiles on both sides of a cell along one axis, in order. `gains` is the sum of their gains (see
    `_all_gains`), or None if the gain of any tile depends on holdings or on the city."""

    before: list[Placed]
    after: list[Placed]
    gains: int | None


def nearness(cell: Cell) -> tuple[int, Cell]:
    """Sort key that prefers cells near the Forum, because compact cities score more."""
    return -abs(cell[0]) - abs(cell[1]), cell


class Sums(msgspec.Struct, frozen=True):
    """The gains of a tile. `depends_on` is an effect whose gain depends on the seat's holdings or city."""

    tokens: int = 0
    wild_tokens: int = 0
    denarii: int = 0
    glory: int = 0
    held: tuple[tuple[int, int], ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    wild: int = 0
    depends_on: e.If | e.Each | e.Convert | None = None


def sums_of(effect: e.Effect) -> Sums:
    match effect:
        case e.If() | e.Each() | e.Convert():
            return Sums(depends_on=effect)
        case e.Gain(items) | e.Choose(e.Gain(items), e.Gain()):
            return Sums(
                tokens=sum(item.count for item in items if item.what in RESOURCES),
                wild_tokens=sum(item.count for item in items if item.what == e.ANY),
                denarii=sum(item.count for item in items if item.what == e.DENARII),
                glory=sum(item.count for item in items if item.what == e.GLORY),
                held=tuple((RESOURCES.index(item.what), item.count) for item in items if item.what in RESOURCES),
            )
        case e.Culture(gained) | e.Choose(e.Culture(gained), e.Culture()):
            return Sums(
                points=tuple((ARTS.index(point.art), point.count) for point in gained if point.art != e.ANY_CULTURE),
                wild=sum(point.count for point in gained if point.art == e.ANY_CULTURE),
            )
    return Sums()


@functools.lru_cache(maxsize=1)
def _all_sums(box: Box) -> dict[str, Sums]:
    return {name: sums_of(tile.effect) for name, tile in box.tiles.items()}


_DIGIT = 256
_TOKEN, _WILD_TOKEN, _DENARIUS, _GLORY, _WILD, *_POINTS = (_DIGIT**place for place in range(5 + len(ARTS)))
"""One unit of each kind of gain. A sum of gains is one number with a digit per kind, which is fast to add and look up.
Tokens and denarii are the low digits. Glory tokens and culture points, which win prizes, are the high ones."""


@functools.lru_cache(maxsize=1)
def _all_gains(box: Box) -> dict[str, int]:
    """Return each plain tile's gains as one number, without tiles whose gain depends on holdings or on the city."""
    return {
        name: _TOKEN * sums.tokens
        + _WILD_TOKEN * sums.wild_tokens
        + _DENARIUS * sums.denarii
        + _GLORY * sums.glory
        + _WILD * sums.wild
        + sum(_POINTS[art] * count for art, count in sums.points)
        for name, sums in _all_sums(box).items()
        if sums.depends_on is None
    }


def _count(gains: int, kind: int) -> int:
    return gains // kind % _DIGIT


class Values(NamedTuple):
    """The value of a denarius, a resource and a resource of free choice."""

    denarius: int
    token: int
    wild_token: int

    @classmethod
    def at(cls, rounds_left: int) -> "Values":
        weights = the_weights().worth
        token = weights.saved_token if rounds_left <= weights.saving_rounds else weights.token
        return cls(weights.token, token, token + weights.wild_token)


@functools.lru_cache(maxsize=4)
def _token_worths(values: Values) -> dict[int, int]:
    """Return the cache for the values of tokens and denarii, keyed by gains without glory and culture."""
    return {0: 0}


class Prizes:
    """The value of the tiles that culture points and glory tokens win for a seat in this round."""

    def __init__(self, view: MinervaView | Glance, seat: Seat) -> None:
        own, tiles = view.seats[seat], the_box().culture_tiles
        self._held = own.glory
        self._weights = the_weights().worth
        self._tops = [(tiles[pile[0]].icons, tiles[pile[0]].vp) if pile else NO_TOP for pile in view.culture]
        self._others = [other.glory for other in view.seats if other.seat != seat]
        self._round = view.round
        is_buyer = view.round < the_box().constants.rounds and own.assistants_owned < len(the_box().prices)
        self._for_first = self._weights.assistant if is_buyer and not own.glory else 0
        self._glories: dict[int, int] = {}

    def culture(self, points: Sequence[int], wild: int) -> int:
        """Return the value of culture tiles won. Wild points go to the category that gains most by them."""
        if not wild and not any(points):
            return 0
        worth, gap = self._weights.culture_point * (sum(points) + wild), 0
        for (icons, vp), count in zip(self._tops, points, strict=True):
            if count >= icons:
                worth += VP * vp
            elif count + wild >= icons:
                gap = max(gap, VP * vp)
        return worth + gap

    def glory(self, more: int) -> int:
        """Return the value of `more` glory tokens: they win a better tile, and the first also pays for an assistant."""
        if not more:
            return 0
        worth = self._glories.get(more)
        if worth is None:
            gained = self.glory_tile(self._held + more) - self.glory_tile(self._held)
            worth = self._glories[more] = self._weights.glory_vp * gained + self._for_first + more
        return worth

    def glory_tile(self, glory: int) -> int:
        tiles = the_box().glory_of(self._round)
        if not glory:
            return 0
        # A solo player compares tokens with the round number.
        rank = 1 + sum([other >= glory for other in self._others] or [glory < self._round])
        return the_box().glory_tiles[tiles[rank]].vp if rank in tiles else 0


class Ground:
    """The open cells of a city, and the lines from each cell. They depend on the city alone. `before` is the
    ground before the last tile was laid, if known. Everything that the tile doesn't change is copied from it."""

    def __init__(self, box: Box, city: tuple[Placed, ...], before: "Ground | None" = None) -> None:
        self.city = city
        self.cells = open_cells(city)
        self.nearness = [nearness(cell) for cell in self.cells]
        self._tiles, self._gains = box.tiles, _all_gains(box)
        self._laid = {(placed.x, placed.y): placed for placed in city if placed.tile != RESIDENCE}
        self._around: dict[Cell, list[str]] = {}
        self._runs: dict[Cell, list[tuple[list[Placed], int | None]]] = {}
        self._sides: dict[Cell, tuple[Sides, Sides]] = {}
        if before is not None:
            self._take_over(before, city[-1])

    def _take_over(self, before: "Ground", new: Placed) -> None:
        """Copy the lines and surroundings that `new` doesn't change. A residence ends lines like a gap. RES-04"""
        x, y, is_gap = new.x, new.y, new.tile == RESIDENCE
        self._runs = {at: each for at, each in before._runs.items() if is_gap or (at[0] != x and at[1] != y)}
        self._sides = {at: each for at, each in before._sides.items() if is_gap or (at[0] != x and at[1] != y)}
        around = before._around.items()
        self._around = {at: each for at, each in around if abs(at[0] - x) > 1 or abs(at[1] - y) > 1}

    def runs(self, cell: Cell) -> list[tuple[list[Placed], int | None]]:
        """Return the tiles up to the first gap or residence in each of DIRECTIONS, nearest first, with their gains."""
        found = self._runs.get(cell)
        if found is None:
            lines = [self._run(cell, *STEP_OF[direction]) for direction in DIRECTIONS]
            found = self._runs[cell] = [(line, self.gains(line) if line else 0) for line in lines]
        return found

    def _run(self, cell: Cell, column: int, row: int) -> list[Placed]:
        x, y = cell
        found: list[Placed] = []
        while placed := self._laid.get((x := x + column, y := y + row)):
            found.append(placed)
        return found

    def gains(self, line: Sequence[Placed]) -> int | None:
        """Return the gains of a line of plain tiles. Return None if the gain of a tile depends on anything else."""
        total = 0
        for placed in line:
            gains = self._gains.get(placed.tile)
            if gains is None:
                return None
            total += gains
        return total

    def sides(self, cell: Cell) -> tuple[Sides, Sides]:
        """Return the tiles on both sides of the cell along each axis."""
        found = self._sides.get(cell)
        if found is None:
            (north, up), (east, right), (south, down), (west, left) = self.runs(cell)
            across = None if left is None or right is None else left + right
            along = None if up is None or down is None else up + down
            found = self._sides[cell] = Sides(west[::-1], east, across), Sides(north[::-1], south, along)
        return found

    def around(self, cell: Cell) -> list[str]:
        """Return the categories of the tiles on the eight cells around `cell`. EFF-05"""
        found = self._around.get(cell)
        if found is None:
            near = surrounding(self.city, *cell)
            found = self._around[cell] = [self._tiles[placed.tile].category for placed in near]
        return found


MOST_GROUNDS = 12
"""The number of cities whose grounds are kept. With 256, a thought takes an eighth longer."""
_grounds: dict[tuple[Box, tuple[Placed, ...]], Ground] = {}


def ground_of(box: Box, city: tuple[Placed, ...]) -> Ground:
    """Return a city's cached ground, or derive it from the ground before the last tile. A full cache drops its oldest
    entry."""
    ground = _grounds.get((box, city))
    if ground is None:
        ground = Ground(box, city, _grounds.get((box, city[:-1])))
        if len(_grounds) == MOST_GROUNDS:
            del _grounds[next(iter(_grounds))]
        _grounds[box, city] = ground
    return ground


class Eye:
    def __init__(self, view: MinervaView | Glance, seat: Seat) -> None:
        self.view = view
        self.own = view.seats[seat]
        self.tiles = the_box().tiles
        self.city = self.own.city
        self._ground = ground_of(the_box(), self.city)
        self.cells = self._ground.cells
        self.rounds_left = the_box().constants.rounds - view.round
        self.values = Values.at(self.rounds_left)
        self.prizes = Prizes(view, seat)
        self._weights = the_weights().worth
        self._sums = _all_sums(the_box())
        self._gains = _all_gains(the_box())
        self._tokens = _token_worths(self.values)
        self._prizes: dict[int, int] = {0: 0}
        self._run_worths: dict[Cell, list[int]] = {}
        self._places: dict[str, tuple[int, Cell]] = {}

    def run(self, cell: Cell, direction: str) -> list[Placed]:
        """Return the tiles next to `cell`, up to the first gap or residence, nearest first."""
        return self._ground.runs(cell)[DIRECTIONS.index(direction)][0]

    def _worths(self, cell: Cell) -> list[int]:
        """Return the value of the line in each of DIRECTIONS."""
        found = self._run_worths.get(cell)
        if found is None:
            found = self._run_worths[cell] = [
                0 if not run else self._follow(run) if gains is None else self._worth(gains)
                for run, gains in self._ground.runs(cell)
            ]
        return found

    def best_line(self, cell: Cell) -> int:
        return max(self._worths(cell))

    def line(self, line: Sequence[Placed]) -> int:
        gains = self._ground.gains(line)
        return self._follow(line) if gains is None else self._worth(gains)

    def _worth(self, gains: int) -> int:
        """Return the value of gains packed into one number, as in `_all_gains`."""
        wins, tokens = divmod(gains, _GLORY)
        worth, prize = self._tokens.get(tokens), self._prizes.get(wins)
        if worth is None:
            worth = self.values.token * _count(tokens, _TOKEN) + self.values.denarius * _count(tokens, _DENARIUS)
            worth += self.values.wild_token * _count(tokens, _WILD_TOKEN)
            self._tokens[tokens] = worth
        if prize is None:
            prize = self.prizes.glory(_count(gains, _GLORY))
            prize += self.prizes.culture([_count(gains, point) for point in _POINTS], _count(gains, _WILD))
            self._prizes[wins] = prize
        return worth + prize

    def _follow(self, line: Sequence[Placed]) -> int:
        """Return the value of a line, added up tile by tile."""
        worth, gains, held = 0, 0, list(self.own.resources)
        for placed in line:
            sums = self._sums[placed.tile]
            effect = sums.depends_on
            if effect is None:
                gains += self._gains[placed.tile]
                for kind, count in sums.held:
                    held[kind] += count
            elif type(effect) is e.Convert:
                pay, get = effect.pay, effect.get
                times = min(self._weights.conversions, self._most(pay, held))
                if get.what == e.GLORY:
                    gains += _GLORY * times * get.count
                    worth -= times * self.values.denarius * pay.count
                else:
                    worth += times * self.values.denarius * (get.count - pay.count)
            else:
                times = self._times(effect, placed, held)
                worth += self.values.denarius * effect.get.count * times
        return worth + self._worth(gains)

    def _times(self, colon: e.If | e.Each | e.Convert, placed: Placed, held: Sequence[int]) -> int:
        if type(colon) is e.Each:
            if colon.counter in CATEGORIES:
                return self._ground.around((placed.x, placed.y)).count(colon.counter)
            return count_things(held, self.city, colon.counter, placed.x, placed.y)
        assert type(colon) is e.If
        return min(1, held[RESOURCES.index(colon.held.what)] // colon.held.count)

    def _most(self, pay: e.Item, held: Sequence[int]) -> int:
        if pay.what == e.DENARII:
            return self.own.denarii // pay.count
        if pay.what in (e.ANY, e.SAME):
            return max(held) // pay.count
        return held[RESOURCES.index(pay.what)] // pay.count

    def cost(self, tile: Tile) -> int:
        missing = sum([max(0, want - held) for want, held in zip(tile.cost, self.own.resources, strict=True)])
        token = self.values.denarius if tile.is_temple else self.values.token
        return token * sum(tile.cost) + self._weights.missing_token * missing

    def best_place(self, name: str) -> tuple[int, Cell]:
        """Return the best cell for a tile, and its value there."""
        tile = self.tiles[name]
        found = self._places.get(tile.kind)
        if found is None:
            worths = self._on_each_cell(tile)
            worth, (_, cell) = max(zip(worths, self._ground.nearness, strict=True))
            found = self._places[tile.kind] = worth, cell
        return found

    def _on_each_cell(self, tile: Tile) -> list[int]:
        effect = tile.effect
        if type(effect) is e.Score:
            return [self._temple(Placed(tile.id, *cell), effect) for cell in self.cells]
        if not tile.acts:
            return [0] * len(self.cells)
        counts_around = type(effect) is e.Each and effect.counter in CATEGORIES
        lone = 0 if counts_around else self._lone(tile, self.cells[0])
        rounds, rounds_a_use = 1 + self.rounds_left, self._weights.rounds_a_use
        own_gains = self._gains.get(tile.id)
        worths: list[int] = []
        for cell, axes in self._axes:
            added = 0
            for (before, after, gains), without in axes:
                if not (before or after):
                    added += self._lone(tile, cell) if counts_around else lone
                elif gains is not None and own_gains is not None:
                    added += max(0, self._worth(own_gains + gains) - without)
                else:
                    added += max(0, self._follow([*before, Placed(tile.id, *cell), *after]) - without)
            worths.append(added * rounds // rounds_a_use)
        return worths

    @functools.cached_property
    def _axes(self) -> list[tuple[Cell, list[tuple[Sides, int]]]]:
        """Return each open cell with both axes: the tiles on both sides, and the value of the better line."""
        found = []
        for cell in self.cells:
            north, east, south, west = self._worths(cell)
            across, along = self._ground.sides(cell)
            found.append((cell, [(across, max(west, east)), (along, max(north, south))]))
        return found

    def _lone(self, tile: Tile, cell: Cell) -> int:
        return max(0, self.line([Placed(tile.id, *cell)]))

    def _temple(self, temple: Placed, effect: e.Score) -> int:
        temples = the_weights().temples
        if effect.area == e.HELD:
            held = self.own.resources[RESOURCES.index(effect.target)]
            return VP * effect.vp * min(temples.most_tokens, temples.hoped_tokens + held)
        if effect.area == e.AROUND:
            categories = self._ground.around((temple.x, temple.y))
        else:
            categories = [self.tiles[each.tile].category for each in crossing(self.city, temple.x, temple.y)]
        found = len(set(categories)) if effect.target == e.KINDS else categories.count(effect.target)
        return effect.vp * (VP * found + temples.hoped_vp * min(temples.hoped_rounds, self.rounds_left))

    def rank(self, names: Iterable[Placed]) -> list[tuple[int, Cell]]:
        """Return each tile's value if only that tile is activated, with its cell, best first."""
        return sorted([(self.line([placed]), (placed.x, placed.y)) for placed in names], reverse=True)
