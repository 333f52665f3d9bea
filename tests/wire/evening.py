"""A table over the wire: the real bot and the real discord.py run in this process, against a sandbox."""

import asyncio
import atexit
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

import bot
from ai.client import Thinkers
from cogs import client
from cogs.interactions.answering import SLOW_S
from cogs.ui import rulebook
from cogs.ui.presenter import DONE, SURE
from cogs.ui.press import read_press
from cogs.ui.rulebook import Rulebook, Rulebooks, read_rulebooks
from cogs.views.chronicle import LASTING
from engine.games import digest_of
from games import Registration
from locales.words import Words
from render import RenderClient
from sandbox import Sandbox
from sandbox.driver import Actor
from sandbox.parts import PATIENCE_S
from sandbox.records import Channel, Json, Message, Person
from sandbox.seen import Reply, Seen
from sessions.clocks.seat_clocks import steady_ms
from sessions.session import Session
from sessions.sessions import now_ms
from sessions.store import Write
from settings import Settings
from tests.databases import DATABASES
from tests.seeds import Seeds
from tests.wire.registered import register

PEOPLE = ("Ariadne", "Theseus", "Daidalos", "Phaidra")
CHANNEL = "agora"
SLOW_MACHINE_S = 60.0
"""Seconds that people wait for an answer on an overloaded machine. Discord allows only three."""


@cache
def render_client() -> RenderClient:
    """Return the render client that all tests share. Its time limit suits a busy machine."""
    made = RenderClient(order_s=PATIENCE_S, start_s=PATIENCE_S)
    atexit.register(made.close)
    return made


@cache
def _rulebook(text: str, language: str) -> Rulebook:
    return Rulebook(text, partial(Words().say, language=language))


@cache
def _rulebooks(paths: tuple[tuple[str, Path], ...]) -> Rulebooks:
    with patch.object(rulebook, "Rulebook", lambda text, say: _rulebook(text, say.keywords["language"])):
        return read_rulebooks(dict(paths), Words())


def rulebooks(paths: Mapping[str, Path], _: Words) -> Rulebooks:
    """Return the rulebooks. Each is indexed once for all tests, because that took a third of each bot's start."""
    return _rulebooks(tuple(paths.items()))


@cache
def _digest_of(game: Registration) -> str:
    return digest_of(game)


def digest_once(game: Registration, content: Path | None = None) -> str:
    """Return a game's digest. The files of the bot's own games are read once for all tests."""
    return _digest_of(game) if game.folder is None and content is None else digest_of(game, content)


@cache
def usual_settings() -> Settings:
    """Return the settings without the host's choices. They are read once, because that took 7 ms for each bot."""
    return Settings(_env_file=None)


def controls(seen: Seen) -> list[str]:
    """Return the custom ids of a message's controls. Leave out permanent controls that only show something."""
    ids = [button.custom_id or "" for button in seen.buttons] + [select.custom_id for select in seen.selects]
    return [found for found in ids if (press := read_press(found)) is None or press.verb not in LASTING]


ANSWER_S = 12.0
"""Seconds that people wait for an answer on a busy machine. Simulated evenings and the judge allow 3 s."""

GUILDS_ARRIVE_S = 0.05
"""Seconds without a new server after which all are assumed to have arrived.

Closing a bot waits until they have. The bot's own half second took two thirds of a short test.
"""


class Errors(logging.Handler):
    """Collects every log record that would alert a host."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class LateReply(Reply):
    """A reply to a press that the bot deferred silently and answered with a follow-up."""

    @property
    def message(self) -> Seen:
        return self.followups[-1]

    @property
    def is_ephemeral(self) -> bool:
        return self.message.is_ephemeral


class Patient(Actor):
    """A person who waits for late answers, since the machine may be busy."""

    def __init__(self, wired_bot: "Wired", person: Person) -> None:
        super().__init__(wired_bot.sandbox, person)
        self._wired_bot = wired_bot

    async def _send(self, kind: int, channel: Channel, data: Json, message: Message | None = None) -> Reply:
        reply = await super()._send(kind, channel, data, message)
        if reply.kind in ("deferred", "deferred_update") and (reply.latency_s or 0.0) >= SLOW_S:
            await self._wired_bot.parts.client.services.traffic.calm(PATIENCE_S)
            if reply.kind == "deferred_update" and reply.followups:
                return LateReply(reply.sandbox, reply.interaction)
        return reply


class Wired:
    """A sandbox and its bot. `stop_bot` and `start_bot` restart the bot on the same database."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.errors = Errors()
        self.seeds = Seeds()
        """The source of seeds. A restarted bot continues to use it."""
        self._ahead_ms = 0
        self.time = bot.Time(lambda: now_ms() + self._ahead_ms, lambda: steady_ms() + self._ahead_ms)
        self.workers = 1
        """The number of processes that think for computer players."""
        self.settings: dict[str, Any] = {}
        """The host's settings for the next start, other than the database."""
        self.thinkers: Thinkers
        self.parts: bot.Parts
        self._stack = contextlib.AsyncExitStack()
        self._connected: asyncio.Task[None] | None = None

    async def start_bot(self) -> None:
        """Start the bot. It takes over the previous bot's database."""
        database = DATABASES.url(self.folder / "knossos.db")
        # People in tests press as fast as the bot answers.
        options: dict[str, Any] = {"database": database, "presses_per_minute": 0, **self.settings}
        settings = Settings(_env_file=None, **options) if self.settings else usual_settings().model_copy(update=options)
        self.thinkers = Thinkers(
            self.workers, order_s=PATIENCE_S, start_s=PATIENCE_S, clock=lambda: self.time.steady() / 1000
        )
        self._stack = contextlib.AsyncExitStack()
        with (
            patch.object(bot, "read_rulebooks", rulebooks),
            patch.object(bot, "digest_of", digest_once),
            patch.object(client, "GUILDS_ARRIVE_S", GUILDS_ARRIVE_S),
        ):
            self.parts = await self._stack.enter_async_context(
                bot.build(settings, render_client(), token_bytes=self.seeds, time=self.time, thinkers=self.thinkers)
            )
        bot.point_at(self.sandbox.address)
        with patch.object(client, "sync_commands", partial(register, self.sandbox)):
            self._connected = asyncio.create_task(self.parts.client.start("sandbox"))
            await self.sandbox.until(lambda: self.sandbox.gateway.is_connected)

    async def stop_bot(self) -> None:
        """Stop the bot cleanly."""
        assert self._connected is not None
        await self._stack.aclose()
        await asyncio.gather(self._connected, return_exceptions=True)

    def pass_time(self, seconds: float) -> None:
        """Advance the bot's clock by some seconds, unless the test controls the clock."""
        self._ahead_ms += round(seconds * 1000)

    def person(self, name: str) -> Actor:
        """Return a person in the sandbox."""
        return Patient(self, self.sandbox.world.person_named(name))

    def newcomer(self, name: str, **options: Any) -> Actor:
        """Add a person to the sandbox. `options` are passed to `Sandbox.newcomer`."""
        return Patient(self, self.sandbox.newcomer(name, **options).person)

    async def session(self, channel: str = CHANNEL) -> Session:
        """Return the bot's own session of the table in that channel."""
        return await self.parts.sessions.at(self.sandbox.channel(channel).id)

    def public_messages(self, channel: str = CHANNEL) -> list[Seen]:
        """Return the bot's public messages, oldest first."""
        return [seen for seen in self.sandbox.messages(channel) if seen.is_by_bot and not seen.is_ephemeral]

    def board(self, channel: str = CHANNEL) -> Seen:
        """Return the newest public message."""
        return self.public_messages(channel)[-1]

    async def quiet(self) -> None:
        """Wait until no post is pending."""
        await self.sandbox.until(lambda: not self.parts.sessions.outbox.depth)

    async def has_sent_all(self) -> bool:
        """Return whether no post is stored any more. Sent posts are deleted together with another write, or after a
        moment."""
        await self.parts.store.commit(Write())
        return not await self.parts.store.posts.waiting()


def speaking(wired_bot: Wired, name: str, locale: str) -> Actor:
    """Return that person, with a Discord client in this language."""
    person = wired_bot.person(name)
    person.person.locale = locale
    return person


def private_message(reply: Reply) -> Seen:
    """Return the private message of a reply."""
    assert reply.message is not None, reply
    assert reply.message.is_ephemeral
    return reply.message


async def sessions_of(wired_bot: Wired) -> list[Session]:
    """Return the sessions of all live tables in the sandbox's servers."""
    sessions = wired_bot.parts.sessions
    rows = [row for guild in wired_bot.sandbox.world.guilds for row in await sessions.store.tables.in_guild(guild)]
    return await sessions.all_of(rows)


@contextlib.asynccontextmanager
async def wired(folder: Path, **options: Any) -> AsyncIterator[Wired]:
    """Run a sandbox with its bot, without rate limits. Then check that no error was logged and all routes are known.

    `options` are passed to `Sandbox.running`.
    """
    async with Sandbox.running(**{"rate_limits": False, **options}) as sandbox:
        wired_bot = Wired(sandbox, folder)
        sandbox.interactions.patience_s = ANSWER_S
        for person in sandbox.world.people.values():
            person.locale = "en-US"
        logging.getLogger().addHandler(wired_bot.errors)
        try:
            await wired_bot.start_bot()
            yield wired_bot
            await wired_bot.stop_bot()
        finally:
            logging.getLogger().removeHandler(wired_bot.errors)
        assert [record.getMessage() for record in wired_bot.errors.records] == []
        assert sandbox.rest.unknown == []


class WireTable:
    """A table with people at it."""

    def __init__(self, wired_bot: Wired, people: list[Actor], channel: str) -> None:
        self.wired_bot = wired_bot
        self.people = people
        self.channel = channel

    @property
    def sandbox(self) -> Sandbox:
        return self.wired_bot.sandbox

    async def session(self) -> Session:
        """Return the bot's own session of the table."""
        return await self.wired_bot.session(self.channel)

    async def board(self) -> Seen:
        """Wait until nothing is left to be posted. Return the newest board."""
        await self.wired_bot.quiet()
        return self.wired_bot.board(self.channel)

    async def person_asked(self) -> Actor:
        """Return the person who is asked."""
        session = await self.session()
        seat = session.pending[0].seat
        return self.people[[person.id for person in self.people].index(session.table.sitters[seat].user)]

    async def others(self) -> list[Actor]:
        """Return everyone who is not asked."""
        asked = await self.person_asked()
        return [person for person in self.people if person.id != asked.id]

    async def use(self, person: Actor, verb: str) -> Reply:
        """Press the first button of that verb on the newest board, whatever its label or icon."""
        board = await self.board()
        return await person.press(board, custom_id=control(board, verb))

    async def from_menu(self, person: Actor, verb: str) -> Reply:
        """Open the board's menu and press the button of that verb in it."""
        return await from_menu(person, verb, self.channel)

    async def command(self, person: Actor, path: str, **values: object) -> Reply:
        """Type a command in the table's channel."""
        return await person.command(path, self.channel, **values)


async def from_menu(person: Actor, verb: str, channel: str = CHANNEL) -> Reply:
    """Type `/table menu` and press the button of that verb. If the menu lacks the button, forge the press.

    If the command is answered without a menu, return that answer.
    """
    menu = await person.command("/table menu", channel)
    presses = [read_press(button.custom_id or "") for button in menu.message.buttons] if menu.message else []
    offered = next((press for press in presses if press is not None), None)
    if menu.message is None or offered is None:
        return menu
    press = replace(offered, verb=verb)
    if press in presses:
        return await person.press(menu.message, custom_id=press.custom_id)
    return await person.forge(menu.message, press.custom_id)


def control(message: Seen, verb: str) -> str:
    """Return the custom id of the first button of that verb, whatever its label. Raises `LookupError`."""
    for button in message.buttons:
        press = read_press(button.custom_id or "")
        if press is not None and press.verb == verb:
            return press.custom_id
    raise LookupError(f"no {verb!r} among {[button.label for button in message.buttons]}")


async def confirm(person: Actor, reply: Reply) -> Reply:
    """Confirm if the reply asks for confirmation. Return the final reply."""
    if reply.message is None or not reply.is_ephemeral:
        return reply
    try:
        custom_id = control(reply.message, SURE)
    except LookupError:
        return reply
    return await person.press(reply.message, custom_id=custom_id)


async def do_several(person: Actor, opened: Reply, dice: Random) -> Reply:
    """Mark up to three options in the list that was opened, and submit them."""
    assert opened.message is not None, opened.text
    select = dice.choice(opened.message.selects)
    values = [option.value for option in select.options]
    marks = dice.sample(values, min(len(values), dice.randint(1, 3)))
    marked = await person.choose(opened.message, *marks, custom_id=select.custom_id)
    assert marked.message is not None, marked.text
    return await person.press(marked.message, custom_id=control(marked.message, DONE))


@contextlib.asynccontextmanager
async def table_of(
    wired_bot: Wired, game: str, seats: int, *, channel: str = CHANNEL, **options: object
) -> AsyncIterator[WireTable]:
    """A started game with that many people. The first person owns the table and starts the game."""
    if game == "minos-classic":
        options = {"options": "first_seat=first", **options}
    if seats == 1:
        options = {"seats": 1, **options}  # a solo game must be requested
    people = [wired_bot.person(name) for name in PEOPLE[:seats]]
    opened = await people[0].command("/table open", channel, game=game, **options)
    assert opened.is_ephemeral, opened
    for person in people[1:]:
        await person.command("/table join", channel)
    started = await people[0].command("/table start", channel)
    assert started.is_ephemeral, started
    evening = WireTable(wired_bot, people, channel)
    await evening.board()
    yield evening
