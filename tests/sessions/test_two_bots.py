"""A second bot uses the same file, as if there were no lock. It doesn't hear of the first one's changes, but does no
harm."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.kernel.refusals import Refusal
from sessions.play.replaying import walk_log
from sessions.records.log import Answered, Moved
from tests.sessions.fixture import SessionFixture

CLICKS = 100
TABLES = 3


@pytest.fixture
async def rival(fixture: SessionFixture) -> AsyncIterator[SessionFixture]:
    made = await fixture.rival()
    yield made
    await made.close()


class Board(NamedTuple):
    """A question as somebody sees it on a board, with an answer."""

    table: int
    epoch: int
    decision: int
    user: int
    keys: tuple[str, ...]


class Clicks:
    """Random presses on new and old boards of both bots. A press reaches one bot or both."""

    def __init__(self, bots: tuple[SessionFixture, SessionFixture], random: Random) -> None:
        self.bots = bots
        self.random = random
        self.boards: list[Board] = []
        self.confirmed: dict[int, dict[int, int]] = defaultdict(dict)
        """For each table, the confirmed interactions and the questions that they answered."""
        self.answered: Counter[Board] = Counter()
        """The number of confirmed presses on each question, whatever the answer."""

    async def click(self, table: int) -> None:
        known = await self.random.choice(self.bots).sessions.by_id(table)
        if known.pending:
            decision = self.random.choice(known.pending)
            user, keys = known.table.sitters[decision.seat].user, self.bots[0].pick(decision)
            self.boards.append(Board(table, known.table.epoch, decision.id, user, keys))
        board = self.boards[-1] if self.random.random() < 0.7 else self.random.choice(self.boards)
        press = self.bots[0].press()
        presses = self.random.choice(((press,), (press, press), (press, self.bots[0].press())))
        await asyncio.gather(*(self._press(self.random.choice(self.bots), board, each) for each in presses))

    async def _press(self, bot: SessionFixture, board: Board, press: int) -> None:
        session = await bot.sessions.by_id(board.table)
        try:
            moved: Moved = await session.play.answer(
                board.user, board.keys, press, epoch=board.epoch, decision=board.decision
            )
        except Refusal:
            return
        assert moved.first <= moved.last
        if press not in self.confirmed[board.table]:
            self.answered[board._replace(keys=())] += 1
        self.confirmed[board.table][press] = board.decision


async def test_presses_at_two_bots_without_a_lock_count_once(
    fixture: SessionFixture,
    rival: SessionFixture,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    random = Random(request.config.getoption("--seed"))
    clicks, games = Clicks((fixture, rival), random), fixture.games["orchard"]
    channel = 0
    tables: list[int] = []
    for _ in range(CLICKS):
        live = [table for table in tables if (await fixture.sessions.by_id(table)).pending]
        while len(live) < TABLES:
            channel += 1
            live.append((await fixture.game(channel=channel)).table.id)
            tables.append(live[-1])
        await clicks.click(random.choice(live))

    for table in tables:
        entries: list[Any] = await fixture.store.log.entries(table, 1, 10**6)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        answered: dict[int, int] = {}
        for entry in entries:
            if isinstance(entry.action, Answered):
                answered.setdefault(entry.interaction, entry.action.decision)
        assert answered == clicks.confirmed[table]
        assert [entry for entry, _ in walk_log(games, entries)] == entries
    assert set(clicks.answered.values()) == {1}
    record_property("tries", CLICKS)
