"""Frames of the sandbox's page: requests of its person, and the records that they see."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.interactions import MESSAGE
from sandbox.records import EPHEMERAL
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import command

FRAME_S = 20.0
"""Longest wait for an expected frame, in seconds."""


class OpenPage:
    """One person's page. `hello` is its first frame."""

    def __init__(self, socket: Any, hello: Any) -> None:
        self._socket = socket
        self.hello = hello

    async def hear(self) -> Any:
        return await self._socket.receive_json(timeout=FRAME_S)

    async def send(self, kind: str, **fields: object) -> None:
        await self._socket.send_json({"kind": kind, "ref": "1", **fields})

    async def send_bytes(self, content: bytes) -> None:
        await self._socket.send_bytes(content)

    async def ask(self, kind: str, **fields: object) -> Any:
        """Send a frame and return the next frame from the sandbox."""
        await self.send(kind, **fields)
        return await self.hear()


@pytest.fixture
async def page(sandbox: Sandbox) -> AsyncIterator[OpenPage]:
    """The page of Ariadne, who runs the server."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.address}/page?as=Ariadne") as socket,
    ):
        yield OpenPage(socket, await socket.receive_json(timeout=FRAME_S))


async def test_a_person_speaks_on_the_page(sandbox: Sandbox, page: OpenPage):
    frame = await page.ask("say", channel=str(sandbox.channel("agora").id), text="w" * 2001)

    assert (frame["kind"], frame["message"]["content"]) == ("message", "w" * 2000)


async def test_a_binary_frame_is_ignored(sandbox: Sandbox, page: OpenPage):
    await page.send_bytes(b"{")
    frame = await page.ask("say", channel=str(sandbox.channel("agora").id), text="here")

    assert frame["message"]["content"] == "here"


async def test_a_host_creates_and_loses_a_channel(sandbox: Sandbox, page: OpenPage):
    assert page.hello["may_manage"]
    made = await page.ask("new_channel", guild=str(GUILD_ID), name="c" * 101)
    assert (made["kind"], made["channel"]["name"]) == ("channel", "c" * 100)

    sandbox.world.channels.delete(sandbox.channel(int(made["channel"]["id"])))
    assert await page.hear() == {"kind": "channel_gone", "id": made["channel"]["id"]}


async def test_a_thread_starts_only_in_a_servers_channel(sandbox: Sandbox, page: OpenPage):
    ariadne = sandbox.person("Ariadne")
    thread = sandbox.world.channels.start_thread(sandbox.channel("agora"), "table", ariadne.person)
    await page.hear()

    for place in (thread, ariadne.inbox.direct):
        await page.send("new_thread", channel=str(place.id), name="inner")
        frame = await page.hear()
        while frame["kind"] == "channel":
            frame = await page.hear()
        assert frame == {"kind": "not_offered", "ref": "1", "reason": "A thread needs a text channel."}


async def test_only_ones_own_private_message_is_dismissed(sandbox: Sandbox, wire: Wire, page: OpenPage):
    agora = str(sandbox.channel("agora").id)
    for name in ("Ariadne", "Theseus"):
        await wire.answer(wire.interaction(name), MESSAGE, content=name, flags=EPHEMERAL)
    sandbox.person("Theseus").say("agora", "public")
    mine, theirs, public = (str(seen.id) for seen in sandbox.messages("agora"))
    assert [(await page.hear())["message"]["content"] for _ in range(2)] == ["Ariadne", "public"]

    assert (await page.ask("dismiss", channel=agora, message=theirs))["reason"] == "Unknown Message"
    await page.send("dismiss", channel=agora, message=public)
    assert await page.ask("dismiss", channel=agora, message=mine) == {
        "kind": "message_gone", "channel": agora, "id": mine,
    }  # fmt: skip
    assert [seen.text for seen in sandbox.messages("agora")] == ["Theseus", "public"]


async def test_new_commands_reach_the_page_but_not_emojis(sandbox: Sandbox, wire: Wire, page: OpenPage):
    sandbox.world.announce("emojis_changed")
    await wire("PUT", f"/applications/{APPLICATION_ID}/commands", [command(), {"name": "Explain", "type": 3}])

    frame = await page.hear()

    assert frame["kind"] == "commands"
    assert [each["name"] for each in frame["commands"][str(GUILD_ID)]] == ["n", "Explain"]


async def test_an_entry_under_apps_is_used_on_the_page(sandbox: Sandbox, wire: Wire, page: OpenPage):
    sandbox.interactions.patience_s = 0.01
    await wire("PUT", f"/applications/{APPLICATION_ID}/commands", [{"name": "Explain", "type": 3}])
    message = sandbox.person("Theseus").say("agora", "Where is he?")
    agora = str(sandbox.channel("agora").id)
    assert [(await page.hear())["kind"] for _ in range(2)] == ["commands", "message"]

    failed = await page.ask("app", channel=agora, message=str(message.id), name="Explain")
    unknown = await page.ask("app", channel=agora, message=str(message.id), name="Report")

    assert failed == {"kind": "failed", "ref": "1"}, "no bot is connected"
    assert unknown["reason"] == "no entry 'Report' here"
