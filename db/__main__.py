"""`python -m db`: backups, checks, replays and privacy, for whoever hosts the bot."""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, select

from db import changes, privacy, reports, rows
from db.schema import NewerDatabase
from db.sqlite.backup import NotDone, backup, health, restore
from db.sqlite.engine import (
    AlreadyRunning,
    CutShort,
    Lock,
    UnsoundDatabase,
    UnusableUrl,
    engine_of,
    path_of,
    prepare,
    refuse_leftovers,
)
from db.tables import entries, tables
from engine.games import GAMES
from sessions.clocks.records import RESUMED
from sessions.replaying import replay
from sessions.store import Damaged
from settings import BadSettings, read_settings

T = TypeVar("T")


async def _connected(path: Path, work: Callable[[Connection], T], is_prepared: bool) -> T:
    """Do this work in one transaction; the database is checked and migrated before, where that is wanted."""
    engine = engine_of(path)
    try:
        if is_prepared:
            await prepare(engine, path)
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def _offline(path: Path, work: Callable[[Connection], T]) -> T:
    """Change the database in one transaction while no bot runs. Raises `AlreadyRunning`, `CutShort`."""
    refuse_leftovers(path)
    if not path.is_file():
        raise NotDone(f"There is no database {path}.")
    lock = Lock(path)
    try:
        return asyncio.run(_connected(path, work, is_prepared=True))
    finally:
        lock.release()


def _online(path: Path, work: Callable[[Connection], T]) -> T:
    """Read the database, or change it in one transaction, whether a bot runs or not. Raises `CutShort`."""
    refuse_leftovers(path)
    if not path.is_file():
        raise NotDone(f"There is no database {path}.")
    return asyncio.run(_connected(path, work, is_prepared=False))


def _backup(path: Path, target: Path) -> int:
    found = backup(path, target)
    print(f"{target}: {found.tables} tables, {found.entries} entries, checked.")
    return 0


def _restore(path: Path, source: Path) -> int:
    found, replaced = restore(path, source)
    print(f"{path} is now the backup: {found.tables} tables, {found.entries} entries, checked.")
    if replaced:
        print(f"What was there before is kept as {replaced}.")
    return 0


def _check(path: Path) -> int:
    found = health(path)
    for fault in found.faults:
        print(fault)
    print(f"{path}: {found.tables} tables, {found.entries} entries, {len(found.faults)} faults.")
    return 1 if found.faults else 0


def _replay(path: Path, only: int | None) -> int:
    """Replay logs under the present rules, and print the first difference of each table that has one."""

    def work(connection: Connection) -> int:
        query = select(tables.c.id, tables.c.game).where(tables.c.commitment.is_not(None)).order_by(tables.c.id)
        differing = replayed = 0
        for table, key in connection.execute(query).all():
            if only is not None and table != only:
                continue
            replayed += 1
            log = select(entries).where(entries.c.table_id == table).order_by(entries.c.number)
            if key not in GAMES:
                differing += 1
                print(f"table {table}: no game is called {key}")
                continue
            try:
                found = replay(GAMES[key], [rows.entry_of(dict(row)) for row in connection.execute(log).mappings()])
            except Damaged as damage:
                differing += 1
                print(f"table {table}: {damage.what} cannot be read")
                continue
            if found.departed_at is not None:
                differing += 1
                print(f"table {table}: entry {found.departed_at} of {found.entries} differs: {found.why}")
        print(f"{replayed} tables replayed, {differing} differ.")
        return 1 if differing else 0

    return _online(path, work)


def _forget(path: Path, user: int) -> int:
    try:
        count = _offline(path, lambda connection: privacy.forget(connection, user))
    except privacy.StillSeated as seated:
        names = ", ".join(map(str, seated.tables))
        raise NotDone(f"{user} still plays at live tables ({names}): concede or close those first.") from seated
    print(f"{user} is forgotten; {count} tables keep their moves without the name.")
    return 0


def _export(path: Path, user: int) -> int:
    print(privacy.as_json(_online(path, lambda connection: privacy.export(connection, user))))
    return 0


def _reports(path: Path) -> int:
    """Print what people reported, oldest first: where and when, then their words."""
    for report in _online(path, reports.all_reports):
        at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        table = f"table {report.table}, entry {report.number}, {report.game} version {report.version}"
        where = f"server {report.guild}, channel {report.channel}, {table if report.table else 'no table'}"
        print(f"report {report.id}: {at}, user {report.user}, {where}")
        print("\n".join(f"    {line}" for line in report.text.splitlines()))
    return 0


def _resume_clocks(path: Path) -> int:
    """Let banks that ran out together run out after all, once; the bot sees it at its next pass."""
    now = time.time_ns() // 1_000_000
    _online(path, lambda connection: changes.keep_clock_mark(connection, RESUMED, now))
    print("The clocks go on: banks that ran out together are put to the vote.")
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m db", description=__doc__)
    parser.add_argument("--database", help="file or URL; else what the settings say")
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("backup", help="copy the database to FILE while the bot runs")
    made.add_argument("file", type=Path)
    put = commands.add_parser("restore", help="put the backup FILE back; the bot must be stopped")
    put.add_argument("file", type=Path)
    commands.add_parser("check", help="look for damage in the whole file")
    played = commands.add_parser("replay", help="replay logs under the present rules and tell what differs")
    played.add_argument("--table", type=int, help="only this table")
    commands.add_parser("reports", help="print what people reported of trouble")
    clocks = commands.add_parser("clocks", help="after many banks ran out at once: let them, while the bot runs or not")
    clocks.add_argument("what", choices=("resume",))
    for name, text in (("forget", "take a person out of the database"), ("export", "print what is stored of a person")):
        about = commands.add_parser(name, help=text)
        about.add_argument("user", type=int, help="the person's Discord id")
    return parser


def _carry_out(given: argparse.Namespace) -> int:
    path = path_of(given.database or read_settings().database_url)
    match given.command:
        case "backup":
            return _backup(path, given.file)
        case "restore":
            return _restore(path, given.file)
        case "check":
            return _check(path)
        case "replay":
            return _replay(path, given.table)
        case "reports":
            return _reports(path)
        case "clocks":
            return _resume_clocks(path)
        case "forget":
            return _forget(path, given.user)
        case _:
            return _export(path, given.user)


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command. Returns 0 if all is well; faults are printed as sentences."""
    try:
        return _carry_out(_arguments().parse_args(arguments))
    except (NotDone, CutShort) as error:
        fault = str(error)
    except AlreadyRunning as error:
        fault = f"A bot is running on {error.path}. Stop it first."
    except NewerDatabase as error:
        fault = f"The database is of a newer version (schema {error.revision}). Update the bot."
    except UnsoundDatabase as error:
        fault = f"The database {error.path} is damaged ({error.found}). Restore a backup."
    except UnusableUrl as error:
        fault = f"{error.url} names no SQLite file."
    except BadSettings as error:
        fault = "; ".join(f"{name}: {why}" for name, why in error.faults)
    except OSError as error:
        fault = f"{error.filename or 'The disk'}: {error.strerror}."
    print(fault, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
