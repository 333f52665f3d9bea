"""A referee that knows only the rules and the facts agrees with every fact of whole games.

The referee computes prices, neighbours, lines, culture, glory and scores independently.
"""

from typing import Any

import pytest

from engine.kernel.decision import Fact
from engine.kernel.policy import random_policy
from engine.minerva.content.box import the_box
from engine.minerva.content.checks import load_content
from engine.minerva.content.language import Score, parse
from engine.minerva.content.terms import ARTS, RESOURCES
from engine.minerva.policies.greedy import greedy_policy
from engine.minerva.state import facts as f
from tests.engine.minerva.test_games import a_game

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
SIDES = tuple(STEPS.values())


class Seat:
    """The referee's knowledge of one seat."""

    def __init__(self, denarii: int) -> None:
        self.denarii = denarii
        self.held = dict.fromkeys(RESOURCES, 0) | {"grain": 1}
        self.city = {(0, 0): "forum"}
        self.assisted: set[tuple[int, int]] = set()
        self.glory = 0
        self.residences = 9
        self.points = dict.fromkeys(ARTS, 0)
        self.claimed: list[str] = []
        self.culture: list[str] = []
        self.glory_tiles: list[str] = []
        self.order = 0

    def touches(self, x: int, y: int) -> bool:
        return (x, y) not in self.city and any((x + dx, y + dy) in self.city for dx, dy in SIDES)


class Referee:
    """Checks one fact after another and fails at the first illegal one."""

    def __init__(self, seats: int, first: int) -> None:
        content = load_content()
        self.seats = [Seat(3 + (seat - first) % seats) for seat in range(seats)]
        buildings = (*content.buildings, *content.startings)
        priced: tuple[Any, ...] = (*buildings, *content.temples)
        self.cost = {tile.id: dict(zip(RESOURCES, tile.cost, strict=True)) for tile in priced}
        self.category = {tile.id: tile.category for tile in buildings} | {
            "forum": "production",
            "residence": "residence",
        }
        self.category |= {temple.id: "temple" for temple in content.temples}
        self.temples = {temple.id: temple for temple in content.temples}
        self.culture = {tile.id: tile for tile in content.culture}
        self.glory = {tile.id: tile for tile in content.glory}
        self.round = 0

    def hear(self, fact: Fact) -> None:
        name = f"on_{type(fact).__name__}"
        if hasattr(self, name):
            getattr(self, name)(fact)

    def on_RoundBegan(self, fact: f.RoundBegan) -> None:  # noqa: N802
        assert fact.round == self.round + 1
        if self.round and len(self.seats) > 1:
            assert self.seats[fact.first].order == 1, "TURN-03"
        self.round = fact.round
        for seat in self.seats:
            seat.glory = seat.order = 0

    def on_TileBuilt(self, fact: f.TileBuilt) -> None:  # noqa: N802
        seat, cost = self.seats[fact.seat], self.cost[fact.tile]
        paid = {kind: min(cost[kind], seat.held[kind]) for kind in RESOURCES}
        missing = sum(cost.values()) - sum(paid.values())
        assert (fact.paid, fact.denarii) == (tuple(paid.values()), 3 * missing), "BUILD-03"
        for kind in RESOURCES:
            seat.held[kind] -= paid[kind]
        self.pay(seat, 3 * missing)
        assert seat.touches(fact.x, fact.y), "BUILD-05"
        seat.city[fact.x, fact.y] = fact.tile
        self.begin(seat)

    def on_ResidenceBuilt(self, fact: f.ResidenceBuilt) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        seat.residences -= 1
        assert seat.residences >= 0, "RES-01"
        assert seat.touches(fact.x, fact.y), "BUILD-05"
        seat.city[fact.x, fact.y] = "residence"
        self.begin(seat)

    def on_AssistantPlaced(self, fact: f.AssistantPlaced) -> None:  # noqa: N802
        seat, cell = self.seats[fact.seat], (fact.x, fact.y)
        assert seat.city[cell] == "residence", "ASSIST-01"
        assert cell not in seat.assisted, "ASSIST-02"
        seat.assisted.add(cell)
        self.begin(seat)

    def begin(self, seat: Seat) -> None:
        """Begin an action, with no culture points."""
        seat.points, seat.claimed = dict.fromkeys(ARTS, 0), []

    def on_LineChosen(self, fact: f.LineChosen) -> None:  # noqa: N802
        city, (dx, dy), line = self.seats[fact.seat].city, STEPS[fact.direction], []
        x, y = fact.x + dx, fact.y + dy
        while city.get((x, y), "residence") != "residence":
            line.append(city[x, y])
            x, y = x + dx, y + dy
        assert fact.tiles == tuple(line), "RES-05"

    def on_Gained(self, fact: f.Gained) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        if fact.what == "denarii":
            seat.denarii += fact.count
        elif fact.what == "glory":
            seat.glory += fact.count
        else:
            seat.held[fact.what] += fact.count

    def on_Overflowed(self, fact: f.Overflowed) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        assert seat.held[fact.resource] - fact.count == 6, "LIMIT-02"
        seat.held[fact.resource] = 6
        seat.denarii += fact.count

    def on_Converted(self, fact: f.Converted) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        if fact.what == "denarii":
            self.pay(seat, fact.count)
        else:
            seat.held[fact.what] -= fact.count
            assert seat.held[fact.what] >= 0, "RES-09"

    def on_Sold(self, fact: f.Sold) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        seat.held[fact.resource] -= fact.count
        assert seat.held[fact.resource] >= 0, "SELL-01"
        seat.denarii += fact.count

    def on_FeePaid(self, fact: f.FeePaid) -> None:  # noqa: N802
        assert fact.denarii == 1, "PASS-04"
        assert any(seat.order for seat in self.seats), "PASS-04"
        self.pay(self.seats[fact.seat], 1)

    def on_SkipIncomePaid(self, fact: f.SkipIncomePaid) -> None:  # noqa: N802
        assert self.seats[fact.seat].order, "PASS-03"
        self.seats[fact.seat].denarii += fact.denarii

    def on_RoundTileTaken(self, fact: f.RoundTileTaken) -> None:  # noqa: N802
        self.seats[fact.seat].denarii += fact.denarii

    def pay(self, seat: Seat, denarii: int) -> None:
        seat.denarii -= denarii
        assert seat.denarii >= 0, "MONEY-03"

    def on_PointsGained(self, fact: f.PointsGained) -> None:  # noqa: N802
        self.seats[fact.seat].points[fact.category] += fact.count

    def on_CultureTaken(self, fact: f.CultureTaken) -> None:  # noqa: N802
        seat, tile = self.seats[fact.seat], self.culture[fact.tile]
        if not fact.source:
            assert seat.points[tile.category] >= tile.icons, "CULT-04"
            assert tile.category not in seat.claimed, "CULT-05"
            seat.claimed.append(tile.category)
        taken = [self.culture[other] for each in self.seats for other in each.culture]
        assert all(other.vp <= tile.vp for other in taken if other.category == tile.category), "SETUP-11"
        seat.culture.append(fact.tile)

    def on_TileMoved(self, fact: f.TileMoved) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        at = next(cell for cell, tile in seat.city.items() if tile == fact.tile)
        del seat.city[at]
        assert at != (fact.x, fact.y), "BLDG-19b"
        assert seat.touches(fact.x, fact.y), "BLDG-19b"
        seat.city[fact.x, fact.y] = fact.tile

    def on_ResidenceRemoved(self, fact: f.ResidenceRemoved) -> None:  # noqa: N802
        seat, cell = self.seats[fact.seat], (fact.x, fact.y)
        assert cell not in seat.assisted, "BLDG-20a"
        assert seat.city.pop(cell) == "residence", "BLDG-20a"

    def on_Passed(self, fact: f.Passed) -> None:  # noqa: N802
        taken = [seat.order for seat in self.seats if seat.order]
        assert fact.order == (len(taken) + 1 if len(self.seats) > 1 else 0), "PASS-01"
        self.seats[fact.seat].order = len(taken) + 1

    def on_AssistantBought(self, fact: f.AssistantBought) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        if fact.what == "denarii":
            assert fact.price in (5, 10, 15), "GAINASSIST-04"
            self.pay(seat, fact.price)
        else:
            seat.glory -= fact.price
            assert seat.glory >= 0, "GAINASSIST-07"

    def on_GloryTaken(self, fact: f.GloryTaken) -> None:  # noqa: N802
        seat, tile = self.seats[fact.seat], self.glory[fact.tile]
        assert (tile.round, fact.tokens) == (self.round, seat.glory), "GLORY-02"
        if len(self.seats) == 1:
            assert tile.rank == (1 if seat.glory >= self.round else 2), "SOLO-13"
        else:
            ahead = [other for other in self.seats if (-other.glory, other.order) < (-seat.glory, seat.order)]
            assert tile.rank == len(ahead) + 1, "GLORY-02"
        seat.glory_tiles.append(fact.tile)

    def on_Scored(self, fact: f.Scored) -> None:  # noqa: N802
        seat = self.seats[fact.seat]
        wanted = {
            "culture": sum(self.culture[tile].vp for tile in seat.culture),
            "glory": sum(self.glory[tile].vp for tile in seat.glory_tiles),
            "temples": sum(self.temple_vp(seat, cell) for cell in seat.city if seat.city[cell] in self.temples),
            "wealth": (seat.denarii + sum(seat.held.values())) // 3,
            "order": {1: 3, 2: 2, 3: 1}[seat.order] if seat.order < len(self.seats) else 0,
        }
        assert fact.vp == wanted[fact.part], "SCORE-01"

    def temple_vp(self, seat: Seat, cell: tuple[int, int]) -> int:
        temple, (x, y) = parse(self.temples[seat.city[cell]].effect), cell
        assert isinstance(temple, Score)
        if temple.area == "held":
            return temple.vp * seat.held[temple.target]
        if temple.area == "around":
            cells = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        else:
            cells = [(column, row) for column, row in seat.city if (column == x or row == y) and (column, row) != cell]
        found = [self.category[seat.city[other]] for other in cells if other in seat.city]
        count = len(set(found)) if temple.target == "kinds" else found.count(temple.target)
        return temple.vp * count


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(("player", "number"), [(greedy_policy, 0), (greedy_policy, 1), (random_policy, 2)])
def test_a_referee_agrees_with_every_fact_of_whole_games(seats, player, number):
    referee, scored = None, 0
    for before, facts, after in a_game(seats, player, 10 * seats + number):
        if referee is None:
            referee = Referee(seats, before.starter)
            referee.round = 1
        for fact in facts:
            referee.hear(fact)
            scored += isinstance(fact, f.Scored)
        for seat, player in enumerate(after.players):
            ours = referee.seats[seat]
            assert (ours.glory, ours.residences) == (player.glory, player.residences)
            assert ours.culture == player.culture_tiles
    assert scored == 5 * seats
    assert referee is not None
    assert the_box().constants.rounds == referee.round
