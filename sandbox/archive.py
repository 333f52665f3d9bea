"""Store the world on disk, in one SQLite file: records as JSON, and the bytes of uploaded files."""

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from sandbox.records import Channel, Emoji, Guild, Json, Message, Person, Role
from sandbox.world import Change, World

MEMORY_BYTES = 192 * 1024 * 1024
"""Maximum total size of the files in memory, in bytes. The oldest files are dropped to stay below it."""
WRITE_DELAY_S = 0.1
RECORDS: dict[str, Any] = {
    "person": Person, "guild": Guild, "channel": Channel, "emoji": Emoji, "commands": list[Json], "message": Message
}  # fmt: skip


class Files:
    """The bytes of attachments by id, either in memory up to `MEMORY_BYTES` or on disk."""

    def __init__(self, disk: sqlite3.Connection | None = None) -> None:
        self._disk = disk
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self._size = 0

    def put(self, attachment_id: int, content: bytes) -> None:
        if self._disk is not None:
            self._disk.execute("INSERT OR REPLACE INTO file VALUES (?, ?)", (attachment_id, content))
            self._disk.commit()
            return
        self._kept[attachment_id] = content
        self._size += len(content)
        while self._size > MEMORY_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])

    def get(self, attachment_id: int) -> bytes | None:
        if self._disk is None:
            return self._kept.get(attachment_id)
        row = self._disk.execute("SELECT content FROM file WHERE id = ?", (attachment_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def drop(self, attachment_id: int) -> None:
        if self._disk is not None:
            self._disk.execute("DELETE FROM file WHERE id = ?", (attachment_id,))
        else:
            self._size -= len(self._kept.pop(attachment_id, b""))


class Archive:
    """Saves a world to a file, a tenth of a second after each change. Raises `ValueError` if the file isn't a world."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.disk = sqlite3.connect(path)
        try:
            self.disk.execute("PRAGMA journal_mode=WAL")
        except sqlite3.DatabaseError as error:
            self.disk.close()
            raise ValueError(f"{path} isn't a world of the sandbox: {error}") from error
        self.disk.execute("PRAGMA synchronous=NORMAL")
        self.disk.execute(
            "CREATE TABLE IF NOT EXISTS record (kind TEXT, id INTEGER, body TEXT, PRIMARY KEY (kind, id))"
        )
        self.disk.execute("CREATE TABLE IF NOT EXISTS file (id INTEGER PRIMARY KEY, content BLOB)")
        self._dirty: dict[tuple[str, int], object] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._deafen: Callable[[], None] = lambda: None

    def load(self, world: World) -> bool:
        """Load the file into `world`. Return whether it contained a world."""
        rows = self.disk.execute("SELECT kind, id, body FROM record ORDER BY kind = 'message', id").fetchall()
        places: dict[str, dict[int, Any]] = {
            "person": world.people, "guild": world.guilds, "channel": world.channels,
            "emoji": world.application.emojis, "commands": world.application.commands,
        }  # fmt: skip
        for kind, number, text in rows:
            record = msgspec.json.decode(text, type=RECORDS[kind])
            if kind in places:
                places[kind][number] = record
            elif record.channel_id in world.channels:
                world.messages.setdefault(record.channel_id, {})[number] = record
            else:
                self.disk.execute("DELETE FROM record WHERE kind = 'message' AND id = ?", (number,))
                self.disk.executemany("DELETE FROM file WHERE id = ?", [(file.id,) for file in record.attachments])
        for number in world.channels:
            world.messages.setdefault(number, {})
        return bool(rows)

    def keep(self, world: World) -> None:
        """Write people, guilds and channels now, then every change."""
        self._world = world
        for kind, records in (("person", world.people), ("guild", world.guilds), ("channel", world.channels)):
            self._dirty |= {(kind, number): record for number, record in records.items()}
        self.flush()
        self._deafen = world.listen(self._note)

    def flush(self) -> None:
        self._timer = None
        for (kind, number), record in self._dirty.items():
            if record is None:
                self.disk.execute("DELETE FROM record WHERE kind = ? AND id = ?", (kind, number))
                continue
            body = msgspec.json.encode(record).decode()
            self.disk.execute("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", (kind, number, body))
        self._dirty.clear()
        self.disk.commit()

    def close(self) -> None:
        self._deafen()
        if self._timer is not None:
            self._timer.cancel()
        self.flush()
        self.disk.close()

    def _note(self, change: Change) -> None:
        record = change.record
        match change.kind:
            case "commands_changed":
                for guild_id, commands in self._world.application.commands.items():
                    self._dirty["commands", guild_id] = commands
            case "emojis_changed":
                kept = self.disk.execute("SELECT id FROM record WHERE kind = 'emoji'").fetchall()
                self._dirty.update({("emoji", row[0]): None for row in kept})
                self._dirty.update({("emoji", emoji.id): emoji for emoji in self._world.application.emojis.values()})
            case "channel_deleted" if isinstance(record, Channel):
                self._dirty["channel", record.id] = None
            case "message_deleted" if isinstance(record, Message):
                self._dirty["message", record.id] = None
            case _ if isinstance(record, Role):
                self._dirty["guild", record.guild_id] = self._world.guilds[record.guild_id]
            case _ if record is not None and record is not self._world.bot:
                self._dirty[type(record).__name__.lower(), record.id] = record
                if isinstance(record, Message) and record.channel_id in self._world.channels:
                    self._dirty["channel", record.channel_id] = self._world.channels[record.channel_id]
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(WRITE_DELAY_S, self.flush)
