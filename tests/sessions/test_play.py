"""Only seats that are asked may answer. An answer is on disk before the call returns, and counts once."""

import asyncio

import pytest
from sqlalchemy import text

from engine.kernel import play
from engine.kernel.codec import decode, encode
from engine.kernel.decision import Answer, Decision
from engine.kernel.refusals import NotAnOption, WrongNumber
from sessions.lobby.lobby import LobbyOptions
from sessions.records.log import Answered, Started
from sessions.refusals import NothingDecided, NotSeated, NotYourTurn, StalePress, TableOver
from sessions.snapshot import snapshot_of
from tests.databases import DATABASES
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, SessionFixture, is_repeated


async def test_a_game_is_played_to_its_end_and_announced(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await fixture.play(session)

    assert (session.table.status, session.table.ended) == ("over", "finished")
    placings = session.reader.result()
    assert placings is not None
    assert len(placings) == 3
    assert snapshot_of(session).seed == bytes(range(16))
    with pytest.raises(TableOver):
        await session.play.answer(ALICE, ("pass",), fixture.press())


async def test_every_entry_is_stored_with_the_digest_of_its_position(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.play(session, 12)
    entries = await fixture.store.log.entries(session.table.id, 1, 100)

    assert [entry.number for entry in entries] == list(range(1, 14))
    started = entries[0].action
    assert isinstance(started, Started)
    position = play.start(session.reader.game, started.settings, started.seed).position
    for entry in entries[1:]:
        assert isinstance(entry.action, Answered)
        assert entry.seat is not None
        position = play.answer(
            session.reader.game, position, Answer(entry.seat, entry.action.decision, entry.action.keys)
        ).position
        assert SessionFixture.digest(position) == entry.digest
    assert encode(position) == encode(session.reader.timeline.position)


async def test_only_seats_that_are_asked_may_answer(fixture: SessionFixture) -> None:
    session = await fixture.game()
    while len(session.pending) != 1:
        await fixture.step(session)
    asked = fixture.user_asked(session)
    other = BOB if asked == ALICE else ALICE
    number = session.number

    with pytest.raises(NotYourTurn) as refused:
        await session.play.answer(other, ("pass",), fixture.press())
    assert refused.value.waiting == (session.pending[0].seat,)
    with pytest.raises(NotSeated):
        await session.play.answer(DAVE, ("pass",), fixture.press())
    assert session.number == number


async def test_illegal_answers_change_nothing(fixture: SessionFixture) -> None:
    session = await fixture.game()
    digest = session.reader.timeline.digest()
    with pytest.raises(NotAnOption):
        await session.play.answer(ALICE, ("tree:99",), fixture.press())
    with pytest.raises(WrongNumber):
        await session.play.answer(ALICE, (), fixture.press())
    assert session.reader.timeline.digest() == digest
    assert session.number == 1
    assert len(await fixture.store.log.entries(session.table.id, 1, 100)) == 1


async def test_a_press_on_an_old_decision_or_epoch_is_stale(fixture: SessionFixture) -> None:
    session = await fixture.game()
    decision = session.reader.decision_of(ALICE)
    assert decision is not None
    key = (decision.options[0].key,)
    with pytest.raises(StalePress):
        await session.play.answer(ALICE, key, fixture.press(), epoch=session.table.epoch + 1, decision=decision.id)
    with pytest.raises(StalePress):
        await session.play.answer(ALICE, key, fixture.press(), epoch=session.table.epoch, decision=decision.id + 1)
    assert session.number == 1


async def test_the_same_interaction_counts_once_even_after_a_restart(fixture: SessionFixture) -> None:
    session = await fixture.game()
    press = fixture.press()
    decision = session.reader.decision_of(ALICE)
    assert decision is not None
    first = await session.play.answer(ALICE, (decision.options[0].key,), press, epoch=0, decision=decision.id)
    again = await session.play.answer(ALICE, (decision.options[0].key,), press, epoch=0, decision=decision.id)
    assert session.number == first.last
    assert (again.first, again.last, again.digest) == (first.first, first.last, first.digest)

    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    number = session.number
    late = await session.play.answer(ALICE, (decision.options[0].key,), press, epoch=0, decision=decision.id)

    assert (late.first, late.last, late.facts) == (first.first, first.last, first.facts)
    assert session.number == number


async def test_a_repeated_legal_interaction_counts_once(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    await fixture.play(session, 2)
    while session.pending[0].rule != "TURN-1":
        await fixture.step(session)
    user = fixture.user_asked(session)
    press = fixture.press()
    await session.play.answer(user, ("pass",), press)
    while not (session.reader.decision_of(user) and session.reader.decision_of(user).rule == "TURN-1"):  # type: ignore[union-attr]
        await fixture.step(session)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    digest = session.reader.timeline.digest()

    assert await is_repeated(session, session.play.answer(user, ("pass",), press))
    assert session.reader.timeline.digest() == digest


async def test_two_simultaneous_presses_make_one_answer(fixture: SessionFixture) -> None:
    session = await fixture.game()
    decision = session.reader.decision_of(ALICE)
    assert decision is not None
    presses = [
        session.play.answer(ALICE, (option.key,), fixture.press(), epoch=0, decision=decision.id)
        for option in decision.options[:2]
    ]
    done = await asyncio.gather(*presses, return_exceptions=True)

    assert sorted(type(result).__name__ for result in done) == ["Moved", "NotYourTurn"]
    assert session.number == 2


async def test_answers_of_many_tables_share_commits(fixture: SessionFixture) -> None:
    sessions = [await fixture.game(channel=channel) for channel in range(8)]
    commits, writes = fixture.store.transactions.writer.commits, fixture.store.transactions.writer.writes
    await asyncio.gather(*(fixture.play(session, 6) for session in sessions))

    assert fixture.store.transactions.writer.writes - writes == 48
    assert fixture.store.transactions.writer.commits - commits < 48


async def test_a_chain_is_one_change_of_several_entries(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    while session.pending[0].rule != "TURN-1":
        await fixture.step(session)
    user = fixture.user_asked(session)

    def preserve(decision: Decision) -> tuple[str, ...] | None:
        return {"TURN-1": ("preserve",), "PRESERVE-1": ("fruit:0",)}.get(decision.rule)

    press = fixture.press()
    moved = await session.play.answer_chain(user, preserve, press)

    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert [(entry.interaction, entry.part) for entry in entries] == [(press, 0), (press, 1)]
    assert moved.turn_passed
    assert await is_repeated(session, session.play.answer_chain(user, preserve, press))


async def test_a_chain_with_a_refused_answer_changes_nothing(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    while session.pending[0].rule != "TURN-1":
        await fixture.step(session)
    user = fixture.user_asked(session)
    digest, number = session.reader.timeline.digest(), session.number

    def wrong(decision: Decision) -> tuple[str, ...] | None:
        return ("preserve",) if decision.rule == "TURN-1" else ("fruit:9",)

    with pytest.raises(NotAnOption):
        await session.play.answer_chain(user, wrong, fixture.press())
    with pytest.raises(NothingDecided):
        await session.play.answer_chain(user, lambda decision: None, fixture.press())
    assert (session.reader.timeline.digest(), session.number) == (digest, number)


async def test_a_committed_answer_is_kept_if_its_press_is_cancelled(fixture: SessionFixture) -> None:
    session = await fixture.game()
    press = asyncio.ensure_future(fixture.step(session))
    await asyncio.sleep(0)
    press.cancel()
    with pytest.raises(asyncio.CancelledError):
        await press

    entries = await fixture.store.log.entries(session.table.id, 1, 100)
    assert session.number == len(entries)
    await fixture.play(session, 3)


async def test_standing_orders_are_stored_and_shown_to_nobody(fixture: SessionFixture) -> None:
    session = await fixture.game()
    depth = fixture.sessions.outbox.depth
    (order,) = session.reader.offers.orders(BOB)
    await session.play.order(BOB, order.rule, ("scarecrow:on",), fixture.press())
    with pytest.raises(NotAnOption):
        await session.play.order(BOB, order.rule, ("scarecrow:maybe",), fixture.press())

    assert fixture.sessions.outbox.depth == depth
    assert session.reader.timeline.position.state.scarecrows == [False, True]
    await fixture.restart()
    assert (await fixture.sessions.at(CHANNEL)).reader.timeline.position.state.scarecrows == [False, True]


async def test_two_processes_at_one_table_never_lose_or_repeat_answers(fixture: SessionFixture) -> None:
    session = await fixture.game()
    rival = await fixture.rival()
    other = await rival.sessions.at(CHANNEL)
    await fixture.step(session)

    with pytest.raises((NotYourTurn, StalePress)):  # By now, the question may have been answered.
        await rival.step(other)
    assert other.reader.timeline.digest() == session.reader.timeline.digest()
    await rival.step(other)
    with pytest.raises((NotYourTurn, StalePress)):
        await fixture.step(session)
    assert session.number == other.number == 3
    await rival.close()


async def test_each_seat_gets_only_its_own_view_and_facts(fixture: SessionFixture) -> None:
    session = await fixture.game()
    assert session.reader.view(0).basket  # type: ignore[attr-defined]
    assert session.reader.view(None).basket == ()  # type: ignore[attr-defined]
    await fixture.play(session, 12)
    log = await session.reader.log.lines(None, 1, session.number)

    assert log[0].number == 1
    facts = tuple(fact for told in log for fact in told.facts)
    assert session.reader.log.describe(facts)
    assert decode(session.reader.game, encode(session.reader.timeline.position)) == session.reader.timeline.position


@pytest.mark.parametrize(
    ("pace", "is_old"),
    [(None, False), ("brisk", False), (None, True)],
    ids=["kept", "kept with a bank", "played to again"],
)
async def test_the_time_a_question_was_asked_survives_a_restart(
    fixture: SessionFixture, pace: str | None, is_old: bool
) -> None:
    """Answers within a turn do not change the stored time. Databases of earlier versions have no such time."""
    session = await fixture.lobby(BOB, CAROL, options={"crows": True})
    if pace is not None:
        await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(pace=pace))
    await session.lobby.start(ALICE, fixture.press())
    began = {decision.seat: fixture.now for decision in session.pending}
    compared = 0
    for _ in range(25):
        before = {decision.seat for decision in session.pending}
        await fixture.step(session)
        if not session.pending:
            break
        asked = {decision.seat for decision in session.pending}
        began = {seat: began[seat] if seat in before else fixture.now for seat in asked}
        for _ in range(2):
            for seat in asked:
                assert await session.reader.past.asked_since(session.table.sitters[seat].user) == began[seat]
                compared += 1
            await fixture.kill()
            if is_old:
                DATABASES.do(fixture.path, lambda wire: wire.execute(text("UPDATE seat_clocks SET asked_at = NULL")))
            await fixture.open()
            session = await fixture.sessions.at(CHANNEL)
    assert compared > 40
