"""A pace over the wire: chosen in the lobby, shown on the board and in `/myturns`, and voted on after a timeout."""

import contextlib

import pytest

from cogs.delivery.reactions import FAILURES
from cogs.interactions.answering import REFUSED
from cogs.ui.press import Press
from cogs.views.controls import PLAY_ON, VOTE
from cogs.views.menu import GIVE, MENU
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.lobby.lobby import LobbyOptions
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, confirm, control, private_message, speaking, table_of
from tests.wire.panels import change
from tests.wire.test_lost_servers import brisk_game
from tests.wire.test_reminders import HOUR_S, in_its_time, pass_hours


async def test_a_pace_chosen_in_the_lobby_leads_to_a_vote(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    people = [wired_bot.person(name) for name in PEOPLE[:2]]
    ariadne, theseus = people
    await ariadne.command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
    await theseus.command("/table join", CHANNEL)
    for person, typed in ((theseus, "daily"), (ariadne, "soon"), (ariadne, "6+7")):
        assert (await person.command("/table pace", CHANNEL, pace=typed)).text.startswith(REFUSED)
    offered = await ariadne.autocomplete("/table pace", CHANNEL, "pace", pace="48+6")
    assert [choice["value"] for choice in offered] == ["48+6"]
    chosen = await ariadne.command("/table pace", CHANNEL, pace="brisk")
    assert "brisk (8 h, +2 h a turn, at most 12 h)" in chosen.text
    table = WireTable(wired_bot, people, CHANNEL)
    assert "Pace: **brisk" in (await table.board()).text
    await (await table.session()).lobby.configure(
        ariadne.id, wired_bot.sandbox.world.clock.fresh_id(), LobbyOptions(seats_wanted=2)
    )
    await ariadne.command("/table show", CHANNEL)
    full = await table.board()
    assert "All 2 seats are taken." in full.text
    assert "Sit down" not in full.text
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()
    assert "Pace: **brisk" in wired_bot.public_messages()[0].text, "the start message stays"
    assert (await ariadne.command("/table pace", CHANNEL, pace="daily")).text.startswith(REFUSED), "too late"

    assert "Ariadne: out of time <t:" in (await table.board()).text
    assert "You’ll run out of time <t:" in (await ariadne.command("/myturns", CHANNEL)).text
    await pass_hours(wired_bot, 6.1)
    assert len(ariadne.inbox.dms()) == 1, "the warning comes when a quarter of the time is left"
    await pass_hours(wired_bot, 2)

    board = await table.board()
    assert "Ariadne is out of time." in board.text
    assert board.pings == ["Theseus"]
    (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)
    assert [option.value for option in select.options] == ["wait", "once", "substitute", "computer", "end"]
    refused = await ariadne.choose(board, "wait", custom_id=select.custom_id)
    assert refused.text.startswith(REFUSED)
    await theseus.command("/away", CHANNEL, until="2d")
    away = await theseus.choose(board, "once", custom_id=select.custom_id)
    assert away.text.startswith(f"{REFUSED} You’re away")
    await theseus.command("/away", CHANNEL, until="back")
    await theseus.choose(board, "once", custom_id=select.custom_id)

    assert (await table.person_asked()).id == theseus.id
    late = await theseus.choose(board, "end", custom_id=select.custom_id)
    assert late.text.startswith(REFUSED)
    assert (await table.session()).table.status == "running"


async def test_a_board_asks_nobody_who_is_away_to_vote(wired_bot: Wired) -> None:
    evening = await brisk_game(wired_bot)
    ariadne, theseus, daidalos = evening.people
    await theseus.command("/away", CHANNEL, until="5 days")
    await pass_hours(wired_bot, 8.5)
    partly = await evening.board()
    (select,) = (each for each in partly.selects if f":{VOTE}" in each.custom_id)
    await daidalos.command("/away", CHANNEL, until="5 days")
    await evening.command(ariadne, "/table show")
    board = await evening.board()

    assert f"{daidalos.mention}, vote on what happens next." in partly.text
    assert theseus.mention not in partly.text
    assert partly.pings == ["Daidalos"]
    assert "The others vote on what happens next." in board.text
    assert select.custom_id in [each.custom_id for each in board.selects], "they can come back and vote"


SILENT = {
    "en": "Theseus has run out of time for the third turn in a row. The seat is open",
    "fr": "Theseus n’a pas répondu à temps pour la troisième fois de suite\u00a0: la place est libre",
    "cs": "Theseus: čas vypršel už potřetí za sebou. Místo je volné",
}
TAKEN_OVER = {
    "en": "; a computer player (standard) plays it until someone takes it.",
    "fr": ". Un ordinateur (niveau standard) y joue jusqu’à ce que quelqu’un la prenne.",
    "cs": ". Dokud ho někdo nepřevezme, hraje tu počítač (běžná úroveň).",
}


@pytest.mark.parametrize(("pace", "hours"), [("brisk", 2), ("8+0", 1)])
async def test_a_player_who_returns_during_a_vote_can_finish_the_turn(
    wired_bot: Wired, pace: str, hours: int
) -> None:  # fmt: skip
    """The turn's time is added with the first answer. Otherwise each further question would begin another vote."""
    await in_its_time(wired_bot)
    ariadne, theseus = people = [wired_bot.person(name) for name in PEOPLE[:2]]
    await ariadne.command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
    await theseus.command("/table join", CHANNEL)
    await ariadne.command("/table pace", CHANNEL, pace=pace)
    await ariadne.command("/table start", CHANNEL)
    evening = WireTable(wired_bot, people, CHANNEL)
    await pass_hours(wired_bot, 8.5)
    session, told = await evening.session(), ariadne.inbox.dms()
    vote = session.table.vote
    await evening.command(ariadne, "/classic keep", dice="1 2 3")
    await pass_hours(wired_bot, hours - 0.5)
    await evening.command(ariadne, "/classic stop")
    await pass_hours(wired_bot, 0.25)
    spared, further = session.table.vote, ariadne.inbox.dms()[len(told) :]
    await confirm(ariadne, await evening.command(ariadne, "/classic end"))
    clock = session.context.seat_clocks.of(session.table.id)[0]

    assert vote is not None
    assert spared is None
    assert not [seen for seen in further if "your time is up" in seen.text]
    assert clock.decision is None
    assert clock.left == pytest.approx(0.25 * HOUR_S * 1000, abs=HOUR_S * 20), "the end of the turn adds nothing more"


async def test_the_last_player_is_asked_when_timeouts_free_a_seat(wired_bot: Wired) -> None:
    """Ariadne owns the table but did nothing, so the log doesn't say that she opened the seat."""
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, theseus = evening.people
        session, fresh_id = await evening.session(), wired_bot.sandbox.world.clock.fresh_id
        promised = []
        for _ in range(3):
            while session.pending[0].seat == 0:
                decision = session.pending[0]
                keys = session.reader.game.autopilot.answer(session.reader.timeline.position.state, decision)
                await session.play.answer(ariadne.id, keys, fresh_id())
            while session.table.vote is None:
                await pass_hours(wired_bot, 8)
            board = await evening.board()
            (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)
            offers_once = "once" in [option.value for option in select.options]
            promised.append(("so the seat opens <t:" in board.text, offers_once))
            await pass_hours(wired_bot, 25)
        still = await evening.board()
        asking, pinged = still.text, still.pings
        logs = await logs_of(evening, ariadne)
        await evening.use(ariadne, PLAY_ON)
        await evening.board()
        played_on = await logs_of(evening, ariadne)

    assert session.table.sitters[1].user == theseus.id
    assert promised == [(False, True), (False, True), (True, False)]
    assert "Keep playing against computer players (standard)" in asking
    assert pinged == ["Ariadne"]
    for language, log in logs.items():
        assert f"{SILENT[language]}." in log, language
        assert f"{SILENT[language]}{TAKEN_OVER[language]}" in played_on[language], language


async def test_a_game_left_to_one_player_waits_for_that_player(wired_bot: Wired) -> None:
    """Nobody else waits, and nobody could decide about the seat."""
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, theseus = evening.people
        session, fresh_id = await evening.session(), wired_bot.sandbox.world.clock.fresh_id
        await session.leaving.concede(theseus.id, fresh_id())
        await session.leaving.play_on(ariadne.id, fresh_id())
        for _ in range(12):
            await pass_hours(wired_bot, 8)
            assert session.table.vote is None
        board = await evening.board()
        await ariadne.press(board, "All")
        await wired_bot.quiet()

    assert session.table.status == "running"


async def logs_of(evening: WireTable, person: Actor) -> dict[str, str]:
    """Return the newest lines of the log in each language."""
    logs = {}
    for language in SILENT:
        person.person.locale = language
        logs[language] = (await evening.from_menu(person, "log")).text
    return logs


async def test_hours_of_failing_discord_requests_cost_nobody_time(wired_bot: Wired) -> None:
    """The gateway stays connected, so no disconnect reveals the outage."""
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        client, faults = wired_bot.parts.client, wired_bot.sandbox.faults
        client.gateway.reach.again_s = 0.01
        await pass_hours(wired_bot, 1)
        faults.drop("*", times=1_000_000)
        with contextlib.suppress(*FAILURES):
            await client.http.get_user(evening.people[0].id)
        due_work = client.services.due_work
        wired_bot.sandbox.world.clock.advance(HOUR_S)  # this may still be a single failed request
        await due_work.tick()
        await wired_bot.sandbox.until(lambda: client.gateway.reach.is_lost)
        wired_bot.sandbox.world.clock.advance(9 * HOUR_S)
        await due_work.tick()
        faults.clear()
        await pass_hours(wired_bot, 4.5)

        session = await evening.session()
        assert session.table.vote is None, "five and a half hours of eight have run, not fifteen and a half"
        assert evening.people[0].inbox.dms() == []
        await pass_hours(wired_bot, 3)
        assert session.table.vote is not None


GIVEN = {
    "en": ("Give more time", "You’ve given {} more time.", "has given you more time."),
    "fr": ("Donner du temps", "Vous avez donné plus de temps à {}.", "vous accorde plus de temps."),
    "cs": ("Přidat čas", "Čas navíc dostává {}.", "vám přidává čas."),
}


@pytest.mark.parametrize("language", GIVEN)
async def test_an_opponent_gives_more_time_from_the_menu(wired_bot: Wired, language: str) -> None:
    """The person who is asked, spectators and stale controls are refused. A second delivery adds nothing."""
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="daily")
    async with table_of(wired_bot, "minos-classic", 3) as table:
        session = await table.session()
        late, clocks = await table.person_asked(), session.context.seat_clocks
        seat = session.reader.seat_of(late.id)
        assert seat is not None
        first, second = (speaking(wired_bot, each.person.name, language) for each in table.people if each is not late)
        await change(speaking(wired_bot, late.person.name, language), "/settings", CHANNEL, language=language)
        early = await menu_of(table, first)
        await pass_hours(wired_bot, 13)
        opened = await menu_of(table, first)
        give, closing = control(opened, GIVE), await table.command(first, "/table close")
        given = (await first.press(opened, GIVEN[language][0])).text
        left = clocks.of(session.table.id)[seat].left
        await wired_bot.quiet()
        told = late.inbox.dms()[-1].text
        twice = (await first.forge(opened, give)).text
        await pass_hours(wired_bot, 0.01)
        again = await first.forge(opened, give)
        own = Press(session.table.id, session.table.epoch, GIVE, seat, decision=session.pending[0].id, user=late.id)
        mine = await late.forge(await menu_of(table, late), own.custom_id)
        foreign = await second.forge(opened, give)
        decision = session.pending[0]
        keys = session.reader.game.autopilot.answer(session.reader.timeline.position.state, decision)
        await session.play.answer(late.id, keys, wired_bot.sandbox.world.clock.fresh_id())
        await pass_hours(wired_bot, 0.01)
        stale = await first.forge(opened, give)

    _, thanks, news = GIVEN[language]
    assert GIVEN[language][0] not in [button.label for button in early.buttons]
    assert control(private_message(closing), GIVE) == give, "`/table close` offers it too"
    assert given == thanks.format(late.person.name)
    assert left is not None
    assert left / 3_600_000 == pytest.approx(23 + 24, abs=0.1)
    assert told.endswith(news)
    assert twice == given, "the second of two quick presses is ignored"
    for refused in (again, mine, foreign, stale):
        assert refused.text.startswith(REFUSED)


async def menu_of(table: WireTable, person: Actor) -> Seen:
    return private_message(await person.press(await table.board(), custom_id=control(await table.board(), MENU)))
