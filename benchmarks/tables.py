"""Tables in a real database, for the benchmarks that need them."""

from pathlib import Path

from db.store import AnyStore, SqliteStore
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Quotas

GAME = "minos-classic"
"""The game to use if one stands for all."""
USERS = (11, 12, 13)
UNLIMITED = Quotas(per_user=10**9, per_guild=10**9)


class Tables:
    """A database with sessions on it. Random players press."""

    def __init__(self, store: AnyStore, most_loaded: int, offers_computers: bool = False) -> None:
        self.store = store
        self.sessions = Sessions(
            store, GAMES, quotas=UNLIMITED, most_loaded=most_loaded, offers_computers=offers_computers
        )
        self.chance = Chance(b"benchmark of tables", {})
        self.interactions = 0

    @classmethod
    async def open(cls, file: Path, most_loaded: int = 2000, offers_computers: bool = False) -> "Tables":
        """Lock, check, migrate and load the file, as the bot does before it is ready."""
        tables = cls(await SqliteStore.open(str(file)), most_loaded, offers_computers)
        await tables.sessions.load()
        return tables

    def interaction(self) -> int:
        self.interactions += 1
        return self.interactions

    async def start(self, channel: int, game: str = GAME) -> Session:
        session = await self.sessions.open(1, channel, USERS[0], "A", game, self.interaction())
        for user in USERS[1:]:
            await session.lobby.join(user, f"user {user}", self.interaction())
        await session.lobby.start(USERS[0], self.interaction())
        return session

    async def press(self, session: Session) -> None:
        """Give a random legal answer for the seat asked first. It is on disk on return."""
        if session.pending:
            decision = session.pending[0]
            keys = random_policy(lambda: None, decision, self.chance)
            user, epoch = session.table.sitters[decision.seat].user, session.table.epoch
            await session.play.answer(user, keys, self.interaction(), epoch=epoch, decision=decision.id)

    async def play_some(self, count: int, presses: int, game: str = GAME) -> None:
        """Start `count` tables, press at each of them, and close."""
        for channel in range(1, count + 1):
            session = await self.start(channel, game)
            for _ in range(presses):
                await self.press(session)
        await self.close()

    async def close(self) -> None:
        await self.sessions.stop(0)
        await self.store.close()
