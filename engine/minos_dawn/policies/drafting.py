"""Estimates the worth of drafting a die by its AP, gain, traits and possible advances."""

from functools import cached_property

from engine.minos_dawn.actions.build import may_launch, may_sail
from engine.minos_dawn.content.box import BUILD, COLOURS, DEVELOP, EXPAND, PREPARE, ROWS
from engine.minos_dawn.phases.progress import declarable, minimum_of
from engine.minos_dawn.policies.worth import Outlook, decree, piece, price_of
from engine.minos_dawn.state.bills import city_bill, farm_returns, sail_bill, ship_bill, tower_bill
from engine.minos_dawn.state.measures import traits_due
from engine.minos_dawn.state.state import space_for

GRAY = 3
DICE = 4


class Plans:
    """The best uses of AP in each row. Computed once per question, if needed."""

    def __init__(self, at: Outlook) -> None:
        self.at = at

    @cached_property
    def plays(self) -> list[int]:
        return _plays(self.at)

    @cached_property
    def builds(self) -> list[int]:
        return _builds(self.at)

    def points(self, row: int, count: int, before: int) -> int:
        """Return the worth of `count` AP of a row if the seat already has `before` AP there this round."""
        return self._without_weights(row, count, before) * self.at.taste.rows[row] // 100

    def _without_weights(self, row: int, count: int, before: int) -> int:
        weights, me = self.at.weights.drafting, self.at.me
        if row == PREPARE:
            first = weights.prepare_with_few if me.hand_size < weights.few_cards else weights.prepare
            spare = max(0, me.coins - weights.spare_coins) // weights.coins_a_point
            first += min(weights.most_for_coins, spare)
            return _falling(first, weights.prepare_less, weights.prepare_least, count, before)
        if row == DEVELOP:
            return sum(self.plays[before : before + count])
        if row == BUILD:
            return sum(self.builds[before : before + count])
        if row == EXPAND:
            return _falling(weights.expand, weights.expand_less, weights.expand_least, count, before)
        return max(self._without_weights(other, count, before) for other in (PREPARE, DEVELOP, BUILD, EXPAND))


def _falling(first: int, less: int, least: int, count: int, before: int) -> int:
    return sum(max(least, first - less * place) for place in range(before, before + count))


def _plays(at: Outlook) -> list[int]:
    surcharge = at.box.board.offer_surcharge
    prices = {card: price_of(at, card) for card in at.view.hand}
    prices |= {card: price_of(at, card) + surcharge for card in at.view.offer}
    profits = {card: decree(at, card) - price * at.coin for card, price in prices.items()}
    coins, worths = at.me.coins + at.weights.coins.expected, []
    for card in sorted(profits, key=lambda card: -profits[card]):
        if prices[card] <= coins and profits[card] > 0:
            coins -= prices[card]
            worths.append(profits[card])
    return [*worths, *at.weights.drafting.plays]


def _builds(at: Outlook) -> list[int]:
    coins = at.me.coins + at.weights.coins.expected
    worths = [
        piece(at, verb, name) - price * at.coin for verb, name, price in (*_sites(at), *_voyages(at)) if price <= coins
    ]
    return [*sorted((worth for worth in worths if worth > 0), reverse=True), *at.weights.drafting.builds]


def _sites(at: Outlook) -> list[tuple[str, str, int]]:
    """List sites for a city, tower or farm with their prices after goods and temps. Each warrior counts as a coin."""
    me, board = at.me, at.box.content.player_board
    own = [number for number, region in at.regions.items() if region.warriors[me.seat]]
    sites = []
    cities = [number for number in own if at.regions[number].city is None]
    if cities and len(me.cities) < len(board.city):
        best = max(cities, key=lambda number: piece(at, "city", str(number)))
        sites.append(("city", str(best), city_bill(at.holdings).least(me.temps)))
    if len(me.towers) < min(len(me.cities), len(board.tower)):
        sites.append(("tower", "", tower_bill(at.holdings).least(me.temps)))
    farms = [number for number in own if at.regions[number].farm is None]
    if len(me.farms) < len(board.farm) and any(farm_returns(at.holdings, number) for number in farms):
        sites.append(("farm", "", farm_returns(at.holdings, farms[0]).start))
    return sites


def _voyages(at: Outlook) -> list[tuple[str, str, int]]:
    me, voyages = at.me, []
    for route, space in zip(at.view.routes, me.ships, strict=True):
        if space == 0 and may_launch(at.holdings):
            voyages.append(("ship", route.route, ship_bill(at.holdings, route.route).least(me.temps)))
        elif space and may_sail(at.holdings, space + 1):
            voyages.append(("sail", route.route, sail_bill(at.holdings, route.route, space + 1).least(me.temps)))
    return voyages


def worth_of_draft(plans: Plans, name: str) -> int:
    """Return the worth of drafting a die now. `name` has the die and the row, as in `red5:build`. DRAFT-6"""
    at = plans.at
    text, _, row_id = name.partition(":")
    row, colour, value = ROWS.index(row_id), COLOURS.index(text[:-1]), int(text[-1])
    space = space_for(at.view.rows[row].dice, value)
    where = at.box.layouts[len(at.view.seats)].rows[row][space]
    gain = at.source(f"action:{at.view.action_bonus}") if where.action_bonus else 0
    if where.gain:
        gain = at.source(f"space:{len(at.view.seats)}:{row_id}:{space + 1}")
    spaces = at.box.layouts[len(at.view.seats)].rows[row]
    dice = zip(spaces, at.view.rows[row].dice, strict=False)
    taken = sum(space.points for space, die in dice if die is not None and die.seat == at.me.seat)
    points = plans.points(row, where.points, taken)
    standing = [die for row in at.view.rows for die in row.dice if die is not None and die.seat == at.me.seat]
    own = [(COLOURS.index(die.die[:-1]), die.value) for die in standing]
    traits = sum(at.source(f"trait:{card}") for card in traits_due(at.holdings, row, value))
    return points + gain + traits + _groups(at, own, (colour, value))


def _groups(at: Outlook, own: list[tuple[int, int]], die: tuple[int, int]) -> int:
    """Return the worth that the die adds to the best declaration now, or could add together with later dice."""
    minimum = minimum_of(at.holdings)
    added = _best_declaration(at, [*own, die], minimum) - _best_declaration(at, own, minimum)
    if added > 0 or len(own) + 1 >= DICE:
        return added
    colour, value = die
    same = sum(other for shade, other in own if shade in (colour, GRAY)) if colour != GRAY else 0
    track = max(at.advances([each]) for each in range(3)) if colour == GRAY else at.advances([colour])
    return track * min(minimum, value + same) // minimum * at.weights.drafting.group // 100


def _best_declaration(at: Outlook, dice: list[tuple[int, int]], minimum: int) -> int:  # PROG-5
    return max(at.advances(tracks) for tracks in declarable(tuple(sorted(dice)), minimum))
