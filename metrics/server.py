"""The pages for Prometheus and for health, on this machine only."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from metrics.health import WELL, Health
from metrics.meters import Meters

HOST = "127.0.0.1"
FRESHEN_S = 2.0

log = logging.getLogger("knossos")


class MetricsServer:
    """Serves `/metrics` and `/health` at a local port. `freshen` is called before numbers are shown."""

    def __init__(self, meters: Meters, health: Health, freshen: Callable[[], Awaitable[None]]) -> None:
        self._meters, self._health, self._freshen = meters, health, freshen
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Begin to serve at this port, or any free one if 0. Raises `OSError`."""
        app = web.Application()
        app.add_routes([web.get("/metrics", self._metrics), web.get("/health", self._tell_health)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError:
            await self.stop()
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _metrics(self, request: web.Request) -> web.Response:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FRESHEN_S):
                await self._freshen()
        shown = await asyncio.to_thread(generate_latest, self._meters.registry)
        return web.Response(body=shown, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _tell_health(self, request: web.Request) -> web.Response:
        parts = await self._health.report()
        is_well = all(state == WELL for state in parts.values())
        return web.json_response({"well": is_well, "parts": parts}, status=200 if is_well else 503)
