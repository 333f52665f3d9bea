"""Several answers of one seat: options picked together, and chains, which are carried out completely or not at all."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game
from engine.kernel.offering.offers import single_keys
from engine.kernel.play import Play, Position, ask, automatic_answer, carry_out, copy_position
from engine.kernel.steps import Choice, Now


def answers_of(game: Game[Any], position: Position[Any], decision: Decision, key: str) -> tuple[str, ...] | None:
    """Return the single answers in an option, without forced ones, or None if the option is no longer offered."""
    play = Play(game, copy_position(game, position))
    given, forced = list[str](), list[tuple[Seat, str]]()
    for single in single_keys(key):
        asked = play.decision_of(decision.seat)
        if asked is not None and any(option.key == single for option in asked.options):
            forced = play.take_keys(decision.seat, single).forced
            given.append(single)
        elif (decision.seat, single) in forced:
            forced.remove((decision.seat, single))
        else:
            return None
    return tuple(given)


class RowResult(NamedTuple):
    """The outcome of options picked together."""

    given: tuple[str, ...]
    """The options that were carried out."""
    left: tuple[str, ...]
    """The options that were not carried out."""
    answers: tuple[str, ...]
    play: Play[Any]
    asked: Decision | None
    """The next question."""
    revealed: bool
    """True if something was revealed on the way. Then nobody could know whether the rest is possible."""


def give_in_a_row(game: Game[Any], position: Position[Any], decision: Decision, keys: Sequence[str]) -> RowResult:
    """Carry out these options on a copy, one by one. Stop when the question doesn't return or lacks the next option."""
    play, seat = Play(game, copy_position(game, position)), decision.seat
    answers, count, revealed = list[str](), 0, False
    for key in keys:
        single = answers_to_next(play, decision, key)
        if single is None:
            while automatic := automatic_answer(play, seat):
                revealed |= play.take_keys(seat, *automatic).revealed
            break
        answers += single
        count += 1
        for each in single:
            revealed |= play.take_keys(seat, each).revealed
    asked = play.decision_of(seat)
    return RowResult(tuple(keys[:count]), tuple(keys[count:]), tuple(answers), play, asked, revealed)


def answers_to_next(play: Play[Any], decision: Decision, key: str) -> tuple[str, ...] | None:
    """Return the answers that pick this option, automatic ones first, or None if the option is no longer offered."""
    ahead, before = play, list[str]()
    while (asked := ahead.decision_of(decision.seat)) is not None:
        if asked.rule == decision.rule:
            found = answers_of(ahead.game, ahead.position, asked, key)
            return None if found is None else (*before, *found)
        keys = automatic_answer(ahead, decision.seat)
        if len(keys) != 1:
            break
        ahead = Play(play.game, copy_position(play.game, ahead.position))
        ahead.take_keys(decision.seat, keys[0])
        before += keys
    return None


class Lookahead:
    def __init__(self, game: Game[Any], position: Position[Any], seat: Seat, decision: Decision) -> None:
        self._game = game
        self._seat = seat
        self._position = copy_position(game, position)
        self.decision: Decision | None = decision

    def take(self, keys: tuple[str, ...]) -> None:
        """Answer `decision`, then replace it with the seat's next decision (which may be forced) or None."""
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
