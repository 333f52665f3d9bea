"""Let people try every command and control of `docs/authority.md`, in every state of a table.

The document lists the expected results. `Walk` compares them with what the bot really does over the wire.
"""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from babel.messages.pofile import read_po

from cogs.interactions.answering import REFUSED
from cogs.interactions.gate import CONTROLS
from cogs.interactions.slash import DEFAULT, MESSAGE_COMMANDS
from cogs.people.panels import OFF, ON
from cogs.ui.press import NOBODY, Press, SettingPress
from engine.kernel.decision import Message as EngineMessage
from engine.kernel.rules import OptionValue
from locales.words import Words
from sandbox import client, permissions
from sandbox.driver import Actor
from sandbox.records import COMPONENTS_V2, EPHEMERAL, TEXT, Channel, Guild, Json, Message
from sandbox.seen import Reply, Seen
from sandbox.strict.components import BUTTON, STRING_SELECT
from sandbox.world import GUILD_ID
from sessions.lobby.lobby import LobbyOptions
from sessions.session import Session
from tests.wire.evening import Wired

WORDS = Words()
ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs" / "authority.md"

PERSONS = (
    "owner",
    "seat",
    "former seat",
    "another table’s seat",
    "member",
    "moderator",
    "other server",
    "direct message",
    "user install",
)
LATE_S = 60.0
"""Longest wait for delayed answers on a busy machine, in seconds."""
STATES = ("lobby", "running", "suspended", "over")
Mark: TypeAlias = Literal["✓", "o", "–", "r"]
CHANGES, STYLE, REFUSES, RULES = "✓", "o", "–", "r"
"""The four marks. The attempt takes effect, only shows or asks something, is refused, or depends on the rules."""

GAMES = {"classic": "minos-classic", "minos": "minos-dawn", "minerva": "minerva"}
WISHES = {"lobby": "2", "running": "3", "suspended": "4", "over": "3-4"}
"""The number of seats that a person queues for in each state. The numbers differ, so every attempt is a new wish."""
SELECTS = {
    "s": "0",
    "sj": "0",
    "d": "0",
    "order": "rings:off",
    "player": "0",
    "part": "seat:0",
    "set": "0",
    "seats": "3",
    "colour": "3",
    "itself": "full",
    "left": "standard",
    "pace": "daily",
    "level": "strong",
    "practice": "practice",
    "rating": "casual",
    "hints": "yes",
    "pictures": "round",
    "silent": "yes",
    "unit": "turn",
    "language": "fr",
    "vote": "wait",
}
"""The option to pick in each control that is a select."""


CHANGED = {"settings": "ladder", "server": "language"}
"""The setting that the walk changes in each panel."""


PREPARED = {"resume": "paused", "undo": "stopped", "/table undo": "stopped", "agree": "proposed", "refuse": "proposed",
            "playon": "alone", "stop": "alone", "hint": "hints"}  # fmt: skip
"""The state that a running game must be in for each of these rows."""
IN_LOBBY = {"nocomputer": "computer"}
"""The state that a lobby must be in for each of these rows."""
APPS = tuple(f"/{WORDS.say(EngineMessage(each.path), DEFAULT)}" for each in MESSAGE_COMMANDS)
"""Rows that are entries under *Apps* on a message."""
FINISHED = ("sheet",)
"""Rows that need a finished game."""


@dataclass(frozen=True)
class Row:
    """One row of the document: a command's path or a control's verb, and its marks by person and state."""

    name: str
    in_private: bool
    marks: dict[tuple[str, str], str]

    @property
    def is_command(self) -> bool:
        return self.name.startswith("/")

    @property
    def game(self) -> str:
        if self.name == "hands":
            return GAMES["minos"]
        return GAMES.get(self.name.split()[0].lstrip("/"), "minos-classic")

    def __str__(self) -> str:
        return f"{self.name}{' in private' if self.in_private else ''}"


@dataclass(frozen=True)
class Cell:
    """One attempt: one person tries one command or control in one state of a table."""

    row: Row
    person: str
    state: str
    is_borrowed: bool = False
    """True if the control is in a message that was made for the owner."""

    @property
    def mark(self) -> str:
        return REFUSES if self.is_borrowed else self.row.marks[self.person, self.state]

    def __str__(self) -> str:
        return f"{self.row}{', made for the owner' if self.is_borrowed else ''}, {self.person}, {self.state}"


def rows_of(text: str) -> list[Row]:
    """Return the rows of all tables that have commands or controls in the first column and marks in the others."""
    found = []
    for line in text.splitlines():
        first, *columns = [part.strip() for part in line.strip().strip("|").split("|")]
        name = re.match(r"`([^`]+)`", first)
        if name is None or len(columns) != len(PERSONS):
            continue
        assert all(len(column) == len(STATES) for column in columns), line
        assert set("".join(columns)) <= set("✓o–r"), line
        marks = {
            (person, state): mark
            for person, column in zip(PERSONS, columns, strict=True)
            for state, mark in zip(STATES, column, strict=True)
        }
        found.append(Row(name[1], "in private" in first, marks))
    return found


def rows_of_document() -> list[Row]:
    """Return the document's rows."""
    return rows_of(DOCUMENT.read_text(encoding="utf-8"))


def paths(commands: list[Json]) -> Iterator[str]:
    """Yield the paths of all registered commands and subcommands."""
    for command in commands:
        inner = [option for option in command.get("options") or [] if option["type"] in (1, 2)]
        if inner:
            yield from (f"/{command['name']} {path.lstrip('/')}" for path in paths(inner))
        else:
            yield f"/{command['name']}"


def controls() -> Iterator[tuple[str, bool]]:
    """Yield every control's verb, and whether the control is in a private message."""
    for verb, control in CONTROLS.items():
        if control.is_public:
            yield verb, False
        if control.is_private:
            yield verb, True
    yield from ((panel, True) for panel in CHANGED)


def refusals(language: str) -> re.Pattern[str]:
    """Return a pattern that matches any refusal in that language."""
    found = []
    for path in sorted((ROOT / "locales" / language).rglob("*.po")):
        with path.open("rb") as file:
            for entry in read_po(file, locale=language):
                name = entry.id if isinstance(entry.id, str) else entry.id[0]
                if name.startswith("refused."):
                    strings = (entry.string,) if isinstance(entry.string, str) else entry.string or ()
                    found += [re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in strings]
    return re.compile(f"{REFUSED} (?:{'|'.join(found)})", re.DOTALL)


@dataclass
class Outcome:
    """The result of an attempt: the mark that belongs in the cell, and the bot's reply."""

    cell: Cell
    mark: str
    text: str
    faults: list[str] = field(default_factory=list)


class Walk:
    """A bot, two servers with the bot and one without, seven people, and their tables."""

    def __init__(self, wired_bot: Wired) -> None:
        self.wired_bot = wired_bot
        self.world = wired_bot.sandbox.world
        self.db = sqlite3.connect(f"file:{wired_bot.folder / 'knossos.db'}?mode=ro", uri=True)
        self.words = {language: refusals(language) for language in ("en", "fr", "cs")}
        person = wired_bot.person
        owner, moderator = person("Theseus"), person("Ariadne")
        abroad = Actor(wired_bot.sandbox, self.world.add_person("Menelaos", "en-US", permissions.HOST))
        people = (owner, person("Daidalos"), person("Phaidra"), person("Ikaros"), person("Pasiphae"), moderator, abroad)
        self.people = dict(zip(PERSONS, (*people, owner, owner), strict=True))
        for actor, locale in zip(people, ("en-US", "fr", "fr", "cs", "cs", "en-US", "en-US"), strict=True):
            actor.person.locale = locale
        self.foreign = self.world.add_guild("Troy").id
        self.unknown = self._guild_without_bot()
        self._bases: dict[tuple[str, str, str], Session] = {}
        self._read_version = -1
        self._rows: list[list[Any]] = []

    @classmethod
    async def begin(cls, wired_bot: Wired) -> "Walk":
        """Prepare the walk. One person already sits at another table."""
        walk = cls(wired_bot)
        user, press = walk.people["another table’s seat"].id, walk.world.clock.fresh_id
        channel = walk._channel(GUILD_ID).id
        await wired_bot.parts.sessions.open(GUILD_ID, channel, user, "Ikaros", "minos-classic", press())
        return walk

    def _guild_without_bot(self) -> int:
        """Add a server without the bot, whose members installed the bot for themselves."""
        made = Guild(self.world.clock.fresh_id(), "Sparta", self.people["owner"].id, permissions.MEMBER)
        self.world.guilds[made.id] = made
        interactions = self.wired_bot.sandbox.interactions
        payload = interactions._payload

        def installed_to_the_user(interaction: Any) -> Json:
            body = payload(interaction)
            if interaction.channel.guild_id == made.id:
                body["authorizing_integration_owners"] = {"1": str(interaction.person.id)}
            return body

        interactions._payload = installed_to_the_user  # type: ignore[method-assign]
        return made.id

    def _channel(self, guild: int) -> Channel:
        channel = Channel(self.world.clock.fresh_id(), TEXT, "somewhere", guild)
        if guild == self.unknown:
            self.world.channels[channel.id] = channel
            self.world.messages[channel.id] = {}
            return channel
        return self.world.channels.add(channel)

    # States

    async def table(self, game: str, state: str, prepared: str) -> Session:
        """Open a new table in that state. `prepared` is what the row needs in addition.

        In a running game of Minos (classic), the owner has rolled and has a question to answer.
        """
        sessions, press = self.wired_bot.parts.sessions, self.world.clock.fresh_id
        owner, seat, former, abroad = (self.people[p].id for p in ("owner", "seat", "former seat", "other server"))
        channel = self._channel(GUILD_ID).id
        chosen: dict[str, OptionValue] = {"first_seat": "first"} if game == "minos-classic" else {}
        if prepared == "finished":
            chosen["round_limit"] = 10
        session = await sessions.open(GUILD_ID, channel, owner, "Theseus", game, press(), LobbyOptions(options=chosen))
        await session.lobby.join(seat, "Daidalos", press())
        await session.lobby.join(abroad, "Menelaos", press())
        await session.lobby.join(former, "Phaidra", press())
        if state == "lobby":
            await session.lobby.leave(former, press())
            if prepared == "computer":
                await session.lobby.add_computer(owner, ("Talos",), press())
            return session
        if prepared == "hints":
            await session.lobby.configure(owner, press(), LobbyOptions(hints=True))
        await session.lobby.start(owner, press())
        await session.leaving.concede(former, press())
        if game == "minos-classic":
            await session.play.answer(owner, (), press())
        if prepared == "stopped":
            await session.play.answer(owner, tuple(option.key for option in session.pending[0].options), press())
        if prepared == "proposed":
            await session.proposals.propose("end", seat, press())
        if prepared == "alone":
            for user in (seat, abroad):
                await session.leaving.concede(user, press())
        if prepared == "paused":
            await session.proposals.propose("pause", seat, press())
            for user in (owner, abroad):
                await session.proposals.consent(user, press())
        if state == "suspended":
            await session.place.lose_channel(session.table.channel)
        elif prepared == "finished":
            while session.pending:
                asked = session.pending[0]
                keys = session.reader.game.autopilot.answer(session.reader.timeline.position.state, asked)
                await session.play.answer(session.table.sitters[asked.seat].user, keys, press())
        elif state == "over":
            await session.leaving.close(self.people["moderator"].id, press(), is_moderator=True)
        return session

    async def unchanged_table(self, game: str, state: str, prepared: str) -> Session:
        """Return the shared table for that state. A table that an attempt changed is never returned."""
        key = game, state, prepared
        if key not in self._bases:
            self._bases[key] = await self.table(*key)
        return self._bases[key]

    @staticmethod
    def base(cell: Cell) -> tuple[str, str, str]:
        """Return the game, state and preparation of the table that the cell needs."""
        needs = {"running": PREPARED, "lobby": IN_LOBBY}.get(cell.state, {})
        prepared = needs.get(cell.row.name, "")
        if cell.state == "over" and cell.row.name in FINISHED:
            prepared = "finished"
        return cell.row.game, cell.state, prepared

    # Trying

    async def try_alone(self, cell: Cell) -> Outcome:
        """Try the cell on the shared table for that state. After a change, the next cell gets a new table."""
        key = self.base(cell)
        session = await self.unchanged_table(*key)
        await self.wired_bot.quiet()
        before = self.rows()
        reply = await self.attempt(cell, session)
        is_changed = self.rows() != before
        if is_changed:
            del self._bases[key]
        return self.judge(cell, reply, is_changed)

    async def try_together(self, cells: list[Cell]) -> list[Outcome]:
        """Try harmless cells on one table. If the table changed anyway, try each cell alone."""
        sessions = [await self.unchanged_table(*self.base(cell)) for cell in cells]
        await self.wired_bot.quiet()
        before = self.rows()
        tries = (self.attempt(cell, session) for cell, session in zip(cells, sessions, strict=True))
        replies = await asyncio.gather(*tries)
        if self.rows() == before:
            return [self.judge(cell, reply, False) for cell, reply in zip(cells, replies, strict=True)]
        self._bases.clear()
        return [await self.try_alone(cell) for cell in cells]

    async def attempt(self, cell: Cell, session: Session) -> Reply:
        """Try the command or control. If the bot defers the answer, wait for the message that follows."""
        reply = await self._try(cell, session)
        if reply.kind in ("deferred", "deferred_update"):
            await self.wired_bot.parts.client.services.traffic.calm(LATE_S)
        return reply

    async def _try(self, cell: Cell, session: Session) -> Reply:
        actor, place = self.people[cell.person], self._place(cell, session)
        if cell.row.is_command:
            return await actor.forge_command(place, self._options_for(cell, session))
        made_for = self.people["owner"].id if cell.is_borrowed else actor.id
        user = made_for if cell.row.in_private else NOBODY
        message = self._message(place, actor.id if cell.row.in_private else None)
        if cell.row.name in CHANGED:
            return await self._change_setting(cell.row.name, actor, message, user)
        custom_id = self._press(cell.row.name, session, user).custom_id
        picked = SELECTS.get(cell.row.name)
        if picked is None:
            return await actor.forge(message, custom_id, kind=BUTTON)
        return await actor.forge(message, custom_id, kind=STRING_SELECT, values=[picked])

    async def _change_setting(self, panel: str, actor: Actor, message: Seen, user: int) -> Reply:
        """Choose a value other than the current one."""
        choices = self.wired_bot.parts.sessions.choices
        if panel == "settings":
            other = ON if choices.people.get(actor.id).off_ladder else OFF
            return await actor.forge(message, SettingPress(panel, CHANGED[panel], user, other).custom_id)
        guild = self.world.channels.find(message.channel_id).guild_id
        other = "cs" if choices.servers.get(guild).language == "fr" else "fr"
        custom_id = SettingPress(panel, CHANGED[panel], user).custom_id
        return await actor.forge(message, custom_id, kind=STRING_SELECT, values=[other])

    def _place(self, cell: Cell, session: Session) -> Channel:
        if cell.person == "direct message":
            return self.world.channels.direct(self.people["direct message"].person)
        if cell.person in ("other server", "user install"):
            return self._channel(self.foreign if cell.person == "other server" else self.unknown)
        return (
            self._channel(GUILD_ID)
            if cell.row.name == "/table move"
            else self.world.channels.find(session.table.channel)
        )

    def _message(self, channel: Channel, only_for: int | None) -> Seen:
        hidden = only_for if channel.recipient_id is None else None
        flags = COMPONENTS_V2 | (EPHEMERAL if hidden is not None else 0)
        made = Message(self.world.clock.fresh_id(), channel.id, self.world.bot.id, flags=flags, only_for=hidden)
        made.components = [{"type": 10, "id": 1, "content": "Here."}]
        self.world.messages[channel.id][made.id] = made
        return Seen(self.wired_bot.sandbox, made)

    def _press(self, verb: str, session: Session, user: int) -> Press:
        table = session.table
        if verb == "turn":
            return Press(table.id, table.epoch, verb, 1, NOBODY, 1, user)  # the first entry
        if verb == "fill":
            return Press(table.id, table.epoch, verb, 4, user=user)  # a computer takes the fourth seat
        asked = session.pending[0] if session.pending else None
        is_answer = verb in ("o", "s", "oj", "sj", "all", "none", "d", "done", "sure", "surej", "choose", "several")
        vote = table.proposal.id if table.proposal and verb in ("agree", "refuse") else NOBODY
        seat, decision = (asked.seat, asked.id) if asked and is_answer and verb != "choose" else (NOBODY, vote)
        return Press(table.id, table.epoch, verb, 0, seat, decision, user)

    def _options_for(self, cell: Cell, session: Session) -> Json:
        sandbox, home, path = self.wired_bot.sandbox, self.world.channels.find(session.table.channel), cell.row.name
        if path in APPS:
            target = self._message(home, None).record
            return client.message_command_data(sandbox.payloads, home, path.removeprefix("/"), target)
        wanted = {option["name"]: option for option in client.find(self.world, home, path).options}
        key = session.pending[0].options[0].key if session.pending else "1"
        values: Json = {name: key for name, option in wanted.items() if option.get("required")}
        by_command: dict[str, Json] = {
            "/table open": {"game": "minos-classic"},
            "/league open": {"name": "Cup", "game": "minos-classic"},
            "/table kick": {"player": self.people["seat"].person},
            "/play": {"game": "minos-classic", "seats": WISHES[cell.state]},
            "/table invite": {"player": self.people["member"].person},
            "/table pace": {"pace": "daily"},
            "/table move": {"table": str(session.table.id)},
            "/learn": {"game": "minerva"},
            "/stats player": {"player": self.people["seat"].person},
            "/stats game": {"game": "minos-classic"},
            "/rules": {"topic": "BUILD-4", "game": "minos-classic"},
        }
        values |= by_command.get(path, {})
        return client.command_data(sandbox.payloads, home, path, values)

    # Judging

    def rows(self) -> list[list[Any]]:
        """Return everything stored about tables and people. Read it again only if something was written."""
        version = self._version()
        if version == self._read_version:
            return self._rows
        names = (
            "tables",
            "sitters",
            "entries",
            "snapshots",
            "results",
            "people",
            "notes",
            "watchers",
            "servers",
            "reports",
            "queue",
            "queue_posts",
            "leagues",
        )
        self._rows = [self.db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names]  # noqa: S608
        self._read_version = version
        return self._rows

    def _version(self) -> int:
        """Return a number that changes whenever anything is written."""
        return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def judge(self, cell: Cell, reply: Reply, is_changed: bool) -> Outcome:
        """Judge the answer. A refusal that changes something, is public, or is in another language is a fault."""
        text = reply.followups[-1].text if reply.kind == "deferred_update" and reply.followups else reply.text
        is_refused = text.startswith(REFUSED)
        tried = Outcome(cell, REFUSES if is_refused else CHANGES if is_changed else STYLE, text)
        if not reply.is_answered:
            tried.faults.append("was not answered")
        elif not (reply.is_ephemeral or reply.kind in ("deferred_update", "update", "modal")):
            tried.faults.append("was answered in public")
        if is_refused:
            language = self.people[cell.person].person.locale.partition("-")[0]
            if not self.words[language].fullmatch(text):
                tried.faults.append(f"was not refused in {language}")
            if is_changed:
                tried.faults.append("changed something all the same")
        return tried
