"""Positions for tests: laid out as in a real game, but seats hold only what the test gives them."""

from typing import Any

from engine.kernel.chance import Chance
from engine.kernel.decision import Fact
from engine.kernel.game import complete_settings
from engine.kernel.steps import Step
from engine.minerva.content.terms import RESIDENCE, RESOURCES
from engine.minerva.game import GAME
from engine.minerva.phases.setup import lay_out
from engine.minerva.state.state import MinervaState, Placed, Turn
from tests.engine.situation import SEED, Situation

ALICE, BOB, CARA, DORA = range(4)


def table(seats: int = 2, seed: bytes = SEED, **options: str) -> MinervaState:
    """Return the main phase of round 1 on Alice's turn. Each seat has only a Forum and nine residences in supply."""
    state = lay_out(complete_settings(GAME, seats, {"first_seat": "first", **options}), Chance(seed, {}))
    state.turn = Turn(ALICE, [0, 0, 0])
    for player in state.players:
        player.denarii, player.resources = 0, [0, 0, 0, 0]
    return state


def hold(state: MinervaState, seat: int = ALICE, *, denarii: int = 0, glory: int = 0, **resources: int) -> MinervaState:
    """Set the seat's money, glory tokens and resources by name. Everything not named becomes 0."""
    player = state.players[seat]
    player.denarii, player.glory = denarii, glory
    player.resources = [resources.pop(kind, 0) for kind in RESOURCES]
    assert not resources, resources
    return state


def lay(
    state: MinervaState, tile: str, x: int, y: int, seat: int = ALICE, *, has_assistant: bool = False
) -> MinervaState:
    """Move a tile from its present place into the seat's city. Residences come from the seat's supply."""
    player = state.players[seat]
    if tile == RESIDENCE:
        player.residences -= 1
    else:
        take_tile(state, tile)
    player.city.append(Placed(tile, x, y, has_assistant))
    return state


def take_tile(state: MinervaState, tile: str) -> None:
    """Remove a building or temple from decks and display."""
    if tile in state.temple_stack or tile in state.temples:
        pile = state.temples if tile in state.temples else state.temple_stack
        pile.remove(tile)
        if pile is state.temples:
            pile.append(state.temple_stack.pop())
    elif tile in state.deck:
        state.deck.remove(tile)
    else:
        lot = next(lot for lot in state.lots if tile in lot)
        state.lots.remove(lot)


def show(state: MinervaState, *lots: tuple[str, ...]) -> MinervaState:
    """Display exactly these lots and the temples. Previous lots go under the deck."""
    state.deck[:0] = [tile for lot in state.lots for tile in lot]
    state.lots = []
    for lot in lots:
        for tile in lot:
            if tile in state.deck:
                state.deck.remove(tile)
        state.lots.append(lot)
    return state


def at(state: MinervaState, *steps: Step[MinervaState], **options: str) -> Situation[MinervaState]:
    """Return a situation with these steps next on the agenda."""
    return Situation(GAME, state, *steps, seats=len(state.players), options=options)


def facts_of(situation: Situation[MinervaState], kind: type[Fact]) -> list[Any]:
    """Return the last answer's facts of that kind. Before any answer, return those of the first steps."""
    return [fact for fact in situation.facts if isinstance(fact, kind)]
