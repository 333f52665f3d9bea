"""What people chose for themselves, at hand without waiting."""

from collections.abc import Callable

from msgspec.structs import replace

from sessions.kept.at_hand import Changes
from sessions.records.clock import DAY_MS
from sessions.records.person import Person
from sessions.store import PeopleStore

TRY_AGAIN_MS = 28 * DAY_MS
"""A refused direct message is tried again after this."""


class People:
    """Everyone's choices; few enough to be kept in memory. `clock` gives milliseconds since 1970, UTC."""

    def __init__(self, store: PeopleStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[int, Person] = {}
        self._changes = Changes()

    async def load(self) -> None:
        """Read all known people from the store."""
        people = await self._changes.all_seen_by(self._store.everyone)
        self._known = {person.user: person for person in people}

    def get(self, user: int) -> Person:
        """What this user chose; the defaults for someone unknown."""
        return self._known.get(user) or Person(user)

    def wants_hand(self, user: int) -> bool:
        """Whether their hand is to be sent as a direct message."""
        return self.get(user).hand_by_dm and not self.is_dm_closed(user)

    def is_dm_closed(self, user: int) -> bool:
        """Whether Discord refused a direct message to them within four weeks, and they have not asked for a new try."""
        closed_at = self.get(user).dm_closed_at
        return closed_at is not None and self._clock() - closed_at < TRY_AGAIN_MS

    async def speak(self, user: int, language: str | None) -> Person:
        """Choose a language; None goes back to the client's."""
        return await self._keep(replace(self.get(user), language=language))

    async def send_hand(self, user: int, hand_by_dm: bool) -> Person:
        """Choose whether to get the hand as a direct message."""
        return await self._keep(replace(self.get(user), hand_by_dm=hand_by_dm))

    async def leave_ladder(self, user: int, off_ladder: bool) -> Person:
        """Choose whether others are shown one's results."""
        return await self._keep(replace(self.get(user), off_ladder=off_ladder))

    async def close_dm(self, user: int) -> Person:
        """Discord refused a direct message to this user."""
        return await self._keep(replace(self.get(user), dm_closed_at=self._clock()))

    async def try_dm(self, user: int) -> None:
        """Let the next direct message to this user be tried: something was heard of them that may have opened them."""
        person = self.get(user)
        if person.dm_closed_at is not None:
            await self._keep(replace(person, dm_closed_at=None))

    async def _keep(self, person: Person) -> Person:
        if person != self.get(person.user) or person.user not in self._known:
            await self._store.keep_person(person)
            self._known[person.user] = person
            self._changes.note()
        return person
