"""Minos: Dawn solo over the wire: a table for one, the rival's moves, undo to the last draw, a restart, the end."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from engine.minos_dawn.content.words import solo_card
from engine.minos_dawn.game import GAME as DAWN
from engine.minos_dawn.state.facts import DieRetrieved
from sessions.session import Session
from tests.sessions.fixture import can_undo
from tests.wire.dawn import dawn_table, decision_of, finish_setup, press_something, type_something
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of
from tests.wire.test_chronicle import event_lines, faults_of

MANY = 600
"""Upper limit for the number of answers. No game here takes this many."""


@pytest.fixture
async def evening(dawn: Wired) -> AsyncIterator[WireTable]:
    async with table_of(dawn, DAWN.rules.key, 1, options="difficulty=hard") as evening:
        yield evening


def drawn_by_the_rival(session: Session) -> list[str]:
    rival = session.reader.timeline.position.state.rival
    return list(rival.drawn)


async def test_a_solo_table_hides_multiplayer_controls(dawn: Wired) -> None:
    ariadne, theseus = dawn.person("Ariadne"), dawn.person("Theseus")
    opened = await ariadne.command("/table open", CHANNEL, game=DAWN.rules.key, seats=1, options="difficulty=hard")
    await dawn.quiet()
    lobby = dawn.board()

    assert opened.is_ephemeral
    assert "A solo table" in lobby.text
    assert "Difficulty: **hard**" in lobby.text
    assert "Starting cards" not in lobby.text
    assert [button.label for button in lobby.buttons] == ["Leave", "Options", "Start", "How to play"]
    assert (await theseus.command("/table join", CHANNEL)).text.startswith("✋")

    await ariadne.press(lobby, "Start")
    session = await dawn.session()
    assert session.table.status == "running"
    assert session.reader.view(0).rival.difficulty == "hard"  # type: ignore[attr-defined]


async def test_suggested_options_fit_the_typed_number_of_seats(dawn: Wired) -> None:
    ariadne = dawn.person("Ariadne")
    for seats, own, other in ((1, "difficulty=hard", "setup=draft"), (2, "setup=draft", "difficulty=hard")):
        offered = await ariadne.autocomplete(
            "/table open", CHANNEL, "options", game=DAWN.rules.key, seats=seats, options=""
        )
        values = [choice["value"] for choice in offered]
        assert own in values
        assert other not in values


async def test_the_difficulty_can_be_chosen_after_one_seat_is_chosen(dawn: Wired) -> None:
    ariadne = dawn.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game=DAWN.rules.key)
    await dawn.quiet()
    options = await ariadne.press(dawn.board(), "Options")
    assert options.message is not None
    assert "Difficulty" not in [select.placeholder for select in options.message.selects]

    seats = options.message.selects[0]
    changed = await ariadne.choose(options.message, "1", custom_id=seats.custom_id)

    shown = changed.message or options.message
    difficulty = next(select for select in shown.selects if select.placeholder == "Difficulty")
    await dawn.quiet()
    assert "Difficulty: **easy**" in dawn.board().text
    assert "you need about 190 to 200 VP" in dawn.board().text
    for vp in ("190 to 200", "215 to 230", "275 to 290"):
        assert f"you need about {vp} VP" in shown.text
    await ariadne.choose(shown, "2", custom_id=difficulty.custom_id)
    await dawn.quiet()
    assert "Difficulty: **hard**" in dawn.board().text


async def test_a_solo_game_is_not_started_by_mistake(dawn: Wired) -> None:
    ariadne = dawn.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game=DAWN.rules.key)

    refused = await ariadne.command("/table start", CHANNEL)

    assert refused.text.startswith("✋ 1 more player is needed to start.")
    assert (await dawn.session()).table.status == "lobby"


async def test_every_step_of_the_solo_rival_is_explained(evening: WireTable) -> None:
    """Rule SOLO-GEN-2."""
    await finish_setup(evening)
    session = await evening.session()
    known = len(drawn_by_the_rival(session))
    reply = await type_something(evening, evening.people[0], Random(3))
    assert reply.is_ephemeral

    board, cards = await evening.board(), drawn_by_the_rival(session)
    assert len(cards) == known + 1
    assert f"Rhadamanthus draws {solo_card(cards[-1])}. " in board.text
    assert "Rhadamanthus’s list is " in board.text


async def test_the_solo_board_lists_all_events_since_its_start(evening: WireTable) -> None:
    """Taking the dice is one message. After that, each turn is a message."""
    ariadne, dice = evening.people[0], Random(6)
    await finish_setup(evening)
    for _ in range(2):
        await press_something(evening, ariadne, dice)
        await evening.board()

    board, cards = await evening.board(), drawn_by_the_rival(await evening.session())
    assert board.text.count("Rhadamanthus draws ") == 2
    assert f"Rhadamanthus draws {solo_card(cards[-1])}. " in board.text
    log = await evening.from_menu(ariadne, "log")
    assert all(f"Rhadamanthus draws {solo_card(card)}. " in log.text for card in cards)


async def test_every_event_of_a_solo_game_appears_in_its_turn(dawn: Wired) -> None:
    """Automatic answers at the beginning of a turn are not shown in the previous turn's message."""
    async with dawn_table(dawn, 1) as evening:
        ariadne, dice = evening.people[0], Random(5)
        for _ in range(40):
            await press_something(evening, ariadne, dice)
            await evening.board()
        told = [event_lines(seen) for seen in dawn.public_messages()[2:]]
        assert await faults_of(dawn) == []

    assert max(map(len, told)) > 24, "a long message was posted"
    assert not [line for lines in told for line in lines if " · " in line]
    retrieved = [place for lines in told for place, line in enumerate(lines) if line.startswith("• Ariadne retrieves")]
    assert len(retrieved) > 6
    assert not any(retrieved)


async def test_the_replay_of_a_solo_game_stops_after_each_turn(evening: WireTable) -> None:
    """One seat has all turns, so the seat alone doesn't separate them."""
    session, dice = await evening.session(), Random(6)
    while session.reader.timeline.position.state.round < 2:
        await press_something(evening, evening.people[0], dice)
    log = await session.history.steps()
    turns = log.stops("turn")

    retrieved = [
        number
        for number, stop in enumerate(turns)
        for line in await session.history.lines(log.steps[stop.first - 1 : stop.last], None)
        for fact in line.facts
        if isinstance(fact, DieRetrieved)
    ]
    assert len(retrieved) == 4
    assert len(set(retrieved)) >= 3, "the last die is retrieved automatically when the previous turn ends"
    assert len(log.stops("round")) < len(turns)
    assert turns[-1].last == len(log.steps)


async def test_solo_undo_stops_at_a_card_that_the_rival_drew(evening: WireTable) -> None:
    """Rules SOLO-INFO-6 and SOLO-HUMAN-11."""
    ariadne = evening.people[0]
    await finish_setup(evening)
    await press_something(evening, ariadne, Random(1))

    refused = await evening.command(ariadne, "/table undo")

    why = "dice have been rolled or something has been revealed since"
    assert refused.text == f"✋ You can’t undo that: {why}."
    assert refused.message is not None
    assert refused.message.buttons == []


async def until_undo_is_free(evening: WireTable, dice: Random, rule: str) -> object:
    """Play until an answer to a question of `rule` can be undone. Return the position before that answer."""
    session, ariadne = await evening.session(), evening.people[0]
    for _ in range(MANY):
        before, asked = session.reader.timeline.position, decision_of(session, ariadne).rule
        await press_something(evening, ariadne, dice)
        session = await evening.session()
        if can_undo(session, ariadne.id) and asked == rule:
            return before
    raise AssertionError("nothing could ever be taken back")


@pytest.mark.parametrize("rule", ["ACT-7", "PROG-5"])
async def test_own_steps_can_be_undone_until_the_rival_draws(evening: WireTable, rule: str) -> None:
    """SOLO-HUMAN-11: declared advances reveal nothing, so they can be undone too."""
    ariadne = evening.people[0]
    await finish_setup(evening)
    before = await until_undo_is_free(evening, Random(2), rule)

    reply = await evening.command(ariadne, "/table undo")

    assert not reply.text.startswith("✋")
    session = await evening.session()
    assert session.reader.timeline.position.state == before.state  # type: ignore[attr-defined]
    assert decision_of(session, ariadne)


async def test_the_solo_rival_is_unchanged_after_a_restart(evening: WireTable) -> None:
    dice, ariadne = Random(5), evening.people[0]
    await finish_setup(evening)
    for _ in range(12):
        await press_something(evening, ariadne, dice)
    session = await evening.session()
    before, board = session.reader.timeline.position, await evening.board()

    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()

    session = await evening.session()
    assert session.reader.timeline.position == before
    assert (await press_something(evening, ariadne, dice)).kind in ("deferred_update", "update", "message")
    assert board.text


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_finished_solo_game_is_recorded_as_won_or_lost(evening: WireTable, seed: int) -> None:
    """Rules SOLO-END-8 and SOLO-END-9."""
    dice, ariadne, theseus = Random(seed), evening.people[0], evening.wired_bot.person("Theseus")
    session = await evening.session()
    answers = 0
    while session.pending:
        answers += 1
        assert answers < MANY
        await press_something(evening, ariadne, dice)
        session = await evening.session()

    board, placings = await evening.board(), session.reader.result()
    assert placings is not None
    own, rival = sorted(placings, key=lambda placing: placing.seat is None)
    assert own.place == (1 if own.score > rival.score else 2)
    beaten = f"<@{ariadne.id}> beats Rhadamanthus (hard) by", f"{own.score} to {rival.score}."
    lost = f"Rhadamanthus (hard) beats <@{ariadne.id}> by", f"{rival.score} to {own.score}."
    assert all(words in board.text for words in (beaten if own.place == 1 else lost))
    rows = [line.split() for line in board.text.split("\n")]
    faces = rival.parts["face_down"]
    assert (["face", "down", "·", str(faces)] in rows or ["face", "down", str(faces), "·"] in rows) == bool(faces)
    assert "palace" in board.text or not own.parts["palace"]

    record = await evening.command(ariadne, "/stats me", game="minos-dawn")
    assert record.is_ephemeral
    won = 1 if own.place == 1 else 0
    assert f"Solo, hard – **1 game**, {won} won; best score {own.score}, average {own.score}, best lead" in record.text
    other = await evening.command(theseus, "/stats me", game="minos-dawn")
    assert other.text.startswith("No finished games yet.")


async def test_a_conceded_solo_game_is_counted_as_conceded(evening: WireTable) -> None:
    ariadne = evening.people[0]
    asked = await evening.command(ariadne, "/table leave")
    assert asked.message is not None
    await ariadne.press(asked.message, asked.message.buttons[0].label)

    session = await evening.session()
    assert (session.table.status, session.table.ended) == ("over", "conceded")
    assert "Games played to the end: 0 of 1." in (await evening.command(ariadne, "/stats me")).text
