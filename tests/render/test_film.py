"""A film is made in a separate process and is small enough to send. If it takes too long, it is given up."""

import asyncio
import os
import select
import signal
from collections.abc import AsyncIterator
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render import USUAL, CannotDraw, FilmClient, TooLarge
from render.film import Film
from render.minos_classic.gallery import Position
from tests.render.test_recording import read_frames

LARGE = 8 * 1024 * 1024
PATIENCE_S = 60.0


@pytest.fixture
async def film() -> AsyncIterator[FilmClient]:
    """A film with a time limit that is long enough for a busy machine."""
    client = FilmClient([], PATIENCE_S, PATIENCE_S)
    yield client
    client.close()


async def add_frames(film: FilmClient, ten: dict[str, Position], count: int) -> int:
    """Add `count` frames of different positions."""
    made = 0
    for position in [*ten.values()][:count]:
        made = await film.add("minos-classic", position.view, position.names, "en", colours=USUAL)
    return made


async def test_frames_become_one_moving_picture(film: FilmClient, ten: dict[str, Position]) -> None:
    assert await add_frames(film, ten, 3) == 3
    gif = await film.finish(LARGE)

    assert len(gif) < LARGE
    assert len(read_frames(gif)) == 3
    assert Image.open(BytesIO(gif)).width == 720


def test_a_film_that_is_too_large_is_shrunk_then_given_up() -> None:
    """The frames are tiny and noisy, so the film shrinks as a film of boards does, but in a hundredth of the time."""
    film, dice = Film(), Random(1)
    film._frames = [Image.frombytes("RGB", (80, 60), dice.randbytes(80 * 60 * 3)) for _ in range(2)]
    sizes, longest = [], LARGE
    while isinstance(gif := film.answer(longest), bytes):
        assert len(gif) <= longest
        sizes.append(Image.open(BytesIO(gif)).size)
        longest = len(gif) - 1

    assert sizes == [(80, 60), (60, 45), (44, 33)]
    assert isinstance(gif, TooLarge)


async def test_the_film_process_reports_an_oversized_film(film: FilmClient, ten: dict[str, Position]) -> None:
    await add_frames(film, ten, 1)
    with pytest.raises(TooLarge):
        await film.finish(1000)


async def test_a_hanging_process_is_given_up_in_time(ten: dict[str, Position]) -> None:
    film = FilmClient([], 0.1, PATIENCE_S)
    await add_frames(film, ten, 1)
    pid = film.pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(CannotDraw):
        await add_frames(film, ten, 1)
    film.close()
    await asyncio.to_thread(wait_until_gone, pid)

    with pytest.raises(CannotDraw):
        await film.finish(LARGE)


async def test_a_process_that_dies_in_the_middle_is_given_up(film: FilmClient, ten: dict[str, Position]) -> None:
    await add_frames(film, ten, 1)
    os.kill(film.pid, signal.SIGKILL)
    with pytest.raises(CannotDraw):
        await film.finish(LARGE)


async def test_drawing_errors_are_reported_and_the_process_continues(
    film: FilmClient, ten: dict[str, Position]
) -> None:
    position = ten["01-setup"]
    with pytest.raises(KeyError):
        await film.add("no such game", position.view, position.names, "en", colours=USUAL)
    assert await add_frames(film, ten, 1) == 1


def wait_until_gone(pid: int) -> None:
    """Wait until that process has ended."""
    try:
        ended = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([ended], [], [], PATIENCE_S)[0], "the process is still running"
    finally:
        os.close(ended)


async def test_closing_ends_the_process_and_may_be_repeated(film: FilmClient, ten: dict[str, Position]) -> None:
    await add_frames(film, ten, 1)
    pid = film.pid
    film.close()
    film.close()
    await asyncio.to_thread(wait_until_gone, pid)
    with pytest.raises(CannotDraw):
        await add_frames(film, ten, 1)
