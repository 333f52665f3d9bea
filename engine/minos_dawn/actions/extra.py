"""The extra actions, each allowed once a turn, and SA5's exchange of coins and weaponry. EXTRA, ABIL-SA5"""

from functools import cache

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Now, SeatHappening
from engine.minos_dawn.actions.build import tile_option
from engine.minos_dawn.actions.cards import SellCards
from engine.minos_dawn.actions.expand import MARCH_COST, March
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import effect_of, exchange_option, good_option, plain, region
from engine.minos_dawn.state.changes import gain_temp, pay, return_warriors, spend_temps, take_good
from engine.minos_dawn.state.facts import Exchanged, SeaPeoplesDefeated, TileUsed
from engine.minos_dawn.state.measures import Holdings, ability_level, has_ability
from engine.minos_dawn.state.state import NOBODY, DawnState, take_sea_tile, turn_of
from engine.minos_dawn.state.steps import Benefit

GATHER_COST = 1
TEMPS_PER_GOOD = 3
TO_WEAPONRY, TO_COINS = 1, 2

EXTRAS = ("march", "gather", "bonus", "sell", "swap", "battle", "exchange")
"""The first words of option keys for extra actions and for SA5's exchange."""


def extra_options(state: DawnState, seat: Seat) -> list[Option]:
    """List the extra actions that the seat hasn't used this turn. With SA5, add the exchange. EXTRA-1"""
    turn = turn_of(state)
    done, player = turn.extras, state.players[seat]
    options = []
    if "march" not in done and player.weaponry >= MARCH_COST and any(player.warriors):
        options.append(plain("march", "minos_dawn.option.march"))
    if "gather" not in done and player.weaponry >= GATHER_COST:
        options += [good_option("gather", good) for good in goods_to_gather(state, seat) if state.temps[good]]
    if "bonus" not in done:
        options += [tile_option("bonus", tile) for tile in player.bonus_tiles]
    if "sell" not in done and player.hand:
        options.append(plain("sell", "minos_dawn.option.sell"))
    if "swap" not in done:
        options += [
            good_option("swap", good)
            for good, count in enumerate(player.temps)
            if count >= TEMPS_PER_GOOD and state.stacks[good]
        ]
    if "battle" not in done:
        options += [battle_option(number, state.sea[number][-1]) for number in battlefields(state, seat)]
    return options + exchange_options(state, seat)


def could_go_first(state: DawnState, seat: Seat, is_fresh: bool) -> bool:
    """Return whether the seat could use an extra action or the exchange before an effect. Extra actions are possible
    only if the effect hasn't begun (`is_fresh`). EXTRA-2, ABIL-SA5a"""
    if state.carrying == seat:
        return bool(exchange_options(state, seat))
    return is_fresh and state.is_turn_of(seat) and bool(extra_options(state, seat))


def could_act(state: DawnState, seat: Seat) -> bool:
    """Return whether the seat is taking its turn and has an extra action left, apart from the exchange. EXTRA-2"""
    if not state.is_turn_of(seat):
        return False
    return any(not option.key.startswith("exchange:") for option in extra_options(state, seat))


def goods_to_gather(state: DawnState, seat: Seat) -> list[int]:
    """Return the types of goods in regions with the seat's warriors, except the rival's home. EXTRA-4, SOLO-SETUP-12"""
    good_of = the_box().good_of
    covered = state.rival.home if state.rival else NOBODY
    warriors = enumerate(state.players[seat].warriors)
    return sorted({good_of[number] for number, count in warriors if count and number != covered})


def battlefields(state: DawnState, seat: Seat) -> list[int]:
    """Return the regions in which the seat has a warrior and can pay to fight the visible tile. EXTRA-8, MAP-11"""
    player = state.players[seat]
    tiles = the_box().tiles_of_sea
    return [
        number
        for number, count in enumerate(player.warriors)
        if count and (stack := state.sea[number]) and tiles[stack[-1]].weapons <= player.weaponry
    ]


@cache
def battle_option(number: int, tile: str) -> Option:
    weaponry, reward = the_box().tiles_of_sea[tile].weapons, effect_of(f"sea:{tile}")
    blanks: dict[str, Argument] = {"region": region(number), "count": weaponry, "effect": reward}
    return Option(f"battle:{number}", Message("minos_dawn.option.battle", blanks), f"region:{number}")


def exchange_options(state: DawnState, seat: Seat) -> list[Option]:
    """Return the exchanges that SA5 allows now. The seat can't directly reverse its last exchange. ABIL-SA5a, Q-53"""
    if not has_ability(state.players[seat], SA5):
        return []
    player = state.players[seat]
    give, get = exchange_cost(player), the_box().abilities[SA5].exchange_get[0]
    options = []
    if player.coins >= give and player.exchange_lock != TO_COINS:
        options.append(exchange_option("coins", give, "weaponry", get))
    if player.weaponry >= give and player.exchange_lock != TO_WEAPONRY:
        options.append(exchange_option("weaponry", give, "coins", get))
    return options


def exchange_cost(holdings: Holdings) -> int:
    """Return how many coins or weaponry a seat with SA5 gives in one exchange. ABIL-SA5a"""
    return the_box().abilities[SA5].exchange_give[ability_level(holdings) - 1]


def exchange(state: DawnState, now: Now[DawnState], seat: Seat, wanted: str, times: int = 1) -> None:  # ABIL-SA5a
    player = state.players[seat]
    give = exchange_cost(state.players[seat]) * times
    got = the_box().abilities[SA5].exchange_get[0] * times
    if wanted == "weaponry":
        given, player.exchange_lock = "coins", TO_WEAPONRY
    else:
        given, player.exchange_lock = "weaponry", TO_COINS
    setattr(player, given, getattr(player, given) - give)
    setattr(player, wanted, getattr(player, wanted) + got)
    now.emit(Exchanged(seat, given, wanted, got, give))


def take_extra(state: DawnState, now: Now[DawnState], seat: Seat, key: str) -> None:
    """Carry out an option of `extra_options`. Extra actions never trigger traits. EXTRA-9"""
    verb, _, name = key.partition(":")
    turn = state.turn
    if verb != "exchange" and turn is not None:
        turn.extras.append(verb)
    if turn is not None:
        turn.has_declined = False
    match verb:
        case "march":
            now.then(March(seat))
        case "gather":
            pay(state, now, seat, "weaponry", GATHER_COST, "gather")
            gain_temp(state, now, seat, GOODS.index(name), 1, "gather")
        case "bonus":
            state.players[seat].bonus_tiles.remove(name)
            now.emit(TileUsed(seat, name))
            now.then(Benefit(seat, f"bonus:{name}", is_fresh=False))
        case "sell":
            now.then(SellCards(seat))
        case "swap":
            # EXTRA-7: the seat also gains the good's benefit.
            good = GOODS.index(name)
            spend_temps(state, now, seat, good, TEMPS_PER_GOOD, "swap")
            take_good(state, now, seat, good, "swap")
        case "battle":
            fight(state, now, seat, int(name))
        case "exchange":
            exchange(state, now, seat, name)


def fight(state: DawnState, now: Now[DawnState], seat: Seat, number: int) -> None:
    """Pay the weaponry, return a warrior, gain the tile's benefit and keep the tile. EXTRA-8, MAP-10, Q-34"""
    box = the_box()
    tile = state.sea[number][-1]
    weaponry = box.tiles_of_sea[tile].weapons
    pay(state, now, seat, "weaponry", weaponry, "battle")
    now.emit(SeaPeoplesDefeated(seat, number, tile, weaponry))
    return_warriors(state, now, seat, number, 1)
    now.then(Benefit(seat, f"sea:{tile}", is_fresh=False), KeepTile(seat, number))


class KeepTile(SeatHappening[DawnState], frozen=True, tag="KeepTile"):
    """The victor keeps the defeated tile after gaining its benefit. The tile below becomes visible. EXTRA-8, MAP-10"""

    number: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.players[self.seat].sea_tiles.append(take_sea_tile(state, self.number))
