"""A soak: one bot serves game after game, and loses its connection every few minutes."""

import asyncio
import contextlib
import gc
import os
import resource
from contextlib import closing
from pathlib import Path

import msgspec

from gauntlet.simulation.mishaps import CODES
from gauntlet.simulation.tables import SimulatedTable
from gauntlet.simulation.world import World
from sandbox import Sandbox
from sandbox.client import NotOffered
from sandbox.simulation.log import open_read_only
from sandbox.simulation.table import NobodyAnswers
from sandbox.simulation.verdict import compare, waiting_posts

DISCONNECTED_EVERY_S = 180.0
CHECKED_EVERY = 250
"""The number of presses between two looks at memory, tasks and files."""
KEPT_MESSAGES = 20
WARM, LAST = 0.4, 0.2
"""The share of the looks that belongs to the warm-up, and the share that is averaged after it and at the end."""
MOST_GROWTH = 0.10
MORE_TASKS, MORE_FILES = 6, 4
"""Tasks and files come and go, so there may be this many more of them at the end."""
LIMIT_S = 400 * 86_400.0


class Look(msgspec.Struct, frozen=True):
    """The memory, tasks and files of this process at one moment."""

    memory: int
    """The resident memory, in bytes."""
    tasks: int
    files: int


def look() -> Look:
    """Collect garbage, then look."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Look(pages * resource.getpagesize(), len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd")))


class Soak(World):
    """A world in which only connections fail, for many moves."""

    moves = 0
    """The number of moves to make."""

    async def live(self) -> None:
        """Let people play game after game, and measure the process now and then."""
        async with Sandbox.running(rate_limits=False) as sandbox:
            self.looks: list[Look] = []
            await self.begin(sandbox)
            disconnecting = asyncio.create_task(self._disconnect())
            playing = [asyncio.create_task(self._play_again_and_again(table)) for table in self.tables]
            await asyncio.wait(playing, timeout=LIMIT_S)
            for task in (disconnecting, *playing):
                task.cancel()
            await asyncio.gather(disconnecting, *playing, return_exceptions=True)
            await self.heal()
            await self.wait_until(lambda: not waiting_posts(self.database), "posts still wait")
            self._check()
            self._compare_looks()
            await self.program.stop()

    def count_moves(self) -> int:
        with closing(open_read_only(self.database)) as log:
            (count,) = log.execute("SELECT count(*) FROM entries WHERE kind = 'Answered'").fetchone()
        return int(count)

    async def _play_again_and_again(self, table: SimulatedTable) -> None:
        game = table.game
        while self.findings.tries < self.moves:
            await table.play(self._is_enough)
            if table.is_over:
                with contextlib.suppress(NobodyAnswers, NotOffered, TimeoutError):
                    await table.open(game, in_thread=False)
                table.is_over = False

    def _is_enough(self) -> bool:
        if len(self.notes.presses) >= CHECKED_EVERY:
            self._check()
            self.looks.append(look())
        return self.findings.tries >= self.moves

    def _check(self) -> None:
        """Compare the answers so far with the log. Then forget them, and all older messages."""
        self.findings.tries = self.count_moves()
        verdict = compare(self.notes, self.database)
        self.findings.failures += [*verdict.lost, *verdict.doubled]
        self.notes.presses.clear()
        self.notes.stretches = [[]]
        for messages in list(self.sandbox.world.messages.values()):
            for message in list(messages.values())[:-KEPT_MESSAGES]:
                self.sandbox.world.messages.delete(message)

    async def _disconnect(self) -> None:
        connections = self.sandbox.connections
        while True:
            await asyncio.sleep(self.random.expovariate(1 / DISCONNECTED_EVERY_S))
            self.happened["disconnect"] += 1
            match self.random.randrange(4):
                case 0:
                    await connections.reconnect()
                case 1:
                    await connections.invalidate()
                case 2:
                    await connections.close(self.random.choice(CODES))
                case _:
                    connections.cut()

    def _compare_looks(self) -> None:
        """Compare what the process holds after the warm-up with what it holds at the end."""
        warm = round(len(self.looks) * WARM)
        count = max(1, round(len(self.looks) * LAST))
        before, after = self.looks[warm : warm + count], self.looks[-count:]
        if not before:
            self.findings.failures.append("the soak was too short to compare anything")
            return
        grown = (
            sum(each.memory for each in after) / len(after) / (sum(each.memory for each in before) / len(before)) - 1
        )
        self.findings.expect(grown < MOST_GROWTH, f"memory grew by {grown:.0%}")
        for name, more in (("tasks", MORE_TASKS), ("files", MORE_FILES)):
            least = [min(getattr(each, name) for each in some) for some in (before, after)]
            self.findings.expect(least[1] <= least[0] + more, f"{name} grew from {least[0]} to {least[1]}")
        shown = [f"{each.memory >> 20} MB, {each.tasks} tasks, {each.files} files" for each in (before[0], after[-1])]
        print(f"{self.findings.tries} moves, memory {grown:+.1%}: {' -> '.join(shown)}", flush=True)
