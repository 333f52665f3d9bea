"""What things are worth to one seat now, in tenths of a VP: the yardstick of the players that are programs.

The figures are those the content was made with, less as the game goes on where a thing takes time to pay.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import (
    ANY,
    INFLUENCE,
    LOWEST,
    POPULATION,
    Advance,
    Amount,
    Atom,
    Build,
    BuildFree,
    Coin,
    Cost,
    Draw,
    DrawActive,
    DrawAge2,
    Effect,
    Fold,
    Gains,
    Good,
    Income,
    Move,
    Palace,
    PalaceFree,
    Place,
    Play,
    PlayFree,
    RandomGood,
    Route,
    Temp,
    TempOf,
    Vp,
    VpAtEnd,
    VpAtRounds,
    Warrior,
    Weapon,
    Wild,
    fold,
)
from engine.minos_dawn.seen.seen_holdings import SeenHoldings
from engine.minos_dawn.seen.view import DawnView, RegionView, SeatView
from engine.minos_dawn.state.measures import counted, is_met, regions_present, strictly_most

VP = 10
ROUNDS = 4
BY_ROUND: dict[type[Amount], tuple[int, int, int, int]] = {
    Coin: (6, 5, 5, 4), Weapon: (10, 10, 9, 7), Vp: (10, 10, 10, 10), VpAtRounds: (20, 20, 10, 10),
    VpAtEnd: (10, 10, 10, 10), Temp: (11, 11, 10, 7), TempOf: (9, 9, 8, 5), RandomGood: (42, 38, 28, 14),
    Good: (48, 44, 32, 16), Draw: (11, 11, 10, 4), DrawActive: (9, 9, 8, 3),
    DrawAge2: (15, 15, 8, 3), Play: (22, 22, 22, 22), PlayFree: (55, 55, 60, 60), Build: (24, 24, 22, 18),
    BuildFree: (55, 55, 55, 50), Wild: (25, 25, 25, 20), Warrior: (12, 11, 9, 6), Place: (14, 14, 14, 12),
    Move: (10, 10, 10, 9), Palace: (25, 25, 30, 35), PalaceFree: (40, 40, 45, 50), Income: (20, 15, 10, 5),
}  # fmt: skip
"""What one of each is worth in rounds 1 to 4."""

RICH = (14, 22, 30)
"""Numbers of coins from which on one more is worth a little less."""

REACH = {
    "income_space": 4, "goods_of_one_type": 2, "track.cultural": 3, "presence_regions": 3, "dominance_regions": 2,
    "track.population": 3, "route_spaces": 4, "towers": 2, "ships": 2, "palace_cards": 4, "palace_one_trigger": 2,
    "track.influence": 3,
}  # fmt: skip
"""From how many steps away on a vase draws a seat on."""


class Taste(NamedTuple):
    """How highly a player thinks of things, in hundredths of what they are worth: AP by row, tracks, and so on."""

    rows: tuple[int, int, int, int, int] = (100, 100, 100, 100, 100)
    tracks: tuple[int, int, int] = (100, 100, 100)
    palace: int = 100
    pieces: int = 100
    regions: int = 100
    battles: int = 100


class Outlook:
    """One seat's view of the game, with what things are worth in it."""

    def __init__(self, view: DawnView, seat: Seat, taste: Taste = Taste()) -> None:
        self.taste = taste
        self.view = view
        self.me: SeatView = view.seats[seat]
        self.box = the_box()
        self.seats = len(view.seats)
        self._sources: dict[str, int] = {}
        self._spaces: dict[tuple[int, int], int] = {}

    @cached_property
    def holdings(self) -> SeenHoldings:
        """What the seat has, for the rules of prices and counts."""
        return SeenHoldings.of(self.view, self.me.seat)

    @cached_property
    def regions(self) -> dict[int, RegionView]:
        """Regions in play by number."""
        return {region.number: region for region in self.view.regions}

    @cached_property
    def dominated(self) -> int:
        """How many regions the seat dominates. MAP-4"""
        seat = self.me.seat
        return sum(strictly_most(region.warriors) == seat for region in self.view.regions)

    @cached_property
    def round(self) -> int:
        """1 to 4; the setup is as round 1."""
        return max(1, self.view.round)

    @property
    def incomes(self) -> int:
        """Income steps still to come."""
        return ROUNDS + 1 - self.round - (self.view.phase == "income")

    @property
    def scorings(self) -> int:
        """Scorings still to come. SCORE-1, SCORE-2"""
        return 2 if self.round <= 2 else 1

    def price(self, kind: type[Amount]) -> int:
        """What one of that operator is worth in this round."""
        if kind is Route:
            return max((self.route_income(number, space) for number, space in enumerate(self.me.ships)), default=0)
        return BY_ROUND[kind][self.round - 1]

    @property
    def coin(self) -> int:
        """What a coin is worth: less to the rich."""
        return max(1, self.price(Coin) - sum(self.me.coins >= many for many in RICH))

    def source(self, source: str) -> int:
        """The worth of all that a source gives."""
        worth = self._sources.get(source)
        if worth is None:
            worth = self._sources[source] = sum([self.effect(effect) for effect in self.box.effects[source]])
        return worth

    def effect(self, effect: Effect) -> int:
        """Returns what one effect is worth if it begins now."""
        return fold(effect, self._worth)

    @cached_property
    def _worth(self) -> Fold[int]:
        return Fold(
            gains=self.gains,
            conversion=lambda each: max(0, self.gains(each.gains) - self.cost(each.cost)) * (2 if each.repeats else 1),
            given=lambda condition, then: then if is_met(self.holdings, condition) else 0,
            instead=lambda first, condition, second: second if is_met(self.holdings, condition) else first,
            either=max,
        )

    def gains(self, gains: Gains) -> int:
        """All parts, counters as they stand."""
        return sum(self.atom(part.atom) * (counted(self.holdings, part.per) if part.per else 1) for part in gains)

    def atom(self, atom: Atom) -> int:
        """Returns what one operator is worth."""
        match atom:
            case Advance(n, track) if track == ANY:
                return n * max(self.advance(each, 1) for each in range(3))
            case Advance(n, track) if track == LOWEST:
                return n * self.advance(self.me.tracks.index(min(self.me.tracks)), 1)
            case Advance(n, track):
                return self.advance(track, n)
            case Income(n):
                return self.income(n)
            case Warrior(n):
                return min(n, self.me.supply) * self.price(Warrior)
            case Place(n):
                return min(n, self.me.reserves) * self.price(Place)
        return atom.n * self.price(type(atom))

    def cost(self, cost: Cost) -> int:
        """Returns what the left side of a conversion is worth."""
        held = cost.coins * self.coin + cost.weaponry * self.price(Weapon)
        return held + cost.vp * VP + cost.discard * self.price(DrawActive)

    def vase(self, measure: str, have: int, more: int) -> int:
        """A share of the prize of an open vase that `more` steps lead to, all of it where they meet it. VASE-2"""
        for vase in self.view.vases:
            known = self.box.vases[vase.vase]
            if known.measure != measure or self.me.seat in vase.claimed or None not in vase.places:
                continue
            prize: int = VP * self.box.board.vase_slots.vp[vase.places.index(None)]
            need = known.at_least - have
            if 0 < need <= max(more, REACH[measure]):
                return prize * min(more, need) ** 2 // need**2 if need > more else prize
        return 0

    def income(self, steps: int) -> int:
        """Steps of the Income marker. GOOD-11"""
        taken = min(steps, self.box.last_income - self.me.income)
        return taken * self.incomes * 5 + self.vase("income_space", self.me.income, taken)

    def advance(self, track: int, steps: int) -> int:
        """The worth of `steps` spaces on a track: their gains and what stands there, and a look at the next.

        TRACK-2, TRACK-3
        """
        return sum(self.space(track, self.me.tracks[track] + step) for step in range(1, steps + 1))

    def advances(self, tracks: Iterable[int]) -> int:
        """A declaration: each advance from where the one before it led. PROG-5"""
        reached, total = list(self.me.tracks), 0
        for track in tracks:
            reached[track] += 1
            total += self.space(track, reached[track])
        return total

    def space(self, track: int, space: int) -> int:
        """Reaching a space, the next one counted a third."""
        top = self.box.top
        if space > top:
            return 3 * VP
        here = self._space(track, space) + (self._space(track, space + 1) // 3 if space < top else 0)
        return here * self.taste.tracks[track] // 100

    def _space(self, track: int, space: int) -> int:
        worth = self._spaces.get((track, space))
        if worth is None:
            worth = self._spaces[track, space] = self._reached(track, space)
        return worth

    def _reached(self, track: int, space: int) -> int:
        box = self.box
        gains = box.effects[f"track:{box.tracks[track].id}:{space}"] if box.tracks[track].spaces[space].gain else ()
        worth = sum(self.effect(effect) for effect in gains) + self._stands(track, space)
        return worth + self.vase(f"track.{box.tracks[track].id}", space - 1, 1)

    def _stands(self, track: int, space: int) -> int:
        """What a space changes for good. TRACK-I2, TRACK-C2, TRACK-P2 and the like"""
        box, incomes = self.box, self.incomes
        if track == INFLUENCE:
            more = box.palace_limits[space] - box.palace_limits[space - 1]
            return more * incomes * 14 if len(self.me.area) + self.me.hand_size > 2 else more * incomes * 7
        if track == POPULATION:
            held = max(4, regions_present(self.holdings))
            weaponry = box.weaponry_income[space] - box.weaponry_income[space - 1]
            presence = box.presence[space] - box.presence[space - 1]
            return weaponry * incomes * 9 + presence * held * self.scorings * 9
        return self.level() if box.ability_levels[space] > box.ability_levels[space - 1] else 0

    def level(self) -> int:
        """A further level of the own ability. ABIL-1"""
        left = self.incomes
        per_round = {"SA1": 9, "SA2": 28, "SA3": 18, "SA4": 14, "SA5": 14}
        return left * per_round.get(self.me.ability, 0)

    def route_income(self, number: int, space: int) -> int:
        """One income of a ship on a space of a route. INCOME-4"""
        return self.source(f"route:{self.view.routes[number].route}:{space}") if space else 0
