"""Standing orders, which last until the round ends. PASS-01, GAINASSIST-02"""

from functools import cache

from engine.kernel.decision import Decision, Message, Seat
from engine.minerva.content.box import the_box
from engine.minerva.content.words import plain
from engine.minerva.state.state import MinervaState

PASS, BUY = "PASS-01", "GAINASSIST-02"


def standing_orders(state: MinervaState, seat: Seat) -> list[Decision]:
    """The orders `seat` may leave now: private, and the same whatever is set."""
    if state.is_solo or state.phase == "over":
        return []
    orders = []
    if state.phase == "main" and not state.players[seat].order:
        orders.append(_order(seat, PASS))
    if state.round in the_box().content.assistants.rounds:
        orders.append(_order(seat, BUY))
    return orders


@cache
def _order(seat: Seat, rule: str) -> Decision:
    if rule == PASS:
        options = (plain("passes:yes"), plain("passes:no"))
        return Decision(seat, PASS, Message("minerva.prompt.passes"), options, private=True)
    options = (plain("buys:none"), plain("buys:ask"))
    return Decision(seat, BUY, Message("minerva.prompt.buys_none"), options, private=True)


def set_order(state: MinervaState, seat: Seat, rule: str, key: str) -> None:
    player = state.players[seat]
    if rule == PASS:
        player.passes = key == "passes:yes"
    else:
        player.buys_none = key == "buys:none"
