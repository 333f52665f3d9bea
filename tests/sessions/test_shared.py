"""Two processes share tables. The second one to write reads the table again, and then answers or refuses."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db.store import AnyStore, SqliteStore, open_store
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.computers.computers import Computers
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import COMPUTER, SeatClock
from sessions.records.log import Answered
from sessions.records.person import Server
from sessions.refusals import HeldAnotherSeat, NoTable, NotYourTurn, StalePress
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Overtaken, Write
from sessions.time.due_work import DueWork
from tests.databases import DATABASES, KINDS, WHY_NOT, is_installed
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, GUILD, SessionFixture, can_undo
from tests.sessions.test_computers import NAMES, NEWER_ORCHARD, WITH_LEVELS, Thinker, let_think

pytestmark = pytest.mark.xdist_group("postgresql")


class TwoProcesses(SessionFixture):
    """Sessions of two processes over one database."""

    async def share(self) -> None:
        url = DATABASES.url(self.path)
        is_file = DATABASES.kind == "sqlite"  # Only tests open a file from two stores.
        self.other_store = await (SqliteStore.open(url, is_locked=False) if is_file else open_store(url))
        self.both = [self._sessions(store) for store in (self.store, self.other_store)]
        for sessions in self.both:
            await sessions.load()

    def _sessions(self, store: AnyStore) -> Sessions:
        return Sessions(
            store,
            self.games,
            clock=lambda: self.now,
            unbroken=lambda: self.now - self.jumped,
            token_bytes=lambda count: bytes(range(count)),
            is_shared=True,
            offers_computers=True,
        )

    async def close(self) -> None:
        for sessions in self.both:
            await sessions.stop(0.1)
        await self.other_store.close()
        await super().close()

    async def in_both(self, table: int) -> list[Session]:
        """Return the session of a table in each process."""
        return [await sessions.by_id(table) for sessions in self.both]

    async def stored_clocks(self, table: int) -> list[SeatClock]:
        """Return the clocks of a table as they are on disk."""
        return list((await self.store.clocks.at(table)).clocks)

    async def same(self, table: int) -> None:
        """Check that both processes and the log agree."""
        one, other = await self.in_both(table)
        assert one.table == other.table
        assert one.number == other.number
        assert [decision.id for decision in one.pending] == [decision.id for decision in other.pending]
        if one.table.status == "running":
            assert self.digest(one.reader.timeline.position) == self.digest(other.reader.timeline.position)
        entries = await self.store.log.entries(table, 1, one.number)
        assert [entry.number for entry in entries] == list(range(1, one.number + 1))


@pytest.fixture(params=KINDS)
async def two(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoProcesses]:
    if request.param == "postgresql" and not is_installed():
        pytest.skip(WHY_NOT)
    monkeypatch.setattr(DATABASES, "kind", request.param)
    fixture = TwoProcesses(tmp_path / "knossos.db", WITH_LEVELS)
    await fixture.open()
    await fixture.share()
    yield fixture
    await fixture.close()


async def test_a_process_continues_from_changes_of_the_other(two: TwoProcesses) -> None:
    opened = await two.both[0].open(GUILD, CHANNEL, ALICE, "Alice", "orchard", two.press())
    table = opened.table.id
    for turn, (user, name) in enumerate(((BOB, "Bob"), (CAROL, "Carol"))):
        await (await two.both[1 - turn].at(CHANNEL)).lobby.join(user, name, two.press())
    await (await two.both[0].at(CHANNEL)).lobby.start(ALICE, two.press())

    for turn in range(12):
        session = await two.both[turn % 2].by_id(table)
        if not session.pending:
            break
        await two.step(session)
    await two.same(table)


async def test_simultaneous_answers_are_processed_one_by_one(two: TwoProcesses) -> None:
    game = await two.game(BOB)
    one, other = await two.in_both(game.table.id)
    decision = one.pending[0]
    user, keys = two.user_asked(one), two.pick(decision)
    before = one.number

    def press(session: Session) -> asyncio.Task[object]:
        given = session.play.answer(user, keys, two.press(), epoch=session.table.epoch, decision=decision.id)
        return asyncio.ensure_future(given)

    outcomes = await asyncio.gather(press(one), press(other), return_exceptions=True)

    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert [type(refusal) for refusal in refused] in ([StalePress], [NotYourTurn])
    added = [entry.action for entry in await two.store.log.entries(game.table.id, before + 1, 10**6)]
    assert next(action.keys for action in added if isinstance(action, Answered)) == keys
    assert len({entry.interaction for entry in await two.store.log.entries(game.table.id, before + 1, 10**6)}) == 1
    await two.same(game.table.id)


async def test_a_press_at_two_processes_counts_once(two: TwoProcesses) -> None:
    game = await two.game(BOB)
    one, other = await two.in_both(game.table.id)
    decision, press = one.pending[0], two.press()
    user, keys = two.user_asked(one), two.pick(decision)

    first, second = await asyncio.gather(
        *(each.play.answer(user, keys, press, epoch=each.table.epoch, decision=decision.id) for each in (one, other))
    )

    assert (first.first, first.last, first.facts) == (second.first, second.last, second.facts)
    await two.same(game.table.id)


async def test_two_people_joining_simultaneously_both_get_seats(two: TwoProcesses) -> None:
    table = (await two.lobby()).table.id
    one, other = await two.in_both(table)

    await asyncio.gather(one.lobby.join(BOB, "Bob", two.press()), other.lobby.join(CAROL, "Carol", two.press()))

    one, other = await two.in_both(table)
    assert {sitter.user for sitter in one.table.sitters} == {ALICE, BOB, CAROL}
    await two.same(table)


async def test_an_answer_cancels_a_simultaneous_proposal(two: TwoProcesses) -> None:
    game = await two.game(BOB)
    await two.step(game)
    one, other = await two.in_both(game.table.id)
    asked = two.user_asked(one)
    proposer = BOB if asked == ALICE else ALICE

    outcomes = await asyncio.gather(
        one.play.answer(asked, two.pick(one.pending[0]), two.press()),
        other.proposals.propose("end", proposer, two.press()),
        return_exceptions=True,
    )

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    one, other = await two.in_both(game.table.id)
    proposal = one.table.proposal
    numbers = [entry.number for entry in await two.store.log.newest_entries(game.table.id, 1)]
    assert proposal is None or numbers  # The answer ended the proposal, or the proposal was made after the answer.
    await two.same(game.table.id)


async def test_the_clocks_of_a_table_are_loaded_with_the_table(two: TwoProcesses) -> None:
    game = await two.game(BOB)
    one, other = await two.in_both(game.table.id)
    two.now += 60_000
    await two.step(one)
    await two.in_both(game.table.id)

    clocks = [sessions.context.seat_clocks.of(game.table.id) for sessions in two.both]
    assert clocks[0] == clocks[1]
    assert len(clocks[0]) > 0
    await two.step((await two.in_both(game.table.id))[1])
    stored = {clock.seat: clock for clock in (await two.store.clocks.at(game.table.id)).clocks}
    assert two.both[1].context.seat_clocks.of(game.table.id) == stored
    assert other is (await two.in_both(game.table.id))[1]


async def test_a_clock_changed_by_another_process_is_not_overwritten(two: TwoProcesses) -> None:
    """Otherwise a player who has answered would be reminded, and the player's bank would keep running."""
    game = await two.game(BOB)
    table = game.table.id
    other = (await two.in_both(table))[1]
    known = list(two.both[0].context.seat_clocks.of(table).values())
    two.now += 60_000
    await two.step(other)
    there = await two.stored_clocks(table)
    over = [clock for clock in known if clock not in there]
    assert over

    await two.store.commit(Write(moved=tuple((clock, replace(clock, reminded=3)) for clock in over)))
    assert await two.stored_clocks(table) == there
    await DueWork(two.both[0], lambda: two.now).regain()
    assert [clock.since for clock in await two.stored_clocks(table)] == [clock.since for clock in there]
    assert [clock.decision for clock in await two.stored_clocks(table)] == [clock.decision for clock in there]

    moved = [(clock, replace(clock, reminded=3)) for clock in await two.stored_clocks(table)]
    await two.store.commit(Write(moved=tuple(moved)))
    assert await two.stored_clocks(table) == [clock for _, clock in moved]


async def test_a_table_closed_by_another_process_is_not_found(two: TwoProcesses) -> None:
    opened = await two.lobby()
    await two.in_both(opened.table.id)
    await (await two.both[0].at(CHANNEL)).leaving.close(ALICE, two.press())

    fresh = await two.both[1].open(GUILD, CHANNEL, BOB, "Bob", "orchard", two.press())
    assert (await two.both[0].at(CHANNEL)).table.id == fresh.table.id


async def test_both_processes_forget_a_table_that_one_of_them_removed(two: TwoProcesses) -> None:
    table = (await two.both[0].open(GUILD, CHANNEL, ALICE, "Alice", "orchard", two.press())).table.id
    held = await two.in_both(table)
    await two.both[0].choices.servers.keep(Server(GUILD, lost_at=two.now))

    removed = await two.both[0].store.people.forget_lost(GUILD, two.now, 20)

    assert removed == [(table, CHANNEL)]
    for sessions in two.both:
        with pytest.raises(NoTable):
            await sessions.at(CHANNEL)
        with pytest.raises(NoTable):
            await sessions.by_id(table)
        assert sessions.at_hand(CHANNEL) is None
    assert len(held) == 2


async def test_someone_who_left_in_another_process_cannot_switch_seats(two: TwoProcesses) -> None:
    """This process must notice, although it has cached the list of earlier leavers."""
    game = await two.game(BOB, CAROL)
    one, other = await two.in_both(game.table.id)
    await other.leaving.concede(BOB, two.press())
    await other.reader.log.seat_changes()
    await one.writer.refresh()
    await one.lobby.join(DAVE, "Dave", two.press())
    await one.leaving.concede(DAVE, two.press())
    await one.lobby.join(BOB, "Bob", two.press())
    await one.leaving.concede(CAROL, two.press())
    await other.writer.refresh()  # else it may still see Dave in his first seat

    with pytest.raises(HeldAnotherSeat):
        await other.lobby.join(DAVE, "Dave", two.press())
    assert [change.action for change in await other.reader.log.seat_changes()] == [
        change.action for change in await two.store.log.seat_changes(game.table.id)
    ]


async def test_a_write_with_a_wrong_revision_writes_nothing(two: TwoProcesses) -> None:
    game = await two.game(BOB)
    table = await two.store.tables.by_id(game.table.id)
    assert table is not None
    assert table.revision == game.table.revision > 0

    for write in (
        Write(table.id, revision=table.revision - 1),
        Write(table.id, row=table, revision=table.revision + 1),
    ):
        with pytest.raises(Overtaken):
            await two.store.commit(write)
    assert await two.store.tables.revision(table.id) == table.revision
    await two.store.commit(Write(table.id, row=table))
    assert await two.store.tables.revision(table.id) == table.revision + 1
    assert await two.store.tables.revision(999) is None


class ProcessComputers:
    """The computer players of one process. `expected` records the times at which an answer is expected."""

    def __init__(self, sessions: Sessions, is_leading: bool) -> None:
        self.thinker = Thinker()
        self.expected: list[int] = []
        self._clocks = sessions.context.seat_clocks
        self.computers = Computers(sessions, self.thinker.think, self.expected.append, is_leading=lambda: is_leading)
        self._clocks.hear_due = self.computers.begin

    def due_at(self) -> int | None:
        return self._clocks.due_at(1, COMPUTER)

    async def do_what_is_due(self, now: int) -> None:
        await let_think(self.computers, self.thinker)
        for due in self._clocks.due:
            if due.kind == COMPUTER and due.at <= now:
                await self.computers.handle(due, now)


@pytest.fixture
async def seated(two: TwoProcesses) -> AsyncIterator[list[ProcessComputers]]:
    """The computer players of each process. Only the first process runs work that is due."""
    made = [ProcessComputers(sessions, is_leading=not number) for number, sessions in enumerate(two.both)]
    yield made
    for each in made:
        await each.computers.stop()


async def start_with_computer(two: TwoProcesses, number: int) -> Session:
    """Start a game of Alice and a computer in process `number`. The other process does not know the game."""
    session = await two.both[number].open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", two.press(), LobbyOptions({"crows": False}), computers=NAMES[:1]
    )
    await session.lobby.start(ALICE, two.press())
    return session


async def test_a_computer_asked_by_another_process_answers_on_time(
    two: TwoProcesses, seated: list[ProcessComputers]
) -> None:
    """Otherwise the leading process would notice only at its next pass, up to a minute later."""
    session = await start_with_computer(two, 1)
    asked_at = two.now
    assert seated[0].due_at() is None
    await two.both[0].context.seat_clocks.reload(session.table.id)
    assert seated[0].expected == [asked_at + COMPUTER_MS]

    two.now += COMPUTER_MS
    await seated[0].do_what_is_due(two.now)
    entries = await two.store.log.newest_entries(session.table.id, 1)
    assert [(entry.seat, entry.at) for entry in entries] == [(1, two.now)]
    assert (seated[1].thinker.asked, seated[1].expected) == ([], []), "only one process thinks"
    await two.same(session.table.id)


async def test_a_change_by_another_process_does_not_hasten_a_computer(
    two: TwoProcesses, seated: list[ProcessComputers]
) -> None:
    """Otherwise a computer would answer as soon as it has finished, which would reveal its thinking time."""
    session = await start_with_computer(two, 0)
    asked_at = two.now
    seated[0].thinker.gate.clear()
    two.now += COMPUTER_MS
    await seated[0].do_what_is_due(two.now)
    assert seated[0].due_at() == asked_at + 2 * COMPUTER_MS

    there = (await two.in_both(session.table.id))[1]
    person = next(decision for decision in there.pending if decision.seat == 0)
    await there.play.answer(ALICE, two.pick(person), two.press(), decision=person.id)
    expected = list(seated[0].expected)
    await two.both[0].context.seat_clocks.reload(session.table.id)
    await two.both[0].context.seat_clocks.load()
    assert (seated[0].due_at(), seated[0].expected) == (asked_at + 2 * COMPUTER_MS, expected)


@pytest.mark.parametrize("reads_several", [False, True])
async def test_two_processes_can_upgrade_a_game_together(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch, reads_several: bool
) -> None:
    table = (await two.game(BOB)).table
    two.games = {"orchard": NEWER_ORCHARD}
    one, other = (two._sessions(store) for store in (two.store, two.other_store))
    name = "resume_all" if reads_several else "resume"
    read = getattr(one.store.tables, name)

    async def read_first(*tables: int) -> Any:
        stored = await read(*tables)
        await other.by_id(table.id)
        return stored

    monkeypatch.setattr(one.store.tables, name, read_first)
    session = (await one.all_of([table]))[0] if reads_several else await one.by_id(table.id)

    assert session.table == (await other.by_id(table.id)).table
    assert session.table.version == 2
    await two.step(session)


async def test_one_process_runs_the_clocks_for_both(two: TwoProcesses) -> None:
    seat_clocks = [sessions.context.seat_clocks for sessions in two.both]
    works = [DueWork(sessions, lambda: two.now) for sessions in two.both]
    for work in works:
        await work.regain()
    await works[0].lose()
    two.now += 1000
    stopped = seat_clocks[0].stopped_at
    await works[1].tick()
    await works[0].regain()
    await works[0].tick()

    assert stopped == two.now - 1000
    assert [clocks.stopped_at for clocks in seat_clocks] == [None, None]


async def test_a_position_from_before_an_undo_is_not_stored_at_shutdown(two: TwoProcesses) -> None:
    game = await two.game(BOB, options={"crows": False})
    here = (await two.in_both(game.table.id))[0]
    while here.number <= here.reader.timeline.undo.anchor_number:
        await two.step(here)
    there = (await two.in_both(game.table.id))[1]
    user = next(user for user in (ALICE, BOB) if can_undo(there, user))
    await there.undo.take_back(user, two.press())
    await two.both[0].stop(0.1)

    for number in range(1, there.number + 1):
        await there.reader.past.timeline_after(number)
    two.games = {"orchard": NEWER_ORCHARD}
    assert (await two._sessions(two.store).by_id(game.table.id)).table.status == "running"
