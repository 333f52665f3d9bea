"""`/server overview`: a server's managers see every table, and can nudge players, call a vote or close a table."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.people.overview import CALL_VOTE, CLOSE, CLOSE_NOW, MANAGE, REMIND
from cogs.views.controls import STOP
from sandbox.driver import Actor
from sandbox.seen import Seen
from sandbox.world import GUILD_ID
from tests.waiting import eventually
from tests.wire.evening import CHANNEL, Wired, control, table_of
from tests.wire.test_last_one import concede
from tests.wire.test_reminders import in_its_time, pass_hours

HARBOUR = "harbour"
NOT_MANAGER = f"{REFUSED} Only people who manage this server can change this. Ask one of them."


async def overview(person: Actor) -> Seen:
    shown = await person.command("/server overview", CHANNEL)
    assert shown.is_ephemeral
    assert shown.message is not None
    return shown.message


async def manage(person: Actor, shown: Seen, number: int) -> Seen:
    """Press a table's number in the overview, and return the panel of that table."""
    opened = await person.press(shown, str(number))
    assert opened.message is not None
    return opened.message


async def test_the_overview_lists_the_longest_wait_first(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    manager = wired_bot.person("Ariadne")
    empty = await manager.command("/server overview", CHANNEL)
    async with table_of(wired_bot, "minerva", 2, channel=HARBOUR) as ended:
        await (await ended.session()).leaving.close(
            manager.id, wired_bot.sandbox.world.clock.fresh_id(), is_moderator=True
        )
    await manager.command("/table open", HARBOUR, game="minerva")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.person_asked()
        await pass_hours(wired_bot, 30)

        lines = (await overview(manager)).text.splitlines()

    assert empty.text.splitlines()[0] == "This server has no tables. `/table open` starts one."
    channels = [f"<#{wired_bot.sandbox.channel(name).id}>" for name in (evening.channel, HARBOUR)]
    assert lines[0] == "### 2 tables in this server"
    assert lines[1].startswith(f"1. Minos (classic) in {channels[0]}: waiting for <@{asked.id}>, asked <t:")
    assert lines[2] == f"2. Minerva in {channels[1]}: not started, 1 player seated"
    assert lines[3] == "**Last 7 days**"
    assert lines[4].startswith(f"• Minerva in {channels[1]}: Theseus won <t:")
    assert lines[5:] == ["-# Last 30 days: 1 game ended, 0 early"]


async def test_a_manager_without_a_seat_nudges_and_calls_a_vote(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    manager = wired_bot.person("Ariadne")
    people = [wired_bot.person(name) for name in ("Theseus", "Daidalos", "Ikaros")]
    await people[0].command("/table open", HARBOUR, game="minos-classic", seats=3)
    for person in people[1:]:
        await person.command("/table join", HARBOUR)
    await people[0].command("/table start", HARBOUR)
    await wired_bot.quiet()
    session = await wired_bot.session(HARBOUR)
    (asked,) = (person for person in people if session.reader.decision_of(person.id))
    await pass_hours(wired_bot, 13)

    early = await manage(manager, await overview(manager), 1)
    labels, url = [button.label for button in early.buttons], early.buttons[0].url
    await manager.press(early, custom_id=control(early, REMIND))
    await wired_bot.quiet()
    nudged = wired_bot.board(HARBOUR).pings
    await pass_hours(wired_bot, 8 * 24)
    late = await manage(manager, await overview(manager), 1)
    called = await manager.press(late, custom_id=control(late, CALL_VOTE))
    await wired_bot.quiet()

    assert labels == ["Open", "Nudge", "Close table"]
    assert url == f"https://discord.com/channels/{GUILD_ID}/{wired_bot.sandbox.channel(HARBOUR).id}"
    assert nudged == [asked.person.name]
    assert called.text == "The others can now vote under the board. A majority decides."
    assert session.table.vote is not None
    assert session.table.vote.seat == session.reader.seat_of(asked.id)
    assert (await overview(manager)).text.splitlines()[1].startswith("1. ")


async def test_ended_tables_are_listed_for_a_week_newest_first(wired_bot: Wired) -> None:
    """A finished game is listed with its winner. A lobby that lapsed or was closed has no winner."""
    await in_its_time(wired_bot)
    manager = wired_bot.person("Ariadne")
    await manager.command("/table open", "labyrinth", game="minos-classic")
    session = await wired_bot.session("labyrinth")
    await session.leaving.close(manager.id, wired_bot.sandbox.world.clock.fresh_id())
    await pass_hours(wired_bot, 24)
    async with table_of(wired_bot, "minerva", 2) as evening:
        await concede(evening)
        board = await evening.board()
        await manager.press(board, custom_id=control(board, STOP))
        await wired_bot.quiet()

    fresh = (await overview(manager)).text.splitlines()[1:-1]
    await pass_hours(wired_bot, 6.5 * 24)
    later = (await overview(manager)).text.splitlines()[1:-1]

    channels = [f"<#{wired_bot.sandbox.channel(name).id}>" for name in (CHANNEL, "labyrinth")]
    assert [line.partition(" <t:")[0] for line in fresh] == [
        "**Last 7 days**",
        f"• Minerva in {channels[0]}: Ariadne won",
        f"• Minos (classic) in {channels[1]}: table closed",
    ]
    assert later == fresh[:2]


async def test_a_lobby_that_closed_automatically_says_so(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    manager = wired_bot.person("Ariadne")
    await manager.command("/table open", "labyrinth", game="minos-classic")
    lobby = await wired_bot.session("labyrinth")
    await pass_hours(wired_bot, 6 * 24)
    await eventually(lambda: lobby.table.seating.lapses_at, "the lobby is about to close")
    await pass_hours(wired_bot, 24)
    await eventually(lambda: not lobby.table.is_live, "the lobby closes")
    await manager.command("/table open", HARBOUR, game="minerva")
    session = await wired_bot.session(HARBOUR)
    await session.leaving.close(manager.id, wired_bot.sandbox.world.clock.fresh_id())
    shown = (await overview(manager)).text.splitlines()[1:]

    channels = [f"<#{wired_bot.sandbox.channel(name).id}>" for name in (HARBOUR, "labyrinth")]
    assert [line.partition(" <t:")[0] for line in shown] == [
        "**Last 7 days**",
        f"• Minerva in {channels[0]}: table closed",
        f"• Minos (classic) in {channels[1]}: never started, so it closed",
    ]


async def test_a_manager_closes_a_table_after_confirming(wired_bot: Wired) -> None:
    manager = wired_bot.person("Ariadne")
    await wired_bot.person("Theseus").command("/table open", HARBOUR, game="minerva")
    session = await wired_bot.session(HARBOUR)

    panel = await manage(manager, await overview(manager), 1)
    asked = await manager.press(panel, custom_id=control(panel, CLOSE))
    before = session.table.status
    assert asked.message is not None
    confirm = control(asked.message, CLOSE_NOW)
    closed = await manager.press(asked.message, custom_id=confirm)
    again = await manager.forge(asked.message, confirm)

    assert before == "lobby"
    assert closed.kind == "update"
    assert session.table.status == "closed"
    assert again.text.startswith(REFUSED)


async def test_only_managers_use_the_overview(wired_bot: Wired) -> None:
    """Rights are checked at each press, so people who no longer manage the server cannot use an open panel."""
    manager, member = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await member.command("/table open", HARBOUR, game="minerva")
    session = await wired_bot.session(HARBOUR)
    listed = await overview(manager)
    panel = await manage(manager, listed, 1)
    ids = [control(listed, MANAGE), control(panel, CLOSE)]
    await manager.press(panel, custom_id=ids[-1])
    ids.append(control(panel, CLOSE_NOW))

    refused = await member.command("/server overview", CHANNEL)
    manager.person.permissions = member.person.permissions
    replies = [await manager.forge(panel, custom_id) for custom_id in ids]

    assert [reply.text for reply in (refused, *replies)] == [NOT_MANAGER] * 4
    assert session.table.status == "lobby"


async def test_the_overview_names_missing_permissions(wired_bot: Wired) -> None:
    manager, harbour = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(HARBOUR)
    await manager.command("/table open", HARBOUR, game="minerva")
    harbour.bot_denied = 1 << 15
    wired_bot.sandbox.world.announce("channel_changed", harbour)
    await wired_bot.sandbox.until(lambda: True)

    shown = await overview(manager)

    assert shown.text.splitlines()[-1] == f"⚠️ I lack permissions in <#{harbour.id}>: Attach Files"


async def test_a_long_list_is_cut_and_counts_the_omitted_tables(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord refuses a message with more than 4,000 characters of text."""
    manager = wired_bot.person("Ariadne")
    for place in (CHANNEL, HARBOUR, "labyrinth"):
        await manager.command("/table open", place, game="minerva")
    monkeypatch.setattr("cogs.people.overview.MOST_TEXT", 170)

    shown = await overview(manager)

    assert [button.label for button in shown.buttons] == ["1", "2"]
    assert shown.text.splitlines()[-1] == "… and 1 more table"
