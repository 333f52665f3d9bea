"""A game continues despite faults of the computer players' process. Each turn of the game has one fault."""

import asyncio
import os
import resource
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from ai import thinker
from ai.client import REST_S
from ai.orders import Reply, read_order, to_bytes
from ai.worker import MOST_BYTES
from cogs.interactions.answering import REFUSED
from cogs.views.controls import UNDO
from engine.kernel.policy import Thought
from render.child import Child
from sessions.computers import computers
from sessions.lobby.lobby import LobbyOptions
from tests.wire.endings import bot_of_all_games
from tests.wire.evening import CHANNEL, Wired, WireTable, control
from tests.wire.test_computers import answer_once, answers, is_computers_turn, one_time, open_lobby
from tests.wire.test_reminders import in_its_time, pass_hours

LONG_S = 300.0
"""Time limit in seconds for starting a process, and for a computer's turn.

Thinking has low priority, so it is slow on a busy machine.
"""


class Faulty(Child):
    """The real process with an injected `fault`."""

    fault = ""
    orders: list[bytes]
    """All orders sent to these processes."""
    answered = 0
    """Number of answers of any kind from these processes."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        if self.fault == "no memory":
            deadline = time.monotonic() + LONG_S
            while resource.prlimit(self.pid, resource.RLIMIT_AS)[0] != MOST_BYTES and time.monotonic() < deadline:
                time.sleep(0.002)  # until its memory limit is set
            resource.prlimit(self.pid, resource.RLIMIT_AS, (1, 1))

    def ask(self, order: bytes, within_s: float) -> bytes:
        """Ask the process, or answer in its place."""
        self.orders.append(order)
        if self.fault == "no option":
            return to_bytes(Reply(Thought(("teleport",))))
        if self.fault == "older rules":
            known = read_order(order)
            order = to_bytes(msgspec.structs.replace(known, version=known.version - 1))
        if self.fault == "hung":
            os.kill(self.pid, signal.SIGSTOP)
        said = super().ask(order, 0.05 if self.fault == "hung" else within_s)
        Faulty.answered += 1
        return said


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    monkeypatch.setattr(Faulty, "orders", [], raising=False)
    monkeypatch.setattr(Faulty, "answered", 0)
    monkeypatch.setattr(thinker, "Child", Faulty)
    monkeypatch.setattr(computers, "PATIENCE_MS", round(LONG_S * 1000))
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        await in_its_time(wired_bot)
        yield wired_bot


class Sources(NamedTuple):
    """The sources of a turn's answers. Only answers that needed thinking count."""

    process: bool
    policy: bool


PROCESS, POLICY = Sources(process=True, policy=False), Sources(process=False, policy=True)


def is_thinking() -> bool:
    """Return whether a process is still thinking about a computer's turn."""
    return any(task.get_name() == "computers" for task in asyncio.all_tasks())


class Game:
    """A person's game against one strong computer that agrees to every undo."""

    def __init__(self, wired_bot: Wired, table: WireTable) -> None:
        self.wired_bot, self.table, self.dice = wired_bot, table, Random(1)

    def send(self, number: signal.Signals) -> None:
        """Send this signal to the computer players' process."""
        for pid in self.wired_bot.thinkers.pids:
            os.kill(pid, number)

    async def persons_turn(self) -> None:
        """Play for the person until the computer is asked and starts thinking."""
        session = await self.table.session()
        while not is_computers_turn(session):
            _, reply = await answer_once(self.table, self.dice)
            assert not reply.text.startswith(REFUSED), reply.text

    async def computers_answers(self) -> int:
        """Return the number of the computer's answers in the log."""
        return [seat for seat, _, _ in await answers(await self.table.session())].count(1)

    def count(self, meter: str, **labels: str) -> int:
        """Return the value of a counter in the host's metrics."""
        return int(self.wired_bot.parts.client.services.meters.registry.get_sample_value(meter, labels) or 0)

    def count_thoughts(self) -> tuple[int, int]:
        """Return how many answers came from processes, and how many did not."""
        ends = [self.count("knossos_thoughts_total", end=end) for end in ("whole", "cut")]
        return sum(ends), self.count("knossos_thoughts_missing_total")

    async def await_thoughts(self) -> None:
        """Wait until computers finish thinking, without moving the test's clock."""
        await self.wired_bot.sandbox.until(lambda: not is_thinking(), LONG_S)

    async def both_play(self) -> Sources:
        """Let the person and the computer each play a turn. Return the sources of the computer's answers."""
        await pass_hours(self.wired_bot, REST_S / 3600)
        (thoughts, missing), before = self.count_thoughts(), await self.computers_answers()
        await self.persons_turn()
        session = await self.table.session()
        async with asyncio.timeout(LONG_S):
            while is_computers_turn(session):
                await self.await_thoughts()
                await one_time(self.wired_bot)
        assert await self.computers_answers() > before
        thoughts_since, missing_since = self.count_thoughts()
        return Sources(thoughts_since > thoughts, missing_since > missing)


async def test_a_computer_player_answers_despite_a_fault_and_undo(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also check that requests to the process contain no seed."""
    table = await open_lobby(wired_bot, "minos-classic", computers=1, level="strong", options="first_seat=first")
    ariadne = table.people[0]
    session = await table.session()
    await session.lobby.configure(ariadne.id, wired_bot.sandbox.world.clock.fresh_id(), LobbyOptions(practice=True))
    await ariadne.command("/table start", CHANNEL)
    game = Game(wired_bot, table)

    assert await game.both_play() == PROCESS
    pids = wired_bot.thinkers.pids
    game.send(signal.SIGKILL)
    assert await game.both_play() == PROCESS, "another process thinks"
    assert wired_bot.thinkers.pids not in ((), pids)
    game.send(signal.SIGSTOP)
    before = await game.computers_answers()
    asked, said = len(Faulty.orders), Faulty.answered
    await game.persons_turn()
    await wired_bot.sandbox.until(lambda: len(Faulty.orders) > asked)
    for _ in range(3):
        await one_time(wired_bot)
    assert len(Faulty.orders) == asked + 1
    assert is_computers_turn(session)
    undone = await ariadne.press(await table.board(), custom_id=control(await table.board(), UNDO))
    assert not undone.text.startswith(REFUSED), undone.text
    assert not is_computers_turn(session)
    game.send(signal.SIGCONT)
    await wired_bot.sandbox.until(lambda: Faulty.answered > said)
    await game.await_thoughts()
    for _ in range(2):
        await one_time(wired_bot)
    assert await game.computers_answers() == before, "the undo has made its thought useless"
    asked = len(Faulty.orders)
    with monkeypatch.context() as impatient:
        impatient.setattr(computers, "PATIENCE_MS", 0)
        assert await game.both_play() == POLICY, "the policy answers without waiting for the process"
    assert len(Faulty.orders) == asked
    game.send(signal.SIGKILL)
    for fault in ("no option", "older rules", "hung", "no memory"):
        monkeypatch.setattr(Faulty, "fault", fault)
        asked = len(Faulty.orders)
        assert await game.both_play() == POLICY, fault
        assert len(Faulty.orders) == asked + 1 + (fault != "hung"), "a broken process is asked again unless it hangs"
        assert wired_bot.thinkers.pids == ()

    seed = session.reader.timeline.position.seed
    assert Faulty.orders
    assert not any(seed in order or seed.hex().encode() in order for order in Faulty.orders)
