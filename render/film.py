"""One moving picture in the making, in a process of its own: it draws the frames and joins them."""

from io import BytesIO

import msgspec
from PIL import Image

from render.moving import moving
from render.worker import RenderJob, RenderWorker

WIDTH = 720
"""Pixels across; text on boards can still be read."""
SMALLER = (1.0, 0.75, 0.55)
"""The sizes that are tried until the file is small enough."""


class TooLarge(Exception):  # noqa: N818
    """No size of these frames makes a file that is small enough."""


class Frame(msgspec.Struct, frozen=True):
    """Draw the next frame; answered with how many there are."""

    job: RenderJob


class Finish(msgspec.Struct, frozen=True):
    """The order to join the frames to a GIF of at most `longest` bytes. The answer is the file."""

    longest: int


class Film:
    """The frames of a film that have been drawn so far."""

    def __init__(self) -> None:
        self._worker = RenderWorker()
        self._frames: list[Image.Image] = []

    def answer(self, order: Frame | Finish) -> int | bytes | Exception:
        """What was ordered, or the exception that it met."""
        try:
            return self._add(order.job) if isinstance(order, Frame) else self._joined(order.longest)
        except Exception as error:  # told to the bot, which raises and logs it; the process draws on
            return error

    def _add(self, job: RenderJob) -> int:
        image = Image.open(BytesIO(self._worker.filmed(job).png)).convert("RGB")
        self._frames.append(_scaled(image, WIDTH / image.width))
        return len(self._frames)

    def _joined(self, longest: int) -> bytes:
        """The largest of the sizes that fits. Raises `TooLarge`."""
        for scale in SMALLER:
            gif = moving([_scaled(frame, scale) for frame in self._frames])
            if len(gif) <= longest:
                return gif
        raise TooLarge


def _scaled(image: Image.Image, scale: float) -> Image.Image:
    if scale >= 1.0:
        return image
    size = round(image.width * scale), round(image.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)
