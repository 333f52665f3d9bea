"""A kill at any moment neither loses nor doubles a confirmed answer, and the game continues."""

import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from db.sqlite.place import health
from sessions.play.replaying import replay
from tests.db.crashing import EARLY, POINTS
from tests.sessions.fixture import CHANNEL, SessionFixture, is_repeated

ROOT = Path(__file__).parents[2]


async def crash(path: Path, point: str, count: int, first: int) -> tuple[list[int], list[int]]:
    """Play in a separate process until it is killed.

    Return the interactions that it tried, and those that it confirmed.
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.crashing", str(path), point, str(count), str(first),
        stdout=asyncio.subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    out, _ = await child.communicate()
    lines = [line.split() for line in out.decode().splitlines()]
    assert child.returncode == -signal.SIGKILL, (child.returncode, lines[-1:])
    return [int(words[1]) for words in lines if words[0] == "try"], [
        int(words[1]) for words in lines if words[0] == "done"
    ]


@pytest.fixture
def counts(request: pytest.FixtureRequest) -> tuple[int, int]:
    """The number of answers before each of two kills. `--seed` chooses them."""
    seed = request.config.getoption("--seed")
    first, second = Random(seed).sample(range(1, 6), 2) if seed else (1, 4)
    return first, second


@pytest.mark.parametrize("point", POINTS)
async def test_a_kill_neither_loses_nor_doubles_an_answer(
    fixture: SessionFixture, point: str, counts: tuple[int, int], record_property: Callable[[str, object], None]
) -> None:
    record_property("tries", len(counts))
    session = await fixture.game(options={"goal": 12})
    await fixture.kill()
    tried: list[int] = []
    confirmed: list[int] = []
    for count in counts:
        more_tried, more_confirmed = await crash(fixture.path, point, count, 1000 + 100 * count)
        tried += more_tried
        confirmed += more_confirmed
    assert health(fixture.path).faults == ()

    await fixture.open()
    session = await fixture.sessions.at(CHANNEL)
    entries = await fixture.store.log.entries(session.table.id, 1, 1000)
    written = [entry.interaction for entry in entries if entry.interaction >= 10_001_000]
    assert set(confirmed) <= set(written) <= set(tried)
    assert len(written) == len(set(written))
    assert len(written) - len(confirmed) == (2 if point in ("after commit", "checkpoint") else 0)
    assert replay(session.reader.game, entries).departed_at is None
    assert entries[-1].digest == session.reader.timeline.digest()

    boards = [post for post in await fixture.store.posts.waiting() if post.first]
    assert {post.last for post in boards} == {entry.number for entry in entries}
    await fixture.play(session)
    assert session.table.status == "over"


async def test_repeating_an_answer_after_a_kill_returns_the_first_result(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.kill()
    tried, confirmed = await crash(fixture.path, "after commit", 1, 1000)
    (lost_answer,) = set(tried) - set(confirmed)

    await fixture.open()
    session = await fixture.sessions.at(CHANNEL)
    number = session.number
    user = session.table.sitters[0].user
    assert await is_repeated(session, session.play.answer(user, ("tree:0",), lost_answer))
    assert session.number == number


async def test_confirming_before_the_commit_is_detected(fixture: SessionFixture) -> None:
    """A control: if the writer confirms an answer before the commit, a lost answer must be found."""
    session = await fixture.game()
    await fixture.kill()
    _, confirmed = await crash(fixture.path, EARLY, 3, 1000)

    await fixture.open()
    entries = await fixture.store.log.entries(session.table.id, 1, 1000)
    assert set(confirmed) - {entry.interaction for entry in entries}
