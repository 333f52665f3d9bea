"""Draw the frames of one moving picture and join them, in a process of its own."""

from io import BytesIO

import msgspec
from PIL import Image

from render.moving import moving
from render.worker import RenderJob, RenderWorker

WIDTH = 720
"""Width in pixels. Text on boards is still legible."""
SMALLER = (1.0, 0.75, 0.55)
"""Scales to try until the file is small enough."""


class TooLarge(Exception):  # noqa: N818
    """Even the smallest scale makes too large a file."""


class Frame(msgspec.Struct, frozen=True):
    """The order to draw the next frame. The answer is the number of frames."""

    job: RenderJob


class Finish(msgspec.Struct, frozen=True):
    """The order to join the frames to a GIF of at most `longest` bytes. The answer is the file."""

    longest: int


class Film:
    def __init__(self) -> None:
        self._worker = RenderWorker()
        self._frames: list[Image.Image] = []

    def answer(self, order: Frame | Finish) -> int | bytes | Exception:
        try:
            return self._add(order.job) if isinstance(order, Frame) else self._join(order.longest)
        except Exception as error:  # the bot raises and logs it; the process goes on
            return error

    def _add(self, job: RenderJob) -> int:
        image = Image.open(BytesIO(self._worker.film_frame(job).png)).convert("RGB")
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
