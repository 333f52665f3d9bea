"""Kinds of channels, access to them, and private chats between people."""

import discord
import pytest
from discord import app_commands

from sandbox import Sandbox, permissions
from sandbox.client import NotOffered
from sandbox.interactions import FOLLOW_UPS_AS_A_GUEST
from sandbox.records import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    FORUM,
    MEDIA,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    VOICE,
    Channel,
)
from sandbox.world import GUILD_ID
from tests.sandbox.bot import LittleBot, joined
from tests.sandbox.conftest import Wire


def make(sandbox: Sandbox, kind: int) -> Channel:
    return sandbox.world.channels.new(GUILD_ID, "place", kind)


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_a_voice_chat_is_closed_without_connect_permission(wire: Wire, kind: int):
    place = make(wire.sandbox, kind)
    heard = await wire("POST", f"/channels/{place.id}/messages", {"content": "hello"})
    wire.sandbox.places.deny(place, permissions.CONNECT)

    status, body = await wire("POST", f"/channels/{place.id}/messages", {"content": "hello"})

    assert heard[0] == 200
    assert (status, body["code"]) == (403, 50001)


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_forums_refuse_messages_but_their_threads_accept_them(wire: Wire, kind: int):
    place = make(wire.sandbox, kind)
    post = wire.sandbox.world.channels.start_thread(place, "post", wire.sandbox.person("Ariadne").person)

    status, body = await wire("POST", f"/channels/{place.id}/messages", {"content": "hello"})
    within = await wire("POST", f"/channels/{post.id}/messages", {"content": "hello"})

    assert (status, body["code"]) == (400, 40058)
    assert within[0] == 200


async def test_announcement_channels_have_their_own_kind_of_thread(wire: Wire):
    place = make(wire.sandbox, ANNOUNCEMENT)
    answers = {
        kind: await wire("POST", f"/channels/{place.id}/threads", {"name": "t", "type": kind})
        for kind in (PUBLIC_THREAD, PRIVATE_THREAD, ANNOUNCEMENT_THREAD)
    }

    assert answers[PUBLIC_THREAD][1]["code"] == 50024
    assert answers[PRIVATE_THREAD][0] in (400, 403)
    assert answers[ANNOUNCEMENT_THREAD][1]["type"] == ANNOUNCEMENT_THREAD


async def test_a_private_thread_is_closed_until_the_bot_is_mentioned(sandbox: Sandbox, wire: Wire):
    ariadne = sandbox.person("Ariadne")
    async with joined(sandbox) as bot:
        thread = sandbox.world.channels.start_thread(
            sandbox.channel("agora"), "secret", ariadne.person, kind=PRIVATE_THREAD
        )
        sent = await wire("POST", f"/channels/{thread.id}/messages", {"content": "hello"})
        read = await wire("GET", f"/channels/{thread.id}")
        was_known = bot.get_channel(thread.id)
        answered = await ariadne.command("/ping", thread)

        ariadne.say(thread, f"<@{sandbox.world.bot.id}>, come in")
        await sandbox.until(lambda: bot.get_channel(thread.id))
        again = await wire("POST", f"/channels/{thread.id}/messages", {"content": "hello"})

    assert (sent[1]["code"], read[1]["code"]) == (50001, 50001)
    assert was_known is None
    assert answered.text == "pong"
    assert again[0] == 200


async def test_manage_threads_gives_access_to_private_threads(wire: Wire):
    world = wire.sandbox.world
    world.guilds[GUILD_ID].bot_permissions |= permissions.MANAGE_THREADS
    owner = wire.sandbox.person("Ariadne").person
    thread = world.channels.start_thread(wire.sandbox.channel("agora"), "secret", owner, kind=PRIVATE_THREAD)

    status, _ = await wire("POST", f"/channels/{thread.id}/messages", {"content": "hello"})

    assert status == 200


async def test_history_is_empty_without_permission_to_read(wire: Wire):
    place = wire.sandbox.channel("agora")
    wire.sandbox.person("Ariadne").say("agora", "here")
    told = await wire("GET", f"/channels/{place.id}/messages")
    wire.sandbox.places.deny(place, permissions.READ_MESSAGE_HISTORY)

    assert len(told[1]) == 1
    assert await wire("GET", f"/channels/{place.id}/messages") == (200, [])


class Guest(LittleBot):
    """A bot with a user-installed command. The command sends as many answers as the test requests."""

    async def setup_hook(self) -> None:
        @self.tree.command(description="Answers often")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def often(interaction: discord.Interaction, times: int) -> None:
            self.contexts.append(interaction.context)
            await interaction.response.send_message("first")
            for number in range(times):
                await interaction.followup.send(str(number))

        self.contexts: list[discord.app_commands.AppCommandContext] = []
        self.refused: list[int] = []

        @self.tree.error
        async def refusal_of(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
            assert isinstance(error, app_commands.CommandInvokeError)
            assert isinstance(error.original, discord.HTTPException)
            self.refused.append(error.original.code)

        await self.tree.sync()


async def test_installed_commands_work_in_conversations_between_people(sandbox: Sandbox):
    people = [sandbox.person(name) for name in ("Ariadne", "Theseus", "Daidalos")]
    group = sandbox.world.channels.group(*(person.person for person in people))
    pair = sandbox.world.channels.group(people[0].person, people[1].person)
    async with joined(sandbox, Guest) as bot:
        sandbox.world.application.user_installs.add(people[0].id)
        for place in (group, pair):
            reply = await people[0].command("/often", place, times=0)
            assert reply.text == "first"
            assert people[1].inbox.last(place).text == "first"
        with pytest.raises(NotOffered):
            await people[0].command("/ping", group)
        with pytest.raises(NotOffered):
            await people[2].command("/ping", pair)

    assert [context.private_channel for context in bot.contexts] == [True, True]
    assert bot.get_channel(group.id) is None


async def test_a_guest_bot_may_send_five_follow_ups(sandbox: Sandbox):
    ariadne, theseus = sandbox.person("Ariadne"), sandbox.person("Theseus")
    pair = sandbox.world.channels.group(ariadne.person, theseus.person)
    sandbox.world.application.user_installs.add(ariadne.id)
    async with joined(sandbox, Guest) as bot:
        await ariadne.command("/often", pair, times=FOLLOW_UPS_AS_A_GUEST + 1)
        await sandbox.until(lambda: bot.refused)
        await ariadne.command("/often", "agora", times=FOLLOW_UPS_AS_A_GUEST + 1)
        await sandbox.until(lambda: len(ariadne.inbox.sees("agora")) == FOLLOW_UPS_AS_A_GUEST + 2)

    assert bot.refused == [40094]
    assert len(ariadne.inbox.sees(pair)) == FOLLOW_UPS_AS_A_GUEST + 1
