"""Records of people and servers: settings, reports, queues, watched tables and notices."""

from typing import Literal, TypeAlias

import msgspec

NOTICES_KEPT_MS = 7 * 24 * 3600 * 1000
WAITS_MS = 7 * 24 * 3600 * 1000
"""Longest wait in a queue. After that, people have probably forgotten it."""

News: TypeAlias = Literal[
    "out_of_time", "silent", "more_time", "given_time", "played", "opened", "taken", "over", "unready", "ended"
]
"""`out_of_time`, `silent`: the others vote on the seat, because its bank is empty or it was silent for a week.
`more_time`: the others gave the seat another day. `given_time`: one player gave it more time. `played`: its turn was
played. `taken`: somebody took the opened seat. `over`: the seat's silence ended the game. `unready`: someone found by
the queue lost the seat by not pressing Ready. `ended`: a game ended, and the daily digest hasn't told it yet."""


class Person(msgspec.Struct, frozen=True):
    """`dm_closed_at` is when Discord last refused a direct message. With `low_data`, private pictures are small."""

    user: int
    language: str | None = None
    hand_by_dm: bool = False
    dm_closed_at: int | None = None
    off_ladder: bool = False
    plain_text: bool = False
    low_data: bool = False


class Report(msgspec.Struct, frozen=True):
    """A report to the host. `number` is the entry of the table's log that the report is about, or 0."""

    id: int
    at: int
    user: int
    guild: int | None
    channel: int | None
    table: int | None
    number: int
    game: str | None
    version: int | None
    text: str


ANY_PACE = "any"


class Waiting(msgspec.Struct, frozen=True):
    """A person who has waited since `at` for a game with `seats` to `most` seats (`most` is 0: exactly `seats`)."""

    guild: int
    user: int
    name: str
    game: str
    seats: int
    at: int
    pace: str | None = None
    most: int = 0

    def takes(self, seats: int, pace: str | None) -> bool:
        """Return whether a game with this many seats and this pace suits the person."""
        return self.seats <= seats <= max(self.seats, self.most) and self.pace in (ANY_PACE, pace)


class Seasons(msgspec.Struct, frozen=True):
    """A server's seasons, up to `at`. The times are in milliseconds since 1970.

    `rule` says when the next one begins: each "month", each "quarter", on a day like "2027-01-31", or never. `past`
    are those that have ended, and `since` is when the running one began.
    """

    rule: str | None = None
    past: tuple[tuple[int, int], ...] = ()
    since: int | None = None
    at: int = 0


class Server(msgspec.Struct, frozen=True):
    """A server's settings: where tables may be opened, by whom and how many. None or empty means no choice. Searches
    for players are posted in `seeking`, and mention `seekers_role`. The last mention was at `sought_at`. Finished games
    and a weekly digest are posted in `results_in`. `digest` is the minute of the week when it is due, from Monday's
    midnight on. `lost_at` is when the server removed the bot."""

    guild: int
    language: str | None = None
    channels: tuple[int, ...] = ()
    opener_role: int | None = None
    seeking: int | None = None
    reports: int | None = None
    pace: str | None = None
    per_person: int | None = None
    per_server: int | None = None
    results_public: bool = False
    results_in: int | None = None
    lost_at: int | None = None
    zone: str = "UTC"
    seasons: Seasons = Seasons()
    seekers_role: int | None = None
    sought_at: int = 0
    digest: int | None = None

    @property
    def digest_mark(self) -> str:
        """The name of the stored time of the next digest."""
        return f"digest:{self.guild}"


class Watcher(msgspec.Struct, frozen=True):
    """Someone who watches a table. `told` is the last round they were shown."""

    table: int
    user: int
    told: int = 0


class Notice(msgspec.Struct, frozen=True):
    """News for a person about their seat at a table, kept for a week. `by` took the seat or gave time, or is 0."""

    id: int
    user: int
    table: int
    news: News
    at: int
    by: int = 0
