"""Rematches over the wire: proposed below a finished game, accepted in the lobby, once per game."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sessions.lobby.lobby import LobbyOptions
from sessions.session import Session
from tests.wire.endings import begun, bot_of_all_games, pinged_names, the_end
from tests.wire.evening import CHANNEL, Wired, WireTable

IN = {"en": "I’m in", "fr": "Je joue", "cs": "Hraju"}
REMATCH = {"en": "Rematch", "fr": "Revanche", "cs": "Odveta"}


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


@pytest.fixture
async def three(wired_bot: Wired) -> AsyncIterator[WireTable]:
    """A table of three people with a game of Minerva."""
    async with begun(wired_bot, "minerva", 3) as evening:
        yield evening


def names_seated(session: Session) -> list[str]:
    return [sitter.name for sitter in session.table.sitters]


async def ask_for_rematch(evening: WireTable, person: Actor, end: Seen) -> tuple[Reply, Seen]:
    """Ask for a rematch. Return the final answer and the lobby."""
    reply = await person.press(end, "Rematch")
    await evening.sandbox.until(lambda: not reply.text.endswith("…"))
    return reply, await evening.board()


async def test_the_next_player_in_order_begins_the_rematch(three: WireTable) -> None:
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    before = (await three.session()).table

    reply, lobby = await ask_for_rematch(three, theseus, end)
    session = await three.session()

    assert reply.is_ephemeral
    assert reply.text.startswith("You’re in. The rematch starts once the others have agreed: <#")
    assert session.table.rematch_of == before.id
    assert names_seated(session) == ["Theseus", "Daidalos", "Ariadne"], "Ariadne began"
    assert session.table.options == before.options | {"first_seat": "first"}
    assert session.table.owner == theseus.id
    assert pinged_names(three.people, lobby) == ["Ariadne", "Daidalos"]
    assert "1. Theseus ✓\n2. Daidalos – not answered yet\n3. Ariadne – not answered yet" in lobby.text
    assert [button.label for button in lobby.buttons][:2] == ["I’m in", "Leave"]

    await ariadne.press(lobby, "I’m in")
    lobby = await three.board()
    assert f"Waiting for {daidalos.mention}." in lobby.text
    assert (await three.session()).table.status == "lobby"
    await daidalos.press(lobby, "I’m in")

    session = await three.session()
    assert session.table.status == "running"
    assert session.table.proposal is None
    assert (await three.person_asked()).id == theseus.id


async def test_two_simultaneous_rematch_requests_open_one_table(wired_bot: Wired) -> None:
    """The second press counts as consent to the first."""
    async with begun(wired_bot, "minerva", 2) as evening:
        end = await the_end(evening)
        old = (await evening.session()).table.id

        replies = await asyncio.gather(*(person.press(end, "Rematch") for person in evening.people))
        await wired_bot.quiet()

        session = await evening.session()
        assert [session.table.id, session.table.rematch_of] == [old + 1, old]
        assert session.table.status == "running"
        assert all(reply.is_ephemeral and not reply.text.startswith("✋") for reply in replies)


async def test_a_second_rematch_press_links_to_the_existing_table(three: WireTable) -> None:
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    _, lobby = await ask_for_rematch(three, ariadne, end)
    again, _ = await ask_for_rematch(three, ariadne, end)
    table = (await three.session()).table.id
    for person in (theseus, daidalos):
        await person.press(await three.board(), "I’m in")
    running, _ = await ask_for_rematch(three, theseus, end)
    second = await the_end(three)
    over, _ = await ask_for_rematch(three, theseus, end)

    assert (await three.session()).table.id == table
    assert again.text.startswith("You’re in.")
    assert again.text.endswith(f"/{lobby.id}")
    assert running.text.startswith("The rematch is in progress: https://")
    assert over.text.startswith("The rematch is over.")
    assert second.id != end.id
    next_one, _ = await ask_for_rematch(three, theseus, second)
    assert next_one.text.startswith("You’re in.")


async def test_players_who_left_cannot_ask_for_a_rematch(three: WireTable) -> None:
    leaver = (await three.others())[0]
    session = await three.session()
    await session.leaving.concede(leaver.id, three.sandbox.world.clock.fresh_id())
    end = await the_end(three)
    replies = [await person.press(end, "Rematch") for person in (three.wired_bot.person("Phaidra"), leaver)]

    for reply in replies:
        assert reply.text == (
            "✋ The rematch is for people who played this game to its end. Open your own table with `/table open`."
        )
    assert (await three.session()).table.id == session.table.id
    stayed = next(person for person in three.people if person.id != leaver.id)
    await ask_for_rematch(three, stayed, end)
    rematch = await three.session()
    assert leaver.name not in names_seated(rematch)
    assert rematch.table.seats_wanted is None, "the seat is free for anyone"


async def test_the_rematch_button_and_lobby_survive_a_restart(three: WireTable) -> None:
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    await three.wired_bot.stop_bot()
    await three.wired_bot.start_bot()
    reply, lobby = await ask_for_rematch(three, daidalos, end)
    await three.wired_bot.stop_bot()
    await three.wired_bot.start_bot()
    again = await daidalos.press(end, "Rematch")
    await theseus.press(lobby, "I’m in")
    await ariadne.press(await three.board(), "I’m in")

    assert reply.text.startswith("You’re in.")
    assert again.text.startswith("You’re in.")
    assert (await three.session()).table.status == "running"


async def test_a_rematch_seats_nobody_who_left_the_server(three: WireTable) -> None:
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    three.sandbox.world.absent.add(daidalos.id)
    _, lobby = await ask_for_rematch(three, ariadne, end)

    session = await three.session()
    assert names_seated(session) == ["Theseus", "Ariadne"]
    assert pinged_names(three.people, lobby) == ["Theseus"]
    await theseus.press(lobby, "I’m in")
    ready = await three.board()
    assert (await three.session()).table.status == "running", "two are enough"
    assert ready.id != lobby.id


async def test_a_rematch_without_other_players_waits_for_newcomers(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minos-classic", 2) as evening:
        end = await the_end(evening)
        wired_bot.sandbox.world.absent.add(evening.people[1].id)
        reply, lobby = await ask_for_rematch(evening, evening.people[0], end)

        assert reply.text.startswith("The table for the rematch is open: ")
        assert [button.label for button in lobby.buttons][:1] == ["Join"]
        assert "Start" in [button.label for button in lobby.buttons]


async def test_a_rematch_works_even_if_the_server_does_not_respond(three: WireTable) -> None:
    end = await the_end(three)
    three.sandbox.faults.fail("GET /guilds/*/members/*", status=500, times=99)
    await ask_for_rematch(three, three.people[0], end)

    assert sorted(names_seated(await three.session())) == ["Ariadne", "Daidalos", "Theseus"]


async def test_a_rematch_is_refused_if_the_channel_has_a_table(three: WireTable) -> None:
    end = await the_end(three)
    phaidra = three.wired_bot.person("Phaidra")
    await phaidra.command("/table open", CHANNEL, game="minerva")
    reply = await three.people[0].press(end, "Rematch")

    assert reply.text == ("✋ This channel has another open table. Ask for the rematch again when it’s over.")


async def test_a_rematch_is_possible_again_after_its_lobby_closed(three: WireTable) -> None:
    end = await the_end(three)
    ariadne = three.people[0]
    await ask_for_rematch(three, ariadne, end)
    first = (await three.session()).table.id
    sure = await three.command(ariadne, "/table close")
    assert sure.message is not None
    await ariadne.press(sure.message, "Close table")
    await ask_for_rematch(three, ariadne, end)

    session = await three.session()
    assert session.table.id == first + 1
    assert session.table.status == "lobby"


async def test_a_rematch_starts_only_with_everyones_consent(three: WireTable) -> None:
    """The owner can start when everyone has agreed, or without the people who refuse."""
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    await ask_for_rematch(three, ariadne, end)
    refused = await three.command(ariadne, "/table start")
    await theseus.press(await three.board(), "Leave")
    kicked = await three.command(ariadne, "/table kick", player=daidalos.person)
    lobby = await three.board()

    assert refused.text.startswith(f"✋ The rematch is waiting for {theseus.mention} and {daidalos.mention}.") or (
        refused.text.startswith(f"✋ The rematch is waiting for {daidalos.mention} and {theseus.mention}.")
    )
    assert not kicked.text.startswith("✋")
    assert names_seated(await three.session()) == ["Ariadne"]
    assert (await three.session()).table.proposal is None
    assert "Start" in [button.label for button in lobby.buttons]


async def test_changing_the_options_of_a_rematch_asks_everyone_again(three: WireTable) -> None:
    ariadne, theseus, _ = three.people
    end = await the_end(three)
    await ask_for_rematch(three, ariadne, end)
    await theseus.press(await three.board(), "I’m in")
    session = await three.session()
    await session.lobby.configure(
        ariadne.id, three.sandbox.world.clock.fresh_id(), LobbyOptions(options={"colon_mode": "per_token"})
    )
    lobby = await three.board()

    assert "Ariadne ✓" in lobby.text
    assert "Theseus – not answered yet" in lobby.text


async def test_a_newcomer_who_joins_a_rematch_has_agreed(three: WireTable) -> None:
    ariadne, theseus, daidalos = three.people
    end = await the_end(three)
    three.sandbox.world.absent.add(daidalos.id)
    _, lobby = await ask_for_rematch(three, ariadne, end)
    await three.wired_bot.person("Phaidra").press(lobby, "Join")
    lobby = await three.board()
    assert "3. Phaidra ✓" in lobby.text
    await theseus.press(lobby, "I’m in")

    session = await three.session()
    assert session.table.status == "running"
    assert names_seated(session) == ["Theseus", "Ariadne", "Phaidra"]


async def test_a_vote_on_another_rematch_does_not_count(three: WireTable) -> None:
    ariadne, theseus, _ = three.people
    end = await the_end(three)
    _, lobby = await ask_for_rematch(three, ariadne, end)
    stranger = await three.wired_bot.person("Phaidra").press(lobby, "I’m in")
    assert stranger.text.startswith("✋ You’re not at this table.")
    sure = await three.command(ariadne, "/table close")
    assert sure.message is not None
    await ariadne.press(sure.message, "Close table")
    late = await theseus.forge(lobby, next(b.custom_id for b in lobby.buttons if b.label == "I’m in" and b.custom_id))

    assert late.text.startswith("✋")


async def test_a_solo_rematch_opens_with_its_start_button(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minos-dawn", 1, options="difficulty=normal") as evening:
        end = await the_end(evening)
        reply, lobby = await ask_for_rematch(evening, evening.people[0], end)

        assert reply.text.startswith("The table for the rematch is open: ")
        assert "Difficulty: **normal**" in lobby.text
        await evening.people[0].press(lobby, "Start")
        assert (await evening.session()).table.status == "running"


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
async def test_a_rematch_keeps_table_and_reader_languages(wired_bot: Wired, language: str) -> None:
    async with begun(wired_bot, "minerva", 2, language=language) as evening:
        ariadne, theseus = evening.people
        end = await the_end(evening)
        theseus.person.locale = {"en": "cs", "fr": "en-US", "cs": "fr"}[language]
        reply = await theseus.press(end, REMATCH[language])
        await evening.sandbox.until(lambda: not reply.text.endswith("…"))
        lobby = await evening.board()

        assert all(len(button.label or "") <= 34 for button in (*end.buttons, *lobby.buttons))
        assert lobby.text.startswith(f"## {REMATCH[language]}")
        assert reply.text.split(".")[0] == {"en": "Odvetu hrajete", "fr": "You’re in", "cs": "C’est noté"}[language]
        await ariadne.press(lobby, IN[language])
        assert (await evening.session()).table.language == language
        assert (await evening.session()).table.status == "running"


async def test_changed_options_ping_those_who_had_agreed(three: WireTable) -> None:
    ariadne, theseus, _ = three.people
    await ask_for_rematch(three, ariadne, await the_end(three))
    await theseus.press(await three.board(), "I’m in")
    session, before = await three.session(), await three.board()

    await session.lobby.configure(ariadne.id, 1, LobbyOptions(options={"colon_mode": "per_token"}))

    assert (await three.board()).id != before.id, "an edit pings nobody"
    assert pinged_names(three.people, await three.board()) == ["Theseus"]
