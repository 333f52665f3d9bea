"""Receives every request under /api/v10: faults first, then the route, then Discord's notation of the outcome."""

import asyncio
import json
import logging
import time
from collections import deque

from aiohttp import web

from sandbox.desk import Desk
from sandbox.errors import Refused
from sandbox.faults import Dropped, Fault, Faults
from sandbox.gateway import Gateway
from sandbox.incoming import Incoming, read_body
from sandbox.payloads import Payloads
from sandbox.posting import Posting
from sandbox.rest import application, channels, guilds, interactions, messages, threads
from sandbox.routes import Answer
from sandbox.world import World

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
TABLES = (
    interactions.ROUTES,
    messages.ROUTES,
    channels.ROUTES,
    threads.ROUTES,
    guilds.ROUTES,
    application.ROUTES,
)
OPEN = ("/interactions/", "/webhooks/")
"""Paths whose token stands in the path, not in a header."""
REQUESTS_KEPT = 10_000


class Rest:
    """The REST side of one sandbox. `unknown` lists requests that met no route, `refused` what was refused."""

    def __init__(
        self, world: World, payloads: Payloads, posting: Posting, gateway: Gateway, desk: Desk, faults: Faults
    ) -> None:
        self.world = world
        self.payloads = payloads
        self.posting = posting
        self.gateway = gateway
        self.desk = desk
        self.faults = faults
        self.nonces = messages.Nonces()
        self.old_edits = messages.OldEdits()
        self.unknown: list[str] = []
        self.refused: deque[tuple[str, int, int]] = deque(maxlen=REQUESTS_KEPT)
        """Method and path, HTTP status and code of the latest refusals."""
        self.requests: deque[str] = deque(maxlen=REQUESTS_KEPT)
        """Method and path of the latest requests."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request."""
        arrived = time.perf_counter()
        path = request.path.removeprefix(PREFIX)
        self.requests.append(f"{request.method} {path}")
        content_type = request.headers.get("Content-Type", "")
        body = await request.read() if request.body_exists else b""
        authorization = request.headers.get("Authorization", "")
        authorized = authorization.startswith("Bot ") and len(authorization) > 4 and self.gateway.accepts_token
        incoming = Incoming(request.method, path, dict(request.query), authorized, arrived)
        fault = self.faults.met_by(request.method, path)
        try:
            answer = await self._faulty(incoming, content_type, body, fault)
        except Refused as refusal:
            self.refused.append((f"{request.method} {path}", refusal.status, refusal.code))
            headers = {}
            if refusal.status == 429 and (fault is None or fault.via):
                headers["Via"] = "1.1 sandbox"
            return _reply(refusal.body(), refusal.status, headers)
        except Dropped:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        return web.Response(status=204) if answer is None else _reply(answer, 200)

    async def _faulty(self, incoming: Incoming, content_type: str, body: bytes, fault: Fault | None) -> Answer:
        if fault is None:
            return self._answer(incoming, content_type, body)
        if fault.delay_s:
            await asyncio.sleep(fault.delay_s)
        if fault.applied or not (fault.drop or fault.error):
            answer = self._answer(incoming, content_type, body)
        if fault.drop:
            raise Dropped
        if fault.error is not None:
            raise fault.error
        return answer

    def _answer(self, incoming: Incoming, content_type: str, body: bytes) -> Answer:
        read_body(incoming, content_type, body)
        if not incoming.is_authorized and not incoming.path.startswith(OPEN):
            raise Refused(0, status=401, message="401: Unauthorized")
        for table in TABLES:
            found = table.find(incoming.method, incoming.path)
            if found is not None:
                endpoint, parts = found
                return endpoint(self, incoming, *parts)
        self.unknown.append(f"{incoming.method} {incoming.path}")
        log.error("No such route: %s %s", incoming.method, incoming.path)
        raise Refused(0)


def _reply(answer: Answer, status: int, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py takes the body for text unless the type is exactly this, without a charset.
    body = json.dumps(answer).encode()
    return web.Response(status=status, body=body, headers={"Content-Type": "application/json"} | (headers or {}))
