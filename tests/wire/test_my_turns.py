"""`/myturns` lists a person's open questions, how long they have been waiting, and where."""

import re

import pytest

from sandbox.world import GUILD_ID
from tests.waiting import eventually
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, sessions_of, table_of

NOTHING = {
    "en-US": "No table is waiting for you.",
    "fr": "Aucune table ne vous attend.",
    "cs": "Žádný stůl na vás nečeká.",
}
WAITING = {"en": "You’re waiting for others", "fr": "Vous attendez les autres", "cs": "čekáte na ostatní"}
HELD = {
    "en": "1 of your tables is on hold.",
    "fr": "1 de vos tables est à l’arrêt.",
    "cs": "U jednoho vašeho stolu je hra přerušená.",
}


@pytest.mark.parametrize("locale", NOTHING)
async def test_my_turns_says_if_nothing_is_waiting(wired_bot: Wired, locale: str) -> None:
    person = wired_bot.person("Ariadne")
    person.person.locale = locale

    reply = await person.command("/myturns", CHANNEL)

    assert reply.text == NOTHING[locale]


async def test_each_line_shows_the_wait_and_links_to_the_board(evening: WireTable) -> None:
    first = await evening.person_asked()
    await evening.command(first, "/classic stop")
    await evening.command(first, "/classic end")
    asked = await evening.person_asked()
    session = await evening.session()
    (entry,) = await session.reader.log.lines(None, session.number, session.number)
    await evening.command(asked, "/classic roll")
    board = await evening.board()

    texts = []
    for _ in range(2):
        texts.append((await asked.command("/myturns", "harbour")).text)
        await evening.wired_bot.stop_bot()
        await evening.wired_bot.start_bot()

    for text in texts:
        channel = evening.sandbox.channel(CHANNEL)
        assert f"https://discord.com/channels/{GUILD_ID}/{channel.id}/{board.id}" in text
        assert re.findall(r"<t:(\d+):R>", text) == [str(entry.at // 1000)], "since the turn began, not the last roll"
        assert text.startswith("It’s your turn at 1 table.")


async def test_a_table_with_an_unknown_board_has_no_link(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    await evening.board()
    await evening.wired_bot.parts.store.posts.forget_message(session.table.id, "control")

    reply = await asked.command("/myturns", "harbour")

    assert "https://" not in reply.text
    assert f"<#{evening.sandbox.channel(CHANNEL).id}>" in reply.text


async def test_my_turns_lists_every_waiting_table(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    for channel in ("agora", "labyrinth"):
        async with table_of(wired_bot, "minos-classic", 2, channel=channel):
            pass

    reply = await ariadne.command("/myturns", "harbour")

    assert "It’s your turn at 2 tables." in reply.text
    assert reply.text.count("https://discord.com/channels/") == 2


async def test_my_turns_omits_a_table_answered_meanwhile(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first, store = await evening.person_asked(), evening.wired_bot.parts.store
    await evening.command(first, "/classic stop")
    read = store.posts.live_messages

    async def read_late(*tables: int) -> object:
        monkeypatch.setattr(store.posts, "live_messages", read)
        await evening.command(first, "/classic end")
        return await read(*tables)

    monkeypatch.setattr(store.posts, "live_messages", read_late)
    reply = await first.command("/myturns", "harbour")

    assert reply.text.startswith(NOTHING["en-US"])


async def test_my_turns_continues_in_further_messages(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    ariadne = wired_bot.person("Ariadne")
    for channel in ("agora", "labyrinth"):
        async with table_of(wired_bot, "minos-classic", 2, channel=channel):
            pass
    monkeypatch.setattr("discord_limits.CONTENT", 250)

    reply = await ariadne.command("/myturns", "harbour")

    await wired_bot.sandbox.until(lambda: len(reply.followups) == 2)
    texts = [reply.text, *(seen.text for seen in reply.followups)]
    assert [text.count("https://discord.com/channels/") for text in texts] == [0, 1, 1]


@pytest.mark.parametrize("locale", ["en", "fr", "cs"])
async def test_my_turns_lists_lobbies_that_the_person_can_begin(wired_bot: Wired, locale: str) -> None:
    """Buttons have the names that they have on the board, in the table's language."""
    owner, guest, found, opener = map(wired_bot.person, PEOPLE)
    await owner.command("/table open", CHANNEL, game="minerva", seats=2)
    early = await owner.command("/myturns", "harbour")
    await guest.command("/table join", CHANNEL)
    for person in (found, opener):
        await person.command("/play", CHANNEL, game="minerva", seats="2")
    for person in (owner, guest, found, opener):
        person.person.locale = locale
    texts = [(await person.command("/myturns", "harbour")).text for person in (owner, guest, found, opener)]

    assert "You’re waiting for others" in early.text
    assert ["Start" in text for text in texts] == [True, False, False, False]
    assert ["Ready" in text for text in texts] == [False, False, True, False]
    assert [WAITING[locale] in text for text in texts] == [False, True, False, True]


@pytest.mark.parametrize("locale", ["en", "fr", "cs"])
async def test_my_turns_says_why_a_game_is_on_hold(evening: WireTable, locale: str) -> None:
    person = evening.people[0]
    person.person.locale = locale
    channels = evening.sandbox.world.channels
    channels.delete(evening.sandbox.channel(CHANNEL))
    session = (await sessions_of(evening.wired_bot))[0]
    await eventually(lambda: session.table.status == "suspended", "the channel is lost")
    reply = await person.command("/myturns", "harbour")

    assert HELD[locale] in reply.text
    assert "/table move" in reply.text
    assert WAITING[locale] not in reply.text
