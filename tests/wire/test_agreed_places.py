"""Everyone agrees to end a game with places, over the wire. The question names everyone's place."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.controls import AGREE, REFUSE, SETTLE, TIE
from cogs.views.menu import QUIT
from engine.kernel.proof.exported import FinishedGame, decode_export
from sandbox.driver import Actor
from sandbox.seen import Seen
from sandbox.simulation.chronicle import compare_channels
from sessions.lobby.lobby import LobbyOptions
from sessions.play.state import places_at
from sessions.session import Session
from tests.senders import silence
from tests.wire.endings import begun, bot_of_all_games
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, control, private_message
from tests.wire.test_export import file_of

PLAYED = 24


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


async def advance(table: WireTable, answers: int = PLAYED) -> Session:
    """Play some answers without boards in between, then show the board."""
    session, outbox, dice = await table.session(), table.wired_bot.parts.sessions.outbox, Random(1)
    sender = silence(outbox)
    for _ in range(answers):
        decision = session.pending[0]
        count = dice.randint(decision.at_least, min(decision.at_most, len(decision.options)))
        keys = tuple(option.key for option in dice.sample(decision.options, count))
        user = session.table.sitters[decision.seat].user
        await session.play.answer(user, keys, table.sandbox.world.clock.fresh_id())
    assert sender is not None
    outbox.start(sender)
    await table.board()
    return session


async def ways_to_end(table: WireTable, person: Actor) -> Seen:
    """Open the panel that offers the ways to end."""
    return private_message(await table.command(person, "/table close"))


WORDS = {
    "en": (
        "End with these places",
        "Place {}: {}, ",
        "proposes to end the game",
        "wins with",
        "Everyone agreed to",
    ),
    "fr": (
        "Finir avec ces places",
        "Place {}\u00a0: {}, ",
        "propose d’arrêter",
        "l’emporte",
        "Tout le monde a accepté",
    ),
    "cs": ("Skončit s tímto pořadím", "{}. místo: {}, ", "navrhuje hru teď ukončit", "Vítězí", "se dohodli všichni"),
}


@pytest.mark.parametrize(("language", "seats", "game"), [
    ("en", 2, "minos-classic"), ("fr", 3, "minerva"), ("cs", 4, "minos-dawn"), ("en", 4, "minos-classic"),
])  # fmt: skip
async def test_everyone_agrees_on_the_places_that_the_question_names(
    wired_bot: Wired, language: str, seats: int, game: str
) -> None:
    label, line, asks, wins, agreed = WORDS[language]
    async with begun(wired_bot, game, seats, language=language) as table:
        session = await advance(table)
        first, *others = table.people
        for person in table.people:
            person.person.locale = language
        places = places_at(session.reader, "settled")
        panel = await ways_to_end(table, first)
        offered = panel.text
        await first.press(panel, label)
        asked = await table.board()
        question, pinged, refuse = asked.text, asked.pings, control(asked, REFUSE)
        for person in others:
            assert session.table.status == "running"
            await person.press(await table.board(), custom_id=control(await table.board(), AGREE))
        board = await table.board()
        wired_bot.pass_time(6)
        late = await others[0].forge(board, refuse)
        stats = await first.command("/stats me", table.channel)

    lines = [line.format(each.place, table.people[each.seat or 0].person.name) for each in places]
    assert all(each in offered and each in question for each in lines)
    assert asks in question
    assert pinged == [person.person.name for person in others]
    assert (session.table.status, session.table.ended) == ("over", "settled")
    assert session.reader.result() == places
    if places[1].place > 1:
        assert wins in board.text.split("\n")[1]
    assert agreed in board.text
    assert sorted(board.pings) == sorted(person.person.name for person in table.people)
    assert board.text.count(f"> – {places[-1].score} ") or places[-1].place == 1
    assert late.text.startswith(REFUSED)
    assert {"en": "agreed places: 1", "fr": "d’un commun accord", "cs": "dohodou o pořadí: 1"}[language] in stats.text


async def test_people_who_want_to_leave_are_offered_agreed_places(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minos-classic", 3) as table:
        session = await advance(table)
        panel = private_message(await table.from_menu(table.people[0], QUIT))
        labels, offered = [button.label for button in panel.buttons], panel.text
        await table.people[0].press(panel, custom_id=control(panel, SETTLE))
        board = await table.board()

    assert labels[-2:] == ["End with these places", "Share the victory"]
    assert "Place 1: " in offered
    assert session.table.proposal is not None
    assert session.table.proposal.kind == "settled"
    assert control(board, AGREE)


async def test_the_judge_does_not_take_proposed_places_for_lines_of_the_log(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 3) as table:
        await advance(table)
        panel = await ways_to_end(table, table.people[0])
        await table.people[0].press(panel, custom_id=control(panel, SETTLE))
        shown = (await table.board()).text
        await wired_bot.quiet()
        world = wired_bot.sandbox.world
        lacking, _ = compare_channels(wired_bot.folder / "knossos.db", world.messages, world.bot.id)

    assert "• Place 1: " in shown
    assert not [fault for fault in lacking if "once too often" in fault]


@pytest.mark.parametrize(("language", "label", "shares"), [
    ("en", "Share the victory", "share the victory: everyone agreed to a draw."),
    ("fr", "Partager la victoire", "Tout le monde a accepté l’égalité."),
    ("cs", "Rozdělit se o vítězství", "Na remíze se dohodli všichni."),
])  # fmt: skip
async def test_players_who_stayed_share_first_place_and_the_leaver_is_last(
    wired_bot: Wired, language: str, label: str, shares: str
) -> None:
    """TIE-2: everyone who still plays shares the first place. The player who left is last."""
    async with begun(wired_bot, "minos-classic", 3, language=language) as table:
        session = await advance(table)
        first, second, gone = table.people
        await session.leaving.concede(gone.id, wired_bot.sandbox.world.clock.fresh_id())
        for person in table.people:
            person.person.locale = language
        await first.press(await ways_to_end(table, first), label)
        asked = await table.board()
        stranger = await gone.press(asked, custom_id=control(asked, AGREE))
        await second.press(asked, custom_id=control(asked, AGREE))
        board = await table.board()

    result = session.reader.result()
    assert result is not None
    assert [(each.seat, each.place) for each in sorted(result, key=lambda each: each.seat or 0)] == [
        (0, 1), (1, 1), (2, 3),
    ]  # fmt: skip
    assert stranger.text.startswith(REFUSED)
    winners = board.text.split("\n")[1]
    assert shares in winners
    assert f"<@{first.id}>" in winners
    assert f"<@{second.id}>" in winners
    assert gone.person.name not in winners


async def test_minerva_offers_no_draw_because_a_rule_breaks_ties(wired_bot: Wired) -> None:
    """TIE-03: the lower order tile wins."""
    async with begun(wired_bot, "minerva", 2) as table:
        panel = await ways_to_end(table, table.people[0])
        labels = [button.label for button in panel.buttons]
        forged = await table.people[0].forge(panel, control(panel, SETTLE).replace(SETTLE, TIE))

    assert "End with these places" in labels
    assert "Share the victory" not in labels
    assert forged.text.startswith(REFUSED)


async def test_old_or_unauthorized_presses_on_agreed_places_are_refused(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minos-classic", 3) as table:
        session = await advance(table)
        first, second, third = table.people
        phaidra = wired_bot.person("Phaidra")
        old = await ways_to_end(table, first)
        await advance(table, 1)
        stale = await first.press(old, "End with these places")
        foreign = await phaidra.command("/table close", table.channel)
        none = session.table.proposal
        await first.press(await ways_to_end(table, first), "End with these places")
        asked = await table.board()
        spectator = await phaidra.press(asked, custom_id=control(asked, AGREE))
        for _ in range(2):
            await second.press(asked, custom_id=control(asked, AGREE))
        still, agree = session.table.status, control(asked, AGREE)
        refused = await third.press(await table.board(), "Keep playing")
        again = await first.press(await ways_to_end(table, first), "Share the victory")
        after = await third.forge(await table.board(), agree)

    for reply in (stale, foreign, spectator, again, after):
        assert reply.text.startswith(REFUSED), reply
    assert none is None
    assert still == "running"
    assert not refused.text.startswith(REFUSED)
    assert session.table.proposal is None
    assert session.table.status == "running"


@pytest.mark.parametrize("hints", [False, True])
async def test_games_with_hints_show_an_estimate_below_the_question(wired_bot: Wired, hints: bool) -> None:
    first, second = map(wired_bot.person, PEOPLE[:2])
    table, fresh_id = WireTable(wired_bot, [first, second], CHANNEL), wired_bot.sandbox.world.clock.fresh_id
    await first.command("/table open", CHANNEL, game="minos-classic")
    await second.command("/table join", CHANNEL)
    await (await table.session()).lobby.configure(first.id, fresh_id(), LobbyOptions(hints=hints))
    await first.command("/table start", CHANNEL)
    await advance(table)
    await first.press(await ways_to_end(table, first), "End with these places")
    asked = await table.board()

    assert ("A computer player’s estimate, best first: " in asked.text) == hints


async def test_a_kill_between_the_agreement_and_the_result_loses_nothing(wired_bot: Wired) -> None:
    """The bot dies before it can post.

    The restarted bot posts the result once, and the file says how the game ended.
    """
    async with begun(wired_bot, "minos-classic", 2) as table:
        session = await advance(table)
        first, second = table.people
        await first.press(await ways_to_end(table, first), "End with these places")
        asked = await table.board()
        places = places_at(session.reader, "settled")
        silence(wired_bot.parts.sessions.outbox)
        wired_bot.sandbox.interactions.patience_s = 0.3
        await second.press(asked, custom_id=control(asked, AGREE))
        await wired_bot.stop_bot()
        wired_bot.sandbox.interactions.patience_s = 15
        await wired_bot.start_bot()
        board = await table.board()
        session = await table.session()
        told = [seen for seen in wired_bot.public_messages() if "Everyone agreed to end the game" in seen.text]
        _, file = await file_of(table, first)

    assert session.reader.result() == places
    assert sorted(board.pings) == sorted(person.person.name for person in table.people)
    assert len(told) == 1
    export = decode_export(file)
    assert isinstance(export, FinishedGame)
    assert (export.ended, len(export.result)) == ("settled", 2)
