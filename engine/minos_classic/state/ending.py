"""The end of the game. END"""

from itertools import combinations

from engine.kernel.steps import Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.state.facts import GameEnded
from engine.minos_classic.state.standings import placings
from engine.minos_classic.state.state import ClassicState

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
    """Why the game is over after this round, or "". END-6, END-7, HOUSE-2"""
    if table.is_dead:
        return DEAD
    if table.rounds_without_building >= STALEMATE_ROUNDS:
        return STALEMATE
    if table.round_limit and table.round >= table.round_limit:
        return LIMIT
    return ""
