"""With a daily digest, turns bring no pings. Once a day, one message lists the tables that wait."""

from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from cogs.views.controls import VOTE
from cogs.views.menu import NUDGE, PAUSE
from sandbox.driver import Actor
from sessions.records.table import Post
from sessions.store import Write
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.panels import change
from tests.wire.rules import SILENT
from tests.wire.test_plates import play_turns
from tests.wire.test_reminders import OTHER, in_its_time, pass_hours, reminders


async def choose_digest(wired_bot: Wired, person: Actor, in_hours: int) -> None:
    """Choose the hour of the daily digest. The first digest comes `in_hours` to `in_hours` + 1 hours from now."""
    hour = datetime.fromtimestamp(wired_bot.sandbox.world.clock.now(), UTC).hour
    chosen = await change(person, "/settings", CHANNEL, digest=str((hour + in_hours + 1) % 24))
    assert "✓ Daily digest: " in chosen.text


class Question(NamedTuple):
    """A board's question, and the people that the board mentions and pings."""

    words: str
    mentions: list[int]
    pings: list[str]


def question(wired_bot: Wired, channel: str = CHANNEL) -> Question:
    board = wired_bot.board(channel)
    return Question(board.text.splitlines()[-1], list(board.record.mentions), board.pings)


async def test_a_daily_digest_replaces_pings_and_reminders(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/settings", CHANNEL, reminders="2")
    await choose_digest(wired_bot, ariadne, 5)
    async with (
        table_of(wired_bot, "minos-classic", 2, channel=CHANNEL) as first,
        table_of(wired_bot, "minos-classic", 2, channel=OTHER) as second,
    ):
        for_ariadne = [question(wired_bot, channel) for channel in (CHANNEL, OTHER)]
        await play_turns(first, 1)
        for_theseus = question(wired_bot)
        await play_turns(first, 1)
        for_ariadne.append(question(wired_bot))
        await pass_hours(wired_bot, 4)
        early = reminders(ariadne)
        await pass_hours(wired_bot, 2)
        (digest,) = reminders(ariadne)
        told = digest.text
        await pass_hours(wired_bot, 12)
        same_day = reminders(ariadne)
        await pass_hours(wired_bot, 12)
        next_day = reminders(ariadne)
        for table in (first, second):
            await play_turns(table, 1)
        await pass_hours(wired_bot, 72)
        done = ariadne.inbox.dms()

    assert all("Ariadne" in each.words for each in for_ariadne)
    assert [(each.mentions, each.pings) for each in for_ariadne] == [([], [])] * 3, "named without a mention"
    assert (for_theseus.mentions, for_theseus.pings) == ([theseus.id], ["Theseus"])
    assert early == []
    assert "2 tables are waiting for you." in told
    assert told.count("https://discord.com/channels/") == 2
    assert told.count(":R>") == 2, "how long it has waited"
    assert len(same_day) == 1
    assert len(next_day) == 2
    assert len(done) == 2, "nothing waits, so nothing is sent"
    assert "waiting for you" not in done[0].text


async def test_a_digest_is_sent_once_despite_a_crash(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    await choose_digest(wired_bot, ariadne, 5)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await pass_hours(wired_bot, 6)
        table = (await evening.session()).table
        outbox = wired_bot.parts.sessions.outbox
        row = Post(outbox.next_id(), table.id, table.channel, "remind", "again", 0, users=(ariadne.id,))
        await wired_bot.parts.store.commit(Write(posts=(row,)))
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        await wired_bot.quiet()
        await pass_hours(wired_bot, 1)

    assert len(reminders(ariadne)) == 1


async def test_closed_messages_turn_the_digest_into_one_ping(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    async with table_of(wired_bot, "minos-classic", 2, channel=CHANNEL):
        await choose_digest(wired_bot, ariadne, 5)
        await pass_hours(wired_bot, 1)
        async with table_of(wired_bot, "minos-classic", 2, channel=OTHER):
            before = {channel: wired_bot.board(channel).id for channel in (CHANNEL, OTHER)}
            wired_bot.sandbox.places.close_dms(ariadne.person)
            await pass_hours(wired_bot, 5)

    assert wired_bot.board(OTHER).id == before[OTHER]
    assert wired_bot.board(CHANNEL).id != before[CHANNEL]
    assert wired_bot.board(CHANNEL).pings == ["Ariadne"]
    assert wired_bot.board(CHANNEL).record.mentions == [], "the ping has become the board"


@pytest.mark.parametrize(("in_hours", "pings"), [(8, False), (20, True)])
async def test_a_vote_pings_only_if_the_digest_would_be_late(wired_bot: Wired, in_hours: int, pings: bool) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await choose_digest(wired_bot, theseus, 22)
        await play_turns(evening, 1)
        assert (await evening.person_asked()).id == theseus.id
        board, session = wired_bot.board(), await evening.session()
        while session.table.vote is None:
            await pass_hours(wired_bot, 1)
            if session.table.vote is None:
                await choose_digest(wired_bot, ariadne, in_hours)
        asked = await evening.board()
        listed = (await ariadne.command("/myturns", CHANNEL)).text
        out_of_time = [seen.text for seen in theseus.inbox.dms() if "**Minos (classic)**" in seen.text]
        await pass_hours(wired_bot, in_hours + 1)
        told = [seen.text for seen in reminders(ariadne)]

    assert board.pings == []
    assert any(VOTE in select.custom_id for select in asked.selects)
    assert ("Ariadne" in asked.pings) is pings
    assert (ariadne.id in asked.record.mentions) is pings
    assert "Ariadne" in asked.text or f"<@{ariadne.id}>" in asked.text
    assert "1 table is waiting for you." in listed
    assert "Theseus has run out of time. Vote on what happens now. – ends <t:" in listed
    assert "Theseus has run out of time. Vote on what happens now. – ends <t:" in told[0]
    assert len(told) == 1
    assert out_of_time, "news of your own seat never waits"


async def test_a_proposal_waits_for_the_digest_and_leaves_it_once_answered(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await choose_digest(wired_bot, theseus, 5)
        await evening.from_menu(ariadne, PAUSE)
        board = await evening.board()
        await pass_hours(wired_bot, 7)
        (digest,) = reminders(theseus)
        told = digest.text
        await theseus.press(board, "Agree to pause")
        await wired_bot.quiet()
        answered = reminders(theseus), theseus.inbox.dms()[-1].text

    assert board.pings == []
    assert theseus.id not in board.record.mentions, "named without a mention"
    assert "1 table is waiting for you." in told
    assert "Ariadne proposes to pause the game. Do you agree?" in told
    assert answered[0] == []
    assert "on hold" in answered[1]


async def test_results_wait_for_the_digest(wired_bot: Wired) -> None:
    """A digest keeps its results once its questions are answered. Each result is reported once, despite a restart."""
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    async with (
        table_of(wired_bot, "minos-classic", 2, channel=CHANNEL) as first,
        table_of(wired_bot, "minos-classic", 2, channel=OTHER) as second,
    ):
        await choose_digest(wired_bot, ariadne, 5)
        session = await first.session()
        await session.leaving.close(theseus.id, wired_bot.sandbox.world.clock.fresh_id(), is_moderator=True)
        ended = await first.board()
        await pass_hours(wired_bot, 1)
        early = reminders(ariadne)
        await pass_hours(wired_bot, 6)
        (digest,) = reminders(ariadne)
        told = digest.text
        await play_turns(second, 1)
        (settled,) = [seen.text for seen in ariadne.inbox.dms() if "has ended since" in seen.text]
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        await pass_hours(wired_bot, 24)
        again = [seen.text for seen in ariadne.inbox.dms() if "has ended since" in seen.text]

    assert ended.pings == []
    assert early == []
    assert "1 table is waiting for you." in told
    assert "1 game has ended since your last digest.\n🏁 **Minos (classic)** in " in told
    assert "Ariadne has won: nobody else is left at the table." in told
    assert "waiting for you" not in settled
    assert "Ariadne has won" in settled
    assert again == [settled]


async def test_people_who_get_a_digest_are_never_nudged(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await choose_digest(wired_bot, ariadne, 20)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await pass_hours(wired_bot, 13)
        refused = await evening.from_menu(theseus, NUDGE)
        await change(ariadne, "/settings", CHANNEL, digest="none")
        nudged = await evening.from_menu(theseus, NUDGE)
        await wired_bot.quiet()

    assert "if they get a daily digest" in refused.text
    assert nudged.text == "Reminder sent."
    assert wired_bot.board().pings == ["Ariadne"]


async def test_people_with_a_digest_get_their_hands_silently(dawn: Wired) -> None:
    ariadne, theseus = dawn.person("Ariadne"), dawn.person("Theseus")
    for person in (ariadne, theseus):
        await change(person, "/settings", CHANNEL, hand_by_dm=True)
    await choose_digest(dawn, ariadne, 5)
    async with table_of(dawn, "minos-dawn", 2):
        pass
    hands = [person.inbox.dms()[-1] for person in (ariadne, theseus)]

    assert [bool(hand.record.flags & SILENT) for hand in hands] == [True, False]
