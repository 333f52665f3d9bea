"""People found by the queue keep their seats by pressing Ready in time. Otherwise the next person gets the seat."""

from cogs.interactions.answering import REFUSED
from cogs.views.lobby import LEAVE, SMALLER
from cogs.views.waits import SIT
from sessions.lobby.lobby import LobbyOptions
from tests.wire.evening import CHANNEL, Wired, control
from tests.wire.test_queue import CLASSIC, board_of, lobbies, names, overview, pass_through, ready, waits
from tests.wire.test_reminders import in_its_time, pass_hours

READY_H = 24


async def test_a_seat_not_confirmed_in_time_goes_to_someone_else(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    people = ("Ariadne", "Theseus", "Daidalos", "Ikaros", "Phaidra")
    ariadne, theseus, daidalos, ikaros, phaidra = map(wired_bot.person, people)
    for person in (ariadne, theseus, daidalos):
        await waits(person, seats="3")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, ariadne)
    await waits(phaidra, seats="2", pace="brisk")
    await waits(ikaros, seats="3")
    due = board_of(wired_bot, session).text
    await pass_hours(wired_bot, READY_H - 1)
    early = names(session)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await pass_hours(wired_bot, 2)
    (session,) = await lobbies(wired_bot)
    await pass_through(wired_bot)
    board = board_of(wired_bot, session)
    said, seated, pinged, told = board.text, names(session), board.pings, [seen.text for seen in theseus.inbox.dms()]
    mine = await theseus.command("/myturns", CHANNEL)
    rest = await overview(phaidra)
    await ready(wired_bot, session, ikaros)

    assert "Press **Ready** to keep your seat." in due
    assert early == ["Daidalos", "Ariadne", "Theseus"]
    assert seated == ["Daidalos", "Ariadne", "Ikaros"]
    assert pinged == ["Ikaros"]
    (found,) = (line for line in said.splitlines() if "Matched by `/play`" in line)
    assert [person.mention in found for person in (ariadne, theseus, daidalos, ikaros)] == [True, False, True, True]
    (line,) = told
    assert line.startswith(f"🪑 **{CLASSIC}** in <#{session.table.channel}>: you didn’t press **Ready** in time")
    assert "you didn’t press **Ready** in time" in mine.text
    assert ariadne.inbox.dms() == daidalos.inbox.dms() == []
    assert f"1 person is waiting for **{CLASSIC}**" in rest.text, "another wish doesn’t fit"
    assert session.table.status == "running"


async def test_ready_players_keep_their_seats_until_someone_joins(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    wired_bot.sandbox.places.close_dms(theseus.person)
    await waits(theseus, seats="2")
    await waits(ariadne, seats="2")
    (session,) = await lobbies(wired_bot)
    await pass_hours(wired_bot, READY_H + 1)
    waiting = names(session)
    called = [seen for seen in wired_bot.sandbox.messages(session.table.channel) if "in time" in seen.text]
    found = await daidalos.command("/table find", CHANNEL)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    joined = await waits(daidalos)
    await pass_hours(wired_bot, READY_H - 1)
    (session,) = await lobbies(wired_bot)
    held = names(session)
    await pass_hours(wired_bot, 2)
    freed = names(session)
    again = await waits(daidalos)
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, daidalos)

    assert waiting == ["Ariadne"]
    assert [seen.pings for seen in called] == [["Theseus"]], "closed direct messages: a ping in the channel"
    assert found.message is not None
    assert control(found.message, SIT)
    assert held == ["Ariadne", "Daidalos"]
    assert freed == ["Ariadne"], "a newcomer has a day as well"
    assert joined.text == again.text == f"You’ve joined the table in <#{session.table.channel}>."
    assert names(session) == ["Ariadne", "Daidalos"]
    assert session.table.status == "running"


async def test_a_seat_given_up_goes_to_the_next_person_waiting(wired_bot: Wired) -> None:
    people = ("Ariadne", "Theseus", "Daidalos", "Ikaros")
    ariadne, theseus, daidalos, ikaros = map(wired_bot.person, people)
    await waits(theseus, seats="2")
    await waits(ariadne, seats="2")
    (session,) = await lobbies(wired_bot)
    await waits(daidalos, seats="2-3", pace="none")
    wired_bot.sandbox.world.absent.add(daidalos.id)
    await waits(ikaros, seats="3")
    board = board_of(wired_bot, session)
    await theseus.press(board, custom_id=control(board, LEAVE))
    await pass_through(wired_bot)
    alone = names(session)
    await waits(ikaros, seats="2-3")
    await pass_through(wired_bot)
    said = board_of(wired_bot, session).text

    (found,) = (line for line in said.splitlines() if "Matched by `/play`" in line)
    assert [person.mention in found for person in (ariadne, theseus, ikaros)] == [True, False, True]
    assert alone == ["Ariadne"], "someone who left the server, and someone with another wish, stay away"
    assert names(session) == ["Ariadne", "Ikaros"]
    assert f"1 person is waiting for **{CLASSIC}**" not in (await overview(ariadne)).text


async def test_ready_players_can_agree_to_start_without_the_last_one(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    people = list(map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos", "Ikaros")))
    ariadne, theseus, daidalos, ikaros = people
    for person in people:
        await waits(person, seats="4")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, ariadne, theseus)  # Ikaros, who opened the table, is ready
    early = [button.label for button in board_of(wired_bot, session).buttons]
    await pass_hours(wired_bot, READY_H + 1)
    board = board_of(wired_bot, session)
    offered = [button.label for button in board.buttons]
    first = control(board, SMALLER)
    stranger = await daidalos.press(board, custom_id=first)
    await theseus.press(board, custom_id=first)
    await wired_bot.quiet()
    asked = board_of(wired_bot, session)
    pinged, said = sorted(asked.pings), asked.text
    await waits(daidalos, seats="4")
    await pass_through(wired_bot)
    filled = names(session), board_of(wired_bot, session).text
    await daidalos.press(board_of(wired_bot, session), custom_id=control(board_of(wired_bot, session), LEAVE))
    await wired_bot.quiet()
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    (session,) = await lobbies(wired_bot)
    for person in (theseus, ariadne, ikaros):
        again = board_of(wired_bot, session)
        await person.press(again, custom_id=control(again, SMALLER))
        await wired_bot.quiet()

    assert "Start with 3 players" not in early
    assert "Start with 3 players" in offered
    assert stranger.text.startswith(REFUSED)
    assert pinged == ["Ariadne", "Ikaros"]
    assert f"Start with 3 players: {theseus.mention} agreed." in said
    assert filled[0] == ["Ikaros", "Ariadne", "Theseus", "Daidalos"]
    assert "Start with 3 players" not in filled[1], "the seat has been taken"
    assert session.table.status == "running"
    assert session.table.seats_wanted == 3
    assert sorted(names(session)) == ["Ariadne", "Ikaros", "Theseus"]


async def test_a_table_closes_if_nobody_is_ready(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await waits(theseus, seats="2")
    await waits(ariadne, seats="2")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, ariadne)
    await pass_hours(wired_bot, READY_H + 1)

    assert await lobbies(wired_bot) == []
    assert session.table.status == "closed"
    assert all(len(person.inbox.dms()) == 1 for person in (ariadne, theseus))


async def test_a_rematch_isnt_called_found_by_the_queue(wired_bot: Wired) -> None:
    ariadne, theseus = map(wired_bot.person, ("Ariadne", "Theseus"))
    await waits(theseus, seats="2")
    await waits(ariadne, seats="2")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, theseus)
    await session.proposals.propose("end", ariadne.id, 1)
    await session.proposals.consent(theseus.id, 2)
    await wired_bot.quiet()

    await ariadne.press(board_of(wired_bot, session), "Rematch")
    await wired_bot.quiet()

    (lobby,) = await lobbies(wired_bot)
    assert lobby.table.rematch_of == session.table.id
    assert "Theseus – not answered yet" in board_of(wired_bot, lobby).text
    assert "Found by" not in board_of(wired_bot, lobby).text


async def test_an_open_seat_is_not_kept_for_whoever_left_it(wired_bot: Wired) -> None:
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    for person in (theseus, daidalos, ariadne):
        await waits(person, seats="3")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, theseus, daidalos)
    await session.leaving.concede(theseus.id, 1)
    await wired_bot.quiet()

    assert session.table.has_open_seat
    assert theseus.mention not in board_of(wired_bot, session).text


async def test_changed_options_ping_those_who_were_ready(wired_bot: Wired) -> None:
    """Otherwise they would lose their seats a day later, without having been asked again."""
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    for person in (theseus, daidalos, ariadne):
        await waits(person, seats="3")
    (session,) = await lobbies(wired_bot)
    await ready(wired_bot, session, theseus)
    before = board_of(wired_bot, session)
    await session.lobby.configure(ariadne.id, 1, LobbyOptions(pace="daily"))
    await wired_bot.quiet()

    assert board_of(wired_bot, session).id != before.id, "an edit pings nobody"
    assert session.table.unready == (theseus.id, daidalos.id)
    assert board_of(wired_bot, session).pings == ["Theseus"]
