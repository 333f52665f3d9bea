"""Boards that an earlier try or process has sent are found again, so each is shown once."""

import asyncio

import pytest

from cogs.delivery import board_sender, recaps
from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from sandbox import permissions
from sandbox.seen import Seen
from sandbox.world import GUILD_ID
from sessions.records.table import LiveMessage
from sessions.refusals import StorageUnavailable
from tests.wire.evening import CHANNEL, Wired, WireTable, controls

SEND = "POST /channels/*/messages"
EDIT = "PATCH /channels/*/messages/*"
DELETE = "DELETE /channels/*/messages/*"
LATE_S = 4.0


async def kill_after_posting(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Post a board, and kill the bot before it records the post. Return the posted message."""
    wired_bot, store = evening.wired_bot, evening.wired_bot.parts.store

    async def never(*what: object) -> None:
        await asyncio.Event().wait()

    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    before = len(wired_bot.public_messages())
    monkeypatch.setattr(store.posts, "keep_message", never)
    await evening.command(await evening.person_asked(), "/classic end")
    await evening.sandbox.until(lambda: len(wired_bot.public_messages()) == before + 1)
    monkeypatch.setattr("bot.DRAIN_S", 0.1)
    await wired_bot.stop_bot()
    return wired_bot.board()


@pytest.mark.parametrize("ahead_h", [0, 1], ids=["", "by a host whose clock was an hour ahead"])
async def test_a_posted_board_is_found_after_discord_forgot_its_nonce(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, ahead_h: int
) -> None:
    wired_bot = evening.wired_bot
    clock, outbox = wired_bot.parts.sessions.context.clock, wired_bot.parts.sessions.outbox
    monkeypatch.setattr(outbox, "_clock", lambda: clock() + ahead_h * 3_600_000)
    posted = await kill_after_posting(evening, monkeypatch)
    monkeypatch.setattr("sandbox.rest.messages.NONCE_MEMORY_S", 0)
    monkeypatch.setattr("cogs.delivery.messages.NONCE_KEPT_MS", 0)
    count = len(wired_bot.public_messages())

    await wired_bot.start_bot()
    await wired_bot.quiet()

    assert len(wired_bot.public_messages()) == count
    assert wired_bot.board() == posted
    assert [seen.id for seen in wired_bot.public_messages() if controls(seen)] == [posted.id]


async def test_a_board_is_recorded_although_the_disk_refused_once(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, a bot that is killed now would go on with the older board."""
    wired_bot, posts = evening.wired_bot, evening.wired_bot.parts.store.posts
    kept, refusals = posts.keep_message, iter([StorageUnavailable()])

    async def keep(message: LiveMessage) -> None:
        for refusal in refusals:
            raise refusal
        await kept(message)

    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    before = len(wired_bot.public_messages())
    monkeypatch.setattr(posts, "keep_message", keep)
    await evening.command(await evening.person_asked(), "/classic end")
    await evening.sandbox.until(lambda: len(wired_bot.public_messages()) == before + 1)
    posted = wired_bot.board()
    wired_bot.parts.sessions.outbox.wake()
    await wired_bot.quiet()

    stored = {each.kind: each.message for each in await posts.live_messages((await evening.session()).table.id)}
    assert stored["control"] == posted.id
    assert len(wired_bot.public_messages()) == before + 1


async def forgotten_board(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Post a board that the bot forgets, as after a crash. Return this board."""
    wired_bot, posts = evening.wired_bot, evening.wired_bot.parts.store.posts
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    with monkeypatch.context() as losing:

        async def lose(_: LiveMessage) -> None:
            """Accept a write without storing it, as if a crash lost it."""

        losing.setattr(posts, "keep_message", lose)
        await evening.command(await evening.person_asked(), "/classic end")
        await wired_bot.quiet()
    forgotten = wired_bot.board()
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await wired_bot.quiet()
    return forgotten


def boards_with_controls(wired_bot: Wired) -> list[Seen]:
    return [seen for seen in wired_bot.public_messages() if controls(seen)]


async def test_the_next_board_replaces_a_forgotten_one(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = await forgotten_board(evening, monkeypatch)

    await evening.command(await evening.person_asked(), "/classic stop")
    board = await evening.board()

    assert forgotten.id not in [seen.id for seen in evening.wired_bot.public_messages()]
    assert [seen.id for seen in boards_with_controls(evening.wired_bot)] == [board.id]


async def test_an_outdated_press_on_a_forgotten_board_posts_the_current_one(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    wired_bot, places, channel = evening.wired_bot, evening.sandbox.places, evening.sandbox.channel(CHANNEL)
    forgotten, asked = await forgotten_board(evening, monkeypatch), await evening.person_asked()
    custom_id = next(str(button.custom_id) for button in forgotten.buttons if button.label == "All")
    places.deny(channel, permissions.READ_MESSAGE_HISTORY)
    await evening.command(asked, "/classic stop")
    await wired_bot.quiet()
    assert len(boards_with_controls(wired_bot)) == 2
    places.allow(channel, permissions.READ_MESSAGE_HISTORY)

    wired_bot.pass_time(AGAIN_MS / 1000 + 1)
    reply = await asked.forge(forgotten, custom_id)
    board = await evening.board()

    assert reply.text.startswith(REFUSED)
    assert [seen.id for seen in boards_with_controls(wired_bot)] == [board.id]
    assert board.id > forgotten.id


async def test_a_ping_that_a_crash_left_is_deleted_although_the_server_was_lost(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post that a crash interrupted is dropped, because the server has removed the bot meanwhile."""
    wired_bot, places, guild = evening.wired_bot, evening.sandbox.places, evening.sandbox.world.guilds[GUILD_ID]
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    hanging = evening.sandbox.faults.delay(EDIT, LATE_S, skip=1)
    await evening.command(await evening.person_asked(), "/classic end")
    await evening.sandbox.until(lambda: bool(hanging.met))
    monkeypatch.setattr("bot.DRAIN_S", 0.1)
    await wired_bot.stop_bot()
    guild.bot_present = False
    await asyncio.sleep(LATE_S)
    assert not wired_bot.board().buttons, "only the ping was sent"

    await wired_bot.start_bot()
    await evening.sandbox.until(lambda: guild.id in wired_bot.parts.sessions.choices.servers.lost)
    await wired_bot.quiet()
    places.invite_bot(guild)
    await evening.sandbox.until(lambda: guild.id not in wired_bot.parts.sessions.choices.servers.lost)
    board = await evening.board()

    assert [seen.id for seen in wired_bot.public_messages() if not seen.record.components] == []
    assert [seen.id for seen in boards_with_controls(wired_bot)] == [board.id]


async def test_a_ping_left_by_a_crash_during_a_move_is_deleted(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its post still waits in the old channel when another board is requested in the new channel and arrives first."""
    wired_bot, sandbox, channel = evening.wired_bot, evening.sandbox, evening.sandbox.channel(CHANNEL)
    owner, session = evening.people[0], await evening.session()
    sandbox.places.deny(channel, permissions.SEND_MESSAGES)
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.command(await evening.person_asked(), "/classic end")
    await sandbox.until(lambda: channel.id in wired_bot.parts.client.services.blocked_channels)
    hanging = sandbox.faults.delay(EDIT, LATE_S, skip=1)
    await owner.command("/table move", "harbour", table=str(session.table.id))
    await sandbox.until(lambda: bool(hanging.met))
    monkeypatch.setattr("bot.DRAIN_S", 0.1)
    await wired_bot.stop_bot()
    sandbox.faults.clear()
    (ping,) = [seen.id for seen in wired_bot.public_messages("harbour") if not seen.record.components]

    await wired_bot.start_bot()
    await owner.command("/table show", "harbour")
    await sandbox.until(lambda: any(map(controls, wired_bot.public_messages("harbour"))))
    wired_bot.parts.sessions.outbox.wake()
    await wired_bot.quiet()

    assert ping not in [seen.id for seen in wired_bot.public_messages("harbour")]
    assert len([seen for seen in wired_bot.public_messages("harbour") if controls(seen)]) == 1


async def test_a_games_first_ping_is_deleted_if_its_server_was_lost(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server removes the bot while the ping is edited into the first board."""
    ariadne, theseus, sandbox = wired_bot.person("Ariadne"), wired_bot.person("Theseus"), wired_bot.sandbox
    guild, outbox = sandbox.world.guilds[GUILD_ID], wired_bot.parts.sessions.outbox
    monkeypatch.setattr(board_sender, "LOST_S", 0.1)
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await theseus.command("/table join", CHANNEL)
    await wired_bot.quiet()
    hanging = sandbox.faults.delay(EDIT, 0.5, skip=1)
    await ariadne.command("/table start", CHANNEL)
    await sandbox.until(lambda: bool(hanging.met))
    sandbox.places.remove_bot(guild)
    await sandbox.until(lambda: not outbox.depth)
    (ping,) = [seen.id for seen in wired_bot.public_messages() if not seen.record.components]

    sandbox.places.invite_bot(guild)
    await sandbox.until(lambda: bool(boards_with_controls(wired_bot)))
    await wired_bot.quiet()

    assert ping not in [seen.id for seen in wired_bot.public_messages()]
    assert len(boards_with_controls(wired_bot)) == 1


async def test_a_message_that_discord_deletes_late_loses_no_lines(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During an outage, the recap takes too long, and so does the deletion. Discord carries the deletion out later."""
    wired_bot, asked = evening.wired_bot, await evening.person_asked()
    await evening.command(asked, "/classic stop")
    old = await evening.board()
    monkeypatch.setattr(recaps, "RECAP_S", 0.2)
    wired_bot.sandbox.faults.delay(EDIT, 1.0)
    wired_bot.sandbox.faults.delay(DELETE, 3.0)

    await evening.command(asked, "/classic end")
    await evening.sandbox.until(lambda: old.id not in [seen.id for seen in wired_bot.public_messages()])
    await wired_bot.quiet()

    told = "\n".join(seen.text for seen in wired_bot.public_messages())
    assert "• Ends the turn." in told


async def test_a_board_that_arrives_after_it_was_given_up_is_not_doubled(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The network hangs while the ping is edited into the board, and while a new board is posted instead."""
    wired_bot, faults = evening.wired_bot, evening.wired_bot.sandbox.faults
    sender = wired_bot.parts.client.senders.boards
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    monkeypatch.setattr("cogs.delivery.boards.EDIT_S", 0.2)
    monkeypatch.setattr(sender, "post_s", 1.5)
    edit, post = faults.delay(EDIT, LATE_S, skip=1), faults.delay(SEND, LATE_S, skip=1)

    await evening.command(await evening.person_asked(), "/classic end")
    await wired_bot.quiet()
    await asyncio.sleep(LATE_S)

    assert (edit.met, post.met) == (1, 1)
    assert [seen.id for seen in boards_with_controls(wired_bot)] == [wired_bot.board().id]


async def test_a_start_message_stays_although_the_disk_refused_the_lobby(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby's post is tried again, and Discord would return the same message for the same nonce."""
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    posts, refused = wired_bot.parts.store.posts, asyncio.Event()
    kept = posts.keep_message

    async def keep(message: LiveMessage) -> None:
        if not refused.is_set():
            refused.set()
            raise StorageUnavailable
        await kept(message)

    monkeypatch.setattr(posts, "keep_message", keep)
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await refused.wait()
    await theseus.command("/table join", CHANNEL)
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()

    start, board = wired_bot.public_messages()
    assert "the game begins" in start.text
    assert "Which dice do you keep?" in board.text


async def test_one_of_several_forgotten_boards_is_kept(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    wired_bot, places, channel = evening.wired_bot, evening.sandbox.places, evening.sandbox.channel(CHANNEL)
    await kill_after_posting(evening, monkeypatch)
    monkeypatch.setattr("sandbox.rest.messages.NONCE_MEMORY_S", 0)
    monkeypatch.setattr("cogs.delivery.messages.NONCE_KEPT_MS", 0)
    count = len(wired_bot.public_messages())

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    places.deny(channel, permissions.READ_MESSAGE_HISTORY)
    with monkeypatch.context() as losing:
        losing.setattr("db.queued.Posts.keep_message", never)
        await wired_bot.start_bot()
        await wired_bot.sandbox.until(lambda: len(boards_with_controls(wired_bot)) == 2)
        await wired_bot.stop_bot()
    places.allow(channel, permissions.READ_MESSAGE_HISTORY)
    await wired_bot.start_bot()
    await wired_bot.quiet()

    assert [seen.id for seen in boards_with_controls(wired_bot)] == [wired_bot.board().id]
    assert len(wired_bot.public_messages()) == count


async def test_a_board_is_posted_if_no_earlier_one_is_found(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    wired_bot, sandbox = evening.wired_bot, evening.sandbox
    posted = await kill_after_posting(evening, monkeypatch)
    monkeypatch.setattr("sandbox.rest.messages.NONCE_MEMORY_S", 0)
    sandbox.world.messages.delete(posted.record)
    monkeypatch.setattr("cogs.delivery.messages.NONCE_KEPT_MS", 0)

    await wired_bot.start_bot()
    await wired_bot.quiet()

    assert wired_bot.board() != posted
    assert "Which dice do you keep?" in wired_bot.board().text


async def test_an_unreadable_history_is_not_mistaken_for_an_empty_one(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without permission to read the history, Discord shows none. The board may have been posted anyway."""
    wired_bot, sandbox = evening.wired_bot, evening.sandbox
    sandbox.places.deny(sandbox.channel(CHANNEL), permissions.READ_MESSAGE_HISTORY)
    await kill_after_posting(evening, monkeypatch)
    monkeypatch.setattr("cogs.delivery.messages.NONCE_KEPT_MS", 0)
    asked, count = len(sandbox.rest.requests), len(wired_bot.public_messages())

    await wired_bot.start_bot()
    wired_bot.parts.client.senders.boards.boards.look_s = 0.0
    await wired_bot.quiet()
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()

    since = list(sandbox.rest.requests)[asked:]
    assert [request for request in since if request.startswith("GET") and "/messages" in request] == []
    assert len(wired_bot.public_messages()) == count, "the nonce prevented a duplicate"
