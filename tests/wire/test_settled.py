"""A direct message that asks for something is edited once the request is met. No new message is sent."""

from cogs.interactions.answering import REFUSED
from cogs.views.waits import SIT
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, control, table_of
from tests.wire.panels import change
from tests.wire.test_notices import keep_waiting, vote
from tests.wire.test_reminders import OTHER, in_its_time, pass_hours, reminders

GAME = "**Minos (classic)**"


async def move(person: Actor, channel: str) -> Reply:
    reply = await person.command("/classic stop", channel)
    assert not reply.text.startswith(REFUSED), reply.text
    return reply


def texts(person: Actor) -> list[str]:
    return [seen.text for seen in person.inbox.dms()]


async def test_reminders_say_done_after_a_move_despite_a_restart(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    async with table_of(wired_bot, "minos-classic", 2):
        await pass_hours(wired_bot, 25)
        await pass_hours(wired_bot, 48)
        asking = [(seen.text.startswith("### ⏰"), len(seen.buttons)) for seen in ariadne.inbox.dms()]
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        await move(ariadne, CHANNEL)
        await wired_bot.quiet()

    place = f"<#{wired_bot.sandbox.channel(CHANNEL).id}>"
    assert asking == [(True, 2), (True, 2)]
    assert texts(ariadne) == [f"✅ {GAME} in {place}: done, thanks."] * 2, "edited, and nothing new"
    assert [seen.buttons for seen in ariadne.inbox.dms()] == [[], []]


async def test_a_reminder_of_two_tables_keeps_the_unanswered_one(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    for channel in (CHANNEL, OTHER):
        async with table_of(wired_bot, "minos-classic", 2, channel=channel):
            pass
    await pass_hours(wired_bot, 25)
    (told,) = reminders(ariadne)
    both = told.text
    await move(ariadne, CHANNEL)
    await wired_bot.quiet()
    (one,) = texts(ariadne)
    kept = [button.label for button in ariadne.inbox.dms()[0].buttons]
    await move(ariadne, OTHER)
    await wired_bot.quiet()

    first, second = (f"<#{wired_bot.sandbox.channel(channel).id}>" for channel in (CHANNEL, OTHER))
    assert "2 tables are waiting" in both
    assert "1 table is waiting for you." in one
    assert second in one
    assert first not in one
    assert kept == ["Not before tomorrow", "Not before Monday"]
    assert texts(ariadne) == [f"✅ {GAME} in {second}: done, thanks."]


async def test_reminders_change_when_the_turn_is_played_for_somebody(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="daily")
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await wait_for_reminder(table)
        (other,) = [person for person in table.people if person is not late]
        await keep_waiting(table)
        asked = len(texts(late))
        await vote(table, "once", other)

    place = f"<#{wired_bot.sandbox.channel(CHANNEL).id}>"
    played = f"⏩ {GAME} in {place}: your turn was played for you."
    assert texts(late)[:-1] == [played] * asked, "the reminders and the ping"
    assert "so your turn was played for you." in texts(late)[-1]


async def wait_for_reminder(table: WireTable) -> Actor:
    asked = await table.person_asked()
    await pass_hours(table.wired_bot, 25)
    assert len(reminders(asked)) == 1
    return asked


async def test_a_lost_seat_removes_the_return_button_from_messages(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="daily")
    phaidra = wired_bot.person("Phaidra")
    async with table_of(wired_bot, "minos-classic", 3) as table:
        late = await wait_for_reminder(table)
        await keep_waiting(table)
        others = [person for person in table.people if person is not late]
        await vote(table, "substitute", *others)
        await table.board()
        opened = [(seen.text, [button.label for button in seen.buttons]) for seen in late.inbox.dms()]
        told = late.inbox.dms()[-1]
        way_back = control(told, SIT)
        await table.command(phaidra, "/table join")
        await table.board()
        *settled, taken = texts(late)
        stale = await late.forge(told, way_back)

    place = f"<#{wired_bot.sandbox.channel(CHANNEL).id}>"
    lost = f"🪑 {GAME} in {place}: you no longer have a seat there."
    assert stale.text.startswith(REFUSED)
    assert opened[0] == (lost, []), "the reminder is over as soon as the seat is open"
    assert opened[-1][1] == ["I’m back"]
    assert settled == [lost] * len(opened)
    assert taken.endswith("has taken over your seat.")
    assert not any(seen.buttons for seen in late.inbox.dms())


async def test_a_reminder_says_when_its_game_is_over(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await wait_for_reminder(table)
        moderator = wired_bot.person("Phaidra").id
        press = wired_bot.sandbox.world.clock.fresh_id()
        await (await table.session()).leaving.close(moderator, press, is_moderator=True)
        await wired_bot.quiet()

    assert [text.partition(": ")[2] for text in texts(late)] == ["the game is over. There’s nothing left to do."]


async def test_deleted_messages_and_closed_dms_cause_no_error(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as table:
        late = await wait_for_reminder(table)
        (told,) = late.inbox.dms()
        wired_bot.sandbox.world.messages.delete(told.record)
        wired_bot.sandbox.places.close_dms(late.person)
        await move(late, CHANNEL)
        await wired_bot.quiet()
        kept = await wired_bot.parts.store.posts.live_messages((await table.session()).table.id)

    assert late.name == PEOPLE[0]
    assert texts(late) == []
    assert [row.kind for row in kept if row.kind.startswith("remind")] == [], "not tried again"
