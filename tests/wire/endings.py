"""Finish games quickly: the session answers at random, without the wire."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.kernel.decision import Answer, Decision
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.play.timeline import Origin
from sessions.session import Session
from tests.senders import silence
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import Wired, WireTable, table_of, wired

OPTIONS = {
    ("minos-classic", 2): "round_limit=10 short_game=true first_seat=first",
    ("minos-classic", 3): "round_limit=10 first_seat=first",
    ("minerva", 2): "first_seat=first",
    ("minerva", 3): "first_seat=first",
}
MANY = 3000
"""Upper limit for the number of answers. No game here takes this many."""


@asynccontextmanager
async def bot_of_all_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with every game. Its pictures are dots, so that no test waits for them."""
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)
    async with wired(folder) as wired_bot:
        yield wired_bot


@asynccontextmanager
async def begun(wired_bot: Wired, game: str, seats: int, **options: Any) -> AsyncIterator[WireTable]:
    """A running game with that many people."""
    if (game, seats) in OPTIONS and "options" not in options:
        options["options"] = OPTIONS[game, seats]
    async with table_of(wired_bot, game, seats, **options) as evening:
        yield evening


async def play_out(evening: WireTable, seed: int = 1, before_end: Callable[[], None] = lambda: None) -> Session:
    """Answer at random until the game is over and its boards are posted. Call `before_end` before the last answer."""
    session, dice = await evening.session(), Random(seed)
    outbox = evening.wired_bot.parts.sessions.outbox
    sender = silence(outbox)
    assert sender is not None
    is_silent = True
    for _ in range(MANY):
        if not session.pending:
            break
        decision = session.pending[0]
        user = session.table.sitters[decision.seat].user
        count = dice.randint(decision.at_least, min(decision.at_most, len(decision.options)))
        keys = tuple(option.key for option in dice.sample(decision.options, count))
        if is_silent and _ends(session, decision, keys):
            is_silent = False
            outbox.start(sender)  # The lines and pings about the end are a separate message.
            await evening.wired_bot.quiet()
            before_end()
        await session.play.answer(user, keys, evening.sandbox.world.clock.fresh_id())
    else:
        raise AssertionError("the game does not end")
    outbox.start(sender)
    await evening.wired_bot.quiet()
    return session


def _ends(session: Session, decision: Decision, keys: tuple[str, ...]) -> bool:
    """Return whether that answer ends the game."""
    ahead = session.reader.timeline.fork()
    ahead.answer(Answer(decision.seat, decision.id, keys), Origin(0, 0))
    return ahead.position.is_over


async def the_end(evening: WireTable, seed: int = 1) -> Seen:
    """Play the game out. Return its last message."""
    await play_out(evening, seed)
    return await evening.board()


def pinged_names(people: list[Actor], message: Seen) -> list[str]:
    """Return the names of the people whom a message pinged."""
    return [person.name for person in people if person.id in message.record.pings]
