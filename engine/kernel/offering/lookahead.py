"""A chain of answers tried on a copy, so that it can be carried out whole or refused whole."""

from typing import Any

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game
from engine.kernel.play import Position, ask, carry_out, copy_position
from engine.kernel.steps import Choice, Now


class Lookahead:
    def __init__(self, game: Game[Any], position: Position[Any], seat: Seat, decision: Decision) -> None:
        self._game = game
        self._seat = seat
        self._position = copy_position(game, position)
        self.decision: Decision | None = decision

    def take(self, keys: tuple[str, ...]) -> None:
        """Answer `decision`, then set it to the seat's next one, forced ones included, or to None."""
        assert self.decision is not None
        position = self._position
        step = position.agenda.pop()
        assert isinstance(step, Choice)
        now: Now[Any] = Now(position.agenda, Chance(position.seed, position.draws))
        given = Answer(self._seat, self.decision.id, keys)
        carry_out(self._game, position.state, now, step, self.decision, given)
        self.decision = None if now.revealed else self._next()

    def _next(self) -> Decision | None:
        agenda = self._position.agenda
        while agenda and isinstance(step := agenda[-1], Choice):
            decisions = ask(self._game, self._position, step)
            if decisions:
                return next((decision for decision in decisions if decision.seat == self._seat), None)
            agenda.pop()
        return None
