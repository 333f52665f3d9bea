"""The sandbox records its requests, answers and events."""

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.gateway import Line
from sandbox.incoming import Incoming, read_body
from tests.sandbox.bot import joined
from tests.sandbox.conftest import Wire


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


async def test_requests_answers_and_frames_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "wire.jsonl"
    async with Sandbox.running(record=file, test="a test") as sandbox, joined(sandbox):
        reply = await sandbox.person("Ariadne").command("/labyrinth", "agora", picture=True)
        await reply.settle()

    lines = read(file)
    assert {line["test"] for line in lines} == {"a test"}
    assert len({line["world"] for line in lines}) == 1
    requests = [line for line in lines if line["kind"] == "rest"]
    assert (requests[0]["method"], requests[0]["path"], requests[0]["life"]) == ("GET", "/users/@me", 1)
    assert all(line["authorized"] for line in requests if not line["path"].startswith(("/interactions", "/webhooks")))
    [edit] = [line for line in requests if line["method"] == "PATCH"]
    assert edit["path"].startswith("/webhooks/")
    assert edit["type"] == "multipart/form-data"
    [upload] = edit["uploads"]
    assert (upload["index"], upload["filename"], upload["size"]) == (0, "map.png", 69)
    assert edit["request_bytes"] > upload["size"]
    assert "id" not in edit["json"]["components"][0], "as it was sent, before components were numbered"
    assert (edit["status"], edit["answer"]["components"][0]["type"]) == (200, 17)
    events = [line["event"] for line in lines if line["kind"] == "event" and line["op"] == 0]
    assert events == ["READY", "GUILD_CREATE", "INTERACTION_CREATE"]
    [identify] = [line for line in lines if line["kind"] == "heard" and line["op"] == 2]
    assert identify["data"]["token"] == "***"
    assert identify["data"]["intents"] == 1


async def test_several_sandboxes_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "wire.jsonl"
    for _ in range(2):
        async with Sandbox.running(record=file) as sandbox, joined(sandbox):
            pass

    lines = read(file)
    assert len({line["world"] for line in lines}) == 2
    assert sum(line["kind"] == "rest" and line["path"] == "/users/@me" for line in lines) == 2


async def test_refused_and_broken_requests_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "wire.jsonl"
    async with Sandbox.running(record=file) as sandbox, aiohttp.ClientSession() as session:
        wire = Wire(sandbox, session)
        sandbox.faults.fail("GET /users/@me", status=503)
        await wire("GET", "/users/@me")
        await wire.send(content="")
        sandbox.faults.drop("GET /users/@me", times=2)  # aiohttp repeats the request by itself
        with pytest.raises(aiohttp.ClientError):
            await wire("GET", "/users/@me")

    found = [(line["status"], line["path"].rpartition("/")[2]) for line in read(file)]
    assert found[:2] == [(503, "@me"), (400, "messages")]
    assert set(found[2:]) == {(500, "@me")}


async def test_a_separate_recorder_finds_the_methods_to_patch(sandbox: Sandbox) -> None:
    """A separate recorder wraps `Line.send` and `Gateway._hear` of the sandbox, and reads the bodies itself."""
    incoming = Incoming("POST", "/channels/1/messages", {}, True)
    read_body(incoming, "application/json", b'{"content": "hello"}')

    assert incoming.json == {"content": "hello"}
    assert sandbox.rest.gateway is sandbox.gateway
    assert callable(Line.send)
    assert callable(sandbox.gateway._hear)
