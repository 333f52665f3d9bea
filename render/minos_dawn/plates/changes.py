"""The changes since the last picture, from the public facts: glows and arrows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import engine.minos_dawn.state.facts as facts
import engine.minos_dawn.state.rival_facts as rival
from engine.kernel.decision import Fact, Seat
from engine.minos_dawn.content.box import RIVAL
from render import theme
from render.minos_dawn.plates.chart import Chart
from render.plate import arrow
from render.scene import Items
from render.seat_colours import COLOURS

MOST_ARROWS = 6
"""Only the last moves have arrows."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything changed: regions, dice, markers and ships by seat, cards, vases, and seats with other VP.

    `ways` are moves of warriors: seat, origin, destination. The seat of the rival's die is RIVAL.
    """

    regions: set[int] = field(default_factory=set)
    dice: set[tuple[Seat, str]] = field(default_factory=set)
    tracks: set[tuple[Seat, int]] = field(default_factory=set)
    routes: set[tuple[Seat, str]] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    vases: set[str] = field(default_factory=set)
    points: set[Seat] = field(default_factory=set)
    ways: list[tuple[Seat, int, int]] = field(default_factory=list)


def changes(moves: Sequence[Fact]) -> Changes:
    found = Changes()
    for fact in moves:
        match fact:
            case facts.Gained(seat, "vp") | facts.Paid(seat, "vp"):
                found.points.add(seat)
            case facts.CardPlaced() | facts.IncomePaid() | facts.Scored() | facts.VaseWon() if fact.vp:
                found.points.add(fact.seat)
            case _:
                pass
        match fact:
            case facts.WarriorMoved(seat, origin, region):
                found.ways.append((seat, origin, region))
                found.regions.add(region)
            case facts.WarriorPlaced() | facts.SeaPeoplesDefeated():
                found.regions.add(fact.region)
            case facts.CityBuilt() | facts.TowerBuilt() | facts.FarmBuilt():
                found.regions.add(fact.region)
            case rival.RivalPlaced() | rival.RivalCityBuilt() | rival.RivalFarmBuilt() | rival.RivalFought():
                found.regions.add(fact.region)
            case facts.DieDrafted(seat, die):
                found.dice.add((seat, die))
            case rival.RivalDiePlaced(die):
                found.dice.add((RIVAL, die))
            case facts.Advanced(seat, track):
                found.tracks.add((seat, track))
            case facts.ShipBuilt() | facts.ShipAdvanced():
                found.routes.add((fact.seat, fact.route))
            case rival.RivalSailed(route):
                found.routes.add((RIVAL, route))
            case facts.OfferRefilled(cards):
                found.cards.update(cards)
            case facts.DecreePlayed() | facts.CardPlaced():
                found.cards.add(fact.card)
            case facts.VaseWon() | rival.VaseMarked():
                found.vases.add(fact.vase)
    return found


def arrows(found: Changes, chart: Chart) -> Items:
    for seat, origin, region in found.ways[-MOST_ARROWS:]:
        (x0, y0), (x1, y1) = chart.anchor(origin), chart.anchor(region)
        start = x0 + (x1 - x0) * 0.26, y0 + (y1 - y0) * 0.26
        end = x0 + (x1 - x0) * 0.74, y0 + (y1 - y0) * 0.74
        yield from arrow(start, end, theme.SEATS[COLOURS[seat]], 12, 0.06)
