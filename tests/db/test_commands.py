"""`python -m db`: backups made under load, restores, checks, and exporting and forgetting people."""

import asyncio
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db import __main__ as commands
from db.health import Health, NotDone
from db.sqlite.engine import AlreadyRunning, UnsoundDatabase
from db.sqlite.place import backup, health, restore
from sessions.store import VERSION
from tests.databases import DATABASES, new_file
from tests.db.older import downgrade
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, SessionFixture


@pytest.fixture(autouse=True)
def _orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GAMES", {"orchard": ORCHARD})


async def run(fixture: SessionFixture, *arguments: object) -> int:
    return await run_on(fixture.path, *arguments)


def dump_of(path: Path) -> str:
    """Return everything in the database as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


async def run_on(path: Path, *arguments: object) -> int:
    """Run the command in a thread, because the command has a separate event loop."""
    database = str(path) if DATABASES.kind == "sqlite" else DATABASES.url(path)
    return await asyncio.to_thread(commands.main, ["--database", database, *map(str, arguments)])


async def test_a_backup_during_play_shows_one_consistent_moment(fixture: SessionFixture, tmp_path: Path) -> None:
    tables = [await fixture.game(BOB, CAROL, channel=channel) for channel in range(4)]
    playing = [asyncio.ensure_future(fixture.play(session)) for session in tables]
    copies: list[tuple[Path, Health]] = []
    while not all(task.done() for task in playing):
        target = tmp_path / f"copy{len(copies)}.db"
        copies.append((target, await asyncio.to_thread(backup, fixture.path, target)))
    await asyncio.gather(*playing)

    assert len(copies) > 1
    assert copies[0][1].entries < copies[-1][1].entries or len(copies) < 3
    for target, found in copies:
        assert found.faults == ()
        assert await run_on(target, "replay") == 0
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".partial")]


async def test_play_continues_from_the_moment_of_a_restored_backup(fixture: SessionFixture, tmp_path: Path) -> None:
    session = await fixture.game()
    await fixture.play(session, 6)
    digest = session.reader.timeline.digest()
    target = tmp_path / "copy.db"
    assert await run(fixture, "backup", target) == 0
    await fixture.play(session, 6)
    with pytest.raises(AlreadyRunning):
        restore(fixture.path, target)
    assert await run(fixture, "restore", target) == 2

    await fixture.kill()
    assert await run(fixture, "restore", target) == 0
    kept = [name for name in os.listdir(tmp_path) if ".replaced-" in name]
    assert len([name for name in kept if not name.endswith(("-wal", "-shm"))]) == 1
    await fixture.open()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest
    await fixture.play(session)
    assert session.table.status == "over"


async def test_damaged_newer_and_foreign_files_are_not_restored(fixture: SessionFixture, tmp_path: Path) -> None:
    await fixture.game()
    await fixture.kill()
    before = fixture.path.read_bytes()
    unsound, newer, foreign = tmp_path / "unsound.db", tmp_path / "newer.db", tmp_path / "foreign.db"
    unsound.write_bytes(b"nothing of the kind" * 1000)
    newer.write_bytes(before)
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    sqlite3.connect(foreign).close()
    for source in (unsound, newer, foreign, tmp_path / "missing.db"):
        with pytest.raises(NotDone):
            restore(fixture.path, source)
        assert await run(fixture, "restore", source) == 2
    assert fixture.path.read_bytes() == before
    await fixture.open()


async def test_a_backup_never_overwrites_a_file(fixture: SessionFixture, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert await run(fixture, "backup", target) == 2
    assert await run(fixture, "backup", tmp_path / "no" / "folder.db") == 2
    assert target.read_text() == "precious"


async def test_commands_do_not_create_a_missing_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.db"
    for command in (["replay"], ["check"], ["backup", str(tmp_path / "copy.db")]):
        assert await asyncio.to_thread(commands.main, ["--database", str(missing), *command]) == 2
        assert capsys.readouterr().err == f"There is no database {missing}.\n"
    assert os.listdir(tmp_path) == []


async def test_a_damaged_database_is_not_backed_up(
    fixture: SessionFixture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fixture.game()
    await fixture.kill()
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("DELETE FROM tables")  # Without a pragma, references aren't enforced.

    assert await run(fixture, "backup", tmp_path / "copy.db") == 2
    assert f"{fixture.path} is damaged: " in capsys.readouterr().err
    assert not [name for name in os.listdir(tmp_path) if name.startswith("copy.db")]
    fixture.path.unlink()
    await fixture.open()


async def test_a_copy_that_differs_is_refused(
    fixture: SessionFixture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The target changes what is written to it."""
    target = tmp_path / "target.db"
    await fixture.game()
    await fixture.kill()
    target.write_bytes(new_file())
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON sitters BEGIN UPDATE sitters SET name = 'Eve'; END")

    assert await asyncio.to_thread(commands.main, ["copy", str(fixture.path), str(target)]) == 2

    assert capsys.readouterr().err == "The rows of sitters differ after copying: nothing was kept.\n"
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    await fixture.open()


async def test_the_check_command_prints_the_version_of_the_last_bot(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await fixture.store.starts.keep_hash(VERSION, "0.9.3")
    assert await run(fixture, "check") == 0
    assert "The last bot that started on it was Knossos 0.9.3." in capsys.readouterr().out


async def test_the_check_command_finds_gaps_and_unreadable_data(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await fixture.game()
    await fixture.play(session, 5)
    assert await run(fixture, "check") == 0
    await fixture.kill()
    sound = fixture.path.read_bytes()
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("DELETE FROM entries WHERE number = 3")
        connection.execute("DELETE FROM tables")
    connection.close()
    assert await run(fixture, "check") == 1
    told = capsys.readouterr().out
    assert "table 1: its log has a gap" in told
    assert "refers to a missing tables" in told
    assert health(fixture.path).faults
    with pytest.raises(UnsoundDatabase):
        await fixture.open()
    fixture.path.write_bytes(sound)
    await fixture.open()


async def test_replay_reports_the_first_entry_that_differs(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await fixture.game(options={"crows": False, "goal": 12})
    await fixture.play(session, 10)
    await session.undo.propose(ALICE, fixture.press())
    await session.proposals.consent(BOB, fixture.press())
    await fixture.play(session)
    assert await run(fixture, "replay") == 0
    await fixture.kill()
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("UPDATE entries SET digest = 'other' WHERE number IN (9, 12)")
    connection.close()
    assert await run(fixture, "replay") == 1
    assert "table 1: entry 9 of" in capsys.readouterr().out
    assert await run(fixture, "replay", "--table", 2) == 0
    await fixture.open()


def spoil(fixture: SessionFixture, number: int) -> None:
    """Store a wrong digest in this entry."""
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("UPDATE entries SET digest = 'other' WHERE number = ?", (number,))
    connection.close()


async def test_replay_distinguishes_changed_rules_from_damage(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await fixture.play(await fixture.game(), 10)
    await fixture.kill()
    spoil(fixture, 6)
    assert await run(fixture, "replay") == 1
    assert capsys.readouterr().out.endswith("1 tables replayed, 1 differ.\n")

    monkeypatch.setattr(commands, "GAMES", {"orchard": with_part(ORCHARD, "rules", version=2)})
    assert await run(fixture, "replay") == 0
    told = capsys.readouterr().out
    assert "was played under version 1 of the rules, and leads elsewhere under version 2" in told
    assert told.endswith("1 tables replayed, 0 differ, 1 more because the rules have changed since.\n")
    await fixture.open()


async def test_replay_names_tables_whose_game_is_missing(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that brought the game may have been uninstalled."""
    await fixture.play(await fixture.game(), 4)
    await fixture.kill()
    monkeypatch.setattr(commands, "GAMES", {})
    assert await run(fixture, "replay") == 1
    assert capsys.readouterr().out == "table 1: no game is called orchard\n1 tables replayed, 1 differ.\n"


async def test_replay_names_the_rules_version_of_a_differing_entry(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that continued under newer rules has entries of both versions."""
    session = await fixture.game()
    await fixture.play(session, 4)
    old = session.number
    fixture.games["orchard"] = with_part(ORCHARD, "rules", version=2)
    monkeypatch.setattr(commands, "GAMES", fixture.games)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await fixture.play(session, 4)
    await fixture.kill()
    assert await run(fixture, "replay") == 0
    assert capsys.readouterr().out.endswith("1 tables replayed, 0 differ.\n")

    spoil(fixture, session.number)
    assert await run(fixture, "replay") == 1
    assert f"entry {session.number} of {session.number} differs" in capsys.readouterr().out
    spoil(fixture, old)
    assert await run(fixture, "replay") == 0
    assert f"entry {old} of {session.number} was played under version 1" in capsys.readouterr().out
    await fixture.open()


async def test_a_person_at_a_live_table_is_not_forgotten(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await fixture.game(BOB)
    await fixture.kill()

    assert await run(fixture, "forget", BOB) == 2

    assert f"{BOB} still plays at live tables ({session.table.id})" in capsys.readouterr().err
    await fixture.open()
    assert (await fixture.sessions.at(CHANNEL)).table.sitters[1].user == BOB


async def test_the_id_of_a_forgotten_person_is_gone_but_games_remain(fixture: SessionFixture, tmp_path: Path) -> None:
    bob = 123_456_789_012_345_678
    session = await fixture.game(bob, CAROL)
    await fixture.sessions.choices.people.choose(bob, hand_by_dm=True)
    await session.leaving.concede(bob, fixture.press())
    await fixture.play(session)
    ended = await fixture.game(CAROL, channel=3)
    await ended.leaving.close(bob, fixture.press(), is_moderator=True)
    digest = session.reader.timeline.digest()
    live = await fixture.lobby(bob, channel=2)
    assert await run(fixture, "forget", bob) == 2
    await live.lobby.leave(bob, fixture.press())
    await fixture.kill()
    assert await run(fixture, "forget", bob) == 0

    dump = dump_of(fixture.path)
    packed = bob.to_bytes(8, "big").hex()
    assert str(bob) not in dump
    assert packed not in dump.lower()
    assert f"user {bob}" not in dump
    await fixture.open()
    session = await fixture.sessions.by_id(session.table.id)
    assert session.table.sitters[1].name == "Player 2"
    assert session.reader.timeline.digest() == digest
    assert await run(fixture, "replay") == 0


async def test_an_export_has_data_of_one_person_and_no_seed(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await fixture.game()
    await fixture.play(session, 8)
    assert await run(fixture, "export", BOB) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["tables"][0]["name"] == f"user {BOB}"
    own = [entry.number for entry in await fixture.store.log.entries(session.table.id, 1, 1000) if entry.seat == 1]
    assert [entry["number"] for entry in told["tables"][0]["entries"]] == own
    assert bytes(range(16)).hex() not in json.dumps(told)


async def test_an_export_has_only_answers_of_its_person(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await fixture.game(BOB, CAROL)
    await fixture.play(session, 7)
    # The first entry only cancels Bob's standing orders.
    left = (await session.leaving.concede(BOB, fixture.press())).first + 1
    await fixture.step(session)
    taken = (await session.lobby.join(DAVE, "Dave", fixture.press())).first
    await fixture.play(session, 6)

    told = {}
    for user in (BOB, DAVE):
        assert await run(fixture, "export", user) == 0
        (table,) = json.loads(capsys.readouterr().out)["tables"]
        told[user] = (table["name"], [entry["number"] for entry in table["entries"]])

    own = [entry for entry in await fixture.store.log.entries(session.table.id, 1, 1000) if entry.seat == 1]
    assert told[BOB] == (f"user {BOB}", [entry.number for entry in own if entry.number <= left])
    assert told[DAVE] == ("Dave", [entry.number for entry in own if entry.number >= taken])
    assert len(told[BOB][1]) > 1
    assert len(told[DAVE][1]) > 1


async def test_database_files_are_readable_only_by_their_owner(fixture: SessionFixture, tmp_path: Path) -> None:
    await fixture.game()
    assert await run(fixture, "backup", tmp_path / "copy.db") == 0
    names = [name for name in os.listdir(tmp_path) if not name.endswith(".lock")]
    assert {"knossos.db", "knossos.db-wal", "copy.db"} <= set(names)
    assert {os.stat(tmp_path / name).st_mode & 0o077 for name in names} == {0}


async def test_past_games_do_not_name_a_forgotten_person(fixture: SessionFixture) -> None:
    bob = 202_020_202_020_202_020
    session = await fixture.game(bob, CAROL)
    await fixture.play(session, 3)
    await session.leaving.concede(bob, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.kill()
    assert await run(fixture, "forget", bob) == 0

    dump = dump_of(fixture.path).lower()
    assert f"user {bob}".encode().hex() not in dump
    assert bob.to_bytes(8, "big").hex() not in dump
    await fixture.open()
    session = await fixture.sessions.by_id(session.table.id)
    (first, *_) = await session.reader.log.lines(None, 1, session.number)
    assert first.names[1] == "Player 2"


async def test_commands_explain_a_database_of_an_older_version(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host has updated the bot, but not started it."""
    await fixture.game()
    await fixture.kill()
    downgrade(fixture.path, "0021")
    for command in (["export", BOB], ["reports"], ["replay"]):
        assert await run(fixture, *command) == 2
        assert "has the tables of an older version: start the bot once." in capsys.readouterr().err
    await fixture.open()


@pytest.mark.parametrize("command", ["export", "forget"])
async def test_an_unreadable_entry_is_named_to_the_host(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(BOB, fixture.press())
    await fixture.kill()
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("UPDATE entries SET deed = x'00' WHERE kind = 'Conceded'")

    assert await run(fixture, command, BOB) == 2
    assert "Table 1: entry 3 cannot be read. Nothing was changed." in capsys.readouterr().err
    await fixture.open()


async def test_a_file_that_is_no_database_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "knossos.db"
    path.write_bytes(b"nothing of the kind" * 1000)
    assert await asyncio.to_thread(commands.main, ["--database", str(path), "export", "5"]) == 2
    assert "file is not a database" in capsys.readouterr().err
