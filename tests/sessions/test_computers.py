"""Computer players sit down, think and answer on time.

A computer player drops its answer if the table has changed since it was asked.
"""

import asyncio
import dataclasses
import gc
import threading
from collections.abc import AsyncIterator, Callable, MutableMapping, Set
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Programs
from engine.kernel.play import Play, Position, answer_without_search
from engine.kernel.policy import FastChance, Level, Search, Thought, random_policy
from engine.kernel.refusals import UnplayableSettings
from engine.search.thinking import think
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.computers import computers
from sessions.computers.computers import PATIENCE_MS, Computers
from sessions.lobby.lobby import LobbyOptions
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.clock import COMPUTER, HOUR_MS
from sessions.records.departures import last_one
from sessions.records.log import Answered
from sessions.records.table import Sitter
from sessions.refusals import (
    AlreadyStarted,
    ComputersUnavailable,
    NobodyToRemove,
    NoComputers,
    NotOwner,
    StalePress,
    TableFull,
    UndoClosed,
)
from sessions.results.ladder import ladder
from sessions.session import Session
from sessions.time.due_work import DueWork
from sessions.time.interruptions import NOTED_MS
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import Turn
from tests.sessions.fixture import ALICE, BOB, CHANNEL, GUILD, SOLITARY_ORCHARD, SessionFixture
from tests.waiting import eventually

NAMES = ("Pomona", "Silvanus", "Flora")


def first_policy(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Return the first options, and as few as are allowed."""
    return tuple(option.key for option in decision.options[: decision.at_least])


LEVELS = {
    "standard": Level(random_policy),
    "strong": Level(random_policy),
    "novice": Level(first_policy, blunders=lambda: 500),
}
WITH_LEVELS = dataclasses.replace(SOLITARY_ORCHARD, programs=Programs(SOLITARY_ORCHARD.programs.policies, LEVELS))
"""The toy game with levels for computer players."""
NEWER_ORCHARD = with_part(WITH_LEVELS, "rules", version=2)
"""The same game under a new version number of its rules."""


class Thinker:
    """Thinks at random, with the secret as the seed.

    While `gate` is closed, thinking blocks. If `says` is set, it replaces the result.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[Seat, str, bytes]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.says: tuple[str, ...] | Exception | None = None
        self.took_ms = 0
        self.held = 0

    async def think(self, game: AnyGame, position: Position[Any], seat: Seat, level: str, secret: bytes) -> Thought:
        decision = Play(game, position).decision_of(seat)
        assert decision is not None
        self.asked.append((seat, level, secret))
        keys = random_policy(lambda: None, decision, FastChance(secret))
        self.held += 1
        try:
            await self.gate.wait()
        finally:
            self.held -= 1
        if isinstance(self.says, Exception):
            raise self.says
        return Thought(self.says or keys)


async def let_think(computers: Computers, thinker: Thinker) -> None:
    """Let the computers finish thinking, unless the gate blocks them."""
    await asyncio.sleep(0.001)

    def look() -> bool:
        return len([job for job in computers._jobs.values() if not job.done()]) <= thinker.held

    await eventually(look, "thoughts under way are held at the gate", every_s=0.001)


MODERATOR = 4000
"""A moderator who doesn't play. One who ends their own game leaves it, and could not begin a rematch."""


class Tables(SessionFixture):
    """Tables with computers. Tests move the clock."""

    thinker: Thinker
    computers: Computers

    async def open(self, *of: Any, **options: Any) -> None:
        await super().open(*of, **options)
        self.thinker = getattr(self, "thinker", None) or Thinker()
        thinker = self.thinker
        self.computers = Computers(self.sessions, thinker.think, steady=lambda: thinker.took_ms)
        self.sessions.context.seat_clocks.hear_due = self.computers.begin

    async def kill(self) -> None:
        await self.computers.stop()
        await super().kill()

    async def with_computers(self, computers: int, *others: int, level: str = "standard", **chosen: Any) -> Session:
        """Start a game of Alice, these people and computers."""
        named = [(user, f"user {user}") for user in others]
        session = await self.sessions.open(
            GUILD,
            CHANNEL,
            ALICE,
            "Alice",
            "orchard",
            self.press(),
            LobbyOptions({"crows": False}, **chosen),
            others=named,
            computers=NAMES[:computers],
            level=level,
        )
        await session.lobby.start(ALICE, self.press())
        return session

    @property
    def turns(self) -> MutableMapping[Timeline, tuple[Answer, ...]]:
        """Map timelines to the turns that computers planned in advance."""
        return self.computers._turns

    @property
    def job(self) -> asyncio.Task[None]:
        """Return the thinking task of the only table."""
        return self.computers._jobs[1]

    def due_at(self) -> int | None:
        return self.sessions.context.seat_clocks.due_at(1, COMPUTER)

    async def let_think(self) -> None:
        """Let the computers finish thinking, unless the gate blocks them."""
        await let_think(self.computers, self.thinker)

    async def pass_(self, ms: int = COMPUTER_MS) -> None:
        """Let that many milliseconds pass, and then do the computers' due work."""
        await self.let_think()
        self.now += ms
        for due in self.sessions.context.seat_clocks.due:
            if due.kind == COMPUTER and due.at <= self.now:
                await self.computers.handle(due, self.now)
        await self.let_think()

    async def until_alone_asked(self, session: Session, seat: Seat) -> None:
        """Play until only this seat has a pending question."""
        for _ in range(60):
            if [decision.seat for decision in session.pending] == [seat]:
                return
            person = next((d for d in session.pending if not session.table.sitters[d.seat].is_computer), None)
            if person is None:
                await self.pass_()
            else:
                await self.answer(session, person)
        raise AssertionError("never asked")

    async def answer(self, session: Session, decision: Decision, *keys: str) -> Any:
        user = session.table.sitters[decision.seat].user
        return await session.play.answer(user, keys or self.pick(decision), self.press(), decision=decision.id)

    async def entries(self, session: Session) -> list[tuple[Seat | None, tuple[str, ...], int]]:
        """Return the seat, keys and interaction of every answer."""
        found = await self.store.log.entries(session.table.id, 1, session.number)
        return [(each.seat, each.action.keys, each.interaction) for each in found if isinstance(each.action, Answered)]


def loudly(name: str, taken: Set[str]) -> str:
    return name + "!" * (name in taken)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    made = Tables(tmp_path / "knossos.db", WITH_LEVELS)
    await made.open()
    yield made
    await made.computers.stop()
    await made.close()


async def test_the_owner_adds_computers_and_chooses_their_level(tables: Tables) -> None:
    session = await tables.lobby(BOB)
    with pytest.raises(NotOwner):
        await session.lobby.add_computer(BOB, NAMES, tables.press())
    with pytest.raises(NotOwner):
        await session.lobby.configure(BOB, tables.press(), LobbyOptions(level="strong"))
    with pytest.raises(NobodyToRemove):
        await session.lobby.remove_computers(ALICE, tables.press())

    await session.lobby.add_computer(
        ALICE, NAMES, tables.press(), tell_apart=lambda name, taken: name + "!" * (name in taken)
    )
    await session.lobby.configure(ALICE, tables.press(), LobbyOptions(level="strong"))
    await session.lobby.add_computer(
        ALICE, NAMES, tables.press(), tell_apart=lambda name, taken: name + "!" * (name in taken)
    )

    strong = [Sitter(2, 0, "Pomona", level="strong"), Sitter(3, 0, "Silvanus", level="strong")]
    assert list(session.table.computers) == strong
    with pytest.raises(NotOwner):
        await session.lobby.remove_computers(BOB, tables.press(), most=1)
    await session.lobby.remove_computers(ALICE, tables.press(), most=1)
    assert list(session.table.computers) == strong[:1]
    await session.lobby.add_computer(ALICE, NAMES, tables.press(), tell_apart=loudly)
    with pytest.raises(UnplayableSettings):
        await session.lobby.configure(ALICE, tables.press(), LobbyOptions(level="divine"))
    with pytest.raises(TableFull):
        await session.lobby.add_computer(ALICE, NAMES, tables.press())
    await session.lobby.leave(BOB, tables.press())
    await session.lobby.remove_computers(ALICE, tables.press())
    assert [sitter.user for sitter in session.table.sitters] == [ALICE]
    await session.lobby.add_computer(ALICE, NAMES, tables.press())
    await tables.restart()
    session = await tables.sessions.at(CHANNEL)
    assert session.table.sitters[1:] == (Sitter(1, 0, "Pomona", level="strong"),)
    await session.lobby.start(ALICE, tables.press())
    with pytest.raises(AlreadyStarted):
        await session.lobby.add_computer(ALICE, NAMES, tables.press())


async def test_a_table_needs_a_person_and_enabled_computers(tables: Tables) -> None:
    session = await tables.lobby()
    await session.lobby.add_computer(ALICE, NAMES, tables.press())
    await session.lobby.leave(ALICE, tables.press())
    assert (session.table.status, session.table.sitters) == ("closed", ())
    with pytest.raises(UnplayableSettings):
        await tables.with_computers(3, BOB)
    await tables.kill()
    await tables.open(offers_computers=False)
    session = await tables.lobby(channel=5)
    with pytest.raises(NoComputers):
        await session.lobby.add_computer(ALICE, NAMES, tables.press())
    with pytest.raises(NoComputers):
        await tables.with_computers(1)


@pytest.mark.parametrize("begins", ["by its owner", "by itself", "once all agree"])
async def test_a_game_with_computers_cannot_start_if_they_are_disabled(tables: Tables, begins: str) -> None:
    """Otherwise a strong computer would play by its plain policy, and nobody would notice."""
    session = await tables.lobby(BOB)
    await session.lobby.add_computer(ALICE, NAMES, tables.press())
    await session.lobby.configure(ALICE, tables.press(), LobbyOptions(level="strong"))
    if begins == "by itself":
        await session.lobby.configure(ALICE, tables.press(), LobbyOptions(seats_wanted=3, starts_itself=True))
    elif begins == "once all agree":
        await session.lobby.start(ALICE, tables.press())
        await session.leaving.close(MODERATOR, tables.press(), is_moderator=True)
        await tables.sessions.rematch(session, ALICE, tables.press())
    await tables.kill()
    await tables.open(offers_computers=False)
    session = await tables.sessions.at(CHANNEL)
    before = session.table
    begin = {
        "by its owner": lambda: session.lobby.start(ALICE, tables.press()),
        "by itself": lambda: session.lobby.ready(BOB, tables.press()),
        "once all agree": lambda: session.proposals.consent(BOB, tables.press()),
    }[begins]

    with pytest.raises(ComputersUnavailable):
        await begin()

    assert session.table == before
    await session.lobby.remove_computers(ALICE, tables.press())
    assert session.table.computers == ()


async def test_a_rematch_remembers_that_its_computers_are_missing(tables: Tables) -> None:
    session = await tables.with_computers(1, BOB)
    await session.leaving.close(MODERATOR, tables.press(), is_moderator=True)
    await tables.kill()
    await tables.open(offers_computers=False)
    session = await tables.sessions.at(CHANNEL)
    rematch = await tables.sessions.rematch(session, ALICE, tables.press())
    assert (rematch.table.computers, rematch.table.seating.misses_computers) == ((), True)
    await tables.kill()
    await tables.open(offers_computers=False)
    rematch = await tables.sessions.at(CHANNEL)
    assert rematch.table.seating.misses_computers
    await rematch.proposals.consent(BOB, tables.press())
    assert rematch.table.status == "running"
    await rematch.leaving.close(MODERATOR, tables.press(), is_moderator=True)
    again = await tables.sessions.rematch(rematch, BOB, tables.press())
    assert not again.table.seating.misses_computers, "that game had no computers"


async def test_a_person_alone_with_computers_starts_by_pressing_ready(tables: Tables) -> None:
    """Changing options leaves this person unready. Otherwise pressing Ready would not start the game."""
    session = await tables.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", tables.press(), LobbyOptions(seats_wanted=3), computers=NAMES[:2]
    )
    await session.lobby.configure(ALICE, tables.press(), LobbyOptions(starts_itself=True))
    assert (session.table.status, session.table.seating.ready) == ("lobby", ())
    await session.lobby.configure(ALICE, tables.press(), LobbyOptions(pace="brisk"))
    assert (session.table.status, session.table.seating.ready) == ("lobby", ())
    await session.lobby.ready(ALICE, tables.press())
    assert session.table.status == "running"

    await session.leaving.close(ALICE, tables.press())
    again = await tables.sessions.rematch(session, ALICE, tables.press())
    assert (again.table.status, again.table.seating.ready) == ("lobby", ())
    await again.lobby.ready(ALICE, tables.press())
    assert again.table.status == "running"


async def test_a_computer_answers_on_schedule_regardless_of_thinking_time(tables: Tables) -> None:
    session = await tables.with_computers(2)
    assert tables.due_at() == tables.now + COMPUTER_MS
    await tables.let_think()
    assert [seat for seat, _, _ in tables.thinker.asked[:2]] == [1, 2]
    await tables.pass_(COMPUTER_MS - 1)
    assert await tables.entries(session) == []
    first = tables.due_at()
    await tables.pass_(1)
    sealed = await tables.entries(session)
    assert [seat for seat, _, _ in sealed] == [1, 2], "both answers are in one change, and are secret"
    assert len({interaction for _, _, interaction in sealed}) == 1
    assert not session.reader.log.hear(session.reader.timeline.progress.facts, 0)

    await tables.until_alone_asked(session, 1)
    asked_at = tables.now
    tables.thinker.gate.clear()
    assert first is not None
    assert tables.due_at() is not None
    before = session.number
    tables.turns.clear()
    await tables.pass_(COMPUTER_MS)
    assert session.number == before, "the computer is still thinking"
    due_at = tables.due_at()
    assert due_at is not None
    assert (due_at - asked_at) % COMPUTER_MS == 0
    tables.thinker.gate.set()
    await tables.pass_(due_at - tables.now)
    assert session.number > before
    assert [seat for seat, _, _ in await tables.entries(session)][-1] == 1


async def test_waiting_for_a_computer_writes_nothing_and_survives_a_kill(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People's answers wait for the same disk, so writes would delay them."""
    session = await tables.with_computers(1)
    await tables.until_alone_asked(session, 1)
    first, before = tables.due_at(), session.number
    assert first is not None
    tables.thinker.gate.clear()
    tables.turns.clear()
    with monkeypatch.context() as patch:
        patch.setattr(tables.sessions.store, "commit", None)
        await tables.pass_(first - tables.now)
        await tables.pass_()
    assert tables.due_at() == first + 2 * COMPUTER_MS

    await tables.restart()
    assert tables.due_at() == first
    await tables.pass_(1)
    assert tables.due_at() == first + 2 * COMPUTER_MS
    tables.thinker.gate.set()
    await tables.pass_(COMPUTER_MS - 1)
    assert (await tables.sessions.at(CHANNEL)).number > before


async def test_after_a_kill_a_computer_gives_the_same_answer(tables: Tables) -> None:
    session = await tables.with_computers(1)
    await tables.until_alone_asked(session, 1)
    await tables.let_think()
    thought = tables.turns[session.reader.timeline]
    asked = len(tables.thinker.asked)
    before = len(await tables.entries(session))
    await tables.restart()
    session = await tables.sessions.at(CHANNEL)
    for _ in range(3):
        await tables.pass_()
        if len(await tables.entries(session)) > before:
            break
    given = [(seat, keys) for seat, keys, _ in (await tables.entries(session))[before:] if seat == 1]
    assert given[: len(thought)] == [(answer.seat, answer.keys) for answer in thought]
    assert tables.thinker.asked[asked - 1] in tables.thinker.asked[asked:], (
        "the restarted bot asks with the same secret"
    )


async def test_an_answer_or_undo_discards_what_a_computer_planned(tables: Tables) -> None:
    session = await tables.with_computers(1, BOB)
    await tables.let_think()
    before = len(tables.thinker.asked)
    due_at = tables.due_at()
    alice, bob = (decision for decision in session.pending if decision.seat in (0, 1))
    since, stale = session.reader.timeline, tables.turns[session.reader.timeline]
    await tables.answer(session, alice)
    with pytest.raises(StalePress):
        await session.play.answer_for_computers(since, stale)
    del since
    await tables.let_think()
    assert len(tables.thinker.asked) == before + 1
    assert tables.thinker.asked[-1] == tables.thinker.asked[-2], "the secret depends only on the seat's own answers"
    assert tables.due_at() == due_at, "the time of the answer doesn't reveal the new thought"
    tables.thinker.gate.clear()
    await tables.answer(session, bob)
    await tables.let_think()
    await session.undo.take_back(BOB, tables.press())
    tables.thinker.gate.set()
    await tables.let_think()
    gc.collect()
    assert list(tables.turns) == [session.reader.timeline], "discarded thoughts are not kept in memory"
    await tables.pass_()
    await tables.pass_()
    assert [seat for seat, _, _ in await tables.entries(session)].count(2) == 1


async def test_a_computer_ignores_a_due_time_from_before_an_undo(tables: Tables) -> None:
    """Otherwise a computer would answer too early or never."""
    session = await tables.with_computers(1)
    await tables.until_alone_asked(session, 1)
    await tables.pass_()
    await tables.until_alone_asked(session, 0)
    await tables.answer(session, session.pending[0], "pass")
    await tables.let_think()
    due, before = tables.sessions.context.seat_clocks.due[0], session.number
    tables.now = due.at

    await asyncio.gather(session.undo.take_back(ALICE, tables.press()), tables.computers.handle(due, tables.now))

    assert session.number == before + 1
    assert [each.at for each in (await tables.store.clocks.at(1)).due] == []
    assert tables.due_at() is None

    await tables.answer(session, session.pending[0])
    await tables.let_think()
    await tables.computers.handle(due, tables.now)
    assert tables.due_at() == tables.now + COMPUTER_MS, "the old due time is ignored"
    assert session.number == before + 2
    await tables.pass_()
    assert session.number > before + 2


@pytest.mark.parametrize("says", [("teleport",), (), RuntimeError("our mistake")])
async def test_the_autopilot_answers_if_thinking_gives_no_legal_answer(
    tables: Tables, says: Any, caplog: pytest.LogCaptureFixture
) -> None:
    session = await tables.with_computers(1)
    tables.thinker.says = says or ("",)
    await tables.pass_()
    await tables.pass_()
    assert [seat for seat, _, _ in await tables.entries(session)] == [1]
    assert "our mistake in an answer" in caplog.text


async def test_the_policy_finishes_a_turn_that_takes_too_long(tables: Tables) -> None:
    session = await tables.with_computers(2)
    tables.thinker.took_ms = PATIENCE_MS
    tables.thinker.gate.clear()
    await tables.let_think()
    tables.thinker.took_ms = 2 * PATIENCE_MS
    tables.thinker.gate.set()
    await tables.pass_()
    assert [seat for seat, _, _ in tables.thinker.asked] == [1]
    assert [seat for seat, _, _ in await tables.entries(session)] == [1, 2]


async def test_actions_of_people_give_computers_no_extra_time(tables: Tables) -> None:
    session = await tables.with_computers(1)
    tables.thinker.gate.clear()
    await tables.computers.stop()
    tables.turns.clear()
    tables.computers.begin(tables.sessions.context.seat_clocks.due)
    await tables.let_think()
    tables.thinker.took_ms = PATIENCE_MS
    asked = len(tables.thinker.asked)
    await session.play.order(ALICE, "STAND-1", ("scarecrow:off",), tables.press())
    tables.thinker.gate.set()
    await tables.pass_()
    assert len(tables.thinker.asked) == asked, "the policy answered"
    assert [seat for seat, _, _ in await tables.entries(session)] == [1]


async def test_the_policy_answers_if_thinking_never_ends(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process may hang, or be busy with many other questions."""
    session = await tables.with_computers(1)
    tables.turns.clear()
    await tables.computers.stop()
    monkeypatch.setattr(computers, "PATIENCE_MS", 1)
    tables.thinker.gate.clear()
    tables.computers.begin(tables.sessions.context.seat_clocks.due)
    await asyncio.wait_for(tables.job, 10)
    await tables.pass_()
    assert [seat for seat, _, _ in await tables.entries(session)] == [1]


async def test_a_weak_level_makes_mistakes_without_time_to_think(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a novice would play better on a busy machine."""
    monkeypatch.setattr(computers, "PATIENCE_MS", 0)
    session = await tables.with_computers(1, level="novice")
    game, found = session.reader.game, set()
    for _ in range(6):
        await tables.until_alone_asked(session, 1)
        await tables.let_think()
        position, (decision,) = session.reader.timeline.position, session.pending
        thought = think(game, position, 1, game.programs.levels["novice"], computers.secret_of(position, 1))
        (first, *_) = tables.turns[session.reader.timeline]
        assert first.keys == thought.keys
        found.add(first.keys == first_policy(lambda: None, decision, FastChance(b"")))
        await tables.pass_()
    assert found == {True, False}, "it errs sometimes, but not always"


async def test_an_immediate_answer_does_not_block_other_tables(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy of a large game is slow enough to delay other tables."""
    threads = []

    def note_thread(*of: Any) -> Thought:
        threads.append(threading.current_thread())
        return answer_without_search(*of)

    monkeypatch.setattr(computers, "PATIENCE_MS", 0)
    monkeypatch.setattr(computers, "answer_without_search", note_thread)
    await tables.with_computers(1)
    await tables.let_think()
    assert threads
    assert threading.current_thread() not in threads


async def test_slow_thinking_is_logged_once_a_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "PATIENCE_MS", 0)
    session = await tables.with_computers(2)

    await tables.let_think()
    (answers,) = tables.turns.values()
    assert [answer.seat for answer in answers] == [1, 2]
    warning = "a policy answers for thoughts that take too long: table=1 game=orchard level=standard"
    assert [record.getMessage() for record in caplog.records] == [warning]

    await tables.pass_()
    caplog.clear()
    await tables.until_alone_asked(session, 2)
    assert {record.getMessage() for record in caplog.records} == {warning}, "later turns are logged again"


@pytest.mark.parametrize("patience_ms", [0, 1], ids=["not asked", "given up"])
@pytest.mark.parametrize("search", [None, Search()], ids=["policy", "search"])
async def test_each_fallback_for_a_slow_search_is_reported_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, patience_ms: int, search: Search | None
) -> None:
    """Nothing is reported for a level that does not search."""
    noted: list[None] = []
    tables.computers.note_missing = lambda: noted.append(None)
    monkeypatch.setitem(LEVELS, "strong", Level(random_policy, search=lambda look, decision: search))
    await tables.with_computers(2, level="strong")
    await tables.let_think()
    assert (len(tables.thinker.asked), len(noted)) == (2, 0)

    await tables.computers.stop()
    tables.turns.clear()
    monkeypatch.setattr(computers, "PATIENCE_MS", patience_ms)
    tables.thinker.gate.clear()
    tables.computers.begin(tables.sessions.context.seat_clocks.due)
    await asyncio.wait_for(tables.job, 10)
    (answers,) = tables.turns.values()
    assert len(answers) == 2
    assert len(noted) == (0 if search is None else 2)


async def test_the_autopilot_answers_if_thinking_cannot_start(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "copy_position", lambda game, position: 1 // 0)
    session = await tables.with_computers(1)
    asked = next(decision for decision in session.pending if decision.seat == 1)
    quietest = session.reader.game.autopilot.answer(session.reader.timeline.position.state, asked)
    await tables.pass_()
    assert [(seat, keys) for seat, keys, _ in await tables.entries(session)] == [(1, quietest)]
    assert "our mistake in a turn" in caplog.text


async def test_a_computer_answers_a_question_added_by_newer_rules(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the newer rules, a seat that has preserved has also passed, so the computer's seat is asked instead."""
    session = await tables.with_computers(1)
    await tables.until_alone_asked(session, 0)
    await tables.answer(session, session.pending[0], "preserve")
    assert [decision.rule for decision in session.pending] == ["PRESERVE-1"]
    chosen = Turn.apply
    monkeypatch.setattr(
        Turn, "apply", lambda turn, state, now, given: chosen(turn, state, now, replace(given, keys=("pass",)))
    )
    tables.games["orchard"] = NEWER_ORCHARD
    await tables.restart()
    session = await tables.sessions.at(CHANNEL)
    assert [decision.seat for decision in session.pending] == [1]
    assert tables.due_at() is not None
    before = session.number
    await tables.pass_()
    assert session.number > before


async def test_computers_agree_to_an_undo_back_to_the_last_reveal(tables: Tables) -> None:
    session = await tables.with_computers(2)
    await tables.until_alone_asked(session, 0)
    asked = session.pending[0]
    await tables.answer(session, asked, "pass")
    tables.thinker.says = ("pass",)
    await tables.pass_()
    assert [decision.seat for decision in session.pending] == [2], "the first computer has passed, too"

    await session.undo.take_back(ALICE, tables.press())

    assert [(decision.seat, decision.id) for decision in session.pending] == [(0, asked.id)]
    assert tables.due_at() is None
    await tables.answer(session, session.pending[0], "pass")
    await tables.pass_()
    await tables.pass_()  # the last seat has passed, so a new round is revealed
    with pytest.raises(UndoClosed) as closed:
        await session.undo.take_back(ALICE, tables.press())
    assert closed.value.why == "computers"


async def test_at_a_practice_table_computers_agree_to_every_undo(tables: Tables) -> None:
    session = await tables.with_computers(1, practice=True)
    await tables.until_alone_asked(session, 0)
    asked = session.pending[0]
    await tables.answer(session, asked, "pass")
    await tables.until_alone_asked(session, 1)
    while session.pending and session.pending[0].seat == 1 and len(session.pending) == 1:
        await tables.pass_()
    await session.undo.take_back(ALICE, tables.press())
    assert [decision.id for decision in session.pending] == [asked.id]
    assert tables.due_at() is None
    assert session.table.epoch == 1


async def test_computer_moves_do_not_cancel_a_proposal(tables: Tables) -> None:
    session = await tables.with_computers(1, BOB)
    await session.proposals.propose("end", ALICE, tables.press())
    await tables.pass_()
    assert [seat for seat, _, _ in await tables.entries(session)] == [2]
    assert session.table.proposal is not None
    assert session.table.proposal.agreed == (0,)
    await session.proposals.consent(BOB, tables.press())
    assert session.table.status == "over"
    assert tables.due_at() is None


async def test_computers_stop_when_the_last_person_leaves(tables: Tables) -> None:
    session = await tables.with_computers(2, BOB)
    await session.leaving.concede(BOB, tables.press())
    assert session.table.is_left_alone
    assert tables.due_at() is None
    await session.leaving.play_on(ALICE, tables.press())
    assert (session.table.status, session.table.is_alone) == ("running", True)
    assert tables.due_at() is not None
    await session.leaving.concede(ALICE, tables.press())
    assert (session.table.status, session.table.ended) == ("over", "conceded")
    assert last_one(session.table) is None
    number = session.number
    await tables.pass_()
    await tables.pass_()
    assert (session.number, tables.due_at()) == (number, None)


async def test_ending_a_game_against_computers_is_not_a_win(tables: Tables) -> None:
    session = await tables.with_computers(1, BOB)
    await session.leaving.concede(BOB, tables.press())
    await session.leaving.end_alone(ALICE, tables.press())
    assert (session.table.ended, last_one(session.table)) == ("agreed", None)


async def test_games_against_only_computers_are_unrated_and_record_no_waits(tables: Tables) -> None:
    session = await tables.with_computers(2, level="strong")
    for _ in range(400):
        if not session.pending:
            break
        person = next((d for d in session.pending if d.seat == 0), None)
        if person is None:
            await tables.pass_()
        else:
            await tables.answer(session, person)
    assert session.table.ended == "finished"
    assert {level for _, level, _ in tables.thinker.asked} == {"strong"}
    [side] = await tables.store.log.past_games(guild=GUILD)
    assert (side.user, side.seats, side.computers) == (ALICE, 3, 2)
    assert ladder([side]) == []
    assert all(clock.user == ALICE for clock in tables.sessions.context.seat_clocks)
    rematch = await tables.sessions.rematch(session, ALICE, tables.press())
    assert rematch.table.proposal is None
    assert [sitter.level for sitter in rematch.table.sitters].count("strong") == 2


@pytest.mark.parametrize("is_before", [True, False])
async def test_only_people_asked_before_downtime_get_extra_time(tables: Tables, is_before: bool) -> None:
    """A press may arrive before the clocks restart. Seats first asked by such a press get no extra time."""
    session = await tables.with_computers(1)
    await tables.until_alone_asked(session, 0)

    async def until_computer_is_asked() -> None:
        while session.pending[0].seat == 0:
            await tables.step(session)

    work = DueWork(tables.sessions, lambda: tables.now)
    await work.regain()
    if is_before:
        await until_computer_is_asked()
    tables.now += NOTED_MS
    await work.tick()
    await tables.kill()
    tables.now += HOUR_MS
    await tables.open()
    session = await tables.sessions.at(CHANNEL)
    await until_computer_is_asked()
    started = tables.now
    await DueWork(tables.sessions, lambda: tables.now).regain()

    due_at = tables.due_at()
    assert due_at is not None
    assert started <= due_at <= started + COMPUTER_MS


async def test_secrets_of_computers_depend_on_the_seed(fixture: SessionFixture) -> None:
    """The code is open, so otherwise anyone could compute a computer's next move and the worlds that it imagines."""
    position = (await fixture.game()).reader.timeline.position
    other = replace(position, seed=bytes(reversed(position.seed)))
    assert computers.secret_of(position, 1) == computers.secret_of(replace(position), 1)
    assert computers.secret_of(position, 1) != computers.secret_of(other, 1)
    assert computers.secret_of(position, 1) != computers.secret_of(position, 0)
