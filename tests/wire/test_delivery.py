"""Boards arrive exactly once although Discord limits, refuses or loses requests. Retries are limited."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.delivery.reactions import RETRY_S
from cogs.delivery.requests import MOST, WINDOW_S
from cogs.ui.presenter import ALL
from cogs.views.controls import UNDO
from sandbox import permissions, rate_limits
from sandbox.records import Channel
from sessions.records.table import LiveMessage
from sessions.store import Overtaken
from tests.clocks import Clock
from tests.senders import silence
from tests.waiting import eventually
from tests.wire.evening import CHANNEL, Wired, WireTable, controls, table_of, wired
from tests.wire.panels import change
from tests.wire.test_reminders import in_its_time

SEND = "POST /channels/*/messages"
EDIT = "PATCH /channels/*/messages/*"
DELETE = "DELETE /channels/*/messages/*"
THREADS = "POST /channels/*/threads"
EMOJI = "POST /applications/*/emojis"
HOUR_S = 3600.0


@pytest.fixture
def now(wired_bot: Wired) -> Clock[float]:
    """Return a clock that the bot uses for posts and rate limits. Random delays are fixed."""
    made = Clock(1000.0)
    client = wired_bot.parts.client
    sender = client.senders.boards
    sender.clock = sender.boards.clock = sender.boards.reopening.clock = client.invalid.clock = made
    sender.dice = Random(9)
    return made


def about_messages(wired_bot: Wired) -> int:
    """Return how many requests concerned the channel's messages."""
    start = f"/channels/{wired_bot.sandbox.channel(CHANNEL).id}/messages"
    return sum(start in request for request in wired_bot.sandbox.rest.requests)


class SettledCounter:
    """Counts the delivered posts that the outbox has recorded."""

    def __init__(self, wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        store = wired_bot.parts.store
        settle = store.posts.settle

        async def count_and_settle(*what: Any) -> None:
            self.count += 1
            await settle(*what)

        monkeypatch.setattr(store.posts, "settle", count_and_settle)

    def is_at(self, count: int) -> bool:
        """Return whether the outbox has recorded that many posts."""
        return self.count >= count


def threads(wired_bot: Wired) -> list[Channel]:
    return wired_bot.sandbox.world.channels.threads()


# Rate limits


async def test_tables_open_in_the_channel_if_threads_are_rate_limited(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.table.threads.THREAD_S", 0.2)
    wired_bot.sandbox.faults.rate_limit(THREADS, retry_after_s=219.0)

    opened = await wired_bot.person("Ariadne").command("/table open", CHANNEL, game="minos-classic", thread=True)

    await wired_bot.sandbox.until(lambda: "Discord couldn’t create a thread" in opened.text)
    assert not threads(wired_bot)
    assert (await wired_bot.session()).table.status == "lobby"


async def test_tables_get_threads_until_discords_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord limits threads per five minutes. Once the limit is used up, discord.py waits before it asks."""
    buckets = [replace(each, most=2) if each.span_s == 300 else each for each in rate_limits.BUCKETS]
    monkeypatch.setattr(rate_limits, "BUCKETS", buckets)
    monkeypatch.setattr("cogs.table.threads.THREAD_S", 1.0)
    async with wired(tmp_path, rate_limits=True) as wired_bot:
        ariadne = wired_bot.person("Ariadne")
        opened = [await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True) for _ in range(3)]
        made = threads(wired_bot)
        requested = [request for request in wired_bot.sandbox.rest.requests if request.endswith("/threads")]

    assert len(made) == 2
    assert [f"<#{thread.id}>" in reply.text for thread, reply in zip(made, opened[:2], strict=True)] == [True, True]
    assert "Discord couldn’t create a thread" in opened[2].text
    assert len(requested) == 2


async def test_a_thread_is_used_although_discords_reply_was_lost(wired_bot: Wired) -> None:
    wired_bot.sandbox.faults.drop(THREADS, applied=True)

    opened = await wired_bot.person("Ariadne").command("/table open", CHANNEL, game="minos-classic", thread=True)

    (thread,) = threads(wired_bot)
    assert f"<#{thread.id}>" in opened.text
    assert (await wired_bot.parts.sessions.at(thread.id)).table.status == "lobby"
    assert thread.auto_archive_minutes == 10080


async def test_a_table_opens_in_the_channel_if_its_thread_fails(wired_bot: Wired) -> None:
    wired_bot.sandbox.faults.drop(THREADS)

    opened = await wired_bot.person("Ariadne").command("/table open", CHANNEL, game="minos-classic", thread=True)

    assert opened.is_ephemeral
    assert not threads(wired_bot)
    assert (await wired_bot.session()).table.status == "lobby"


async def test_rate_limited_emoji_uploads_delay_nothing_else(
    wired_bot: Wired, caplog: pytest.LogCaptureFixture
) -> None:
    wired_bot.sandbox.faults.rate_limit(EMOJI, retry_after_s=HOUR_S)
    keeping = asyncio.create_task(wired_bot.parts.client.emoji_keeper.keep())
    await wired_bot.sandbox.until(lambda: "not in step: why=RateLimited again_in_s=300" in caplog.text)

    async with table_of(wired_bot, "minos-classic", 2) as evening:
        assert (await evening.board()).pictures

    assert not keeping.done()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


async def test_a_long_rate_limit_delays_one_table_only(wired_bot: Wired, caplog: pytest.LogCaptureFixture) -> None:
    async with (
        table_of(wired_bot, "minos-classic", 2) as here,
        table_of(wired_bot, "minos-classic", 2, channel="harbour") as there,
    ):
        await here.command(await here.person_asked(), "/classic stop")
        await there.command(await there.person_asked(), "/classic stop")
        await wired_bot.quiet()
        before = len(wired_bot.public_messages())
        channel = wired_bot.sandbox.channel(CHANNEL)
        limited = f"POST /channels/{channel.id}/messages"
        caplog.set_level("INFO", "knossos")
        fault = wired_bot.sandbox.faults.rate_limit(limited, retry_after_s=HOUR_S)

        await here.command(await here.person_asked(), "/classic end")
        await wired_bot.sandbox.until(lambda: bool(fault.met))
        await there.command(await there.person_asked(), "/classic end")
        await wired_bot.sandbox.until(lambda: "Which dice" in wired_bot.board("harbour").text)
        assert len(wired_bot.public_messages()) == before
        await wired_bot.sandbox.until(lambda: "post failed" in caplog.text)
        wired_bot.parts.sessions.outbox.wake(channel.id)
        await wired_bot.quiet()

        assert len(wired_bot.public_messages()) == before + 1
        assert "Which dice do you keep?" in wired_bot.board().text


# Refusals


@pytest.mark.parametrize("times", [1, 2])
async def test_after_an_unknown_error_the_board_is_plain_or_missing(evening: WireTable, times: int) -> None:
    await evening.command(await evening.person_asked(), "/classic stop")
    before = (await evening.board()).id
    evening.sandbox.faults.refuse(SEND, 50024, times=times)

    await evening.command(await evening.person_asked(), "/classic end")

    board = await evening.board()
    assert (board.id == before) is (times == 2)
    if times == 1:
        assert "Which dice do you keep?" in board.text
        assert not board.pictures


async def test_a_404_without_an_error_code_counts_as_an_outage(evening: WireTable) -> None:
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    evening.sandbox.faults.fail(SEND, status=404)

    await evening.command(await evening.person_asked(), "/classic end")

    board = await evening.board()
    assert (await evening.session()).table.status == "running"
    assert "Which dice do you keep?" in board.text
    assert board.pictures


async def test_a_403_without_an_error_code_counts_as_an_outage(evening: WireTable) -> None:
    """A proxy in front of Discord refuses everything; no permission is missing."""
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    evening.sandbox.faults.fail(SEND, status=403)

    await evening.command(await evening.person_asked(), "/classic end")

    assert "Which dice do you keep?" in (await evening.board()).text
    assert not [message for person in evening.people for message in person.inbox.dms()]


async def test_a_bug_in_the_text_of_a_hand_drops_the_post(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*what: object) -> list[str]:
        raise KeyError("no such card")

    await change(wired_bot.person("Ariadne"), "/settings", CHANNEL, hand_by_dm=True)
    monkeypatch.setattr("cogs.delivery.hand_sender.hand_lines", mistaken)
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        assert (await evening.board()).pictures

    assert {record.getMessage().partition(":")[0] for record in wired_bot.errors.records} == {"hand given up"}
    wired_bot.errors.records.clear()


async def test_a_bug_in_log_texts_leads_to_a_plain_board(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*what: object) -> list[str]:
        raise KeyError("no such fact")

    monkeypatch.setattr("cogs.views.log_words.LogWords.content_of", mistaken)

    async with table_of(wired_bot, "minos-classic", 2) as evening:
        board = await evening.board()

    assert "Which dice do you keep?" in board.text
    assert {record.getMessage().partition(":")[0] for record in wired_bot.errors.records} == {"our mistake"}
    wired_bot.errors.records.clear()


# Permissions


async def lobbies(wired_bot: Wired, count: int) -> list[Channel]:
    """Open lobbies in separate channels, then forbid the bot to post there."""
    sandbox, ariadne = wired_bot.sandbox, wired_bot.person("Ariadne")
    guild = sandbox.channel(CHANNEL).guild_id
    assert guild is not None
    channels = [sandbox.world.channels.new(guild, f"cellar-{n}") for n in range(count)]
    for channel in channels:
        await ariadne.command("/table open", channel.id, game="minos-classic")
    await wired_bot.quiet()
    for channel in channels:
        sandbox.places.deny(channel, permissions.VIEW_CHANNEL | permissions.SEND_MESSAGES)
        await wired_bot.person("Theseus").command("/table join", channel.id)
    await sandbox.until(
        lambda: {channel.id for channel in channels} <= wired_bot.parts.client.services.blocked_channels
    )
    return channels


@pytest.mark.parametrize("is_noticed_first", [True, False])
async def test_the_slower_of_two_processes_posts_its_board_again(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, is_noticed_first: bool
) -> None:
    """The slower process abandons a delivery.

    The next board of that process has the picture and all lines, so nothing is lost.
    """
    outbox, store = evening.wired_bot.parts.sessions.outbox, evening.wired_bot.parts.store
    settled, kept = SettledCounter(evening.wired_bot, monkeypatch), store.posts.keep_message
    before = (await evening.board()).text
    holds, overtaken = iter([True, False]), iter([] if is_noticed_first else [Overtaken()])

    async def is_held(_: int) -> bool:
        return next(holds, True) if is_noticed_first else True

    async def keep(message: LiveMessage) -> None:
        for error in overtaken:
            raise error
        await kept(message)

    monkeypatch.setattr(outbox, "holds", is_held)
    monkeypatch.setattr(store.posts, "keep_message", keep)
    requests = about_messages(evening.wired_bot)
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.sandbox.until(lambda: settled.is_at(1))
    if is_noticed_first:
        assert about_messages(evening.wired_bot) == requests
    outbox.wake()
    board = await evening.board()
    assert board.text != before
    assert board.pictures


async def test_retries_in_a_blocked_channel_become_rarer_and_then_stop(
    wired_bot: Wired, caplog: pytest.LogCaptureFixture
) -> None:
    """If blocked tables kept retrying nineteen times in two hours, a hundred of them would delay all other boards."""
    await in_its_time(wired_bot)
    sandbox, clock = wired_bot.sandbox, wired_bot.sandbox.world.clock
    channel = sandbox.channel(CHANNEL)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await wired_bot.parts.client.services.due_work.passes.stop()
        await evening.command(await evening.person_asked(), "/classic stop")
        await wired_bot.quiet()
        sandbox.faults.refuse(SEND, 50013, times=1000)
        await evening.command(await evening.person_asked(), "/classic end")
        await sandbox.until(lambda: channel.id in wired_bot.parts.client.services.blocked_channels)
        tries = []
        for _ in range(9 * 24 * 12):
            clock.advance(300)
            wired_bot.parts.sessions.outbox.look()
            while any(post.due_at <= clock.now() * 1000 for post in await wired_bot.parts.store.posts.waiting()):
                pass  # this retry is under way
            tries.append([asked for asked, *_ in sandbox.rest.refused].count(f"POST /channels/{channel.id}/messages"))
            if not wired_bot.parts.sessions.outbox.depth:
                break
        told = [record for record in caplog.records if "post given up" in record.getMessage()]

        sandbox.faults.clear()
        sandbox.places.deny(channel, permissions.SEND_MESSAGES)
        sandbox.places.allow(channel, permissions.SEND_MESSAGES)
        await sandbox.until(lambda: channel.id not in wired_bot.parts.client.services.blocked_channels)
        await eventually(
            lambda: "Which dice do you keep?" in wired_bot.board().text, "the board is shown with the permission"
        )

    assert tries[23] <= 7, "in the first two hours"
    assert tries[-1] <= 20
    assert 7 * 288 <= len(tries) <= 9 * 288 - 1, "it stops after a week"
    assert [record.levelname for record in told] == ["WARNING"]
    assert f"attempts={tries[-1]}" in told[0].getMessage()


async def test_role_updates_cause_no_requests_without_permissions(wired_bot: Wired, now: Clock[float]) -> None:
    channels = await lobbies(wired_bot, 4)
    sandbox = wired_bot.sandbox
    refused = len(sandbox.rest.refused)
    role = sandbox.payloads.guild(next(iter(sandbox.world.guilds.values())))["roles"][0]
    guild = channels[0].guild_id

    for _ in range(30):
        sandbox.gateway.dispatch("GUILD_ROLE_UPDATE", {"guild_id": str(guild), "role": role}, guild_id=guild)
        now.now += 2 * RETRY_S
        wired_bot.parts.sessions.outbox.wake()
        await asyncio.sleep(0)
    await wired_bot.person("Theseus").command("/help", CHANNEL)

    assert len(sandbox.rest.refused) == refused
    assert wired_bot.parts.sessions.outbox.depth == len(channels)
    for channel in channels:
        sandbox.places.allow(channel, permissions.VIEW_CHANNEL | permissions.SEND_MESSAGES)
    await wired_bot.quiet()
    for channel in channels:
        lobby = next(seen for seen in sandbox.messages(channel.id) if seen.buttons)
        assert "Theseus" in lobby.text


async def test_a_channel_refusing_despite_permissions_is_retried_each_minute(
    evening: WireTable, now: Clock[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    wired_bot, sandbox = evening.wired_bot, evening.sandbox
    settled = SettledCounter(wired_bot, monkeypatch)
    channel = sandbox.channel(CHANNEL)
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    sandbox.faults.refuse(SEND, 50013, times=100)
    await evening.command(await evening.person_asked(), "/classic end")
    await sandbox.until(lambda: channel.id in wired_bot.parts.client.services.blocked_channels)

    def tries() -> int:
        return [asked for asked, *_ in sandbox.rest.refused].count(f"POST /channels/{channel.id}/messages")

    async def tries_of(wakes: int) -> int:
        before = tries()
        for count in range(settled.count + 1, settled.count + 1 + wakes):
            wired_bot.parts.sessions.outbox.wake(channel.id)
            await sandbox.until(partial(settled.is_at, count))
        return tries() - before

    assert await tries_of(5) == 1
    now.now += RETRY_S
    assert await tries_of(5) == 1
    sandbox.faults.clear()
    now.now += RETRY_S
    wired_bot.parts.sessions.outbox.wake(channel.id)
    assert "Which dice do you keep?" in (await evening.board()).text


async def test_retries_of_several_channels_are_spread_out(wired_bot: Wired, now: Clock[float]) -> None:
    sender = wired_bot.parts.client.senders.boards

    pauses = [sender.spread(100.0) for _ in range(50)]

    assert 100.0 <= min(pauses) < 103.0
    assert 122.0 < max(pauses) <= 125.0


async def test_posting_pauses_after_too_many_refusals(
    evening: WireTable, now: Clock[float], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wired_bot, sandbox, invalid = evening.wired_bot, evening.sandbox, evening.wired_bot.parts.client.invalid
    settled = SettledCounter(wired_bot, monkeypatch)
    for _ in range(MOST - 1):
        invalid.count(403, "/channels/1/messages")
    assert not invalid.pause_s
    sandbox.faults.refuse("POST /users/@me/channels", 50001)
    await change(evening.people[0], "/settings", evening.channel, hand_by_dm=True)  # This refusal reaches the limit.
    assert invalid.pause_s > 0
    before = about_messages(wired_bot)

    moved = await evening.command(await evening.person_asked(), "/classic stop")
    await sandbox.until(lambda: settled.count > 0)

    assert moved.is_ephemeral
    assert about_messages(wired_bot) == before
    assert "posting stopped" in caplog.text
    now.now += WINDOW_S
    wired_bot.parts.sessions.outbox.wake()
    assert "What do you do? Unspent" in (await evening.board()).text


async def test_a_401_anywhere_stops_the_bot(evening: WireTable) -> None:
    wired_bot, client = evening.wired_bot, evening.wired_bot.parts.client
    wired_bot.sandbox.faults.fail("POST /users/@me/channels", status=401)

    await change(evening.people[0], "/settings", evening.channel, hand_by_dm=True)
    await wired_bot.sandbox.until(client.is_closed)

    assert client.is_token_bad
    assert [record.getMessage() for record in wired_bot.errors.records] == ["Discord no longer accepts the token"]
    wired_bot.errors.records.clear()


# Archived threads


async def in_a_thread(wired_bot: Wired) -> tuple[WireTable, Channel]:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", options="first_seat=first", thread=True)
    (thread,) = threads(wired_bot)
    await theseus.command("/table join", thread.id)
    await ariadne.command("/table start", thread.id)
    await wired_bot.quiet()
    return WireTable(wired_bot, [ariadne, theseus], str(thread.id)), thread


async def test_an_archived_thread_is_reopened_before_a_post(wired_bot: Wired) -> None:
    _, thread = await in_a_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    wired_bot.sandbox.places.archive(thread)
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)
    asked = len(wired_bot.sandbox.rest.requests)

    await session.place.post_board()
    await wired_bot.quiet()

    since = list(wired_bot.sandbox.rest.requests)[asked:]
    changes = [request for request in since if not request.startswith("GET")]
    assert changes[0] == f"PATCH /channels/{thread.id}"
    assert not thread.archived


async def test_a_thread_archived_twice_in_a_minute_keeps_one_board(wired_bot: Wired) -> None:
    """Discord refuses to edit and to delete messages of an archived thread, so the old board would stay."""
    evening, thread = await in_a_thread(wired_bot)
    session, client = await wired_bot.parts.sessions.at(thread.id), wired_bot.parts.client
    asked = next(person for person in evening.people if session.reader.decision_of(person.id))
    (board,) = (seen for seen in wired_bot.sandbox.messages(thread.id) if controls(seen))

    for verb in (ALL, UNDO):
        press = next(found for found in controls(board) if f":{verb}" in found)
        wired_bot.sandbox.places.archive(thread)
        await wired_bot.sandbox.until(lambda: client.get_channel(thread.id) is None)
        await asked.forge(board, press)
        await wired_bot.quiet()
        await wired_bot.sandbox.until(lambda: client.get_channel(thread.id) is not None)

    assert [seen.id for seen in wired_bot.sandbox.messages(thread.id) if controls(seen)] == [board.id]


async def test_an_old_board_is_deleted_once_its_thread_is_reopened(wired_bot: Wired) -> None:
    """The bot hasn't heard that the thread was archived. Only a new message reopens it."""
    evening, thread = await in_a_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    asked = next(person for person in evening.people if session.reader.decision_of(person.id))
    (board,) = (seen for seen in wired_bot.sandbox.messages(thread.id) if controls(seen))
    thread.archived = True

    await session.play.answer(asked.id, (), wired_bot.sandbox.world.clock.fresh_id())
    await wired_bot.quiet()

    (newest,) = (seen for seen in wired_bot.sandbox.messages(thread.id) if controls(seen))
    assert newest.id > board.id
    assert not thread.archived


async def test_an_archived_thread_is_unarchived_before_its_link_is_shown(wired_bot: Wired) -> None:
    evening, thread = await in_a_thread(wired_bot)
    wired_bot.sandbox.places.archive(thread)
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)

    told = await evening.people[1].command("/myturns", "harbour")

    assert f"<#{thread.id}>" in told.text
    assert not thread.archived


async def test_a_locked_thread_stays_archived_and_its_owner_is_notified(wired_bot: Wired) -> None:
    evening, thread = await in_a_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    wired_bot.sandbox.places.archive(thread, locked=True)
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)

    await session.place.post_board()
    await wired_bot.sandbox.until(lambda: len(evening.people[0].inbox.dms()) == 1)

    assert thread.archived
    assert f"PATCH /channels/{thread.id}" not in wired_bot.sandbox.rest.requests
    assert f"the thread <#{thread.id}> is locked" in evening.people[0].inbox.dms()[0].text


# Remembered boards


async def test_a_closed_table_leaves_nothing_in_memory(wired_bot: Wired) -> None:
    dispatcher = wired_bot.parts.client.senders.dispatcher
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-dawn")
    await wired_bot.quiet()
    assert dispatcher.known == 1

    reply = await ariadne.command("/table close", CHANNEL)
    assert reply.message is not None
    await ariadne.press(reply.message, "Close table")
    await wired_bot.quiet()

    assert (await wired_bot.parts.sessions.by_id(1)).table.status == "closed"
    assert dispatcher.known == 0


async def test_a_hanging_connection_does_not_prevent_stopping(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def never(code: int = 1000) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("cogs.client.GOODBYE_S", 0.1)
    socket = wired_bot.parts.client._get_websocket(shard_id=0)
    close = socket.close
    monkeypatch.setattr(socket, "close", never)

    await asyncio.wait_for(wired_bot.parts.client.close(), 60)

    assert "left without a goodbye" in caplog.text
    await close(1000)  # A real process ends here, and its heartbeat stops.


async def test_a_late_start_message_still_shows_the_first_entry(wired_bot: Wired) -> None:
    """The row for the start message arrives after later rows, as if another process had written it late."""
    outbox = wired_bot.parts.sessions.outbox
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-dawn")
    await wired_bot.quiet()
    sender = silence(outbox)
    assert sender is not None
    await theseus.command("/table join", CHANNEL)
    await ariadne.command("/table start", CHANNEL)
    session = await wired_bot.parts.sessions.at(wired_bot.sandbox.channel(CHANNEL).id)
    waiting = outbox._waiting.pop(session.table.channel)
    start = [post for post in waiting if post.first == 1]
    assert start
    assert session.number == 1

    outbox.start(sender)
    outbox.add(post for post in waiting if not post.first)
    await wired_bot.quiet()
    outbox.add(start)
    await wired_bot.quiet()

    told = [
        line for message in wired_bot.public_messages() if not message.is_gone for line in message.text.splitlines()
    ]
    assert sum("Theseus starts in" in line for line in told) == 1
