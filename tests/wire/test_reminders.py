"""Reminders over the wire: one direct message or ping for all tables, and never twice."""

import pytest

import bot
from cogs.delivery.reminders import HEAD
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.records.table import Post
from sessions.store import Write
from tests.wire.evening import CHANNEL, PEOPLE, Wired, table_of
from tests.wire.panels import change

HOUR_S = 3600
OTHER = "labyrinth"


async def in_its_time(wired_bot: Wired) -> None:
    """Make the bot use the sandbox's clock. The test moves it."""
    clock = wired_bot.sandbox.world.clock
    wired_bot.time = bot.Time(lambda: int(clock.now() * 1000), lambda: int(clock.now() * 1000))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()


async def pass_hours(wired_bot: Wired, hours: float) -> None:
    """Advance the time in one step. Do all due work and send all posts."""
    due_work = wired_bot.parts.client.services.due_work
    await wired_bot.sandbox.until(lambda: due_work.is_running)
    wired_bot.sandbox.world.clock.advance(hours * HOUR_S)
    await due_work.tick()
    await wired_bot.quiet()


def reminders(person: Actor) -> list[Seen]:
    return [seen for seen in person.inbox.dms() if seen.text.startswith(HEAD)]


async def test_one_person_at_two_tables_gets_combined_reminders(wired_bot: Wired) -> None:
    """A reminder arrives once despite a crash, by direct message or by ping. People who left the server get none."""
    await in_its_time(wired_bot)
    sandbox, ariadne = wired_bot.sandbox, wired_bot.person("Ariadne")
    async with table_of(wired_bot, "minos-classic", 2, channel=CHANNEL) as first:
        await pass_hours(wired_bot, 1)
        async with table_of(wired_bot, "minos-classic", 2, channel=OTHER):
            pass
    boards = [wired_bot.board(channel).id for channel in (CHANNEL, OTHER)]

    await pass_hours(wired_bot, 23.5)
    (told,) = reminders(ariadne)
    assert "2 tables are waiting for you." in told.text
    assert told.text.count("https://discord.com/channels/") == 2
    assert [wired_bot.board(channel).id for channel in (CHANNEL, OTHER)] == boards, "nothing in the channels"
    assert [button.label for button in told.buttons] == ["Not before tomorrow", "Not before Monday"]

    # The bot is killed between sending and recording, so it sends the row again.
    table, user = (await first.session()).table, ariadne.id
    row = Post(wired_bot.parts.sessions.outbox.next_id(), table.id, table.channel, "remind", "again", 0, users=(user,))
    await wired_bot.parts.store.commit(Write(posts=(row,)))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await wired_bot.quiet()
    assert len(reminders(ariadne)) == 1

    sandbox.places.close_dms(ariadne.person)
    await pass_hours(wired_bot, 49)
    board = wired_bot.board(CHANNEL)
    assert board.id != boards[0]
    assert board.pings == ["Ariadne"]
    assert f"<#{sandbox.channel(OTHER).id}>" not in board.text
    assert wired_bot.board(OTHER).id == boards[1], "one ping, in the channel of the table that has waited longest"

    sandbox.world.absent.add(user)
    await pass_hours(wired_bot, 97)
    for channel in (CHANNEL, OTHER):
        assert "Ariadne has left this server." in wired_bot.board(channel).text
    assert not [
        seen
        for seen in wired_bot.public_messages(CHANNEL) + wired_bot.public_messages(OTHER)
        if seen.id > board.id and seen.pings
    ]

    await pass_hours(wired_bot, 25)
    for channel in (CHANNEL, OTHER):
        assert "This table is asleep" in wired_bot.board(channel).text
    assert "It’s your turn at 2 tables." in (await ariadne.command("/myturns", "harbour")).text, (
        "tables that are asleep are still listed"
    )


@pytest.mark.parametrize(("chosen", "words"), [(None, "1 table vous attend."), ("cs", "Čeká na vás jeden stůl.")])
async def test_direct_messages_are_in_the_tables_language_unless_chosen(
    wired_bot: Wired, chosen: str | None, words: str
) -> None:  # fmt: skip
    """Discord doesn't say what language its client has when the bot writes first."""
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    ariadne.person.locale = "fr"
    if chosen is not None:
        await change(ariadne, "/settings", CHANNEL, language=chosen)
    async with table_of(wired_bot, "minos-classic", 2, language="fr") as evening:
        await pass_hours(wired_bot, 24.5)
        (told,) = reminders(ariadne)
        asked, labels = told.text, [button.label for button in told.buttons]
        await evening.command(ariadne, "/classic stop")
        await evening.command(ariadne, "/classic end")
        await wired_bot.quiet()
        done = ariadne.inbox.dms()[-1].text

    assert words in asked
    assert labels[0] == {None: "Pas avant demain", "cs": "Až zítra"}[chosen]
    assert done.endswith({None: "c’est fait, merci.", "cs": "hotovo, děkuji."}[chosen])


async def test_a_slow_edit_of_a_reminder_delays_no_other_person(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = map(wired_bot.person, PEOPLE[:2])
    async with (
        table_of(wired_bot, "minos-classic", 2) as hers,
        table_of(wired_bot, "minos-classic", 2, channel=OTHER) as his,
    ):
        await his.command(ariadne, "/classic stop")
        await his.command(ariadne, "/classic end")
        await pass_hours(wired_bot, 24.5)
        assert len(reminders(ariadne)) == len(reminders(theseus)) == 1
        edit = wired_bot.sandbox.faults.delay(f"PATCH /channels/{ariadne.inbox.direct.id}/messages/*", 8.0)
        await hers.command(ariadne, "/classic stop")
        await hers.command(ariadne, "/classic end")
        await wired_bot.sandbox.until(lambda: bool(edit.met))
        await his.command(theseus, "/classic stop")
        await his.command(theseus, "/classic end")
        await wired_bot.sandbox.until(lambda: reminders(theseus) == [])
        assert reminders(ariadne) != []
        await wired_bot.quiet()
        assert reminders(ariadne) == []


async def test_a_reminder_that_is_too_old_to_edit_delays_nothing(
    wired_bot: Wired, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord accepts few edits of old messages and makes a bot wait for the rest of the hour. The next board used
    to wait for that edit. The message stays while a table waits, and is then deleted."""
    await in_its_time(wired_bot)
    ariadne, theseus = map(wired_bot.person, PEOPLE[:2])
    faults = wired_bot.sandbox.faults
    async with (
        table_of(wired_bot, "minos-classic", 2) as first,
        table_of(wired_bot, "minos-classic", 2, channel=OTHER) as second,
    ):
        await pass_hours(wired_bot, 24.5)
        (asked,) = reminders(ariadne)
        faults.refuse(f"PATCH /channels/{ariadne.inbox.direct.id}/messages/*", 30046, times=1000, retry_after_s=HOUR_S)
        shown = []
        for evening in (first, second):
            await evening.command(ariadne, "/classic stop")
            await evening.command(ariadne, "/classic end")
            await wired_bot.quiet()
            shown.append(ariadne.inbox.dms())
        assert shown == [[asked], []]
        assert "Retrying in" not in caplog.text

        await first.command(theseus, "/classic stop")
        await first.command(theseus, "/classic end")
        await pass_hours(wired_bot, 24.5)
    assert [seen.text.count("https://") for seen in reminders(ariadne)] == [1], "reminded of the new question"


@pytest.mark.parametrize("is_open", [True, False], ids=["linked", "pinged"])
async def test_a_reminder_unarchives_the_thread_it_links_to(wired_bot: Wired, is_open: bool) -> None:
    await in_its_time(wired_bot)
    sandbox, (ariadne, theseus) = wired_bot.sandbox, map(wired_bot.person, PEOPLE[:2])
    await change(ariadne, "/settings", CHANNEL, reminders="168")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", options="first_seat=first", thread=True)
    (thread,) = sandbox.world.channels.threads()
    await theseus.command("/table join", thread.id)
    await ariadne.command("/table start", thread.id)
    await wired_bot.quiet()
    if not is_open:
        sandbox.places.close_dms(ariadne.person)
    due_work = wired_bot.parts.client.services.due_work
    await sandbox.until(lambda: due_work.is_running)
    await due_work.passes.stop()  # from here on only `tick` does due work
    sandbox.world.clock.advance(167 * HOUR_S)
    sandbox.world.channels.archive_idle()
    is_early = thread.archived
    sandbox.world.clock.advance(2 * HOUR_S)
    sandbox.world.channels.archive_idle()
    assert thread.archived
    await sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)
    asked = len(sandbox.rest.requests)

    await due_work.tick()
    await wired_bot.quiet()

    assert not is_early
    assert not thread.archived
    since = [request for request in list(sandbox.rest.requests)[asked:] if request.startswith(("POST /ch", "PATCH"))]
    assert since[0] == f"PATCH /channels/{thread.id}", "before anything is sent"
    if is_open:
        assert f"/{thread.id}/" in reminders(ariadne)[0].text
    else:
        assert wired_bot.board(thread.name).pings == ["Ariadne"]
