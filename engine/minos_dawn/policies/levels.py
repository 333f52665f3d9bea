"""How well programs play Dawn: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Keys, Level, Search
from engine.minos_dawn.policies.greedy import POLICIES, ranked
from engine.minos_dawn.policies.prospects import worths_of
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.state import DawnState

DRAFTS = {seats: Search(rounds=1, width=10, trials=trials) for seats, trials in ((1, 40), (2, 40), (3, 30), (4, 24))}
"""By seats: the more there are, the longer is a round."""
BACK = "minos_dawn.option.back"
IN_TURN = Search(turns=1, width=6, trials=16)
OF_A_TURN = {"ACT-7", "DEV-1", "EXP-1", "EFF-6", "EFF-14"}


def forethinking(look: Callable[[], DawnView], decision: Decision, chance: Chance) -> Keys:
    """How strong players play on: with two seats as the builder, who wins most; else as the plain player."""
    view = look()
    return POLICIES["builder" if len(view.seats) == 2 else "greedy"](lambda: view, decision, chance)


def search(look: Callable[[], DawnView], decision: Decision) -> Search | None:
    """How a question is searched: the die to draft to the end of its round, the uses of a turn to the turn's end."""
    if decision.rule == "DRAFT-3":
        return DRAFTS[len(look().seats)]
    return IN_TURN if decision.rule in OF_A_TURN else None


def candidates(look: Callable[[], DawnView], decision: Decision, chance: Chance) -> list[Keys]:
    """The options, the one that the policy thinks most of first; none that leads back to where it was opened."""
    back = {option.key for option in decision.options if option.label.id == BACK}
    return [(key,) for key in ranked(look, decision) if key not in back]


def worth(state: DawnState, seat: Seat) -> int:
    """How far the seat is ahead of the others: of the best of them and of their mean alike."""
    worths = worths_of(state)
    others = [each for other, each in enumerate(worths) if other != seat]
    return worths[seat] - (max(others) + sum(others) // len(others)) // 2


LEVELS = {
    "novice": Level(POLICIES["greedy"], blunders=lambda: 200),
    "standard": Level(POLICIES["greedy"]),
    "strong": Level(forethinking, search=search, candidates=candidates, worth=worth),
}
