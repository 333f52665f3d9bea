"""A vote of the others on a seat that lets them wait: opened when its bank is empty, decided by more than half."""

from collections import Counter

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.change import Change
from sessions.clocks.asked import planned
from sessions.clocks.own_time import absence_at, is_free
from sessions.clocks.paces import DAY_MORE_MS
from sessions.clocks.records import DAY_MS, Ballot, Choice, Due, Vote
from sessions.proposals import end_early
from sessions.reader import asked_of
from sessions.records import Sitter, Table
from sessions.refusals import NotAsVoted, NoVote, StalePress, VoteWhileAway
from sessions.seat_clocks import VOTE
from sessions.seats import leave_seat

MISSED_AT_MOST = 3
"""A seat that was played for its person so often in a row is opened to substitutes."""


def voters(change: Change, vote: Vote) -> list[Sitter]:
    """Those whose votes count: who sits there, is not voted on, and is not away."""
    schedules, now = change.context.schedules, change.origin.at
    return [
        sitter
        for sitter in change.table.sitters
        if not sitter.has_left and sitter.seat != vote.seat and absence_at(schedules.get(sitter.user), now) is None
    ]


def decided(vote: Vote, seats: list[Seat]) -> Choice | None:
    """What more than half of these seats want; None as long as that is nothing."""
    counts = Counter(ballot.choice for ballot in vote.ballots if ballot.seat in seats)
    return next((choice for choice, count in counts.items() if 2 * count > len(seats)), None)


def open_vote(change: Change, seat: Seat, decision: int) -> None:
    """Ask the others what to do about a seat whose bank is empty. Raises `NoVote` where it has answered meanwhile."""
    table, clock = change.table, change.context.seat_clocks.of(change.table.id).get(seat)
    asked = asked_of(seat, change.reader.pending)
    if clock is None or asked is None or asked.id != decision or table.vote is not None:
        raise NoVote
    vote = Vote(change.origin.interaction, seat)
    schedules, now = change.context.schedules, change.origin.at
    called = (sitter.user for sitter in voters(change, vote) if is_free(schedules.get(sitter.user), now))
    change.put(replace(table, vote=vote), tuple(called))
    assert change.write is not None
    out = planned(replace(clock, left=0, is_out=True), schedules.get(clock.user))
    due = Due(table.id, VOTE, now + DAY_MS)
    change.write = replace(change.write, clocks=(out,), due=(due,))


async def cast(change: Change, seat: Seat, choice: Choice, vote_id: int) -> None:
    """Vote, or vote anew. A choice of more than half is carried out at once.

    Raises `NoVote`, `StalePress` where it is another vote now, `NotAsVoted` for who is voted on, `VoteWhileAway`.
    """
    table, vote = change.table, change.table.vote
    if vote is None:
        raise NoVote
    if vote.id != vote_id:
        raise StalePress
    if vote.seat == seat:
        raise NotAsVoted
    seats = [sitter.seat for sitter in voters(change, vote)]
    if seat not in seats:
        raise VoteWhileAway
    vote = replace(vote, ballots=(*(each for each in vote.ballots if each.seat != seat), Ballot(seat, choice)))
    wanted = decided(vote, seats)
    if wanted is None:
        change.put(replace(table, vote=vote), is_shown_anew=False)
    else:
        await carry_out(change, vote, wanted, table.sitters[seat].user, seat)


async def carry_out(change: Change, vote: Vote, wanted: Choice, by: int, seat: Seat | None) -> None:
    """Do what was decided; `by` is the user who voted last, of `seat`, None where the time decided."""
    table = change.table
    clock = change.context.seat_clocks.of(table.id).get(vote.seat)
    is_third = wanted == "once" and clock is not None and clock.missed + 1 >= MISSED_AT_MOST
    if wanted == "wait":
        change.put(replace(table, vote=None))
        if clock is not None:
            assert change.write is not None
            more = replace(clock, left=DAY_MORE_MS, is_out=False, counted_at=change.origin.at)
            change.write = replace(change.write, clocks=(planned(more, change.context.schedules.get(clock.user)),))
    elif wanted == "end":
        end_early(change, seat, by)
    elif wanted == "substitute" or is_third:
        await leave_seat(change, vote.seat, by)
    else:
        timeline = change.fork()
        timeline.bar()
        timeline.run_autopilot([vote.seat], change.origin)
        change.advance(timeline, without_vote(table))


def without_vote(table: Table) -> Table:
    """The table where nothing is voted on."""
    return replace(table, vote=None, proposal=None)
