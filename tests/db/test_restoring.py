"""Restoring a database over leftover files with any name, and opening a database with missing files."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.health import NotDone
from db.sqlite.engine import AlreadyRunning, CutShort, UnsoundDatabase, path_of
from db.sqlite.place import backup, health, restore
from db.store import SqliteStore
from settings import Settings
from tests.db.test_commands import run_on
from tests.sessions.fixture import CHANNEL, SessionFixture

ODD_NAMES = ("a#b.db", "a?b.db", "100%41.db", "a b&c=d.db", "žluť.db")


async def copy_as_if_killed(fixture: SessionFixture, to: Path) -> None:
    """Copy all files of the database, including the `-wal`, as a kill at this moment would leave them."""
    for suffix in ("", "-wal", "-shm"):
        await asyncio.to_thread(shutil.copy, f"{fixture.path}{suffix}", f"{to}{suffix}")


async def moments(fixture: SessionFixture, folder: Path) -> tuple[Path, Path, str]:
    """Return a backup, the folder of a bot that was killed later, and the digest of the game in the backup."""
    session = await fixture.game()
    await fixture.play(session, 4)
    digest = session.reader.timeline.digest()
    source, path = folder / "backup.db", folder / "killed.db"
    await asyncio.to_thread(backup, fixture.path, source)
    await fixture.play(session, 20)
    await copy_as_if_killed(fixture, path)
    return source, path, digest


async def digest_in(path: Path) -> str:
    """Open and check the database. Return the digest of its game."""
    store = await SqliteStore.open(str(path))
    newest = (await store.log.newest_entries(1, 1))[0]
    await store.close()
    assert health(path).faults == ()
    return newest.digest


@pytest.mark.parametrize("missing", ["", "-wal", "-shm"])
async def test_leftovers_of_a_deleted_database_do_not_spoil_a_restore(
    fixture: SessionFixture, tmp_path: Path, missing: str
) -> None:
    """If a restore kept a leftover `-wal`, SQLite would write the old pages into the restored file."""
    source, path, digest = await moments(fixture, tmp_path)
    os.unlink(f"{path}{missing}")
    found, replaced = restore(path, source)
    assert found.faults == ()
    assert await digest_in(path) == digest
    assert replaced is not None
    kept = {name.partition(".replaced-")[2].partition("-")[2] for name in os.listdir(tmp_path) if ".replaced-" in name}
    assert kept == {"", "wal", "shm"} - {missing.removeprefix("-")}


async def test_the_restored_file_itself_is_checked(
    fixture: SessionFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path, _ = await moments(fixture, tmp_path)
    replace = Path.replace

    def tear(fresh: Path, target: Path) -> Path:
        fresh.write_bytes(fresh.read_bytes()[:20000] + bytes(20000) + fresh.read_bytes()[40000:])
        return replace(fresh, target)

    monkeypatch.setattr(Path, "replace", tear)
    with pytest.raises(NotDone, match=r"damaged: .* is kept as .*\.replaced-"):
        restore(path, source)


async def test_a_disk_without_hard_links_gets_copies(
    fixture: SessionFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path, digest = await moments(fixture, tmp_path)
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    _, replaced = restore(path, source)
    assert replaced is not None
    assert replaced.read_bytes() == before
    assert replaced.stat().st_mode & 0o077 == 0
    assert await digest_in(path) == digest


async def test_each_step_is_synced_before_the_next(
    fixture: SessionFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power failure keeps only synced data, so no step may reach the disk before an earlier one."""
    source, path, _ = await moments(fixture, tmp_path)
    steps: list[str] = []

    def note(name: str, do: Callable[..., object]) -> Callable[..., object]:
        def and_do(*given: Any, **how: Any) -> object:
            steps.append(f"{name} {Path(given[0]).name.replace(path.name, 'k')}")
            return do(*given, **how)

        return and_do

    sync = os.fsync

    def note_sync(file: int) -> None:
        steps.append(f"sync {_name_of(file, path)}")
        sync(file)

    monkeypatch.setattr(os, "fsync", note_sync)
    for name in ("link", "unlink", "rename", "replace"):
        monkeypatch.setattr(os, name, note(name, getattr(os, name)))
    restore(path, source)

    def order(*wanted: str) -> bool:
        left = iter(steps)
        return all(step in left for step in wanted)

    copied = ("sync file", "rename k.restoring.partial", "sync folder")
    assert order(*copied, "link k-wal", "link k", "sync folder", "unlink k-wal", "sync folder", "replace k.restoring")
    assert steps[-1] == "sync folder"


def _name_of(file: int, path: Path) -> str:
    return "folder" if os.path.samestat(os.fstat(file), os.stat(path.parent)) else "file"


async def test_a_full_disk_before_a_restore_leaves_the_old_database(
    fixture: SessionFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path, digest = await moments(fixture, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as broken:
        broken.setattr(os, "link", full)
        broken.setattr(shutil, "copyfile", full)
        assert await run_on(path, "restore", source) == 2
    assert await digest_in(path) != digest


# Opening files


@pytest.mark.parametrize("left", [".restoring", ".replaced-20260101T000000000000", "-wal"])
async def test_no_empty_database_is_created_next_to_leftovers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], left: str
) -> None:
    path = tmp_path / "knossos.db"
    (tmp_path / f"knossos.db{left}").write_bytes(b"all games")
    for _ in range(2):
        with pytest.raises(CutShort) as refused:
            await SqliteStore.open(str(path))
        assert "python -m db restore FILE" in str(refused.value)
        assert not path.exists()
    for command in (["backup", tmp_path / "copy.db"], ["replay"], ["forget", 5]):
        assert await run_on(path, *command) == 2
    assert capsys.readouterr().err.count("python -m db restore FILE") == 3


async def test_a_half_restored_database_is_not_opened(fixture: SessionFixture, tmp_path: Path) -> None:
    source, path, digest = await moments(fixture, tmp_path)
    restoring = Path(f"{path}.restoring")
    shutil.copy(source, restoring)
    with pytest.raises(CutShort, match="was cut short"):
        await SqliteStore.open(str(path))
    restore(path, source)
    assert restoring.name not in os.listdir(tmp_path)
    assert await digest_in(path) == digest


async def test_files_of_an_old_restore_do_not_stop_the_bot(fixture: SessionFixture, tmp_path: Path) -> None:
    source, path, digest = await moments(fixture, tmp_path)
    restore(path, source)
    restore(path, source)
    assert await digest_in(path) == digest


def cut_at(random: Random, wal: Path) -> None:
    os.truncate(wal, random.randrange(wal.stat().st_size))


def damage(random: Random, wal: Path) -> None:
    torn = bytearray(wal.read_bytes())
    place = random.randrange(len(torn) - 16)
    torn[place : place + 16] = random.randbytes(16)
    wal.write_bytes(torn)


@pytest.mark.parametrize(
    "harm",
    [
        cut_at,
        damage,
        lambda _, wal: wal.unlink(),
        lambda random, wal: wal.write_bytes(random.randbytes(80_000)),
    ],
    ids=["truncated", "damaged", "missing", "garbage"],
)
async def test_a_damaged_wal_leaves_an_earlier_playable_state(
    fixture: SessionFixture, tmp_path: Path, harm: Callable[[Random, Path], None]
) -> None:
    """SQLite reads the `-wal` only up to the damage. Each log ends earlier, but the game can continue."""
    tables = [await fixture.game(channel=CHANNEL + channel) for channel in range(3)]
    for session in tables:
        await fixture.play(session, 5)
    await fixture.store.transactions.writer.submit(
        lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    )
    for session in tables:
        await fixture.play(session, 5)
    whole = [[entry.digest for entry in await fixture.store.log.entries(s.table.id, 1, 1000)] for s in tables]
    random = Random(5)
    for number in range(4):
        path = tmp_path / f"harmed-{number}.db"
        await copy_as_if_killed(fixture, path)
        os.unlink(f"{path}-shm")
        harm(random, Path(f"{path}-wal"))

        other = await SessionFixture.begin(path)
        assert health(path).faults == ()
        for session, digests in zip(tables, whole, strict=True):
            found = [entry.digest for entry in await other.store.log.entries(session.table.id, 1, 1000)]
            assert found == digests[: len(found)]
            assert len(found) >= 1
            again = await other.sessions.by_id(session.table.id)
            assert again.table.status == "running"
            await other.step(again)
        await other.close()


async def test_dangling_references_reveal_the_wal_of_another_database(fixture: SessionFixture, tmp_path: Path) -> None:
    for channel in range(4):
        await fixture.play(await fixture.game(channel=channel), 4)
    other = await SessionFixture.begin(tmp_path / "other.db")
    session = await other.game()
    await other.play(session, 8)
    for each in (fixture, other):
        await each.store.transactions.writer.submit(
            lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        )
    await other.play(session, 8)
    path = tmp_path / "mixed.db"
    await copy_as_if_killed(fixture, path)
    shutil.copy(f"{other.path}-wal", f"{path}-wal")
    os.unlink(f"{path}-shm")
    await other.close()
    with pytest.raises(UnsoundDatabase, match="refers to a missing"):
        await SqliteStore.open(str(path))


# File names


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_file_names_with_url_characters_are_taken_literally(
    fixture: SessionFixture, tmp_path: Path, name: str
) -> None:
    source, path, digest = await moments(fixture, tmp_path)
    odd = tmp_path / "odd" / name
    odd.parent.mkdir()
    assert await run_on(path, "backup", odd) == 0
    assert health(odd).faults == ()
    restore(odd, source)
    assert await digest_in(odd) == digest
    assert await run_on(odd, "check") == 0
    copy = odd.with_name(f"copy of {name}")
    backup(odd, copy)
    restore(path, copy)
    assert await digest_in(path) == digest
    settings = Settings(_env_file=None, database=str(odd))
    assert path_of(settings.database_url) == odd
    assert sorted(each for each in os.listdir(odd.parent) if ".replaced-" not in each and "lock" not in each) == sorted(
        [name, copy.name]
    )


async def test_a_database_is_locked_under_every_link_to_it(fixture: SessionFixture, tmp_path: Path) -> None:
    link, folder = tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(fixture.path)
    folder.symlink_to(tmp_path, target_is_directory=True)
    for path in (link, folder / fixture.path.name):
        with pytest.raises(AlreadyRunning):
            await SqliteStore.open(str(path))
        with pytest.raises(AlreadyRunning):
            restore(path, fixture.path)


async def test_restoring_to_a_link_replaces_its_target(fixture: SessionFixture, tmp_path: Path) -> None:
    source, path, digest = await moments(fixture, tmp_path)
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    restore(link, source)
    assert link.is_symlink()
    assert await digest_in(link) == await digest_in(path) == digest


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_what_root_restores_belongs_to_the_owner_of_the_folder(fixture: SessionFixture, tmp_path: Path) -> None:
    """The bot runs as another user, and could not open files of root."""
    await fixture.game()
    source, folder = tmp_path / "backup.db", tmp_path / "var"
    await asyncio.to_thread(backup, fixture.path, source)
    folder.mkdir()
    os.chown(folder, 10001, 10002)

    restore(folder / "knossos.db", source)

    assert {path.name: (path.stat().st_uid, path.stat().st_gid) for path in folder.iterdir()} == dict.fromkeys(
        ("knossos.db", "knossos.db.lock"), (10001, 10002)
    )
