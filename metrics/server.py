"""Serves pages for Prometheus and for the health of each part of the bot, on this machine only."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from metrics.meters import Meters

HOST = "127.0.0.1"
FRESHEN_S = 2.0
"""Longest wait for new numbers, in seconds. After that, the previous numbers are shown."""
LOOK_S = 2.0
"""The deadline of a check, in seconds."""
WELL = "well"

log = logging.getLogger("knossos")


Check = Callable[[], Awaitable[str | None]]
"""A function that checks one part. It returns None if the part is healthy, else a few words without secrets."""


class Health:
    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks

    async def report(self) -> dict[str, str]:
        """Return "well" or the fault of each part, within `LOOK_S` seconds."""
        found = await asyncio.gather(*map(_look, self._checks, self._checks.values()))
        return dict(zip(self._checks, found, strict=True))


async def _look(name: str, check: Check) -> str:
    try:
        async with asyncio.timeout(LOOK_S):
            return await check() or WELL
    except TimeoutError:
        return "does not answer"
    except Exception as error:
        # The error's text may contain an address with a password, so only its type is shown.
        log.warning("health: %s fails: %s", name, type(error).__name__)
        return type(error).__name__


class MetricsServer:
    """Serves `/metrics` and `/health` on a local port. Calls `freshen` before it shows numbers."""

    def __init__(self, meters: Meters, health: Health, freshen: Callable[[], Awaitable[None]]) -> None:
        self._meters, self._health, self._freshen = meters, health, freshen
        app = web.Application()
        app.add_routes([web.get("/metrics", self._metrics), web.get("/health", self._tell_health)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self.port = 0

    async def start(self, port: int) -> None:
        """Serve on this port, or on any free port if 0. Raises `OSError`."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError:
            await self.stop()
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self._runner.cleanup()

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
