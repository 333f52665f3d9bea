"""A snapshot of a table, for composing its messages. All of it is public except private questions."""

from collections.abc import Mapping

import msgspec

from engine.kernel.decision import Decision, Seat
from engine.kernel.play import expected_order
from engine.kernel.rules import AGREED, Placing
from sessions.clocks.own_time import NEVER_ENDS, absence_at, empty_at, next_digest
from sessions.clocks.seat_clocks import ALONE, PAUSED, RESUME, VOTE
from sessions.lobby.colours import colours_of
from sessions.play.reader import TableReader
from sessions.play.state import asks_only_computers, is_small, places_at, public_decision, round_of
from sessions.play.timeline import AnyGame
from sessions.play.undo import still_asked
from sessions.records.clock import HOUR_MS, SeatClock
from sessions.records.table import Table
from sessions.session import Session
from sessions.waiting.votes import short_of_time, silent

TIME_AFTER_DIGEST_MS = 12 * HOUR_MS
"""People with digests are also pinged for a vote or consent that ends less than this long after their next digest."""


class Awaited(msgspec.Struct, frozen=True):
    """The people and decisions that a table waits for."""

    decisions: tuple[Decision, ...]
    """All pending decisions, including private ones."""
    public: Decision | None
    """The pending decision, with combined options, if it's the only one, is public, and asks a person."""
    asks_only_computers: bool
    """True if decisions are pending, all of them for computer players."""
    must_agree: tuple[int, ...]
    """The users whose consent is needed."""
    may_vote: tuple[int, ...]
    """The users who haven't voted."""
    has_orders: bool
    proposed: tuple[Placing, ...]
    """The places that a proposal would give."""
    expected: tuple[Seat, ...]
    """The seats as a computer player ranks them. Empty without hints."""

    def public_if_small(self, most: int) -> Decision | None:
        """The public decision, if it fits in one select."""
        return self.public if self.public and is_small(self.decisions[0], most) else None


class Times(msgspec.Struct, frozen=True):
    """A table's clocks at the moment `now`, in milliseconds since 1970."""

    now: int
    clocks: Mapping[Seat, SeatClock]
    empty_at: Mapping[Seat, int | None]
    """When each asked seat's bank runs out; None if it's already empty."""
    away_until: Mapping[Seat, int]
    vote_ends_at: int
    """Like `resumes_at` and `alone_until`, this equals `now` if there is no such deadline."""
    resumes_at: int
    pause_until: int | None
    """From this time on, one player may end a pause; None: from now on."""
    alone_until: int
    is_silent: bool
    """True if the others may vote on a silent seat."""
    short: tuple[SeatClock, ...]
    """The clocks of seats that others may give more time."""
    unpinged: frozenset[int]
    """The users who get a daily digest in place of pings about their turns."""
    told_later: frozenset[int]
    """The users in `unpinged` whose digest comes early enough for the open vote or consent."""


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table as everybody may see it."""

    table: Table
    game: AnyGame
    number: int
    """The number of log entries."""
    seats: int
    """The number of seats in the game."""
    round: int | None
    view: msgspec.Struct | None
    """A spectator's view of the game."""
    result: tuple[Placing, ...] | None
    seed: bytes | None
    colours: tuple[int, ...]
    awaited: Awaited
    times: Times
    offers_computers: bool


def snapshot_of(session: Session) -> TableSnapshot:
    reader, table = session.reader, session.table
    return TableSnapshot(
        table,
        reader.game,
        reader.number,
        reader.seats,
        round_of(reader),
        reader.view(None) if reader.number else None,
        reader.result(),
        reader.timeline.position.seed if reader.number and table.status in ("over", "closed") else None,
        colours_of(table),
        awaited_of(reader),
        _times_of(session),
        session.context.offers_computers,
    )


def users_with_digest(session: Session) -> frozenset[int]:
    """Return the users at this table who get a daily digest in place of pings about their turns."""
    schedules = session.context.choices.schedules
    return frozenset(sitter.user for sitter in session.table.people if schedules.get(sitter.user).has_digest)


def users_told_later(session: Session) -> frozenset[int]:
    """Return the users whose daily digest leaves them enough time for the open vote or consent."""
    latest = (decided_by(session) or NEVER_ENDS) - TIME_AFTER_DIGEST_MS
    schedules, now = session.context.choices.schedules, session.context.clock()
    return frozenset(user for user in users_with_digest(session) if next_digest(schedules.get(user), now) <= latest)


def decided_by(session: Session) -> int | None:
    """Return the time at which the open vote or consent ends by itself, if there is one."""
    ends = (session.context.seat_clocks.due_at(session.table.id, kind) for kind in (VOTE, RESUME, ALONE))
    return min((at for at in ends if at is not None), default=None)


def is_asked_to_agree(session: Session, user: int) -> bool:
    """Return whether a vote or a consent waits for this user."""
    awaited, table = awaited_of(session.reader), session.table
    is_open = table.is_under_way or table.status == "lobby"
    return is_open and user in (*awaited.must_agree, *awaited.may_vote)


def awaited_of(reader: TableReader) -> Awaited:
    table, decisions = reader.table, tuple(reader.pending)
    is_for_computers = asks_only_computers(table, decisions)
    public = None if is_for_computers else public_decision(reader)
    asked = still_asked(table, table.proposal) if table.proposal else ()
    voted = {table.vote.seat, *(ballot.seat for ballot in table.vote.ballots)} if table.vote else set()
    proposed = places_at(reader, table.proposal.kind) if table.proposal and table.proposal.kind in AGREED else ()
    return Awaited(
        decisions,
        reader.offers.as_shown(public) if public else None,
        is_for_computers,
        tuple(sitter.user for sitter in (table.people if table.is_left_alone else asked)),
        tuple(sitter.user for sitter in table.people if sitter.seat not in voted) if table.vote else (),
        any(reader.offers.orders(sitter.user) for sitter in table.people),
        proposed,
        expected_order(reader.game, reader.timeline.position) if proposed and table.seating.hints else (),
    )


def _times_of(session: Session) -> Times:
    table, context, now = session.table, session.context, session.context.clock()
    clocks, schedules = context.seat_clocks.of(table.id), context.choices.schedules
    away = {sitter.seat: absence_at(schedules.get(sitter.user), now) for sitter in table.people}
    vote_ends, resumes, alone_ends = (context.seat_clocks.due_at(table.id, kind) for kind in (VOTE, RESUME, ALONE))
    return Times(
        now,
        clocks,
        {
            seat: empty_at(clock, schedules.get(clock.user))
            for seat, clock in clocks.items()
            if clock.left is not None and clock.decision is not None
        },
        {seat: absence.until for seat, absence in away.items() if absence is not None},
        vote_ends or now,
        resumes or now,
        context.seat_clocks.due_at(table.id, PAUSED),
        alone_ends or now,
        silent(context, table, now) is not None,
        tuple(short_of_time(context, table, now)),
        users_with_digest(session),
        users_told_later(session),
    )
