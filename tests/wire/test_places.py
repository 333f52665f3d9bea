"""Channels and people become unreachable: nothing is lost, someone is notified, and play continues later."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from cogs.delivery.board_sender import BLOCKED_S
from cogs.interactions.answering import REFUSED
from cogs.ui.presenter import ALL
from cogs.ui.press import NOBODY, Press
from cogs.views.controls import UNDO
from cogs.views.menu import MENU
from engine.kernel.decision import Message
from locales.words import Words
from sandbox import permissions
from sandbox.driver import Actor
from sandbox.records import PRIVATE_THREAD, Channel
from sessions.records.log import Moved
from sessions.refusals import StorageUnavailable
from tests.wire.evening import CHANNEL, Wired, WireTable, control, controls, table_of
from tests.wire.panels import change
from tests.wire.test_plain_text import choose_plain_text
from tests.wire.test_reminders import in_its_time, pass_hours

SEND = "POST /channels/*/messages"
EDIT = "PATCH /channels/*/messages/*"
DISCORD_WAITS_S = 2.0
"""In these tests, the time in seconds within which an interaction has to be answered or deferred."""


async def test_a_deleted_board_is_posted_again(evening: WireTable) -> None:
    asked = await evening.person_asked()
    board = await evening.board()
    session = await evening.session()

    evening.sandbox.world.messages.delete(board.record)
    await evening.command(asked, "/classic stop")

    fresh = await evening.board()
    assert fresh.id != board.id
    assert "What do you do? Unspent" in fresh.text
    assert session.pending[0].rule == "TURN-2"


async def test_a_move_without_send_permission_counts_and_shows_a_warning(evening: WireTable) -> None:
    asked, sandbox = await evening.person_asked(), evening.sandbox
    channel = sandbox.channel(CHANNEL)
    board = await evening.board()
    session = await evening.session()
    sandbox.places.deny(channel, permissions.SEND_MESSAGES)

    await asked.press(board, "All")
    blocked = evening.wired_bot.parts.client.services.blocked_channels
    await sandbox.until(lambda: channel.id in blocked or session.number > 1)
    await evening.command(asked, "/classic end")
    await sandbox.until(lambda: channel.id in blocked)
    second = await evening.person_asked()
    told = await second.press(board, custom_id=control(board, UNDO))
    shown = await evening.command(second, "/table show")
    owner = evening.people[0]
    await sandbox.until(lambda: len(owner.inbox.dms()) == 1)

    assert told.is_ephemeral
    assert (
        f"I can’t post the board in <#{channel.id}>. Ask a moderator there to give me: Send Messages. Or"
        in owner.inbox.dms()[0].text
    )
    assert not any(person.inbox.dms() for person in evening.people[1:])
    assert shown.text.startswith(f"{REFUSED} I can’t post a board here. Ask a moderator to give me: Send Messages.")
    posted = len(evening.wired_bot.public_messages())
    sandbox.places.allow(channel, permissions.SEND_MESSAGES)
    await evening.wired_bot.quiet()
    assert len(evening.wired_bot.public_messages()) > posted
    assert second.mention in (await evening.board()).text


async def test_opening_a_table_names_the_missing_permission(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    phaidra.person.locale = "fr"
    wired_bot.sandbox.places.deny(wired_bot.sandbox.channel("harbour"), permissions.ATTACH_FILES)

    reply = await phaidra.command("/table open", "harbour", game="minos-classic")

    assert "Joindre des fichiers" in reply.text
    assert not await wired_bot.parts.sessions.store.tables.of_user(phaidra.id)


async def start_in_thread(wired_bot: Wired, **options: object) -> tuple[Actor, Actor, Channel]:
    """Start a game of two people in a thread."""
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    opened = await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True, **options)
    thread = wired_bot.sandbox.world.channels.threads()[0]
    assert f"<#{thread.id}>" in opened.text
    await theseus.command("/table join", thread.id)
    await ariadne.command("/table start", thread.id)
    await wired_bot.quiet()
    return ariadne, theseus, thread


async def test_a_player_moves_the_game_of_a_deleted_thread(wired_bot: Wired) -> None:
    _, theseus, thread = await start_in_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    digest = session.reader.timeline.digest()

    wired_bot.sandbox.world.channels.delete(thread)
    await wired_bot.sandbox.until(lambda: session.table.status == "suspended")
    tables = await theseus.autocomplete("/table move", "harbour", "table", table="")
    moved = await theseus.command("/table move", "harbour", table=tables[0]["value"])
    await wired_bot.quiet()

    await wired_bot.sandbox.until(lambda: moved.text == "The table is now here.")
    assert session.table.status == "running"
    assert session.reader.timeline.digest() == digest
    assert "Which dice do you keep?" in wired_bot.board("harbour").text


async def test_a_player_moves_a_game_whose_thread_was_deleted_unnoticed(wired_bot: Wired) -> None:
    """Discord doesn't repeat what happened while the bot was stopped."""
    _, theseus, thread = await start_in_thread(wired_bot)
    await wired_bot.stop_bot()
    wired_bot.sandbox.world.channels.delete(thread)
    await wired_bot.start_bot()

    tables = await theseus.autocomplete("/table move", "harbour", "table", table="")
    moved = await theseus.command("/table move", "harbour", table=tables[0]["value"])
    await wired_bot.sandbox.until(lambda: moved.text == "The table is now here.")

    assert "Which dice do you keep?" in wired_bot.board("harbour").text


async def test_a_moved_game_goes_on_although_its_old_channel_refuses_late(evening: WireTable) -> None:
    """The channel is deleted while a board is sent there. Discord says so only after the move."""
    owner, sandbox, session = evening.people[0], evening.sandbox, await evening.session()
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    late = sandbox.faults.delay("POST /channels/*/messages", 1.0)
    await evening.command(await evening.person_asked(), "/classic end")
    await sandbox.until(lambda: late.met)

    sandbox.world.channels.delete(sandbox.channel(CHANNEL))
    await sandbox.until(lambda: session.table.status == "suspended")
    await owner.command("/table move", "harbour", table=str(session.table.id))
    await evening.wired_bot.quiet()

    assert session.table.status == "running"
    assert evening.wired_bot.board("harbour").buttons


async def test_a_moved_game_that_had_lost_its_channel_pings_who_is_asked(evening: WireTable) -> None:
    """The asked player's time bank runs again, and the ping in the old channel is gone."""
    sandbox, session, asked = evening.sandbox, await evening.session(), await evening.person_asked()
    sandbox.world.channels.delete(sandbox.channel(CHANNEL))
    await sandbox.until(lambda: session.table.status == "suspended")
    await evening.people[1].command("/table move", "harbour", table=str(session.table.id))
    await evening.wired_bot.quiet()

    assert evening.wired_bot.board("harbour").pings == [asked.name]


async def test_a_board_asked_for_during_a_move_is_posted_once(evening: WireTable) -> None:
    owner, sandbox, session = evening.people[0], evening.sandbox, await evening.session()
    old = await evening.board()
    late = sandbox.faults.delay(f"DELETE /channels/*/messages/{old.id}", 0.5)

    await owner.command("/table move", "harbour", table=str(session.table.id))
    await sandbox.until(lambda: late.met)
    await owner.command("/table show", "harbour")
    await evening.wired_bot.quiet()

    asking = [board for board in evening.wired_bot.public_messages("harbour") if board.buttons]
    assert len(asking) == 1


async def test_the_next_board_unarchives_its_thread(wired_bot: Wired) -> None:
    ariadne, theseus, thread = await start_in_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    board = [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.is_by_bot][-1]
    asked = next(person for person in (ariadne, theseus) if session.reader.decision_of(person.id))

    button = next(button for button in board.buttons if button.label == "All")
    wired_bot.sandbox.places.archive(thread)
    await asked.forge(board, str(button.custom_id))  # this press was sent before the thread closed
    await wired_bot.quiet()

    assert "Unspent: " in [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.is_by_bot][-1].text
    assert not thread.archived


async def test_presses_in_an_archived_thread_are_answered(wired_bot: Wired) -> None:
    """Some of Discord's clients let people press there, but Discord refuses the bot's answers (50083)."""
    ariadne, theseus, thread = await start_in_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    board = [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.buttons][-1]
    asked, other = (ariadne, theseus) if session.reader.decision_of(ariadne.id) else (theseus, ariadne)
    button = next(button for button in board.buttons if button.label == "All")

    wired_bot.sandbox.places.archive(thread)
    shown = await other.forge(board, control(board, MENU))
    opened = not thread.archived
    wired_bot.sandbox.places.archive(thread)
    moved = await asked.forge(board, str(button.custom_id))
    await wired_bot.quiet()
    wired_bot.sandbox.places.archive(thread, locked=True)
    locked = await other.forge(board, control(board, MENU))

    assert opened
    assert "**Only for you**" in shown.text
    assert moved.is_answered
    assert controls([seen for seen in wired_bot.sandbox.messages(thread.id) if seen.buttons][-1])
    assert not locked.is_answered
    assert thread.archived


async def test_slow_presses_in_an_archived_thread_are_answered(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    ariadne, theseus, thread = await start_in_thread(wired_bot)
    session = await wired_bot.parts.sessions.at(thread.id)
    other = theseus if session.reader.decision_of(ariadne.id) else ariadne
    board = [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.buttons][-1]
    take_back = session.undo.take_back

    async def take_long(*args: Any, **options: Any) -> Moved:
        await asyncio.sleep(DISCORD_WAITS_S + 0.5)
        return await take_back(*args, **options)

    monkeypatch.setattr(session.undo, "take_back", take_long)
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)
    wired_bot.sandbox.interactions.patience_s = DISCORD_WAITS_S
    wired_bot.sandbox.places.archive(thread)

    refused = await other.forge(board, control(board, UNDO))
    await wired_bot.sandbox.until(lambda: refused.followups)

    assert refused.kind == "deferred_update"
    assert refused.followups[-1].text.startswith(REFUSED)


async def test_a_lobby_whose_channel_is_deleted_is_closed(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True)
    thread = wired_bot.sandbox.world.channels.threads()[0]
    await wired_bot.quiet()
    session = await wired_bot.parts.sessions.at(thread.id)

    wired_bot.sandbox.world.channels.delete(thread)
    await wired_bot.sandbox.until(lambda: session.table.status == "closed")

    assert await wired_bot.parts.sessions.store.tables.of_user(ariadne.id) == []


async def test_a_deleted_channel_is_noticed_despite_a_failure(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wired_bot.person("Ariadne").command("/table open", CHANNEL, game="minos-classic", thread=True)
    thread = wired_bot.sandbox.world.channels.threads()[0]
    await wired_bot.quiet()
    session, due_work = await wired_bot.parts.sessions.at(thread.id), wired_bot.parts.client.services.due_work
    tried = asyncio.Event()

    async def refuse(*_: Any, **__: Any) -> None:
        tried.set()
        raise StorageUnavailable

    with monkeypatch.context() as failing:
        failing.setattr(session.writer, "commit", refuse)
        wired_bot.sandbox.world.channels.delete(thread)
        await wired_bot.sandbox.until(tried.is_set)
    await wired_bot.sandbox.until(lambda: due_work.is_running)
    await due_work.tick()

    assert session.table.status == "closed"


async def locked_table(wired_bot: Wired) -> tuple[WireTable, Channel]:
    """Start a game of two people in a thread, then lock the thread."""
    ariadne, theseus, thread = await start_in_thread(wired_bot, options="first_seat=first")
    thread.locked = True
    wired_bot.sandbox.world.announce("channel_changed", thread)
    return WireTable(wired_bot, [ariadne, theseus], str(thread.id)), thread


async def test_a_move_in_a_locked_thread_counts_with_an_explanation(wired_bot: Wired) -> None:
    evening, thread = await locked_table(wired_bot)
    ariadne, theseus = evening.people
    theseus.person.locale = "fr"
    session = await wired_bot.parts.sessions.at(thread.id)
    blocked = wired_bot.parts.client.services.blocked_channels

    await ariadne.command("/classic stop", thread.id)
    await ariadne.command("/classic end", thread.id)
    await wired_bot.sandbox.until(lambda: thread.id in blocked)
    await wired_bot.sandbox.until(lambda: len(ariadne.inbox.dms()) == 1)
    shown = await theseus.command("/table show", thread.id)
    board = [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.buttons][-1]
    pressed = await theseus.forge(board, control(board, UNDO))  # Discord greys out the controls of a locked thread
    await theseus.command("/classic stop", thread.id)

    words = Words()
    assert shown.text == f"{REFUSED} {words.say(Message('refused.locked'), 'fr')}"
    assert pressed.is_ephemeral
    assert session.reader.decision_of(theseus.id) is not None
    assert session.pending[0].rule == "TURN-2"
    assert f"the thread <#{thread.id}> is locked" in ariadne.inbox.dms()[0].text
    assert not theseus.inbox.dms()
    moved = await theseus.command("/table move", "harbour", table=str(session.table.id))
    assert moved.is_ephemeral
    await wired_bot.sandbox.until(lambda: any(seen.buttons for seen in wired_bot.public_messages("harbour")))
    assert len(ariadne.inbox.dms()) == 1, "announced once"


@pytest.mark.parametrize("plain_text", [False, True])
async def test_the_first_press_in_a_locked_thread_is_explained(wired_bot: Wired, plain_text: bool) -> None:
    evening, thread = await locked_table(wired_bot)
    ariadne, theseus = evening.people
    if plain_text:
        await choose_plain_text(wired_bot, theseus.name)
    blocked = wired_bot.parts.client.services.blocked_channels
    board = [seen for seen in wired_bot.sandbox.messages(thread.id) if seen.buttons][-1]
    await ariadne.command("/classic stop", thread.id)
    await ariadne.command("/classic end", thread.id)
    await wired_bot.sandbox.until(lambda: thread.id in blocked)

    session = await wired_bot.parts.sessions.at(thread.id)
    decision = session.pending[0]
    stop = Press(session.table.id, session.table.epoch, "all", 0, decision.seat, decision.id).custom_id
    told = await theseus.forge(board, stop)

    assert told.is_ephemeral
    locked = Words().say(Message("refused.locked"), "en")
    await wired_bot.sandbox.until(lambda: theseus.inbox.last(thread.id).text == locked)
    assert ("**Your move:** " in told.text) == plain_text
    assert session.pending[0].rule == "TURN-2"


async def test_closed_direct_messages_are_reported_once_and_not_retried(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    theseus.person.locale = "cs"
    wired_bot.sandbox.places.close_dms(theseus.person)

    reply = await change(theseus, "/settings", "agora", hand_by_dm=True)

    assert reply.is_ephemeral
    assert Words().say(Message("settings.dm_refused"), "cs") in reply.text
    assert wired_bot.parts.sessions.choices.people.is_dm_closed(theseus.id)
    assert not wired_bot.parts.sessions.choices.people.wants_hand(theseus.id)
    wired_bot.sandbox.places.open_dms(theseus.person)
    again = await change(theseus, "/settings", "agora", hand_by_dm=False)
    again = await change(theseus, "/settings", "agora", hand_by_dm=True)
    assert "✓ Karty zprávou: zapnuto" in again.text
    assert len(theseus.inbox.dms()) == 1


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_an_outage_delays_the_board_and_loses_nothing(evening: WireTable, status: int) -> None:
    asked = await evening.person_asked()
    evening.sandbox.faults.fail(EDIT, status=status, times=1)

    pressed = await asked.press(await evening.board(), "All")

    assert pressed.kind == "update"
    assert "What do you do? Unspent" in (await evening.board()).text


async def test_a_dropped_connection_does_not_post_the_board_twice(evening: WireTable) -> None:
    asked = await evening.person_asked()
    await evening.command(asked, "/classic stop")
    await evening.wired_bot.quiet()
    count = len(evening.wired_bot.public_messages())
    evening.sandbox.faults.drop(SEND, applied=True)

    await evening.command(asked, "/classic end")

    board = await evening.board()
    assert len(evening.wired_bot.public_messages()) == count + 1
    assert "Which dice do you keep?" in board.text
    assert len(board.pings) == 1


async def test_a_board_too_old_to_edit_becomes_a_new_message(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise discord.py would sleep for the hour that Discord demands before retrying."""
    monkeypatch.setattr("cogs.delivery.boards.EDIT_S", 0.3)
    asked = await evening.person_asked()
    board = await evening.board()
    evening.sandbox.faults.refuse(EDIT, 30046, retry_after_s=3600.0)

    await asked.press(board, "All")

    assert (await evening.board()).id != board.id


async def test_the_bot_waits_for_rate_limits(evening: WireTable) -> None:
    asked = await evening.person_asked()
    evening.sandbox.faults.rate_limit(EDIT, retry_after_s=0.05)

    await asked.press(await evening.board(), "All")

    assert "What do you do? Unspent" in (await evening.board()).text


async def test_a_picture_too_large_is_replaced_by_text(evening: WireTable) -> None:
    asked = await evening.person_asked()
    evening.sandbox.faults.refuse(EDIT, 40005, times=2)  # first with a kept plate, then with both sent again

    await asked.press(await evening.board(), "All")

    board = await evening.board()
    assert "What do you do? Unspent" in board.text
    assert not board.pictures


async def test_a_move_counts_even_if_its_reply_is_lost(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    evening.sandbox.faults.refuse("POST /interactions/*/*/callback", 10062)

    await asked.press(await evening.board(), "All")

    assert session.pending[0].rule == "TURN-2"
    assert "What do you do? Unspent" in (await evening.board()).text


async def test_a_reconnect_loses_nothing(evening: WireTable) -> None:
    asked = await evening.person_asked()
    await evening.sandbox.connections.close(4000)
    await evening.sandbox.until(lambda: evening.sandbox.gateway.is_connected)

    reply = await asked.press(await evening.board(), "All")

    assert reply.kind == "update"


async def test_games_continue_after_the_bot_is_removed_and_reinvited(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.person_asked()
        guild = next(iter(wired_bot.sandbox.world.guilds.values()))
        board = await evening.board()
        wired_bot.sandbox.places.remove_bot(guild)
        wired_bot.sandbox.places.invite_bot(guild)
        await wired_bot.sandbox.until(lambda: wired_bot.board().id > board.id)

        reply = await asked.press(await evening.board(), "All")

        assert reply.kind == "update"
        assert "What do you do? Unspent" in (await evening.board()).text


async def test_my_turns_asks_for_no_channel_of_a_lost_server(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, session, asked = evening.people[0], await evening.session(), list[str]()
        wired_bot.sandbox.places.remove_bot(next(iter(wired_bot.sandbox.world.guilds.values())))
        await wired_bot.sandbox.until(lambda: session.table.status == "suspended")
        wired_bot.sandbox.faults.watch = lambda method, path: asked.append(f"{method} {path}")

        listed = await ariadne.command("/myturns", ariadne.inbox.direct)

        assert "Minos (classic)" in listed.text
        assert not [each for each in asked if each.startswith("GET /channels/")]


async def test_moves_are_refused_while_the_disk_is_full(evening: WireTable) -> None:
    writer = evening.wired_bot.parts.store.transactions.writer

    async def limit(pages: str) -> int:
        """Limit the file to that many pages, like a full disk."""
        return await writer.submit(lambda wire: int(wire.execute(text(f"PRAGMA {pages}")).scalar_one()))

    asked = await evening.person_asked()
    asked.person.locale = "fr"
    session = await evening.session()
    await limit(f"max_page_count = {await limit('page_count')}")
    refused = None
    while refused is None:
        digest, number = session.reader.timeline.digest(), session.number
        board = await evening.board()
        reply = await asked.press(board, custom_id=control(board, MENU if number > 400 else ALL))
        if reply.kind == "message":
            refused = reply
        else:
            await evening.use(asked, UNDO)

    assert refused.text == f"{REFUSED} {Words().say(Message('refused.disk_full'), 'fr')}"
    assert (session.reader.timeline.digest(), session.number) == (digest, number)
    await limit("max_page_count = 1000000")
    assert (await asked.press(await evening.board(), "All")).kind == "update"


def test_a_postponed_post_is_retried_within_minutes() -> None:
    assert 60 <= BLOCKED_S <= 600


async def test_a_table_cannot_be_used_from_another_server_or_channel(wired_bot: Wired) -> None:
    """A guest who manages another server with the bot can neither move the table nor press its controls."""
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        guest = evening.people[1]
        world = wired_bot.sandbox.world
        elsewhere = world.channels.new(world.add_guild("Troy").id, "walls")
        guest.person.permissions |= permissions.HOST
        session = await evening.session()
        table, board = session.table, await evening.board()
        own = await guest.command("/table open", elsewhere, game="minos-classic")
        assert own.is_ephemeral
        await wired_bot.quiet()
        their = wired_bot.sandbox.messages(elsewhere)[0]

        moved = await guest.command("/table move", elsewhere, table=str(table.id))
        offered = await guest.autocomplete("/table move", elsewhere, "table", table="")
        verbs = ("read", "join", "undo", "leave", "start", "mine", "close", "agree")
        pressed = [
            await guest.forge(their, Press(table.id, table.epoch, verb, user=user).custom_id)
            for verb in verbs
            for user in (NOBODY, guest.id)
        ]
        beside = await guest.command("/table show", "harbour")

        words = "That table belongs to another server."
        assert words in moved.text
        assert offered == []
        for reply in pressed:
            assert reply.is_ephemeral
            assert words in reply.text
        assert "There’s no table here." in beside.text
        assert session.table == table
        assert wired_bot.board() == board


async def test_a_board_cannot_control_a_table_of_another_channel(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        session = await evening.session()
        async with table_of(wired_bot, "minos-classic", 2, channel="harbour"):
            other = wired_bot.board("harbour")
            number = session.number
            asked = await evening.person_asked()
            stop = next(button for button in (await evening.board()).buttons if button.label == "All").custom_id

            reply = await asked.forge(other, stop or "")

            assert "This belongs to the table in" in reply.text
            assert session.number == number


async def test_the_owner_hears_that_the_bot_left_a_private_thread(wired_bot: Wired) -> None:
    ariadne, theseus, sandbox = wired_bot.person("Ariadne"), wired_bot.person("Theseus"), wired_bot.sandbox
    invitation = f"<@{sandbox.world.bot.id}>, come in"
    thread = sandbox.world.channels.start_thread(sandbox.channel(CHANNEL), "salon", ariadne.person, kind=PRIVATE_THREAD)
    thread.members.append(theseus.id)
    ariadne.say(thread, invitation)
    await sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id))
    await ariadne.command("/table open", thread, game="minos-classic", options="first_seat=first")
    await theseus.command("/table join", thread)
    await ariadne.command("/table start", thread)
    await wired_bot.quiet()

    sandbox.places.remove_from_thread(thread)
    await ariadne.command("/classic stop", thread)
    await sandbox.until(lambda: len(ariadne.inbox.dms()) == 1)
    ariadne.say(thread, invitation)

    await sandbox.until(lambda: any("What do you do? Unspent" in seen.text for seen in sandbox.newest(thread)))
    told = ariadne.inbox.dms()[0].text
    assert "If it’s a private thread, mention me in it." in told


async def test_a_table_goes_with_the_channel_of_its_archived_thread(wired_bot: Wired) -> None:
    """Discord reports the deletion of the channel, but not of its threads, and the bot doesn't know archived ones."""
    await in_its_time(wired_bot)
    ariadne, sandbox = wired_bot.person("Ariadne"), wired_bot.sandbox
    await start_in_thread(wired_bot, options="first_seat=first")
    (thread,), channel = sandbox.world.channels.threads(), sandbox.channel(CHANNEL)
    session = await wired_bot.parts.sessions.at(thread.id)
    sandbox.places.archive(thread)
    await sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)

    sandbox.world.channels.delete(channel)
    await sandbox.until(lambda: wired_bot.parts.client.get_channel(channel.id) is None)
    await pass_hours(wired_bot, 25)

    assert ariadne.inbox.dms() == []
    assert (session.table.status, session.table.reason) == ("suspended", "channel")
