"""The usual choice: one question to one seat under one rule."""

from typing import ClassVar, Generic, TypeVar

from engine.kernel.decision import Decision, Message, Option, Seat
from engine.kernel.game import Choice

S = TypeVar("S")


class Question(Choice[S], Generic[S], frozen=True):
    """A choice asked of `seat` alone; subclasses say what the options are and, in `chosen`, what follows from one.

    What a game lets a seat do beside whatever it is asked (an extra action, a sale) is added in `alongside`.
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
        """The question."""
        raise NotImplementedError

    def limits(self, state: S) -> tuple[int, int]:
        """How many options make an answer."""
        return 1, 1

    def alongside(self, state: S, options: list[Option]) -> list[Option]:
        """What may be done beside the answer, where `options` are to choose from."""
        return []

    def decisions(self, state: S) -> list[Decision]:
        """The question, with what may be done beside it."""
        options = self.options(state)
        if not options:
            return []
        least, most = self.limits(state)
        options = [*options, *self.alongside(state, options)]
        hidden = self.hidden
        return [
            Decision(
                self.seat, self.rule, self.prompt(state), tuple(options), least, most, private=hidden, shown=hidden
            )
        ]
