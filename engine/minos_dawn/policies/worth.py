"""Computes the worth of gains, pieces and cards for one seat, in tenths of a VP, from weights.toml."""

from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from typing import TypeAlias, TypeVar

from engine.kernel.decision import Seat
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.policies.weights import ROUNDS, VP, Taste, the_weights
from engine.minos_dawn.seen.prices import holdings_of
from engine.minos_dawn.seen.view import DawnView, Glance, RegionView, SeatView
from engine.minos_dawn.state import measures
from engine.minos_dawn.state.bills import decree_bill


class Time:
    """The remaining time. `round` is 1 to 4. `incomes` and `scorings` count the remaining ones. SCORE-1, SCORE-2"""

    def __init__(self, view: DawnView | Glance) -> None:
        self.round = max(1, view.round)
        self.incomes = ROUNDS + 1 - self.round - (view.phase == "income")
        self.scorings = 0 if view.phase == "battles" else 2 if self.round <= 2 else 1


class Outlook:
    """One seat's view of the game, with functions for the worth of gains."""

    def __init__(self, view: DawnView | Glance, seat: Seat, taste: Taste = Taste()) -> None:
        self.taste = taste
        self.view = view
        self.time = Time(view)
        self.weights = the_weights()
        self.me: SeatView = view.seats[seat]
        self.box = the_box()
        self._prices = self.weights.prices[self.time.round - 1]
        self._fixed = self.weights.fixed_worths(self.box)[self.time.round - 1]
        self._sources: dict[str, int] = {}
        self._spaces: dict[tuple[int, int], int] = {}
        self.region_worths: dict[tuple[int, int], int] = {}
        """A cache of `region_worth`."""
        self.known: dict[tuple[Callable[..., int], str | int], int] = {}
        """Cached results of the functions decorated with `once`."""

    @cached_property
    def holdings(self) -> measures.SeenHoldings:
        return holdings_of(self.view, self.me.seat)

    @cached_property
    def regions(self) -> dict[int, RegionView]:
        return {region.number: region for region in self.view.regions}

    @cached_property
    def dominated(self) -> int:  # MAP-4
        seat = self.me.seat
        return sum(measures.strictly_most(region.warriors) == seat for region in self.view.regions)

    def price(self, kind: type[e.Amount]) -> int:
        if kind is e.Route:
            return max((self.route_income(number, space) for number, space in enumerate(self.me.ships)), default=0)
        return self._prices[kind]

    @cached_property
    def coin(self) -> int:
        """The worth of a coin. It is lower if the seat has many."""
        return max(1, self.price(e.Coin) - sum(self.me.coins >= many for many in self.weights.coins.rich))

    def source(self, source: str) -> int:
        worth = self._fixed.get(source)
        if worth is None:
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
            given=lambda condition, then: then if measures.is_met(self.holdings, condition) else 0,
            instead=lambda first, condition, second: second if measures.is_met(self.holdings, condition) else first,
            either=max,
        )

    def _gains(self, gains: e.Gains) -> int:
        return sum(
            self._atom(part.atom) * (measures.count_of(self.holdings, part.per) if part.per else 1) for part in gains
        )

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
        """Return the worth of `more` steps towards a vase: its prize if the steps win it, otherwise a share. VASE-2"""
        for prize, at_least in self._vases.get(measure, ()):
            need = at_least - have
            if 0 < need <= max(more, self.weights.reach[measure]):
                return prize * min(more, need) ** 2 // need**2 if need > more else prize
        return 0

    @cached_property
    def _vases(self) -> dict[str, list[tuple[int, int]]]:
        """Return the prizes of the vases that the seat can still win, with their conditions, by measure."""
        found: dict[str, list[tuple[int, int]]] = {}
        for vase in self.view.vases:
            if self.me.seat not in vase.claimed and None in vase.places:
                known = self.box.vases[vase.vase]
                prize = VP * self.box.board.vase_slots.vp[vase.places.index(None)]
                found.setdefault(known.measure, []).append((prize, known.at_least))
        return found

    def _income(self, steps: int) -> int:  # GOOD-11
        taken = min(steps, self.box.content.player_board.income.last - self.me.income)
        promised = taken * self.time.incomes * self.weights.tracks.income_space
        return promised + self.vase("income_space", self.me.income, taken)

    def advances(self, tracks: Iterable[int]) -> int:
        """Return the total worth of several advances, made one after the other. PROG-5, TRACK-2, TRACK-3"""
        reached, total = list(self.me.tracks), 0
        for track in tracks:
            reached[track] += 1
            total += self._space(track, reached[track])
        return total

    def _space(self, track: int, space: int) -> int:
        """Return the worth of reaching a space. Add a share of the next space's worth."""
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
            worth = (self.source(source) if source else 0) + self._lasting_worth(track, space)
            worth += self.vase(f"track.{e.TRACKS[track]}", space - 1, 1)
            self._spaces[track, space] = worth
        return worth

    def _lasting_worth(self, track: int, space: int) -> int:
        """Return the worth of the values that come into force at a space. TRACK-I2, TRACK-C2, TRACK-P2 and the like"""
        tracks, incomes, weights = self.box.tracks, self.time.incomes, self.weights.tracks
        if track == e.INFLUENCE:
            more = tracks.palace_limits[space] - tracks.palace_limits[space - 1]
            is_idle = len(self.me.area) + self.me.hand_size <= weights.idle_cards
            return more * incomes * (weights.idle_room if is_idle else weights.room)
        if track == e.POPULATION:
            held = max(weights.regions, measures.regions_present(self.holdings))
            weaponry = tracks.weaponry_income[space] - tracks.weaponry_income[space - 1]
            presence = tracks.presence[space] - tracks.presence[space - 1]
            return weaponry * incomes * weights.weaponry + presence * held * self.time.scorings * weights.presence
        rises = tracks.ability_levels[space] > tracks.ability_levels[space - 1]
        return incomes * self.weights.level.get(self.me.ability, 0) if rises else 0

    def route_income(self, number: int, space: int) -> int:
        """Return the worth of one income from a ship on that space of a route. INCOME-4"""
        return self.source(f"route:{self.view.routes[number].route}:{space}") if space else 0


K = TypeVar("K", str, int)
Judge: TypeAlias = Callable[[Outlook, K], int]


def once(judge: Judge[K]) -> Judge[K]:
    """Return the function with its results cached in each outlook."""

    @wraps(judge)
    def judge_once(at: Outlook, name: K) -> int:
        worth = at.known.get((judge, name))
        if worth is None:
            worth = at.known[judge, name] = judge(at, name)
        return worth

    return judge_once


def region_worth(at: Outlook, number: int, more: int) -> int:
    """Return a region's worth to the seat if `more` warriors are added there. SCORE-2, MAP-4"""
    worth = at.region_worths.get((number, more))
    if worth is None:
        worth = at.region_worths[number, more] = _region_worth(at, number, more)
    return worth


def _region_worth(at: Outlook, number: int, more: int) -> int:
    region = at.regions[number]
    own = region.warriors[at.me.seat] + more
    if own <= 0:
        return 0
    rivals = max((count for seat, count in enumerate(region.warriors) if seat != at.me.seat), default=0)
    population = at.me.tracks[e.POPULATION]
    towers = len(at.me.towers)
    extra = at.box.content.player_board.tower[towers - 1].region_vp if towers else 0
    presence, dominance = at.box.tracks.presence[population], at.box.tracks.dominance[population] + extra
    weights = at.weights.regions
    if own <= rivals:
        worth = presence * weights.vp[at.time.round - 1]
    else:
        worth = dominance * weights.vp[at.time.round - 1] + weights.ahead * min(weights.most_ahead, own - rivals - 1)
    if region.city is None:
        worth += weights.without_city
    elif region.farm is None:
        worth += weights.without_farm
    if region.sea_peoples:
        worth += weights.sea_peoples
    return worth * at.taste.regions // 100


@once
def arrival(at: Outlook, number: int) -> int:
    gain = region_worth(at, number, 1) - region_worth(at, number, 0)
    region = at.regions[number]
    own = region.warriors[at.me.seat]
    if own == 0:
        gain += at.vase("presence_regions", measures.regions_present(at.holdings), 1)
    rivals = max((count for seat, count in enumerate(region.warriors) if seat != at.me.seat), default=0)
    if own == rivals:
        gain += at.vase("dominance_regions", at.dominated, 1)
    return gain


def departure(at: Outlook, number: int) -> int:
    return region_worth(at, number, 0) - region_worth(at, number, -1)


@once
def best_move(at: Outlook, number: int) -> int:
    ways = at.box.layouts[len(at.view.seats)].neighbours[number]
    return max(arrival(at, way) for way in ways) - departure(at, number) - at.weights.regions.move


def sa3_bonus(at: Outlook) -> int:  # ABIL-SA3
    return at.source(f"ability:SA3:{at.me.level}") if at.me.ability == "SA3" else 0


def piece(at: Outlook, verb: str, name: str) -> int:
    """Return the worth of a piece or a ship's step, without its price. `name` is a city's region or a ship's route."""
    match verb:
        case "city":
            gain = _city(at, int(name))
        case "tower":
            gain = _tower(at)
        case "farm":
            gain = _farm(at)
        case _:
            gain = _ship(at, verb, name)
    return gain * at.taste.pieces // 100


def _city(at: Outlook, number: int) -> int:
    foundation = at.regions[number].foundation
    gain = at.source(f"foundation:{foundation}") if foundation else 0
    end_vp = at.box.content.player_board.city[len(at.me.cities)].end_vp
    return gain + VP * end_vp + at.weights.pieces.city + sa3_bonus(at)


def _tower(at: Outlook) -> int:
    towers, number = at.box.content.player_board.tower, len(at.me.towers)
    before = towers[number - 1].region_vp if number else 0
    scoring = max(at.weights.pieces.least_regions, at.dominated)
    regions = VP * at.time.scorings * scoring * (towers[number].region_vp - before)
    crossing = at.weights.pieces.crossing * (3 in at.me.ships)
    return at.source(f"tower:{number + 1}") + regions + crossing + sa3_bonus(at) + at.vase("towers", number, 1)


def _farm(at: Outlook) -> int:
    farms, number = at.box.content.player_board.farm, len(at.me.farms)
    before = farms[number - 1].scoring_vp if number else 0
    return at.source(f"farm:{number + 1}") + sa3_bonus(at) + VP * at.time.scorings * (farms[number].scoring_vp - before)


def _ship(at: Outlook, verb: str, name: str) -> int:
    me = at.me
    number = [route.route for route in at.view.routes].index(name)
    space = me.ships[number] + 1
    gain = at.time.incomes * (at.route_income(number, space) - at.route_income(number, space - 1))
    gain += at.vase("route_spaces", sum(me.ships), 1)
    if verb == "ship":
        ships = measures.ships_on_routes(at.holdings)
        gain += VP * at.box.content.player_board.ship[ships].end_vp + at.weights.pieces.ship * at.time.incomes
        return gain + sa3_bonus(at) + at.vase("ships", ships, 1)
    return gain + _worth_of_reaching(at, number, space)


def _worth_of_reaching(at: Outlook, number: int, space: int) -> int:
    """Return the worth of the tile or VP on a ship's next space. BUILD-20, BUILD-21"""
    route = at.view.routes[number]
    if space in (2, 4):
        return max((at.source(f"bonus:{tile}") for tile in (route.blue if space == 2 else route.red)), default=0)
    if space == 5:
        return VP * at.box.routes[route.route].top_vp
    return at.weights.pieces.next_space if at.time.round < ROUNDS else 0


def trait(at: Outlook, card: str, rounds: int) -> int:
    firings = at.weights.decrees.firings[at.box.cards.trigger_of[card]]
    return at.taste.palace * at.source(f"trait:{card}") * firings * rounds // 1000


@once
def palace(at: Outlook, card: str) -> int:  # SCORE-5
    triggers = [at.box.cards.trigger_of[other] for other in at.me.palace]
    alike = triggers.count(at.box.cards.trigger_of[card])
    most = max((triggers.count(trigger) for trigger in triggers), default=0)
    vases = at.vase("palace_cards", len(triggers), 1)
    if alike == most:
        vases += at.vase("palace_one_trigger", alike, 1)
    return VP * at.box.decrees[card].vp + trait(at, card, ROUNDS - at.time.round) + vases


@once
def decree(at: Outlook, card: str) -> int:
    """Return the worth of playing a decree, ignoring its cost: its effect and its later worth in palace or area."""
    queue = len(at.me.area)
    room = at.time.incomes * at.box.tracks.palace_limits[at.me.tracks[e.INFLUENCE]]
    later = palace(at, card) * at.weights.decrees.later // 100 if queue < room else VP
    return at.source(f"decree:{card}") + max(VP, later)


@once
def price_of(at: Outlook, card: str) -> int:  # DEV-3 to DEV-7
    return decree_bill(at.holdings, card).least(at.me.temps)


def profit(at: Outlook, card: str) -> int:
    return decree(at, card) - price_of(at, card) * at.coin


def in_hand(at: Outlook, card: str) -> int:
    return max(at.price(e.DrawActive) // 2, profit(at, card))


def good(at: Outlook, good: int) -> int:  # GOOD-2, GOOD-4
    me, board, weights = at.me, at.box.content.player_board, at.weights.goods
    rounds = ROUNDS + 1 - at.time.round
    uses = {
        e.STONE: weights.stone * (len(board.city) - len(me.cities)),
        e.COPPER: weights.copper * (len(board.tower) - len(me.towers)),
        e.WOOD: weights.wood * me.ships.count(0),
        e.HERB: weights.herb * rounds * (3 - me.ships.count(5)),
        e.GRAIN: weights.grain * (len(board.farm) - len(me.farms)),
    }.get(good, 0)
    slots = sum(good in at.box.cards.slots[card] for card in at.view.hand)
    a_round = weights.silver_a_round if good == e.SILVER else weights.a_round
    save = 0 if me.goods[good] else weights.slot * slots + a_round * rounds
    number = me.goods[good] + 1
    known = board.goods.gained
    steps = at.source(f"good:{number}") if number <= len(known) else 0
    return uses * weights.used // 100 + save + steps + at.vase("goods_of_one_type", me.goods[good], 1)


def temp(at: Outlook, good: int) -> int:
    me, board, weights = at.me, at.box.content.player_board, at.weights.temps
    serves = {
        e.STONE: len(board.city) - len(me.cities), e.COPPER: len(board.tower) - len(me.towers),
        e.WOOD: me.ships.count(0), e.GRAIN: len(board.farm) - len(me.farms), e.HERB: 1,
    }.get(good, 1)  # fmt: skip
    slots = sum(good in at.box.cards.slots[card] for card in at.view.hand) if not me.goods[good] else 0
    if not (serves or slots):
        return weights.useless + weights.third * (me.temps[good] % 3 == 2)
    served = weights.use * min(weights.most, serves) + weights.slot * min(weights.most, slots)
    return at.price(e.Temp) - weights.less + served
