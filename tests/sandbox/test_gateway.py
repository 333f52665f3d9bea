"""The gateway closes connections with Discord's codes, and resumes only sessions that it knows."""

import json
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest
from aiohttp import web

from sandbox import Sandbox
from sandbox.gateway import PAYLOAD_BYTES, RESUMABLE_S, SENDS_PER_MINUTE, Session
from tests.sandbox.test_shards import GATEWAY_S, connection, identify, what

HEARTBEAT: dict[str, Any] = {"op": 1, "d": None}


async def closing_code(socket: Any) -> int | None:
    """Read all frames until the connection ends. Return its close code."""
    while (await socket.receive(timeout=GATEWAY_S)).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
        pass
    code: int | None = socket.close_code
    return code


def resume(session: Session, **changes: object) -> dict[str, Any]:
    return {"op": 6, "d": {"token": session.token, "session_id": session.id, "seq": session.sequence} | changes}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", 4002),
        (json.dumps(HEARTBEAT).ljust(PAYLOAD_BYTES + 1), 4002),
        ('{"op": 1, "d": "%s"}' % ("é" * (PAYLOAD_BYTES // 2)), 4002),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "sandbox", "intents": 3}}', 4014),
        ('{"op": 99}', 4001),
    ],
    ids=["no json", "too long", "too many bytes", "presence", "members", "no token", "intents", "unknown"],
)
async def test_an_invalid_first_frame_closes_the_connection(sandbox: Sandbox, frame: str, code: int):
    async with connection(sandbox) as socket:
        await socket.send_str(frame)
        assert await closing_code(socket) == code
    assert sandbox.gateway.sessions == {}


async def test_a_frame_of_the_longest_length_is_heard(sandbox: Sandbox):
    asked = json.dumps({"op": 2, "d": {"token": "sandbox", "intents": 1}}).ljust(PAYLOAD_BYTES)
    async with connection(sandbox) as socket:
        await socket.send_str(asked)
        assert what(await socket.receive(timeout=GATEWAY_S)) == "READY"


async def test_a_binary_frame_cannot_be_decoded(sandbox: Sandbox):
    async with connection(sandbox) as socket:
        await socket.send_bytes(json.dumps(HEARTBEAT).encode())
        assert await closing_code(socket) == 4002


@pytest.mark.parametrize("op", [2, 6])
async def test_a_connection_identifies_only_once(sandbox: Sandbox, op: int):
    async with connection(sandbox) as socket:
        assert what(await identify(socket)) == "READY"
        await socket.send_json({"op": op, "d": {"token": "sandbox", "intents": 1}})
        assert await closing_code(socket) == 4005


async def test_an_unsupported_request_of_a_session_is_refused(sandbox: Sandbox):
    async with connection(sandbox) as socket:
        assert what(await identify(socket)) == "READY"
        await socket.send_json({"op": 8, "d": {}})
        assert await closing_code(socket) == 4001


async def test_a_reset_token_is_refused(sandbox: Sandbox):
    sandbox.gateway.accepts_token = False
    async with connection(sandbox) as socket:
        assert what(await identify(socket)) == 4004


async def test_too_many_frames_in_a_minute_close_the_connection(sandbox: Sandbox):
    async with connection(sandbox) as socket:
        for _ in range(SENDS_PER_MINUTE + 1):
            await socket.send_json(HEARTBEAT)
        assert await closing_code(socket) == 4008


async def test_a_resume_of_events_never_sent_is_refused(sandbox: Sandbox):
    async with connection(sandbox) as first, connection(sandbox) as second:
        assert what(await identify(first)) == "READY"
        [session] = sandbox.gateway.sessions.values()
        await second.send_json(resume(session, seq=session.sequence + 1))
        assert await closing_code(second) == 4007
        assert sandbox.gateway.resumes == 0


async def test_a_resume_cuts_the_earlier_connection(sandbox: Sandbox):
    async with connection(sandbox) as first, connection(sandbox) as second:
        assert what(await identify(first)) == "READY"
        [session] = sandbox.gateway.sessions.values()
        await second.send_json(resume(session, seq=0))
        assert what(await second.receive(timeout=GATEWAY_S)) == "READY"
        assert await closing_code(first) == aiohttp.WSCloseCode.ABNORMAL_CLOSURE
        assert sandbox.gateway.connected == [session]


async def test_a_session_is_forgotten_a_minute_after_it_broke(sandbox: Sandbox):
    async with connection(sandbox) as first:
        assert what(await identify(first)) == "READY"
        [session] = sandbox.gateway.sessions.values()
        sandbox.connections.cut()
        await sandbox.until(lambda: session.broken_at is not None)
    assert session.broken_at is not None
    session.broken_at -= RESUMABLE_S + 1

    async with connection(sandbox) as second:
        await second.send_json(resume(session))
        assert what(await second.receive(timeout=GATEWAY_S)) == (9, False)
    assert sandbox.gateway.sessions == {}


async def test_an_unreachable_gateway_takes_no_connections(sandbox: Sandbox):
    sandbox.connections.lose_network()
    async with aiohttp.ClientSession() as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(sandbox.gateway.url)
    assert refused.value.status == 503


async def test_the_end_of_a_sandbox_closes_connections_as_going_away():
    async with aiohttp.ClientSession() as client:
        async with Sandbox.running(rate_limits=False) as sandbox:
            socket = await client.ws_connect(sandbox.gateway.url)
            await socket.receive_json(timeout=GATEWAY_S)
            assert what(await identify(socket)) == "READY"
        assert await closing_code(socket) == aiohttp.WSCloseCode.GOING_AWAY


async def test_a_client_that_is_gone_before_the_handshake_logs_no_error(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(web.WebSocketResponse, "prepare", AsyncMock(side_effect=ConnectionResetError))

    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with connection(sandbox):
            pass

    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
