"""The log shows a listener only what their seat heard: no hidden fruit, standing orders or raw entries."""

from typing import Any

import pytest

from engine.kernel.decision import Decision, Seat
from engine.kernel.rules import Rules
from sessions.play.table_log import REMEMBERED_ENTRIES, line_of
from sessions.records.log import Answered, Entry, Ordered, Retracted
from sessions.refusals import NotYourTurn, StalePress
from sessions.session import Session
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import KINDS, ORCHARD, UNKNOWN, FruitDrawn
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, SessionFixture, can_undo

BLABBER = with_part(ORCHARD, "rules", hear=Rules.hear)
"""A toy game that reveals everything to everyone. It proves that the checks below can fail."""


def greedy_for_fruit(decision: Decision) -> tuple[str, ...]:
    keys = [option.key for option in decision.options]
    return ("draw",) if "draw" in keys else tuple(keys[: decision.at_least])


async def play_with_draws(fixture: SessionFixture) -> Session:
    """Play a game with secret draws of fruit."""
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    for _ in range(9):
        await fixture.step(session, greedy_for_fruit)
    return session


async def overheard(session: Session, listener: Seat | None) -> list[str]:
    """Return the other seats' fruit that `listener` learns about from the log."""
    return [
        fruit
        for line in await session.reader.log.lines(listener, 1, session.number)
        for fact in line.facts
        if isinstance(fact, FruitDrawn) and fact.seat != listener
        for fruit in fact.fruit
    ]


@pytest.mark.parametrize("listener", [None, 0, 1, 2])
async def test_k4_the_log_hides_draws_from_other_seats(fixture: SessionFixture, listener: Seat | None) -> None:
    session = await play_with_draws(fixture)

    assert set(await overheard(session, listener)) == {UNKNOWN}


async def test_k4_a_player_sees_their_own_draw_in_the_log(fixture: SessionFixture) -> None:
    session = await play_with_draws(fixture)

    for seat in range(3):
        own = [
            fruit
            for line in await session.reader.log.lines(seat, 1, session.number)
            for fact in line.facts
            if isinstance(fact, FruitDrawn) and fact.seat == seat
            for fruit in fact.fruit
        ]
        assert own
        assert set(own) <= set(KINDS)


async def test_k4_the_log_check_finds_a_game_that_reveals_draws(tmp_path: Any) -> None:
    fixture = await SessionFixture.begin(tmp_path / "blab.db", BLABBER)
    session = await play_with_draws(fixture)

    assert set(await overheard(session, None)) & set(KINDS)
    await fixture.close()


async def test_k4_a_change_reveals_no_more_than_the_log(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    for _ in range(20):
        seat = session.pending[0].seat
        moved = await fixture.step(session, greedy_for_fruit)
        lines = await session.reader.log.lines(seat, moved.first, moved.last)
        assert moved.facts == tuple(fact for line in lines for fact in line.facts)
        again = await fixture.sessions.by_id(session.table.id)
        assert all(
            set(fact.fruit) == {UNKNOWN} for fact in moved.facts if isinstance(fact, FruitDrawn) and fact.seat != seat
        )
        assert again is session


async def test_a_standing_order_never_appears_in_a_log(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": True})
    while session.pending[0].rule == "PICK-1":
        await fixture.step(session)
    user = next(user for user in (ALICE, BOB) if session.reader.offers.orders(user))
    decision = session.reader.offers.orders(user)[0]
    await session.play.order(user, decision.rule, (decision.options[0].key,), fixture.press())
    entries = await fixture.store.log.entries(session.table.id, 1, session.number)
    ordered = [entry.number for entry in entries if isinstance(entry.action, Ordered)]

    assert ordered, "the stored log has the order"
    for listener in (None, 0, 1):
        log = await session.reader.log.lines(listener, 1, session.number)
        assert not {line.number for line in log} & set(ordered)
        assert {line.action for line in log} <= {"started", "answered"}


def entry(number: int, seat: int | None, action: Any) -> Entry:
    return Entry(number, seat, action, "", 1, 0, 0)


def test_orders_cancelled_by_an_undo_are_not_counted() -> None:
    fallen = {2: entry(2, 0, Ordered("STAND-1", ("x",))), 3: entry(3, 0, Answered(0, (), b"\x90", False))}

    line = line_of(entry(4, None, Retracted((2, 3))), (), fallen)

    assert line is not None
    assert line.numbers == (3,)


@pytest.mark.parametrize(("seats", "whose"), [((1, 1), 1), ((0, 1), None)])
def test_an_undo_names_the_seats_that_lose_answers(seats: tuple[int, int], whose: int | None) -> None:
    fallen = {
        number: entry(number, seat, Answered(0, (), b"\x90", False)) for number, seat in enumerate(seats, start=2)
    }

    line = line_of(entry(4, None, Retracted((2, 3))), (), fallen)

    assert line is not None
    assert line.seat == whose


async def test_recent_entries_come_from_memory_or_disk_after_a_restart(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await fixture.game(options={"crows": True})
    for _ in range(REMEMBERED_ENTRIES // 2):
        await fixture.step(session)
    number, reads = session.number, read_ranges(fixture, monkeypatch)
    told = await session.reader.log.lines(None, 1, number)
    assert reads == []
    assert [line.number for line in told] == list(range(1, number + 1))

    await fixture.restart()
    reads = read_ranges(fixture, monkeypatch)
    session = await fixture.sessions.by_id(session.table.id)
    assert await session.reader.log.lines(None, 1, number) == told
    assert reads == [(1, number)]


async def test_only_the_newest_entries_of_a_long_game_stay_in_memory(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await fixture.game(options={"crows": False, "goal": 12})
    while session.number < REMEMBERED_ENTRIES + 3:
        await fixture.step(session)
    number, reads = session.number, read_ranges(fixture, monkeypatch)
    first = number - REMEMBERED_ENTRIES + 1
    newest = await session.reader.log.lines(None, first, number)
    assert reads == []
    older = await session.reader.log.lines(None, first - 1, number)
    assert reads == [(first - 1, number)]
    assert older[1:] == newest


async def test_entries_of_another_process_are_read_from_disk(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    await fixture.step(session)
    rival = await fixture.rival()
    other = await rival.sessions.by_id(session.table.id)
    await rival.step(other)
    with pytest.raises((StalePress, NotYourTurn)):
        await fixture.step(session)
    await fixture.step(session)

    stored = await fixture.store.log.entries(session.table.id, 1, session.number)
    told = await session.reader.log.lines(None, 1, session.number)
    assert [line.number for line in told] == [entry.number for entry in stored]
    await rival.close()


def read_ranges(fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Record every range of the log that is read from disk."""
    reads: list[tuple[int, int]] = []
    entries = fixture.store.log.entries

    async def note_range(table: int, first: int, last: int) -> list[Entry]:
        reads.append((first, last))
        return await entries(table, first, last)

    monkeypatch.setattr(fixture.store.log, "entries", note_range)
    return reads


@pytest.mark.parametrize("crows", [True, False])
async def test_a_past_position_is_shown_as_it_was(fixture: SessionFixture, crows: bool) -> None:
    """The position is replayed from the snapshot before it. Later undos make no difference."""
    session = await fixture.game(BOB, CAROL, options={"crows": crows})
    shown = {1: session.reader.view(None)}
    undone = 0
    for number in range(24):
        user = fixture.user_asked(session)
        await fixture.step(session)
        shown[session.number] = session.reader.view(None)
        if number % 3 == 2 and can_undo(session, user):
            await session.undo.take_back(user, fixture.press())
            undone += 1
            shown[session.number] = session.reader.view(None)
    assert undone
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    for number, view in shown.items():
        assert await session.reader.past.view_after(number) == (
            view,
            {0: "Alice", 1: f"user {BOB}", 2: f"user {CAROL}"},
        )


async def test_undone_entries_are_known_for_the_whole_log(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    before = await session.reader.log.index()
    gone: set[int] = set()
    for _ in range(12):
        user = fixture.user_asked(session)
        moved = await fixture.step(session)
        if can_undo(session, user):
            await session.undo.take_back(user, fixture.press())
            gone.add(moved.first)
            await fixture.step(session)
    after = await session.reader.log.index()
    await fixture.restart()
    again = await (await fixture.sessions.at(CHANNEL)).reader.log.index()

    assert gone
    assert after is before, "the index is kept up to date"
    for index in (after, again):
        assert {number for number in range(1, session.number + 1) if index.is_gone(number)} == gone
