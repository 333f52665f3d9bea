"""What servers chose for the tables in them, at hand without waiting."""

from collections.abc import Set

from sessions.kept.at_hand import Changes
from sessions.records.person import Server
from sessions.store import PeopleStore, Quotas


class Servers:
    """Every server's choices; few enough to be kept in memory."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._known: dict[int, Server] = {}
        self._changes = Changes()

    async def load(self) -> None:
        """Read what all servers chose from the store."""
        servers = await self._changes.all_seen_by(self._store.servers)
        self._known = {server.guild: server for server in servers}

    def get(self, guild: int | None) -> Server:
        """What this server chose; nothing for one unknown, or where there is none."""
        return self._known.get(guild or 0) or Server(guild or 0)

    async def keep(self, server: Server) -> None:
        """Keep what those who manage a server chose."""
        await self._store.keep_server(server)
        self._known[server.guild] = server
        self._changes.note()

    @property
    def lost(self) -> Set[int]:
        """The servers that removed the bot."""
        return {server.guild for server in self._known.values() if server.lost_at is not None}

    def is_lost(self, guild: int | None) -> bool:
        """Whether this server removed the bot."""
        return self.get(guild).lost_at is not None

    def quotas(self, guild: int | None, host: Quotas) -> Quotas:
        """How many tables there may be in this server: as it chose, but never more than the host allows."""
        server = self.get(guild)
        return Quotas(host.per_user, min(host.per_guild, server.per_server or host.per_guild), server.per_person)
