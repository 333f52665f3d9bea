"""Draw and join the frames of one moving picture in a separate process. Also has the client of that process."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

import msgspec
from PIL import Image, ImageChops

from engine.kernel.decision import Fact
from render.child import BROKEN, Child, ChildLine
from render.renderer import CannotDraw, Names
from render.seat_colours import Colours
from render.worker import RenderJob, RenderWorker

WIDTH = 720
"""Width in pixels. Text on boards is still legible."""
SMALLER = (1.0, 0.75, 0.55)
"""Scales to try until the file is small enough."""
FRAME, FINISH = 2, 9
"""The time for a frame and for joining, as multiples of a picture's. Joining sixty frames takes about 5 s, and each
smaller scale a third of that."""


class TooLarge(Exception):  # noqa: N818
    """Even the smallest scale makes too large a file."""


class Film:
    def __init__(self) -> None:
        self._worker = RenderWorker()
        self._frames: list[Image.Image] = []

    def answer(self, order: RenderJob | int) -> int | bytes | Exception:
        """Draw the next frame and return their number, or join them to a GIF of at most `order` bytes."""
        try:
            return self._join(order) if isinstance(order, int) else self._add(order)
        except Exception as error:  # the bot raises and logs it; the process goes on
            return error

    def _add(self, job: RenderJob) -> int:
        (frame,) = self._worker.draw(job)
        image = Image.open(BytesIO(frame.png)).convert("RGB")
        self._frames.append(_shrink(image, WIDTH / image.width))
        return len(self._frames)

    def _join(self, longest: int) -> bytes:
        """Return the file at the largest scale that fits. Raise `TooLarge`."""
        for scale in SMALLER:
            gif = moving([_shrink(frame, scale) for frame in self._frames])
            if len(gif) <= longest:
                return gif
        raise TooLarge


def _shrink(image: Image.Image, scale: float) -> Image.Image:
    if scale >= 1.0:
        return image
    size = round(image.width * scale), round(image.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)


COLOURS = 64
FRAME_MS, END_MS = 900, 6000


def moving(frames: Sequence[Image.Image]) -> bytes:
    """Return a GIF of all frames in one palette. Frames hold only changes; the last one stays longer."""
    tallest = max(frame.height for frame in frames)
    palette = _on_sheet(frames[-1], tallest).quantize(COLOURS)
    flat = [_on_sheet(frame, tallest).quantize(COLOURS, palette=palette, dither=Image.Dither.NONE) for frame in frames]
    changes = [flat[0], *(_changes(before, after) for before, after in pairwise(flat))]
    durations = [FRAME_MS] * (len(flat) - 1) + [END_MS]
    file = BytesIO()
    changes[0].save(
        file, "GIF", save_all=True, append_images=changes[1:], duration=durations, loop=0, optimize=False, disposal=1,
        transparency=COLOURS,
    )  # fmt: skip
    return file.getvalue()


def _on_sheet(frame: Image.Image, height: int) -> Image.Image:
    """Place the frame at the top of a sheet of that height, filled with the colour of its lower edge."""
    sheet = Image.new("RGB", (frame.width, height), frame.getpixel((0, frame.height - 1)))
    sheet.paste(frame)
    return sheet


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return `after` with all unchanged pixels transparent. Long runs of one colour pack well."""
    same = ImageChops.difference(_indices(before), _indices(after)).point(lambda change: 0 if change else 255)
    changed = after.copy()
    changed.paste(COLOURS, mask=same)
    return changed


def _indices(image: Image.Image) -> Image.Image:
    return Image.frombytes("L", image.size, image.tobytes())


class FilmClient:
    """Makes one film in its own process, which starts with the first frame. Always `close` it.

    Every call may raise `CannotDraw`, or any error met while drawing. After an error the film can't be used.
    """

    def __init__(self, content: Sequence[str], order_s: float, start_s: float) -> None:
        """`content` is the host's own content, if any; the deadlines are those of `RenderClient`, in seconds."""
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
        """Add a frame: the board of this view, with the moves that led to it. Return the number of frames."""
        job = RenderJob(game_key, view, (), dict(names), language, "film", moves=tuple(moves), colours=colours)
        made: int = await self._call(job, FRAME * self._order_s)
        return made

    async def finish(self, longest: int) -> bytes:
        """Return the GIF of all frames, at most `longest` bytes. Raise `TooLarge`."""
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
