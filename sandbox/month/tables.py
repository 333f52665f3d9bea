"""The tables of the month: opened, played whenever somebody looks, told of by what stands in their channel."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from sandbox.month.people import Player
from sandbox.records import Channel
from sandbox.seen import Reply, Seen, Select
from sandbox.server import Sandbox
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import MENTION, Clock, NobodyAnswers, TableRun
from sandbox.simulation.visitor import Visitor, controls_of, fate_of, read_control
from sandbox.typed import NotOffered

PACES = ("none", "relaxed", "daily", "brisk", "24+6")
MOST_PRESSES = 60
"""So much at most somebody does at one table before they look elsewhere."""
MOST_REFUSALS = 5
VOTE_ID = re.compile(r"k1:(?P<table>\d+):\d+:-?\d+:(?P<vote>\d+):vote\d*")
CHOICES = ("wait", "once", "once", "substitute", "end")
NUDGED_AFTER_MS = 20 * 3_600_000

Settled = Callable[[int], Awaitable[None]]
"""Waits until nothing is left to be posted in a channel."""


@dataclass(eq=False)
class MonthTable:
    """One table, and who sits at it."""

    number: int
    game: str
    pace: str
    by_queue: bool
    place: Channel
    """Where it is opened; one of `/play` has a thread there."""
    players: list[Player]
    run: TableRun
    random: Random
    is_open: bool = False
    is_over: bool = False
    moved_at: int = 0
    """When somebody here did something last."""
    nudges: list[int] = field(default_factory=list)
    waits: list[tuple[int, int]] = field(default_factory=list)
    """When somebody voted to wait, and in which vote."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def channel(self) -> Channel:
        return self.run.channel


class TableVisits:
    """What people do at tables when they look at them."""

    def __init__(self, sandbox: Sandbox, notes: Notes, settled: Settled, now: Callable[[], int]) -> None:
        self._sandbox = sandbox
        self._notes = notes
        self._settled = settled
        self._now = now
        self.is_up = True
        """Whether a bot is there to answer."""

    def table(
        self, number: int, game: str, pace: str, by_queue: bool, place: Channel, players: list[Player], random: Random
    ) -> MonthTable:
        """A table that is not yet open."""
        run = TableRun(self._sandbox, place, [], self._notes, Clock(), random)
        return MonthTable(number, game, pace, by_queue, place, players, run, random)

    # Before the game

    async def open(self, table: MonthTable) -> bool:
        """Whether the table plays now: it is opened, filled and started as far as that has not been done."""
        with contextlib.suppress(NotOffered, NobodyAnswers, TimeoutError):
            if table.by_queue:
                await self._queue(table)
            else:
                await self._seat(table)
            live = table.run.live()
            table.is_open = live is not None and bool(MENTION.search(live.text))
        return table.is_open

    async def _seat(self, table: MonthTable) -> None:
        owner, *others = table.players
        await self._did(
            table, owner.actor.command("/table open", table.place, game=table.game, seats=len(table.players))
        )
        await self._did(table, owner.actor.command("/table pace", table.place, pace=table.pace))
        for player in others:
            await self._did(table, player.actor.command("/table join", table.place))
        await self._did(table, owner.actor.command("/table start", table.place))
        await self._settled(table.channel.id)

    async def _queue(self, table: MonthTable) -> None:
        """Everybody waits for company, and says that they are ready once there is enough."""
        if table.channel is table.place:
            for player in table.players:
                typed = player.actor.command("/play", table.place, game=table.game, seats=len(table.players))
                await self._did(table, typed)
            found = [each for each in self._sandbox.world.channels.values() if each.parent_id == table.place.id]
            if not found:
                return
            table.run.channel = found[-1]
        await self._settled(table.channel.id)
        for player in table.players[:-1]:
            live = table.run.live()
            ready = next((b for b in live.buttons if read_control(b.custom_id)[1] == "ready"), None) if live else None
            if live is not None and ready is not None:
                await self._did(table, player.actor.press(live, custom_id=ready.custom_id))
                await self._settled(table.channel.id)

    async def _did(self, table: MonthTable, action: Awaitable[Reply]) -> Reply:
        """What was answered. Raises `NobodyAnswers` where nothing was; a refusal is no matter."""
        reply = await action
        if fate_of(reply) == "put_off":
            await reply.settled(10.0)
        if reply.kind is None:
            raise NobodyAnswers(table.number)
        return reply

    # Play

    async def visit(self, table: MonthTable, player: Player) -> None:
        """Look at a table, and do what one is asked there."""
        async with table.lock:
            with contextlib.suppress(NotOffered, TimeoutError):
                await self._vote(table, player)
                await self._play(table, player)
                await self._nudge(table, player)

    def _asked(self, table: MonthTable, player: Player) -> Seen | None:
        """The newest message, where it names this person."""
        live = table.run.live()
        if live is None or str(player.actor.id) not in MENTION.findall(live.text):
            return None
        return live

    async def _play(self, table: MonthTable, player: Player) -> None:
        visitor = Visitor(player.actor, "", table.random)
        refusals = 0
        for _ in range(MOST_PRESSES):
            live = self._asked(table, player)
            if not self.is_up or live is None or not controls_of(live).answering or refusals > MOST_REFUSALS:
                return
            reply = await visitor.use(live)
            if reply is None:
                return
            fate = await table.run.note(visitor, reply, 0.0, False, 1)
            if fate == "unanswered":
                return
            refusals += fate == "refused"
            if fate == "confirmed":
                table.moved_at = self._now()
            await self._settled(table.channel.id)

    async def _vote(self, table: MonthTable, player: Player) -> None:
        """Say what one wants where somebody lets the table wait, the first time that one is asked."""
        live = self._asked(table, player)
        select = vote_of(live) if live else None
        if live is None or select is None or not self.is_up:
            return
        wanted = player.random.choice(CHOICES)
        reply = await player.actor.choose(live, wanted, custom_id=select.custom_id)
        found = VOTE_ID.search(select.custom_id)
        if wanted == "wait" and found and not reply.text.startswith("✋"):
            table.waits.append((self._now(), int(found["vote"])))
        await self._settled(table.channel.id)

    async def _nudge(self, table: MonthTable, player: Player) -> None:
        """Now and then somebody who waits calls whoever is asked."""
        if not self.is_up or not table.is_open or self._now() - table.moved_at < NUDGED_AFTER_MS:
            return
        if player.kind != "prompt" or player.random.random() > 0.1 or self._asked(table, player):
            return
        reply = await player.actor.command("/table nudge", table.channel)
        if not reply.text.startswith("✋"):  # a bot that was killed before it answered may have done it
            table.nudges.append(self._now())
        await self._settled(table.channel.id)

    async def find(self, player: Player, place: Channel) -> Channel | None:
        """Look for a table with room and sit down there; its channel, where that succeeds."""
        with contextlib.suppress(NotOffered, TimeoutError):
            reply = await player.actor.command("/table find", place)
            found = reply.message
            if found is None or not found.buttons or not self.is_up:
                return None
            named = re.search(r"<#(\d+)>", found.text)
            joined = await player.actor.press(found, custom_id=found.buttons[0].custom_id)
            if named and joined.kind is not None and not joined.text.startswith("✋"):
                await self._settled(int(named[1]))
                return self._sandbox.world.channels.get(int(named[1]))
        return None


def one_of_each_server(tables: Sequence[MonthTable]) -> list[Channel]:
    """A channel of every server that has one of these tables."""
    return list({table.place.guild_id: table.place for table in reversed(tables)}.values())


def vote_of(message: Seen) -> Select | None:
    """The list from which the others choose what is to be done about a seat that lets them wait."""
    return next((each for each in message.selects if VOTE_ID.match(each.custom_id or "")), None)
