"""What people chose for themselves, at hand without waiting."""

from msgspec.structs import replace

from sessions.at_hand import Changes
from sessions.records import Person
from sessions.store import Store


class People:
    """Everyone's choices; few enough to be kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Person] = {}
        self._changes = Changes()

    async def load(self) -> None:
        """Read all known people from the store."""
        people = await self._changes.all_seen_by(self._store.people)
        self._known = {person.user: person for person in people}

    def get(self, user: int) -> Person:
        """What this user chose; the defaults for someone unknown."""
        return self._known.get(user) or Person(user)

    def wants_hand(self, user: int) -> bool:
        """Whether their hand is to be sent as a direct message."""
        person = self._known.get(user)
        return person is not None and person.hand_by_dm and not person.dm_closed

    async def speak(self, user: int, language: str | None) -> Person:
        """Choose a language; None goes back to the client's."""
        return await self._keep(replace(self.get(user), language=language))

    async def send_hand(self, user: int, hand_by_dm: bool) -> Person:
        """Choose whether to get the hand as a direct message; asking for it opens closed messages for a new try."""
        person = self.get(user)
        return await self._keep(replace(person, hand_by_dm=hand_by_dm, dm_closed=person.dm_closed and not hand_by_dm))

    async def leave_ladder(self, user: int, off_ladder: bool) -> Person:
        """Choose whether others are shown one's results."""
        return await self._keep(replace(self.get(user), off_ladder=off_ladder))

    async def close_dm(self, user: int) -> Person:
        """Discord refused a direct message to this user."""
        return await self._keep(replace(self.get(user), dm_closed=True))

    async def _keep(self, person: Person) -> Person:
        if person != self.get(person.user) or person.user not in self._known:
            await self._store.keep_person(person)
            self._known[person.user] = person
            self._changes.note()
        return person
