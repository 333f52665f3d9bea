"""Discord's rate limits as the sandbox enforces them, and how discord.py copes."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace

import aiohttp
import discord
import pytest

from sandbox import Sandbox, rate_limits
from sandbox.clock import Clock
from sandbox.errors import Refused
from sandbox.rate_limits import BUCKETS, GLOBAL
from tests.sandbox.bot import joined
from tests.sandbox.conftest import Wire

POSTS = 5
SPAN_S = 5.0


@pytest.fixture
async def wire(limited: Sandbox) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as session:
        yield Wire(limited, session)


def messages_of(wire: Wire, channel: str = "agora") -> str:
    return f"/channels/{wire.sandbox.channel(channel).id}/messages"


async def ask(wire: Wire, method: str, path: str, json: object = None) -> tuple[int, dict[str, str], object]:
    headers = {"Authorization": "Bot sandbox"}
    url = wire.sandbox.api_base + path
    async with wire.session.request(method, url, json=json, headers=headers) as answer:
        return answer.status, {key.lower(): value for key, value in answer.headers.items()}, await answer.json()


async def test_every_response_reports_how_many_requests_remain(wire: Wire) -> None:
    found = [await ask(wire, "POST", messages_of(wire), {"content": "c"}) for _ in range(POSTS)]

    assert [headers["x-ratelimit-remaining"] for _, headers, _ in found] == ["4", "3", "2", "1", "0"]
    assert {headers["x-ratelimit-limit"] for _, headers, _ in found} == {"5"}
    assert {headers["x-ratelimit-bucket"] for _, headers, _ in found} == {BUCKETS[0].name}
    assert all(0 < float(headers["x-ratelimit-reset-after"]) <= SPAN_S for _, headers, _ in found)
    now = wire.sandbox.clock.now()
    assert all(now < float(headers["x-ratelimit-reset"]) <= now + SPAN_S for _, headers, _ in found)


async def test_a_request_beyond_the_bucket_is_refused_until_refill(wire: Wire) -> None:
    for _ in range(POSTS):
        await wire.send(content="c")

    status, headers, body = await ask(wire, "POST", messages_of(wire), {"content": "c"})

    assert status == 429
    assert isinstance(body, dict)
    assert body["message"] == "You are being rate limited."
    assert body["global"] is False
    assert 0 < body["retry_after"] <= SPAN_S
    assert headers["via"]
    assert headers["retry-after"] == "5"
    assert headers["x-ratelimit-scope"] == "user"
    assert headers["x-ratelimit-remaining"] == "0"
    assert headers["x-ratelimit-bucket"] == BUCKETS[0].name
    assert len(wire.sandbox.messages("agora")) == POSTS
    assert (await wire.send("labyrinth", content="c"))[0] == 200  # Another channel has its own bucket.
    wire.sandbox.clock.advance(SPAN_S)
    assert (await wire.send(content="c"))[0] == 200


async def test_all_routes_share_fifty_requests_a_second(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = wire.sandbox.clock.now()
    monkeypatch.setattr(
        wire.sandbox.clock, "now", lambda: moment
    )  # The clock stands still, so a slow machine makes no difference.
    for _ in range(GLOBAL.most):
        assert (await wire("GET", "/users/@me"))[0] == 200

    status, headers, body = await ask(wire, "GET", "/users/@me")

    assert status == 429
    assert isinstance(body, dict)
    assert body["global"] is True
    assert (headers["x-ratelimit-global"], headers["x-ratelimit-scope"]) == ("true", "global")
    assert "x-ratelimit-bucket" not in headers
    interaction = wire.interaction()
    assert (await wire.answer(interaction, 4, content="first answers do not count"))[0] == 200


@pytest.mark.parametrize(
    ("method", "place", "most"), [("GET", "", 5), ("PUT", "/roles/5", 10), ("DELETE", "/roles/5", 10)]
)
async def test_a_servers_members_have_buckets_of_their_own(wire: Wire, method: str, place: str, most: int) -> None:
    (guild,) = wire.sandbox.world.guilds

    found = [await wire(method, f"/guilds/{guild}/members/{n}{place}") for n in range(most + 1)]

    assert [status == 429 for status, _ in found] == [False] * most + [True]


async def test_discord_py_waits_and_is_never_refused(limited: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "BUCKETS", (replace(BUCKETS[0], span_s=1),))
    async with joined(limited) as bot:
        channel = bot.get_channel(limited.channel("agora").id)
        assert isinstance(channel, discord.TextChannel)
        begun = time.perf_counter()
        for number in range(POSTS + 1):
            await channel.send(str(number))

    assert time.perf_counter() - begun > 0.8
    assert len(limited.messages("agora")) == POSTS + 1
    assert not limited.rest.refused


async def test_rate_limits_can_be_switched_off() -> None:
    async with Sandbox.running(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        wire = Wire(sandbox, session)
        found = [await ask(wire, "POST", messages_of(wire), {"content": "c"}) for _ in range(2 * POSTS)]

    assert {status for status, _, _ in found} == {200}
    assert not [key for _, headers, _ in found for key in headers if key.startswith("x-ratelimit")]


@pytest.mark.parametrize("code", [0, 30046, 20016])
async def test_an_injected_429_says_when_to_retry(wire: Wire, code: int) -> None:
    if code:
        wire.sandbox.faults.refuse("POST /channels/*/messages", code)
    else:
        wire.sandbox.faults.rate_limit("POST /channels/*/messages")

    status, headers, body = await ask(wire, "POST", messages_of(wire), {"content": "c"})

    assert status == 429
    assert isinstance(body, dict)
    assert (body["code"], body["retry_after"], body["global"]) == (code, 0.05, False)
    assert headers["via"]
    assert headers["retry-after"] == "1"
    assert headers["x-ratelimit-reset-after"] == "0.050"
    assert headers["x-ratelimit-remaining"] == "0"


def test_forgetting_old_buckets_keeps_current_limits() -> None:
    """With the global one, there are 1000 windows before the last two requests. Above that, old ones are forgotten."""
    clock = Clock()
    limits = rate_limits.RateLimits(clock)
    for channel in range(998):
        if channel % GLOBAL.most == 0:
            clock.advance(GLOBAL.span_s)
        limits.meet("POST", f"/channels/{channel}/messages")
    clock.advance(GLOBAL.span_s)
    for _ in range(POSTS):
        limits.meet("POST", "/channels/5000/messages")

    limits.meet("POST", "/channels/6000/messages")
    with pytest.raises(Refused, match="429"):
        limits.meet("POST", "/channels/5000/messages")
