"""Sealed answers, all opened at once. GEN-10"""

from engine.kernel.steps import Now
from engine.minos_dawn.state.state import DawnState, Sealed


def open_answers(state: DawnState, now: Now[DawnState]) -> None:
    """Open what the seats have sealed. Their next answers begin empty.

    A barrier for undo if one seat learns of another; a lone one learns nothing. SOLO-INFO-6, SOLO-HUMAN-11
    """
    if len(state.players) > 1:
        now.reveal()
    state.opened, state.sealed = state.sealed, [Sealed() for _ in state.players]
