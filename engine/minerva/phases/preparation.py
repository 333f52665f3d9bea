"""Revealing new tiles, and preparing the next round. SETUP-09, PREP"""

from engine.kernel.steps import Now
from engine.minerva.content.box import the_box
from engine.minerva.state.facts import TilesRevealed
from engine.minerva.state.state import MinervaState


def reveal(state: MinervaState) -> tuple[tuple[str, ...], ...]:
    """Draw up to the next round tile, add the tiles to the display, and return them. SETUP-09, PREP-04

    The solo player gets pairs: a round tile drawn first is set aside, drawn second it stays with its money (SOLO-05,
    SOLO-06, SOLO-07). Nothing is revealed after round 6 (PREP-05).
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
    """Return glory tokens and order tiles, and reveal tiles. PREP-01, PREP-02, PREP-03, PREP-04, PREP-06, SOLO-14"""
    state.first = next(seat for seat, player in enumerate(state.players) if player.order == 1)
    for player in state.players:
        player.glory = player.order = 0
        player.passes = player.buys_none = False
    state.round += 1
    now.reveal()
    now.emit(TilesRevealed(reveal(state)))
