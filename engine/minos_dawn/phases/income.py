"""Income: automatic gains, then secret choices of all seats together (the "visit"), then their results. INCOME"""

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.steps import Choice, Happening, Now, SeatHappening
from engine.minos_dawn.actions.cards import RefillOffer, can_place, palace_options, place_in_palace
from engine.minos_dawn.content.box import SA2, SA5, the_box
from engine.minos_dawn.content.language import GOODS, Effect, Plain, Temp
from engine.minos_dawn.content.words import good_option, plain
from engine.minos_dawn.effects.interpreter import amounts, begin_effect
from engine.minos_dawn.effects.operators import OPERATORS, Resolve
from engine.minos_dawn.state.changes import gain, gain_temp
from engine.minos_dawn.state.facts import IncomePaid
from engine.minos_dawn.state.measures import ability_level, has_ability
from engine.minos_dawn.state.state import NONE, DawnState, Sealed
from engine.minos_dawn.state.steps import open_answers
from engine.minos_dawn.state.vases import CloseWindow, OpenWindow

TEMPS, PALACE, EARLY_TEMP, EARLY_GOOD, ANSWERED = range(5)
"""The stages of a seat's visit, in order. INCOME-2"""


class BeginIncome(Happening[DawnState], frozen=True, tag="BeginIncome"):
    """All seats finish each part before the next begins. Vases are won simultaneously. INCOME-1, INCOME-2, INCOME-8"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "income"
        seats = state.turn_order()
        state.owed = [0 for _ in state.players]
        state.sealed = [Sealed() for _ in state.players]
        parts = (
            *(PayIncomeSpace(seat) for seat in seats),
            *(PayRoutes(seat) for seat in seats),
            *(PayWeaponry(seat) for seat in seats),
            *(PayExchangeIncome(seat) for seat in seats if has_ability(state.players[seat], SA5)),
        )
        later = tuple(step for seat in seats for step in (PayLaterRoutes(seat), RefillOffer()))
        now.then(OpenWindow(), *parts, BeginVisit(), VisitIncome(), RevealIncome(), *later, CloseWindow())


class PayIncomeSpace(SeatHappening[DawnState], frozen=True, tag="PayIncomeSpace"):
    """A seat gets the coins and VP of its Income marker's space. INCOME-3"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        player = state.players[self.seat]
        space = the_box().content.player_board.income.spaces[player.income]
        player.coins += space.coin
        player.vp += space.vp
        player.scored[state.category] += space.vp
        player.exchange_lock = 0
        now.emit(IncomePaid(self.seat, space.coin, space.vp))


def _route_effects(state: DawnState, seat: Seat) -> list[tuple[str, int, Effect]]:
    effects = the_box().effects
    sources = [f"route:{state.routes[i]}:{space}" for i, space in enumerate(state.players[seat].ships) if space]
    return [(source, index, effect) for source in sources for index, effect in enumerate(effects[source])]


def _waits(effect: Effect) -> bool:
    """Return whether an income asks for a choice other than temps. Such incomes wait for the reveal. INCOME-4"""
    if not isinstance(effect, Plain):
        return True
    return any(OPERATORS[type(part.atom)].asks(part.atom) and not isinstance(part.atom, Temp) for part in effect.gains)


class PayRoutes(SeatHappening[DawnState], frozen=True, tag="PayRoutes"):
    """Each ship pays its income. The seat chooses temps in the visit, and everything else after it. INCOME-4"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        steps = []
        for source, _, effect in _route_effects(state, self.seat):
            if _waits(effect):
                continue
            assert isinstance(effect, Plain)
            for atom in amounts(state.players[self.seat], effect.gains):
                if isinstance(atom, Temp):
                    state.owed[self.seat] += atom.n
                else:
                    steps.append(Resolve(self.seat, source, atom))
        now.then(*steps)


class PayLaterRoutes(SeatHappening[DawnState], frozen=True, tag="PayLaterRoutes"):
    """After the visit, a seat makes the other choices of its routes. Then the offer is refilled. INCOME-4, CARD-8"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for source, index, effect in reversed(_route_effects(state, self.seat)):
            if _waits(effect):
                begin_effect(state, now, self.seat, source, index, is_fresh=False)


class PayWeaponry(SeatHappening[DawnState], frozen=True, tag="PayWeaponry"):
    """A seat gets the weaponry of its space on the Population track. INCOME-5, TRACK-P0 and higher"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        count = the_box().tracks.weaponry_income[state.players[self.seat].tracks[2]]
        gain(state, now, self.seat, "weaponry", count, "income")


class PayExchangeIncome(SeatHappening[DawnState], frozen=True, tag="PayExchangeIncome"):
    """A seat with SA5 receives the income of that ability. INCOME-7, ABIL-SA5b"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        begin_effect(state, now, self.seat, f"income:SA5:{ability_level(state.players[self.seat])}", 0, False)


class BeginVisit(Happening[DawnState], frozen=True, tag="BeginVisit"):
    """Each seat is taken to the first stage that asks it something. INCOME-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in range(len(state.players)):
            _move_on(state, seat)


def _move_on(state: DawnState, seat: Seat) -> None:
    """Go to the next stage that asks the seat something. Use only public information to find the stage. INFO-13"""
    sealed = state.sealed[seat]
    _name_only_type(state, seat)
    while sealed.stage < ANSWERED and not _is_asked(state, seat, sealed):
        sealed.stage += 1


def _name_only_type(state: DawnState, seat: Seat) -> None:
    """Choose temps for the seat while the supply has only one type left. INCOME-2, INCOME-4"""
    sealed = state.sealed[seat]
    while len(sealed.temps) < state.owed[seat] and len(left := _temps_left(state, sealed)) == 1:
        sealed.temps += tuple(left)


def _is_asked(state: DawnState, seat: Seat, sealed: Sealed) -> bool:
    player = state.players[seat]
    match sealed.stage:
        case 0:
            return len(sealed.temps) < state.owed[seat] and bool(_temps_left(state, sealed))
        case 1:
            left = len(player.area) + len(player.hand) - len(sealed.cards)
            return len(sealed.cards) < palace_limit(state, seat) and left > 0 and can_place(player, is_free=False)
        case 2:
            return names_early(state, seat) and player.early_temp == NONE and any(state.temps)
        case _:
            return names_early(state, seat) and ability_level(state.players[seat]) == 3 and any(state.stacks)


def names_early(state: DawnState, seat: Seat) -> bool:
    """Return whether the seat now names SA2's gains for the next round. Level 2 offers no choice. ABIL-SA2, Q-60"""
    is_last = state.round >= the_box().board.rounds
    return has_ability(state.players[seat], SA2) and not is_last and ability_level(state.players[seat]) != 2


def palace_limit(state: DawnState, seat: Seat) -> int:
    """Return how many cards (1 to 4) the Influence track lets a seat put in its palace. INCOME-6, TRACK-I0 and on"""
    return the_box().tracks.palace_limits[state.players[seat].tracks[0]]


def _temps_left(state: DawnState, sealed: Sealed) -> list[int]:
    return [good for good, count in enumerate(state.temps) if count > sealed.temps.count(good)]


class VisitIncome(Choice[DawnState], frozen=True, tag="VisitIncome"):
    """All seats with choices are asked together, in secret. Each seat makes one choice after the other. INCOME-2"""

    def decisions(self, state: DawnState) -> list[Decision]:
        return [_visit(state, seat) for seat, sealed in enumerate(state.sealed) if sealed.stage < ANSWERED]

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        now.then(self)
        seat, sealed = answer.seat, state.sealed[answer.seat]
        verb, _, name = answer.keys[0].partition(":")
        if verb == "later":
            sealed.stage = ANSWERED
        elif verb == "done":
            sealed.stage += 1
        elif sealed.stage == TEMPS:
            sealed.temps += (GOODS.index(name),)
        elif sealed.stage == PALACE:
            sealed.cards += (name,)
        elif sealed.stage == EARLY_TEMP:
            state.players[seat].early_temp = GOODS.index(name)
            sealed.stage += 1
        else:
            state.players[seat].early_good = GOODS.index(name)
            sealed.stage += 1
        _move_on(state, seat)


def _visit(state: DawnState, seat: Seat) -> Decision:
    sealed = state.sealed[seat]
    match sealed.stage:
        case 0:
            options = [good_option("temp", good) for good in _temps_left(state, sealed)]
            count = state.owed[seat] - len(sealed.temps)
            rule, prompt = "INCOME-4", Message("minos_dawn.prompt.income_temp", {"count": count})
        case 1:
            options = [*_palace_left(state, seat), plain("done", "minos_dawn.option.done")]
            count = palace_limit(state, seat) - len(sealed.cards)
            rule, prompt = "INCOME-6", Message("minos_dawn.prompt.income_palace", {"count": count})
        case 2:
            options = [good_option("temp", good) for good, count in enumerate(state.temps) if count]
            options.append(plain("later", "minos_dawn.option.later"))
            rule, prompt = "ABIL-SA2", Message("minos_dawn.prompt.early_temp")
        case _:
            options = [good_option("good", good) for good, count in enumerate(state.stacks) if count]
            options.append(plain("later", "minos_dawn.option.later"))
            rule, prompt = "ABIL-SA2", Message("minos_dawn.prompt.early_good")
    return Decision(seat, rule, prompt, tuple(options), private=True, shown=True)


def _palace_left(state: DawnState, seat: Seat) -> list[Option]:
    """List area cards, and hand cards that the seat can afford in addition to those already named. INCOME-6, Q-42"""
    named = state.sealed[seat].cards
    player, decrees = state.players[seat], the_box().decrees
    left = player.vp - sum(decrees[card].vp for card in named if card in player.hand)
    return [
        option
        for option in palace_options(state, seat, is_free=False)
        if (card := option.key.removeprefix("card:")) not in named and (card in player.area or decrees[card].vp <= left)
    ]


class RevealIncome(Happening[DawnState], frozen=True, tag="RevealIncome"):
    """All answers are revealed and carried out in turn order. Supplies may run out before the last seat. INCOME-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        open_answers(state, now)
        for seat in state.turn_order():
            sealed = state.opened[seat]
            for good in sealed.temps:
                if state.temps[good]:
                    state.owed[seat] -= 1
                    gain_temp(state, now, seat, good, 1, "income")
            # If the seat has lost VP since it named a card, it may be unable to pay. The card then stays.
            for card in sealed.cards:
                player = state.players[seat]
                if card in player.area or the_box().decrees[card].vp <= player.vp:
                    place_in_palace(state, now, seat, card, is_free=False)
        for seat in state.turn_order():
            _name_only_type(state, seat)
        missing = NameMissingTemps()
        if missing.decisions(state):
            now.then(missing)
        elif any(sealed.temps for sealed in state.sealed):
            now.then(RevealIncome())


class NameMissingTemps(Choice[DawnState], frozen=True, tag="NameMissingTemps"):
    """Seats whose chosen temps ran out choose again, all together, if more than one type is left. INCOME-2"""

    def decisions(self, state: DawnState) -> list[Decision]:
        return [
            Decision(
                seat,
                "INCOME-2",
                Message("minos_dawn.prompt.income_temp", {"count": owed - len(sealed.temps)}),
                tuple(good_option("temp", good) for good in _temps_left(state, sealed)),
                private=True,
            )
            for seat, (owed, sealed) in enumerate(zip(state.owed, state.sealed, strict=True))
            if len(sealed.temps) < owed and _temps_left(state, sealed)
        ]

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        """Store the answer in secret until all have answered."""
        state.sealed[answer.seat].temps += (GOODS.index(answer.keys[0].removeprefix("temp:")),)
        _name_only_type(state, answer.seat)
        now.then(self if self.decisions(state) else RevealIncome())


class CleanUp(Happening[DawnState], frozen=True, tag="CleanUp"):
    """The dice return and the First Player marker passes on. INCOME-9, INCOME-10, SOLO-INCOME-6, Q-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.rows = [[] for _ in state.rows]
        state.pool = []
        state.first = (state.first + 1) % state.sides
