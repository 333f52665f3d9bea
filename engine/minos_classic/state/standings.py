"""The final places. END, TIE"""

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing
from engine.minos_classic.content.box import the_box
from engine.minos_classic.state.ownership import stack_value
from engine.minos_classic.state.state import ClassicState, own_terrains


def placings(state: ClassicState) -> tuple[Placing, ...]:
    """Rank seats by marker, then by money. Eliminated seats are last. END-3, END-4, END-5, TIE-1, TIE-2, FIGHT-20"""
    ranks = [(not player.is_out, player.marker, player.talents) for player in state.players]
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], -seat), reverse=True)
    return tuple(
        Placing(
            seat,
            1 + sum([rank > ranks[seat] for rank in ranks]),
            state.players[seat].marker,
            _parts(state, seat),
            {"TIE-2": int(not state.players[seat].is_out), "TIE-1": state.players[seat].talents},
        )
        for seat in order
    )


def _parts(table: ClassicState, seat: Seat) -> dict[str, int]:
    """The marker's value, split into that of cities and of other colonies. VALUE-3"""
    city_at = the_box().content.pieces.stack.city_at
    stacks = [table.stacks[terrain] for terrain in own_terrains(table, seat)]
    cities = [stack for stack in stacks if len(stack) >= city_at]
    value = sum([stack_value(stack) for stack in cities])
    return {"cities": value, "colonies": sum([stack_value(stack) for stack in stacks]) - value}
