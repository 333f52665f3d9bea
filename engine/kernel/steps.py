"""The steps of a game's agenda: what happens by itself, what follows from it, and what is asked."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Message, Option, Seat

S = TypeVar("S")


class Now(Generic[S]):
    """A step's tools besides the state: draw at random, schedule steps, and report facts."""

    __slots__ = ("_agenda", "_chance", "facts", "forced", "revealed", "turn_passed")

    def __init__(self, agenda: "list[Step[Any]]", chance: Chance) -> None:
        self._agenda = agenda
        self._chance = chance
        self.facts: list[Fact] = []
        self.forced: list[tuple[Seat, str]] = []
        """The answers that seats gave unasked, as no other was possible."""
        self.revealed = False
        self.turn_passed = False
        """True if a turn has begun meanwhile: one of `Narration.turns` happened."""

    def then(self, *steps: "Step[Any]") -> None:
        """Put these steps on top of the agenda, the first named first."""
        self._agenda.extend(reversed(steps))

    @property
    def upcoming(self) -> "Sequence[Step[Any]]":
        """Everything still on the agenda, the next step last."""
        return self._agenda

    def abandon(self) -> None:
        """Clear the agenda, as when the game ends early."""
        self._agenda.clear()

    def emit(self, fact: Fact) -> None:
        self.facts.append(fact)

    def reveal(self) -> None:
        """Note that a player has seen something hidden, so undo stops here. Draws do this by themselves."""
        self.revealed = True

    def roll(self, name: str, dice: int, sides: int = 6) -> list[int]:
        """Return `dice` numbers from 0 to `sides` - 1."""
        self.revealed = True
        return self._chance.roll(name, dice, sides)

    def below(self, name: str, bound: int) -> int:
        """Return a random number from 0 to `bound` - 1."""
        self.revealed = True
        return self._chance.below(name, bound)

    def shuffle(self, name: str, items: list[Any]) -> None:
        """Shuffle `items` in place."""
        self.revealed = True
        self._chance.shuffle(name, items)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True):
    """Something still to happen: small, frozen, plain data. Derive from one of the classes below."""


class Happening(Step[S], Generic[S], frozen=True):
    """A step that happens by itself."""

    def happen(self, state: S, now: Now[S]) -> None:
        """Change `state` in place. The step has already left the agenda."""
        raise NotImplementedError


class Consequence(Step[S], Generic[S], frozen=True):
    """A step that happens by itself and whose effect the game supplies in `Game.consequences`.

    Use it where a low-level module schedules something that only a higher one knows how to do.
    """


class Choice(Step[S], Generic[S], frozen=True):
    """A step that asks. It leaves the agenda when it is answered or has nothing to ask.

    A step that asks several seats together, or asks again, puts itself back with `now.then`.
    """

    allows_asides: ClassVar[bool] = False
    """True if it asks one seat, which the game may let act first. See `Asides`."""
    certain: ClassVar[str] = ""
    """The rule of a question that is asked and shown in every state, to one seat; "" if that depends on the state. The
    options of such a question are worked out only when they are needed.
    """

    def decisions(self, state: S) -> list[Decision]:
        """Return what is asked now, at most one decision per seat. Must not change `state`.

        A pending decision stays the same whatever other seats answer meanwhile.
        """
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        """Change `state` in place as the legal `answer` says. The step has already left the agenda."""
        raise NotImplementedError


class SeatChoice(Choice[S], Generic[S], frozen=True):
    """The usual choice: one question to one seat under one rule.

    Subclasses provide the options, the prompt, and in `take` what follows from one option.
    """

    seat: Seat
    allows_asides: ClassVar[bool] = True
    rule: ClassVar[str] = ""
    hidden: ClassVar[bool] = False
    """True if the options depend on what only the seat knows. Then it is asked in private, and even about one option.
    """

    def options(self, state: S) -> list[Option]:
        """Return every legal option, or [] if there is nothing to ask."""
        raise NotImplementedError

    def prompt(self, state: S) -> Message:
        """Return the question in words."""
        raise NotImplementedError

    def limits(self, state: S) -> tuple[int, int]:
        """Return the fewest and the most options that make an answer."""
        return 1, 1

    def take(self, state: S, now: Now[S], key: str) -> None:
        """Change `state` in place as the option `key` says. Override `apply` if an answer has several options."""
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        self.take(state, now, answer.keys[0])

    def decisions(self, state: S) -> list[Decision]:
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
