"""Building and founding colonies, and recruiting in them. BUILD, BUY"""

from functools import cache

from engine.kernel.decision import Answer, Argument, Decision, Message, Option
from engine.kernel.steps import Choice, Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import GUARD, NOBODY, SHIP
from engine.minos_classic.content.words import building, only_option, place, place_option
from engine.minos_classic.state.ending import COMPLETE, finish, is_complete, is_dead
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived, PieceRecruited
from engine.minos_classic.state.ownership import put, stack_value
from engine.minos_classic.state.state import ClassicState


@cache
def costs(stack: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Return the buildings that may come next on `stack`, each as (kind, talents, points).

    A wall is never first (BUILD-5), and a stack never has two (BUILD-8). A fourth building must be a wall if the stack
    has none yet (BUILD-7). A stack never has five buildings (BUILD-6). BUILD-3, BUILD-4, BUILD-9
    """
    box = the_box()
    limits = box.content.pieces.stack
    if len(stack) >= limits.max_per_site:
        return ()
    position = box.content.costs.position[len(stack)]
    has_wall = box.wall in stack
    needs_wall = len(stack) + 1 == limits.city_at and not has_wall
    found: list[tuple[str, int, int]] = []
    for kind in box.building_ids:
        if kind == box.wall:
            if stack and not has_wall:
                found.append((kind, position.talents, box.content.costs.wall.points))
        elif not needs_wall:
            found.append((kind, position.talents, position.points))
    return tuple(found)


def affordable(table: ClassicState, terrain: int) -> tuple[tuple[str, int, int], ...]:
    """Return the `costs` that the seat on turn can pay on `terrain`. BUILD-2, BUILD-10, BUILD-11, HOUSE-1, HOUSE-3"""
    turn = table.turn
    if terrain in table.closed or (terrain in turn.built and not table.same_site_twice):
        return ()
    talents, points, supply = table.on_turn.talents, turn.building, table.supply
    return tuple(
        [
            cost
            for cost in costs(table.stacks[terrain])
            if cost[1] <= talents and cost[2] <= points and supply[cost[0]] > 0
        ]
    )


class PlaceBuilding(Choice[ClassicState], frozen=True, tag="PlaceBuilding"):
    """Choose, pay for and place a building on `terrain`. The game may end. BUILD-3, BUILD-9, VALUE-3, END-1, END-6"""

    terrain: int

    def decisions(self, state: ClassicState) -> list[Decision]:
        options = tuple([kind_option(*cost) for cost in affordable(state, self.terrain)])
        return [Decision(state.turn.seat, "BUILD-9", _prompt(self.terrain), options)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        kind = answer.keys[0].removeprefix("kind:")
        talents, points = next((t, p) for name, t, p in affordable(state, self.terrain) if name == kind)
        turn, player = state.turn, state.on_turn
        before = state.stacks[self.terrain]
        stack = (*before, kind)
        player.talents -= talents
        turn.building -= points
        turn.is_income_open = False
        turn.built.append(self.terrain)
        state.supply[kind] -= 1
        state.stacks[self.terrain] = stack
        state.has_built_this_round = True
        player.marker += stack_value(stack) - stack_value(before)
        site = the_box().site_ids[self.terrain]
        now.emit(BuildingPlaced(turn.seat, site, kind, len(stack), talents, points, player.marker))
        if not before:
            bring_guards(state, now, self.terrain)
        if is_complete(state):
            finish(state, now, COMPLETE)
        elif not state.is_dead:
            state.is_dead = is_dead(state)


def bring_guards(table: ClassicState, now: Now[ClassicState], terrain: int) -> None:
    """Bring a free guard to a new colony if one is in reserve. BUILD-12, BUILD-13"""
    box, player, seat = the_box(), table.on_turn, table.turn.seat
    for _ in range(min(box.content.costs.founding.free_guards, player.guards_in_reserve)):
        player.guards_in_reserve -= 1
        put(table, now, seat, GUARD, box.sites[terrain])
        now.emit(GuardArrived(seat, box.site_ids[terrain]))


@cache
def build_option(terrain: int, found: tuple[tuple[str, int, int], ...]) -> Option:
    """The menu's option to build one of the `affordable` kinds on `terrain`. TURN-2"""
    action = place_option("build", the_box().sites[terrain])
    return action if len(found) > 1 else only_option(action, kind_option(*found[0]))


@cache
def kind_option(kind: str, talents: int, points: int) -> Option:
    cost: dict[str, Argument] = {
        "building": building(kind),
        "talents": Message("minos_classic.worth.talents", {"count": talents}),
        "points": Message("minos_classic.worth.points", {"count": points}),
    }
    return Option(f"kind:{kind}", Message("minos_classic.choice.build", cost))


@cache
def _prompt(terrain: int) -> Message:
    return Message("minos_classic.prompt.build", {"place": place(the_box().site_ids[terrain])})


@cache
def recruit_of(stack: tuple[str, ...]) -> str:
    """The only kind of piece that a colony with that stack can recruit, or "". BUY-1, BUY-2, BUY-5"""
    costs = the_box().content.costs
    for kind, cost in ((GUARD, costs.recruit_guard), (SHIP, costs.recruit_ship)):
        if stack.count(cost.needs_building) >= cost.needs_count:
            return kind
    return ""


def can_recruit(table: ClassicState, terrain: int) -> bool:
    """Return whether the seat on turn, which owns `terrain`, can now buy a piece there. BUY-3, BUY-6, GEN-6"""
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
    """Buy the piece. Buying needs no dice, ends income, and lets the piece move this turn. BUY-4, BUY-7"""
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
