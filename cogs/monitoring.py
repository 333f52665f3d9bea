"""A host's view of the running bot: metrics, and health checks of its parts."""

import contextlib
import logging
import math
import time
from collections.abc import AsyncIterator, Callable

import aiohttp
import discord

from cogs.client import Knossos
from metrics import Health, MetricsServer
from metrics.loop_lag import LoopLag
from sessions.records.table import LIVE
from sessions.refusals import StorageRefusal

MOST_LAG_S = 1.0
"""Longest acceptable delay of the event loop, in seconds. If it is longer, answers to presses are slow."""
MOST_WAIT_S = 120.0
"""Longest time in seconds that a board may wait because of Discord's limits. A longer wait means a fault."""
MOST_LATENCY_S = 20.0
COUNT_EVERY_S = 60.0
"""Shortest time in seconds between two counts of the tables: there may be a million."""
ASK_EVERY_S = 600.0
"""Shortest time in seconds between two requests for the number of connections that Discord still allows."""
LOOKED_AT = "health"
"""The value written by a health check to test that the database is writable."""

log = logging.getLogger("knossos")


class Monitoring:
    """The checks and metrics of one bot. Each check returns the fault, or None.

    `damage` returns the damage found in the database, or None. `now_s` is a monotonic clock.
    """

    def __init__(
        self, client: Knossos, damage: Callable[[], str | None], *, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._client, self._services, self._damage, self._now_s = client, client.services, damage, now_s
        meters = self._services.meters
        self.lag = LoopLag(meters.loop_lag_seconds.observe)
        checks = {"gateway": self.gateway, "database": self.database, "outbox": self.outbox, "loop": self.loop}
        self.server = MetricsServer(meters, Health(checks), self.freshen)
        outbox, gateway = self._services.sessions.outbox, client.gateway
        watched: dict[str, tuple[str, Callable[[], float]]] = {
            "outbox_posts": ("Posts that wait to be delivered", lambda: outbox.depth),
            "outbox_oldest_seconds": ("How long the oldest post has waited", lambda: outbox.waited_ms() / 1000),
            "gateway_connected": ("1 while Discord can be reached", lambda: self._services.due_work.is_running),
            "shards_connected": ("Shards of this process that are connected", lambda: gateway.shards_connected),
            "gateway_latency_seconds": ("Of Discord's last heartbeat", lambda: client.latency),
            "guilds": ("Servers that this process knows", lambda: len(client.guilds)),
        }
        for name, (words, read) in watched.items():
            meters.watch(f"knossos_{name}", words, read)
        self._counted_at: float | None = None
        self._asked_at: float | None = None

    async def gateway(self) -> str | None:
        if not self._services.due_work.is_running:
            return "not connected"
        latency_s = self._client.latency
        is_slow = math.isfinite(latency_s) and latency_s > MOST_LATENCY_S  # infinite before the first heartbeat
        return f"answers after {latency_s:.0f} s" if is_slow else None

    async def database(self) -> str | None:
        if self._damage() is not None:
            return "is damaged, see `python -m db check`"
        sessions = self._services.sessions
        try:
            await sessions.store.clocks.keep_mark(LOOKED_AT, sessions.context.clock())
        except StorageRefusal as refusal:
            return f"refuses to write: {type(refusal).__name__}"
        return None

    async def outbox(self) -> str | None:
        waited_s = self._services.sessions.outbox.waited_ms(self._services.blocked_channels) / 1000
        return f"a post has waited for {waited_s:.0f} s" if waited_s > MOST_WAIT_S else None

    async def loop(self) -> str | None:
        return f"late by {self.lag.worst_s:.1f} s" if self.lag.worst_s > MOST_LAG_S else None

    async def freshen(self) -> None:
        """Update the metrics that need a request or a query, unless they are recent."""
        now_s, meters = self._now_s(), self._services.meters
        if self._counted_at is None or now_s - self._counted_at >= COUNT_EVERY_S:
            self._counted_at = now_s
            with contextlib.suppress(StorageRefusal):
                counts = await self._services.sessions.store.tables.count_by_status()
                for state in LIVE:
                    meters.tables.labels(state).set(counts.get(state, 0))
        is_asked = self._asked_at is not None and now_s - self._asked_at < ASK_EVERY_S
        if self._services.due_work.is_running and not is_asked:
            self._asked_at = now_s
            with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
                _, _, limit = await self._client.http.get_bot_gateway()
                meters.identifies_left.set(limit["remaining"])


@contextlib.asynccontextmanager
async def serve_monitoring(client: Knossos, port: int | None, damage: Callable[[], str | None]) -> AsyncIterator[None]:
    """Serve the metrics and checks while the context lasts, or nothing without a port. Raises `OSError`."""
    if port is None:
        yield
        return
    monitoring = Monitoring(client, damage)
    await monitoring.server.start(port)
    monitoring.lag.start()
    log.info("metrics: port=%s", monitoring.server.port)
    try:
        yield
    finally:
        await monitoring.lag.stop()
        await monitoring.server.stop()
