"""Answers, standing orders, nudges and hints in a running game."""

from collections.abc import Callable, Iterable, Set
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.offering.in_a_row import give_in_a_row
from engine.kernel.offering.offers import single_keys
from engine.kernel.play import automatic_answer
from engine.kernel.refusals import NotAnOption, NotAsked
from sessions.clocks.own_time import is_free
from sessions.play.change import Change
from sessions.play.state import asked_now, asked_of, seat_in_play
from sessions.play.timeline import Origin, Timeline
from sessions.play.writer import SessionPart
from sessions.records.clock import HOUR_MS
from sessions.records.log import Moved
from sessions.records.table import Seating, Table
from sessions.refusals import NobodyToNudge, NoHints, NothingDecided, StalePress

Choose: TypeAlias = Callable[[Decision], tuple[str, ...] | None]


NUDGED_AGAIN_MS = 12 * HOUR_MS
"""The shortest time between two nudges for one question."""


class TablePlay(SessionPart):
    async def answer(
        self,
        user: int,
        keys: tuple[str, ...],
        interaction: int,
        *,
        epoch: int | None = None,
        decision: int | None = None,
    ) -> Moved:
        """Answer this user's question with the `keys` of a control made in `epoch`. Raises `StalePress`, …"""

        def decide(change: Change) -> None:
            seat = seat_in_play(self._reader, user)
            if epoch is not None and epoch != change.table.epoch:
                raise StalePress
            asked = asked_now(self._reader, seat, decision)
            timeline = change.fork()
            _answer_as_offered(timeline, Answer(seat, asked.id, keys), change.origin)
            change.advance(timeline)

        return await self._writer.answer(interaction, decide)

    async def answer_chain(self, user: int, choose: Choose, interaction: int) -> Moved:
        """Answer with `choose` until it returns None, all in one change. Raises `NothingDecided`."""

        def decide(change: Change) -> None:
            seat = seat_in_play(self._reader, user)
            asked: Decision | None = asked_now(self._reader, seat, None)
            timeline = change.fork()
            while asked is not None and (keys := choose(asked)) is not None:
                timeline.answer(Answer(seat, asked.id, keys), change.origin)
                asked = asked_of(seat, timeline.pending)
            if not timeline.progress.entries:
                raise NothingDecided
            _answer_automatically(timeline, seat, change.origin)
            change.advance(timeline)

        return await self._writer.answer(interaction, decide)

    async def order(
        self, user: int, rule: str, keys: tuple[str, ...], interaction: int, *, epoch: int | None = None
    ) -> Moved:
        """Give a standing order for the rule. Raises the refusals of the rules."""

        def decide(change: Change) -> None:
            seat = seat_in_play(self._reader, user)
            timeline = change.fork()
            timeline.order(seat, rule, keys, change.origin)
            change.advance(timeline, is_shown=False)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def answer_for_computers(self, since: Timeline, answers: Iterable[Answer]) -> Moved:
        """Submit computer players' answers, chosen for `since`. Proposals are kept. Raises `StalePress`."""

        def decide(change: Change) -> None:
            if change.reader.timeline is not since:
                raise StalePress
            timeline = change.fork()
            for each in answers:
                timeline.answer(each, change.origin)
            change.advance(timeline, keeps_proposal=True)

        return await self._writer.answer(self._context.outbox.next_id(), decide)

    async def nudge(self, user: int, interaction: int, *, is_manager: bool = False) -> Moved:
        """Ping everyone with a pending question. With `is_manager`, the user needs no seat. Raises `NotSeated`,
        `NobodyToNudge`."""
        table = self._reader.table
        left = [clock.user for clock in self._context.seat_clocks.of(table.id).values() if clock.is_gone]
        gone = await self._context.gone(table.guild, left)  # they may be back

        def decide(change: Change) -> None:
            if not is_manager:
                seat_in_play(self._reader, user)
            _nudge(change, user, gone)

        return await self._writer.change(interaction, decide)


def _answer_as_offered(timeline: Timeline, given: Answer, origin: Origin) -> None:
    """Carry out an answer to the question as shown, then forced answers. After a `Refusal` the timeline is unusable."""
    first, *others = _singly(timeline, given)
    timeline.answer(replace(given, keys=first), origin)
    for keys in others:
        asked = timeline.play.decision_of(given.seat)
        if asked is None:
            raise NotAsked(given.seat)
        timeline.answer(Answer(given.seat, asked.id, keys), origin)
    _answer_automatically(timeline, given.seat, origin)


def _singly(timeline: Timeline, given: Answer) -> list[tuple[str, ...]]:
    # One key may stand for several answers, and several keys for a series of answers.
    if len(given.keys) == 1:
        return [(key,) for key in single_keys(given.keys[0])]
    asked = timeline.play.decision_of(given.seat)
    if not given.keys or asked is None or asked.rule not in timeline.game.offering.repeats or asked.at_most > 1:
        return [given.keys]
    row = give_in_a_row(timeline.game, timeline.position, asked, given.keys)
    if row.left:
        raise NotAnOption(row.left[0])
    return [(key,) for key in row.answers]


def _answer_automatically(timeline: Timeline, seat: Seat, origin: Origin) -> None:
    while keys := automatic_answer(timeline.play, seat):
        asked = timeline.play.decision_of(seat)
        assert asked is not None
        timeline.answer(Answer(seat, asked.id, keys), origin)


def _nudge(change: Change, by: int, gone: Set[int]) -> None:
    """Ping everyone asked except `by` and people who are `gone`. Raises `NobodyToNudge` if all were pinged recently or
    aren't available now."""
    context, now = change.context, change.origin.at
    nudged = tuple(
        replace(clock, nudged_at=now, is_gone=False)
        for clock in context.seat_clocks.of(change.table.id).values()
        if clock.decision is not None
        and clock.user != by
        and not 0 <= now - max(clock.since, clock.nudged_at) < NUDGED_AGAIN_MS  # the clock may have been set back
        and clock.user not in gone
        and not context.choices.schedules.get(clock.user).has_digest
        and is_free(context.choices.schedules.get(clock.user), now)
    )
    if not nudged:
        raise NobodyToNudge
    change.put(change.table, tuple(clock.user for clock in nudged))
    change.include(clocks=nudged)


class Hints(SessionPart):
    def check(self, user: int) -> Decision:
        """Return this user's decision. Raises `NoHints`, `NotSeated`, `NotYourTurn`, `TableOver`."""
        return self._check(self._reader.table, user, None)

    async def count(self, user: int, decision: int, interaction: int) -> Moved:
        """Count a hint before it is shown. Raises `StalePress`, and the same errors as `check`."""

        def decide(change: Change) -> None:
            asked = self._check(change.table, user, decision)
            change.put(replace(change.table, seating=with_hint(change.table.seating, asked.seat)), is_posted=False)

        return await self._writer.change(interaction, decide)

    def _check(self, table: Table, user: int, decision: int | None) -> Decision:
        asked = asked_now(self._reader, seat_in_play(self._reader, user), decision)
        if not table.seating.hints:
            raise NoHints
        return asked


def with_hint(seating: Seating, seat: Seat) -> Seating:
    counts = [*seating.hinted, *([0] * (seat + 1 - len(seating.hinted)))]
    counts[seat] += 1
    return replace(seating, hinted=tuple(counts))
