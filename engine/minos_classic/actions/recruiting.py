"""Recruiting: guards in colonies with two dwellings, ships in colonies with two harbours. BUY"""

from functools import cache

from engine.kernel.steps import Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import GUARD, NOBODY, SHIP
from engine.minos_classic.state.facts import PieceRecruited
from engine.minos_classic.state.ownership import put
from engine.minos_classic.state.state import ClassicState


@cache
def recruit_of(stack: tuple[str, ...]) -> str:
    """The only kind of piece that a colony with that stack can recruit, or "". BUY-1, BUY-2, BUY-5"""
    costs = the_box().content.costs
    for kind, cost in ((GUARD, costs.recruit_guard), (SHIP, costs.recruit_ship)):
        if stack.count(cost.needs_building) >= cost.needs_count:
            return kind
    return ""


def can_recruit(table: ClassicState, terrain: int) -> bool:
    """Return whether the seat on turn can buy a piece on a terrain of its own now. BUY-3, BUY-6, GEN-6"""
    kind = recruit_of(table.stacks[terrain])
    if not kind or terrain in table.turn.recruited:
        return False
    box, player = the_box(), table.on_turn
    if kind == GUARD:
        return player.guards_in_reserve > 0 and player.talents >= box.content.costs.recruit_guard.talents
    return (
        player.ships_in_reserve > 0
        and player.talents >= box.content.costs.recruit_ship.talents
        and table.held[box.harbours[terrain]] == NOBODY
    )


def recruit(table: ClassicState, now: Now[ClassicState], terrain: int) -> None:
    """Buy the piece. It needs no dice, may move this turn, and closes the income window. BUY-4, BUY-7"""
    box, player, turn = the_box(), table.on_turn, table.turn
    turn.is_income_open = False
    turn.recruited.append(terrain)
    kind = recruit_of(table.stacks[terrain])
    if kind == GUARD:
        talents, space = box.content.costs.recruit_guard.talents, box.sites[terrain]
        player.guards_in_reserve -= 1
    else:
        talents, space = box.content.costs.recruit_ship.talents, box.harbours[terrain]
        player.ships_in_reserve -= 1
    player.talents -= talents
    put(table, now, turn.seat, kind, space)
    now.emit(PieceRecruited(turn.seat, kind, box.site_ids[terrain], talents))
