"""The bot's connection to a drawing process, which answers bytes with bytes and is killed if it misses a deadline."""

import asyncio
import contextlib
import os
import pickle
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

Answer = TypeVar("Answer")

HOME = Path(__file__).parents[1]
CHUNK = 1 << 16
LENGTH = 8
"""Each message begins with its length, an integer of this many bytes."""
REAPED_S = 1.0
"""Seconds to wait for a killed process to disappear. Only a process that the kernel can't release takes longer."""

BROKEN = (OSError, EOFError, pickle.UnpicklingError)
"""Errors raised when the process is dead, hangs (`TimeoutError`) or sends invalid data."""


class Child:
    """A running `python -m module`. Use it from one thread; any thread may call `kill`."""

    def __init__(self, arguments: Sequence[str], module: str = "render") -> None:
        command = [sys.executable, "-m", module, *arguments]
        self._process = subprocess.Popen(command, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, order: bytes, within_s: float) -> bytes:
        """Send one order and return its answer. After a `BROKEN` error the process can't be used any more."""
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
        """Wait until the pipe is ready. Raise `TimeoutError` at the deadline."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise TimeoutError

    def kill(self) -> None:
        self._process.kill()

    def forget(self) -> None:
        """Close the pipes of a killed process and reap it. Call this in the thread that calls `ask`."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(REAPED_S)


class ChildLine:
    """A child process and the only thread that talks to it. The first order starts the process."""

    def __init__(self, name: str, start: Callable[[], Child], start_s: float) -> None:
        """A new process gets `start_s` extra seconds for its first order."""
        self._start, self._start_s = start, start_s
        self._child: Child | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.is_closed = False

    @property
    def pid(self) -> int:
        child = self._child
        return 0 if child is None else child.pid

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def ask(self, order: Any, within_s: float) -> Any:
        """Pickle an order, send it and return the answer. Call this in the line's own thread. May raise any error in
        `BROKEN`."""
        if self._child is None:
            self._child = self._start()
            within_s += self._start_s
            if self.is_closed:
                self._child.kill()  # `close` ran before the child existed
        return pickle.loads(self._child.ask(pickle.dumps(order, pickle.HIGHEST_PROTOCOL), within_s))

    def dismiss(self) -> None:
        """Kill the process and reap it. Call this in the line's own thread."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()

    def close(self) -> None:
        """Kill the process, because it may hang, and end the thread."""
        is_first, self.is_closed = not self.is_closed, True
        child = self._child
        if child is not None:
            child.kill()
        if is_first:
            try:
                self._thread.submit(self.dismiss)
            except RuntimeError:  # the interpreter is shutting down
                self.dismiss()
            self._thread.shutdown(wait=False)
