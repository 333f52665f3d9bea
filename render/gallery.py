"""`python -m render.gallery [--out DIR]`: telling positions, full size, small, and as other eyes see them."""

import argparse
import time
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.kernel.decision import Message
from locales.words import Words
from render.minos_classic import ClassicArtist
from render.minos_classic.positions import Position, positions
from render.paint import Painting

PHONE_WIDTH = 400

Matrix = tuple[float, float, float, float, float, float, float, float, float]

SIGHTS: Mapping[str, Matrix] = {
    "deuteran": (0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969),
    "protan": (0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052),
    "tritan": (1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304),
    "grey": (0.299, 0.587, 0.114, 0.299, 0.587, 0.114, 0.299, 0.587, 0.114),
}
"""What is left of red, green and blue without one kind of cone (Machado and others, 2009), and in grey."""


def seen(image: Image.Image, sight: str) -> Image.Image:
    """The picture as somebody with that sight sees it."""
    red, green, blue = (SIGHTS[sight][row : row + 3] for row in (0, 3, 6))
    return image.convert("RGB", (*red, 0, *green, 0, *blue, 0))


def small(image: Image.Image) -> Image.Image:
    """The picture at the width of a phone."""
    return image.resize((PHONE_WIDTH, round(image.height * PHONE_WIDTH / image.width)), Image.Resampling.LANCZOS)


def drawn(painting: Painting, position: Position, say: Callable[[Message], str]) -> bytes:
    """The position as a PNG."""
    return painting.png(ClassicArtist.scene(position.view, position.marks, position.names, say))


def hang(out: Path, language: str) -> None:
    """Draw the whole gallery into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    words, painting = Words(), Painting()
    for name, position in positions().items():

        def say(message: Message, names: Mapping[int, str] = position.names) -> str:
            return words.say(message, language, names)

        drawn(painting, position, say)
        start = time.perf_counter()
        png = drawn(painting, position, say)
        took_ms = (time.perf_counter() - start) * 1000
        (out / f"{name}.png").write_bytes(png)
        image = Image.open(BytesIO(png)).convert("RGB")
        small(image).save(out / f"{name}-{PHONE_WIDTH}.png")
        for sight in SIGHTS:
            small(seen(image, sight)).save(out / f"{name}-{PHONE_WIDTH}-{sight}.png")
            seen(image, sight).save(out / f"{name}-{sight}.png")
        (out / f"{name}.txt").write_text(ClassicArtist.alt_text(position.view, position.names, say), encoding="utf-8")
        print(f"{name}: {image.width} × {image.height}, {len(png) / 1000:.0f} kB, {took_ms:.1f} ms")


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description="Draw telling positions.")
    parser.add_argument("--out", type=Path, default=Path("var/gallery"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=("en", "fr", "cs"))
    arguments = parser.parse_args()
    hang(arguments.out, arguments.language)


if __name__ == "__main__":
    main()
