"""The worth of things to one seat now, in tenths of a VP.

The figures are in weights.toml: those the content was made with, less as the game goes on for things that take time.
"""

from collections.abc import Iterable
from functools import cached_property

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
    Coin,
    Cost,
    DrawActive,
    Effect,
    Fold,
    Gains,
    Income,
    Place,
    Route,
    Warrior,
    Weapon,
    fold,
)
from engine.minos_dawn.policies.weights import ROUNDS, VP, Taste, the_weights
from engine.minos_dawn.seen.seen_holdings import SeenHoldings
from engine.minos_dawn.seen.view import DawnView, RegionView, SeatView
from engine.minos_dawn.state.measures import count_of, is_met, regions_present, strictly_most


class Outlook:
    """One seat's view of the game, with what things are worth in it."""

    def __init__(self, view: DawnView, seat: Seat, taste: Taste = Taste()) -> None:
        self.taste = taste
        self.view = view
        self.round = max(1, view.round)
        """1 to 4; the setup is as round 1."""
        self.weights = the_weights()
        self.prices = self.weights.prices[self.round - 1]
        self.me: SeatView = view.seats[seat]
        self.box = the_box()
        self.seats = len(view.seats)
        self._sources: dict[str, int] = {}
        self._spaces: dict[tuple[int, int], int] = {}

    @cached_property
    def holdings(self) -> SeenHoldings:
        return SeenHoldings.of(self.view, self.me.seat)

    @cached_property
    def regions(self) -> dict[int, RegionView]:
        return {region.number: region for region in self.view.regions}

    @cached_property
    def dominated(self) -> int:
        """The number of regions that the seat dominates. MAP-4"""
        seat = self.me.seat
        return sum(strictly_most(region.warriors) == seat for region in self.view.regions)

    @property
    def incomes(self) -> int:
        """Income steps still to come."""
        return ROUNDS + 1 - self.round - (self.view.phase == "income")

    @property
    def scorings(self) -> int:
        """Scorings still to come. SCORE-1, SCORE-2"""
        return 2 if self.round <= 2 else 1

    def price(self, kind: type[Amount]) -> int:
        if kind is Route:
            return max((self.route_income(number, space) for number, space in enumerate(self.me.ships)), default=0)
        return self.prices[kind]

    @property
    def coin(self) -> int:
        """The worth of a coin, which is less to the rich."""
        return max(1, self.price(Coin) - sum(self.me.coins >= many for many in self.weights.coins.rich))

    def source(self, source: str) -> int:
        worth = self._sources.get(source)
        if worth is None:
            worth = self._sources[source] = sum([self.effect(effect) for effect in self.box.effects[source]])
        return worth

    def effect(self, effect: Effect) -> int:
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
        return sum(self.atom(part.atom) * (count_of(self.holdings, part.per) if part.per else 1) for part in gains)

    def atom(self, atom: Atom) -> int:
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
        held = cost.coins * self.coin + cost.weaponry * self.price(Weapon)
        return held + cost.vp * VP + cost.discard * self.price(DrawActive)

    def vase(self, measure: str, have: int, more: int) -> int:
        """Return a share of the prize of an open vase that `more` steps lead to, all of it if they win it. VASE-2"""
        for vase in self.view.vases:
            known = self.box.vases[vase.vase]
            if known.measure != measure or self.me.seat in vase.claimed or None not in vase.places:
                continue
            prize: int = VP * self.box.board.vase_slots.vp[vase.places.index(None)]
            need = known.at_least - have
            if 0 < need <= max(more, self.weights.reach[measure]):
                return prize * min(more, need) ** 2 // need**2 if need > more else prize
        return 0

    def income(self, steps: int) -> int:
        """Return the worth of steps of the Income marker. GOOD-11"""
        taken = min(steps, self.box.content.player_board.income.last - self.me.income)
        promised = taken * self.incomes * self.weights.tracks.income_space
        return promised + self.vase("income_space", self.me.income, taken)

    def advance(self, track: int, steps: int) -> int:
        """Return the worth of `steps` spaces on a track: gains, values in force, and a look at the next. TRACK-2,
        TRACK-3
        """
        return sum(self.space(track, self.me.tracks[track] + step) for step in range(1, steps + 1))

    def advances(self, tracks: Iterable[int]) -> int:
        """Return the worth of a declaration, each advance from where the one before it led. PROG-5"""
        reached, total = list(self.me.tracks), 0
        for track in tracks:
            reached[track] += 1
            total += self.space(track, reached[track])
        return total

    def space(self, track: int, space: int) -> int:
        """Return the worth of reaching a space, with a part of what the next one is worth."""
        top, weights = self.box.tracks.top, self.weights.tracks
        if space > top:
            return weights.beyond_top
        here = self._space(track, space)
        if space < top:
            here += self._space(track, space + 1) // weights.next_space_part
        return here * self.taste.tracks[track] // 100

    def _space(self, track: int, space: int) -> int:
        worth = self._spaces.get((track, space))
        if worth is None:
            worth = self._spaces[track, space] = self._worth_of_reaching(track, space)
        return worth

    def _worth_of_reaching(self, track: int, space: int) -> int:
        box = self.box
        gains = (
            box.effects[f"track:{box.content.tracks.track[track].id}:{space}"]
            if box.content.tracks.track[track].spaces[space].gain
            else ()
        )
        worth = sum(self.effect(effect) for effect in gains) + self._stands(track, space)
        return worth + self.vase(f"track.{box.content.tracks.track[track].id}", space - 1, 1)

    def _stands(self, track: int, space: int) -> int:
        """Return the worth of the values in force from a space on. TRACK-I2, TRACK-C2, TRACK-P2 and the like"""
        box, incomes, weights = self.box, self.incomes, self.weights.tracks
        if track == INFLUENCE:
            more = box.tracks.palace_limits[space] - box.tracks.palace_limits[space - 1]
            is_idle = len(self.me.area) + self.me.hand_size <= weights.idle_cards
            return more * incomes * (weights.idle_room if is_idle else weights.room)
        if track == POPULATION:
            held = max(weights.regions, regions_present(self.holdings))
            weaponry = box.tracks.weaponry_income[space] - box.tracks.weaponry_income[space - 1]
            presence = box.tracks.presence[space] - box.tracks.presence[space - 1]
            return weaponry * incomes * weights.weaponry + presence * held * self.scorings * weights.presence
        return self.level() if box.tracks.ability_levels[space] > box.tracks.ability_levels[space - 1] else 0

    def level(self) -> int:
        return self.incomes * self.weights.level.get(self.me.ability, 0)

    def route_income(self, number: int, space: int) -> int:
        """Return the worth of one income of a ship on a space of a route. INCOME-4"""
        return self.source(f"route:{self.view.routes[number].route}:{space}") if space else 0
