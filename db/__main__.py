"""`python -m db`: backups, checks, replays and privacy, for the host of the bot."""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

import knossos
from db import changes, privacy, queries, rows
from db.health import NotDone, copy
from db.postgresql.address import address_of, is_address
from db.postgresql.place import PostgresPlace
from db.schema import Unusable
from db.sqlite.engine import path_of
from db.sqlite.place import SqlitePlace
from db.tables import entries, tables
from engine.games import GAMES
from sessions.play.replaying import replay, version_at
from sessions.records.clock import RESUMED
from sessions.store import Damaged
from settings import BadSettings, read_settings

T = TypeVar("T")


Place = SqlitePlace | PostgresPlace


def _place_of(url: str) -> Place:
    """Return the database at an address or path. Raises `UnusableUrl`, `UnusableAddress`."""
    return PostgresPlace(address_of(url)) if is_address(url) else SqlitePlace(path_of(url))


def _run(place: Place, work: Callable[[Connection], T], *, is_alone: bool = False) -> T:
    """Do this work in one transaction. `is_alone` locks bots out. Raises `NotDone`, `Unusable`, and the errors of
    `work`."""

    async def run() -> T:
        async with place.transaction(is_alone=is_alone) as connection:
            return await connection.run_sync(work)

    return asyncio.run(run())


def _copy(source: Place, target: Place) -> int:
    async def run() -> int:
        async with source.transaction(is_alone=True) as read, target.transaction(is_alone=True, is_new=True) as written:
            to = written.sync_connection
            assert to is not None
            counts = await read.run_sync(lambda connection: copy(connection, to))
            both = [
                await each.run_sync(lambda connection: _print_differences(connection, None)) for each in (read, written)
            ]
            if both[0] != both[1]:
                raise NotDone("Logs differ after copying: nothing was kept.")
            print(f"{source} is copied to {target}: {counts['tables']} tables, {counts['entries']} entries, compared.")
            return 0

    return asyncio.run(run())


def _check(place: Place) -> int:
    found = asyncio.run(place.health())
    for fault in found.faults:
        print(fault)
    print(f"{place}: {found.tables} tables, {found.entries} entries, {len(found.faults)} faults.")
    if found.version:
        print(f"The last bot that started on it was Knossos {found.version}.")
    return 1 if found.faults else 0


def _print_differences(connection: Connection, only: int | None) -> int:
    """Print each table that can't be replayed or whose replay differs from its log. Return how many there are, without
    those explained by changed rules."""
    query = select(tables.c.id, tables.c.game, tables.c.version).where(tables.c.commitment.is_not(None))
    replayed = [row for row in connection.execute(query.order_by(tables.c.id)).all() if only in (None, row.id)]
    differences = [found for row in replayed if (found := _difference(connection, *row))]
    for text, _ in differences:
        print(text)
    expected = sum(is_expected for _, is_expected in differences)
    more = f", {expected} more because the rules have changed since" if expected else ""
    print(f"{len(replayed)} tables replayed, {len(differences) - expected} differ{more}.")
    return len(differences) - expected


def _difference(connection: Connection, table: int, key: str, version: int) -> tuple[str, bool] | None:
    """Replay a table's log. Return the first difference, and whether older rules explain it."""
    if key not in GAMES:
        return f"table {table}: no game is called {key}", False
    query = select(entries).where(entries.c.table_id == table).order_by(entries.c.number)
    try:
        log = queries.fetch(connection, query, rows.entry_of)
        found = replay(GAMES[key], log)
    except Damaged as damage:
        return f"table {table}: {damage.what} cannot be read", False
    if found.departed_at is None:
        return None
    entry = f"table {table}: entry {found.departed_at} of {found.entries}"
    old, new = version_at(log, found.departed_at, version), GAMES[key].rules.version
    if old == new:
        return f"{entry} differs: {found.why}", False
    return f"{entry} was played under version {old} of the rules, and leads elsewhere under version {new}", True


def _forget(place: Place, user: int) -> int:
    try:
        count = _run(place, lambda connection: privacy.forget(connection, user), is_alone=True)
    except privacy.StillSeated as seated:
        names = ", ".join(map(str, seated.tables))
        raise NotDone(f"{user} still plays at live tables ({names}): concede or close those first.") from seated
    print(f"{user} is forgotten; {count} tables keep their moves without the name.")
    return 0


def _forget_server(place: Place, guild: int, *, is_sure: bool) -> int:
    try:
        removed, live = _run(
            place, lambda connection: privacy.forget_server(connection, guild, is_sure=is_sure), is_alone=True
        )
    except privacy.StillIn as known:
        raise NotDone(
            f"The bot was still in server {guild} when it ran last. Remove it there, start the bot once so that it "
            "knows, and stop it again; or add --yes to remove everything anyway."
        ) from known
    if not removed:
        raise NotDone(f"Nothing is stored of a server {guild}.")
    print(
        f"Server {guild} is forgotten: {removed['tables']} tables ({live} of them were live), "
        f"{removed['entries']} entries of their logs, {removed['results']} results, {removed['notes']} notes, "
        f"{removed['watchers']} watchers, {removed['reports']} reports, {removed['leagues']} leagues, "
        f"{removed['queue']} people in its queue, and {'its' if removed['servers'] else 'no'} settings."
    )
    return 0


def _reports(place: Place) -> int:
    """Print all reports, oldest first: time and place, then the text."""
    for report in _run(place, queries.all_reports):
        at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        table = f"table {report.table}, entry {report.number}, {report.game} version {report.version}"
        where = f"server {report.guild}, channel {report.channel}, {table if report.table else 'no table'}"
        print(f"report {report.id}: {at}, user {report.user}, {where}")
        print("\n".join(f"    {line}" for line in report.text.splitlines()))
    return 0


def _resume_clocks(place: Place) -> int:
    """Let held time banks run out at the bot's next pass. Banks are held when many of them run out together."""
    now = time.time_ns() // 1_000_000
    _run(place, lambda connection: changes.keep_clock_mark(connection, RESUMED, now))
    print("The clocks go on: banks that ran out together are put to the vote.")
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"{knossos.started_by} db", description=__doc__)
    parser.add_argument("--database", help="file or URL; else what the settings say")
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("backup", help="copy the database to FILE while the bot runs")
    made.add_argument("file", type=Path)
    put = commands.add_parser("restore", help="put the backup FILE back; the bot must be stopped")
    put.add_argument("file", type=Path)
    moved = commands.add_parser("copy", help="carry a database over into an empty one, while no bot runs")
    moved.add_argument("source", help="file or address that is copied")
    moved.add_argument("target", help="file or address of an empty database, or of a file to be made")
    commands.add_parser("check", help="look for damage in the whole database")
    played = commands.add_parser("replay", help="replay logs under the present rules and tell what differs")
    played.add_argument("--table", type=int, help="only this table")
    commands.add_parser("reports", help="print what people reported of trouble")
    clocks = commands.add_parser("clocks", help="after many banks ran out at once: let them, while the bot runs or not")
    clocks.add_argument("what", choices=("resume",))
    for name, text in (("forget", "take a person out of the database"), ("export", "print what is stored of a person")):
        about = commands.add_parser(name, help=text)
        about.add_argument("user", type=int, help="the person's Discord id")
    left = commands.add_parser("forget-server", help="remove a server with its tables, while no bot runs")
    left.add_argument("guild", type=int, metavar="server", help="the server's Discord id")
    left.add_argument("--yes", action="store_true", help="even if the bot is still in it")
    return parser


def _carry_out(given: argparse.Namespace) -> int:
    if given.command == "copy":
        return _copy(_place_of(given.source), _place_of(given.target))
    place = _place_of(given.database or read_settings().database_url)
    match given.command:
        case "check":
            return _check(place)
        case "replay":
            return 1 if _run(place, lambda connection: _print_differences(connection, given.table)) else 0
        case "reports":
            return _reports(place)
        case "clocks":
            return _resume_clocks(place)
        case "forget":
            return _forget(place, given.user)
        case "forget-server":
            return _forget_server(place, given.guild, is_sure=given.yes)
        case "backup":
            print(place.backup(given.file))
        case "restore":
            print(place.restore(given.file))
        case _:
            kept = _run(place, lambda connection: privacy.export(connection, given.user))
            print(msgspec.json.format(msgspec.json.encode(kept), indent=2).decode())
    return 0


def main(arguments: list[str] | None = None) -> int:
    try:
        return _carry_out(_arguments().parse_args(arguments))
    except (NotDone, Unusable) as error:
        fault = str(error)
    except BadSettings as error:
        fault = "; ".join(f"{name}: {why}" for name, why in error.faults)
    except Damaged as damage:
        fault = f"Table {damage.table}: {damage.what} cannot be read. Nothing was changed. Restore a backup."
    except DBAPIError as error:
        fault = f"The database cannot be used: {error.orig}. Nothing was changed. The command check looks for damage."
    except OSError as error:
        fault = f"{error.filename or 'The disk'}: {error.strerror}."
    print(fault, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
