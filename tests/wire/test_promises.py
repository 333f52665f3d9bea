"""The bot says that a table is open, shown or moved only after Discord has accepted its board."""

from typing import Any

import pytest

from cogs.delivery.outcomes import Outcomes, Posted
from cogs.interactions.answering import REFUSED
from cogs.table.queue import Queue
from engine.kernel.decision import Message
from locales.words import Words
from sandbox import permissions
from sandbox.seen import Reply
from sandbox.world import GUILD_ID
from sessions.refusals import StorageUnavailable
from sessions.session import Session
from tests.wire.endings import begun, the_end
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of

SEND = "POST /channels/*/messages"
GAME = "minos-classic"


def words(message: Message, language: str = "en") -> str:
    return Words().say(message, language)


async def final_text(wired_bot: Wired, reply: Reply, begun: str) -> str:
    """Wait until the answer no longer contains `begun`. Return its text."""
    await wired_bot.sandbox.until(lambda: reply.text and begun not in reply.text)
    return reply.text


async def test_a_table_is_announced_as_open_after_its_board_arrives(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.faults.delay(SEND, 0.6)

    reply = await ariadne.command("/table open", CHANNEL, game=GAME)
    at_first, posted = reply.text, wired_bot.public_messages()
    in_the_end = await final_text(wired_bot, reply, "setting up")

    assert "setting up the table" in at_first
    assert posted == []
    assert "the table is open in" in in_the_end
    assert wired_bot.board().buttons


REFUSALS = {
    50013: ("place.refused", {"code": "50013"}, 1),
    160005: ("place.locked", {}, 1),
    10003: ("place.gone", {}, 1),
    20009: ("place.filtered", {}, 2),
    200000: ("place.filtered", {}, 2),
    240000: ("place.filtered", {}, 2),
    50024: ("place.refused", {"code": "50024"}, 2),
}
"""The bot's explanation of each error code, and the number of requests that must fail with it."""


@pytest.mark.parametrize("code", REFUSALS)
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
async def test_the_reply_says_that_the_first_board_was_refused(wired_bot: Wired, code: int, language: str) -> None:
    ariadne, channel = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(CHANNEL)
    ariadne.person.locale = language
    key, blanks, times = REFUSALS[code]
    wired_bot.sandbox.faults.refuse(SEND, code, times=times)
    game = wired_bot.parts.client.services.wording.game_uis[GAME].name
    opening = words(Message("table.opening", {"game": game, "channel": f"<#{channel.id}>"}), language)

    reply = await ariadne.command("/table open", CHANNEL, game=GAME)

    why = Message(key, dict(blanks))
    refused = Message("table.not_posted", {"game": game, "channel": f"<#{channel.id}>", "why": why})
    assert await final_text(wired_bot, reply, opening) == f"{REFUSED} {words(refused, language)}"
    assert wired_bot.public_messages() == []
    assert ariadne.inbox.dms() == [], "the reply already says so"


async def test_a_delayed_board_is_announced_and_sent_automatically(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.outcomes.WAIT_S", 0.3)
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.faults.fail(SEND, status=503, times=2)

    reply = await ariadne.command("/table open", CHANNEL, game=GAME)

    assert "the board isn’t posted in" in await final_text(wired_bot, reply, "setting up")
    await wired_bot.sandbox.until(lambda: wired_bot.public_messages() and wired_bot.board().buttons)


async def test_the_reply_waits_for_a_slightly_late_board(wired_bot: Wired) -> None:
    wired_bot.sandbox.faults.fail(SEND, status=503)

    reply = await wired_bot.person("Ariadne").command("/table open", CHANNEL, game=GAME)

    assert "the table is open in" in await final_text(wired_bot, reply, "setting up")


async def test_a_repeated_board_is_announced_only_after_posting(evening: WireTable) -> None:
    person, wired_bot = evening.people[0], evening.wired_bot
    before = await evening.board()
    wired_bot.sandbox.faults.delay(SEND, 0.4)

    reply = await evening.command(person, "/table show")
    at_first = reply.text

    assert at_first == "Posting the board …"
    assert await final_text(wired_bot, reply, at_first) == "The board is posted."
    assert await evening.board() != before


async def test_moving_to_a_channel_that_refuses_posts_is_reported(evening: WireTable) -> None:
    owner, wired_bot = evening.people[0], evening.wired_bot
    session, harbour = await evening.session(), wired_bot.sandbox.channel("harbour")
    wired_bot.sandbox.faults.refuse(f"POST /channels/{harbour.id}/messages", 50013)

    reply = await owner.command("/table move", harbour, table=str(session.table.id))

    text = await final_text(wired_bot, reply, "Moving the table")
    assert text.startswith(f"{REFUSED} ")
    assert f"I couldn’t post the board in <#{harbour.id}>. Discord refuses it (code 50013)." in text


async def test_a_queue_keeps_its_order_if_its_table_is_refused(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    wired_bot.sandbox.faults.refuse(SEND, 50013)
    await ariadne.command("/play", CHANNEL, game=GAME, seats="2")

    reply = await theseus.command("/play", CHANNEL, game=GAME, seats="2")
    text = await final_text(wired_bot, reply, "setting up")
    tables = [
        *await wired_bot.parts.sessions.store.tables.of_user(ariadne.id),
        *await wired_bot.parts.sessions.store.tables.of_user(theseus.id),
    ]
    again = await theseus.command("/play", CHANNEL, game=GAME, seats="2")

    assert "No table was opened, and everyone keeps their place in the queue." in text
    assert tables == []
    assert "the table is open in" in await final_text(wired_bot, again, "setting up")
    (table,) = await wired_bot.parts.sessions.store.tables.of_user(ariadne.id)
    assert table.owner == theseus.id
    assert table.seating.invited == (theseus.id, ariadne.id)


async def test_a_queue_that_could_not_be_restored_is_not_called_restored(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise StorageUnavailable

    monkeypatch.setattr(Queue, "_take_back", fail)
    wired_bot.sandbox.faults.refuse(SEND, 50013)
    await wired_bot.person("Ariadne").command("/play", CHANNEL, game=GAME, seats="2")
    reply = await wired_bot.person("Theseus").command("/play", CHANNEL, game=GAME, seats="2")
    text = await final_text(wired_bot, reply, "setting up")

    assert "I couldn’t post the board" in text
    assert "keeps their place" not in text


@pytest.mark.parametrize("route", ["POST /interactions/*/*/callback", "PATCH /webhooks/*/*/messages/@original"])
async def test_a_refused_table_is_reported_directly_if_the_answer_is_lost(
    wired_bot: Wired, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The lost answer waits for the board, so the board must not wait for that answer.
    monkeypatch.setattr("cogs.delivery.outbox_dispatcher.PATIENCE_S", 60.0)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/play", CHANNEL, game=GAME, seats="2")
    wired_bot.sandbox.faults.refuse(SEND, 50013)
    lost = wired_bot.sandbox.faults.refuse(route, 10062)

    await theseus.command("/play", CHANNEL, game=GAME, seats="2")
    await wired_bot.sandbox.until(theseus.inbox.dms)

    (told,) = theseus.inbox.dms()
    assert lost.met == 1
    assert "No table was opened, and everyone keeps their place in the queue." in told.text
    assert await wired_bot.parts.sessions.store.tables.of_user(ariadne.id) == []
    assert len(await wired_bot.parts.store.queue.waiting(GUILD_ID, wired_bot.parts.sessions.context.clock())) == 2


async def test_an_answer_that_cannot_be_finished_says_so(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise ValueError

    monkeypatch.setattr(Outcomes, "of", fail)
    reply = await wired_bot.person("Ariadne").command("/table open", CHANNEL, game=GAME)

    assert "Something went wrong" in await final_text(wired_bot, reply, "setting up")
    assert len(wired_bot.errors.records) == 1
    wired_bot.errors.records.clear()


async def test_the_owner_learns_of_an_abandoned_first_board(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.outcomes.WAIT_S", 0.0)
    ariadne, channel = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(CHANNEL)
    wired_bot.sandbox.faults.refuse(f"POST /channels/{channel.id}/messages", 240000, times=2)

    await ariadne.command("/table open", CHANNEL, game=GAME)
    await wired_bot.sandbox.until(ariadne.inbox.dms)

    (told,) = ariadne.inbox.dms()
    assert f"I can’t post the board in <#{channel.id}>. A server or Discord filter blocked it" in told.text


async def test_the_owner_learns_only_which_permission_is_missing(wired_bot: Wired) -> None:
    async with table_of(wired_bot, GAME, 2) as evening:
        owner = evening.people[0]
        await evening.command(await evening.person_asked(), "/classic stop")
        await wired_bot.quiet()
        wired_bot.sandbox.places.deny(wired_bot.sandbox.channel(CHANNEL), permissions.ATTACH_FILES)

        await evening.command(await evening.person_asked(), "/classic end")
        await wired_bot.sandbox.until(owner.inbox.dms)

        assert "Ask a moderator there to give me: Attach Files. Or move" in owner.inbox.dms()[0].text


async def test_a_board_posted_by_another_process_is_found(wired_bot: Wired) -> None:
    async with table_of(wired_bot, GAME, 2) as evening:
        session = await evening.session()
        elsewhere = Outcomes(wired_bot.parts.store.posts, is_shared=True)

        assert await elsewhere.of(session.table.id, 0) == Posted()


async def test_a_rematch_is_announced_after_its_lobby_arrives(wired_bot: Wired) -> None:
    async with begun(wired_bot, GAME, 2) as evening:
        end = await the_end(evening)
        wired_bot.sandbox.faults.delay(SEND, 0.6)

        reply = await evening.people[0].press(end, "Rematch")
        at_first, posted = reply.text, wired_bot.board().id
        in_the_end = await final_text(wired_bot, reply, "setting up")
        again = await evening.people[0].press(end, "Rematch")

        assert "setting up the table" in at_first
        assert posted == end.id
        assert in_the_end.startswith("You’re in. The rematch starts once the others have agreed: <#")
        assert again.text.endswith(f"/{wired_bot.board().id}")


async def test_a_rematch_is_confirmed_although_its_lobby_cannot_be_looked_up(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with begun(wired_bot, GAME, 2) as evening:
        end, sessions = await the_end(evening), wired_bot.parts.sessions
        rematch, posts = sessions.rematch, wired_bot.parts.store.posts
        live_messages = posts.live_messages

        async def refuse(*_: int) -> None:
            monkeypatch.setattr(posts, "live_messages", live_messages)
            raise StorageUnavailable

        async def rematch_and_break(*args: Any) -> Session:
            session = await rematch(*args)
            monkeypatch.setattr(posts, "live_messages", refuse)
            return session

        monkeypatch.setattr(sessions, "rematch", rematch_and_break)
        reply = await evening.people[0].press(end, "Rematch")

        assert not reply.text.startswith(REFUSED)
        assert (await evening.session()).table.status == "lobby"


@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_rematch_says_that_its_lobby_was_refused(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, is_slow: bool
) -> None:
    async with begun(wired_bot, GAME, 2) as evening:
        person, channel = evening.people[0], wired_bot.sandbox.channel(CHANNEL)
        end = await the_end(evening)
        text = end.text
        if is_slow:
            monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)
        wired_bot.sandbox.faults.refuse(SEND, 50013)

        reply = await person.press(end, "Rematch")
        refused = await final_text(wired_bot, reply, "setting up")

        assert refused.startswith(f"{REFUSED} ")
        assert f"I couldn’t post the board in <#{channel.id}>. Discord refuses it (code 50013)." in refused
        assert reply.is_ephemeral
        assert person.inbox.dms() == [], "the reply already says so"
        assert wired_bot.board().id == end.id
        assert wired_bot.board().text == text, "the end of the game stays as it is"
