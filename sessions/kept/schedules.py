"""When people have time for their tables, at hand without waiting."""

from collections.abc import Iterable

from sessions.kept.at_hand import Changes
from sessions.records.clock import Schedule
from sessions.store import PeopleStore


class Schedules:
    """Everyone's schedule; few enough to be kept in memory. Who has none has time always."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._known: dict[int, Schedule] = {}
        self._changes = Changes()

    async def load(self) -> None:
        """Read all schedules from the store."""
        schedules = await self._changes.all_seen_by(self._store.schedules)
        self._known = {schedule.user: schedule for schedule in schedules}

    def get(self, user: int) -> Schedule:
        """This user's schedule; the usual one for someone unknown."""
        return self._known.get(user) or Schedule(user)

    def adopt(self, schedules: Iterable[Schedule]) -> None:
        """Take over schedules that are on disk."""
        changed = {schedule.user: schedule for schedule in schedules}
        if changed:
            self._known |= changed
            self._changes.note()
