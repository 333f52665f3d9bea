"""E9: people try every command, control, menu and form that they are offered, at random, in several places."""

import contextlib
from random import Random

from engine.games import GAMES
from gauntlet.exploring import Explorer
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.over_wire import over_wire
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.records import TEXT, Channel
from sandbox.seen import Reply
from sandbox.world import GUILD_ID
from sessions.refusals import NoTable
from tests.waiting import eventually
from tests.wire.evening import Wired

STEPS = 400
"""The number of actions of one attempt."""
LEAP_S = 12 * 3600.0
"""Mean length of the leaps in time that happen now and then, in seconds."""
SETTLED_S = 30.0
LOCALES = ("en-US", "fr", "cs")
THREADS = 2
"""Number of newest threads that people wander through."""


class Wanderers:
    """Some people who wander through everything."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings) -> None:
        self._wired, self._sandbox, self._findings = wired_bot, wired_bot.sandbox, findings
        self._random = Random(seed)
        host = wired_bot.person("Ariadne")
        guests = [wired_bot.newcomer(f"Guest {number}", locale=LOCALES[number % 3]) for number in range(4)]
        self._people = [host, *guests]
        world = self._sandbox.world
        self._places = [world.channels.add(Channel(world.clock.fresh_id(), TEXT, key, GUILD_ID)) for key in GAMES]
        self._explorer = Explorer(self._sandbox, self._random, self._people, self._places, self._check)

    async def wander(self) -> None:
        """Open a table of each game, then let people do anything."""
        for channel in self._places:
            await self._seat(channel)
        while self._findings.tries < STEPS:
            kind = self._random.random()
            if kind < 0.02:
                self._wired.pass_time(self._random.expovariate(1 / LEAP_S))
                self._wired.parts.client.services.due_work.passes.wake()
            with contextlib.suppress(NotOffered):
                if kind < 0.4:
                    await self._play(self._random.choice(self._places))
                else:
                    person = self._random.choice(self._people)
                    await self._explorer.explore(person, self._place(person))
        await eventually(self._has_sent_all, "all posts that are due are sent", within_s=SETTLED_S, every_s=0.05)

    async def _has_sent_all(self) -> bool:
        """Return whether no post is due. Reminders may wait until their readers are awake."""
        now = self._wired.time.clock()
        return all(post.due_at > now for post in await self._wired.parts.store.posts.waiting())

    def _place(self, person: Actor) -> Channel:
        """Return a channel with a table, a thread, a channel without tables, or the person's direct messages."""
        threads = list(self._sandbox.world.channels.threads())[-THREADS:]
        return self._random.choice([*self._places, *threads, self._sandbox.channel("agora"), person.inbox.direct])

    async def _play(self, place: Channel) -> None:
        """Let somebody who is asked use the newest board. If no game runs there, start one."""
        session = None
        with contextlib.suppress(NoTable):
            session = await self._wired.parts.sessions.at(place.id)
        if session is None or not session.table.is_live:
            await self._seat(place)
            return
        asked = [each for each in self._people if session.reader.decision_of(each.id) is not None]
        boards = [each for each in self._sandbox.messages(place) if each.is_by_bot and not each.is_ephemeral]
        if boards:
            person = self._random.choice(asked or self._people)
            await self._explorer.use(person, boards[-1])

    async def _seat(self, channel: Channel) -> None:
        """Start the game that the channel is named after."""
        seats = self._random.choice(GAMES[channel.name].rules.seats)
        owner, *others = self._random.sample(self._people, seats)
        with contextlib.suppress(NotOffered):
            await owner.command("/table open", channel, game=channel.name, seats=seats)
            for person in others:
                await person.command("/table join", channel)
            await owner.command("/table start", channel)

    def _check(self, what: str, reply: Reply) -> None:
        """Count the action. Note a failure if it wasn't answered or if the bot logged an error."""
        self._findings.tries += 1
        self._findings.expect(reply.is_answered, f"no answer: {what}")
        errors = self._wired.errors.records
        self._findings.failures += [f"logged {record.getMessage()!r}: {what}" for record in errors]
        errors.clear()


def attempt(seed: int) -> Findings:
    return over_wire(lambda wired_bot, findings: Wanderers(wired_bot, seed, findings).wander())


FAMILY = Family(
    "E9",
    "people try every command, control, menu and form at random",
    "actions",
    Doses(4000, 40_000, 400_000),
    STEPS,
    attempt,
    (Control("second-of-the-picked", "logged"),),
)
