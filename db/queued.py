"""The promise of `sessions.store.Store`, kept by queues of connections: the same for every database."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from db import changes, forgetting, queries, queueing, reports, results
from db.queues import ConnectionQueue, Database, WriteQueue
from sessions.records.clock import Due, Schedule, SeatClock
from sessions.records.log import Entry, Snapshot
from sessions.records.past_game import PastGame
from sessions.records.person import Person, Report, Server, Waiting, Watcher
from sessions.records.post import LiveMessage, Post
from sessions.records.table import Table
from sessions.store import Quotas, Sharing, Stored, TimeAt, Write

P = ParamSpec("P")
T = TypeVar("T")
Job = Callable[Concatenate[Connection, P], T]
"""A function of a connection and what else it needs to know."""


class QueuedStore:
    """Keeps the promise of `sessions.store.Store`: writes in order by one connection, reads by another."""

    def __init__(self, database: Database, for_reading: Database | None = None) -> None:
        self.writer = WriteQueue(database)
        self.reader = ConnectionQueue(for_reading or database)

    @property
    def sharing(self) -> Sharing | None:
        """No other process."""
        return None

    async def connect(self) -> None:
        """Open both connections now, so that nobody waits for them later. Raises what the driver raises.

        Only once both are open or refused: one on its way would outlive the closing.
        """
        both = await asyncio.gather(self.writer.connect(), self.reader.connect(), return_exceptions=True)
        for refused in filter(None, both):
            raise refused

    async def close(self) -> None:
        """Finish what was given in, and close the connections."""
        await self.writer.close()
        await self.reader.close()

    def _read(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
        return self.reader.submit(lambda connection: job(connection, *args, **kwargs))

    def _change(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
        return self.writer.submit(lambda connection: job(connection, *args, **kwargs))

    # Tables

    async def open_table(
        self, table: Table, interaction: int, quotas: Quotas, waiting: tuple[Post, ...], lapse: Due
    ) -> tuple[Table, tuple[Post, ...]]:
        """Keep a new table, its posts, and when it is looked after next; the table's id is given here."""
        return await self._change(changes.open_table, table, interaction, quotas, waiting, lapse)

    def commit(self, write: Write) -> "asyncio.Future[None]":
        """Carry out `write` as one transaction, begun at once."""
        return self.writer.write(write)

    async def resume(self, table: int) -> Stored | None:
        """All that is needed to go on with a table."""
        return await self._read(queries.stored_game, table)

    async def resume_all(self, *tables: int) -> dict[int, Stored]:
        """All that is needed to go on with these tables, by number, as far as it can be read."""
        return await self._read(queries.stored_games, tables)

    async def revision(self, table: int) -> int | None:
        """The revision of the table now."""
        return await self._read(queries.revision_of, table)

    async def time_at(self, *tables: int) -> TimeAt:
        """The clocks of these tables, what is due for them, and the schedules of those who sit there."""
        return await self._read(queries.time_at, tables)

    async def suspend_unread(self, table: int) -> Table:
        """Suspend a table whose stored game is damaged, and return what of its row can be read."""
        return await self._change(changes.suspend_unread, table)

    async def table(self, table: int) -> Table | None:
        """The table with that id."""
        return await self._read(queries.table_by_id, table)

    async def table_at(self, channel: int) -> Table | None:
        """The live table of the channel, else the last one it had."""
        return await self._read(queries.table_at, channel)

    async def tables_of(self, user: int) -> list[Table]:
        """The live tables where this user sits, oldest first."""
        return await self._read(queries.tables_of, user)

    async def tables_in(self, guild: int) -> list[Table]:
        """The live tables of this server, oldest first."""
        return await self._read(queries.tables_in, guild)

    async def guilds_with_tables(self) -> list[int]:
        """The servers that have live tables."""
        return await self._read(queries.guilds_with_tables)

    async def past_games(
        self, *, user: int | None = None, guild: int | None = None, game: str | None = None
    ) -> list[PastGame]:
        """Every side of the finished games of this user, server and kind, oldest first."""
        return await self._read(results.past_games, user=user, guild=guild, game=game)

    # The log

    async def entries(self, table: int, first: int, last: int) -> list[Entry]:
        """The entries `first` to `last`, both included."""
        return await self._read(queries.entries_between, table, first, last)

    async def newest_entries(self, table: int, count: int) -> list[Entry]:
        """The last `count` entries, oldest first."""
        return await self._read(queries.newest_entries, table, count)

    async def seat_changes(self, table: int) -> list[Entry]:
        """The entries where somebody left or took over a seat, oldest first."""
        return await self._read(queries.seat_changes, table)

    async def snapshot_before(self, table: int, number: int) -> Snapshot | None:
        """The newest snapshot of a position before the entry `number`."""
        return await self._read(queries.snapshot_before, table, number)

    async def done_by(self, interaction: int) -> tuple[int, list[Entry]] | None:
        """The table that this interaction changed, and the entries it wrote."""
        return await self._read(queries.done_by, interaction)

    # The outbox

    async def posts(self) -> list[Post]:
        """Returns everything still to be posted, oldest first. Forgets posts that cannot be read."""
        return await self._sound_posts(None)

    async def posts_in(self, channel: int) -> list[Post]:
        """Returns what is still to be posted in a channel, oldest first. Forgets posts that cannot be read."""
        return await self._sound_posts(channel)

    async def _sound_posts(self, channel: int | None) -> list[Post]:
        sound, unsound = await self._read(queries.waiting_posts, channel)
        if unsound:
            await self.settle_posts(unsound, [])
        return sound

    async def settle_posts(self, done: Sequence[int], later: Sequence[Post]) -> None:
        """Forget the posts that are done; keep the attempts and due times of the others."""
        await self.writer.write(Write(settled=tuple(done), put_off=tuple(later)))

    # People, messages, starts, hashes

    async def people(self) -> list[Person]:
        """Everyone who chose something."""
        return await self._read(queries.everyone)

    async def keep_person(self, person: Person) -> None:
        """Keep what someone chose."""
        await self._change(changes.keep_person, person)

    async def queue_up(self, waiting: Waiting) -> list[Waiting]:
        """Keep that somebody waits for company. Returns who waits there for the same, the longest first."""
        return await self._change(queueing.queue_up, waiting)

    async def leave_queue(self, guild: int, users: Sequence[int]) -> int:
        """Forget that these users wait in that server. Returns how many did."""
        return await self._change(queueing.leave_queue, guild, users)

    async def keep_report(self, report: Report, interaction: int) -> Report:
        """Keep a report and return it with its number; the same interaction again returns the one that is kept."""
        return await self._change(reports.keep_report, report, interaction)

    async def servers(self) -> list[Server]:
        """What every server chose."""
        return await self._read(queries.all_servers)

    async def keep_server(self, server: Server) -> None:
        """Keep what those who manage a server chose."""
        await self._change(changes.keep_server, server)

    async def forget_lost(self, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
        """Remove some tables of a server that removed the bot by that moment, and in the end the server itself."""
        return await self._change(forgetting.forget_lost, guild, lost_by, most)

    async def watchers(self) -> list[Watcher]:
        """Everyone who watches a table."""
        return await self._read(queries.everyone_watching)

    async def keep_watcher(self, watcher: Watcher) -> None:
        """Keep that someone watches a table, and what they were told."""
        await self._change(changes.keep_watcher, watcher)

    async def forget_watcher(self, table: int, user: int) -> None:
        """Keep that someone watches a table no more."""
        await self._change(changes.forget_watcher, table, user)

    async def note(self, table: int, user: int) -> str | None:
        """What this person noted at a table."""
        return await self._read(queries.note_of, table, user)

    async def keep_note(self, table: int, user: int, text: str) -> None:
        """Keep what someone noted at a table; no text is no note."""
        await self._change(changes.keep_note, table, user, text)

    async def live_messages(self, *tables: int) -> list[LiveMessage]:
        """The messages of ours that these tables still have, in one query."""
        return await self._read(queries.live_messages_of, tables)

    async def lately_shown(self, limit: int) -> list[int]:
        """The running tables whose boards were posted last, newest first, `limit` at most."""
        return await self._read(queries.lately_shown, limit)

    async def keep_message(self, message: LiveMessage) -> None:
        """Keep a message in place of the one of its kind."""
        await self.writer.write(Write(messages=(message,)))

    async def forget_message(self, table: int, kind: str) -> None:
        """Forget the message of that kind."""
        await self._change(changes.forget_message, table, kind)

    async def schedules(self) -> list[Schedule]:
        """Everyone who has a schedule of their own, or was reminded of something."""
        return await self._read(queries.everyones_schedules)

    async def clocks(self) -> list[SeatClock]:
        """The clocks of all seats."""
        return await self._read(queries.all_clocks)

    async def due(self) -> list[Due]:
        """All that is due for tables."""
        return await self._read(queries.all_due)

    async def without_clocks(self) -> list[int]:
        """The running tables none of whose seats has a clock, oldest first."""
        return await self._read(queries.tables_without_clocks)

    async def live_tables_by_status(self) -> dict[str, int]:
        """How many live tables there are, by status; a status that none has is left out."""
        return await self._read(queries.live_tables_by_status)

    async def clock_mark(self, name: str) -> int | None:
        """The moment that was kept under this name."""
        return await self._read(queries.clock_mark, name)

    async def keep_clock_mark(self, name: str, at: int | None) -> None:
        """Keep a moment under its name; None forgets it."""
        await self._change(changes.keep_clock_mark, name, at)

    async def reserve(self, name: str, now: int, gap_ms: int) -> int:
        """Take the next turn of that name, and return how many milliseconds it is from `now` on."""
        return await self._change(changes.reserve, name, now, gap_ms)

    async def starts_since(self, since: int) -> list[int]:
        """When processes were started, oldest first, from `since` on."""
        return await self._read(queries.starts_since, since)

    async def keep_start(self, at: int) -> None:
        """Keep that a process was started; starts and handled interactions of over two days ago are forgotten."""
        await self._change(changes.keep_start, at)

    async def hashes(self) -> dict[str, str]:
        """Hashes of what was last synchronised with Discord, by name."""
        return await self._read(queries.kept_hashes)

    async def keep_hash(self, name: str, value: str) -> None:
        await self._change(changes.keep_hash, name, value)
