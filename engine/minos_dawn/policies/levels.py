"""The levels of the programs: the answers they search for, how far, and the worth of a state."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Keys, Level, Search
from engine.minos_dawn.policies.greedy import POLICIES, ranked
from engine.minos_dawn.policies.prospects import worths_of
from engine.minos_dawn.policies.weights import the_weights
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.state import DawnState

BACK = "minos_dawn.option.back"


def forethinking(look: Callable[[], DawnView], decision: Decision, chance: Chance) -> Keys:
    """Play on in a search, as the player whom strong players expect with that many seats."""
    view = look()
    return POLICIES[the_weights().plays_on[str(len(view.seats))]](lambda: view, decision, chance)


def search(look: Callable[[], DawnView], decision: Decision) -> Search | None:
    return the_weights().search_of(look, decision)


def candidates(look: Callable[[], DawnView], decision: Decision, chance: Chance) -> list[Keys]:
    """Return the options, the policy's best first, without any way back."""
    back = {option.key for option in decision.options if option.label.id == BACK}
    return [(key,) for key in ranked(look, decision) if key not in back]


def worth(state: DawnState, seat: Seat) -> int:
    """Return how far the seat is ahead, of the best of the others and of their mean alike."""
    worths = worths_of(state)
    others = [each for other, each in enumerate(worths) if other != seat]
    return worths[seat] - (max(others) + sum(others) // len(others)) // 2


LEVELS = {
    "novice": Level(POLICIES["greedy"], blunders=lambda: the_weights().blunders.novice),
    "standard": Level(POLICIES["greedy"]),
    "strong": Level(forethinking, search=search, candidates=candidates, worth=worth),
}
