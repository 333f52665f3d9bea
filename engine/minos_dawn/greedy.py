"""A simple player: of what it is asked, whatever gains most at once, by the values the content was made with."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Option, Seat
from engine.minos_dawn.box import ROWS, the_box
from engine.minos_dawn.effects import (
    TRACKS,
    Advance,
    Build,
    BuildFree,
    Coins,
    Conversion,
    Cost,
    DrawActive,
    DrawAge2,
    DrawOfferOrActive,
    Effect,
    Either,
    Gains,
    GainWarrior,
    GoodChoice,
    GoodRandom,
    If,
    IncomeSteps,
    Instead,
    MoveWarrior,
    Palace,
    PalaceFree,
    PlaceWarrior,
    Plain,
    Play,
    PlayFree,
    Points,
    PointsAtEnd,
    PointsAtScoring,
    RouteIncome,
    TempChoice,
    TempOf,
    Weaponry,
    Wild,
)
from engine.minos_dawn.view import DawnView, RegionView, SeatView

HALVES: dict[type, int] = {
    Coins: 1, Weaponry: 2, Points: 2, PointsAtScoring: 3, PointsAtEnd: 2, TempChoice: 2, TempOf: 2, GoodChoice: 9,
    GoodRandom: 8, IncomeSteps: 3, DrawOfferOrActive: 2, DrawActive: 2, DrawAge2: 3, Play: 4, PlayFree: 11, Build: 4,
    BuildFree: 10, Wild: 5, GainWarrior: 2, PlaceWarrior: 2, MoveWarrior: 2, Advance: 9, Palace: 5, PalaceFree: 7,
    RouteIncome: 4,
}  # fmt: skip
"""What one of each is worth, in half VP."""

POINT_HALVES = (2, 5, 6, 3, 5)
"""What an AP of each row is worth."""

TRACK_HALVES = (7, 9, 11)
GOOD_HALVES = {"silver": 6, "stone": 9, "copper": 8, "wood": 7, "grain": 5, "herb": 6}
CITY, TOWER, FARM, SHIP, SAIL = 14, 10, 9, 8, 5
PRESENCE, DOMINANCE = 3, 7
EXTRA_HALVES = {"march": -1, "gather": -1, "sell": -1, "exchange": -2, "swap": 3, "forfeit": 1, "end": 0, "skip": 0}


def greedy_player(look: Callable[[], DawnView], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """The options worth most, as many as there must be; of equals the first. Last battles: all, the best first."""
    view = look()
    me = view.seats[decision.seat]
    ranked = sorted(decision.options, key=lambda option: -worth(view, me, decision, option))
    count = len(ranked) if decision.rule == "SCORE-3a" and decision.at_most > 1 else max(1, decision.at_least)
    return tuple(option.key for option in ranked[: min(count, decision.at_most)])


def worth(view: DawnView, me: SeatView, decision: Decision, option: Option) -> int:
    """What an option is worth to a seat, in half VP."""
    verb, _, name = option.key.partition(":")
    paid = option.label.blanks.get("count", 0)
    price = paid if isinstance(paid, int) else 0
    if verb in EXTRA_HALVES:
        return EXTRA_HALVES[verb]
    match verb:
        case "draft":
            return _draft(view, me, name)
        case "advance":
            return sum(TRACK_HALVES[TRACKS.index(each)] for each in name.split("+") if each in TRACKS)
        case "card" | "offer":
            return _card(me, decision.rule, name, price)
        case "city" | "tower" | "farm" | "ship" | "sail":
            return _piece(view, me, verb, name)
        case "place" | "region" | "move" | "from":
            return _warrior(view, me, verb, int(name))
        case "battle":
            return _sea(view, me, int(name))
        case "benefit" | "trait" | "bonus" | "tile":
            return _source(view, me, verb, name)
        case "track":
            return 0 if me.tracks[TRACKS.index(name)] == 8 else TRACK_HALVES[TRACKS.index(name)]
        case "good" | "temp":
            return GOOD_HALVES[name]
    return _other(me, verb, name)


def _other(me: SeatView, verb: str, name: str) -> int:
    match verb:
        case "develop":
            return 6 if me.coins >= 3 else -1
        case "wild":
            return POINT_HALVES[ROWS.index(name)]
        case "draw":
            return 2
        case "convert":
            return 1
        case "pay":
            return 1 if me.coins >= 8 else 0
        case "return":
            return -int(name)
    return 0


def gains_worth(me: SeatView, gains: Gains) -> int:
    """Half VP of all parts; a counter is taken as what the seat shows of it."""
    return sum(HALVES[type(part.atom)] * part.atom.n * (_count(me, part.per) if part.per else 1) for part in gains)


def _count(me: SeatView, counter: str) -> int:
    counts = {
        "area_cards": len(me.area) + 1, "palace_cards": len(me.palace), "cities": len(me.cities),
        "towers": len(me.towers), "farms": len(me.farms), "seapeoples": len(me.sea_tiles),
        "lowest_track": min(me.tracks), "route_spaces": sum(me.ships), "regions": 4,
        "warriors": 10 - me.reserves - me.supply,
    }  # fmt: skip
    return counts[counter]


def effect_worth(me: SeatView, effect: Effect) -> int:
    """Half VP of one effect; a condition is taken as even odds."""
    match effect:
        case Plain(gains):
            return gains_worth(me, gains)
        case Conversion(cost, gains):
            return max(0, gains_worth(me, gains) - _cost(cost))
        case If(_, then):
            return effect_worth(me, then) // 2
        case Instead(first, _, second):
            return (gains_worth(me, first) + gains_worth(me, second)) // 2
        case Either(first, second):
            return max(gains_worth(me, first), gains_worth(me, second))


def _cost(cost: Cost) -> int:
    return cost.coins + 2 * cost.weaponry + 2 * cost.vp + 2 * cost.discard


def source_worth(me: SeatView, source: str) -> int:
    """Half VP of all that a source gives."""
    return sum(effect_worth(me, effect) for effect in the_box().effects[source])


def _source(view: DawnView, me: SeatView, verb: str, name: str) -> int:
    """A benefit, a trait or a tile: always taken when it is to be had, the greater first."""
    if verb == "benefit":
        return 20
    if verb == "trait":
        return source_worth(me, f"trait:{name}")
    return source_worth(me, f"bonus:{name}")


def _card(me: SeatView, rule: str, name: str, price: int) -> int:
    """A decree to keep, play, place or give away."""
    decree = the_box().decrees[name]
    trait = source_worth(me, f"trait:{name}")
    match rule:
        case "SETUP-19" | "EFF-32" | "EXTRA-6":
            return decree.cost - 2 * decree.vp - source_worth(me, f"decree:{name}")
        case "SETUP-20":
            return 3 * trait + 2 * decree.vp
        case "INCOME-6" | "EFF-23" | "EFF-24":
            return trait + (2 * decree.vp - 2 if name in me.area else 2 * decree.vp - 2 * (price or 0) - 1)
    return source_worth(me, f"decree:{name}") + (12 * decree.vp + 6 * trait) // 10 - price


def _piece(view: DawnView, me: SeatView, verb: str, name: str) -> int:
    """A piece to build; dear ones wait for discounts."""
    cost = 3 * len({"city": me.cities[1:], "tower": me.towers}.get(verb, ()))
    match verb:
        case "city":
            region = next(each for each in view.regions if each.number == int(name))
            return CITY + source_worth(me, f"foundation:{region.foundation}") // 2 - cost
        case "tower":
            return TOWER - cost
        case "farm":
            return FARM + 2 * len(me.farms)
        case "ship":
            return SHIP
    return SAIL


def _warrior(view: DawnView, me: SeatView, verb: str, number: int) -> int:
    """What placing or moving a warrior would change in presence and dominance; a move counts its best way on."""
    regions = {each.number: each for each in view.regions}
    if verb in ("place", "region"):
        return _held(regions[number], me.seat, 1) - _held(regions[number], me.seat, 0)
    loss = _held(regions[number], me.seat, 0) - _held(regions[number], me.seat, -1)
    ways = the_box().neighbours[len(view.seats)][number]
    return max(_held(regions[n], me.seat, 1) - _held(regions[n], me.seat, 0) for n in ways) - loss - 1


def _held(region: RegionView, seat: Seat, more: int) -> int:
    """What holding a region is worth with so many more own warriors there; each one beyond the need a little."""
    own = region.warriors[seat] + more
    rivals = max((count for other, count in enumerate(region.warriors) if other != seat), default=0)
    if own == 0:
        return 0
    open_site = 2 * (region.city is None)
    return (DOMINANCE if own > rivals else PRESENCE) + open_site + min(own, 3)


def _sea(view: DawnView, me: SeatView, number: int) -> int:
    region = next(each for each in view.regions if each.number == number)
    tile = region.sea_peoples[-1]
    return source_worth(me, f"sea:{tile}") - 2 * the_box().tiles_of_sea[tile].weapons


def _draft(view: DawnView, me: SeatView, name: str) -> int:
    """A row by its AP and gain at the space the die would come to, and a little for a group of its colour."""
    text, _, row_id = name.partition(":")
    number = ROWS.index(row_id)
    value = int(text[-1])
    space = sum(die is not None and int(die.die[-1]) <= value for die in view.rows[number].dice)
    where = the_box().rows[len(view.seats)][number][space]
    gain = 5 if where.action_bonus else 9 if where.gain.startswith("advance") else 3 if where.gain else 0
    mine = [die.die for row in view.rows for die in row.dice if die is not None and die.seat == me.seat]
    needs_cards = number == 1 and not me.hand_size
    same = sum(int(die[-1]) for die in mine if die[:-1] in (text[:-1], "gray"))
    grouped = 4 if text[:-1] != "gray" and same + value >= 9 else 0
    repeated = sum(die is not None and die.seat == me.seat for die in view.rows[number].dice)
    return where.points * POINT_HALVES[number] + gain + grouped - 3 * repeated - 8 * needs_cards
