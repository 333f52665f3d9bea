"""Lines of the log, one for each entry as somebody heard it."""

from collections.abc import Mapping
from contextlib import suppress

from engine.kernel.codec import decode_facts
from engine.kernel.decision import Fact
from engine.kernel.refusals import UnreadablePosition
from sessions.play.timeline import AnyGame
from sessions.records.log import (
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


def facts_of(game: AnyGame, entry: Entry) -> tuple[Fact, ...]:
    """Return everything that happened by an entry; nothing if older rules wrote it and it cannot be read."""
    if isinstance(entry.action, Answered | Started):
        with suppress(UnreadablePosition):
            return decode_facts(game, entry.action.facts)
    return ()


def line_of(entry: Entry, heard: tuple[Fact, ...], gone: Mapping[int, Entry]) -> LogLine | None:
    """Return the line of `entry` with the facts that were heard of it; None for a standing order.

    `gone` are the entries that it takes back, by number. The facts are then those heard of them, the seat is theirs if
    it is the same one, and there is no line if all are standing orders.
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
            seats = tuple(dict.fromkeys(each.seat for each in answers.values() if each.seat is not None))
            seat = seats[0] if len(seats) == 1 else None
            taken = tuple(answers)
            return LogLine(entry.number, "retracted", seat, numbers=taken, seats=seats, undone=heard) if taken else None
        case Conceded(_, opened_by, plays, was_silent):
            return LogLine(entry.number, "conceded", entry.seat, user=opened_by, plays=plays, was_silent=was_silent)
        case Reseated():
            return LogLine(entry.number, "reseated", entry.seat)
        case Upgraded(old, new):
            return LogLine(entry.number, "upgraded", entry.seat, versions=(old, new))
        case Ended(user, is_by_moderator):
            if is_by_moderator:
                return LogLine(entry.number, "moderated", None, user=user)
            return LogLine(entry.number, "agreed", entry.seat)


def _answers(numbers: tuple[int, ...], gone: Mapping[int, Entry]) -> dict[int, Entry]:
    found = {number: gone[number] for number in numbers if number in gone}
    return {number: entry for number, entry in found.items() if not isinstance(entry.action, Ordered)}
