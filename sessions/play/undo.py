"""Undo by consent: beyond free undo (`FreeUndo.last_turn`), all remaining players must agree."""

from collections.abc import Iterable, Sequence

from engine.kernel.decision import Seat
from sessions.records.departures import is_against_programs
from sessions.records.log import Answered, Conceded, Entry, Ordered, Reseated, Retracted, Upgraded
from sessions.records.table import Proposal, Sitter, Table
from sessions.refusals import NothingToUndo, UndoClosed


def counting(entries: Iterable[Entry]) -> list[Entry]:
    """Return the answers and orders among `entries` that were not taken back."""
    kept: dict[int, Entry] = {}
    for entry in entries:
        if isinstance(entry.action, Answered | Ordered):
            kept[entry.number] = entry
        elif isinstance(entry.action, Retracted):
            for number in entry.action.numbers:
                kept.pop(number, None)
    return list(kept.values())


def last_answers_of(seat: Seat, entries: Sequence[Entry]) -> int:
    """Return the number of the first answer in this seat's latest interaction. Raises `NothingToUndo`, `UndoClosed`."""
    first: Entry | None = None
    for entry in reversed(counting(entries)):
        if not isinstance(entry.action, Answered) or entry.seat != seat or entry.action.by_autopilot:
            continue
        if first is not None and first.interaction != entry.interaction:
            break
        first = entry
    if first is None:
        raise NothingToUndo
    if any(
        entry.number > first.number and isinstance(entry.action, Conceded | Reseated | Upgraded) for entry in entries
    ):
        raise UndoClosed("seats")
    return first.number


def check_computers(table: Table, entries: Iterable[Entry], number: int) -> None:
    """Raise `UndoClosed` if an answer from `number` on has revealed something, and computer players take part or only
    one person still plays. Practice games allow such an undo."""
    if table.seating.practice or not (table.computers or is_against_programs(table)):
        return
    for entry in counting(entries):
        if entry.number >= number and isinstance(entry.action, Answered) and entry.action.revealed:
            raise UndoClosed("computers" if table.computers else "revealed")


def still_asked(table: Table, proposal: Proposal) -> tuple[Sitter, ...]:
    there = list(table.people)
    if proposal.kind == "open":
        there = [sitter for sitter in there if sitter.seat != proposal.number]
        if 2 * sum(sitter.seat in proposal.agreed for sitter in there) > len(there):
            return ()
    return tuple(sitter for sitter in there if sitter.seat not in proposal.agreed)


def last_seat_of(user: int, entries: Iterable[Entry]) -> Seat | None:
    """Return the last seat that this user left or took over, or None."""
    held = [
        entry.seat for entry in entries if isinstance(entry.action, Conceded | Reseated) and entry.action.user == user
    ]
    return held[-1] if held else None
