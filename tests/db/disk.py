"""A disk whose power can fail. It records every write and sync of SQLite, and rebuilds the files that would be left.

SQLite reaches files through a VFS, which is a table of functions. The VFS here calls the usual one.
"""

import _sqlite3
import ctypes
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

SECTOR = 512
"""A disk writes this many bytes completely or not at all."""
OK = 0
CAN_RECORD = hasattr(_sqlite3, "__file__")
"""False if SQLite is built into Python. Its functions can't be reached then."""

Call: TypeAlias = Literal["write", "truncate", "sync", "delete"]


class Event(NamedTuple):
    """A call that changed a file. A truncation has a `size`. A deletion may be durable without a sync."""

    call: Call
    path: str
    at: int = 0
    content: bytes = b""
    size: int = 0
    is_durable: bool = False


_POINTER, _INT, _INT64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _INT64)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _INT64)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)
_CLOSE = ctypes.CFUNCTYPE(_INT, _POINTER)
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_DELETE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT)


class _FileFunctions(ctypes.Structure):
    """SQLite's `sqlite3_io_methods`."""

    _fields_ = (
        ("version", _INT),
        *(
            (name, _POINTER)
            for name in (
                "close", "read", "write", "truncate", "sync", "file_size", "lock", "unlock", "check_reserved_lock",
                "file_control", "sector_size", "characteristics", "shm_map", "shm_lock", "shm_barrier", "shm_unmap",
                "fetch", "unfetch",
            )
        ),
    )  # fmt: skip


class _Vfs(ctypes.Structure):
    """SQLite's `sqlite3_vfs`."""

    _fields_ = (
        ("version", _INT), ("file_size", _INT), ("longest_path", _INT), ("next", _POINTER), ("name", ctypes.c_char_p),
        ("data", _POINTER),
        *(
            (name, _POINTER)
            for name in (
                "open", "delete", "access", "full_path", "dl_open", "dl_error", "dl_sym", "dl_close", "randomness",
                "sleep", "current_time", "last_error", "current_time_64", "set_call", "get_call", "next_call",
            )
        ),
    )  # fmt: skip


def _address(function: Any) -> int:
    return ctypes.cast(function, _POINTER).value or 0


@dataclass
class Disk:
    """Records calls that change files, if the files were opened while the disk was in use. `fails` returns an error
    code to make a call fail."""

    events: list[Event] = field(default_factory=list)
    before: dict[str, bytes | None] = field(default_factory=dict)
    """The content of files when they were first opened, or None for new ones."""
    fails: Callable[[Call, str], int] = lambda call, path: OK

    def note(self, event: Event, carry_out: Callable[[], int]) -> int:
        """Record a call and carry it out, unless it must fail. Return its error code."""
        if code := self.fails(event.call, event.path):
            return code
        # Record the call first. Otherwise another thread could sync the file in between.
        self.events.append(event)
        return carry_out()

    def files_at(self, moment: int, random: Random) -> dict[str, bytes]:
        """Return the files that are left if the power fails before event number `moment`. Content that wasn't synced
        may be missing."""
        files = {path: None if content is None else bytearray(content) for path, content in self.before.items()}
        waiting: dict[str, list[Event]] = {}
        for event in self.events[:moment]:
            unsynced = waiting.setdefault(event.path, [])
            if event.call != "sync":
                unsynced.append(event)
            if event.call == "sync" or event.is_durable:
                files[event.path] = _apply(files.get(event.path), unsynced, lambda: True)
                unsynced.clear()
        kept = random.choice((0.0, 0.5, 0.5, 1.0))
        for path, unsynced in waiting.items():
            files[path] = _apply(files.get(path), unsynced, lambda: random.random() < kept)
        return {path: bytes(content) for path, content in files.items() if content is not None}


def _apply(content: bytearray | None, events: list[Event], is_kept: Callable[[], bool]) -> bytearray | None:
    """Apply these events to the content of a file. `is_kept` decides about each sector, truncation and deletion.

    If a deletion isn't kept, the old file stays, and nothing of a newer file with its name exists.
    """
    for event in events:
        if event.call == "delete":
            if not is_kept():
                return content
            content = None
        elif event.call == "write":
            for start in range(0, len(event.content), SECTOR):
                if is_kept():
                    content = bytearray() if content is None else content
                    _write(content, event.at + start, event.content[start : start + SECTOR])
        elif content is not None and is_kept():
            del content[event.size :]
    return content


def _write(content: bytearray, at: int, part: bytes) -> None:
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(part)] = part


class _Recorder:
    """The VFS. There is only one, because SQLite may call it until all files are closed."""

    def __init__(self) -> None:
        self.disk: Disk | None = None
        self._sqlite = sqlite = ctypes.CDLL(_sqlite3.__file__)
        sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        sqlite.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        sqlite.sqlite3_vfs_register.argtypes = [_POINTER, _INT]
        self._usual = sqlite.sqlite3_vfs_find(None)
        self._own = _Vfs.from_buffer_copy(self._usual.contents)
        self._open, self._delete = _OPEN(self._usual.contents.open), _DELETE(self._usual.contents.delete)
        self._kept = [_OPEN(self._open_file), _DELETE(self._delete_file)]
        self._own.name = b"recording"
        self._own.open, self._own.delete = map(_address, self._kept)
        self._files: dict[int, tuple[Disk, str]] = {}
        self._functions: dict[int, _FileFunctions] = {}

    def use(self, disk: Disk | None) -> None:
        """Let this disk record all files that are opened from now on. If it is None, open them as usual."""
        self.disk = disk
        chosen = self._usual if disk is None else ctypes.pointer(self._own)
        assert self._sqlite.sqlite3_vfs_register(ctypes.cast(chosen, _POINTER), 1) == OK

    def _open_file(self, vfs: int, name: int | None, file: int, flags: int, out_flags: int | None) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        if self.disk is not None and path and path not in self.disk.before:
            self.disk.before[path] = Path(path).read_bytes() if Path(path).exists() else None
        code: int = self._open(vfs, name, file, flags, out_flags)
        if code == OK and self.disk is not None and path:
            place = _POINTER.from_address(file)
            assert place.value
            self._files[file] = self.disk, path
            place.value = ctypes.addressof(self._recording(place.value))
        return code

    def _delete_file(self, vfs: int, name: int, is_durable: int) -> int:
        if self.disk is None:
            return int(self._delete(vfs, name, is_durable))
        path = ctypes.string_at(name).decode()
        if code := self.disk.fails("delete", path):
            return code
        if (code := int(self._delete(vfs, name, is_durable))) == OK:
            self.disk.events.append(Event("delete", path, is_durable=bool(is_durable)))
        return code

    def _recording(self, address: int) -> _FileFunctions:
        """Return a copy of the functions at this address. Those that change a file are recorded."""
        if address in self._functions:
            return self._functions[address]
        usual = _FileFunctions.from_address(address)
        write, truncate = _WRITE(usual.write), _TRUNCATE(usual.truncate)
        sync, close = _SYNC(usual.sync), _CLOSE(usual.close)

        def write_file(file: int, content: int, size: int, at: int) -> int:
            disk, path = self._files[file]
            event = Event("write", path, at, ctypes.string_at(content, size))
            return disk.note(event, lambda: write(file, content, size, at))

        def truncate_file(file: int, size: int) -> int:
            disk, path = self._files[file]
            return disk.note(Event("truncate", path, size=size), lambda: truncate(file, size))

        def sync_file(file: int, flags: int) -> int:
            disk, path = self._files[file]
            if code := disk.fails("sync", path):
                return code
            code = int(sync(file, flags))
            disk.events.append(Event("sync", path))
            return code

        def close_file(file: int) -> int:
            del self._files[file]
            return int(close(file))

        made = [_WRITE(write_file), _TRUNCATE(truncate_file), _SYNC(sync_file), _CLOSE(close_file)]
        self._kept += made
        own = _FileFunctions.from_buffer_copy(usual)
        own.write, own.truncate, own.sync, own.close = map(_address, made)
        self._functions[address] = own
        return own


_RECORDERS: list[_Recorder] = []


@contextmanager
def recording(disk: Disk) -> Iterator[None]:
    """Record the files that SQLite opens in the block. They must be closed before it ends."""
    if not _RECORDERS:
        _RECORDERS.append(_Recorder())
    _RECORDERS[0].use(disk)
    try:
        yield
    finally:
        _RECORDERS[0].use(None)


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a disk to another folder, under the same names."""
    folder.mkdir()
    for path, content in files.items():
        (folder / Path(path).name).write_bytes(content)


def fail_at(number: int, call: Call, code: int) -> Callable[[Call, str], int]:
    """Return a function for `Disk.fails`. It makes the n-th call of that kind fail with this error code."""
    counts = itertools.count(1)
    return lambda called, path: code if called == call and next(counts) == number else OK
