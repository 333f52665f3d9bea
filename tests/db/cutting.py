"""Run work on files and kill it (SIGKILL) before step 1, then before step 2, and so on until it finishes.

`python -m tests.db.cutting WORK FOLDER BACKUP` prints one JSON line per run: the step, and what the next start found. A
step renames, opens or removes a file, or executes a statement of SQLite. Migrations have hundreds of statements, so
only the first, a middle and the last of each kind are tried.

With SEED and COUNT as well, it kills restores at random moments, and prints what the next start found after each kill.
"""

import asyncio
import functools
import hashlib
import itertools
import json
import os
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from db.sqlite.engine import CutShort
from db.sqlite.place import backup, health, restore
from db.store import SqliteStore
from tests.db import watched

DATABASE, COPY = "knossos.db", "copy.db"
NEVER = 1 << 30


class Fuse(watched.Watch):
    """Counts steps. Prints the chosen step and kills the process before it."""

    def __init__(self, count: int, told: int) -> None:
        self.count = count
        self.told = told

    def step(self, what: str) -> None:
        self.count -= 1
        if self.count < 0:
            os.write(self.told, what.encode())
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, call: str, parameters: Any) -> None:
        if not call.lstrip().upper().startswith(("PRAGMA", "SELECT")):
            self.step(" ".join(call.split())[:60])

    def after(self, call: str, connection: sqlite3.Connection) -> None:
        if call.startswith("VACUUM"):
            self.step("after VACUUM")

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Count changes of files. This is an audit hook."""
        if event in ("os.rename", "os.link", "os.remove"):
            self.step(f"{event} {Path(os.fsdecode(arguments[0])).name}")
        elif event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            self.step(f"open {arguments[0]}"[-60:])


def apart(work: Callable[[int], object]) -> tuple[str, int]:
    """Run `work` in a separate process with a pipe to write to. Return the written text and the exit status."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            work(writer)
        except BaseException as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as written:
        told = written.read()
    return told, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def install(fuse: Fuse) -> None:
    """Count every later step of this process with this fuse."""
    watched.Connection.watch = fuse
    setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=watched.Connection))  # noqa: B010
    sys.addaudithook(fuse.hear)


def kill_before(count: int, work: Callable[[], object]) -> str | None:
    """Run `work` and kill it before step `count`. Return that step, or None if the work had fewer steps."""

    def run_fused(told: int) -> None:
        install(Fuse(count, told))
        work()

    told, status = apart(run_fused)
    assert status in (0, -signal.SIGKILL), told
    return told if status else None


class StepList(Fuse):
    """Writes down each step, and kills nothing."""

    def __init__(self, told: int) -> None:
        super().__init__(NEVER, told)

    def step(self, what: str) -> None:
        os.write(self.told, f"{what}\n".encode())


def steps_of(work: Callable[[], object]) -> list[str]:
    """Return every step that `work` takes if nothing kills it."""

    def run_listed(told: int) -> None:
        install(StepList(told))
        work()

    told, status = apart(run_listed)
    assert status == 0, told
    return told.splitlines()


def of_each_kind(steps: list[str]) -> list[int]:
    """Return the positions of the first, middle and last step of each kind.

    Steps of one kind have the same first two words.
    """
    kinds: dict[tuple[str, ...], list[int]] = {}
    for place, step in enumerate(steps):
        kinds.setdefault(tuple(step.split()[:2]), []).append(place)
    return sorted({places[at] for places in kinds.values() for at in (0, len(places) // 2, -1)})


def fingerprint_of(path: Path) -> str:
    """Return a fingerprint of all important rows."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        rows = [
            connection.execute("SELECT id, status, epoch FROM tables ORDER BY id").fetchall(),
            connection.execute("SELECT table_id, number, digest FROM entries ORDER BY 1, 2").fetchall(),
        ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:12]


def next_start(path: Path) -> dict[str, str]:
    """Start a bot on this database. Return its error message under `refused`, or the fingerprint under `print`."""

    def start_once(told: int) -> None:
        async def once() -> None:
            store = await SqliteStore.open(str(path))
            await store.close()

        try:
            asyncio.run(once())
        except CutShort as error:
            os.write(told, json.dumps({"refused": str(error)}).encode())
            return
        faults = health(path).faults
        os.write(told, json.dumps({"print": fingerprint_of(path), "faults": "; ".join(faults)}).encode())

    told, status = apart(start_once)
    return dict(json.loads(told)) if status == 0 else {"failed": told}


def kept_fingerprints(folder: Path) -> list[str]:
    """Return the fingerprints of all databases that a restore has set aside."""
    names = [name for name in sorted(os.listdir(folder)) if ".replaced-" in name]
    mains = [name for name in names if not name.endswith(("-wal", "-shm", "-journal"))]
    return [json.loads(apart(functools.partial(_tell_print, folder / name))[0]) for name in mains]


def _tell_print(path: Path, told: int) -> None:
    os.write(told, json.dumps(fingerprint_of(path)).encode())


def load(path: Path) -> None:
    """Create a database there and remove it. Forked processes then don't have to import the modules for opening one."""

    async def once() -> None:
        await (await SqliteStore.open(str(path))).close()

    asyncio.run(once())
    path.unlink()


def open_and_exit(path: Path) -> None:
    """Open the database as the bot does, then exit without closing it."""

    async def once() -> None:
        store = await SqliteStore.open(str(path))
        os._exit(0 if store.opening.schema else 1)

    asyncio.run(once())


def cut(work: str, folder: Path, source: Path) -> Iterator[dict[str, Any]]:
    """Kill the work before each step. After each kill, yield what the next start found.

    At the end, do the same after a run without a kill.
    """
    unharmed = folder.with_name(f"{folder.name}-listed")
    counts: Iterable[int] = itertools.count()
    if work == "open":
        shutil.copytree(folder, unharmed)
        counts = [*of_each_kind(steps_of(lambda: open_and_exit(unharmed / DATABASE))), NEVER]
    for count in counts:
        place = folder.with_name(f"{folder.name}-{count}")
        shutil.copytree(folder, place)
        path = place / DATABASE
        does: dict[str, Callable[[], object]] = {
            "backup": lambda: backup(path, place / COPY),  # noqa: B023
            "restore": lambda: restore(path, source),  # noqa: B023
            "open": lambda: open_and_exit(path),  # noqa: B023
        }
        step = kill_before(count, does[work])
        told: dict[str, Any] = {"step": step, "found": next_start(path)}
        if work == "backup":
            told["copy"] = next_start(place / COPY) if (place / COPY).exists() else None
        if work != "open":
            if step is not None and told.get("copy") is None:
                kill_before(NEVER, does[work])
            told["at last"] = next_start(path)
            told["kept"] = kept_fingerprints(place)
        yield told
        shutil.rmtree(place)
        if step is None:
            break


def is_killed(after_s: float, work: Callable[[], object]) -> bool:
    """Run `work` in a separate process and kill it after some time. Return False if it had already finished."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), "the restore failed by itself"
    return status != 0


def kill_at_random(folder: Path, source: Path, seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Kill at least `count` restores at random moments, up to three of one database in a row.

    For each database, yield what the next start found after each kill, and after a final restore without a kill.
    """
    random = Random(seed)
    kills = runs = 0
    duration_s = 0.0
    while kills < count:
        runs += 1
        place = folder.with_name(f"{folder.name}-random-{runs}")
        shutil.copytree(folder, place)
        path = place / DATABASE
        found: list[dict[str, str]] = []
        for _ in range(random.choice((1, 1, 2, 3)) if duration_s else 0):
            after_s = random.uniform(0, duration_s)
            if not is_killed(after_s, lambda: restore(path, source)):  # noqa: B023
                break
            found.append({"after": f"{after_s * 1000:.1f} ms", **next_start(path)})
        begun = time.perf_counter()
        kill_before(NEVER, lambda: restore(path, source))  # noqa: B023
        duration_s = time.perf_counter() - begun
        kills += len(found)
        yield {"found": found, "at last": next_start(path), "kept": kept_fingerprints(place)}
        shutil.rmtree(place)


if __name__ == "__main__":
    chosen, at, backed_up, *drawn = sys.argv[1:]
    places = Path(at), Path(backed_up)
    load(places[0].with_name("loaded.db"))
    runs = kill_at_random(*places, *map(int, drawn)) if drawn else cut(chosen, *places)
    for line in runs:
        print(json.dumps(line), flush=True)
