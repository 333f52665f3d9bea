"""Things that go wrong because a test wants them to: on requests, on the gateway, with people and places."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sandbox.errors import Refused
from sandbox.gateway import Gateway, GatewayConnection, Session
from sandbox.interactions import Interactions
from sandbox.records import Channel, Guild, Message, Person
from sandbox.world import World

RETRY_AFTER_S = 0.05
"""When a 429 that was ordered says to come back, unless the order says otherwise."""


NEVER_ENOUGH = 1 << 60
"""So often happens what does not end by itself."""


class Dropped(Exception):  # noqa: N818
    """The connection is to be broken without an answer."""


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests that match `route`, after `skip` that go through.

    `applied` lets the request take effect before it fails.
    """

    route: str
    times: int
    skip: int = 0
    delay_s: float = 0.0
    error: Refused | None = None
    via: bool = True
    drop: bool = False
    applied: bool = False
    met: int = 0


class Faults:
    """Faults on order. A route reads "POST /channels/*/messages": a method and a path, with `*` for anything."""

    def __init__(self, world: World, gateway: Gateway, interactions: Interactions) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self._ordered: list[Fault] = []
        self.watch: Callable[[str, str], None] = lambda method, path: None
        """Is called with the method and path of every request, before it meets anything."""

    # Requests

    def drop(self, route: str, *, times: int = 1, skip: int = 0, applied: bool = False) -> Fault:
        """Break the connection, before or (`applied`) after the request took effect."""
        return self._order(Fault(route, times, skip, drop=True, applied=applied))

    def delay(self, route: str, seconds: float, *, times: int = 1, skip: int = 0) -> Fault:
        """Let the request wait before it takes effect."""
        return self._order(Fault(route, times, skip, delay_s=seconds))

    def rate_limit(
        self,
        route: str,
        *,
        retry_after_s: float = RETRY_AFTER_S,
        times: int = 1,
        via: bool = True,
        is_global: bool = False,
    ) -> Fault:
        """Answer 429; without `via` it looks like a ban at the edge."""
        words = "You are being rate limited."
        error = Refused(0, status=429, message=words, retry_after_s=retry_after_s, is_global=is_global)
        return self._order(Fault(route, times, error=error, via=via))

    def fail(self, route: str, *, status: int = 500, times: int = 1, skip: int = 0, applied: bool = False) -> Fault:
        """Answer with a bare HTTP status."""
        error = Refused(0, status=status, message=f"{status}: Internal Server Error")
        return self._order(Fault(route, times, skip, error=error, applied=applied))

    def refuse(
        self, route: str, code: int, *, times: int = 1, skip: int = 0, retry_after_s: float | None = None
    ) -> Fault:
        """Answer with one of Discord's error codes. A 429 always says when to come back, and the client does so."""
        error = Refused(code, retry_after_s=retry_after_s)
        if error.status == 429 and retry_after_s is None:
            error.retry_after_s = RETRY_AFTER_S
        return self._order(Fault(route, times, skip, error=error))

    def clear(self) -> None:
        """Withdraw every fault of requests that has not happened yet."""
        self._ordered.clear()

    def _order(self, fault: Fault) -> Fault:
        self._ordered.append(fault)
        return fault

    def met_by(self, method: str, path: str) -> Fault | None:
        """The fault that this request runs into, counted as met."""
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

    # Gateway

    async def reconnect(self, shard: int | None = None) -> None:
        """Ask every connection, or those of one shard, to reconnect and resume (op 7)."""
        for _, connection in self._connections(shard):
            connection.send_op(7)
        await asyncio.sleep(0)

    async def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Declare every session, or those of one shard, invalid (op 9)."""
        for session, connection in self._connections(shard):
            connection.send_op(9, resumable)
            if not resumable:
                self.gateway.sessions.pop(session.id, None)
        await asyncio.sleep(0)

    async def close_gateway(self, code: int = 4000, *, shard: int | None = None) -> None:
        """Close every connection, or those of one shard, with a code."""
        for _, connection in self._connections(shard):
            await connection.close(code)

    def cut_gateway(self, shard: int | None = None) -> None:
        """Break every connection, or those of one shard, without a word (1006)."""
        for _, connection in self._connections(shard):
            connection.cut()

    def lose_network(self) -> None:
        """Discord cannot be reached: no connection lasts, no request arrives, until `restore_network`."""
        self.gateway.is_reachable = False
        self.drop("*", times=NEVER_ENOUGH)
        self.cut_gateway()

    def restore_network(self) -> None:
        """Discord can be reached again; withdraws every other fault of requests too."""
        self.gateway.is_reachable = True
        self.clear()

    def _connections(self, shard: int | None) -> list[tuple[Session, GatewayConnection]]:
        return [
            (session, session.connection)
            for session in self.gateway.sessions.values()
            if session.connection is not None and shard in (None, session.shard[0])
        ]

    def deliver_twice(self) -> None:
        """Deliver the next interaction two times."""
        self.interactions.deliveries = 2

    # People and places

    def close_dms(self, person: Person) -> None:
        """Refuse messages to this person with 50007 from now on."""
        person.dms_open = False
        self.world.changed("person_changed", person)

    def open_dms(self, person: Person) -> None:
        person.dms_open = True
        self.world.changed("person_changed", person)

    def deny(self, channel: Channel, permission: int) -> None:
        """Take a permission from the bot in one channel."""
        channel.bot_denied |= permission
        self.world.changed("channel_changed", channel)

    def allow(self, channel: Channel, permission: int) -> None:
        """Give the bot a permission in this channel back."""
        channel.bot_denied &= ~permission
        self.world.changed("channel_changed", channel)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, and lock it too."""
        thread.archived, thread.locked = True, locked
        thread.archive_changed = self.world.clock.now()
        self.world.changed("channel_changed", thread)

    def archive_idle(self) -> list[Channel]:
        """Archive the threads in which nothing was posted for as long as they wait, as Discord does by itself."""
        clock = self.world.clock
        idle = [
            channel
            for channel in self.world.channels.values()
            if channel.is_thread
            and not channel.archived
            and clock.age_s(channel.last_message_id or channel.id) >= 60 * channel.auto_archive_minutes
        ]
        for thread in idle:
            self.archive(thread, locked=thread.locked)
        return idle

    def delete_message(self, message: Message) -> None:
        self.world.delete_message(message)

    def delete_channel(self, channel: Channel) -> None:
        self.world.delete_channel(channel)

    def remove_from(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        guild.bot_present = False
        self.world.changed("guild_changed", guild)

    def hold_back(self, guild: Guild) -> None:
        """Tell a bot that connects nothing of a guild, as in an outage, until `let_arrive`."""
        self.gateway.held_back.add(guild.id)

    def let_arrive(self, guild: Guild) -> None:
        """Tell of a guild that was held back."""
        self.gateway.held_back.discard(guild.id)
        self.world.changed("guild_changed", guild)

    def invite_to(self, guild: Guild) -> None:
        """Let the bot back into the server."""
        guild.bot_present = True
        self.world.changed("guild_changed", guild)
