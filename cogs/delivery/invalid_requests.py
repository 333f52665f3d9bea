"""Counts the requests that Discord calls invalid: past 10,000 in ten minutes it shuts out this address altogether."""

import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

from cogs.logs import log
from metrics import Meters

MOST = 500
"""The most invalid requests in `WINDOW_S`; after that nothing is posted until the oldest is that long ago."""
WINDOW_S = 600.0
UNAUTHORISED = 401
COUNTED = (UNAUTHORISED, 403, 429)
TOKEN_IN_PATH = ("/webhooks/", "/interactions/")
"""Routes that carry a token of their own: a 401 there says nothing about the bot's."""


class InvalidRequests:
    """Hears every answer of Discord. `refused` is called when it no longer knows the bot's token."""

    def __init__(
        self,
        refused: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        meters: Meters | None = None,
    ) -> None:
        self.clock = clock
        self._refused = refused
        self._meters = meters or Meters()
        self._times: deque[float] = deque(maxlen=MOST)
        self._is_told = False

    @property
    def pause_s(self) -> float:
        """For how long nothing may be posted; 0 as long as there is room."""
        now = self.clock()
        if len(self._times) < MOST or now - self._times[0] >= WINDOW_S:
            self._is_told = False
            return 0.0
        return WINDOW_S - (now - self._times[0])

    def count(self, status: int, path: str, scope: str = "") -> None:
        """Count a response. A 429 that others share in says nothing against us."""
        if status >= HTTPStatus.BAD_REQUEST:
            self._meters.discord_refused.labels(status).inc()
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
                "address at 10,000. It goes on in %.0f s. The lines before tell what was refused: %s",
                MOST, pause_s, path,
            )  # fmt: skip

    def trace(self) -> aiohttp.TraceConfig:
        config = aiohttp.TraceConfig()

        async def ended(
            session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
        ) -> None:
            self.count(end.response.status, end.url.path, end.response.headers.get("X-RateLimit-Scope", ""))

        config.on_request_end.append(ended)
        return config
