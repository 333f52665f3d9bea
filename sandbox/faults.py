"""Failures of Discord that tests inject, and changes to people, channels and servers."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from sandbox.errors import Refused
from sandbox.gateway import GUILDS, Gateway, Line, Session
from sandbox.permissions import VIEW_CHANNEL
from sandbox.records import Channel, Guild, Person, Role
from sandbox.world import APPLICATION_ID, World

RETRY_AFTER_S = 0.05
NEVER_ENOUGH = 1 << 60


class Dropped(Exception):  # noqa: N818
    """Breaks the connection without sending an answer."""


@dataclass(slots=True)
class Fault:
    """A failure of some requests to a route."""

    route: str
    times: int
    """The number of requests that fail."""
    skip: int = 0
    """The number of requests that succeed first."""
    delay_s: float = 0.0
    error: Refused | None = None
    via: bool = True
    drop: bool = False
    applied: bool = False
    """If true, requests take effect before they fail."""
    met: int = 0


class Faults:
    """Faults to inject into requests. A route is a method and a path, with `*` as wildcard: "POST /channels/*"."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []
        self.watch: Callable[[str, str], None] = lambda method, path: None
        """Called with the method and path of every request, before any fault is applied."""

    def drop(self, route: str, *, times: int = 1, skip: int = 0, applied: bool = False) -> Fault:
        return self._order(Fault(route, times, skip, drop=True, applied=applied))

    def delay(self, route: str, seconds: float, *, times: int = 1, skip: int = 0) -> Fault:
        return self._order(Fault(route, times, skip, delay_s=seconds))

    def rate_limit(
        self, route: str, *, retry_after_s: float = RETRY_AFTER_S, times: int = 1, via: bool = True
    ) -> Fault:
        """Answer with a 429. If `via` is false, the answer looks like a ban by the proxy in front of Discord."""
        words = "You are being rate limited."
        error = Refused(0, status=429, message=words, retry_after_s=retry_after_s)
        return self._order(Fault(route, times, error=error, via=via))

    def fail(self, route: str, *, status: int = 500, times: int = 1, skip: int = 0, applied: bool = False) -> Fault:
        error = Refused(0, status=status, message=f"{status}: Internal Server Error")
        return self._order(Fault(route, times, skip, error=error, applied=applied))

    def refuse(
        self, route: str, code: int, *, times: int = 1, skip: int = 0, retry_after_s: float | None = None
    ) -> Fault:
        """Answer with one of Discord's error codes. A 429 always says when to retry."""
        error = Refused(code, retry_after_s=retry_after_s)
        if error.status == 429 and retry_after_s is None:
            error.retry_after_s = RETRY_AFTER_S
        return self._order(Fault(route, times, skip, error=error))

    def clear(self) -> None:
        self._ordered.clear()

    def _order(self, fault: Fault) -> Fault:
        self._ordered.append(fault)
        return fault

    def find_fault(self, method: str, path: str) -> Fault | None:
        """Return the fault to apply to this request and count its use. Return None if there is none."""
        self.watch(method, path)
        for fault in self._ordered:
            if fnmatchcase(f"{method} {path}", fault.route):
                if fault.skip > 0:
                    fault.skip -= 1
                    continue
                fault.met += 1
                if fault.met >= fault.times:
                    self._ordered.remove(fault)
                return fault
        return None


class Connections:
    """The bot's connections to the gateway, and the network between them."""

    def __init__(self, gateway: Gateway, faults: Faults) -> None:
        self._gateway = gateway
        self._faults = faults

    async def reconnect(self, shard: int | None = None) -> None:
        """Ask every connection to reconnect and resume (op 7). Given a shard, ask only its connections."""
        for _, connection in self._connections(shard):
            connection.send_op(7)
        await asyncio.sleep(0)

    async def invalidate(self, *, shard: int | None = None) -> None:
        """Declare every session invalid (op 9). Given a shard, only its sessions."""
        for session, connection in self._connections(shard):
            connection.send_op(9, False)
            self._gateway.sessions.pop(session.id, None)
        await asyncio.sleep(0)

    async def close(self, code: int = 4000, *, shard: int | None = None) -> None:
        for _, connection in self._connections(shard):
            await connection.close(code)

    def cut(self, shard: int | None = None) -> None:
        """Break every connection without a close frame (1006). Given a shard, break only its connections."""
        for _, connection in self._connections(shard):
            connection.cut()

    def lose_network(self) -> None:
        self._gateway.is_reachable = False
        self._faults.drop("*", times=NEVER_ENOUGH)
        self.cut()

    def restore_network(self) -> None:
        """Make Discord reachable again, and stop injecting faults into requests."""
        self._gateway.is_reachable = True
        self._faults.clear()

    def hold_back(self, guild: Guild) -> None:
        """Begin an outage of this guild. It ends with `let_arrive`. Until then, connecting bots don't get the guild."""
        self._gateway.held_back.add(guild.id)
        lost = {"id": str(guild.id), "unavailable": True}
        self._gateway.dispatch("GUILD_DELETE", lost, guild_id=guild.id, intent=GUILDS)

    def let_arrive(self, guild: Guild) -> None:
        self._gateway.held_back.discard(guild.id)
        whole = self._gateway.payloads.guild_joined(guild)
        self._gateway.dispatch("GUILD_CREATE", whole, guild_id=guild.id, intent=GUILDS)

    def _connections(self, shard: int | None) -> list[tuple[Session, Line]]:
        return [
            (session, session.connection)
            for session in self._gateway.sessions.values()
            if session.connection is not None and shard in (None, session.shard[0])
        ]


class Places:
    """Changes to people, channels and servers that the bot has to cope with."""

    def __init__(self, world: World) -> None:
        self._world = world

    def close_dms(self, person: Person) -> None:
        """Refuse all later messages to this person with 50007."""
        person.dms_open = False
        self._world.announce("person_changed", person)

    def open_dms(self, person: Person) -> None:
        person.dms_open = True
        self._world.announce("person_changed", person)

    def deny(self, channel: Channel, permission: int) -> None:
        channel.bot_denied |= permission
        self._world.announce("channel_changed", channel)

    def allow(self, channel: Channel, permission: int) -> None:
        is_regained = permission & channel.bot_denied & VIEW_CHANNEL
        channel.bot_denied &= ~permission
        self._world.announce("channel_changed", channel)
        if is_regained:
            self._world.announce("threads_regained", channel)

    def remove_from_thread(self, thread: Channel) -> None:
        """Remove the bot from a thread."""
        thread.members.remove(self._world.bot.id)
        self._world.announce("bot_left_thread", thread)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        thread.archived, thread.locked = True, locked
        thread.archive_changed = self._world.clock.now()
        self._world.announce("channel_changed", thread)

    def add_role(self, guild: Guild, name: str, **options: Any) -> Role:
        role = Role(self._world.clock.fresh_id(), guild.id, name, **options)
        guild.roles.append(role)
        self._world.announce("role_created", role)
        return role

    def delete_role(self, guild: Guild, role: Role) -> None:
        guild.roles.remove(role)
        self._world.announce("role_deleted", role)

    def permit_bot(self, guild: Guild, allowed: int) -> None:
        """Set the permissions of the bot's role."""
        guild.bot_permissions = allowed
        self._world.announce("role_changed", Role(APPLICATION_ID + 1, guild.id, self._world.bot.name))

    def remove_bot(self, guild: Guild) -> None:
        guild.bot_present = False
        self._world.announce("guild_changed", guild)

    def invite_bot(self, guild: Guild) -> None:
        guild.bot_present = True
        self._world.announce("guild_changed", guild)
