"""When a server removes the bot, the server's tables pause silently. They continue once the bot is back."""

import asyncio

import pytest

from cogs.interactions.answering import REFUSED
from sandbox.gateway import GUILDS
from sandbox.records import Guild
from sessions.records.clock import HOUR_MS, SeatClock
from sessions.records.person import Server
from sessions.refusals import StorageUnavailable
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, from_menu
from tests.wire.panels import change
from tests.wire.test_reminders import in_its_time, pass_hours


def server_of(wired_bot: Wired) -> Guild:
    """Return the sandbox's only server."""
    return next(iter(wired_bot.sandbox.world.guilds.values()))


def requests_about(wired_bot: Wired, channel: int, since: int) -> list[str]:
    """Return the requests to a channel or to direct messages, without the first `since` requests."""
    made = list(wired_bot.sandbox.rest.requests)[since:]
    return [request for request in made if f"/channels/{channel}" in request or "@me/channels" in request]


async def remove(wired_bot: Wired) -> None:
    """Let the server remove the bot, and wait until the bot knows."""
    wired_bot.sandbox.places.remove_bot(server_of(wired_bot))
    servers = wired_bot.parts.sessions.choices.servers
    await wired_bot.sandbox.until(lambda: servers.is_lost(server_of(wired_bot).id))
    async with wired_bot.parts.client.lost_servers.turn:
        pass
    await wired_bot.quiet()


async def invite(wired_bot: Wired) -> None:
    """Let the server add the bot again, and wait until the bot knows."""
    wired_bot.sandbox.places.invite_bot(server_of(wired_bot))
    servers = wired_bot.parts.sessions.choices.servers
    await wired_bot.sandbox.until(lambda: not servers.is_lost(server_of(wired_bot).id))
    await wired_bot.quiet()


async def brisk_game(wired_bot: Wired) -> WireTable:
    """Start a game with eight hours for each of three people, on the sandbox's clock."""
    await in_its_time(wired_bot)
    people = [wired_bot.person(name) for name in PEOPLE[:3]]
    await people[0].command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
    for person in people[1:]:
        await person.command("/table join", CHANNEL)
    await people[0].command("/table pace", CHANNEL, pace="brisk")
    await people[0].command("/table start", CHANNEL)
    return WireTable(wired_bot, people, CHANNEL)


async def clock_of(evening: WireTable) -> SeatClock:
    """Return the time bank of the only asked seat."""
    clocks = evening.wired_bot.parts.sessions.context.seat_clocks.of((await evening.session()).table.id)
    (clock,) = (clock for clock in clocks.values() if clock.decision is not None)
    return clock


async def test_no_clock_runs_while_the_bot_is_removed(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    session, asked = await evening.session(), await evening.person_asked()
    await pass_hours(wired_bot, 3)
    number, board = session.number, await evening.board()

    await remove(wired_bot)
    since = len(wired_bot.sandbox.rest.requests)
    for _ in range(10):
        await pass_hours(wired_bot, 12)

    assert session.number == number, "no turn was played for anybody"
    assert not any(person.inbox.dms() for person in evening.people)
    assert requests_about(wired_bot, board.record.channel_id, since) == []

    await invite(wired_bot)
    back, clock = await evening.board(), await clock_of(evening)
    reply = await asked.press(back, "All")

    assert back.id > board.id
    assert back.pings == [asked.person.name]
    assert clock.left is not None
    assert 4.9 * HOUR_MS < clock.left <= 5 * HOUR_MS, "three of eight hours were used before, none since"
    assert reply.kind == "update"


async def test_a_restart_notices_a_removal_and_an_invitation(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    board, sandbox = await evening.board(), wired_bot.sandbox

    await wired_bot.stop_bot()
    sandbox.places.remove_bot(server_of(wired_bot))
    await wired_bot.start_bot()
    await pass_hours(wired_bot, 12)
    suspended = (await evening.session()).table
    since = len(sandbox.rest.requests)
    for _ in range(4):
        await pass_hours(wired_bot, 12)
    asked_for = requests_about(wired_bot, board.record.channel_id, since)

    await wired_bot.stop_bot()
    sandbox.places.invite_bot(server_of(wired_bot))
    await wired_bot.start_bot()
    await sandbox.until(lambda: wired_bot.board().id > board.id)
    back, clock = await evening.board(), await clock_of(evening)

    assert (suspended.status, suspended.reason) == ("suspended", "server")
    assert asked_for == []
    assert not any(person.inbox.dms() for person in evening.people)
    assert [seen.pings for seen in wired_bot.public_messages() if seen.id > board.id] == [back.pings]
    assert len(back.pings) == 1
    assert clock.left is not None
    assert 7.9 * HOUR_MS < clock.left <= 8 * HOUR_MS


@pytest.mark.parametrize("what", ["ended table", "setting"])
async def test_a_restart_notices_a_removal_by_a_server_without_open_tables(wired_bot: Wired, what: str) -> None:
    """The bot must be able to forget such a server later."""
    ariadne, server = wired_bot.person("Ariadne"), server_of(wired_bot)
    if what == "setting":
        await change(ariadne, "/server settings", CHANNEL, language="cs")
    else:
        await ariadne.command("/table open", CHANNEL, game="minos-classic")
        session = await wired_bot.session()
        await session.leaving.close(ariadne.id, wired_bot.sandbox.world.clock.fresh_id())
        await wired_bot.quiet()

    await wired_bot.stop_bot()
    wired_bot.sandbox.places.remove_bot(server)
    await wired_bot.start_bot()

    servers = wired_bot.parts.sessions.choices.servers
    await wired_bot.sandbox.until(lambda: servers.is_lost(server.id))


async def test_a_new_session_notices_a_removal(wired_bot: Wired) -> None:
    """Discord doesn't repeat events of a session that has ended, and discord.py keeps servers that aren't listed."""
    evening = await brisk_game(wired_bot)
    session, server = await evening.session(), server_of(wired_bot)

    await wired_bot.sandbox.connections.invalidate()
    wired_bot.sandbox.places.remove_bot(server)
    await wired_bot.sandbox.until(lambda: session.table.reason == "server")
    await wired_bot.quiet()
    known = [guild.id for guild in wired_bot.parts.client.guilds]
    await invite(wired_bot)

    assert server.id not in known
    assert session.table.status == "running"


async def test_removing_the_bot_drops_the_posts_for_that_server(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    board, asked = await evening.board(), await evening.person_asked()
    sandbox, channel = wired_bot.sandbox, board.record.channel_id
    fault = sandbox.faults.fail("* /channels/*", status=503, times=1000)
    await asked.press(board, "All")
    await sandbox.until(lambda: fault.met > 0)
    waiting = wired_bot.parts.sessions.outbox.depth

    sandbox.places.remove_bot(server_of(wired_bot))
    await wired_bot.quiet()
    sandbox.faults.clear()
    since = len(sandbox.rest.requests)
    await pass_hours(wired_bot, 2)

    assert waiting > 0
    assert await wired_bot.has_sent_all()
    assert requests_about(wired_bot, channel, since) == []
    assert not any(person.inbox.dms() for person in evening.people)


async def test_a_server_in_an_outage_does_not_count_as_lost(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    board, server, gateway = await evening.board(), server_of(wired_bot), wired_bot.sandbox.gateway

    def is_out(number: int) -> bool:
        guild = wired_bot.parts.client.get_guild(number)
        return guild is None or guild.unavailable

    gateway.dispatch("GUILD_DELETE", {"id": str(server.id), "unavailable": True}, guild_id=server.id, intent=GUILDS)
    await wired_bot.sandbox.until(lambda: is_out(server.id))
    await wired_bot.quiet()
    during = (await evening.session()).table.status
    whole = {**gateway.payloads.guild_joined(server), "unavailable": False}
    gateway.dispatch("GUILD_CREATE", whole, guild_id=server.id, intent=GUILDS)
    await wired_bot.sandbox.until(lambda: not is_out(server.id))
    await wired_bot.quiet()

    assert during == (await evening.session()).table.status == "running"
    assert wired_bot.board().id == board.id


async def test_an_outage_at_start_does_not_count_as_removal(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    board, server = await evening.board(), server_of(wired_bot)

    await wired_bot.stop_bot()
    wired_bot.sandbox.connections.hold_back(server)
    await wired_bot.start_bot()
    client = wired_bot.parts.client
    await wired_bot.sandbox.until(client.gateway.has_arrived.is_set)
    async with client.lost_servers.turn:
        during = (await evening.session()).table.status
    guild = client.get_guild(server.id)
    was_out = guild is not None and guild.unavailable
    wired_bot.sandbox.connections.let_arrive(server)
    await wired_bot.sandbox.until(lambda: (known := client.get_guild(server.id)) and not known.unavailable)
    await wired_bot.quiet()

    assert was_out
    assert during == (await evening.session()).table.status == "running"
    assert wired_bot.board().id == board.id


@pytest.mark.parametrize("days", [3, 30])
async def test_a_lobby_restarts_its_week_when_the_server_returns(wired_bot: Wired, days: int) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    lobby = wired_bot.board()
    await pass_hours(wired_bot, 5 * 24)

    await remove(wired_bot)
    for _ in range(days):
        await pass_hours(wired_bot, 24)
    lost = (await wired_bot.session()).table
    await invite(wired_bot)
    back = wired_bot.board()
    await pass_hours(wired_bot, 5 * 24)
    quiet = wired_bot.board()
    await pass_hours(wired_bot, 26)

    assert lost.status == "lobby"
    assert not ariadne.inbox.dms()
    assert back.id > lobby.id
    assert quiet.id == back.id
    assert wired_bot.board().pings == ["Ariadne"], "announced a day before it lapses"


@pytest.mark.parametrize("is_invited", [False, True])
async def test_a_server_is_forgotten_ninety_days_after_the_removal(wired_bot: Wired, is_invited: bool) -> None:
    evening = await brisk_game(wired_bot)
    parts, ariadne = wired_bot.parts, evening.people[0]
    await from_menu(ariadne, "watch")
    await ariadne.command("/table open", "labyrinth", game="minos-classic")
    server, old = server_of(wired_bot).id, (await evening.session()).table.id
    board = await evening.board()

    await remove(wired_bot)
    await pass_hours(wired_bot, 89 * 24)
    kept = await parts.store.tables.in_guild(server)
    if is_invited:
        await invite(wired_bot)
    for _ in range(3):
        await pass_hours(wired_bot, 12)
    left = await parts.store.tables.in_guild(server)

    assert len(kept) == 2
    assert bool(left) is is_invited
    if is_invited:
        return
    clocks = parts.sessions.context.seat_clocks
    assert [parts.sessions.at_hand(table.channel) for table in kept] == [None, None]
    known = parts.client.senders.dispatcher.known
    assert (list(clocks), clocks.due, parts.sessions.outbox.depth, known) == ([], [], 0, 0)
    assert parts.sessions.choices.watchers.of(old) == ()
    assert parts.sessions.choices.servers.lost == set()
    assert not any(person.inbox.dms()[1:] for person in evening.people), "the person who watches has only the greeting"

    wired_bot.sandbox.places.invite_bot(server_of(wired_bot))
    await wired_bot.sandbox.until(lambda: parts.client.get_guild(server) is not None)
    pressed = await ariadne.press(board, "All")
    opened = await ariadne.command("/table open", CHANNEL, game="minos-classic")

    assert pressed.text.startswith(REFUSED)
    assert not opened.text.startswith(REFUSED)
    assert (await evening.session()).table.id == old + 2, (
        "the number of a forgotten table, which is in its buttons, is not used again"
    )


async def test_a_return_that_the_disk_refused_is_stored_a_minute_later(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    wired_bot, guild = evening.wired_bot, server_of(evening.wired_bot)
    servers, refused = wired_bot.parts.sessions.choices.servers, asyncio.Event()
    await remove(wired_bot)

    async def refuse(_: Server) -> None:
        refused.set()
        raise StorageUnavailable

    with monkeypatch.context() as failing:
        failing.setattr(servers, "keep", refuse)
        wired_bot.sandbox.places.invite_bot(guild)
        await refused.wait()
    assert servers.is_lost(guild.id)
    wired_bot.parts.client.services.due_work.passes.wake()
    await wired_bot.sandbox.until(lambda: not servers.is_lost(guild.id))

    assert (await evening.session()).table.status == "running"
    assert (await evening.board()).buttons
