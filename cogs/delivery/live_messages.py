"""Keep track of the messages each table still uses, their files, and the presses that may change them."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import discord
from discord import ui

import discord_limits as limits
from cogs.ui.layout import upload
from cogs.ui.press import read_press
from render import Picture
from sessions.play.state import Stage
from sessions.records.table import LiveMessage
from sessions.store import PostStore

CONTROL, START = "control", "start"


@dataclass(slots=True)
class Live:
    """The message with a table's controls."""

    channel: int
    message: int
    posted_at: int
    first: int = 0
    """The first entry shown, or 0."""
    post: int = 0
    """The newest post that the message was sent for."""
    shown_number: int = 0
    """The table's number of entries when this process last showed the message."""
    recap_number: int = 0
    """The table's number of entries when this process made the message a recap."""
    stage: Stage | None = "turn"
    """The game's stage when the message was sent; None if an earlier process sent it."""
    files: dict[str, int] = field(default_factory=dict)
    """The known ids of the message's pictures, by file name."""
    is_kept: bool = False
    """True if this record is in the database."""
    is_deleting: bool = False
    """True if it was to be deleted. Even if that failed, Discord may carry out the request later."""
    is_archived: bool = False
    """True if it could not be deleted because its thread was archived."""
    known_at: int = 0
    """The time at which this process learned of the message, by the steady clock."""

    def show(self, files: dict[str, int]) -> None:
        self.is_kept = self.is_kept and files == self.files
        self.files = files


@dataclass
class LiveMessages:
    """Each table's live and start messages, cached from the store. `clock` and `steady` count milliseconds."""

    _store: PostStore
    clock: Callable[[], int]
    _steady: Callable[[], int]
    _live: dict[int, Live | None] = field(default_factory=dict, init=False)
    _starts: dict[int, int | None] = field(default_factory=dict, init=False)

    @property
    def known(self) -> set[int]:
        return set(self._live)

    def forget(self, table: int) -> None:
        self._live.pop(table, None)
        self._starts.pop(table, None)

    async def refresh(self, table: int) -> None:
        """Read this table's messages again, since another process may have posted."""
        known = self._live.get(table)
        self.forget(table)
        await self._load(table)
        live = self._live[table]
        if known is not None and live is not None and known.message == live.message:
            live.stage = known.stage  # the stage isn't stored
            live.known_at = known.known_at

    def at_hand(self, table: int) -> Live | None:
        return self._live.get(table)

    async def of(self, table: int) -> Live | None:
        """Return the message with the controls."""
        await self._load(table)
        return self._live[table]

    def new(self, message: discord.Message, files: dict[str, int] | None = None) -> Live:
        now, known_at = self.clock(), self._steady()
        return Live(message.channel.id, message.id, now, files=files or {}, known_at=known_at)

    def age_ms(self, live: Live) -> int:
        """Return the minimum age of a message in milliseconds. Setting the host's clock back doesn't reduce it."""
        return max(self.clock() - live.posted_at, self._steady() - live.known_at)

    async def start_of(self, table: int) -> int | None:
        """Return the start message's id."""
        await self._load(table)
        return self._starts[table]

    async def _load(self, table: int) -> None:
        if table in self._live:
            return
        known = {message.kind: message for message in await self._store.live_messages(table)}
        start, found = known.get(START), known.get(CONTROL)
        self._starts[table] = start.message if start else None
        if found is None or (start is not None and found.message == start.message):
            self._live[table] = None  # the lobby's message has become the start message
        else:
            self._live[table] = Live(
                found.channel,
                found.message,
                found.posted_at,
                found.first,
                found.post,
                stage=None,
                files=dict(found.files),
                is_kept=True,
                known_at=self._steady(),
            )

    async def keep(self, table: int, live: Live) -> None:
        """Record the message with the controls. Raises `StorageRefusal`, so that its posts are tried again."""
        self._live[table] = live
        if live.is_kept:
            return
        files = dict(live.files)
        row = LiveMessage(table, CONTROL, live.channel, live.message, live.posted_at, live.first, live.post, files)
        await self._store.keep_message(row)
        live.is_kept = True

    async def keep_start(self, table: int, channel: int, message: int) -> None:
        """Record the start message, which never changes again. Raises `StorageRefusal`."""
        await self._store.keep_message(LiveMessage(table, START, channel, message, self.clock()))
        self._starts[table] = message
        live = self._live.get(table)
        if live is not None and live.message == message:
            self._live[table] = None


ANSWERED_S = limits.FIRST_ANSWER_S + 0.5
"""Seconds after which Discord certainly refuses the first answer to a press. Posts wait for it no longer than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """A press whose answer may disable a board. Posts wait for this answer, but only until the loop's time `until`."""

    until: float
    is_answered: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        self.is_answered.set()


class BoardLocks:
    """The locks of every table, and the tables whose boards are being edited."""

    def __init__(self) -> None:
        self._locks: dict[int, list[Lock]] = {}
        self._posting: set[int] = set()

    def begin(self, table: int) -> Lock | None:
        """Return a lock for a press about to be carried out, or None while a post changes the board."""
        if table in self._posting:
            return None
        now = asyncio.get_running_loop().time()
        lock = Lock(now + ANSWERED_S)
        known = [each for each in self._locks.get(table, ()) if each.until > now and not each.is_answered.is_set()]
        self._locks[table] = [*known, lock]
        return lock

    def is_posting(self, table: int) -> bool:
        return table in self._posting

    @contextlib.contextmanager
    def posting(self, table: int) -> Iterator[None]:
        self._posting.add(table)
        try:
            yield
        finally:
            self._posting.discard(table)

    async def wait_for_answers(self, table: int) -> None:
        """Wait until each press that may lock this table's board is answered, or is too old to be answered."""
        for lock in self._locks.pop(table, ()):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(lock.until):
                    await lock.is_answered.wait()


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file already attached to a message. An edit must list the files to keep, or Discord removes them."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, str]:
        return {"id": str(self.id), "filename": self.filename}


def attachments(pictures: Sequence[Picture], there: Mapping[str, int]) -> list[discord.Attachment | discord.File]:
    """Return the attachments of a message after an edit. Files in `there` (ids by name) are already attached."""
    return [
        cast(discord.Attachment, KeptFile(there[picture.filename], picture.filename))
        if picture.filename in there
        else upload(picture)
        for picture in pictures
    ]


def files_of(message: discord.Message, pictures: Sequence[Picture]) -> dict[str, int]:
    """Return the ids of these pictures in a message's galleries, by file name, or {} if Discord doesn't list them."""
    ids = [item.media.attachment_id for gallery in galleries_of(message) for item in gallery.items]
    if len(ids) != len(pictures):
        return {}
    return {picture.filename: id for picture, id in zip(pictures, ids, strict=True) if id is not None}


def verbs_of(message: discord.Message, table: int) -> set[str]:
    presses = (read_press(getattr(item, "custom_id", None) or "") for item in components_in(message))
    return {press.verb for press in presses if press is not None and press.table == table}


def components_in(message: discord.Message) -> Iterator[object]:
    """Return all components of a message, including those inside others."""
    return _inner(message.components)


def _inner(components: Iterable[object]) -> Iterator[object]:
    for component in components:
        yield component
        yield from _inner(getattr(component, "children", ()))


def is_shown_by(message: discord.Message, view: ui.LayoutView) -> bool:
    """Return whether a message seems to have the texts and controls of `view` already."""
    planned: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return list(_contents([part.to_dict() for part in message.components])) == list(_contents(planned))


def _contents(parts: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for part in parts:
        if found := part.get("content") or part.get("custom_id"):
            yield found
        yield from _contents(part.get("components") or ())


def galleries_of(message: discord.Message) -> list[discord.MediaGalleryComponent]:
    return [part for part in components_in(message) if isinstance(part, discord.MediaGalleryComponent)]
