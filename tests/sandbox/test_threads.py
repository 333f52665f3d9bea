"""Threads: their membership, events, idleness and locks."""

import asyncio
from typing import Any

import discord
import pytest

from sandbox import Sandbox, permissions
from sandbox.client import NotOffered
from sandbox.interactions import DEFERRED, MESSAGE
from sandbox.records import PRIVATE_THREAD, Channel
from sandbox.world import APPLICATION_ID
from tests.sandbox.bot import LittleBot, joined
from tests.sandbox.conftest import Wire

DAY_S = 24 * 3600


class Listener(LittleBot):
    """Notes the thread events that discord.py reports."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[str, int]] = []

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.events.append(("create", thread.id))

    async def on_thread_join(self, thread: discord.Thread) -> None:
        self.events.append(("join", thread.id))

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        self.events.append(("remove", thread.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self.events.append(("delete", payload.thread_id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.events.append(("unavailable", guild.id))


def start(sandbox: Sandbox, **options: Any) -> Channel:
    return sandbox.world.channels.start_thread(
        sandbox.channel("agora"), "table", sandbox.person("Ariadne").person, **options
    )


async def test_an_idle_thread_is_archived(sandbox: Sandbox):
    async with joined(sandbox) as bot:
        thread = start(sandbox)
        await sandbox.until(lambda: bot.get_channel(thread.id))
        sandbox.clock.advance(DAY_S - 60)
        sandbox.person("Ariadne").say(thread, "still here")
        sandbox.clock.advance(DAY_S - 60)
        await bot.fetch_channel(thread.id)
        was_archived = thread.archived

        sandbox.clock.advance(120)
        with pytest.raises(NotOffered, match="archived"):
            await sandbox.person("Ariadne").command("/ping", thread)

        assert (was_archived, thread.archived) == (False, True)
        await sandbox.until(lambda: bot.get_channel(thread.id) is None)


async def test_controls_cannot_be_used_in_a_locked_thread(sandbox: Sandbox, bot: LittleBot):
    ariadne, thread = sandbox.person("Ariadne"), start(sandbox)
    board = await (await ariadne.command("/labyrinth", thread)).settle()
    thread.locked = True

    with pytest.raises(NotOffered, match="locked"):
        await ariadne.press(board, "Enter")


async def test_an_archived_thread_takes_no_answers(wire: Wire):
    thread = start(wire.sandbox)
    early, late = wire.interaction(channel="table"), wire.interaction(channel="table")
    assert (await wire.answer(early, DEFERRED))[0] == 200
    wire.sandbox.places.archive(thread)
    token = f"/webhooks/{APPLICATION_ID}/{early.token}"

    answers = [
        await wire.answer(late, MESSAGE, content="c"),
        await wire("PATCH", f"{token}/messages/@original", {"content": "c"}),
        await wire("POST", token, {"content": "c"}),
    ]

    assert [body["code"] for _, body in answers] == [50083] * 3


async def test_threads_go_with_their_channel_without_events(sandbox: Sandbox):
    async with joined(sandbox, Listener) as bot:
        active, archived = start(sandbox), start(sandbox)
        await sandbox.until(lambda: len(bot.events) == 2)
        sandbox.places.archive(archived)
        await sandbox.until(lambda: bot.get_channel(archived.id) is None)

        sandbox.world.channels.delete(sandbox.channel("agora"))
        await sandbox.until(lambda: len(bot.events) == 3)
        await asyncio.sleep(0.1)

        # discord.py itself reports those that it knows.
        assert bot.events[2:] == [("delete", active.id)]
        assert not {active.id, archived.id} & set(sandbox.world.channels)


async def test_a_bot_hears_when_it_joins_or_leaves_a_thread(sandbox: Sandbox):
    async with joined(sandbox, Listener) as bot:
        thread = start(sandbox, kind=PRIVATE_THREAD)
        for _ in range(2):
            sandbox.person("Ariadne").say(thread, f"<@{sandbox.world.bot.id}>, come in")
            await sandbox.until(lambda: bot.events and bot.events[-1] == ("join", thread.id))
            sandbox.places.remove_from_thread(thread)
            await sandbox.until(lambda: bot.events[-1] == ("remove", thread.id))

        assert bot.get_channel(thread.id) is not None, "discord.py keeps it"


async def test_a_regained_channel_brings_its_threads(sandbox: Sandbox):
    async with joined(sandbox, Listener) as bot:
        agora = sandbox.channel("agora")
        sandbox.places.deny(agora, permissions.VIEW_CHANNEL)
        thread = start(sandbox)
        await asyncio.sleep(0.1)
        assert bot.get_channel(thread.id) is None

        sandbox.places.allow(agora, permissions.VIEW_CHANNEL)
        await sandbox.until(lambda: bot.get_channel(thread.id))

        assert bot.events == [("join", thread.id)]


async def test_events_of_a_request_come_after_its_answer(
    sandbox: Sandbox, bot: LittleBot, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sandbox.gateway.BEHIND_ANSWERS_S", 1.0)
    (session,) = sandbox.gateway.connected
    before = session.sequence

    _, made = await wire("POST", f"/channels/{sandbox.channel('agora').id}/threads", {"name": "table", "type": 11})

    assert session.sequence == before
    await sandbox.until(lambda: bot.get_channel(int(made["id"])))


async def test_an_outage_takes_a_server_away_for_a_while(sandbox: Sandbox):
    async with joined(sandbox, Listener) as bot:
        (guild,) = sandbox.world.guilds.values()

        sandbox.connections.hold_back(guild)
        await sandbox.until(lambda: bot.events == [("unavailable", guild.id)])
        was_unavailable = bot.get_guild(guild.id) is None or bot.get_guild(guild.id).unavailable
        sandbox.connections.let_arrive(guild)

        await sandbox.until(lambda: bot.get_guild(guild.id) and not bot.get_guild(guild.id).unavailable)
        assert was_unavailable
