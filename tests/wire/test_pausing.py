"""Pauses over the wire: proposing, agreeing, the board and resuming. Players can also call a vote."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.views.controls import AGREE, CALL, REFUSE, RESUME, VOTE
from cogs.views.menu import PAUSE
from cogs.views.waits import SIT
from sandbox.strict.components import BUTTON
from tests.wire.evening import CHANNEL, Wired, WireTable, control, table_of
from tests.wire.test_reminders import in_its_time, pass_hours, reminders


async def test_buttons_under_the_board_pause_and_resume_a_game(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, theseus = evening.people
        stranger = wired_bot.person("Ikaros")
        early = await evening.command(theseus, "/table pace", pace="resume")
        closing = await evening.command(theseus, "/table close")
        assert closing.message is not None
        offered_there = closing.text
        asked = await theseus.press(closing.message, custom_id=control(closing.message, PAUSE))
        proposed = await evening.board()
        said, pinged = proposed.text, proposed.pings
        foreign = await stranger.press(proposed, custom_id=control(proposed, AGREE))
        agreeing = control(proposed, AGREE)
        await ariadne.press(proposed, custom_id=agreeing)
        paused = await evening.board()
        wired_bot.sandbox.world.clock.advance(AGAIN_MS / 1000)
        pausing, late = paused.text, await ariadne.forge(paused, agreeing, kind=BUTTON)
        offered = await ariadne.autocomplete("/table pace", CHANNEL, "pace", pace="")
        await pass_hours(wired_bot, 300)
        told = reminders(ariadne)
        refused = await evening.command(ariadne, "/classic roll")
        alone = await evening.command(theseus, "/table close")

        await evening.use(theseus, RESUME)
        waiting = (await evening.board()).text
        await evening.use(ariadne, REFUSE)
        still = (await evening.session()).table.is_paused
        await evening.command(ariadne, "/table pace", pace="resume")
        await evening.use(theseus, AGREE)
        board = await evening.board()

    assert early.text.startswith(f"{REFUSED} This game isn’t paused.")
    assert "for a pause" in offered_there
    assert asked.text.startswith("The other players have been asked.")
    assert "Theseus proposes to pause the game" in said
    assert pinged == ["Ariadne"]
    assert foreign.text.startswith(REFUSED)
    assert late.text.startswith(REFUSED)
    assert "This game is paused" in pausing
    assert [choice["value"] for choice in offered] == ["resume"]
    assert told == []
    assert refused.text.startswith(f"{REFUSED} This game is paused. To go on, press **Continue game**")
    assert alone.text.startswith(f"{REFUSED} This game is paused.")
    assert "Theseus proposes to continue." in waiting
    assert still
    assert (await evening.session()).table.status == "running"
    assert board.pings == ["Ariadne"], "the player who is asked gets a ping"
    assert "This game is paused" not in board.text


async def test_one_player_can_end_a_pause_of_four_weeks(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, theseus = evening.people
        await evening.command(theseus, "/table pace", pace="pause")
        await evening.use(ariadne, AGREE)
        announced = (await evening.board()).text
        await pass_hours(wired_bot, 27 * 24)
        await evening.use(ariadne, RESUME)
        await evening.use(theseus, REFUSE)
        early = (await evening.session()).table.is_paused
        await pass_hours(wired_bot, 25)
        long = (await evening.board()).text
        await evening.use(ariadne, RESUME)

    assert ":D>, one player is enough." in announced
    assert early
    assert "After four weeks, one player is enough to continue it." in long
    assert (await evening.session()).table.status == "running"


async def test_a_player_who_returns_during_a_pause_may_end_it(wired_bot: Wired, evening: WireTable) -> None:
    ariadne, theseus, daidalos = evening.people
    conceding = await evening.command(daidalos, "/table leave")
    assert conceding.message is not None
    await daidalos.press(conceding.message, conceding.message.buttons[0].label)
    await evening.command(theseus, "/table pace", pace="pause")
    await evening.use(ariadne, AGREE)
    refused = await evening.use(daidalos, RESUME)
    found = await evening.command(daidalos, "/table find")
    back = await evening.command(daidalos, "/table join")
    board = await evening.board()
    told = board.text
    resumed = await evening.use(daidalos, RESUME)
    for person in (ariadne, theseus):
        await evening.use(person, AGREE)

    assert refused.text.startswith(f"{REFUSED} Your seat is open")
    assert "`/table join` takes it back" in refused.text
    assert found.message is not None
    assert control(found.message, SIT)
    assert not back.text.startswith(REFUSED)
    assert "Daidalos is back." in told
    assert "This game is paused" in told
    assert not resumed.text.startswith(REFUSED), "the button has the current epoch"
    session = await evening.session()
    assert session.table.status == "running"
    assert session.reader.seat_of(daidalos.id) == 2


@pytest.mark.parametrize("by_command", [True, False])
async def test_without_a_pace_others_decide_after_a_silent_week(wired_bot: Wired, by_command: bool) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne, theseus = evening.people
        early = await evening.from_menu(theseus, "nudge")
        await pass_hours(wired_bot, 24 * 8 + 1)
        if by_command:
            nudged = await evening.from_menu(theseus, "nudge")
            again = await evening.from_menu(theseus, "nudge")
            own = await evening.from_menu(ariadne, "nudge")
            assert nudged.message is not None
            called = await theseus.press(nudged.message, custom_id=control(nudged.message, CALL))
            assert called.text.startswith("The others can now vote under the board.")
            assert again.text.startswith(
                "Nobody can be reminded right now, but someone has kept you waiting for a week"
            )
            assert own.text.startswith(REFUSED)
        else:
            refused = await evening.use(ariadne, CALL)
            await evening.use(theseus, CALL)
            assert refused.text.startswith(f"{REFUSED} Nobody else has kept this table waiting")
        board = await evening.board()
        (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)
        await theseus.choose(board, "once", custom_id=select.custom_id)

        assert early.text.startswith(REFUSED)
        assert "Ariadne has kept you waiting for a week." in board.text
        assert (await evening.person_asked()).id == theseus.id
