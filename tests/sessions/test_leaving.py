"""Leaving a running game: the caretaker, the last who stays, and who takes over."""

import pytest

from sessions.records import Answered, Conceded, Reseated
from sessions.refusals import AlreadySeated, NoFreeSeat, NotSeated, TableOver
from tests.sessions.evening import ALICE, BOB, CAROL, CHANNEL, DAVE, Evening


async def test_the_caretaker_answers_for_who_has_left_in_the_same_change(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL)
    moved = await session.concede(BOB, evening.press())
    entries = await evening.store.entries(session.table.id, moved.first, moved.last)

    assert isinstance(entries[0].deed, Conceded)
    assert [entry.seat for entry in entries[1:] if isinstance(entry.deed, Answered) and entry.deed.caretaken] == [1]
    with pytest.raises(NotSeated):
        await session.answer(BOB, ("tree:0",), evening.press())
    while session.pending:
        assert 1 not in {decision.seat for decision in session.pending}
        await evening.step(session)
    assert session.table.ended == "finished"


async def test_the_owner_who_leaves_hands_the_table_on(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL)
    await session.concede(ALICE, evening.press())
    assert session.table.owner == BOB


async def test_with_one_left_the_game_is_over(evening: Evening) -> None:
    session = await evening.game()
    press = evening.press()
    moved = await session.concede(BOB, press)

    assert moved.is_over
    assert (session.table.status, session.table.ended) == ("over", "conceded")
    assert session.result() is None
    assert session.pending == []
    with pytest.raises(TableOver):
        await session.answer(ALICE, ("tree:0",), evening.press())
    assert (await session.concede(BOB, press)).repeated


async def test_a_seat_that_was_left_may_be_taken_over(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL)
    with pytest.raises(NoFreeSeat):
        await session.join(DAVE, "Dave", evening.press())
    await session.concede(BOB, evening.press())
    with pytest.raises(AlreadySeated):
        await session.join(CAROL, "Carol", evening.press())
    moved = await session.join(DAVE, "Dave", evening.press())

    (entry,) = await evening.store.entries(session.table.id, moved.first, moved.last)
    assert (entry.seat, entry.deed) == (1, Reseated(DAVE))
    assert session.seat_of(DAVE) == 1
    digest, table = session.digest, session.table
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    assert (session.digest, session.table) == (digest, table)
    await evening.play(session)
    assert session.table.ended == "finished"


async def test_nothing_is_undone_across_a_leave(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL)
    await session.answer(ALICE, ("tree:0",), evening.press())
    await session.concede(BOB, evening.press())
    assert not session.can_undo(ALICE)


async def test_a_table_that_lost_its_channel_goes_on_elsewhere(evening: Evening) -> None:
    session = await evening.game()
    await session.lose_channel()
    assert session.pending == []
    await evening.restart()
    session = await evening.sessions.by_id(session.table.id)
    assert session.table.reason == "channel"

    await session.move_to(BOB, 5, 4242, evening.press())
    assert (await evening.sessions.at(4242)).table.id == session.table.id
    await evening.play(session)
    assert session.table.status == "over"
