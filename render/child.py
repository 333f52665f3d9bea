"""The process that draws, as the bot sees it: bytes go in and come back within a deadline, or it is killed."""

import contextlib
import os
import pickle
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from render.worker import LENGTH

HOME = Path(__file__).parents[1]
CHUNK = 1 << 16
REAPED_S = 1.0
"""A killed process is gone within this, unless the kernel itself cannot let go of it."""

BROKEN = (OSError, EOFError, pickle.UnpicklingError)
"""What a process that is dead, hangs (`TimeoutError`) or talks nonsense is met with."""


class Child:
    """One `python -m render`, or another `module`. Belongs to one thread, but `kill` may come from any."""

    def __init__(self, arguments: Sequence[str], module: str = "render") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=HOME,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    @property
    def pid(self) -> int:
        """The process id of the child."""
        return self._process.pid

    def ask(self, order: bytes, within_s: float) -> bytes:
        """The answer to one order. Raises one of `BROKEN`; the process is then of no more use."""
        deadline = time.monotonic() + within_s
        self._write(len(order).to_bytes(LENGTH, "big") + order, deadline)
        return self._read(int.from_bytes(self._read(LENGTH, deadline), "big"), deadline)

    def _write(self, content: bytes, deadline: float) -> None:
        rest = memoryview(content)
        while rest:
            self._await(self._in, selectors.EVENT_WRITE, deadline)
            with contextlib.suppress(BlockingIOError):
                rest = rest[os.write(self._in, rest) :]

    def _read(self, size: int, deadline: float) -> bytes:
        found = bytearray()
        while len(found) < size:
            self._await(self._out, selectors.EVENT_READ, deadline)
            with contextlib.suppress(BlockingIOError):
                part = os.read(self._out, min(CHUNK, size - len(found)))
                if not part:
                    raise EOFError
                found += part
        return bytes(found)

    @staticmethod
    def _await(pipe: int, event: int, deadline: float) -> None:
        """Return once the pipe can be used. Raises `TimeoutError`."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise TimeoutError

    def kill(self) -> None:
        """End it at once, also where it is stopped."""
        self._process.kill()

    def forget(self) -> None:
        """Let go of a killed process and its pipes; for the thread that asks it."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(REAPED_S)
