"""People's schedules, the clocks of seats, and due work. All times are milliseconds since 1970, UTC."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

ALIVE = "alive"
"""The name of the mark that stores when the clocks last ran."""

LOBBY = "lobby"
COMPUTER = "computer"
"""Kinds of due work: close an idle lobby, let computer players answer."""
RESUMED = "resumed"
"""The name of the mark that the host sets to release held banks."""

READY_MS = DAY_MS
"""Time without a change after which people found by the queue lose their seat, unless they have pressed Ready."""

MISSED_AT_MOST = 3
"""At this many timeouts in a row, a seat is opened. Before that, the autopilot answers."""

USUAL_REMINDER_H = 24
NEVER = 0
"""Stored in place of the hours until the first reminder if a person wants no reminders."""


class Absence(msgspec.Struct, frozen=True, order=True):
    since: int
    until: int


class Quiet(msgspec.Struct, frozen=True):
    """Daily quiet hours, in minutes since midnight. They may cross midnight; equal `begin` and `end` mean all day."""

    begin: int
    end: int

    @property
    def minutes(self) -> int:
        """The length in minutes, ignoring changes to and from daylight saving time."""
        return (self.end - self.begin) % (24 * 60) or 24 * 60


class Schedule(msgspec.Struct, frozen=True):
    """A person's quiet hours and absences, and when to remind them."""

    user: int
    zone: str = "UTC"
    quiet: Quiet | None = None
    remind_h: int = USUAL_REMINDER_H
    """Hours until the first reminder, or `NEVER`."""
    absences: tuple[Absence, ...] = ()
    """In order, with gaps between them."""
    reminded_at: int = 0
    digest_h: int | None = None
    """The hour of a daily message that lists all waiting tables. It replaces reminders and pings."""

    @property
    def has_digest(self) -> bool:
        return self.digest_h is not None

    @property
    def is_reminded(self) -> bool:
        return self.has_digest or self.remind_h != NEVER


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of a seat. At tables with a pace, even a seat without a question has one."""

    table: int
    seat: Seat
    user: int
    decision: int | None
    """The pending question, asked at `since`."""
    since: int
    counted_at: int
    own: int = 0
    """The person's own time from `since` to `counted_at`."""
    reminded: int = 0
    is_warned: bool = False
    is_asleep: bool = False
    is_gone: bool = False
    left: int | None = None
    """The time in the bank at `counted_at`."""
    nudged_at: int = 0
    missed: int = 0
    """The number of consecutive timeouts."""
    due_at: int | None = None
    is_out: bool = False
    """True after a vote was opened because the bank is empty or the person is silent."""
    added_by: int = 0
    """The entry whose turn last added to the bank."""
    is_ahead: bool = False
    """True if the next turn adds nothing, because its time was added in advance, or the turn in `added_by` was
    undone."""
    asked_at: int | None = None
    """When the game began to wait for the seat. None in old clocks."""

    @property
    def opens_next(self) -> bool:
        """Return whether the next timeout opens the seat, because it is too many in a row."""
        return self.missed + 1 >= MISSED_AT_MOST


Choice: TypeAlias = Literal["wait", "once", "substitute", "computer", "end"]
"""The choices when a bank is empty.

- `wait`: wait a day.
- `once`: have the autopilot answer once.
- `substitute`: open the seat. Until somebody takes it, the autopilot plays.
- `computer`: open the seat, and let a computer player play it.
- `end`: end the game. All must agree to this."""
CHOICES: tuple[Choice, ...] = ("wait", "once", "substitute", "computer", "end")


class Ballot(msgspec.Struct, frozen=True):
    seat: Seat
    choice: Choice


class Vote(msgspec.Struct, frozen=True):
    id: int
    seat: Seat
    ballots: tuple[Ballot, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """Work due for a table, which has at most one of each kind."""

    table: int
    kind: str
    at: int
