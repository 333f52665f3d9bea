"""The state between two turns, even if a single answer ends one turn and begins the next."""

from typing import Any, Generic, TypeVar

from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position
from engine.kernel.steps import Happening, Now

S = TypeVar("S")


class _TurnEndWatcher(Play[S], Generic[S]):
    """Keeps the state from before the last step of `Narration.turns`, which begins the next turn or round. Without such
    a step, it keeps the state from before the step whose facts report the beginning."""

    __slots__ = ("_facts_then", "_has_begun", "_looked_at", "ended")

    def __init__(self, game: Game[S], position: Position[S]) -> None:
        super().__init__(game, position)
        self.ended: S | None = None
        self._has_begun = False
        self._looked_at = 0
        self._facts_then = 0

    def _happen(self, step: Happening[S], now: Now[S]) -> None:
        self._look(now)
        if self._has_begun:
            super()._happen(step, now)
            return
        before, told = self.game.rules.copy(self.position.state), len(now.facts)
        super()._happen(step, now)
        self._look(now)
        is_next = type(step) in self.game.narration.turns
        if is_next or (self._has_begun and (self.ended is None or told > self._facts_then)):
            self.ended, self._facts_then = before, told

    def _look(self, now: Now[S]) -> None:
        heard = (self.game.rules.hear(fact, None) for fact in now.facts[self._looked_at :])
        self._has_begun |= any(fact is not None and self.game.narration.opens(fact) for fact in heard)
        self._looked_at = len(now.facts)


def state_at_turn_end(game: Game[S], position: Position[Any], given: Answer) -> S | None:
    """Return the state after `given` but before the next turn or round, if one began. Raises a `Refusal`."""
    play: _TurnEndWatcher[S] = _TurnEndWatcher(game, copy_position(game, position))
    play.answer(given)
    return play.ended
