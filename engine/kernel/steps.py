"""The steps of a game's agenda: what happens by itself, what follows, and what is asked."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Seat

S = TypeVar("S")


class Now(Generic[S]):
    """What a step may do besides changing the state: ask for chance, say what must follow, tell what happened."""

    __slots__ = ("_agenda", "_chance", "facts", "forced", "revealed", "turn_passed")

    def __init__(self, agenda: "list[Step[Any]]", chance: Chance) -> None:
        self._agenda = agenda
        self._chance = chance
        self.facts: list[Fact] = []
        self.forced: list[tuple[Seat, str]] = []
        """The answers that seats gave unasked, as no other was possible."""
        self.revealed = False
        self.turn_passed = False
        """Whether a turn has begun meanwhile: one of `Narration.turns` happened."""

    def then(self, *steps: "Step[Any]") -> None:
        """These steps follow, the first named first, before anything already on the agenda."""
        self._agenda.extend(reversed(steps))

    @property
    def upcoming(self) -> "Sequence[Step[Any]]":
        """Everything that is still on the agenda. The next step is the last item."""
        return self._agenda

    def abandon(self) -> None:
        """Everything still on the agenda falls away, as when the game ends at once."""
        self._agenda.clear()

    def emit(self, fact: Fact) -> None:
        """Record a fact: something that has just happened."""
        self.facts.append(fact)

    def reveal(self) -> None:
        """Something hidden has been seen: undo stops here. Draws do this by themselves."""
        self.revealed = True

    def roll(self, name: str, dice: int, sides: int = 6) -> list[int]:
        """Roll `dice` dice, each giving 0 to `sides` - 1."""
        self.revealed = True
        return self._chance.roll(name, dice, sides)

    def below(self, name: str, bound: int) -> int:
        """A random number from 0 to `bound` - 1."""
        self.revealed = True
        return self._chance.below(name, bound)

    def shuffle(self, name: str, items: list[Any]) -> None:
        """Shuffle `items` in place, by the named draw."""
        self.revealed = True
        self._chance.shuffle(name, items)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True):
    """Something still to happen: small, frozen, plain data. Derive one of those below."""


class Happening(Step[S], Generic[S], frozen=True):
    """A step that happens by itself."""

    def happen(self, state: S, now: Now[S]) -> None:
        """Change `state` in place. The step has already left the agenda."""
        raise NotImplementedError


class Consequence(Step[S], Generic[S], frozen=True):
    """A step that happens by itself, and of which the game says what happens: `Game.consequences`.

    For what is brought about from below the module that knows what it means, as a gain that has an effect of its own.
    """


class Choice(Step[S], Generic[S], frozen=True):
    """A step that asks. It leaves the agenda when it is answered or has nothing to ask.

    A step asked of several seats at once, or asked again, puts itself back with `now.then`.
    """

    allows_asides: ClassVar[bool] = False
    """Whether it is a question to one seat, which the game may let do something else first (`Asides`)."""
    certain: ClassVar[str] = ""
    """The rule of a question that one seat is asked and shown however things stand: its options are found when somebody
    looks at them. Empty where it hangs on how they stand."""

    def decisions(self, state: S) -> list[Decision]:
        """What is asked now, at most one decision a seat; empty when nothing is. Must not change `state`.

        A pending decision stays the same, whatever other seats answer meanwhile.
        """
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        """Change `state` in place as the legal `answer` says. The step has already left the agenda."""
        raise NotImplementedError
