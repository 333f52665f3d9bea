"""The reveal of new tiles, and what prepares the next round. SETUP-09, PREP"""

from engine.kernel.steps import Now
from engine.minerva.content.box import the_box
from engine.minerva.state.facts import TilesRevealed
from engine.minerva.state.state import MinervaState


def reveal(state: MinervaState) -> tuple[tuple[str, ...], ...]:
    """Draw until a round tile appears, add what was drawn to the display, and return it. SETUP-09, PREP-04

    In pairs with one seat: the round tile is set aside as first of a pair, and stays with its money as second.
    SOLO-05, SOLO-06, SOLO-07. PREP-05: there is no reveal after that of round 6.
    """
    tiles, size = the_box().tiles, 2 if state.is_solo else 1
    lots: list[tuple[str, ...]] = []
    drawn: tuple[str, ...] = ()
    while True:
        name = state.deck.pop()
        if name not in tiles and not drawn:
            state.aside.append(name)
            break
        drawn += (name,)
        if len(drawn) == size:
            lots.append(drawn)
            drawn = ()
            if name not in tiles:
                break
    state.lots += lots
    return tuple(lots)


def prepare(state: MinervaState, now: Now[MinervaState]) -> None:
    """PREP-01, PREP-02: glory tokens and order tiles go back, the holder of tile 1 begins. PREP-04: new tiles.

    PREP-03 needs no act: which side an order tile shows is known from the round. PREP-06, SOLO-14: all else is kept.
    """
    state.first = next(seat for seat, player in enumerate(state.players) if player.order == 1)
    for player in state.players:
        player.glory = player.order = 0
        player.passes = player.buys_none = False
    state.round += 1
    now.reveal()
    now.emit(TilesRevealed(reveal(state)))
