"""Compare the bot's answers and messages with its own log."""

import re
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from sandbox.records import LOADING, Message
from sandbox.simulation.log import open_read_only
from sandbox.simulation.notes import Life, Notes, Press, up_ms
from sandbox.simulation.visitor import CONSENTS, read_control
from sandbox.witness import Shown

BOARD_S = 30.0
"""A board is missing if the bot was connected for this many seconds without showing it. Busy machines are slow."""
ANSWER_S = 30.0
CONTROL, DISABLED = '"custom_id"', '"disabled":true'
SHA256 = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
QUESTION = re.compile(r"k1:(?P<table>\d+):(?P<epoch>\d+):(?P<seat>-?\d+):(?P<decision>-?\d+):")
"""Matches the question in a control's id. The epoch grows by at least one with each undo."""
NEVER = 1 << 62
RESUME = "resume"
AGREEMENTS = frozenset({"agree", RESUME})
NOBODY = -1


@dataclass(slots=True)
class Verdict:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unposted: list[str] = field(default_factory=list)


Row = tuple[int, int, int, str]
"""The table, number, part and kind of a log entry."""


def _is_once(found: list[Row]) -> bool:
    """Return whether these entries form one action: all at one table, numbered without gaps, with parts 0, 1, 2…"""
    table, first, *_ = found[0]
    return [row[:3] for row in found] == [(table, first + place, place) for place in range(len(found))]


class _Questions:
    """The times of all answers and undos that are in the log, and the proposals that are still open."""

    def __init__(self, log: sqlite3.Connection) -> None:
        self._undone: dict[int, list[int]] = defaultdict(list)
        self._answered: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
        """By table and question: the seat that answered, and when the answer was given and undone."""
        gone: dict[tuple[int, int], int] = {}
        for table, number, kind, seat, at, stored in log.execute(
            "SELECT table_id, number, kind, seat, at, deed FROM entries "
            "WHERE kind IN ('Answered', 'Retracted') AND deed IS NOT NULL ORDER BY table_id, number DESC"
        ):
            action = msgspec.msgpack.decode(stored)
            if kind == "Retracted":
                self._undone[table].append(at)
                gone.update(((table, each), at) for each in action["numbers"])
            else:
                self._answered[table, action["decision"]].append((seat, at, gone.get((table, number), NEVER)))
        stored = log.execute("SELECT proposal FROM tables WHERE proposal IS NOT NULL")
        self._proposals = {msgspec.msgpack.decode(proposal).get("id", 0) for (proposal,) in stored}

    def were_over(self, press: Press) -> bool:
        """Return whether the pressed control was out of date when the bot answered."""
        question = QUESTION.match(press.control)
        if question is None:
            return False
        table, epoch, seat, decision = map(int, question.groups())
        if sum(at <= press.answered_ms for at in self._undone[table]) > epoch:
            return True
        if read_control(press.control)[1] in CONSENTS:
            return decision not in self._proposals
        answers = self._answered[table, decision]
        return any(at <= press.answered_ms < until and seat in (NOBODY, by) for by, at, until in answers)


def _agrees(press: Press) -> bool:
    """Return whether a press agrees, for example to a pause. The table's epoch may grow with it."""
    return read_control(press.control)[1] in AGREEMENTS


def _is_of_one_board(press: Press, other: Press) -> bool:
    """Return whether two presses were on boards of one table and epoch."""
    found, others = QUESTION.match(press.control), QUESTION.match(other.control)
    if found is None or others is None:
        return False
    return found.group("table", "epoch") == others.group("table", "epoch")


def compare(notes: Notes, database: Path) -> Verdict:
    """Find confirmed presses that the log lacks or has twice, refused presses that it has, and gaps in its numbers.

    A confirmed press may be missing from the log if it changed the table in another way, such as by a proposal. So may
    a press on an outdated board: the bot doesn't refuse someone who was just too late.
    """
    verdict = Verdict()
    entries: dict[int, list[Row]] = defaultdict(list)
    with closing(open_read_only(database)) as connection:
        questions = _Questions(connection)
        handled = {interaction for (interaction,) in connection.execute("SELECT interaction FROM handled")}
        for table, number, interaction, part, kind in connection.execute(
            "SELECT table_id, number, interaction, part, kind FROM entries ORDER BY table_id, number"
        ):
            entries[interaction].append((table, number, part, kind))
        for table, count, first, last in connection.execute(
            "SELECT table_id, count(*), min(number), max(number) FROM entries GROUP BY table_id"
        ):
            if (first, last) != (1, count):
                verdict.lost.append(f"table {table}: {count} entries numbered {first} to {last}")
    verdict.unposted += [f"table {table}: {count} posts still wait" for table, count in waiting_posts(database).items()]
    agreed = [press for press in notes.presses if press.interaction in handled and _agrees(press)]
    resumed = {press.control for press in agreed if read_control(press.control)[1] == RESUME}
    for press in notes.presses:
        found = entries.get(press.interaction, [])
        is_done = bool(found) or press.interaction in handled
        was_over = (
            press.control in resumed
            or questions.were_over(press)
            or any(_is_of_one_board(press, other) and other.answered_ms <= press.answered_ms for other in agreed)
        )
        if press.fate == "confirmed" and not is_done and not was_over:
            verdict.lost.append(f"interaction {press.interaction} was confirmed but is not in the log: {press.what}")
        if press.fate in ("refused", "asked") and found:
            verdict.doubled.append(f"interaction {press.interaction} was {press.fate} but is in the log: {press.what}")
        if found and not _is_once(found):
            verdict.doubled.append(f"interaction {press.interaction} is in the log at {found}")
    return verdict


def waiting_posts(database: Path) -> dict[int, int]:
    with closing(open_read_only(database)) as connection:
        return dict(connection.execute("SELECT table_id, count(*) FROM posts GROUP BY table_id"))


def missing_boards(database: Path, shown: Sequence[Shown], lives: Sequence[Life]) -> list[str]:
    """Return a line for each change that no board showed within `BOARD_S` seconds of connected time."""
    boards = _boards(shown)
    missing: list[str] = []
    with closing(open_read_only(database)) as connection:
        happened = connection.execute(
            "SELECT t.id, t.channel, max(e.number), max(e.at) FROM entries e JOIN tables t ON t.id = e.table_id "
            "WHERE e.kind <> 'Ordered' GROUP BY t.id, coalesce(e.interaction, -e.number) ORDER BY t.id, max(e.number)"
        )
        for table, channel, number, at_ms in happened:
            shown_at = boards.get(channel, [])
            place = bisect_left(shown_at, at_ms)
            late_ms = None if place == len(shown_at) else up_ms(lives, at_ms, shown_at[place])
            if late_ms is None or late_ms > BOARD_S * 1000:
                since = "to the end" if late_ms is None else f"for {late_ms / 1000:.1f} s"
                missing.append(f"table {table}: no board showed entry {number} {since}")
    return missing


def _boards(shown: Sequence[Shown]) -> dict[int, list[int]]:
    """Return the times at which each channel's newest message had enabled controls. A press disables the old board."""
    newest: dict[int, int] = {}
    boards: dict[int, list[int]] = defaultdict(list)
    for state in shown:
        if state.reader is None and state.id >= newest.get(state.channel, 0):
            newest[state.channel] = state.id
            if CONTROL in state.text and DISABLED not in state.text:
                boards[state.channel].append(state.at_ms)
    return boards


def wrong_commitments(database: Path, shown: Sequence[Shown]) -> list[str]:
    """Return a line for each table with a missing or wrong commitment, or without its seed although it has ended."""
    wrong: list[str] = []
    with closing(open_read_only(database)) as connection:
        started = connection.execute(
            "SELECT t.id, t.channel, t.status, e.deed FROM tables t JOIN entries e ON e.table_id = t.id "
            "WHERE e.kind = 'Started' ORDER BY t.id"
        )
        for table, channel, status, action in started:
            seed: bytes = msgspec.msgpack.decode(action)["seed"]
            text = "\n".join(state.text for state in shown if state.reader is None and state.channel == channel)
            published = set(SHA256.findall(text))
            if published != {sha256(seed).hexdigest()}:
                wrong.append(f"table {table}: its seed doesn't match the commitments {sorted(published)}")
            if status == "over" and seed.hex() not in text:
                wrong.append(f"table {table}: its seed was not shown at the end")
    return wrong


def unfinished_answers(shown: Sequence[Shown], messages: Iterable[Message], lives: Sequence[Life]) -> list[str]:
    """Return a line for each answer that still said "is thinking" when its bot had been connected for `ANSWER_S`."""
    thinking = {message.id for message in messages if message.flags & LOADING and not message.gone}
    begun = {state.id: state.at_ms for state in reversed(shown) if state.id in thinking}
    return [
        f"message {number} was never filled in"
        for number, at_ms in begun.items()
        if any(life.begun_ms <= at_ms and at_ms + ANSWER_S * 1000 <= life.ended_ms for life in lives)
    ]
