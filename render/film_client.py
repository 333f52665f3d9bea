"""Make a moving picture in another process: frames go in, a file comes out, and every call has a deadline."""

import asyncio
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec

from engine.kernel.decision import Fact, Seat
from render.child import BROKEN, Child
from render.film import Finish, Frame
from render.renderer import CannotDraw
from render.seat_colours import Colours
from render.worker import RenderJob

FRAME_S = 10.0
"""Seconds for a frame, which takes about 0.1 s."""
START_S = 10.0
"""Extra seconds for the first frame: the process starts and paints a background."""
FINISH_S = 45.0
"""Seconds for joining. Sixty frames take about 5 s, and each smaller scale a third of that."""


class FilmClient:
    """Makes one film in its own process, which starts with the first frame. Always `close` it.

    Every call may raise `CannotDraw`, or any error met while drawing. The film is of no more use then.
    """

    def __init__(
        self,
        content: Sequence[str] = (),
        *,
        frame_s: float = FRAME_S,
        start_s: float = START_S,
        finish_s: float = FINISH_S,
    ) -> None:
        """`content` is the host's own content, if any. The rest are deadlines of single calls, in seconds."""
        self._content = content
        self._frame_s, self._start_s, self._finish_s = frame_s, start_s, finish_s
        self._child: Child | None = None
        self._is_closed = False
        self._line = ThreadPoolExecutor(1, thread_name_prefix="film")

    @property
    def pid(self) -> int:
        """Process id, or 0 before the first frame."""
        return self._child.pid if self._child is not None else 0

    async def add(
        self,
        game_key: str,
        view: msgspec.Struct,
        names: Mapping[Seat, str],
        language: str,
        moves: Sequence[Fact] = (),
        *,
        colours: Colours,
    ) -> int:
        """Add a frame: the board of this view, with the moves that led to it. Return the number of frames."""
        within_s = self._frame_s + (self._start_s if self._child is None else 0.0)
        job = RenderJob(game_key, view, (), dict(names), language, moves=tuple(moves), colours=colours)
        made = await self._call(Frame(job), within_s)
        assert isinstance(made, int)
        return made

    async def finish(self, longest: int) -> bytes:
        """Return the GIF of all frames, at most `longest` bytes. Raise `TooLarge`."""
        made = await self._call(Finish(longest), self._finish_s)
        assert isinstance(made, bytes)
        return made

    async def _call(self, order: Frame | Finish, within_s: float) -> object:
        if self._is_closed:
            raise CannotDraw
        return await asyncio.get_running_loop().run_in_executor(self._line, self._ask, order, within_s)

    def _ask(self, order: Frame | Finish, within_s: float) -> object:
        try:
            if self._child is None:
                self._child = Child(self._content, "render.film_process")
            if self._is_closed:
                raise EOFError  # `close` ran before the child existed
            answer = pickle.loads(self._child.ask(pickle.dumps(order, pickle.HIGHEST_PROTOCOL), within_s))
        except BROKEN as error:
            self.close()
            raise CannotDraw from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        is_first, self._is_closed = not self._is_closed, True
        if self._child is not None:
            self._child.kill()
        if is_first:
            try:
                self._line.submit(self._forget)
            except RuntimeError:  # the interpreter is shutting down
                self._forget()
            self._line.shutdown(wait=False)

    def _forget(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.forget()
