"""Which questions of a bot's log were answered when."""

import re
import sqlite3
from collections import defaultdict

import msgspec

from sandbox.simulation.notes import Press

QUESTION = re.compile(r"k1:(?P<table>\d+):(?P<epoch>\d+):(?P<seat>-?\d+):(?P<decision>-?\d+):")
"""The question that a control answers; its epoch counts at least how often something was taken back before."""
NEVER = 2**62
"""A moment after all others."""
NOBODY = -1
"""The seat of a control that anyone may use."""


class Answered:
    """When each question was answered, and when each table took something back, as the log has it."""

    def __init__(self, log: sqlite3.Connection) -> None:
        self._retracted: dict[int, list[int]] = defaultdict(list)
        self._answered: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
        """The seat of each answer, and from when until when it counts, by table and question."""
        gone: dict[tuple[int, int], int] = {}
        for table, number, kind, seat, at, stored in log.execute(
            "SELECT table_id, number, kind, seat, at, deed FROM entries "
            "WHERE kind IN ('Answered', 'Retracted') AND deed IS NOT NULL ORDER BY table_id, number DESC"
        ):
            action = msgspec.msgpack.decode(stored)
            if kind == "Retracted":
                self._retracted[table].append(at)
                gone.update(((table, each), at) for each in action["numbers"])
            else:
                until = gone.get((table, number), NEVER)
                self._answered[table, action["decision"]].append((seat, at, until))

    def before(self, press: Press) -> bool:
        """Whether a control was out of date when the press on it was answered."""
        question = QUESTION.match(press.control)
        if question is None:
            return False
        table, epoch, seat, decision = map(int, question.groups())
        if sum(at <= press.answered_ms for at in self._retracted[table]) > epoch:
            return True
        answers = self._answered[table, decision]
        return any(at <= press.answered_ms < until and seat in (NOBODY, by) for by, at, until in answers)
