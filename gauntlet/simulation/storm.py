"""A storm: people play in a world while everything fails that can fail. Afterwards, `judge.py` compares everything."""

from contextlib import closing
from pathlib import Path
from random import Random

from gauntlet.simulation.machine import Machine
from gauntlet.simulation.mishaps import Mishaps
from gauntlet.simulation.network import Network
from gauntlet.simulation.pings import Pings
from gauntlet.simulation.tables import SimulatedTable
from gauntlet.simulation.weather import Weather
from gauntlet.simulation.world import World
from sandbox import Sandbox
from sandbox.interactions import Event, Interaction
from sandbox.simulation.log import open_read_only
from sandbox.simulation.verdict import waiting_posts
from sandbox.witness import Witness

PRESSES = 90
"""People act this many times, together, while everything fails."""
LONGEST_S = 3 * 3600.0
"""Longest time of failures, in seconds. Leaps of the clock come on top."""
GOES_ON_S, MORE_ENTRIES = 1800.0, 3
"""After all failures, each table has this many seconds to make this many entries."""
OUTBOX_S = 30.0
"""Longest time until all stored posts are sent, in seconds."""


class Storm(World):
    """A world in which everything fails for a while."""

    def __init__(self, machine: Machine, network: Network, weather: Weather, folder: Path, random: Random) -> None:
        super().__init__(machine, network, weather, folder, random)
        self.sent: dict[int, Interaction] = {}
        self.deletes = random.random() < 0.5
        self.witness: Witness
        self.pings: Pings

    async def live(self) -> None:
        """Let people play while everything fails. Then end all failures, play on, and stop the bot."""
        async with Sandbox.running(rate_limits=True) as sandbox:
            sandbox.faults = sandbox.rest.faults = sandbox.connections._faults = self.weather
            sandbox.interactions.listen(self._note)
            self.witness, self.pings = Witness(sandbox), Pings(sandbox, self.database)
            await self.begin(sandbox)
            assert self.program.parts is not None
            self.pings.follow(self.program.parts)
            self.program.on_start = self.pings.follow
            await self._suffer()
            await self.heal()
            await self._play_on()
            if waiting_posts(self.database):
                # The database was busy when a post was to be deleted. The next start settles it.
                await self.program.restart()
            await self.wait_until(lambda: not waiting_posts(self.database), "posts still wait", OUTBOX_S)
            await self.program.stop()
            self.findings.failures += self.pings.find_missing(self.program.lives)

    def _note(self, interaction: Interaction, event: Event) -> None:
        if event == "sent":
            self.sent[interaction.id] = interaction
            self.sandbox.interactions.deliveries = self.weather.deliveries()

    async def _suffer(self) -> None:
        self.weather.is_bad = True
        mishaps = Mishaps(self, self.sent, deletes=self.deletes)
        begun_s = self.machine.now_s

        def is_enough(_: SimulatedTable) -> bool:
            passed_s = self.machine.now_s - begun_s - mishaps.leapt_s
            return len(self.notes.presses) >= PRESSES or passed_s >= LONGEST_S

        await self.play(is_enough)
        await mishaps.end()

    def _entries(self) -> dict[int, int]:
        """Return the number of entries of each table whose game can go on, perhaps after a move to another channel."""
        with closing(open_read_only(self.database)) as log:
            rows = log.execute(
                "SELECT t.id, count(*) FROM tables t JOIN entries e ON e.table_id = t.id "
                "WHERE t.status = 'running' OR t.reason = 'channel' GROUP BY t.id"
            )
            return dict(rows.fetchall())

    async def _play_on(self) -> None:
        """Check that every game can go on."""
        before = self._entries()

        def is_enough(table: SimulatedTable) -> bool:
            now = self._entries()
            begun = before.get(table.number)
            return begun is None or table.number not in now or now[table.number] >= begun + MORE_ENTRIES

        for table in self.tables:
            table.is_over = False
        await self.play(is_enough, GOES_ON_S)
        stuck = [table for table in self.tables if not is_enough(table)]
        self.findings.failures += [f"the game in {table.channel.name} can't go on" for table in stuck]
