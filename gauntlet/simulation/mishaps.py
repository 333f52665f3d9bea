"""Mishaps: all that happens to a world at random times, by chance or because people do it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from engine.games import GAMES
from gauntlet.exploring import Explorer
from gauntlet.simulation.tables import SimulatedTable
from gauntlet.simulation.world import World
from sandbox import permissions
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.interactions import Event, Interaction
from sandbox.records import Channel, Message
from sandbox.seen import Seen
from sandbox.world import Change

EVERY_S = 8.0
"""The mean time between two mishaps, in seconds."""
CODES = (1000, 1001, 4000, 4007, 4009)
LONGEST_LEAPS_S = 12 * 3600.0, 36 * 3600.0
MOST_LEAPT_S = 40 * 3600.0
"""Longest total time of all leaps, in seconds. After two days, the bot forgets presses, so they couldn't be judged."""

OPENED_AGAIN_S = 5.0, 60.0
"""The time until people try again to open a table, in seconds."""
STOPPED_S = 20.0
"""Longest time that a clean stop may take, in seconds, as docs/hosting.md promises."""

Mishap: TypeAlias = Callable[[], Awaitable[None]]


class Mishaps:
    """Mishaps in a world, from now until `end`. `sent` has all interactions so far. `happened` counts mishaps."""

    def __init__(self, world: World, sent: Mapping[int, Interaction], *, deletes: bool) -> None:
        """If `deletes`, people also delete messages and archive threads."""
        self.happened = world.happened
        self._world, self._sandbox, self._random, self._sent = world, world.sandbox, world.random, sent
        self.leapt_s = 0.0
        """The seconds of all leaps so far."""
        self._armed = ""
        """If "answer" or "post", the bot is killed soon after the next one."""
        self._people = [visitor.actor for table in world.tables for visitor in table.visitors]
        self._moderator = self._sandbox.person("Ariadne")
        self._explorer = Explorer(self._sandbox, self._random, self._people, [table.channel for table in world.tables])
        self._acting: list[asyncio.Task[None]] = []
        """Tasks of people who explore, or who open tables and play."""
        self._is_over = False
        self._weights: dict[Mishap, int] = {
            self._reconnect: 4, self._invalidate: 2, self._close: 4, self._cut: 4, self._lose_network: 2,
            self._stall: 3, self._deliver_again: 4, self._close_messages: 2, self._leave: 1, self._deny: 2,
            self._kill: 2, self._kill_after_an_answer: 6, self._kill_after_a_post: 6,
            self._leap: 2, self._pin: 1, self._remove: 1, self._look_around: 6, self._moderate: 2,
            self._stop: 2, self._open_table: 2,
        }  # fmt: skip
        if deletes:
            self._weights |= {
                self._delete_board: 4, self._delete_older: 3, self._archive: 2, self._delete_channel: 2,
            }  # fmt: skip
        self._sandbox.interactions.listen(self._note)
        self._sandbox.world.listen(self._note_post)
        self._happening = asyncio.create_task(self._let_happen())

    async def end(self) -> None:
        """Let nothing more happen, and wait for what people are doing."""
        self._is_over = True
        self._happening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._happening
        await asyncio.gather(*self._acting)
        self._armed = ""

    async def _let_happen(self) -> None:
        while True:
            await asyncio.sleep(self._random.expovariate(1 / EVERY_S))
            if not self._tables():
                continue
            (mishap,) = self._random.choices(list(self._weights), list(self._weights.values()))
            self.happened[mishap.__name__.strip("_").replace("_", " ")] += 1
            await mishap()

    def _note(self, _: Interaction, event: Event) -> None:
        if event == "answered" and self._armed == "answer":
            self._kill_soon()

    def _note_post(self, change: Change) -> None:
        message = change.record
        if self._armed != "post" or change.kind != "message_created" or not isinstance(message, Message):
            return
        if message.author_id == self._sandbox.world.bot.id and message.only_for is None:
            self._kill_soon()

    def _kill_soon(self) -> None:
        self._armed = ""
        self._world.machine.call_later(self._random.uniform(0, 0.1), self._world.program.kill)

    def _tables(self) -> list[SimulatedTable]:
        return [table for table in self._world.tables if table.has_channel]

    def _table(self) -> SimulatedTable:
        return self._random.choice(self._tables())

    def _public(self, table: SimulatedTable) -> list[Seen]:
        messages = self._sandbox.world.messages.get(table.channel.id, {}).values()
        return [seen for each in messages if (seen := Seen(self._sandbox, each)).is_by_bot and not seen.is_ephemeral]

    async def _reconnect(self) -> None:
        await self._sandbox.connections.reconnect()

    async def _invalidate(self) -> None:
        await self._sandbox.connections.invalidate()

    async def _close(self) -> None:
        await self._sandbox.connections.close(self._random.choice(CODES))

    async def _cut(self) -> None:
        self._sandbox.connections.cut()

    async def _lose_network(self) -> None:
        self._sandbox.connections.lose_network()
        try:
            await asyncio.sleep(self._random.uniform(0.5, 90))
        finally:
            self._sandbox.connections.restore_network()

    async def _stall(self) -> None:
        """Let nothing arrive for a while, in both directions. Nothing is lost."""
        self._world.network.stalled_until = self._world.machine.now_s + self._random.uniform(0.5, 90)

    async def _deliver_again(self) -> None:
        if self._sent:
            self._sandbox.interactions.deliver_again(self._random.choice(list(self._sent.values())[-20:]))

    async def _close_messages(self) -> None:
        """Let a person refuse direct messages, and accept them again later."""
        person = self._random.choice(self._table().visitors).actor.person
        self._sandbox.places.close_dms(person)
        self._later(lambda: self._sandbox.places.open_dms(person))

    async def _leave(self) -> None:
        """Make a random person leave the server and come back later."""
        person = self._random.choice(self._table().visitors).actor.person
        self._sandbox.world.absent.add(person.id)
        self._later(lambda: self._sandbox.world.absent.discard(person.id))

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
        self._sandbox.places.deny(channel, denied)
        self._later(lambda: self._sandbox.places.allow(channel, denied), channel)

    def _later(self, act: Callable[[], object], channel: Channel | None = None) -> None:
        """Do this a while later, unless the channel is gone by then."""

        def do() -> None:
            if channel is None or channel.id in self._sandbox.world.channels:
                act()

        self._world.machine.call_later(self._random.uniform(5, 120), do)

    async def _remove(self) -> None:
        """Remove the bot from the server, and invite it again later."""
        self._sandbox.places.remove_bot(self._world.guild)
        self._later(lambda: self._sandbox.places.invite_bot(self._world.guild))

    async def _look_around(self) -> None:
        table = self._table()
        self._start(self._explore(self._random.choice(table.visitors).actor, table))

    async def _moderate(self) -> None:
        self._start(self._explore(self._moderator, self._table()))

    async def _explore(self, person: Actor, table: SimulatedTable) -> None:
        """Let a person use anything in the table's channel, then what the replies offer."""
        with contextlib.suppress(NotOffered):
            await self._explorer.explore(person, table.channel)

    async def _open_table(self) -> None:
        self._start(self._play_another())

    async def _play_another(self) -> None:
        """Let some people open another table, and play there. While everything fails, this takes several tries."""
        game = self._random.choice(list(GAMES))
        seats = min(self._random.choice(GAMES[game].rules.seats), len(self._people))
        people, table = self._random.sample(self._people, seats), None
        while table is None and not self._is_over:
            await self._world.program.is_connected.wait()
            table = await self._world.open_table(game, people, 0, f"another-{len(self._world.tables)}")
            if table is None:
                await asyncio.sleep(self._random.uniform(*OPENED_AGAIN_S))
        if table is not None:
            await table.play(lambda: self._is_over)

    def _start(self, acts: Coroutine[Any, Any, None]) -> None:
        self._acting.append(asyncio.create_task(acts))

    async def _stop(self) -> None:
        """Stop the bot cleanly. It has to end in time."""
        starts = self._world.program.starts

        def is_over() -> bool:
            program = self._world.program
            return not program.is_alive or program.starts > starts

        self._world.program.end()
        await self._world.wait_until(is_over, "the bot did not stop", STOPPED_S)

    async def _kill(self) -> None:
        self._world.program.kill()

    async def _kill_after_an_answer(self) -> None:
        self._armed = "answer"

    async def _kill_after_a_post(self) -> None:
        self._armed = "post"

    async def _leap(self) -> None:
        """Let people do nothing for up to a day and a half."""
        self._world.is_up.clear()
        leap_s = min(self._random.uniform(600, self._random.choice(LONGEST_LEAPS_S)), MOST_LEAPT_S - self.leapt_s)
        try:
            await asyncio.sleep(leap_s)
        finally:
            self.leapt_s += leap_s
            self._world.is_up.set()

    async def _pin(self) -> None:
        live = self._table().live()
        if live is not None:
            live.record.pinned = True
            self._sandbox.world.announce("message_changed", live.record)

    async def _delete_board(self) -> None:
        live = self._table().live()
        if live is not None:
            self._sandbox.world.messages.delete(live.record)

    async def _delete_older(self) -> None:
        older = self._public(self._table())[:-1]
        if older:
            self._sandbox.world.messages.delete(self._random.choice(older).record)

    async def _archive(self) -> None:
        """Archive a thread. Somebody reopens it later by writing there."""
        table = self._table()
        if table.channel.parent_id is not None:
            self._sandbox.places.archive(table.channel)
            person = table.visitors[0].actor.person
            self._later(lambda: self._sandbox.say(person, table.channel, "Whose turn is it?"), table.channel)

    async def _delete_channel(self) -> None:
        """Delete a table's channel or thread. Its people move the table."""
        self._sandbox.world.channels.delete(self._table().channel)
