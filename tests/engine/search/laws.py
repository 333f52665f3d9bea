"""The second half of law K9: a seat's answer doesn't depend on anything the seat may not know."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.kernel.codec import encode
from engine.kernel.decision import Seat
from engine.kernel.play import Play, Position, world_of
from engine.kernel.policy import Level
from engine.kernel.proof.secrecy import indistinguishable, indistinguishable_pairs
from engine.kernel.proof.trial import Case, break_law
from engine.search.thinking import think


def check_thoughts(case: Case, level: Level) -> None:
    """Check that a seat thinks the same in all games that it can't tell apart, given the same secret. K9"""
    for decision in case.pending:
        seat, secret = decision.seat, case.chance.token("secret")
        known: dict[bytes, bytes] = {}  # Many pairs contain the same position.
        for positions in _alike(case, seat):
            stored = [encode(position) for position in positions]
            for each, position in zip(stored, positions, strict=True):
                if each not in known:
                    known[each] = msgspec.json.encode(think(case.game, position, seat, level, secret))
            thoughts = [known[each] for each in stored]
            if any(thought != thoughts[0] for thought in thoughts):
                break_law("K9", f"what is answered for seat {seat} hangs on what it cannot know: {thoughts}")


def _alike(case: Case, seat: Seat) -> Iterator[tuple[Position[Any], ...]]:
    """Yield groups of positions that `seat` can't tell apart.

    One group has a redealt position, like those that thinking processes get.
    """
    position = case.position
    yield position, indistinguishable(case, seat), world_of(case.game, position, seat, case.chance)
    for one, other in indistinguishable_pairs(case, seat):
        if Play(case.game, one).decision_of(seat) is not None:
            yield one, other
