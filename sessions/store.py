"""The store that sessions need. `db/store.py` opens one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing
from sessions.records.clock import Due, Schedule, SeatClock
from sessions.records.league import League
from sessions.records.log import Entry, PastGame, Snapshot
from sessions.records.person import Notice, Person, Report, Server, Waiting, Watcher
from sessions.records.table import LiveMessage, Post, Table


class Overtaken(Exception):  # noqa: N818
    """Another writer was faster: the table's revision has changed, or the interaction is already in the log."""


@dataclass(eq=False, repr=False)
class RematchExists(Exception):  # noqa: N818
    """The game already has a rematch: this table."""

    table: int


@dataclass(eq=False, repr=False)
class Damaged(Exception):  # noqa: N818
    """A table's stored bytes cannot be read."""

    table: int
    what: str


class Handled(msgspec.Struct, frozen=True):
    """An interaction that changed a table without a log entry."""

    interaction: int
    table: int
    at: int


class Write(msgspec.Struct, frozen=True):
    """Changes that are written completely or not at all. Several writes may share a transaction."""

    table: int = 0
    row: Table | None = None
    """Replaces the table's row and sitters."""
    revision: int | None = None
    """Nothing is written unless the table has this revision. By default, it's the row's."""
    entries: tuple[Entry, ...] = ()
    cut: int | None = None
    """Delete snapshots from this entry on."""
    snapshot: Snapshot | None = None
    posts: tuple[Post, ...] = ()
    handled: Handled | None = None
    settled: tuple[int, ...] = ()
    """Posts that are done."""
    put_off: tuple[Post, ...] = ()
    """Posts to retry later."""
    messages: tuple[LiveMessage, ...] = ()
    results: tuple[Placing, ...] = ()
    dealt: tuple[Mapping[str, str], ...] = ()
    """Each seat's setup, for statistics."""
    clocks: tuple[SeatClock, ...] = ()
    stopped: tuple[tuple[int, Seat], ...] = ()
    """Clocks to delete."""
    moved: tuple[tuple[SeatClock, SeatClock], ...] = ()
    """Pairs of an old clock and a new one. A pair is skipped if another process has changed the old clock."""
    schedules: tuple[Schedule, ...] = ()
    due: tuple[Due, ...] = ()
    undone: tuple[tuple[int, str], ...] = ()
    """Due work to delete, by table and kind."""
    alive_at: int | None = None
    """When the clocks last ran."""
    notices: tuple[Notice, ...] = ()
    told: tuple[int, ...] = ()
    """Notices to delete."""


class Stored(msgspec.Struct, frozen=True):
    """A stored table."""

    table: Table
    snapshot: Snapshot | None
    """The newest anchor."""
    newest: Snapshot | None
    """The newest snapshot."""
    entries: tuple[Entry, ...]
    """The entry at the anchor and all later ones."""


class TimeAt(msgspec.Struct, frozen=True):
    clocks: tuple[SeatClock, ...] = ()
    due: tuple[Due, ...] = ()
    schedules: tuple[Schedule, ...] = ()


class Quotas(msgspec.Struct, frozen=True):
    """Limits on live tables: per owner, and per server."""

    per_user: int = 10
    per_guild: int = 50
    per_user_here: int | None = None
    """A server's own limit per owner, if it has one."""


Heard: TypeAlias = Callable[[str, int], None]
"""Called with each hint from another process: its kind and a number.
- `table`: the table with this id has changed.
- `people`, `servers`, `watchers`, `schedules`: some of these have changed. The number is 0.
- `wake`: retry the posts of this channel.
- `shut`, `open`: posting in this channel fails, or works again.
- `all`: hints were lost.
"""


class Sharing(Protocol):
    """Coordination with other processes that use the store. A process that hangs loses its channels and leadership."""

    slot: int

    async def hold(self, channel: int) -> bool:
        """Try to get exclusive delivery of a channel's posts. Return whether that worked."""

    async def holds(self, channel: int) -> bool:
        """Return whether this process has held the channel's posts without a break."""

    async def let_go(self, channel: int) -> None: ...

    async def leads(self) -> bool:
        """Become or stay the leader, which does the due work. Return whether that worked."""

    async def follow(self) -> None: ...

    def listen(self, heard: Heard) -> None:
        """Call `heard` with changes by other processes. Hints may come late, twice or never."""

    def hint(self, kind: str, number: int = 0) -> None: ...


class TableStore(Protocol):
    async def open(
        self, table: Table, interaction: int, quotas: Quotas, posts: tuple[Post, ...], lapse: Due
    ) -> tuple[Table, tuple[Post, ...]]:
        """Store a new table. Return it and its posts with their ids. Raises `TableExists`, `Overtaken`, …"""

    async def check_quotas(self, table: Table, quotas: Quotas) -> None:
        """Raise `TableExists` or `TooManyTables` if this new table would be refused now."""

    async def resume(self, table: int) -> Stored | None:
        """Return the stored table, if it exists. Raises `Damaged`."""

    async def resume_all(self, *tables: int) -> dict[int, Stored]:
        """Return these tables by id, without unreadable ones."""

    async def revision(self, table: int) -> int | None: ...

    async def suspend_unread(self, table: int) -> Table:
        """Suspend a table whose stored game is damaged. Return the readable part of its row."""

    async def by_id(self, table: int) -> Table | None: ...

    async def at(self, channel: int) -> Table | None:
        """Return the live table of a channel, or its last table if none is live."""

    async def of_user(self, user: int) -> list[Table]:
        """Return the live tables where this user sits, oldest first."""

    async def in_guild(self, guild: int) -> list[Table]:
        """Return the live tables of this server, oldest first."""

    async def ended_in(self, guild: int, since: int) -> list[Table]:
        """Return the tables of this server that ended or were closed after `since`, newest first."""

    async def guilds(self) -> list[int]:
        """Return the servers about which anything is stored: tables, settings, leagues or a queue."""

    async def without_game(self, games: Sequence[str]) -> list[Table]:
        """Return live tables that are on hold because of their game, and those whose game isn't one of `games`."""

    async def count_by_status(self) -> dict[str, int]: ...


class LogStore(Protocol):
    async def entries(self, table: int, first: int, last: int) -> list[Entry]:
        """Return entries, `last` included. Raises `Damaged`."""

    async def newest_entries(self, table: int, count: int) -> list[Entry]:
        """Return the last entries, oldest first. Raises `Damaged`."""

    async def seat_changes(self, table: int) -> list[Entry]:
        """Return the entries about leaving and taking over seats, oldest first. Raises `Damaged`."""

    async def snapshot_before(self, table: int, number: int) -> Snapshot | None: ...

    async def done_by(self, interaction: int) -> tuple[int, list[Entry]] | None:
        """Return the table that this interaction changed, and the entries it wrote."""

    async def past_games(
        self, *, user: int | None = None, guild: int | None = None, game: str | None = None
    ) -> list[PastGame]:
        """Return each person's side of finished games, oldest first, including people who gave up."""


class PostStore(Protocol):
    async def waiting(self) -> list[Post]:
        """Return every post still to be sent, oldest first. Unreadable ones are deleted."""

    async def waiting_in(self, channel: int) -> list[Post]: ...

    async def newest_shown(self) -> int:
        """Return the largest id of a post that a message was sent for, or 0."""

    async def add(self, *posts: Post) -> None: ...

    async def settle(self, done: Sequence[int], later: Sequence[Post]) -> None:
        """Delete the posts in `done`. Store the time of the next try for those in `later`."""

    async def live_messages(self, *tables: int) -> list[LiveMessage]: ...

    async def lately_shown(self, limit: int) -> list[int]:
        """Return the running tables with the `limit` most recent messages, newest first."""

    async def keep_message(self, message: LiveMessage) -> None: ...

    async def forget_message(self, table: int, kind: str) -> None: ...


class PeopleStore(Protocol):
    async def everyone(self) -> list[Person]: ...

    async def keep_person(self, person: Person) -> None: ...

    async def servers(self) -> list[Server]: ...

    async def keep_server(self, server: Server) -> None: ...

    async def forget_lost(self, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
        """Delete up to `most` tables of a lost server, oldest first, and the server after its last table. Return the
        deleted tables' ids and channels, or None if the bot is back, or was removed after `lost_by`."""

    async def schedules(self) -> list[Schedule]: ...

    async def watchers(self) -> list[Watcher]: ...

    async def keep_watcher(self, watcher: Watcher) -> None: ...

    async def forget_watcher(self, table: int, user: int) -> None: ...

    async def notices(self, user: int, since: int) -> list[Notice]:
        """Return the news of this person's seats since a time, oldest first."""

    async def note(self, table: int, user: int) -> str | None: ...

    async def keep_note(self, table: int, user: int, text: str) -> None:
        """Store a person's note about a table; delete it if the text is empty."""

    async def keep_report(self, report: Report, interaction: int) -> Report:
        """Store a report and return it with its number. The same interaction again returns the stored one."""


class ClockStore(Protocol):
    async def clocks(self) -> list[SeatClock]: ...

    async def due(self) -> list[Due]: ...

    async def without_clocks(self) -> list[int]:
        """Return the running tables without any clock, oldest first."""

    async def at(self, *tables: int) -> TimeAt:
        """Return the clocks and due work of these tables, and their people's schedules."""

    async def mark(self, name: str) -> int | None: ...

    async def keep_mark(self, name: str, at: int | None) -> None:
        """Store a time under its name; None deletes it."""


class QueueStore(Protocol):
    async def join(self, waiting: Waiting) -> None:
        """Add somebody to the queue of a game, or change the seats and pace they want."""

    async def leave(self, guild: int, users: Sequence[int], game: str | None = None) -> int:
        """Remove these users from one game's queue in a server, or from all. Return the number of places removed."""

    async def waiting(self, guild: int, now: int) -> list[Waiting]:
        """Return everyone waiting for a game in this server, the longest wait first."""

    async def guilds(self) -> list[int]:
        """Return the servers where somebody waits, or that have a post about the queue."""

    async def post_of(self, guild: int) -> tuple[int, int] | None:
        """Return the channel and id of a server's post about the queue."""

    async def keep_post(self, guild: int, place: tuple[int, int] | None) -> None: ...


class LeagueStore(Protocol):
    """The leagues of all servers. Lists are ordered by id, oldest first, and leave out leagues that can't be read."""

    async def by_id(self, league: int) -> League | None: ...

    async def of_guild(self, guild: int) -> list[League]: ...

    async def active(self) -> list[League]:
        """Return the leagues that haven't ended, or whose end wasn't announced yet."""

    async def add(self, league: League) -> League:
        """Store a new league. Return it, or the stored one if its id is known."""

    async def keep(self, league: League) -> League:
        """Store a league in place of its earlier revision. Return it with its new revision. Raises `Overtaken`."""


VERSION = "knossos"
"""Key of the bot's version among the hashes."""


class StartStore(Protocol):
    """Data shared by a bot's processes: their start times, hashes of data sent to Discord, and the bot's version."""

    async def reserve(self, name: str, now: int, gap_ms: int) -> int:
        """Reserve the next slot of the rate limit `name`, one every `gap_ms`. Return the wait from `now` in ms."""

    async def since(self, since: int) -> list[int]:
        """Return the start times of processes from `since` on, oldest first."""

    async def keep(self, at: int) -> None:
        """Store that a process was started. Delete old starts, and what `forget_old` deletes."""

    async def forget_old(self, now: int) -> None:
        """Delete handled interactions, notices and places in queues that are too old to matter."""

    async def hashes(self) -> dict[str, str]:
        """Return hashes of the data last synchronised with Discord (commands, emojis), by name. `VERSION` has the
        version of the bot that last started on this database."""

    async def keep_hash(self, name: str, value: str) -> None: ...


class Store(Protocol):
    """Durable storage: each change is on disk when its call returns, or it raises and nothing has changed."""

    tables: TableStore
    log: LogStore
    posts: PostStore
    people: PeopleStore
    clocks: ClockStore
    queue: QueueStore
    leagues: LeagueStore
    starts: StartStore

    def commit(self, write: Write) -> Awaitable[None]:
        """Start storing `write` immediately. Awaiting the result may raise `Overtaken`."""

    @property
    def sharing(self) -> Sharing | None:
        """The other processes that use this store; None if there cannot be any."""
