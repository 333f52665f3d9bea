"""Fixtures for testing sessions: a database, a clock, people, and random answers."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from db.postgresql.address import is_address
from db.store import SqliteStore, open_store
from engine.kernel.chance import Chance
from engine.kernel.codec import digest
from engine.kernel.decision import Decision
from engine.kernel.game import Programs
from engine.kernel.policy import random_policy
from sessions.lobby.lobby import LobbyOptions
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Quotas
from tests.databases import DATABASES
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD

ALICE, BOB, CAROL, DAVE = 1001, 1002, 1003, 1004
CHANNEL = 77
GUILD = 5


SOLITARY_ORCHARD = with_part(ORCHARD, "rules", seats=(1, 2, 3, 4))
"""The toy game for one to four players."""

EAGER = replace(
    ORCHARD, programs=Programs({"greedy": lambda look, decision, chance: (look() and decision.options[0].key,)})
)
"""The toy game with a standard policy that takes the first option.

If that isn't a legal answer, the autopilot answers.
"""


class SessionFixture:
    """Sessions over a database that can be closed and opened again."""

    def __init__(self, path: Path, game: Any = None) -> None:
        self.path = path
        self.games = {"orchard": game or ORCHARD}
        self.now = 1_700_000_000_000
        self.jumped = 0
        """Sum of all jumps of the host's clock since this process began, in ms."""
        self.interactions = 0
        self.chance = Chance(b"evening of tests", {})

    @classmethod
    async def begin(cls, path: Path, game: Any = None, **kwargs: Any) -> "SessionFixture":
        fixture = cls(path, game)
        await fixture.open(**kwargs)
        return fixture

    async def open(self, quotas: Quotas | None = None, most_loaded: int = 2000, offers_computers: bool = True) -> None:
        self.jumped = 0
        self.store = await open_store(DATABASES.url(self.path))
        self.sessions = Sessions(
            self.store,
            self.games,
            clock=lambda: self.now,
            unbroken=lambda: self.now - self.jumped,
            token_bytes=lambda count: bytes(range(count)),
            quotas=quotas,
            most_loaded=most_loaded,
            offers_computers=offers_computers,
        )
        await self.sessions.load()

    async def rival(self) -> "SessionFixture":
        """Return simulated sessions of another process that uses the same database."""
        rival = SessionFixture(self.path, self.games["orchard"])
        rival.interactions = 5000
        url = DATABASES.url(self.path)
        rival.store = await (open_store(url) if is_address(url) else SqliteStore.open(url, is_locked=False))
        # The machines of both processes have the same time.
        now = lambda: max(self.now, rival.now)  # noqa: E731
        rival.sessions = Sessions(rival.store, rival.games, clock=now, unbroken=now, token_bytes=bytes)
        await rival.sessions.load()
        return rival

    async def close(self) -> None:
        await self.sessions.stop(0.1)
        await self.store.close()

    async def kill(self) -> None:
        """Simulate a kill of the process, as closely as a test within one process can."""
        await self.store.close()

    async def restart(self) -> None:
        await self.kill()
        await self.open()

    @staticmethod
    def digest(position: Any) -> str:
        return digest(position)

    def press(self) -> int:
        """Return a new interaction id."""
        self.interactions += 1
        self.now += 1000
        return 10_000_000 + self.interactions

    async def lobby(self, *others: int, channel: int = CHANNEL, options: dict[str, Any] | None = None) -> Session:
        session = await self.sessions.open(
            GUILD, channel, ALICE, "Alice", "orchard", self.press(), LobbyOptions(options or {})
        )
        for user in others:
            await session.lobby.join(user, f"user {user}", self.press())
        return session

    async def game(self, *others: int, channel: int = CHANNEL, options: dict[str, Any] | None = None) -> Session:
        session = await self.lobby(*(others or (BOB,)), channel=channel, options=options)
        await session.lobby.start(ALICE, self.press())
        return session

    def user_asked(self, session: Session, place: int = 0) -> int:
        return session.table.sitters[session.pending[place].seat].user

    def pick(self, decision: Decision) -> tuple[str, ...]:
        return random_policy(lambda: None, decision, self.chance)

    async def step(self, session: Session, choose: Callable[[Decision], tuple[str, ...]] | None = None) -> Any:
        """Answer for the first seat with a pending question."""
        decision = session.pending[0]
        user = session.table.sitters[decision.seat].user
        keys = (choose or self.pick)(decision)
        return await session.play.answer(user, keys, self.press(), epoch=session.table.epoch, decision=decision.id)

    async def play(self, session: Session, answers: int = 10_000) -> None:
        for _ in range(answers):
            if not session.pending:
                return
            await self.step(session)


def can_undo(session: Session, user: int) -> bool:
    """Return whether this user may undo an answer without asking anyone."""
    seat = session.reader.seat_of(user)
    return seat is not None and session.table.status == "running" and bool(session.reader.timeline.undo.last_turn(seat))


async def is_repeated(session: Session, action: Awaitable[object]) -> bool:
    """Repeat an action. Return whether everything stayed the same."""
    before = session.table.revision, session.number
    await action
    return (session.table.revision, session.number) == before


def in_memory(sessions: Sessions, channels: Iterable[int]) -> int:
    """Return the number of these channels whose session is in memory."""
    return sum(sessions.at_hand(channel) is not None for channel in channels)
