"""How much a person has to press in a turn, counted in games that programs play to the end.

A turn is what the rules call one: a die taken back in Dawn, six dice rolled in classic, one action in Minerva, each
with all that it asks of anybody. What is asked outside of turns (setup, drafts, income) is counted apart. An answer of
one option, of none or of all of them is one press: a button or a line of a list. Any other is a press an option.
"""

from collections import Counter
from typing import Any

import msgspec

from engine.kernel.decision import Decision, Seat
from engine.kernel.game import Game
from engine.kernel.joining import JOINT
from engine.kernel.offering import offered, unasked
from engine.kernel.record import Answered
from engine.simulate import Plan, simulation_of


class Pressed(msgspec.Struct):
    """What was pressed in games. `turns` counts turns; the other counts are by the id of the question.

    `answers` and `presses` are those of turns, `outside` the presses of everything else. `alone` counts the questions
    of turns that left a single answer.
    """

    turns: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    presses: Counter[str] = msgspec.field(default_factory=Counter)
    alone: Counter[str] = msgspec.field(default_factory=Counter)
    outside: Counter[str] = msgspec.field(default_factory=Counter)

    def count(
        self, game: Game[Any], decision: Decision, keys: tuple[str, ...], is_in_turn: bool, is_new: bool = True
    ) -> None:
        """Count the answer `keys` to `decision`; it is not `is_new` if the press before it stood for both."""
        question, presses = decision.prompt.id, presses_of(decision, keys) if is_new else 0
        if not is_in_turn:
            self.outside[question] += presses
            return
        self.answers[question] += is_new
        self.presses[question] += presses
        self.alone[question] += decision.is_forced
        rule, key = game.once_a_turn
        is_aside = bool(keys) and decision.is_aside(keys[0])
        self.turns += decision.rule == rule and not is_aside and (not key or keys == (key,))


def presses_of(decision: Decision, keys: tuple[str, ...]) -> int:
    """How many presses the answer `keys` to `decision` takes."""
    return 1 if len(keys) in (0, len(decision.options)) else len(keys)


def pressed(game: Game[Any], plan: Plan, number: int) -> Pressed:
    """Play game `number` of `plan` and count. Raises `UnplayableSettings`, `UnknownPolicy`."""
    simulation, found, presses = simulation_of(game, plan, number), Pressed(), Presses()
    play = simulation.play
    while play.pending:
        asked = {decision.seat: decision for decision in play.pending}
        shown = {seat: offered(game, play.position, decision) for seat, decision in asked.items()}
        is_in_turn = game.is_in_turn(play.position.state)
        simulation.turn()
        entry = simulation.entries[-1]
        assert isinstance(entry, Answered)
        is_new = presses.is_new(shown[entry.seat], entry.keys)
        found.count(game, asked[entry.seat], entry.keys, is_in_turn, is_new)
        while not presses.is_open and (keys := unasked(play, entry.seat)):
            simulation.give(entry.seat, keys)
    return found


class Presses:
    """Tells which answers are given with one press: those in a row that one option of a question stands for."""

    def __init__(self) -> None:
        self._seat: Seat | None = None
        self._begun = ""
        self._options: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether the last press stands for answers that are still to come."""
        return self._continues(self._begun)

    def is_new(self, shown: Decision, keys: tuple[str, ...]) -> bool:
        """Whether the answer `keys` takes a press of its own. `shown` is the question as its seat is shown it now."""
        if len(keys) == 1 and self._seat == shown.seat and self._begun:
            longer = f"{self._begun}{JOINT}{keys[0]}"
            if longer in self._options or self._continues(longer):
                self._begun = longer
                return False
        self._seat, self._options = shown.seat, frozenset(option.key for option in shown.options)
        self._begun = keys[0] if len(keys) == 1 else ""
        return True

    def _continues(self, begun: str) -> bool:
        return bool(begun) and any(key.startswith(begun + JOINT) for key in self._options)
