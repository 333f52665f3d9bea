"""Join pictures to a GIF."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageChops

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
