"""Draw the frames of one animation and join them, in a separate process. Also contains the client of that process."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

import msgspec
from PIL import Image, ImageChops

from engine.kernel.decision import Fact
from render.child import BROKEN, Child, ChildLine
from render.palette import palette
from render.renderer import CannotDraw, Names
from render.seat_colours import Colours
from render.worker import RenderJob, RenderWorker

WIDTH = 720
"""Width in pixels. Text on boards is still legible at this size."""
SMALLER = (1.0, 0.75, 0.55)
"""Scales to try, until the file is small enough."""
FRAME, FINISH = 2, 9
"""Deadlines for drawing a frame and for joining all frames, as multiples of the deadline for a picture. Joining sixty
frames takes about 5 s, and each smaller scale takes a third of that."""


class TooLarge(Exception):  # noqa: N818
    """The file is too large even at the smallest scale."""


class Film:
    def __init__(self) -> None:
        self._worker = RenderWorker()
        self._frames: list[Image.Image] = []

    def answer(self, order: RenderJob | int) -> int | bytes | Exception:
        """Given a job, draw a frame and return the number of frames. Given a size in bytes, return a GIF that fits."""
        try:
            return self._join(order) if isinstance(order, int) else self._add(order)
        except Exception as error:  # the bot raises and logs it; this process continues
            return error

    def _add(self, job: RenderJob) -> int:
        (frame,) = self._worker.draw(job)
        self._frames.append(frame_of(frame.png))
        return len(self._frames)

    def _join(self, longest: int) -> bytes:
        """Return the file at the largest scale that fits into `longest` bytes. Raise `TooLarge` if none fits."""
        for scale in SMALLER:
            gif = moving([_shrink(frame, scale) for frame in self._frames])
            if len(gif) <= longest:
                return gif
        raise TooLarge


def frame_of(png: bytes, width: int = WIDTH) -> Image.Image:
    """Return a picture as a frame of this width in pixels."""
    image = Image.open(BytesIO(png)).convert("RGB")
    return _shrink(image, width / image.width)


def _shrink(image: Image.Image, scale: float) -> Image.Image:
    if scale >= 1.0:
        return image
    size = round(image.width * scale), round(image.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)


UNCHANGED = 255
"""The palette's entry for pixels that stay as they were."""
FRAME_MS, END_MS = 900, 6000


def moving(frames: Sequence[Image.Image]) -> bytes:
    """Return an animated GIF of frames of one size, in the palette of plates. The last frame is shown longer."""
    colours = palette()
    flat = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    changes = [flat[0], *(_changes(before, after) for before, after in pairwise(flat))]
    durations = [FRAME_MS] * (len(flat) - 1) + [END_MS]
    file = BytesIO()
    changes[0].save(
        file, "GIF", save_all=True, append_images=changes[1:], duration=durations, loop=0, optimize=False, disposal=1,
        transparency=UNCHANGED,
    )  # fmt: skip
    return file.getvalue()


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return `after` with all unchanged pixels transparent. Long runs of one colour compress well."""
    same = ImageChops.difference(_indices(before), _indices(after)).point(lambda change: 0 if change else 255)
    changed = after.copy()
    changed.paste(UNCHANGED, mask=same)
    return changed


def _indices(image: Image.Image) -> Image.Image:
    return Image.frombytes("L", image.size, image.tobytes())


class FilmClient:
    """Makes one film in its own process, which starts with the first frame. Always call `close`. Every call may raise
    `CannotDraw`, or any error raised by the drawing code. After an error the film can't be used."""

    def __init__(self, content: Sequence[str], order_s: float, start_s: float) -> None:
        """`content` has the folder of custom content, or is empty. The deadlines are those of `RenderClient`, in
        seconds."""
        self._order_s = order_s
        self._line = ChildLine("film", lambda: Child(["film", *content]), FRAME * start_s)

    @property
    def pid(self) -> int:
        return self._line.pid

    async def add(
        self,
        game_key: str,
        view: msgspec.Struct,
        names: Names,
        language: str,
        moves: Sequence[Fact] = (),
        *,
        colours: Colours,
    ) -> int:
        """Add a frame that shows the board of this view and the moves that led to it. Return the number of frames."""
        job = RenderJob(game_key, view, (), dict(names), language, "film", moves=tuple(moves), colours=colours)
        made: int = await self._call(job, FRAME * self._order_s)
        return made

    async def finish(self, longest: int) -> bytes:
        """Return a GIF of all frames, at most `longest` bytes long. Raise `TooLarge` if that is impossible."""
        made: bytes = await self._call(longest, FINISH * self._order_s)
        return made

    async def _call(self, order: RenderJob | int, within_s: float) -> Any:
        if self._line.is_closed:
            raise CannotDraw
        try:
            answer = await self._line.run(self._line.ask, order, within_s)
        except BROKEN as error:
            self.close()
            raise CannotDraw from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self._line.close()
