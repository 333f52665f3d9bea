"""Records of people and servers: settings, reports, queues, watched tables and notices."""

from typing import Literal, TypeAlias

import msgspec

NOTICES_KEPT_MS = 7 * 24 * 3600 * 1000
WAITS_MS = 7 * 24 * 3600 * 1000
"""Longest wait in a queue. After that, people have probably forgotten it."""

News: TypeAlias = Literal[
    "out_of_time", "silent", "more_time", "given_time", "played", "opened", "taken", "over", "unready", "ended"
]
"""News of a person's seat at a table.

- `out_of_time`, `silent`: the others vote on the seat, because its bank is empty or it was silent for a week.
- `more_time`: the others gave the seat another day.
- `given_time`: one player gave it more time.
- `played`: the autopilot played its turn.
- `opened`: the seat was opened to others.
- `taken`: somebody took the opened seat.
- `over`: the seat's silence ended the game.
- `unready`: someone found by the queue lost the seat, because they didn't press Ready.
- `ended`: a game ended, and the daily digest hasn't reported it yet.
"""


class Person(msgspec.Struct, frozen=True):
    user: int
    language: str | None = None
    hand_by_dm: bool = False
    dm_closed_at: int | None = None
    """When Discord last refused a direct message."""
    off_ladder: bool = False
    plain_text: bool = False
    low_data: bool = False
    """If true, private pictures are small."""


class Report(msgspec.Struct, frozen=True):
    """A report to the host."""

    id: int
    at: int
    user: int
    guild: int | None
    channel: int | None
    table: int | None
    number: int
    """The entry of the table's log that the report is about, or 0."""
    game: str | None
    version: int | None
    text: str


ANY_PACE = "any"


class Waiting(msgspec.Struct, frozen=True):
    """A person who has waited for a game since `at`."""

    guild: int
    user: int
    name: str
    game: str
    seats: int
    """The smallest number of seats that suits the person."""
    at: int
    pace: str | None = None
    most: int = 0
    """The largest number of seats that suits the person; 0 means `seats`."""

    def takes(self, seats: int, pace: str | None) -> bool:
        """Return whether a game with this many seats and this pace suits the person."""
        return self.seats <= seats <= max(self.seats, self.most) and self.pace in (ANY_PACE, pace)


class Seasons(msgspec.Struct, frozen=True):
    """A server's seasons. The times are in milliseconds since 1970."""

    rule: str | None = None
    """When the next season begins: each "month", each "quarter", on a day like "2027-01-31", or never (None)."""
    past: tuple[tuple[int, int], ...] = ()
    """The start and end of each season that has ended."""
    since: int | None = None
    """The start of the current season."""
    at: int = 0
    """The time up to which seasons are stored."""


class Server(msgspec.Struct, frozen=True):
    """A server's settings. None or empty means that the server chose nothing."""

    guild: int
    language: str | None = None
    channels: tuple[int, ...] = ()
    """The channels where tables may be opened."""
    opener_role: int | None = None
    """The role that people need to open tables."""
    seeking: int | None = None
    """The channel for posts that look for players. They mention `seekers_role`."""
    reports: int | None = None
    pace: str | None = None
    per_person: int | None = None
    """The limit on live tables per owner."""
    per_server: int | None = None
    results_public: bool = False
    results_in: int | None = None
    """The channel for finished games and the weekly digest."""
    lost_at: int | None = None
    """When the server removed the bot."""
    zone: str = "UTC"
    seasons: Seasons = Seasons()
    seekers_role: int | None = None
    sought_at: int = 0
    """When `seekers_role` was last mentioned."""
    digest: int | None = None
    """When the weekly digest is due, in minutes since the start of Monday."""

    @property
    def digest_mark(self) -> str:
        """The name of the stored time of the next digest."""
        return f"digest:{self.guild}"


class Watcher(msgspec.Struct, frozen=True):
    """Someone who watches a table."""

    table: int
    user: int
    told: int = 0
    """The last round that the person was shown."""


class Notice(msgspec.Struct, frozen=True):
    """News for a person about their seat at a table, kept for a week."""

    id: int
    user: int
    table: int
    news: News
    at: int
    by: int = 0
    """The user who took the seat or gave it time, or 0."""
