"""The turns of computer players. They answer at fixed times, because the delay must reveal nothing about their
hands."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.play import Play, Position, answer_without_search, copy_position
from engine.kernel.policy import Thought
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.clock import COMPUTER, Due
from sessions.refusals import StalePress, TableRefusal, TableSuspended
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Write

log = logging.getLogger(__name__)

PATIENCE_MS = 30_000
"""Longest time for one turn. If a busy machine needs longer, the level's policy answers."""

Think: TypeAlias = Callable[[AnyGame, Position[Any], Seat, str, bytes], Awaitable[Thought]]
"""Asks a level for a seat's answer, with a secret of 16 bytes. Reads the position before the first await."""


class _Patience:
    """The time limit of one turn. Exceeding it is logged once."""

    def __init__(self, table: int, steady: Callable[[], int], note_missing: Callable[[], object]) -> None:
        self.note_missing = note_missing
        self._table = table
        self._steady = steady
        self._begun = steady()
        self._is_told = False

    @property
    def remaining_ms(self) -> int:
        return PATIENCE_MS - (self._steady() - self._begun)

    def end(self, game: AnyGame, level: str) -> None:
        if not self._is_told:
            what = "a policy answers for thoughts that take too long: table=%s game=%s level=%s"
            log.warning(what, self._table, game.rules.key, level)
        self._is_told = True


def secret_of(position: Position[Any], seat: Seat) -> bytes:
    """The secret for a computer player's random choices, derived from the seed and the number of the seat's answers."""
    return Chance(position.seed, {}).token(f"computer/{seat}/{position.answered[seat]}")


class Computers:
    """Submits computer players' answers, in the leading process. `expect` is called with the next due time."""

    def __init__(
        self,
        sessions: Sessions,
        think: Think,
        expect: Callable[[int], None] = lambda at: None,
        steady: Callable[[], int] = lambda: 0,
        is_leading: Callable[[], bool] = lambda: True,
    ) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._think = think
        self._expect = expect
        self._steady = steady
        self._is_leading = is_leading
        self.note_missing: Callable[[], object] = lambda: None
        """Called for each answer that a policy gave because a thought took too long."""
        self._turns: WeakKeyDictionary[Timeline, tuple[Answer, ...]] = WeakKeyDictionary()
        self._jobs: dict[int, asyncio.Task[None]] = {}

    def begin(self, due: Iterable[Due]) -> None:
        if not self._is_leading():
            return
        for each in due:
            if each.kind == COMPUTER:
                job = self._jobs.get(each.table)
                if job is None or job.done():
                    self._jobs[each.table] = asyncio.create_task(self._prepare(each.table), name="computers")
                self._expect(each.at)

    async def handle(self, due: Due, now: int) -> None:
        """Submit the answers if they are ready; otherwise try again `COMPUTER_MS` later."""
        session, clocks = await self._sessions.by_id(due.table), self._context.seat_clocks
        since = _stands(session)
        if clocks.due_at(due.table, due.kind) != due.at:
            return  # others have acted meanwhile, so the work was rescheduled or cancelled
        if since is not None and (answers := self._turns.pop(since, None)):
            try:
                await session.play.answer_for_computers(since, answers)
            except (StalePress, TableSuspended) as refusal:
                log.info("not answered: table=%s why=%s", due.table, type(refusal).__name__)
            else:
                return
        async with session.writer.lock:
            if clocks.due_at(due.table, due.kind) != due.at:
                return
            if _computers_to_move(session, session.reader.pending):
                # Not stored: a process that takes over finds the old time overdue, and retries in the same rhythm.
                at = due.at + (now - due.at) // COMPUTER_MS * COMPUTER_MS + COMPUTER_MS
                write = Write(due=(replace(due, at=at),))
            else:
                write = Write(undone=((due.table, due.kind),))
                await self._context.store.commit(write)
            clocks.adopt(write)

    async def stop(self) -> None:
        jobs = [job for job in self._jobs.values() if not job.done()]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _prepare(self, table: int) -> None:
        try:
            session, known, patience = await self._sessions.by_id(table), None, self._patience(table)
            while (since := _stands(session)) is not None and since not in self._turns:
                secrets = [secret_of(since.position, seat) for seat in _computers_to_move(session, since.pending)]
                if secrets != known:  # other people's actions don't extend the time limit
                    known, patience = secrets, self._patience(table)
                try:
                    answers = await self._turn(session, since, patience)
                except Exception:  # people are waiting, so any answer is better than none
                    log.exception("our mistake in a turn: table=%s game=%s", table, session.reader.game.rules.key)
                    answers = _quietest(session, since)
                if answers is not None:
                    self._turns[since] = answers
        except TableRefusal as refusal:
            log.warning("no thought: table=%s why=%s", table, type(refusal).__name__)
        except Exception as error:  # the due work will retry the turn
            if not await self._sessions.contain(error, table):
                log.exception("our mistake in a thought: table=%s", table)
        finally:
            if self._jobs.get(table) is asyncio.current_task():
                del self._jobs[table]

    def _patience(self, table: int) -> _Patience:
        return _Patience(table, self._steady, self.note_missing)

    async def _turn(self, session: Session, since: Timeline, patience: _Patience) -> tuple[Answer, ...] | None:
        """Return all computer players' answers up to the end of a turn, or None if another change came first."""
        game, table = session.reader.game, session.table
        play: Play[Any] = Play(game, copy_position(game, since.position))
        answers: list[Answer] = []
        for seat in _computers_to_move(session, since.pending):
            has_passed = False
            while not has_passed and (decision := play.decision_of(seat)) is not None:
                answer = await _answer(self._think, patience, game, play, decision, table.sitters[seat].level or "")
                if _stands(session) is not since:
                    return None
                answers.append(answer)
                has_passed = play.take(answer).turn_passed
            if has_passed:
                break
        return tuple(answers)


async def _answer(
    think: Think, patience: _Patience, game: AnyGame, play: Play[Any], decision: Decision, level: str
) -> Answer:
    """Return the level's answer, or the autopilot's if the level fails."""
    position, seat = play.position, decision.seat
    try:
        thought = await _in_time(think, patience, game, position, decision, level)
        answer = Answer(seat, decision.id, thought.keys)
        play.check(answer)
    except Exception:  # people are waiting, so any answer is better than none
        log.exception("our mistake in an answer: game=%s level=%s rule=%s", game.rules.key, level, decision.rule)
        answer = Answer(seat, decision.id, game.autopilot.answer(position.state, decision))
    return answer


async def _in_time(
    think: Think, patience: _Patience, game: AnyGame, position: Position[Any], decision: Decision, level: str
) -> Thought:
    seat = decision.seat
    secret = secret_of(position, seat)
    if (remaining_ms := patience.remaining_ms) > 0:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(remaining_ms / 1000):
                return await think(game, position, seat, level, secret)
    patience.end(game, level)
    if await asyncio.to_thread(_is_searched, game, position, decision, level):
        patience.note_missing()
    return await asyncio.to_thread(answer_without_search, game, position, seat, game.programs.levels[level], secret)


def _is_searched(game: AnyGame, position: Position[Any], decision: Decision, level: str) -> bool:
    look = partial(game.rules.look, position.state, decision.seat)
    return game.programs.levels[level].search_of(look, decision) is not None


def _quietest(session: Session, since: Timeline) -> tuple[Answer, ...]:
    game, asked = session.reader.game, _computers_to_move(session, since.pending)
    first = [decision for decision in since.pending if decision.seat in asked][:1]
    return tuple(Answer(each.seat, each.id, game.autopilot.answer(since.position.state, each)) for each in first)


def _stands(session: Session) -> Timeline | None:
    return session.reader.timeline if session.table.status == "running" else None


def _computers_to_move(session: Session, pending: Iterable[Decision]) -> list[Seat]:
    return [decision.seat for decision in pending if session.table.sitters[decision.seat].is_computer]
