"""Make a moving picture in another process: frames go in, a file comes out, and every call has a deadline."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.kernel.decision import Fact, Seat
from render.child import BROKEN, Child, ChildLine
from render.film import Finish, Frame
from render.renderer import CannotDraw
from render.seat_colours import Colours
from render.worker import RenderJob

FRAME_S = 10.0
"""Seconds for a frame, which takes about 0.1 s."""
START_S = 10.0
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
        self._frame_s, self._finish_s = frame_s, finish_s
        self._line = ChildLine("film", lambda: Child(content, "render.film_process"), start_s)

    @property
    def pid(self) -> int:
        return self._line.pid

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
        job = RenderJob(game_key, view, (), dict(names), language, moves=tuple(moves), colours=colours)
        made = await self._call(Frame(job), self._frame_s)
        assert isinstance(made, int)
        return made

    async def finish(self, longest: int) -> bytes:
        """Return the GIF of all frames, at most `longest` bytes. Raise `TooLarge`."""
        made = await self._call(Finish(longest), self._finish_s)
        assert isinstance(made, bytes)
        return made

    async def _call(self, order: Frame | Finish, within_s: float) -> object:
        if self._line.is_closed:
            raise CannotDraw
        answer = await self._line.run(self._ask, order, within_s)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _ask(self, order: Frame | Finish, within_s: float) -> object:
        try:
            return self._line.ask(order, within_s)
        except BROKEN as error:
            self.close()
            raise CannotDraw from error

    def close(self) -> None:
        self._line.close()
