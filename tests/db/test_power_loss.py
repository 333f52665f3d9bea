"""A power failure loses everything that was not synced, but no confirmed answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from sessions.refusals import NoTable
from tests.db.disk import CAN_RECORD, Disk, lay_out, recording
from tests.sessions.conftest import fixture
from tests.sessions.fixture import SessionFixture

__all__ = ["fixture"]

FAILURES = 20
CHANNELS = (1, 2, 3)
ANSWERS = 40
"""Answers at each table between two restarts."""


@pytest.fixture
def disk() -> Iterator[Disk]:
    """A disk that records all files opened after this fixture."""
    if not CAN_RECORD:
        pytest.skip("this Python's SQLite is not a shared library")
    used = Disk()
    with recording(used):
        yield used


class Confirmed:
    """The answers that people saw confirmed: the digest after each, and the number of disk events at that moment."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.digests: dict[tuple[int, int], str] = {}
        self.moments: list[tuple[int, int, int]] = []

    async def play(self, fixture: SessionFixture, random: Random) -> None:
        """Let people answer at all tables in turn."""
        for _ in range(ANSWERS):
            for channel in CHANNELS:
                session = await fixture.sessions.at(channel)
                for _ in range(random.randint(0, 2)):
                    if session.pending:
                        await fixture.step(session)
                        self.digests[channel, session.number] = session.reader.timeline.digest()
                        self.moments.append((len(self._disk.events), channel, session.number))

    def by(self, moment: int, channel: int) -> int:
        """Return the number of the last entry that was confirmed before this moment."""
        return max((number for at, where, number in self.moments if at <= moment and where == channel), default=0)

    async def find_lost(self, found: SessionFixture, moment: int) -> list[str]:
        """Compare the tables with the answers confirmed by this moment, and continue them. Return what is lost."""
        lost: list[str] = []
        for channel in CHANNELS:
            before = self.by(moment, channel)
            try:
                session = await found.sessions.at(channel)
            except NoTable:
                lost.append(f"table {channel}: the table and {before} answers lost")
                continue
            if session.number < before:
                lost.append(f"table {channel}: {before - session.number} answers lost")
            elif session.number > 1 and session.reader.timeline.digest() != self.digests[channel, session.number]:
                lost.append(f"table {channel}: another game")
            if session.pending:
                await found.step(session)
        return lost


async def test_no_confirmed_answer_is_lost_when_the_power_fails(
    disk: Disk,
    fixture: SessionFixture,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    random, confirmed = Random(request.config.getoption("--seed")), Confirmed(disk)
    for channel in CHANNELS:
        await fixture.game(channel=channel, options={"goal": 12})
    opened = len(disk.events)
    await confirmed.play(fixture, random)
    await fixture.restart()  # Closing the last connection moves the write-ahead log into the main file.
    await confirmed.play(fixture, random)
    await fixture.kill()
    ended, lost = len(disk.events), list[str]()
    for failure in range(FAILURES):
        moment = random.randint(opened, ended)
        folder = tmp_path / f"failure-{failure}"
        left = disk.files_at(moment, random)
        lay_out({path: left[path] for path in left if path.startswith(str(fixture.path))}, folder)
        found = await SessionFixture.begin(folder / fixture.path.name)
        lost += [f"event {moment}, {wrong}" for wrong in await confirmed.find_lost(found, moment)]
        await found.close()
    await fixture.open()
    record_property("tries", FAILURES)
    assert lost == []
