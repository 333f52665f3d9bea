"""The table keeps its promises, whatever people do and in whatever order."""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.kernel.refusals import Refusal
from sessions.play.replaying import replay
from sessions.records.log import Moved
from sessions.session import Session
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, SessionFixture, can_undo

T = TypeVar("T")
PEOPLE = st.sampled_from([ALICE, BOB, CAROL, DAVE])


class Tables(RuleBasedStateMachine):
    """One channel, four people, and a bot that may be killed after any press."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.fixture = self.run(SessionFixture.begin(self.folder / "knossos.db"))
        self.last: tuple[Any, Moved] | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(self.fixture.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def do(self, work: Any) -> None:
        """Carry out one press. If the press is refused, check that nothing has changed."""
        session = self.session
        press = self.fixture.press()
        before = (session.table, session.number, session.reader.timeline.digest() if session.number else "")
        try:
            moved = self.run(work(press))
        except Refusal:
            assert before == (session.table, session.number, session.reader.timeline.digest() if session.number else "")
        else:
            self.last = (lambda: work(press), moved)

    @initialize(others=st.sampled_from([(), (BOB,), (BOB, CAROL), (BOB, CAROL, DAVE)]))
    def open(self, others: tuple[int, ...]) -> None:
        """Open a lobby, or start a game with these others."""
        self.run(self.fixture.game(*others, options={"crows": False}) if others else self.fixture.lobby())

    @property
    def session(self) -> Session:
        return self.run(self.fixture.sessions.at(CHANNEL))

    @rule(user=PEOPLE)
    def join(self, user: int) -> None:
        self.do(lambda press: self.session.lobby.join(user, f"user {user}", press))

    @rule(user=PEOPLE)
    def leave(self, user: int) -> None:
        self.do(lambda press: self.session.lobby.leave(user, press))

    @rule(user=PEOPLE)
    def start(self, user: int) -> None:
        self.do(lambda press: self.session.lobby.start(user, press))

    @rule(user=PEOPLE, picks=st.lists(st.integers(0, 9), min_size=1, max_size=6))
    def answer(self, user: int, picks: list[int]) -> None:
        for pick in picks:
            decision = self.session.reader.decision_of(user)
            if decision is None or len(decision.options) < decision.at_least:
                return
            keys = [option.key for option in decision.options]
            turned = keys[pick % len(keys) :] + keys[: pick % len(keys)]
            chosen = tuple(turned[: decision.at_least])
            self.do(lambda press, chosen=chosen: self.session.play.answer(user, chosen, press))

    @rule(user=PEOPLE, on=st.booleans())
    def order(self, user: int, on: bool) -> None:
        keys = (f"scarecrow:{'on' if on else 'off'}",)
        self.do(lambda press: self.session.play.order(user, "STAND-1", keys, press))

    @rule(user=PEOPLE)
    def undo(self, user: int) -> None:
        could = can_undo(self.session, user)
        number = self.session.number
        self.do(lambda press: self.session.undo.take_back(user, press))
        assert (self.session.number > number) == could

    @rule(user=PEOPLE)
    def propose(self, user: int) -> None:
        self.do(lambda press: self.session.undo.propose(user, press))

    @rule(user=PEOPLE, agrees=st.booleans())
    def consent(self, user: int, agrees: bool) -> None:
        self.do(lambda press: self.session.proposals.consent(user, press, agrees))

    @rule(user=PEOPLE)
    def concede(self, user: int) -> None:
        self.do(lambda press: self.session.leaving.concede(user, press))

    @rule(user=PEOPLE, goes_on=st.booleans())
    def say_as_the_last_one(self, user: int, goes_on: bool) -> None:
        say = self.session.leaving.play_on if goes_on else self.session.leaving.end_alone
        self.do(lambda press: say(user, press))

    @precondition(lambda self: self.last is not None)
    @rule()
    def deliver_again(self) -> None:
        assert self.last is not None
        again, moved = self.last
        digest = self.session.number
        revision = self.session.table.revision
        repeated = self.run(again())
        assert self.session.table.revision == revision
        assert (repeated.first, repeated.last, repeated.digest) == (moved.first, moved.last, moved.digest)
        assert self.session.number == digest

    @rule(is_killed=st.booleans())
    def restart(self, is_killed: bool) -> None:
        session = self.session
        known = (
            session.table,
            session.number,
            session.reader.timeline.digest() if session.number else "",
            session.pending,
        )
        undo = [can_undo(session, user) for user in (ALICE, BOB, CAROL, DAVE)]
        self.run(self.fixture.kill() if is_killed else self.fixture.close())
        self.run(self.fixture.open())
        session = self.session
        assert known == (
            session.table,
            session.number,
            session.reader.timeline.digest() if session.number else "",
            session.pending,
        )
        assert undo == [can_undo(session, user) for user in (ALICE, BOB, CAROL, DAVE)]

    @precondition(lambda self: not self.session.table.is_live)
    @rule()
    def open_again(self) -> None:
        self.run(self.fixture.lobby())
        self.last = None

    @invariant()
    def the_log_is_the_truth(self) -> None:
        session = self.session
        entries = self.run(self.fixture.store.log.entries(session.table.id, 1, 10_000))
        assert [entry.number for entry in entries] == list(range(1, session.number + 1))
        if entries:
            assert entries[-1].digest == session.reader.timeline.digest()
            found = replay(session.reader.game, entries)
            assert found.departed_at is None, found.why
            session.reader.game.proof.census(session.reader.timeline.position.state)
        seats = [sitter.seat for sitter in session.table.sitters]
        assert seats == list(range(len(seats)))
        assert len({sitter.user for sitter in session.table.sitters if not sitter.has_left}) == sum(
            not sitter.has_left for sitter in session.table.sitters
        )


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
