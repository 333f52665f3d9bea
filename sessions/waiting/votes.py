"""A vote of the others on a seat that lets them wait, decided by more than half.

It is opened when the seat's bank is empty; at a table without a pace by any of them, after a week.
"""

from collections import Counter
from collections.abc import Mapping, Set

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.clocks.asked import own_at, planned
from sessions.clocks.own_time import absence_at, is_free
from sessions.clocks.paces import DAY_MORE_MS
from sessions.clocks.seat_clocks import VOTE
from sessions.lobby.seats import SILENT_MS, leave_seat
from sessions.play.change import Change
from sessions.play.context import SessionContext
from sessions.play.state import asked_of
from sessions.records.clock import DAY_MS, Ballot, Choice, Due, SeatClock, Vote
from sessions.records.table import Left, Sitter, Table
from sessions.refusals import NotAsVoted, NotSilent, NoVote, StalePress, VoteStands, VoteWhileAway
from sessions.waiting.proposals import end_early

MISSED_AT_MOST = 3
"""A seat that was played for its person so often in a row is opened to substitutes."""


def voters(change: Change, vote: Vote, gone: Set[int]) -> list[Sitter]:
    """Those whose votes count: who sits there, is not voted on, is not away and is none of those `gone`."""
    schedules, now = change.context.schedules, change.origin.at
    return [
        sitter
        for sitter in change.table.people
        if sitter.seat != vote.seat and sitter.user not in gone and absence_at(schedules.get(sitter.user), now) is None
    ]


def decided(vote: Vote, seats: list[Seat]) -> Choice | None:
    """What more than half of these seats want; None as long as that is nothing."""
    counts = Counter(ballot.choice for ballot in vote.ballots if ballot.seat in seats)
    return next((choice for choice, count in counts.items() if 2 * count > len(seats)), None)


def silent(context: SessionContext, table: Table, now: int) -> SeatClock | None:
    """The clock of the seat that has let the others wait longest, at a table without a pace; None before a week of its
    person's own time.
    """
    if table.status != "running" or table.vote is not None:
        return None
    found = [
        (own, clock)
        for clock in context.seat_clocks.of(table.id).values()
        if clock.decision is not None and clock.left is None
        for own in [own_at(clock, context.schedules.get(clock.user), now)]
        if own >= SILENT_MS
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def call(change: Change, by: Seat, gone: Set[int] = frozenset()) -> None:
    """Ask the others what to do about who has been silent longest. Raises `NotSilent`, `VoteStands`.

    Whoever is silent themselves answers instead of calling a vote. The users `gone` have left the server.
    """
    if change.table.vote is not None:
        raise VoteStands
    clock = silent(change.context, change.table, change.origin.at)
    if clock is None or clock.seat == by:
        raise NotSilent
    assert clock.decision is not None
    open_vote(change, clock.seat, clock.decision, gone, by)


def open_vote(change: Change, seat: Seat, decision: int, gone: Set[int] = frozenset(), by: Seat | None = None) -> None:
    """Ask the others what to do about a seat whose bank is empty, or as `by` wants it.

    The users `gone` have left the server and are not asked. Raises `NoVote` where it has answered meanwhile.
    """
    table, clock = change.table, change.context.seat_clocks.of(change.table.id).get(seat)
    asked = asked_of(seat, change.reader.pending)
    if clock is None or asked is None or asked.id != decision or table.vote is not None:
        raise NoVote
    vote = Vote(change.origin.interaction, seat)
    schedules, now = change.context.schedules, change.origin.at
    free = (sitter for sitter in voters(change, vote, gone) if is_free(schedules.get(sitter.user), now))
    called = (sitter.user for sitter in free if sitter.seat != by)
    change.put(replace(table, vote=vote), tuple(called))
    assert change.write is not None
    left = None if clock.left is None else 0
    out = planned(replace(clock, left=left, is_out=True), schedules.get(clock.user))
    due = Due(table.id, VOTE, now + DAY_MS)
    change.write = replace(change.write, clocks=(out,), due=(due,))


async def cast(change: Change, seat: Seat, choice: Choice, vote_id: int, gone: Set[int] = frozenset()) -> None:
    """Vote, or vote anew. A choice of more than half is carried out at once; nobody waits for the users `gone`.

    Raises `NoVote`, `StalePress` where it is another vote now, `NotAsVoted` for who is voted on, `VoteWhileAway`.
    """
    table, vote = change.table, change.table.vote
    if vote is None:
        raise NoVote
    if vote.id != vote_id:
        raise StalePress
    if vote.seat == seat:
        raise NotAsVoted
    seats = [sitter.seat for sitter in voters(change, vote, gone)]
    if seat not in seats:
        raise VoteWhileAway
    vote = replace(vote, ballots=(*(each for each in vote.ballots if each.seat != seat), Ballot(seat, choice)))
    wanted = decided(vote, seats)
    if wanted is None:
        change.put(replace(table, vote=vote), is_shown_anew=False)
    else:
        await _carry_out(change, vote, wanted, table.sitters[seat])


async def _carry_out(change: Change, vote: Vote, wanted: Choice, by: Sitter) -> None:
    """Do what was decided; `by` is who voted last."""
    table = change.table
    clock = change.context.seat_clocks.of(table.id).get(vote.seat)
    if wanted == "wait":
        change.put(replace(table, vote=None))
        if clock is not None:
            assert change.write is not None
            schedule = change.context.schedules.get(clock.user)
            change.write = replace(change.write, clocks=(planned(_waited_for(clock, change.origin.at), schedule),))
    elif wanted == "end":
        end_early(change, by.seat, by.user)
    elif wanted == "once":
        await play_once(change, vote)
    else:
        plays: Mapping[Choice, Left] = {"substitute": "autopilot", "computer": "standard"}
        await leave_seat(change, vote.seat, by.user, plays[wanted])


async def play_once(change: Change, vote: Vote) -> None:
    """Let the autopilot answer this once, as was decided, or nobody decided in time.

    A person who let the others wait so too often in a row has left the seat instead, which nobody opened.
    """
    clock = change.context.seat_clocks.of(change.table.id).get(vote.seat)
    if clock is not None and clock.missed + 1 >= MISSED_AT_MOST:
        await leave_seat(change, vote.seat, was_silent=True)
        return
    timeline = change.fork()
    timeline.bar()
    timeline.run_autopilot([vote.seat], change.origin)
    change.advance(timeline, without_vote(change.table))


def _waited_for(clock: SeatClock, at: int) -> SeatClock:
    """The clock of a seat that is given a day more: in its bank, or else before it may be voted on again."""
    if clock.left is not None:
        return replace(clock, left=DAY_MORE_MS, is_out=False, counted_at=at)
    return replace(clock, own=SILENT_MS - DAY_MORE_MS, is_out=False, counted_at=at)


def without_vote(table: Table) -> Table:
    """The table where nothing is voted on."""
    return replace(table, vote=None, proposal=None)
