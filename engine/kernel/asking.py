"""The usual choice: one question to one seat under one rule."""

from typing import ClassVar, Generic, TypeVar

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.steps import Choice, Now

S = TypeVar("S")


class SeatChoice(Choice[S], Generic[S], frozen=True):
    """A choice asked of `seat` alone; subclasses say what the options are and, in `take`, what follows from one.

    What may be done beside whatever is asked (an extra action, a sale) is the game's to say: `Asides`.
    """

    seat: Seat
    allows_asides: ClassVar[bool] = True
    rule: ClassVar[str] = ""
    hidden: ClassVar[bool] = False
    """The options hang on what only the seat knows: asked in private, and asked even where one option is left."""

    def options(self, state: S) -> list[Option]:
        """All that is legal; none where there is nothing to ask."""
        raise NotImplementedError

    def prompt(self, state: S) -> Message:
        """The question in words, for the seat it is put to."""
        raise NotImplementedError

    def limits(self, state: S) -> tuple[int, int]:
        """How many options make an answer."""
        return 1, 1

    def take(self, state: S, now: Now[S], key: str) -> None:
        """Change `state` in place as the option `key` says. Where several make an answer, `apply` does so instead."""
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        """What follows from the one option chosen."""
        self.take(state, now, answer.keys[0])

    def decisions(self, state: S) -> list[Decision]:
        """The question as a decision of its seat; no decision where there is no option."""
        options = self.options(state)
        if not options:
            return []
        least, most = self.limits(state)
        hidden = self.hidden
        return [
            Decision(
                self.seat, self.rule, self.prompt(state), tuple(options), least, most, private=hidden, shown=hidden
            )
        ]
