"""The schedule of an evening: everyone acts immediately. Kills and freezes come after certain numbers of presses."""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandbox.evening.bare import BareBot
from sandbox.evening.beat import Delay, delays
from sandbox.evening.table import EveningTable
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT, Event, Interaction
from sandbox.records import Json, Message
from sandbox.server import Sandbox
from sandbox.simulation.fleet import Fleet, draw_freezes, now_ms
from sandbox.simulation.notes import Press
from sandbox.simulation.postgresql import PostgresServer
from sandbox.simulation.simulation import BOT, Faults, Simulation, simulate
from sandbox.simulation.verdict import unfinished_answers, waiting_posts, wrong_commitments
from sandbox.simulation.visitor import Visitor
from sandbox.world import GUILD_ID, Change

QUIET_S = 1.5
"""Boards count as settled after this many seconds without a change."""
SETTLE_S = 30.0
ALONE_PRESSES = 140
"""Expected presses per person in a short game. Kills are spread over the expected presses of all people."""
LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening of several tables. It ends when all games are over."""

    game: str
    seats: int
    games: int
    seed: int
    kills: int
    """The number of kills. Each kill, like each freeze, hits one process or the database server."""
    presses: int | None = None
    """If set, the evening ends after this many presses."""
    compare_bare: bool = True
    record: Path | None = None
    rate_limits: bool = True
    processes: int = 1
    database: str = "sqlite"
    computers: int = 0
    level: str = "strong"
    latency_ms: int = 0
    freezes: int = 0


class Observer:
    def __init__(self, sandbox: Sandbox, fleet: Fleet) -> None:
        self.stood_still_s = 0.0
        """The longest stall of this process. A stall may explain why something else was late."""
        self.pictures: set[int] = set()
        self.unanswered: list[str] = []
        """Interactions that got no answer although the bot stayed connected."""
        self.unanswered_by_frozen = 0
        self._interactions, self._fleet = sandbox.interactions, fleet
        sandbox.world.listen(self._count_pictures)
        sandbox.interactions.listen(self._note_failure)

    async def watch_machine(self) -> None:
        while True:
            before_s = time.time()
            await asyncio.sleep(LOOK_S)
            self.stood_still_s = max(self.stood_still_s, time.time() - before_s - LOOK_S)

    def _count_pictures(self, change: Change) -> None:
        if change.kind in ("message_created", "message_changed") and isinstance(change.record, Message):
            files = change.record.attachments
            self.pictures.update(file.id for file in files if file.content_type.startswith("image/"))

    def _note_failure(self, interaction: Interaction, event: Event) -> None:
        patience_ms = round(self._interactions.patience_s * 1000)
        if event != "failed":
            return
        if self._fleet.uptime.must_answer(interaction, patience_ms):
            self.unanswered.append(_describe_failure(interaction, patience_ms))
        elif self._fleet.uptime.was_frozen(interaction, patience_ms):
            self.unanswered_by_frozen += 1


class Evening:
    def __init__(self, plan: Plan, sandbox: Sandbox, home: Path, bot: Sequence[str] = BOT) -> None:
        self._plan = plan
        self._sandbox = sandbox
        self._server = server = PostgresServer() if plan.database == "postgresql" else None
        environment = {"SANDBOX_SEED": str(plan.seed)} | ({} if server is None else {"DATABASE": server.url()})
        processes = plan.processes
        self.simulation = Simulation(sandbox, home, bot, plan.seed, environment, processes=processes, server=server)
        self._random, self._notes, self._fleet = self.simulation.random, self.simulation.notes, self.simulation.fleet
        self._is_shared = plan.processes > 1
        if self._is_shared:
            sandbox.interactions.astray = Random(plan.seed)
        self._is_up = asyncio.Event()
        self._bare = BareBot(sandbox, home / "bare")
        self._tables = [self._table(number) for number in range(plan.games)]
        self._kills = 0
        self._is_settled = False
        self._turns: list[Delay] = []
        self._seconds = 0.0
        self._seen = Observer(sandbox, self._fleet)

    def _table(self, number: int) -> EveningTable:
        channel = self._sandbox.world.channels.new(GUILD_ID, f"table-{number}")
        visitors = [
            Visitor(self.simulation.newcomer(f"Guest {number}-{seat}", seat), Random(self._random.random()))
            for seat in range(self._plan.seats - self._plan.computers)
        ]
        return EveningTable(
            self._sandbox, channel, self._notes, visitors, Random(self._random.random()), self._is_up,
            self._plan.computers, self._plan.level, self._is_shared, bool(self._plan.latency_ms),
        )  # fmt: skip

    async def play(self) -> None:
        watching = asyncio.create_task(self._seen.watch_machine())
        begun = time.perf_counter()
        try:
            await self._fleet.start()
            self._choose_groups()
            for table in self._tables:
                await table.sit_down(self._plan.game)
            await self._play_tables()
            self._is_settled = await self._settle()
            self.simulation.errors += await self._fleet.stop()
            await self._measure_bare()
            copy = str(self.simulation.database)
            if self._server is not None and await self.simulation.run_db("copy", self._server.url(), copy):
                raise RuntimeError("the server's database cannot be copied to a file")
        finally:
            watching.cancel()
            await self._bare.process.give_up()
        self._seconds = time.perf_counter() - begun

    def _choose_groups(self) -> None:
        """Set the visitors' command group: the last word of the game's key that is the name of a command."""
        names = {command["name"] for command in self._sandbox.world.application.commands[0]}
        group = next((word for word in reversed(self._plan.game.split("-")) if word in names), None)
        if group is None:
            raise RuntimeError(f"no command group for {self._plan.game} among {sorted(names)}")
        for table in self._tables:
            for visitor in table.visitors:
                visitor.group = group

    async def _play_tables(self) -> None:
        people, games = self._plan.seats - self._plan.computers, self._plan.games
        expected = self._plan.presses or min(400, ALONE_PRESSES * people) * games
        kills = sorted(self._random.randrange(expected // 20, expected) for _ in range(self._plan.kills))
        own = Random(f"{self._plan.seed} frozen")  # drawn separately, so that all else is the same without freezes
        has_server = self._server is not None
        freezes = draw_freezes(own, self._plan.freezes, self._plan.processes, expected, has_server=has_server)
        self._begin_stretch()
        playing = [asyncio.create_task(table.play(self._is_enough)) for table in self._tables]
        while not all(task.done() for task in playing):
            await asyncio.wait(playing, timeout=0.02)
            presses = len(self._notes.presses)
            overdue = self._plan.kills * sum(task.done() for task in playing) // max(1, len(playing) - 1)
            if self._kills < len(kills) and (presses >= kills[self._kills] or self._kills < overdue):
                await asyncio.sleep(self._random.random() * 0.2)
                await (self._fleet.break_one(self._random) if self._is_shared else self._kill_and_start())
                self._kills += 1
            frozen = len(self._fleet.uptime.frozen)
            if frozen < len(freezes) and len(self._notes.presses) >= freezes[frozen].after_presses:
                await self._fleet.freeze(freezes[frozen])
        await asyncio.gather(*playing)

    def _is_enough(self) -> bool:
        return self._plan.presses is not None and len(self._notes.presses) >= self._plan.presses

    def _begin_stretch(self) -> None:
        self._notes.begin_stretch()
        self._is_up.set()

    async def _kill_and_start(self) -> None:
        self._is_up.clear()
        await self._fleet.kill()
        await self._measure_bare()
        await self._fleet.start()
        self._begin_stretch()

    async def _measure_bare(self) -> None:
        if self._plan.compare_bare and not self._is_shared:
            await self._bare.measure(self._notes.stretches[-1])

    async def _settle(self) -> bool:
        """Wait until boards stop changing and all posts are sent. Return False on timeout."""
        before = [table.state() for table in self._tables]
        deadline = time.perf_counter() + SETTLE_S
        quiet_since = time.perf_counter()
        while time.perf_counter() < deadline:
            await asyncio.sleep(0.1)
            now = [table.state() for table in self._tables]
            if now != before:
                before, quiet_since = now, time.perf_counter()
            elif time.perf_counter() - quiet_since > QUIET_S and not await self._has_waiting_posts():
                return True
        return False

    async def _has_waiting_posts(self) -> bool:
        return await self._server.has_rows("posts") if self._server else bool(waiting_posts(self.simulation.database))

    async def find_faults(self) -> Faults:
        shown, database, lives = self.simulation.witness.shown, self.simulation.database, self._fleet.uptime.lives
        faults = await self.simulation.find_faults(database)
        if not self._is_settled:
            faults["lost"].append("boards still changed or waited to be posted long after the last press")
        messages = [message for channel in self._sandbox.world.messages.values() for message in channel.values()]
        self._turns = delays(database, lives)
        return faults | {
            "unanswered": self._seen.unanswered + unfinished_answers(shown, messages, lives),
            "commitments_wrong": wrong_commitments(database, shown),
            "off_beat": [
                f"table {turn.table}: a computer took {turn.ms} ms to entry {turn.entry}"
                for turn in self._turns
                if turn.is_off
            ],
            "wrong_refusals": self._notes.wrong_refusals,
        }

    def report(self, faults: Faults) -> Json:
        plan, fleet, presses, bare = self._plan, self._fleet, self._notes.presses, self._bare.latencies_s
        latencies = [press.latency_s for press in presses if press.latency_s is not None]
        fates = [press.fate for press in presses]
        turns_s = [turn.ms / 1000 for turn in self._turns]
        return {
            **{name: getattr(plan, name) for name in ("game", "seats", "games", "processes", "database")},
            "finished": sum(table.is_over for table in self._tables),
            "presses": len(fates),
            "confirmed": fates.count("confirmed"),
            "refused": fates.count("refused"),
            "kills": self._kills,
            "server_kills": sum(kill.process is None for kill in fleet.kills),
            "freezes": len(fleet.uptime.frozen),
            "server_freezes": sum(each.process is None for each in fleet.uptime.frozen),
            "unanswered_by_frozen": self._seen.unanswered_by_frozen,
            "answers_again_s": self._answers_again_s(),
            "computers": plan.computers,
            "computer_turns": len(self._turns),
            **{f"computer_p{percent}_ms": percentile_ms(turns_s, percent) for percent in (50, 99)},
            "late_p99_ms": percentile_ms([turn.late_ms / 1000 for turn in self._turns], 99),
            "latency_ms": plan.latency_ms,
            "second_presses": self._notes.second_presses,
            "stood_still_ms": round(self._seen.stood_still_s * 1000),
            "pictures": len(self._seen.pictures),
            **{f"p{percent}_ms": percentile_ms(latencies, percent) for percent in (50, 99)},
            "bare_presses": len(bare),
            **{f"bare_p{percent}_ms": percentile_ms(bare, percent) for percent in (50, 99)},
            "rss_mb": round(fleet.rss_mb, 1),
            "seconds": round(self._seconds, 1),
        }

    def _answers_again_s(self) -> float | None:
        """Return the longest time a table waited for an answer after a process was killed, or None."""
        kills = [kill.at_s - self._notes.begun_s for kill in self._fleet.kills if kill.process is not None]
        waits = [wait for kill in kills for wait in waits_after(kill, self._notes.presses)]
        return round(max(waits), 2) if waits else None


def percentile_ms(seconds: list[float], percent: int) -> float:
    """Return a percentile of the latencies in milliseconds, or 0 if there are none."""
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, percent * len(ordered) // 100)] * 1000, 2)


def waits_after(kill_s: float, presses: Sequence[Press]) -> list[float]:
    """Return each table's wait for its first answer after a kill, counted from the kill or, if later, the press."""
    begun: dict[int, float] = {}
    answered: dict[int, float] = {}
    for press in presses:
        at_s = press.at_s + press.latency_s if press.latency_s is not None else math.inf
        if press.at_s >= kill_s or kill_s < at_s < math.inf:
            begun[press.table] = min(press.at_s, begun.get(press.table, math.inf))
            answered[press.table] = min(at_s, answered.get(press.table, math.inf))
    return [at_s - max(kill_s, begun[table]) for table, at_s in answered.items() if at_s < math.inf]


def _describe_failure(interaction: Interaction, patience_ms: int) -> str:
    kinds = {COMPONENT: "a press", MODAL_SUBMIT: "a form", AUTOCOMPLETE: f"typing /{interaction.data.get('name')}"}
    what = kinds.get(interaction.kind) or interaction.metadata["name"]
    at = time.strftime("%H:%M:%S", time.localtime((now_ms() - patience_ms) / 1000))
    control, sent_to = interaction.data.get("custom_id", ""), ", ".join(map(str, interaction.shards))
    return f"{what} by {interaction.person.name} at {at}, sent to process {sent_to}: no answer {control}"


async def spend_evening(plan: Plan, bot: Sequence[str] = BOT) -> tuple[Json, int]:
    """Simulate an evening with this bot. Return the report, and 0 if nothing went wrong and all games ended. Games need
    not end if the plan limits the presses."""

    def make(sandbox: Sandbox, home: Path) -> Evening:
        sandbox.slow_down(plan.latency_ms, plan.seed)
        return Evening(plan, sandbox, home, bot)

    report, code = await simulate(make, record=plan.record, rate_limits=plan.rate_limits)
    is_whole = plan.presses is not None or report["finished"] == plan.games
    return report, code if is_whole else 1
