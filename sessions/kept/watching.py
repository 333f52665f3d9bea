"""Who looks on at which table, at hand without waiting."""

from msgspec.structs import replace

from sessions.kept.at_hand import Changes
from sessions.records.person import Watcher
from sessions.store import PeopleStore


class Watchers:
    """Everyone who is told how a game goes that they do not have to play; few enough to be kept in memory."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._known: dict[int, dict[int, Watcher]] = {}
        self._changes = Changes()

    async def load(self) -> None:
        """Read all watchers of all tables from the store."""
        watchers = await self._changes.all_seen_by(self._store.watchers)
        self._known = {}
        for watcher in watchers:
            self._known.setdefault(watcher.table, {})[watcher.user] = watcher

    def of(self, table: int) -> tuple[int, ...]:
        """The users who watch this table."""
        return tuple(self._known.get(table, {}))

    def get(self, table: int, user: int) -> Watcher | None:
        """This user as a watcher of that table; None where they are none."""
        return self._known.get(table, {}).get(user)

    async def watch(self, table: int, user: int, told: int) -> None:
        """Begin to watch; the rounds up to `told` are known already."""
        await self._keep(Watcher(table, user, told))

    async def tell(self, watcher: Watcher, told: int) -> None:
        """Note that a watcher was told the end of the round `told`."""
        if self.get(watcher.table, watcher.user) is not None:
            await self._keep(replace(watcher, told=told))

    async def stop(self, table: int, user: int) -> None:
        """Stop watching a table for this person."""
        await self._store.forget_watcher(table, user)
        left = self._known.get(table, {})
        left.pop(user, None)
        if not left:
            self._known.pop(table, None)
        self._changes.note()

    async def _keep(self, watcher: Watcher) -> None:
        await self._store.keep_watcher(watcher)
        self._known.setdefault(watcher.table, {})[watcher.user] = watcher
        self._changes.note()
