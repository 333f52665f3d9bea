"""What sessions need of a store. `db/store.py` keeps this promise."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing
from sessions.records.clock import Due, Schedule, SeatClock
from sessions.records.log import Entry, Snapshot
from sessions.records.past_game import PastGame
from sessions.records.person import Person, Report, Server, Waiting, Watcher
from sessions.records.post import LiveMessage, Post
from sessions.records.table import Table


class Overtaken(Exception):  # noqa: N818
    """Another writer was first: the table has another revision, or the interaction is in the log already."""


class RematchExists(Exception):  # noqa: N818
    """The game has its rematch already: the table with that id."""

    def __init__(self, table: int) -> None:
        super().__init__(table)
        self.table = table


class Damaged(Exception):  # noqa: N818
    """Stored bytes that cannot be read as what they should be; only this table is concerned."""

    def __init__(self, table: int, what: str) -> None:
        super().__init__(table, what)
        self.table = table
        self.what = what


class Handled(msgspec.Struct, frozen=True):
    """An interaction that changed a table without an entry in its log."""

    interaction: int
    table: int
    at: int


class Write(msgspec.Struct, frozen=True):
    """One transaction: all of it is on disk, or nothing. Several may share one commit.

    `row` replaces the table's row and sitters. `revision` is that of the table when this was decided: it gets the next
    one, or nothing is written if it has another by now. A new row brings its own where none is named. `cut`: snapshots
    from this entry number on no longer hold. `settled` are posts that are done, `put_off` posts to be tried later,
    `messages` replace those of their kind. `results` are the final places of a game that was played to its end, `dealt`
    what the setup had given each seat.

    `clocks` and `schedules` replace those of the same seat and person, `stopped` are clocks that are taken away.
    `moved` are clocks as they are known and as they shall be: one that another process has changed stays as that left
    it. `due`
    replaces what is due of that kind for its table, `undone` takes it away. `alive_at` is until when the clocks ran.
    """

    table: int = 0
    row: Table | None = None
    revision: int | None = None
    entries: tuple[Entry, ...] = ()
    cut: int | None = None
    snapshot: Snapshot | None = None
    posts: tuple[Post, ...] = ()
    handled: Handled | None = None
    settled: tuple[int, ...] = ()
    put_off: tuple[Post, ...] = ()
    messages: tuple[LiveMessage, ...] = ()
    results: tuple[Placing, ...] = ()
    dealt: tuple[Mapping[str, str], ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    stopped: tuple[tuple[int, Seat], ...] = ()
    moved: tuple[tuple[SeatClock, SeatClock], ...] = ()
    schedules: tuple[Schedule, ...] = ()
    due: tuple[Due, ...] = ()
    undone: tuple[tuple[int, str], ...] = ()
    alive_at: int | None = None


class Stored(msgspec.Struct, frozen=True):
    """What a session is resumed from: the newest snapshot that is an anchor, and the entries after it.

    `newest` is the newest snapshot of all.
    """

    table: Table
    snapshot: Snapshot | None
    newest: Snapshot | None
    entries: tuple[Entry, ...]


class TimeAt(msgspec.Struct, frozen=True):
    """The time of a table: its clocks, what is due for it, and the schedules of those who sit there."""

    clocks: tuple[SeatClock, ...] = ()
    due: tuple[Due, ...] = ()
    schedules: tuple[Schedule, ...] = ()


class Quotas(msgspec.Struct, frozen=True):
    """How many live tables one user may own and one guild may hold.

    `per_user_here`: how many of those in one guild a user may own, where that guild has a limit of its own.
    """

    per_user: int = 10
    per_guild: int = 50
    per_user_here: int | None = None


Heard: TypeAlias = Callable[[str, int], None]
"""Hears what another process has changed: a `table` with its number, or the choices of `people`, `servers`, `watchers`,
`schedules` with 0; `wake` for a channel whose posts are to be tried again, `shut` and `open` for one where nothing can
be posted, or something again; `all` where hints were lost."""


class Sharing(Protocol):
    """The other processes at the same store: what this one alone does, and what it hears of them.

    What it holds falls with the process, and is taken from one that hangs.
    """

    slot: int
    """Which of the processes that live now this is, below 64."""

    async def hold(self, channel: int) -> bool:
        """Take the posts of a channel for this process alone. Returns whether it has them."""
        ...

    async def holds(self, channel: int) -> bool:
        """Whether this process has had the posts of a channel without a break since it took them."""
        ...

    async def let_go(self, channel: int) -> None:
        """Leave the posts of a channel to whoever takes them."""
        ...

    async def leads(self) -> bool:
        """Whether the timed work is this process's to do, from now on or still."""
        ...

    async def follow(self) -> None:
        """Leave the timed work to whoever takes it."""
        ...

    def listen(self, heard: Heard) -> None:
        """Tell `heard` what other processes have changed. Hints may come late, twice or never."""
        ...

    def hint(self, kind: str, number: int = 0) -> None:
        """Tell the other processes that something has changed."""
        ...


class Committer(Protocol):
    """The one transaction by which tables, logs, clocks and posts change."""

    def commit(self, write: Write) -> Awaitable[None]:
        """Carry out `write` as one transaction, begun at once. Raises `Overtaken` when awaited."""
        ...


class TableStore(Committer, Protocol):
    """Tables: their rows, and what a session is resumed from."""

    async def open_table(
        self, table: Table, interaction: int, quotas: Quotas, posts: tuple[Post, ...], lapse: Due
    ) -> tuple[Table, tuple[Post, ...]]:
        """Keep a new table, its posts, and when it is looked after next; the table's id is given here.

        Raises `RematchExists`, `TableExists`, `TooManyTables`, `Overtaken`.
        """
        ...

    async def resume(self, table: int) -> Stored | None:
        """All that is needed to go on with a table. Raises `Damaged`."""
        ...

    async def resume_all(self, *tables: int) -> dict[int, Stored]:
        """All that is needed to go on with these tables, by number, as far as it can be read."""
        ...

    async def revision(self, table: int) -> int | None:
        """The revision of the table now."""
        ...

    async def suspend_unread(self, table: int) -> Table:
        """Suspend a table whose stored game is damaged, and tell what of its row can be read."""
        ...

    async def table(self, table: int) -> Table | None:
        """The table with that id."""
        ...

    async def table_at(self, channel: int) -> Table | None:
        """The live table of the channel, else the last one it had."""
        ...

    async def tables_of(self, user: int) -> list[Table]:
        """The live tables where this user sits, oldest first."""
        ...

    async def tables_in(self, guild: int) -> list[Table]:
        """The live tables of this server, oldest first."""
        ...

    async def guilds_with_tables(self) -> list[int]:
        """The servers that have live tables."""
        ...

    async def live_tables_by_status(self) -> dict[str, int]:
        """How many live tables there are, by status; a status that none has is left out."""
        ...


class LogStore(Protocol):
    """The logs of tables, and the results of those that are over."""

    async def entries(self, table: int, first: int, last: int) -> list[Entry]:
        """The entries `first` to `last`, both included. Raises `Damaged`."""
        ...

    async def newest_entries(self, table: int, count: int) -> list[Entry]:
        """The last `count` entries, oldest first. Raises `Damaged`."""
        ...

    async def seat_changes(self, table: int) -> list[Entry]:
        """The entries where somebody left or took over a seat, oldest first. Raises `Damaged`."""
        ...

    async def snapshot_before(self, table: int, number: int) -> Snapshot | None:
        """The newest snapshot of a position before the entry `number`."""
        ...

    async def done_by(self, interaction: int) -> tuple[int, list[Entry]] | None:
        """The table that this interaction changed, and the entries it wrote."""
        ...

    async def past_games(
        self, *, user: int | None = None, guild: int | None = None, game: str | None = None
    ) -> list[PastGame]:
        """Every side of the finished games: of this user, in this server, of this kind, as far as they are named.

        Oldest first. Whoever gave up has a side as well.
        """
        ...


class PostStore(Committer, Protocol):
    """What is to be posted, and the messages that are on the screen."""

    async def posts(self) -> list[Post]:
        """Everything still to be posted, oldest first."""
        ...

    async def posts_in(self, channel: int) -> list[Post]:
        """What is still to be posted in a channel, oldest first."""
        ...

    async def settle_posts(self, done: Sequence[int], later: Sequence[Post]) -> None:
        """Forget the posts that are done; keep the attempts and due times of the others."""
        ...

    async def live_messages(self, *tables: int) -> list[LiveMessage]:
        """The messages of ours that these tables still have, in one query however many there are."""
        ...

    async def lately_shown(self, limit: int) -> list[int]:
        """The running tables whose boards were posted last, newest first, `limit` at most."""
        ...

    async def keep_message(self, message: LiveMessage) -> None:
        """Keep a message in place of the one of its kind."""
        ...

    async def forget_message(self, table: int, kind: str) -> None:
        """Forget the message of that kind."""
        ...


class PeopleStore(Protocol):
    """What people and servers have chosen, who watches a table, and private notes."""

    async def people(self) -> list[Person]:
        """Everyone who chose something."""
        ...

    async def keep_person(self, person: Person) -> None:
        """Keep what someone chose."""
        ...

    async def servers(self) -> list[Server]:
        """What every server chose."""
        ...

    async def keep_server(self, server: Server) -> None:
        """Keep what those who manage a server chose."""
        ...

    async def forget_lost(self, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
        """Remove the oldest tables of a server that removed the bot by that moment, `most` of them, and in the end the
        server itself. Return the ids and channels of these tables; None if it has invited the bot again meanwhile.
        """
        ...

    async def schedules(self) -> list[Schedule]:
        """Everyone who has a schedule of their own, or was reminded of something."""
        ...

    async def watchers(self) -> list[Watcher]:
        """Everyone who watches a table."""
        ...

    async def keep_watcher(self, watcher: Watcher) -> None:
        """Keep that someone watches a table, and what they were told."""
        ...

    async def forget_watcher(self, table: int, user: int) -> None:
        """Keep that someone watches a table no more."""
        ...

    async def note(self, table: int, user: int) -> str | None:
        """What this person noted at a table."""
        ...

    async def keep_note(self, table: int, user: int, text: str) -> None:
        """Keep what someone noted at a table; no text is no note."""
        ...


class ClockStore(Protocol):
    """The clocks of seats, what is due, and marks of when something last happened."""

    async def clocks(self) -> list[SeatClock]:
        """The clocks of all seats."""
        ...

    async def due(self) -> list[Due]:
        """All that is due for tables."""
        ...

    async def without_clocks(self) -> list[int]:
        """The running tables none of whose seats has a clock, oldest first."""
        ...

    async def time_at(self, *tables: int) -> TimeAt:
        """The clocks of these tables, what is due for them, and the schedules of those who sit there."""
        ...

    async def clock_mark(self, name: str) -> int | None:
        """The moment that was kept under this name."""
        ...

    async def keep_clock_mark(self, name: str, at: int | None) -> None:
        """Keep a moment under its name; None forgets it."""
        ...


class QueueStore(Protocol):
    """Who waits for a game, and reports to the host."""

    async def queue_up(self, waiting: Waiting) -> list[Waiting]:
        """Keep that somebody waits for company. Returns who waits there for the same, the longest first."""
        ...

    async def leave_queue(self, guild: int, users: Sequence[int]) -> int:
        """Forget that these users wait in that server. Returns how many did."""
        ...

    async def keep_report(self, report: Report, interaction: int) -> Report:
        """Keep a report and return it with its number; the same interaction again returns the one that is kept."""
        ...


class StartStore(Protocol):
    """What processes of one bot tell one another: session starts, and hashes of what Discord was sent."""

    async def reserve(self, name: str, now: int, gap_ms: int) -> int:
        """Take the next turn of that name, which keeps the next `gap_ms` free, in milliseconds from `now` on."""
        ...

    async def starts_since(self, since: int) -> list[int]:
        """When processes were started, oldest first, from `since` on."""
        ...

    async def keep_start(self, at: int) -> None:
        """Keep that a process was started."""
        ...

    async def hashes(self) -> dict[str, str]:
        """Hashes of what was last synchronised with Discord (commands, emojis), by name."""
        ...

    async def keep_hash(self, name: str, value: str) -> None:
        """Keep one hash under its name."""
        ...


class Store(TableStore, LogStore, PostStore, PeopleStore, ClockStore, QueueStore, StartStore, Protocol):
    """The contract of durable storage. Every change is on disk when its call returns.

    Changes raise `StorageFull` or `StorageUnavailable` and then changed nothing; reads may raise the latter.
    """

    @property
    def sharing(self) -> Sharing | None:
        """The other processes at this store; None where there can be none."""
        ...
