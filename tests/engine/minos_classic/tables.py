"""Positions for tests: set only what a rule needs, with all other components in the supply."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import NOBODY
from engine.minos_classic.game import GAME
from engine.minos_classic.phases.turn import Act, EndTurn, fresh_turn
from engine.minos_classic.state.ownership import stack_value
from engine.minos_classic.state.state import NO_ORDER, ClassicState, SeatState, holder_of
from tests.engine.situation import Situation

ANN, BOB, CLEO, DAN = range(4)

FACES = the_box().dice.faces[0]

H, D, S, W = "harbour", "dwelling", "warehouse", "wall"


def sides(faces: str) -> list[int]:
    """Return the draws that give those faces, for loading dice: `sides("gull star")`."""
    return [FACES.index(face) for face in faces.split()]


def table(
    pieces: Mapping[int, str] | None = None,
    *,
    seats: int = 2,
    stacks: Mapping[str, tuple[str, ...]] | None = None,
    dice: str = "",
    movement: int = 0,
    building: int = 0,
    talents: int = 25,
    rings: Mapping[int, int] | None = None,
    round: int = 2,
    closed: Sequence[str] = (),
    orders: Mapping[int, int] | None = None,
    **more: Any,
) -> ClassicState:
    """Return a table in the action phase of seat 0, who has `dice` to spend.

    `pieces` names the spaces of each seat's pieces. A seat that is left out has a ship far in the east. A seat with no
    spaces is eliminated. The census is checked, so tests can't start from an impossible table.
    """
    box = the_box()
    players = [_player(seat, (pieces or {}).get(seat, _FAR[seat]), talents) for seat in range(seats)]
    for seat, count in (rings or {}).items():
        players[seat].rings = count
    for seat, most in (orders or {}).items():
        players[seat].order = most
    laid = ClassicState(
        round=round,
        first=ANN,
        turn=fresh_turn(ANN),
        players=players,
        held=[NOBODY] * len(box.space_ids),
        stacks=[(stacks or {}).get(site, ()) for site in box.site_ids],
        supply={},
        rings_in_supply=50 - sum(player.rings for player in players),
        closed=[box.site_ids.index(site) for site in closed],
        scope="per_action",
        same_site_twice=True,
        round_limit=0,
    )
    for seat, player in enumerate(players):
        for space in (*player.ships, *player.guards):
            if space != box.fish:
                laid.held[space] = seat
    laid.supply = {kind: 20 - sum(stack.count(kind) for stack in laid.stacks) for kind in box.building_ids}
    for terrain, stack in enumerate(laid.stacks):
        holder = holder_of(laid, box, terrain)
        if holder != NOBODY:
            players[holder].marker += stack_value(stack)
    faces = dice.split()
    laid.turn.dice = faces + ["scales"] * (6 - len(faces))
    laid.turn.used = [False] * len(faces) + [True] * (6 - len(faces))
    laid.turn.is_rolling = False
    laid.turn.rolls = 3
    laid.turn.movement, laid.turn.building = movement, building
    for field, value in more.items():
        setattr(laid, field, value)
    GAME.proof.census(laid)
    return laid


_FAR = {ANN: "z_cilician_sea", BOB: "z_phoenician_sea", CLEO: "z_nile_sea", DAN: "z_paphian_sea"}


def _player(seat: int, spaces: str, talents: int) -> SeatState:
    box = the_box()
    numbers = sorted(box.number_of[space] for space in spaces.split())
    ships = [space for space in numbers if space in box.water]
    guards = [space for space in numbers if space not in box.water]
    out = not numbers
    return SeatState(0 if out else talents, 0, 0, 7 - len(ships), 12 - len(guards), ships, guards, out, NO_ORDER)


def acting(laid: ClassicState, **more: Any) -> Situation[ClassicState]:
    """Return the action phase of seat 0 on that table."""
    return Situation(GAME, laid, Act(), EndTurn(), seats=len(laid.players), **more)


def space(name: str) -> int:
    """Return the number of a space."""
    return the_box().number_of[name]


def stack(then: Situation[ClassicState], site: str) -> tuple[str, ...]:
    """Return the stack of a site."""
    return then.state.stacks[the_box().site_ids.index(site)]


def keys(then: Situation[ClassicState], prefix: str) -> list[str]:
    """Return the asked seat's options that begin with this prefix."""
    assert len(then.pending) == 1
    return [option.key for option in then.pending[0].options if option.key.startswith(prefix)]
