"""An event loop with a virtual clock. It runs several programs, and can kill one of them like a process."""

import asyncio
import selectors
from asyncio import events
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, TypeVar, TypeVarTuple, Unpack
from weakref import WeakSet

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PROGRAM: ContextVar[int] = ContextVar("program", default=0)
"""The program that the current code belongs to. Discord and its people are program 0."""
LONGEST_JOB_S = 0.02
"""Longest time in virtual seconds that a job in a thread takes."""


class NothingHappens(Exception):  # noqa: N818
    """Everybody waits, and no timer is set."""


class _Leap(selectors.SelectSelector):
    """Instead of waiting, moves the virtual clock."""

    machine: "Machine"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Move the clock to the next timer."""
        if timeout is None:
            raise NothingHappens
        self.machine.now_s += max(0.0, timeout)
        return []


class Machine(asyncio.SelectorEventLoop):
    """An event loop in which code takes no time, and waiting moves a virtual clock. Nothing in it uses threads."""

    def __init__(self, random: Random) -> None:
        self.now_s = 1_000.0
        self.random = random
        self.programs = 0
        """The number of programs that were started."""
        self._dead: set[int] = set()
        self._tasks: dict[int, WeakSet[asyncio.Task[Any]]] = defaultdict(WeakSet)
        self._graves: list[asyncio.Task[Any]] = []
        self._at_death: dict[int, list[Callable[[], object]]] = defaultdict(list)
        leap = _Leap()
        leap.machine = self
        super().__init__(leap)
        self._clock_resolution = 1e-6
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self.now_s

    # Programs

    def start_program(self, main: Coroutine[Any, Any, T]) -> "tuple[int, asyncio.Task[T]]":
        """Start a program. Return its number and its main task. When that task ends, the program's other tasks are
        cancelled.
        """
        self.programs += 1
        number, context = self.programs, copy_context()
        context.run(PROGRAM.set, number)
        task = context.run(lambda: self.create_task(main, context=context))
        task.add_done_callback(lambda _: [other.cancel() for other in list(self._tasks[number])])
        return number, task

    def at_death(self, act: Callable[[], object]) -> None:
        """Run `act` when the current program is killed, just as the system would close its files."""
        self._at_death[PROGRAM.get()].append(act)

    def kill(self, program: int) -> None:
        """Stop a program immediately. None of its code runs again, not even to clean up."""
        self._dead.add(program)
        loop: Any = self
        for handle in (*loop._ready, *loop._scheduled):
            if handle._context.get(PROGRAM, 0) == program:
                handle.cancel()
        # Keep the tasks: a garbage-collected task would run its cleanup.
        tasks: list[Any] = list(self._tasks.pop(program, ()))
        for task in tasks:
            task._log_destroy_pending = False
        self._graves += tasks
        for act in self._at_death.pop(program, ()):
            act()

    def _make_task(self, loop: Any, coroutine: Any, context: Context | None = None) -> asyncio.Task[Any]:
        task = asyncio.Task(coroutine, loop=self, context=context)
        self._tasks[context.get(PROGRAM, 0) if context else PROGRAM.get()].add(task)
        return task

    def _is_dead(self, context: Context | None) -> bool:
        return bool(self._dead) and (PROGRAM.get() if context is None else context.get(PROGRAM, 0)) in self._dead

    # Methods that asyncio calls

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> events.Handle:
        handle = super().call_soon(callback, *args, context=context)
        if self._is_dead(context):
            handle.cancel()
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> events.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> events.TimerHandle:
        handle = super().call_at(when, callback, *args, context=context)
        if self._is_dead(context):
            handle.cancel()
        return handle

    def run_in_executor(self, executor: Any, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> "asyncio.Future[T]":
        """Run a thread's job in one go, at some moment soon."""
        future: asyncio.Future[T] = self.create_future()

        def run() -> None:
            try:
                result = func(*args)
            except BaseException as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)

        self.call_later(self.random.uniform(0, LONGEST_JOB_S), run)
        return future
