"""Majority votes on a seat that has run out of time or, at a table without a pace, has been silent for a week."""

from collections import Counter
from collections.abc import Mapping, Set

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.clocks.own_time import DAY_MORE_MS, absence_at, empty_at, is_free, with_due_time
from sessions.clocks.seat_clocks import VOTE
from sessions.lobby.seats import SILENT_MS, leave_seat
from sessions.play.change import Change
from sessions.play.context import SessionContext
from sessions.play.state import asked_of, seat_in_play
from sessions.play.writer import SessionPart
from sessions.records.clock import DAY_MS, Ballot, Choice, Due, SeatClock, Vote
from sessions.records.log import Moved
from sessions.records.table import Left, Sitter, Table
from sessions.refusals import EnoughTime, NotAsVoted, NotSilent, NoVote, StalePress, VoteStands, VoteWhileAway
from sessions.waiting.proposals import end_early

MOST_GIVEN = 3
"""The number of times that other players can give a seat more time for one question."""


class Votes(SessionPart):
    """Votes on a seat that keeps others waiting. People who left the server don't count."""

    async def open(self, seat: Seat, decision: int) -> Moved:
        """Open a vote on a seat whose bank is empty. Raises `NoVote` if the seat has answered or was given time."""
        gone = await self._find_gone(self._reader.table.sitters[seat].user)

        def decide(change: Change) -> None:
            clock = self._context.seat_clocks.of(change.table.id).get(seat)
            at = empty_at(clock, self._context.choices.schedules.get(clock.user)) if clock is not None else None
            if at is None or at > change.origin.at:
                raise NoVote
            _open(change, seat, decision, gone)

        return await self._writer.change(self._context.outbox.next_id(), decide)

    async def call(self, user: int, interaction: int, *, epoch: int | None = None, is_manager: bool = False) -> Moved:
        """Open a vote on the longest silent seat. Managers need no seat. Raises `NotSilent`, `VoteStands`, …"""
        gone = await self._find_gone(user)

        def decide(change: Change) -> None:
            by = self._reader.seat_of(user) if is_manager else seat_in_play(self._reader, user)
            if change.table.vote is not None:
                raise VoteStands
            clock = silent(change.context, change.table, change.origin.at)
            if clock is None or clock.seat == by:
                raise NotSilent
            assert clock.decision is not None
            _open(change, clock.seat, clock.decision, gone, by)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def cast(self, user: int, choice: Choice, interaction: int, *, vote: int, epoch: int | None = None) -> Moved:
        """Cast or change a vote. Raises `NoVote`, `StalePress`, `NotAsVoted`, `VoteWhileAway`."""
        gone = await self._find_gone(user)
        return await self._writer.change(
            interaction, lambda change: _cast(change, seat_in_play(self._reader, user), choice, vote, gone), epoch=epoch
        )

    async def give_time(
        self, user: int, seat: Seat, decision: int, interaction: int, *, epoch: int | None = None
    ) -> Moved:
        """Give another player more time for this decision: a day or, without a pace, a week. Raises `EnoughTime`, …"""

        def decide(change: Change) -> None:
            table, now, clocks = change.table, change.origin.at, self._context.seat_clocks.of(change.table.id)
            by, clock = seat_in_play(self._reader, user), clocks.get(seat)
            if clock is None or clock.decision != decision:
                raise StalePress
            if seat == by or clock not in short_of_time(self._context, table, now):
                raise EnoughTime
            more = replace(self._context.seat_clocks.count(clock, now), is_out=False)
            if more.left is None:
                more = replace(more, own=0, reminded=0, is_asleep=False)
            else:
                more = replace(more, left=more.left + DAY_MORE_MS)
            asked = {(each.seat, each.decision) for each in clocks.values()}
            given = (*(each for each in table.seating.given if each in asked), (seat, decision))
            vote = None if table.vote is not None and table.vote.seat == seat else table.vote
            given_to = replace(table, vote=vote, seating=replace(table.seating, given=given))
            change.put(given_to, is_new_message=False)
            change.include(clocks=(with_due_time(more, self._context.choices.schedules.get(clock.user)),))
            change.notify(clock.user, "given_time", by=user)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def end(self) -> Moved:
        """End a vote that was not decided in time. The autopilot answers once for the seat or, if this has happened
        too often, the seat is opened. Raises `NoVote`."""

        async def decide(change: Change) -> None:
            if change.table.vote is None:
                raise NoVote
            await _play_once(change, change.table.vote)

        return await self._writer.change(self._context.outbox.next_id(), decide)

    async def _find_gone(self, but: int) -> frozenset[int]:
        """Look up who has left the server. This happens before the change begins, because no change may wait for
        Discord."""
        table = self._reader.table
        return await self._context.gone(table.guild, [each.user for each in table.people if each.user != but])


def silent(context: SessionContext, table: Table, now: int) -> SeatClock | None:
    """Return the clock of the seat that has been silent longest, at a table without a pace. Less than a week of own
    time doesn't count."""
    if table.status != "running" or table.vote is not None or table.is_alone:
        return None
    found = [
        (own, clock)
        for clock in context.seat_clocks.of(table.id).values()
        if clock.decision is not None and clock.left is None
        for own in [context.seat_clocks.count(clock, now).own]
        if own >= SILENT_MS
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def short_of_time(context: SessionContext, table: Table, now: int) -> list[SeatClock]:
    """Return the clocks of seats that others may give more time, because a vote is less than a day away. Shortest
    first."""
    found = []
    for clock in context.seat_clocks.of(table.id).values() if table.status == "running" else ():
        counted = context.seat_clocks.count(clock, now)
        left = SILENT_MS - counted.own if counted.left is None else counted.left
        is_short = clock.decision is not None and left < DAY_MORE_MS
        if is_short and table.seating.given.count((clock.seat, clock.decision or 0)) < MOST_GIVEN:
            found.append((left, clock))
    return [clock for _, clock in sorted(found, key=lambda each: each[0])]


def _voters(change: Change, vote: Vote, gone: Set[int]) -> list[Sitter]:
    schedules, now = change.context.choices.schedules, change.origin.at
    return [
        sitter
        for sitter in change.table.people
        if sitter.seat != vote.seat and sitter.user not in gone and absence_at(schedules.get(sitter.user), now) is None
    ]


def _open(change: Change, seat: Seat, decision: int, gone: Set[int], by: Seat | None = None) -> None:
    """Open a vote. Raises `NoVote` if the seat has answered."""
    table, clock = change.table, change.context.seat_clocks.of(change.table.id).get(seat)
    asked = asked_of(seat, change.reader.pending)
    if clock is None or asked is None or asked.id != decision or table.vote is not None:
        raise NoVote
    vote = Vote(change.origin.interaction, seat)
    schedules, now = change.context.choices.schedules, change.origin.at
    free = (sitter for sitter in _voters(change, vote, gone) if is_free(schedules.get(sitter.user), now))
    change.put(replace(table, vote=vote), tuple(sitter.user for sitter in free if sitter.seat != by))
    left = None if clock.left is None else 0
    out = with_due_time(replace(clock, left=left, is_out=True), schedules.get(clock.user))
    change.include(clocks=(out,), due=(Due(table.id, VOTE, now + DAY_MS),))
    change.notify(clock.user, "silent" if left is None else "out_of_time")


async def _cast(change: Change, seat: Seat, choice: Choice, vote_id: int, gone: Set[int]) -> None:
    vote = change.table.vote
    if vote is None:
        raise NoVote
    if vote.id != vote_id:
        raise StalePress
    if vote.seat == seat:
        raise NotAsVoted
    seats = [sitter.seat for sitter in _voters(change, vote, gone)]
    if seat not in seats:
        raise VoteWhileAway
    vote = replace(vote, ballots=(*(each for each in vote.ballots if each.seat != seat), Ballot(seat, choice)))
    counts = Counter(ballot.choice for ballot in vote.ballots if ballot.seat in seats)
    # Otherwise losing players could outvote the leader, or end the game while someone is away.
    others = [sitter for sitter in change.table.people if sitter.seat != vote.seat and sitter.user not in gone]
    least = {"end": len(others)}
    wanted = next((each for each, count in counts.items() if count >= least.get(each, len(seats) // 2 + 1)), None)
    if wanted is None:
        change.put(replace(change.table, vote=vote), is_new_message=False)
    else:
        await _carry_out(change, vote, wanted, change.table.sitters[seat])


async def _carry_out(change: Change, vote: Vote, wanted: Choice, by: Sitter) -> None:
    table = change.table
    clock = change.context.seat_clocks.of(table.id).get(vote.seat)
    if wanted == "wait":
        change.put(replace(table, vote=None))
        if clock is not None:
            schedule = change.context.choices.schedules.get(clock.user)
            change.include(clocks=(with_due_time(_with_a_day_more(clock, change.origin.at), schedule),))
            change.notify(clock.user, "more_time")
    elif wanted == "end":
        end_early(change, by.seat, by.user, gone=vote.seat)
        change.notify(table.sitters[vote.seat].user, "over")
    elif wanted == "once":
        await _play_once(change, vote)
    else:
        plays: Mapping[Choice, Left] = {"substitute": "autopilot", "computer": "standard"}
        agreed = tuple(ballot.seat for ballot in vote.ballots if ballot.choice == wanted)
        await leave_seat(change, vote.seat, by.user, plays[wanted], agreed=agreed)


async def _play_once(change: Change, vote: Vote) -> None:
    """Let the autopilot answer once or, after too many timeouts in a row, open the seat."""
    clock = change.context.seat_clocks.of(change.table.id).get(vote.seat)
    if clock is not None and clock.opens_next:
        await leave_seat(change, vote.seat, was_silent=True)
        return
    timeline = change.fork()
    timeline.bar()
    timeline.run_autopilot([vote.seat], change.origin)
    change.advance(timeline, replace(change.table, vote=None, proposal=None))
    change.notify(change.table.sitters[vote.seat].user, "played")


def _with_a_day_more(clock: SeatClock, at: int) -> SeatClock:
    if clock.left is not None:
        return replace(clock, left=DAY_MORE_MS, is_out=False, counted_at=at)
    return replace(clock, own=SILENT_MS - DAY_MORE_MS, is_out=False, counted_at=at)
