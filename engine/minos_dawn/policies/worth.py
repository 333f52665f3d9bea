"""The worth of regions, pieces, decrees and goods to one seat now, in tenths of a VP."""

from engine.minos_dawn.content import language as e
from engine.minos_dawn.policies.outlook import Outlook
from engine.minos_dawn.policies.weights import ROUNDS, VP
from engine.minos_dawn.state.bills import decree_bill
from engine.minos_dawn.state.measures import regions_present, ships_on_routes


def region_worth(at: Outlook, number: int, more: int) -> int:
    """Return what holding a region is worth with that many more warriors there. SCORE-2, MAP-4"""
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


def arrival(at: Outlook, number: int) -> int:
    gain = region_worth(at, number, 1) - region_worth(at, number, 0)
    region = at.regions[number]
    own = region.warriors[at.me.seat]
    if own == 0:
        gain += at.vase("presence_regions", regions_present(at.holdings), 1)
    rivals = max((count for seat, count in enumerate(region.warriors) if seat != at.me.seat), default=0)
    if own == rivals:
        gain += at.vase("dominance_regions", at.dominated, 1)
    return gain


def departure(at: Outlook, number: int) -> int:
    return region_worth(at, number, 0) - region_worth(at, number, -1)


def best_move(at: Outlook, number: int) -> int:
    ways = at.box.layouts[len(at.view.seats)].neighbours[number]
    return max(arrival(at, way) for way in ways) - departure(at, number) - at.weights.regions.move


def sa3_bonus(at: Outlook) -> int:  # ABIL-SA3
    return at.source(f"ability:SA3:{at.me.level}") if at.me.ability == "SA3" else 0


def piece(at: Outlook, verb: str, name: str) -> int:
    """Return the worth of a piece or a ship's step, price aside; `name` is a city's region or a ship's route."""
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
    return (
        gain + VP * at.box.content.player_board.city[len(at.me.cities)].end_vp + at.weights.pieces.city + sa3_bonus(at)
    )


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
        ships = ships_on_routes(at.holdings)
        gain += VP * at.box.content.player_board.ship[ships].end_vp + at.weights.pieces.ship * at.time.incomes
        return gain + sa3_bonus(at) + at.vase("ships", ships, 1)
    return gain + _worth_of_reaching(at, number, space)


def _worth_of_reaching(at: Outlook, number: int, space: int) -> int:
    """Return the worth of what a ship finds on reaching a space. BUILD-20, BUILD-21"""
    route = at.view.routes[number]
    if space in (2, 4):
        return max((at.source(f"bonus:{tile}") for tile in (route.blue if space == 2 else route.red)), default=0)
    if space == 5:
        return VP * at.box.routes[route.route].top_vp
    return at.weights.pieces.next_space if at.time.round < ROUNDS else 0


def trait(at: Outlook, card: str, rounds: int) -> int:
    firings = at.weights.decrees.firings[at.box.cards.trigger_of[card]]
    return at.taste.palace * at.source(f"trait:{card}") * firings * rounds // 1000


def palace(at: Outlook, card: str) -> int:  # SCORE-5
    triggers = [at.box.cards.trigger_of[other] for other in at.me.palace]
    alike = triggers.count(at.box.cards.trigger_of[card])
    most = max((triggers.count(trigger) for trigger in triggers), default=0)
    vases = at.vase("palace_cards", len(triggers), 1)
    if alike == most:
        vases += at.vase("palace_one_trigger", alike, 1)
    return VP * at.box.decrees[card].vp + trait(at, card, ROUNDS - at.time.round) + vases


def decree(at: Outlook, card: str) -> int:
    """Return the worth of playing a decree, price aside: its effect, and the palace or the area afterwards."""
    queue = len(at.me.area)
    room = at.time.incomes * at.box.tracks.palace_limits[at.me.tracks[e.INFLUENCE]]
    later = palace(at, card) * at.weights.decrees.later // 100 if queue < room else VP
    return at.source(f"decree:{card}") + max(VP, later)


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
