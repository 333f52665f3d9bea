"""I1, I3 and I4: presses, values, forms and commands that Discord's client would never send."""

import json
import re
import sqlite3
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from cogs.interactions.answering import REFUSED
from cogs.interactions.gate import CONTROLS
from cogs.ui.presenter import ANSWER, PICK
from cogs.ui.press import NOBODY, Press, read_press
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import random_policy
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.over_wire import over_wire
from sandbox import permissions
from sandbox.client import NotOffered, raw_data
from sandbox.driver import Actor
from sandbox.interactions import COMMAND, COMPONENT, MODAL_SUBMIT
from sandbox.records import COMPONENTS_V2, TEXT, Channel, Json, Message
from sandbox.seen import Seen
from sandbox.strict.components import BUTTON, LABEL, STRING_SELECT, TEXT_INPUT
from sandbox.world import GUILD_ID
from sessions.session import Session
from tests.wire.evening import Wired

A_SEED = 500
PATIENCE_S = 15.0
"""Longest wait for an answer, in seconds. Discord allows three, but the machine may be busy."""
PROGRESS = 12
"""A real answer is given after this many forgeries, so that older controls become stale."""
CUSTOM_ID = re.compile(r'"custom_id": ?"([^"]*)"')
MOST_IDS = 3000
LONGEST_ID = 100
ODD = (
    "",
    "-1",
    "0",
    "1",
    "77",
    "²",
    "٣",
    "9" * 90,
    "abc",
    "\0",
    "\ud800",
    "a" * 100,
    "'; DROP TABLE entries; --",
    "..",
)
OWN_ENTRIES = ("Answered", "Ordered")
"""Log entries that only the seat's own player can cause."""
TABLE_ROWS = (
    "SELECT * FROM tables WHERE id = ?", "SELECT * FROM sitters WHERE table_id = ?",
    "SELECT * FROM results WHERE table_id = ?",
)  # fmt: skip


class StoredTable(NamedTuple):
    """A table's rows, without the revision, and its log entries by number."""

    rows: str
    entries: dict[int, tuple[str, int | None]]


class Forger:
    """One table per game, and five people who forge. Two are seated and one belongs to another server."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings) -> None:
        self._wired, self._random, self._findings = wired_bot, Random(seed), findings
        self._chance = Chance(f"forged {seed}".encode(), {})
        self._world = wired_bot.sandbox.world
        seats = [wired_bot.person("Theseus"), wired_bot.person("Daidalos")]
        abroad = Actor(wired_bot.sandbox, self._world.add_person("Menelaos", "en-US", permissions.HOST))
        self._seats, self._abroad = seats, abroad
        self._people = [*seats, *seats, wired_bot.person("Pasiphae"), wired_bot.person("Ikaros"), abroad]
        self._foreign = Channel(self._world.clock.fresh_id(), TEXT, "troy", self._world.add_guild("Troy").id)
        self._world.channels.add(self._foreign)
        self._channels = {key: Channel(self._world.clock.fresh_id(), TEXT, key, GUILD_ID) for key in GAMES}
        for channel in self._channels.values():
            self._world.channels.add(channel)
        self._sessions: dict[str, Session] = {}
        self._ids: list[str] = []
        self._private: dict[int, list[Seen]] = {}
        self._log = sqlite3.connect(f"file:{wired_bot.folder / 'knossos.db'}?mode=ro", uri=True)

    async def prepare(self) -> None:
        for key in GAMES:
            await self._open(key)

    async def _open(self, key: str) -> None:
        """Start a game in the channel for `key`. Any older game there must be over."""
        sessions, press = self._wired.parts.sessions, self._world.clock.fresh_id
        first, second = self._seats
        session = await sessions.open(GUILD_ID, self._channels[key].id, first.id, first.name, key, press())
        await session.lobby.join(second.id, second.name, press())
        await session.lobby.start(first.id, press())
        self._sessions[key] = session
        await self._wired.quiet()

    async def forge(self) -> None:
        """Send one forged interaction and judge its effects."""
        for key, session in self._sessions.items():
            if session.table.status == "suspended":  # one of the two has left, and the other may end the game
                await session.leaving.close(self._seats[0].id, self._world.clock.fresh_id(), is_moderator=True)
            if session.table.status != "running":
                await self._open(key)
        if self._findings.tries % PROGRESS == 0:
            await self._answer_really()
        self._collect_ids()
        actor = self._random.choice(self._people)
        before = self._read_tables()
        seats = {key: session.reader.seat_of(actor.id) for key, session in self._sessions.items()}
        asked = {key: session.reader.decision_of(actor.id) for key, session in self._sessions.items()}
        what, told, send = self._draw(actor)
        self._findings.tries += 1
        try:
            reply = await send()
        except NotOffered:
            return
        if reply.kind in ("deferred", "deferred_update"):
            await self._wired.parts.client.services.traffic.calm(PATIENCE_S)
        if reply.message is not None and reply.message.is_ephemeral:
            self._private.setdefault(actor.id, []).append(reply.message)
        self._findings.expect(reply.is_answered, f"{actor.name}: {what} {told} was not answered")
        self._findings.expect("Traceback" not in reply.text, f"{actor.name}: {what} {told} got a traceback")
        if reply.text.startswith(REFUSED):
            self._findings.expect(reply.is_ephemeral, f"{actor.name}: {what} {told} was refused in public")
        self._judge(actor, f"{actor.name}: {what} {told}", told, before, seats, asked)

    async def _answer_really(self) -> None:
        session = self._random.choice(list(self._sessions.values()))
        decision = session.pending[0]
        keys = random_policy(lambda: None, decision, self._chance)
        await session.play.answer(session.table.sitters[decision.seat].user, keys, self._world.clock.fresh_id())
        await self._wired.quiet()

    def _collect_ids(self) -> None:
        for channel in self._channels.values():
            for message in islice(self._wired.sandbox.newest(channel), 2):
                self._ids += CUSTOM_ID.findall(json.dumps(message.raw))
        for messages in self._private.values():
            for seen in messages[-1:]:
                self._ids += CUSTOM_ID.findall(json.dumps(seen.raw))
        self._ids = list(dict.fromkeys(self._ids))[-MOST_IDS:]

    # Forging

    def _draw(self, actor: Actor) -> tuple[str, Json, Callable[[], Any]]:
        chance, message = self._random.random(), self._message(actor)
        place = self._world.channels.find(message.channel_id)
        if chance < 0.75:
            return (
                "a press",
                (data := self._component(actor, message)),
                lambda: actor._send(COMPONENT, place, data, message.record),
            )
        if chance < 0.9:
            return (
                "a form",
                (data := self._form(actor, message)),
                lambda: actor._send(MODAL_SUBMIT, place, data, message.record),
            )
        return "a command", (data := self._command()), lambda: actor._send(COMMAND, place, data)

    def _message(self, actor: Actor) -> Seen:
        """Pick a message to press: a board, an older message, a private one, or one in another server."""
        if actor is self._abroad:
            made = Message(self._world.clock.fresh_id(), self._foreign.id, self._world.bot.id, flags=COMPONENTS_V2)
            made.components = [{"type": 10, "id": 1, "content": "Here."}]
            self._world.messages[self._foreign.id][made.id] = made
            return Seen(self._wired.sandbox, made)
        private = [seen for seen in self._private.get(actor.id, []) if not seen.record.gone]
        if private and self._random.random() < 0.4:
            return self._random.choice(private[-20:])
        channel = self._random.choice(list(self._channels.values()))
        public = [seen for seen in self._wired.sandbox.newest(channel) if seen.is_by_bot and not seen.is_ephemeral]
        return public[0] if self._random.random() < 0.6 else self._random.choice(public)

    def _component(self, actor: Actor, message: Seen) -> Json:
        custom_id = self._custom_id(actor, message)
        if self._random.random() < 0.5:
            return raw_data(custom_id, BUTTON, None)
        return raw_data(custom_id, self._random.choice((STRING_SELECT, 5, 8, 99)), self._values())

    def _values(self) -> list[str]:
        return [self._value() for _ in range(self._random.choice((0, 1, 1, 1, 2, 25)))]

    def _value(self) -> str:
        return str(self._random.randrange(9)) if self._random.random() < 0.5 else self._random.choice(ODD)

    def _custom_id(self, actor: Actor, message: Seen) -> str:
        """Return a custom id: a real one, one with a few fields replaced, or nonsense."""
        made = self._random.choice(self._ids)
        chance = self._random.random()
        if chance < 0.25:
            return made
        if chance < 0.32:
            return self._random.choice((*ODD, made[: len(made) // 2], made * 2))[:LONGEST_ID]
        press = read_press(made)
        if press is not None and chance < 0.75:
            return self._other_press(actor, message, press).custom_id[:LONGEST_ID]
        parts = made.split(":")
        for _ in range(self._random.choice((1, 1, 2))):
            parts[self._random.randrange(len(parts))] = self._field()
        return ":".join(parts)[:LONGEST_ID]

    def _other_press(self, actor: Actor, message: Seen, press: Press) -> Press:
        """Return a well-formed press with random fields. Most values fit the message, and some don't."""
        random = self._random
        here = [each for each in self._sessions.values() if each.table.channel == message.channel_id]
        session = random.choice(here or list(self._sessions.values()))
        asked = random.choice(session.pending)
        own = actor.id if message.is_ephemeral else NOBODY
        return Press(
            random.choice((session.table.id, session.table.id, press.table)),
            max(0, session.table.epoch + random.choice((0, 0, 0, 0, 0, 0, 1, -1))),
            random.choice((ANSWER, ANSWER, PICK, press.verb, random.choice(list(CONTROLS)))),
            random.choice((0, press.index, random.randrange(40))),
            random.choice((asked.seat, asked.seat, asked.seat, press.seat, 0, 1, NOBODY)),
            random.choice((asked.id, asked.id, asked.id, NOBODY, press.decision, asked.id - 1, asked.id + 1)),
            random.choice((own, own, own, press.user, random.choice(self._people).id)),
        )

    def _field(self) -> str:
        known = [str(session.table.id) for session in self._sessions.values()]
        known += [str(person.id) for person in self._people]
        return self._random.choice((*known, *ODD, *CONTROLS, "k1", "l1", "r1", "s1", "t1", "q1", str(10**19)))

    def _form(self, actor: Actor, message: Seen) -> Json:
        field = {"type": TEXT_INPUT, "id": 2, "custom_id": self._random.choice(("note", "typed", "text", *ODD))}
        value: Any = self._random.choice((*ODD, "x" * 4000, "@everyone <@1> [a](http://b)"))
        label: Any = {"type": LABEL, "id": 1, "component": field | {"value": value}}
        components = self._random.choice(([label], [], [label] * 5, [{"type": 1, "components": [field]}]))
        return {"custom_id": self._custom_id(actor, message), "components": components}

    def _command(self) -> Json:
        """Return a random command with odd texts as its options."""
        entry = self._random.choice([each for each in self._world.application.commands[0] if each["type"] == 1])
        return {"id": entry["id"], "name": entry["name"], "type": 1, "options": self._options(entry)}

    def _options(self, entry: Json) -> list[Json]:
        offered = entry.get("options") or []
        inner = [each for each in offered if each["type"] in (1, 2)]
        if inner:
            chosen = self._random.choice(inner)
            return [{"name": chosen["name"], "type": chosen["type"], "options": self._options(chosen)}]
        texts = [each for each in offered if each["type"] == 3]
        return [{"name": each["name"], "type": 3, "value": self._random.choice((*ODD, "x" * 6000))} for each in texts]

    # Judging

    def _read_tables(self) -> dict[str, StoredTable]:
        held: dict[str, StoredTable] = {}
        for key, session in self._sessions.items():
            number = session.table.id
            rows = [_without_revision(self._log, query, number) for query in TABLE_ROWS]
            entries = self._log.execute("SELECT number, kind, seat FROM entries WHERE table_id = ?", (number,))
            held[key] = StoredTable(repr(rows), {entry: (kind, seat) for entry, kind, seat in entries})
        return held

    def _judge(
        self, actor: Actor, what: str, data: Json, before: dict[str, StoredTable], seats: dict[str, Seat | None],
        asked: dict[str, Decision | None],
    ) -> None:  # fmt: skip
        custom_id = data.get("custom_id")
        press = read_press(custom_id) if isinstance(custom_id, str) else None
        for key, now in self._read_tables().items():
            if now == before[key]:
                continue
            session = self._sessions[key]
            own = {seats[key], session.reader.seat_of(actor.id)} - {None}  # a press may give or take a seat
            fresh = [entry for number, entry in now.entries.items() if number not in before[key].entries]
            if not own and actor not in self._seats:
                self._findings.failures.append(f"{what} changed a table of others: {fresh}")
                continue
            by_others = [kind for kind, by in fresh if kind in OWN_ENTRIES and by not in own]
            self._findings.expect(not by_others, f"{what} made entries of another seat: {fresh}")
            if press is not None:
                self._findings.expect(press.table == session.table.id, f"{what} changed another table: {fresh}")
                if any(kind == "Answered" for kind, _ in fresh):
                    self._check_answer(what, press, asked[key], data.get("values") or [])

    def _check_answer(self, what: str, press: Press, decision: Decision | None, values: list[str]) -> None:
        """Check that an accepted press answered the open question with options that it offered."""
        if decision is None:
            self._findings.failures.append(f"{what} answered though nothing was asked")
            return
        is_current = press.decision in (-1, decision.id)
        self._findings.expect(is_current, f"{what} answered an old question instead of {decision.id}")
        count = len(decision.options)
        picked = [str(press.index)] if press.verb == ANSWER else values if press.verb == PICK else []
        is_known = all(each.isascii() and each.isdecimal() and int(each) < count for each in picked)
        self._findings.expect(is_known, f"{what} chose an option that isn't among the {count}")


def _without_revision(log: sqlite3.Connection, query: str, number: int) -> list[dict[str, object]]:
    found = log.execute(query, (number,))
    names = [column[0] for column in found.description]
    return [{name: value for name, value in zip(names, row, strict=True) if name != "revision"} for row in found]


def attempt(seed: int) -> Findings:
    async def forge(wired_bot: Wired, findings: Findings) -> None:
        wired_bot.sandbox.interactions.patience_s = PATIENCE_S
        forger = Forger(wired_bot, seed, findings)
        await forger.prepare()
        while findings.tries < A_SEED:
            await forger.forge()

    return over_wire(forge)


FAMILY = Family(
    "I4",
    "forged presses, values, forms and commands (also I1, I3)",
    "forgeries",
    Doses(1000, 10_000, 100_000),
    A_SEED,
    attempt,
    (
        Control("anybody-answers", "changed a table of others|entries of another seat"),
        Control("old-question-answered", "answered an old question", 2),
        Control("last-option-taken", "chose an option that isn't among"),
    ),
)
