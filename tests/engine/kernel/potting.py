"""Potting, the toy game with fewer questions: Orchard, but a seat preserves one fruit at a time.

Preserving and the choice of fruit are one option. If all fruit are equal, the seat isn't asked which one.
"""

import dataclasses
from typing import ClassVar

from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Option
from engine.kernel.game import Join, Joins, Offering, Wording
from engine.kernel.steps import Choice, Now
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD, Orchard, Preserve, Turn


class PreserveOne(Preserve, frozen=True, tag="PreserveOne"):
    """One fruit goes into a jar."""

    def decisions(self, state: Orchard) -> list[Decision]:
        return [replace(decision, at_most=1) for decision in super().decisions(state)]


class PottingTurn(Turn, frozen=True, tag="PottingTurn"):
    """A turn in which one fruit can be preserved."""

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        if answer.keys == ("preserve",):
            now.then(PreserveOne(self.seat))
        else:
            super().apply(state, now, answer)


def pot(first: Option, second: Option) -> Wording:
    """Return the label of the second option. It names a fruit."""
    return Wording(second.label, first.label)


class PottingOffering(Offering[Orchard]):
    """Offers preserving and the choice of fruit in one question. Seats aren't asked if all their fruit is the same."""

    joins: ClassVar[Joins] = {("preserve", "PRESERVE-1"): Join(pot)}

    def answer_automatically(self, state: Orchard, question: Choice[Orchard], decision: Decision) -> tuple[str, ...]:
        if isinstance(question, PreserveOne) and len(set(state.baskets[question.seat])) == 1:
            return ("fruit:0",)
        return ()


POTTING = with_part(
    dataclasses.replace(ORCHARD, offering=PottingOffering()),
    "rules",
    key="potting",
    steps=(*ORCHARD.rules.steps, PreserveOne, PottingTurn),
)
"""The toy game with fewer questions."""


class PreserveLast(PreserveOne, frozen=True, tag="PreserveLast"):
    """One fruit goes into a jar. A seat with only one fruit isn't asked."""

    def decisions(self, state: Orchard) -> list[Decision]:
        return [replace(decision, shown=False) for decision in super().decisions(state)]


class LongTurn(PottingTurn, frozen=True, tag="LongTurn"):
    """A turn that continues until its seat passes."""

    def apply(self, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        if answer.keys != ("pass",):
            now.then(self)
        if answer.keys == ("preserve",):
            now.then(PreserveLast(self.seat))
        else:
            super().apply(state, now, answer)


class LongOffering(PottingOffering):
    """Several actions of a turn can be picked together."""

    repeats = frozenset({"TURN-1"})


LONG_POTTING = with_part(
    with_part(dataclasses.replace(POTTING, offering=LongOffering()), "statistics", once_a_turn=("TURN-1", "pass")),
    "rules",
    key="long potting",
    steps=(*POTTING.rules.steps, LongTurn, PreserveLast),
)
"""The toy game with several actions in a turn. They can be picked together."""
