"""DF2–DF4 and DF9: Discord fails at random while people play. Every failure must heal, and nothing may happen twice."""

import asyncio
import contextlib
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

import discord.shard

from cogs.gateway import SessionStarts
from cogs.ui.press import NOBODY, read_press
from discord_limits import FIRST_ANSWER_S
from engine.games import GAMES
from gauntlet.family import Control, Doses, Family, Findings
from sandbox.client import NotOffered
from sandbox.faults import Fault
from sandbox.interactions import Event, Interaction
from sandbox.seen import Button, Reply, Seen
from sandbox.simulation.chronicle import compare_channels
from sandbox.simulation.log import stored_tables
from sandbox.simulation.notes import Life, Notes
from sandbox.simulation.table import Table
from sandbox.simulation.verdict import compare, missing_boards, waiting_posts
from sandbox.simulation.visitor import Visitor, controls_of
from sandbox.witness import Witness
from sessions.session import Session
from tests.db.test_commands import run_on
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import CHANNEL, PEOPLE, Wired, wired

MOVES = 60
HEALED_S = 60.0
"""Longest time until everything works again after a failure, in seconds."""
LATE_S = 4.0
"""The delay of a late answer, in seconds. Discord allows three."""
RECONNECT_S = 0.1
"""Pause in seconds before a new connection. discord.py's own pauses grow to many minutes."""
CODES = (1000, 1001, 4000, 4007, 4009)
"""Discord closes connections with these codes. The bot may connect again."""
STUCK = 15
"""If this many moves in a row change nothing, the game is stuck."""
MADE_BY_PEOPLE = 1 << 56
"""Interactions of people have larger ids than this. The bot's own actions have smaller ones."""
TYPES = 0.4
"""The probability that somebody types a command instead of pressing a button."""
ANSWER, SEND, EDIT = "POST /interactions/*/*/callback", "POST /channels/*/messages", "PATCH /channels/*/messages/*"
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.rules.seats if seats > 1]

Failure: TypeAlias = Callable[[], Awaitable[Reply | None]]
"""Lets something fail while a person makes a move. Returns that person's reply."""


class ShortBackoff:
    """Replaces discord.py's growing pauses before it connects again."""

    def delay(self) -> float:
        return RECONNECT_S


class Storm:
    """A table at which people play while Discord fails. With `deletes`, a moderator deletes and pins messages, too."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings, *, deletes: bool) -> None:
        self._wired, self._sandbox, self._findings = wired_bot, wired_bot.sandbox, findings
        self._random, self._deletes = Random(seed), deletes
        self._notes, self._witness = Notes(), Witness(wired_bot.sandbox)
        self._sent: set[int] = set()
        self._sandbox.interactions.listen(self._note_interaction)
        self._table = Table(self._sandbox, self._sandbox.channel(CHANNEL), self._notes)
        self._visitors: dict[int, Visitor] = {}
        self._replies: list[Reply] = []
        self._may_lose_answer = False
        self._still = 0

    def _note_interaction(self, interaction: Interaction, event: Event) -> None:
        if event == "sent":
            self._sent.add(interaction.id)

    async def open(self) -> None:
        """Start a game. About half of the games are in a thread, and the others are in the channel."""
        game, seats = self._random.choice(TABLES)
        actors = [self._wired.person(name) for name in PEOPLE[:seats]]
        is_thread = self._random.random() < 0.5
        await actors[0].command("/table open", CHANNEL, game=game, seats=seats, thread=is_thread)
        channel = self._sandbox.world.channels.threads()[0] if is_thread else self._sandbox.channel(CHANNEL)
        for actor in actors[1:]:
            await actor.command("/table join", channel)
        await actors[0].command("/table start", channel)
        self._table = Table(self._sandbox, channel, self._notes)
        commands = {command["name"] for command in self._sandbox.world.application.commands[0]}
        group = next(word for word in reversed(game.split("-")) if word in commands)
        self._visitors = {actor.id: Visitor(actor, Random(self._random.random()), group) for actor in actors}
        await self._wired.quiet()

    async def _session(self) -> Session:
        return await self._wired.parts.sessions.at(self._table.channel.id)

    async def rage(self) -> None:
        """Make up to `MOVES` moves. Something fails during each of them, or at the next post."""
        is_healed = True
        for _ in range(MOVES):
            session = await self._session()
            if session.table.status != "running" or not is_healed:
                break
            number, failure = session.number, self._draw()
            name = failure.__name__.strip("_").replace("_", " ")
            self._findings.tries += 1
            self._may_lose_answer = False
            reply = await failure()
            is_answered = reply is None or reply.is_answered or self._may_lose_answer
            self._findings.expect(is_answered, f"{name}: an action was not answered")
            is_healed = await self._heal(name)
            await self._check_board(name)
            self._still = 0 if (await self._session()).number > number else self._still + 1
            if self._still >= STUCK:
                self._findings.failures.append(f"{name}: {STUCK} actions in a row changed nothing")
                break

    # Moves

    async def _move(self) -> Reply | None:
        """Let somebody who is asked press a control of the board or type a command."""
        session = await self._session()
        asked = [visitor for user, visitor in self._visitors.items() if session.reader.decision_of(user) is not None]
        visitor, live = self._random.choice(asked), self._table.live()
        if live is None or self._random.random() < TYPES:
            return await self._note(visitor, visitor.type(self._table.channel), is_command=True)
        return await self._note(visitor, visitor.use(live))

    async def _note(
        self, visitor: Visitor, action: Awaitable[Reply | None], *, is_command: bool = False
    ) -> Reply | None:
        """Carry out an action, and answer private questions that follow. Return the reply to the first action."""
        reply = None
        with contextlib.suppress(NotOffered):
            reply = await action
            if reply is not None:
                self._replies.append(reply)
                await self._table.note(visitor, reply, 0.0, is_command=is_command)
        return reply

    async def _move_during(self, fault: Fault, *, loses_answer: bool = False) -> Reply | None:
        reply = await self._move()
        self._may_lose_answer = loses_answer and fault.met > 0
        return reply

    # Failures

    def _draw(self) -> Failure:
        weights: dict[Failure, int] = {
            self._deliver_several_times: 24, self._deliver_again_later: 6, self._deliver_again_after_a_restart: 1,
            self._lose_answer: 8, self._fail_answer: 2, self._delay_answer: 1,
            self._lose_post: 6, self._lose_edit: 6, self._fail_post: 3, self._fail_edit: 3, self._delay_edit: 1,
            self._limit_rate: 3,
            self._ask_to_reconnect: 4, self._close: 4, self._cut: 4, self._invalidate: 2, self._lose_network: 2,
        }  # fmt: skip
        if self._deletes:
            weights |= {self._delete_board: 8, self._delete_board_before_a_press: 5, self._delete_recap: 4,
                        self._pin_board: 2}  # fmt: skip
        if self._deletes and self._table.channel.parent_id is not None:
            weights |= {self._archive_thread: 4}
        return self._random.choices(list(weights), list(weights.values()))[0]

    async def _deliver_several_times(self) -> Reply | None:
        self._sandbox.interactions.deliveries = self._random.randint(2, 5)
        reply = await self._move()
        self._sandbox.interactions.deliveries = 1
        return reply

    async def _deliver_again_later(self) -> Reply | None:
        if self._replies:
            number = (await self._session()).number
            self._sandbox.interactions.deliver_again(self._random.choice(self._replies[-20:]).interaction)
            await self._wired.parts.client.services.traffic.calm(HEALED_S)
            await asyncio.sleep(0.05)
            self._findings.expect((await self._session()).number == number, "an old interaction was carried out again")
        return await self._move()

    async def _deliver_again_after_a_restart(self) -> Reply | None:
        """Restart the bot, then repeat an interaction that it carried out before. Refused ones are left out: the
        new process doesn't know of them."""
        done = {press.interaction for press in self._notes.presses if press.fate == "confirmed"}
        self._replies = [reply for reply in self._replies if reply.interaction.id in done]
        await self._wired.stop_bot()
        await self._wired.start_bot()
        self._let_identify()
        return await self._deliver_again_later()

    def _let_identify(self) -> None:
        """Let the bot identify again without waiting for its next slot."""
        self._wired.parts.client.session_starts = SessionStarts(gap_ms=0)

    async def _lose_answer(self) -> Reply | None:
        fault = self._sandbox.faults.drop(ANSWER, applied=self._random.random() < 0.5)
        return await self._move_during(fault, loses_answer=not fault.applied)

    async def _fail_answer(self) -> Reply | None:
        status = self._random.choice((500, 502, 503))
        return await self._move_during(self._sandbox.faults.fail(ANSWER, status=status), loses_answer=True)

    async def _delay_answer(self) -> Reply | None:
        interactions = self._sandbox.interactions
        patience_s, interactions.patience_s = interactions.patience_s, FIRST_ANSWER_S  # as strict as Discord
        try:
            return await self._move_during(self._sandbox.faults.delay(ANSWER, LATE_S), loses_answer=True)
        finally:
            interactions.patience_s = patience_s

    async def _lose_post(self) -> Reply | None:
        return await self._move_during(self._sandbox.faults.drop(SEND, applied=self._random.random() < 0.7))

    async def _lose_edit(self) -> Reply | None:
        return await self._move_during(self._sandbox.faults.drop(EDIT, applied=self._random.random() < 0.5))

    async def _fail_post(self) -> Reply | None:
        status, applied = self._random.choice((500, 502, 503, 404)), self._random.random() < 0.5
        return await self._move_during(self._sandbox.faults.fail(SEND, status=status, applied=applied))

    async def _fail_edit(self) -> Reply | None:
        return await self._move_during(self._sandbox.faults.fail(EDIT, status=self._random.choice((500, 502, 503))))

    async def _delay_edit(self) -> Reply | None:
        return await self._move_during(self._sandbox.faults.delay(EDIT, LATE_S))

    async def _limit_rate(self) -> Reply | None:
        route = self._random.choice((SEND, EDIT, ANSWER))
        return await self._move_during(self._sandbox.faults.rate_limit(route), loses_answer=True)

    async def _ask_to_reconnect(self) -> Reply | None:
        await self._sandbox.connections.reconnect()
        return await self._move()

    async def _close(self) -> Reply | None:
        await self._sandbox.connections.close(self._random.choice(CODES))
        return await self._move_after_reconnecting()

    async def _cut(self) -> Reply | None:
        self._sandbox.connections.cut()
        return await self._move()

    async def _invalidate(self) -> Reply | None:
        await self._sandbox.connections.invalidate()
        return await self._move_after_reconnecting()

    async def _lose_network(self) -> Reply | None:
        """Make a move, and make Discord unreachable immediately after the answer. The board comes later."""
        reply = await self._move()
        self._sandbox.connections.lose_network()
        await asyncio.sleep(self._random.random())
        self._sandbox.connections.restore_network()
        return reply

    async def _move_after_reconnecting(self) -> Reply | None:
        """Make a move once the bot is connected again. Discord doesn't repeat the events of a session that has
        ended."""
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(lambda: self._sandbox.gateway.is_connected, HEALED_S)
        return await self._move()

    async def _delete_board(self) -> Reply | None:
        """Delete the board. Somebody then types a command."""
        self._delete(self._table.live())
        return await self._show()

    async def _show(self) -> Reply | None:
        visitor = self._random.choice(list(self._visitors.values()))
        return await self._note(visitor, visitor.actor.command("/table show", self._table.channel))

    async def _delete_board_before_a_press(self) -> Reply | None:
        """Delete the board while somebody presses one of its buttons. If the press didn't make a move, somebody asks
        for the board."""
        number = (await self._session()).number
        reply = await self._press_after(lambda: self._delete(self._table.live()))
        return reply if (await self._session()).number > number else await self._show()

    async def _press_after(self, change: Callable[[], None]) -> Reply | None:
        """Change the board. Somebody who still sees the old one then presses one of its buttons."""
        live, session = self._table.live(), await self._session()
        asked = [visitor for user, visitor in self._visitors.items() if session.reader.decision_of(user) is not None]
        buttons = [each for each in controls_of(live).answering if isinstance(each, Button)] if live else []
        change()
        if live is None or not buttons:
            return None
        visitor, custom_id = self._random.choice(asked), self._random.choice(buttons).custom_id
        return await self._note(visitor, visitor.actor.forge(live, str(custom_id)))

    def _delete(self, message: Seen | None) -> None:
        if message is not None:
            self._sandbox.world.messages.delete(message.record)

    async def _delete_recap(self) -> Reply | None:
        older = [seen for seen in self._public() if seen != self._table.live()]
        self._delete(self._random.choice(older) if older else None)
        return await self._move()

    async def _pin_board(self) -> Reply | None:
        live = self._table.live()
        if live is not None:
            live.record.pinned = True
            self._sandbox.world.announce("message_changed", live.record)
        return await self._move()

    async def _archive_thread(self) -> Reply | None:
        """Archive the thread while somebody presses a button. Somebody then writes there, which reopens it."""
        await self._press_after(lambda: self._sandbox.places.archive(self._table.channel))
        await self._heal("archive thread")
        visitor = self._random.choice(list(self._visitors.values()))
        visitor.actor.say(self._table.channel, "Whose turn is it?")
        return await self._move()

    # Judging

    def _public(self) -> list[Seen]:
        seen = [
            Seen(self._sandbox, message) for message in self._sandbox.world.messages[self._table.channel.id].values()
        ]
        return [each for each in seen if each.is_by_bot and not each.is_ephemeral]

    async def _heal(self, name: str) -> bool:
        """Wait until the clocks run and every post was sent. Return False if that takes too long."""
        parts = self._wired.parts
        for what, is_well in (
            ("the clocks don't run", lambda: parts.client.services.due_work.is_running),
            ("a board was not posted", lambda: not parts.sessions.outbox.depth),
        ):
            try:
                await self._sandbox.until(is_well, HEALED_S)
            except TimeoutError:
                self._findings.failures.append(f"{name}: {what} after {HEALED_S:.0f} s")
                return False
        return True

    async def _check_board(self, name: str) -> None:
        """Check that the board has controls, and none of an old question."""
        session, live = await self._session(), self._table.live()
        if session.table.status != "running":
            return
        answering = controls_of(live).answering if live else []
        presses = [press for each in answering if (press := read_press(each.custom_id or "")) is not None]
        self._findings.expect(presses, f"{name}: no message has the controls of the question")
        asked = {decision.id for decision in session.pending}
        old = [
            press for press in presses if press.epoch != session.table.epoch or press.decision not in {NOBODY, *asked}
        ]
        self._findings.expect(not old, f"{name}: the board has controls of old questions: {old}")

    async def judge(self) -> None:
        """Compare the log with everything that people sent and saw."""
        database, expect = self._wired.folder / "knossos.db", self._findings.expect
        self._sandbox.faults.clear()
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(lambda: not waiting_posts(database), HEALED_S)
        verdict = compare(self._notes, database)
        self._findings.failures += [*verdict.lost, *verdict.unposted, *verdict.doubled]
        self._findings.failures += missing_boards(database, self._witness.shown, [Life(0, 1 << 62)])
        for table, entries in stored_tables(database):
            made = {entry.interaction for entry in entries if (entry.interaction or 0) > MADE_BY_PEOPLE}
            expect(made <= self._sent, f"table {table.id}: nobody sent the interactions {made - self._sent}")
        untold, stale = compare_channels(database, self._sandbox.world.messages, self._sandbox.world.bot.id)
        # If messages were deleted, their lines are missing, and perhaps the commitment.
        is_lacking = "missing from the channel", "was never posted"
        lacking = [line for line in untold if any(words in line for words in is_lacking)]
        self._findings.failures += [line for line in untold if line not in lacking or not self._deletes] + stale
        bare = [seen.text for seen in self._public() if not seen.raw["components"]]
        expect(not bare, f"pings never became boards: {bare}")
        expect(await run_on(database, "replay") == 0, "the log does not replay")


async def _rage(seed: int) -> Findings:
    findings = Findings()
    vars(wire)["render_client"] = DawnRenderClient
    vars(discord.shard)["ExponentialBackoff"] = ShortBackoff
    with tempfile.TemporaryDirectory(prefix="failures-") as folder:
        async with wired(Path(folder)) as wired_bot:
            storm = Storm(wired_bot, seed, findings, deletes=seed % 2 == 0)
            storm._let_identify()
            await storm.open()
            await storm.rage()
            await wired_bot.quiet()
            await storm.judge()
            own = [record for record in wired_bot.errors.records if not record.name.startswith("discord")]
            findings.failures += [f"logged: {record.getMessage()}" for record in own]
            wired_bot.errors.records.clear()
    return findings


def attempt(seed: int) -> Findings:
    return asyncio.run(_rage(seed))


FAMILY = Family(
    "DF",
    "Discord’s failures during moves: doubled deliveries, lost and late requests, broken connections, deleted boards",
    "failures",
    Doses(20 * MOVES, 20_000, 200_000),
    MOVES,
    attempt,
    (
        Control("second-delivery-counts", "nobody sent the interactions", 2),
        Control(
            "posts-without-nonce", "posted once too often|messages ask the current question|pings never became boards"
        ),
        Control("clocks-stay-stopped", "the clocks don't run"),
        Control("deleted-board-stays-away", "no message has the controls|no board showed", 4),
    ),
)
