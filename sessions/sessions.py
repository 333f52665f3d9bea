"""All tables of a process. Opens tables, finds them by channel, loads them on first use and drops idle ones."""

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence, Set
from pathlib import Path
from weakref import WeakValueDictionary

from msgspec.structs import replace

from engine.kernel.codec import encode
from engine.kernel.decision import Seat
from engine.kernel.game import complete_settings
from engine.kernel.refusals import UnplayableSettings
from sessions.clocks.seat_clocks import SeatClocks, unbroken_clock
from sessions.delivery.outbox import Outbox
from sessions.delivery.shared_outbox import SharedOutbox
from sessions.kept.choices import Choices, Refreshing
from sessions.lobby.lobby import FIRST_SEAT, LobbyOptions, rematch_of
from sessions.play.context import Gone, SessionContext, none_gone
from sessions.play.failing import is_fault_of, passes_through, read_all
from sessions.play.replaying import resume
from sessions.play.timeline import AnyGame
from sessions.play.undo import still_asked
from sessions.play.writer import MOST_TRIES
from sessions.records.clock import ALIVE, DAY_MS, LOBBY, READY_MS, Due
from sessions.records.log import Answered, Snapshot
from sessions.records.table import NOBODY, Post, Seating, Sitter, Table
from sessions.refusals import (
    NoComputers,
    NoTable,
    StalePress,
    StorageRefusal,
    StorageUnavailable,
    UnknownGame,
)
from sessions.session import Session
from sessions.store import Damaged, Overtaken, Quotas, RematchExists, Store, Write

MOST_LOADED = 2000
"""Maximum number of sessions in memory. Beyond that, the least recently used one is dropped."""

IDLE_MS = 30 * 60 * 1000
"""Sessions unused for this long are dropped too."""


FIRST_ENTRIES = 8
"""Number of entries to read at a game's beginning: they include the first answer."""


TOLD_AFTER_MS = 6 * DAY_MS
"""After this time without a change, the people in a lobby are warned that it will be closed."""


PARKED_S = 2.0
"""Longest wait, in seconds, to store the current positions at shutdown."""


READ_AT_START = 24
"""Number of tables to load at startup: the most recently played ones."""


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def fresh_bytes(count: int) -> bytes:
    """Return `count` bytes that nobody can predict, for the seeds of games."""
    return secrets.token_bytes(count)


class Sessions:
    """All tables that this process serves. Call `load` first."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        clock: Callable[[], int] = now_ms,
        unbroken: Callable[[], int] | None = None,
        token_bytes: Callable[[int], bytes] = fresh_bytes,
        quotas: Quotas | None = None,
        most_loaded: int = MOST_LOADED,
        is_shared: bool = False,
        offers_computers: bool = False,
        gone: Gone = none_gone,
        packages: Mapping[str, Path] | None = None,
    ) -> None:
        self.store = store
        self.choices = Choices(store.people, clock)
        sharing = store.sharing
        unbroken = unbroken or unbroken_clock(clock)
        self.outbox = Outbox(store.posts, unbroken) if sharing is None else SharedOutbox(store.posts, unbroken, sharing)
        self.context = SessionContext(
            store,
            self.outbox,
            games,
            clock,
            unbroken,
            token_bytes,
            self.choices,
            SeatClocks(store.clocks, self.choices.schedules),
            offers_computers,
            gone,
            packages or {},
        )
        self.is_shared = is_shared or sharing is not None
        """True if other processes change the same tables. A table in memory is then checked before each use."""
        self._quotas = quotas or Quotas()
        self._most_loaded = most_loaded
        self._kept: OrderedDict[int, Session] = OrderedDict()
        self._alive: WeakValueDictionary[int, Session] = WeakValueDictionary()
        self._channels: dict[int, int] = {}
        self._loading = asyncio.Lock()
        self._refreshing = Refreshing({**self.choices.loads, "clocks": self.context.seat_clocks.load}, self._read_again)

    async def load(self) -> None:
        """Load settings, clocks, the outbox, and the tables played last, because people will use those first."""
        await self.choices.load()
        # The time since then counts for nobody, even if they press before the clocks start again.
        self.context.seat_clocks.stopped_at = await self.store.clocks.mark(ALIVE)
        await self.context.seat_clocks.load()
        await self.outbox.load()
        for table in await self.store.posts.lately_shown(READ_AT_START):
            with contextlib.suppress(StorageRefusal):  # a damaged row or a full disk must not stop the others
                await self.by_id(table)
        if self.store.sharing is not None:
            self._refreshing.start(self.store.sharing)

    async def _read_again(self, table: int) -> None:
        await self.context.seat_clocks.reload(table)
        if (session := self._alive.get(table)) is not None and not session.writer.is_busy:
            await self._refresh(session)

    async def stop(self, drain_s: float = 5.0) -> None:
        """Stop posting after at most `drain_s` seconds. Store the positions, because newer rules may not replay old
        answers."""
        await self._refreshing.stop()
        await self.outbox.stop(drain_s)
        parked = [self.store.commit(write) for write in map(_park, list(self._kept.values())) if write]
        # If the disk is full or hangs, the next version has to replay the last answers.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(drain_s, PARKED_S)):
                await asyncio.gather(*parked, return_exceptions=True)

    def is_busy(self, table: int) -> bool:
        session = self._alive.get(table)
        return session is not None and session.writer.is_busy

    async def open(
        self,
        guild: int | None,
        channel: int | Callable[[], Awaitable[int]],
        user: int,
        name: str,
        game_key: str,
        interaction: int,
        chosen: LobbyOptions = LobbyOptions(),
        *,
        others: Sequence[tuple[int, str]] = (),
        invited: Sequence[int] = (),
        computers: Sequence[str] = (),
        level: str = "standard",
        is_posted: bool = True,
    ) -> Session:
        """Open a table in the channel, owned by `user`. `others` are seated too, and pinged once. If `channel` is a
        function that creates the channel, it is called only if the table may be opened.

        Unless `is_posted`, the lobby isn't shown, but the table is once it starts. The last seats are taken by
        `computers`, given by name, which play at `level`. If no pace is chosen, it is the server's. The same
        interaction again returns the same table. Raises `UnknownGame`, `UnplayableSettings`, `TableExists`,
        `TooManyTables`, `NoComputers`.
        """
        context = self.context
        game = context.games.get(game_key)
        if game is None:
            raise UnknownGame(game_key)
        settings = complete_settings(game, chosen.seats_wanted or max(game.rules.seats), chosen.options)
        people = [Sitter(seat, *each) for seat, each in enumerate(((user, name), *others))]
        programs = [Sitter(seat, NOBODY, each, level=level) for seat, each in enumerate(computers, len(people))]
        if programs and not context.offers_computers:
            raise NoComputers
        if programs and level not in game.programs.levels:
            raise UnplayableSettings("level", level)
        if len(people) + len(programs) > settings.seats:
            raise UnplayableSettings("computers", len(programs))
        ready = (user,) if chosen.starts_itself else ()
        now = context.clock()
        table = Table(
            id=0,
            guild=guild,
            channel=channel if isinstance(channel, int) else 0,
            game=game_key,
            version=game.rules.version,
            owner=user,
            language=chosen.language or "en",
            created_at=now,
            changed_at=now,
            options=settings.options,
            seats_wanted=chosen.seats_wanted,
            sitters=(*people, *programs),
            seating=chosen.seating(Seating(invited=tuple(invited), level=level, ready=ready)),
            pace=chosen.pace or (self.choices.servers.get(guild).pace if guild is not None else None),
        )
        if not isinstance(channel, int):
            await self.store.tables.check_quotas(table, self.choices.servers.quotas(guild, self._quotas))
            table = replace(table, channel=await channel())
        return await self._open(table, interaction, is_posted=is_posted)

    async def _open(self, table: Table, interaction: int, *, is_posted: bool = True) -> Session:
        """Store a new table and ping the people it needs. The same interaction again returns the same table."""
        asked = still_asked(table, table.proposal) if table.proposal else table.people[1:]
        called = tuple(sitter.user for sitter in asked)
        number, nonce = self.outbox.next_id(), secrets.token_urlsafe(16)
        post = Post(number, 0, table.channel, "board", nonce, 0, users=called, turn_passed=True)
        try:
            quotas = self.choices.servers.quotas(table.guild, self._quotas)
            told_at = table.created_at + (READY_MS if table.is_from_queue else TOLD_AFTER_MS)
            lapse, posts = Due(0, LOBBY, told_at), (post,)[: int(is_posted)]
            table, posts = await self.store.tables.open(table, interaction, quotas, posts, lapse)
        except Overtaken:
            done = await self.store.log.done_by(interaction)
            if done is None:
                raise NoTable from None
            return await self.by_id(done[0])
        session = Session(self.context, table, None, 0)
        self._keep(session)
        self.context.seat_clocks.adopt(Write(due=(Due(table.id, LOBBY, told_at),)))
        self.outbox.add(posts)
        return session

    async def rematch(self, session: Session, user: int, interaction: int, away: Set[int] = frozenset()) -> Session:
        """Open a rematch's lobby for all who aren't `away`. If it exists already, agree to the rematch. Raises
        `NotOver`, …"""
        table, now = session.table, self.context.clock()
        first = await self._first_of(table)
        has_computers = self.context.offers_computers
        opened = rematch_of(table, session.reader.game, first, user, away, interaction, has_computers)
        try:
            return await self._open(replace(opened, created_at=now, changed_at=now), interaction)
        except RematchExists as known:
            rematch = await self.by_id(known.table)
            proposal = rematch.table.proposal
            if rematch.table.status == "lobby" and proposal is not None and rematch.reader.seat_of(user) is not None:
                await rematch.proposals.consent(user, interaction)
            return rematch

    async def _first_of(self, table: Table) -> Seat:
        """Return the seat that began the game; 0 if the game has no option for that."""
        if all(option.key != FIRST_SEAT for option in self.context.games[table.game].rules.options):
            return 0
        begun = await self.store.log.entries(table.id, 1, FIRST_ENTRIES)
        return next((entry.seat for entry in begun if isinstance(entry.action, Answered) and entry.seat is not None), 0)

    async def at(self, channel: int) -> Session:
        """Return the live table of a channel, or its last table if none is live. Raises `NoTable`."""
        session = await self._fresh(self._alive.get(self._channels.get(channel, -1)))
        if session is not None and session.table.is_live and session.table.channel == channel:
            return self._keep(session)
        table = await self.store.tables.at(channel)
        if table is None:
            raise NoTable
        return await self.by_id(table.id)

    async def by_id(self, table: int, revision: int | None = None) -> Session:
        """Return the table with this id. Pass a `revision` that was just read to save a query. Raises `NoTable`."""
        session = self._alive.get(table)
        if session is None or session.table.revision != revision:
            session = await self._fresh(session)
        if session is not None:
            return self._keep(session)
        async with self._loading:
            session = self._alive.get(table)
            if session is None:
                session = await self._resume(table)
            return self._keep(session)

    async def all_of(self, tables: Sequence[Table]) -> list[Session]:
        """Return the sessions of tables just read. Skip tables removed since. An unreadable table is suspended."""
        wanted = [table.id for table in tables if table.id not in self._alive]
        async with self._loading:
            missing = [table for table in wanted if table not in self._alive]
            stored = await self.store.tables.resume_all(*missing) if missing else {}
            if self.is_shared and stored:
                await self.context.seat_clocks.reload(*stored)
            read: dict[int, Session] = {}
            for table, each in stored.items():
                with contextlib.suppress(Overtaken):  # another process has resumed it: read it again below
                    read[table] = self._keep(Session(self.context, *await resume(self.context, each)))
        found: list[Session] = []
        for row in tables:
            with contextlib.suppress(NoTable):  # it was removed meanwhile
                found.append(read.get(row.id) or await self.by_id(row.id, row.revision))
        return found

    async def _fresh(self, session: Session | None) -> Session | None:
        return await self._refresh(session) if session is not None and self.is_shared else session

    async def _refresh(self, session: Session) -> Session | None:
        if await session.writer.refresh():
            return session
        self._drop(session.table.id)
        return None

    def at_hand(self, channel: int) -> Session | None:
        """Return the session of a channel if it is in memory, for autocompletion, which cannot wait."""
        session = self._alive.get(self._channels.get(channel, -1))
        return session if session is not None and session.table.channel == channel else None

    async def _resume(self, table: int) -> Session:
        for _ in range(MOST_TRIES):
            try:
                stored = await self.store.tables.resume(table)
            except Damaged:
                row = await self.store.tables.suspend_unread(table)
                return Session(self.context, row, None, 0)
            if stored is None:
                raise NoTable
            if self.is_shared:
                await self.context.seat_clocks.reload(table)
            with contextlib.suppress(Overtaken):  # another process has upgraded or suspended it
                return Session(self.context, *await resume(self.context, stored))
        raise StorageUnavailable

    async def contain(self, error: Exception, table: int | None = None, *, is_certain: bool = False) -> list[int]:
        """Put on hold every table where a package's game has raised this error. Return these tables.

        `table` is the table in question, if it is known. Otherwise, try every table of the game that is in memory.
        `is_certain`: the error is the game's, wherever it was raised.
        """
        folders, known = self.context.packages, self._alive.get(table) if table is not None else None
        if known is not None:
            folder = folders.get(known.table.game)
            is_faulty = folder is not None and (is_certain or is_fault_of(error, folder))
            return [known.table.id] if is_faulty and await self._put_on_hold(known, error) else []
        guilty = {key for key, folder in folders.items() if passes_through(error, folder)}
        held = []
        for session in [each for each in self._alive.values() if each.table.game in guilty]:
            try:
                await read_all(session.reader)
            except Exception as found:  # the game may raise anything
                if await self._put_on_hold(session, found):
                    held.append(session.table.id)
        return held

    async def _put_on_hold(self, session: Session, error: Exception) -> bool:
        """Put a table on hold. Return False if it was on hold already, or if the store refuses."""
        with contextlib.suppress(StalePress, StorageRefusal):
            return await session.writer.put_on_hold(error)
        return False

    async def drop(self, tables: Collection[int]) -> None:
        """Drop tables that are no longer stored, with their clocks and posts."""
        self.outbox.drop(tables)
        for table in tables:
            self._drop(table)
            await self.context.seat_clocks.reload(table)

    def _drop(self, table: int) -> None:
        self._kept.pop(table, None)
        session = self._alive.pop(table, None)
        if session is not None and self._channels.get(session.table.channel) == table:
            del self._channels[session.table.channel]

    def _keep(self, session: Session) -> Session:
        session.writer.used_at = self.context.unbroken()
        table = session.table
        self._alive[table.id] = session
        self._kept[table.id] = session
        self._kept.move_to_end(table.id)
        if table.is_live:
            self._channels[table.channel] = table.id
        self._let_go()
        return session

    def _let_go(self) -> None:
        # A session that a caller still holds stays reachable through `_alive`, so a table never has two sessions.
        while len(self._kept) > 1:
            table, oldest = next(iter(self._kept.items()))
            is_idle = self.context.unbroken() - oldest.writer.used_at > IDLE_MS
            if oldest.writer.is_busy or not (is_idle or len(self._kept) > self._most_loaded):
                return
            del self._kept[table]
            if self._channels.get(oldest.table.channel) == table:
                del self._channels[oldest.table.channel]


def _park(session: Session) -> Write | None:
    if session.table.status != "running" or session.number <= session.reader.timeline.undo.anchor_number:
        return None
    table, timeline = session.table, session.reader.timeline
    snapshot = Snapshot(timeline.number, table.version, encode(timeline.position), False)
    return Write(table.id, snapshot=snapshot, revision=table.revision)  # another process may have undone these entries
