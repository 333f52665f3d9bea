"""If the render process hangs, its jobs end in time, the process is replaced, and closing doesn't wait for it."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import pytest

import render.client
from render import USUAL, CannotDraw, Mark, RenderClient
from render.child import HOME, LENGTH, Child
from render.client import ORDER_S, REST_S, START_S
from render.minos_classic.gallery import Position
from tests.waiting import eventually

QUICK_S = 1.0
"""Deadline of an order in tests, in seconds. Starting a process has a much longer one."""
MARK = (Mark(1, "z_fish"),)


class Stopped(Child):
    """A process that never answers."""

    started = 0

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        Stopped.started += 1
        os.kill(self.pid, signal.SIGSTOP)

    def ask(self, order: bytes, within_s: float) -> bytes:
        return super().ask(order, min(within_s, 0.02))


class Watched(Child):
    """A process that records its requests."""

    asked = threading.Event()

    def ask(self, order: bytes, within_s: float) -> bytes:
        Watched.asked.set()
        return super().ask(order, within_s)


def is_there(pid: int) -> bool:
    """Return whether the process exists. It may also be a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_a_game_prints_is_not_taken_for_an_answer() -> None:
    code = (
        "import runpy, sys; from render.worker import RenderWorker; "
        "RenderWorker.answer = lambda self, job: print(job, flush=True); "
        "sys.argv = ['render', 'boards']; runpy.run_module('render', run_name='__main__')"
    )
    job, answer = (pickle.dumps(each, pickle.HIGHEST_PROTOCOL) for each in ("a plum", None))
    told = len(job).to_bytes(LENGTH, "big") + job
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, input=told, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (len(answer).to_bytes(LENGTH, "big") + answer, b"a plum\n")


async def test_a_process_that_hangs_is_replaced(ten: dict[str, Position]) -> None:
    render_client, given = RenderClient(order_s=QUICK_S, start_s=60.0), ten["01-setup"]
    try:
        await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
        stopped = render_client.worker_pid
        os.kill(stopped, signal.SIGSTOP)

        picture, *_ = await render_client.board("minos-classic", given.view, MARK, given.names, "en", colours=USUAL)

        assert picture.png
        assert render_client.worker_pid not in (0, stopped)
        assert not is_there(stopped)
    finally:
        render_client.close()


async def test_sigterm_is_left_to_the_bot(ten: dict[str, Position]) -> None:
    """systemd sends SIGTERM to all processes of the service while the bot still posts its last boards."""
    render_client, given = RenderClient(order_s=60.0, start_s=60.0), ten["01-setup"]
    try:
        await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
        first = render_client.worker_pid
        os.kill(first, signal.SIGTERM)

        await render_client.board("minos-classic", given.view, MARK, given.names, "en", colours=USUAL)

        assert render_client.worker_pid == first
    finally:
        render_client.close()


async def test_after_two_failures_all_orders_are_refused_for_a_while(
    ten: dict[str, Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    render_client, given = RenderClient(order_s=60.0, start_s=60.0, clock=lambda: now[0]), ten["01-setup"]
    monkeypatch.setattr(Stopped, "started", 0)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(render.client, "Child", Stopped)
            for _ in range(3):
                with pytest.raises(CannotDraw):
                    await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
            assert Stopped.started == 2
        with pytest.raises(CannotDraw):
            await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)

        now[0] += REST_S
        assert (await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL))[0].png
    finally:
        render_client.close()


async def test_closing_does_not_wait_for_a_hanging_painter(
    ten: dict[str, Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render.client, "Child", Watched)
    render_client, given = RenderClient(order_s=60.0, start_s=60.0), ten["01-setup"]
    await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
    stopped = render_client.worker_pid
    os.kill(stopped, signal.SIGSTOP)
    Watched.asked.clear()
    orders = [
        asyncio.create_task(render_client.board("minos-classic", given.view, mark, given.names, "en", colours=USUAL))
        for mark in (MARK, (*MARK, *MARK))
    ]
    assert await asyncio.to_thread(Watched.asked.wait, 10.0)

    begun = time.perf_counter()
    render_client.close()
    took_s = time.perf_counter() - begun
    async with asyncio.timeout(10.0):
        outcomes = await asyncio.gather(*orders, return_exceptions=True)

    assert took_s < 1.0
    assert [type(outcome) for outcome in outcomes] == [CannotDraw, CannotDraw]
    await eventually(lambda: not is_there(stopped), "the client's own thread has ended the process")


def test_two_tries_end_within_15_seconds() -> None:
    assert 4 <= ORDER_S <= 6
    assert 2 * ORDER_S + START_S <= 15
