"""The turn feed: sends a signed message to the host's address whenever a seat's turn to answer begins."""

import asyncio
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

import aiohttp
import msgspec

from cogs.logs import log
from engine.kernel.refusals import Refusal
from metrics import Meters
from sessions.play.state import round_of
from sessions.records.clock import SeatClock
from sessions.sessions import Sessions

POST_S = 5.0
"""Longest time in seconds for one message. It is not repeated."""
MOST_WAITING = 1000
"""Maximum number of turns that wait to be sent. Later ones are dropped."""
SIGNATURE = "X-Knossos-Signature"


class TurnMessage(msgspec.Struct, tag_field="event", tag="turn"):
    """A message of the feed. All of it is public at the table. Discord's ids are strings, because they exceed 2**53."""

    table: int
    """With `seat` and `asked_at`, this identifies a turn."""
    game: str
    round: int | None
    """None before the first round, and in games without rounds."""
    seat: int
    """Counts from 0."""
    user: str
    name: str
    guild: str | None
    channel: str
    asked_at: int
    """In ms since 1970."""


@dataclass
class TurnFeed:
    """Posts each turn at most once, in the background. Turns that are over before they are sent are dropped."""

    _sessions: Sessions
    _meters: Meters
    _url: str = field(repr=False)
    _secret: bytes = field(repr=False)
    _waiting: "asyncio.Queue[SeatClock]" = field(default_factory=lambda: asyncio.Queue(MOST_WAITING), init=False)

    def hear(self, asked: Sequence[SeatClock]) -> None:
        """Put the turns of these seats into the queue."""
        for clock in asked:
            try:
                self._waiting.put_nowait(clock)
            except asyncio.QueueFull:
                self._count("dropped")

    async def run(self) -> None:
        """Send turns until cancelled."""
        timeout = aiohttp.ClientTimeout(total=POST_S)
        async with aiohttp.ClientSession(timeout=timeout, headers={"Content-Type": "application/json"}) as client:
            while True:
                clock = await self._waiting.get()
                try:
                    self._count(await self._send(client, clock))
                except Exception:  # An error at one table must not end the feed.
                    log.exception("our mistake: table=%s", clock.table)

    async def _send(self, client: aiohttp.ClientSession, clock: SeatClock) -> str:
        """Post a turn. Return `sent`, `dropped` if it is over, or `failed`."""
        try:
            asked = await self._describe(clock)
        except Refusal:
            return "dropped"
        if asked is None:
            return "dropped"
        body = msgspec.json.encode(asked)
        signature = {SIGNATURE: "sha256=" + hmac.digest(self._secret, body, "sha256").hex()}
        try:
            async with client.post(self._url, data=body, headers=signature, allow_redirects=False) as answer:
                if answer.status < 300:
                    return "sent"
                why: object = answer.status
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            why = type(error).__name__
        log.info("turn feed failed: table=%s why=%s", clock.table, why)
        return "failed"

    async def _describe(self, clock: SeatClock) -> TurnMessage | None:
        """Return the message about a turn, or None if the turn is over."""
        session = await self._sessions.by_id(clock.table)
        current = self._sessions.context.seat_clocks.of(clock.table).get(clock.seat)
        if current is None or current.decision is None or current.asked_at != clock.asked_at:
            return None
        table = session.table
        return TurnMessage(
            table=table.id,
            game=table.game,
            round=round_of(session.reader),
            seat=clock.seat,
            user=str(clock.user),
            name=table.sitters[clock.seat].name,
            guild=None if table.guild is None else str(table.guild),
            channel=str(table.channel),
            asked_at=clock.asked_at or clock.since,
        )

    def _count(self, end: str) -> None:
        self._meters.turn_feed.labels(end).inc()
