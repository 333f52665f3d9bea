"""Who is placed where. END, TIE"""

from engine.kernel.game import Placing
from engine.minos_classic.state.state import ClassicState


def placings(table: ClassicState) -> tuple[Placing, ...]:
    """END-3: the marker furthest ahead wins. TIE-1: then more money, no score by itself: END-4.

    TIE-2: still equal, places are shared. Whoever is out of the game comes after all who are in it. END-5, FIGHT-20
    """
    ranks = [(not player.is_out, player.marker, player.talents) for player in table.players]
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], -seat), reverse=True)
    return tuple(
        Placing(
            seat,
            1 + sum([rank > ranks[seat] for rank in ranks]),
            table.players[seat].marker,
            {"value": table.players[seat].marker, "talents": table.players[seat].talents},
        )
        for seat in order
    )
