"""Battles for tests, with loaded dice."""

from typing import Any

from engine.minos_classic.state.facts import DuelWon
from engine.minos_classic.state.state import ClassicState
from tests.engine.minos_classic.tables import ANN, BOB, acting, sides, table
from tests.engine.situation import Situation

ARROWS = "arrow arrow arrow arrow arrow arrow"
STARS = "star star star star star star"
GULLS = "gull gull gull gull gull gull"
SCALES = "scales scales scales scales scales scales"


def rolls(attack: str = ARROWS, defence: str = GULLS, duels: int = 1) -> dict[str, list[list[int]]]:
    """Return the first rolls of `duels` duels. By default arrows beat gulls, so the attacker wins."""
    return {"attack": [sides(attack)] * duels, "defence": [sides(defence)] * duels}


def at_sea(
    attack: str,
    defence: str = GULLS,
    *,
    rings: dict[int, int] | None = None,
    loaded: dict[str, list[list[int]]] | None = None,
    **more: Any,
) -> Situation[ClassicState]:
    """Return a battle: Ann's ship moved from the fish zone onto Bob's ship. Both have a guard elsewhere.

    If a test needs later rolls as well, pass all rolls of that side in `loaded` instead of `attack` or `defence`.
    """
    laid = table({ANN: "z_fish s_taras", BOB: "z_ausonian_sea s_kyme"}, movement=3, rings=rings, **more)
    dice = rolls(attack, defence) | (loaded or {})
    return acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=dice)


def duels(then: Situation[ClassicState]) -> list[DuelWon]:
    """Return the duels that the last answer decided."""
    return [fact for fact in then.facts if isinstance(fact, DuelWon)]
