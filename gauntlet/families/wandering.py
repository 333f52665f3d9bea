"""E9: people try every command, control, menu and form that they are offered, at random, in several places."""

import contextlib
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.games import GAMES
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.over_wire import over_wire
from sandbox.access import commands_in
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.records import TEXT, Channel, Json
from sandbox.seen import Button, Reply, Seen, Select
from sandbox.strict.commands import BOOLEAN, CHANNEL, CHAT, GROUP, INTEGER, MESSAGE_MENU, ROLE, STRING, SUBCOMMAND, USER
from sandbox.strict.components import CHANNEL_SELECT, ROLE_SELECT, TEXT_INPUT, walk
from sandbox.world import GUILD_ID
from sessions.refusals import NoTable
from tests.waiting import eventually
from tests.wire.evening import Wired

STEPS = 400
"""The number of actions of one attempt."""
LEAP_S = 12 * 3600.0
"""Now and then, so much time passes on average, in seconds."""
SETTLED_S = 30.0
LOCALES = ("en-US", "fr", "cs")
AGAIN = 0.8
"""The probability that a person goes on with the message that they were shown."""
THREADS = 2
"""People wander through so many newest threads."""
SHOWN = 8
"""People use the controls of so many newest messages of a place."""
TEXTS = (
    "", "a", "knossos", "forum", "?", "8-20", "2 days", "tomorrow", "48+6", "Europe/Prague", "x" * 90, "<@1>",
)  # fmt: skip
"""Texts that people type where nothing is suggested."""


class Typed(NamedTuple):
    """A command with its options."""

    path: str
    options: list[Json]


class Wanderers:
    """Some people who wander through everything."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings) -> None:
        self._wired, self._sandbox, self._findings = wired_bot, wired_bot.sandbox, findings
        self._random = Random(seed)
        host = wired_bot.person("Ariadne")
        guests = [wired_bot.newcomer(f"Guest {number}", locale=LOCALES[number % 3]) for number in range(4)]
        self._people = [host, *guests]
        self._places: list[Channel] = []

    async def wander(self) -> None:
        """Open a table of each game, then let people do anything."""
        world = self._sandbox.world
        self._places = [world.channels.add(Channel(world.clock.fresh_id(), TEXT, key, GUILD_ID)) for key in GAMES]
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
                    await self._go_on(person, await self._begin(person, self._place(person)))
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
            await self._go_on(person, await self._use(person, boards[-1]))

    async def _seat(self, channel: Channel) -> None:
        """Start a game of the channel's name."""
        seats = self._random.choice(GAMES[channel.name].rules.seats)
        owner, *others = self._random.sample(self._people, seats)
        with contextlib.suppress(NotOffered):
            await owner.command("/table open", channel, game=channel.name, seats=seats)
            for person in others:
                await person.command("/table join", channel)
            await owner.command("/table start", channel)

    async def _begin(self, person: Actor, place: Channel) -> Reply | None:
        """Type a command, use a control of a message there, or an entry under *Apps*."""
        shown = [message for message in person.inbox.sees(place) if message.is_by_bot][-SHOWN:]
        kind = self._random.random()
        if shown and kind < 0.4:
            return await self._use(person, self._random.choice(shown))
        entries = [each["name"] for each in commands_in(self._sandbox.world, place) if each["type"] == MESSAGE_MENU]
        if shown and entries and kind < 0.45:
            message, entry = self._random.choice(shown), self._random.choice(entries)
            return await self._check(f"Apps › {entry}", await person.use_app(message, entry))
        return await self._type(person, place)

    async def _go_on(self, person: Actor, reply: Reply | None) -> None:
        """Use what the replies offer, again and again."""
        while reply is not None and self._random.random() < AGAIN:
            if reply.modal is not None:
                reply = await self._fill(person, reply)
            elif reply.message is not None:
                reply = await self._use(person, reply.message)
            else:
                return

    async def _use(self, person: Actor, message: Seen) -> Reply | None:
        offered: list[Button | Select] = [each for each in message.buttons if each.custom_id and not each.disabled]
        offered += [each for each in message.selects if not each.disabled]
        if not offered:
            return None
        control = self._random.choice(offered)
        what = f"{control.custom_id} below {message.text[:60]!r}"
        if isinstance(control, Button):
            return await self._check(what, await person.press(message, custom_id=control.custom_id))
        values = self._values(control)
        count = self._random.randint(control.min_values, min(control.max_values, len(values)))
        chosen = self._random.sample(values, count)
        return await self._check(
            f"{chosen} of {what}", await person.choose(message, *chosen, custom_id=control.custom_id)
        )

    def _values(self, select: Select) -> list[str]:
        world = self._sandbox.world
        if select.kind == CHANNEL_SELECT:
            return [str(each.id) for each in world.channels.of(GUILD_ID) if each.kind == TEXT]
        if select.kind == ROLE_SELECT:
            return [str(role.id) for role in world.guilds[GUILD_ID].roles]
        return [option.value for option in select.options]

    async def _fill(self, person: Actor, opened: Reply) -> Reply:
        assert opened.modal is not None
        fields = [part for part in walk(opened.modal["components"]) if part["type"] == TEXT_INPUT]
        texts: dict[str, object] = {
            field["custom_id"]: self._random.choice(TEXTS) for field in fields if self._random.random() < 0.8
        }
        return await self._check(f"form {opened.modal['custom_id']} with {texts}", await person.fill(opened, texts))

    async def _type(self, person: Actor, place: Channel) -> Reply:
        offered = [each for each in commands_in(self._sandbox.world, place) if each["type"] == CHAT]
        command = self._random.choice(offered)
        typed = self._random.choice(list(_leaves(f"/{command['name']}", command.get("options") or [])))
        values: dict[str, object] = {}
        for option in typed.options:
            if option.get("required") or self._random.random() < 0.6:
                values[option["name"]] = await self._value(person, place, typed.path, option, values)
        return await self._check(f"{typed.path} {values}", await person.command(typed.path, place, **values))

    async def _value(self, person: Actor, place: Channel, path: str, option: Json, values: dict[str, object]) -> object:
        """Return a value for the option, mostly a suggested one."""
        if option.get("choices"):
            return self._random.choice(option["choices"])["value"]
        kind = option["type"]
        if kind == BOOLEAN:
            return self._random.random() < 0.5
        if kind == INTEGER:
            return self._random.randint(option.get("min_value", 0), option.get("max_value", 9))
        if kind == USER:
            return self._random.choice(self._people).person
        if kind == ROLE:
            return self._random.choice(self._sandbox.payloads.roles(self._sandbox.world.guilds[GUILD_ID]))["id"]
        if kind == CHANNEL:
            return self._random.choice(self._places)
        assert kind == STRING
        text = self._random.choice(TEXTS)[: option.get("max_length", 90)]
        if option.get("autocomplete"):
            suggested = await person.autocomplete(path, place, option["name"], **values, **{option["name"]: text})
            suggested = suggested or await person.autocomplete(
                path, place, option["name"], **values, **{option["name"]: ""}
            )
            if suggested and self._random.random() < 0.9:
                return self._random.choice(suggested)["value"]
        return text or "x"

    async def _check(self, what: str, reply: Reply) -> Reply:
        """Count the action. Note a failure if it wasn't answered or if the bot logged an error."""
        self._findings.tries += 1
        self._findings.expect(reply.is_answered, f"no answer: {what}")
        errors = self._wired.errors.records
        self._findings.failures += [f"logged {record.getMessage()!r}: {what}" for record in errors]
        errors.clear()
        return reply


def _leaves(path: str, options: list[Json]) -> Iterator[Typed]:
    nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not nested:
        yield Typed(path, options)
    for option in nested:
        yield from _leaves(f"{path} {option['name']}", option.get("options") or [])


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
