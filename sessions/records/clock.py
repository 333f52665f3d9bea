"""What is kept of people's time and of the seats that are asked. All times are milliseconds since 1970, UTC."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

ALIVE = "alive"
"""The name under which it is kept until when the clocks ran."""

LOBBY = "lobby"
"""The kind of what is due for a lobby, as long as it is one."""

COMPUTER = "computer"
"""The kind of what is due when computers at a table are to answer."""
RESUMED = "resumed"
"""The name of the mark by which the host lets many banks run out at once, after all."""

USUAL_REMINDER_H = 24
NEVER = 0
"""In place of the hours after which someone wants to be reminded: not at all."""


class Absence(msgspec.Struct, frozen=True, order=True):
    """Someone is away from `since` to before `until`."""

    since: int
    until: int


class Quiet(msgspec.Struct, frozen=True):
    """Hours of every day in which nobody reminds someone: from `begin` to before `end`, in minutes since midnight.

    Past midnight where `end` is not after `begin`, a whole day where they are the same.
    """

    begin: int
    end: int

    @property
    def minutes(self) -> int:
        """How many of a day's 1,440 minutes they take; those of the day when clocks change may be 60 off."""
        return (self.end - self.begin) % (24 * 60) or 24 * 60


class Schedule(msgspec.Struct, frozen=True):
    """When someone has time for their tables, and how soon they want to be reminded of them, in hours (0: never).

    `absences` are apart from one another and in order. `reminded_at` is when they were last reminded of anything.
    """

    user: int
    zone: str = "UTC"
    quiet: Quiet | None = None
    remind_h: int = USUAL_REMINDER_H
    absences: tuple[Absence, ...] = ()
    reminded_at: int = 0


class SeatClock(msgspec.Struct, frozen=True):
    """How long a seat has been asked the question `decision`, which began at `since`.

    `own` is the time of its person that had run at `counted_at`, quiet hours and absences taken out; `left` what was
    then left of its bank at a table with a pace, where a seat has a clock also while it is not asked (no decision).
    `reminded` counts the reminders of this question, `is_warned` says that the bank's was given, `is_asleep` that the
    last is past, `is_gone` that the person has left the server. `nudged_at` is when somebody nudged last, `missed` how
    often in a row the seat was played because its bank was empty, `is_out` says that it is empty now. `due_at` is when
    something is to be done next. `added_by` is the entry by which a turn of this seat ended and added to its bank last;
    `is_ahead` says that this turn was taken back: its bank has had what its next turn would add. `asked_at` is when the
    seat began to be asked one question after another; None where it was asked before that was kept.
    """

    table: int
    seat: Seat
    user: int
    decision: int | None
    since: int
    counted_at: int
    own: int = 0
    reminded: int = 0
    is_warned: bool = False
    is_asleep: bool = False
    is_gone: bool = False
    left: int | None = None
    nudged_at: int = 0
    missed: int = 0
    due_at: int | None = None
    is_out: bool = False
    added_by: int = 0
    is_ahead: bool = False
    asked_at: int | None = None


Choice: TypeAlias = Literal["wait", "once", "substitute", "computer", "end"]
"""What the others may want where a bank is empty: wait a day, let the seat be played this once, open it to a
substitute while it holds still or while a computer plays on there, or end the game without a result."""
CHOICES: tuple[Choice, ...] = ("wait", "once", "substitute", "computer", "end")


class Ballot(msgspec.Struct, frozen=True):
    """What the person of a seat wants."""

    seat: Seat
    choice: Choice


class Vote(msgspec.Struct, frozen=True):
    """The others are asked what to do about a seat that has let them wait; `id` tells this vote from others."""

    id: int
    seat: Seat
    ballots: tuple[Ballot, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """Something to be done for a table at its time; one of a kind a table."""

    table: int
    kind: str
    at: int
