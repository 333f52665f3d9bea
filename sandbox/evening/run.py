"""The evening itself: sandbox, bot, tables, kills, comparison, report."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandbox.driver import Actor
from sandbox.evening import bare
from sandbox.evening.beat import delays
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT, Event, Interaction
from sandbox.records import Channel, Json, Message
from sandbox.server import Sandbox
from sandbox.simulation import chronicle
from sandbox.simulation.fleet import Fleet, now_ms
from sandbox.simulation.freezing import Freeze, draw_freezes
from sandbox.simulation.hidden import leaks, read_books
from sandbox.simulation.notes import Notes, percentile_ms, waits_after
from sandbox.simulation.postgresql import PostgresServer
from sandbox.simulation.table import Clock, TableRun
from sandbox.simulation.verdict import (
    Verdict,
    compare,
    missing_boards,
    unfinished_answers,
    waiting_posts,
    wrong_commitments,
)
from sandbox.simulation.visitor import Visitor
from sandbox.witness import Witness
from sandbox.world import GUILD_ID, Change

ROOT = Path(__file__).parents[2]
BOT = (str(ROOT / "bot.py"),)
"""What Python runs as the bot."""
QUIET_S = 1.5
"""So long no board may move before they stand still."""
SETTLE_S = 30.0
"""So long the outbox may take to become empty once nobody presses any more."""
ALONE_PRESSES = 140
"""How many presses a short game alone takes. Kills fall before that, or as tables end."""
MOST_TOLD = 20
"""The most faults that are reported one by one."""
FAULTS = (
    "unanswered", "lost", "doubled", "boards_missing", "untold", "stale_questions", "leaks", "commitments_wrong",
    "errors_logged", "off_beat", "wrong_refusals",
)  # fmt: skip
"""The counts of the report that must be zero."""
LOOK_S = 0.1
"""So often is looked how long this process was not let run."""
BARE_PRESSES = 400
"""The most presses of each stretch that the bare bot replays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of evening: tables of `seats`, ended by `presses` presses unless all games are over first.

    With several `processes` presses come to any of them, and a kill is one of a single process or of the server. A
    freeze always is: it is stopped for some seconds, and goes on.
    """

    game: str
    seats: int
    games: int
    seed: int
    kills: int
    presses: int | None = None
    compare_bare: bool = True
    record: Path | None = None
    rate_limits: bool = True
    processes: int = 1
    database: str = "sqlite"
    computers: int = 0
    level: str = "strong"
    latency_ms: int = 0
    freezes: int = 0

    @property
    def persons(self) -> int:
        """How many of the seats persons have."""
        return self.seats - self.computers


class SoakRun:
    """One run of the soak test. `run` gives the report."""

    def __init__(self, plan: Plan, sandbox: Sandbox, home: Path, bot: Sequence[str] = BOT) -> None:
        """`bot` is what Python runs as the bot; it reads its settings from the environment."""
        self.plan = plan
        self.sandbox = sandbox
        self.witness = Witness(sandbox)
        self.home = home
        self.database = home / "knossos.db"
        """The file that is looked at in the end: the bot's own, or a copy of what it kept at a server."""
        self._server = server = PostgresServer() if plan.database == "postgresql" else None
        self.address = str(self.database) if server is None else server.url()
        self.is_shared = plan.processes > 1
        self.random = Random(plan.seed)
        self.notes = Notes()
        self.clock = Clock()
        self.errors: list[str] = []
        self.faults: list[str] = []
        """Everything that went wrong, a line each, once there is a report."""
        self.stood_still_s = 0.0
        """The longest that the machine let nothing run here: what is so late may be its doing."""
        self.fleet = Fleet(
            sandbox,
            bot,
            home,
            plan.processes,
            {
                "DISCORD_TOKEN": "",
                "DISCORD_TOKEN_FILE": "",
                "DATABASE": self.address,
                "PYTHONPATH": str(ROOT),
                "SANDBOX_PORT": sandbox.address.rpartition(":")[2],
                "LOG_LEVEL": "INFO",
                "PRESSES_PER_MINUTE": "0",
            },
            server,
        )
        if self.is_shared:
            sandbox.interactions.astray = Random(plan.seed)
        self.bare = bare.bare_process(sandbox, home / "bare")
        self.bare_actor: Actor = sandbox.newcomer("Bare")
        self.bare_channel: Channel = sandbox.world.new_channel(GUILD_ID, "bare")
        self.table_runs = [self._party(number) for number in range(plan.games)]
        sandbox.world.listen(self._count_pictures)
        sandbox.interactions.listen(self._note_failure)

    def _party(self, number: int) -> TableRun:
        channel = self.sandbox.world.new_channel(GUILD_ID, f"table-{number}")
        visitors = []
        for seat in range(self.plan.persons):
            actor = self.sandbox.newcomer(f"Guest {number}-{seat}", locale=("en-US", "fr", "cs")[seat % 3])
            visitors.append(Visitor(actor, self.plan.game.rpartition("-")[2], Random(self.random.random())))
        random = Random(self.random.random())
        computers = self.plan.computers, self.plan.level
        return TableRun(
            self.sandbox,
            channel,
            visitors,
            self.notes,
            self.clock,
            random,
            computers,
            presses_at_once=self.is_shared,
            taps_twice=bool(self.plan.latency_ms),
        )

    def _count_pictures(self, change: Change) -> None:
        if change.kind in ("message_created", "message_changed") and isinstance(change.record, Message):
            for attachment in change.record.attachments:
                if attachment.content_type.startswith("image/"):
                    self.notes.pictures.add(attachment.id)

    def _note_failure(self, interaction: Interaction, event: Event) -> None:
        """Nobody answered in time: a fault of the bot's if it was connected for all of that time."""
        patience_ms = round(self.sandbox.interactions.patience_s * 1000)
        if event != "failed":
            return
        if self.fleet.owed(interaction, patience_ms):
            self.notes.unanswered.append(_what_failed(interaction, patience_ms))
        elif self.fleet.was_frozen(interaction, patience_ms):
            self.notes.frozen += 1

    # The course of the evening

    async def run(self) -> Json:
        """Play, kill, compare; the report as one JSON object. However it ends, no bot of it runs on."""
        looking = asyncio.create_task(self._look_at_machine())
        try:
            return await self._evening()
        finally:
            looking.cancel()
            await self.fleet.give_up()
            await self.bare.give_up()

    async def _look_at_machine(self) -> None:
        while True:
            before_s = time.time()
            await asyncio.sleep(LOOK_S)
            self.stood_still_s = max(self.stood_still_s, time.time() - before_s - LOOK_S)

    async def _evening(self) -> Json:
        begun = time.perf_counter()
        await self.fleet.start()
        self._choose_groups()
        for table_run in self.table_runs:
            await table_run.sit_down(self.plan.game)
        kills = self._kill_marks()
        freezes = self._freezes()
        self._new_stretch()
        playing = [asyncio.create_task(table_run.play(self._is_enough)) for table_run in self.table_runs]
        made = 0
        while not all(task.done() for task in playing):
            await asyncio.wait(playing, timeout=0.02)
            if made < len(kills) and (len(self.notes.presses) >= kills[made] or made < self._overdue(playing)):
                await asyncio.sleep(self.random.random() * 0.2)
                if self.is_shared:
                    await self.fleet.break_one(self.random)
                else:
                    await self._kill_and_start()
                made += 1
            frozen = len(self.fleet.frozen)
            if frozen < len(freezes) and len(self.notes.presses) >= freezes[frozen].after_presses:
                await self.fleet.freeze(freezes[frozen])
        await asyncio.gather(*playing)
        posted = await self._settled()
        codes = await self.fleet.stop()
        self.errors += [f"the bot ended with {code}" for code in codes if code != 0]
        await self._compare_bare()
        if self._server is not None and await self._commanded("copy", self.address, str(self.database)):
            raise RuntimeError("what was kept at the server cannot be carried into a file")
        world = self.sandbox.world
        untold, stale = await chronicle.held(self.database, world.messages, world.bot.id)
        return self._report(made, time.perf_counter() - begun, posted, untold, stale)

    def _choose_groups(self) -> None:
        """The game's command group carries one of the words of its key, the last one first."""
        names = {command["name"] for command in self.sandbox.world.commands[0]}
        group = next((word for word in reversed(self.plan.game.split("-")) if word in names), None)
        if group is None:
            raise RuntimeError(f"no command group for {self.plan.game} among {sorted(names)}")
        for table_run in self.table_runs:
            for visitor in table_run.visitors:
                visitor.group = group

    def _kill_marks(self) -> list[int]:
        """How many presses there are to be before each kill."""
        expected = self._expected_presses()
        return sorted(self.random.randrange(expected // 20, expected) for _ in range(self.plan.kills))

    def _freezes(self) -> list[Freeze]:
        """The freezes to come, drawn apart: the rest of the evening is the same with and without them."""
        random, expected = Random(f"{self.plan.seed} frozen"), self._expected_presses()
        has_server = self._server is not None
        return draw_freezes(random, self.plan.freezes, self.plan.processes, expected, has_server=has_server)

    def _expected_presses(self) -> int:
        return self.plan.presses or min(400, ALONE_PRESSES * self.plan.persons) * self.plan.games

    def _overdue(self, playing: list[asyncio.Task[None]]) -> int:
        """How many kills there should have been: their share grows with the tables that are over."""
        return self.plan.kills * sum(task.done() for task in playing) // max(1, len(playing) - 1)

    def _is_enough(self) -> bool:
        return self.plan.presses is not None and len(self.notes.presses) >= self.plan.presses

    def _new_stretch(self) -> None:
        self.notes.stretches.append([])
        self.clock.begun = time.perf_counter()
        self.clock.is_up.set()

    async def _kill_and_start(self) -> None:
        self.clock.is_up.clear()
        await self.fleet.kill_all()
        await self._compare_bare()
        await self.fleet.start()
        self._new_stretch()

    async def _compare_bare(self) -> None:
        """Give the bare bot what the real one was given in the stretch that has ended."""
        instants = self.notes.stretches[-1][-BARE_PRESSES:]
        if self.is_shared or not self.plan.compare_bare or not instants:
            return
        commands = dict(self.sandbox.world.commands)
        await self.bare.start()
        await self.sandbox.until(self._knows_append, 30)
        self.notes.bare_latencies_s += await bare.replay(self.sandbox, self.bare_actor, self.bare_channel, instants)
        await self.bare.kill()
        self.sandbox.world.commands.clear()
        self.sandbox.world.commands.update(commands)

    def _knows_append(self) -> bool:
        return any(command["name"] == "append" for command in self.sandbox.world.commands[0])

    async def _settled(self) -> bool:
        """Whether every table's newest message stands still while nobody presses, and nothing waits to be posted."""
        before = [table_run.state() for table_run in self.table_runs]
        deadline = time.perf_counter() + SETTLE_S
        quiet_since = time.perf_counter()
        while time.perf_counter() < deadline:
            await asyncio.sleep(0.1)
            now = [table_run.state() for table_run in self.table_runs]
            if now != before:
                before, quiet_since = now, time.perf_counter()
            elif time.perf_counter() - quiet_since > QUIET_S and not await self._posts_wait():
                return True
        return False

    async def _posts_wait(self) -> bool:
        """Whether anything waits to be posted."""
        if self._server is None:
            return bool(waiting_posts(self.database))
        return await self._server.has_rows("posts")

    # Report

    async def replayed(self) -> int:
        """The exit code of the bot's own check of every log against its positions."""
        return await self._commanded("replay")

    async def _commanded(self, *command: str) -> int:
        """The exit code of a command of `python -m db`."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "db", *command, cwd=self.home,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(self.database)},
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        return await process.wait()

    def _report(self, kills: int, seconds: float, posted: bool, untold: list[str], stale: list[str]) -> Json:
        shown, lives = self.witness.shown, self.fleet.lives
        verdict: Verdict = compare(self.notes, self.database)
        if not posted:
            verdict.lost.append("boards still moved, or waited to be posted, long after the last press")
        verdict.lost += verdict.unposted
        told = self.notes.leaks + leaks(read_books(self.database), shown)
        messages = (message for channel in self.sandbox.world.messages.values() for message in channel.values())
        unanswered = self.notes.unanswered + unfinished_answers(shown, messages, lives)
        missing = missing_boards(self.database, shown, lives)
        taken = delays(self.database, lives)
        off_beat = [
            f"table {each.table}: a computer took {each.ms} ms to entry {each.entry}" for each in taken if each.is_off
        ]
        unproved = wrong_commitments(self.database, shown)
        self.errors += self.fleet.errors()
        self.errors += [f"unknown route: {route}" for route in self.sandbox.rest.unknown]
        latencies, bare_latencies = self.notes.latencies_s(), self.notes.bare_latencies_s
        fates = [press.fate for press in self.notes.presses]
        self.faults = [*verdict.lost, *verdict.doubled, *told, *missing, *untold, *stale]
        self.faults += [*unanswered, *unproved, *off_beat, *self.notes.wrong_refusals, *self.errors]
        for what in self.faults[:MOST_TOLD]:
            print(what, file=sys.stderr)
        return {
            "game": self.plan.game,
            "seats": self.plan.seats,
            "games": self.plan.games,
            "processes": self.plan.processes,
            "database": self.plan.database,
            "finished": sum(table_run.is_over for table_run in self.table_runs),
            "presses": len(fates),
            "confirmed": fates.count("confirmed"),
            "refused": fates.count("refused"),
            "unanswered": len(unanswered),
            "kills": kills,
            "server_kills": sum(kill.process is None for kill in self.fleet.kills),
            "freezes": len(self.fleet.frozen),
            "server_freezes": sum(each.process is None for each in self.fleet.frozen),
            "unanswered_by_frozen": self.notes.frozen,
            "answers_again_s": self._answers_again_s(),
            "lost": len(verdict.lost),
            "doubled": len(verdict.doubled),
            "boards_missing": len(missing),
            "untold": len(untold),
            "stale_questions": len(stale),
            "leaks": len(told),
            "commitments_wrong": len(unproved),
            "errors_logged": len(self.errors),
            "computers": self.plan.computers,
            "computer_turns": len(taken),
            "computer_p50_ms": percentile_ms([each.ms / 1000 for each in taken], 0.5),
            "computer_p99_ms": percentile_ms([each.ms / 1000 for each in taken], 0.99),
            "late_p99_ms": percentile_ms([each.late_ms / 1000 for each in taken], 0.99),
            "off_beat": len(off_beat),
            "latency_ms": self.plan.latency_ms,
            "second_presses": self.notes.second_presses,
            "wrong_refusals": len(self.notes.wrong_refusals),
            "stood_still_ms": round(self.stood_still_s * 1000),
            "pictures": len(self.notes.pictures),
            "p50_ms": percentile_ms(latencies, 0.5),
            "p99_ms": percentile_ms(latencies, 0.99),
            "bare_presses": len(bare_latencies),
            "bare_p50_ms": percentile_ms(bare_latencies, 0.5),
            "bare_p99_ms": percentile_ms(bare_latencies, 0.99),
            "rss_mb": round(self.fleet.rss_mb, 1),
            "seconds": round(seconds, 1),
        }

    def _answers_again_s(self) -> float | None:
        """The longest that a table waited for an answer after a kill of a process; None without any."""
        kills = [kill.at_s - self.clock.begun for kill in self.fleet.kills if kill.process is not None]
        waits = [wait for kill in kills for wait in waits_after(kill, self.notes.presses)]
        return round(max(waits), 2) if waits else None


def _what_failed(interaction: Interaction, patience_ms: int) -> str:
    """Which interaction no process answered, and when, for whoever looks for the reason in their logs."""
    kinds = {COMPONENT: "a press", MODAL_SUBMIT: "a form", AUTOCOMPLETE: f"typing /{interaction.data.get('name')}"}
    what = kinds.get(interaction.kind) or interaction.metadata["name"]
    at = time.strftime("%H:%M:%S", time.localtime((now_ms() - patience_ms) / 1000))
    control, sent_to = interaction.data.get("custom_id", ""), ", ".join(map(str, interaction.shards))
    return f"{what} by {interaction.person.name} at {at}, sent to process {sent_to}: no answer {control}"


async def soak(plan: Plan, bot: Sequence[str] = BOT) -> tuple[Json, int]:
    """Spend the evening with this bot; the report, and 0 if nothing went wrong."""
    with tempfile.TemporaryDirectory(prefix="knossos-evening-") as folder:
        async with Sandbox.running(port=0, record=plan.record, rate_limits=plan.rate_limits) as sandbox:
            sandbox.slow_down(plan.latency_ms, plan.seed)
            evening = SoakRun(plan, sandbox, Path(folder), bot)
            report = await evening.run()
            replay = await evening.replayed()
    report["replays"] = replay == 0
    is_whole = plan.presses is not None or report["finished"] == plan.games
    wrong = any(report[count] for count in FAULTS)
    return report, 1 if wrong or replay or not is_whole else 0
