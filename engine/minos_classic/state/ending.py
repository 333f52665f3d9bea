"""The end of the game, and the final places. END, TIE"""

from itertools import combinations

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing
from engine.kernel.steps import Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.state.facts import GameEnded
from engine.minos_classic.state.ownership import stack_value
from engine.minos_classic.state.state import ClassicState, own_terrains

COMPLETE, SURVIVOR, DEAD, STALEMATE, LIMIT = "complete", "survivor", "dead", "stalemate", "limit"

CITIES_TO_END = 2
STALEMATE_ROUNDS = 20


def finish(table: ClassicState, now: Now[ClassicState], reason: str) -> None:
    """End the game now, dropping the rest of the agenda."""
    table.ended = reason
    now.abandon()
    winners = tuple(placing.seat for placing in placings(table) if placing.place == 1 and placing.seat is not None)
    now.emit(GameEnded(reason, table.round, winners))


def stacks_in_play(table: ClassicState) -> list[tuple[str, ...]]:
    """The stacks of all sites that are not closed. SETUP-9, HOUSE-1"""
    return [stack for terrain, stack in enumerate(table.stacks) if terrain not in table.closed]


def is_complete(table: ClassicState) -> bool:
    """Return whether every site in play has a building and there are two cities, whoever owns them. END-1, END-2"""
    stacks = stacks_in_play(table)
    return all(stacks) and cities(stacks) >= CITIES_TO_END


def cities(stacks: list[tuple[str, ...]]) -> int:
    city_at = the_box().content.pieces.stack.city_at
    return sum([len(stack) >= city_at for stack in stacks])


def is_dead(table: ClassicState) -> bool:
    """Return whether the supply can no longer meet END-1. END-6"""
    box = the_box()
    stacks = stacks_in_play(table)
    needed = max(0, CITIES_TO_END - cities(stacks))
    walls = table.supply[box.wall]
    others = sum(table.supply.values()) - walls
    empty = sum([not stack for stack in stacks])
    stack_limits = box.content.pieces.stack
    if empty + needed * (stack_limits.city_at - 1) <= others and needed <= walls:
        return False
    unfinished = [stack for stack in stacks if len(stack) < stack_limits.city_at]
    missing = [
        (
            stack_limits.city_at - 1 - sum(building != box.wall for building in stack),
            int(box.wall not in stack),
            int(not stack),
        )
        for stack in unfinished
    ]
    for choice in combinations(missing, needed):
        others_needed = sum(need for need, _, _ in choice) + empty - sum(is_empty for _, _, is_empty in choice)
        if others_needed <= others and sum(wall for _, wall, _ in choice) <= walls:
            return False
    return True


def end_of_round(table: ClassicState) -> str:
    """The reason why the game ends after this round, or "". END-6, END-7, HOUSE-2"""
    if table.is_dead:
        return DEAD
    if table.rounds_without_building >= STALEMATE_ROUNDS:
        return STALEMATE
    if table.round_limit and table.round >= table.round_limit:
        return LIMIT
    return ""


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
    """The marker's value, split into the value of cities and the value of other colonies. VALUE-3"""
    city_at = the_box().content.pieces.stack.city_at
    stacks = [table.stacks[terrain] for terrain in own_terrains(table, seat)]
    cities = [stack for stack in stacks if len(stack) >= city_at]
    value = sum([stack_value(stack) for stack in cities])
    return {"cities": value, "colonies": sum([stack_value(stack) for stack in stacks]) - value}
