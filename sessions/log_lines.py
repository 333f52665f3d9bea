"""The line of the log for each kind of entry, as somebody heard it."""

from collections.abc import Mapping

from engine.kernel.decision import Fact, Seat
from sessions.records import (
    Answered,
    Conceded,
    Ended,
    Entry,
    LogLine,
    Ordered,
    Reseated,
    Retracted,
    Started,
    Upgraded,
)


def line_of(entry: Entry, heard: tuple[Fact, ...], gone: Mapping[int, Entry]) -> LogLine | None:
    """The line of `entry` with the facts that were heard of it; None for a standing order.

    `gone` are the entries that were taken back by it, by number; the line says whose answers they were if one seat gave
    them all.
    """
    match entry.action:
        case Ordered():
            return None
        case Started():
            return LogLine(entry.number, "started", None, heard)
        case Answered():
            return LogLine(entry.number, "answered", entry.seat, heard)
        case Retracted(numbers):
            answers = _answers(numbers, gone)
            return LogLine(entry.number, "retracted", _one_seat(answers), numbers=tuple(answers))
        case Conceded(_, opened_by):
            return LogLine(entry.number, "conceded", entry.seat, user=opened_by)
        case Reseated():
            return LogLine(entry.number, "reseated", entry.seat)
        case Upgraded(old, new):
            return LogLine(entry.number, "upgraded", entry.seat, versions=(old, new))
        case Ended(user, is_by_moderator):
            if is_by_moderator:
                return LogLine(entry.number, "moderated", None, user=user)
            return LogLine(entry.number, "agreed", entry.seat)


def _answers(numbers: tuple[int, ...], gone: Mapping[int, Entry]) -> dict[int, Entry]:
    """Those of the entries taken back that are no standing orders."""
    found = {number: gone[number] for number in numbers if number in gone}
    return {number: entry for number, entry in found.items() if not isinstance(entry.action, Ordered)}


def _one_seat(answers: Mapping[int, Entry]) -> Seat | None:
    """The seat that gave all of these answers; None where several did."""
    seats = {entry.seat for entry in answers.values()}
    return seats.pop() if len(seats) == 1 else None
