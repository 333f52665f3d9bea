"""What a decree costs, and its arrival in the area. The question which one to play: action_points. DEV"""

from engine.kernel.decision import Seat
from engine.kernel.game import Happening, Now
from engine.minos_dawn.actions.payment import Bill
from engine.minos_dawn.content.box import SA1, the_box
from engine.minos_dawn.state.benefit_step import Benefit
from engine.minos_dawn.state.facts import DecreePlayed
from engine.minos_dawn.state.holdings import Holdings, ability_level, has_ability
from engine.minos_dawn.state.state import DawnState


def decree_bill(holdings: Holdings, card: str) -> Bill:
    """DEV-3, DEV-4, DEV-5, DEV-7, ABIL-SA1: printed coins less goods (a slot each) and SA1; slots left for temps."""
    box = the_box()
    decree = box.decrees[card]
    goods = list(holdings.goods)
    cost, slots = decree.cost, []
    for good in box.slots[card]:
        if goods[good]:
            goods[good] -= 1
            cost -= box.content.player_board.discounts.card
        else:
            slots.append(good)
    if has_ability(holdings, SA1):
        cost -= box.abilities[SA1].card_discount[ability_level(holdings) - 1]
    return Bill(max(0, cost), slots=tuple(slots))


class DecreeArrives(Happening[DawnState], frozen=True, tag="DecreeArrives"):
    """DEV-8, DEV-9: in the area face-up, then its instant effects. `coins` the seat had before paying."""

    seat: Seat
    card: str
    origin: str
    coins: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """DEV-11: there it stays until it goes to the palace."""
        player = state.players[self.seat]
        state.in_payment = ""
        player.area.append(self.card)
        now.emit(DecreePlayed(self.seat, self.card, self.origin, self.coins - player.coins))
        now.then(Benefit(self.seat, f"decree:{self.card}"))
