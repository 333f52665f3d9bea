"""Discord's gateway for bots. Connections send events to the bot, which can resume their sessions."""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.access import bot_reaches
from sandbox.clock import Latency
from sandbox.payloads import Payloads
from sandbox.recording import Recording
from sandbox.records import Channel, Guild, Json, Role, is_thread
from sandbox.session_starts import SessionStarts, Shard, read_shard
from sandbox.world import APPLICATION_ID, Change, World

log = logging.getLogger(__name__)

GUILDS = 1 << 0
"""The only intent that this application is granted."""
HEARTBEAT_MS = 41_250
HEARTBEAT_ANSWER_S = 0.5
"""Delay of heartbeat acknowledgements. discord.py would match an immediate one to the previous heartbeat, 41 s ago."""
BEHIND_ANSWERS_S = 0.05
"""Delay of events caused by a request. Discord doesn't promise which come first, the answer or the events."""
REPLAY_EVENTS = 2_000
RESUMABLE_S = 60.0
SENDS_PER_MINUTE = 120
PAYLOAD_BYTES = 4096
"""The longest frame that a bot may send."""


@dataclass(eq=False)
class Closing(Exception):  # noqa: N818
    code: int


@dataclass(eq=False)
class Session:
    """One identified connection. For a minute after the connection breaks, the session collects the missed events."""

    token: str
    intents: int
    shard: Shard
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_EVENTS))
    connection: "Line | None" = None
    broken_at: float | None = None

    def hears(self, guild_id: int | None) -> bool:
        """Return whether this session's shard gets events of a guild, or of direct messages if None."""
        number, of = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % of)

    def tell(self, event: str, body: str) -> None:
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{body}}}'
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)


@dataclass(eq=False)
class Line:
    """One open WebSocket. It sends frames in order, in a background task."""

    socket: web.WebSocketResponse
    _request: web.Request
    _recording: Recording | None
    _latency: Latency
    was_hung_up: bool = False

    def __post_init__(self) -> None:
        self._queue: asyncio.Queue[tuple[str, float] | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        if self._recording is not None:
            self._recording.event(text)
        self._queue.put_nowait((text, time.monotonic() + self._latency.draw_s()))

    def send_op(self, op: int, data: object = None) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_op_later(self, op: int, delay_s: float) -> None:

        def send() -> None:
            if not self._writer.done():
                self.send_op(op)

        asyncio.get_running_loop().call_later(delay_s, send)

    async def close(self, code: int) -> None:
        self.was_hung_up = True
        self._queue.put_nowait(None)
        if not self._writer.done():
            await self._writer
        await self.socket.close(code=code)

    def cut(self) -> None:
        """Break the connection without a close frame. The other side sees code 1006."""
        if self._request.transport is not None:
            self._request.transport.abort()

    def stop(self) -> None:
        self._writer.cancel()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (frame := await self._queue.get()) is not None:
                text, at = frame
                if (wait_s := at - time.monotonic()) > 0:
                    await asyncio.sleep(wait_s)
                await self.socket.send_str(text)


@dataclass(eq=False)
class Gateway:
    """Accepts connections and sends events to them. `url` is set once the server is running."""

    _world: World
    payloads: Payloads
    starts: SessionStarts
    _recording: Recording | None = None
    latency: Latency = field(default_factory=Latency)
    url: str = ""
    sessions: dict[str, Session] = field(default_factory=dict)
    identifies: int = 0
    resumes: int = 0
    accepts_token: bool = True
    is_reachable: bool = True
    is_answering: bool = False
    """True during a request of the bot. The events that it causes come after its answer."""
    held_back: set[int] = field(default_factory=set)
    """Guilds whose GUILD_CREATE isn't sent to a bot that connects."""

    def __post_init__(self) -> None:
        self._world.listen(self._announce)

    @property
    def connected(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.connection is not None]

    @property
    def is_connected(self) -> bool:
        return bool(self.connected)

    def dispatch(self, event: str, data: Json, *, guild_id: int | None, intent: int = 0) -> None:
        if self.is_answering:
            later = partial(self.dispatch, event, data, guild_id=guild_id, intent=intent)
            asyncio.get_running_loop().call_later(BEHIND_ANSWERS_S, later)
            return
        body = json.dumps(data)
        self._forget_broken()
        for session in self.sessions.values():
            if session.hears(guild_id) and (not intent or session.intents & intent):
                session.tell(event, body)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        if not self.is_reachable:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=1 << 16, compress=False)
        try:
            await socket.prepare(request)
        except ConnectionResetError:  # the client is gone already
            raise web.HTTPServiceUnavailable from None
        connection = Line(socket, request, self._recording, self.latency)
        connection.send_op(10, {"heartbeat_interval": HEARTBEAT_MS})
        session: Session | None = None
        recent: deque[float] = deque(maxlen=SENDS_PER_MINUTE)
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT or len(frame.data.encode()) > PAYLOAD_BYTES:
                    raise Closing(4002)
                now = asyncio.get_running_loop().time()
                if len(recent) == SENDS_PER_MINUTE and now - recent[0] < 60:
                    raise Closing(4008)
                recent.append(now)
                try:
                    heard = json.loads(frame.data)
                except ValueError:
                    raise Closing(4002) from None
                if self._recording is not None:
                    self._recording.hear(heard)
                session = await self._hear(connection, session, heard)
        except Closing as closing:
            await connection.close(closing.code)
        finally:
            connection.stop()
            if session is not None and session.connection is connection:
                session.connection = None
                self._world.announce("person_changed", self._world.bot)
                session.broken_at = asyncio.get_running_loop().time()
                # The client echoes our close with 1000; only its own close ends the session.
                if socket.close_code in (1000, 1001) and not connection.was_hung_up:
                    self.sessions.pop(session.id, None)
        return socket

    async def _hear(self, connection: Line, session: Session | None, heard: Json) -> Session | None:
        match heard.get("op"):
            case 1:
                connection.send_op_later(11, HEARTBEAT_ANSWER_S)
            case 2 if session is None:
                return await self._identify(connection, heard["d"])
            case 6 if session is None:
                return self._resume(connection, heard["d"])
            case 2 | 6:
                raise Closing(4005)
            case 3 | 4 | 8 if session is None:
                raise Closing(4003)
            case _:
                raise Closing(4001)
        return session

    async def _identify(self, connection: Line, asked: Json) -> Session | None:
        self.identifies += 1
        token = str(asked.get("token") or "")
        if not token or not self.accepts_token:
            raise Closing(4004)
        if self.starts.is_used_up(token):
            await self._reset_token(connection)
            return None
        shard = read_shard(asked.get("shard"))
        if shard is None:
            raise Closing(4010)
        if not self.starts.spend(token, shard[0]):
            connection.send_op(9, False)
            return None
        intents = int(asked.get("intents", 0))
        if intents & ~GUILDS:
            raise Closing(4014)
        session = Session(token, intents, shard)
        guilds = [g for g in self._world.guilds.values() if g.bot_present and session.hears(g.id)]
        if len(guilds) > self.starts.most_guilds:
            raise Closing(4011)
        session.connection = connection
        self.sessions[session.id] = session
        self._world.announce("person_changed", self._world.bot)
        ready = {
            "v": 10,
            "user": self.payloads.myself(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(shard),
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }
        session.tell("READY", json.dumps(ready))
        for guild in guilds:
            if intents & GUILDS and guild.id not in self.held_back:
                session.tell("GUILD_CREATE", json.dumps(self.payloads.guild_joined(guild)))
        return session

    async def _reset_token(self, connection: Line) -> None:
        """End all sessions and accept no token any more, as Discord does for a token that started too many sessions."""
        self.accepts_token = False
        ending = [session.connection for session in self.connected if session.connection is not None]
        self.sessions.clear()
        await asyncio.gather(*(each.close(4004) for each in (connection, *ending)))

    def _resume(self, connection: Line, asked: Json) -> Session | None:
        self._forget_broken()
        session = self.sessions.get(str(asked.get("session_id")))
        heard = asked.get("seq") or 0
        oldest = session.sent[0][0] if session is not None and session.sent else 1
        if session is None or heard + 1 < oldest or asked.get("token") != session.token:
            connection.send_op(9, False)
            return None
        if heard > session.sequence:
            raise Closing(4007)
        self.resumes += 1
        if session.connection is not None:
            session.connection.cut()
        session.connection, session.broken_at = connection, None
        self._world.announce("person_changed", self._world.bot)
        for number, text in session.sent:
            if number > heard:
                connection.send(text)
        session.tell("RESUMED", json.dumps({}))
        return session

    def _forget_broken(self) -> None:
        now = asyncio.get_running_loop().time()
        for session in tuple(self.sessions.values()):
            if session.broken_at is not None and now - session.broken_at > RESUMABLE_S:
                del self.sessions[session.id]

    def _announce(self, change: Change) -> None:
        record: Any = change.record
        if isinstance(record, Channel) and record.guild_id is not None:
            if self._world.guilds[record.guild_id].bot_present:
                self._announce_channel(change.kind, record)
        elif isinstance(record, Role):
            self._announce_role(change.kind, record)
        elif isinstance(record, Guild):
            if record.bot_present:
                body = self.payloads.guild_joined(record)
                del body["unavailable"]  # Discord omits this field when the bot joins a guild
                self.dispatch("GUILD_CREATE", body, guild_id=record.id, intent=GUILDS)
            else:
                self.dispatch("GUILD_DELETE", {"id": str(record.id)}, guild_id=record.id, intent=GUILDS)

    def _announce_role(self, kind: str, role: Role) -> None:
        body: Json = {"guild_id": str(role.guild_id)}
        if kind == "role_deleted":
            body["role_id"] = str(role.id)
        else:
            body["role"] = self.payloads.role(self._world.guilds[role.guild_id], str(role.id))
        verb = {"role_created": "CREATE", "role_changed": "UPDATE", "role_deleted": "DELETE"}[kind]
        self.dispatch(f"GUILD_ROLE_{verb}", body, guild_id=role.guild_id, intent=GUILDS)

    def _announce_channel(self, kind: str, channel: Channel) -> None:
        match kind:
            case "bot_joined_thread" | "bot_left_thread":
                self._announce_membership(channel)
                return
            case "threads_regained":
                self._tell("THREAD_LIST_SYNC", channel, self.payloads.threads_of(channel))
                return
        verb = {"channel_created": "CREATE", "channel_changed": "UPDATE", "channel_deleted": "DELETE"}[kind]
        if not is_thread(channel):
            self._tell(f"CHANNEL_{verb}", channel, self.payloads.channel(channel))
        elif channel.parent_id in self._world.channels and bot_reaches(self._world, channel):
            body = self.payloads.channel(channel)
            if kind == "channel_created":
                body["newly_created"] = True
            elif kind == "channel_deleted":
                body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._tell(f"THREAD_{verb}", channel, body)

    def _announce_membership(self, thread: Channel) -> None:
        """Tell the bot that it was added to a thread or removed from it."""
        is_in = self._world.bot.id in thread.members
        if is_in and not bot_reaches(self._world, thread):
            return
        self._tell("THREAD_MEMBERS_UPDATE", thread, self.payloads.bots_membership(thread))
        if is_in:
            self._tell("THREAD_CREATE", thread, self.payloads.channel(thread))

    def _tell(self, event: str, channel: Channel, body: Json) -> None:
        self.dispatch(event, body, guild_id=channel.guild_id, intent=GUILDS)
