"""What the board says of those it waits for: who is away until when, who has left the server, and that it sleeps."""

from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.clocks.asked import empty_at
from sessions.clocks.own_time import absence_at
from sessions.clocks.seat_clocks import ALONE, VOTE
from sessions.kept.choices import Schedules
from sessions.records.clock import SeatClock, Vote
from sessions.records.table import Table
from sessions.session import Session

HOUR_S = 3600
MOST_INVITED = 3
"""The number of those invited to a seat whom a board names at most."""
_VOTES = "board.vote", "board.vote_tied"
"""What is said of a vote while some have yet to vote, and once nobody has."""
_VOTES_ON_SILENT = "board.vote_silent", "board.vote_silent_tied"


def rounded(at: int) -> int:
    """A moment in seconds since 1970, to the nearest hour: nobody's quiet hours can be read off it."""
    return (at // 1000 + HOUR_S // 2) // HOUR_S * HOUR_S


def bank_line(schedules: Schedules, clock: SeatClock, name: str) -> Message | None:
    """How long the bank of a seat that is asked lasts, as it looks now; None where none runs."""
    if clock.left is None or clock.decision is None:
        return None
    at = empty_at(clock, schedules.get(clock.user))
    if at is None:
        return Message("board.bank_empty", {"name": name})
    return Message("board.bank", {"name": name, "when": f"<t:{rounded(at)}:R>"})


def _vote_lines(session: Session, vote: Vote) -> list[Message]:
    """What is voted on, how it stands, and when it ends."""
    names = session.table.names
    ends = session.context.seat_clocks.due_at(session.table.id, VOTE)
    when = f"<t:{(ends or session.context.clock()) // 1000}:R>"
    blanks: dict[str, Argument] = {"name": names[vote.seat], "when": when}
    asked = tuple(Message("table.person", {"name": f"<@{user}>"}) for user in who_may_vote(session))
    some, nobody = _VOTES if has_bank(session, vote) else _VOTES_ON_SILENT
    lines = [Message(some, {**blanks, "people": asked}) if asked else Message(nobody, blanks)]
    for ballot in vote.ballots:
        lines.append(Message("board.ballot", {"name": names[ballot.seat], "choice": Message(f"vote.{ballot.choice}")}))
    return lines


def has_bank(session: Session, vote: Vote) -> bool:
    """Whether the seat that is voted on has used up a bank; else it was silent for too long."""
    clock = session.context.seat_clocks.of(session.table.id).get(vote.seat)
    return clock is None or clock.left is not None


def who_may_vote(session: Session) -> list[int]:
    """The users who are asked what to do about a seat that lets them wait, and have not said it yet."""
    table, vote = session.table, session.table.vote
    if vote is None:
        return []
    done = {vote.seat, *(ballot.seat for ballot in vote.ballots)}
    return [sitter.user for sitter in table.people if sitter.seat not in done]


def _left_alone(session: Session) -> Message:
    """What the last one at a table is asked, and until when."""
    table, now = session.table, session.context.clock()
    ends = session.context.seat_clocks.due_at(table.id, ALONE) or now
    blanks: dict[str, Argument] = {"name": f"<@{table.people[0].user}>", "when": f"<t:{ends // 1000}:R>"}
    return Message("board.alone_computers" if table.computers else "board.alone", blanks)


def waiting_lines(wording: Wording, session: Session) -> list[str]:
    """Why a table waits, as far as it is for everybody to know, and for whom a seat is open, in its language."""
    lines = [*_whom_it_waits_for(session), *_seat_is_for(session.table)]
    return [wording.say(line, session.table.language) for line in lines]


def _seat_is_for(table: Table) -> list[Message]:
    """Those who are invited to a seat that was left, the newest of them: a board has no room for any number."""
    invited = [user for user in table.seating.invited if not table.sitter_of(user)][-MOST_INVITED:]
    people = tuple(Message("table.person", {"name": f"<@{user}>"}) for user in invited)
    return [Message("board.seat_for", {"people": people})] if people and table.has_open_seat else []


def _whom_it_waits_for(session: Session) -> list[Message]:
    table, now = session.table, session.context.clock()
    if table.is_paused:
        return [Message("board.paused")]
    if table.is_left_alone:
        return [_left_alone(session)]
    if table.status != "running":
        return []
    lines: list[Message] = []
    clocks = session.context.seat_clocks.of(table.id)
    for sitter in table.people:
        name: dict[str, Argument] = {"name": sitter.name}
        clock, away = clocks.get(sitter.seat), absence_at(session.context.schedules.get(sitter.user), now)
        if clock is not None and clock.is_gone:
            lines.append(Message("board.gone", name))
        elif away is not None:
            lines.append(Message("board.away", {**name, "when": f"<t:{away.until // 1000}:f>"}))
    asked_names = {sitter.seat: sitter.name for sitter in table.sitters}
    for seat, clock in sorted(clocks.items()):
        left = bank_line(session.context.schedules, clock, asked_names[seat])
        if left is not None and (table.vote is None or table.vote.seat != seat):
            lines.append(left)
    if table.vote is not None:
        lines += _vote_lines(session, table.vote)
    asked = [clock for clock in clocks.values() if clock.decision is not None]
    if asked and all(clock.is_asleep for clock in asked):
        since = min(clock.since for clock in asked)
        lines.append(Message("board.sleeps", {"when": f"<t:{since // 1000}:R>"}))
    return lines
