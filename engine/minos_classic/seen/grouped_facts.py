"""The lines of the log. Facts that belong together are grouped first, and each group is worded once."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from engine.kernel.decision import Fact, Message
from engine.kernel.lines import Line, replace_blanks
from engine.minos_classic.content.words import place
from engine.minos_classic.seen.log_lines import describe
from engine.minos_classic.state import facts as f


class GroupedFacts(NamedTuple):
    """A line of the log: one fact, consecutive moves of a piece, or a new colony with its guard."""

    facts: tuple[Fact, ...]

    @property
    def message(self) -> Message:
        line = describe(self.facts[0])
        assert line is not None, self.facts
        if len(self.facts) == 1:
            return line
        moves = [fact for fact in self.facts if isinstance(fact, f.PieceMoved)]
        if not moves:
            return Message("minos_classic.log.founded_guarded", line.blanks)
        way = reduce(_via, (place(move.target) for move in moves))
        return replace_blanks(line, target=way, count=sum(move.points for move in moves))

    def join(self, following: Line) -> "GroupedFacts | None":
        if not isinstance(following, GroupedFacts):
            return None
        match self.facts[-1], following.facts[0]:
            case f.PieceMoved() as last, f.PieceMoved() as first:
                is_one = (last.seat, last.kind, last.target) == (first.seat, first.kind, first.origin)
            case f.BuildingPlaced(number=1) as last, f.GuardArrived() as first:
                is_one = (last.seat, last.site) == (first.seat, first.site)
            case _:
                return None
        return GroupedFacts((*self.facts, *following.facts)) if is_one else None


def lines(heard: Sequence[Fact]) -> list[Line]:
    return [GroupedFacts((fact,)) for fact in heard if describe(fact) is not None]


def _via(before: Message, target: Message) -> Message:
    return Message("minos_classic.log.via", {"place": before, "next": target})
