"""The lines of the log. Facts that belong together are grouped first, and each group is worded once."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from engine.kernel.decision import Argument, Fact, Message, seat_name
from engine.kernel.lines import Line, replace_blanks
from engine.minos_classic.content.words import count_faces, place
from engine.minos_classic.seen.log_lines import describe
from engine.minos_classic.state import facts as f


class GroupedFacts(NamedTuple):
    """A line of the log: one fact, consecutive moves of a piece, or a new colony with its guard. The abridged log also
    joins all rolls of a turn, the attack with the attacker's rolls, and the defender's rolls with the result."""

    facts: tuple[Fact, ...]

    @property
    def message(self) -> Message:
        line = describe(self.facts[0])
        assert line is not None, self.facts
        if len(self.facts) == 1:
            return line
        match self.facts[0], self.facts[-1]:
            case f.DiceRolled() as first, f.DiceRolled() as last:
                dice: dict[str, Argument] = {"first": count_faces(first.dice), "dice": count_faces(last.dice)}
                blanks = {"seat": seat_name(first.seat), "count": len(self.facts) - 1, **dice}
                return Message("minos_classic.log.rolled_to", blanks)
            case f.BattleBegan() | f.FightDiceRolled(), _:
                return self._fight(line)
            case f.PieceMoved(), _:
                moves = [fact for fact in self.facts if isinstance(fact, f.PieceMoved)]
                places = (place(move.target) for move in moves)
                way = reduce(lambda before, to: Message("minos_classic.log.via", {"place": before, "next": to}), places)
                return replace_blanks(line, target=way, count=sum(move.points for move in moves))
        return Message("minos_classic.log.founded_guarded", line.blanks)

    def _fight(self, line: Message) -> Message:
        """Describe the first and the last roll of one side, after the attack or before the result."""
        first, *others = [fact for fact in self.facts if isinstance(fact, f.FightDiceRolled)]
        last = others[-1] if others else first
        blanks: dict[str, Argument] = {"dice": count_faces(last.dice), "value": last.value}
        if others:
            blanks |= {"first": count_faces(first.dice), "before": first.value, "count": len(others)}
        if isinstance(self.facts[0], f.BattleBegan):
            return Message(
                "minos_classic.log.attack_to" if others else "minos_classic.log.attack", {"line": line, **blanks}
            )
        if others:
            line = Message("minos_classic.log.fight_to", {"seat": seat_name(first.seat), **blanks})
        won = describe(self.facts[-1]) if isinstance(self.facts[-1], f.DuelWon) else None
        return Message("minos_classic.log.fought", {"line": line, "result": won}) if won else line

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

    def abridge(self, following: Line) -> "GroupedFacts | None":
        """Join lines as the log does. Also join the rolls of a turn, and each side's rolls in a duel."""
        if not isinstance(following, GroupedFacts):
            return None
        match self.facts[-1], following.facts[0]:
            case f.DiceRolled() as last, f.DiceRolled() as first:
                is_one = (last.seat, last.number + 1) == (first.seat, first.number)
            case f.BattleBegan() as last, f.FightDiceRolled() as first:
                is_one = first.is_attacker and last.attacker == first.seat
            case f.FightDiceRolled() as last, f.FightDiceRolled() as first:
                is_one = (last.seat, last.duel, last.is_attacker) == (first.seat, first.duel, first.is_attacker)
            case f.FightDiceRolled() as last, f.DuelWon():
                is_one = not last.is_attacker
            case _:
                return self.join(following)
        return GroupedFacts((*self.facts, *following.facts)) if is_one else None


def lines(heard: Sequence[Fact]) -> list[Line]:
    return [GroupedFacts((fact,)) for fact in heard if describe(fact) is not None]
