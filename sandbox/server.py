"""Serve one sandbox on loopback."""

import asyncio
import contextlib
import ipaddress
import mimetypes
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Self

from aiohttp import web

from sandbox import permissions
from sandbox.archive import Archive
from sandbox.driver import Actor
from sandbox.parts import Parts, Place
from sandbox.recording import Recording
from sandbox.rest.service import PREFIX
from sandbox.seen import Seen

TOKEN = "sandbox"
"""A token for bots. Any other token works too."""
REQUEST_BYTES = 64 * 1024 * 1024
WEB = Path(__file__).parent / "web"
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
BOTS_ASK = (PREFIX, "/gateway", "/health")
LOOKS = 10


class Sandbox(Parts):
    address = ""
    bot_seen_at = 0.0
    """The latest time at which a bot was connected or sent a request, by `time.monotonic()`."""
    _runner: web.AppRunner | None = None

    def slow_down(self, ms: int, seed: int = 1) -> None:
        """Delay every request and frame by about `ms`, with random jitter from `seed`. 0 ends the delay."""
        for slowed in (self.gateway.latency, self.rest.latency):
            slowed.ms, slowed.random = ms, Random(seed)

    @property
    def api_base(self) -> str:
        return self.address + PREFIX

    @classmethod
    @contextlib.asynccontextmanager
    async def running(
        cls,
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        world: Path | None = None,
        rate_limits: bool = True,
        record: Path | None = None,
        test: str | None = None,
    ) -> AsyncIterator[Self]:
        """Serve on loopback until the block ends. `world` and `record` are files for the world and the traffic."""
        archive = None if world is None else Archive(world)
        recording = None if record is None else Recording(record, test)
        sandbox = cls(archive, rate_limits=rate_limits, recording=recording)
        try:
            await sandbox.start(host, port)
            yield sandbox
        finally:
            await sandbox.stop()

    async def start(self, host: str, port: int) -> None:
        """Start the server. Raise `ValueError` if the address is not loopback."""
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"the sandbox serves on loopback only, not on {host}")
        self.bot_seen_at = time.monotonic()
        app = web.Application(middlewares=[_only_local, self._see_bots], client_max_size=REQUEST_BYTES)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/health", _health)
        app.router.add_get("/people", self.page.people)
        app.router.add_get("/page", self.page.serve)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
        app.router.add_get("/emojis/{id}", self._emoji)
        app.router.add_get("/", _index)
        app.router.add_static("/web", WEB)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        bound = self._runner.addresses[0]
        named = f"[{host}]" if ":" in host else host
        self.address = f"http://{named}:{bound[1]}"
        self.payloads.base = self.address
        self.gateway.url = f"ws://{named}:{bound[1]}/gateway"
        if self.archive is not None:
            self.archive.keep(self.world)

    async def stop(self) -> None:
        self.page.close()
        for session in self.gateway.sessions.values():
            if session.connection is not None:
                await session.connection.close(1001)
        if self._runner is not None:
            await self._runner.cleanup()
        if self.archive is not None:
            self.archive.close()
        if self.recording is not None:
            self.recording.close()

    async def wait_until_unused(self, patience_s: float, is_needed: Callable[[], bool] = lambda: False) -> None:
        """Wait until no bot has been active for `patience_s` and nobody else needs this sandbox."""
        while is_needed() or time.monotonic() < self.bot_seen_at + patience_s:
            await asyncio.sleep(patience_s / LOOKS)
            if self.gateway.is_connected:
                self.bot_seen_at = time.monotonic()

    @web.middleware
    async def _see_bots(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Record when a bot last sent a request. Requests from web pages do not count."""
        if request.path.startswith(BOTS_ASK):
            self.bot_seen_at = time.monotonic()
        return await handler(request)

    # For tests

    def person(self, name: str) -> Actor:
        return Actor(self, self.world.person_named(name))

    def newcomer(self, name: str, *, locale: str = "en-US", allowed: int = permissions.MEMBER) -> Actor:
        return Actor(self, self.world.add_person(name, locale, allowed))

    def messages(self, place: Place) -> list[Seen]:
        """Return all messages of a channel, including ephemeral ones, oldest first."""
        return [Seen(self, message) for message in self.world.messages[self.channel(place).id].values()]

    def newest(self, place: Place) -> Iterator[Seen]:
        return (Seen(self, message) for message in reversed(self.world.messages[self.channel(place).id].values()))

    # For the page

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = request.match_info["id"]
        channel = self.world.messages.get(int(request.match_info["channel"]), {})
        for message in reversed(channel.values()):
            for attachment in message.attachments:
                if str(attachment.id) == wanted and request.query.get("hm") == attachment.secret:
                    content = self.files.get(attachment.id)
                    if content is not None:
                        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
                        return web.Response(body=content, content_type=attachment.content_type, headers=headers)
        raise web.HTTPNotFound

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji = self.world.application.emojis.get(int(request.match_info["id"].partition(".")[0]))
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=b64decode(emoji.image_base64), content_type=emoji.content_type)


async def _health(_: web.Request) -> web.Response:
    return web.json_response({"service": "knossos-sandbox"})


async def _index(_: web.Request) -> web.Response:
    text = (WEB / "index.html").read_text(encoding="utf-8")
    return web.Response(text=text, content_type=mimetypes.types_map[".html"], headers={"Cache-Control": "no-store"})


@web.middleware
async def _only_local(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests from other websites, which could reach loopback through a person's browser."""
    host = request.host.rpartition(":")[0] or request.host
    origin = request.headers.get("Origin")
    if host not in LOCAL_NAMES or (origin is not None and origin.partition("://")[2] != request.host):
        raise web.HTTPForbidden
    return await handler(request)
