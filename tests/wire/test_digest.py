"""The weekly digest comes once, at the time that the server chose. It doesn't come if nothing has happened."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from msgspec.structs import replace

from cogs.delivery.digests import POSTED_AT_ONCE, Digests
from cogs.interactions.answering import REFUSED
from engine.kernel.decision import Message
from sandbox import permissions
from sandbox.seen import Seen
from sandbox.world import GUILD_ID
from sessions.records.clock import HOUR_MS
from sessions.records.person import Server
from tests.wire.endings import begun, bot_of_all_games, play_out
from tests.wire.evening import CHANNEL, Wired
from tests.wire.panels import change, labels_on, set_on
from tests.wire.test_reminders import in_its_time, pass_hours

HARBOUR, LABYRINTH = "harbour", "labyrinth"
WEEK_H = 7 * 24


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """A bot in a server that wants a digest on Mondays at six, Prague time."""
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        await in_its_time(wired_bot)
        ariadne, harbour = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(HARBOUR)
        await change(
            ariadne, "/server settings", CHANNEL, results_in=harbour, time_zone="Europe/Prague", digest="Monday 18:00"
        )
        await pass_hours(wired_bot, 0)
        yield wired_bot


def digests(wired_bot: Wired) -> list[Seen]:
    return [seen for seen in wired_bot.public_messages(HARBOUR) if seen.text.startswith("### The week until")]


async def next_digest(wired_bot: Wired) -> int:
    """Return the stored time of the next digest."""
    due = await wired_bot.parts.store.clocks.mark(Server(GUILD_ID).digest_mark)
    assert due is not None
    return due


async def reach(wired_bot: Wired, due: int) -> None:
    await pass_hours(wired_bot, (due - wired_bot.time.clock()) / HOUR_MS + 0.01)


def second_sender(wired_bot: Wired) -> Digests:
    """Return another sender of digests, as in a second process."""
    parts, services = wired_bot.parts, wired_bot.parts.client.services
    return Digests(parts.client, services.wording, parts.sessions, services.members, services.due_work)


async def test_a_digest_lists_games_free_seats_and_the_ladder(wired_bot: Wired) -> None:
    channels = {name: f"<#{wired_bot.sandbox.channel(name).id}>" for name in (CHANNEL, HARBOUR, LABYRINTH)}
    async with begun(wired_bot, "minerva", 2) as evening:
        session = await play_out(evening)
    async with begun(wired_bot, "minerva", 2):
        await wired_bot.person("Daidalos").command("/table open", LABYRINTH, game="minos-classic", seats=3)
        due = await next_digest(wired_bot)

        await reach(wired_bot, due)

    (shown,) = digests(wired_bot)
    (winner, loser) = (
        session.table.names[placing.seat] for placing in session.reader.result() or () if placing.seat is not None
    )
    lines = shown.text.splitlines()
    assert lines[:7] == [
        f"### The week until <t:{due // 1000}:f>",
        "**1 game ended**",
        f"• Minerva in {channels[CHANNEL]}: {winner} won",
        f"**1 game in progress**: {channels[CHANNEL]}",
        "**Free seats**",
        f"• Minos (classic) in {channels[LABYRINTH]}: 2 free seats",
        "**Ladder**",
    ]
    assert lines[7].startswith(f"• Minerva: 1. {winner} – 1")
    assert "(+" in lines[7]
    assert lines[8].startswith(f"• Minerva: 2. {loser} – ")
    assert shown.pings == []


async def test_a_week_without_news_has_no_digest(wired_bot: Wired) -> None:
    await reach(wired_bot, await next_digest(wired_bot))
    first = await next_digest(wired_bot)
    async with begun(wired_bot, "minerva", 2):
        await reach(wired_bot, first)
        second = await next_digest(wired_bot)
        await reach(wired_bot, second)

    assert second - first == WEEK_H * HOUR_MS
    assert [f"<t:{first // 1000}:f>" in seen.text for seen in digests(wired_bot)] == [True], (
        "the game goes on, unchanged"
    )


async def test_a_digest_comes_once_despite_kills_and_several_processes(wired_bot: Wired) -> None:
    """After a kill between sending and storing, the bot finds the digest in the channel."""
    store, due = wired_bot.parts.store, await next_digest(wired_bot)
    async with begun(wired_bot, "minerva", 2) as evening:
        await play_out(evening)
    wired_bot.sandbox.world.clock.advance((due - wired_bot.time.clock()) / 1000 + 1)

    # Both look into the channel before either has posted.
    wired_bot.sandbox.faults.delay(f"POST /channels/{wired_bot.sandbox.channel(HARBOUR).id}/messages", 0.5, times=3)
    await asyncio.gather(*(other.tend(due) for other in (second_sender(wired_bot), second_sender(wired_bot))))
    together = len(digests(wired_bot))
    wired_bot.sandbox.rest.context.nonces.clear()
    await store.clocks.keep_mark(Server(GUILD_ID).digest_mark, due)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await pass_hours(wired_bot, 1)

    assert (together, len(digests(wired_bot))) == (1, 1)
    assert await next_digest(wired_bot) > due


async def test_many_digests_are_posted_in_several_passes(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks and reminders wait for the end of a pass."""
    parts, services, due = wired_bot.parts, wired_bot.parts.client.services, await next_digest(wired_bot)
    servers, posted = parts.sessions.choices.servers, list[int]()
    for guild in range(1, 2 * POSTED_AT_ONCE):
        await servers.keep(replace(servers.get(GUILD_ID), guild=guild))
        await parts.store.clocks.keep_mark(Server(guild).digest_mark, due)

    async def post(_: Digests, guild: SimpleNamespace, *__: object) -> bool:
        posted.append(guild.id)
        return True

    monkeypatch.setattr(Digests, "_post", post)
    client: Any = SimpleNamespace(guilds=[SimpleNamespace(id=guild) for guild in range(1, 2 * POSTED_AT_ONCE)])
    sender = Digests(client, services.wording, parts.sessions, services.members, services.due_work)
    await sender.tend(due)
    at_first = len(posted)
    await sender.tend(due)
    await sender.tend(due)

    assert at_first == POSTED_AT_ONCE
    assert posted == list(range(1, 2 * POSTED_AT_ONCE))


async def test_a_pass_ends_with_the_first_digest_that_fails(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an outage each try takes ten seconds. The next pass begins with another server."""
    parts, services, due = wired_bot.parts, wired_bot.parts.client.services, await next_digest(wired_bot)
    servers, tried = parts.sessions.choices.servers, list[int]()
    for guild in (1, 2, 3):
        await servers.keep(replace(servers.get(GUILD_ID), guild=guild, results_in=guild))
        await parts.store.clocks.keep_mark(Server(guild).digest_mark, due)

    def place(channel: int) -> SimpleNamespace:
        async def fail(*_: object, **__: object) -> None:
            tried.append(channel)
            raise aiohttp.ClientConnectionError

        return SimpleNamespace(id=channel, send=fail)

    async def week(*_: object) -> SimpleNamespace:
        return SimpleNamespace(ended=[1])

    monkeypatch.setattr(Digests, "_week", week)
    monkeypatch.setattr("cogs.delivery.digests.digest_lines", lambda *_: [Message("myturns.none")])
    monkeypatch.setattr("cogs.delivery.digests.may_post", lambda _: True)
    monkeypatch.setattr("cogs.delivery.digests.may_look_back", lambda *_: False)
    client: Any = SimpleNamespace(
        guilds=[SimpleNamespace(id=guild, features=()) for guild in (1, 2, 3)],
        get_channel=place,
        get_partial_messageable=place,
    )
    sender = Digests(client, services.wording, parts.sessions, services.members, services.due_work)
    for later in range(4):
        await sender.tend(due + later)

    assert tried == [1, 2, 3, 1]


async def test_a_digest_waits_for_permissions_and_survives_outages(wired_bot: Wired) -> None:
    harbour, due = wired_bot.sandbox.channel(HARBOUR), await next_digest(wired_bot)
    async with begun(wired_bot, "minerva", 2):
        wired_bot.sandbox.places.deny(harbour, permissions.SEND_MESSAGES)
        await wired_bot.sandbox.until(lambda: True)
        await reach(wired_bot, due)
        wired_bot.sandbox.places.allow(harbour, permissions.SEND_MESSAGES)
        await wired_bot.sandbox.until(lambda: True)
        wired_bot.sandbox.faults.fail(f"POST /channels/{harbour.id}/messages", times=9)
        await pass_hours(wired_bot, 1)
        before = digests(wired_bot)
        wired_bot.sandbox.faults.clear()
        wired_bot.parts.client.services.due_work.trust()
        await pass_hours(wired_bot, 1)

    assert before == []
    assert len(digests(wired_bot)) == 1


async def test_the_digest_of_a_deleted_channel_is_skipped(wired_bot: Wired) -> None:
    due = await next_digest(wired_bot)
    async with begun(wired_bot, "minerva", 2):
        wired_bot.sandbox.world.channels.delete(wired_bot.sandbox.channel(HARBOUR))
        await reach(wired_bot, due)

    assert await next_digest(wired_bot) == due + WEEK_H * HOUR_MS


async def test_the_digest_omits_invite_only_tables_and_people_off_the_ladder(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 2) as evening:
        await play_out(evening)
    await change(wired_bot.person("Theseus"), "/settings", CHANNEL, ladder=False)
    daidalos = wired_bot.person("Daidalos")
    await daidalos.command("/table open", LABYRINTH, game="minos-classic", seats=3)
    await daidalos.command("/table invite", LABYRINTH, player=wired_bot.person("Ikaros"))
    await reach(wired_bot, await next_digest(wired_bot))

    (shown,) = digests(wired_bot)
    assert "Free seats" not in shown.text
    assert ". Ariadne – " in shown.text
    assert ". Theseus – " not in shown.text


async def test_people_who_left_the_server_have_no_place_in_the_digest(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 2) as evening:
        session = await play_out(evening)
    winner = next(session.table.sitters[each.seat or 0] for each in session.reader.result() or () if each.place == 1)
    wired_bot.sandbox.world.absent.add(winner.user)
    await reach(wired_bot, await next_digest(wired_bot))

    (shown,) = digests(wired_bot)
    (line,) = [line for line in shown.text.splitlines() if line.startswith("• Minerva: ")]
    assert winner.name not in line
    assert line.startswith("• Minerva: 1. ")


async def test_the_time_of_the_digest_is_typed_and_turned_off(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    panel = (await ariadne.command("/server settings", CHANNEL)).message
    assert panel is not None
    servers = wired_bot.parts.sessions.choices.servers

    unreadable = await set_on(ariadne, panel, "digest", "soon")
    several = await set_on(ariadne, panel, "digest", "Friday 6:00")
    changed = await set_on(ariadne, panel, "digest", "Friday at 6pm")
    label = next(label for label in labels_on(changed) if label.startswith("Weekly digest: "))
    stored = servers.get(GUILD_ID).digest
    await pass_hours(wired_bot, 0)
    due = await next_digest(wired_bot)
    await set_on(ariadne, panel, "digest", "Tuesday 18:30")
    await pass_hours(wired_bot, 0)
    moved = await next_digest(wired_bot)
    await set_on(ariadne, panel, "digest", "none")
    off = servers.get(GUILD_ID).digest
    await set_on(ariadne, panel, "results_in", ())
    nowhere = await set_on(ariadne, panel, "digest", "Monday 18:00")

    assert unreadable.text.startswith(f"{REFUSED} “soon” isn’t a weekday and a time.")
    assert several.text.startswith(REFUSED)
    assert "Friday 6:00" in several.text
    assert stored == (4 * 24 + 18) * 60
    assert " ".join(label.split()) == "Weekly digest: Friday 6:00 PM"
    assert (due // HOUR_MS - 16) % 24 in (0, 1), "six o'clock in Prague, in winter and summer"
    assert (moved - due) % (WEEK_H * HOUR_MS) == (4 * 24 + 0.5) * HOUR_MS
    assert off is None
    assert nowhere.text.startswith(f"{REFUSED} The digest is posted to the results channel")
