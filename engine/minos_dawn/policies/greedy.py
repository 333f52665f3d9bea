"""A simple player: it takes the option that is worth the most now. It doesn't search and has no memory."""

from collections.abc import Callable
from functools import partial

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Option
from engine.kernel.policy import Policy
from engine.minos_dawn.actions.extra import exchange_cost
from engine.minos_dawn.content.box import DEVELOP, ROWS
from engine.minos_dawn.content.language import GOODS, TRACKS, Weapon
from engine.minos_dawn.policies import worth as w
from engine.minos_dawn.policies.drafting import Plans, worth_of_draft
from engine.minos_dawn.policies.weights import LEANING, PLAIN, ROUNDS, VP, the_weights
from engine.minos_dawn.policies.worth import Outlook
from engine.minos_dawn.seen.view import DawnView, Glance

SURELY = 1000


def greedy(taste: str, look: Callable[[], DawnView | Glance], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Return as many options as required, or all in the last battles, best first. `taste` names a kind of player."""
    outlook = Outlook(look(), decision.seat, the_weights().taste_of(taste))
    worths = _worths(outlook, decision)
    ranked = sorted(range(len(worths)), key=lambda place: -worths[place])
    count = len(ranked) if decision.rule == "SCORE-3a" and decision.at_most > 1 else max(1, decision.at_least)
    return tuple(decision.options[place].key for place in ranked[: min(count, decision.at_most)])


def ranked(look: Callable[[], DawnView | Glance], decision: Decision) -> list[str]:
    worths = _worths(Outlook(look(), decision.seat), decision)
    return [decision.options[place].key for place in sorted(range(len(worths)), key=lambda place: -worths[place])]


def _worths(at: Outlook, decision: Decision) -> list[int]:
    """Return the worth of each option. In a draft all options share one plan."""
    plans = Plans(at) if decision.rule == "DRAFT-3" else None
    return [
        worth(at, decision, option) if plans is None else worth_of_draft(plans, option.key.removeprefix("draft:"))
        for option in decision.options
    ]


def worth(at: Outlook, decision: Decision, option: Option) -> int:
    """Return an option's worth to the seat that decides, in tenths of a VP."""
    verb, _, name = option.key.partition(":")
    counted = option.label.blanks.get("count", 0)
    price = counted if isinstance(counted, int) else 0
    match verb:
        case "skip" if option.label.id == "minos_dawn.option.back":
            # Going back would make the player open the same list again and again.
            return -SURELY
        case "advance":
            return at.advances([TRACKS.index(each) for each in name.split("+") if each in TRACKS])
        case "track":
            return at.advances([TRACKS.index(name)])
        case "card" | "offer":
            return card(at, decision.rule, name, price)
        case "draw":
            return worth_of_draw(at, name)
        case "city" | "tower" | "ship" | "sail":
            return w.piece(at, verb, name) - price * at.coin
        case "farm":
            return w.piece(at, verb, name) - sum(loss_of_return(at, int(name), count) for count in range(price))
        case "return":
            return -int(name)
        case "region" if decision.rule == "SCORE-3a":
            return battle(at, int(name))
        case "place" | "region":
            return w.arrival(at, int(name))
        case "move" | "from":
            return w.best_move(at, int(name))
        case "good":
            return w.good(at, GOODS.index(name))
        case "temp":
            return worth_of_spending(at, name) if decision.rule == "DEV-6" else w.temp(at, GOODS.index(name))
        case "tile":
            return at.source(f"bonus:{name}")
        case "either":
            return -int(name)
        case "route":
            number = [route.route for route in at.view.routes].index(name)
            return at.route_income(number, at.me.ships[number])
        case "die":
            return -ROWS.index(name.split(":")[0])
    return in_turn(at, verb, name)


def in_turn(at: Outlook, verb: str, name: str) -> int:
    """Return the worth of an option that needs no AP in the seat's turn."""
    match verb:
        case "benefit":
            return SURELY
        case "trait":
            return SURELY // 2 + at.source(f"trait:{name}") if at.source(f"trait:{name}") > 0 else -1
        case "bonus":
            return bonus(at, name)
        case "develop":
            play = best_play(at)
            return SURELY // 4 + play if play > 0 else -1
        case "wild":
            return worth_of_imitation(at, ROWS.index(name))
        case "battle":
            return battle(at, int(name))
        case "march":
            return march(at)
        case "gather":
            spare = at.me.weaponry > at.weights.turn.spare_weaponry
            return w.temp(at, GOODS.index(name)) - at.price(Weapon) if spare else -1
        case "swap":
            return w.good(at, GOODS.index(name)) - 3 * w.temp(at, GOODS.index(name))
        case "sell":
            return -1
        case "exchange":
            return exchange(at, name)
        case "forfeit":
            return at.weights.turn.forfeit * at.coin // 100
        case "convert":
            return 1
        case "pay":
            return 0
        case "ability":
            return at.weights.ability[name]
    return 0


def loss_of_return(at: Outlook, number: int, already: int) -> int:
    before, after = w.region_worth(at, number, -already), w.region_worth(at, number, -already - 1)
    return max(0, before - after - at.weights.regions.returned)


def card(at: Outlook, rule: str, name: str, price: int) -> int:
    match rule:
        case "SETUP-19" | "EFF-32" | "EXTRA-6":
            return -w.in_hand(at, name)
        case "SETUP-20":
            return w.palace(at, name) - w.in_hand(at, name) // 2
        case "INCOME-6" | "EFF-23" | "EFF-24":
            if name in at.me.area:
                return w.palace(at, name) - VP
            return w.palace(at, name) - price * VP - max(0, w.profit(at, name)) // 2 - at.weights.decrees.from_hand
    return w.decree(at, name) - price * at.coin


def best_play(at: Outlook) -> int:
    coins = at.me.coins
    surcharge = at.box.board.offer_surcharge
    mine = [w.profit(at, name) for name in at.view.hand if w.price_of(at, name) <= coins]
    offered = [name for name in at.view.offer if w.price_of(at, name) + surcharge <= coins]
    open_to = [w.profit(at, name) - surcharge * at.coin for name in offered]
    return max([*mine, *open_to], default=0)


def worth_of_draw(at: Outlook, name: str) -> int:
    weights = at.weights.draws
    if name in ("deck", "age2"):
        return weights.age2 if name == "age2" else weights.deck
    return max(weights.least, w.profit(at, name) // 2)


def worth_of_spending(at: Outlook, name: str) -> int:
    saved = 1 if name == "herb" else 3
    is_poor = at.me.coins < at.weights.coins.poor_below
    return saved * at.coin - w.temp(at, GOODS.index(name)) + at.weights.temps.when_poor * is_poor


def bonus(at: Outlook, name: str) -> int:
    """Return the worth of using a trade-bonus tile. Keep tiles with counters for the last round. BUILD-22"""
    counts = any(part.per for effect in at.box.effects[f"bonus:{name}"] for part in getattr(effect, "gains", ()))
    worth = at.source(f"bonus:{name}")
    return worth if worth > 0 and (not counts or at.time.round == ROUNDS) else -1


def battle(at: Outlook, number: int) -> int:
    """Return the worth of a fight: the tile's benefit, minus the weaponry and the loss of the warrior. EXTRA-8"""
    tile = at.regions[number].sea_peoples[-1]
    last = at.view.phase == "battles"
    weaponry = at.box.tiles_of_sea[tile].weapons * (at.weights.turn.last_weapon if last else at.price(Weapon))
    gain = at.source(f"sea:{tile}") * at.taste.battles // 100
    return gain - weaponry - (0 if last else max(0, w.departure(at, number)))


def march(at: Outlook) -> int:
    moves = [w.best_move(at, number) for number, region in at.regions.items() if region.warriors[at.me.seat]]
    return max(moves, default=0) - at.weights.turn.march


def exchange(at: Outlook, wanted: str) -> int:
    """Return the worth of exchanging for the weaponry that a fight needs or the coins that a decree needs. ABIL-SA5a"""
    me, turn = at.me, at.view.turn
    give = exchange_cost(at.holdings)
    if turn is None:
        return -1
    if wanted == "weaponry":
        lacks = [
            battle(at, number) - give * (price - me.weaponry) * at.coin
            for number, region in at.regions.items()
            if region.warriors[me.seat] and region.sea_peoples and "battle" not in turn.extras
            and 0 < (price := at.box.tiles_of_sea[region.sea_peoples[-1]].weapons) - me.weaponry <= me.coins // give
        ]  # fmt: skip
        return max(lacks, default=-1)
    if turn.acts_as != ROWS[DEVELOP] or not turn.points:
        return -1
    reach, weapon = me.weaponry // give, at.weights.turn.exchanged_weapon
    lacking = [
        w.profit(at, name) - (w.price_of(at, name) - me.coins) * give * weapon
        for name in at.view.hand
        if 0 < w.price_of(at, name) - me.coins <= reach
    ]
    return max(lacking, default=-1) if best_play(at) <= 0 else -1


def worth_of_imitation(at: Outlook, row: int) -> int:
    if row == DEVELOP and best_play(at) <= 0:
        return -1
    turn = at.view.turn
    points = turn.points if turn is not None else 1
    return Plans(at).points(row, points, 0) // max(1, points)


POLICIES: dict[str, Policy] = {name: partial(greedy, name) for name in (PLAIN, *LEANING)}
"""The computer players by name: one without preferences, and one each for buildings, decrees and warriors."""
