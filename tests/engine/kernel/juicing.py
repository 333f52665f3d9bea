"""Juicing, the toy game with asides: Orchard, but a seat may press juice from jars at any time in its turn.

JUICE-1: at any time in its turn a seat may empty one of its jars for JUICE_COINS coins. The fruit goes to the compost.
JUICE-2: it may not do so while preserving. JUICE-3: while trimming, it may do so only if the basket has one fruit too
many.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

from engine.kernel.decision import Decision, Fact, Message, Option, Seat, seat_name
from engine.kernel.game import Asides, Narration
from engine.kernel.steps import Choice, Now, Step
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import KINDS, ORCHARD, ROUNDS, Orchard, Preserve, TrimBasket, Turn

JUICE_COINS = 3

MAY_JUICE: dict[type[Step[Any]], bool] = {Turn: True, TrimBasket: True, Preserve: False}
"""The questions of a seat's turn, and whether the seat may press juice during each. JUICE-1, JUICE-2"""


class JuicePressed(Fact, frozen=True):
    """A seat emptied a jar. Everyone sees it."""

    seat: Seat
    fruit: str


class JuicingAsides(Asides[Orchard]):
    """JUICE-1"""

    def offer(self, state: Orchard, question: Choice[Orchard], decision: Decision) -> Sequence[Option]:
        if not MAY_JUICE.get(type(question), False):
            return ()
        jars = state.jars[decision.seat]
        return [
            Option(f"juice:{kind}", Message("orchard.action.sell", {"fruit": Message(f"orchard.fruit.{kind}")}))
            for kind in KINDS
            if kind in jars
        ]

    def take(self, state: Orchard, now: Now[Orchard], seat: Seat, key: str) -> None:
        fruit = key.removeprefix("juice:")
        state.jars[seat].remove(fruit)
        state.compost.append(fruit)
        state.coins[seat] += JUICE_COINS
        now.emit(JuicePressed(seat, fruit))


def _describe(narration: Narration[Orchard], fact: Fact) -> Message | None:
    if isinstance(fact, JuicePressed):
        return Message("orchard.told.PairSold", {"seat": seat_name(fact.seat), "fruit": fact.fruit})
    return ORCHARD.narration.describe(fact)


JUICING = dataclasses.replace(
    ORCHARD,
    rules=with_part(ORCHARD, "rules", key="juicing", facts=(*ORCHARD.rules.facts, JuicePressed)).rules,
    asides=JuicingAsides(),
    narration=with_part(ORCHARD, "narration", describe=_describe).narration,
    proof=with_part(ORCHARD, "proof", longest_answers=2 * ROUNDS * 4 * 5).proof,
)
"""The toy game with asides."""
