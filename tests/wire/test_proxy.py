"""Discord behind a proxy: all requests go through it, and an error names an unreachable proxy."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.http import Route
from pydantic import SecretStr

import bot
from sandbox import Sandbox
from settings import Settings
from tests.wire.evening import CHANNEL, render_client

TOKEN = SecretStr("MTk4.Cl2F.ZnCj")


@contextlib.asynccontextmanager
async def proxy_to(sandbox: Sandbox, asked: bytearray) -> AsyncIterator[str]:
    """Run a proxy that records requests and forwards them to the sandbox. Yield its address."""
    port = int(sandbox.address.rpartition(":")[2])
    passing = set[asyncio.Task[None]]()

    async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter, kept: bytearray) -> None:
        with contextlib.suppress(OSError):
            while content := await source.read(65536):
                kept += content
                target.write(content)
                await target.drain()
        target.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to = await asyncio.open_connection("127.0.0.1", port)
        ways = ((reader, to, asked), (there, writer, bytearray()))
        passing.update(asyncio.create_task(pump(*way)) for way in ways)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)


def settings_for(tmp_path: Path, proxy: str) -> Settings:
    """Return the settings of a bot with a token and this proxy."""
    return Settings(database=str(tmp_path / "knossos.db"), discord_token=TOKEN, proxy=SecretStr(proxy))


async def test_rest_requests_and_the_gateway_go_through_the_proxy(tmp_path: Path) -> None:
    asked, stop = bytearray(), asyncio.Event()
    async with (
        Sandbox.running() as sandbox,
        proxy_to(sandbox, asked) as proxy,
        bot.build(settings_for(tmp_path, proxy), render_client()) as parts,
    ):
        bot.point_at(sandbox.address)
        serving = asyncio.create_task(bot.serve(parts.client, TOKEN.get_secret_value(), stop))
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        reply = await sandbox.person("Ariadne").command("/table open", CHANNEL, game="minos-classic")
        stop.set()
        assert await serving == 0
    assert reply.is_answered
    address = sandbox.address.encode()
    for request in (b"GET %s/api/v10/users/@me", b"PUT %s/api/v10/applications/", b"POST %s/api/v10/interactions/"):
        assert request % address in asked, request
    assert b"/gateway?" in asked
    assert b"Upgrade: websocket" in asked


async def test_an_unreachable_proxy_is_named_without_its_password(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "http://me:s3cret-word@127.0.0.1:9")
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        with pytest.raises(bot.CannotStart, match=r"^The proxy at 127\.0\.0\.1:9 cannot be reached\. Check PROXY"):
            await bot.serve(parts.client, TOKEN.get_secret_value(), asyncio.Event())


async def test_a_proxy_that_refuses_is_named_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only requests over TLS ask the proxy for a tunnel, so these don't go to the sandbox."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    monkeypatch.setattr(Route, "BASE", "https://127.0.0.1:9/api/v10")
    async with (
        server,
        bot.build(settings_for(tmp_path, f"http://me:s3cret-word@127.0.0.1:{port}"), render_client()) as parts,
    ):
        with pytest.raises(
            bot.CannotStart, match=r"^The proxy refuses the connection to Discord \(407\)\. Check PROXY"
        ):
            await bot.serve(parts.client, TOKEN.get_secret_value(), asyncio.Event())
