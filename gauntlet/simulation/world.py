"""A world: the bot, Discord, and people at tables, while everything fails that can fail. Then judges look at it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeAlias

from engine.games import GAMES
from gauntlet.family import Findings
from gauntlet.simulation.machine import Machine
from gauntlet.simulation.network import Network
from gauntlet.simulation.program import Program
from gauntlet.simulation.weather import Weather
from sandbox import Sandbox, permissions
from sandbox.client import NotOffered
from sandbox.evening.table import EveningTable
from sandbox.interactions import Event, Interaction
from sandbox.records import Channel, Guild, Message
from sandbox.seen import Reply, Seen
from sandbox.simulation.log import open_read_only
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import NobodyAnswers
from sandbox.simulation.verdict import waiting_posts
from sandbox.simulation.visitor import Visitor, controls_of, has_ended
from sandbox.witness import Witness
from sandbox.world import GUILD_ID, Change

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.rules.seats]
GAMES_AT_ONCE = 3
PRESSES = 90
"""People act this many times, together, while everything fails."""
LONGEST_S = 3 * 3600.0
"""Longest time of failures, in seconds. Leaps of the clock come on top."""
EVERY_S = 8.0
"""The mean time between two events, in seconds."""
HEALED_S = 900.0
"""Longest time until everything works again, in seconds. A post that failed often is tried every five minutes."""
TOLD_S = 5.0
"""The time in seconds after which a connected bot has heard of everything."""
GOES_ON_S, MORE_ENTRIES = 1800.0, 3
"""After all failures, each table has to make this many entries within this many seconds."""
OUTBOX_S = 30.0
"""Longest time in seconds until all posts of the database were sent."""
CODES = (1000, 1001, 4000, 4007, 4009)
PRIVATE = (
    "/settings", "/hand", "/myturns", "/table menu", "/table show", "/table undo", "/help", "/stats me",
)  # fmt: skip
"""Commands whose answers people use a few times, up to `STEPS`."""
STEPS = 5
LOOK_S = 2.0
SETUP_S = 120.0

Happening: TypeAlias = Callable[[], Awaitable[None]]


class SimulatedTable(EveningTable):
    """A table whose people ask for the board if they miss it."""

    game = ""

    def live(self) -> Seen | None:
        return super().live() if self.channel.id in self.sandbox.world.channels else None

    async def open(self, game: str, *, in_thread: bool) -> None:
        """Open, fill and start the table, in the channel or in a new thread of it. Raise `NobodyAnswers`."""
        owner, *others = [visitor.actor for visitor in self.visitors]
        known = {thread.id for thread in self.sandbox.world.channels.threads()}
        seats = len(self.visitors)
        await self.take(owner.command("/table open", self.channel, game=game, seats=seats, thread=in_thread))
        if in_thread:
            self.channel = next(each for each in self.sandbox.world.channels.threads() if each.id not in known)
        for person in others:
            await self.take(person.command("/table join", self.channel))
        await self.take(owner.command("/table start", self.channel))
        await self.sandbox.until(lambda: (live := self.live()) and controls_of(live).answering, SETUP_S)

    async def _is_really_over(self) -> bool:
        if self.channel.id not in self.sandbox.world.channels:
            return True
        live = self.live()
        if live is not None and has_ended(live):
            return True
        await asyncio.sleep(LOOK_S)
        live = self.live()
        if live is None or not controls_of(live).answering:
            visitor = self.random.choice(self.visitors)
            with contextlib.suppress(NotOffered):
                at_s = self.notes.now_s()
                reply = await visitor.actor.command("/table show", self.channel)
                await self.note(visitor, reply, at_s)
        return False


class World:
    """Runs one world. Afterwards, `judge.py` compares everything."""

    def __init__(self, machine: Machine, network: Network, weather: Weather, folder: Path, random: Random) -> None:
        self.machine, self.network, self.weather = machine, network, weather
        self.database = folder / "knossos.db"
        self.findings = Findings()
        self.notes = Notes()
        self.happened: Counter[str] = Counter()
        self.unanswered: list[str] = []
        self.sent: dict[int, Interaction] = {}
        self.deletes = random.random() < 0.5
        self.tables: list[SimulatedTable] = []
        self._random = random
        self._armed = ""
        """The bot is killed soon after the next "answer" or "post"."""
        self._is_up = asyncio.Event()
        self._looking: list[asyncio.Task[None]] = []
        """People who use private answers."""
        self.sandbox: Sandbox
        self.program: Program
        self.witness: Witness

    async def live(self) -> None:
        """Let people play while everything fails. Then end all failures, play on, and stop the bot."""
        async with Sandbox.running(rate_limits=True) as sandbox:
            self.sandbox = sandbox
            sandbox.faults = sandbox.rest.faults = sandbox.connections._faults = self.weather
            sandbox.interactions.listen(self._note)
            sandbox.world.listen(self._note_post)
            self.witness = Witness(sandbox)
            self.program = Program(self.machine, self.network, sandbox, self.database, Random(self._random.random()))
            await self._until(lambda: self.program.is_connected.is_set(), "the bot never connected")
            self.notes.begin_stretch()
            self._is_up.set()
            await self._open_tables()
            await self._suffer()
            await self._heal()
            await self._play_on()
            if waiting_posts(self.database):
                # The database was busy when a post was to be deleted. The next start settles it.
                await self.program.restart()
            await self._until(lambda: not waiting_posts(self.database), "posts still wait", OUTBOX_S)
            await self.program.stop()

    async def _until(self, holds: Callable[[], object], complaint: str, within_s: float = HEALED_S) -> bool:
        try:
            await self.sandbox.until(holds, within_s)
        except TimeoutError:
            self.findings.failures.append(f"{complaint} within {within_s:.0f} s")
            return False
        return True

    def _note(self, interaction: Interaction, event: Event) -> None:
        if event == "answered" and self._armed == "answer":
            self._kill_soon()
        if event == "sent":
            self.sent[interaction.id] = interaction
            self.sandbox.interactions.deliveries = self.weather.deliveries()

    def _note_post(self, change: Change) -> None:
        message = change.record
        if self._armed != "post" or change.kind != "message_created" or not isinstance(message, Message):
            return
        if message.author_id == self.sandbox.world.bot.id and message.only_for is None:
            self._kill_soon()

    def _kill_soon(self) -> None:
        self._armed = ""
        self.machine.call_later(self._random.uniform(0, 0.1), self.program.kill)

    # Playing

    async def _open_tables(self) -> None:
        commands = {command["name"] for command in self.sandbox.world.application.commands[0]}
        for number in range(GAMES_AT_ONCE):
            game, seats = self._random.choice(TABLES)
            group = next(word for word in reversed(game.split("-")) if word in commands)
            locales = ("en-US", "fr", "cs")
            visitors = [
                Visitor(
                    self.sandbox.newcomer(f"Guest {number}-{seat}", locale=locales[seat % 3]),
                    Random(self._random.random()),
                    group,
                )
                for seat in range(seats)
            ]
            channel = self.sandbox.world.channels.new(GUILD_ID, f"table-{number}")
            table = SimulatedTable(
                self.sandbox, channel, self.notes, visitors, Random(self._random.random()), self._is_up,
                presses_at_once=True, taps_twice=True,
            )  # fmt: skip
            table.game = game
            try:
                await table.open(game, in_thread=self._random.random() < 0.4)
            except (NobodyAnswers, NotOffered, TimeoutError) as error:
                self.findings.failures.append(f"the table of {game} can't be opened: {error!r}")
            else:
                self.tables.append(table)

    async def _play(self, is_enough: Callable[[SimulatedTable], bool], limit_s: float) -> None:
        """Let everybody play until it is enough."""
        playing = [asyncio.create_task(table.play(partial(is_enough, table))) for table in self.tables]
        await asyncio.wait(playing, timeout=limit_s)
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def _suffer(self) -> None:
        self.weather.is_bad = True
        happening = asyncio.create_task(self._let_things_happen())
        await self._play(lambda _: len(self.notes.presses) >= PRESSES, LONGEST_S)
        happening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await happening
        await asyncio.gather(*self._looking)

    async def _heal(self) -> None:
        """End all failures, and wait until the bot has caught up."""
        self.weather.is_bad, self._armed = False, ""
        self._is_up.set()
        self.sandbox.connections.restore_network()
        await asyncio.sleep(max(0.0, self.network.stalled_until - self.machine.now_s))
        self.sandbox.world.absent.clear()
        if not self._guild.bot_present:
            self.sandbox.places.invite_bot(self._guild)
        await asyncio.sleep(TOLD_S)
        for person in self.sandbox.world.people.values():
            person.dms_open = True
        for channel in self.sandbox.world.channels.values():
            if channel.bot_denied:
                self.sandbox.places.allow(channel, channel.bot_denied)

        def is_well() -> bool:
            parts = self.program.parts
            return (
                parts is not None
                and self.sandbox.gateway.is_connected
                and parts.client.services.due_work.is_running
                and not parts.sessions.choices.servers.lost
                and not parts.sessions.outbox.depth
            )

        if not await self._until(is_well, "the bot does not recover"):
            parts = self.program.parts
            depth = parts.sessions.outbox.depth if parts else None
            running = parts.client.services.due_work.is_running if parts else None
            self.findings.failures.append(
                f"connected: {self.sandbox.gateway.is_connected}, clocks run: {running}, posts wait: {depth}"
            )

    def _entries(self) -> dict[int, int]:
        """Return the number of entries of each running table, by its channel."""
        with closing(open_read_only(self.database)) as log:
            rows = log.execute(
                "SELECT t.channel, count(*) FROM tables t JOIN entries e ON e.table_id = t.id "
                "WHERE t.status = 'running' GROUP BY t.id"
            )
            return dict(rows.fetchall())

    async def _play_on(self) -> None:
        """Check that every game can go on."""
        before = self._entries()

        def is_enough(table: SimulatedTable) -> bool:
            now = self._entries()
            begun = before.get(table.channel.id)
            return begun is None or table.channel.id not in now or now[table.channel.id] >= begun + MORE_ENTRIES

        for table in self.tables:
            table.is_over = False
        await self._play(is_enough, GOES_ON_S)
        stuck = [
            table for table in self.tables if not is_enough(table) and table.channel.id in self.sandbox.world.channels
        ]
        self.findings.failures += [f"the game in {table.channel.name} can't go on" for table in stuck]

    # Failures and people's actions

    async def _let_things_happen(self) -> None:
        weights: dict[Happening, int] = {
            self._reconnect: 4, self._invalidate: 2, self._close: 4, self._cut: 4, self._lose_network: 2,
            self._stall: 3, self._deliver_again: 4, self._close_messages: 2, self._leave: 1, self._deny: 2,
            self._kill: 2, self._kill_after_an_answer: 6, self._kill_after_a_post: 6,
            self._leap: 1, self._pin: 1, self._remove: 1, self._look_around: 6,
        }  # fmt: skip
        if self.deletes:
            weights |= {self._delete_board: 4, self._delete_older: 3, self._archive: 2}
        while True:
            await asyncio.sleep(self._random.expovariate(1 / EVERY_S))
            (happening,) = self._random.choices(list(weights), list(weights.values()))
            self.happened[happening.__name__.strip("_").replace("_", " ")] += 1
            await happening()

    def _table(self) -> SimulatedTable:
        return self._random.choice(self.tables)

    def _public(self, table: SimulatedTable) -> list[Seen]:
        messages = self.sandbox.world.messages.get(table.channel.id, {}).values()
        return [seen for each in messages if (seen := Seen(self.sandbox, each)).is_by_bot and not seen.is_ephemeral]

    async def _reconnect(self) -> None:
        await self.sandbox.connections.reconnect()

    async def _invalidate(self) -> None:
        await self.sandbox.connections.invalidate()

    async def _close(self) -> None:
        await self.sandbox.connections.close(self._random.choice(CODES))

    async def _cut(self) -> None:
        self.sandbox.connections.cut()

    async def _lose_network(self) -> None:
        self.sandbox.connections.lose_network()
        await asyncio.sleep(self._random.uniform(0.5, 90))
        self.sandbox.connections.restore_network()

    async def _stall(self) -> None:
        """Let nothing arrive for a while, in both directions. Nothing is lost."""
        self.network.stalled_until = self.machine.now_s + self._random.uniform(0.5, 90)

    async def _deliver_again(self) -> None:
        if self.sent:
            self.sandbox.interactions.deliver_again(self._random.choice(list(self.sent.values())[-20:]))

    async def _close_messages(self) -> None:
        """Let a person refuse direct messages, and accept them again later."""
        person = self._random.choice(self._table().visitors).actor.person
        self.sandbox.places.close_dms(person)
        self._later(lambda: self.sandbox.places.open_dms(person))

    async def _leave(self) -> None:
        """Let a person leave the server, and come back later."""
        person = self._random.choice(self._table().visitors).actor.person
        self.sandbox.world.absent.add(person.id)
        self._later(lambda: self.sandbox.world.absent.discard(person.id))

    async def _deny(self) -> None:
        """Take a permission away from the bot, and give it back later."""
        channel = self._table().channel
        denied = self._random.choice(
            (
                permissions.SEND_MESSAGES,
                permissions.VIEW_CHANNEL,
                permissions.ATTACH_FILES,
                permissions.SEND_MESSAGES_IN_THREADS,
            )
        )
        if channel.id in self.sandbox.world.channels:
            self.sandbox.places.deny(channel, denied)
            self._later(lambda: self.sandbox.places.allow(channel, denied))

    def _later(self, act: Callable[[], object]) -> None:
        self.machine.call_later(self._random.uniform(5, 120), act)

    @property
    def _guild(self) -> Guild:
        return self.sandbox.world.guilds[GUILD_ID]

    async def _remove(self) -> None:
        """Remove the bot from the server, and invite it again later."""
        self.sandbox.places.remove_bot(self._guild)
        self._later(lambda: self.sandbox.places.invite_bot(self._guild))

    async def _look_around(self) -> None:
        table = self._table()
        looking = self._use(self._random.choice(table.visitors), self._random.choice(PRIVATE), table.channel)
        self._looking.append(asyncio.create_task(looking))

    async def _use(self, visitor: Visitor, path: str, channel: Channel) -> None:
        """Let a person type this command, and use the controls of its private answer."""
        with contextlib.suppress(NotOffered):
            reply: Reply | None = await visitor.actor.command(path, channel)
            for _ in range(self._random.randrange(STEPS)):
                if reply is None or reply.message is None or not reply.message.is_ephemeral:
                    return
                await asyncio.sleep(self._random.uniform(0.2, 5))
                reply = await visitor.use(reply.message)

    async def _kill(self) -> None:
        self.program.kill()

    async def _kill_after_an_answer(self) -> None:
        self._armed = "answer"

    async def _kill_after_a_post(self) -> None:
        self._armed = "post"

    async def _leap(self) -> None:
        """Let people do nothing for hours."""
        self._is_up.clear()
        await asyncio.sleep(self._random.uniform(600, 12 * 3600))
        self._is_up.set()

    async def _pin(self) -> None:
        live = self._table().live()
        if live is not None:
            live.record.pinned = True
            self.sandbox.world.announce("message_changed", live.record)

    async def _delete_board(self) -> None:
        live = self._table().live()
        if live is not None:
            self.sandbox.world.messages.delete(live.record)

    async def _delete_older(self) -> None:
        older = self._public(self._table())[:-1]
        if older:
            self.sandbox.world.messages.delete(self._random.choice(older).record)

    async def _archive(self) -> None:
        """Archive a thread. Somebody reopens it later by writing there."""
        table = self._table()
        if table.channel.parent_id is not None:
            self.sandbox.places.archive(table.channel)
            self._later(lambda: self.sandbox.say(table.visitors[0].actor.person, table.channel, "Whose turn is it?"))
