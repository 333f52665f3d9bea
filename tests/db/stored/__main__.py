"""`python -m tests.db.stored FILE`: write a database with games of all titles at every number of seats.

For each title and number of seats there are a finished game and a running game with an undone answer. For each title
there are also a game that someone left, and a solo game for each level of the rival. All answers are random, from fixed
seeds.
"""

import asyncio
import contextlib
import hashlib
import lzma
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from db.store import SqliteStore
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from sessions.lobby.lobby import LobbyOptions
from sessions.refusals import NothingToUndo, UndoClosed
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Quotas

GUILD, FIRST_USER = 5, 1001


class Writer:
    """Plays tables into a database. The clock and the interaction ids count up."""

    def __init__(self, store: SqliteStore, first_press: int = 0, salt: str = "") -> None:
        """Create a writer. Another `salt` gives other seeds and answers."""
        self.count = first_press
        self.salt = salt
        self.sessions = Sessions(store, GAMES, clock=self.now, token_bytes=self.seed, quotas=Quotas(per_user=99))

    def now(self) -> int:
        return 1_700_000_000_000 + self.count * 1000

    def seed(self, length: int) -> bytes:
        return hashlib.sha256(f"stored {self.count}{self.salt}".encode()).digest()[:length]

    def press(self) -> int:
        self.count += 1
        return 10_000_000 + self.count

    async def table(self, game: str, seats: int, options: dict[str, Any] | None = None) -> Session:
        """Start a game in a new channel."""
        wanted = 1 if seats == 1 else None
        opened = await self.sessions.open(
            GUILD,
            100 + self.press(),
            FIRST_USER,
            "Player 1",
            game,
            self.press(),
            LobbyOptions(options or {}, seats_wanted=wanted),
        )
        for seat in range(1, seats):
            await opened.lobby.join(FIRST_USER + seat, f"Player {seat + 1}", self.press())
        await opened.lobby.start(FIRST_USER, self.press())
        return opened

    async def play(self, session: Session, answers: int = 100_000) -> None:
        """Give this many random answers, but stop if the game ends."""
        chance = Chance(self.seed(16), {})
        for _ in range(answers):
            if not session.pending:
                return
            decision = session.pending[0]
            user = session.table.sitters[decision.seat].user
            keys = random_policy(lambda: None, decision, chance)
            await session.play.answer(user, keys, self.press(), epoch=session.table.epoch, decision=decision.id)

    async def take_back(self, session: Session) -> bool:
        """Let someone undo an answer. Return whether that succeeded.

        Give more answers first if nobody may undo yet.
        """
        while session.pending:
            for sitter in (each for each in session.table.sitters if not each.has_left):
                with contextlib.suppress(NothingToUndo, UndoClosed):
                    await session.undo.take_back(sitter.user, self.press())
                    return True
            await self.play(session, 1)
        return False

    async def running(self, game: str, seats: int, answers: int) -> None:
        """Start a game, give this many answers and undo one. If the game ends earlier, keep it and start another."""
        is_running = False
        while not is_running:
            session = await self.table(game, seats)
            await self.play(session, answers)
            is_running = await self.take_back(session)


async def write(path: Path) -> None:
    """Create the database at `path` and fill it."""
    store = await SqliteStore.open(str(path))
    writer = Writer(store)
    await writer.sessions.load()
    for game in GAMES.values():
        for seats in game.rules.seats:
            finished = await writer.table(game.rules.key, seats)
            await writer.play(finished)
            await writer.running(game.rules.key, seats, finished.number // 3)
        left = await writer.table(game.rules.key, 3)
        await writer.play(left, 12)
        await left.leaving.concede(FIRST_USER + 1, writer.press())
    for level in ("easy", "normal", "hard"):
        alone = await writer.table("minos-dawn", 1, {"difficulty": level})
        await writer.play(alone, 60)
    await writer.sessions.stop(0.1)
    await store.close()


def pack(write: Callable[[Path], Coroutine[Any, Any, None]], target: Path) -> None:
    """Write a database and compress it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "knossos.db"
        asyncio.run(write(path))
        target.write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    pack(write, Path(sys.argv[1]))
