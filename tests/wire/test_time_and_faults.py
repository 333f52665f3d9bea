"""Faults while people wait, over the wire: simultaneous votes, clock jumps, time changes, a week offline."""

import asyncio
import time
from datetime import UTC, datetime

import pytest

import bot
from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.views.controls import VOTE
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of
from tests.wire.panels import change
from tests.wire.test_reminders import HOUR_S, in_its_time, pass_hours, reminders

WEEK_H = 7 * 24


async def vote(person: Actor, board: Seen, choice: str) -> Reply:
    (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)
    return await person.choose(board, choice, custom_id=select.custom_id)


async def set_pace(wired_bot: Wired) -> None:
    """Give tables of this server eight hours a seat."""
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")


async def test_simultaneous_votes_count_once_even_during_an_answer(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await set_pace(wired_bot)
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        ariadne, theseus, daidalos = evening.people
        await pass_hours(wired_bot, 8.5)
        board = await evening.board()
        await asyncio.gather(vote(theseus, board, "wait"), vote(daidalos, board, "wait"))
        session = await evening.session()
        assert session.table.vote is None
        wired_bot.sandbox.world.clock.advance(AGAIN_MS / 1000)
        late = await vote(theseus, board, "wait")
        assert late.text.startswith(REFUSED)

        await pass_hours(wired_bot, 24.5)
        board = await evening.board()
        assert session.table.vote is not None, "one more day, but only once"
        number = session.number
        await vote(theseus, board, "substitute")
        last, answer = await asyncio.gather(
            vote(daidalos, board, "substitute"), evening.command(ariadne, "/classic stop")
        )
        assert session.table.vote is None
        if session.reader.seat_of(ariadne.id) is None:
            assert answer.text.startswith(f"{REFUSED} Your seat is open")
            back = await evening.command(ariadne, "/table join")
            assert not back.text.startswith(REFUSED)
        else:
            assert last.text.startswith(REFUSED)
            assert session.number > number
        assert session.reader.seat_of(ariadne.id) == 0

        again = await evening.command(theseus, "/table join")
        assert again.text == f"{REFUSED} You’re already at this table."


async def test_clock_jumps_and_a_week_offline_cost_no_time(wired_bot: Wired) -> None:
    clock, jumped_ms = wired_bot.sandbox.world.clock, 0
    wired_bot.time = bot.Time(lambda: int(clock.now() * 1000) + jumped_ms, lambda: int(clock.now() * 1000))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await set_pace(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        for hours in (1, -1, -30, 500):
            await pass_hours(wired_bot, 1)
            jumped_ms += hours * 3_600_000
            await pass_hours(wired_bot, 0)
        await wired_bot.stop_bot()
        clock.advance(WEEK_H * HOUR_S)
        await wired_bot.start_bot()
        await pass_hours(wired_bot, 3)

        session = await evening.session()
        assert session.table.vote is None, "seven hours of eight"
        assert len(reminders(evening.people[0])) == 1, "the reminder at three quarters of the time"
        await pass_hours(wired_bot, 1.2)
        assert session.table.vote is not None


async def test_a_delayed_board_is_sent_despite_a_clock_correction(wired_bot: Wired) -> None:
    """A host boots with its clock two hours ahead, a board is refused once, and the network corrects the clock."""
    ahead_ms = [2 * 3_600_000]
    wired_bot.time = bot.Time(lambda: int(time.time() * 1000) + ahead_ms[0])
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await wired_bot.quiet()
        before, waiting = len(wired_bot.public_messages()), wired_bot.parts.sessions.outbox._waiting
        refused = f"POST /channels/{wired_bot.sandbox.channel(CHANNEL).id}/messages"
        wired_bot.sandbox.faults.fail(refused, status=503, times=1)
        await evening.command(await evening.person_asked(), "/classic stop")
        await evening.command(await evening.person_asked(), "/classic end")
        await wired_bot.sandbox.until(lambda: any(post.attempts for posts in waiting.values() for post in posts))
        ahead_ms[0] = 0
        await wired_bot.sandbox.until(lambda: len(wired_bot.public_messages()) > before)


@pytest.mark.parametrize(
    ("asked", "empty"),
    [("2027-03-27T19:00", "2027-03-28T11:00"), ("2027-10-30T18:00", "2027-10-31T12:00")],
    ids=["spring", "autumn"],
)
async def test_a_time_bank_stops_in_quiet_hours_across_clock_changes(wired_bot: Wired, asked: str, empty: str) -> None:
    """It is 20:00 in Prague. The bank runs for two hours, stops in quiet hours, and runs for six hours after them."""
    begin, end = (datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() for at in (asked, empty))
    clock = wired_bot.sandbox.world.clock
    clock.advance(begin - clock.now())
    await in_its_time(wired_bot)
    await set_pace(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    await change(ariadne, "/settings", CHANNEL, time_zone="Europe/Prague", quiet="22-7")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        assert await pass_until(wired_bot, evening, end - 600) is False
        assert await pass_until(wired_bot, evening, end + 600) is True


async def pass_until(wired_bot: Wired, evening: WireTable, at: float) -> bool:
    """Let time pass until `at`. Return whether a vote is open then."""
    await pass_hours(wired_bot, (at - wired_bot.sandbox.world.clock.now()) / HOUR_S)
    return (await evening.session()).table.vote is not None
