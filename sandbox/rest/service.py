"""Answer every request under /api/v10: check rate limits, apply faults, then call the route."""

import asyncio
import json
import logging
import math
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from sandbox.clock import Latency
from sandbox.errors import Refused
from sandbox.faults import Dropped, Fault, Faults
from sandbox.gateway import Gateway
from sandbox.incoming import Incoming, read_body
from sandbox.rate_limits import RateLimits, nothing_left
from sandbox.recording import Recording
from sandbox.rest import application, channels, messages, roles  # noqa: F401 (they register their routes)
from sandbox.rest.context import ROUTES, Answer, Endpoint, RestContext

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
OPEN = ("/interactions/", "/webhooks/")
REQUESTS_KEPT = 10_000
DROPPED = 0
"""Used as the status if the connection breaks without an answer."""


@dataclass(eq=False)
class Rest:
    """The REST side of one sandbox. `unknown` lists requests for which there is no route."""

    context: RestContext
    gateway: Gateway
    faults: Faults
    rate_limits: RateLimits
    _recording: Recording | None
    latency: Latency = field(default_factory=Latency)
    unknown: list[str] = field(default_factory=list)
    refused: deque[tuple[str, int, int]] = field(default_factory=lambda: deque(maxlen=REQUESTS_KEPT))
    """The latest refusals: method and path, HTTP status, error code."""
    requests: deque[str] = field(default_factory=lambda: deque(maxlen=REQUESTS_KEPT))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        arrived = time.perf_counter()
        path = request.path.removeprefix(PREFIX)
        self.requests.append(f"{request.method} {path}")
        authorization = request.headers.get("Authorization", "")
        authorized = authorization.startswith("Bot ") and len(authorization) > 4 and self.gateway.accepts_token
        incoming = Incoming(request.method, path, dict(request.query), authorized, arrived)
        incoming.token = authorization.removeprefix("Bot ")
        unreadable: Refused | None = None
        try:
            read_body(incoming, request.headers.get("Content-Type", ""), await request.read())
        except Refused as refusal:
            unreadable = refusal
        except ConnectionError:  # the bot was killed while sending
            return web.Response(status=400)
        asked: Any = None
        if self._recording is not None:  # Copy the JSON, since components are numbered in place.
            asked = "UNREADABLE" if unreadable else json.loads(json.dumps(incoming.json))
        status, answer, headers = await self._outcome(incoming, unreadable)
        if status == DROPPED:
            status = 500
            if request.transport is not None:
                request.transport.abort()
        if self._recording is not None:
            self._recording.rest(incoming, asked, status, answer, round((time.perf_counter() - arrived) * 1000, 2))
        if answer is None:
            return web.Response(status=status, headers=headers)
        # discord.py parses the body as JSON only if the type is exactly this, without a charset.
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)

    async def _outcome(self, incoming: Incoming, unreadable: Refused | None) -> tuple[int, Answer, dict[str, str]]:
        headers: dict[str, str] = {}
        fault = None
        try:
            headers = self.rate_limits.meet(incoming.method, incoming.path)
            fault = self.faults.find_fault(incoming.method, incoming.path)
            status, answer = await self._faulty(incoming, unreadable, fault)
        except Refused as refusal:
            self.refused.append((f"{incoming.method} {incoming.path}", refusal.status, refusal.code))
            if refusal.status == 429 and (fault is None or fault.via):
                headers |= self._when_to_come_back(refusal)
            return refusal.status, refusal.body(), headers | refusal.headers
        except Dropped:
            return DROPPED, None, headers
        return (204 if answer is None else status), answer, headers

    def _when_to_come_back(self, refusal: Refused) -> dict[str, str]:
        wait_s = refusal.retry_after_s or 0.0
        headers = {"Via": "1.1 sandbox", "Retry-After": str(math.ceil(wait_s))}
        if refusal.is_global:
            return headers | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        return headers | {"X-RateLimit-Scope": "user"} | nothing_left(self.context.world.clock.now(), wait_s)

    async def _faulty(self, incoming: Incoming, unreadable: Refused | None, fault: Fault | None) -> tuple[int, Answer]:
        if self.latency.ms:
            await asyncio.sleep(self.latency.draw_s())
        if fault is None:
            return self._answer(incoming, unreadable)
        if fault.delay_s:
            await asyncio.sleep(fault.delay_s)
        if fault.applied or not (fault.drop or fault.error):
            answer = self._answer(incoming, unreadable)
        if fault.drop:
            raise Dropped
        if fault.error is not None:
            raise fault.error
        return answer

    def _answer(self, incoming: Incoming, unreadable: Refused | None) -> tuple[int, Answer]:
        if unreadable is not None:
            raise unreadable
        if not incoming.is_authorized and not incoming.path.startswith(OPEN):
            raise Refused(0, status=401, message="401: Unauthorized")
        for method, pattern, status, endpoint in ROUTES:
            found = pattern.fullmatch(incoming.path) if method == incoming.method else None
            if found is not None:
                return status, self._call(endpoint, incoming, *found.groups())
        self.unknown.append(f"{incoming.method} {incoming.path}")
        log.error("No such route: %s %s", incoming.method, incoming.path)
        raise Refused(0)

    def _call(self, endpoint: Endpoint, incoming: Incoming, *parts: str) -> Answer:
        self.context.world.channels.archive_idle()
        self.gateway.is_answering = True
        try:
            return endpoint(self.context, incoming, *parts)
        finally:
            self.gateway.is_answering = False
