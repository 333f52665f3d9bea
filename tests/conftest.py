"""Settings for all tests. No test depends on luck: seeds are fixed, and Hypothesis repeats the same examples."""

import contextlib
import gc
import importlib
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from tests.databases import DATABASES, KINDS

settings.register_profile("knossos", deadline=None, derandomize=True, database=None)
# For the gauntlet, which gives other seeds. A failure is repeated with its seed, so it needn't be made smaller.
settings.register_profile("seeded", deadline=None, database=None, phases=[Phase.explicit, Phase.generate])
settings.load_profile("knossos")

ROOT = Path(__file__).parent.parent
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2 * 1024**3
YOUNG_OBJECTS = 10_000
"""New objects before a garbage collection. Python's default is 700."""


def keep_files_in_memory() -> None:
    """Put temporary files where a sync takes no time, unless TMPDIR is set. Killed processes lose nothing there."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    may_execute = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    if may_execute and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


keep_files_in_memory()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our own options."""
    parser.addoption("--store", choices=KINDS, default="sqlite", help="keep the databases of tests there")
    parser.addoption("--seed", type=int, default=0, help="play other games in tests that take a seed")
    parser.addoption("--all-positions", action="store_true", help="paint all boards that are judged, in minutes")
    parser.addoption("--write-documents", action="store_true", help="write the documents that come from the program")


def pytest_configure(config: pytest.Config) -> None:
    """Store the chosen kind of database for the tests that open one."""
    DATABASES.kind = config.getoption("--store")


LONGEST = (
    "tests/engine/contract/test_laws.py",
    "tests/wire/test_authority.py",
    "tests/sandbox/test_month.py",
    "tests/sandbox/test_season.py",
    "tests/cogs/test_phone.py",
    "tests/wire/test_whole_game.py",
)
"""Files with the most work. They begin early, so that in the end no process is still busy with one."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip `at_server` tests unless PostgreSQL was chosen, because `make test` has only ten minutes."""
    if DATABASES.kind != "postgresql":
        left = [item for item in items if item.get_closest_marker("at_server")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    if hasattr(config, "workerinput"):
        items.sort(key=begins_late)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect the tests without collecting garbage, because nearly everything that is loaded stays."""
    gc.disable()
    try:
        if (worker := getattr(session.config, "workerinput", None)) is not None:
            import_in_turn(session.config.args, int(worker["workerid"].removeprefix("gw")) / worker["workercount"])
        return (yield)
    finally:
        gc.enable()


def import_in_turn(paths: list[str], share: float) -> None:
    """Import the test files in order, but begin after this share of them, from 0 to 1.

    Each process of pytest-xdist begins elsewhere. In a fresh checkout, it then compiles only some of the files, and
    reads what the others have compiled.
    """
    names = [name for path in paths for name in modules_in(Path(path.partition("::")[0]))]
    first = int(len(names) * share)
    for name in names[first:] + names[:first]:
        with contextlib.suppress(Exception):  # The collection imports it again and reports the error.
            importlib.import_module(name)


def modules_in(path: Path) -> list[str]:
    """Return the names of the test modules in a folder, or of a test file."""
    files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
    return [".".join(file.resolve().relative_to(ROOT).with_suffix("").parts) for file in files]


def begins_late(item: pytest.Item) -> bool:
    """Return whether other tests should begin first: those of a group, and those in the longest files."""
    return item.get_closest_marker("xdist_group") is None and not item.nodeid.startswith(LONGEST)


class FilesTogether(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives a whole file to one process, so that only one process prepares what the file's tests share."""

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesTogether | None:
    """Keep files and groups together with `--dist loadgroup`, in the order of `begins_late`."""
    if config.getoption("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False
    return FilesTogether(config, log)


def pytest_collection_finish() -> None:
    """Exclude everything loaded so far from garbage collection, and collect the rest less often.

    Collecting took a fifth of the CPU time in both cases.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


def pytest_sessionfinish() -> None:
    """Save the measurements of `make coverage`. A worker of pytest-xdist that exits slowly is killed."""
    measuring = sys.modules.get("coverage")
    if measuring is not None and (current := measuring.Coverage.current()) is not None:
        current.save()


DRAWN = (
    "A seed was drawn from `secrets`, so this test would play another game in each run. Hand `tests.seeds.Seeds` to "
    "`bot.build` or `Sessions` (`token_bytes=`), or mark a test about the drawing itself with `draws_seeds`."
)


@pytest.fixture(autouse=True)
def nothing_is_drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int | None]]:
    """Refuse to draw unpredictable bytes, and yield the sizes of the refused draws.

    Random names (`token_hex`, `token_urlsafe`) are allowed, because they don't influence a game.
    """
    if request.node.get_closest_marker("draws_seeds"):
        yield []
        return
    draw = secrets.token_bytes
    drawn: list[int | None] = []

    def refuse(count: int | None = None) -> bytes:
        if sys._getframe(1).f_globals is vars(secrets):
            return draw(count)
        drawn.append(count)
        raise AssertionError(DRAWN)

    monkeypatch.setattr(secrets, "token_bytes", refuse)
    yield drawn
    # The bot may have caught the error. Without this line, the test would only see that no game begins.
    assert not drawn, DRAWN
