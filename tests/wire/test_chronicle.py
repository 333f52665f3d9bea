"""The channel shows the whole game: one permanent message per turn, and each line once despite refusals and crashes."""

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.interactions.gate import CONTROLS, PUBLIC
from cogs.ui.press import read_press
from cogs.views.chronicle import HOWTO, LEGEND, WHOLE
from cogs.views.controls import CHOOSE
from engine.kernel.policy import FastChance
from engine.minerva.seen.view import MinervaView
from engine.minos_classic.policies.greedy import greedy_policy
from engine.minos_dawn.game import GAME as DAWN
from sandbox.seen import Seen
from sandbox.simulation import chronicle
from tests.waiting import eventually
from tests.wire.dawn import dawn_bot, dawn_table, finish_setup
from tests.wire.dawn import press_something as press_dawn
from tests.wire.evening import Wired, WireTable, control, controls, table_of
from tests.wire.minerva import minerva_bot, minerva_table

EDIT = "PATCH /channels/*/messages/*"
SEND = "POST /channels/*/messages"
TOO_OLD, GONE, ARCHIVED, BLOCKED = 30046, 10008, 50083, 200000


@pytest.fixture
async def minerva(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with minerva_bot(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


@pytest.fixture
async def evening(minerva: Wired) -> AsyncIterator[WireTable]:
    async with minerva_table(minerva, 2) as evening:
        yield evening


async def faults_of(wired_bot: Wired) -> list[str]:
    """Compare the channels with the stored log. Return missing and repeated lines, and questions that are still
    shown."""
    await wired_bot.quiet()
    world = wired_bot.sandbox.world
    lacking, stale = chronicle.compare_channels(wired_bot.folder / "knossos.db", world.messages, world.bot.id)
    return lacking + stale


def event_lines(seen: Seen) -> list[str]:
    """Return a message's lines about events."""
    return [line for line in seen.text.splitlines() if line.startswith("• ")]


async def build(evening: WireTable, tile: str = "Forest") -> None:
    """Take a turn with one command: the asked person builds that tile above their Forum."""
    await evening.command(await evening.person_asked(), "/minerva build", tile=tile, where="1")
    await evening.wired_bot.quiet()


async def play_on(evening: WireTable, dice: Random, answers: int) -> None:
    """Give that many answers with buttons, or fewer if the game ends."""
    for _ in range(answers):
        session = await evening.session()
        if not session.pending:
            return
        person = next(person for person in evening.people if session.reader.decision_of(person.id))
        await press_dawn(evening, person, dice)


# A turn


async def test_the_live_message_shows_everything_since_the_turn_began(evening: WireTable) -> None:
    person = await evening.person_asked()
    await evening.command(person, "/minerva build", tile="Quarry")
    first = event_lines(await evening.board())
    await evening.command(person, "/minerva place", where="3")
    await evening.wired_bot.quiet()
    recap = evening.wired_bot.public_messages()[-2]

    assert event_lines(recap)[: len(first)] == first
    assert any("Builds Quarry" in line for line in event_lines(recap))
    assert not controls(recap)
    assert recap.pictures
    assert "<@" not in recap.text
    assert await faults_of(evening.wired_bot) == []


async def test_the_message_of_a_turn_begins_with_round_and_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A difficult case, because the log entry that ends a turn also contains the first roll of the next turn."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, table_of(wired_bot, "minos-classic", 2) as evening:
        for _ in range(2):
            await evening.command(await evening.person_asked(), "/classic stop")
            await evening.command(await evening.person_asked(), "/classic end")
            await wired_bot.quiet()
        _, first, second, board = wired_bot.public_messages()

        assert await faults_of(wired_bot) == []
    assert [seen.text.splitlines()[0] for seen in (first, second, board)] == [
        "### Minos (classic) · round 1 · Ariadne",
        "### Minos (classic) · round 1 · Theseus",
        "### Minos (classic) · round 2 · Ariadne",
    ]
    assert event_lines(first)[-1] == "• Ends the turn."
    assert event_lines(second)[0].startswith("• Rolls: ")
    assert event_lines(board)[0] == "• Round 2 begins."


async def play_through_a_fight(evening: WireTable) -> None:
    """Play until the turn with the first long fight is over. Everyone attacks and spends all their rings."""
    session, chance = await evening.session(), FastChance(bytes(16))
    rings = 0
    while True:
        asked = session.pending[0]
        look: Any = partial(session.reader.view, asked.seat)
        keys = greedy_policy(look, asked, chance)
        if asked.rule == "TURN-2":
            keys = (
                ("end",)
                if rings > 3
                else ("rings",)
                if any(option.key == "rings" for option in asked.options)
                else keys
            )
        elif asked.rule == "MOVE-18":
            attacks = (option.key for option in asked.options if option.label.id != "minos_classic.choice.to")
            keys = next(((key,) for key in attacks), keys)
        elif asked.rule == "FIGHT-10":
            keys, rings = tuple(option.key for option in asked.options[:3]), rings + 1
        await session.play.answer(session.table.sitters[asked.seat].user, keys, evening.sandbox.world.clock.fresh_id())
        await evening.wired_bot.quiet()
        if keys == ("end",) and rings > 3:
            return


async def test_the_channel_shows_a_fight_in_two_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, table_of(wired_bot, "minos-classic", 3) as evening:
        await play_through_a_fight(evening)
        attacker, defender = evening.people[1:]
        recap = wired_bot.public_messages()[-2]
        log = await evening.from_menu(attacker, "log")
        since = await evening.from_menu(defender, "since")

        assert await faults_of(wired_bot) == []
    attack, defence = fought = [line for line in event_lines(recap) if "Value" in line]
    assert re.match(
        r"• Attacks Daidalos .*First roll: .*Value 2\. After spending 17 rings: 6 scales\. Value 0\.$", attack
    )
    assert re.match(r"• Daidalos rolls .*Value 9\. Daidalos wins the duel 9 to 0; Theseus loses a ship", defence)
    assert set(fought) <= set(since.text.splitlines())
    assert since.text.count("Value") == 3
    assert log.text.count("• Spends a ring on ") == 17
    assert "After spending" not in log.text


async def test_a_recap_shows_the_board_after_the_turn(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture does not show the next player's turn."""
    drawn: list[MinervaView] = []
    client = evening.wired_bot.parts.client.services.painter.client
    board = client.board

    async def record_view(game: str, view: MinervaView, *rest: Any, **how: Any) -> Any:
        drawn.append(view)
        return await board(game, view, *rest, **how)

    monkeypatch.setattr(client, "board", record_view)
    session = await evening.session()
    first = session.pending[0].seat
    await build(evening)
    recap, live = drawn[-2:]
    assert (recap.to_answer, live.to_answer) == ((first,), (1 - first,))


async def test_an_undo_is_reported_only_in_its_own_message(evening: WireTable) -> None:
    """The live message drops an undone answer. A recap keeps the answer, and a later line cancels it."""
    ariadne = await evening.person_asked()
    await evening.command(ariadne, "/minerva build", tile="Quarry")
    await evening.command(ariadne, "/table undo")
    live = await evening.board()
    assert not any("takes back" in line or "Quarry for" in line for line in event_lines(live))

    await build(evening)
    await evening.command(ariadne, "/table undo")
    called_off = event_lines(await evening.board())
    await build(evening)

    assert "Builds Forest" in live.text
    assert "• Ariadne takes back 2 moves. Undone: Ariadne builds Forest (free), above Forum (0, -1)." in called_off
    assert await faults_of(evening.wired_bot) == []


async def test_a_draft_is_one_message_and_pings_everyone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot restarts during the draft."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2) as evening:
        await finish_setup(evening)
        drafting, called = list[str](), list[str]()
        while (await evening.session()).pending[0].rule == "DRAFT-3":
            drafting.append((await evening.person_asked()).name)
            called += (await evening.board()).pings
            await play_on(evening, Random(1), 1)
            if len(drafting) == 3:
                await wired_bot.quiet()
                await wired_bot.stop_bot()
                await wired_bot.start_bot()
        await wired_bot.quiet()
        last = drafting.pop()

        assert drafting[-1] == last, "a player who drafts twice in a row needs no second ping"
        assert called[: len(drafting)] == drafting
        assert drafting[:4] == drafting[:2] * 2
        assert (
            len([seen for seen in wired_bot.public_messages() if any(" drafts " in line for line in event_lines(seen))])
            == 1
        )
        assert await faults_of(wired_bot) == []


async def test_the_channel_shows_every_event_of_a_game(minerva: Wired) -> None:
    """A game of Minerva with three players and some undos."""
    dice = Random(4)
    async with minerva_table(minerva, 3) as evening:
        session = await evening.session()
        while session.pending:
            await play_on(evening, dice, 1)
            if dice.random() < 0.1:
                await evening.command(dice.choice(evening.people), "/table undo")
        assert session.table.status == "over"
        await minerva.quiet()
        posted = minerva.public_messages()

        assert await faults_of(minerva) == []
        assert len(posted) > session.number / 6
        assert [seen.id for seen in posted if controls(seen)] == [posted[-1].id]
        assert all(seen.pictures for seen in posted[1:])


async def test_the_channel_shows_a_dawn_turn_with_secret_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages that only waited for an answer are deleted."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 3) as evening:
        await finish_setup(evening)
        await play_on(evening, Random(2), 120)

        assert await faults_of(wired_bot) == []
        old = wired_bot.public_messages()[1:-1]
        assert len(old) > 12
        assert all(event_lines(seen) for seen in old)
        assert not any("Waiting for" in seen.text for seen in old)


async def test_a_long_turn_is_folded_behind_a_button(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.views.chronicle.RECAP_TOTAL", 160)
    await build(evening)
    recap = next(seen for seen in evening.wired_bot.public_messages() if _verbs(seen) & {WHOLE})

    assert "earlier line" in recap.text
    assert await faults_of(evening.wired_bot) == []
    stranger = evening.wired_bot.newcomer("Glaukos", locale="fr")
    whole = await stranger.press(recap, "Whole turn")
    assert whole.is_ephemeral
    assert "Forêt" in whole.text


def _verbs(seen: Seen) -> set[str]:
    presses = [read_press(button.custom_id or "") for button in seen.buttons]
    return {press.verb for press in presses if press is not None}


# The start


async def test_the_start_of_a_game_is_one_permanent_message(minerva: Wired) -> None:
    async with minerva_table(minerva, 2) as evening:
        session = await evening.session()
        await build(evening)
        await build(evening)
        start, *_ = minerva.public_messages()

        assert "1. Ariadne (crimson, disc)" in start.text
        assert "2. Theseus (azure, diamond)" in start.text
        assert str(session.table.commitment) in start.text.splitlines()[-1]
        assert start.text.splitlines()[-1].startswith("-# ")
        assert _verbs(start) == {HOWTO}
        stranger = evening.wired_bot.newcomer("Glaukos", locale="cs")
        taught = await stranger.press(start, "How to play")
        assert taught.is_ephemeral
        assert "Minerva" in taught.text


async def test_everyone_gets_the_legend_in_their_own_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2):
        start, *_ = wired_bot.public_messages()
        stranger = wired_bot.newcomer("Glaukos", locale="fr")

        legend = await stranger.press(start, "Legend")

        assert _verbs(start) == {HOWTO, LEGEND}
        assert legend.is_ephemeral
        assert "Pièces" in legend.text or "pièces" in legend.text


async def test_a_lobby_that_cannot_be_edited_is_replaced_at_start(minerva: Wired) -> None:
    minerva.sandbox.faults.refuse(EDIT, TOO_OLD, times=1000)
    async with minerva_table(minerva, 2) as evening:
        session = await evening.session()
        start, *_ = minerva.public_messages()

        assert str(session.table.commitment) in start.text
        assert await faults_of(minerva) == []


# Messages that cannot be edited


@pytest.mark.parametrize("code", [TOO_OLD, GONE, ARCHIVED])
async def test_a_refused_recap_moves_into_the_next_board(evening: WireTable, code: int) -> None:
    before = await evening.board()
    evening.sandbox.faults.refuse(EDIT, code, times=1000)
    await build(evening)

    board = await evening.board()
    await eventually(lambda: before.is_gone, "the message is deleted")
    assert any("Builds Forest" in line for line in event_lines(board))
    assert await faults_of(evening.wired_bot) == []
    evening.sandbox.faults.clear()
    await build(evening)
    assert not controls(board)
    assert await faults_of(evening.wired_bot) == []


async def test_a_board_refused_by_moderation_is_sent_without_picture(evening: WireTable) -> None:
    evening.sandbox.faults.refuse(EDIT, 40005, times=2)
    before = await evening.board()
    await build(evening)

    assert any("Builds Forest" in line for line in event_lines(before))
    assert not before.pictures
    assert await faults_of(evening.wired_bot) == []


async def test_a_game_continues_if_all_messages_are_old(evening: WireTable) -> None:
    clock = evening.sandbox.world.clock
    evening.wired_bot.parts.client.senders.boards.messages.clock = lambda: round(clock.now() * 1000)
    for turn in range(6):
        clock.advance(3700.0)
        await play_on(evening, Random(turn), 3)
        assert await faults_of(evening.wired_bot) == []


async def test_new_messages_are_sent_when_the_edit_quota_is_exhausted(
    minerva: Wired, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The sandbox allows five edits of old messages per hour and channel. Here every message counts as old. discord.py
    would sleep for the hour that Discord demands, but the bot must not wait."""
    monkeypatch.setattr("discord_limits.FRESH_EDIT_S", -1.0)
    async with minerva_table(minerva, 2) as evening:
        for tile in ("Forest", "Forest", "Quarry", "Quarry", "Wheat Field", "Wheat Field"):
            await build(evening, tile)
            assert await faults_of(minerva) == []

    assert TOO_OLD in [code for _, _, code in minerva.sandbox.rest.refused]
    assert "Retrying in" not in caplog.text


async def test_a_message_deleted_by_a_moderator_is_posted_again(evening: WireTable) -> None:
    person = await evening.person_asked()
    await evening.command(person, "/minerva build", tile="Quarry")
    evening.sandbox.world.messages.delete((await evening.board()).record)
    await evening.command(person, "/minerva place", where="3")

    assert await faults_of(evening.wired_bot) == []


async def test_a_message_replaced_during_a_turn_keeps_its_lines(evening: WireTable) -> None:
    person = await evening.person_asked()
    await evening.command(person, "/minerva residence")
    before = await evening.board()
    await evening.command(person, "/table show")
    board = await evening.board()
    await evening.command(person, "/minerva place", where="3")

    assert board != before
    assert event_lines(before)
    assert not controls(before)
    assert await faults_of(evening.wired_bot) == []


async def test_a_retried_post_pings_the_player_asked_by_then(evening: WireTable) -> None:
    """Discord's confirmation of a post is lost, and the pinged player answers. The bot must post a new message, because
    editing the lost one would not ping the next player.
    """
    wired_bot, ariadne = evening.wired_bot, evening.people[0]
    before = len(wired_bot.public_messages())
    sender = wired_bot.parts.client.senders.boards
    sender.post_s, post_s = 0.9, sender.post_s  # discord.py tries again after a second
    evening.sandbox.faults.fail(SEND, applied=True)
    await evening.command(ariadne, "/minerva build", tile="Forest", where="1")
    await evening.sandbox.until(lambda: len(wired_bot.public_messages()) > before)
    sender.post_s = post_s

    await build(evening)

    board = await evening.board()
    assert board.pings == [ariadne.name]
    assert f"{ariadne.mention} –" in board.text
    assert controls(board)
    assert await faults_of(wired_bot) == []


# After a kill


KILLS = {
    "before the recap": "cogs.delivery.recaps.Recaps.close",
    "between recap and post": "cogs.delivery.boards.Boards._post",
    "between post and record": "db.queued.Posts.keep_message",
    "between record and row": "db.queued.Posts.settle",
}


@pytest.mark.parametrize("place", KILLS)
@pytest.mark.parametrize("is_refused", [False, True], ids=["", "edits refused"])
async def test_a_kill_neither_loses_nor_repeats_a_line(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, place: str, is_refused: bool
) -> None:
    wired_bot, sandbox = evening.wired_bot, evening.sandbox
    await build(evening)
    number = (await evening.session()).number
    reached = asyncio.Event()

    async def hang(*what: object, **how: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.DRAIN_S", 0.1)
    if is_refused:
        sandbox.faults.refuse(EDIT, TOO_OLD, times=1000)
    with monkeypatch.context() as patch:
        patch.setattr(KILLS[place], hang)
        await evening.command(await evening.person_asked(), "/minerva build", tile="Forest", where="1")
        await asyncio.wait_for(reached.wait(), 60)
        await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await wired_bot.quiet()

    assert (await evening.session()).number == number + 2
    assert await faults_of(wired_bot) == []
    sandbox.faults.clear()
    await play_on(evening, Random(3), 6)
    assert await faults_of(wired_bot) == []


# Solo games


async def test_every_turn_of_a_solo_game_has_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, table_of(wired_bot, DAWN.rules.key, 1) as evening:
        await finish_setup(evening)
        await play_on(evening, Random(5), 120)

        posted = wired_bot.public_messages()
        assert len(posted) > 10
        assert max(seen.edits for seen in posted) < 40
        assert await faults_of(wired_bot) == []


# Messages below the board


async def chatter(evening: WireTable, count: int) -> None:
    """Let someone post that many messages below the board."""
    for number in range(count):
        evening.people[0].say(evening.channel, f"hm {number}")


@pytest.mark.parametrize(("count", "comes_down"), [(4, False), (5, True)])
async def test_a_board_that_scrolled_away_is_posted_again(evening: WireTable, count: int, comes_down: bool) -> None:
    wired_bot = evening.wired_bot
    wired_bot.parts.client.senders.boards.boards.look_s = 0.0
    person, before = await evening.person_asked(), await evening.board()
    await chatter(evening, count)

    await evening.command(person, "/minerva build", tile="Quarry")

    board = await evening.board()
    assert (board != before) is comes_down
    assert "Where do you put" in board.text
    assert await faults_of(wired_bot) == []


async def test_a_solo_board_is_posted_again_after_several_private_answers(minerva: Wired) -> None:
    async with minerva_table(minerva, 1) as evening:
        minerva.parts.client.senders.boards.boards.look_s = 0.0
        before = await evening.board()
        for _ in range(5):
            await evening.from_menu(evening.people[0], "log")

        await play_on(evening, Random(1), 1)

        assert await evening.board() != before
        assert await faults_of(minerva) == []


async def test_a_private_answer_replaces_the_previous_one(evening: WireTable) -> None:
    ariadne, board = evening.people[0], await evening.board()

    read = await ariadne.press(board, "Menu")
    again = await ariadne.press(board, "Menu")
    typed = await evening.command(ariadne, "/table menu")
    other = await evening.people[1].press(board, "Menu")

    first = read.message
    assert first is not None
    await eventually(lambda: first.is_gone, "the message is deleted")
    for reply in (again, typed, other):
        assert reply.message is not None
        assert not reply.message.is_gone


@pytest.mark.parametrize("is_slow", [False, True], ids=["at once", "put off"])
async def test_a_second_private_question_replaces_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_slow: bool
) -> None:
    """After a silently deferred press, the original response is the board. The list is therefore a separate message."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2) as evening:
        board, ariadne = await evening.board(), evening.people[0]
        if is_slow:
            monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)
            monkeypatch.setitem(CONTROLS, CHOOSE, PUBLIC)

        def private() -> set[int]:
            return {seen.id for seen in evening.sandbox.messages(evening.channel) if seen.is_ephemeral}

        before = private()
        await ariadne.press(board, custom_id=control(board, CHOOSE))
        await evening.sandbox.until(lambda: private() > before)
        (first,) = private() - before
        await ariadne.press(board, custom_id=control(board, CHOOSE))
        await evening.sandbox.until(lambda: first not in private())

        assert len(private() - before) == 1
        assert not board.is_gone


async def test_an_answer_with_an_expired_token_is_not_deleted(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    answers = evening.wired_bot.parts.client.services.private_answers
    monkeypatch.setattr(answers, "_clock", lambda: now[0])
    ariadne, board = evening.people[0], await evening.board()
    read = await ariadne.press(board, "Menu")
    now[0] = 15 * 60.0

    await ariadne.press(board, "Menu")

    assert read.message is not None
    assert not read.message.is_gone
