"""The steps of a game's agenda: automatic steps, consequences and questions."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Argument, Decision, Fact, Message, Option, Seat

S = TypeVar("S")


class Now(Generic[S]):
    """The tools of a step: draw random numbers, schedule steps, and report facts."""

    __slots__ = ("_agenda", "_chance", "facts", "forced", "revealed", "turn_passed")

    def __init__(self, agenda: "list[Step[Any]]", chance: Chance) -> None:
        self._agenda = agenda
        self._chance = chance
        self.facts: list[Fact] = []
        self.forced: list[tuple[Seat, str]] = []
        """Answers that were given automatically for seats, because no other answer was possible."""
        self.revealed = False
        self.turn_passed = False
        """True if a step of `Narration.turns` was carried out."""

    def then(self, *steps: "Step[Any]") -> None:
        """Put these steps on top of the agenda. The first of them happens next."""
        self._agenda.extend(reversed(steps))

    @property
    def upcoming(self) -> "Sequence[Step[Any]]":
        return self._agenda

    def abandon(self) -> None:
        self._agenda.clear()

    def emit(self, fact: Fact) -> None:
        self.facts.append(fact)

    def reveal(self) -> None:
        """Note that a player has seen something hidden. Like a random draw, this prevents undo."""
        self.revealed = True

    def roll(self, name: str, dice: int, sides: int = 6) -> list[int]:
        self.revealed = True
        return self._chance.roll(name, dice, sides)

    def below(self, name: str, bound: int) -> int:
        self.revealed = True
        return self._chance.below(name, bound)

    def shuffle(self, name: str, items: list[Any]) -> None:
        self.revealed = True
        self._chance.shuffle(name, items)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True, gc=False):
    """A future event on the agenda: small, frozen, plain data."""

    is_happening: ClassVar[bool] = False
    """True for a `Happening`. Reading this is twenty times as fast as `isinstance` with a base class of structs."""
    is_choice: ClassVar[bool] = False
    """True for a `Choice`."""


class Happening(Step[S], Generic[S], frozen=True):
    """An automatic step."""

    is_happening: ClassVar[bool] = True

    def happen(self, state: S, now: Now[S]) -> None:
        """Change `state` in place. The step has already left the agenda."""
        raise NotImplementedError


class SeatHappening(Happening[S], Generic[S], frozen=True):
    seat: Seat


class Consequence(Step[S], Generic[S], frozen=True):
    """A step whose effect is in `Game.consequences`, because only a higher module can carry it out."""


class Choice(Step[S], Generic[S], frozen=True):
    """A question that is on the agenda until it is answered or has nothing to ask. `now.then` asks it again."""

    is_choice: ClassVar[bool] = True

    allows_asides: ClassVar[bool] = False
    """True if the question goes to one seat, which may take asides first. See `Asides`."""
    certain: ClassVar[str] = ""
    """The rule's id if the question always goes to one seat, else "". It is known before the options are computed."""

    def decisions(self, state: S) -> list[Decision]:
        """Return the current decisions, at most one per seat. They don't depend on other seats' answers."""
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        """Carry out a legal answer by changing `state` in place."""
        raise NotImplementedError


class SeatChoice(Choice[S], Generic[S], frozen=True):
    """The most common choice: one question to one seat under one rule."""

    seat: Seat
    allows_asides: ClassVar[bool] = True
    rule: ClassVar[str] = ""
    asks: ClassVar[str] = ""
    """The message id of the prompt."""
    hidden: ClassVar[bool] = False
    """True if options depend on the seat's secrets. The question is then private, and is asked even with one option."""

    def options(self, state: S) -> list[Option]:
        raise NotImplementedError

    def prompt(self, state: S) -> Message:
        return Message(self.asks, self.blanks(state))

    def blanks(self, state: S) -> dict[str, Argument]:
        return {}

    def limits(self, state: S) -> tuple[int, int]:
        """Return the minimum and the maximum number of options in an answer."""
        return 1, 1

    def take(self, state: S, now: Now[S], key: str) -> None:
        """Carry out an option. Override `apply` for answers with several options."""
        raise NotImplementedError

    def apply(self, state: S, now: Now[S], answer: Answer) -> None:
        self.take(state, now, answer.keys[0])

    def decisions(self, state: S) -> list[Decision]:
        options = self.options(state)
        if not options:
            return []
        least, most = self.limits(state)
        return [
            Decision(self.seat, self.rule, self.prompt(state), tuple(options), least, most, self.hidden, self.hidden)
        ]
