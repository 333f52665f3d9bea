"""The last battles: seats list regions in secret, then the regions are resolved one by one. SCORE-3"""

from engine.kernel.decision import Answer, Decision, Message, Seat
from engine.kernel.steps import Choice, Happening, Now
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.actions.extra import exchange, exchange_cost, fight
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.content.words import plain, region_option
from engine.minos_dawn.rival.actions import FightLast
from engine.minos_dawn.state.facts import BattlesDeclared, SeaPeoplesRemoved
from engine.minos_dawn.state.measures import has_ability
from engine.minos_dawn.state.state import BATTLES, PLAY, DawnState, Sealed, take_sea_tile
from engine.minos_dawn.state.steps import open_answers

PREFERENCES, EXCHANGE, ANSWERED = range(3)


class BeginBattles(Happening[DawnState], frozen=True, tag="BeginBattles"):
    """The last battles begin. Level I tiles are removed, including those on Level II tiles. SCORE-3, SOLO-END-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        tiles_of_sea = the_box().tiles_of_sea
        state.phase = "battles"
        state.category = BATTLES
        gone = tuple(tile for stack in state.sea for tile in stack if tiles_of_sea[tile].level == 1)
        state.sea = [tuple([tile for tile in stack if tile not in gone]) for stack in state.sea]
        state.sea_box += gone
        if gone:
            now.emit(SeaPeoplesRemoved(gone))
        # SOLO-END-2, SOLO-HUMAN-7: the rival fights before the seat is asked.
        rival = [FightLast(number) for number in battlefields_left(state)] if state.rival else []
        now.then(*rival, OpenBattles())


class OpenBattles(Happening[DawnState], frozen=True, tag="OpenBattles"):
    """Ask every seat that could fight. SCORE-3a"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        seats = range(len(state.players))
        state.sealed = [Sealed(PREFERENCES if may_fight(state, seat) else ANSWERED) for seat in seats]
        now.then(DeclareBattles(), RevealBattles())


def battlefields_left(state: DawnState) -> list[int]:
    return [number for number, stack in enumerate(state.sea) if stack]


def _price(state: DawnState, number: int) -> int:
    return the_box().tiles_of_sea[state.sea[number][-1]].weapons


def may_fight(state: DawnState, seat: Seat) -> bool:
    """Return whether the seat could fight anywhere. A seat that couldn't isn't asked. SCORE-3a"""
    return any(_could_fight(state, seat, number) for number in battlefields_left(state))


def _could_fight(state: DawnState, seat: Seat, number: int) -> bool:  # SCORE-3a
    player = state.players[seat]
    means = player.weaponry
    if has_ability(state.players[seat], SA5):
        means += player.coins // exchange_cost(state.players[seat])
    return player.warriors[number] > 0 and _price(state, number) <= means


class DeclareBattles(Choice[DawnState], frozen=True, tag="DeclareBattles"):
    """Each seat secretly lists regions to fight in, best first, and decides whether to use SA5's exchange. SCORE-3a"""

    def decisions(self, state: DawnState) -> list[Decision]:
        """Ask all seats together. No question depends on another seat's answer. GEN-10"""
        options = tuple(region_option("region", number) for number in battlefields_left(state))
        yes_no = tuple(plain(f"exchange:{word}", f"minos_dawn.option.exchange_{word}") for word in ("yes", "no"))
        decisions = []
        for seat, sealed in enumerate(state.sealed):
            if sealed.stage == PREFERENCES:
                prompt = Message("minos_dawn.prompt.battles")
                decisions.append(Decision(seat, "SCORE-3a", prompt, options, 0, len(options), private=True))
            elif sealed.stage == EXCHANGE:
                prompt = Message("minos_dawn.prompt.exchange")
                decisions.append(Decision(seat, "SCORE-3a", prompt, yes_no, private=True))
        return decisions

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        now.then(self)
        sealed = state.sealed[answer.seat]
        if sealed.stage == EXCHANGE:
            sealed.exchanges = answer.keys[0] == "exchange:yes"
            sealed.stage = ANSWERED
            return
        sealed.regions = tuple([int(key.removeprefix("region:")) for key in answer.keys])
        # Ask even a seat that named no region. Otherwise other seats could tell.
        sealed.stage = EXCHANGE if has_ability(state.players[answer.seat], SA5) else ANSWERED


class RevealBattles(Happening[DawnState], frozen=True, tag="RevealBattles"):
    """All answers are revealed. Regions with a Level II tile are resolved, lowest number first. SCORE-3a, SCORE-3c"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        open_answers(state, now)
        for seat in state.turn_order():
            sealed = state.opened[seat]
            if sealed.regions:
                now.emit(BattlesDeclared(seat, tuple(sealed.regions), sealed.exchanges))
        now.then(*(ResolveBattle(number) for number in battlefields_left(state)), EndBattles())


class ResolveBattle(Happening[DawnState], frozen=True, tag="ResolveBattle"):
    """The strongest able seat fights. If no seat can pay, the tile is removed. SCORE-3b, SOLO-END-4, CARD-8, Q-52"""

    number: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        able = [seat for seat in state.turn_order() if is_able(state, seat, self.number)]
        if not able:
            tile = take_sea_tile(state, self.number)
            state.sea_box.append(tile)
            now.emit(SeaPeoplesRemoved((tile,), self.number))
            return
        # SCORE-3c: most warriors in the region, then most weaponry. In a tie, `max` takes the first in turn order.
        seat = max(able, key=lambda each: (state.players[each].warriors[self.number], state.players[each].weaponry))
        lack = _price(state, self.number) - state.players[seat].weaponry
        if lack > 0:
            exchange(state, now, seat, "weaponry", lack)
        now.then(RefillOffer())
        fight(state, now, seat, self.number)


def is_able(state: DawnState, seat: Seat, number: int) -> bool:
    """Return whether the seat can still pay for this fight after the fights that it prefers. SCORE-3b, SCORE-3c"""
    player, sealed = state.players[seat], state.opened[seat]
    weaponry, coins = player.weaponry, player.coins
    give = exchange_cost(state.players[seat]) if sealed.exchanges else 0
    for preferred in sealed.regions:
        if not state.sea[preferred] or not player.warriors[preferred]:
            continue
        price = _price(state, preferred)
        lack = max(0, price - weaponry)
        is_paid = lack == 0 or (sealed.exchanges and lack * give <= coins)
        if is_paid:
            weaponry -= price - lack
            coins -= lack * give
        if preferred == number:
            return is_paid
    return False


class EndBattles(Happening[DawnState], frozen=True, tag="EndBattles"):
    """The last battles are over. From now on, VP count in another category of the score sheet."""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.category = PLAY
