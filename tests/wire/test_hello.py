"""When a server adds the bot, the bot says hello once, in a channel where it may post."""

import asyncio

import pytest

from sandbox.permissions import BOT
from sandbox.records import TEXT, Guild
from tests.wire.evening import Wired
from tests.wire.test_lost_servers import remove, server_of

VIEW_CHANNEL = 1 << 10


def sparta(wired_bot: Wired, *channels: str, locale: str = "en-US") -> Guild:
    """Return a server that has not invited the bot yet."""
    world = wired_bot.sandbox.world
    guild = Guild(world.clock.fresh_id(), "Sparta", next(iter(world.people)), BOT, locale, bot_present=False)
    world.guilds[guild.id] = guild
    for name in channels:
        world.channels.new(guild.id, name, TEXT)
    return guild


def said_in(wired_bot: Wired, guild: Guild) -> list[tuple[str, str]]:
    """Return the public messages in a server, each with its channel's name."""
    world = wired_bot.sandbox.world
    return [
        (channel.name, message.content)
        for channel in world.channels.of(guild.id)
        for message in world.messages[channel.id].values()
        if message.only_for is None
    ]


async def arrive(wired_bot: Wired, guild: Guild) -> None:
    """Let the server add the bot, and wait until the bot knows."""
    client, until = wired_bot.parts.client, wired_bot.sandbox.until
    await until(client.is_ready)
    heard = asyncio.create_task(client.wait_for("guild_join"))
    await asyncio.sleep(0)
    wired_bot.sandbox.places.invite_bot(guild)
    await heard
    await until(lambda: not any("on_guild_join" in task.get_name() for task in asyncio.all_tasks()))


async def test_a_new_server_gets_a_hello_of_four_lines(wired_bot: Wired) -> None:
    guild = sparta(wired_bot, "general", "games")

    await arrive(wired_bot, guild)

    ((channel, words),) = said_in(wired_bot, guild)
    assert channel == "general"
    assert words.count("\n") == 3
    named = "Minerva", "`/table open`", "`/learn`", "computer player", "`/server settings`"
    assert [part for part in named if part not in words] == []


async def test_hello_prefers_the_system_channel(wired_bot: Wired) -> None:
    guild = sparta(wired_bot, "general", "arrivals")
    guild.system_channel_id = wired_bot.sandbox.world.channels.of(guild.id)[1].id

    await arrive(wired_bot, guild)

    assert [channel for channel, _ in said_in(wired_bot, guild)] == ["arrivals"]


async def test_hello_skips_a_channel_that_forbids_posting(wired_bot: Wired) -> None:
    guild = sparta(wired_bot, "staff", "general")
    wired_bot.sandbox.world.channels.of(guild.id)[0].bot_denied = VIEW_CHANNEL

    await arrive(wired_bot, guild)

    assert [channel for channel, _ in said_in(wired_bot, guild)] == ["general"]


async def test_a_server_without_a_writable_channel_gets_no_hello(wired_bot: Wired) -> None:
    guild = sparta(wired_bot, "staff")
    wired_bot.sandbox.world.channels.of(guild.id)[0].bot_denied = VIEW_CHANNEL

    await arrive(wired_bot, guild)

    assert said_in(wired_bot, guild) == []


async def test_a_refused_hello_is_no_error(wired_bot: Wired, caplog: pytest.LogCaptureFixture) -> None:
    guild = sparta(wired_bot, "general")
    wired_bot.sandbox.faults.fail("POST /channels/*", status=403)

    await arrive(wired_bot, guild)

    assert said_in(wired_bot, guild) == []
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


async def test_a_server_back_from_an_outage_gets_no_hello(wired_bot: Wired) -> None:
    home = server_of(wired_bot)
    before = said_in(wired_bot, home)
    await wired_bot.sandbox.until(wired_bot.parts.client.is_ready)
    await remove(wired_bot)
    await arrive(wired_bot, home)
    await wired_bot.stop_bot()
    wired_bot.sandbox.connections.hold_back(home)
    await wired_bot.start_bot()
    client = wired_bot.parts.client
    await wired_bot.sandbox.until(client.gateway.has_arrived.is_set)
    wired_bot.sandbox.connections.let_arrive(home)
    await wired_bot.sandbox.until(lambda: (known := client.get_guild(home.id)) and not known.unavailable)
    await wired_bot.quiet()

    assert said_in(wired_bot, home) == before
