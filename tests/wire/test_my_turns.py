"""`/myturns` lists a person's open questions, how long they have been waiting, and where."""

import re

import pytest

from sandbox.world import GUILD_ID
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of

NOTHING = {
    "en-US": "No table is waiting for you.",
    "fr": "Aucune table ne vous attend.",
    "cs": "Žádný stůl na vás nečeká.",
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
