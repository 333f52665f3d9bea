"""News about a seat reaches its player by direct message, or otherwise by a ping."""

from cogs.interactions.answering import REFUSED
from cogs.views.controls import VOTE
from cogs.views.waits import SIT
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.records.table import Post
from sessions.store import Write
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, control, table_of
from tests.wire.panels import change
from tests.wire.rules import SILENT
from tests.wire.test_reminders import in_its_time, pass_hours

PACE_H = 8
GAME = "Minos (classic)"


def news(person: Actor) -> list[str]:
    """Return the direct messages about this person's seat, without reminders."""
    return [seen.text for seen in person.inbox.dms() if f"**{GAME}**" in seen.text]


def channel(wired_bot: Wired) -> str:
    return "\n".join(seen.text for seen in wired_bot.public_messages())


async def vote(table: WireTable, choice: str, *voters: Actor) -> Seen:
    board = await table.board()
    (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)
    for voter in voters:
        await voter.choose(board, choice, custom_id=select.custom_id)
    return await table.board()


async def keep_waiting(table: WireTable) -> Actor:
    """Let the asked person's time run out. Return that person."""
    asked = await table.person_asked()
    session = await table.session()
    for _ in range(3):
        if session.table.vote is None:
            await pass_hours(table.wired_bot, PACE_H)
    assert session.table.vote is not None
    return asked


async def test_a_person_whose_seat_is_voted_on_gets_direct_messages(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    phaidra = wired_bot.person("Phaidra")
    async with table_of(wired_bot, "minos-classic", 3) as table:
        late = await keep_waiting(table)
        others = [person for person in table.people if person is not late]
        out, voted_on = news(late), await late.command("/myturns", CHANNEL)
        await vote(table, "wait", *others)
        more = news(late)[len(out) :]
        await pass_hours(wired_bot, 25)
        again = news(late)[len(out) + len(more) :]
        await vote(table, "substitute", *others)
        await wired_bot.quiet()
        opened, stale = channel(wired_bot), [line for line in news(late) if "Make your move" in line]
        (told,) = [seen for seen in late.inbox.dms() if "your seat is open" in seen.text]
        labels, way_back = [button.label for button in told.buttons], control(told, SIT)
        mine = await late.command("/myturns", CHANNEL)
        back = await late.press(told, "I’m back")
        await table.board()
        returned = channel(wired_bot)
        seated = (await table.session()).reader.seat_of(late.id)
        twice = await late.forge(told, way_back)
        while await table.person_asked() is not late:
            await pass_hours(wired_bot, PACE_H)
            await vote(table, "once", *[each for each in table.people if each is not await table.person_asked()])
        await keep_waiting(table)
        await vote(table, "computer", *others)
        await table.command(phaidra, "/table join")
        await table.board()
        taken = channel(wired_bot)
        lost, later = news(late)[-1], await late.command("/myturns", CHANNEL)
        gone = await late.forge(told, way_back)
        no_others = [news(person) for person in others if person is not late]

    names = " and ".join(sorted((each.person.name for each in others), key=PEOPLE.index))
    assert len(out) == 1
    assert "your time is up. The others are voting on what happens next." in out[0]
    assert [line.partition(": ")[2] for line in more] == ["the others have given you one more day."]
    assert len(again) == 1
    assert f"{late.person.name}’s seat is open after a vote by {names}." in opened
    assert stale == [], "the vote is over, and there is no move to make"
    assert labels == ["I’m back"]
    assert "What happened to your seats:" in mine.text
    assert mine.text.index("your seat is open") < mine.text.index("one more day")
    assert "your time is up" not in mine.text, "that vote is over"
    assert "your time is up" in voted_on.text
    assert "your seat is open" not in later.text, "somebody has it"
    assert back.text == f"You’ve joined the table in <#{wired_bot.sandbox.channel(CHANNEL).id}>."
    assert seated is not None
    assert f"{late.person.name} is back." in returned
    assert twice.text.startswith(REFUSED)
    assert f"Phaidra takes over {late.person.name}’s seat." in taken
    assert lost.endswith(f"<@{phaidra.id}> has taken over your seat.")
    assert gone.text.startswith(REFUSED)
    assert all(
        "your turn was played for you" in line or "your time is up" in line for told in no_others for line in told
    )


async def test_a_person_without_direct_messages_is_pinged_in_the_channel(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await table.person_asked()
        wired_bot.sandbox.places.close_dms(late.person)
        await keep_waiting(table)
        await wired_bot.quiet()
        (called,) = [seen for seen in wired_bot.public_messages() if "your time is up" in seen.text]

    assert news(late) == []
    assert called.pings == [late.person.name]
    assert called.text.startswith(f"<@{late.id}> ")


async def test_news_of_a_vote_by_one_person_is_grammatical(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await keep_waiting(table)
        (other,) = [person for person in table.people if person is not late]
        await vote(table, "substitute", other)
        told = channel(wired_bot)

    assert f"{late.person.name}’s seat is open after a vote by {other.person.name}." in told


async def test_news_is_not_repeated_after_a_crash(wired_bot: Wired) -> None:
    """The bot was killed between sending the message and recording it, so the row is sent again."""
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late, store = await keep_waiting(table), wired_bot.parts.store
        await wired_bot.quiet()
        (notice,) = await store.people.notices(late.id, 0)
        here = (await table.session()).table
        row = Post(notice.id, here.id, here.channel, "notice", "again", 0, users=(late.id,))
        await store.commit(Write(posts=(row,)))
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        await wired_bot.quiet()

    assert len(news(late)) == 1


async def test_news_makes_no_sound_in_quiet_hours(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await keep_waiting(table)
        (other,) = [person for person in table.people if person is not late]
        (aloud,) = [seen for seen in late.inbox.dms() if "your time is up" in seen.text]
        await late.command("/away", CHANNEL, until="2d")
        await vote(table, "substitute", other)
        (opened,) = [seen for seen in late.inbox.dms() if "your seat is open" in seen.text]

    assert [bool(seen.record.flags & SILENT) for seen in (aloud, opened)] == [False, True]


async def test_someone_who_left_voluntarily_gets_no_news_of_the_seat(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    async with table_of(wired_bot, "minos-classic", 3) as table:
        leaver = await table.person_asked()
        await (await table.session()).leaving.concede(leaver.id, wired_bot.sandbox.world.clock.fresh_id())
        await table.command(phaidra, "/table join")
        await table.board()

    assert news(leaver) == []
