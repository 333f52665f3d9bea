"""`python -m db` with PostgreSQL: copying both ways, checks, replays, forgetting people, and backups."""

import asyncio
import json
import lzma
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.__main__ import main
from db.postgresql.address import address_of
from db.store import open_store
from tests.architecture.sources import ROOT
from tests.databases import WHY_NOT, fresh_url, is_installed, server
from tests.db.test_stored_games import PACKED

pytestmark = [
    pytest.mark.xdist_group("postgresql"),
    pytest.mark.skipif(not is_installed(), reason=WHY_NOT),
    pytest.mark.at_server,
]


def rows_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a file."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}  # noqa: S608


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


async def bot_at(url: str) -> None:
    """Start a bot on a database and stop it."""
    await (await open_store(url)).close()


def test_games_of_all_titles_are_copied_to_postgresql_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, url = tmp_path / "first.db", tmp_path / "second.db", fresh_url()
    first.write_bytes(lzma.decompress(PACKED[0].read_bytes()))
    asyncio.run(bot_at(str(first)))

    assert run("copy", first, url) == 0
    assert run("copy", url, second) == 0
    assert rows_of(first) == rows_of(second)
    told = capsys.readouterr().out
    replayed = [line for line in told.splitlines() if "replayed" in line]
    assert len(replayed) == 4
    assert len(set(replayed)) == 1
    assert "compared." in told

    assert run("copy", first, url) == 2
    assert "The target holds games already" in capsys.readouterr().err
    assert run("--database", url, "check") == 0
    assert run("--database", first, "check") == 0
    checked = capsys.readouterr().out.splitlines()
    assert checked[0].split(": ", 1)[1].startswith(checked[1].split(": ", 1)[1])

    seated = rows_of(first)["sitters"][0]
    assert run("--database", url, "export", seated[2]) == 0
    assert json.loads(capsys.readouterr().out)["tables"]
    assert run("--database", url, "reports") == 0
    assert run("--database", url, "clocks", "resume") == 0
    server().ask(lambda c: c.execute("UPDATE tables SET status = 'closed'"), address_of(url).name)
    assert run("--database", url, "forget", seated[2]) == 0
    assert run("--database", url, "export", seated[2]) == 0
    left = capsys.readouterr().out
    assert json.loads(left[left.index("{") :])["tables"] == []

    server().ask(lambda c: c.execute("DELETE FROM entries WHERE table_id = 1 AND number = 1"), address_of(url).name)
    assert run("--database", url, "check") == 1
    assert "table 1: its log has a gap" in capsys.readouterr().out


def test_commands_do_not_change_a_database_used_by_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = fresh_url()

    async def use_both() -> list[int]:
        store = await open_store(url)
        done = [
            await asyncio.to_thread(run, "--database", url, "forget", 5),
            await asyncio.to_thread(run, "copy", url, tmp_path / "copy.db"),
            await asyncio.to_thread(run, "--database", url, "replay"),
        ]
        await store.close()
        return done

    assert asyncio.run(use_both()) == [2, 2, 0]
    told = capsys.readouterr()
    assert told.err.count("A bot is running on postgresql://knossos@/") == 2


def test_a_command_waits_for_a_bot_that_is_just_stopping() -> None:
    """The server releases a bot's lock only when it notices that the bot has disconnected."""
    url = fresh_url()

    async def stop_meanwhile() -> int:
        store = await open_store(url)
        running = asyncio.create_task(asyncio.to_thread(run, "--database", url, "forget", 5))
        await asyncio.sleep(0.5)
        assert not running.done(), "the command waits, because the bot may be stopping"
        await store.close()
        return await running

    assert asyncio.run(stop_meanwhile()) == 0


def test_commands_do_not_migrate_a_database(capsys: pytest.CaptureFixture[str]) -> None:
    """Its bot may be an older version that is still running."""
    name = server().fresh()
    assert run("--database", server().url(name), "check") == 2
    assert "has the tables of an older version: start the bot once." in capsys.readouterr().err
    assert server().ask(lambda c: c.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), name) == 0


def test_a_backup_that_fails_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installed `pg_dump` may be older than the server."""
    program = tmp_path / "bin/pg_dump"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'aborting because of server version mismatch' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/bin")
    assert run("--database", fresh_url(), "backup", tmp_path / "backup") == 2
    assert "pg_dump failed: aborting because of server version mismatch." in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]


def test_pg_dump_backs_up_and_pg_restore_restores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, target = fresh_url(), tmp_path / "backup"
    assert run("--database", url, "backup", target) == 0
    assert target.stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.partial"))
    listed = subprocess.run(["pg_restore", "--list", str(target)], check=True, capture_output=True, text=True)
    assert "TABLE DATA public entries" in listed.stdout
    assert run("--database", url, "backup", target) == 2
    assert "exists already" in capsys.readouterr().err
    assert run("--database", url, "restore", target) == 2
    assert "pg_restore --no-owner" in capsys.readouterr().err
    restore_as_documented(target, monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("--database", url, "backup", tmp_path / "other") == 2
    assert "pg_dump is not installed here" in capsys.readouterr().err


def restore_as_documented(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore a backup as a superuser, and open it as the bot's user, who has no other rights."""
    (command,) = re.findall(r"`(pg_restore .*?)`", (ROOT / "docs/hosting.md").read_text(encoding="utf-8"))
    server().ask(lambda connection: connection.execute("CREATE ROLE bot LOGIN"))
    server().ask(lambda connection: connection.execute("CREATE DATABASE restored OWNER bot"))
    for name, value in (("PGHOST", str(server().folder)), ("PGUSER", "knossos")):
        monkeypatch.setenv(name, value)
    words = command.replace("knossos", "bot").replace("NEW", "restored").split()
    subprocess.run([str(backup) if word == "FILE" else word for word in words], check=True)
    asyncio.run(bot_at(server().url("restored").replace("knossos@", "bot@")))
