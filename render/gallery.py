"""`python -m render.gallery [--out DIR]`: telling positions, full size, small, and as other eyes see them.

With `--sheet` all components instead; with `--content FOLDER` from a host's own content.
"""

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.games import GAMES, use_content
from engine.kernel.decision import Message, Seat
from locales.words import Words
from render.artist import Say
from render.minerva.artist import MinervaArtist
from render.minerva.positions import Position as MinervaPosition
from render.minerva.positions import cities
from render.minerva.positions import positions as minerva_positions
from render.minos_classic.artist import ClassicArtist
from render.minos_classic.positions import Position, positions
from render.minos_dawn.artist import DawnArtist
from render.minos_dawn.positions import Position as DawnPosition
from render.minos_dawn.positions import full_hand
from render.minos_dawn.positions import positions as dawn_positions
from render.paint import Painting
from render.scene import Scene
from render.sheets import sheets

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


@dataclass(frozen=True)
class Work:
    """One picture of the gallery: what draws it and what tells it, given words."""

    names: Mapping[Seat, str]
    scene: Callable[[Say], Scene]
    alt: Callable[[Say], str]


def classic(position: Position) -> Work:
    """A table of the first game."""
    view, names = position.view, position.names
    return Work(
        names,
        lambda say: ClassicArtist.scene(view, position.marks, names, say),
        lambda say: ClassicArtist.alt_text(view, names, say),
    )


def dawn(position: DawnPosition) -> Work:
    """A table of Minos: Dawn of the Bronze Age."""
    view, names = position.view, position.names
    return Work(
        names,
        lambda say: DawnArtist.scene(view, position.marks, names, say),
        lambda say: DawnArtist.alt_text(view, names, say),
    )


def minerva(position: MinervaPosition) -> Work:
    """A table of Minerva."""
    view, names = position.view, position.names
    return Work(
        names,
        lambda say: MinervaArtist.scene(view, position.marks, names, say),
        lambda say: MinervaArtist.alt_text(view, names, say),
    )


def city(position: MinervaPosition, seat: Seat) -> Work:
    """One city of Minerva."""
    view, names = position.view, position.names
    return Work(
        names,
        lambda say: MinervaArtist.seat_scene(view, seat, names, say),
        lambda say: MinervaArtist.seat_alt(view, seat, names, say),
    )


def works() -> dict[str, Work]:
    """All pictures, by name."""
    tables = dawn_positions()
    end, hand = tables["dawn-07-end-of-game"], full_hand()
    seat = max(end.view.seats, key=lambda each: (len(each.area), len(each.palace))).seat
    return {
        **{name: classic(position) for name, position in positions().items()},
        **{name: dawn(position) for name, position in tables.items()},
        **{name: minerva(position) for name, position in minerva_positions().items()},
        **{name: city(position, seat) for name, (position, seat) in cities().items()},
        "dawn-08-seat": Work(
            end.names,
            lambda say: DawnArtist.seat_scene(end.view, seat, end.names, say),
            lambda say: DawnArtist.seat_alt(end.view, seat, end.names, say),
        ),
        "dawn-09-full-hand": Work(
            hand.names,
            lambda say: DawnArtist.hand_scene(hand.view, hand.names, say),
            lambda say: DawnArtist.hand_alt(hand.view, hand.names, say),
        ),
    }


def hang(out: Path, language: str, only: str = "") -> None:
    """Draw the gallery into the folder `out`; with `only`, what has that in its name."""
    out.mkdir(parents=True, exist_ok=True)
    words, painting = Words(), Painting()
    for name, work in works().items():
        if only not in name:
            continue

        def say(message: Message, names: Mapping[Seat, str] = work.names) -> str:
            return words.say(message, language, names)

        painting.png(work.scene(say))
        start = time.perf_counter()
        png = painting.png(work.scene(say))
        took_ms = (time.perf_counter() - start) * 1000
        (out / f"{name}.png").write_bytes(png)
        image = Image.open(BytesIO(png)).convert("RGB")
        small(image).save(out / f"{name}-{PHONE_WIDTH}.png")
        for sight in SIGHTS:
            small(seen(image, sight)).save(out / f"{name}-{PHONE_WIDTH}-{sight}.png")
            seen(image, sight).save(out / f"{name}-{sight}.png")
        (out / f"{name}.txt").write_text(work.alt(say), encoding="utf-8")
        print(f"{name}: {image.width} × {image.height}, {len(png) / 1000:.0f} kB, {took_ms:.1f} ms")


def draw_sheets(out: Path, language: str, only: str = "") -> None:
    """Draw all components of the content in use into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    words, painting = Words(), Painting()
    for game in GAMES:
        for name, scene in sheets(game, lambda message: words.say(message, language, {})).items():
            if only in f"{game}-{name}":
                painting.paint(scene).save(out / f"{game}-{name}.png")
                print(f"{game}-{name}: {scene.width} × {scene.height}")


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description="Draw telling positions.")
    parser.add_argument("--out", type=Path, default=Path("var/gallery"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=("en", "fr", "cs"))
    parser.add_argument("--only", default="", help="draw only what has this in its name")
    parser.add_argument("--content", type=Path, metavar="FOLDER", help="draw from a folder of your own content")
    parser.add_argument("--sheet", action="store_true", help="draw all components instead, to compare with the box")
    arguments = parser.parse_args()
    if arguments.content:
        use_content(arguments.content)
    if arguments.sheet:
        draw_sheets(arguments.out, arguments.language, arguments.only)
        return
    hang(arguments.out, arguments.language, arguments.only)


if __name__ == "__main__":
    main()
