"""Tests can make requests fail and break the gateway, and discord.py copes with both."""

import asyncio

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from tests.sandbox.bot import LittleBot, joined, pointed_at
from tests.sandbox.conftest import Wire

SENDING = "POST /channels/*/messages"


def agora(sandbox: Sandbox, bot: LittleBot) -> discord.TextChannel:
    channel = bot.get_channel(sandbox.channel("agora").id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_discord_py_waits_for_a_rate_limit(sandbox: Sandbox, bot: LittleBot):
    fault = sandbox.faults.rate_limit(SENDING, retry_after_s=0.02, times=2)

    await agora(sandbox, bot).send("patience")

    assert fault.met == 2
    assert [message.text for message in sandbox.messages("agora")] == ["patience"]


async def test_a_rate_limit_without_a_via_header_raises_immediately(sandbox: Sandbox, bot: LittleBot):
    sandbox.faults.rate_limit(SENDING, via=False)

    with pytest.raises(discord.HTTPException) as refused:
        await agora(sandbox, bot).send("banned?")

    assert refused.value.status == 429


@pytest.mark.parametrize(("applied", "messages"), [(False, 0), (True, 1)])
async def test_a_dropped_connection_raises_an_error(sandbox: Sandbox, bot: LittleBot, applied: bool, messages: int):
    sandbox.faults.drop(SENDING, applied=applied)

    with pytest.raises((aiohttp.ClientError, OSError)):
        await agora(sandbox, bot).send("hello?")

    assert len(sandbox.messages("agora")) == messages


async def test_a_503_and_any_error_code_can_be_injected(sandbox: Sandbox, bot: LittleBot):
    sandbox.faults.fail(SENDING, status=503)
    with pytest.raises(discord.DiscordServerError):
        await agora(sandbox, bot).send("up?")

    sandbox.faults.refuse(SENDING, 200000)
    with pytest.raises(discord.HTTPException) as refused:
        await agora(sandbox, bot).send("rude")

    assert refused.value.code == 200000
    await agora(sandbox, bot).send("polite")


async def test_a_fault_can_skip_requests_and_be_removed(wire: Wire):
    wire.sandbox.faults.fail(SENDING, status=500, skip=1)
    assert [(await wire.send(content="c"))[0] for _ in range(3)] == [200, 500, 200]

    wire.sandbox.faults.fail(SENDING, status=500)
    wire.sandbox.faults.clear()
    assert (await wire.send(content="c"))[0] == 200


async def test_an_answer_is_refused_if_delayed_too_long(sandbox: Sandbox, bot: LittleBot):
    sandbox.interactions.patience_s = 0.05
    sandbox.faults.delay("POST /interactions/*", 0.1)

    reply = await sandbox.person("Ariadne").command("/ping", "agora")
    await sandbox.until(lambda: bool(sandbox.rest.refused))

    assert not reply.is_answered
    assert [(status, code) for _, status, code in sandbox.rest.refused] == [(404, 10062)]


@pytest.mark.parametrize("how", ["reconnect", "cut", "close"])
async def test_a_broken_gateway_is_resumed_and_missed_events_are_replayed(sandbox: Sandbox, how: str):
    async with joined(sandbox) as bot:
        if how == "reconnect":
            await sandbox.connections.reconnect()
        elif how == "cut":
            sandbox.connections.cut()
        else:
            await sandbox.connections.close(4000)
        await sandbox.until(lambda: not sandbox.gateway.is_connected)
        missed = sandbox.world.channels.new(bot.guilds[0].id, "late")
        asked = asyncio.create_task(sandbox.person("Ariadne").command("/ping", "agora"))
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        reply = await asked

        assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)
        assert bot.get_channel(missed.id) is not None
        assert reply.text == "pong"


async def test_the_bot_identifies_again_after_an_invalid_session(sandbox: Sandbox, bot: LittleBot):
    await sandbox.connections.invalidate()
    await sandbox.until(lambda: sandbox.gateway.identifies == 2)

    assert sandbox.gateway.resumes == 0
    await sandbox.until(lambda: bot.is_ready())
    assert (await sandbox.person("Ariadne").command("/ping", "agora")).text == "pong"


async def test_privileged_intents_are_refused(sandbox: Sandbox):
    class Curious(discord.Client):
        def __init__(self) -> None:
            super().__init__(intents=discord.Intents(guilds=True, members=True))

    client = Curious()
    with pointed_at(sandbox):
        async with client:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await client.start("sandbox")


async def test_the_bot_receives_channel_thread_and_guild_events(sandbox: Sandbox, bot: LittleBot):
    guild = bot.guilds[0]
    thread = sandbox.world.channels.start_thread(sandbox.channel("agora"), "table", sandbox.person("Ariadne").person)
    await sandbox.until(lambda: guild.get_thread(thread.id) is not None)

    sandbox.places.deny(sandbox.channel("agora"), 1 << 11)
    await sandbox.until(lambda: not agora(sandbox, bot).permissions_for(guild.me).send_messages)
    sandbox.world.channels.delete(sandbox.channel("agora"))
    await sandbox.until(lambda: guild.get_thread(thread.id) is None)
    sandbox.places.remove_bot(sandbox.world.guilds[guild.id])
    await sandbox.until(lambda: not bot.guilds)
    sandbox.places.invite_bot(sandbox.world.guilds[guild.id])
    await sandbox.until(lambda: bool(bot.guilds))


async def test_message_events_need_their_intent(sandbox: Sandbox, bot: LittleBot):
    sandbox.person("Ariadne").say("agora", "hello")
    await agora(sandbox, bot).send("hello")

    [session] = sandbox.gateway.sessions.values()
    assert not any('"MESSAGE_CREATE"' in text for _, text in session.sent)
