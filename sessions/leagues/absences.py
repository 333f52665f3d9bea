"""Finds the players of a league's match who are missing at their table."""

from sessions.play.reader import TableReader
from sessions.records.log import Conceded, Reseated


async def find_absent(reader: TableReader) -> frozenset[int]:
    """Return the players who lost their seat through silence and didn't come back, or who have never answered although
    they are asked."""
    table, absent = reader.table, set[int]()
    for entry in await reader.log.seat_changes():
        if isinstance(entry.action, Conceded) and (entry.action.was_silent or entry.action.opened_by is not None):
            absent.add(entry.action.user)
        elif isinstance(entry.action, Reseated):
            absent.discard(entry.action.user)
    asked = {decision.seat for decision in reader.pending}
    answered = reader.timeline.position.answered if asked else []
    absent.update(each.user for each in table.people if each.seat in asked and not answered[each.seat])
    return frozenset(absent)
