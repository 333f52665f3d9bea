"""If a backup, restore or migration is killed at any step, the database is complete, in its old or its new state."""

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.sqlite.place import restore
from tests.db.cutting import DATABASE, fingerprint_of
from tests.db.older import downgrade
from tests.sessions.fixture import SessionFixture

ROOT = Path(__file__).parents[2]

Told = list[dict[str, Any]]


@pytest.fixture
async def killed(fixture: SessionFixture, tmp_path: Path) -> tuple[Path, Path]:
    """Return a killed bot's folder, and a backup made earlier. The last moves are only in the folder's `-wal`."""
    session = await fixture.game()
    await fixture.play(session, 4)
    source = tmp_path / "backup.db"
    await asyncio.to_thread(_copy, fixture.path, source)
    await fixture.play(session, 4)
    folder = tmp_path / "killed"
    folder.mkdir()
    for suffix in ("", "-wal", "-shm"):
        shutil.copy(f"{fixture.path}{suffix}", folder / (DATABASE + suffix))
    assert (folder / f"{DATABASE}-wal").stat().st_size
    return folder, source


def _copy(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def fingerprint_in(folder: Path) -> str:
    """Return the fingerprint of a copy of the database. Reading the original would remove its `-wal`."""
    place = folder.with_name("looked-at")
    shutil.copytree(folder, place)
    try:
        return fingerprint_of(place / DATABASE)
    finally:
        shutil.rmtree(place)


Cut = Callable[[str, Path, Path], Awaitable[Told]]


@pytest.fixture
def cut(record_property: Callable[[str, object], None]) -> Cut:
    """Return a function that kills some work before every step, and records the number of kills."""

    async def count(work: str, folder: Path, source: Path) -> Told:
        told = await _cut(work, folder, source)
        record_property("tries", len(told) - 1)
        return told

    return count


async def _cut(work: str, folder: Path, source: Path) -> Told:
    """Kill the work before every step. Return the findings. The last ones come from a run without a kill."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.cutting", work, str(folder), str(source),
        stdout=asyncio.subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    out, _ = await child.communicate()
    assert child.returncode == 0
    told = [json.loads(line) for line in out.decode().splitlines()]
    assert told[-1]["step"] is None
    return told


def steps_of(told: Told, prefix: str) -> list[str]:
    """Return the steps that start with `prefix`. The work was killed just before each of them."""
    return [str(each["step"]) for each in told if str(each["step"]).startswith(prefix)]


async def test_a_restore_that_is_killed_loses_nothing(killed: tuple[Path, Path], cut: Cut) -> None:
    folder, source = killed
    old, new = fingerprint_in(folder), fingerprint_of(source)
    assert old != new
    told = await cut("restore", folder, source)

    assert len(steps_of(told, "os.link")) == 3
    assert steps_of(told, "os.rename") == ["os.rename knossos.db.restoring.partial", "os.rename knossos.db.restoring"]
    assert steps_of(told, "VACUUM") == ["VACUUM INTO ?"]
    found = [each["found"] for each in told]
    assert {"print": old, "faults": ""} in found
    refused = [each["refused"] for each in found if "refused" in each]
    assert refused
    assert all("was cut short" in sentence and "python -m db restore FILE" in sentence for sentence in refused)
    for each in told:
        assert each["found"].get("print", "") in (old, "") if each["step"] else each["found"]["print"] == new
        assert each["at last"] == {"print": new, "faults": ""}, each["step"]
        assert old in each["kept"], each["step"]
        assert "failed" not in each["found"], each


async def test_a_restore_that_is_killed_twice_loses_nothing(
    killed: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, cut: Cut
) -> None:
    """The first restore has already moved the `-wal` away. No start may open the old database without it."""
    folder, source = killed
    old, new = fingerprint_in(folder), fingerprint_of(source)
    monkeypatch.setattr(Path, "replace", _kill)
    with pytest.raises(KeyboardInterrupt):
        restore(folder / DATABASE, source)
    assert not (folder / f"{DATABASE}-wal").exists()
    for each in await cut("restore", folder, source):
        assert "refused" in each["found"] or each["found"]["print"] == new, each
        assert each["at last"] == {"print": new, "faults": ""}, each["step"]
        assert old in each["kept"], each["step"]


def _kill(*_: object) -> None:
    raise KeyboardInterrupt


async def test_a_killed_backup_is_complete_or_missing(killed: tuple[Path, Path], cut: Cut) -> None:
    folder, source = killed
    sound = {"print": fingerprint_in(folder), "faults": ""}
    told = await cut("backup", folder, source)

    assert steps_of(told, "os.rename") == ["os.rename copy.db.partial"]
    assert steps_of(told, "after VACUUM")
    for each in told:
        assert each["found"] == each["at last"] == sound, each["step"]
        assert each["copy"] in (None, sound), each["step"]
    assert told[-1]["copy"] == sound


@pytest.mark.parametrize("schema", ["none", "0001"])
async def test_a_killed_migration_is_complete_or_has_changed_nothing(
    killed: tuple[Path, Path], schema: str, cut: Cut
) -> None:
    """If tables were created one by one, a bot killed in between could never start again."""
    folder, source = killed
    if schema == "none":
        for path in folder.iterdir():
            path.unlink()
    else:
        downgrade(folder / DATABASE, "0001")
    told = await cut("open", folder, source)

    assert len(steps_of(told, "CREATE TABLE")) == 3
    assert steps_of(told, "COMMIT")
    sound = told[-1]["found"]
    assert sound["faults"] == ""
    for each in told:
        assert each["found"] == sound, each["step"]
