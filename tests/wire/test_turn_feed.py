"""The turn feed: one signed message per turn to the host's own service. A slow service never delays play."""

import asyncio
import hmac
import socket
from collections.abc import AsyncIterator

import msgspec
import pytest
from aiohttp import web

from cogs.delivery import turn_feed
from cogs.delivery.turn_feed import MOST_WAITING, TurnFeed
from sandbox.driver import Actor
from sandbox.parts import PATIENCE_S
from sandbox.records import Json
from tests.waiting import eventually
from tests.wire.evening import Wired, WireTable, table_of

SECRET = "the minotaur's birthday"


class Service:
    """A host's service. It answers while `is_up` is set."""

    def __init__(self, sock: socket.socket) -> None:
        self.url = f"http://127.0.0.1:{sock.getsockname()[1]}/turns"
        self.bodies: list[bytes] = []
        self.signatures: list[str] = []
        self.status = 204
        self.is_up = asyncio.Event()
        self.is_up.set()

    async def take(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.read())
        self.signatures.append(request.headers["X-Knossos-Signature"])
        await self.is_up.wait()
        return web.Response(status=self.status)

    @property
    def turns(self) -> list[Json]:
        return [msgspec.json.decode(body) for body in self.bodies]


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        made = Service(sock)
        app = web.Application()
        app.router.add_post("/turns", made.take)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.SockSite(runner, sock).start()
        yield made
        made.is_up.set()
        await runner.cleanup()


@pytest.fixture
async def evening(service: Service, wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireTable]:
    """A new game of three people, whose turns are sent to the service. The machine may be busy."""
    monkeypatch.setattr(turn_feed, "POST_S", PATIENCE_S)
    await wired_bot.stop_bot()
    wired_bot.settings = {"turn_feed_url": service.url, "turn_feed_secret": SECRET}
    await wired_bot.start_bot()
    async with table_of(wired_bot, "minos-classic", 3) as made:
        yield made


async def play_turn(evening: WireTable) -> Actor:
    """Play a turn. Return the person who played it."""
    asked = await evening.person_asked()
    for way in ("stop", "end"):
        await evening.command(asked, f"/classic {way}")
    return asked


def count(evening: WireTable, end: str) -> float:
    """Return how many turns ended in this way, according to the metrics."""
    meters = evening.wired_bot.parts.client.services.meters
    return meters.registry.get_sample_value("knossos_turn_feed_total", {"end": end}) or 0.0


async def test_each_turn_is_sent_once_and_signed(evening: WireTable, service: Service) -> None:
    players = [await play_turn(evening) for _ in range(3)]
    players.append(await evening.person_asked())

    await eventually(lambda: len(service.turns) >= len(players), "a message for each turn")

    table = (await evening.session()).table
    assert [turn["name"] for turn in service.turns] == [player.name for player in players]
    assert [turn["user"] for turn in service.turns] == [str(player.id) for player in players]
    assert {(turn["event"], turn["table"], turn["game"]) for turn in service.turns} == {
        ("turn", table.id, "minos-classic")
    }
    assert {(turn["guild"], turn["channel"]) for turn in service.turns} == {(str(table.guild), str(table.channel))}
    expected = ["sha256=" + hmac.new(SECRET.encode(), body, "sha256").hexdigest() for body in service.bodies]
    assert service.signatures == expected


async def test_a_restart_sends_no_turn_again(evening: WireTable, service: Service) -> None:
    await eventually(lambda: service.turns, "the first turn")

    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    await play_turn(evening)

    await eventually(lambda: len(service.turns) == 2, "the second turn")
    assert len({(turn["table"], turn["seat"], turn["asked_at"]) for turn in service.turns}) == 2


async def test_a_hanging_service_delays_nobody(evening: WireTable, service: Service) -> None:
    await eventually(lambda: service.turns, "the first turn")
    service.is_up.clear()

    for _ in range(5):
        await play_turn(evening)
    assert len(service.turns) == 2, "the others wait"
    service.is_up.set()

    await eventually(lambda: len(service.turns) == 3, "the turn that is still waiting")
    assert service.turns[-1]["name"] == (await evening.person_asked()).name
    assert count(evening, "dropped") == 3, (
        "turns that ended before they were sent, even one of the person who is asked again"
    )


async def test_a_failing_service_gets_no_message_twice(evening: WireTable, service: Service) -> None:
    await eventually(lambda: service.turns, "the first turn")
    service.status = 500

    await play_turn(evening)

    await eventually(lambda: count(evening, "failed") == 1, "the failure is counted")
    assert len(service.turns) == 2


async def test_turns_beyond_the_queue_are_dropped(evening: WireTable) -> None:
    services = evening.wired_bot.parts.client.services
    feed = TurnFeed(services.sessions, services.meters, "http://127.0.0.1:9/", b"secret")
    clock = next(iter(services.sessions.context.seat_clocks))

    feed.hear([clock] * (MOST_WAITING + 3))

    assert count(evening, "dropped") == 3
