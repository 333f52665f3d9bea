"""The worth of things to one seat now, in tenths of a VP, by the figures of weights.toml."""

from collections.abc import Iterable
from functools import cached_property

from engine.kernel.decision import Seat
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.policies.weights import ROUNDS, VP, Taste, the_weights
from engine.minos_dawn.seen.prices import holdings_of
from engine.minos_dawn.seen.view import DawnView, RegionView, SeatView
from engine.minos_dawn.state.measures import SeenHoldings, count_of, is_met, regions_present, strictly_most


class Time:
    """The time left. `round` is 1 to 4; `incomes` and `scorings` are those to come. SCORE-1, SCORE-2"""

    def __init__(self, view: DawnView) -> None:
        self.round = max(1, view.round)
        self.incomes = ROUNDS + 1 - self.round - (view.phase == "income")
        self.scorings = 2 if self.round <= 2 else 1


class Outlook:
    """One seat's view of the game, with what things are worth in it."""

    def __init__(self, view: DawnView, seat: Seat, taste: Taste = Taste()) -> None:
        self.taste = taste
        self.view = view
        self.time = Time(view)
        self.weights = the_weights()
        self.me: SeatView = view.seats[seat]
        self.box = the_box()
        self._prices = self.weights.prices[self.time.round - 1]
        self._sources: dict[str, int] = {}
        self._spaces: dict[tuple[int, int], int] = {}

    @cached_property
    def holdings(self) -> SeenHoldings:
        return holdings_of(self.view, self.me.seat)

    @cached_property
    def regions(self) -> dict[int, RegionView]:
        return {region.number: region for region in self.view.regions}

    @cached_property
    def dominated(self) -> int:
        """The number of regions that the seat dominates. MAP-4"""
        seat = self.me.seat
        return sum(strictly_most(region.warriors) == seat for region in self.view.regions)

    def price(self, kind: type[e.Amount]) -> int:
        if kind is e.Route:
            return max((self.route_income(number, space) for number, space in enumerate(self.me.ships)), default=0)
        return self._prices[kind]

    @property
    def coin(self) -> int:
        """The worth of a coin, which is less to the rich."""
        return max(1, self.price(e.Coin) - sum(self.me.coins >= many for many in self.weights.coins.rich))

    def source(self, source: str) -> int:
        worth = self._sources.get(source)
        if worth is None:
            worth = self._sources[source] = sum([e.fold(effect, self._worth) for effect in self.box.effects[source]])
        return worth

    @cached_property
    def _worth(self) -> e.Fold[int]:
        return e.Fold(
            gains=self._gains,
            conversion=lambda each: (
                max(0, self._gains(each.gains) - self._cost(each.cost)) * (2 if each.repeats else 1)
            ),
            given=lambda condition, then: then if is_met(self.holdings, condition) else 0,
            instead=lambda first, condition, second: second if is_met(self.holdings, condition) else first,
            either=max,
        )

    def _gains(self, gains: e.Gains) -> int:
        return sum(self._atom(part.atom) * (count_of(self.holdings, part.per) if part.per else 1) for part in gains)

    def _atom(self, atom: e.Atom) -> int:
        match atom:
            case e.Advance(n, track) if track == e.ANY:
                return n * max(self.advances([each]) for each in range(3))
            case e.Advance(n, track) if track == e.LOWEST:
                return n * self.advances([self.me.tracks.index(min(self.me.tracks))])
            case e.Advance(n, track):
                return self.advances([track] * n)
            case e.Income(n):
                return self._income(n)
            case e.Warrior(n):
                return min(n, self.me.supply) * self.price(e.Warrior)
            case e.Place(n):
                return min(n, self.me.reserves) * self.price(e.Place)
        return atom.n * self.price(type(atom))

    def _cost(self, cost: e.Cost) -> int:
        held = cost.coins * self.coin + cost.weaponry * self.price(e.Weapon)
        return held + cost.vp * VP + cost.discard * self.price(e.DrawActive)

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

    def _income(self, steps: int) -> int:  # GOOD-11
        taken = min(steps, self.box.content.player_board.income.last - self.me.income)
        promised = taken * self.time.incomes * self.weights.tracks.income_space
        return promised + self.vase("income_space", self.me.income, taken)

    def advances(self, tracks: Iterable[int]) -> int:
        """Return the worth of advances, each from where the one before it led. PROG-5, TRACK-2, TRACK-3"""
        reached, total = list(self.me.tracks), 0
        for track in tracks:
            reached[track] += 1
            total += self._space(track, reached[track])
        return total

    def _space(self, track: int, space: int) -> int:
        """Return the worth of reaching a space, with a part of what the next one is worth."""
        top, weights = self.box.tracks.top, self.weights.tracks
        if space > top:
            return weights.beyond_top
        here = self._worth_of_reaching(track, space)
        if space < top:
            here += self._worth_of_reaching(track, space + 1) // weights.next_space_part
        return here * self.taste.tracks[track] // 100

    def _worth_of_reaching(self, track: int, space: int) -> int:
        worth = self._spaces.get((track, space))
        if worth is None:
            source = self.box.tracks.source(track, space)
            worth = (self.source(source) if source else 0) + self._stands(track, space)
            worth += self.vase(f"track.{e.TRACKS[track]}", space - 1, 1)
            self._spaces[track, space] = worth
        return worth

    def _stands(self, track: int, space: int) -> int:
        """Return the worth of the values in force from a space on. TRACK-I2, TRACK-C2, TRACK-P2 and the like"""
        tracks, incomes, weights = self.box.tracks, self.time.incomes, self.weights.tracks
        if track == e.INFLUENCE:
            more = tracks.palace_limits[space] - tracks.palace_limits[space - 1]
            is_idle = len(self.me.area) + self.me.hand_size <= weights.idle_cards
            return more * incomes * (weights.idle_room if is_idle else weights.room)
        if track == e.POPULATION:
            held = max(weights.regions, regions_present(self.holdings))
            weaponry = tracks.weaponry_income[space] - tracks.weaponry_income[space - 1]
            presence = tracks.presence[space] - tracks.presence[space - 1]
            return weaponry * incomes * weights.weaponry + presence * held * self.time.scorings * weights.presence
        rises = tracks.ability_levels[space] > tracks.ability_levels[space - 1]
        return incomes * self.weights.level.get(self.me.ability, 0) if rises else 0

    def route_income(self, number: int, space: int) -> int:
        """Return the worth of one income of a ship on a space of a route. INCOME-4"""
        return self.source(f"route:{self.view.routes[number].route}:{space}") if space else 0
