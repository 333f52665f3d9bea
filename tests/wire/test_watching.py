"""*Watch* in the menu sends each round's end and the result by direct message, once, in public words."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from cogs.interactions.answering import REFUSED
from engine.kernel.policy import FastChance, random_policy
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post
from sessions.session import Session
from sessions.store import Write
from tests.db.test_commands import run_on
from tests.wire.dawn import dawn_bot, dawn_table
from tests.wire.evening import CHANNEL, Wired, WireTable, from_menu, table_of
from tests.wire.panels import change
from tests.wire.test_dawn import hand_of, name_of
from tests.wire.test_history import rounds


async def start_watching(evening: WireTable, locale: str = "en-US") -> Actor:
    """Let someone watch the table without playing. Return that person."""
    glaukos = evening.wired_bot.newcomer("Glaukos", locale=locale)
    begun = await evening.from_menu(glaukos, "watch")
    assert begun.is_ephemeral
    assert begun.text.startswith("You’re watching this table"), begun.text
    return glaukos


def news(person: Actor) -> list[Seen]:
    """Return all messages after the greeting."""
    return person.inbox.dms()[1:]


async def test_a_watcher_gets_one_message_per_round(evening: WireTable) -> None:
    glaukos = await start_watching(evening)

    for _ in range(2):
        await rounds(evening, 1)

    channel = evening.sandbox.channel(CHANNEL).id
    assert "I’ll message you here" in glaukos.inbox.dms()[0].text
    assert [seen.text.splitlines()[0] for seen in news(glaukos)] == [
        f"### Minos (classic) in <#{channel}>: round {number} has ended" for number in (1, 2)
    ]
    assert all("Ariadne" in seen.text for seen in news(glaukos)), "the state of the game in words"


async def test_watching_again_stops_watching(evening: WireTable) -> None:
    glaukos = await start_watching(evening)

    stopped = await evening.from_menu(glaukos, "watch")
    await rounds(evening, 1)

    assert stopped.text == "You’ve stopped watching this table."
    assert news(glaukos) == []


async def test_a_late_watcher_gets_messages_only_about_later_rounds(evening: WireTable) -> None:
    await rounds(evening, 1)
    glaukos = await start_watching(evening)
    await rounds(evening, 1)

    assert [": round 2 has ended" in seen.text for seen in news(glaukos)] == [True]


async def test_a_watcher_gets_the_result_and_no_more_messages(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        glaukos = await start_watching(evening)
        theseus = evening.people[1]
        sure = await evening.command(theseus, "/table leave")
        assert sure.message is not None
        await theseus.press(sure.message, sure.message.buttons[0].label)
        await evening.people[0].press(await evening.board(), "End the game")
        await evening.board()
        table = (await evening.session()).table.id
        again = await evening.from_menu(glaukos, "watch")

    (told,) = news(glaukos)
    assert "the game has ended" in told.text
    assert evening.people[0].mention in told.text, "the winner"
    assert wired_bot.parts.sessions.choices.watchers.of(table) == ()
    assert again.text.startswith(REFUSED)


async def test_round_reports_use_the_language_of_the_watcher(evening: WireTable) -> None:
    glaukos = await start_watching(evening)
    await change(glaukos, "/settings", evening.channel, language="cs")

    await rounds(evening, 1)

    assert "skončilo 1. kolo" in news(glaukos)[0].text


async def test_a_watcher_with_closed_messages_gets_one_hint(evening: WireTable) -> None:
    glaukos = evening.wired_bot.newcomer("Glaukos", locale="fr")
    evening.sandbox.places.close_dms(glaukos.person)

    hint = await evening.from_menu(glaukos, "watch")
    await rounds(evening, 1)

    assert hint.text.startswith("Je ne peux pas vous écrire")
    tried = [path for path, _, code in evening.sandbox.rest.refused if code == 50007]
    assert len(tried) == 1


async def test_a_watcher_may_try_again_if_discord_is_busy(evening: WireTable) -> None:
    """Nobody's privacy settings are to blame."""
    glaukos = evening.wired_bot.newcomer("Glaukos")
    evening.sandbox.faults.fail("POST /users/@me/channels", status=503)

    refused = await evening.from_menu(glaukos, "watch")
    begun = await evening.from_menu(glaukos, "watch")

    assert refused.text == f"{REFUSED} Discord didn’t accept my message just now. Try again in a few minutes."
    assert begun.text.startswith("You’re watching this table")


async def test_closing_direct_messages_later_ends_watching(evening: WireTable) -> None:
    glaukos = await start_watching(evening)
    evening.sandbox.places.close_dms(glaukos.person)

    await rounds(evening, 2)

    tried = [path for path, _, code in evening.sandbox.rest.refused if code == 50007]
    assert len(tried) == 1
    assert evening.wired_bot.parts.sessions.choices.watchers.of((await evening.session()).table.id) == ()


async def test_watching_survives_a_restart_without_repeats(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill, the bot handles the row again.

    A stored mark shows that the report was delivered. If there is no mark, the bot looks for the report in the
    conversation.
    """
    glaukos = await start_watching(evening)
    rows: list[Post] = []
    deliver = evening.wired_bot.parts.client.senders.watches.deliver

    async def record_rows(session: object, posts: list[Post]) -> object:
        rows.extend(posts)
        return await deliver(session, posts)  # type: ignore[arg-type]

    monkeypatch.setattr(evening.wired_bot.parts.client.senders.watches, "deliver", record_rows)
    await rounds(evening, 1)
    (row,) = rows
    store, watcher = evening.wired_bot.parts.store, None
    for is_kept in (True, False):
        store = evening.wired_bot.parts.store
        watcher = evening.wired_bot.parts.sessions.choices.watchers.get(row.table, glaukos.id)
        assert watcher is not None
        assert watcher.told == 1
        if not is_kept:
            await store.people.keep_watcher(replace(watcher, told=0))
        await store.commit(Write(row.table, posts=(replace(row, nonce=f"other-{is_kept}"),)))
        await evening.wired_bot.stop_bot()
        await evening.wired_bot.start_bot()
        await evening.board()
        assert len(news(glaukos)) == 1

    await rounds(evening, 1)
    assert len(news(glaukos)) == 2


async def test_a_reported_round_is_not_reported_again(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a database that failed to mark rounds as done, while Discord has forgotten the nonces."""
    glaukos = await start_watching(evening)
    watches, rows = evening.wired_bot.parts.client.senders.watches, list[Post]()
    deliver = watches.deliver

    async def record_rows(session: Session, posts: Sequence[Post]) -> Delivery:
        rows.extend(posts)
        return await deliver(session, posts)

    monkeypatch.setattr(watches, "deliver", record_rows)
    await rounds(evening, 1)
    await rounds(evening, 1)
    session = await evening.session()
    for number, row in enumerate(rows):
        assert await deliver(session, [replace(row, nonce=f"again-{number}")]) == DONE

    assert len(rows) == 2
    assert [seen.text.partition(": ")[2].splitlines()[0] for seen in news(glaukos)] == [
        f"round {number} has ended" for number in (1, 2)
    ]


async def test_rounds_missed_in_an_outage_arrive_as_one_message(evening: WireTable) -> None:
    glaukos = await start_watching(evening)
    evening.sandbox.faults.drop(f"POST /channels/{glaukos.inbox.dms()[0].channel_id}/messages")

    await rounds(evening, 1)
    await evening.board()

    assert [": round 1 has ended" in seen.text for seen in news(glaukos)] == [True]


async def test_watching_needs_a_table_in_the_same_channel(evening: WireTable) -> None:
    glaukos = evening.wired_bot.newcomer("Glaukos")

    reply = await from_menu(glaukos, "watch", "harbour")

    assert reply.text.startswith(REFUSED)
    assert glaukos.inbox.dms() == []


async def test_a_watcher_never_sees_hidden_information(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2) as evening:
        glaukos = await start_watching(evening)
        session, chance = await evening.session(), FastChance(bytes(16))
        while len(news(glaukos)) < 1 and session.pending:
            decision = session.pending[0]
            user, press = session.table.sitters[decision.seat].user, evening.sandbox.world.clock.fresh_id()
            await session.play.answer(user, random_policy(lambda: None, decision, chance), press)
            log = session.reader.log
            lines = await log.lines(None, session.number, session.number)
            if any(log.round_begun(fact) for line in lines for fact in line.facts):
                await evening.board()
        hidden = {name_of(card) for seat in (0, 1) for card in hand_of(evening, seat)}

    (told,) = news(glaukos)
    assert hidden
    assert not [name for name in hidden if name in told.text]


async def test_exports_name_watched_tables_and_forgetting_people_ends_watching(
    evening: WireTable, capsys: pytest.CaptureFixture[str]
) -> None:
    glaukos = await start_watching(evening)
    table, path = (await evening.session()).table.id, evening.wired_bot.folder / "knossos.db"

    assert await run_on(path, "export", glaukos.id) == 0
    assert json.loads(capsys.readouterr().out)["watches"] == [table]
    await evening.wired_bot.stop_bot()
    assert await run_on(path, "forget", glaukos.id) == 0
    await evening.wired_bot.start_bot()

    assert evening.wired_bot.parts.sessions.choices.watchers.of(table) == ()
