"""`python -m db`: copies made under load, put back, checked; people told and forgotten."""

import asyncio
import json
import os
import sqlite3
from pathlib import Path

import pytest

from db import __main__ as commands
from db.sqlite.backup import Health, NotDone, backup, health, restore
from db.sqlite.engine import AlreadyRunning, UnsoundDatabase
from tests.engine.kernel.orchard import OrchardGame
from tests.sessions.evening import ALICE, BOB, CAROL, CHANNEL, Evening


@pytest.fixture(autouse=True)
def _orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GAMES", {"orchard": OrchardGame()})


async def run(evening: Evening, *arguments: object) -> int:
    return await run_on(evening.path, *arguments)


async def run_on(path: Path, *arguments: object) -> int:
    """The command in a thread, since it has a loop of its own."""
    return await asyncio.to_thread(commands.main, ["--database", str(path), *map(str, arguments)])


async def test_a_backup_made_while_tables_play_is_one_moment_of_them_all(evening: Evening, tmp_path: Path) -> None:
    tables = [await evening.game(BOB, CAROL, channel=channel) for channel in range(4)]
    playing = [asyncio.ensure_future(evening.play(session)) for session in tables]
    copies: list[tuple[Path, Health]] = []
    while not all(task.done() for task in playing):
        target = tmp_path / f"copy{len(copies)}.db"
        copies.append((target, await asyncio.to_thread(backup, evening.path, target)))
    await asyncio.gather(*playing)

    assert len(copies) > 1
    assert copies[0][1].entries < copies[-1][1].entries or len(copies) < 3
    for target, found in copies:
        assert found.faults == ()
        assert await run_on(target, "replay") == 0
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".partial")]


async def test_a_restored_backup_plays_on_from_its_moment(evening: Evening, tmp_path: Path) -> None:
    session = await evening.game()
    await evening.play(session, 6)
    digest = session.reader.digest
    target = tmp_path / "copy.db"
    assert await run(evening, "backup", target) == 0
    await evening.play(session, 6)
    with pytest.raises(AlreadyRunning):
        restore(evening.path, target)
    assert await run(evening, "restore", target) == 2

    await evening.kill()
    assert await run(evening, "restore", target) == 0
    kept = [name for name in os.listdir(tmp_path) if ".replaced-" in name]
    assert len([name for name in kept if not name.endswith(("-wal", "-shm"))]) == 1
    await evening.open()
    session = await evening.sessions.at(CHANNEL)
    assert session.reader.digest == digest
    await evening.play(session)
    assert session.table.status == "over"


async def test_unsound_newer_and_foreign_files_are_not_restored(evening: Evening, tmp_path: Path) -> None:
    await evening.game()
    await evening.kill()
    before = evening.path.read_bytes()
    unsound, newer, foreign = tmp_path / "unsound.db", tmp_path / "newer.db", tmp_path / "foreign.db"
    unsound.write_bytes(b"nothing of the kind" * 1000)
    newer.write_bytes(before)
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    sqlite3.connect(foreign).close()
    for source in (unsound, newer, foreign, tmp_path / "missing.db"):
        with pytest.raises(NotDone):
            restore(evening.path, source)
        assert await run(evening, "restore", source) == 2
    assert evening.path.read_bytes() == before
    await evening.open()


async def test_a_backup_is_never_written_over(evening: Evening, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert await run(evening, "backup", target) == 2
    assert await run(evening, "backup", tmp_path / "no" / "folder.db") == 2
    assert target.read_text() == "precious"


async def test_check_finds_gaps_and_rubbish(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    session = await evening.game()
    await evening.play(session, 5)
    assert await run(evening, "check") == 0
    await evening.kill()
    sound = evening.path.read_bytes()
    with sqlite3.connect(evening.path) as connection:
        connection.execute("DELETE FROM entries WHERE number = 3")
        connection.execute("DELETE FROM tables")
    connection.close()
    assert await run(evening, "check") == 1
    told = capsys.readouterr().out
    assert "table 1: its log has a gap" in told
    assert "refers to a missing tables" in told
    assert health(evening.path).faults
    with pytest.raises(UnsoundDatabase):
        await evening.open()
    evening.path.write_bytes(sound)
    await evening.open()


async def test_replay_tells_the_first_entry_that_differs(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    session = await evening.game(options={"crows": False, "goal": 12})
    await evening.play(session, 10)
    await session.propose_undo(ALICE, evening.press())
    await session.consent(BOB, evening.press())
    await evening.play(session)
    assert await run(evening, "replay") == 0
    await evening.kill()
    with sqlite3.connect(evening.path) as connection:
        connection.execute("UPDATE entries SET digest = 'other' WHERE number IN (9, 12)")
    connection.close()
    assert await run(evening, "replay") == 1
    assert "table 1: entry 9 of" in capsys.readouterr().out
    assert await run(evening, "replay", "--table", 2) == 0
    await evening.open()


async def test_a_forgotten_person_is_nowhere_and_their_games_remain(evening: Evening, tmp_path: Path) -> None:
    bob = 123_456_789_012_345_678
    session = await evening.game(bob, CAROL)
    await evening.sessions.people.send_hand(bob, True)
    await session.concede(bob, evening.press())
    await evening.play(session)
    ended = await evening.game(CAROL, channel=3)
    await ended.close(bob, evening.press(), is_moderator=True)
    digest = session.reader.digest
    live = await evening.lobby(bob, channel=2)
    assert await run(evening, "forget", bob) == 2
    await live.leave(bob, evening.press())
    await evening.kill()
    assert await run(evening, "forget", bob) == 0

    dump = "\n".join(sqlite3.connect(evening.path).iterdump())
    packed = bob.to_bytes(8, "big").hex()
    assert str(bob) not in dump
    assert packed not in dump.lower()
    assert f"user {bob}" not in dump
    await evening.open()
    session = await evening.sessions.by_id(session.table.id)
    assert session.table.sitters[1].name == "Player 2"
    assert session.reader.digest == digest
    assert await run(evening, "replay") == 0


async def test_an_export_holds_a_person_s_own_and_no_seed(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    session = await evening.game()
    await evening.play(session, 8)
    assert await run(evening, "export", BOB) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["tables"][0]["name"] == f"user {BOB}"
    own = [entry.number for entry in await evening.store.entries(session.table.id, 1, 1000) if entry.seat == 1]
    assert [entry["number"] for entry in told["tables"][0]["entries"]] == own
    assert bytes(range(16)).hex() not in json.dumps(told)


async def test_seeds_are_for_the_host_s_eyes_alone(evening: Evening, tmp_path: Path) -> None:
    await evening.game()
    assert await run(evening, "backup", tmp_path / "copy.db") == 0
    names = [name for name in os.listdir(tmp_path) if not name.endswith(".lock")]
    assert {"knossos.db", "knossos.db-wal", "copy.db"} <= set(names)
    assert {os.stat(tmp_path / name).st_mode & 0o077 for name in names} == {0}
