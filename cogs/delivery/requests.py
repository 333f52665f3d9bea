"""Watch Discord's responses. Without them, clocks stop. Too many invalid requests would get the bot blocked."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
from discord.http import Route

from cogs.delivery.reactions import FAILURES
from cogs.logs import log
from metrics import Meters
from sessions.refusals import StorageRefusal
from sessions.time.due_work import DueWork

ASK_AGAIN_S = 20.0
"""Seconds after a failed request until Discord is asked again."""
ANSWERS_S = 60.0
"""Longest wait for a response, in seconds. discord.py itself tries for some 25 s."""
MOST = 500
"""Maximum number of invalid requests within `WINDOW_S`. Then posting pauses until the oldest leaves the window."""
WINDOW_S = 600.0
UNAUTHORISED, TOO_MANY = 401, 429
COUNTED = (UNAUTHORISED, 403, TOO_MANY)
LONGEST_LIMIT_S = 30.0
"""A request that Discord refuses for longer than this, in seconds, fails instead of waiting. After too many edits of
old messages in a channel, Discord refuses more for up to an hour."""
TOKEN_IN_PATH = ("/webhooks/", "/interactions/")
"""These routes have a token of their own. A 401 there says nothing about the bot's token."""


@dataclass
class Reach:
    """Watches every request. A failure pauses the due work. If a test request fails as well, clocks stop."""

    _due_work: DueWork
    _ask: Callable[[], Awaitable[object]]
    _clock: Callable[[], int]
    _may_go_on: Callable[[], bool]

    def __post_init__(self) -> None:
        self._failing_since: int | None = None
        self._asking: asyncio.Task[None] | None = None
        self._going_on: asyncio.Task[None] | None = None
        self.is_lost = False
        """True if no request has succeeded since the clocks were stopped."""
        self.again_s = ASK_AGAIN_S
        self._is_closed = False

    def hear(self, is_answered: bool) -> None:
        """Note whether Discord answered a request. A 5xx response doesn't count as an answer."""
        if self._is_closed:
            return  # a request cut off at shutdown says nothing
        if is_answered and self._failing_since is not None:
            self._failing_since = None
            self._due_work.trust()
            if self.is_lost:
                self.is_lost = False
                log.info("Discord takes requests again")
                self._going_on = asyncio.create_task(self._go_on())
        elif not is_answered and self._failing_since is None:
            self._failing_since = self._clock()
            self._due_work.doubt()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._find_out(), name="reach")

    async def _find_out(self) -> None:
        while True:
            await asyncio.sleep(self.again_s)
            if self._failing_since is None:
                return
            with contextlib.suppress(*FAILURES, discord.GatewayNotFound):
                async with asyncio.timeout(ANSWERS_S):
                    await self._ask()
            if self._failing_since is not None and not self.is_lost:
                self.is_lost = True
                log.warning("Discord takes no requests: the clocks are stopped")
                await self._due_work.lose(self._failing_since)

    async def _go_on(self) -> None:
        if self._may_go_on():
            with contextlib.suppress(StorageRefusal):
                await self._due_work.regain()

    def close(self) -> None:
        self._is_closed = True
        for task in (self._asking, self._going_on):
            if task is not None:
                task.cancel()


@dataclass
class InvalidRequests:
    """Watches every response of Discord. `refused` is called when Discord rejects the bot's token."""

    _refused: Callable[[], None]
    clock: Callable[[], float] = time.monotonic
    meters: Meters = field(default_factory=Meters)
    _times: deque[float] = field(default_factory=lambda: deque(maxlen=MOST), init=False)
    _is_told: bool = field(default=False, init=False)

    @property
    def pause_s(self) -> float:
        """Return for how many seconds nothing may be posted, or 0."""
        now = self.clock()
        if len(self._times) < MOST or now - self._times[0] >= WINDOW_S:
            self._is_told = False
            return 0.0
        return WINDOW_S - (now - self._times[0])

    def count(self, status: int, path: str, scope: str = "") -> None:
        """Count a response. A 429 with scope "shared" doesn't count against us."""
        if status >= HTTPStatus.BAD_REQUEST:
            self.meters.discord_refused.labels(status).inc()
        if status not in COUNTED or scope == "shared":
            return
        self._times.append(self.clock())
        if status == UNAUTHORISED and not any(part in path for part in TOKEN_IN_PATH):
            self._refused()
        pause_s = self.pause_s
        if pause_s and not self._is_told:
            self._is_told = True
            log.warning(
                "posting stopped: Discord refused %s requests (401, 403, 429) within 10 minutes and may ban this "
                "address at 10,000. Posting resumes in %.0f s. The lines above show what was refused: %s",
                MOST, pause_s, path,
            )  # fmt: skip


def trace_requests(invalid: InvalidRequests, reach: Reach) -> aiohttp.TraceConfig:
    """Report a client session's responses: all of them to `invalid`, and Discord's REST responses to `reach`.

    A request that is refused for over `LONGEST_LIMIT_S` raises `RateLimited`. With discord.py's
    `max_ratelimit_timeout`, the second of 50 requests that Discord allows in five minutes would already be refused.
    """
    config = aiohttp.TraceConfig()

    async def note_end(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        invalid.count(end.response.status, end.url.path, end.response.headers.get("X-RateLimit-Scope", ""))
        if str(end.url).startswith(Route.BASE):
            reach.hear(end.response.status < 500)

    async def note_break(_session: object, _context: object, end: aiohttp.TraceRequestExceptionParams) -> None:
        if str(end.url).startswith(Route.BASE) and not isinstance(end.exception, discord.RateLimited):
            reach.hear(False)

    async def refuse_long_pause(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        if end.response.status != TOO_MANY or "Via" not in end.response.headers:
            return  # a 429 without Via is a ban, and discord.py raises an error
        told: dict[str, Any] = {}
        with contextlib.suppress(ValueError):
            told = await end.response.json(content_type=None)
        if not told.get("global") and (pause_s := told.get("retry_after", 0.0)) > LONGEST_LIMIT_S:
            raise discord.RateLimited(pause_s)

    config.on_request_end.append(note_end)
    config.on_request_end.append(refuse_long_pause)
    config.on_request_exception.append(note_break)
    return config
