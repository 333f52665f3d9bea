"""Playing decrees: from hand or offer, paying or free. DEV, EFF-12, EFF-13"""

from typing import ClassVar

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.game import Happening, Now
from engine.minos_dawn.actions.asking import Ask
from engine.minos_dawn.actions.payment import Bill, can_pay, settle_bill
from engine.minos_dawn.content.box import DEVELOP, ROWS, SA1, the_box
from engine.minos_dawn.content.words import back_option, card_option, reason, skip_option
from engine.minos_dawn.state.benefit_step import Benefit
from engine.minos_dawn.state.changes import pay_coins
from engine.minos_dawn.state.facts import ActionChosen, DecreePlayed
from engine.minos_dawn.state.state import Table, ability_level, has_ability

AP = "develop"
"""In place of a source: the card is played with an AP of the turn."""


def decree_bill(state: Table, seat: Seat, card: str) -> Bill:
    """DEV-3, DEV-4, DEV-5, DEV-7, ABIL-SA1: printed coins less goods (a slot each) and SA1; slots left for temps."""
    box = the_box()
    decree = box.decrees[card]
    goods = state.players[seat].goods.copy()
    cost, slots = decree.cost, []
    for good in box.slots[card]:
        if goods[good]:
            goods[good] -= 1
            cost -= box.content.player_board.discounts.card
        else:
            slots.append(good)
    if has_ability(state, seat, SA1):
        cost -= box.abilities[SA1].card_discount[ability_level(state, box, seat) - 1]
    return Bill(max(0, cost), slots=tuple(slots))


def use_point(state: Table, action: int) -> None:
    """ACT-8: one AP of the turn is spent, as one of `action`. WILD-1: the others are of the same action then."""
    turn = state.turn
    assert turn is not None
    turn.points -= 1
    turn.is_used = True
    turn.acts_as = action


class PlayDecree(Ask, frozen=True, tag="PlayDecree"):
    """DEV-1, EFF-12, EFF-13: one decree, `left` times. `opens_offer`: also from the offer; `is_free`: at no cost.

    With an AP of the turn (`source` is AP) the AP is spent when a card is chosen, not before. `is_wild`: the first card
    makes Wild AP those of Develop (WILD-1); until then another action may be chosen.
    """

    source: str
    left: int
    opens_offer: bool
    is_free: bool = False
    is_fresh: bool = False
    is_wild: bool = False
    rule: ClassVar[str] = "DEV-1"
    hidden: ClassVar[bool] = True

    def options(self, state: Table) -> list[Option]:
        """What the seat can pay, DEV-12: perhaps nothing; asked wherever there is a card it could be (INFO-13)."""
        if not self.left or not (state.players[self.seat].hand or (self.opens_offer and state.offer)):
            return []
        has_way_back = self.is_wild or self.source == AP
        return [*self._playable(state), back_option() if has_way_back else skip_option()]

    def _playable(self, state: Table) -> list[Option]:
        options = []
        surcharge = the_box().board.offer_surcharge
        for verb, cards, extra in (("card", state.players[self.seat].hand, 0), ("offer", state.offer, surcharge)):
            if verb == "offer" and not self.opens_offer:
                continue
            for card in cards:
                if self.is_free:
                    options.append(card_option(verb, card))
                    continue
                bill = decree_bill(state, self.seat, card)
                if can_pay(state, self.seat, bill, extra):
                    options.append(card_option(verb, card, coins=bill.due + extra))
        return options

    def prompt(self, state: Table) -> Message:
        """Which card."""
        if self.source == AP:
            return Message("dawn.prompt.develop")
        return Message("dawn.prompt.play", {"count": self.left, "reason": reason(self.source)})

    def take(self, state: Table, now: Now[Table], key: str) -> None:
        """DEV-2, Q-4: from the offer the surcharge first, in full. DEV-10: all of one card before the next."""
        verb, _, card = key.partition(":")
        if verb == "skip":
            self._go_back(state, now)
            return
        if self.is_wild:
            now.tell(ActionChosen(self.seat, ROWS[DEVELOP]))
        if self.source == AP:
            use_point(state, DEVELOP)
        player = state.players[self.seat]
        (player.hand if verb == "card" else state.offer).remove(card)
        state.in_payment = card
        origin = "hand" if verb == "card" else "offer"
        now.then(PlayDecree(self.seat, self.source, self.left - 1, self.opens_offer, self.is_free))
        now.then(DecreeArrives(self.seat, card, origin, player.coins))
        if self.is_free:
            return
        if verb == "offer":
            pay_coins(state, now, self.seat, the_box().board.offer_surcharge, "offer")
        settle_bill(state, now, self.seat, decree_bill(state, self.seat, card), f"decree:{card}")

    def _go_back(self, state: Table, now: Now[Table]) -> None:
        """To the turn's question, which is on the agenda; to that for the action of an effect's Wild AP.

        DEV-12: whoever could pay for nothing is offered it again once anything has happened, not round and round.
        """
        if self.source == AP:
            assert state.turn is not None
            state.turn.has_declined = not self._playable(state)
        elif self.is_wild:
            # Late, because Wild AP may be spent on playing decrees.
            from engine.minos_dawn.actions.action_points import WildPoints

            now.then(WildPoints(self.seat, self.source, self.left, is_fresh=True))


class DecreeArrives(Happening[Table], frozen=True, tag="DecreeArrives"):
    """DEV-8, DEV-9: in the area face-up, then its instant effects. `coins` the seat had before paying."""

    seat: Seat
    card: str
    origin: str
    coins: int

    def happen(self, state: Table, now: Now[Table]) -> None:
        """DEV-11: there it stays until it goes to the palace."""
        player = state.players[self.seat]
        state.in_payment = ""
        player.area.append(self.card)
        now.tell(DecreePlayed(self.seat, self.card, self.origin, self.coins - player.coins))
        now.then(Benefit(self.seat, f"decree:{self.card}"))
